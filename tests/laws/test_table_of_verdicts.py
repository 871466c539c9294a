"""Pairs of systems with verdicts that were worked out by hand: none is judged falsely, and what was decided stays so.

An unknown that one system has alone is eliminated; of the others the motions are compared, on intervals.
"""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.symbolic.expression import symbol

from ..grouped import failing
from ..mechanics.test_certificates import is_refused
from ..tables import rows, sections

t = s.symbols("t")


def rate(function):
    """The rate of what is made of the rates of x and y."""
    paths = s.literal_functions("x y")
    return s.D(lambda t: function(*(s.D(f)(t) for f in paths)))(t)


def part(f, *by):
    for i in by:
        f = s.partial(i)(f)
    return f(*s.symbols("A B"))


NAMES = {
    **{name: getattr(s, name) for name in dir(s) if not name.startswith("_")},
    **{name: s.symbols(name) for name in "t x y k a b A B".split()},
    **{name: symbol(name, "positive") for name in ("p", "m", "c0")},
    "n": symbol("n", "integer"),
    "h": symbol("h", "real"),
    "pi": s.acos(-1),
    "PI": symbol("π"),
    **{name: s.literal_function(name.lower(), "(-> (X Real Real) Real)") for name in "UV"},
    "Fraction": Fraction,
    "rate": rate,
    "part": part,
}
for name in "X Y Z P Q R TH C E LAM".split():
    function = s.literal_function(name.lower())
    NAMES |= {f"{name}{n or ''}": (s.D**n)(function)(t) for n in range(4)}


def systems(row):
    return [eval(f"[{side}]", NAMES) for side in row.partition(" : ")[0].split(" | ")]


CONVERSE = {"implies": "implied", "implied": "implies"}


def check(row):
    """What is open may be called different, if it says that it is not decided."""
    (first, second), verdict = systems(row), row.partition(" : ")[2]
    converse = re.sub("implie[sd]", lambda word: CONVERSE[word[0]], verdict)
    for pair, expected in ((first, second), verdict), ((second, first), converse):
        answer = s.equivalent_equations(*pair)
        is_open = answer.verdict == "different" and "is not decided" in answer.certificate
        assert {answer.verdict, "undecided" if is_open else ""} & {*expected.split(" or ")}, answer.certificate


@pytest.mark.parametrize("row", rows(__file__, "systems.txt"))
def test_systems_are_judged_rightly(row):
    check(row)


MOTIONS = sections(__file__, "systems_of_motions.txt")


@pytest.mark.slow
@pytest.mark.parametrize("kind", MOTIONS)
def test_systems_of_motions_are_judged_rightly(kind):
    assert failing(check, MOTIONS[kind]) == {}


NUMBERS = [
    (s.floor(s.cos(s.pi / 5) * 4 - s.sqrt(5)), 1),
    (s.floor(s.expt(2 + s.sqrt(5), Fraction(1, 3)) - s.expt(s.sqrt(5) - 2, Fraction(1, 3))), 1),
    (s.floor(s.exp(s.pi * s.sqrt(163))), 262537412640768743),
    (s.floor(4 * s.cosh(s.log(2))), 5),
    (abs(s.sin(10**22)) + s.sin(10**22), 0),
]


@pytest.mark.parametrize(("constant", "number"), NUMBERS)
def test_constants_are_equal_to_numbers(constant, number):
    assert s.equivalent(constant, number).verdict == "equal"
    assert s.equivalent(constant, number + Fraction(1, 10**30)).verdict == "different"


def test_the_function_of_lambert_has_exact_values():
    assert s.equivalent(s.Lambert_W(2 * s.exp(2)), 2).verdict == "equal"
    assert s.equivalent(s.Lambert_W(-2 * s.exp(-2)), -2).verdict == "different"


@pytest.mark.slow
def test_a_leaf_that_fails_is_no_evidence_for_a_verdict_that_holds():
    answer = s.equivalent_equations(*systems("atan(P) - X, X1 | X1"))
    assert is_refused(replace(answer, verdict="equal"))
