"""Hamilton's equations, Poisson brackets; Legendre's transformation, Routhians."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import CALLED, DivisionByZeroError, DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic import types
from scmpy.generic.arrays import is_batch
from scmpy.generic.functions import Function, apply_value, compose
from scmpy.generic.settings import MOST_COMPONENTS, check_callable
from scmpy.generic.types import Scalar, ScalarValue, TreeNode, is_zero_number, ones_like, tree_map
from scmpy.mechanics.lagrangian import check_motion, forces_in_tuples, is_given, rows_of
from scmpy.mechanics.state import (
    check_state,
    checked_covector,
    contracts,
    covector_from_tuples,
    covector_in_tuples,
    function_of_tuples,
    is_in_tuples,
    literal_like,
    of_time,
    on_phase_space,
    pair,
    qp_to_H_state_path,
    scalar_valued,
    several,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.registry import public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_maps import solve_linear
from scmpy.structure.literal_functions import Applied, LiteralFunction
from scmpy.structure.tuples import (
    Structure,
    Up,
    as_structure,
    compatible_zero,
    leaves,
    opposite,
    ref,
    s_dimension,
    unflatten,
)
from scmpy.structure.types import Force, Hamiltonian, Lagrangian, Potential, Routhian, State, StateFunction
from scmpy.symbolic.expression import Expression, subexpressions
from scmpy.symbolic.simplify import reduced

# --- hamiltonian -----------------------------------------------------------------------------------------------------
# Hamilton's equations, the phase-space flow, Poisson brackets, and model Hamiltonians.
#
# A Hamiltonian is a function of phase-space states, H(t, q, p), and moves them by
#
#     Dq = d2 H,    Dp = -d1 H.
#
# The Poisson bracket of two functions of states is {f, g} = d1 f d2 g - d2 f d1 g. A function that is not explicitly
# time dependent changes along the flow at the rate {f, H}.
#
# Source: SICM 3.1, 3.2.


def phase_in_tuples(state: Up, operation: str, *functions: Any) -> tuple[Any, ...]:
    """A state whose places are tuples of components that contract, and functions of such; what is so already stays."""
    t, q, p = state
    if contracts(p, q):
        return state, *functions
    momenta = covector_in_tuples(p, q, operation)

    flat = Up((t, vector_in_tuples(q), momenta))
    return flat, *(function_of_tuples(f, lambda tuples: phase_from_tuples(tuples, state)) for f in functions)


def phase_from_tuples(tuples: Any, like: Any) -> Up:
    _, q, p = like
    return Up((tuples[0], vector_from_tuples(tuples[1], q), covector_from_tuples(tuples[2], q, p)))


def phase_gradient(f: Any, state: Up, at: Applied | None = None) -> tuple[Any, Any]:
    """The derivatives by coordinates and momenta; ``at`` is what applies a literal function to the state, if known."""
    t, q, p = state
    if isinstance(f, LiteralFunction):
        at = at or f.at((state,))
        return _slopes(f, at, q, (1,)), _slopes(f, at, p, (2,))
    gradient = D(lambda place: apply_value(f, (Up((t, *place)),)))(Up((q, p)))
    if isinstance(gradient, Function):
        raise WrongTypeError(f"{CALLED} expects functions of states, the values of {describe(f)} are functions")
    by_q, by_p = gradient
    return by_q, by_p


def _at_state(functions: list[Any], state: Up) -> Applied | None:
    """What applies literal functions of one signature to a state, which is looked at once; None of other functions."""
    first, *others = functions
    if not isinstance(first, LiteralFunction):
        return None
    alike = all(isinstance(x, LiteralFunction) and x.signature == first.signature for x in others)
    return first.at((state,)) if alike else None


def _slopes(f: LiteralFunction, at: Applied, place: Any, path: tuple[int, ...]) -> Any:
    """The derivatives of a literal function by the scalars in a place, which stands at this path of its argument."""
    if not isinstance(place, TreeNode):
        return at(f.partial(path))
    return place._dual_([_slopes(f, at, part, (*path, i)) for i, part in enumerate(place._children_())])


def flow(H: Any, state: Up, operation: str, dissipation: Any = None, applied: Any = None) -> tuple[Any, Any]:
    t, q, p = state
    flat, f = phase_in_tuples(state, operation, H)
    by_q, by_p = phase_gradient(f, flat)
    rates = covector_in_tuples(by_p, flat[2], operation)
    forces = g.negate(covector_in_tuples(by_q, flat[1], operation))
    velocities = rates if flat is state else vector_from_tuples(rates, q)
    forces = g.add(forces, forces_in_tuples(Up((t, q, velocities)), operation, dissipation, applied))
    return velocities, forces if flat is state else covector_from_tuples(forces, q, p)


@public("Hamiltonian->state-derivative", "phase-space-derivative")
def Hamiltonian_to_state_derivative(H: Hamiltonian, dissipation: Force = None, force: Force = None) -> Function:
    """The rate of change of the state that a Hamiltonian causes, with forces beside it.

    Scheme:  ((Hamiltonian->state-derivative H) state), ((Hamiltonian->state-derivative H dissipation [force]) state)
    Math:    (1, v, -d1 H  (- d2 F + Q with a Rayleigh dissipation function F, a generalised force Q)),  v = d2 H
    Shapes:  H: up(t, q, p) -> scalar;  F, Q: up(t, q, v) -> scalar, down(n);
             result: up(1, shaped like q, shaped like p)
    Units:   a rate of each slot of the state: 1, those of q over the time, those of p over the time
    Source:  SICM 3.1
    >>> Hamiltonian_to_state_derivative(H_harmonic(*symbols("m k")))(up(0, *symbols("q p")))
    (up 1 (/ p m) (* -1 k q))
    >>> drag = lambda local: -symbols("c") * local[2]
    >>> Hamiltonian_to_state_derivative(H_harmonic(*symbols("m k")), force=drag)(up(0, *symbols("q p")))[2]
    (/ (+ (* -1 k m q) (* -1 c p)) m)
    """
    name = "Hamiltonian->state-derivative"
    H = scalar_valued(H, name, "a Hamiltonian")
    return on_phase_space(name, lambda state: Up((1, *flow(H, state, name, dissipation, force))))


@public("D-phase-space")
def D_phase_space(H: Hamiltonian) -> Function:
    """What a Hamiltonian adds to the rate of change of the state: its flow, in which time stands still.

    Scheme:  ((D-phase-space H) state)
    Math:    (0, d2 H, -d1 H) = J o DH
    Shapes:  H: up(t, q, p) -> scalar;  result: up(0, shaped like q, shaped like p)
    Source:  SICM 5.2
    >>> D_phase_space(H_harmonic(*symbols("m k")))(up(0, *symbols("q p")))
    (up 0 (/ p m) (* -1 k q))
    """
    return on_phase_space("D-phase-space", lambda state: Up((0, *flow(H, state, "D-phase-space"))))


@public("Hamilton-equations")
def Hamilton_equations(H: Hamiltonian, dissipation: Force = None, force: Force = None) -> Function:
    """The residuals of Hamilton's equations on a path; zero on the paths that are realised.

    Scheme:  (((Hamilton-equations H) q p) t), ((Hamilton-equations H dissipation [force]) q p)
    Math:    (0, Dq - d2 H, Dp + d1 H) along (t, q(t), p(t))
             (+ d2 F - Q in the last, with a dissipation function, a force of the local tuple (t, q, d2 H))
    Shapes:  q: t -> up(n);  p: t -> down(n);  result: t -> up(0, up(n), down(n))
    Raises:  StructureError unless the momenta are shaped to contract with the coordinates
    Source:  SICM 3.1
    >>> m, k, t = symbols("m k t")
    >>> Hamilton_equations(H_harmonic(m, k))(*literal_functions("q p"))(t)[2]
    (+ (* k (q t)) ((D p) t))
    """
    rates = Hamiltonian_to_state_derivative(H, dissipation, force)

    def on_paths(q: Any, p: Any) -> Function:
        path = qp_to_H_state_path(q, p)

        return of_time(lambda t: g.sub(D(path)(t), rates(path(t))), "Hamilton-residual")

    return Function(on_paths, "Hamilton-equations")


def _by_leaves(gradient: Any, place: Any) -> list[Any]:
    """The derivatives by each of the scalars in a place, shaped like the value."""
    if not isinstance(place, Structure):
        return [gradient]
    return [x for pair in zip(gradient, place, strict=True) for x in _by_leaves(*pair)]


def _first_of_leaves(gradient: Any, place: Any) -> Any:
    while isinstance(place, Structure):
        place, gradient = place.components[0], gradient[0]
    return gradient


def _component_gradients(gradient: Any, place: Any) -> list[Any]:
    if not isinstance(_first_of_leaves(gradient, place), TreeNode):
        return [gradient]
    slopes = _by_leaves(gradient, place)
    return [unflatten(iter(row), opposite(place)) for row in zip(*map(leaves, slopes), strict=True)]


def _contracted(x: Any, y: Any) -> Any:
    """The product of two gradients; one that vanishes contributes nothing, whatever its shape."""
    return 0 if _vanishes(x) or _vanishes(y) else g.mul(x, y)


def _vanishes(x: Any) -> bool:
    if isinstance(x, TreeNode) and not x.is_scalar:
        return all(map(_vanishes, x._children_()))
    return is_zero_number(x)


@public("Poisson-bracket")
def Poisson_bracket(f: StateFunction, h: StateFunction) -> Function:
    """The Poisson bracket of two functions of phase-space states.

    Scheme:  ((Poisson-bracket f g) state)
    Math:    {f, g} = d1 f d2 g - d2 f d1 g
    Shapes:  f, g: state -> scalar, or structures: the result has g's shape inside f's
    Units:   those of f times those of h, over those of an action, q p
    Raises:  WrongTypeError for what is no function of states; the bracket: LimitError for too many products of
             derivatives; StructureError of a function whose values are matrices with one whose values are no scalars
    Source:  SICM 3.2
    >>> t, x, y, px, py = symbols("t x y px py")
    >>> Poisson_bracket(coordinate, momentum)(up(t, up(x, y), down(px, py)))
    (up (down 1 0) (down 0 1))
    """
    for function in (f, h):
        if not callable(function) and not isinstance(function, types.ScalarKind):
            raise WrongTypeError(f"Poisson-bracket expects functions of (up t q p), got {describe(function)}")

    def at(state: Up) -> Any:
        flat, *functions = state, f, h
        if s_dimension(state[1]) == s_dimension(state[2]):  # of other numbers the products are outer ones
            flat, *functions = phase_in_tuples(state, "Poisson-bracket", f, h)
        at_state = _at_state(functions, flat)
        gradients = [phase_gradient(function, flat, at_state) for function in functions]
        value, other = (_first_of_leaves(by_q, flat[1]) for by_q, _ in gradients)
        MOST_COMPONENTS.check(len(leaves(value)) * len(leaves(other)), "Poisson-bracket", each=40)
        (f_q, f_p), (h_q, h_p) = (list(map(_component_gradients, pair, flat[1:])) for pair in gradients)

        def bracket(i: int) -> Any:
            pairs = zip(h_q, h_p, strict=True)
            return unflatten((g.sub(_contracted(f_q[i], p), _contracted(f_p[i], q)) for q, p in pairs), other)

        if isinstance(other, TreeNode) and not (other.is_scalar or is_in_tuples(value)):
            raise StructureError(
                f"Poisson-bracket of two functions, of which one has values like {describe(value)}, expects the other "
                "to have scalar values; take components of one"
            )
        return unflatten(map(bracket, range(len(f_q))), value)

    return on_phase_space("Poisson-bracket", at)


@public("H-harmonic")
def H_harmonic(m: Scalar, k: Scalar) -> Function:
    """The harmonic oscillator, p^2/2m + k q^2/2.

    Shapes:  state: up(t, q, p), of scalars or of up(n) and down(n)
    Source:  SICM 6.4
    >>> H_harmonic(2, 4)(up(0, 1, 2))
    3
    """
    return on_phase_space("H-harmonic", lambda s: g.add(_kinetic(m, s[2]), g.div(g.mul(k, g.square(s[1])), 2)))


def _kinetic(m: Any, p: Any) -> Any:
    return g.div(g.square(p), g.mul(2, m))


@public("H-rectangular")
def H_rectangular(m: Scalar, V: Potential) -> Function:
    """A particle in a potential of rectangular coordinates, p^2/2m + V(x, y, ...).

    Shapes:  V: as many numbers as coordinates -> scalar;  state: up(t, up(n), down(n))
    Source:  SICM 3.1
    >>> H_rectangular(1, lambda x, y: x * y)(up(0, up(2, 3), down(4, 0)))
    14
    """

    def energy(s: Up) -> Any:
        q = s[1].components if isinstance(s[1], Structure) else (s[1],)
        return g.add(_kinetic(m, s[2]), V(*q))

    return on_phase_space("H-rectangular", energy)


@public("H-central")
def H_central(m: Scalar, V: Potential) -> Function:
    """A particle in a central potential, in rectangular coordinates, p^2/2m + V(r).

    Shapes:  V: r -> scalar;  state: up(t, up(n), down(n))
    Source:  SICM 5.1
    >>> H_central(1, lambda r: 10 * r)(up(0, up(3, 4), down(2, 0)))
    52
    """
    return on_phase_space("H-central", lambda s: g.add(_kinetic(m, s[2]), V(g.sqrt(g.square(s[1])))))


@public("H-central-polar")
def H_central_polar(m: Scalar, V: Potential) -> Function:
    """A particle in a central potential, in polar coordinates (r, phi).

    Math:    (p_r^2 + p_phi^2/r^2)/2m + V(r)
    Shapes:  V: r -> scalar;  state: up(t, up(r, phi), down(p_r, p_phi))
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 3.1
    >>> m, t, r, phi, p, l = symbols("m t r phi p l")
    >>> Hamiltonian_to_state_derivative(H_central_polar(m, literal_function("V")))(up(t, up(r, phi), down(p, l)))[2][1]
    0
    """

    def energy(s: Up) -> Any:
        r, _ = several(s[1], 2, "H-central-polar")
        p_r, p_phi = ref(s[2], 0), ref(s[2], 1)
        return g.add(g.div(g.add(g.square(p_r), g.square(g.div(p_phi, r))), g.mul(2, m)), V(r))

    return on_phase_space("H-central-polar", energy)


@public("pendulum-Hamiltonian", "Hpendulum")
def pendulum_Hamiltonian(alpha: Scalar, beta: Scalar) -> Function:
    """The pendulum, p^2/(2 alpha) - beta cos(theta).

    Shapes:  state: up(t, theta, p)
    Source:  SICM 7.2
    >>> pendulum_Hamiltonian(2, 3)(up(0, 0, 2))
    -2
    """
    return on_phase_space("pendulum-Hamiltonian", lambda s: g.sub(_kinetic(alpha, s[2]), g.mul(beta, g.cos(s[1]))))


@public("pendulum-sysder")
def pendulum_sysder(alpha: Scalar, beta: Scalar) -> Function:
    """The phase-space flow of the pendulum.

    Scheme:  ((pendulum-sysder alpha beta) state)
    Shapes:  state: up(t, theta, p);  result: up(1, theta', p')
    Source:  SICM 7.2
    >>> pendulum_sysder(*symbols("alpha beta"))(up(*symbols("t theta p")))
    (up 1 (/ p alpha) (* -1 beta (sin theta)))
    """
    return Hamiltonian_to_state_derivative(pendulum_Hamiltonian(alpha, beta))


@public("HHpotential")
def HHpotential(state: State) -> ScalarValue:
    """The potential of Hénon and Heiles, (x^2 + y^2)/2 + x^2 y - y^3/3.

    Shapes:  state: up(t, up(x, y), ...), without momenta, too, as the book's section->state gives it
    Raises:  StructureError unless there are two coordinates
    Source:  SICM 3.6.4
    >>> HHpotential(up(0, up(1, 1)))
    Fraction(5, 3)
    """
    return _henon_heiles(check_state(state, "HHpotential", "t q ..."))


def _henon_heiles(state: Up) -> Any:
    x, y = several(state[1], 2, "HHpotential")
    return g.div(g.square(x) + g.square(y), 2) + g.square(x) * y - g.div(g.expt(y, 3), 3)


@public("HHHam")
def HHHam(state: State) -> ScalarValue:
    """The Hamiltonian of Hénon and Heiles, with unit mass.

    Shapes:  state: up(t, up(x, y), down(p_x, p_y))
    Source:  SICM 3.6.4
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
    >>> HHsysder()(up(0, up(0, 1), down(0, 0)))
    (up 1 (up 0 0) (down 0 0))
    """
    return Hamiltonian_to_state_derivative(HHHam)


# --- legendre --------------------------------------------------------------------------------------------------------
# The Legendre transform, and with it Hamiltonians from Lagrangians and back.
#
# For a function F whose gradient w = DF(v) can be solved for v, the transform is G(w) = w v - F(v), and v = DG(w).
# Where F is quadratic in v, F = v M v / 2 + b v + c, the gradient is linear, M v + b, and v = M^-1 (w - b). That is the
# case of mechanics: a Lagrangian quadratic in the velocities, a Hamiltonian quadratic in the momenta. The second
# derivative M is looked at for unknown velocities: if it depends on them, or has no inverse, there is an error.
#
# Source: SICM 3.1.1.


def _check_quadratic(hessian: Any, zero: Any, operation: str) -> None:
    """An error unless the second derivative is the same for all arguments shaped like this zero, and not 0."""
    unknown = literal_like(zero)
    entries = [reduced(finite_part(x)) for x in leaves(hessian(unknown))]
    nodes = {node for entry in entries if isinstance(entry, Expression) for node in subexpressions(entry)}
    if nodes.intersection(leaves(unknown)):
        raise DomainError(
            f"{operation}: the function is not quadratic in the argument that it is transformed by, "
            f"{describe(zero) if isinstance(zero, Structure) else 'a scalar'}; "
            "only a gradient that is linear can be solved for it"
        )
    if all(is_zero_number(entry) for entry in entries):
        raise _singular(operation, hessian(zero), zero)


def _singular(operation: str, hessian: Any, zero: Any) -> DivisionByZeroError:
    """The error for a second derivative without an inverse: it names a direction along which it vanishes."""
    direction = unflatten(iter(linear.null_space(rows_of(hessian, zero))[0]), zero)
    return DivisionByZeroError(
        f"{operation}: the second derivative of the function is singular (determinant 0), it vanishes in the direction "
        f"{direction}, so that its gradient cannot be solved for the argument"
    )


def transformed(F: Any, w: Any, operation: str, like: Any = None, general: Any = None) -> Any:
    """w v - F(v) at the v, shaped like another value if one is given, at which the gradient of a quadratic F is w.

    All is in tuples. F is quadratic if a more general function is, of which it is one.
    """
    F, general = (scalar_valued(f, operation, "a function") for f in (F, general or F))
    slope = D(F)
    hessian = D(slope)
    zero = compatible_zero(w) if like is None else tree_map(lambda _: 0, like)
    try:
        _check_quadratic(D(D(general)), zero, operation)
    except ScmpyError:
        _check_quadratic(hessian, zero, operation)
    try:
        right = g.sub(w, covector_in_tuples(slope(zero), zero, operation))
        if like is None:
            v = solve_linear(hessian(zero), right)
        else:
            found = linear.solve_by_inverse(rows_of(hessian(zero), zero), tuple(leaves(right)))
            v = unflatten(iter(found), zero)
    except DivisionByZeroError:
        raise _singular(operation, hessian(zero), zero) from None
    return g.sub(pair(w, v, operation), F(v))


@public("Legendre-transform", "Legendre-transform-procedure")
def Legendre_transform(F: Callable[[Any], Any]) -> Function:
    """The Legendre transform of a quadratic function of a scalar or a tuple.

    Scheme:  ((Legendre-transform F) w)
    Math:    w v - F(v) at the v where DF(v) = w
    Shapes:  F: v -> scalar;  w: shaped like DF(v)
    Raises:  DomainError if F is not quadratic, DivisionByZeroError if its second derivative is singular
    Source:  SICM 3.1.1
    >>> m, p = symbols("m p")
    >>> Legendre_transform(lambda v: m * square(v) / 2)(p)
    (/ (* 1/2 (expt p 2)) m)
    """
    check_callable(F, wanted="a function")

    def at(w: Any) -> Any:
        dual = as_structure(w) if isinstance(w, list) else w
        argument = compatible_zero(dual)
        return transformed(
            function_of_tuples(F, lambda v: vector_from_tuples(v, argument)),
            covector_in_tuples(dual, argument, name),
            name,
        )

    name = "Legendre-transform"
    return Function(at, name)


def _of_last_slot(f: Any, state: Up, name: str, restored: Callable[[Any], Any], dual: Any, like: Any = None) -> Any:
    """The transform of a function of states by their third component, the others being fixed.

    It is restored from tuples, and its dual is in such.
    """
    t, q = state[:2]

    def at(t: Any, q: Any) -> Function:
        return Function(lambda last: f(Up((t, q, restored(last)))))

    if not any(map(is_batch, leaves(Up((t, q))))):
        return transformed(at(t, q), dual, name, like)
    return transformed(
        at(t, q), dual, name, like, at(*tree_map(lambda x: literal_like(x) if is_batch(x) else x, Up((t, q))))
    )


@public("Lagrangian->Hamiltonian", "Lagrangian->Hamiltonian-procedure")
def Lagrangian_to_Hamiltonian(L: Lagrangian) -> Function:
    """The Hamiltonian of a Lagrangian that is quadratic in the velocities.

    Scheme:  ((Lagrangian->Hamiltonian L) (up t q p))
    Math:    p v - L(t, q, v) at the v where d2 L(t, q, v) = p
    Shapes:  L: up(t, q, v) -> scalar;  result: up(t, q, p) -> scalar
    Raises:  DomainError if L is not quadratic in the velocities, DivisionByZeroError if it is singular
    Source:  SICM 3.1.1
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Lagrangian_to_Hamiltonian(lambda s: (m * square(s[2]) - k * square(s[1])) / 2)(up(t, q, p))
    (/ (+ (* 1/2 k m (expt q 2)) (* 1/2 (expt p 2))) m)
    """
    name = "Lagrangian->Hamiltonian"

    def at(state: Up) -> Any:
        t, q, p = state
        velocity = g.div(q, ones_like(t)) if isinstance(t, TreeNode) else None  # a time with a unit
        momentum = covector_in_tuples(p, q, name)
        return _of_last_slot(L, state, name, lambda v: vector_from_tuples(v, q), momentum, velocity)

    return on_phase_space(name, at)


@public("Hamiltonian->Lagrangian", "Hamiltonian->Lagrangian-procedure")
def Hamiltonian_to_Lagrangian(H: Hamiltonian) -> Function:
    """The Lagrangian of a Hamiltonian that is quadratic in the momenta.

    Scheme:  ((Hamiltonian->Lagrangian H) (up t q v))
    Math:    p v - H(t, q, p) at the p where d2 H(t, q, p) = v
    Shapes:  H: up(t, q, p) -> scalar;  result: up(t, q, v) -> scalar
    Units:   H: p v;  result: the same
    Raises:  StructureError unless the state is up(t, q, v), and the value of H a scalar;  DimensionError if the units
             of H do not fit
    Source:  SICM 3.1.1
    >>> m, t, q, v = symbols("m t q v")
    >>> Hamiltonian_to_Lagrangian(lambda s: square(s[2]) / (2 * m))(up(t, q, v))
    (* 1/2 m (expt v 2))
    """
    name = "Hamiltonian->Lagrangian"

    def at(state: Any) -> Any:
        t, q, v = check_motion(state, name)
        return _of_last_slot(H, Up((t, q)), name, lambda p: covector_from_tuples(p, q), vector_in_tuples(v))

    return Function(at, name)


@public("Lstate->Hstate", "L-state->H-state")
def Lstate_to_Hstate(L: Lagrangian) -> Function:
    """The phase-space state that a Lagrangian gives to a local tuple.

    Scheme:  ((Lstate->Hstate L) (up t q v))
    Math:    (t, q, d2 L(t, q, v))
    Shapes:  L: up(t, q, v) -> scalar;  result: up(t, q, p)
    Raises:  StructureError unless the state is up(t, q, v)
    Source:  SICM 3.1
    >>> Lstate_to_Hstate(L_free_particle(symbols("m")))(up(*symbols("t q v")))
    (up t q (* m v))
    """

    def at(state: Any) -> Up:
        t, q, v, *_ = check_state(state, "Lstate->Hstate")
        return Up((t, q, checked_covector(partial(2)(L)(state), v, "Lstate->Hstate")))

    return Function(at, "Lstate->Hstate")


@public("Hstate->Lstate", "H-state->L-state")
def Hstate_to_Lstate(H: Hamiltonian) -> Function:
    """The local tuple that a Hamiltonian gives to a phase-space state.

    Scheme:  ((Hstate->Lstate H) (up t q p))
    Math:    (t, q, d2 H(t, q, p))
    Shapes:  H: up(t, q, p) -> scalar;  result: up(t, q, v)
    Source:  SICM 3.1
    >>> Hstate_to_Lstate(H_harmonic(*symbols("m k")))(up(*symbols("t q p")))
    (up t q (/ p m))
    """
    return on_phase_space("Hstate->Lstate", lambda state: Up((*state[:2], flow(H, state, "Hstate->Lstate")[0])))


# --- routhian --------------------------------------------------------------------------------------------------------
# Routhian mechanics: some coordinates with velocities, the others with momenta.
#
# Coordinates are a pair (x, y), each a scalar or a tuple. The Legendre transform of a Lagrangian by the velocities of y
# alone gives the Routhian R = p_y y' - L, a function of (t, (x, y), (x', p_y)) with
#
#     D(d_x' R) = d_x R,    Dy = d_p R,    Dp_y = -d_y R.
#
# A cyclic y drops out: its momentum is a constant, and what is left are Lagrange's equations for x.
#
# Source: SICM 3.4.


def _parts(state: Any, operation: str) -> tuple[Any, Any, Any, Any, Any]:
    t, q, rates, *_ = check_state(state, operation)
    if not all(isinstance(part, (Up, list)) and len(part) == 2 for part in (q, rates)):
        raise StructureError(f"{operation} expects (up t (up x y) (up x' y')), got {describe(q)} and {describe(rates)}")
    return t, *as_structure(q), *as_structure(rates)


def _state(t: Any, x: Any, y: Any, for_x: Any, for_y: Any) -> Up:
    return Up((t, Up((x, y)), Up((for_x, for_y))))


def _in_tuples(state: Any, operation: str, *functions: Any) -> tuple[Any, ...]:
    """A Routhian state in tuples of the components, the parts x, y and p_y that they restore, and Routhians of such."""
    t, x, y, x_rate, p = _parts(state, operation)
    places = Up(map(vector_in_tuples, (x, y))), Up((vector_in_tuples(x_rate), covector_in_tuples(p, y, operation)))

    def restored(tuples: Any) -> Up:
        t, x_there, y_there, rate, momentum = _parts(tuples, operation)
        place = Up((vector_from_tuples(x_there, x), vector_from_tuples(y_there, y)))
        return Up((t, place, Up((vector_from_tuples(rate, x), covector_from_tuples(momentum, y, p)))))

    plain = is_in_tuples(Up((x, y)))
    return Up((t, *places)), x, y, p, *(f if plain else function_of_tuples(f, restored) for f in functions)


@public("Lagrangian->Routhian")
def Lagrangian_to_Routhian(L: Lagrangian) -> Function:
    """The Routhian of a Lagrangian of a pair of coordinates, transformed by the velocities of the second.

    Scheme:  ((Lagrangian->Routhian L) (up t (up x y) (up x' p_y)))
    Math:    p_y y' - L at the y' where d2,1 L = p_y
    Shapes:  L: up(t, up(x, y), up(vx, vy)) -> scalar;  result: up(t, up(x, y), up(vx, py)) -> scalar
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, py)), DivisionByZeroError if L is singular in vy
    Source:  SICM 3.4
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Lagrangian_to_Routhian(L_free_polar(m))(up(t, up(r, phi), up(v, p)))
    (/ (+ (* -1/2 (expt m 2) (expt r 2) (expt v 2)) (* 1/2 (expt p 2))) (* m (expt r 2)))
    """

    def at(state: Any) -> Any:
        name = "Lagrangian->Routhian"
        t, x, y, x_rate, p = _parts(state, name)

        of_rate = Function(lambda rate: L(_state(t, x, y, x_rate, vector_from_tuples(rate, y))))
        return transformed(of_rate, covector_in_tuples(p, y, name), name)

    return Function(at, "Lagrangian->Routhian")


@public("Lagrangian-state->Routhian-state")
def Lagrangian_state_to_Routhian_state(L: Lagrangian) -> Function:
    """The Routhian state of a local tuple: the second velocity replaced by its momentum.

    Scheme:  ((Lagrangian-state->Routhian-state L) (up t (up x y) (up x' y')))
    Math:    (t, (x, y), (x', d2,1 L))
    Shapes:  up(t, up(x, y), up(vx, vy)) -> up(t, up(x, y), up(vx, py))
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, vy))
    Source:  SICM 3.4
    >>> m, t, r, phi, v, w = symbols("m t r phi v w")
    >>> Lagrangian_state_to_Routhian_state(L_free_polar(m))(up(t, up(r, phi), up(v, w)))
    (up t (up r phi) (up v (* m (expt r 2) w)))
    """

    def at(state: Any) -> Up:
        t, x, y, x_rate, rate = _parts(state, "Lagrangian-state->Routhian-state")
        momentum = checked_covector(partial(2, 1)(L)(state), rate, "Lagrangian-state->Routhian-state")
        return _state(t, x, y, x_rate, momentum)

    return Function(at, "Lagrangian-state->Routhian-state")


@public("Routhian-state->Lagrangian-state")
def Routhian_state_to_Lagrangian_state(R: Routhian) -> Function:
    """The local tuple of a Routhian state: the momentum replaced by the velocity.

    Scheme:  ((Routhian-state->Lagrangian-state R) (up t (up x y) (up x' p_y)))
    Math:    (t, (x, y), (x', d2,1 R))
    Shapes:  up(t, up(x, y), up(vx, py)) -> up(t, up(x, y), up(vx, vy))
    Raises:  StructureError unless the state is up(t, up(x, y), up(vx, py)), DivisionByZeroError if L is singular in vy
    Source:  SICM 3.4
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Routhian_state_to_Lagrangian_state(Lagrangian_to_Routhian(L_free_polar(m)))(up(t, up(r, phi), up(v, p)))
    (up t (up r phi) (up v (/ p (* m (expt r 2)))))
    """

    def at(state: Any) -> Up:
        name = "Routhian-state->Lagrangian-state"
        flat, *_, of_tuples = _in_tuples(state, name, R)
        rate = covector_in_tuples(partial(2, 1)(of_tuples)(flat), flat[2][1], name)
        t, x, y, x_rate, _ = _parts(state, name)
        return _state(t, x, y, x_rate, vector_from_tuples(rate, y))

    return Function(at, "Routhian-state->Lagrangian-state")


@public("Routh-equations")
def Routh_equations(R: Routhian, dissipation: Force = None, force: Force = None) -> Function:
    """The residuals of Routh's equations on paths of x, y and the momentum of y: Lagrange's for x, Hamilton's for y.

    Scheme:  (((Routh-equations R) x y p) t), ((Routh-equations R dissipation [force]) x y p)
    Math:    (D(d_x' R) - d_x R, (0, Dy - d_p R, Dp + d_y R))  (with a force Q: + Q_x, - Q_y)
    Shapes:  result: t -> up(down shaped like x, up(0, shaped like y, shaped like p))
    Source:  SICM 3.4
    >>> R = Lagrangian_to_Routhian(L_free_polar(symbols("m")))
    >>> Routh_equations(R)(*literal_functions("r phi p"))(symbols("t"))[1]
    (up 0 (/ (+ (* m (expt (r t) 2) ((D phi) t)) (* -1 (p t))) (* m (expt (r t) 2))) ((D p) t))
    """

    name = "Routh-equations"

    def on_paths(x: Any, y: Any, p: Any) -> Function:
        state = of_time(lambda t: _state(t, x(t), y(t), D(x)(t), p(t)), "Routhian-state-path")

        def residual(t: Any) -> Up:
            here = state(t)
            flat, x_here, y_here, p_here, f = _in_tuples(here, name, R)
            y_rate, p_rate, forces = _rates_of_y(f, flat, Up((x_here, y_here)), name, dissipation, force)
            of_x = g.sub(D(compose(partial(2, 0)(R), state))(t), partial(1, 0)(R)(here))
            of_x = g.add(of_x, covector_from_tuples(forces[0], x_here)) if forces else of_x
            rates = vector_from_tuples(y_rate, y_here), covector_from_tuples(p_rate, y_here, p_here)
            return Up((of_x, Up((0, g.sub(D(y)(t), rates[0]), g.sub(D(p)(t), rates[1])))))

        return of_time(residual, name)

    return Function(on_paths, "Routh-equations")


@public("Routhian->acceleration")
def Routhian_to_acceleration(R: Routhian, dissipation: Force = None, force: Force = None) -> Function:
    """The acceleration of the first coordinates.

    Scheme:  ((Routhian->acceleration R) state), ((Routhian->acceleration R dissipation [force]) state)
    Shapes:  state: up(t, up(x, y), up(x', p_y));  dissipation: up(t, up(x, y), up(x', y')) -> scalar, Rayleigh's
             function of velocities;  force: the same -> down(Q_x, Q_y)
    Raises:  DivisionByZeroError if the Routhian is singular in the velocities of x
    Source:  SICM 3.4
    >>> m, t, r, phi, v, p = symbols("m t r phi v p")
    >>> Routhian_to_acceleration(Lagrangian_to_Routhian(L_free_polar(m)))(up(t, up(r, phi), up(v, p)))
    (/ (expt p 2) (* (expt m 2) (expt r 3)))
    """

    def at(state: Any) -> Any:
        return _rates(R, state, "Routhian->acceleration", dissipation, force)[2]

    return Function(at, "Routhian->acceleration")


@public("Routhian->state-derivative")
def Routhian_to_state_derivative(R: Routhian, dissipation: Force = None, force: Force = None) -> Function:
    """The rate of change of a Routhian state.

    Scheme:  ((Routhian->state-derivative R) (up t (up x y) (up x' p_y))), ((Routhian->state-derivative R F [Q]) state)
    Math:    Dx' and Dp_y lose d_x' F and d_y' F, and get Q_x and Q_y, with a dissipation function F and a force Q
    Shapes:  F, Q: up(t, up(x, y), up(x', y')) -> scalar, down(Q_x, Q_y);  result: up(1, up(x', y'), up(x'', p_y'))
    Source:  SICM 3.4
    >>> m, k, t, x, y, v, p = symbols("m k t x y v p")
    >>> R = Lagrangian_to_Routhian(lambda state: m * square(state[2]) / 2)
    >>> Routhian_to_state_derivative(R)(up(t, up(x, y), up(v, p)))
    (up 1 (up v (/ p m)) (up 0 0))
    >>> Routhian_to_state_derivative(R, lambda state: k * square(state[2]) / 2)(up(t, up(x, y), up(v, p)))
    (up 1 (up v (/ p m)) (up (/ (* -1 k v) m) (/ (* -1 k p) m)))
    """

    def at(state: Any) -> Up:
        return _state(1, *_rates(R, state, "Routhian->state-derivative", dissipation, force))

    return Function(at, "Routhian->state-derivative")


def _rates_of_y(
    R: Any, flat: Any, like: Up, operation: str, dissipation: Any, applied: Any
) -> tuple[Any, Any, tuple[Any, Any] | None]:
    """The rates of y and of its momenta in tuples, and the forces, if there are any, at a state like (x, y)."""
    y_rate = covector_in_tuples(partial(2, 1)(R)(flat), flat[2][1], operation)
    p_rate, forces = g.negate(covector_in_tuples(partial(1, 1)(R)(flat), flat[1][1], operation)), None
    if is_given(dissipation) or is_given(applied):
        local = Up((flat[0], vector_from_tuples(flat[1], like), vector_from_tuples(Up((flat[2][0], y_rate)), like)))
        forces = forces_in_tuples(local, operation, dissipation, applied)
        p_rate = g.add(p_rate, forces[1])
    return y_rate, p_rate, forces


def _rates(R: Any, state: Any, operation: str, dissipation: Any, applied: Any) -> tuple[Any, Any, Any, Any]:
    flat, x, y, p, R = _in_tuples(state, operation, R)
    y_rate, p_rate, forces = _rates_of_y(R, flat, Up((x, y)), operation, dissipation, applied)
    x_rate, momentum, force = flat[2][0], partial(2, 0)(R), partial(1, 0)(R)(flat)
    force = g.sub(force, forces[0]) if forces else force
    drift = g.add(
        g.add(partial(0)(momentum)(flat), g.mul(partial(1, 0)(momentum)(flat), x_rate)),
        g.add(g.mul(partial(1, 1)(momentum)(flat), y_rate), g.mul(partial(2, 1)(momentum)(flat), p_rate)),
    )
    found = solve_linear(partial(2, 0)(momentum)(flat), g.sub(force, drift))
    rates = vector_from_tuples(x_rate, x), vector_from_tuples(y_rate, y), vector_from_tuples(found, x)
    return *rates, covector_from_tuples(p_rate, y, p)
