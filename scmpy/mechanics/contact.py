"""Contact of bodies: impacts, constraints that begin all at once, and dry friction.

Contact is held by forces lambda a, as constraints are, with a the coefficients of what it lets not happen: of the gap
between two bodies, or of the velocity at which they slip.

- At an impact the momenta jump by an impulse lambda a, after which the rate a v + a_t is - e times the one before.
- With dry friction a contact sticks, a v + a_t = 0, while abs(lambda) is not above a limit; it slips with lambda at the
  limit against the slip. The state has a place for which it does, 1, 0 or -1, which events change.

Source:  B. Brogliato, Nonsmooth Mechanics, 3rd edition 2016, 4 and 5
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scmpy.errors import DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import items
from scmpy.generic.types import Scalar, ScalarKind, Values, is_number
from scmpy.mechanics.constraints import OFF, Constrained, check_constraints, constrained, rate_form
from scmpy.mechanics.lagrangian import check_lagrangian, force_of_inertia
from scmpy.mechanics.state import check_state, check_state_function, number_of
from scmpy.numerics.ode.events import Crossing, crossing
from scmpy.registry import public
from scmpy.structure.tuples import Up, leaves, unflatten
from scmpy.structure.types import Lagrangian, StateDerivative, StateFunction


@public("impact")
def impact(L: Lagrangian, constraints: StateFunction, restitution: Scalar = 0) -> Function:
    """The state after an impact of bodies between which there is a gap: what an event makes of the one before.

    The constraints are gaps that closed, or velocities that vanish from now on, without restitution; several act
    together.

    Scheme:  ((impact L G [restitution]) (up t q v))
    Math:    d2 L(t, q, v') - d2 L(t, q, v) = lambda a,  a v' + a_t = - e (a v + a_t)
    Shapes:  G: up(t, q, v) -> scalar or up(P), as in constraint-coefficients;  result: up(t, q, v')
    Raises:  DomainError for redundant constraints, and for momenta that are not linear in the velocities;
             DivisionByZeroError naming a direction without inertia; StructureError unless G is a scalar or an up tuple
             of scalars, and v shaped like q
    Source:  Brogliato, Nonsmooth Mechanics, 4
    1 ]=> (define (gap s) (ref s 1 1))
    1 ]=> ((impact (L-uniform-acceleration 'm 'g) gap 'e) (up 't (up 'x 0) (up 'u 'v)))
    ;Value: (up t (up x 0) (up u (* -1 e v)))
    >>> gap = lambda s: s[1][1] - s[1][0]  # of two balls in a row; the masses are 1 and 2
    >>> balls = lambda s: (s[2][0] ** 2 + 2 * s[2][1] ** 2) / 2
    >>> impact(balls, gap, 1)(up(0, up(0, 0), up(3, 0)))
    (up 0 (up 0 0) (up -1 2))
    """
    name = "impact"
    check_lagrangian(L, name)
    checked = check_constraints(constraints, name)

    def at(state: Any) -> Up:
        system = constrained(L, checked, state, name)
        local, after = system.local, g.negate(g.add(1, restitution))
        right = [g.mul(after, x) for x in leaves(system.rate(local))]
        found = system.after_impulse(right, name)
        _check_same(system.inertia, force_of_inertia(L, found, name)[0], name)
        return found

    return Function(at, name)


def _check_same(inertia: Any, later: Any, operation: str) -> None:
    """An error if an inertia is seen to depend on the velocities."""
    pairs = [(x, y) for row, other in zip(inertia, later, strict=True) for x, y in zip(row, other, strict=True)]
    numbers = [(x, y) for x, y in pairs if isinstance(x, (int, float)) and isinstance(y, (int, float))]
    if any(abs(x - y) > OFF * (abs(x) + abs(y)) for x, y in numbers):
        raise DomainError(f"{operation} expects a Lagrangian whose momenta are linear in the velocities")


# --- dry friction ----------------------------------------------------------------------------------------------------


class DryFriction(NamedTuple):
    """A motion with contacts that slip or stick: its state derivative, its events, and what makes its states."""

    derivative: StateDerivative
    events: tuple[Crossing, ...]
    start: StateFunction


@public("dry-friction")
def dry_friction(
    L: Lagrangian,
    slip: StateFunction | Values,
    limit: StateFunction | Scalar | Values,
    static_limit: StateFunction | Scalar | Values | None = None,
    dissipation: StateFunction | None = None,
    force: StateFunction | None = None,
) -> DryFriction:
    """The motion with dry friction at contacts, in states (t, q, v, how): 0 of a contact that sticks, else the sign of
    its slip.

    The value is the list of a state derivative, the events at which contacts begin to stick or to slip, and a function
    that makes a state of (t, q, v): together they are a motion, as ``compile_motion(derivative, kind="derivative",
    events=events)``. The limits of the friction forces may depend on the state, as they do on its normal forces.

    Scheme:  (dry-friction L slip limit [static-limit [dissipation [force]]])
    Math:    M A = f + lambda a;  slipping: lambda = - sign(a v + a_t) limit;  sticking: d(a v + a_t)/dt = 0
    Shapes:  slip: up(t, q, v) -> scalar, linear in v, or a list of such;  limits: scalars or functions of up(t, q, v),
             or lists of such;  how: a scalar, for a list an up tuple
    Raises:  DomainError for redundant contacts, and for a contact that sticks and slips; WrongTypeError for limits that
             are no scalars; StructureError unless there is one for each contact
    Source:  Brogliato, Nonsmooth Mechanics, 5
    1 ]=> (define block (dry-friction (L-uniform-acceleration 'm 'g) (lambda (s) (ref s 2 0)) 'F))
    1 ]=> ((car block) (up 't (up 'x 'y) (up 'u 'v) 1))
    ;Value: (up 1 (up u v) (up (/ (* -1 F) m) (* -1 g)) 0)
    >>> block = dry_friction(lambda s: s[2] ** 2 / 2 - 2 * s[1], velocity, 4)  # on an incline
    >>> slide = compile_motion(block.derivative, kind="derivative", events=block.events)
    >>> [round(x, 9) for x in slide(block.start(up(0.0, 0.0, 2.0)), 3.0)]  # it sticks after a third of a second
    [3.0, 0.333333333, 0.0, 0.0]
    """
    check_lagrangian(L, "dry-friction")
    slips = (slip,) if callable(slip) else items(slip, "dry-friction")
    first = _limits(limit, len(slips))
    last = first if static_limit is None or static_limit is False else _limits(static_limit, len(slips))
    contacts = Contacts(L, slips, callable(slip), (first, last), (dissipation, force))
    return DryFriction(Function(contacts.derivative, "dry-friction"), contacts.events(), contacts.start)


def _limits(given: Any, count: int) -> list[Any]:
    limits = [given] * count if isinstance(given, ScalarKind) or callable(given) else items(given, "dry-friction")
    if len(limits) != count:
        raise StructureError(f"dry-friction expects a limit for each of {count} contacts, got {len(limits)}")
    for limit in limits:
        if not isinstance(limit, ScalarKind):
            check_state_function(limit, "dry-friction", "limit", "(up t q v)")
    return [(lambda _, x=x: x) if isinstance(x, ScalarKind) else x for x in limits]


class Contacts(NamedTuple):
    L: Lagrangian
    slips: Sequence[StateFunction]
    is_one: bool
    limits: tuple[list[Any], list[Any]]  #: while they slip, and while they stick
    forces: tuple[Any, Any]

    def system(self, local: Up) -> Constrained:
        checked = check_constraints(lambda state: Up(slip(state) for slip in self.slips), "dry-friction")
        return constrained(self.L, rate_form(checked, "dry-friction"), local, "dry-friction", *self.forces)

    def forces_at(self, system: Constrained, how: list[Any]) -> tuple[list[Any], list[Any]]:
        """The accelerations, and the forces of contact lambda."""
        gates = list(map(g.square, how))
        right = [
            g.sub(g.mul(g.sub(gate, 1), drift), g.mul(sign, self.limit(0, j, system.local)))
            for j, (gate, drift, sign) in enumerate(zip(gates, system.drift, how, strict=True))
        ]
        found = system.solve(right, "dry-friction", gates)
        return found[: -len(how)], found[-len(how) :]

    def limit(self, kind: int, j: int, local: Up) -> Any:
        return number_of(self.limits[kind][j](local), "dry-friction", "a limit")

    def parts(self, state: Any) -> tuple[Up, list[Any]]:
        t, q, v, places = check_state(state, "dry-friction", "t q v how")[:4]
        how = list(leaves(places))
        if len(how) != len(self.slips) or any(is_number(x) and x not in (-1, 0, 1) for x in how):
            raise StructureError(
                f"dry-friction expects 1, 0 or -1 for each of {len(self.slips)} contacts, got {describe(places)}"
            )
        return Up((t, q, v)), how

    def derivative(self, state: Any) -> Up:
        local, how = self.parts(state)
        system = self.system(local)
        size = 1 + max((abs(x) for x in leaves(local[2]) if isinstance(x, float)), default=0)
        for sign, rate in zip(how, leaves(system.rate(local)), strict=True):
            if isinstance(rate, float) and is_number(sign) and sign == 0 and abs(rate) > OFF * size:
                raise DomainError(f"dry-friction: a contact that sticks slips at the rate {rate}")
        found = unflatten(iter(self.forces_at(system, how)[0]), local[2])
        return Up((1, local[2], found, g.zero_like(state[3])))

    def settled(self, local: Up, how: list[Any]) -> Up:
        """The state in which contacts that are to stick do if they can, without slip, and begin to slip if not."""
        system = self.system(local)
        gates = list(map(g.square, how))
        stop = [g.mul(g.sub(gate, 1), x) for gate, x in zip(gates, leaves(system.rate(local)), strict=True)]
        local = system.after_impulse(stop, "dry-friction", gates)
        for j in [*range(len(how))] * len(how):  # what one holds no longer may be too much for others
            if how[j] == 0:
                force = self.forces_at(system, how)[1][j]
                if abs(force) > self.limit(1, j, local):
                    how[j] = -1 if force > 0 else 1
        return Up((*local, how[0] if self.is_one else Up(how)))

    def start(self, local: Any) -> Up:
        local = Up(check_state(local, "dry-friction")[:3])
        return self.settled(
            local, [0 if x == 0 else 1 if x > 0 else -1 for x in leaves(self.system(local).rate(local))]
        )

    def events(self) -> tuple[Crossing, ...]:
        """Where each contact comes to rest, and where its force passes the limit."""

        def of(j: int) -> tuple[Crossing, Crossing]:
            def slip(state: Any) -> Any:
                local, how = self.parts(state)
                return g.add(g.mul(how[j], leaves(self.system(local).rate(local))[j]), g.sub(1, g.square(how[j])))

            def reserve(state: Any) -> Any:
                local, how = self.parts(state)
                force, gate = self.forces_at(self.system(local), how)[1][j], g.square(how[j])
                spare = g.sub(g.square(self.limit(1, j, local)), g.square(force))
                return g.add(g.mul(g.sub(1, gate), spare), gate)

            def stopped(state: Any) -> Up:
                local, how = self.parts(state)
                how[j] = 0
                return self.settled(local, how)

            def gone(state: Any) -> Up:
                local, how = self.parts(state)
                how[j] = -1 if self.forces_at(self.system(local), how)[1][j] > 0 else 1
                return self.settled(local, how)

            return crossing(slip, "falling", then=stopped), crossing(reserve, "falling", then=gone)

        return tuple(event for j in range(len(self.slips)) for event in of(j))
