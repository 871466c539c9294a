"""Local tuples: the state (t, q, v, a, ...) of a path at a moment, and the lift of a path to them.

Math:    Gamma[q](t) = (t, q(t), Dq(t), ...)
Source:  SICM 1.4
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import CALLED, ArityError, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import length
from scmpy.generic.arrays import as_batch
from scmpy.generic.composite import map_composite
from scmpy.generic.functions import Function, arity
from scmpy.generic.settings import Limit
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import Coordinates, Path, Scalar, StateFunction
from scmpy.structure.structure import Structure, Up, down, leaves, up
from scmpy.symbolic.expression import Expression, symbol


def check_degrees(n: Any) -> None:
    """Raise WrongTypeError unless this is a number of degrees of freedom."""
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise WrongTypeError(f"{CALLED} expects a count of degrees of freedom, got {describe(n)}")


def check_state_function(f: Any, operation: str, kind: str, state: str) -> StateFunction:
    """A Lagrangian or Hamiltonian is a function of one argument, the state; an error says so of what is not."""
    if not callable(f):
        raise WrongTypeError(f"{operation} expects a {kind}, a function of {state}, got {describe(f)}")
    least, most = arity(f)
    if least > 1 or most == 0:
        raise ArityError(
            f"{operation} expects a {kind} of one argument, the state {state}; {describe(f)} takes {least}"
        )
    return f  # type: ignore[no-any-return]


@public("->local", "->state", "->L-state", python="to_local")
def to_local(t: Scalar, q: Coordinates, v: Coordinates, *higher: Coordinates) -> Up:
    """The local tuple of a time, coordinates, velocities and what follows.

    Scheme:  (->local t q v)
    Shapes:  q, v: up(n), or scalars;  result: up(t, q, v, ...)
    Source:  SICM 1.4
    >>> to_local(0, 1, 2)
    (up 0 1 2)
    """
    return Up((t, q, v, *higher))


def selector(slot: int, name: str, doc: str, *aliases: str) -> Function:
    """A public function that takes one component of a state."""

    def select(state: Any) -> Any:
        components = state if isinstance(state, list) else getattr(state, "components", None)
        if components is None or (isinstance(state, Structure) and not isinstance(state, Up)):
            raise StructureError(f"{name} expects a state (up t q v ...), got {describe(state)}")
        if len(components) <= slot:
            raise StructureError(f"{name} expects a state with at least {slot + 1} components, got {describe(state)}")
        return components[slot]

    select.__doc__ = doc
    selector = Function(select, name)
    for alias in (name, *aliases):
        register(alias, selector, module=__name__)
    return selector


_EXAMPLE = "up(0, up(1, 2), up(3, 4), up(5, 6))"
_FIELDS = {"shapes": "state: up(t, q, v, a, ...)", "source": "SICM 1.4"}

time = selector(
    0,
    "time",
    docstring("The time of a local tuple.", "(time state)", f"time({_EXAMPLE})", "0", **_FIELDS),
    "state->t",
)
coordinate = selector(
    1,
    "coordinate",
    docstring(
        "The coordinates of a local tuple.", "(coordinate state)", f"coordinate({_EXAMPLE})", "(up 1 2)", **_FIELDS
    ),
    *("coordinates", "state->q", "Q"),
)
velocity = selector(
    2,
    "velocity",
    docstring("The velocities of a local tuple.", "(velocity state)", f"velocity({_EXAMPLE})", "(up 3 4)", **_FIELDS),
    *("velocities", "state->qdot", "Qdot"),
)
acceleration = selector(
    3,
    "acceleration",
    docstring(
        "The accelerations of a local tuple.",
        "(acceleration state)",
        f"acceleration({_EXAMPLE})",
        "(up 5 6)",
        **_FIELDS,
    ),
    *("accelerations", "state->qddot", "Qdotdot"),
)

for _name in ("coordinate-tuple", "velocity-tuple", "acceleration-tuple"):
    register(
        _name,
        up,
        module=__name__,
        doc=docstring(
            "An up tuple, of coordinates or what contracts like them.",
            f"({_name} x ...)",
            f"{_name.replace('-', '_')}(1, 2)",
            "(up 1 2)",
        ),
    )
register(
    "momentum-tuple",
    down,
    module=__name__,
    doc=docstring(
        "A down tuple, of momenta.", "(momentum-tuple p ...)", "momentum_tuple(1, 2) * velocity_tuple(3, 4)", "11"
    ),
)


_fresh = itertools.count()


def literal_like(value: Any) -> Any:
    """A structure of this shape of symbols that occur nowhere else: what holds for them holds for all values."""
    return map_composite(lambda _: symbol(f"unknown {next(_fresh)}"), value)


MOST_COMPONENTS = Limit("most-state-components", 1_000, "Components of a state, each the derivative of the one before.")


def of_time(function: Callable[[Any], Any], name: str) -> Function:
    """A function of the time, which is a number: an array of times is a batch of them."""
    return Function(lambda t: function(as_batch(t)), name, elementwise=True)


def check_path(q: Any, operation: str) -> Path:
    """A path is a function of the time; a tuple of symbols, where literal functions are meant, is none."""
    if not callable(q):
        hint = "; paths x and y are one path as up(x, y)" if isinstance(q, (list, tuple)) else ""
        raise WrongTypeError(f"{operation} expects a path, a function of time, got {describe(q)}{hint}")
    parts = leaves(q) if isinstance(q, Structure) else ()
    if any(isinstance(x, Expression) for x in parts) and not any(map(callable, parts)):
        raise WrongTypeError(
            f"{operation} expects a path, a function of time, got the tuple {q} of symbols, which stand for numbers: "
            "literal_function, in Scheme (literal-function 'x), makes functions"
        )
    return q  # type: ignore[no-any-return]


@public("Gamma", "path->state-path")
def Gamma(q: Path, n: int = 3) -> Function:
    """The lift of a path to local tuples of n components.

    Scheme:  ((Gamma q) t), ((Gamma q n) t)
    Math:    Gamma[q](t) = (t, q(t), Dq(t), ...)
    Shapes:  q: t -> scalar or up(n);  result: t -> up(t, q, v, ...)
    Raises:  WrongTypeError unless q is a function; ArityError unless it takes the time alone
    Source:  SICM 1.4
    >>> Gamma(lambda t: t**3, 4)(2)
    (up 2 8 12 12)
    """
    check_path(q, "Gamma")
    least, most = arity(q)
    if least > 1 or most == 0:
        raise ArityError(f"Gamma expects a path, a function of one argument, the time; {describe(q)} takes {least}")
    if not isinstance(n, int) or n < 2:
        raise WrongTypeError(f"Gamma expects a number of components of at least 2, got {describe(n)}")
    length(n, "Gamma", MOST_COMPONENTS)
    lifts = [q]
    for _ in range(n - 2):
        lifts.append(D(lifts[-1]))

    def state(t: Any) -> Up:
        parts = [lift(t) for lift in lifts]
        if isinstance(parts[0], tuple):
            raise WrongTypeError(
                f"Gamma expects a path whose values are numbers or up tuples, got a tuple of {len(parts[0])}: "
                "coordinates x and y are one value as up(x, y)"
            )
        return Up((t, *parts))

    return of_time(state, "Gamma")
