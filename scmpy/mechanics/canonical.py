"""Canonical transformations, generating functions, symplectic matrices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scmpy.boundary import checks
from scmpy.calculus.derivative import D, partial
from scmpy.calculus.jet import traced
from scmpy.errors import CALLED, ArityError, DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, arity, compose
from scmpy.generic.settings import check_callable, count
from scmpy.generic.types import Scalar, ScalarValue
from scmpy.mechanics import state as states
from scmpy.mechanics.constraints import by_slot, depends_on
from scmpy.mechanics.hamiltonian import (
    D_phase_space,
    Hamiltonian_to_state_derivative,
    phase_from_tuples,
    phase_in_tuples,
)
from scmpy.mechanics.state import pair
from scmpy.pickling import Portable
from scmpy.registry import public, python_name, register
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_maps import as_matrix, linear_function_to_multiplier, solve_linear_right
from scmpy.structure.matrix import Matrix, m_generate
from scmpy.structure.tuples import Down, Structure, Up, compatible_shape, leaves, map_leaves, opposite, unflatten
from scmpy.structure.types import (
    CoordinateTransformation,
    Hamiltonian,
    LinearMap,
    PhaseSpaceTransformation,
    State,
    StateFunction,
)
from scmpy.symbolic.polynomials import solutions
from scmpy.symbolic.simplify import reduced

# --- generating ------------------------------------------------------------------------------------------------------
# Generating functions of mixed variables, and the canonical transformations that they make.
#
# A function F of the time, of one old variable and of one new one (momenta primed, where new) gives the other two:
#
#     F1(t, q, q'):   p =  d1 F1,   p' = -d2 F1          F3(t, p, q'):   q = -d1 F3,   p' = -d2 F3
#     F2(t, q, p'):   p =  d1 F2,   q' =  d2 F2          F4(t, p, p'):   q = -d1 F4,   q' =  d2 F4
#
# These relations are implicit. The transformation C from new states to old ones, (t, q', p') -> (t, q, p), needs the
# second one solved for the old variable; its inverse the first one solved for the new variable. Where a relation is
# linear in what is sought, it is solved for any number of degrees of freedom; with one degree of freedom also where it
# is quadratic, a power, or either in one elementary function of what is sought. The new Hamiltonian is H o C + d0 F.
#
# Source:  SICM 5.4

Generating = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Kind:
    """A type of generating function: which slot of a state each argument is, and the signs of the derivatives."""

    name: str
    old: int
    new: int

    @property
    def signs(self) -> tuple[int, int]:
        """Those with which the derivatives by the old and by the new argument are their partners."""
        return (1 if self.old == 1 else -1), (-1 if self.new == 1 else 1)

    def partner(self, F: Generating, which: int, t: Any, old: Any, new: Any) -> Any:
        return g.mul(self.signs[which], partial(1 + which)(F)(t, old, new))


KINDS = (Kind("F1", 1, 1), Kind("F2", 1, 2), Kind("F3", 2, 1), Kind("F4", 2, 2))


class Mixed(Portable):
    """A generating function of one kind, with its relations solved; ``branch`` picks one of several solutions."""

    def __init__(self, kind: Kind, F: Any, branch: int | None, operation: str) -> None:
        check_callable(F, operation, "a generating function of (t, old, new)")
        least, most = arity(F)
        if least > 3 or (most is not None and most < 3):
            raise ArityError(f"{operation} expects a generating function of (t, old, new); {describe(F)} takes {least}")
        self.kind, self.F, self.branch, self.operation = kind, F, branch, operation
        self.known: dict[Any, tuple[Any, Any]] = {}

    def old_state(self, state: Up) -> Up:
        t, new = state[0], state[self.kind.new]
        old = self._solved(1, state, self.kind.new, self.kind.old)
        return self._state(self.kind.old, t, old, self.kind.partner(self.F, 0, t, old, new))

    def new_state(self, state: Up) -> Up:
        t, old = state[0], state[self.kind.old]
        new = self._solved(0, state, self.kind.old, self.kind.new)
        return self._state(self.kind.new, t, new, self.kind.partner(self.F, 1, t, old, new))

    def addition(self, state: Up) -> Any:
        old = self.old_state(state)[self.kind.old]
        return partial(0)(self.F)(state[0], old, state[self.kind.new])

    @staticmethod
    def _state(slot: int, t: Any, variable: Any, partner: Any) -> Up:
        return Up((t, variable, partner) if slot == 1 else (t, partner, variable))

    def _solved(self, which: int, state: Up, given: int, sought: int) -> Any:
        """The argument of F that is sought, as an expression in unknowns replayed at the state."""
        shape = map_leaves(lambda _: 0, state)
        if shape not in self.known:
            unknown, variable = states.literal_like(state), states.literal_like(state[sought])
            self.known[shape] = unknown, self._solution(which, unknown, given, variable)
        unknown, solution = self.known[shape]
        return traced(solution, dict(zip(leaves(unknown), leaves(state), strict=True)))

    def _solution(self, which: int, state: Up, given: int, variable: Any) -> Any:
        """What solves partner(t, old, new) = the other variable of the state."""

        def relation(place: Any) -> Any:
            arguments = (place, state[given]) if which else (state[given], place)
            return g.sub(self.kind.partner(self.F, which, state[0], *arguments), state[3 - given])

        if len(leaves(relation(variable))) != len(leaves(variable)):
            raise StructureError(f"{self.operation}: the generating function has no gradient like {describe(variable)}")
        slope = by_slot(lambda place: Up(leaves(relation(place[0]))), 0, Up((variable,)))
        if not any(depends_on(entry, Up(leaves(variable))) for row in slope for entry in row):
            zero = map_leaves(lambda _: 0, variable)
            values = tuple(map(g.negate, leaves(relation(zero))))
            try:
                return unflatten(map(reduced, linear.solve(slope, values)), variable)
            except DivisionByZeroError:
                raise DivisionByZeroError(
                    f"{self.operation}: the mixed second derivative of the generating function is singular: "
                    "it makes no transformation"
                ) from None
        if len(leaves(variable)) > 1:
            raise DomainError(
                f"{self.operation}: the relation to be solved is not linear, and has several unknowns; "
                "write the transformation down instead"
            )
        solution = self._branches(leaves(relation(variable))[0], leaves(variable)[0])
        return unflatten(iter([solution]), variable)

    def _branches(self, equation: Any, variable: Any) -> Any:
        found = solutions(equation, variable)
        if not found:
            raise DomainError(
                f"{self.operation}: no solution in closed form was found; write the transformation down instead"
            )
        if len(found) > 1 and self.branch is None:
            raise DomainError(
                f"{self.operation}: the relation has {len(found)} solutions; "
                f"choose one by a number from 0, ({self.operation} F branch)"
            )
        chosen = self.branch or 0
        if not 0 <= chosen < len(found):
            raise DomainError(f"{self.operation}: the relation has {len(found)} solutions, there is no {chosen}")
        return found[chosen]


#: What the examples give: the motion of a free particle for the time t, which no function of both momenta makes, ...
_FREE_MOTION = {
    "CT": "(up t (/ (+ (* P t) (* Q m)) m) P)",
    "C-inv": "(up t (/ (+ (* m q) (* -1 p t)) m) p)",
    "K": "(/ (* -1/2 (expt P 2)) m)",
}
#: ... and an exchange of coordinate and momentum.
_EXCHANGE = {
    "CT": "(up t (* -1 P) (+ (* -1 P t) Q))",
    "C-inv": "(up t (+ (* -1 q t) p) (* -1 q))",
    "K": "(* 1/2 (expt P 2))",
}

#: For each kind a generating function, the arguments after the time and its value, and what its operations give.
_EXAMPLES = {
    "F1": ("q, Q: m * (q - Q) ** 2 / (2 * t)", _FREE_MOTION),
    "F2": ("q, P: q * P - t * P**2 / (2 * m)", _FREE_MOTION),
    "F3": ("p, Q: -p * Q - t * p**2 / (2 * m)", _FREE_MOTION),
    "F4": ("p, P: p * P + t * P**2 / 2", _EXCHANGE),
}


def _of_tuples(F: Generating, kind: Kind, state: Up) -> Generating:
    _, q, p = state

    def place(slot: int, x: Any) -> Any:
        return states.vector_from_tuples(x, q) if slot == 1 else states.covector_from_tuples(x, q, p)

    return lambda t, old, new: F(t, place(kind.old, old), place(kind.new, new))


def _register(kind: Kind, suffix: str, method: Any, meaning: str, state: str) -> None:
    name, (example, results) = f"{kind.name}->{suffix}", _EXAMPLES[kind.name]

    def from_generating_function(F: Generating, branch: int | None = None) -> Function:
        mixed = Mixed(kind, F, branch, name)

        def at(state: Up) -> Any:
            flat = phase_in_tuples(state, name)[0]
            if flat is state:
                return method(mixed, state)
            found = method(Mixed(kind, _of_tuples(F, kind, state), branch, name), flat)
            return phase_from_tuples(found, state) if isinstance(found, Up) else found

        return states.on_phase_space(name, at)

    old, new = kind.old - 1, kind.new - 1
    arguments, signs = f"t {'qp'[old]} {'qp'[new]}'", ["" if sign == 1 else "-" for sign in kind.signs]
    from_generating_function.__doc__ = f"""{meaning}, of a generating function F({arguments.replace(" ", ", ")}).

    Scheme:  (({name} F) state), (({name} F branch) state)
    Math:    {"pq"[old]} = {signs[0]}d1 F, {"pq"[new]}' = {signs[1]}d2 F{"; K = d0 F" if suffix == "K" else ""}
    Shapes:  F: {arguments} -> scalar;  state: up(t, {"q, p" if state == "q, p" else "q', p'"})
    Raises:  DivisionByZeroError if F has a singular mixed second derivative; DomainError if a relation that is not
             linear has no solution in closed form, or several and no branch is given
    Source:  SICM 5.4
    >>> m, t, q, p, Q, P = symbols("m t q p Q P")
    >>> {python_name(name)}(lambda t, {example})(up(t, {state}))
    {results[suffix]}
    """
    register(name, from_generating_function, module=__name__)


for _kind in KINDS:
    for _row in (
        ("CT", Mixed.old_state, "The canonical transformation, from new states to old ones", "Q, P"),
        ("C-inv", Mixed.new_state, "The inverse canonical transformation, from old states to new ones", "q, p"),
        ("K", Mixed.addition, "What is added to H o C to give the new Hamiltonian", "Q, P"),
    ):
        _register(_kind, *_row)


# --- canonical transformations ---------------------------------------------------------------------------------------
# Canonical transformations: those that a coordinate transformation induces, and tests of any.
#
# A transformation of states, old state = C(new state), is canonical for a Hamiltonian H if Hamilton's equations of some
# new Hamiltonian are carried to those of H: DC maps the new flow to the old one. The tests return residuals, which
# vanish where the transformation passes.
#
# Source: SICM 5.1 to 5.3.


@checks("PhaseSpaceTransformation")
def check_transformation(C: Any, operation: str) -> StateFunction:
    return states.check_function(C, f"{operation} expects a transformation, a function of states")  # type: ignore[no-any-return]


def _transformed(F: Any, state: Up, operation: str) -> tuple[Any, Any]:
    """The coordinates q = F(t, q'), and the momenta p with p d1 F = p', for the momenta p' of the state."""
    t, new, momenta = state
    q = F(state)
    given = states.covector_in_tuples(momenta, new, operation)
    slope = partial(1)(
        states.function_of_tuples(
            F, lambda place: Up((t, states.vector_from_tuples(place[1], new), momenta)), states.vector_in_tuples
        )
    )
    try:
        p = solve_linear_right(given, slope(Up((t, states.vector_in_tuples(new), given))))
    except DivisionByZeroError:
        raise DivisionByZeroError(
            "F->CT: the derivative of the coordinate transformation by the coordinates is singular at this state"
        ) from None
    return q, states.covector_from_tuples(p, q, momenta)


@public("F->CT", "F->CH")
def F_to_CT(F: CoordinateTransformation) -> Function:
    """The canonical transformation of phase-space states that a coordinate transformation induces.

    Scheme:  ((F->CT F) (up t q' p'))
    Math:    (t, F(t, q'), p' (d1 F(t, q'))^-1)
    Shapes:  F: up(t, q', p') -> q, independent of p'
    Raises:  DivisionByZeroError where d1 F is singular
    Source:  SICM 5.1
    >>> t, q, p = symbols("t q p")
    >>> F_to_CT(lambda state: 2 * state[1])(up(t, q, p))
    (up t (* 2 q) (* 1/2 p))
    """
    return states.on_phase_space("F->CT", lambda state: Up((state[0], *_transformed(F, state, "F->CT"))))


@public("F->K")
def F_to_K(F: CoordinateTransformation) -> Function:
    """What a time-dependent coordinate transformation adds to the Hamiltonian.

    Scheme:  ((F->K F) (up t q' p'))
    Math:    -p' (d1 F)^-1 d0 F
    Shapes:  F: up(t, q', v') -> q;  result: up(t, q', p') -> scalar
    Raises:  DivisionByZeroError where the derivative of F by the coordinates is singular
    Source:  SICM 5.1
    >>> v, t, q, p = symbols("v t q p")
    >>> F_to_K(lambda state: state[1] + v * state[0])(up(t, q, p))
    (* -1 p v)
    """

    def addition(state: Up) -> Any:
        momenta = _transformed(F, state, "F->K")[1]
        return g.negate(pair(momenta, partial(0)(F)(state), "F->K"))

    return states.on_phase_space("F->K", addition)


@public("J-func")
def J_func(dual: Structure) -> Up:
    """The map from derivatives of a Hamiltonian to its flow (without the flow of time).

    Scheme:  (J-func (down dt dq dp))
    Math:    (0, dp, -dq)
    Shapes:  down(scalar, dual of q, dual of p) -> up(0, q, p)
    Raises:  StructureError unless it is (down dt dq dp), with the duals of an up and a down tuple, or of scalars
    Source:  SICM 5.2.2
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

    Shapes:  state: up(t, q, p);  result: shaped like the state
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2
    >>> T_func(up(5, 6, 7))
    (up 1 0 0)
    """
    _, q, p = states.check_H_state(state)
    return Up((1, g.zero_like(q), g.zero_like(p)))


@public("Phi")
def Phi(A: Scalar | LinearMap) -> Function:
    """Multiplication from the left: v -> A v.

    Scheme:  ((Phi A) v)
    Shapes:  result: v -> shaped like A v
    Source:  SICM 5.2.2
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
    >>> Phi_star(down(up(1, 2), up(3, 4)))(down(1, 0))
    (down 1 3)
    """
    return Function(lambda w: g.mul(w, A), "Phi*")


def _flow_residual(name: str, old: Any, C: Any, new: Any) -> Function:
    """What the old flow at C of a state has beside the new flow that C carries there."""
    return states.on_phase_space(name, lambda state: g.sub(old(state), states.along(C, state, new(state))))


@public("canonical?")
def is_canonical(C: PhaseSpaceTransformation, H: Hamiltonian, new_H: Hamiltonian) -> Function:
    """The residual of a transformation that carries the flow of a new Hamiltonian to the flow of H.

    Scheme:  ((canonical? C H H') state')
    Math:    X_H o C - DC X_H', with the state derivative X_H = (1, d2 H, -d1 H)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  H, H': state -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2
    >>> t, q, p = symbols("t q p")
    >>> H, exchange = (H_harmonic(1, 1), lambda s: up(s[0], s[2], -s[1]))
    >>> is_canonical(exchange, H, compose(H, exchange))(up(t, q, p))
    (up 0 0 0)
    """
    old = compose(Hamiltonian_to_state_derivative(H), C)
    return _flow_residual("canonical?", old, C, Hamiltonian_to_state_derivative(new_H))


@public("compositional-canonical?")
def is_compositional_canonical(C: PhaseSpaceTransformation, H: Hamiltonian) -> Function:
    """The residual of a transformation that is canonical with the new Hamiltonian H o C.

    Scheme:  ((compositional-canonical? C H) state')
    Math:    X_H o C - DC X_(H o C), with the state derivative X_H = (1, d2 H, -d1 H)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  H: state -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2
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
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> is_qp_canonical(lambda s: up(s[0], 2 * s[1], s[2]), H_harmonic(m, k))(up(t, q, p))
    (up 0 (/ (* -1 p) m) (* 2 k q))
    """
    return _flow_residual("qp-canonical?", compose(D_phase_space(H), C), C, D_phase_space(compose(H, C)))


@public("canonical-K?")
def is_canonical_K(C: PhaseSpaceTransformation, K: StateFunction) -> Function:
    """The residual of a K that makes H o C + K the new Hamiltonian for every H, if C is symplectic at each time.

    The flow of K in the new coordinates must stand still in the old ones; whether C is symplectic is not tested.

    Scheme:  ((canonical-K? C K) state')
    Math:    T - DC (T + (D-phase-space K))
    Shapes:  C: up(t, q', p') -> up(t, q, p);  K: up(t, q', p') -> scalar;  result: up(t, q', p') -> shaped like a state
    Source:  SICM 5.2.1
    >>> v, t, q, p = symbols("v t q p")
    >>> moving = lambda state: state[1] + v * state[0]
    >>> is_canonical_K(F_to_CT(moving), F_to_K(moving))(up(t, q, p))
    (up 0 0 0)
    """
    return _flow_residual("canonical-K?", compose(T_func, C), C, Hamiltonian_to_state_derivative(K))


def transformation_in_tuples(C: Any, state: Up, operation: str) -> tuple[Up, Any]:
    flat, of_tuples = phase_in_tuples(state, operation, C)
    if flat is state:
        return state, C
    return flat, states.function_of_tuples(
        of_tuples, lambda x: x, lambda x: phase_in_tuples(states.check_H_state(x), operation)[0]
    )


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
    >>> t, q, p = symbols("t q p")
    >>> is_time_independent_canonical(lambda s: up(s[0], 2 * s[1], s[2] / 2))(up(t, q, p))
    (up 0 0 0)
    """
    name = "time-independent-canonical?"

    def at(state: Up) -> Any:
        flat, of_tuples = transformation_in_tuples(C, state, name)
        left = _unit_residual(of_tuples, flat, compatible_shape(of_tuples(flat)))
        return left if flat is state else phase_from_tuples(left, C(state))

    return states.on_phase_space(name, at)


@public("canonical-transform?")
def is_canonical_transform(C: PhaseSpaceTransformation) -> Function:
    """The residual J - DC J DC^T itself, as a linear map from duals of states to states, in tuples of components.

    Scheme:  ((canonical-transform? C) state')
    Math:    w -> J(w) - DC J(w DC)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: up(t, q', p') -> an up tuple of states, contracting with duals
    Source:  SICM 5.2.2
    >>> is_canonical_transform(lambda s: up(s[0], s[2], s[1]))(up(*symbols("t q p")))
    (up (up 0 0 0) (up 0 0 -2) (up 0 2 0))
    """

    name = "canonical-transform?"

    def at(state: Up) -> Any:
        flat, of_tuples = transformation_in_tuples(C, state, name)
        dual = map_leaves(lambda _: 0, opposite(of_tuples(flat)))
        return linear_function_to_multiplier(lambda w: _unit_residual(of_tuples, flat, w), dual)

    return states.on_phase_space(name, at)


@public("polar-canonical")
def polar_canonical(alpha: Scalar) -> Function:
    """Coordinate and momentum from the phase and action of an oscillator.

    Scheme:  ((polar-canonical alpha) (up t theta I))
    Math:    x = sqrt(2 I / alpha) sin(theta),  p = sqrt(2 I alpha) cos(theta)
    Shapes:  result: up(t, theta, I) -> up(t, x, p)
    Raises:  StructureError for what is no state; DivisionByZeroError if alpha is 0
    Source:  SICM 5.2
    >>> t, theta, action = symbols("t theta I")
    >>> compose(H_harmonic(1, 4), polar_canonical(2))(up(t, theta, action))
    (* 2 I)
    """

    def transform(state: Up) -> Up:
        t, theta, action = state
        x = g.mul(g.sqrt(g.div(g.mul(2, action), alpha)), g.sin(theta))
        p = g.mul(g.sqrt(g.mul(g.mul(2, alpha), action)), g.cos(theta))
        return Up((t, x, p))

    return states.on_phase_space("polar-canonical", transform)


@public("polar-canonical-inverse")
def polar_canonical_inverse(alpha: Scalar) -> Function:
    """Phase and action of an oscillator from its coordinate and momentum.

    Scheme:  ((polar-canonical-inverse alpha) (up t x p))
    Math:    I = (alpha x^2 + p^2 / alpha) / 2,  theta = atan(x / sqrt(2 I / alpha), p / sqrt(2 I alpha))
    Shapes:  result: up(t, x, p) -> up(t, theta, I)
    Source:  SICM 5.2
    >>> polar_canonical_inverse(1)(up(0, 0, 2))
    (up 0 0 2)
    """

    def transform(state: Up) -> Up:
        t, x, p = state
        action = g.div(g.add(g.mul(alpha, g.square(x)), g.div(g.square(p), alpha)), 2)
        sine = g.div(x, g.sqrt(g.div(g.mul(2, action), alpha)))
        cosine = g.div(p, g.sqrt(g.mul(g.mul(2, alpha), action)))
        return Up((t, g.atan(sine, cosine), action))

    return states.on_phase_space("polar-canonical-inverse", transform)


@public("two-particle-center-of-mass")
def two_particle_center_of_mass(m1: Scalar, m2: Scalar) -> Function:
    """The centre of mass and the relative position of two particles.

    Scheme:  ((two-particle-center-of-mass m1 m2) (up t (up x1 x2) ...))
    Math:    ((m1 x1 + m2 x2)/(m1 + m2), x2 - x1)
    Shapes:  result: up(t, up(x1, x2), ...) -> up(X, x)
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 5.3
    >>> two_particle_center_of_mass(1, 3)(up(0, up(0, 4), down(0, 0)))
    (up 3 4)
    """
    name = "two-particle-center-of-mass"

    def transform(state: Any) -> Up:
        x1, x2 = states.several(states.check_state(state, name, "t q ...")[1], 2, name)
        centre = g.div(g.add(g.mul(m1, x1), g.mul(m2, x2)), g.add(m1, m2))
        return Up((centre, g.sub(x2, x1)))

    return Function(transform, name)


@public("two-particle-center-of-mass-canonical")
def two_particle_center_of_mass_canonical(m1: Scalar, m2: Scalar) -> Function:
    """The transformation of states to centre of mass and relative position, total and relative momentum.

    Scheme:  ((two-particle-center-of-mass-canonical m1 m2) (up t (up x1 x2) (down p1 p2)))
    Shapes:  result: up(t, up(x1, x2), down(p1, p2)) -> up(t, up(X, x), down(P, p))
    Source:  SICM 5.3
    >>> two_particle_center_of_mass_canonical(1, 3)(up(0, up(0, 4), down(1, 5)))
    (up 0 (up 3 4) (down 6 1/2))
    """
    return F_to_CT(two_particle_center_of_mass(m1, m2))


# --- symplectic matrices ---------------------------------------------------------------------------------------------
# Symplectic matrices and transformations: the tests of canonical transformations as matrices.
#
# With states as columns the flow of a Hamiltonian is J times its gradient. A transformation with derivative M is
# canonical if J = M J M^T; the tests return the residual J - M J M^T.
#
# Source: SICM 5.2.2.


@public("D-as-matrix")
def D_as_matrix(F: Callable[[Any], Any]) -> Function:
    """The matrix of the derivative of a function of structures.

    Scheme:  ((D-as-matrix F) state)
    Shapes:  F: up(n) -> up(m), of any depth;  result: state -> m by n, counted in leaves
    Source:  SICM 5.2.2
    >>> D_as_matrix(lambda s: up(s[0], s[2], -s[1]))(up(*symbols("t q p")))
    (matrix-by-rows (list 1 0 0) (list 0 0 1) (list 0 -1 0))
    """
    check_transformation(F, "D-as-matrix")
    slope = as_matrix(D(F))

    def matrix(place: Any) -> Matrix:
        if states.is_in_tuples(place):
            return slope(place)  # type: ignore[no-any-return]
        flat = Up(leaves(place))
        return as_matrix(D(lambda x: Up(leaves(F(unflatten(iter(x), place))))))(flat)  # type: ignore[no-any-return]

    return Function(matrix, "D-as-matrix")


@public("symplectic-unit")
def symplectic_unit(n: int) -> Matrix:
    """The 2n by 2n matrix (0 1; -1 0) of n by n blocks.

    Shapes:  result: 2n by 2n
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 5.2.2
    >>> symplectic_unit(1)
    (matrix-by-rows (list 0 1) (list -1 0))
    """
    count(n, CALLED, 1)
    return m_generate(2 * n, 2 * n, lambda i, j: int(j == i + n) - int(i == j + n))


@public("J-matrix")
def J_matrix(n: int) -> Matrix:
    """The symplectic unit with a row and a column of zeros for the time in front.

    Shapes:  result: 2 n + 1 by 2 n + 1
    Source:  SICM 5.2.2
    >>> J_matrix(1)
    (matrix-by-rows (list 0 0 0) (list 0 0 1) (list 0 -1 0))
    """
    unit = symplectic_unit(n)
    return m_generate(2 * n + 1, 2 * n + 1, lambda i, j: unit.rows[i - 1][j - 1] if i and j else 0)


@public("qp-submatrix")
def qp_submatrix(matrix: Matrix) -> Matrix:
    """The matrix without the row and the column of the time.

    Scheme:  (qp-submatrix M)
    Shapes:  matrix: m by m;  result: m - 1 by m - 1
    Raises:  WrongTypeError for what is no matrix
    Source:  SICM 5.2.2
    >>> qp_submatrix(J_matrix(1))
    (matrix-by-rows (list 0 1) (list -1 0))
    """
    if not isinstance(matrix, Matrix):
        raise WrongTypeError(f"qp-submatrix expects a matrix, got {describe(matrix)}")
    return Matrix([row[1:] for row in matrix.rows[1:]])


def _residual(unit: Matrix, matrix: Matrix) -> Matrix:
    return g.sub(unit, g.mul(g.mul(matrix, unit), matrix.transpose))  # type: ignore[no-any-return]


@public("symplectic-matrix?")
def is_symplectic_matrix(matrix: Matrix) -> Matrix:
    """The residual J - M J M^T of a 2n by 2n matrix.

    Scheme:  (symplectic-matrix? M)
    Shapes:  M, result: 2n by 2n
    Raises:  StructureError if it is no square matrix of even size
    Source:  SICM 5.2.2
    >>> is_symplectic_matrix(matrix_by_rows([1, symbols("a")], [0, 1]))
    (matrix-by-rows (list 0 0) (list 0 0))
    """
    size = len(matrix.rows) if isinstance(matrix, Matrix) else 0
    if not size or size % 2 or len(matrix.rows[0]) != size:
        raise StructureError(f"symplectic-matrix? expects a square matrix of even size, got {describe(matrix)}")
    return _residual(symplectic_unit(size // 2), matrix)


@public("symplectic-transform?")
def is_symplectic_transform(C: PhaseSpaceTransformation) -> Function:
    """The residual J - M J M^T of the derivative by coordinates and momenta of a transformation of states.

    Scheme:  ((symplectic-transform? C) state)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: state -> 2 n by 2 n
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> a, t, q, p = symbols("a t q p")
    >>> is_symplectic_transform(lambda s: up(s[0], s[1], a * s[2]))(up(t, q, p))
    (matrix-by-rows (list 0 (+ 1 (* -1 a))) (list (+ -1 a) 0))
    """
    name = "symplectic-transform?"
    return states.on_phase_space(name, lambda state: is_symplectic_matrix(qp_submatrix(_derivative(C, state, name))))


def _derivative(C: Any, state: Up, operation: str) -> Matrix:
    flat, of_tuples = transformation_in_tuples(C, state, operation)
    return as_matrix(D(of_tuples))(flat)  # type: ignore[no-any-return]


@public("symplectic?")
def is_symplectic(C: PhaseSpaceTransformation) -> Function:
    """The residual J - M J M^T of the whole derivative of a transformation of states, the time included.

    Scheme:  ((symplectic? C) state)
    Shapes:  C: up(t, q', p') -> up(t, q, p);  result: state -> 2 n + 1 by 2 n + 1
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> is_symplectic(lambda s: up(s[0], s[2], -s[1]))(up(*symbols("t q p")))
    (matrix-by-rows (list 0 0 0) (list 0 0 0) (list 0 0 0))
    """
    name = "symplectic?"
    return states.on_phase_space(
        name, lambda state: _residual(J_matrix(states.degrees_of_freedom(state)), _derivative(C, state, name))
    )


@public("symplectic-two-form")
def symplectic_two_form(one: State, other: State) -> ScalarValue:
    """The symplectic form on two displacements of states.

    Scheme:  (symplectic-two-form zeta1 zeta2)
    Math:    p2 q1 - p1 q2
    Shapes:  zeta1, zeta2: up(t, q, p);  result: scalar
    Raises:  StructureError unless the states are up(t, q, p)
    Source:  SICM 5.3
    >>> symplectic_two_form(up(0, up(1, 2), down(3, 4)), up(0, up(5, 6), down(7, 8)))
    -16
    """
    (_, q1, p1), (_, q2, p2) = (states.check_H_state(zeta) for zeta in (one, other))
    return g.sub(*(pair(p, q, "symplectic-two-form") for p, q in ((p2, q1), (p1, q2))))
