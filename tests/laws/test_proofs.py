"""Proofs, without the search for a witness that comes before them: what is zero is proved, and nothing else is.

``equivalent`` finds a witness of most differences first, so that a proof of something false would seldom be seen.
Every claim is checked by value: on a grid with the borders of the domain, by the tests' own evaluator.
"""

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.symbolic.decision.algebraic import note_assumptions
from scmpy.symbolic.decision.equivalence import _range, contradict, is_complex, is_proved_zero, with_pi
from scmpy.symbolic.decision.forms import DecisionForm, NotFinite
from scmpy.symbolic.expression import Head, application, symbol

from ..tables import evaluated
from .balls import OutsideDomain, Point, precision, value

x, y, z = s.symbols("x y z")
p = symbol("p", "positive")
root, angle, log, half = s.sqrt, s.atan, s.log, Fraction(1, 2)
quarter_turn = s.asin(1)

GRID = [
    Point("real", 0, {"x": a, "y": b, "z": c, "p": 1})
    for a, b, c in itertools.product([Fraction(k, 2) for k in range(-5, 6)], (-3, -1, 0, half, 1, 2), (-1, 0, 1))
]


def difference(expression):
    """Is the expression zero at all points of its domain that are tried? None where there are none."""
    met = None
    with precision():
        for point in GRID:
            try:
                at = value(expression, point)
            except OutsideDomain:
                continue
            if not at.contains(0):
                return True
            met = False
    return met


def is_proved(expression):
    return bool(is_proved_zero(DecisionForm(False, note_assumptions), with_pi(expression)))


BORDERS = [x, x + 1, 2 * x - 3, x**2 - 1 + y, x * y + 1, x**2 + x + y, 3 - x]

ZERO = [
    # Of a product that is not negative one factor is 0 where the signs do not fit.
    *((abs(q) + q) * z * (1 + root(q * z) + root(-z)) for q in BORDERS),
    *((abs(q) + q) * (abs(z) - z) * (1 + root(q * z)) * (abs(q) - q) for q in BORDERS),
    (abs(x) + abs(x - 1) - abs(2 * x - 1)) * (1 + root(x * (x - 1))),
    (abs(y) + y) * (1 + root(x) + root(-x - 1)),  # nowhere
    1 + log(x) + root(-x),
    1 + s.expt(x, Fraction(-1, 61)) + root(-x),
    1 + root(-p),
    x * (1 + root(x) + root(-x)) * (1 + abs(y)),
    (root(x) - root(-x)) * (abs(y) + 2),
    angle(x, p) - angle(x / p),
    angle(p, x) + angle(x, p) - quarter_turn,
    angle(-p, x) - angle(x, p) + quarter_turn,
    angle(x**2 + 1, y) + angle(y, x**2 + 1) - quarter_turn,
    angle(x) + angle(1 / x) - quarter_turn * abs(x) / x,
    angle(x**2, y) - 2 * angle(x**2 / (y + root(x**4 + y**2))),
    angle(x) + angle(1) - angle((1 + x) / (1 - x)) - quarter_turn * (1 - abs(1 - x) / (1 - x)),
    s.asin(x) + s.acos(x) - quarter_turn,
    angle(y, application(Head.MINUS, x, x)) - quarter_turn * abs(y) / y,
    (angle(y, x) - quarter_turn * abs(y) / y) * (1 + root(-(x**2))),  # at x = 0 alone
    # What is divided by is not 0.
    (abs(x) / x - abs(y) / y) * (1 + root(x * y)),
    (abs(x) * application(Head.OVER, x) - abs(y) * application(Head.OVER, y)) * (1 + root(x * y)),
]

NOT_ZERO = [
    (x / y + 1) * (1 + root(x) + root(-x)),  # x is divided, y is what is divided by
    (application(Head.OVER, x, y) + 1) * (1 + root(x * p) + root(-x)),
    root(x * y) * (abs(x) - x),
    (abs(x) + x) * (1 + root(x * y) + root(-y)),  # y = 0
    *((abs(q) + q) * (1 + root(q * z) + root(-z)) for q in BORDERS),  # z = 0
    # Numbers at a border: at x = 1 alone these are 2 and 1.
    (x + (x - 1) * x * abs(y)) * (1 + root(x * (x - 1))) * (1 + root(x) + root(1 - x)),
    (x + (x - 1) * x * abs(y)) * (1 + root(x * (x - 1))) * (root(x) + root(1 - x)),
    # Signs that do not contradict each other.
    (1 + root(x) + root(x + 1)) * (abs(y) - y),
    (1 + root(x) + root(-x)) * (abs(y) - y),  # x = 0
    (1 + root(x) + root(-x - y**2)) * (abs(z) - z),  # x = y = 0
    (1 + root(x - 1) + root(3 - x)) * (abs(y) - y),
    (1 + root(x * y) + root(y * z) + root(x * z)) * (abs(x) - x),
    (1 + log(x * y)) * (abs(x) - x),
    # Turns.
    angle(x, y) - angle(x / y),
    angle(x, y) + angle(y, x) - quarter_turn,
    angle(x) + angle(1 / x) - quarter_turn,
    angle(p, x) - angle(p / x),
    angle(x, p) - angle(x / p) + 2 * quarter_turn,
    angle(-p, x) - angle(-p / x),
    angle(y, -p) - angle(-y / p),
    angle(x, y) - 2 * angle(x / (y + root(x**2 + y**2))) + 4 * quarter_turn,
    angle(x) + angle(y) - angle((x + y) / (1 - x * y)),
    2 * angle(x) - angle(2 * x / (1 - x**2)),
    s.asin(2 * x * root(1 - x**2)) - 2 * s.asin(x),
    s.acos(2 * x**2 - 1) - 2 * s.acos(x),
    s.acosh(s.cosh(x)) - x,
    log(x**2) - 2 * log(abs(x)) + abs(y) - y,
    (angle(x**2 + 1, x**2 - x) + angle(-(x**2) - 1, x**2 - x) - 4 * quarter_turn) * s.asin(x**2 + 1),  # at x = 0 alone
]


@pytest.mark.parametrize("expression", ZERO, ids=str)
def test_what_is_zero_is_proved(expression):
    assert difference(expression) is not True
    assert is_proved(expression)


@pytest.mark.parametrize("expression", NOT_ZERO, ids=str)
def test_what_is_not_zero_is_not_proved(expression):
    assert difference(expression) is True
    assert not is_proved(expression)


# --- claims at random -----------------------------------------------------------------------------------------------

#: What the parts of a claim are made of; two are chosen, so that its factors are those of what restricts its domain.
BASES = [
    x,
    y,
    x - 1,
    x + 1,
    x - y,
    x - 2,
    x**2 - 1,
    x**2 + 1,
    x**2 - y,
    2 * x - 1,
    p,
    x - p,
    s.exp(x) - 1,
    root(x),
    abs(x),
]


def combined(a, b):
    """Products, squares and sums of two expressions."""
    of_both = [a * b, a * a * b, a * b * b, a * a, -a * a, a - b, a + b, s.div(a, b), a * a + b * b, s.div(b, a * a)]
    return [a, b, a, b, -a, 1 - a, a + 1, 1 - a * a, a**3, *of_both]


def size(chosen, w):
    """One of the ways to write |w|, or w where it is not negative."""
    ways = [
        abs(w),
        root(w * w),
        root(w) ** 2,
        s.exp(log(w)),
        s.exp(log(abs(w))),
        w * abs(w) / w,
        s.expt(w**4, s.div(1, 4)),
    ]
    return chosen.choice(ways)


def guard(chosen, u, v):
    """What has a value on a part of the domain alone."""
    guards = [
        root(u),
        log(u),
        root(-u),
        s.asin(u),
        1 / root(u),
        s.expt(u, s.div(1, 3)),
        s.expt(u, y),
        s.acosh(u),
        1 / u,
    ]
    return chosen.choice([*guards, root(u) * root(v), log(abs(u)), s.expt(u, s.div(-3, 4)), root(u * v), s.atanh(u)])


def claim(chosen, w, v):
    """A difference that is zero everywhere, on a part of its domain, or nowhere."""
    turns, sign = chosen.choice([0, 1, -1, 2, -2, 4]) * quarter_turn, chosen.choice([1, -1])
    return chosen.choice(
        [
            lambda: size(chosen, w) - sign * w,
            lambda: size(chosen, w) * size(chosen, v) - sign * size(chosen, w * v),
            lambda: size(chosen, w) + size(chosen, v) - chosen.choice([w + v, abs(w + v), abs(w - v), w - v]),
            lambda: size(chosen, w) - size(chosen, -w),
            lambda: angle(w) + angle(1 / w) - turns,
            lambda: angle(w, v) - angle(w / v) - turns,
            lambda: angle(w, v) + angle(-w, v) - turns,
            lambda: angle(w, v) + angle(v, w) - turns,
            lambda: angle(2 * w, 1 - w * w) - 2 * angle(w) - turns,
            lambda: 2 * angle(w) - angle(2 * w / (1 - w * w)) - turns,
            lambda: s.acos(w) - angle(root(1 - w * w) / w) - turns,
            lambda: s.acos(w) - angle(root(1 - w * w), w),
            lambda: log(w * v) - log(w) - log(v),
            lambda: log(w * w) - 2 * chosen.choice([log(w), log(abs(w))]),
            lambda: s.expt(w * v, y) - s.expt(w, y) * s.expt(v, y),
            lambda: s.expt(w * w, y / 2) - s.expt(w, y),
            lambda: s.expt(w, s.div(2, 3)) - s.expt(w * w, s.div(1, 3)),
            lambda: root(w / v) - root(w) / root(v),
            lambda: s.acosh(w) - log(w + root(w * w - 1)),
            lambda: s.atanh(w) - log((1 + w) / (1 - w)) / 2,
            lambda: root(w + v - 2 * root(w * v)) - abs(root(w) - root(v)),
            lambda: root(2 * w + 2 * root(w * w - v * v)) - root(w + v) - root(w - v),
        ]
    )()


@pytest.mark.slow
@settings(deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_proved_of_claims_at_random_is_zero(seed):
    chosen = random.Random(seed)
    parts = combined(*chosen.choices(BASES, k=2))
    try:
        c, g = claim(chosen, *chosen.choices(parts, k=2)), guard(chosen, *chosen.choices(parts, k=2))
        expression = with_pi(chosen.choice([c, c * g, c * (1 + g), c * (2 + g * g), c + g - chosen.choice(parts) * g]))
        assume(hasattr(expression, "operands") and not is_complex(expression))
        proved = is_proved(expression)
    except (ScmpyError, NotFinite, ZeroDivisionError):
        assume(False)
    assert not (proved and difference(expression)), expression


SIGNS = evaluated(__file__, "proofs.txt", "proofs: signs", globals())


@pytest.mark.parametrize(("defined", "signs", "nowhere"), SIGNS)
def test_signs_that_contradict_what_is_defined(defined, signs, nowhere):
    engine = DecisionForm(False, note_assumptions)

    def contradictory():
        forms = [engine.expression_form(expression) for expression in (defined, *signs)]
        return contradict(engine, dict(zip(map(engine.tower.key, forms[1:]), signs.values(), strict=True)))

    assert engine.settled(contradictory) is nowhere


OPEN, CLOSED = ((-half, 1), (half, -1)), ((-half, 0), (half, 0))
RANGES = evaluated(__file__, "proofs.txt", "proofs: ranges", globals())


@pytest.mark.parametrize(("expression", "expected"), RANGES)
def test_intervals_of_angles(expression, expected):
    engine = DecisionForm(False, note_assumptions)
    (atom,) = (atom for atom in engine.form(with_pi(expression)).occurring() if atom.operator is Head.ATAN)
    assert tuple((end.value, end.beyond) for end in _range(engine, atom)) == expected
