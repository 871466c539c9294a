"""Mechanics on groups: Poincaré's equations in a basis of fields, reduction by Euler, Lie and Poisson, motors.

Source: MIT 12.620J, "Poincaré equations". Bases of matrix groups are in matrix_groups; rigid bodies in rigid_body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from scmpy.calculus.derivative import D, commutator, partial
from scmpy.clifford.multivector import Multivector
from scmpy.clifford.operations import commutator_product, dual, scalar_part, undual
from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import Values, is_zero_number
from scmpy.geometry.basis import Basis, as_basis, structure_constants
from scmpy.geometry.fields import VectorField, components_in
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.mechanics.hamiltonian import Legendre_transform, phase_gradient
from scmpy.mechanics.lagrangian import forces_in_tuples, is_given, rows_of, solve_for_rates
from scmpy.mechanics.matrix_groups import as_generators, generators_to_structure_constants
from scmpy.mechanics.state import check_hamiltonian, check_state, check_state_function, of_time
from scmpy.registry import public
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, sum_of, up
from scmpy.structure.types import Force, Hamiltonian, Lagrangian, Path
from scmpy.symbolic.expression import symbol

# --- poincare --------------------------------------------------------------------------------------------------------
# Poincaré's equations: Lagrange's equations for velocities taken in any basis of vector fields.
#
# On a path q the velocity has components w^i in a basis e_i, the quasi-velocities. With the Lagrangian written in
# them, Lhat(t, q, w), and sigma = (t, q, w) along the path, the equations of motion are
#
#     D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i) = 0.
#
# What joins q and w are the equations of reconstruction, Dq = sum_i w^i e_i(q).
#
# The last index is that of w: it is contracted with the first lower index of c. (The lecture prints w^j, which leaves
# i free and j three times; its program, ``(* (* c p) w)`` with c over j, i, k, is right.)
#
# Source:  MIT 12.620J, "Poincaré equations"


@public("Poincare-equations")
def Poincare_equations(
    Lhat: Lagrangian, basis: Basis, dissipation: Force = None, force: Force = None
) -> Callable[[Path, Path], Function]:
    """The residuals of Poincaré's equations for a Lagrangian of quasi-velocities.

    Scheme:  (((Poincare-equations Lhat basis) q w) t), ((Poincare-equations Lhat basis dissipation [force]) q w)
    Math:    D(d_2,k Lhat o sigma) - (e_k(Lhat) o sigma + sum_ij (c^j_ik o q) (d_2,j Lhat o sigma) w^i)
             (+ d2 F - Q with a dissipation function F, a force Q whose power is Q w)
    Shapes:  Lhat: up(t, q, w) -> scalar;  F, Q: up(t, q, w) -> scalar, down(n);  q, w: t -> up(n);
             result: t -> down(n)
    Raises:  DivisionByZeroError where the fields of the basis are dependent
    Source:  MIT 12.620J, "Poincaré equations"
    >>> A, B, C, t = symbols("A B C t")
    >>> def free(state):
    ...     a, b, c = state[2]
    ...     return (A * a**2 + B * b**2 + C * c**2) / 2
    >>> q, w = up(*literal_functions("theta phi psi")), up(*literal_functions("a b c"))
    >>> Poincare_equations(free, so3p_basis)(q, w)(t)[2]
    (+ (* -1 A (a t) (b t)) (* B (a t) (b t)) (* C ((D c) t)))
    """
    total, momentum = _force(Lhat, basis, "Poincare-equations", dissipation, force), partial(2)(Lhat)

    def along(q: Path, w: Path) -> Function:
        _check_paths("Poincare-equations", q, w)

        def residual(t: Any) -> Any:
            rate = D(lambda s: momentum(up(s, q(s), w(s))))(t)
            return rate - total(up(t, q(t), w(t)))

        return of_time(residual, "Poincare-residual")

    return along


def _force(Lhat: Lagrangian, basis: Basis, operation: str, dissipation: Any, applied: Any) -> Function:
    """What changes the momenta at (t, q, w): e_k(Lhat) + sum_ij c^j_ik p_j w^i, and the forces that are applied."""
    basis = as_basis(basis, operation)
    e, c = basis.vectors, structure_constants(basis)
    momentum = partial(2)(Lhat)

    def at(state: Any) -> Any:
        t, place, w = state
        try:
            along_fields = e(lambda x: Lhat(up(t, x, w)))(place)
            total = along_fields + c(place) * momentum(state) * w
        except DivisionByZeroError as error:
            raise _dependent(operation, basis, place, error) from None
        return g.add(total, forces_in_tuples(state, operation, dissipation, applied))

    return Function(at, operation)


def _dependent(operation: str, basis: Basis, place: Any, error: DivisionByZeroError) -> DivisionByZeroError:
    return DivisionByZeroError(
        f"{operation}: the fields of the basis {basis.vectors} are dependent or not defined at {place}: {error.message}"
    )


def _check_paths(operation: str, *paths: Any) -> None:
    for path in paths:
        check_callable(path, operation, "paths, functions of time")


def _motion(basis: Basis, place: Any, w: Any, operation: str) -> Any:
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
def Poincare_to_state_derivative(
    Lhat: Lagrangian, basis: Basis, dissipation: Force = None, force: Force = None
) -> Function:
    """The rate of change of the state (t, q, w) that Poincaré's equations and reconstruction give.

    Scheme:  ((Poincare->state-derivative Lhat basis) (up t q w)), ((Poincare->state-derivative Lhat basis F [Q]) state)
    Shapes:  result: up(1, up(n), up(n))
    Raises:  DivisionByZeroError where the basis is dependent, or there is no inertia in some direction; StructureError
             unless there is a quasi-velocity for each field of the basis
    Source:  MIT 12.620J, "Poincaré equations"
    >>> A, B, C = symbols("A B C")
    >>> free = lambda state: T_body(A, B, C)(state[2])
    >>> state = up(0, up(*symbols("theta phi psi")), up(*symbols("a b c")))
    >>> Poincare_to_state_derivative(free, so3p_basis)(state)[2][2]
    (/ (+ (* A a b) (* -1 B a b)) C)
    """
    name = "Poincare->state-derivative"
    solved = _accelerations(Lhat, basis, name, dissipation, force)

    def at(state: Any) -> Any:
        local = check_state(state, name)[:3]
        rate, accelerations, _ = solved(local, local[2])
        return up(1, rate, accelerations)

    return Function(at, name)


def _accelerations(Lhat: Any, basis: Basis, operation: str, dissipation: Any, applied: Any) -> Callable[..., Any]:
    """The rates of coordinates and of the first quasi-velocities, and the forces that keep the others as they are."""
    total, momentum = _force(Lhat, basis, operation, dissipation, applied), partial(2)(Lhat)

    def solved(local: Up, free: Any) -> tuple[Any, Any, Down]:
        _, place, w = local
        rate = _motion(basis, place, w, operation)
        drift = g.add(partial(0)(momentum)(local), g.mul(partial(1)(momentum)(local), rate))
        inertia, forces = rows_of(partial(2)(momentum)(local), w), leaves(g.sub(total(local), drift))
        m = len(leaves(free))
        found = solve_for_rates(tuple(row[:m] for row in inertia[:m]), forces[:m], free, operation)
        held = zip(inertia[m:], forces[m:], strict=True)
        return rate, found, Down(g.sub(sum_of(map(g.mul, row, leaves(found))), force) for row, force in held)

    return solved


# --- constraints -----------------------------------------------------------------------------------------------
# In a basis of which the last fields are excluded, as by constraint_basis, the first quasi-velocities u move by the
# first of Poincaré's equations, the others being 0; what is left over in the others are the forces of constraint.


def _with_zeros(basis: Basis, state: Any, operation: str) -> Up:
    t, place, u = check_state(state, operation)[:3]
    if not isinstance(u, Up) or not 0 < len(u) < basis.dimension:
        raise StructureError(
            f"{operation} expects (up t q u) with an up tuple of fewer quasi-velocities than the {basis.dimension} "
            f"fields of the basis, the others being held at 0, got {describe(u)}"
        )
    return Up((t, place, Up((*u, *(0 for _ in range(basis.dimension - len(u)))))))


@public("constrained-Poincare->state-derivative")
def constrained_Poincare_to_state_derivative(
    Lhat: Lagrangian, basis: Basis, dissipation: Force = None, force: Force = None
) -> Function:
    """The rate of change of (t, q, u), where the last quasi-velocities of a basis are held at 0 by constraints.

    Scheme:  ((constrained-Poincare->state-derivative Lhat basis) (up t q u)),
             ((constrained-Poincare->state-derivative Lhat basis dissipation [force]) state)
    Shapes:  Lhat: up(t, q, w) -> scalar;  u: up(m), the first of up(n);  result: up(1, up(n), up(m))
    Raises:  StructureError unless u has fewer components than the basis; DivisionByZeroError where the basis is
             dependent, or there is no inertia in some direction
    Source:  Bloch, Nonholonomic Mechanics and Control, 3.4
    1 ]=> (define (heisenberg s) (+ (ref s 2 2) (* -1 (ref s 1 1) (ref s 2 0)) (* (ref s 1 0) (ref s 2 1))))
    1 ]=> (define basis (constraint-basis heisenberg R3-rect))
    1 ]=> (define rates (constrained-Poincare->state-derivative (quasi-Lagrangian (L-free-particle 'm) basis) basis))
    1 ]=> (rates (up 't (up 1 0 0) (up 'u 'v)))
    ;Value: (up 1 (up u v (* -1 v)) (up 0 0))
    >>> heisenberg = lambda s: s[2][2] - s[1][1] * s[2][0] + s[1][0] * s[2][1]
    >>> basis = constraint_basis(heisenberg, R3_rect)
    >>> rates = constrained_Poincare_to_state_derivative(quasi_Lagrangian(L_free_particle(1), basis), basis)
    >>> rates(up(0, up(1, 0, 0), up(*symbols("u v"))))
    (up 1 (up u v (* -1 v)) (up 0 0))
    """
    name = "constrained-Poincare->state-derivative"
    solved = _accelerations(Lhat, basis, name, dissipation, force)

    def at(state: Any) -> Any:
        rate, accelerations, _ = solved(_with_zeros(basis, state, name), state[2])
        return up(1, rate, accelerations)

    return Function(at, name)


@public("Poincare->constraint-forces")
def Poincare_to_constraint_forces(
    Lhat: Lagrangian, basis: Basis, dissipation: Force = None, force: Force = None
) -> Function:
    """The forces that hold the last quasi-velocities of a basis at 0; of constraint-basis they are the multipliers.

    Scheme:  ((Poincare->constraint-forces Lhat basis) (up t q u)),
             ((Poincare->constraint-forces Lhat basis dissipation [force]) state)
    Shapes:  u: up(m), the first of up(n);  result: down(n - m)
    Raises:  StructureError unless u has fewer components than the basis; DivisionByZeroError where the basis is
             dependent, or there is no inertia in some direction
    Source:  Bloch, Nonholonomic Mechanics and Control, 3.4
    1 ]=> (define basis (constraint-basis (lambda (s) (ref s 2 1)) R2-rect))
    1 ]=> (define Lhat (quasi-Lagrangian (L-uniform-acceleration 'm 'g) basis))
    1 ]=> ((Poincare->constraint-forces Lhat basis) (up 't (up 'x 'y) (up 'u)))
    ;Value: (down (* g m))
    >>> m, g, t, x, y, u = symbols("m g t x y u")
    >>> basis = constraint_basis(lambda s: s[2][1], R2_rect)
    >>> Lhat = quasi_Lagrangian(L_uniform_acceleration(m, g), basis)
    >>> Poincare_to_constraint_forces(Lhat, basis)(up(t, up(x, y), up(u)))
    (down (* g m))
    """
    name = "Poincare->constraint-forces"
    solved = _accelerations(Lhat, basis, name, dissipation, force)
    return Function(lambda state: solved(_with_zeros(basis, state, name), state[2])[2], name)


@public("constrained-Poincare-equations")
def constrained_Poincare_equations(
    Lhat: Lagrangian, basis: Basis, dissipation: Force = None, force: Force = None
) -> Callable[[Path, Path], Function]:
    """The residuals of Poincaré's equations and of reconstruction, the last quasi-velocities being held at 0.

    Scheme:  (((constrained-Poincare-equations Lhat basis) q u) t),
             ((constrained-Poincare-equations Lhat basis dissipation [force]) q u)
    Shapes:  Lhat: up(t, q, w) -> scalar;  q: t -> up(n);  u: t -> up(m), the first of up(n);
             result: t -> up(up(n), down(m))
    Raises:  StructureError unless u has fewer components than the basis; DivisionByZeroError where the basis is
             dependent
    Source:  Bloch, Nonholonomic Mechanics and Control, 3.4
    1 ]=> (define basis (constraint-basis (lambda (s) (ref s 2 1)) R2-rect))
    1 ]=> (define Lhat (quasi-Lagrangian (L-uniform-acceleration 'm 'g) basis))
    1 ]=> (define q (up (literal-function 'x) (literal-function 'y)))
    1 ]=> (((constrained-Poincare-equations Lhat basis) q (up (literal-function 'u))) 't)
    ;Value: (up (up (+ ((D x) t) (* -1 (u t))) ((D y) t)) (down (* m ((D u) t))))
    >>> m, g, t = symbols("m g t")
    >>> basis = constraint_basis(lambda s: s[2][1], R2_rect)
    >>> residual = constrained_Poincare_equations(quasi_Lagrangian(L_uniform_acceleration(m, g), basis), basis)
    >>> residual(up(*literal_functions("x y")), up(literal_function("u")))(t)
    (up (up (+ ((D x) t) (* -1 (u t))) ((D y) t)) (down (* m ((D u) t))))
    """
    name = "constrained-Poincare-equations"
    equations, reconstruction = Poincare_equations(Lhat, basis, dissipation, force), reconstruction_equations(basis)

    def on_paths(q: Path, u: Path) -> Function:
        _check_paths(name, q, u)
        w = of_time(lambda t: _with_zeros(basis, Up((t, q(t), u(t))), name)[2], "quasi-velocities")

        def residual(t: Any) -> Up:
            return Up((reconstruction(q, w)(t), equations(q, w)(t)[: len(leaves(u(t)))]))

        return of_time(residual, name)

    return Function(on_paths, name)


@public("quasi-velocities")
def quasi_velocities(basis: Basis, q: Path) -> Function:
    """The components of the velocity of a coordinate path in a basis, as a function of the time.

    Scheme:  ((quasi-velocities basis q) t)
    Math:    w^i(t) = e~i(q(t)) Dq(t)
    Shapes:  q: t -> up(n);  result: t -> up(n)
    Raises:  DivisionByZeroError where the fields of the basis are dependent
    Source:  MIT 12.620J, "Poincaré equations"
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


# --- lie poisson -----------------------------------------------------------------------------------------------------
# Reduced mechanics on Lie groups: the equations of Euler and Poincaré, and of Lie and Poisson.
#
# A system on a group that looks the same from every place has equations in the Lie algebra alone, for the quasi-
# velocities w of its invariant basis. A vector gamma fixed in space, such as the vertical of a top, is carried along as
# it is seen from the body, gamma = M^-1 gamma_0. With generators E_i, [E_i, E_k] = c^j_ik E_j, and a reduced Lagrangian
# l(t, gamma, w), momenta mu_k = d_2,k l,
#
#     D mu_k = sum_ij c^j_ik mu_j w^i - (d_1 l) E_k gamma,        D gamma = - sum_i w^i E_i gamma.
#
# The sum over c is ad*_w mu, with <ad*_w mu, v> = <mu, [w, v]>. In terms of the momenta, with the Hamiltonian
# H(t, gamma, mu) that the Legendre transform gives, these are the equations of the Lie-Poisson bracket
#
#     {F, G} = sum c^j_ik mu_j (d_2^k F)(d_2^i G) - (d_1 F) E_i gamma (d_2^i G) + (d_1 G) E_k gamma (d_2^k F):
#
#     D gamma = {gamma, H},    D mu = {mu, H}.
#
# A Casimir has vanishing bracket with everything: no Hamiltonian changes it. These are the signs of the left-invariant
# basis (the body's); for the right-invariant one give the negative generators.
#
# Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369


class Algebra:
    """A Lie algebra of matrices: its structure constants, and what its elements do to vectors."""

    def __init__(self, generators: Any, operation: str) -> None:
        self.operation = operation
        self.generators = as_generators(generators, operation)
        self.constants = generators_to_structure_constants(generators)

    def ad_star(self, w: Any, mu: Any) -> Any:
        return g.mul(g.mul(self.constants, self.momenta(mu)), self.velocities(w))

    def velocities(self, w: Any) -> Up:
        return self._of(Up, w)

    def momenta(self, mu: Any) -> Down:
        return self._of(Down, mu)

    def _of(self, orientation: type[Structure], value: Any) -> Any:
        n = len(self.generators)
        if isinstance(value, list):
            value = orientation(value)
        if not isinstance(value, orientation) or len(value) != n:
            word = "up" if orientation is Up else "down"
            raise StructureError(f"{self.operation} expects {word}({n}) for {n} generators, got {describe(value)}")
        return value

    def moved(self, gamma: Any) -> list[Any]:
        vector = as_structure(gamma) if isinstance(gamma, list) else gamma
        size = len(self.generators[0])
        if not isinstance(vector, Up) or len(vector) != size:
            raise StructureError(f"{self.operation} expects an advected vector up({size}), got {describe(gamma)}")
        return [g.mul(E, vector) for E in self.generators]

    def drift(self, gamma: Any, w: Any) -> Any:
        """- sum_i w^i E_i gamma, the rate of a vector fixed in space."""
        return g.negate(sum_of(map(g.mul, self.velocities(w), self.moved(gamma))))

    def torque(self, slope: Any, gamma: Any) -> Down:
        """- slope E_k gamma for every k, where slope is a derivative by gamma."""
        return Down(g.negate(g.mul(slope, moved)) for moved in self.moved(gamma))

    def state(self, value: Any, last: str) -> Up:
        if not isinstance(value, (Up, list)) or len(value) != 3:
            raise StructureError(f"{self.operation} expects a state (up t gamma {last}), got {describe(value)}")
        return as_structure(value)  # type: ignore[return-value]


@public("ad*")
def ad_star(generators: Structure) -> Function:
    """The coadjoint action of a Lie algebra of matrices on momenta and, in SE(3), wrenches.

    Scheme:  ((ad* generators) w mu)
    Math:    <ad*_w mu, v> = <mu, [w, v]>
    Shapes:  w: up(n);  mu: down(n);  result: down(n)
    Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369
    >>> ad_star(so3_generators)(up(*symbols("a b c")), down(0, 0, symbols("L")))
    (down (* -1 L b) (* L a) 0)
    """
    algebra = Algebra(generators, "ad*")
    return Function(algebra.ad_star, "ad*")


@public("Euler-Poincare-equations")
def Euler_Poincare_equations(
    l: Lagrangian,  # noqa: E741
    generators: Structure,
    dissipation: Force = None,
    force: Force = None,
) -> Function:
    """The residuals of the equations of Euler and Poincaré, with an advected vector.

    Scheme:  (((Euler-Poincare-equations l generators) gamma w) t),
             ((Euler-Poincare-equations l generators dissipation [force]) gamma w)
    Math:    (D gamma + sum_i w^i E_i gamma,  D mu - ad*_w mu + (d_1 l) E gamma),  mu = d_2 l along (t, gamma, w)
    Shapes:  l: up(t, gamma, w) -> scalar;  gamma: t -> up(k) for k by k generators;  w: t -> up(n);
             result: up(up(k), down(n))
    Raises:  StructureError for a force that is no down tuple of n
    Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369
    >>> A, B, C, h, t = symbols("A B C h t")
    >>> top = lambda s: T_body(A, B, C)(s[2]) - h * s[1][2]
    >>> gamma, w = up(*literal_functions("x y z")), up(*literal_functions("a b c"))
    >>> Euler_Poincare_equations(top, so3_generators)(gamma, w)(t)[1][2]
    (+ (* -1 A (a t) (b t)) (* B (a t) (b t)) (* C ((D c) t)))
    """
    name = "Euler-Poincare-equations"
    algebra = Algebra(generators, name)
    momentum = partial(2)(l)

    def on_paths(gamma: Any, w: Any) -> Function:
        _check_paths(name, gamma, w)

        def residual(t: Any) -> Up:
            vector, velocity = gamma(t), w(t)
            local = Up((t, vector, velocity))
            mu = momentum(local)
            total = g.add(algebra.ad_star(velocity, mu), algebra.torque(partial(1)(l)(local), vector))
            total = g.add(total, forces_in_tuples(local, name, dissipation, force))
            rate = D(lambda s: momentum(Up((s, gamma(s), w(s)))))(t)
            return Up((g.sub(D(gamma)(t), algebra.drift(vector, velocity)), g.sub(rate, total)))

        return of_time(residual, name)

    return Function(on_paths, name)


@public("Lie-Poisson-bracket")
def Lie_Poisson_bracket(generators: Structure) -> Function:
    """The Lie-Poisson bracket of functions of (t, gamma, mu).

    Scheme:  (((Lie-Poisson-bracket generators) F G) state)
    Math:    {F, G} = <mu, [d_2 G, d_2 F]> - (d_1 F) (d_2 G) gamma + (d_1 G) (d_2 F) gamma
    Shapes:  F, G: up(t, gamma, mu) -> scalar;  gamma: up(k) for k by k generators;  mu: down(n)
    Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369
    >>> state = up(0, up(*symbols("x y z")), down(*symbols("a b c")))
    >>> bracket = Lie_Poisson_bracket(so3_generators)
    >>> bracket(component(2, 0), component(2, 1))(state), bracket(component(1, 0), component(2, 1))(state)
    ((* -1 c), (* -1 z))
    """
    algebra = Algebra(generators, "Lie-Poisson-bracket")

    def bracket(F: Any, G: Any) -> Function:
        for function in (F, G):
            check_hamiltonian(function, "Lie-Poisson-bracket")

        def at(state: Any) -> Any:
            local = algebra.state(state, "mu")
            _, gamma, mu = local
            (by_gamma, by_mu), (other_by_gamma, other_by_mu) = (phase_gradient(f, local) for f in (F, G))
            turned = g.mul(algebra.ad_star(other_by_mu, mu), algebra.velocities(by_mu))
            advected = g.mul(by_gamma, algebra.drift(gamma, other_by_mu))
            back = g.mul(other_by_gamma, algebra.drift(gamma, by_mu))
            return g.add(turned, g.sub(advected, back))

        return Function(at, "Lie-Poisson-bracket")

    return Function(bracket, "Lie-Poisson-bracket")


@public("Lie-Poisson->state-derivative")
def Lie_Poisson_to_state_derivative(
    H: Hamiltonian, generators: Structure, dissipation: Force = None, force: Force = None
) -> Function:
    """The rate of change of (t, gamma, mu) that a reduced Hamiltonian causes, with forces beside it.

    Scheme:  ((Lie-Poisson->state-derivative H generators) (up t gamma mu)),
             ((Lie-Poisson->state-derivative H generators dissipation [force]) state)
    Math:    (1, -w^i E_i gamma, ad*_w mu + (d_1 H) E gamma  (- d_2 F + Q)),  w = d_2 H
    Shapes:  H: up(t, gamma, mu) -> scalar;  state: up(t, up(k), down(n)) for n generators, k by k;
             F, Q: up(t, gamma, w) -> scalar, down(n)
    Raises:  StructureError for a force that is no down tuple of n
    Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369
    >>> A, B, C, a, b, c = symbols("A B C a b c")
    >>> H = lambda state: (state[2][0] ** 2 / A + state[2][1] ** 2 / B + state[2][2] ** 2 / C) / 2
    >>> Lie_Poisson_to_state_derivative(H, so3_generators)(up(0, up(0, 0, 0), down(a, 0, c)))[2]
    (down 0 (/ (+ (* -1 A a c) (* C a c)) (* A C)) 0)
    """
    name = "Lie-Poisson->state-derivative"
    algebra = Algebra(generators, name)

    def at(state: Any) -> Up:
        local = algebra.state(state, "mu")
        t, gamma, mu = local
        by_gamma, w = phase_gradient(H, local)
        rate = g.sub(algebra.ad_star(w, mu), algebra.torque(by_gamma, gamma))
        rate = g.add(rate, forces_in_tuples(Up((t, gamma, w)), name, dissipation, force))
        return Up((1, algebra.drift(gamma, w), rate))

    return Function(at, name)


@public("Lie-Poisson-equations")
def Lie_Poisson_equations(
    H: Hamiltonian, generators: Structure, dissipation: Force = None, force: Force = None
) -> Function:
    """The residuals of the Lie-Poisson equations on paths of the advected vector and of the momenta.

    Scheme:  (((Lie-Poisson-equations H generators) gamma mu) t),
             ((Lie-Poisson-equations H generators dissipation [force]) gamma mu)
    Math:    (0, D gamma - {gamma, H}, D mu - {mu, H})
    Shapes:  H: up(t, gamma, mu) -> scalar;  gamma: t -> up(k) for k by k generators;  mu: t -> down(n)
    Source:  MIT 12.620J, "Poincaré equations"; H. Poincaré, C. R. Acad. Sci. 132 (1901) 369
    >>> A, B, C, t = symbols("A B C t")
    >>> free = lambda s: (s[2][0]**2 / A + s[2][1]**2 / B + s[2][2]**2 / C) / 2
    >>> gamma, mu = up(*literal_functions("x y z")), down(*literal_functions("a b c"))
    >>> Lie_Poisson_equations(free, so3_generators)(gamma, mu)(t)[2][2]
    (/ (+ (* A B ((D c) t)) (* -1 A (a t) (b t)) (* B (a t) (b t))) (* A B))
    """
    flow = Lie_Poisson_to_state_derivative(H, generators, dissipation, force)

    def on_paths(gamma: Any, mu: Any) -> Function:
        _check_paths("Lie-Poisson-equations", gamma, mu)
        path = of_time(lambda t: Up((t, gamma(t), mu(t))), "path")
        return of_time(lambda t: g.sub(D(path)(t), flow(path(t))), "Lie-Poisson-equations")

    return Function(on_paths, "Lie-Poisson-equations")


# --- motors ----------------------------------------------------------------------------------------------------------
# Hamilton's equations on groups of motors: mechanics whose configuration is a product of vectors of an algebra.
#
# The even products of unit vectors of a geometric algebra are a Lie group, in PGA3 that of the rigid motions. A
# velocity is a bivector B, as seen from the body: M' = M B. A momentum is an element mu of the grade n - 2, which is
# paired with bivectors by the outer product, mu ^ B = mu(B) I: no metric is needed, so the projective algebras are no
# exception. The coadjoint action is a commutator, [mu, xi] ^ zeta = mu ^ [xi, zeta], and Hamilton's equations are
#
#     M' = M B,    mu' = [mu, B] - T,    with B = dH/dmu and T ^ zeta = I d/dh H(M (1 + h zeta), mu) at h = 0.
#
# States are up tuples (t, M, mu), and (t, M, B) for Lagrangians; of several bodies M, mu and B are up tuples of theirs.
# A rotation by the angle a has the motor cos(a/2) - sin(a/2) e12: its B is half the angular velocity, with the opposite
# sign.
#
# Source: Vasik, Gamiltonian mechanics (AGACSE 2024); Gunn and De Keninck, Rigid body dynamics in PGA


class Bodies(NamedTuple):
    """A state of a motor or several, and of their momenta or velocities, of the grade n - 2 or 2."""

    t: Any
    motors: tuple[Multivector, ...]
    thirds: tuple[Multivector, ...]
    is_one: bool

    @property
    def state(self) -> Up:
        return Up((self.t, self.shaped(self.motors), self.shaped(self.thirds)))

    def shaped(self, values: Iterable[Any]) -> Any:
        return next(iter(values)) if self.is_one else Up(values)

    def gradient(self, f: Any) -> tuple[Multivector, ...]:
        def of(k: int, x: Multivector) -> Multivector:
            def at(c: Any) -> Any:
                changed = (*self.thirds[:k], x._with_children_(c.components), *self.thirds[k + 1 :])
                return scalar_part(f(self._replace(thirds=changed).state))

            return x._with_children_(list(D(at)(Up(x._children_()))))

        return tuple(of(k, x) for k, x in enumerate(self.thirds))

    def torques(self, H: Hamiltonian) -> Iterator[Multivector]:
        """What is paired with bivectors for the changes of H with each motor along them."""
        for k, M in enumerate(self.motors):

            def slope(blade: int, k: int = k, M: Multivector = M) -> Any:
                along = g.mul(M, Multivector(M.algebra, {blade: 1}))

                def at(h: Any) -> Any:
                    moved = (*self.motors[:k], g.add(M, g.mul(h, along)), *self.motors[k + 1 :])
                    return scalar_part(H(self._replace(motors=moved).state))

                return D(at)(0)

            yield undual(Multivector(M.algebra, {blade: slope(blade) for blade in M.algebra.of_grade(2)}))

    def velocities(self, H: Hamiltonian) -> tuple[Multivector, ...]:
        """dH/dmu of each: what is paired with a change of mu for that of H."""
        return tuple(map(dual, self.gradient(H)))


def _taken_apart(state: Any, operation: str, grade: str) -> Bodies:
    parts = state.components if isinstance(state, Structure) and len(state) == 3 else (state, None, None)
    is_one = not isinstance(parts[1], Up)
    motors, thirds = ((x,) if is_one else x.components if isinstance(x, Up) else () for x in parts[1:])
    if len(motors) != len(thirds) or not all(isinstance(x, Multivector) for x in (*motors, *thirds)):
        raise StructureError(f"{operation} expects a state (up t M {grade}) of multivectors, got {describe(state)}")
    found = []
    for M, third in zip(motors, thirds, strict=True):
        algebra = M.algebra
        wanted = 2 if grade == "B" else algebra.dimension - 2
        if third.algebra is not algebra or set(third.grades) - {wanted}:
            raise StructureError(
                f"{operation} expects {grade} of the grade {wanted} of {describe(algebra)}, got one of the grades "
                f"{', '.join(map(str, third.grades))} of {describe(third.algebra)}"
            )
        found.append(third.selected(algebra.of_grade(wanted)))
    return Bodies(parts[0], tuple(motors), tuple(found), is_one)


def _forques(force: Any, bodies: Bodies, momenta: tuple[Multivector, ...]) -> list[Any]:
    """A force and torque together of each, an element that is paired with velocities as momenta are."""
    check_state_function(force, "motor-phase-space-derivative", "force", "(up t M B)")
    value = force(bodies.state)
    if is_zero_number(value):
        return [0] * len(momenta)
    found = value.components if isinstance(value, Up) and not bodies.is_one else (value,)
    for k, mu in enumerate(momenta):
        x = found[k] if len(found) == len(momenta) else None
        fits = isinstance(x, Multivector) and x.algebra is mu.algebra and not set(x.terms) - set(mu.terms)
        if not (fits or is_zero_number(x)):
            raise StructureError(
                f"motor-phase-space-derivative expects a force of the grade of momenta, {mu.algebra.dimension - 2}, "
                f"got {describe(value)}"
            )
    return list(found)


@public("motor-phase-space-derivative")
def motor_phase_space_derivative(H: Hamiltonian, dissipation: Force = None, force: Force = None) -> Function:
    """The derivative of a state along the motion that a Hamiltonian on a group of motors has, with forces beside it.

    Of several bodies M and mu are up tuples, and so are velocities and forces; the same in the other operations.

    Scheme:  ((motor-phase-space-derivative H) (up t M mu)), ((motor-phase-space-derivative H F [Q]) state)
    Math:    M' = M B, mu' = [mu, B] - T  (- dF/dB + Q), with B = dH/dmu; [mu, B] = mu B - B mu
    Shapes:  H: (up t M mu) -> scalar, mu of grade n - 2;  F, Q: (up t M B) -> scalar, an element of grade n - 2 whose
             power is Q ^ B;  gives (up 1 M' mu')
    Raises:  StructureError for a state of other grades or algebras, and for such a force
    Source:  Vasik, Gamiltonian mechanics
    >>> mu = make_multivector(VGA3, [1, 2, 3], 1)
    >>> free = lambda state: norm_squared(state[2]) / 2
    >>> motor_phase_space_derivative(free)(up(0, even_part(1 + VGA3.e12), mu))[2]
    0
    """

    def at(state: Any) -> Up:
        bodies = _taken_apart(state, "motor-phase-space-derivative", "mu")
        momenta, velocities = bodies.thirds, bodies.velocities(H)
        rates = list(map(g.sub, map(commutator, momenta, velocities), bodies.torques(H)))
        moving = bodies._replace(thirds=velocities)
        if is_given(dissipation):
            rates = list(map(g.sub, rates, map(undual, moving.gradient(dissipation))))
        if is_given(force):
            rates = list(map(g.add, rates, _forques(force, moving, momenta)))
        kept = (rate.selected(list(mu.terms)) for rate, mu in zip(rates, momenta, strict=True))
        return Up((1, bodies.shaped(map(g.mul, bodies.motors, velocities)), bodies.shaped(kept)))

    return Function(at, "motor-phase-space-derivative")


@public("motor-momentum->velocity")
def motor_momentum_to_velocity(H: Hamiltonian) -> Function:
    """The velocity of a state of motion on a group of motors: the derivative of the Hamiltonian by the momentum.

    Scheme:  ((motor-momentum->velocity H) (up t M mu))
    Math:    B = dH/dmu, a bivector, with dmu ^ B = dH I
    Raises:  StructureError unless the state is up(t, M, mu) of one algebra, mu of its grade n - 2
    Source:  Vasik, Gamiltonian mechanics
    >>> H = lambda state: square(coefficient_of("e01", state[2])) / 2
    >>> motor_momentum_to_velocity(H)(up(0, PGA3.e12, 3 * PGA3.e01))
    (* 3 e23)
    """

    def at(state: Any) -> Any:
        bodies = _taken_apart(state, "motor-momentum->velocity", "mu")
        return bodies.shaped(bodies.velocities(H))

    return Function(at, "motor-momentum->velocity")


@public("motor-velocity->momentum")
def motor_velocity_to_momentum(L: Lagrangian) -> Function:
    """The momentum of a state of motion on a group of motors: the derivative of the Lagrangian by the velocity.

    Scheme:  ((motor-velocity->momentum L) (up t M B))
    Math:    mu = dL/dB, of grade n - 2, with mu ^ dB = dL I
    Raises:  StructureError unless the state is up(t, M, B) of one algebra, B a bivector
    Source:  Vasik, Gamiltonian mechanics
    >>> L = lambda state: square(coefficient_of("e23", state[2])) / 2
    >>> motor_velocity_to_momentum(L)(up(0, PGA3.e12, 3 * PGA3.e23))
    (* 3 e01)
    """

    def at(state: Any) -> Any:
        bodies = _taken_apart(state, "motor-velocity->momentum", "B")
        return bodies.shaped(map(undual, bodies.gradient(L)))

    return Function(at, "motor-velocity->momentum")


@public("motor-Lagrangian->Hamiltonian")
def motor_Lagrangian_to_Hamiltonian(L: Lagrangian) -> Function:
    """The Hamiltonian on a group of motors of a Lagrangian that is quadratic in the velocity.

    Scheme:  ((motor-Lagrangian->Hamiltonian L) (up t M mu))
    Math:    H(t, M, mu) I = mu ^ B - L(t, M, B) I at the B where dL/dB = mu
    Raises:  DomainError if L is not quadratic in B, DivisionByZeroError if it determines no B; StructureError unless
             the state is up(t, M, mu) of one algebra, mu of its grade n - 2
    Source:  Vasik, Gamiltonian mechanics
    >>> m, x, y, z = symbols("m x y z")
    >>> L = lambda state: m * norm_squared(state[2]) / 2
    >>> mu = make_multivector(VGA3, [x, y, z], 1)
    >>> motor_Lagrangian_to_Hamiltonian(L)(up(0, 1 + VGA3.e12, mu))
    (/ (+ (* 1/2 (expt x 2)) (* 1/2 (expt y 2)) (* 1/2 (expt z 2))) m)
    """

    def at(state: Any) -> Any:
        bodies = _taken_apart(state, "motor-Lagrangian->Hamiltonian", "mu")
        paired = tuple(dual(mu).selected(mu.algebra.of_grade(2)) for mu in bodies.thirds)

        def of_coefficients(c: Any) -> Any:
            rest = iter(c.components)
            moving = tuple(x._with_children_([next(rest) for _ in x.terms]) for x in paired)
            return scalar_part(L(bodies._replace(thirds=moving).state))

        return Legendre_transform(of_coefficients)(Down(x for dual in paired for x in dual._children_()))

    return Function(at, "motor-Lagrangian->Hamiltonian")


@public("motor-inertia")
def motor_inertia(masses: Values, points: Values) -> Function:
    """The momentum of masses at points of a body that moves with a velocity: a linear map of bivectors.

    Scheme:  ((motor-inertia (list m ...) (list P ...)) B)
    Math:    I(B) = sum m X v (X x B), with the regressive product v and half the commutator x
    Shapes:  points: as many as masses, of weight 1;  B: bivector -> element of grade n - 2
    Raises:  StructureError if there are more masses than points, or fewer
    Source:  Gunn and De Keninck, Rigid body dynamics in PGA
    >>> motor_inertia([2], [ga_point(PGA3, up(0, 0, 0))])(PGA3.e01)
    (* 2 e23)
    """
    weights, places = items(masses), items(points)
    if len(weights) != len(places) or not places:
        raise StructureError(f"motor-inertia: {len(weights)} masses at {len(places)} points")

    def at(B: Any) -> Any:
        return sum_of(g.mul(m, g.vee(X, commutator_product(X, B))) for m, X in zip(weights, places, strict=True))

    return Function(at, "motor-inertia")
