"""Functions of known parity or period: the argument that stands for all of the same value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.forms import Form, rational
from scmpy.symbolic.expression import HALF_TURN, PI
from scmpy.symbolic.function_facts import representative, symmetry

if TYPE_CHECKING:
    from scmpy.symbolic.decision.certain import Certain


def representative_form(engine: Certain, head: Any, u: Form) -> tuple[int, Form]:
    """A sign and an argument with f(u) = sign f(argument), the same for all u that have the same value by symmetry.

    The sign is 0 where an odd function is taken at 0.
    """
    known = symmetry(head)
    if known is None:
        return 1, u
    tower, (even_or_odd, length) = engine.tower, known
    u = tower.rationalized(u)
    whole = None if length is None else engine.expression_form(substitute(length, PI, HALF_TURN))

    def rest(turns: Any) -> Form:
        return u if whole is None or not turns else tower.sub(u, tower.scaled(whole, turns))

    turns = Fraction(0) if whole is None else _ratio(engine, u, whole)
    flipped, shift = representative(even_or_odd, turns, lambda: _is_negative(rest(turns)))
    if flipped:
        u = tower.scaled(u, -1)
    argument = rest(-shift)
    if even_or_odd < 0 and (argument.is_zero or _is_half(argument, whole, engine)):
        return 0, argument
    return (even_or_odd if flipped else 1), argument


def _ratio(engine: Certain, u: Form, whole: Form) -> Fraction:
    """The multiple of the period by which u has the period's leading term."""
    x, y = engine.tower.joined((u, engine.tower.rationalized(whole)))
    top, bottom = dict((x.num * y.den).terms()), (y.num * x.den).terms()
    monomial, coefficient = next(iter(bottom), (None, 1))
    return rational(top.get(monomial, 0) / coefficient) if monomial in top else Fraction(0)


def _is_half(argument: Form, whole: Form | None, engine: Certain) -> bool:
    """Is this half a period, where an odd function vanishes too?"""
    return whole is not None and engine.tower.sub(engine.tower.scaled(argument, 2), whole).is_zero


def _is_negative(u: Form) -> bool:
    """True of one of u and -u."""
    return bool(u.num and u.num.leading_coefficient() < 0)
