"""Variational equations, Lyapunov exponents; fixed points, shooting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scmpy.calculus.dual_numbers import new_tag, split
from scmpy.errors import ConvergenceError, DomainError, ScmpyError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import check_callable, length
from scmpy.generic.types import Real, tree_leaves, tree_structure, tree_unflatten
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.dynamics.maps import (
    NondimensionalMap,
    NondimensionalMotion,
    PointMap,
    displaced,
    of_map,
    of_motion,
    sizes_apart,
    turned,
    values_and_slopes,
    vector_of,
)
from scmpy.numerics.linear import REGULAR, SINGULAR, newton
from scmpy.numerics.ode.evolution import PerturbedMotion, orthonormal
from scmpy.numerics.ode.ivp import real, state_of, tolerance_of
from scmpy.numerics.ode.sections import SectionMap, StroboscopicMap
from scmpy.numerics.ode.step_control import LEAST
from scmpy.numerics.ode.trajectory import Trajectory, trajectory
from scmpy.registry import numpy, public, scipy
from scmpy.structure.matrix import Matrix, matrix_by_row_list
from scmpy.structure.tuples import (
    Structure,
    Up,
    attach_units,
    common_units,
    has_units,
    leaves,
    magnitudes,
    unflatten,
    units_of,
)
from scmpy.structure.types import Coordinates, PlaneMap, State, StateDerivative, Vector

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
        parts = [split(x, tag) for x in tree_leaves(value)]
        rate_units = units_of(value)

        def rates_of(numbers: Any) -> Any:
            return attach_units(rate_units, magnitudes(tree_unflatten(iter(numbers), state)))

        moved = [rates_of(slopes.get(i, 0) for _, slopes in parts) for i in range(len(tangents))]
        return Up((1, rates_of(x for x, _ in parts), Up(moved)))

    return Function(rates, f"(variational-equations {name_of(derivative)})")


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
    _, rows = PerturbedMotion(derivative, "monodromy-matrix").with_derivatives(start, period, tolerance)  # type: ignore[arg-type]
    return matrix_by_row_list(rows.tolist())


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
SURE = 3e-3  # of the least of them, at most, are errors that are allowed
PIECES = 100  # of a duration, to begin with


def _directions(count: Any, size: int, operation: str) -> Any:
    """So many orthonormal ones, rows, in no subspace that the motion keeps; without a number all."""
    count = size if count is None or count is False else length(count, operation, things="exponents")
    if not 1 <= count <= size:
        raise DomainError(f"{operation}: there are {size} exponents, got {count}")
    return numpy.linalg.qr(numpy.random.default_rng(1).standard_normal((size, int(count))))[0].T


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
    size = len(leaves(place))
    flow, piece, begun, t = PerturbedMotion(derivative, name, rarely=True), total / PIECES, SETTLING * total, 0.0
    directions, far = _directions(count, size - 1, name), min(MOST_APART, SURE / tolerance_of(tolerance, name))
    sums, rows = numpy.zeros(len(directions)), numpy.zeros((len(directions) + 1, size))
    rows[0], rows[1:, 1:] = leaves(place), directions
    while t < total:
        rest = (begun if t < begun else total) - t
        dt = rest if piece > 0.999 * rest else piece
        least, most = far ** (1 / 3) if piece < total / 20 else 0.0, far if dt > 1e-9 * total else math.inf
        found = flow.frames(place, rows, dt, tolerance, max(1, int(rest / dt - 0.001)), (least, most))
        lengths = found[:, 1:, 0].tolist()
        apart = max(lengths[-1]) / min(lengths[-1])
        if most < math.inf and not apart <= most:
            piece, found = dt / 4, found[:-1]
        elif apart < least:
            piece *= 2
        if len(found):
            sums = sum(numpy.log(found[:, 1:, 0]), sums) if t >= begun else sums
            t = (begun if t < begun else total) if dt == rest else t + len(found) * dt
            rows[:], rows[1:, 0] = found[-1], 0.0
    return tuple(sorted((float(x) / (total - begun) for x in sums), reverse=True))


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
    mapping = PointMap(step, point, name)
    numbers, rows = mapping.start, _directions(count, len(mapping.start), name)
    sums = numpy.zeros(len(rows))
    for k in range(iterations):
        numbers, derivatives = mapping.with_derivative(numbers)
        matrix = numpy.array(derivatives, dtype=float)
        if not k:  # the units of the coordinates, which may be of other sizes, do not matter
            units = scipy.linalg.lapack.dgebal(matrix, scale=1)[3]
        rows, lengths = orthonormal((matrix * units / units[:, None] @ numpy.transpose(rows)).T.tolist())
        if LEAST in lengths:
            raise DomainError(f"{name}: the derivative of the map is singular near {numbers}; an exponent is -infinity")
        sums += numpy.log(lengths) if k >= settling else 0.0
    return tuple(sorted((float(x) / (iterations - settling) for x in sums), reverse=True))


# --- fixed points ----------------------------------------------------------------------------------------------------
# Fixed points of maps and periodic orbits of flows, by Newton's method, and how what is near them moves.
#
# The eigenvalues of the derivative, the multipliers, tell it. Those of a map that keeps areas are a pair with the
# product 1; Greene's residue (2 - trace) / 4 lies between 0 and 1 for an elliptic point and elsewhere for a hyperbolic
# one.
#
# Source: SICM 4.4; Greene, Journal of Mathematical Physics 20 (1979) 1183; Meyer, Offin, Introduction to Hamiltonian
# Dynamical Systems, 8

NEAR = 1e-6  # are multipliers to the unit circle, and to 1 and -1, that count as there


class FixedPoint(NamedTuple):
    """A fixed point of a map, or the start of a periodic orbit.

    ``derivative`` is that of the return, ``multipliers`` are its eigenvalues, ``kind`` is what they tell (see
    :func:`find_fixed_point`), ``residue`` is Greene's, of a map of two dimensions; None of others. ``distance`` is how
    far it is from the guess: the largest change of a number, the period among them, beside the largest number.
    """

    point: Any
    period: Any
    derivative: Matrix
    multipliers: tuple[complex, ...]
    kind: str
    residue: float | None
    distance: float = 0.0


def _distance(found: Sequence[float], guess: Sequence[float]) -> float:
    size = max(map(abs, [*found, *guess]), default=0.0) or 1.0
    return max((abs(x - y) / size for x, y in zip(found, guess, strict=True)), default=0.0)


def kind_of(multipliers: Sequence[complex]) -> str:
    """What the multipliers tell of the motion near a fixed point.

    >>> [kind_of(m) for m in ([2, 0.5], [1j, -1j], [1, 1], [0.5, 0.1j], [2, 3], [2, 0.5, 1j, -1j])]
    ['hyperbolic', 'elliptic', 'parabolic', 'attracting', 'repelling', 'mixed']

    A pair with the product 1 is near to 1 or -1 where its sum is near to 2 or -2: errors are amplified by the root.

    >>> [kind_of(m) for m in ([1.00001, 1 / 1.00001], [0.9999, 0.9999], [1.00001, 0.5], [1.01, 1 / 1.01])]
    ['parabolic', 'attracting', 'hyperbolic', 'hyperbolic']

    Of a periodic orbit whose multipliers are all 1, as they are with one degree of freedom, none is asked.

    >>> kind_of([])
    'parabolic'
    """
    if not multipliers:
        return "parabolic"
    apart = [m for i, m in enumerate(multipliers) if not _is_double(m, [*multipliers[:i], *multipliers[i + 1 :]])]
    inside = sum(abs(m) < 1 - NEAR for m in apart)
    outside = sum(abs(m) > 1 + NEAR for m in apart)
    if inside == len(multipliers):
        return "attracting"
    if outside == len(multipliers):
        return "repelling"
    if inside + outside == len(multipliers):
        return "hyperbolic"
    if any(_is_nearly_one(m) for m in multipliers):
        return "parabolic"
    return "mixed" if inside or outside else "elliptic"


def _is_nearly_one(multiplier: complex) -> bool:
    return min(abs(multiplier - 1), abs(multiplier + 1)) < math.sqrt(NEAR)


def _is_double(multiplier: complex, others: Sequence[complex]) -> bool:
    """Is it one of a pair with the product 1 that errors have moved from 1 or -1?"""
    return _is_nearly_one(multiplier) and any(abs(multiplier * m - 1) < NEAR for m in others)


def sorted_eigenvalues(rows: Sequence[Sequence[float]]) -> tuple[complex, ...]:
    found = [complex(x) for x in numpy.linalg.eigvals(numpy.array(rows, dtype=float))]
    ordered = sorted(found, key=lambda x: (-round(abs(x), 9), -x.real, -x.imag))
    return tuple(x.real if x.imag == 0 else x for x in ordered)


def fixed_point(point: Any, period: Any, rows: Any, apart: int = 0, on_section: bool = False) -> FixedPoint:
    """The record of a fixed point; so many multipliers that are nearest to 1 are not asked for the kind.

    That of a Poincare map is without the multiplier 0 along the motion; where volumes in phase space are kept another
    one is 1, that to other energies: it is not asked either.
    """
    multipliers = sorted_eigenvalues(rows)[: len(rows) - on_section]
    apart += bool(on_section and len(multipliers) % 2 == 1 and abs(numpy.prod(multipliers) - 1) < NEAR)
    asked = sorted(multipliers, key=lambda x: -abs(x - 1))[: len(multipliers) - apart]
    residue = (2 - sum(asked).real) / 4 if len(asked) == 2 and (on_section or len(rows) == 2) else None
    return FixedPoint(point, period, matrix_by_row_list([list(x) for x in rows]), multipliers, kind_of(asked), residue)


@public("find-fixed-point")
@of_map("find-fixed-point", "guess", NondimensionalMap.point)
def find_fixed_point(step: PlaneMap, guess: Vector, period: int = 1, tolerance: float = 1e-12) -> FixedPoint:
    """The fixed point of a map near a guess, or a point of period n, by Newton's method with the exact derivative.

    A coordinate is an angle if a whole turn more of it does not change the image, or only by a turn more of it where
    the map is of motions; of angles whole turns do not count.
    The kind is elliptic (all multipliers on the unit circle), hyperbolic (none is;
    some are inside, some outside), parabolic (one on it is 1 or -1), attracting (all inside), repelling (all outside)
    or mixed. A map that takes numbers alone is differentiated by differences. The time of a state that a stroboscopic
    map moves stays as it is, and its multiplier does not count. So it is with a Poincare map, of a motion whose
    derivative does not depend on the time: the derivative is by the other numbers, and there is no multiplier for the
    direction of the motion, nor is that to other energies asked for the kind.

    Scheme:  (find-fixed-point map guess [period tolerance]), a list of the parts of the result
    Shapes:  map: number or tuple -> shaped alike, or (x y [continue fail]), then guess is up(x, y);
             result: point, period, derivative, multipliers, kind, residue
    Units:   points may be of quantities; the derivative has their quotients
    Raises:  ConvergenceError, with the best point, if there is none near; DomainError for a Poincare map of a motion
             that depends on the time
    Source:  SICM 4.4; Greene, Journal of Mathematical Physics 20 (1979) 1183
    1 ]=> (define (henon p) (up (+ 1 (* -1.4 (square (ref p 0))) (ref p 1)) (* .3 (ref p 0))))
    1 ]=> (car (find-fixed-point henon (up .6 .2)))
    ;Value: (up .631354477 .189406343)
    >>> found = find_fixed_point(lambda p: up(1 - 1.4 * p[0]**2 + p[1], 0.3 * p[0]), up(0.6, 0.2))  # Henon's
    >>> [round(x, 9) for x in found.point], [round(abs(m), 6) for m in found.multipliers], found.kind
    ([0.631354477, 0.189406343], [1.923739, 0.155946], 'hyperbolic')
    """
    length(period, "find-fixed-point", things="iterations")
    if not period:
        raise DomainError("find-fixed-point expects a positive period, got 0")
    mapping = PointMap(step, guess, "find-fixed-point")
    on_section, held = isinstance(step, SectionMap), int(mapping.of_motions)  # the time is held
    sizes: list[float] = []
    if isinstance(step, (StroboscopicMap, SectionMap)):
        numbers, time = sizes_apart("find-fixed-point", step.derivative, mapping.place)
        sizes = [time, *numbers]

    def once(numbers: list[float]) -> tuple[list[float], list[list[float]]]:
        image, rows = mapping.with_derivative(numbers)
        return _at_first_time(numbers, image, rows, sizes) if on_section else (image, rows)

    def returned(numbers: list[float]) -> tuple[list[float], list[list[float]]]:
        image, rows = once(numbers)
        for _ in range(period - 1):
            image, more = once(image)
            rows = numpy.matmul(more, rows).tolist()
        return image, rows

    angles = mapping.angles(period)

    def system(numbers: list[float]) -> tuple[list[float], list[list[float]]]:
        image, rows = returned(numbers)
        moved = [turned(a - b) if i in angles else a - b for i, (a, b) in enumerate(zip(image, numbers, strict=True))]
        return moved, [[(x - (i == j)) * (j >= held) for j, x in enumerate(row)] for i, row in enumerate(rows)]

    numbers = newton(system, mapping.start, "find-fixed-point", tolerance, known=sizes or None)
    image, rows = returned(numbers)
    turned_back = set() if mapping.of_motions else angles  # there the point is where its image is
    turns = [
        round((a - b) / math.tau) * (i in turned_back) for i, (a, b) in enumerate(zip(image, numbers, strict=True))
    ]
    point = mapping.shaped([x + math.tau * n for x, n in zip(numbers, turns, strict=True)])
    inner = [row[1:] for row in rows[1:]] if on_section else rows
    record = fixed_point(point, period, inner, held * (not on_section), on_section)
    return record._replace(distance=_distance(numbers, mapping.start))


def _at_first_time(
    numbers: list[float], image: list[float], rows: list[list[float]], sizes: list[float]
) -> tuple[list[float], list[list[float]]]:
    if any(abs(row[0] * sizes[0]) > NEAR * size for row, size in zip(rows[1:], sizes[1:], strict=True)):
        raise DomainError(
            "find-fixed-point: the motion of the Poincare map depends on the time, which does not return; take a "
            "stroboscopic-map, or find-periodic-orbit with the period fixed"
        )
    return [numbers[0], *image[1:]], [[float(j == 0) for j in range(len(numbers))], *rows[1:]]


@public("find-periodic-orbit")
@of_motion("find-periodic-orbit", "state", NondimensionalMotion.point, told={"period": NondimensionalMotion.time})
def find_periodic_orbit(
    derivative: StateDerivative, state: State, period: Real, fixed: bool = False, tolerance: Real | None = None
) -> FixedPoint:
    """A periodic orbit near a state, with about this period, by Newton's method on the variational equations.

    The period is adjusted too, unless it is fixed, or the derivative depends on the time and has it. Of a family of
    orbits the nearest one is found. The kind is told by the multipliers but those that are 1 for any periodic orbit:
    two of a Hamiltonian system, one of another. A state of rest counts as an orbit of any period. ``distance`` tells
    how far the orbit is from what was given.

    Scheme:  (find-periodic-orbit (sysder p ...) state period [fixed tolerance]), a list of the parts of the result
    Shapes:  as find-fixed-point; the derivative is the monodromy matrix
    Units:   states and the period may be quantities
    Raises:  ConvergenceError, with the best state, if there is none near;  DomainError if the period is 0;
             StructureError unless the state is up(t, q, ...)
    Source:  Meyer, Offin, Introduction to Hamiltonian Dynamical Systems, 8
    1 ]=> (define (van-der-pol state) (let ((x (ref state 1)) (v (ref state 2))) (up 1 v (- (* (- 1 (square x)) v) x))))
    1 ]=> (cadr (find-periodic-orbit van-der-pol (up 0. 2. 0.) 6.5))
    ;Value: 6.66328686
    >>> def van_der_pol(state):
    ...     _, x, v = state
    ...     return up(1, v, (1 - x**2) * v - x)
    >>> found = find_periodic_orbit(van_der_pol, up(0, 2, 0), 6.5)
    >>> round(found.period, 6), found.kind, round(abs(found.multipliers[1]), 6)
    (6.663287, 'attracting', 0.00086)
    """
    operation = "find-periodic-orbit"
    start, duration = state_of(state, operation), real(period, operation, "the period")
    if duration == 0:
        raise DomainError(f"{operation} expects a period, got {period}")
    check_callable(derivative, operation, "a state derivative")
    flow = PerturbedMotion(derivative, operation, rarely=True)
    fixed = fixed or is_driven(derivative, start, duration, operation)
    first, size = start[0], len(leaves(start))

    def returned(numbers: list[float], time: float) -> tuple[Any, Any]:
        return flow.with_derivatives(unflatten(iter([first, *numbers]), start), time, tolerance)

    def system(unknown: list[float]) -> tuple[Any, Any]:
        numbers, time = unknown[: size - 1], duration if fixed else unknown[-1]
        end, rows = returned(numbers, time)
        jacobian = rows - numpy.eye(size - 1)
        if not fixed:
            jacobian = numpy.column_stack([jacobian, [float(x) for x in leaves(derivative(end))[1:]]])
        return numpy.subtract(leaves(end)[1:], numbers), jacobian

    unknown = leaves(start)[1:] + ([] if fixed else [duration])
    allowed = 1e-11 if tolerance is None else 10 * tolerance
    sizes, _ = sizes_apart(operation, derivative, start)
    known, flat = [*sizes, abs(duration)][: len(unknown)], max(SINGULAR, 10 * allowed)  # a family's, but for errors
    found = newton(system, unknown, operation, allowed, flat, known, sizes)
    numbers, time = found[: size - 1], duration if fixed else found[-1]
    place = unflatten(iter([first, *numbers]), start)
    if abs(time) < NEAR * abs(duration):
        raise ConvergenceError(
            f"{operation}: there is no periodic orbit near; Newton's method goes to a period of {time} at {place}",
            point=found,
        )
    rows = returned(numbers, time)[1].tolist()
    moves = (abs(time * x) >= NEAR * size for x, size in zip(leaves(derivative(place))[1:], sizes, strict=True))
    record = fixed_point(place, time, rows, 0 if fixed or not any(moves) else always_one(rows))
    return record._replace(distance=_distance(found, unknown))


def is_driven(derivative: Callable[[Any], Any], state: Structure, period: float, operation: str) -> bool:
    """Does a derivative depend on the time? Then an orbit has its period, after which it is the same."""
    first, *numbers = leaves(state)
    places = (
        unflatten(iter([first + part * period, *numbers]), state) for part in (0.0, 0.3819660113, 0.7071067812, 1.0)
    )
    rates = numpy.array([[*map(float, leaves(derivative(place)))] for place in places])[:, 1:]
    apart = abs(rates - rates[0]).max(axis=1, initial=0.0) > NEAR * abs(rates).max(initial=0.0)
    if apart[1:].all():
        raise DomainError(f"{operation}: the derivative depends on the time, and after {period} it is another one")
    return bool(apart.any())


def always_one(rows: list[list[float]]) -> int:
    """How many multipliers of a periodic orbit are 1: two where volumes in phase space are kept, else one."""
    return 2 if len(rows) % 2 == 0 and abs(numpy.linalg.det(numpy.array(rows)) - 1) < NEAR else 1


# --- shooting --------------------------------------------------------------------------------------------------------
# Boundary values by shooting: the motion that satisfies conditions at two times, by Newton's method.
#
# The conditions at the last state depend on the first one by the flow, whose derivative the variational equations give.
# Over a long time that derivative grows beyond use: with several shots the time is divided, every part starts from a
# state of its own, and the ends have to meet (multiple shooting).
#
# Source: Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3


@public("shooting")
def shooting(
    derivative: StateDerivative,
    guess: State,
    t_final: Real,
    conditions: Callable[[Any, Any], Any],
    shots: int = 1,
    tolerance: Real | None = None,
) -> Trajectory:
    """The motion between two times whose first and last states satisfy conditions, from a guess of the first one.

    The conditions are a function of both states, whose values are to be zero: as many as a state has numbers besides
    the time. More shots keep longer motions, and unstable ones, near the guess.

    Scheme:  (shooting (sysder p ...) guess t-final conditions [shots tolerance])
    Shapes:  derivative: state -> shaped like the state;  conditions: (first, last) -> number or tuple;
             result: as of trajectory
    Units:   states, the time and what the conditions give may be quantities
    Raises:  ConvergenceError, with the best numbers, if there is no such motion near;  StructureError if the conditions
             are too many or too few;  DomainError unless there are shots, and two different times
    Source:  Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3
    1 ]=> (define (bratu state) (up 1 (ref state 2) (- (exp (ref state 1)))))
    1 ]=> (coordinate ((shooting bratu (up 0. 0. 0.) 1. (lambda (first last) (up (ref first 1) (ref last 1)))) .5))
    ;Value: .140539214
    >>> def bratu(state):
    ...     return up(1, state[2], -exp(state[1]))
    >>> motion = shooting(bratu, up(0, 0, 0), 1, lambda first, last: up(first[1], last[1]))
    >>> [round(x, 9) + 0 for x in motion(0.5)]  # theta = sqrt(2) cosh(theta / 4), x(1/2) = 2 log(cosh(theta / 4))
    [0.5, 0.140539214, 0.0]
    """
    name = "shooting"
    for f, what in ((derivative, "a state derivative"), (conditions, "conditions, a function of two states")):
        check_callable(f, name, what)
    states = _first_states(derivative, guess, t_final, conditions, shots, tolerance)
    times = [*(state[0] for state in states[1:]), t_final]
    pieces = [trajectory(derivative, x, t, tolerance) for x, t in zip(states, times, strict=True)]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = whole._followed_by(piece)
    return whole


@of_motion(
    "shooting",
    "guess",
    lambda counted, states: list(map(counted.place, states)),
    told={"t_final": NondimensionalMotion.time, "conditions": NondimensionalMotion.of_conditions},
)
def _first_states(
    derivative: Callable[[Any], Any], guess: Any, t_final: Any, conditions: Any, shots: int, tolerance: Any
) -> list[Any]:
    name = "shooting"
    start, end = state_of(guess, name), real(t_final, name, "the final time")
    length(shots, name, things="shots")
    if not shots or end == start[0]:
        raise DomainError(f"{name} expects a positive number of shots, and two times, got {shots} and {t_final}")
    problem = _Problem(derivative, start, end, conditions, shots, tolerance)
    return problem.shaped(newton(problem.system, problem.guess(), name, 1e-11, REGULAR))


class _Problem:
    def __init__(
        self,
        derivative: Callable[[Any], Any],
        start: Structure,
        end: float,
        conditions: Callable[[Any, Any], Any],
        shots: int,
        tolerance: Any,
    ) -> None:
        self.flow = PerturbedMotion(derivative, "shooting", rarely=True)
        self.start, self.conditions, self.tolerance = start, conditions, tolerance
        first = start[0]
        self.times = [first + (end - first) * k / shots for k in range(shots)] + [end]
        self.size = len(leaves(start)) - 1

    def shaped(self, numbers: Sequence[float]) -> list[Any]:
        parts = [numbers[k : k + self.size] for k in range(0, len(numbers), self.size)]
        return [unflatten(iter([t, *part]), self.start) for t, part in zip(self.times, parts, strict=False)]

    def guess(self) -> list[float]:
        """The states on the way of the guess; where that ends too early, its last one again."""
        state, found = self.start, []
        for t, later in zip(self.times, self.times[1:], strict=False):
            found += leaves(state)[1:]
            if later != self.times[-1]:
                try:
                    state, _ = self.flow.with_derivatives(state, later - t, self.tolerance)
                except ScmpyError:
                    state = unflatten(iter([later, *leaves(state)[1:]]), self.start)
        return found

    def system(self, numbers: list[float]) -> tuple[list[float], Any]:
        """What is left of the conditions and of the gaps between the shots, and the derivative of that."""
        states, n = self.shaped(numbers), self.size
        spans = zip(states, self.times, self.times[1:], strict=False)
        moved = [self.flow.with_derivatives(state, later - t, self.tolerance) for state, t, later in spans]
        ends, slopes = zip(*moved, strict=True)
        residual, by_first, by_last = self._conditions(states[0], ends[-1])
        rows = numpy.zeros((len(numbers), len(numbers)))
        rows[:n, :n] = by_first
        rows[:n, -n:] += by_last @ slopes[-1]
        for k, (end, later) in enumerate(zip(ends, states[1:], strict=False)):
            at = n * (k + 1)
            rows[at : at + n, at - n : at + n] = numpy.hstack([slopes[k], -numpy.eye(n)])
            residual += numpy.subtract(leaves(end)[1:], leaves(later)[1:]).tolist()
        return residual, rows

    def _conditions(self, first: Any, last: Any) -> tuple[list[float], Any, Any]:
        """What the conditions give, and their derivatives by the numbers of the first and of the last state."""
        n = self.size

        def values(numbers: list[Any]) -> list[Any]:
            pairs = ((first, numbers[:n]), (last, numbers[n:]))
            states = (unflatten(iter([leaves(state)[0], *some]), self.start) for state, some in pairs)
            found = leaves(vector_of(self.conditions(*states)))
            if len(found) != n:
                raise StructureError(
                    f"shooting expects {n} conditions, as many as the state has numbers, got {len(found)}"
                )
            return found

        found, rows = values_and_slopes(values, [*leaves(first)[1:], *leaves(last)[1:]])
        slopes = numpy.array(rows, dtype=float)
        return [real(g.inexact(x), "shooting", "a condition") for x in found], slopes[:, :n], slopes[:, n:]


@public("motion-between")
def motion_between(
    derivative: StateDerivative,
    guess: State,
    t_final: Real,
    q_final: Coordinates,
    shots: int = 1,
    tolerance: Real | None = None,
) -> Trajectory:
    """The motion from the coordinates of a state to others at a final time, from a guess of its velocities or momenta.

    Scheme:  (motion-between (sysder p ...) (up t q v-guess) t-final q-final [shots tolerance])
    Shapes:  derivative: up(t, q, v) -> shaped alike;  q_final: shaped like q;  result: as of trajectory
    Units:   states, times and coordinates may be quantities; the tolerance is as of trajectory
    Raises:  ConvergenceError if there is no such motion near; StructureError if the coordinates are shaped otherwise
    Source:  Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3; SICM 1.4
    1 ]=> (define (thrown state) (up 1 (ref state 2) (up 0 -10)))
    1 ]=> (coordinate ((motion-between thrown (up 0 (up 0 0) (up 1 1)) 2 (up 6 0)) 1))
    ;Value: (up 3. 5.)
    >>> def thrown(state):
    ...     return up(1, state[2], up(0, -10))
    >>> motion = motion_between(thrown, up(0, up(0, 0), up(1, 1)), 2, up(6, 0))
    >>> [round(x, 9) for x in motion(0)[2]]
    [3.0, 10.0]
    """
    start, goal = state_of(guess, "motion-between"), as_tuples(q_final)
    if len(start) != 3 or tree_structure(goal) != tree_structure(start[1]):
        raise StructureError(
            f"motion-between expects a state up(t, q, v) and final coordinates shaped like q, got {describe(start)} "
            f"and {describe(q_final)}"
        )

    def conditions(first: Any, last: Any) -> Up:
        return Up((g.sub(first[1], start[1]), g.sub(last[1], goal)))

    return shooting(derivative, start, t_final, conditions, shots, tolerance)
