"""Does an expression vanish, as the answer of a question claims? Proved, refuted, or found so at points.

What :func:`equivalent` proves is proved. What it does not decide is evaluated in ball arithmetic at points that have
the declared facts: there it has to contain zero within a radius of 1e-40. That is no proof, but no error of an answer
survives it that is not as small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import exact_complex, is_exact
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.assumptions import known
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.decision.ideals import have_no_common_zeros
from scmpy.symbolic.decision.known_signs import note_assumptions
from scmpy.symbolic.decision.witness import Search, has_facts
from scmpy.symbolic.decision.zeros import vanishing_parts
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, precision
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import Expression, Symbol, foreign
from scmpy.symbolic.fold import fold, subexpressions
from scmpy.symbolic.sympy_bridge import to_sympy

_POINTS = 12
_SCALES = (Fraction(1), Fraction(10**4), Fraction(1, 10**4))
_BITS = (256, 1024)
_RADIUS = 2.0**-133
_DIGITS, _NEAR_ZERO = 50, 1e-30

#: What is so small beside other floats is taken for zero.
SMALL = 1e-9


class Check(NamedTuple):
    """At how many points an expression vanishes, at how many it does not, and one of these; proved if so."""

    vanishing: int
    other: int
    where: str = ""
    proved: bool = False

    @property
    def passed(self) -> bool:
        """Does it vanish wherever that could be told?"""
        return self.proved or (self.vanishing >= 1 and not self.other)


def vanishes(residual: Any) -> Check:
    """Does a residual vanish?

    >>> from scmpy import sqrt, symbols
    >>> x = symbols("x")
    >>> vanishes((x + 1) ** 2 - x**2 - 2 * x - 1).proved, vanishes(sqrt(x**2) - x).passed
    (True, False)
    """
    if is_number(residual):
        return Check(1, 0, proved=True) if residual == 0 else Check(0, 1)
    if is_foreign(residual):
        return _by_sympy(residual)
    try:
        if equivalent(residual, 0).verdict == "equal":
            return Check(1, 0, proved=True)
    except LimitError:
        pass
    return at_points(residual)


def at_points(residual: Expression) -> Check:
    """Does a residual vanish at points that have the declared facts, with complex values where it has such?"""
    vanishing, other, where = 0, 0, ""
    search = Search(residual, 0, True)
    for seed in range(_POINTS):
        point = search.random_point(seed)
        ball = _enclosure(search, point, seed)
        if ball is None:
            continue
        if not ball.contains(0):
            other += 1
            where = where or _written(point)
        elif abs(ball).upper() < _RADIUS:
            vanishing += 1
    return Check(vanishing, other, where)


def _by_sympy(residual: Expression) -> Check:
    """The same where there are special functions that only SymPy has, whose values are then mpmath's."""
    vanishing, other, where = 0, 0, ""
    for point, value in _values_by_sympy(residual):
        if abs(value) < _NEAR_ZERO:
            vanishing += 1
        else:
            other += 1
            where = where or _written(point)
    return Check(vanishing, other, where)


def _values_by_sympy(expression: Expression) -> Iterator[tuple[Any, Any]]:
    """Points and the values at them, where there are such."""
    search = Search(expression, 0, True)
    whole = to_sympy(expression)
    for seed in range(_POINTS):
        point = search.random_point(seed)
        try:
            value = whole.subs({to_sympy(x): to_sympy(value) for x, value in point.items()}).evalf(_DIGITS)
        except (ValueError, ArithmeticError):  # mpmath has none
            continue
        if value.is_number and value.is_finite:
            yield point, value


def lacks_values(value: Any) -> bool:
    """Is a value made of special functions that only SymPy has, at places where it finds no numbers?"""
    return is_foreign(value) and next(_values_by_sympy(value), None) is None


def is_foreign(value: Any) -> bool:
    """Are there special functions in a value that only SymPy has?"""
    return isinstance(value, Expression) and any(isinstance(x, Symbol) and x in foreign for x in subexpressions(value))


def at_point(point: Any) -> str:
    """A point as a message says it, after the rest: `` where k = 0.5``; nothing where there are no parameters."""
    return " where " + ", ".join(f"{x.name} = {float(value):.6g}" for x, value in point.items()) if point else ""


def _written(point: Any) -> str:
    return ", ".join(f"{x.name} = {scheme_text(value)}" for x, value in point.items())


def _enclosure(search: Search, point: Any, seed: int) -> Any:
    """The ball of the residual at a point, small if it contains zero; None outside the domain."""
    if not all(has_facts(point[x], x.facts) for x in search.declared):
        return None
    ball = None
    for bits in _BITS:
        with precision(bits):
            try:
                ball, _, *assumed = search.evaluator.at(point, seed)
            except Unusable:
                return None
            if not all(map(has_facts, (x.real for x in assumed), search.facts)):
                return None
            if not ball.contains(0) or abs(ball).upper() < _RADIUS:
                return ball
    return ball


def has_floats(value: Any) -> bool:
    """Are there inexact numbers in a value?"""
    if not isinstance(value, Expression):
        return not is_exact(value)
    return any(is_number(x) and not is_exact(x) for node in subexpressions(value) for x in node.operands)


def exactly(value: Any) -> Any:
    """The expression with the fractions that its floats are."""

    def leaf(x: Any) -> Any:
        return x if isinstance(x, Symbol) or is_exact(x) else exact_complex(Fraction(x.real), Fraction(x.imag))

    return fold(value, leaf, lambda node, parts: apply_head(node.operator, tuple(parts)))


def negligible(value: Any, beside: Iterable[Any]) -> bool:
    """Does an exact value vanish, is one with floats in it small relative to the largest of others?

    >>> negligible(1e-12, [1.0]), negligible(1e-12, [1e-11]), negligible(1e-12, [])
    (True, False, False)
    """
    scales = list(beside)
    if not has_floats(value):
        return vanishes(value).passed
    if is_number(value) and all(map(is_number, scales)):
        return bool(abs(value) <= SMALL * max(map(abs, scales), default=0))
    excess = g.square(exactly(value))
    for scale in scales:
        excess = g.sub(excess, g.square(g.mul(Fraction(SMALL), exactly(scale))))
    return signs_at_points(excess) in (-1, 0)


def has_literals(*values: Any) -> bool:
    """Are there literal functions in these values?"""
    return bool(Evaluator(*values, complex_domain=True).functions)


def facts_at_points(value: Any, facts: frozenset[str]) -> bool:
    """Has a value these facts at some point, of any size, as far as can be told?"""
    if not facts:
        return True
    if is_foreign(value):
        from flint import arb

        parts = [there.as_real_imag() for _, there in _values_by_sympy(value)]
        real = [arb(str(re), _NEAR_ZERO) for re, im in parts if abs(im) < _NEAR_ZERO]
        return not parts or any(has_facts_nearly(x, facts) for x in real)
    search = Search(value, 0, True)
    met = False
    for seed, scale in product(range(_POINTS), _SCALES):
        point: Any = {x: Fraction(at) * scale for x, at in search.random_point(seed).items()}
        ball = _enclosure(search, point, seed)
        if ball is None:
            continue
        met = True
        real = abs(ball.imag).upper() < _RADIUS
        if real and has_facts_nearly(ball.real, facts):
            return True
    return not met


def signs_at_points(value: Any) -> int | None:
    """The sign of the real part of a value, if it is the same at all points that have the facts; None if it differs."""
    if is_number(value):
        return int(value > 0) - int(value < 0)
    if vanishes(value).proved:
        return 0
    signs = set()
    search = Search(value, 0, True)
    for seed in range(_POINTS):
        ball = _enclosure(search, search.random_point(seed), seed)
        if ball is not None:
            part = ball.real
            signs.add(1 if part > 0 else -1 if part < 0 else 0 if abs(part).upper() < _RADIUS else None)
    return signs.pop() if len(signs) == 1 else None


def reality_at_points(value: Any) -> bool | None:
    """Is a value real at all points that have the facts, or at none (False)? None if that differs or is unknown."""
    if is_number(value):
        return bool(value.imag == 0)
    search = Search(value, 0, True)
    balls = [_enclosure(search, search.random_point(seed), seed) for seed in range(_POINTS)]
    found = {abs(ball.imag).upper() < _RADIUS for ball in balls if ball is not None}
    return found.pop() if len(found) == 1 else None


def has_facts_nearly(ball: Any, facts: frozenset[str]) -> bool:
    """Do the facts hold of a number in a ball? One around zero is zero, around an integer that."""
    nearest = ball.unique_fmpz()
    if nearest is None and ball.contains_integer():
        nearest = ball.mid().floor().unique_fmpz()
    if nearest is not None and abs(ball - nearest).upper() < _RADIUS:
        return has_facts(Fraction(int(nearest)), facts)
    return not facts & {"integer", "even", "odd"} and has_facts(ball, facts - {"rational"})


def nowhere_vanish(residuals: list[Any], unknowns: list[Expression]) -> bool:
    """Is it proved that equations have no solution in common, of real numbers where the unknowns are?"""
    engine = Certain(not all(known("real", x) for x in unknowns), note_assumptions)

    def decided() -> bool:
        forms = [engine.expression_form(x) for x in residuals]
        if engine.half_angles:
            return False
        if not engine.complex_domain:
            forms = [part for form in forms for part in vanishing_parts(engine, form)]
        return have_no_common_zeros(engine, [form.ring.form(form.num) for form in forms], [])

    try:
        return engine.settled(decided)
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return False
