"""Long values stay readable: sums, products, structures in TeX, infix and Scheme text; results of comparisons."""

from itertools import pairwise

import pytest

from scmpy import cos, down, equivalent, infix, pp, scheme_text, simplify, sin, sqrt, symbols, tex, up
from scmpy.render.tex import LINE

from .readers import check_tex

NAMES = symbols(" ".join(f"x_{i}" for i in range(201)))
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
