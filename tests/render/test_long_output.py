"""Long values stay readable: sums, products, structures in TeX, infix and Scheme text; results of comparisons."""

from itertools import pairwise
from unicodedata import normalize

import pytest

from scmpy import *
from scmpy.errors import ScmpyError
from scmpy.render.latex import LINE
from scmpy.scheme import Session

from .readers import check_tex

NAMES = symbols(" ".join(f"x_{i}" for i in range(201)))
T = symbols("t")
SUM = sum(x * sin(y) for x, y in pairwise(NAMES))


def as_it_is(value):
    return value


def the_product(n):
    product = 1
    for x, y in pairwise(NAMES[: n + 1]):
        product = product * (x + sin(y))
    return product


@pytest.mark.parametrize("value", [SUM, the_product(60)], ids=["sum", "product"])
def test_tex_in_lines(value):
    text = tex(value, as_it_is)
    lines = text.removeprefix(r"\begin{aligned} ").removesuffix(r" \end{aligned}").split(r" \\ ")
    assert len(lines) > 5
    assert all(line.startswith("& ") and len(line) <= LINE + 2 for line in lines)
    check_tex(text)


def test_parts_are_broken_where_they_stand():
    for value in (SUM / (1 + SUM**2), up(SUM, down(SUM, 1)), sqrt(SUM) * NAMES[0], sin(SUM)):
        text = tex(value, as_it_is)
        assert max(map(len, text.split(r"\\"))) < LINE + 100
        check_tex(text)


def test_text_in_lines(capsys):
    pp(SUM)
    printed = capsys.readouterr().out
    for text in (printed, scheme_text(SUM), infix(SUM), infix(the_product(60), 79, as_it_is)):
        lines = text.split("\n")
        assert len(lines) > 10
        assert max(map(len, lines)) <= 79


def test_short_values_stay_in_a_line():
    x, y = NAMES[:2]
    assert "aligned" not in tex(x * y + x + y)
    assert tex(2 * x * sin(y) * (x + y), as_it_is).count("\n") == 0


def test_answers_show_themselves():
    x = NAMES[0]
    report = simplify(sqrt(x**2), report=True)
    for value in (equivalent(sin(x), cos(x)), equivalent(x, x), report):
        check_tex(tex(value))
    assert report._repr_latex_() == f"$\\displaystyle {tex(report)}$"
    assert equivalent(x, x)._repr_latex_() is None  # a notebook shows the text, which has the certificate


def test_components_are_told_from_lines_in_tex():
    """Lines inside a component are indented; rows of a structure that are tall stand apart."""
    text = tex(up(SUM, down(NAMES[0] / NAMES[1], 1)), as_it_is)
    inner = text[text.index(r"\begin{aligned}") : text.index(r"\end{aligned}")].split(r" \\ ")
    assert len(inner) > 5 and all(line.startswith(r"& \quad {} + ") for line in inner[1:])
    assert text.count(r"\\[1.5ex]") == 1 and r"\displaystyle \frac{x_{0}}{x_{1}} & 1" in text
    assert "[1.5ex]" not in tex(up(1, 2)) and "displaystyle" not in tex(up(1, NAMES[0] / 2))
    factors = tex(the_product(60), as_it_is).split(r" \\ ")
    assert all(line.startswith(r"& \quad {} \cdot ") for line in factors[1:])


def test_components_are_told_from_lines_in_text():
    lines = infix(up(SUM, down(1, SUM), 2)).split("\n")
    assert lines[0].startswith("up(x") and max(map(len, lines)) <= 79
    own = [line for line in lines if not line.startswith("       ")]
    assert [line[:8].strip()[:5] for line in own] == ["up(x₀", "down(", "2)"]
    nested = 1
    for _ in range(2000):
        nested = up(nested, 2)
    assert max(map(len, infix(nested, 79, as_it_is).split("\n"))) > 0


def test_the_prompt_breaks_lines_of_unicode():
    session = Session()
    session.display = "unicode"
    session.define("long", up(SUM, SUM))
    assert max(map(len, session.result_text(session.run('(list long "a")')).split("\n"))) < 90


@pytest.mark.parametrize(
    ("given", "text", "formula"),
    [
        ({}, "Dθ₁(t) + (D²x(t))² + sin(t)", r"D\theta_{1}\left(t\right)"),
        ({"dot_notation": True}, "θ̇₁(t) + ẍ(t)² + sin(t)", r"\dot{\theta}_{1}\left(t\right)"),
        ({"suppressed_argument_list": [[T]]}, "Dθ₁ + (D²x)² + sin(t)", r"D\theta_{1}"),
        ({"suppressed_argument_list": [[T]], "dot_notation": True}, "θ̇₁ + ẍ² + sin(t)", r"\dot{\theta}_{1}"),
        ({"suppressed_argument_list": [[T, T]]}, "Dθ₁(t) + (D²x(t))² + sin(t)", r"D\theta_{1}\left(t\right)"),
    ],
)
def test_what_formulas_leave_out_on_request(given, text, formula):
    theta, x = literal_function("theta_1"), literal_function("x")
    value = D(theta)(T) + (D**2)(x)(T) ** 2 + sin(T)
    with setting(**given):
        assert normalize("NFC", infix(value, 79, as_it_is)) == normalize("NFC", text) and formula in tex(
            value, as_it_is
        )
        assert scheme_text(value, as_it_is) == "(+ ((D theta_1) t) (expt (((expt D 2) x) t) 2) (sin t))"


def test_what_formulas_leave_out_is_a_variable_of_scheme():
    session = Session()
    program = "(set! *dot-notation* #t) (set! *suppressed-argument-list* '((t) ((up t a)))) (->infix (+ ((literal-function 'H (-> (UP Real Real) Real)) (up 't 'a)) ((D (literal-function 'f)) 't)))"
    assert normalize("NFC", session.run(program)) == normalize("NFC", "H + ḟ")
    assert Session().run("(->infix (((expt D 2) (literal-function 'f)) 't))") == "D²f(t)"
    for wrong in ("3", "'(t)", '"t"'):
        with pytest.raises(ScmpyError, match="a list of lists of arguments"):
            session.run(f"(set! *suppressed-argument-list* {wrong}) (->infix (sin 'x))")
