"""The decision form of an expression has its value, and what is concluded about signs holds, wherever it is defined.

``equivalent`` looks for a witness before it proves anything, so that a wrong rewrite would seldom change a verdict: the
form itself is compared, by the tests' own evaluator, at points of the domain.
"""

import contextlib
import itertools
import math
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq
from hypothesis import given

import scmpy as s
from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.algebraic import _bits_of_separation, is_algebraic_zero, note_assumptions
from scmpy.symbolic.decision.equivalence import _range as angle_range
from scmpy.symbolic.decision.equivalence import is_complex, vanishing_parts, with_pi
from scmpy.symbolic.decision.forms import DecisionForm, Refined
from scmpy.symbolic.expression import Expression, Head, application, numerical, symbol

from ..tables import evaluated, rows, sections
from . import balls
from . import generators as gen
from . import test_identities as identities
from .balls import OutsideDomain, Point, precision, same, value
from .test_table_of_verdicts import systems

x, y, z = s.symbols("x y z")
m, n = s.symbols("m n", integer=True)
f, i = gen.f, s.sqrt(-1)
third, half = Fraction(1, 3), Fraction(1, 2)


class Nearby(Point):
    """A point with all symbols, but for those with facts, between -1/2 and 1/2: in the domain of arcsines."""

    def symbol(self, symbol):
        plain = symbol.name != "π" and not getattr(symbol, "facts", ())
        return super().symbol(symbol) / (4 if plain else 1)


class Principal(Point):
    """A point of real numbers at which functions have their principal values, that may be complex."""

    def symbol(self, symbol):
        return Point("real", self.seed).symbol(symbol)


KINDS = [(kind, domain) for domain in ("positive", "negative", "real") for kind in (Point, Nearby)]
REAL = [kind(domain, seed) for seed in range(3) for kind, domain in KINDS]
COMPLEX = [Principal("complex", seed) for seed in range(6)]


def _sign(p):
    if p.contains(0) or p.imag != 0:
        raise OutsideDomain("the sign of zero")
    return acb(1 if p.real > 0 else -1)


def _logarithm_of_positive(p):
    if p.imag != 0 or not p.real > 0:
        raise OutsideDomain("a formal logarithm is additive, and has no value")
    return p.log()


def _logarithm_of_size(p):
    return acb(abs(p)).log() if p.imag == 0 else p.log()


@pytest.fixture(autouse=True)
def heads_of_atoms(monkeypatch):
    """What stands in decision forms alone."""
    for name, function in (
        ("sign", _sign),
        ("formal-log", _logarithm_of_positive),
        ("log-of-size", _logarithm_of_size),
    ):
        monkeypatch.setitem(balls.HEADS, name, function)


def atoms_shown(engine, key):
    """A key with the applications of literal functions as they came; its logarithms are those of absolute values."""
    if not isinstance(key, Expression):
        return key
    principal = any(atom.operator is Head.LOG for atom in engine.not_real)
    shown = engine.shown(key)
    return shown if principal else s.substitute(shown, Head.LOG, symbol("log-of-size"))


def check(expression):
    """The number of points at which the form and the expression have the same value; an error where they have not."""
    in_complex_domain = is_complex(expression)
    engine = DecisionForm(in_complex_domain)
    try:
        form = engine.form(with_pi(expression))
        key = engine.tower.key(form)
    except (LimitError, DomainError, DivisionByZeroError, NotFinite):
        return 0
    parts = [engine.tower.expression(form.ring, part) for part in (form.num, form.den)] if not form.is_zero else [0, 1]
    shown = [atoms_shown(engine, e) for e in (application(Head.OVER, *parts), key)]
    signs = [(atoms_shown(engine, key), sign) for key, sign in engine.known_signs.items()]
    nonzero = [atoms_shown(engine, key) for key in engine.nonzero]
    facts = [([atoms_shown(engine, key) for key in fact.factors], fact.sign) for fact in engine.facts]
    angles = list(ranges_of_angles(engine))
    compared = 0
    with precision():
        for point in COMPLEX if in_complex_domain else REAL:
            try:
                expected = value(expression, point)
            except OutsideDomain:
                continue
            for e in shown:
                found = _value(e, point)
                assert found is None or same(found, expected), f"{expression} became {e} at {point}"
                compared += found is not None
            for key, sign in signs:
                found = _value(key, point)
                assert found is None or not (sign * found.real < 0), f"{expression}: sign of {key} at {point}"
            for key in nonzero:
                found = _value(key, point)
                assert found is None or found != 0, f"{expression}: {key} vanishes at {point}"
            for atom, (low, high) in angles:
                found = _value(atom, point)
                assert found is None or _is_between(found.real / arb.pi(), low, high), (
                    f"{expression}: {atom} at {point}"
                )
            for keys, sign in facts:
                found = [_value(key, point) for key in keys]
                assert None in found or not sign * math.prod(found, start=acb(1)).real < 0, f"{expression}: {keys}"
    return compared


def ranges_of_angles(engine):
    """The arctangents among the atoms, with the intervals that they are in."""
    for atom in list(engine.tower.order):
        if atom.operator is Head.ATAN and atom not in engine.not_real:
            with contextlib.suppress(Refined, LimitError):  # a range may cost too much
                yield atoms_shown(engine, atom), angle_range(engine, atom)


def _is_between(x, low, high):
    """Is a number of half turns in an interval, whose ends may not belong to it?"""
    above, below = x - _arb(low.value), _arb(high.value) - x
    return not (above < 0 or below < 0 or (low.beyond and above == 0) or (high.beyond and below == 0))


def _arb(x):
    return arb(fmpq(x.numerator, x.denominator))


def _value(e, point):
    try:
        return value(e, point)
    except OutsideDomain:
        return None


SPECIAL = sections(__file__, "forms.txt")


@pytest.mark.parametrize("kind", SPECIAL)
def test_forms_of_special_cases(kind):
    for row in SPECIAL[kind]:
        assert check(eval(row, identities.NAMES)) > 0, row


@pytest.mark.parametrize("line", identities.LINES)
def test_forms_of_both_sides(line):
    for side in identities._sides(line):
        check(side)


@given(gen.wild_expressions)
def test_forms_of_wild_expressions(e):
    check(e)


# --- constants and enclosures -----------------------------------------------------------------------------------

ALGEBRAIC = evaluated(__file__, "algebraic_numbers.txt", "algebraic", globals())


@pytest.mark.parametrize("make", ALGEBRAIC)
@pytest.mark.parametrize("digits", [3, 20, 60])
def test_what_is_separated_from_zero(make, digits):
    """An algebraic constant that is not zero is larger than 2^-bits; its difference from itself is zero."""
    e = make(x)
    constant = s.substitute(e, x, radical(10**digits + 3))
    bits = _bits_of_separation(constant)
    with precision(2_000):
        size = abs(value(constant, Point()))
        assert size > arb(2) ** -bits
    assert not is_algebraic_zero(constant)


def radical(c):
    """The number as an expression: operations on exact numbers alone would give floats."""
    return application(Head.PLUS, c, 0)


NUMBERS = [Fraction(k, 2) for k in (-7, -4, -3, -2, -1, 0, 1, 2, 3, 4, 7)]
ONE = "sqrt exp log sin cos tan cot sec csc asin acos atan sinh cosh tanh sech csch abs".split()


@pytest.mark.parametrize("name", ONE)
def test_enclosures_of_functions(name):
    e = application(numerical(name), x)
    for number in NUMBERS:
        agrees(e, {"x": number})


@pytest.mark.parametrize("name", ["expt", "atan", "+", "-", "*", "/"])
def test_enclosures_of_functions_of_two(name):
    e = application(numerical(name), x, y)
    for a, b in itertools.product(NUMBERS, repeat=2):
        border = (name == "expt" and a == 0) or (name == "atan" and a == 0 and b <= 0)  # a matter of convention
        if not border:
            agrees(e, {"x": a, "y": b})


def agrees(e, given):
    """The library's enclosure holds the value, and there is none where there is no value."""
    try:
        expected = value(e, given)
    except OutsideDomain:
        expected = None
    try:
        with precision():
            (found,) = Evaluator(e).at({symbol(name): number for name, number in given.items()})
    except PointRejected:
        found = None
    assert (found is None) == (expected is None), (e, given, found)
    assert found is None or same(acb(found), expected), (e, given, found)


# --- zeros -----------------------------------------------------------------------------------------------------

SIDES = [side for row in rows(__file__, "systems.txt") for system in systems(row) for side in system]
VANISHING = [eval(row, identities.NAMES) for row in rows(__file__, "vanishing.txt")] + SIDES


@pytest.mark.parametrize("e", [e for e in dict.fromkeys(VANISHING) if hasattr(e, "operands")], ids=str)
def test_parts_vanish_together_where_the_expression_does(e):
    engine = DecisionForm(False, note_assumptions)
    parts = engine.settled(lambda: vanishing_parts(engine, engine.expression_form(with_pi(e))))
    keys = [atoms_shown(engine, engine.tower.key(part)) for part in parts]
    grid = [Fraction(k, 2) for k in range(-6, 7)]
    with precision():
        for a, b in itertools.product(grid, grid):
            point = Point("real", 0, {"x": a, "y": b, "p": abs(a)})
            try:
                vanishes = value(e, point).contains(0)
            except OutsideDomain:
                continue
            found = [_value(key, point) for key in keys]
            if None not in found:
                assert vanishes == all(part.contains(0) for part in found), (a, b, keys)
