"""Every rule of the decision forms by proofs that need it, and by near misses that it must not prove.

The proofs are made without the search for a witness, which hides a wrong rule. Letters are those of
:mod:`.test_identities`; V is an even function, W an odd one, U has the period 2 pi, P is positive.
"""

import itertools
import math
import re
from fractions import Fraction

import pytest
from flint import arb

import scmpy as s
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.decision.algebraic import is_algebraic_zero, note_assumptions
from scmpy.symbolic.decision.equivalence import equivalent, is_complex, is_proved_zero, with_pi
from scmpy.symbolic.decision.forms import DecisionForm
from scmpy.symbolic.expression import Expression, Head, application, numerical

from ..tables import rows
from .balls import OutsideDomain, Point, precision, value
from .test_identities import NAMES
from .test_recorded import differs_at_the_witness

FUNCTIONS = {
    "V": s.literal_function("V", even=True),
    "W": s.literal_function("W", odd=True),
    "U": s.literal_function("U", period=2 * s.pi),
    "P": s.literal_function("P", positive=True),
    "G": s.literal_function("G", "(-> (UP Real Real) Real)"),
    "H": s.literal_function("H", "(-> (UP Real (UP Real Real)) Real)"),
    # the same names as functions of other arguments, and with facts
    "f_up": s.literal_function("f", "(-> (UP Real Real) Real)"),
    "f_down": s.literal_function("f", "(-> (DOWN Real Real) Real)"),
    "f_both": s.literal_function("f", "(-> (X Real Real) Real)"),
    "f_three": s.literal_function("f", "(-> (UP Real Real Real) Real)"),
    "f_two": s.literal_function("f", "(-> (X (UP Real Real) Real) Real)"),
    "f_positive": s.literal_function("f", positive=True),
}

LINES = rows(__file__, "rules_of_proofs.txt")
NAMES = {
    **NAMES,
    **FUNCTIONS,
    "MINUS": lambda *operands: application(Head.MINUS, *operands),
    "OVER": lambda *operands: application(Head.OVER, *operands),
}


def sides(line):
    return [with_pi(eval(side, {}, NAMES)) for side in re.split(r" != | = | \? ", line)]


def difference(line):
    return s.sub(*sides(line))


def is_proved(expression):
    if not isinstance(expression, Expression):
        return expression == 0
    return bool(is_proved_zero(DecisionForm(is_complex(expression), note_assumptions), expression))


@pytest.mark.parametrize("line", [line for line in LINES if " = " in line])
def test_what_is_proved(line):
    assert is_proved(difference(line))


@pytest.mark.parametrize("line", [line for line in LINES if " = " not in line])
def test_what_is_not_proved(line):
    expression = difference(line)
    assert not is_proved(expression)
    answer = equivalent(expression, 0)
    assert answer.verdict == ("different" if " != " in line else "undecided")
    assert differs_at_the_witness(expression, 0, answer.witness, not is_complex(expression))


def test_witnesses_are_looked_at():
    assert not differs_at_the_witness(NAMES["x"], 0, {"x": 0}, True)


# --- enclosures -----------------------------------------------------------------------------------------------------

x, y, R, ABS = NAMES["x"], NAMES["y"], Fraction, numerical("abs")
PLACES = [{"x": 2, "y": -1, "z": 3}, {"x": R(-5, 2), "y": R(1, 3), "z": 0}, {"x": R(1, 2), "y": 0, "z": -2}]
WITHOUT_FUNCTIONS = [line for line in LINES if not re.search(r"\b[fgFGHVWUPD]\b|\bf_|jacobi|bess", line)]
AROUND_ZERO = [(x + y) ** 3, (x * y) ** 5 + x, 1 / (1 + x**2)]


@pytest.mark.parametrize("part", range(4))
def test_enclosures_hold_the_values(part):
    """Of both sides of the rules, by the tests' own evaluator; where one of the two has no value, none is said."""
    met = 0
    for line in WITHOUT_FUNCTIONS[part::4]:
        for expression in sides(line):
            in_complex_domain = is_complex(expression)
            evaluator = Evaluator(expression, complex_domain=in_complex_domain)
            for place in PLACES:
                point = Point("real", 0, place)
                with precision():
                    try:
                        (found,) = evaluator.at({symbol: point.symbol(symbol).real for symbol in evaluator.symbols})
                        expected = value(expression, point, real=not in_complex_domain)
                    except (PointRejected, OutsideDomain):
                        continue
                    assert (found - expected).contains(0) and abs(found - expected) < 1e-30, (line, place)
                met += 1
    assert met > 100


@pytest.mark.parametrize("expression", AROUND_ZERO, ids=str)
def test_enclosures_around_zero_hold_what_is_in_them(expression):
    evaluator = Evaluator(expression)
    around = {x: arb(0, 0.5), y: arb(0.25, 0.125)}
    with precision():
        (whole,) = evaluator.at(around)
        for u, v in itertools.product((R(-1, 2), R(-1, 3), 0, R(1, 4), R(1, 2)), (R(1, 8), R(1, 4), R(3, 8))):
            (inner,) = evaluator.at({x: u, y: v})
            assert whole.contains(inner)
        assert whole.rad() < 3


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("of", [x, (x + y) * (x - y) / (x + 2)])
def test_powers_around_zero_are_no_larger_than_they_are(n, of):
    """A ball with 0 in it has powers of its size; the negative ones are nowhere finite."""
    around = {x: arb(0, 0.5), y: arb(0, 0.25)}
    with precision():
        base, power = Evaluator(of, application(Head.EXPT, of, n)).at(around)
        assert power.contains(base.mid() ** n) and power.contains(arb(base.upper()) ** n)
        assert abs(power).upper() <= abs(base).upper() ** n * 1.0001
        with pytest.raises(PointRejected):
            Evaluator(application(Head.EXPT, of, -n - 1)).at(around)


def test_where_there_is_no_value_there_is_no_enclosure():
    cube_root = application(Head.EXPT, x, R(1, 3))
    with precision():
        for expression, at in (
            (x, math.inf),
            (x, math.nan),
            (x, 1j),
            (application(Head.OVER, 1, x), 0),
            (application(Head.OVER, x), 0),
            (application(Head.EXPT, x, R(-1, 2)), 0),
            (cube_root, -1),
            (cube_root, arb(0.125, 0.125)),
            (s.log(x), 0),
        ):
            with pytest.raises(PointRejected):
                Evaluator(expression).at({x: at})
        (root,) = Evaluator(cube_root).at({x: 0})
        assert root == 0


CONJUGATES = [s.sqrt(2) - 1, s.expt(2, R(1, 3)) - 1, s.sqrt(5) - 2, s.sqrt(3) - s.sqrt(2)]


@pytest.mark.parametrize("base", CONJUGATES, ids=range(len(CONJUGATES)))
@pytest.mark.parametrize("n", [1, 7, 30, 60, 90])
def test_algebraic_numbers_near_zero(base, n):
    """a (1 + a) - a is a^2, be that as small as it may. What would take too many digits is not proved to be zero."""
    small = application(Head.EXPT, base, n)
    square = application(
        Head.PLUS, application(Head.TIMES, small, application(Head.PLUS, 1, small)), application(Head.TIMES, -1, small)
    )
    assert not is_algebraic_zero(square)
    assert not is_algebraic_zero(application(Head.OVER, square, 3))
    if n < 10:
        assert is_algebraic_zero(application(Head.MINUS, square, application(Head.EXPT, small, 2)))
        assert is_algebraic_zero(
            application(Head.MINUS, application(Head.OVER, small), application(Head.EXPT, base, -n))
        )
        assert is_algebraic_zero(application(Head.MINUS, application(ABS, application(Head.MINUS, small)), small))
