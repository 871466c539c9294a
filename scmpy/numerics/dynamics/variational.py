"""Variational equations, Lyapunov exponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.dual_numbers import new_tag, split
from scmpy.errors import DomainError, StructureError, describe
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import check_callable, length
from scmpy.generic.tree import tree_leaves, tree_unflatten
from scmpy.generic.types import Real
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.dynamics.maps import (
    NondimensionalMotion,
    PointMap,
    displaced,
    of_map,
    of_motion,
    tangents_of,
    units,
)
from scmpy.numerics.ode.evolution import PerturbedMotion
from scmpy.numerics.ode.ivp import real, state_of
from scmpy.registry import public
from scmpy.structure.magnitudes import attach_units, common_units, has_units, magnitudes, units_of
from scmpy.structure.matrix import Matrix, matrix_by_row_list
from scmpy.structure.tuples import Structure, Up, leaves
from scmpy.structure.types import PlaneMap, State, StateDerivative, Vector

# --- variational -----------------------------------------------------------------------------------------------------
# The variational equations: how motions beside a motion move away from it.
#
# The derivative Phi of the state by the first state solves Phi' = Df(x) Phi. Along a motion that closes after a period
# it is the monodromy matrix, whose eigenvalues are the multipliers of the motion.
#
# Source: Arnold, Ordinary Differential Equations, 27; Meyer, Offin, Introduction to Hamiltonian Dynamical Systems, 8


@public("variational-equations")
def variational_equations(derivative: StateDerivative) -> Function:
    """The state derivative of a state and of small displacements from it, which are moved by its exact derivative.

    Scheme:  ((variational-equations (sysder p ...)) (up t state (up displacement ...)))
    Math:    x' = f(x),  (dx)' = Df(x) dx
    Shapes:  derivative: state -> shaped like the state;  a displacement: shaped like the state
    Units:   displacements have those of the state
    Raises:  StructureError if a displacement is shaped otherwise
    Source:  Arnold, Ordinary Differential Equations, 27
    >>> def fall(state):
    ...     return up(1, state[2], -state[1] ** 2)
    >>> variational_equations(fall)(up(0, up(0, 3, 1), up(up(0, 1, 0), up(0, 0, 1))))
    (up 1 (up 1 1 -9) (up (up 0 0 -6) (up 0 1 0)))
    """
    check_callable(derivative, wanted="a state derivative")

    def rates(augmented: Any) -> Up:
        augmented = as_tuples(augmented)
        if not isinstance(augmented, Up) or len(augmented) != 3 or not isinstance(augmented[2], Up):
            raise StructureError(
                f"variational-equations expects up(t, state, up(displacement, ...)), got {describe(augmented)}"
            )
        _, state, displacements = augmented.components
        tangents = [tree_leaves(x) for x in displacements]
        if any(len(x) != len(tree_leaves(state)) for x in tangents):
            raise StructureError(
                f"variational-equations expects displacements shaped like the state {state}, got {displacements}"
            )
        if has_units(state):
            for displacement in displacements:
                common_units("variational-equations", state, displacement)
        tag = new_tag()
        value = as_tuples(derivative(displaced(state, tag, tangents)))
        if len(tree_leaves(value)) != len(tree_leaves(state)):
            raise StructureError(
                f"variational-equations expects a derivative shaped like the state, got {describe(value)}"
            )
        numbers = [split(x, tag)[0] for x in tree_leaves(value)]
        rate_units = units_of(value)

        def rates_of(numbers: Any) -> Any:
            return attach_units(rate_units, magnitudes(tree_unflatten(iter(numbers), state)))

        moved = [rates_of(x) for x in tangents_of(value, tag, len(tangents))]
        return Up((1, rates_of(numbers), Up(moved)))

    return Function(rates, f"(variational-equations {name_of(derivative)})")


class TangentFlow:
    """Moves a state and its tangents: the derivative of the flow by the state, times vectors."""

    def __init__(self, derivative: Callable[[Any], Any], operation: str) -> None:
        self.motion = PerturbedMotion(derivative, operation, rarely=True)

    def __call__(
        self, state: Structure, tangents: Sequence[Sequence[Any]], dt: float, tolerance: Any = None
    ) -> tuple[Structure, list[list[float]]]:
        """The state after a time, and the tangents, each a list of numbers for the leaves of the state."""
        import numpy

        rows = numpy.array([tree_leaves(state), *tangents])
        if rows.dtype == float:
            after = self.moved(state, rows, dt, tolerance).tolist()
            return tree_unflatten(iter(after[0]), state), after[1:]
        tag = new_tag()
        end = self.motion.advance(displaced(state, tag, tangents), dt, tolerance)
        place = tree_unflatten(iter([split(x, tag)[0] for x in tree_leaves(end)]), state)
        return place, tangents_of(end, tag, len(tangents))

    def moved(self, place: Structure, rows: Any, dt: float, tolerance: Any = None) -> Any:
        """The same of arrays: the numbers of a state shaped like a place, and the tangents, in rows."""
        import numpy

        found = self.motion.moved(place, rows, dt, tolerance)
        if found is not None:
            return numpy.frombuffer(found).reshape(rows.T.shape).T
        tag, tangents = new_tag(), rows[1:].tolist()
        end = self.motion.advance(
            displaced(tree_unflatten(iter(rows[0].tolist()), place), tag, tangents), dt, tolerance
        )
        return numpy.array([[split(x, tag)[0] for x in tree_leaves(end)], *tangents_of(end, tag, len(tangents))], float)


@public("monodromy-matrix")
@of_motion("monodromy-matrix", "state", NondimensionalMotion.matrix, told={"period": NondimensionalMotion.time})
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
    >>> M = monodromy_matrix(Hamiltonian_to_state_derivative(H_harmonic(1, 4)), up(0, 1, 0), pi / 4)
    >>> [[round(x, 9) + 0 for x in row] for row in M]  # half of an amplitude, twice of it
    [[0.0, 0.5], [-2.0, 0.0]]
    """
    start = state_of(state, "monodromy-matrix")
    size = len(tree_leaves(start))
    _, columns = TangentFlow(derivative, "monodromy-matrix")(start, units(size - 1, size), period, tolerance)  # type: ignore[arg-type]
    return matrix_by_row_list([list(row) for row in zip(*(column[1:] for column in columns), strict=True)])


# --- lyapunov --------------------------------------------------------------------------------------------------------
# Lyapunov exponents: the mean rates at which small displacements from a motion grow.
#
# A frame of displacements is moved by the derivative along the motion and made orthonormal again and again; the
# logarithms of what that takes off their lengths are summed.
#
# Source: Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9; Shimada, Nagashima, Progress of Theoretical
# Physics 61 (1979) 1605

SETTLING = 0.1  # of the duration, for the frame to turn into the directions that grow most, is not counted
MOST_APART = 1e9  # may the lengths of a frame get, or it is made orthonormal more often
LEAST_APART = 1e3
PIECES = 100  # of a duration, to begin with


class Frame:
    """Orthonormal displacements, and the logarithms of the lengths taken off them."""

    def __init__(self, count: int, size: int) -> None:
        import numpy

        generic = numpy.random.default_rng(1).standard_normal((size, count))  # in no subspace that the motion keeps
        self.columns = numpy.linalg.qr(generic)[0]
        self.sums = numpy.zeros(count)

    def apart(self, moved: Any) -> tuple[Any, Any, float]:
        """Moved displacements, columns, made orthonormal, their lengths, and how far these are apart."""
        from scipy.linalg.lapack import dgeqrf, dorgqr

        packed, factors, *_ = dgeqrf(moved)
        lengths = abs(packed.diagonal())
        least = lengths.min()
        columns = dorgqr(packed[:, : len(lengths)], factors)[0]
        return columns, lengths, float(lengths.max() / least) if least > 0 else float("inf")

    def take(self, columns: Any, lengths: Any, counted: bool) -> None:
        import numpy

        self.columns = columns
        if counted:
            self.sums += numpy.log(lengths)


def _count(count: Any, size: int, operation: str) -> int:
    if count is None or count is False:
        return size
    length(count, operation, things="exponents")
    if not 1 <= count <= size:
        raise DomainError(f"{operation}: there are {size} exponents, got {count}")
    return int(count)


@public("lyapunov-exponents")
@of_motion("lyapunov-exponents", "state", NondimensionalMotion.per_time, told={"duration": NondimensionalMotion.time})
def lyapunov_exponents(
    derivative: StateDerivative, state: State, duration: Real, count: int | None = None, tolerance: Real | None = None
) -> tuple[float, ...]:
    """The Lyapunov exponents of the motion from a state, the largest first: all, or so many.

    The first tenth of the duration is not counted. The error falls as the inverse of the duration.

    Scheme:  (lyapunov-exponents (sysder p ...) state duration [count tolerance])
    Math:    lim (1/T) log |D phi_T(x) u|, for displacements u
    Shapes:  derivative: state -> shaped like the state;  of n + 1 numbers there are n exponents, the time has none
    Units:   1 / time; the numbers of the state may be quantities
    Raises:  as state-advancer;  DomainError if the duration is not positive;  StructureError unless the state is up(t,
             q, ...)
    Source:  Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9
    1 ]=> (define (saddle state) (up 1 (* 2 (ref state 1)) (- (ref state 1) (* 3 (ref state 2)))))
    1 ]=> (lyapunov-exponents saddle (up 0. 0. 0.) 40.)
    ;Value: (2. -3.)
    >>> def saddle(state):
    ...     return up(1, 2 * state[1], state[1] - 3 * state[2])
    >>> [round(x, 6) for x in lyapunov_exponents(saddle, up(0, 0, 0), 40)]
    [2.0, -3.0]
    """
    name = "lyapunov-exponents"
    place, total = state_of(state, name), real(duration, name, "the duration")
    if total <= 0:
        raise DomainError(f"{name} expects a positive duration, got {duration}")
    import numpy

    size = len(leaves(place))
    flow, frame = TangentFlow(derivative, name), Frame(_count(count, size - 1, name), size - 1)
    begun, t = SETTLING * total, 0.0
    piece = total / PIECES
    rows = numpy.zeros((frame.columns.shape[1] + 1, size))
    rows[0] = leaves(place)
    while t < total:
        rest = (begun if t < begun else total) - t
        dt = rest if piece > 0.999 * rest else piece
        rows[1:, 1:] = frame.columns.T
        moved = flow.moved(place, rows, dt, tolerance)
        columns, lengths, apart = frame.apart(moved[1:, 1:].T)
        if apart > MOST_APART and dt > 1e-9 * total:
            piece = dt / 4
            continue
        frame.take(columns, lengths, t >= begun)
        t = begun if t < begun and dt == rest else total if dt == rest else t + dt
        rows[0] = moved[0]
        piece *= 2 if apart < LEAST_APART and piece < total / 20 else 1
    return tuple(sorted((float(x) / (total - begun) for x in frame.sums), reverse=True))


@public("lyapunov-exponents-of-map")
@of_map("lyapunov-exponents-of-map", "point")
def lyapunov_exponents_of_map(
    step: PlaneMap, point: Vector, iterations: int, count: int | None = None
) -> tuple[float, ...]:
    """The Lyapunov exponents of the orbit of a point under a map, the largest first: all, or so many.

    The first tenth of the iterations is not counted.

    Scheme:  (lyapunov-exponents-of-map map point iterations [count])
    Math:    lim (1/n) log |D T^n(x) u|, for displacements u
    Shapes:  map: number or tuple -> shaped alike, or (x y [continue fail]), then the point is up(x, y)
    Units:   1 / iteration; a point may be of quantities
    Raises:  DomainError unless iterations is positive, or where the derivative of the map is singular
    Source:  Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9
    1 ]=> (define (cat p) (up (+ (* 2 (ref p 0)) (ref p 1)) (+ (ref p 0) (ref p 1))))
    1 ]=> (lyapunov-exponents-of-map cat (up 0 0) 100)
    ;Value: (.96242365 -.96242365)
    >>> import math
    >>> golden = lyapunov_exponents_of_map(lambda p: up(2 * p[0] + p[1], p[0] + p[1]), up(0, 0), 100)
    >>> [round(x / math.log((1 + 5**0.5) / 2), 9) for x in golden]
    [2.0, -2.0]
    """
    name = "lyapunov-exponents-of-map"
    length(iterations, name, things="iterations")
    settling = int(SETTLING * iterations)
    if iterations <= settling:
        raise DomainError(f"{name} expects a positive number of iterations, got {iterations}")
    import numpy

    mapping = PointMap(step, point, name)
    numbers, frame = mapping.start, Frame(_count(count, len(mapping.start), name), len(mapping.start))
    for k in range(iterations):
        numbers, rows = mapping.with_derivative(numbers)
        columns, lengths, apart = frame.apart(numpy.array(rows, dtype=float) @ frame.columns)
        if apart == float("inf"):
            raise DomainError(f"{name}: the derivative of the map is singular near {numbers}; an exponent is -infinity")
        frame.take(columns, lengths, k >= settling)
    return tuple(sorted((float(x) / (iterations - settling) for x in frame.sums), reverse=True))
