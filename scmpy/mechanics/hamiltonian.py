"""Hamilton's equations, the phase-space flow, Poisson brackets, and model Hamiltonians.

A Hamiltonian is a function of phase-space states, H(t, q, p), and moves them by

    Dq = d2 H,    Dp = -d1 H.

The Poisson bracket of two functions of states is {f, g} = d1 f d2 g - d2 f d1 g. A function that is not explicitly
time dependent changes along the flow at the rate {f, H}.

Source: SICM 3.1, 3.2.
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import kinds
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite
from scmpy.generic.functions import Function, apply_value
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.mechanics.pairing import (
    contracts,
    covector_from_tuples,
    covector_in_tuples,
    function_of_tuples,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.mechanics.phase_state import coordinates, on_phase_space, qp_to_H_state_path
from scmpy.mechanics.state import of_time
from scmpy.registry import public
from scmpy.structure.aliases import Hamiltonian, Potential, Scalar, ScalarValue, State, StateFunction
from scmpy.structure.selection import ref
from scmpy.structure.structure import Structure, Up, leaves, s_dimension


def phase_in_tuples(state: Up, operation: str, *functions: Any) -> tuple[Any, ...]:
    """A state whose places are tuples of components that contract, and functions of such; what is so already stays."""
    t, q, p = state
    if contracts(p, q):
        return state, *functions
    momenta = covector_in_tuples(p, q, operation)

    def restored(tuples: Any) -> Up:
        return Up((tuples[0], vector_from_tuples(tuples[1], q), covector_from_tuples(tuples[2], q, p)))

    return Up((t, vector_in_tuples(q), momenta)), *(function_of_tuples(f, restored) for f in functions)


def phase_gradient(f: Any, state: Up) -> tuple[Any, Any]:
    """The derivatives by the coordinates and by the momenta, both from one pass."""
    t, q, p = state
    by_q, by_p = D(lambda place: apply_value(f, (Up((t, *place)),)))(Up((q, p)))
    return by_q, by_p


def flow(H: Any, state: Up, operation: str) -> tuple[Any, Any]:
    """The rates of the coordinates and of the momenta."""
    _, q, p = state
    flat, f = phase_in_tuples(state, operation, H)
    by_q, by_p = phase_gradient(f, flat)
    rates = covector_in_tuples(by_p, flat[2], operation)
    forces = g.negate(covector_in_tuples(by_q, flat[1], operation))
    return (rates, forces) if flat is state else (vector_from_tuples(rates, q), covector_from_tuples(forces, q, p))


@public("Hamiltonian->state-derivative", "phase-space-derivative")
def Hamiltonian_to_state_derivative(H: Hamiltonian) -> Function:
    """The rate of change of the state that a Hamiltonian causes.

    Scheme:  ((Hamiltonian->state-derivative H) state)
    Math:    (1, d2 H, -d1 H)
    Shapes:  H: up(t, q, p) -> scalar;  result: up(1, shaped like q, shaped like p)
    Units:   a rate of each slot of the state: 1, those of q over the time, those of p over the time
    Source:  SICM 3.1
    >>> from scmpy import square, symbols, up
    >>> m, k, q, p = symbols("m k q p")
    >>> Hamiltonian_to_state_derivative(H_harmonic(m, k))(up(0, q, p))
    (up 1 (/ p m) (* -1 k q))
    """
    name = "Hamiltonian->state-derivative"
    return on_phase_space(name, lambda state: Up((1, *flow(H, state, name))))


@public("D-phase-space")
def D_phase_space(H: Hamiltonian) -> Function:
    """What a Hamiltonian adds to the rate of change of the state: its flow, in which time stands still.

    Scheme:  ((D-phase-space H) state)
    Math:    (0, d2 H, -d1 H) = J o DH
    Shapes:  H: up(t, q, p) -> scalar;  result: up(0, shaped like q, shaped like p)
    Source:  SICM 5.2
    >>> from scmpy import symbols, up
    >>> m, k, q, p = symbols("m k q p")
    >>> D_phase_space(H_harmonic(m, k))(up(0, q, p))
    (up 0 (/ p m) (* -1 k q))
    """
    return on_phase_space("D-phase-space", lambda state: Up((0, *flow(H, state, "D-phase-space"))))


@public("Hamilton-equations")
def Hamilton_equations(H: Hamiltonian) -> Function:
    """The residuals of Hamilton's equations on a path; zero on the paths that are realised.

    Scheme:  (((Hamilton-equations H) q p) t)
    Math:    (0, Dq - d2 H, Dp + d1 H) along (t, q(t), p(t))
    Shapes:  q: t -> up(n);  p: t -> down(n);  result: t -> up(0, up(n), down(n))
    Raises:  StructureError unless the momenta are shaped to contract with the coordinates
    Source:  SICM 3.1
    >>> from scmpy import literal_functions, symbols
    >>> m, k, t = symbols("m k t")
    >>> Hamilton_equations(H_harmonic(m, k))(*literal_functions("q p"))(t)[2]
    (+ (* k (q t)) ((D p) t))
    """
    rates = Hamiltonian_to_state_derivative(H)

    def on_paths(q: Any, p: Any) -> Function:
        path = qp_to_H_state_path(q, p)

        return of_time(lambda t: g.sub(D(path)(t), rates(path(t))), "Hamilton-residual")

    return Function(on_paths, "Hamilton-equations")


# --- Poisson brackets ------------------------------------------------------------------------------------------


def _value(gradient: Any, place: Any) -> Any:
    """A derivative by a single leaf of the place: shaped like the value of the function."""
    while isinstance(place, Structure):
        gradient, place = gradient[0], place[0]
    return gradient


def _component(gradient: Any, place: Any, i: int) -> Any:
    """The gradient of the i-th part of a function's value, from the function's."""
    if not isinstance(place, Structure):
        return gradient._parts_()[i]
    return type(gradient)(_component(x, y, i) for x, y in zip(gradient, place, strict=True))


Gradient = tuple[Any, Any]


def _component_gradients(gradient: Gradient, place: Gradient) -> tuple[Composite, list[Gradient]] | None:
    """The value's shape and the gradients of its parts, None for a function with scalar values."""
    value = _value(gradient[0], place[0])
    if not isinstance(value, Composite) or value.is_scalar:
        return None
    pairs = [
        tuple(_component(by, part, i) for by, part in zip(gradient, place, strict=True))
        for i in range(len(value._parts_()))
    ]
    return value, pairs  # type: ignore[return-value]


def _bracket(f: Gradient, other: Gradient, place: Gradient) -> Any:
    """The bracket from the gradients, the components of the first function outermost."""
    split = _component_gradients(f, place)
    if split:
        return _of_parts(split[0], [_bracket(part, other, place) for part in split[1]])
    split = _component_gradients(other, place)
    if split:
        return _of_parts(split[0], [_bracket(f, part, place) for part in split[1]])
    return g.sub(_contracted(f[0], other[1]), _contracted(f[1], other[0]))


def _contracted(x: Any, y: Any) -> Any:
    """The product of two gradients; one that vanishes contributes nothing, whatever its shape."""
    return 0 if _vanishes(x) or _vanishes(y) else g.mul(x, y)


def _vanishes(gradient: Any) -> bool:
    return all(is_zero_number(x) for x in leaves(gradient))


def _of_parts(value: Composite, parts: list[Any]) -> Any:
    if not isinstance(value, Structure) and not all(isinstance(x, kinds.ScalarKind) for x in parts):
        raise StructureError(
            f"Poisson-bracket of two functions, of which one has values like {describe(value)}, expects the other to "
            "have scalar values; take components of one"
        )
    return value._with_parts_(parts)


MOST_BRACKETS = Limit(
    "most-brackets", 250_000, "Brackets of components in a Poisson bracket of structures.", "components"
)


@public("Poisson-bracket")
def Poisson_bracket(f: StateFunction, h: StateFunction) -> Function:
    """The Poisson bracket of two functions of phase-space states.

    Scheme:  ((Poisson-bracket f g) state)
    Math:    {f, g} = d1 f d2 g - d2 f d1 g
    Shapes:  f, g: state -> scalar, or structures: the result has g's shape inside f's
    Units:   those of f times those of h, over those of an action, q p
    Raises:  WrongTypeError for what is no function of states; the bracket: LimitError for too many products of
             derivatives
    Source:  SICM 3.2
    >>> from scmpy import coordinate, down, momentum, symbols, up
    >>> t, x, y, px, py = symbols("t x y px py")
    >>> Poisson_bracket(coordinate, momentum)(up(t, up(x, y), down(px, py)))
    (up (down 1 0) (down 0 1))
    """
    for function in (f, h):
        if not callable(function) and not isinstance(function, kinds.ScalarKind):
            raise WrongTypeError(f"Poisson-bracket expects functions of (up t q p), got {describe(function)}")

    def at(state: Up) -> Any:
        flat, *functions = state, f, h
        if s_dimension(state[1]) == s_dimension(state[2]):  # of other numbers the products are outer ones
            flat, *functions = phase_in_tuples(state, "Poisson-bracket", f, h)
        place = flat[1], flat[2]
        gradients = phase_gradient(functions[0], flat), phase_gradient(functions[1], flat)
        sizes = [len(leaves(_value(gradient[0], place[0]))) for gradient in gradients]
        MOST_BRACKETS.check(sizes[0] * sizes[1], "Poisson-bracket")
        return _bracket(*gradients, place)

    return on_phase_space("Poisson-bracket", at)


# --- model Hamiltonians ----------------------------------------------------------------------------------------


@public("make-Hamiltonian")
def make_Hamiltonian(T: StateFunction, V: Potential) -> Function:
    """The sum of a kinetic and a potential energy, both functions of states.

    Scheme:  (make-Hamiltonian T V)
    Shapes:  T, V: up(t, q, p) -> scalar;  result: up(t, q, p) -> scalar
    Source:  SICM 3.1
    >>> from scmpy import up
    >>> make_Hamiltonian(lambda state: state[2] ** 2, lambda state: state[1])(up(0, 3, 2))
    7
    """
    return g.add(T, V)


@public("H-harmonic")
def H_harmonic(m: Scalar, k: Scalar) -> Function:
    """The harmonic oscillator, p^2/2m + k q^2/2.

    Scheme:  (H-harmonic m k)
    Shapes:  state: up(t, q, p), of scalars or of up(n) and down(n)
    Source:  SICM 6.4
    >>> from scmpy import up
    >>> H_harmonic(2, 4)(up(0, 1, 2))
    3
    """
    return on_phase_space(
        "H-harmonic",
        lambda s: g.add(g.div(g.square(s[2]), g.mul(2, m)), g.div(g.mul(k, g.square(s[1])), 2)),
    )


@public("H-rectangular")
def H_rectangular(m: Scalar, V: Potential) -> Function:
    """A particle in a potential of rectangular coordinates, p^2/2m + V(x, y, ...).

    Scheme:  (H-rectangular m V)
    Shapes:  V: as many numbers as coordinates -> scalar;  state: up(t, up(n), down(n))
    Source:  SICM 3.1
    >>> from scmpy import down, up
    >>> H_rectangular(1, lambda x, y: x * y)(up(0, up(2, 3), down(4, 0)))
    14
    """

    def energy(s: Up) -> Any:
        q = s[1].components if isinstance(s[1], Structure) else (s[1],)
        return g.add(g.div(g.square(s[2]), g.mul(2, m)), V(*q))

    return on_phase_space("H-rectangular", energy)


@public("H-central")
def H_central(m: Scalar, V: Potential) -> Function:
    """A particle in a central potential, in rectangular coordinates, p^2/2m + V(r).

    Scheme:  (H-central m V)
    Shapes:  V: r -> scalar;  state: up(t, up(n), down(n))
    Source:  SICM 5.1
    >>> from scmpy import down, up
    >>> H_central(1, lambda r: 10 * r)(up(0, up(3, 4), down(2, 0)))
    52
    """
    return on_phase_space(
        "H-central",
        lambda s: g.add(g.div(g.square(s[2]), g.mul(2, m)), V(g.sqrt(g.square(s[1])))),
    )


@public("H-central-polar")
def H_central_polar(m: Scalar, V: Potential) -> Function:
    """A particle in a central potential, in polar coordinates (r, phi).

    Scheme:  (H-central-polar m V)
    Math:    (p_r^2 + p_phi^2/r^2)/2m + V(r)
    Shapes:  V: r -> scalar;  state: up(t, up(r, phi), down(p_r, p_phi))
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 3.1
    >>> from scmpy import down, literal_function, symbols, up
    >>> m, t, r, phi, p, l = symbols("m t r phi p l")
    >>> Hamiltonian_to_state_derivative(H_central_polar(m, literal_function("V")))(up(t, up(r, phi), down(p, l)))[2][1]
    0
    """

    def energy(s: Up) -> Any:
        r, _ = coordinates(s, 2, "H-central-polar")
        p_r, p_phi = ref(s[2], 0), ref(s[2], 1)
        return g.add(g.div(g.add(g.square(p_r), g.square(g.div(p_phi, r))), g.mul(2, m)), V(r))

    return on_phase_space("H-central-polar", energy)


@public("pendulum-Hamiltonian", "Hpendulum")
def pendulum_Hamiltonian(alpha: Scalar, beta: Scalar) -> Function:
    """The pendulum, p^2/(2 alpha) - beta cos(theta).

    Scheme:  (pendulum-Hamiltonian alpha beta)
    Shapes:  state: up(t, theta, p)
    Source:  SICM 7.2
    >>> from scmpy import up
    >>> pendulum_Hamiltonian(2, 3)(up(0, 0, 2))
    -2
    """
    return on_phase_space(
        "pendulum-Hamiltonian",
        lambda s: g.sub(g.div(g.square(s[2]), g.mul(2, alpha)), g.mul(beta, g.cos(s[1]))),
    )


@public("pendulum-sysder")
def pendulum_sysder(alpha: Scalar, beta: Scalar) -> Function:
    """The phase-space flow of the pendulum.

    Scheme:  ((pendulum-sysder alpha beta) state)
    Shapes:  state: up(t, theta, p);  result: up(1, theta', p')
    Source:  SICM 7.2
    >>> from scmpy import symbols, up
    >>> alpha, beta, t, theta, p = symbols("alpha beta t theta p")
    >>> pendulum_sysder(alpha, beta)(up(t, theta, p))
    (up 1 (/ p alpha) (* -1 beta (sin theta)))
    """
    return Hamiltonian_to_state_derivative(pendulum_Hamiltonian(alpha, beta))


@public("HHpotential")
def HHpotential(state: State) -> ScalarValue:
    """The potential of Hénon and Heiles, (x^2 + y^2)/2 + x^2 y - y^3/3.

    Scheme:  (HHpotential state)
    Shapes:  state: up(t, up(x, y), ...), without momenta, too, as the book's section->state gives it
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 3.6.4
    >>> from scmpy import up
    >>> HHpotential(up(0, up(1, 1)))
    Fraction(5, 3)
    """
    if not isinstance(state, (Up, list)) or len(state) < 2:
        raise StructureError(f"HHpotential expects a state (up t q ...), got {describe(state)}")
    return _henon_heiles(Up(state))


def _henon_heiles(state: Up) -> Any:
    x, y = coordinates(state, 2, "HHpotential")
    return g.div(g.square(x) + g.square(y), 2) + g.square(x) * y - g.div(g.expt(y, 3), 3)


@public("HHHam")
def HHHam(state: State) -> ScalarValue:
    """The Hamiltonian of Hénon and Heiles, with unit mass.

    Scheme:  (HHHam state)
    Shapes:  state: up(t, up(x, y), down(p_x, p_y))
    Source:  SICM 3.6.4
    >>> from scmpy import down, up
    >>> HHHam(up(0, up(0, 1), down(0, 0)))
    Fraction(1, 6)
    """
    return on_phase_space("HHHam", lambda s: g.div(g.square(s[2]), 2) + _henon_heiles(s))(state)


@public("HHsysder")
def HHsysder() -> Function:
    """The phase-space flow of Hénon and Heiles's Hamiltonian.

    Scheme:  ((HHsysder) state)
    Shapes:  state: up(t, up(x, y), down(p_x, p_y));  result: up(1, up(2), down(2))
    Source:  SICM 3.6.4
    >>> from scmpy import down, up
    >>> HHsysder()(up(0, up(0, 1), down(0, 0)))
    (up 1 (up 0 0) (down 0 0))
    """
    return Hamiltonian_to_state_derivative(HHHam)
