"""States of phase space, (t, q, p) with momenta dual to the coordinates.

A Hamiltonian is a function of such states. Coordinates are an up tuple (or a scalar), momenta the down tuple that
contracts with it. Selectors of time and coordinates are those of local tuples.

Source: SICM 3.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic.functions import Function
from scmpy.guard import checks
from scmpy.mechanics.pairing import in_one_form
from scmpy.mechanics.state import check_path, check_state_function, of_time, selector
from scmpy.registry import docstring, public
from scmpy.structure.aliases import Coordinates, Hamiltonian, Path, Scalar, State, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import (
    Structure,
    Up,
    as_structure,
    leaves,
    s_dimension,
    unflatten,
)

momentum = selector(
    2,
    "momentum",
    docstring(
        "The momenta of a phase-space state.",
        "(momentum state)",
        "momentum(up(0, up(1, 2), down(3, 4)))",
        "(down 3 4)",
        shapes="state: up(t, q, p)",
        source="SICM 3.1",
    ),
    *("momenta", "state->p", "P"),
)


@public("->H-state", python="to_H_state")
def to_H_state(t: Scalar, q: Coordinates, p: Coordinates) -> Up:
    """The phase-space state of a time, coordinates and momenta.

    Scheme:  (->H-state t q p)
    Shapes:  q: up(n), p: down(n), or scalars;  result: up(t, q, p)
    Source:  SICM 3.1
    >>> from scmpy import down, up
    >>> to_H_state(0, up(1, 2), down(3, 4))
    (up 0 (up 1 2) (down 3 4))
    """
    return Up((t, q, p))


def check_H_state(state: Any, operation: str = CALLED) -> Up:
    """A phase-space state as an up tuple of three parts, or an error that says so."""
    if not isinstance(state, (Up, list)) or len(state) != 3:
        raise StructureError(f"{operation} expects a phase-space state (up t q p), got {describe(state)}")
    t, q, p = [as_structure(part) if isinstance(part, list) else part for part in state]
    return Up((t, *in_one_form(q, p)))


def coordinates(state: Up, n: int, operation: str) -> tuple[Any, ...]:
    """The coordinates of a state, n of them."""
    q = state[1]
    if not isinstance(q, Structure) or len(q) != n:
        raise StructureError(f"{operation} expects {n} coordinates, got {describe(q)}")
    return q.components


@checks("Hamiltonian")
def check_hamiltonian(H: Any, operation: str) -> Hamiltonian:
    """A Hamiltonian is a function of one argument."""
    return check_state_function(H, operation, "Hamiltonian", "(up t q p)")


def on_phase_space(name: str, transform: Callable[[Up], Any]) -> Function:
    """A function of phase-space states, which are checked first."""
    return Function(lambda state: transform(check_H_state(state, name)), name)


@public("qp->H-state-path")
def qp_to_H_state_path(q: Path, p: Path) -> Function:
    """The path of states of a coordinate path and a momentum path.

    Scheme:  ((qp->H-state-path q p) t)
    Shapes:  q: t -> up(n);  p: t -> down(n);  result: t -> up(t, q, p)
    Source:  SICM 3.1.1
    >>> qp_to_H_state_path(lambda t: t, lambda t: t * t)(3)
    (up 3 3 9)
    """
    for path in (q, p):
        check_path(path, "qp->H-state-path")
    return of_time(lambda t: Up((t, q(t), p(t))), "H-state-path")


@public("degrees-of-freedom")
def degrees_of_freedom(state: State) -> int:
    """The number of coordinates of a state.

    Scheme:  (degrees-of-freedom (up t q p))
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 1.1
    >>> from scmpy import literal_Hamiltonian_state
    >>> degrees_of_freedom(literal_Hamiltonian_state(3))
    3
    """
    return s_dimension(check_H_state(state)[1])


@public("H-state->matrix")
def H_state_to_matrix(state: State) -> Matrix:
    """The column matrix of the leaves of a state.

    Scheme:  (H-state->matrix (up t q p))
    Shapes:  result: 2 n + 1 rows, one column, for n degrees of freedom
    Raises:  StructureError unless the state is up(t, q, p)
    Source:  SICM 5.2.2
    >>> from scmpy import up
    >>> H_state_to_matrix(up(0, 1, 2))
    (matrix-by-rows (list 0) (list 1) (list 2))
    """
    return Matrix([[leaf] for leaf in leaves(check_H_state(state))])


@public("matrix->H-state")
def matrix_to_H_state(matrix: Matrix, shape: Coordinates) -> Value:
    """The state of this shape whose leaves are those of a column matrix.

    Scheme:  (matrix->H-state M state)
    Shapes:  matrix: one column of as many rows as the state has leaves;  result: shaped like the state
    Raises:  StructureError if the matrix has not as many entries as the state
    Source:  SICM 5.2.2
    >>> from scmpy import column_matrix, up
    >>> matrix_to_H_state(column_matrix(1, 2, 3), up(0, 0, 0))
    (up 1 2 3)
    """
    entries = [x for row in matrix.rows for x in row] if isinstance(matrix, Matrix) else None
    place = check_H_state(shape)
    if entries is None or len(entries) != s_dimension(place):
        raise StructureError(
            f"matrix->H-state expects a column of {s_dimension(place)} entries for {describe(place)}, "
            f"got {describe(matrix)}"
        )
    return unflatten(iter(entries), place)
