"""Lagrange's equations, coordinate transformations, geodesics as motions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

from scmpy.boundary import checks
from scmpy.calculus.derivative import D, partial
from scmpy.calculus.dual_numbers import System
from scmpy.errors import CALLED, DimensionError, DivisionByZeroError, StructureError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, arity, compose
from scmpy.generic.settings import check_callable
from scmpy.generic.types import ScalarKind, ScalarValue, TreeNode, is_procedure, ones_like, tree_leaves
from scmpy.geometry.chart import Chart, dot, rows
from scmpy.geometry.metric import Metric, components_of
from scmpy.geometry.standard_manifolds import from_polar, from_spherical, to_polar, to_spherical
from scmpy.mechanics import state as states
from scmpy.mechanics.state import Dt, Gamma, Gamma_bar, coordinate, pair
from scmpy.registry import public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_algebra import has_pivots
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import (
    Down,
    Structure,
    Up,
    as_structure,
    described,
    leaves,
    magnitudes,
    opposite,
    s_dimension,
    sum_of,
    unflatten,
    units_of,
)
from scmpy.structure.types import Coordinates, CoordinateTransformation, Force, Lagrangian, Path, State, StateFunction

# --- lagrangian ------------------------------------------------------------------------------------------------------
# Lagrange's equations and what follows from a Lagrangian.
#
# A Lagrangian is a function of local tuples, L(t, q, v). On a path q,
#
#     D(d2 L o Gamma[q]) - d1 L o Gamma[q] = 0.
#
# Source: SICM 1.5 to 1.10.

d1, d2 = partial(1), partial(2)


def check_motion(state: Any, operation: str) -> Up:
    local = states.check_state(state, operation)[:3]
    local = Up((local[0], *states.in_one_form(local[1], local[2])))
    places, velocities = ones_like(local[1]), ones_like(local[2])
    if isinstance(local[0], TreeNode):  # a time with a unit
        places = g.div(places, ones_like(local[0]))
    if places != velocities:
        if magnitudes(places) == magnitudes(velocities):
            raise DimensionError(
                f"{operation} expects velocities that are coordinates by the time: these are in "
                f"{described(*units_of(local[2]))}, the coordinates in {described(*units_of(local[1]))}, the time in "
                f"{described(*units_of(local[0]))}"
            )
        raise StructureError(
            f"{operation} expects velocities shaped like the coordinates, "
            f"got {describe(local[1])} and {describe(local[2])}"
        )
    return local  # type: ignore[no-any-return]


@checks("Lagrangian")
@checks("Routhian")
def check_lagrangian(L: Any, operation: str) -> Lagrangian:
    return states.check_state_function(L, operation, "Lagrangian", "(up t q v)")


def is_given(term: Any) -> TypeGuard[Callable[..., Any]]:
    """Is an optional function there? Absent ones are None, in Scheme #f."""
    return term is not None and term is not False


@public("Lagrange-equations")
def Lagrange_equations(L: Lagrangian, dissipation: Force = None, force: Force = None) -> Function:
    """The residual of Lagrange's equations on a path; zero on the paths that are realised.

    Scheme:  (((Lagrange-equations L) q) t), ((Lagrange-equations L dissipation [force]) q)
    Math:    D(d2 L o Gamma[q]) - d1 L o Gamma[q]  (+ d2 F o Gamma[q] with a Rayleigh dissipation function F,
             - Q o Gamma[q] with a generalised force Q; #f or None for the one that is absent)
    Shapes:  L: up(t, q, v) -> scalar;  Q: up(t, q, v) -> down(n);  q: t -> up(n);  result: t -> down(n)
    Units:   those of L over those of q
    Source:  SICM 1.5
    >>> m, k, t = symbols("m k t")
    >>> def L_harmonic(state):
    ...     t, q, v = state
    ...     return m * square(v) / 2 - k * square(q) / 2
    >>> Lagrange_equations(L_harmonic)(literal_function("x"))(t)
    (+ (* k (x t)) (* m (((expt D 2) x) t)))
    """

    name = "Lagrange-equations"
    L, is_forced = states.scalar_valued(L, name, "a Lagrangian"), is_given(dissipation) or is_given(force)

    def on_path(q: Any) -> Function:
        state = Gamma(q)
        residual = g.sub(D(compose(d2(L), state)), compose(d1(L), state))

        def at(t: Any) -> Any:
            total = residual(t)
            if not is_forced and isinstance(q, Structure) and states.contracts(total, q):
                return total
            place = q(t)
            total = states.checked_covector(total, place, name)
            return g.sub(total, _forces(state(t), name, dissipation, force)) if is_forced else total

        return states.of_time(at, "Lagrange-residual")

    return Function(on_path, "Lagrange-equations")


def forces_in_tuples(state: Up, operation: str, dissipation: Any, force: Any) -> Any:
    """The covector - d2 F + Q of a dissipation function and a force, in tuples; 0 without either."""
    total: Any = 0
    if is_given(dissipation):
        flat, F = motion_in_tuples(state, operation, dissipation)
        total = g.negate(gradient(F, 2, flat, operation))
    if not is_given(force):
        return total
    states.check_state_function(force, operation, "force", "(up t q v)")
    value = force(state)
    try:
        found = states.covector_in_tuples(value, state[2], operation)
    except StructureError:
        raise StructureError(
            f"{operation} expects a force with a component for each velocity, such as {describe(opposite(state[2]))}, "
            f"got {describe(value)}"
        ) from None
    return g.add(total, found) if is_given(dissipation) else found


def _forces(state: Up, operation: str, dissipation: Any, force: Any) -> Any:
    return states.covector_from_tuples(forces_in_tuples(state, operation, dissipation, force), state[2])


def motion_in_tuples(state: Up, operation: str, *functions: Any) -> tuple[Any, ...]:
    """A state whose places are tuples of the components, and Lagrangians of such; those that are in tuples stay."""
    if states.is_in_tuples(state):
        return state, *functions

    def restored(tuples: Any) -> Up:
        return Up(map(states.vector_from_tuples, tuples, state))

    def number(value: Any) -> Any:
        return states.number_of(value, operation, "a function of the state")

    flat = Up(map(states.vector_in_tuples, state))
    return flat, *(states.function_of_tuples(f, restored, number) for f in functions)


def force_of_inertia(
    L: Any, state: Up, operation: str, dissipation: Any = None, applied: Any = None
) -> tuple[linear.Rows, list[Any]]:
    """The rows of the inertia d2 d2 L, and the components of the force that it gives times the accelerations.

    The force is d1 L - d0 d2 L - (d1 d2 L) v - d2 F + Q.
    """
    flat, L = motion_in_tuples(state, operation, L)
    force = gradient(L, 1, flat, operation)  # refuses a value that is no scalar
    by_time, by_place, inertia = D(d2(L))(flat)
    force = g.sub(force, g.add(by_time, g.mul(by_place, flat[2])))
    force = g.add(force, forces_in_tuples(state, operation, dissipation, applied))
    return rows_of(inertia, state[2]), leaves(force)


def gradient(L: Any, slot: int, state: Up, operation: str) -> Any:
    """The derivative of a Lagrangian by a slot of a state in tuples, a covector: its value is a scalar."""
    return states.covector_in_tuples(partial(slot)(L)(state), state[slot], operation)


def rows_of(inertia: Any, velocity: Any) -> linear.Rows:
    """The second derivative by velocities as a square array; an error if it is not that of a scalar."""
    entries, n = leaves(inertia), s_dimension(velocity)
    if len(entries) != n * n:
        second = f"a second derivative by {n} velocities or momenta with {len(entries)} entries, not {n * n}"
        raise expected("a Lagrangian or Hamiltonian whose value is a scalar", second, StructureError)
    return tuple(tuple(entries[i * n : (i + 1) * n]) for i in range(n))


def solve_for_rates(rows: linear.Rows, force: Sequence[Any], velocity: Any, operation: str) -> Any:
    columns, right = tuple(zip(*rows, strict=True)), tuple(force)
    try:
        found = System(columns).solve(right) if has_pivots(rows) else linear.solve_by_inverse(columns, right)
        return unflatten(iter(found), velocity)
    except DivisionByZeroError:
        raise degenerate_direction(rows, velocity, operation) from None


def degenerate_direction(rows: linear.Rows, velocity: Any, operation: str) -> DivisionByZeroError:
    is_batch = any(is_array(x) for row in rows for x in row)  # in which every orbit has its own direction
    directions = [] if is_batch else linear.null_space(rows)
    is_named = directions and isinstance(velocity, TreeNode) and not velocity.is_scalar
    where = f" in the direction {unflatten(iter(directions[0]), velocity)}" if is_named else ""
    return DivisionByZeroError(
        f"{operation}: the Lagrangian is singular in the velocities: there is no inertia{where}, "
        "so that the acceleration along it is not determined"
    )


@public("generalized-force")
def generalized_force(force: StateFunction, position: CoordinateTransformation) -> Function:
    """The generalised force of forces at points, by their virtual work: a force for Lagrange's equations.

    Scheme:  ((generalized-force F position) (up t q v))
    Math:    Q_i = sum F . d(position)/dq^i
    Shapes:  position: up(t, q, v) -> a point, or an up tuple of such;  F: up(t, q, v) -> a vector for each point;
             result: down(n) for up(n) coordinates
    Units:   those of a work over those of q
    Raises:  StructureError unless there is a component of the force for each coordinate of the points
    Source:  Goldstein, Poole and Safko, Classical Mechanics, 1.4
    1 ]=> (define (pull local) (up 'F 0))
    1 ]=> ((generalized-force pull p->r) (up 't (up 'r 'phi) (up 'v 'w)))
    ;Value: (down (* F (cos phi)) (* -1 F r (sin phi)))
    >>> F, t, r, phi, v, w = symbols("F t r phi v w")
    >>> generalized_force(lambda local: up(F, 0), p_to_r)(up(t, up(r, phi), up(v, w)))
    (down (* F (cos phi)) (* -1 F r (sin phi)))
    """
    name = "generalized-force"
    for function, what in ((force, "force"), (position, "position")):
        states.check_state_function(function, name, what, "(up t q v)")

    def at(state: Any) -> Any:
        local = states.check_state(state, name)[:3]
        value, points = force(local), position(local)
        pulls = tree_leaves(value)
        if len(pulls) != len(tree_leaves(points)):
            raise StructureError(
                f"{name} expects a component of the force for each of {describe(points)}, got {describe(value)}"
            )
        flat, work = motion_in_tuples(local, name, lambda s: sum_of(map(g.mul, pulls, tree_leaves(position(s)))))
        return states.covector_from_tuples(gradient(work, 1, flat, name), local[1])

    return Function(at, name)


@public("Lagrangian->acceleration")
def Lagrangian_to_acceleration(L: Lagrangian, dissipation: Force = None, force: Force = None) -> Function:
    """The accelerations that Lagrange's equations give at a state.

    Scheme:  ((Lagrangian->acceleration L) state), ((Lagrangian->acceleration L dissipation [force]) state)
    Math:    (d2 d2 L)^-1 (d1 L - d0 d2 L - (d1 d2 L) v  (- d2 F + Q with a dissipation function, a force))
             where d2 d2 L is the mass matrix
    Shapes:  state: up(t, q, v);  result: shaped like v
    Units:   those of v by that of t, which are quantities all three, or none is
    Raises:  DivisionByZeroError if the Lagrangian is singular in the velocities, naming a direction without inertia;
             StructureError unless v is shaped like q, DimensionError unless its units are those of q by the time
    Source:  SICM 1.7
    >>> Lagrangian_to_acceleration(L_harmonic(*symbols("m k")))(up(*symbols("t q v")))
    (/ (* -1 k q) m)
    """

    def at(state: Any) -> Any:
        local = check_motion(state, "Lagrangian->acceleration")
        name = "Lagrangian->acceleration"
        inertia, total = force_of_inertia(L, local, name, dissipation, force)
        return solve_for_rates(inertia, total, local[2], name)

    return Function(at, "Lagrangian->acceleration")


@public("Lagrangian->state-derivative", "local-state-derivative")
def Lagrangian_to_state_derivative(L: Lagrangian, dissipation: Force = None, force: Force = None) -> Function:
    """The time derivative of the state.

    Scheme:  ((Lagrangian->state-derivative L) state)
    Shapes:  state: up(t, q, v);  result: up(1, v, a)
    Units:   a rate of each slot of the state: 1, those of v, those of v over the time
    Raises:  StructureError unless the state is up(t, q, v); for singular L what Lagrangian->acceleration raises
    Source:  SICM 1.7
    >>> Lagrangian_to_state_derivative(L_harmonic(*symbols("m k")))(up(*symbols("t q v")))
    (up 1 v (/ (* -1 k q) m))
    """
    acceleration = Lagrangian_to_acceleration(L, dissipation, force)

    def at(state: Any) -> Up:
        velocity = states.check_state(state, "Lagrangian->state-derivative")[2]
        return Up((1, velocity, acceleration(state)))

    return Function(at, "Lagrangian->state-derivative")


@public("qv->local-path", "qv->state-path")
def qv_to_local_path(q: Path, v: Path) -> Function:
    """The path of local tuples of a coordinate path and a velocity path, which need not be its derivative.

    Scheme:  ((qv->local-path q v) t)
    Shapes:  q, v: t -> up(n);  result: t -> up(t, q, v)
    Source:  SICM 1.7
    >>> qv_to_local_path(lambda t: t, lambda t: 5)(2)
    (up 2 2 5)
    """
    for path in (q, v):
        states.check_path(path, "qv->local-path")
    return states.of_time(lambda t: Up((t, q(t), v(t))), "state-path")


@public("Lagrange-equations-first-order", "Lagrange-equations-1")
def Lagrange_equations_first_order(L: Lagrangian, dissipation: Force = None, force: Force = None) -> Function:
    """The residual of Lagrange's equations as first-order equations for coordinates and velocities.

    Scheme:  (((Lagrange-equations-first-order L) q v) t), ((Lagrange-equations-first-order L dissipation [force]) q v)
    Math:    D(t, q, v) - (1, v, a), a the acceleration that Lagrange's equations give
    Shapes:  q: t -> coordinates;  v: t -> velocities;  result: t -> up(0, shaped like q, shaped like v)
    Source:  SICM 1.7
    >>> q, v = literal_functions("q v")
    >>> Lagrange_equations_first_order(L_free_particle(symbols("m")))(q, v)(symbols("t"))
    (up 0 (+ ((D q) t) (* -1 (v t))) ((D v) t))
    """
    derivative = Lagrangian_to_state_derivative(L, dissipation, force)

    def on_paths(q: Any, v: Any) -> Function:
        path = qv_to_local_path(q, v)
        return states.of_time(g.sub(D(path), compose(derivative, path)), "Lagrange-residual-first-order")

    return Function(on_paths, "Lagrange-equations-first-order")


@public("Lagrangian->energy")
def Lagrangian_to_energy(L: Lagrangian) -> Function:
    """The energy of a Lagrangian, v times momentum minus L.

    Scheme:  ((Lagrangian->energy L) state)
    Math:    (d2 L) v - L
    Shapes:  state: up(t, q, v);  result: scalar
    Units:   t, q and v may be quantities; the energy has the units of L
    Raises:  StructureError unless the state is up(t, q, v), v shaped like q; DimensionError if v is in other units than
             q by t; WrongTypeError if L gives no scalar
    Source:  SICM 1.8
    >>> Lagrangian_to_energy(L_harmonic(*symbols("m k")))(up(*symbols("t q v")))
    (+ (* 1/2 k (expt q 2)) (* 1/2 m (expt v 2)))
    """

    def at(state: Any) -> Any:
        check_motion(state, name)
        return g.sub(pair(d2(L)(state), state[2], name), states.number_of(L(state), name, "a Lagrangian"))

    name = "Lagrangian->energy"
    return Function(at, name)


@public("Euler-Lagrange-operator", "Lagrange-equations-operator", "LE")
def Euler_Lagrange_operator(L: Lagrangian, dissipation: Force = None, force: Force = None) -> Function:
    """The residual of Lagrange's equations as a function of local tuples (t, q, v, a).

    Scheme:  ((Euler-Lagrange-operator L) (up t q v a)), ((Euler-Lagrange-operator L dissipation [force]) state)
    Math:    Dt d2 L - d1 L  (+ d2 F - Q with a dissipation function, a force)
    Raises:  StructureError if the state has no accelerations
    Source:  SICM 1.9
    >>> Euler_Lagrange_operator(L_harmonic(*symbols("m k")))(up(*symbols("t q v a")))
    (+ (* a m) (* k q))
    """

    def at(state: Any) -> Any:
        local = states.check_state(state, "Euler-Lagrange-operator", "t q v a")
        residual = states.checked_covector(g.sub(Dt(d2(L))(state), d1(L)(local[:3])), state[1], name)
        if not is_given(dissipation) and not is_given(force):
            return residual
        return g.sub(residual, _forces(local[:3], name, dissipation, force))

    name = "Euler-Lagrange-operator"
    L = states.scalar_valued(L, name, "a Lagrangian")
    return Function(at, name)


@public("generalized-LE")
def generalized_LE(L: Lagrangian) -> Function:
    """The residual of Lagrange's equations for a Lagrangian of derivatives up to order n.

    Scheme:  ((generalized-LE L) state)
    Math:    Dt^n d_(n+1) L - Dt^(n-1) d_n L + ... for derivatives up to order n; for n = 1 that is LE
    Shapes:  L: up(t, q, ..., n-th derivative);  state: up(t, q, ..., 2n-th derivative)
    Raises:  StructureError if the state ends in another derivative
    Source:  SICM 1.12
    >>> t, q, v, a, jerk, snap = symbols("t q v a jerk snap")
    >>> generalized_LE(lambda state: square(state[3]) / 2)(up(t, q, v, a, jerk, snap))
    snap
    """

    def at(state: Any) -> Any:
        size = len(states.check_state(state, "generalized-LE"))
        if size % 2:
            raise StructureError(
                f"generalized-LE expects a state of derivatives up to order 2, 4, ..., got {describe(state)}"
            )
        order = (size - 2) // 2
        terms = []
        for i in range(order + 1):
            term = partial(i + 1)(L)
            for _ in range(i):
                term = Dt(term)
            value = term(as_structure(state)[: order + 2 + i])
            terms.append(g.negate(value) if (order - i) % 2 else value)
        return states.checked_covector(sum_of(terms), state[1], "generalized-LE")

    return Function(at, "generalized-LE")


# --- fields ----------------------------------------------------------------------------------------------------------
# Fields: functions phi of several independent variables x, from a density L(x, phi, D phi).
#
# With the momenta p^i = d_(2,i) L of a field, its equations are d_i p^i - d_1 L = 0, and those of T^i_k = p^i d_k phi -
# delta^i_k L follow: d_i T^i_k = (the residual) d_k phi - the derivative of L by x^k itself.
#
# Source: L. D. Landau, E. M. Lifshitz, The Classical Theory of Fields, 32


def _of_fields(name: str, density: Any, value: Callable[[Callable[[Any], Up], Any], Any]) -> Function:
    """A function of fields, then of places: the value by what makes (x, phi, D phi) of a place, and the place."""
    states.check_state_function(density, name, "density", "(up x phi (D phi))")

    def on_field(phi: Any) -> Function:
        check_callable(phi, name, "a field, a function of the tuple of independent variables")

        def jet(x: Any) -> Up:
            if not isinstance(x, Up) or not all(isinstance(part, ScalarKind) for part in x):
                raise StructureError(f"{name} expects a place (up x ...) of several scalars, got {describe(x)}")
            return Up((x, phi(x), D(phi)(x)))

        return Function(lambda x: value(jet, x), name)

    return Function(on_field, name)


@public("field-equations")
def field_equations(density: Callable[[Up], ScalarValue]) -> Function:
    """The residual of the Euler-Lagrange equations of a density on a field; zero on the fields that are realised.

    Scheme:  (((field-equations L) phi) (up x ...))
    Math:    sum_i d_i (d_(2,i) L) - d_1 L along (x, phi(x), D phi(x))
    Shapes:  L: up(up(n), phi, down(n) of its derivatives) -> scalar;  phi: up(n) -> scalar or up(k);
             result: scalar or down(k)
    Raises:  StructureError unless the place is an up tuple of scalars
    Source:  Landau and Lifshitz, The Classical Theory of Fields, 32
    1 ]=> (define (string s) (- (* 1/2 'rho (square (ref s 2 0))) (* 1/2 'T (square (ref s 2 1)))))
    1 ]=> (define (phi x) ((literal-function 'y (-> (X Real Real) Real)) (ref x 0) (ref x 1)))
    1 ]=> (((field-equations string) phi) (up 't 'x))
    ;Value: (+ (* -1 T (((expt (partial 1) 2) y) t x)) (* rho (((expt (partial 0) 2) y) t x)))
    >>> rho, T, t, x = symbols("rho T t x")
    >>> string = lambda s: (rho * s[2][0] ** 2 - T * s[2][1] ** 2) / 2
    >>> field_equations(string)(lambda x: x[0] ** 3 + x[1] ** 2)(up(t, x))
    (+ (* 6 rho t) (* -2 T))
    """

    def residual(jet: Callable[[Any], Up], x: Any) -> Any:
        here, slopes = jet(x), D(lambda x: partial(2)(density)(jet(x)))(x)
        return g.sub(sum_of(slopes[i][i] for i in range(len(x))), partial(1)(density)(here))

    return _of_fields("field-equations", density, residual)


@public("energy-momentum")
def energy_momentum(density: Callable[[Up], ScalarValue]) -> Function:
    """The canonical energy-momentum tensor of a field: its divergence vanishes where L does not depend on the place.

    Scheme:  (((energy-momentum L) phi) (up x ...))
    Math:    T^i_k = (d_(2,i) L) d_k phi - delta^i_k L
    Shapes:  L: up(up(n), phi, down(n) of its derivatives) -> scalar;  phi: up(n) -> scalar or up(k);  result: n by n
    Raises:  StructureError unless the place is an up tuple of scalars
    Source:  Landau and Lifshitz, The Classical Theory of Fields, 32
    1 ]=> (define (string s) (- (* 1/2 (square (ref s 2 0))) (* 1/2 (square (ref s 2 1)))))
    1 ]=> (((energy-momentum string) (lambda (x) (* 'a (ref x 0)))) (up 't 'x))
    ;Value: (matrix-by-rows (list (* 1/2 (expt a 2)) 0) (list 0 (* -1/2 (expt a 2))))
    >>> a, t, x = symbols("a t x")
    >>> string = lambda s: (s[2][0] ** 2 - s[2][1] ** 2) / 2
    >>> energy_momentum(string)(lambda x: a * x[0])(up(t, x))
    (matrix-by-rows (list (* 1/2 (expt a 2)) 0) (list 0 (* -1/2 (expt a 2))))
    """
    name = "energy-momentum"

    def tensor(jet: Callable[[Any], Up], x: Any) -> Matrix:
        here = jet(x)
        momenta, value = partial(2)(density)(here), states.number_of(density(here), name, "a density")
        pairs = [[pair(p, slope, name) for slope in here[2]] for p in momenta]
        return Matrix([[g.sub(y, value) if i == k else y for k, y in enumerate(row)] for i, row in enumerate(pairs)])

    return _of_fields(name, density, tensor)


@public("Noether-integral")
def Noether_integral(L: Lagrangian, family: Callable[..., Any]) -> Function:
    """The quantities conserved because a family of transformations leaves the Lagrangian alone.

    Scheme:  ((Noether-integral L F-tilde) state)
    Math:    (d2 L) (D F~)(0)
    Shapes:  F~: parameters -> (state -> coordinates), the identity at 0;  result: down of one value a parameter
    Raises:  WrongTypeError unless a parameter takes the family to coordinate transformations
    Source:  SICM 1.8.5
    >>> m, t, q, v = symbols("m t q v")
    >>> Noether_integral(L_free_particle(m), lambda s: lambda state: state[1] + s)(up(t, q, v))
    (* m v)
    """
    name = "Noether-integral"
    wanted = f"{name} expects a family of transformations, parameters -> (state -> coordinates)"
    if not callable(family):
        raise WrongTypeError(f"{wanted}, got {describe(family)}")
    count = max(arity(family)[0], 1)
    zeros = (0,) * count

    def at(state: Any) -> Any:
        states.check_function(family(*zeros), wanted)
        momentum, rates = d2(L)(state), D(family)(*zeros)(state)
        if count == 1:
            return pair(momentum, rates, name)
        return Down(pair(momentum, rate, name) for rate in rates)

    return Function(at, name)


# --- transformation --------------------------------------------------------------------------------------------------
# Coordinate transformations of Lagrangian mechanics, and the usual ones.
#
# A transformation gives old coordinates as a function of the state in new ones, q = F(t, q'); :func:`F_to_C` extends
# it to velocities by the chain rule.
#
# Source: SICM 1.6.1.


@checks("CoordinateTransformation")
def _check_coordinates(F: Any, operation: str) -> CoordinateTransformation:
    wanted = f"{operation} expects a coordinate transformation, a function of (up t q)"
    return states.check_function(F, wanted)  # type: ignore[no-any-return]


@public("F->C")
def F_to_C(F: CoordinateTransformation) -> Function:
    """The transformation of local tuples that a coordinate transformation induces.

    Scheme:  ((F->C F) state)
    Math:    C(t, q', v') = (t, F(t, q'), d0 F(t, q') + d1 F(t, q') v')
    Shapes:  F: up(t, q', v') -> q;  result: up(t, q', v', ...) -> up(t, q, v, ...)
    Raises:  WrongTypeError if F is no function, or its value holds one; StructureError if the state has no velocities
    Source:  SICM 1.6.1
    >>> t, r, phi, w = symbols("t r phi w")
    >>> F_to_C(p_to_r)(up(t, up(r, phi), up(0, w)))
    (up t (up (* r (cos phi)) (* r (sin phi))) (up (* -1 r w (sin phi)) (* r w (cos phi))))
    """

    def transform(state: Any) -> Any:
        local = states.check_state(state, "F->C")
        moved = Gamma_bar(lambda path: Gamma(compose(F, Gamma(path)), len(local)))(local)
        if any(map(is_procedure, leaves(moved[1]))):
            raise WrongTypeError(f"F->C expects coordinates as the value of F, got {describe(moved[1])}")
        return moved

    return Function(transform, "F->C")


def _components(q: Any, n: int) -> Up:
    coordinates = states.several(q, n)
    if not isinstance(coordinates, Up) or any(isinstance(x, Structure) for x in coordinates):
        raise StructureError(f"{CALLED} expects {n} coordinates that are scalars, got {describe(q)}")
    return coordinates


@public("polar->rectangular")
def polar_to_rectangular(q: Coordinates) -> Up:
    """Rectangular from polar coordinates.

    Scheme:  (polar->rectangular (up r phi))
    Shapes:  q: up(2);  result: up(2)
    Raises:  StructureError unless the coordinates are up(2) of scalars
    Source:  SICM 1.6.1
    >>> polar_to_rectangular(up(*symbols("r phi")))
    (up (* r (cos phi)) (* r (sin phi)))
    """
    return from_polar(_components(q, 2))


@public("rectangular->polar")
def rectangular_to_polar(q: Coordinates) -> Up:
    """Polar from rectangular coordinates.

    Scheme:  (rectangular->polar (up x y))
    Math:    r = sqrt(x^2 + y^2), phi = atan(y, x)
    Shapes:  q: up(2);  result: up(2)
    Raises:  StructureError unless the coordinates are up(2) of scalars
    Source:  SICM 1.6.1
    >>> rectangular_to_polar(up(3, 4))[0], rectangular_to_polar(up(2, 0))
    (5, (up 2 0))
    """
    return to_polar(_components(q, 2))


@public("spherical->rectangular")
def spherical_to_rectangular(q: Coordinates) -> Up:
    """Rectangular from spherical coordinates (r, theta, phi), theta from the z axis.

    Scheme:  (spherical->rectangular (up r theta phi))
    Shapes:  q: up(3);  result: up(3)
    Raises:  StructureError unless the coordinates are up(3) of scalars
    Source:  SICM 1.8.3
    >>> spherical_to_rectangular(up(*symbols("r theta"), 0))
    (up (* r (sin theta)) 0 (* r (cos theta)))
    """
    return from_spherical(_components(q, 3))


@public("rectangular->spherical")
def rectangular_to_spherical(q: Coordinates) -> Up:
    """Spherical coordinates (r, theta, phi) from rectangular ones.

    Scheme:  (rectangular->spherical (up x y z))
    Math:    r = sqrt(x^2 + y^2 + z^2), theta = acos(z/r), phi = atan(y, x)
    Shapes:  q: up(3);  result: up(3)
    Raises:  StructureError unless the coordinates are up(3) of scalars
    Source:  SICM 1.8.3
    >>> rectangular_to_spherical(up(1, 2, 2))[0], rectangular_to_spherical(up(2, 0, 0))[2]
    (3, 0)
    """
    return to_spherical(_components(q, 3))


@public("p->r")
def p_to_r(state: State) -> Up:
    """The coordinates of a state from polar to rectangular ones: a coordinate transformation for F->C and F->CT.

    Scheme:  (p->r (up t (up r phi) v))
    Shapes:  state: up(t, up(2), v, ...);  result: up(2)
    Source:  SICM 1.6.1
    >>> t, r, phi, v = symbols("t r phi v")
    >>> p_to_r(up(t, up(r, phi), v))
    (up (* r (cos phi)) (* r (sin phi)))
    """
    return polar_to_rectangular(coordinate(state))


@public("r->p")
def r_to_p(state: State) -> Up:
    """The coordinates of a state from rectangular to polar ones.

    Scheme:  (r->p (up t (up x y) v))
    Shapes:  state: up(t, up(2), v, ...);  result: up(2)
    Source:  SICM 1.6.1
    >>> r_to_p(up(0, up(2, 0), up(0, 0)))
    (up 2 0)
    """
    return rectangular_to_polar(coordinate(state))


@public("s->r")
def s_to_r(state: State) -> Up:
    """The coordinates of a state from spherical to rectangular ones.

    Scheme:  (s->r (up t (up r theta phi) v))
    Shapes:  state: up(t, up(3), v, ...);  result: up(3)
    Source:  SICM 1.8.3
    >>> t, r, theta, v = symbols("t r theta v")
    >>> s_to_r(up(t, up(r, theta, 0), v))
    (up (* r (sin theta)) 0 (* r (cos theta)))
    """
    return spherical_to_rectangular(coordinate(state))


@public("r->s")
def r_to_s(state: State) -> Up:
    """The coordinates of a state from rectangular to spherical ones.

    Scheme:  (r->s (up t (up x y z) v))
    Shapes:  state: up(t, up(3), v, ...);  result: up(3)
    Source:  SICM 1.8.3
    >>> r_to_s(up(0, up(1, 2, 2), up(0, 0, 0)))[0]
    3
    """
    return rectangular_to_spherical(coordinate(state))


# --- geodesics -------------------------------------------------------------------------------------------------------
# Geodesics as motions: the paths of a free particle on a manifold with a metric.
#
# Lagrange's equations of L = g(v, v)/2 are, with their index raised, the equation of geodesics with an affine
# parameter; so whatever mechanics has of Lagrangians serves a metric too. The momentum of a coordinate that the metric
# does not depend on is conserved, and so is g(v, v). Motions are those of the coordinates as they stand, which may pass
# a pole to a negative angle; there :func:`~scmpy.geometry.submanifolds.geodesic` tells that the chart ends.
#
# Source: FDG 1 and 9


@public("metric->Lagrangian")
def metric_to_Lagrangian(metric: Metric, system: Chart) -> Function:
    """The Lagrangian of a particle of mass 1 that moves freely in a metric, in the coordinates of a chart.

    Scheme:  ((metric->Lagrangian g sys) (up t q v))
    Math:    L(t, q, v) = 1/2 sum_ij g_ij(q) v^i v^j
    Shapes:  result: up(t, q, v) -> scalar
    Raises:  StructureError unless the state is up(t, q, v)
    Source:  FDG 1
    1 ]=> (define L (metric->Lagrangian (Schwarzschild-metric spacetime-sphere 'rs) spacetime-sphere))
    1 ]=> (ref (((partial 2) L) (up 'tau (up 't 'r 'theta 'phi) (up 'dt 'dr 'dtheta 'dphi))) 0)
    ;Value: (/ (+ (* -1 dt r) (* dt rs)) r)
    >>> M, tau = symbols("M tau")
    >>> L = metric_to_Lagrangian(Schwarzschild_metric(spacetime_sphere, 2 * M), spacetime_sphere)
    >>> state = up(tau, up(*symbols("t r theta phi")), up(*symbols("t' r' theta' phi'")))
    >>> partial(2)(L)(state)[0]  # the energy, with its sign changed: the metric does not depend on t
    (/ (+ (* 2 M t') (* -1 r t')) r)
    """
    known, n = components_of(metric, system, "metric->Lagrangian"), system.dimension

    def lagrangian(state: Any) -> Any:
        _, q, v = states.check_state(state, "metric->Lagrangian")[:3]
        velocity = leaves(v)
        lowered = [dot(row, velocity) for row in rows(known.lower(system.point(q)), n)]
        return g.div(dot(lowered, velocity), 2)

    return Function(lagrangian, "(metric->Lagrangian)")
