"""Constraints: by multipliers, and eliminated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.calculus.derivative import D, partial
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements, is_array
from scmpy.generic.functions import Function
from scmpy.generic.settings import check_callable
from scmpy.generic.types import Scalar, ScalarKind, TreeNode, is_number, is_zero_number, measure_of, tree_leaves
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart, as_chart
from scmpy.mechanics import lagrangian
from scmpy.mechanics import state as states
from scmpy.mechanics.matrix_groups import basis_of_components
from scmpy.mechanics.state import Gamma, pair
from scmpy.registry import public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, leaves, sum_of, unflatten
from scmpy.structure.types import CoordinateTransformation, Force, Lagrangian, StateFunction
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, subexpressions
from scmpy.symbolic.simplify import reduced, reduces_to_zero

# --- constraints -----------------------------------------------------------------------------------------------------
# Constraints by Lagrange multipliers: redundant coordinates, and the forces that hold the constraints.
#
# A constraint is a function of the state that vanishes on the motion, or an up tuple of such functions. One that is
# free of the velocities, G(t, q) = 0, is holonomic; on a path it gives G_q v + G_t = 0. One that depends on them must
# do so linearly, a(t, q) v + a_t(t, q) = 0, which is a dq + a_t dt = 0. With a_ji the coefficients of either kind and
# one multiplier lambda_j for each constraint, the motion of N coordinates under P constraints satisfies
#
#     D(d_2,i L o Gamma[q]) - d_1,i L o Gamma[q] = sum_j lambda_j a_ji    (N equations)
#     the constraints                                                      (P equations)
#
# and F_i = sum_j lambda_j a_ji is the generalised force of constraint in the direction of q_i. Differentiated along
# the motion the constraints are linear in the accelerations, as Lagrange's equations are: together they determine
# accelerations and multipliers at each state.
#
# Source:  P. N. Saeta, "Lagrange Multipliers", Physics 111; SICM 1.10


def check_constraints(constraints: Any, operation: str) -> StateFunction:
    check_callable(constraints, operation, "constraints, a function of (up t q v)")

    def checked(state: Any) -> Any:
        value = constraints(state)
        if isinstance(value, (list, tuple)):
            value = Up(value)
        parts = value.components if isinstance(value, Up) else (value,)
        if not all(isinstance(part, ScalarKind) and not isinstance(part, bool) for part in parts):
            raise StructureError(
                f"{operation} expects constraints with values that are a scalar or an up tuple of scalars, "
                f"got {describe(value)}"
            )
        return value

    return Function(checked, "constraints")


def by_slot(f: StateFunction, slot: int, state: Up) -> linear.Rows:
    """The derivatives of constraints by the components of a slot of the state: a row for each constraint."""
    place = state[slot]

    def moved(flat: Any) -> Any:
        return f(Up((*state[:slot], unflatten(iter(flat), place), *state[slot + 1 :])))

    columns = [leaves(part) for part in D(moved)(Up(leaves(place)))]
    return tuple(zip(*columns, strict=True))


def depends_on(value: Any, unknowns: Any) -> bool:
    """Does a scalar, its arithmetic carried out, contain any of the symbols in a structure; one of a batch?"""
    if is_array(value):
        return any(depends_on(x, unknowns) for x in value.flat)
    entry = reduced(measure_of(value))
    return isinstance(entry, Expression) and not set(subexpressions(entry)).isdisjoint(tree_leaves(unknowns))


def velocity_dependence(constraints: StateFunction, state: Up, operation: str) -> list[bool]:
    """Which constraints depend on the velocities; an error if one does so other than linearly."""
    unknown = states.literal_like(state[:3])
    rows = by_slot(constraints, 2, unknown)
    for j, row in enumerate(rows):
        if any(depends_on(entry, unknown[2]) for entry in row):
            raise DomainError(
                f"{operation}: {_named([j], len(rows))} is not linear in the velocities, "
                "as a dq + a_t dt = 0 is, with a and a_t that depend on the time and the coordinates"
            )
    return [any(not _is_zero_everywhere(reduced(entry)) for entry in row) for row in rows]


def _is_zero_everywhere(value: Any) -> bool:
    return all(map(_is_zero_everywhere, value.flat)) if is_array(value) else is_zero_number(measure_of(value))


def rate_form(constraints: StateFunction, operation: str) -> StateFunction:
    """The constraints as conditions on the velocities, a v + a_t: holonomic ones differentiated by the time."""

    def at(state: Any) -> Any:
        local = states.check_state(state, operation)[:3]
        mixed = velocity_dependence(constraints, local, operation)
        value = constraints(local)
        total = states.along(lambda place: constraints(Up((*place, local[2]))), local[:2], Up((1, local[2])))
        if not isinstance(value, Up):
            return value if mixed[0] else total
        return Up(x if velocity else y for velocity, x, y in zip(mixed, value, total, strict=True))

    return Function(at, "rate-form")


@public("constraint-coefficients")
def constraint_coefficients(constraints: StateFunction) -> Function:
    """The coefficients of constraints written as a dq + a_t dt = 0.

    Scheme:  ((constraint-coefficients G) state)
    Math:    (a, a_t), with a = d1 G and a_t = d0 G for a holonomic G(t, q); P = a v + a_t for one of the
             velocities (nonholonomic)
    Shapes:  G: up(t, q, v) -> scalar or up(P);  result: up(a, a_t), a contracting with velocities to values like a_t
    Raises:  DomainError if a constraint is not linear in the velocities; StructureError unless G is a scalar or an up
             tuple of scalars, and the state up(t, q, v)
    Source:  P. N. Saeta, "Lagrange Multipliers"
    >>> R, t, x, theta, v, w = symbols("R t x theta v w")
    >>> rolling = lambda state: R * state[1][1] - state[1][0]
    >>> constraint_coefficients(rolling)(up(t, up(x, theta), up(v, w)))
    (up (down -1 R) 0)
    """
    rate = rate_form(check_constraints(constraints, "constraint-coefficients"), "constraint-coefficients")

    def at(state: Any) -> Up:
        t, q, v = states.check_state(state, "constraint-coefficients")[:3]
        still = Up((t, q, g.zero_like(v)))
        return Up((partial(2)(rate)(still), rate(still)))

    return Function(at, "constraint-coefficients")


@public("constraint-forces")
def constraint_forces(constraints: StateFunction) -> Function:
    """The generalised forces of constraint at a state for given multipliers.

    Scheme:  ((constraint-forces G) state lambda)
    Math:    F_i = sum_j lambda_j a_ji
    Shapes:  lambda: a scalar for one constraint, down(P) for up(P);  result: down(N)
    Raises:  StructureError unless there is one multiplier for each constraint
    Source:  P. N. Saeta, "Lagrange Multipliers"
    >>> t, x, y, v, w, tension = symbols("t x y v w T")
    >>> circle = lambda state: square(state[1]) - 1
    >>> constraint_forces(circle)(up(t, up(x, y), up(v, w)), tension)
    (down (* 2 T x) (* 2 T y))
    """
    rate = rate_form(check_constraints(constraints, "constraint-forces"), "constraint-forces")

    def at(state: Any, multipliers: Any) -> Any:
        local = states.check_state(state, "constraint-forces")[:3]
        rows = by_slot(rate, 2, local)
        factors = leaves(multipliers)
        if len(factors) != len(rows):
            raise StructureError(
                f"constraint-forces expects {len(rows)} multipliers, one for each constraint, got {len(factors)}"
            )
        columns = zip(*rows, strict=True)
        return states.covector_from_components((sum_of(map(g.mul, factors, column)) for column in columns), local[2])

    return Function(at, "constraint-forces")


@public("constrained-Lagrange-equations")
def constrained_Lagrange_equations(
    L: Lagrangian, constraints: StateFunction, dissipation: Force = None, force: Force = None
) -> Function:
    """The residuals of Lagrange's equations with multipliers, and of the constraints, on a path.

    Scheme:  (((constrained-Lagrange-equations L G) q lambda) t),
             ((constrained-Lagrange-equations L G dissipation [force]) q lambda)
    Math:    (D(d2 L o Gamma[q]) - d1 L o Gamma[q] - lambda a, G o Gamma[q]), with forces as in Lagrange-equations
    Shapes:  q: t -> up(N);  lambda: t -> scalar or down(P);  result: up(down(N), scalar or up(P))
    Raises:  WrongTypeError unless the multipliers are functions of time; StructureError unless G is a scalar or an up
             tuple of scalars
    Source:  P. N. Saeta, "Lagrange Multipliers"
    >>> m, l, t = symbols("m l t")
    >>> free = lambda state: m * (state[2][0]**2 + state[2][1]**2) / 2
    >>> circle = lambda state: state[1][0]**2 + state[1][1]**2 - l**2
    >>> x, y, tension = literal_functions("x y lambda")
    >>> constrained_Lagrange_equations(free, circle)(up(x, y), tension)(t)[0]
    (down (+ (* m (((expt D 2) x) t)) (* -2 (lambda t) (x t))) (+ (* m (((expt D 2) y) t)) (* -2 (y t) (lambda t))))
    """
    residual = lagrangian.Lagrange_equations(L, dissipation, force)
    checked = check_constraints(constraints, "constrained-Lagrange-equations")
    forces = constraint_forces(constraints)

    def on_path(q: Any, multipliers: Any) -> Function:
        check_callable(multipliers, "constrained-Lagrange-equations", "multipliers, functions of time")
        state, free = Gamma(q), residual(q)
        return states.of_time(
            lambda t: Up((g.sub(free(t), forces(state(t), multipliers(t))), checked(state(t)))),
            "constrained-Lagrange-equations",
        )

    return Function(on_path, "constrained-Lagrange-equations")


@public("augmented-Lagrangian")
def augmented_Lagrangian(L: Lagrangian, constraints: StateFunction) -> Function:
    """The Lagrangian with holonomic constraints added, the multipliers being coordinates too.

    Its Lagrange equations are those with multipliers, and the constraints. Constraints of the velocities are refused:
    added to a Lagrangian they would give other equations than a dq + a_t dt = 0 does, unless they can be integrated.

    Scheme:  ((augmented-Lagrangian L G) (up t (up q lambda) (up v lambda')))
    Math:    L'(t, (q, lambda), (v, lambda')) = L(t, q, v) + lambda G(t, q)
    Shapes:  lambda: a scalar for a scalar G, down(P) for up(P)
    Raises:  DomainError if a constraint depends on the velocities; StructureError unless coordinates and velocities are
             pairs up(q, lambda), and G a scalar or an up tuple
    Source:  P. N. Saeta, "Lagrange Multipliers"; SICM 1.10
    >>> m, t, x, y, v, w, tension = symbols("m t x y v w T")
    >>> on_the_floor = lambda state: state[1][1]
    >>> augmented_Lagrangian(L_free_particle(m), on_the_floor)(up(t, up(up(x, y), tension), up(up(v, w), 0)))
    (+ (* 1/2 m (expt v 2)) (* 1/2 m (expt w 2)) (* T y))
    """
    name = "augmented-Lagrangian"
    checked = check_constraints(constraints, name)

    def at(state: Any) -> Any:
        t, places, rates = states.check_state(state, name)[:3]
        if not all(isinstance(part, Structure) and len(part) == 2 for part in (places, rates)):
            raise StructureError(f"{name} expects (up t (up q lambda) (up v lambda')), got {describe(places)}")
        local = Up((t, places[0], rates[0]))
        check_holonomic(checked, local, name)
        return g.add(states.number_of(L(local), name, "a Lagrangian"), pair(places[1], checked(local), name))

    return Function(at, name)


#: What a constraint may be at a state, compared with the numbers in that, for the state to satisfy it.
OFF = 1e-6


def check_holonomic(constraints: StateFunction, state: Up, operation: str) -> None:
    kinds = velocity_dependence(constraints, state, operation)
    if any(kinds):
        raise DomainError(
            f"{operation} expects holonomic constraints G(t, q) = 0, but "
            f"{_named([j for j, mixed in enumerate(kinds) if mixed], len(kinds))} depends on the velocities; "
            "use constrained-Lagrange-equations"
        )


def _deviation(constraints: StateFunction, rate: StateFunction, state: Up) -> str:
    """By how much a state is seen to be off its constraints, or to leave them, in words; nothing if it is not."""
    known = [abs(x) for part in leaves(state) for x in elements(part) if is_number(x)]
    allowed = OFF * (1 + max(known, default=0))
    for what, f in (("", constraints), ("the rate of ", rate)):
        values = leaves(f(state))
        for j, value in enumerate(values):
            if isinstance(value, TreeNode):  # with a unit: beside what the coordinates and velocities make of it
                pairs = [zip(by_slot(f, k, state)[j], leaves(state[k]), strict=True) for k in (1, 2)]
                sizes = (measure_of(g.mul(*pair)) for some in pairs for pair in some)
                allowed = OFF * max((abs(x) for x in sizes if is_number(x)), default=0)
            residual = max((abs(x) for x in elements(measure_of(value)) if is_number(x)), default=0)
            if residual > allowed:
                return f"{what}{_named([j], len(values))} is {value}"
    return ""


class Constrained(NamedTuple):
    """What determines the accelerations A and the multipliers: M A = force + lambda a, a A = - drift."""

    local: Up
    constraints: StateFunction
    rate: StateFunction
    inertia: linear.Rows
    force: list[Any]
    a: linear.Rows
    drift: list[Any]

    def solve(self, right: Sequence[Any], operation: str, gates: Sequence[Any] = (), force: Any = None) -> list[Any]:
        a, gates = self.a, gates or ((0, 1),) * len(self.a)  # 1: the multiplier is given, in a unit of accelerations
        columns = zip(self.inertia, zip(*a, strict=True), strict=True)
        system = tuple((*row, *map(g.negate, column)) for row, column in columns)
        for j, (row, (gate, unit)) in enumerate(zip(a, gates, strict=True)):
            held = row if is_zero_number(gate) else [g.mul(g.sub(1, gate), x) for x in row]
            system += ((*held, *(g.mul(gate, unit) if j == k else 0 for k in range(len(a)))),)
        try:
            return list(linear.solve(system, (*(self.force if force is None else force), *right)))
        except DivisionByZeroError:
            values = (leaves(f(self.local)) for f in (self.rate, self.constraints))
            check_independent(a, (list(map(g.negate, right)), *values), operation)
            raise lagrangian.degenerate_direction(system, self.local[2], operation) from None

    def after_impulse(self, right: Sequence[Any], operation: str, gates: Sequence[Any] = ()) -> Up:
        """The local tuple after impulses lambda a by which the velocities jump; see :meth:`solve`."""
        jump = self.solve(right, operation, gates, [0] * len(self.force))
        return Up((*self.local[:2], g.add(self.local[2], unflatten(iter(jump), self.local[2]))))


def constrained(
    L: Any, constraints: StateFunction, state: Any, operation: str, dissipation: Any = None, applied: Any = None
) -> Constrained:
    """The inertia d2 d2 L, f - d2 F + Q, and of the rates a v + a_t of constraints what A adds to and what it does not.

    The drift is d1(a v + a_t) v + d0(a v + a_t).
    """
    local = lagrangian.check_motion(state, operation)
    rate = rate_form(constraints, operation)
    inertia, force = lagrangian.force_of_inertia(L, local, operation, dissipation, applied)
    a, by_place = by_slot(rate, 2, local), by_slot(rate, 1, local)
    by_time = leaves(partial(0)(rate)(local))
    drift = [g.add(sum_of(map(g.mul, row, leaves(local[2]))), x) for row, x in zip(by_place, by_time, strict=True)]
    return Constrained(local, constraints, rate, inertia, force, a, drift)


def _solved(
    L: Any, constraints: Any, forces: tuple[Any, Any], operation: str, exactly: bool = True, stabilization: Any = 0
) -> Callable[[Any], tuple[Any, list[Any], Up]]:
    """What gives at a state the accelerations, their numbers followed by the multipliers, and the local tuple."""
    lagrangian.check_lagrangian(L, operation)
    checked = check_constraints(constraints, operation)

    def at(state: Any) -> tuple[Any, list[Any], Up]:
        system = constrained(L, checked, state, operation, *forces)
        local, rate, drift = system.local, system.rate, system.drift
        if not is_zero_number(stabilization):
            drift = list(map(g.add, drift, _stabilizing(checked, rate, local, operation, stabilization)))
        solution = system.solve(list(map(g.negate, drift)), operation)
        if exactly and (off := _deviation(checked, rate, local)):
            raise DomainError(
                f"{operation} expects a state that satisfies the constraints, but {off} at {local}, not 0"
            )
        return unflatten(iter(solution), local[2]), solution, local

    return at


def _stabilizing(
    constraints: StateFunction, rate: StateFunction, local: Up, operation: str, stabilization: Any
) -> list[Any]:
    """What makes deviations die out: 2 s G' + s^2 G of holonomic constraints, s P of those of velocities."""
    mixed = velocity_dependence(constraints, local, operation)
    terms = []
    for velocity, value, slope in zip(mixed, leaves(constraints(local)), leaves(rate(local)), strict=True):
        twice = g.add(g.mul(2, slope), g.mul(stabilization, value))
        terms.append(g.mul(stabilization, value if velocity else twice))
    return terms


def check_independent(a: linear.Rows, remainders: tuple[list[Any], ...], operation: str) -> None:
    """An error that names constraints of which a combination holds no velocity: redundant or inconsistent ones.

    The remainders are what has to vanish with the same combination: accelerations aside, rates, values.
    """
    combinations = linear.null_space(tuple(zip(*a, strict=True)))
    if not combinations:
        return
    factors = combinations[0]
    names = _named([j for j, factor in enumerate(factors) if not _is_zero_everywhere(factor)], len(a))
    verb = "are" if names.startswith("constraints") else "is"
    for rest in remainders:
        left = reduced(sum_of(map(g.mul, factors, rest)))
        if not _is_zero_everywhere(left):
            kind = "inconsistent" if is_number(left) else f"inconsistent unless {left} vanishes"
            raise DomainError(
                f"{operation}: {names} {verb} {kind} at this state: no motion satisfies "
                f"{'it' if len(a) == 1 else 'them'}"
            )
    raise DomainError(
        f"{operation}: {names} {verb} redundant at this state: a combination of the coefficients a vanishes, "
        "so that the multipliers are not determined; leave one out"
    )


def _named(indices: list[int], count: int) -> str:
    if count == 1:
        return "the constraint"
    return f"constraint{'s' * (len(indices) > 1)} {', '.join(map(str, indices))} (from 0)"


@public("constrained-Lagrangian->acceleration")
def constrained_Lagrangian_to_acceleration(
    L: Lagrangian, constraints: StateFunction, dissipation: Force = None, force: Force = None
) -> Function:
    """The accelerations of a constrained system, holonomic or nonholonomic, at a state that satisfies the constraints.

    Scheme:  ((constrained-Lagrangian->acceleration L G) (up t q v)),
             ((constrained-Lagrangian->acceleration L G dissipation [force]) state)
    Shapes:  result: shaped like v
    Raises:  DomainError naming constraints that are redundant or inconsistent, or, with the residual, those that the
             state does not satisfy; DivisionByZeroError naming a direction without inertia that the constraints leave
             free
    Source:  P. N. Saeta, "Lagrange Multipliers"
    1 ]=> (define (hoop s)
            (+ (* 1/2 'm (+ (square (ref s 2 0)) (square (* 'R (ref s 2 1))))) (* 'm 'g (ref s 1 0) (sin 'alpha))))
    1 ]=> (define (rolling s) (- (* 'R (ref s 1 1)) (ref s 1 0)))
    1 ]=> ((constrained-Lagrangian->acceleration hoop rolling) (up 't (up 'x 'theta) (up 'v 'w)))
    ;Value: (up (* 1/2 g (sin alpha)) (/ (* 1/2 g (sin alpha)) R))
    >>> m, R, g, alpha, t, x, theta, v, w = symbols("m R g alpha t x theta v w")
    >>> def hoop(state):
    ...     (x, theta), (v, w) = state[1], state[2]
    ...     return m * v**2 / 2 + m * R**2 * w**2 / 2 + m * g * x * sin(alpha)
    >>> rolling = lambda state: R * state[1][1] - state[1][0]
    >>> constrained_Lagrangian_to_acceleration(hoop, rolling)(up(t, up(x, theta), up(v, w)))
    (up (* 1/2 g (sin alpha)) (/ (* 1/2 g (sin alpha)) R))
    """
    name = "constrained-Lagrangian->acceleration"
    solved = _solved(L, constraints, (dissipation, force), name)
    return Function(lambda state: solved(state)[0], name)


@public("constrained-Lagrangian->state-derivative")
def constrained_Lagrangian_to_state_derivative(
    L: Lagrangian, constraints: StateFunction, dissipation: Force = None, force: Force = None, stabilization: Scalar = 0
) -> Function:
    """The time derivative of the state of a constrained system.

    The state need not satisfy the constraints exactly: methods of integration take steps beside them. With a rate of
    stabilization s deviations die out as exp(-s t); a trajectory says it, and by how much its start deviates.

    Scheme:  ((constrained-Lagrangian->state-derivative L G) (up t q v)),
             ((constrained-Lagrangian->state-derivative L G dissipation [force [s]]) state)
    Math:    constraints and their rates in d^2 G/dt^2 + 2 s dG/dt + s^2 G = 0, of the velocities dP/dt + s P = 0
    Shapes:  result: up(1, v, a)
    Raises:  DomainError, DivisionByZeroError as constrained-Lagrangian->acceleration, but of states that do not
             satisfy the constraints; StructureError unless the state is up(t, q, v)
    Source:  P. N. Saeta, "Lagrange Multipliers"; J. Baumgarte, Stabilization of constraints and integrals of motion in
             dynamical systems, Computer Methods in Applied Mechanics and Engineering 1 (1972) 1
    >>> m, g, t, x, v = symbols("m g t x v")
    >>> on_the_floor = lambda state: state[1][1]
    >>> rates = constrained_Lagrangian_to_state_derivative(L_uniform_acceleration(m, g), on_the_floor)
    >>> rates(up(t, up(x, 0), up(v, 0)))
    (up 1 (up v 0) (up 0 0))
    """
    name = "constrained-Lagrangian->state-derivative"
    solved = _solved(L, constraints, (dissipation, force), name, False, stabilization)

    def rates(state: Any) -> Any:
        return Up((1, states.check_state(state, name)[2], solved(state)[0]))

    how = "are not stabilized" if is_zero_number(stabilization) else f"are stabilized at the rate {stabilization}"

    def remark(start: Up) -> str:
        system = constrained(L, check_constraints(constraints, name), start, name)
        off = _deviation(system.constraints, system.rate, system.local)
        return f"whose constraints {how}{off and f' ({off} at the start, not 0)'}"

    vars(rates)["remark"] = remark
    return Function(rates, name)


@public("Lagrange-multipliers")
def Lagrange_multipliers(
    L: Lagrangian, constraints: StateFunction, dissipation: Force = None, force: Force = None
) -> Function:
    """The multipliers of the constraints at a state.

    Scheme:  ((Lagrange-multipliers L G) (up t q v)), ((Lagrange-multipliers L G F [Q]) state)
    Shapes:  result: a scalar for a scalar G, down(P) for up(P)
    Raises:  StructureError unless G is a scalar or an up tuple of scalars, DivisionByZeroError where L and G determine
             no accelerations, DomainError of a state that does not satisfy the constraints
    Source:  P. N. Saeta, "Lagrange Multipliers"
    >>> m, g, t, x, v = symbols("m g t x v")
    >>> on_the_floor = lambda state: state[1][1]
    >>> Lagrange_multipliers(L_uniform_acceleration(m, g), on_the_floor)(up(t, up(x, 0), up(v, 0)))
    (* g m)
    """
    name = "Lagrange-multipliers"
    solved = _solved(L, constraints, (dissipation, force), name)

    def at(state: Any) -> Any:
        _, solution, local = solved(state)
        value = constraints(local)
        return solution[-1] if isinstance(value, ScalarKind) else Down(solution[-len(value) :])

    return Function(at, name)


@public("Lagrangian->constraint-forces")
def Lagrangian_to_constraint_forces(
    L: Lagrangian, constraints: StateFunction, dissipation: Force = None, force: Force = None
) -> Function:
    """The generalised forces that hold the constraints at a state.

    Scheme:  ((Lagrangian->constraint-forces L G) (up t q v)), ((Lagrangian->constraint-forces L G F [Q]) state)
    Math:    F_i = sum_j lambda_j a_ji with the multipliers of the motion
    Shapes:  result: down(N)
    Raises:  StructureError unless G is a scalar or an up tuple of scalars, DivisionByZeroError where L and G determine
             no accelerations, DomainError of a state that does not satisfy the constraints
    Source:  P. N. Saeta, "Lagrange Multipliers"
    >>> m, g, t, x, y, v, w = symbols("m g t x y v w")
    >>> falling = lambda state: m * (state[2][0]**2 + state[2][1]**2) / 2 - m * g * state[1][1]
    >>> on_the_floor = lambda state: state[1][1]
    >>> Lagrangian_to_constraint_forces(falling, on_the_floor)(up(t, up(x, y), up(v, w)))
    (down 0 (* g m))
    """
    multipliers, forces = Lagrange_multipliers(L, constraints, dissipation, force), constraint_forces(constraints)
    return Function(lambda state: forces(state, multipliers(state)), "Lagrangian->constraint-forces")


# --- quasi-velocities ------------------------------------------------------------------------------------------------
# Quasi-velocities of which the last ones are those that constraints hold at 0: for Poincaré's equations, without
# multipliers.
#
# With the forms a_j of P constraints a_j dq = 0 and the differentials of N - P coordinates as a basis of forms, the
# first N - P of the dual fields e_i satisfy the constraints. The force that belongs to the j-th of the last quasi-
# velocities is the multiplier of constraint j.
#
# Source:  A. M. Bloch, Nonholonomic Mechanics and Control, 3.4 (Hamel's equations)


@public("constraint-basis")
def constraint_basis(constraints: StateFunction, system: Chart, *solved: int) -> Basis:
    """A basis of fields of which the first satisfy constraints, and the last are dual to them.

    The quasi-velocities are the rates of the coordinates that the constraints are not solved for, then what the
    constraints hold at 0.

    Scheme:  (constraint-basis G sys i ...)
    Math:    theta = (dq^k of the other coordinates, a_j dq), with the dual basis of fields e
    Shapes:  G: up(t, q, v) -> scalar or up(P), linear in v or free of it;  as many indices i of coordinates as
             constraints, or none: then they are the last ones that can be solved for
    Raises:  DomainError if a constraint is not linear in the velocities, or says something of the time; StructureError
             unless there is an index for each constraint; DivisionByZeroError where they cannot be solved for the rates
    Source:  Bloch, Nonholonomic Mechanics and Control, 3.4
    1 ]=> (define (sleigh s) (- (* (ref s 2 1) (cos (ref s 1 2))) (* (ref s 2 0) (sin (ref s 1 2)))))
    1 ]=> (define basis (constraint-basis sleigh R3-rect 1))
    1 ]=> ((quasi-velocities basis (up (literal-function 'x) (literal-function 'y) (literal-function 'theta))) 't)
    ;Value: (up ((D x) t) ((D theta) t) (+ (* -1 ((D x) t) (sin (theta t))) (* ((D y) t) (cos (theta t)))))
    >>> heisenberg = lambda s: s[2][2] - s[1][1] * s[2][0] + s[1][0] * s[2][1]
    >>> quasi_velocities(constraint_basis(heisenberg, R3_rect), lambda t: up(t, 0, 0))(symbols("t"))
    (up 1 0 0)
    """
    name = "constraint-basis"
    chart, checked = as_chart(system, name), check_constraints(constraints, name)
    n = chart.dimension
    place = states.literal_like(chart.tuple_of(Up, range(n)))
    local = Up((states.literal_like(0), place, g.zero_like(place)))
    rate = rate_form(checked, name)
    rows = tuple(tuple(map(reduced, row)) for row in by_slot(rate, 2, local))
    for j, (row, rest) in enumerate(zip(rows, leaves(rate(local)), strict=True)):
        if not reduces_to_zero(rest) or any(depends_on(x, local[0]) for x in row):
            raise DomainError(f"{name} expects constraints free of the time, unlike {_named([j], len(rows))}")
    held = _solvable(rows, solved, n)
    forms = (*(tuple(int(i == k) for k in range(n)) for i in range(n) if i not in held), *rows)

    @cache
    def components() -> tuple[linear.Rows, linear.Rows]:
        fields = linear.inverse(forms)
        return forms, tuple(tuple(map(reduced, row)) for row in zip(*fields, strict=True))

    return basis_of_components(chart, place, components, name)


def _solvable(rows: linear.Rows, solved: tuple[int, ...], n: int) -> tuple[int, ...]:
    if solved:
        _check_indices(solved, n, "constraint-basis")
        if len(solved) != len(rows):
            raise StructureError(f"constraint-basis expects an index for each of {len(rows)} constraints")
    choices = [solved] if solved else combinations(reversed(range(n)), len(rows))
    for held in choices:
        if not reduces_to_zero(g.determinant(Matrix([[row[i] for i in held] for row in rows]))):
            return held
    where = f"coordinates {' '.join(map(str, solved))}" if solved else "any coordinates"
    raise DivisionByZeroError(f"constraint-basis: the constraints cannot be solved for the rates of {where}")


# --- elimination -----------------------------------------------------------------------------------------------------
# Elimination of holonomic constraints: the Lagrangian in coordinates that satisfy them.
#
# Where constraints G(t, q) = 0 can be solved, q = F(t, q') with fewer coordinates q' and G o F = 0 for all of them. The
# Lagrangian L o F->C[F] then has the same motions, without multipliers; what is lost are the forces of constraint.
# Constraints of the velocities may not be put into a Lagrangian like this, and are refused.
#
# Source:  P. N. Saeta, "Lagrange Multipliers", Physics 111; SICM 1.6.2


@public("constraints->F")
def constraints_to_F(constraints: StateFunction, *solved: int) -> Function:
    """The coordinate transformation that satisfies constraints, some coordinates being solved for.

    Scheme:  ((constraints->F G i ...) (up t q' v'))
    Math:    q = F(t, q'), where q' are the other coordinates of q and G(t, F(t, q')) = 0
    Shapes:  G: up(t, q, v) -> scalar or up(P), free of v;  as many indices i of up(N) as constraints;
             q': up(N - P), or a scalar for N - P = 1
    Raises:  DomainError if G is not linear in the coordinates that it is solved for; StructureError unless there is an
             index of a coordinate for each constraint, DivisionByZeroError where the constraints do not determine them
    Source:  SICM 1.6.2
    >>> R, t, x, v = symbols("R t x v")
    >>> constraints_to_F(lambda state: R * state[1][1] - state[1][0], 1)(up(t, x, v))
    (up x (/ x R))
    """
    name = "constraints->F"
    checked = check_constraints(constraints, name)

    def at(state: Any) -> Up:
        t, others, *_ = states.check_state(state, name)
        given = others.components if isinstance(others, Up) else (others,)
        if not all(isinstance(x, ScalarKind) for x in given):
            raise StructureError(f"{name} expects coordinates that are scalars, got {describe(others)}")
        _check_indices(solved, len(given) + len(solved), name)
        start = _filled(given, solved, (0,) * len(solved))
        unknown = states.literal_like(Up((t, start, start)))
        check_holonomic(checked, unknown, name)
        _check_linear(_columns(checked, solved, unknown), Up(unknown[1][i] for i in solved), solved)
        local = Up((t, start, g.zero_like(start)))
        values = tuple(map(g.negate, leaves(checked(local))))
        if len(values) != len(solved):
            raise StructureError(f"{name} expects an index for each of {len(values)} constraints, got {len(solved)}")
        try:
            return _filled(given, solved, linear.solve(_columns(checked, solved, local), values))
        except DivisionByZeroError:
            raise DivisionByZeroError(
                f"{name}: the constraints do not determine the coordinates {' '.join(map(str, solved))}"
            ) from None

    return Function(at, name)


def _check_indices(solved: tuple[Any, ...], n: int, operation: str) -> None:
    good = all(isinstance(i, int) and not isinstance(i, bool) and 0 <= i < n for i in solved)
    if not solved or not good or len(set(solved)) != len(solved):
        raise StructureError(
            f"{operation} expects, for each constraint, the index of a coordinate to solve it for: different "
            f"numbers below {n + (not solved)}, got {', '.join(map(describe, solved)) or 'none'}"
        )


def _filled(given: tuple[Any, ...], solved: tuple[int, ...], values: tuple[Any, ...]) -> Up:
    rest, known = iter(given), dict(zip(solved, values, strict=True))
    return Up(known[i] if i in known else next(rest) for i in range(len(given) + len(solved)))


def _columns(constraints: StateFunction, solved: tuple[int, ...], state: Up) -> linear.Rows:
    return tuple(tuple(row[i] for i in solved) for row in by_slot(constraints, 1, state))


def _check_linear(rows: linear.Rows, unknowns: Up, solved: tuple[int, ...]) -> None:
    if any(depends_on(entry, unknowns) for row in rows for entry in row):
        raise DomainError(
            f"constraints->F: the constraints are not linear in the coordinates {' '.join(map(str, solved))}, "
            "more than one solution may exist; give eliminate-constraints a transformation (up t q' v') -> q instead"
        )


@public("eliminate-constraints")
def eliminate_constraints(L: Lagrangian, constraints: StateFunction, *how: CoordinateTransformation | int) -> Function:
    """The Lagrangian in coordinates that satisfy holonomic constraints.

    Scheme:  (eliminate-constraints L G F), (eliminate-constraints L G i ...)
    Math:    L o F->C[F], where G o F = 0
    Shapes:  F: up(t, q', v') -> q, or the indices of the coordinates to solve G for
    Raises:  DomainError if a constraint depends on the velocities, or F does not satisfy the constraints;
             StructureError unless G is a scalar or an up tuple of scalars
    Source:  P. N. Saeta, "Lagrange Multipliers"; SICM 1.6.2
    1 ]=> (define (hoop s)
            (+ (* 1/2 'm (+ (square (ref s 2 0)) (square (* 'R (ref s 2 1))))) (* 'm 'g (ref s 1 0) (sin 'alpha))))
    1 ]=> (define (rolling s) (- (* 'R (ref s 1 1)) (ref s 1 0)))
    1 ]=> ((Lagrangian->acceleration (eliminate-constraints hoop rolling 1)) (up 't 'x 'v))
    ;Value: (* 1/2 g (sin alpha))
    >>> m, R, g, alpha, t, x, v = symbols("m R g alpha t x v")
    >>> def hoop(state):
    ...     (x, theta), (v, w) = state[1], state[2]
    ...     return m * v**2 / 2 + m * R**2 * w**2 / 2 + m * g * x * sin(alpha)
    >>> rolling = lambda state: R * state[1][1] - state[1][0]
    >>> Lagrangian_to_acceleration(eliminate_constraints(hoop, rolling, 1))(up(t, x, v))
    (* 1/2 g (sin alpha))
    """
    name = "eliminate-constraints"
    checked = check_constraints(constraints, name)
    F = how[0] if len(how) == 1 and callable(how[0]) else constraints_to_F(constraints, *how)  # type: ignore[arg-type]
    transform = lagrangian.F_to_C(F)

    def at(state: Any) -> Any:
        local = states.check_state(state, name)[:3]
        unknown = transform(states.literal_like(local))
        check_holonomic(checked, unknown, name)
        for j, value in enumerate(leaves(checked(unknown))):
            if equivalent(value, 0).verdict == "different":
                raise DomainError(f"{name}: the transformation does not satisfy constraint {j} (from 0)")
        return L(transform(local))

    return Function(at, name)
