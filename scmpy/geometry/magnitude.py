"""Signs and magnitudes of scalars: as numbers where the sign is proved for all places, else with an absolute value.

What is symbolic stands for values in every region of a manifold, inside and outside of horizons: its sign is never
looked up at some of them. Where it neither is proved nor follows from what is assumed, both hold abs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from scmpy.calculus.differential import finite_part
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements, is_array_of_objects, map_array
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.memory import memoized
from scmpy.geometry.components import carried_out
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.equivalence import equivalent, proved_sign
from scmpy.symbolic.expression import OVER, Expression
from scmpy.symbolic.kernels import has_negative_sign
from scmpy.symbolic.probe import is_surely_not_zero
from scmpy.symbolic.simplify import reduced

T = TypeVar("T")


def magnitude(x: Any) -> Any:
    """The absolute value of a scalar.

    What is differentiated has the sign of its finite part.

    >>> from scmpy.symbolic.expression import symbols
    >>> x = symbols("x")
    >>> magnitude(-4), magnitude(-(x**2)), magnitude(1 - x)
    (4, (expt x 2), (abs (+ 1 (* -1 x))))
    """
    if is_array_of_objects(x):
        return map_array(magnitude, x)
    sign = _proved_sign(x)
    if sign == 0 and isinstance(x, Expression) and x.operator is OVER:
        return g.div(*map(magnitude, x.operands))
    return x if sign > 0 else reduced(g.negate(x)) if sign < 0 else g.abs_(_of_one_sign(x))


def sign_of(x: Any) -> Any:
    """The sign of a scalar that is not zero: 1, -1, or the quotient by its magnitude.

    >>> from scmpy.symbolic.expression import symbols
    >>> x = symbols("x")
    >>> sign_of(-4), sign_of(-(x**2)), sign_of(1 - x)
    (-1, -1, (/ (+ 1 (* -1 x)) (abs (+ 1 (* -1 x)))))
    """
    return _proved_sign(x) or carried_out(g.div(x, magnitude(x)))


def _proved_sign(x: Any) -> int:
    value = finite_part(x)
    return _decided(proved_sign, _sign, value) if isinstance(value, Expression) else 0


def _decided(decide: Callable[[Any], T], known: Callable[[Any], T], x: Expression) -> T:
    """What is decided of an expression; it is remembered where nothing is assumed."""
    return decide(x) if assumptions_in_force() else known(x)


def _is_zero(x: Expression) -> bool:
    return not is_surely_not_zero(x) and equivalent(x, 0).verdict == "equal"


_sign, _zero = memoized(256)(proved_sign), memoized(256)(_is_zero)


def _of_one_sign(x: Any) -> Any:
    """Of x and -x always the same one."""
    return reduced(g.negate(x)) if isinstance(x, Expression) and has_negative_sign(x) else x


def vanishes(x: Any) -> bool:
    """Is a scalar, or one of a batch, proved to be zero?

    >>> from scmpy import cosh, sinh, symbols
    >>> x = symbols("x")
    >>> vanishes(cosh(x) ** 2 - sinh(x) ** 2 - 1), vanishes(x)
    (True, False)
    """
    if isinstance(x, Expression):
        return _decided(_is_zero, _zero, x)
    return any(vanishes(part) if isinstance(part, Expression) else is_zero_number(part) for part in elements(x))
