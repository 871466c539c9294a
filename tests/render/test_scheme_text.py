"""Scheme text on one line and in several; numbers as the original writes them, whose answers the cases are."""

import math
from fractions import Fraction
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.errors import LimitError
from scmpy.render.scheme import atom_text, number_text, pretty_text, scheme_text

from ..tables import evaluated

RIGID = (
    "(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t)))"
    " (* 1/2 m (expt v 2)))"
)


@pytest.mark.parametrize("text", ["x", "1/2", "(f)", "((f x) y)", "(((expt D 2) x) t)", RIGID])
def test_one_line(tree, text):
    assert scheme_text(tree(text)) == text
    assert " ".join(pretty_text(tree(text), 20).split()) == text


def test_what_fits_stays_on_its_line(tree):
    text = "(+ (* 1/2 m (expt v 2)) (* -1 m g y))"
    assert pretty_text(tree(text), len(text)) == text
    assert pretty_text(tree(text), len(text) - 1) == "(+ (* 1/2 m (expt v 2))\n   (* -1 m g y))"


def test_operands_stand_beside_the_operator_or_below_it(tree):
    assert pretty_text(tree(RIGID)).splitlines() == [
        "(down",
        " (+ (* -1 B (omega^b t) (omega^c t))",
        "    (* C (omega^b t) (omega^c t))",
        "    (* A ((D omega^a) t)))",
        " (* 1/2 m (expt v 2)))",
    ]


@pytest.mark.parametrize("columns", range(25, 100))
def test_lines_are_no_longer_than_they_may(tree, columns):
    assert max(map(len, pretty_text(tree(RIGID), columns).splitlines())) <= columns


def test_depth_and_sharing(deep, doubled):
    assert scheme_text(deep) == "(sin " * 10_000 + "x" + ")" * 10_000
    assert "".join(pretty_text(deep).split()) == scheme_text(deep).replace(" ", "")
    for printer in (scheme_text, pretty_text):
        with pytest.raises(LimitError, match="most-characters"):
            printer(doubled)


def test_truth_values():
    assert (atom_text(True), atom_text(False)) == ("#t", "#f")


FLOATS = """
.1 .01 .001 .0001 .00001 12. 120. 1200000. 1.2345678901234567e19 1.5e300 1.5e-300
.3333333333333333 100. .5 -.25 .0000000001 1e21 1e22 123456789.123 1e100 0. -0.
10000000000000000. 100000000000000000. 1e18 12345678901234568. 123456789012345680. 1.2345678901234568e18 9.5e20 -1e18
.000000000000001 .0000000000000001 .00000000000000001 1e-18 .00000000000000015 1.5e-17 .25 .00725
.0000001 .0009765625 9.5367431640625e-7 1.0000000000000002e-3 1000000000000000. 6.02e23 1.6e-19 .0000000000667408
2.220446049250313e-16 .5772156649015329 6.123233995736766e-17 .49999999999999994 5e-324 1.7976931348623157e308
""".split()


@pytest.mark.parametrize("text", FLOATS)
def test_a_float_is_written_as_the_original_does(text):
    assert number_text(float(text)) == text


@pytest.mark.parametrize(
    "real, imaginary, text",
    evaluated(__file__, "scheme_text.txt", "exact complex", globals()),
)
def test_exact_complex(real, imaginary, text):
    assert number_text(SimpleNamespace(real=real, imag=imaginary)) == text


@pytest.mark.parametrize(
    "x, text",
    evaluated(__file__, "scheme_text.txt", "other numbers", globals()),
)
def test_other_numbers(x, text):
    assert number_text(x) == text


def test_integers_of_any_length():
    assert number_text(-(10**5000)) == "-1" + 5000 * "0"
    assert number_text(Fraction(1, 10**5000)) == "1/1" + 5000 * "0"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_reads_back_as_itself(x):
    text = number_text(x)
    assert float(text) == x and math.copysign(1, float(text)) == math.copysign(1, x)
    assert "." in text or "e" in text
