"""TeX and infix: (Scheme, infix, TeX), where TeX is shown without the size marks of its brackets; MathML has the parts of the TeX."""

from xml.dom.minidom import parseString

import pytest

import scmpy as s
from scmpy.errors import LimitError
from scmpy.render.latex import mathml, tex
from scmpy.render.notation import infix
from scmpy.units import second

from ..tables import rows

CASES = [row.split(" => ") for row in rows(__file__, "notation.txt")]


@pytest.mark.parametrize("scheme, in_infix, in_tex", CASES)
def test_notation(tree, scheme, in_infix, in_tex):
    assert infix(tree(scheme)) == in_infix
    assert tex(tree(scheme)).replace(r"\left", "").replace(r"\right", "") == in_tex


def test_infix_has_one_reading():
    texts = [in_infix for _, in_infix, _ in CASES]
    assert len(set(texts)) == len(texts)


def test_the_lecture(tree):
    r"""The free rigid body: -B \omega^b(t) \omega^c(t) + C \omega^b(t) \omega^c(t) + A D\omega^a(t), in brackets."""
    residual = "(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t))))"
    assert tex(tree(residual)) == (
        r"\begin{bmatrix} -B \omega^{b}\left(t\right) \omega^{c}\left(t\right)"
        r" + C \omega^{b}\left(t\right) \omega^{c}\left(t\right) + A D\omega^{a}\left(t\right) \end{bmatrix}"
    )


def test_complex_numbers():
    assert (infix(2 - 1j), infix(2j), tex(-1j)) == ("2.0 - 1.0 i", "2.0 i", "-1. i")


def test_floats_in_tex_are_those_of_the_prompt():
    assert list(map(tex, (435.0, 0.5, -0.25, 1e22, 1.5e-17))) == [
        "435.", ".5", "-.25", r"1 \times 10^{22}", r"1.5 \times 10^{-17}",
    ]  # fmt: skip


@pytest.mark.slow
def test_depth_and_sharing(deep, doubled):
    assert infix(deep) == "sin(" * 10_000 + "x" + ")" * 10_000
    assert tex(deep).count(r"\sin") == 10_000
    for printer in (infix, tex):
        with pytest.raises(LimitError, match="most-characters"):
            printer(doubled)


x, t = s.symbols("x t")
theta = s.literal_function("theta")


@pytest.mark.parametrize(
    ("value", "parts"),
    {
        s.sqrt(x) / 3: "<msqrt><mi>x</mi></msqrt>",
        s.symbols("omega^a_1"): "<msubsup><mi>ω</mi><mn>1</mn><mi>a</mi></msubsup>",
        s.symbols("thetadot"): '<mover><mi>θ</mi><mo scriptlevel="0">˙</mo>',
        s.D(s.D(theta))(t): "<msup><mi>D</mi><mn>2</mn></msup><mi>θ</mi>",
        abs(x): "<mi>x</mi>",
        1e-30 * x: "<mo>×</mo><msup><mn>10</mn>",
        s.cos(x) ** 2: '<msup><mo lspace=".17em" rspace=".17em">cos</mo><mn>2</mn></msup>',
        s.symbols("two-words"): "two-words",
        s.literal_function("f")(x) ** 2: '<msup><mrow><mo stretchy="true">(</mo><mi>x</mi>',
        s.symbols("a\\b~c^"): ">a\\b~c^<",
        "two words, and_more": ">&quot;two words, and_more&quot;<",
        3 * second: '<mn>3</mn><mspace width=".17em"/><mi mathvariant="normal">s</mi>',
    }.items(),
)
def test_parts(value, parts):
    text = mathml(s.tex(value))
    parseString(text)
    assert parts in text


def test_tables_and_what_is_not_known():
    for value in (s.up(1, s.down(x, 2)), s.matrix_by_rows([1, x], [2, 3]), s.simplify((x + t + 1) ** 12)):
        text = mathml(s.tex(value))
        parseString(text)
        assert "<mtable" in text
    with s.setting(tex_symbol_substs={"x": r"\mathfrak{a}_<\foo"}):
        parseString(mathml(s.tex(x)))
    for broken in ("\\frac{1", "{", "}", "^", "_{", r"\begin{pmatrix} 1 &", r"\left", "\\", r"\sqrt", r"\\[3"):
        parseString(mathml(broken))
