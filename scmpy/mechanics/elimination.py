"""Elimination of holonomic constraints: the Lagrangian in coordinates that satisfy them.

Where constraints G(t, q) = 0 can be solved, q = F(t, q') with fewer coordinates q' and G o F = 0 for all of them. The
Lagrangian L o F->C[F] then has the same motions, without multipliers; what is lost are the forces of constraint.
Constraints of the velocities may not be put into a Lagrangian like this, and are refused.

Source:  P. N. Saeta, "Lagrange Multipliers", Physics 111; SICM 1.6.2
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import ScalarKind
from scmpy.mechanics.constraints import by_slot, check_constraints, check_holonomic, depends_on
from scmpy.mechanics.lagrangian import check_state
from scmpy.mechanics.state import literal_like
from scmpy.mechanics.transformation import F_to_C
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import CoordinateTransformation, Lagrangian, StateFunction
from scmpy.structure.structure import Up, leaves
from scmpy.symbolic.decision.equivalence import equivalent


@public("constraints->F")
def constraints_to_F(constraints: StateFunction, *solved: int) -> Function:
    """The coordinate transformation that satisfies constraints, some coordinates being solved for.

    Scheme:  ((constraints->F G i ...) (up t q' v'))
    Math:    q = F(t, q'), where q' are the other coordinates of q and G(t, F(t, q')) = 0
    Shapes:  G: up(t, q, v) -> scalar or up(P), free of v;  as many indices i of up(N) as constraints;
             q': up(N - P), or a scalar for N - P = 1
    Raises:  DomainError if G is not linear in the coordinates that it is solved for; StructureError unless there is an
             index of a coordinate for each constraint, DivisionByZeroError where the constraints do not determine them
    Source:  SICM 1.6.2
    >>> from scmpy import symbols, up
    >>> R, t, x, v = symbols("R t x v")
    >>> constraints_to_F(lambda state: R * state[1][1] - state[1][0], 1)(up(t, x, v))
    (up x (/ x R))
    """
    name = "constraints->F"
    checked = check_constraints(constraints, name)

    def at(state: Any) -> Up:
        t, others, *_ = check_state(state, name)
        given = others.components if isinstance(others, Up) else (others,)
        if not all(isinstance(x, ScalarKind) for x in given):
            raise StructureError(f"{name} expects coordinates that are scalars, got {describe(others)}")
        _check_indices(solved, len(given) + len(solved))
        start = _filled(given, solved, (0,) * len(solved))
        unknown = literal_like(Up((t, start, start)))
        check_holonomic(checked, unknown, name)
        _check_linear(_columns(checked, solved, unknown), Up(unknown[1][i] for i in solved), solved)
        local = Up((t, start, g.zero_like(start)))
        values = tuple(map(g.negate, leaves(checked(local))))
        if len(values) != len(solved):
            raise StructureError(f"{name} expects an index for each of {len(values)} constraints, got {len(solved)}")
        try:
            return _filled(given, solved, linear.solve(_columns(checked, solved, local), values))
        except DivisionByZeroError:
            raise DivisionByZeroError(
                f"{name}: the constraints do not determine the coordinates {' '.join(map(str, solved))}"
            ) from None

    return Function(at, name)


def _check_indices(solved: tuple[Any, ...], n: int) -> None:
    good = all(isinstance(i, int) and not isinstance(i, bool) and 0 <= i < n for i in solved)
    if not solved or not good or len(set(solved)) != len(solved):
        raise StructureError(
            "constraints->F expects, for each constraint, the index of a coordinate to solve it for: different "
            f"numbers below {n + (not solved)}, got {', '.join(map(describe, solved)) or 'none'}"
        )


def _filled(given: tuple[Any, ...], solved: tuple[int, ...], values: tuple[Any, ...]) -> Up:
    """All coordinates: the values at the solved indices, what is given at the others."""
    rest, known = iter(given), dict(zip(solved, values, strict=True))
    return Up(known[i] if i in known else next(rest) for i in range(len(given) + len(solved)))


def _columns(constraints: StateFunction, solved: tuple[int, ...], state: Up) -> linear.Rows:
    """The derivatives by the coordinates to be solved for."""
    return tuple(tuple(row[i] for i in solved) for row in by_slot(constraints, 1, state))


def _check_linear(rows: linear.Rows, unknowns: Up, solved: tuple[int, ...]) -> None:
    if any(depends_on(entry, unknowns) for row in rows for entry in row):
        raise DomainError(
            f"constraints->F: the constraints are not linear in the coordinates {' '.join(map(str, solved))}, "
            "more than one solution may exist; give eliminate-constraints a transformation (up t q' v') -> q instead"
        )


@public("eliminate-constraints")
def eliminate_constraints(L: Lagrangian, constraints: StateFunction, *how: CoordinateTransformation | int) -> Function:
    """The Lagrangian in coordinates that satisfy holonomic constraints.

    Scheme:  (eliminate-constraints L G F), (eliminate-constraints L G i ...)
    Math:    L o F->C[F], where G o F = 0
    Shapes:  F: up(t, q', v') -> q, or the indices of the coordinates to solve G for
    Raises:  DomainError if a constraint depends on the velocities, or F does not satisfy the constraints;
             StructureError unless G is a scalar or an up tuple of scalars
    Source:  P. N. Saeta, "Lagrange Multipliers"; SICM 1.6.2
    1 ]=> (define (hoop s)
            (+ (* 1/2 'm (+ (square (ref s 2 0)) (square (* 'R (ref s 2 1))))) (* 'm 'g (ref s 1 0) (sin 'alpha))))
    1 ]=> (define (rolling s) (- (* 'R (ref s 1 1)) (ref s 1 0)))
    1 ]=> ((Lagrangian->acceleration (eliminate-constraints hoop rolling 1)) (up 't 'x 'v))
    ;Value: (* 1/2 g (sin alpha))
    >>> from scmpy import Lagrangian_to_acceleration, sin, symbols, up
    >>> m, R, g, alpha, t, x, v = symbols("m R g alpha t x v")
    >>> def hoop(state):
    ...     (x, theta), (v, w) = state[1], state[2]
    ...     return m * v**2 / 2 + m * R**2 * w**2 / 2 + m * g * x * sin(alpha)
    >>> rolling = lambda state: R * state[1][1] - state[1][0]
    >>> Lagrangian_to_acceleration(eliminate_constraints(hoop, rolling, 1))(up(t, x, v))
    (* 1/2 g (sin alpha))
    """
    name = "eliminate-constraints"
    checked = check_constraints(constraints, name)
    F = how[0] if len(how) == 1 and callable(how[0]) else constraints_to_F(constraints, *how)  # type: ignore[arg-type]
    transform = F_to_C(F)

    def at(state: Any) -> Any:
        local = check_state(state, name)[:3]
        unknown = transform(literal_like(local))
        check_holonomic(checked, unknown, name)
        for j, value in enumerate(leaves(checked(unknown))):
            if equivalent(value, 0).verdict == "different":
                raise DomainError(f"{name}: the transformation does not satisfy constraint {j} (from 0)")
        return L(transform(local))

    return Function(at, name)
