"""Branches of equilibria, of periodic orbits and of invariant curves along a parameter."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from scmpy.errors import ConvergenceError, DomainError, IntegrationError
from scmpy.generic.settings import check_callable, length
from scmpy.generic.types import Real
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.dynamics.maps import of_coordinates, of_family, sizes_apart, turned, values_and_slopes
from scmpy.numerics.dynamics.periodic_orbits import NEAR, always_one, is_driven, kind_of, sorted_eigenvalues
from scmpy.numerics.linear import newton
from scmpy.numerics.ode.evolution import PerturbedMotion
from scmpy.numerics.ode.ivp import InitialValueProblem, Member, rates_of, real, state_of, tolerance_of
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, Up, leaves, unflatten
from scmpy.structure.types import PlaneMap, State, StateDerivative

# --- continuation ----------------------------------------------------------------------------------------------------
# Equilibria and periodic orbits followed by a parameter: the curve of solutions (x, p) of F(x, p) = 0 is gone along by
# its length, so that it may turn back (pseudo-arclength; Keller).
#
# A step goes along the tangent, which the null space of DF has, and Newton's method leads back to the curve, across the
# tangent. Where solutions are families at each parameter, as by symmetries and first integrals, the null space is
# larger: of it the direction that turns least from the last one is taken, and of the family the nearest solution.
#
# Along the branch test functions change their signs where it is special: the part of the tangent along the parameter at
# a fold, the determinant of DF with the tangent at a branch point, that of M + 1 where a period doubles. Where an
# equilibrium begins to oscillate (Hopf), or an orbit gets a second frequency (torus), it is the number of pairs of
# eigenvalues on one side that changes; of orbits of systems that keep volumes that of multipliers outside (stability).
#
# Source: Keller, Numerical solution of bifurcation and nonlinear eigenvalue problems, 1977; Kuznetsov, Elements of
# Applied Bifurcation Theory, 10

FIRST, LONGEST, LEAST = 0.02, 0.1, 1e-7  # steps, in parts of the interval of the parameter and of the size of states
BENT = 0.95  # is the cosine of the angle between tangents, at least
AWAY = 0.1  # of a step may the solution be away from the tangent
OFF = 1e-3  # the unit circle are multipliers that are off it for certain, where they come in pairs
FLAT = 1e-7  # of the largest singular value: a direction in which solutions go on
STEEP = 0.1  # is the part of the tangent along the parameter near a fold
LOCATED = 40  # trials to find a special point
COUNTS = "Hopf", "torus", "stability"  # are of eigenvalues, which have no sign


class BranchPoint(NamedTuple):
    """A solution on a branch; ``event`` says what is special there: "fold", "branch point", "period doubling", ...

    ``multipliers`` are those of the orbit, or the eigenvalues of the linearization about an equilibrium, whose period
    is 0; ``kind`` is what they tell.
    """

    parameter: float
    state: Any
    period: float
    multipliers: tuple[complex, ...]
    kind: str
    event: str


class Branch(tuple[BranchPoint, ...]):
    @property
    def special(self) -> Branch:
        """The points at which something happens."""
        return Branch(point for point in self if point.event)


class _Point(NamedTuple):
    unknowns: Any
    jacobian: Any
    tangent: Any
    found: BranchPoint


@dataclass(eq=False)
class _Curve:
    """The solutions of equations in unknowns, the last of which is the parameter, each measured by its size."""

    system: Callable[[list[float]], tuple[Sequence[float], Sequence[Sequence[float]]]]
    described: Callable[[list[float]], BranchPoint]
    sizes: Any
    rows: Any  # the sizes of the equations
    operation: str
    tolerance: float = 1e-10
    width = 0  # of the null space, found at the first point

    def scaled(self, z: Sequence[float]) -> tuple[Any, Any]:
        residual, rows = self.system((numpy.array(z) * self.sizes).tolist())
        # in a family an equation may hold by itself, of which nothing but rounding is left: all are mixed
        mixed = numpy.linalg.qr(numpy.random.default_rng(1).standard_normal((len(residual),) * 2))[0]
        jacobian = numpy.array(rows, dtype=float) * self.sizes / self.rows[:, None]
        return mixed @ (numpy.array(residual, dtype=float) / self.rows), mixed @ jacobian

    def corrected(self, z: Any, normal: Any, level: float) -> Any:
        """The solution near a place where the product with a vector is this."""

        def system(z: list[float]) -> tuple[Any, Any]:
            residual, rows = self.scaled(z)
            return [*residual, float(normal @ z) - level], numpy.vstack([rows, normal])

        try:
            return numpy.array(newton(system, z.tolist(), self.operation, self.tolerance, FLAT))
        except ConvergenceError as error:  # in a family rounding moves it to and fro
            if max(map(abs, error.residual)) > 10 * self.tolerance:  # type: ignore[attr-defined]
                raise
            return numpy.array(error.point)  # type: ignore[attr-defined]

    def point(self, z: Any, before: Any) -> _Point:
        """What is known at a solution, with the tangent that turns least from another vector."""
        _, jacobian = self.scaled(z)
        _, values, rows = numpy.linalg.svd(jacobian)
        if not self.width:
            small = int((values < FLAT * values.max(initial=0.0)).sum())
            self.width = max(1, len(z) - len(values) + small)
        null = rows[len(z) - self.width :]
        tangent = null.T @ null[:, -1]  # across the families
        tangent = tangent * numpy.copysign(1.0, tangent @ before)
        if numpy.linalg.norm(tangent) < STEEP:
            tangent = null.T @ (null @ before)
        size, found = numpy.linalg.norm(tangent), self.described((z * self.sizes).tolist())
        if not size > FLAT:
            raise ConvergenceError(f"{self.operation}: the branch has no direction at {found}")
        return _Point(z, jacobian, tangent / size, found)

    def after(self, point: _Point, step: float) -> _Point:
        z, normal = point.unknowns + step * point.tangent, point.tangent
        return self.point(self.corrected(z, normal, float(normal @ z)), normal)

    def tests(self, point: _Point) -> dict[str, float]:
        found = {"fold": float(point.tangent[-1])}
        square = numpy.vstack([point.jacobian, point.tangent])
        if self.width == 1 and len(square) == len(point.unknowns):
            found["branch point"] = float(numpy.linalg.det(square))
        multipliers = point.found.multipliers
        if point.found.period:
            found["period doubling"] = float(numpy.prod([m + 1 for m in multipliers]).real)
            keeps_volume = abs(abs(numpy.prod(multipliers)) - 1) < NEAR
            outside = [m for m in map(complex, multipliers) if abs(m) > 1 + keeps_volume * OFF]
            found |= {"stability": len(outside)} if keeps_volume else {"torus": sum(m.imag > 0 for m in outside)}
        else:
            found["Hopf"] = sum(m.imag > 0 and m.real > 0 for m in map(complex, multipliers))
        return found

    def events(self, one: _Point, other: _Point) -> list[str]:
        first, last = self.tests(one), self.tests(other)
        changed = [
            name
            for name, x in first.items()
            if name in last and (x != last[name] if name in COUNTS else x * last[name] < 0)
        ]
        return [name for name in changed if name != "stability" or len(changed) == 1]

    def located(self, one: _Point, other: _Point, step: float, name: str) -> BranchPoint:
        """Where something happens between points so far apart: bisected, then where the line of its test is zero."""
        low, high, ends = 0.0, step, (one, other)
        for _ in range(LOCATED):
            if high - low <= 1e-9 * step:
                break
            middle = low + 0.47 * (high - low)  # a branch point is often in the middle: there the Jacobian is singular
            try:
                at = self.after(one, middle)
            except ConvergenceError:
                break
            is_before = name in self.events(one, at)
            low, high, ends = (low, middle, (ends[0], at)) if is_before else (middle, high, (at, ends[1]))
        first, last = (self.tests(point)[name] for point in ends)
        part = 0.5 if name in COUNTS else first / (first - last)
        place = ends[0].unknowns + part * (ends[1].unknowns - ends[0].unknowns)
        return self.described((place * self.sizes).tolist())._replace(event=name)


def _followed(curve: _Curve, start: Sequence[float], ends: tuple[float, float], steps: int) -> Branch:
    first, last = (end / curve.sizes[-1] for end in ends)
    along = numpy.zeros(len(start))
    along[-1] = math.copysign(1.0, last - first)
    begun = curve.corrected(numpy.array(start) / curve.sizes, abs(along), first)
    begun[-1] = first  # without rounding, by which it would be beyond its end
    point, step = curve.point(begun, along), FIRST
    found = [point.found]
    while len(found) < steps:
        try:
            following = curve.after(point, step)
            away: Any = numpy.linalg.norm(following.unknowns - point.unknowns - step * point.tangent)
            turned = float(following.tangent @ point.tangent)
        except (ConvergenceError, IntegrationError):
            away, turned = math.inf, 0.0
        if away > AWAY * step or turned < BENT:
            step /= 2
            if step < LEAST:
                break
            continue
        at, now = point.unknowns[-1], following.unknowns[-1]
        beyond = [end for end in (first, last) if (now - end) * (at - end) < 0]
        if beyond:
            part = (beyond[0] - at) / (now - at)
            place = point.unknowns + part * (following.unknowns - point.unknowns)
            following = curve.point(curve.corrected(place, abs(along), beyond[0]), point.tangent)
            step = float(numpy.linalg.norm(following.unknowns - point.unknowns))
        special = [curve.located(point, following, step, name) for name in curve.events(point, following)]
        found += [*special, following.found]
        if beyond:
            break
        point = following
        step = min(LONGEST, step * (1.5 if away < AWAY * step / 4 and turned > (1 + BENT) / 2 else 1.0))
    return Branch(found)


def _ends(start: Any, end: Any, steps: Any, operation: str) -> tuple[float, float]:
    first, last = (real(x, operation, "the parameter") for x in (start, end))
    length(steps, operation, things="steps")
    if first == last or not steps:
        raise DomainError(f"{operation} expects some steps and two values of the parameter, got {start} to {end}")
    return first, last


def _start(system: Any, state: Any, operation: str) -> Structure:
    check_callable(system, operation, "a function from the parameter to a state derivative")
    return state_of(state, operation)


@public("continue-equilibria")
@of_family("continue-equilibria")
def continue_equilibria(
    system: Callable[[Real], StateDerivative], state: State, first: Real, last: Real, steps: int = 200
) -> Branch:
    """The equilibria that an equilibrium near a state belongs to as a parameter changes, also where they turn back.

    ``system`` makes a state derivative of the parameter, which goes from its first value towards the last one. The
    branch ends where it gets to one of these, after so many steps, or where it does not go on. Each point has the
    parameter, the state, the eigenvalues of the linearization and an event; ``special`` has those at which something
    happens: a fold, where the branch turns back, a branch point, where it meets another one, or "Hopf", where it begins
    to oscillate.

    Scheme:  (continue-equilibria (lambda (p) (sysder p)) state first last [steps]), a list of points
    Math:    f(x, p) = 0, by the length of the curve (x, p)
    Shapes:  system: parameter -> state derivative;  state: up(t, ...)
    Units:   states and the parameter may be quantities
    Raises:  ConvergenceError if there is no equilibrium near the state;  DomainError unless the values differ;
             StructureError for rates of another shape
    Source:  Keller 1977; Kuznetsov, Elements of Applied Bifurcation Theory, 10
    1 ]=> (define ((cubic p) state) (let ((x (ref state 1))) (up 1 (- (+ p x) (cube x)))))
    1 ]=> (define (event point) (list-ref point 5))
    1 ]=> (define branch (map event (continue-equilibria cubic (up 0 -1.5) -2. 2.)))
    1 ]=> (filter (lambda (name) (not (string-null? name))) branch)
    ;Value: ("fold" "fold")
    >>> cubic = lambda p: lambda state: up(1, p + state[1] - state[1] ** 3)
    >>> branch = continue_equilibria(cubic, up(0, -1.5), -2.0, 2.0)
    >>> [(p.event, round(p.parameter, 6), round(p.state[1], 6)) for p in branch.special]
    [('fold', 0.3849, -0.57735), ('fold', -0.3849, 0.57735)]
    >>> branch[-1].parameter
    2.0
    """
    operation = "continue-equilibria"
    start, ends = _start(system, state, operation), _ends(first, last, steps, operation)
    numbers, count = leaves(start), len(leaves(start)) - 1

    def rates(unknowns: Sequence[Any]) -> list[Any]:
        *moved, p = unknowns
        place = unflatten(iter([numbers[0], *moved]), start)
        return leaves(rates_of(system(p)(place), start, operation))[1:]

    system_of = partial(values_and_slopes, rates)

    def described(unknowns: list[float]) -> BranchPoint:
        _, rows = system_of(unknowns)
        eigenvalues = sorted_eigenvalues([row[:count] for row in rows])
        place = unflatten(iter([numbers[0], *unknowns[:count]]), start)
        return BranchPoint(unknowns[-1], place, 0.0, eigenvalues, _stability(eigenvalues), "")

    sizes, time = sizes_apart(operation, system(ends[0]), start)
    scale = numpy.array([*sizes, abs(ends[1] - ends[0])])  # the parameter by the way that it goes
    curve = _Curve(system_of, described, scale, numpy.array(sizes) / time, operation)
    return _followed(curve, [*numbers[1:], ends[0]], ends, int(steps))


def _stability(eigenvalues: Sequence[complex]) -> str:
    growing, size = [x.real for x in map(complex, eigenvalues)], max(map(abs, eigenvalues), default=0.0)
    if all(x < -FLAT * size for x in growing):
        return "attracting"
    return "unstable" if any(x > FLAT * size for x in growing) else "neutral"


@public("continue-periodic-orbits")
@of_family("continue-periodic-orbits")
def continue_periodic_orbits(
    system: Callable[[Real], StateDerivative],
    state: State,
    period: Real,
    first: Real,
    last: Real,
    steps: int = 200,
    fixed: bool = False,
    tolerance: Real | None = None,
) -> Branch:
    """The periodic orbits that one near a state belongs to as a parameter changes, with their multipliers.

    As ``continue_equilibria``; the period changes too, unless the derivative depends on the time and has it, or it is
    fixed, to stay on one of the orbits that a Hamiltonian system has at every energy. Events are "fold", "branch
    point", "period doubling" and "torus", where a pair of multipliers leaves the unit circle; of systems that keep
    volumes that is "stability".

    Scheme:  (continue-periodic-orbits (lambda (p) (sysder p)) state period first last [steps fixed tolerance])
    Math:    phi_T(x, p) = x, across the orbit, by the length of the curve (x, T, p)
    Shapes:  system: parameter -> state derivative;  state: up(t, ...);  result: list of points
    Units:   states, the period and the parameter may be quantities; the tolerance is the error allowed in a step
    Raises:  ConvergenceError if there is no periodic orbit near the state;  DomainError unless the values differ, and
             if the period is 0
    Source:  Keller 1977; Kuznetsov, Elements of Applied Bifurcation Theory, 10
    1 ]=> (define ((van-der-pol mu) state)
            (let ((x (ref state 1)) (v (ref state 2))) (up 1 v (- (* mu (- 1 (square x)) v) x))))
    1 ]=> (list-ref (car (continue-periodic-orbits van-der-pol (up 0. 2. 0.) 6.5 1. 2. 1)) 2)
    ;Value: 6.66328686
    >>> van_der_pol = lambda mu: lambda state: up(1, state[2], mu * (1 - state[1] ** 2) * state[2] - state[1])
    >>> branch = continue_periodic_orbits(van_der_pol, up(0, 2, 0), 6.5, 1.0, 2.0)
    >>> round(branch[-1].parameter, 6), round(branch[-1].period, 6), branch[-1].kind
    (2.0, 7.629874, 'attracting')
    """
    operation = "continue-periodic-orbits"
    start, ends = _start(system, state, operation), _ends(first, last, steps, operation)
    duration = real(period, operation, "the period")
    if duration == 0:
        raise DomainError(f"{operation} expects a period, got {period}")
    fixed = fixed or is_driven(system(ends[0]), start, duration, operation)
    sizes, _ = sizes_apart(operation, system(ends[0]), start)
    orbits = _Orbits(system, start, ends[0], duration, bool(fixed), tolerance, sizes)
    numbers, period_of = leaves(start)[1:], [] if fixed else [duration]
    scale = numpy.array([*sizes, *map(abs, period_of), abs(ends[1] - ends[0])])
    rows, allowed = numpy.array(sizes if fixed else [*sizes, 1.0]), max(1e-10, 10 * tolerance_of(tolerance))
    curve = _Curve(orbits.system, orbits.described, scale, rows, operation, allowed)
    return _followed(curve, [*numbers, *period_of, ends[0]], ends, int(steps))


class _Orbits:
    """The equations of periodic orbits: the state returns, and starts beside the first orbit, not along it."""

    def __init__(
        self,
        system: Any,
        start: Structure,
        first: float,
        period: float,
        fixed: bool,
        tolerance: Any,
        sizes: list[float],
    ) -> None:
        def with_parameter(state: Any) -> Up:
            *parts, p = as_tuples(state).components
            return Up((*rates_of(system(p)(Up(parts)), start, "continue-periodic-orbits").components, 0))

        def through_events(state: Any, dt: Any) -> Up:
            *parts, p = as_tuples(state).components
            return Up((*system(p).advance(Up(parts), dt).components, p))

        self.start, self.period, self.fixed, self.tolerance, self.sizes = start, period, fixed, tolerance, sizes
        self.derivative = with_parameter
        motion = InitialValueProblem(with_parameter, "continue-periodic-orbits")
        is_jumping = getattr(system(first), "advance", None) is not None
        moving = Member(motion, through_events) if is_jumping else with_parameter
        self.flow = PerturbedMotion(moving, motion.operation, rarely=True)
        self.count = len(leaves(start)) - 1
        self.known: tuple[list[float], Any] | None = None

    def returned(self, unknowns: list[float]) -> tuple[list[float], Any, list[float]]:
        """The numbers after a period, their derivatives by the first ones and the parameter, and the rates there."""
        if self.known is None or self.known[0] != unknowns:
            n, time = self.count, self.period if self.fixed else unknowns[-2]
            place = Up((*unflatten(iter([leaves(self.start)[0], *unknowns[:n]]), self.start).components, unknowns[-1]))
            end, rows = self.flow.with_derivatives(place, time, self.tolerance)
            rates = [float(x) for x in leaves(self.derivative(end))[1 : n + 1]]
            self.known = list(unknowns), (leaves(end)[1 : n + 1], rows[:n], rates)
        return self.known[1]  # type: ignore[no-any-return]

    def system(self, unknowns: list[float]) -> tuple[Any, Any]:
        n = self.count
        end, rows, rates = self.returned(unknowns)
        residual, jacobian = numpy.subtract(end, unknowns[:n]), rows - numpy.eye(n, n + 1)
        if self.fixed:
            return residual, jacobian
        across = numpy.divide(rates, self.sizes)
        along = across / self.sizes / (numpy.linalg.norm(across) or 1.0)
        return [*residual, 0.0], numpy.vstack([numpy.insert(jacobian, n, rates, axis=1), [*along, 0.0, 0.0]])

    def described(self, unknowns: list[float]) -> BranchPoint:
        n = self.count
        _, rows, rates = self.returned(list(unknowns))
        multipliers = sorted_eigenvalues(rows[:, :n])
        place = unflatten(iter([leaves(self.start)[0], *unknowns[:n]]), self.start)
        time = self.period if self.fixed else float(unknowns[-2])
        is_autonomous = abs(rows[:, :n] @ rates - rates).max() <= NEAR * max(map(abs, rates))
        apart = always_one(rows[:, :n]) if is_autonomous else 0
        asked = sorted(multipliers, key=lambda x: -abs(x - 1))[: n - apart]
        return BranchPoint(float(unknowns[-1]), place, time, multipliers, kind_of(asked), "")


RESOLVED = 1e-6  # of a radian, and of the first ordinate, may the fastest waves of a curve be


@public("continue-invariant-curves")
def continue_invariant_curves(
    system: Callable[[Real], PlaneMap],
    rotation: Real,
    ordinate: Real,
    first: Real,
    last: Real,
    count: int = 65,
    steps: int = 200,
) -> Branch:
    """The invariant curves of a map on which it rotates by a number of turns, as a parameter changes.

    ``system`` makes a map of the parameter; its abscissa is an angle, and the first curve is near an ordinate all
    around. A curve is given by ``count`` of its points, at equal distances in the angle of the rotation, and waves
    between them. The branch ends, as that of ``continue-equilibria``, where it does not go on: where a curve breaks up,
    or bends more than the points show. The state of a point of the branch has the angles and the ordinates of a curve.

    Scheme:  (continue-invariant-curves (lambda (K) (standard-map K)) rotation-number J first last [count steps])
    Math:    T(x(s), y(s)) = (x(s + 2 pi rho), y(s + 2 pi rho)), with x(s) - s and y(s) of period 2 pi
    Shapes:  map: (x y continue fail), (x y) -> (x' y'), or up(x, y) -> up(x', y');  result: list of points
    Units:   plain numbers
    Raises:  ConvergenceError if there is no curve near the ordinate;  DomainError unless the values differ, and for
             fewer than 3 points
    Source:  SICM 4.3; Simo, Gomez, Jorba, Masdemont, in From Newton to Chaos, 1995
    1 ]=> (define branch (continue-invariant-curves standard-map .3819660113 2.4 0. .1 17))
    1 ]=> (list-ref (list-ref branch (- (length branch) 1)) 0)
    ;Value: .1
    >>> curve = continue_invariant_curves(standard_map, 1 - 1 / golden_ratio, 2.4, 0.0, 0.5, 33)[-1]
    >>> curve.parameter, round(curve.state[2][0], 6)
    (0.5, 2.27648)
    """
    operation = "continue-invariant-curves"
    check_callable(system, operation, "a function from the parameter to a map")
    ends, turn = _ends(first, last, steps, operation), math.tau * real(rotation, operation, "the rotation number")
    n = length(count, operation, things="points")
    if n < 3:
        raise DomainError(f"{operation} expects at least 3 points of a curve, got {count}")
    angles = numpy.arange(n) * (math.tau / n)
    waves = numpy.fft.rfftfreq(n, 1 / n)
    moved = numpy.fft.irfft(numpy.fft.rfft(numpy.eye(n), axis=0) * numpy.exp(1j * waves * turn)[:, None], n, axis=0)

    def system_of(unknowns: list[float]) -> tuple[list[float], Any]:
        x, y, p = numpy.array(unknowns[:n]), numpy.array(unknowns[n:-1]), unknowns[-1]
        images = [_image_of(system, (angle + u, v, p), operation) for angle, u, v in zip(angles, x, y, strict=True)]
        values, slopes = (numpy.array(part, dtype=float) for part in zip(*images, strict=True))
        defects = values - numpy.array([angles + turn + moved @ x, moved @ y]).T
        defects[:, 0] = numpy.vectorize(turned)(defects[:, 0])
        rows = numpy.zeros((2, n, 2 * n + 1))
        for i, j in itertools.product(range(2), repeat=2):
            rows[i, :, j * n : (j + 1) * n] = numpy.diag(slopes[:, i, j]) - (moved if i == j else 0)
        rows[:, :, -1] = slopes[:, :, 2].T
        return defects.T.ravel().tolist(), rows.reshape(2 * n, -1)

    def described(unknowns: list[float]) -> BranchPoint:
        parts = numpy.array(unknowns[:-1]).reshape(2, n)
        if (abs(numpy.fft.rfft(parts / sizes.reshape(2, n))[:, -2:]) > n * RESOLVED).any():
            raise ConvergenceError(f"{operation}: {n} points do not show the curve at {unknowns[-1]}")
        place = Up((0, Up((angles + parts[0]).tolist()), Up(parts[1].tolist())))
        return BranchPoint(unknowns[-1], place, 0.0, (), "", "")

    level = real(ordinate, operation, "the ordinate")
    sizes = numpy.repeat([1.0, abs(level) or 1.0], n)
    curve = _Curve(system_of, described, numpy.array([*sizes, abs(ends[1] - ends[0])]), sizes, operation)
    return _followed(curve, [0.0] * n + [level] * n + [ends[0]], ends, int(steps))


def _image_of(system: Callable[[Any], Any], point: Any, operation: str) -> tuple[list[float], list[list[float]]]:

    def image(numbers: Sequence[Any]) -> Sequence[Any]:
        *place, p = numbers
        found: Sequence[Any] = of_coordinates(system(p))(*place, lambda *found: found, lambda: ())
        if len(found) != 2:
            raise DomainError(f"{operation}: the map is not defined at ({point[0]}, {point[1]})")
        return found

    return values_and_slopes(image, list(map(float, point)))
