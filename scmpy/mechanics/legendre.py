"""The Legendre transform, and with it Hamiltonians from Lagrangians and back.

For a function F whose gradient w = DF(v) can be solved for v, the transform is G(w) = w v - F(v), and v = DG(w).
Where F is quadratic in v, F = v M v / 2 + b v + c, the gradient is linear, M v + b, and v = M^-1 (w - b). That is the
case of mechanics: a Lagrangian quadratic in the velocities, a Hamiltonian quadratic in the momenta. The second
derivative M is looked at for unknown velocities: if it depends on them, or has no inverse, there is an error.

Source: SICM 3.1.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.calculus.differential import finite_part
from scmpy.errors import DivisionByZeroError, DomainError, ScmpyError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.arrays import is_batch
from scmpy.generic.composite import Composite, map_composite, ones_like
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_zero_number
from scmpy.mechanics.hamiltonian import flow
from scmpy.mechanics.lagrangian import check_motion, check_state, rows_of
from scmpy.mechanics.pairing import (
    checked_covector,
    covector_from_tuples,
    covector_in_tuples,
    function_of_tuples,
    number_of,
    pair,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.mechanics.phase_state import on_phase_space
from scmpy.mechanics.state import literal_like
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import Hamiltonian, Lagrangian
from scmpy.structure.linear_maps import solve_linear
from scmpy.structure.structure import Structure, Up, as_structure, compatible_zero, leaves, unflatten
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.simplify import reduced


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


def argument_of_gradient(F: Any, w: Any, operation: str, like: Any = None, general: Any = None) -> Any:
    """The v, shaped like another value if one is given, at which the gradient of a quadratic function F is w.

    All is in tuples. F is quadratic if a more general function is, of which it is one.
    """
    slope = D(F)
    hessian = D(slope)
    zero = compatible_zero(w) if like is None else map_composite(lambda _: 0, like)
    try:
        _check_quadratic(D(D(general or F)), zero, operation)
    except ScmpyError:
        _check_quadratic(hessian, zero, operation)
    try:
        right = g.sub(w, covector_in_tuples(slope(zero), zero, operation))
        if like is None:
            return solve_linear(hessian(zero), right)
        found = linear.solve_by_inverse(rows_of(hessian(zero), zero), tuple(leaves(right)))
        return unflatten(iter(found), zero)
    except DivisionByZeroError:
        raise _singular(operation, hessian(zero), zero) from None


def transformed(F: Any, w: Any, operation: str, like: Any = None, general: Any = None) -> Any:
    """The Legendre transform at w of a function of tuples."""
    v = argument_of_gradient(F, w, operation, like, general)
    return g.sub(pair(w, v, operation), number_of(F(v), operation, "a function"))


@public("Legendre-transform", "Legendre-transform-procedure")
def Legendre_transform(F: Callable[[Any], Any]) -> Function:
    """The Legendre transform of a quadratic function of a scalar or a tuple.

    Scheme:  ((Legendre-transform F) w)
    Math:    w v - F(v) at the v where DF(v) = w
    Shapes:  F: v -> scalar;  w: shaped like DF(v)
    Raises:  DomainError if F is not quadratic, DivisionByZeroError if its second derivative is singular
    Source:  SICM 3.1.1
    >>> from scmpy import square, symbols
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
    return transformed(at(t, q), dual, name, like, at(*map_composite(_unknown, Up((t, q)))))


def _unknown(x: Any) -> Any:
    """A symbol for what many orbits differ in."""
    return literal_like(x) if is_batch(x) else x


@public("Lagrangian->Hamiltonian", "Lagrangian->Hamiltonian-procedure")
def Lagrangian_to_Hamiltonian(L: Lagrangian) -> Function:
    """The Hamiltonian of a Lagrangian that is quadratic in the velocities.

    Scheme:  ((Lagrangian->Hamiltonian L) (up t q p))
    Math:    p v - L(t, q, v) at the v where d2 L(t, q, v) = p
    Shapes:  L: up(t, q, v) -> scalar;  result: up(t, q, p) -> scalar
    Raises:  DomainError if L is not quadratic in the velocities, DivisionByZeroError if it is singular
    Source:  SICM 3.1.1
    >>> from scmpy import square, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Lagrangian_to_Hamiltonian(lambda s: (m * square(s[2]) - k * square(s[1])) / 2)(up(t, q, p))
    (/ (+ (* 1/2 k m (expt q 2)) (* 1/2 (expt p 2))) m)
    """
    name = "Lagrangian->Hamiltonian"

    def at(state: Up) -> Any:
        t, q, p = state
        velocity = g.div(q, ones_like(t)) if isinstance(t, Composite) else None  # a time with a unit
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
    >>> from scmpy import square, symbols, up
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
    >>> from scmpy import L_free_particle, symbols, up
    >>> m, t, q, v = symbols("m t q v")
    >>> Lstate_to_Hstate(L_free_particle(m))(up(t, q, v))
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
    >>> from scmpy import H_harmonic, symbols, up
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Hstate_to_Lstate(H_harmonic(m, k))(up(t, q, p))
    (up t q (/ p m))
    """
    return on_phase_space("Hstate->Lstate", lambda state: Up((*state[:2], flow(H, state, "Hstate->Lstate")[0])))
