"""Canonical transformations: those that a coordinate transformation induces, and tests of any.

A transformation of states, old state = C(new state), is canonical for a Hamiltonian H if Hamilton's equations of some
new Hamiltonian are carried to those of H: DC maps the new flow to the old one. The tests return residuals, which
vanish where the transformation passes.

Source: SICM 5.1 to 5.3.
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, compose
from scmpy.guard import checks
from scmpy.mechanics.hamiltonian import D_phase_space, Hamiltonian_to_state_derivative, phase_in_tuples
from scmpy.mechanics.pairing import (
    along,
    covector_from_tuples,
    covector_in_tuples,
    function_of_tuples,
    pair,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.mechanics.phase_state import check_H_state, coordinates, on_phase_space
from scmpy.registry import public
from scmpy.structure.aliases import (
    Coordinates,
    CoordinateTransformation,
    Hamiltonian,
    LinearMap,
    PhaseSpaceTransformation,
    Scalar,
    State,
    StateFunction,
)
from scmpy.structure.linear_maps import linear_function_to_multiplier, solve_linear_right
from scmpy.structure.structure import Down, Structure, Up, compatible_shape, map_leaves, opposite


@checks("PhaseSpaceTransformation")
def check_transformation(C: Any, operation: str) -> StateFunction:
    """A transformation is a function."""
    return check_callable(C, operation, "a transformation, a function of states")


# --- point transformations -------------------------------------------------------------------------------------


def _transformed(F: Any, state: Up, operation: str) -> tuple[Any, Any]:
    """The coordinates q = F(t, q'), and the momenta p with p d1 F = p', for the momenta p' of the state."""
    t, new, momenta = state
    q = F(state)
    given = covector_in_tuples(momenta, new, operation)
    slope = partial(1)(
        function_of_tuples(F, lambda place: Up((t, vector_from_tuples(place[1], new), momenta)), vector_in_tuples)
    )
    try:
        p = solve_linear_right(given, slope(Up((t, vector_in_tuples(new), given))))
    except DivisionByZeroError:
        raise DivisionByZeroError(
            "F->CT: the derivative of the coordinate transformation by the coordinates is singular at this state"
        ) from None
    return q, covector_from_tuples(p, q, momenta)


@public("F->CT", "F->CH")
def F_to_CT(F: CoordinateTransformation) -> Function:
    """The canonical transformation of phase-space states that a coordinate transformation induces.

    Scheme:  ((F->CT F) (up t q' p'))
    Math:    (t, F(t, q'), p' (d1 F(t, q'))^-1)
    Shapes:  F: up(t, q', p') -> q, independent of p'
    Raises:  DivisionByZeroError where d1 F is singular
    Source:  SICM 5.1
    >>> from scmpy import symbols, up
    >>> t, q, p = symbols("t q p")
    >>> F_to_CT(lambda state: 2 * state[1])(up(t, q, p))
    (up t (* 2 q) (* 1/2 p))
    """
    return on_phase_space("F->CT", lambda state: Up((state[0], *_transformed(F, state, "F->CT"))))


@public("F->K")
def F_to_K(F: CoordinateTransformation) -> Function:
    """What a time-dependent coordinate transformation adds to the Hamiltonian.

    Scheme:  ((F->K F) (up t q' p'))
    Math:    -p' (d1 F)^-1 d0 F
    Shapes:  F: up(t, q', v') -> q;  result: up(t, q', p') -> scalar
    Raises:  DivisionByZeroError where the derivative of F by the coordinates is singular
    Source:  SICM 5.1
    >>> from scmpy import symbols, up
    >>> v, t, q, p = symbols("v t q p")
    >>> F_to_K(lambda state: state[1] + v * state[0])(up(t, q, p))
    (* -1 p v)
    """

    def addition(state: Up) -> Any:
        momenta = _transformed(F, state, "F->K")[1]
        return g.negate(pair(momenta, partial(0)(F)(state), "F->K"))

    return on_phase_space("F->K", addition)


# --- the symplectic unit as a function -------------------------------------------------------------------------


@public("J-func")
def J_func(dual: Structure) -> Up:
    """The map from derivatives of a Hamiltonian to its flow (without the flow of time).

    Scheme:  (J-func (down dt dq dp))
    Math:    (0, dp, -dq)
    Shapes:  down(scalar, dual of q, dual of p) -> up(0, q, p)
    Raises:  StructureError unless it is (down dt dq dp), with the duals of an up and a down tuple, or of scalars
    Source:  SICM 5.2.2
    >>> from scmpy import down, up
    >>> J_func(down(1, down(2, 3), up(4, 5)))
    (up 0 (up 4 5) (down -2 -3))
    """
    if not isinstance(dual, Down) or len(dual) != 3 or isinstance(dual[1], Up) or isinstance(dual[2], Down):
        raise StructureError(f"J-func expects (down dt dq dp), the dual of a state (up t q p), got {describe(dual)}")
    return _unit(dual)


def _unit(dual: Structure) -> Up:
    return Up((0, dual[2], g.negate(dual[1])))


@public("T-func")
def T_func(state: State) -> Up:
    """The flow of time alone: 1, then zeros shaped like the state's coordinates and momenta.

    Scheme:  (T-func state)
    Shapes:  state: up(t, q, p);  result: shaped like the state
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2
    >>> from scmpy import up
    >>> T_func(up(5, 6, 7))
    (up 1 0 0)
    """
    _, q, p = check_H_state(state)
    return Up((1, g.zero_like(q), g.zero_like(p)))


@public("Phi")
def Phi(A: Scalar | LinearMap) -> Function:
    """Multiplication from the left: v -> A v.

    Scheme:  ((Phi A) v)
    Shapes:  result: v -> shaped like A v
    Source:  SICM 5.2.2
    >>> from scmpy import down, up
    >>> Phi(down(up(1, 2), up(3, 4)))(up(1, 0))
    (up 1 2)
    """
    return Function(lambda v: g.mul(A, v), "Phi")


@public("Phi*", "transpose-function", python="Phi_star")
def Phi_star(A: Scalar | LinearMap) -> Function:
    """Multiplication from the right: w -> w A.

    Scheme:  ((Phi* A) w)
    Shapes:  result: w -> shaped like w A
    Source:  SICM 5.2.2
    >>> from scmpy import down, up
    >>> Phi_star(down(up(1, 2), up(3, 4)))(down(1, 0))
    (down 1 3)
    """
    return Function(lambda w: g.mul(w, A), "Phi*")


@public("multiplicative-transpose")
def multiplicative_transpose(argument: Coordinates) -> Function:
    """The transpose of a linear map A as a multiplier of arguments shaped like one that is given.

    Scheme:  ((multiplicative-transpose s) A)
    Math:    the structure A^T with A^T p = p A
    Shapes:  A^T p is shaped like p A, where p is shaped like s
    Source:  SICM 5.2.2
    >>> from scmpy import down, up
    >>> p, A = down(5, 6), down(up(1, 2), up(3, 4))
    >>> multiplicative_transpose(p)(A) * p == p * A
    True
    """
    return Function(lambda A: linear_function_to_multiplier(Phi_star(A), argument), "multiplicative-transpose")


# --- tests -----------------------------------------------------------------------------------------------------


def _carried(C: Any, flow: Any) -> Function:
    """The flow of new states carried to the old ones by DC."""
    return Function(lambda state: along(C, state, flow(state)))


@public("canonical?")
def is_canonical(C: PhaseSpaceTransformation, H: Hamiltonian, new_H: Hamiltonian) -> Function:
    """The residual of a transformation that carries the flow of a new Hamiltonian to the flow of H.

    Scheme:  ((canonical? C H H') state')
    Math:    X_H o C - DC X_H', with the state derivative X_H = (1, d2 H, -d1 H)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  H, H': state -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2
    >>> from scmpy import H_harmonic, symbols, up
    >>> t, q, p = symbols("t q p")
    >>> H, exchange = (H_harmonic(1, 1), lambda s: up(s[0], s[2], -s[1]))
    >>> is_canonical(exchange, H, compose(H, exchange))(up(t, q, p))
    (up 0 0 0)
    """
    old = compose(Hamiltonian_to_state_derivative(H), C)
    carried = _carried(C, Hamiltonian_to_state_derivative(new_H))
    return on_phase_space("canonical?", lambda state: g.sub(old(state), carried(state)))


@public("compositional-canonical?")
def is_compositional_canonical(C: PhaseSpaceTransformation, H: Hamiltonian) -> Function:
    """The residual of a transformation that is canonical with the new Hamiltonian H o C.

    Scheme:  ((compositional-canonical? C H) state')
    Math:    X_H o C - DC X_(H o C), with the state derivative X_H = (1, d2 H, -d1 H)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  H: state -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2
    >>> from scmpy import H_harmonic, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> is_compositional_canonical(lambda s: up(s[0], s[2], -s[1]), H_harmonic(m, k))(up(t, q, p))
    (up 0 0 0)
    """
    return is_canonical(C, H, compose(H, C))


@public("qp-canonical?", "canonical-H?")
def is_qp_canonical(C: PhaseSpaceTransformation, H: Hamiltonian) -> Function:
    """The residual of the flow of H o C carried to that of H, without the flow of time.

    Scheme:  ((qp-canonical? C H) state')
    Math:    (J o DH) o C - DC (J o D(H o C)), where J o DH is (D-phase-space H)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  H: up(t, q, p) -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2
    >>> from scmpy import H_harmonic, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> is_qp_canonical(lambda s: up(s[0], 2 * s[1], s[2]), H_harmonic(m, k))(up(t, q, p))
    (up 0 (/ (* -1 p) m) (* 2 k q))
    """
    carried = _carried(C, D_phase_space(compose(H, C)))
    old = compose(D_phase_space(H), C)
    return on_phase_space("qp-canonical?", lambda state: g.sub(old(state), carried(state)))


@public("canonical-K?")
def is_canonical_K(C: PhaseSpaceTransformation, K: StateFunction) -> Function:
    """The residual of a K that makes H o C + K the new Hamiltonian for every H, if C is symplectic at each time.

    The flow of K in the new coordinates must stand still in the old ones; whether C is symplectic is not tested.

    Scheme:  ((canonical-K? C K) state')
    Math:    T - DC (T + (D-phase-space K))
    Shapes:  C: up(t, q', p') -> up(t, q, p);  K: up(t, q', p') -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2.1
    >>> from scmpy import symbols, up
    >>> v, t, q, p = symbols("v t q p")
    >>> moving = lambda state: state[1] + v * state[0]
    >>> is_canonical_K(F_to_CT(moving), F_to_K(moving))(up(t, q, p))
    (up 0 0 0)
    """
    carried = _carried(C, Hamiltonian_to_state_derivative(K))
    return on_phase_space("canonical-K?", lambda state: g.sub(T_func(C(state)), carried(state)))


def transformation_in_tuples(C: Any, state: Up, operation: str) -> tuple[Up, Any]:
    """A state in tuples of its components, and a transformation of such."""
    flat, of_tuples = phase_in_tuples(state, operation, C)
    if flat is state:
        return state, C
    return flat, function_of_tuples(of_tuples, lambda x: x, lambda x: phase_in_tuples(check_H_state(x), operation)[0])


def _unit_residual(C: Any, state: Up, dual: Structure) -> Any:
    slope = D(C)(state)
    return g.sub(_unit(dual), g.mul(slope, _unit(g.mul(dual, slope))))


@public("time-independent-canonical?")
def is_time_independent_canonical(C: PhaseSpaceTransformation) -> Function:
    """The residual of J = DC J DC^T at an unknown dual state; zero if C is canonical for every Hamiltonian.

    Scheme:  ((time-independent-canonical? C) state')
    Math:    J(s) - DC J(s DC)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2.2
    >>> from scmpy import symbols, up
    >>> t, q, p = symbols("t q p")
    >>> is_time_independent_canonical(lambda s: up(s[0], 2 * s[1], s[2] / 2))(up(t, q, p))
    (up 0 0 0)
    """
    name = "time-independent-canonical?"

    def at(state: Up) -> Any:
        flat, of_tuples = transformation_in_tuples(C, state, name)
        left = _unit_residual(of_tuples, flat, compatible_shape(of_tuples(flat)))
        if flat is state:
            return left
        _, q, p = C(state)
        return Up((left[0], vector_from_tuples(left[1], q), covector_from_tuples(left[2], q, p)))

    return on_phase_space(name, at)


@public("canonical-transform?")
def is_canonical_transform(C: PhaseSpaceTransformation) -> Function:
    """The residual J - DC J DC^T itself, as a linear map from duals of states to states, in tuples of components.

    Scheme:  ((canonical-transform? C) state')
    Math:    w -> J(w) - DC J(w DC)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: up(t, q', p') -> an up tuple of states, contracting with duals
    Source:  SICM 5.2.2
    >>> from scmpy import symbols, up
    >>> is_canonical_transform(lambda s: up(s[0], s[2], s[1]))(up(*symbols("t q p")))
    (up (up 0 0 0) (up 0 0 -2) (up 0 2 0))
    """

    name = "canonical-transform?"

    def at(state: Up) -> Any:
        flat, of_tuples = transformation_in_tuples(C, state, name)
        dual = map_leaves(lambda _: 0, opposite(of_tuples(flat)))
        return linear_function_to_multiplier(lambda w: _unit_residual(of_tuples, flat, w), dual)

    return on_phase_space(name, at)


# --- transformations -------------------------------------------------------------------------------------------


@public("polar-canonical")
def polar_canonical(alpha: Scalar) -> Function:
    """Coordinate and momentum from the phase and action of an oscillator.

    Scheme:  ((polar-canonical alpha) (up t theta I))
    Math:    x = sqrt(2 I / alpha) sin(theta),  p = sqrt(2 I alpha) cos(theta)
    Shapes:  result: up(t, theta, I) -> up(t, x, p)
    Raises:  StructureError for what is no state; DivisionByZeroError if alpha is 0
    Source:  SICM 5.2
    >>> from scmpy import H_harmonic, symbols, up
    >>> t, theta, action = symbols("t theta I")
    >>> compose(H_harmonic(1, 4), polar_canonical(2))(up(t, theta, action))
    (* 2 I)
    """

    def transform(state: Up) -> Up:
        t, theta, action = state
        x = g.mul(g.sqrt(g.div(g.mul(2, action), alpha)), g.sin(theta))
        p = g.mul(g.sqrt(g.mul(g.mul(2, alpha), action)), g.cos(theta))
        return Up((t, x, p))

    return on_phase_space("polar-canonical", transform)


@public("polar-canonical-inverse")
def polar_canonical_inverse(alpha: Scalar) -> Function:
    """Phase and action of an oscillator from its coordinate and momentum.

    Scheme:  ((polar-canonical-inverse alpha) (up t x p))
    Math:    I = (alpha x^2 + p^2 / alpha) / 2,  theta = atan(x / sqrt(2 I / alpha), p / sqrt(2 I alpha))
    Shapes:  result: up(t, x, p) -> up(t, theta, I)
    Source:  SICM 5.2
    >>> from scmpy import up
    >>> polar_canonical_inverse(1)(up(0, 0, 2))
    (up 0 0 2)
    """

    def transform(state: Up) -> Up:
        t, x, p = state
        action = g.div(g.add(g.mul(alpha, g.square(x)), g.div(g.square(p), alpha)), 2)
        sine = g.div(x, g.sqrt(g.div(g.mul(2, action), alpha)))
        cosine = g.div(p, g.sqrt(g.mul(g.mul(2, alpha), action)))
        return Up((t, g.atan(sine, cosine), action))

    return on_phase_space("polar-canonical-inverse", transform)


@public("two-particle-center-of-mass")
def two_particle_center_of_mass(m1: Scalar, m2: Scalar) -> Function:
    """The centre of mass and the relative position of two particles.

    Scheme:  ((two-particle-center-of-mass m1 m2) (up t (up x1 x2) ...))
    Math:    ((m1 x1 + m2 x2)/(m1 + m2), x2 - x1)
    Shapes:  result: up(t, up(x1, x2), ...) -> up(X, x)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 5.3
    >>> from scmpy import down, up
    >>> two_particle_center_of_mass(1, 3)(up(0, up(0, 4), down(0, 0)))
    (up 3 4)
    """
    name = "two-particle-center-of-mass"

    def transform(state: Any) -> Up:
        if not isinstance(state, (Up, list)) or len(state) < 2:
            raise StructureError(f"{name} expects a state (up t q ...), got {describe(state)}")
        x1, x2 = coordinates(Up(state), 2, name)
        centre = g.div(g.add(g.mul(m1, x1), g.mul(m2, x2)), g.add(m1, m2))
        return Up((centre, g.sub(x2, x1)))

    return Function(transform, name)


@public("two-particle-center-of-mass-canonical")
def two_particle_center_of_mass_canonical(m1: Scalar, m2: Scalar) -> Function:
    """The transformation of states to centre of mass and relative position, total and relative momentum.

    Scheme:  ((two-particle-center-of-mass-canonical m1 m2) (up t (up x1 x2) (down p1 p2)))
    Shapes:  result: up(t, up(x1, x2), down(p1, p2)) -> up(t, up(X, x), down(P, p))
    Source:  SICM 5.3
    >>> from scmpy import down, up
    >>> two_particle_center_of_mass_canonical(1, 3)(up(0, up(0, 4), down(1, 5)))
    (up 0 (up 3 4) (down 6 1/2))
    """
    return F_to_CT(two_particle_center_of_mass(m1, m2))
