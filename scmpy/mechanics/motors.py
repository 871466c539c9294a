"""Hamilton's equations on groups of motors: mechanics whose configuration is a product of vectors of an algebra.

The even products of unit vectors of a geometric algebra are a Lie group, in PGA3 that of the rigid motions. A velocity
is a bivector B, as seen from the body: M' = M B. A momentum is an element mu of the grade n - 2, which is paired with
bivectors by the outer product, mu ^ B = mu(B) I: no metric is needed, so the projective algebras are no exception.
There the coadjoint action is a commutator, [mu, xi] ^ zeta = mu ^ [xi, zeta], and Hamilton's equations are

    M' = M B,    mu' = [mu, B] - T,    with B = dH/dmu and T ^ zeta = I d/dh H(M (1 + h zeta), mu) at h = 0.

States are up tuples (t, M, mu), and (t, M, B) for Lagrangians. A rotation by the angle a has the motor
cos(a/2) - sin(a/2) e12: its B is half the angular velocity, with the opposite sign.

Source: Vasik, Gamiltonian mechanics (AGACSE 2024); Gunn and De Keninck, Rigid body dynamics in PGA
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.operators import commutator
from scmpy.clifford.multivector import Blades, Multivector
from scmpy.clifford.operations import commutator_product, dual, scalar_part, undual
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import items
from scmpy.generic.types import Values
from scmpy.mechanics.hamiltonian import Legendre_transform
from scmpy.registry import public
from scmpy.structure.tuples import Down, Structure, Up, sum_of
from scmpy.structure.types import Hamiltonian, Lagrangian


def _taken_apart(state: Any, operation: str, grade: str) -> tuple[Any, Multivector, Multivector, Blades]:
    """The time, the motor, the velocity or momentum, and their algebra."""
    if not (isinstance(state, Structure) and len(state) == 3 and all(isinstance(x, Multivector) for x in state[1:])):
        raise StructureError(f"{operation} expects a state (up t M {grade}) of multivectors, got {describe(state)}")
    t, M, third = state
    algebra = M.algebra
    wanted = 2 if grade == "B" else algebra.dimension - 2
    if third.algebra is not algebra or set(third.grades) - {wanted}:
        raise StructureError(
            f"{operation} expects {grade} of the grade {wanted} of {describe(algebra)}, got one of the grades "
            f"{', '.join(map(str, third.grades))} of {describe(third.algebra)}"
        )
    return t, M, third.selected(algebra.of_grade(wanted)), algebra


def _gradient(f: Any, at: Multivector) -> list[Any]:
    """The derivatives of a function by the coefficients of a multivector."""
    slopes = D(lambda c: scalar_part(f(at._with_children_(c.components))))(Up(at._children_()))
    return list(slopes)


def _velocity(H: Hamiltonian, t: Any, M: Multivector, mu: Multivector) -> Multivector:
    """dH/dmu: what is paired with a change of mu for that of H."""
    return dual(mu._with_children_(_gradient(lambda mu: H(Up((t, M, mu))), mu)))


def _torque(H: Hamiltonian, t: Any, M: Multivector, mu: Multivector) -> Multivector:
    """What is paired with a bivector for the change of H with M along it."""
    algebra = M.algebra

    def slope(blade: int) -> Any:
        along = g.mul(M, Multivector(algebra, {blade: 1}))
        return D(lambda h: scalar_part(H(Up((t, g.add(M, g.mul(h, along)), mu)))))(0)

    slopes = {blade: slope(blade) for blade in algebra.of_grade(2)}
    return undual(Multivector(algebra, slopes))


@public("motor-phase-space-derivative")
def motor_phase_space_derivative(H: Hamiltonian) -> Function:
    """The derivative of a state along the motion that a Hamiltonian on a group of motors has.

    Scheme:  ((motor-phase-space-derivative H) (up t M mu))
    Math:    M' = M B, mu' = [mu, B] - T, with B = dH/dmu; [mu, B] = mu B - B mu
    Shapes:  H: (up t M mu) -> scalar, mu of grade n - 2;  gives (up 1 M' mu')
    Raises:  StructureError for a state of other grades or algebras
    Source:  Vasik, Gamiltonian mechanics
    >>> mu = make_multivector(VGA3, [1, 2, 3], 1)
    >>> free = lambda state: norm_squared(state[2]) / 2
    >>> motor_phase_space_derivative(free)(up(0, even_part(1 + VGA3.e12), mu))[2]
    0
    """

    def at(state: Any) -> Up:
        t, M, mu, _ = _taken_apart(state, "motor-phase-space-derivative", "mu")
        B = _velocity(H, t, M, mu)
        return Up((1, g.mul(M, B), g.sub(commutator(mu, B), _torque(H, t, M, mu)).selected(list(mu.terms))))

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

    def at(state: Any) -> Multivector:
        t, M, mu, _ = _taken_apart(state, "motor-momentum->velocity", "mu")
        return _velocity(H, t, M, mu)

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

    def at(state: Any) -> Multivector:
        t, M, B, _ = _taken_apart(state, "motor-velocity->momentum", "B")
        return undual(B._with_children_(_gradient(lambda B: L(Up((t, M, B))), B)))

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
        t, M, mu, algebra = _taken_apart(state, "motor-Lagrangian->Hamiltonian", "mu")
        shape = Multivector(algebra, dict.fromkeys(algebra.of_grade(2), 0))
        paired = dual(mu).selected(list(shape.terms))

        def of_coefficients(c: Any) -> Any:
            return scalar_part(L(Up((t, M, shape._with_children_(c.components)))))

        return Legendre_transform(of_coefficients)(Down(paired._children_()))

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
