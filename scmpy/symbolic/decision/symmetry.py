"""Functions of known parity or period: the argument that stands for all of the same value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.tower import Tower
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import HALF_TURN, PI
from scmpy.symbolic.function_facts import representative, symmetry
from scmpy.symbolic.ring import Form


def representative_form(tower: Tower, form_of: Callable[[Any], Form], head: Any, u: Form) -> tuple[int, Form]:
    """A sign and an argument with f(u) = sign f(argument), the same for all u that have the same value by symmetry.

    ``form_of`` makes the form of an expression in the tower, of the period say. The sign is 0 where an odd function is
    taken at 0.
    """
    known = symmetry(head)
    if known is None:
        return 1, u
    even_or_odd, length = known
    u = tower.rationalized(u)
    whole = None if length is None else form_of(substitute(length, PI, HALF_TURN))

    def rest(turns: Any) -> Form:
        return u if whole is None or not turns else tower.sub(u, tower.scaled(whole, turns))

    turns = Fraction(0) if whole is None else _ratio(tower, u, whole)
    flipped, shift = representative(even_or_odd, turns, lambda: _begins_negative(rest(turns)))
    if flipped:
        u = tower.scaled(u, -1)
    argument = rest(-shift)
    if even_or_odd < 0 and (argument.is_zero or _is_half(tower, argument, whole)):
        return 0, argument
    return (even_or_odd if flipped else 1), argument


def _ratio(tower: Tower, u: Form, whole: Form) -> Fraction:
    """The multiple of the period by which u has the period's leading term."""
    x, y = tower.joined((u, tower.rationalized(whole)))
    top, bottom = dict((x.num * y.den).terms()), (y.num * x.den).terms()
    monomial, coefficient = next(iter(bottom), (None, 1))
    return to_fraction(top.get(monomial, 0) / coefficient)


def _is_half(tower: Tower, argument: Form, whole: Form | None) -> bool:
    """Is this half a period, where an odd function vanishes too?"""
    return whole is not None and tower.sub(tower.scaled(argument, 2), whole).is_zero


def _begins_negative(u: Form) -> bool:
    """True of one of u and -u."""
    return bool(u.num and u.num.leading_coefficient() < 0)
