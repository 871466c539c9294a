"""Poincaré's equations: Lagrange's equations for velocities taken in any basis of vector fields.

On a path q the velocity has components w^i in a basis e_i, the quasi-velocities. With the Lagrangian written in
them, Lhat(t, q, w), and sigma = (t, q, w) along the path, the equations of motion are

    D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i) = 0.

What joins q and w are the equations of reconstruction, Dq = sum_i w^i e_i(q).

The last index is that of w: it is contracted with the first lower index of c. (The lecture prints w^j, which leaves
i free and j three times; its program, ``(* (* c p) w)`` with c over j, i, k, is right.)

Source:  MIT 12.620J, "Poincaré equations"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function
from scmpy.geometry.basis import Basis, as_basis, structure_constants
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.vector_field import VectorField, components_in
from scmpy.mechanics.lagrangian import check_state, rows_of, solve_for_rates
from scmpy.mechanics.state import of_time
from scmpy.registry import public
from scmpy.structure.aliases import Lagrangian, Path
from scmpy.structure.structure import Structure, leaves, sum_of, up
from scmpy.symbolic.expression import symbol


@public("Poincare-equations")
def Poincare_equations(Lhat: Lagrangian, basis: Basis) -> Callable[[Path, Path], Function]:
    """The residuals of Poincaré's equations for a Lagrangian of quasi-velocities.

    Scheme:  (((Poincare-equations Lhat basis) q w) t)
    Math:    D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i)
    Shapes:  Lhat: up(t, q, w) -> scalar;  q, w: t -> up(n);  result: t -> down(n)
    Raises:  DivisionByZeroError where the fields of the basis are dependent
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> A, B, C, t = symbols("A B C t")
    >>> def free(state):
    ...     a, b, c = state[2]
    ...     return (A * a**2 + B * b**2 + C * c**2) / 2
    >>> q, w = up(*literal_functions("theta phi psi")), up(*literal_functions("a b c"))
    >>> Poincare_equations(free, so3p_basis)(q, w)(t)[2]
    (+ (* -1 A (a t) (b t)) (* B (a t) (b t)) (* C ((D c) t)))
    """
    force, momentum = _force(Lhat, basis, "Poincare-equations"), partial(2)(Lhat)

    def along(q: Path, w: Path) -> Function:
        _check_paths("Poincare-equations", q, w)

        def residual(t: Any) -> Any:
            rate = D(lambda s: momentum(up(s, q(s), w(s))))(t)
            return rate - force(up(t, q(t), w(t)))

        return of_time(residual, "Poincare-residual")

    return along


def _force(Lhat: Lagrangian, basis: Basis, operation: str) -> Function:
    """What changes the momenta at (t, q, w): e_k(Lhat) + sum_ij c^j_ik p_j w^i."""
    basis = as_basis(basis, operation)
    e, c = basis.vectors, structure_constants(basis)
    momentum = partial(2)(Lhat)

    def at(state: Any) -> Any:
        t, place, w = state
        try:
            along_fields = e(lambda x: Lhat(up(t, x, w)))(place)
            return along_fields + c(place) * momentum(state) * w
        except DivisionByZeroError as error:
            raise _dependent(operation, basis, place, error) from None

    return Function(at, operation)


def _dependent(operation: str, basis: Basis, place: Any, error: DivisionByZeroError) -> DivisionByZeroError:
    return DivisionByZeroError(
        f"{operation}: the fields of the basis {basis.vectors} are dependent or not defined at {place}: {error.message}"
    )


def _check_paths(operation: str, *paths: Any) -> None:
    for path in paths:
        check_callable(path, operation, "paths, functions of time")


def _motion(basis: Basis, place: Any, w: Any, operation: str) -> Any:
    """The rates of the coordinates, sum_i w^i e_i."""
    try:
        columns = [components_in(field, basis.chart)(place) for field in basis.vectors]
    except DivisionByZeroError as error:
        raise _dependent(operation, basis, place, error) from None
    parts = w if isinstance(w, Structure) else (w,)
    if len(parts) != basis.dimension:
        raise StructureError(f"{describe(basis)} takes as many quasi-velocities, got {describe(w)}")
    return sum_of(map(g.mul, parts, columns))


@public("quasi-Lagrangian")
def quasi_Lagrangian(L: Lagrangian, basis: Basis) -> Function:
    """A Lagrangian of coordinates and velocities written in the quasi-velocities of a basis.

    Scheme:  ((quasi-Lagrangian L basis) (up t q w))
    Math:    Lhat(t, q, w) = L(t, q, sum_i w^i e_i(q))
    Shapes:  L: up(t, q, v) -> scalar;  result: up(t, q, w) -> scalar
    Raises:  StructureError unless the state is up(t, q, w) with a w for each field, DivisionByZeroError where the basis
             is dependent
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> A, B, C, a, b, c = symbols("A B C a b c")
    >>> quasi_Lagrangian(T_body_Euler(A, B, C), so3p_basis)(up(0, up(*symbols("theta phi psi")), up(a, b, c)))
    (+ (* 1/2 A (expt a 2)) (* 1/2 B (expt b 2)) (* 1/2 C (expt c 2)))
    """

    def at(state: Any) -> Any:
        t, place, w = check_state(state, "quasi-Lagrangian")[:3]
        return L(up(t, place, _motion(basis, place, w, "quasi-Lagrangian")))

    return Function(at, "quasi-Lagrangian")


@public("reconstruction-equations")
def reconstruction_equations(basis: Basis) -> Function:
    """The residual of the equations that give the path from its quasi-velocities.

    Scheme:  (((reconstruction-equations basis) q w) t)
    Math:    Dq - sum_i w^i e_i(q)
    Shapes:  q, w: t -> up(n);  result: t -> up(n)
    Raises:  StructureError unless there is a quasi-velocity for each field, DivisionByZeroError where the fields are
             dependent
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> q, w = up(*literal_functions("theta phi psi")), up(*literal_functions("a b c"))
    >>> reconstruction_equations(so3p_basis)(q, w)(symbols("t"))[0]
    (+ (* -1 (cos (psi t)) (a t)) (* (sin (psi t)) (b t)) ((D theta) t))
    """
    name = "reconstruction-equations"

    def on_paths(q: Path, w: Path) -> Function:
        _check_paths(name, q, w)
        return of_time(lambda t: g.sub(D(q)(t), _motion(basis, q(t), w(t), name)), name)

    return Function(on_paths, name)


@public("Poincare->state-derivative")
def Poincare_to_state_derivative(Lhat: Lagrangian, basis: Basis) -> Function:
    """The rate of change of the state (t, q, w) that Poincaré's equations and reconstruction give.

    Scheme:  ((Poincare->state-derivative Lhat basis) (up t q w))
    Shapes:  result: up(1, up(n), up(n))
    Raises:  DivisionByZeroError where the basis is dependent, or there is no inertia in some direction; StructureError
             unless there is a quasi-velocity for each field of the basis
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> A, B, C = symbols("A B C")
    >>> free = lambda state: T_body(A, B, C)(state[2])
    >>> state = up(0, up(*symbols("theta phi psi")), up(*symbols("a b c")))
    >>> Poincare_to_state_derivative(free, so3p_basis)(state)[2][2]
    (/ (+ (* A a b) (* -1 B a b)) C)
    """
    name = "Poincare->state-derivative"
    force, momentum = _force(Lhat, basis, name), partial(2)(Lhat)

    def at(state: Any) -> Any:
        local = check_state(state, name)[:3]
        _, place, w = local
        rate = _motion(basis, place, w, name)
        drift = g.add(partial(0)(momentum)(local), g.mul(partial(1)(momentum)(local), rate))
        inertia = rows_of(partial(2)(momentum)(local), w)
        return up(1, rate, solve_for_rates(inertia, leaves(g.sub(force(local), drift)), w, name))

    return Function(at, name)


@public("quasi-velocities")
def quasi_velocities(basis: Basis, q: Path) -> Function:
    """The components of the velocity of a coordinate path in a basis, as a function of the time.

    Scheme:  ((quasi-velocities basis q) t)
    Math:    w^i(t) = e~i(q(t)) Dq(t)
    Shapes:  q: t -> up(n);  result: t -> up(n)
    Raises:  DivisionByZeroError where the fields of the basis are dependent
    Source:  MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> q = up(*literal_functions("theta phi psi"))
    >>> quasi_velocities(so3_basis, q)(symbols("t"))[2]
    (+ (* ((D psi) t) (cos (theta t))) ((D phi) t))
    """
    chart, forms = basis.chart, basis.forms
    _check_paths("quasi-velocities", q)

    def components(t: Any) -> Any:
        velocity = D(q)(t)
        tangent = VectorField(chart, ManifoldFunction(lambda place: velocity, "velocity", (chart,)), symbol("velocity"))
        try:
            return forms(tangent)(q(t))
        except DivisionByZeroError as error:
            raise _dependent("quasi-velocities", basis, q(t), error) from None

    return of_time(components, "quasi-velocities")
