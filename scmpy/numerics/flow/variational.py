"""The variational equations: how motions beside a motion move away from it.

The derivative Phi of the state by the first state solves Phi' = Df(x) Phi. Along a motion that closes after a period it
is the monodromy matrix, whose eigenvalues are the multipliers of the motion.

Source: Arnold, Ordinary Differential Equations, 27; Meyer, Offin, Introduction to Hamiltonian Dynamical Systems, 8
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.differential import new_tag, split
from scmpy.errors import StructureError, describe
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, name_of
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.flow.counted import CountedMotion, of_motion
from scmpy.numerics.flow.tangents import displaced, tangents_of, units
from scmpy.numerics.ode.motion import state_of
from scmpy.numerics.ode.perturbed import PerturbedMotion
from scmpy.registry import public
from scmpy.structure.aliases import Real, State, StateDerivative
from scmpy.structure.matrix import Matrix, matrix_by_row_list
from scmpy.structure.measures import common_units, has_units, measures, units_of, with_units_of
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves, unflatten


@public("variational-equations")
def variational_equations(derivative: StateDerivative) -> Function:
    """The state derivative of a state and of small displacements from it, which are moved by its exact derivative.

    Scheme:  ((variational-equations (sysder p ...)) (up t state (up displacement ...)))
    Math:    x' = f(x),  (dx)' = Df(x) dx
    Shapes:  derivative: state -> shaped like the state;  a displacement: shaped like the state
    Units:   displacements have those of the state
    Raises:  StructureError if a displacement is shaped otherwise
    Source:  Arnold, Ordinary Differential Equations, 27
    >>> from scmpy import *
    >>> def fall(state):
    ...     return up(1, state[2], -state[1] ** 2)
    >>> variational_equations(fall)(up(0, up(0, 3, 1), up(up(0, 1, 0), up(0, 0, 1))))
    (up 1 (up 1 1 -9) (up (up 0 0 -6) (up 0 1 0)))
    >>> end = state_advancer(lambda: variational_equations(fall))(up(0, up(0, 3, 1), up(up(0, 1, 0))), 0.1)
    >>> [round(x, 9) for x in end[2][0]]
    [0.0, 0.969895159, -0.600840703]
    """
    check_callable(derivative, wanted="a state derivative")

    def rates(augmented: Any) -> Up:
        augmented = as_tuples(augmented)
        if not isinstance(augmented, Up) or len(augmented) != 3 or not isinstance(augmented[2], Up):
            raise StructureError(
                f"variational-equations expects up(t, state, up(displacement, ...)), got {describe(augmented)}"
            )
        _, state, displacements = augmented.components
        tangents = [leaves(x) for x in displacements]
        if any(len(x) != len(leaves(state)) for x in tangents):
            raise StructureError(
                f"variational-equations expects displacements shaped like the state {state}, got {displacements}"
            )
        if has_units(state):
            for displacement in displacements:
                common_units("variational-equations", state, displacement)
        tag = new_tag()
        value = as_tuples(derivative(displaced(state, tag, tangents)))
        if len(leaves(value)) != len(leaves(state)):
            raise StructureError(
                f"variational-equations expects a derivative shaped like the state, got {describe(value)}"
            )
        numbers = [split(x, tag)[0] for x in leaves(value)]
        rate_units = units_of(value)

        def rates_of(numbers: Any) -> Any:
            return with_units_of(rate_units, measures(unflatten(iter(numbers), state)))

        moved = [rates_of(x) for x in tangents_of(value, tag, len(tangents))]
        return Up((1, rates_of(numbers), Up(moved)))

    return Function(rates, f"(variational-equations {name_of(derivative)})")


class TangentFlow:
    """Moves a state and its tangents: the derivative of the flow by the state, times vectors."""

    def __init__(self, derivative: Callable[[Any], Any], operation: str) -> None:
        self.motion = PerturbedMotion(derivative, operation)

    def __call__(
        self, state: Structure, tangents: Sequence[Sequence[Any]], dt: float, tolerance: Any = None
    ) -> tuple[Structure, list[list[float]]]:
        """The state after a time, and the tangents, each a list of numbers for the leaves of the state."""
        tag = new_tag()
        end = self.motion.advance(displaced(state, tag, tangents), dt, tolerance)
        place = unflatten(iter([split(x, tag)[0] for x in leaves(end)]), state)
        return place, tangents_of(end, tag, len(tangents))


@public("monodromy-matrix")
@of_motion("monodromy-matrix", "state", CountedMotion.matrix, told={"period": CountedMotion.time})
def monodromy_matrix(derivative: StateDerivative, state: State, period: Real, tolerance: Real | None = None) -> Matrix:
    """The derivative of the state after a time by the first state, without the rows and columns of the time.

    The rows and columns stand for the numbers of the state in their order. It is symplectic for Hamilton's equations.

    Scheme:  (monodromy-matrix (sysder p ...) state period [tolerance])
    Math:    M = D phi_T(x0), the solution at T of M' = Df(x) M that starts at 1
    Shapes:  derivative: state -> shaped like the state;  a state of n + 1 numbers gives a matrix of n by n
    Units:   of a state of quantities each entry has those of its row by those of its column
    Raises:  as state-advancer;  StructureError unless the state is up(t, q, ...)
    Source:  Meyer, Offin, Introduction to Hamiltonian Dynamical Systems, 8
    1 ]=> (define M (monodromy-matrix (Hamiltonian->state-derivative (H-harmonic 1 4)) (up 0 1. 0) :pi/4))
    1 ]=> (list (ref M 0 1) (ref M 1 0))
    ;Value: (.5 -2.)
    >>> from scmpy import *
    >>> M = monodromy_matrix(Hamiltonian_to_state_derivative(H_harmonic(1, 4)), up(0, 1, 0), pi / 4)
    >>> [[round(x, 9) + 0 for x in row] for row in M]  # half of an amplitude, twice of it
    [[0.0, 0.5], [-2.0, 0.0]]
    """
    start = state_of(state, "monodromy-matrix")
    size = len(leaves(start))
    _, columns = TangentFlow(derivative, "monodromy-matrix")(start, units(size - 1, size), period, tolerance)  # type: ignore[arg-type]
    return matrix_by_row_list([list(row) for row in zip(*(column[1:] for column in columns), strict=True)])
