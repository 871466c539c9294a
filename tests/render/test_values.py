"""How values of every kind show themselves: from Python and from Scheme."""

import io
import sys
import types

import pytest

import scmpy as s
from scmpy.generic.numbers import ExactComplex
from scmpy.scheme import Session

from .readers import check_tex

x, y, t = s.symbols("x y t")
f = s.literal_function("f")
H = s.literal_function("H", "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")
field = s.literal_vector_field("v", s.R3_rect)

#: value, infix, TeX (None: only its form is checked)
VALUES = [
    (x, "x", "x"),
    (s.up(x, s.down(y, t)), "up(x, down(y, t))", None),
    (s.up(f, s.sin), "up(f, sin)", r"\begin{pmatrix} f \\ \sin \end{pmatrix}"),
    (s.matrix_by_rows([f, s.D(f)]), "[[f, Df]]", r"\begin{bmatrix} f & Df \end{bmatrix}"),
    (s.quaternion(1, 0, -y, t), "1 - y 𝐣 + t 𝐤", r"1 - y \mathbf{j} + t \mathbf{k}"),
    (s.series(1, -x), "1 - x + 0 + 0 + ⋯", r"1 - x + 0 + 0 + \cdots"),
    (ExactComplex(1, -2), "1 - 2 i", "1 - 2 i"),
    (s.D, "D", "D"),
    (s.D**2 + 1, "D² + 1", "D^{2} + 1"),
    (s.partial(0, 1), "∂₀,₁", r"\partial_{0,1}"),
    (s.exp(s.D), "exp(D)", None),
    (f, "f", "f"),
    (s.D(f), "Df", "Df"),
    (s.compose(f, s.sin) + s.cos, "f ∘ sin + cos", r"f \circ \sin + \cos"),
    (s.sin, "sin", r"\sin"),
    (s.D(s.sin), "Dsin", r"D\sin"),
    (s.mod_make(3, 7), "3 mod 7", r"3 \bmod 7"),
    (s.R3_rect, "R3-rect", r"\textsf{R3-rect}"),
    (field, "v", "v"),
    (s.R3_rect.basis("x y z").vectors, "down(∂/∂x, ∂/∂y, ∂/∂z)", None),
    (s.R3_rect.basis("x y z").forms[0], "dx", r"\mathrm{d}x"),
    (s.R3_rect.basis("x y z"), None, None),
    (s.R3_rect.point(x, y, t), "point(R3-rect)(up(x, y, t))", None),
    (s.R3_rect.manifold, "R3", None),
    (s.literal_manifold_function("f", s.R3_rect), "f", "f"),
]


@pytest.mark.parametrize("value, in_infix, in_tex", VALUES, ids=lambda value: type(value).__name__)
def test_every_value_has_notations(value, in_infix, in_tex):
    assert in_infix is None or s.infix(value) == f"{value:infix}" == in_infix
    assert in_tex is None or s.tex(value) == in_tex
    check_tex(s.tex(value))
    assert value._repr_latex_() == f"$\\displaystyle {s.tex(value)}$"
    assert f"{value}" == str(value)


def test_a_differential_shows_its_tangents():
    seen = []
    s.D(lambda z: seen.append(f"{z * z:tex}") or z)(x)
    check_tex(seen[0])
    assert r"\epsilon" in seen[0]


def test_every_type_with_arithmetic_shows_itself():
    for entry in s.registry.entries():
        if not isinstance(entry.value, (types.FunctionType, type)):
            check_tex(s.tex(entry.value))


def test_formats():
    assert f"{x + x:scheme}" == "(* 2 x)"
    with pytest.raises(s.ScmpyError, match="scheme, infix, tex"):
        f"{x:roman}"


def test_printing_from_python(capsys):
    s.pe(s.D(s.sin)(x))
    s.pe((x + x, 1))
    s.pe(x + x, lambda e: e)
    s.pp(x + y + t)
    s.se(x / 2)
    s.pe(sum(s.sin(x**k) for k in range(1, 20)))
    lines = capsys.readouterr().out.split("\n")
    assert lines[:5] == ["(cos x)", "((* 2 x) 1)", "(+ x x)", "(+ x y t)", r"\frac{1}{2} x"]
    assert max(map(len, lines)) <= 79


def test_pp_of_a_function_is_its_program(capsys):
    s.pp(test_formats)
    assert capsys.readouterr().out.startswith("def test_formats():\n    assert")


def test_simplifiers_can_be_given():
    assert s.infix(x + x, simplifier=lambda e: e) == "x + x"
    assert s.tex(x + x, lambda e: e) == "x + x"


# --- graphs ------------------------------------------------------------------------------------------------------


def test_a_graph_has_its_nodes_once():
    e = x
    for _ in range(1000):
        e = s.sin(e) * e
    text = s.graphviz(s.up(e, e))
    assert text.count("label=") == 1 + 2 * 1000 + 1
    assert text == s.graphviz(s.up(e, e))


def test_labels_are_escaped():
    assert r'[label="a\"b\\c"]' in s.graphviz(s.sin(s.symbols('a"b\\c')))


def test_common_parts_get_names():
    e = s.sin(x) ** 2
    shared = s.with_names(s.up(e + 1, e * s.symbols("s0"), s.D(f)(x) + s.D(f)(x)))
    value = shared.value
    for name, definition in reversed(shared.names.items()):
        value = s.up(*(s.substitute(part, name, definition) for part in s.up(*value.operands)))
        value = s.expression(value)
    assert s.symbols("s0") not in shared.names
    assert all(
        s.equivalent(a, b) for a, b in zip(value.operands, (e + 1, e * s.symbols("s0"), 2 * s.D(f)(x)), strict=True)
    )


# --- Scheme ------------------------------------------------------------------------------------------------------

PRINTED = [
    ("(pe (+ 'a 'a))", "(* 2 a)\n"),
    ("(pe (+ 'a 'a) (lambda (x) x))", "(+ a a)\n"),
    ("(pp (+ 'a 'b 'c))", "(+ a b c)\n"),
    ("(pet (/ 'x_0 2))", "\\frac{1}{2} x_{0}\n"),
    ("(define (f x) (* x x)) (pp f)", "(named-lambda (f x)\n  (* x x))\n"),
    ("(define (f . xs) (car xs)) (pp f)", "(named-lambda (f . xs)\n  (car xs))\n"),
    ("(pp (let ((n 1)) (lambda (x) n)))", "(lambda (x)\n  n)\n"),
    ("(pp '(do ((i 0)) (#t)))", "(do ((i 0)) (#t))\n"),
    (f"(pp '(case x ((1) 'small) (else '{'large' * 13})))", f"(case x\n  ((1) 'small)\n  (else '{'large' * 13}))\n"),
    ("(pp car)", "#[compiled-procedure 12 car]\n"),
    ("(pet 'alpha)", "\\alpha\n"),
    ("(display (expression->tex-string 'alpha))", "\\alpha"),
    ("(display (->infix (expt 'theta 2)))", "θ²"),
    ("(se 'theta) (display last-tex-string-generated)", "theta\n\\theta"),
    ("(pe (+ 'a 'a)) (write (*last-expression-printed*))", "(* 2 a)\n(* 2 a)"),
    ("(se 'theta) (enable-tex-display) (se 'theta) (set! *only-printing* #t) (se 'theta)", "theta\n\\theta\ntheta\n"),
    ("(set-display! 'unicode) (se (/ 'theta 2)) (se (+ 'a 'a) (lambda (e) e))", "½ θ\na + a\n"),
    ("(pep (up 'a 'b))", "; (up a b)\n"),
    ("(pec 'a)", "#| Result:\na\n|#\n"),
    ('(display-tex-string "x")', "x\n"),
]


@pytest.mark.parametrize("program, printed", PRINTED)
def test_printing_from_scheme(program, printed):
    stream = io.StringIO()
    session = Session(stream)
    session.run(program)
    assert stream.getvalue() == printed


def test_sys_stdout_is_looked_up_when_printing(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    s.pe(x)
    assert stream.getvalue() == "x\n"
