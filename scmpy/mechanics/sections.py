"""Maps of the plane, and surfaces of section."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import DimensionError, DomainError, IntegrationError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array, real_or_nan
from scmpy.generic.functions import Function, name_of
from scmpy.generic.operations import has_no_value
from scmpy.generic.settings import Limit, check_callable, count, items, length
from scmpy.generic.types import Real, Scalar, Value, is_number, ones_like, tree_unflatten
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative, HHHam
from scmpy.mechanics.models import H_pend_sysder
from scmpy.numerics.compile.compiled_function import CompiledFunction
from scmpy.numerics.compile.tracing import leaves_alike
from scmpy.numerics.dynamics import maps
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.ode.sections import MOST_IMAGES, SectionMap, StroboscopicMap, poincare_map
from scmpy.pickling import portable
from scmpy.registry import numpy, public, scheme_entry
from scmpy.structure.tuples import Down, Structure, Up, attach_units, common_units, has_units, magnitudes, units_of
from scmpy.structure.types import Hamiltonian, PlaneMap, State, StateAdvancer, Vector
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.real_numbers import is_real_number

# --- plane maps ------------------------------------------------------------------------------------------------------
# Area-preserving maps of the plane, in the form that explorers and collectors of orbits take.
#
# A map takes x and y, a continuation that gets the next x and y, and one that is called, without arguments, where the
# map is not defined.
#
# Source: SICM 3.6, 3.9.

Continuation = Callable[[Any, Any], Any]
Failure = Callable[[], Any]


def angle_from(start: float, x: Any) -> Any:
    """The angle in the full turn from a start that differs from x by whole turns."""
    value = x if is_array(x) else g.inexact(x)
    if isinstance(value, (complex, Structure, Expression)):
        raise WrongTypeError(f"a map of angles expects real numbers, got {describe(x)}")
    turns = g.floor(g.div(g.sub(finite_part(value), start) if start else finite_part(value), math.tau))
    return g.sub(value, g.mul(math.tau, turns))


def _angle(x: Any) -> Any:
    return angle_from(0.0, x)


@public("standard-map")
def standard_map(K: Scalar) -> Function:
    """Chirikov's standard map, of an angle and an angular momentum modulo 2 pi.

    Scheme:  ((standard-map K) x y continue fail)
    Math:    y' = y + K sin x,  x' = x + y'
    Shapes:  result: (x, y) -> list of x and y, both from 0 to 2 pi
    Source:  SICM 3.9
    1 ]=> ((standard-map 0) 1 2 list (lambda () 'failed))
    ;Value: (3. 2.)
    >>> standard_map(0)(1, 2, lambda x, y: (x, y), lambda: None)
    (3.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        momentum = g.add(y, g.mul(K, g.sin(x)))
        return proceed(_angle(g.add(x, momentum)), _angle(momentum))

    return Function(step, "standard-map")


@public("standard-map-inverse")
def standard_map_inverse(K: Scalar) -> Function:
    """The inverse of the standard map.

    Scheme:  ((standard-map-inverse K) x y continue fail)
    Math:    x = x' - y',  y = y' - K sin x
    Source:  SICM 3.9
    1 ]=> ((standard-map-inverse 0) 3 2 list (lambda () 'failed))
    ;Value: (1. 2.)
    >>> standard_map_inverse(0)(3, 2, lambda x, y: (x, y), lambda: None)
    (1.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        angle = g.sub(x, y)
        return proceed(_angle(angle), _angle(g.sub(y, g.mul(K, g.sin(angle)))))

    return Function(step, "standard-map-inverse")


@public("iterated-map")
def iterated_map(step: PlaneMap, n: int) -> Function:
    """The n-th iterate of a map.

    Scheme:  ((iterated-map map n) x y continue fail)
    Shapes:  map: x, y, continue, fail -> continue(x', y') or fail(), or x, y -> a tuple of two;  result: as the first
    Raises:  DomainError if an image is not real; WrongTypeError unless n is a natural number
    Source:  SICM 4
    1 ]=> ((iterated-map (standard-map 0) 3) 0 1 list (lambda () 'failed))
    ;Value: (3. 1.)
    >>> iterated_map(standard_map(0), 3)(0, 1, lambda x, y: (x, y), lambda: None)
    (3.0, 1.0)
    """
    step, n = maps.of_coordinates(check_callable(step, wanted="a map")), count(n, "iterated-map")

    def iterate(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        if n > 1 and maps.is_real_point((x, y)) and (images := maps.images_of(step, (x, y), n)) is not None:
            return proceed(*images[-1].tolist()) if len(images) == n else fail()
        if n > maps.FEW and maps.is_real_point((x, y)):
            point = maps.Iteration(_of_tuples(step), Up((x, y)), n).after((x, y), n)
            return fail() if point is None else proceed(*point)
        for _ in range(n):
            image = step(x, y, lambda x, y: (x, y), lambda: None)
            if not isinstance(image, tuple):
                return fail()
            x, y = image
        return proceed(x, y)

    return Function(iterate, "iterated-map")


def _of_tuples(step: Callable[..., Any]) -> Callable[[Structure], Structure | None]:
    def image(point: Structure) -> Structure | None:
        found = step(*point.components, lambda x, y: Up((x, y)), lambda: None)
        if isinstance(found, Up) and any(isinstance(x, complex) for x in found):
            raise DomainError(f"a map of the plane expects real numbers; the image of {point} is {found}")
        return found if isinstance(found, Up) else None

    return image


@public("map-orbit", in_scheme=False)
@maps.of_map("map-orbit", "point", maps.NondimensionalMap.orbit)
def map_orbit(step: PlaneMap, point: Vector | Real, n: int) -> Value:
    """A point and its n images under a map, one a row of an array; fewer where a map of the plane fails.

    The map takes x and y and two continuations, or x and y and gives a tuple of the next ones, None where there are
    none; or it takes a number, a tuple or a state, whose image is shaped alike: a row has the numbers of one. So
    Poincare maps and stroboscopic maps have orbits too.

    A map that is made of generic arithmetic runs as compiled code: a million images take some hundredths of a second
    with llvmlite (the extra ``fast``), about two seconds without. Surfaces of section go on from point to point.

    Shapes:  point: up(x, y) of real numbers, or what the map takes;  result: (n + 1, count of its numbers)
    Raises:  WrongTypeError unless the point is one of the plane, or of the map;  LimitError if there are too many;
             DomainError unless the numbers are real
    Source:  SICM 3.9
    >>> map_orbit(standard_map(0.6), up(1.0, 2.0), 3)
    array([[1.        , 2.        ],
           [3.50488259, 2.50488259],
           [5.79655436, 2.29167177],
           [1.52445047, 2.01108142]])
    >>> map_orbit(lambda x, y: (y, x + y), (1, 1), 1)
    array([[1., 1.],
           [1., 2.]])
    >>> map_orbit(lambda p: up(p[1], p[0] + p[1]), up(1, 1), 3)
    array([[1., 1.],
           [1., 2.],
           [2., 3.],
           [3., 5.]])
    """
    name = "map-orbit"
    length(n, name, MOST_IMAGES)
    if maps.takes_points(step):
        mapping = maps.PointMap(step, point, name)
        return mapping.orbit(mapping.start, n)
    given = items(point.components if isinstance(point, Structure) else point, name)
    if len(given) != 2:
        raise WrongTypeError(f"{name} expects a point of the plane, got {describe(point)}")
    numbers = [real(x, name, "a coordinate") for x in given]
    images = maps.images_of(step, numbers, n)
    if images is None:
        return maps.Iteration(_of_tuples(step), Up(numbers), n).orbit(numbers, n)
    return numpy.vstack([numbers, images])


# --- section maps ----------------------------------------------------------------------------------------------------
# Surfaces of section of Hamiltonian systems, as maps of the plane.
#
# Of a system of two degrees of freedom, at one energy: where one coordinate is zero and rising, the other one and its
# momentum say it all, as the momentum that is missing follows from the energy. Of a system of one degree of freedom
# that is driven: the states once a period. The maps are in the form that explorers and collectors of orbits take
# (:mod:`scmpy.mechanics.sections`); they have exact derivatives.
#
# Source: SICM 3.6

STEPS = 100  # to a momentum, and of a crossing that is refined
NEAR = 1e-9  # of a momentum, relative: the next parabola leads to it, as near as floats get
AT_ONCE = 64  # crossings are looked for, then an angle is put back into its turn
HALF_TURNS = 100  # of an angle that falls, without its rising
PROBES = (1.0, -0.7)  # momenta at which a parabola bends as at zero
MOST_ADVANCES = Limit("most-advances", 1_000_000, "Advances from one state to the next until a section is crossed.")


def _parabola(f: Callable[[Any], Any]) -> tuple[Any, Any, Any]:
    steep, bent = D(f)(0.0), D(D(f))(0.0)
    return steep, bent, g.sub(g.square(steep), g.mul(2, g.mul(bent, f(0.0))))


class EnergySection(Function):
    """The map of a section at one energy; see :func:`section_map`."""

    __slots__ = ("H", "at", "energy", "k", "states")

    def __init__(self, H: Callable[[Any], Any], energy: Any, k: int, states: SectionMap, at: float = 0.0) -> None:
        super().__init__(self._next, "section-map")
        self.H = H
        self.energy = energy
        self.k = k
        self.states = states
        self.at = at

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((type(self), (self.H, self.energy, self.k, self.states, self.at)))

    def _next(self, q: Any, p: Any, proceed: Continuation, fail: Failure) -> Any:
        try:
            state = self.state(q, p)
            state = None if state is None else self._next_state(state)
        except LimitError:  # the orbit runs away
            state = None
        if state is None:
            return fail()
        return proceed(state[1][1 - self.k], state[2][1 - self.k])

    def state(self, q: Any, p: Any) -> Up | None:
        """The state on the section with this coordinate and momentum.

        None where the energy is too low for them, or the Hamiltonian has no value, or none that is real.
        """
        try:
            found = self._solved(self._excess(q, p))
        except LimitError:
            raise
        except Exception as error:
            if not has_no_value(error):
                raise
            return None
        return None if found is None else self._placed(q, p, found, *self._units(q, p))

    def margin(self, q: Any, p: Any) -> Any:
        """What is not negative where the energy suffices: the discriminant of the parabola, of arrays too.

        None if the energy is no parabola in the missing momentum: then states have to be asked for one by one.
        """
        excess = self._excess(q, p)
        with numpy.errstate(all="ignore"):  # no motion is known of where it overflows
            steep, bent, under = _parabola(excess)
            if not all(numpy.allclose(D(D(excess))(probe), bent, rtol=1e-9) for probe in PROBES):
                return None
        return numpy.where((real_or_nan(bent) == 0) & ~(real_or_nan(steep) > 0), -1.0, real_or_nan(under))

    def _repr_html_(self) -> str | None:
        """A notebook shows it as a page, where a press launches an orbit, if the energy is a parabola in the momentum.

        The window is one that has all places of enough energy; without such a one the text is shown.
        """
        at, zero, page = 1 - self.k, self.states.event.function, cast(Any, scheme_entry("page"))

        def launch(q: Any, p: Any) -> Up:
            steep, bent, under = _parabola(self._excess(q, p))
            return self._placed(q, p, g.div(g.sub(g.sqrt(under), steep), bent))

        with suppress(ScmpyError):
            for size in () if has_units(self.energy, self.at) else 2.0 ** numpy.arange(-8, 9):
                q, p = numpy.meshgrid(*[size * numpy.linspace(-1, 1, 41)] * 2)
                margin = self.margin(q, p)
                if margin is None:
                    break
                inside = margin >= 0
                if inside.any() and not (inside[[0, -1]].any() or inside[:, [0, -1]].any()):
                    best = numpy.nanargmax(margin)
                    shown: Any = page.value(
                        self.states.derivative,
                        self.state(float(q.flat[best]), float(p.flat[best])),
                        energy=self.H,
                        section=lambda state: Up((zero(state), state[1][at], state[2][at])),
                        launch=launch,
                        window=(-size, size, -size, size),
                        title=f"A section of {name_of(self.H)} at the energy {self.energy}",
                    )
                    return shown._repr_html_()  # type: ignore[no-any-return]
        return None

    def _excess(self, q: Any, p: Any) -> Callable[[Any], Any]:
        """By how much a missing momentum, a number of base units, makes the energy too high."""
        time, at, momentum = self._units(q, p)
        return lambda missing: magnitudes(g.sub(self.H(self._placed(q, p, missing, time, at, momentum)), self.energy))

    def _placed(self, q: Any, p: Any, missing: Any, time: Any = 1, at: Any = 1, momentum: Any = 1) -> Up:
        places = attach_units([at], magnitudes(self.at)), q
        momenta = attach_units([momentum], missing), p
        order = 1 if self.k == 0 else -1
        return Up((attach_units([time], 0.0), Up(places[::order]), Down(momenta[::order])))

    def _units(self, q: Any, p: Any) -> tuple[Any, Any, Any]:
        """The units of the time, of the coordinate that is known and of the missing momentum.

        A coordinate and its momentum have an action for their product, an energy by a time. A place that is plain 0
        is where a coordinate like the other one is 0, if that fits the energy, or else an angle.
        """
        if not has_units(q, p, self.energy):
            return 1, 1, 1
        of_q, of_p, energy = map(ones_like, (q, p, self.energy))
        action = g.mul(of_q, of_p)
        given = units_of(self.at)
        places = given if self.at or has_units(self.at) else dict.fromkeys([of_q, 1])
        for at in places:
            units = g.div(action, energy), at, g.div(action, at)
            with suppress(DimensionError):
                common_units("section-map", self.H(self._placed(q, p, 0.0, *units)), self.energy)
                return units
        raise DimensionError(
            f"section-map: the Hamiltonian has no value like {describe(self.energy)} where the other coordinate and "
            f"momentum are like {describe(of_q)} and {describe(of_p)}"
        )

    def orbit(self, q: Any, p: Any, count: int) -> Any:
        """The next points of the section, one a row of an array.

        Raises:  DomainError where the energy is too low;  IntegrationError if the orbit does not return
        """
        rows, ended = self._found(q, p, count)
        if ended is not None:
            raise ended
        return rows

    def images(self, q: Any, p: Any, count: int) -> Any:
        return self._found(q, p, count)[0]

    def _found(self, q: Any, p: Any, count: int) -> tuple[Any, ScmpyError | None]:
        state = self.state(q, p)
        if state is None:
            return numpy.empty((0, 2)), DomainError(f"section-map: the energy {self.energy} is too low at {q}, {p}")
        rows, lost = self._rows(state, count)
        return rows[:, [2 - self.k, 4 - self.k]], lost

    def _next_state(self, state: Up) -> Any:
        return self.states(state)

    def _rows(self, state: Up, count: int) -> tuple[Any, ScmpyError | None]:
        """The numbers of the next states on the section; where there are fewer, what ends the motion."""
        return self.states.found(state, count)

    def _solved(self, excess: Callable[[Any], Any]) -> Any:
        """The momentum at which an excess is zero and rises, by the parabolas that touch it; None where they have none.

        The energy of a mechanical system is a parabola: the first step leads there.
        """
        momentum: Any = 0.0
        settled = 0
        for _ in range(STEPS):
            height, speed = excess(momentum), D(excess)(momentum)
            bend = D(D(excess))(momentum)
            under = g.sub(g.square(speed), g.mul(2, g.mul(bend, height)))
            if not 0 <= _number(under) < math.inf:  # where it overflows no motion is known
                return None
            root = g.sqrt(under)
            flat = g.add(root, speed)
            if _number(speed) > 0:
                change = g.div(g.mul(-2, height), flat)
            elif _number(bend):
                change = g.div(g.sub(root, speed), bend)
            else:
                return None
            momentum = g.add(momentum, change)
            settled += abs(_number(change)) <= NEAR * abs(_number(momentum))
            if settled > 1 or not _number(momentum):
                return momentum
        raise LimitError(f"section-map: no momentum was found for the energy {self.energy}; it is near {momentum}")


class TurningSection(EnergySection):
    """The section where a coordinate that is an angle rises through a place, in any turn.

    The sine of what it is beyond there is zero and rises; so it is half a turn from there when the angle falls.
    """

    __slots__ = ()

    def _next_state(self, state: Up) -> Any:
        for _ in range(HALF_TURNS):
            state = self.states(state)
            if self._is_there(finite_part(state[1][self.k])):
                return state
        raise self._lost()

    def _rows(self, state: Up, count: int) -> tuple[Any, ScmpyError | None]:
        found, lost, column, idle = [numpy.empty((0, 5))], None, 1 + self.k, 0
        missing = length(count, "section-map", MOST_IMAGES, "crossings")
        while missing and lost is None:
            rows, lost = self.states.found(state, min(missing, AT_ONCE), trusted=len(found) > 1)
            found.append(rows[self._is_there(rows[:, column])])
            missing -= len(found[-1])
            idle = 0 if len(found[-1]) else idle + len(rows)
            if lost is None:
                lost = self._lost() if idle > HALF_TURNS else None
                rows[-1, column] = math.remainder(rows[-1, column], math.tau)  # its digits are those of small angles
                state = tree_unflatten(iter(rows[-1].tolist()), state)
        return numpy.concatenate(found), lost

    def _lost(self) -> IntegrationError:
        return IntegrationError(f"section-map: the angle falls for more than {HALF_TURNS} turns")

    def _is_there(self, angle: Any) -> Any:
        return g.cos(g.sub(angle, self.at)) > 0


def _number(x: Any) -> float:
    value = finite_part(g.inexact(x))
    if not is_number(value):
        raise WrongTypeError(f"a section expects energies that are real numbers, got {describe(value)}")
    if isinstance(value, complex):
        raise DomainError(f"a section expects energies that are real numbers, got {value}")
    return float(value)


def _finite(x: Any) -> float:
    value = _number(x)
    if not math.isfinite(value):
        raise DomainError(f"a section expects finite numbers, got {value}")
    return value


@public("section-map")
def section_map(
    H: Hamiltonian, energy: Real, k: int = 0, tolerance: Real | None = None, at: Real = 0.0, angle: bool = False
) -> EnergySection:
    """The map of the surface of section of a Hamiltonian system of two degrees of freedom at an energy.

    The section is where coordinate k is zero, or what ``at`` says, and rises; of an ``angle``, in any turn. The map
    takes the other coordinate and its momentum to the next ones; it fails where the energy is too low for them and
    where the orbit does not return. ``orbit`` gives many points one after the other, at less cost; ``state`` the state
    at a point.

    Scheme:  ((section-map H energy [k tolerance at angle?]) q p continue fail)
    Shapes:  H: up(t, up(2), down(2)) -> real;  H depends on the missing momentum as mechanical energies do
    Units:   energy, coordinate and momentum may be quantities; the numbers of orbits are in base units
    Raises:  WrongTypeError if the energy is no real number, DomainError if it is infinite
    Source:  SICM 3.6.4
    1 ]=> ((section-map HHHam .125) .1 0. list (lambda () 'failed))
    ;Value: (.320829739 -.0718302625)
    >>> P = section_map(HHHam, 0.125)
    >>> y, p_y = P(0.1, 0.0, lambda y, p_y: (y, p_y), lambda: None)
    >>> round(y, 9), round(p_y, 9)
    (0.320829739, -0.071830263)
    >>> P(1.0, 0.0, lambda y, p_y: (y, p_y), lambda: None) is None
    True
    >>> P.orbit(0.1, 0.0, 3).shape
    (3, 2)
    """
    check_callable(H, wanted="a Hamiltonian, a function of states")
    if k not in (0, 1):
        raise WrongTypeError(f"section-map expects the number of a coordinate, 0 or 1, got {describe(k)}")
    place = attach_units(units_of(at), _finite(magnitudes(at))) if has_units(at) else _finite(at)
    _finite(magnitudes(energy))

    def zero(state: Any) -> Any:
        beyond = g.sub(state[1][k], place) if place else state[1][k]
        return g.sin(beyond) if angle else beyond

    states = poincare_map(Hamiltonian_to_state_derivative(H), Function(zero, f"q_{k}"), "rising", tolerance)
    return (TurningSection if angle else EnergySection)(H, energy, k, states, place)


@public("section->state")
def section_to_state(energy: Real, y: Real, p_y: Real) -> Value:
    """The state of the system of Hénon and Heiles on the section x = 0 at an energy; false where that is too low.

    Scheme:  (section->state E y py)
    Source:  SICM 3.6.4
    >>> section_to_state(0.125, 0.0, 0.0)
    (up 0. (up 0. 0.) (down .5 0.))
    >>> section_to_state(0.125, 1.0, 0.0)
    False
    """
    state = section_map(HHHam, energy).state(g.inexact(y), g.inexact(p_y))
    return False if state is None else state


@public("HHmap")
def HHmap(energy: Real, dt: Real, section_tolerance: Real, tolerance: Real) -> EnergySection:
    """The map of the section x = 0 of the system of Hénon and Heiles: (y, p_y) where x rises through zero.

    The crossings are found as exactly as the integration goes, whatever interval is given to look for them in, and
    whatever distance from the section is allowed.

    Scheme:  ((HHmap E dt sec-eps int-eps) y py continue fail)
    Units:   no quantities; int-eps is the error allowed in a step, absolute and relative; sec-eps is not used
    Raises:  DomainError unless the energy is finite
    Source:  SICM 3.6.4
    1 ]=> ((HHmap .125 .1 1e-10 1e-12) .1 0. list (lambda () 'failed))
    ;Value: (.320829739 -.0718302625)
    >>> y, p_y = HHmap(0.125, 0.1, 1e-10, 1e-12)(0.1, 0.0, lambda y, p_y: (y, p_y), lambda: None)
    >>> round(y, 9), round(p_y, 9)
    (0.320829739, -0.071830263)
    """
    for amount in (dt, section_tolerance):
        _finite(amount)
    return section_map(HHHam, energy, 0, tolerance)


@public("find-next-crossing")
def find_next_crossing(state: State, advance: StateAdvancer, dt: Real, eps: Real, proceed: Continuation) -> Value:
    """The next state whose first coordinate passes from below zero to above it, and that which was ahead of it.

    Scheme:  (find-next-crossing state advance dt sec-eps continue)
    Shapes:  advance: state, dt -> state;  continue: the state at the crossing, the state after it -> anything
    Units:   sec-eps is a distance of the first coordinate from zero, dt a time
    Raises:  LimitError if there is none in so many intervals as the setting most-advances allows
    Source:  SICM 3.6.4
    1 ]=> (define (times crossing ahead) (list (time crossing) (time ahead)))
    1 ]=> (find-next-crossing (section->state .125 .1 0.) (state-advancer HHsysder) .5 1e-10 times)
    ;Value: (6.30514472 6.5)
    >>> advance = state_advancer(HHsysder)
    >>> start = section_to_state(0.125, 0.1, 0.0)
    >>> crossing, after = find_next_crossing(start, advance, 0.5, 1e-10, lambda *states: states)
    >>> round(crossing[0], 6), after[0]
    (6.305145, 6.5)
    """
    if isinstance(advance, CompiledFunction):
        state = _before_crossing(state, advance, dt)
    for _ in range(MOST_ADVANCES.value):
        after = advance(state, dt)
        if state[1][0] < 0 < after[1][0]:
            return proceed(refine_crossing(eps, advance, state), after)
        state = after
    raise LimitError(f"find-next-crossing: there is no crossing until {state[0]}; {MOST_ADVANCES.advice}")


def _before_crossing(state: State, advance: CompiledFunction, dt: Real) -> State:
    """The last state before the next crossing, as far as code leads there: without a tuple for each on the way."""
    values = leaves_alike((state, dt), advance.place.components)
    if values is None or not maps.is_real_point(values):
        return state
    *numbers, length = values
    for _ in range(MOST_ADVANCES.value):
        after = advance.numbers([*numbers, length])
        if after is None or numbers[1] < 0 < after[1]:
            break
        numbers = after
    return tree_unflatten(iter(numbers), state)


@public("refine-crossing")
def refine_crossing(eps: Real, advance: StateAdvancer, state: State) -> State:
    """The state near a given one whose first coordinate is zero, by Newton's method; the momentum counts as velocity.

    Scheme:  (refine-crossing sec-eps advance state)
    Shapes:  state: up(t, up(x, y), down(px, py));  advance: state, dt -> state;  result: a state
    Units:   sec-eps is a distance of the first coordinate from zero
    Raises:  LimitError if that does not settle
    Source:  SICM 3.6.4
    >>> state = refine_crossing(1e-10, state_advancer(HHsysder), up(0.0, up(-0.01, 0.1), down(0.4, 0.0)))
    >>> abs(state[1][0]) < 1e-10, round(state[0], 6)
    (True, 0.024994)
    """
    for _ in range(STEPS):
        state = advance(state, -state[1][0] / state[2][0])
        if abs(state[1][0]) < eps:
            return state
    raise LimitError(f"refine-crossing did not settle in {STEPS} steps; it is at {state}")


class DrivenSection(Function):
    """A driven system of one degree of freedom once a period: its angle, from -pi to pi, and its momentum."""

    __slots__ = ("states",)

    def __init__(self, states: StroboscopicMap, name: str) -> None:
        super().__init__(self._next, name)
        self.states = states

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((DrivenSection, (self.states, self.__name__)))

    def _next(self, theta: Any, p: Any, proceed: Continuation, fail: Failure) -> Any:
        try:
            state = self.states(self._state(theta, p))
        except IntegrationError:
            return fail()
        return proceed(angle_from(-math.pi, state[1]), state[2])

    def images(self, theta: Any, p: Any, count: int) -> Any:
        """The next points, one a row of an array, fewer where the orbit ends."""
        return self.states.found(self._state(theta, p), count, angle=1)[0][:, 1:]

    def _state(self, theta: Any, p: Any) -> Up:
        return Up((attach_units(units_of(self.states.period), 0.0), theta, p))


@public("driven-pendulum-map")
def driven_pendulum_map(m: Scalar, length: Scalar, gravity: Scalar, a: Scalar, omega: Scalar) -> Function:
    """The map of a pendulum, whose support oscillates as a cos(omega t), once a period: (theta, p), theta in [-pi, pi).

    A frequency below zero gives the inverse map.

    Scheme:  ((driven-pendulum-map m l g a omega) theta p continue fail)
    Units:   of parameters that are quantities the momentum is one
    Source:  SICM 3.6.2
    1 ]=> ((driven-pendulum-map 1. 1. 9.8 .1 (* 2 (sqrt 9.8))) 1. 0. list (lambda () 'failed))
    ;Value: (-1.03508185 -1.39195489)
    >>> P = driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 2 * 9.8**0.5)
    >>> theta, p = P(1.0, 0.0, lambda theta, p: (theta, p), lambda: None)
    >>> round(theta, 9), round(p, 9)
    (-1.035081854, -1.391954888)
    """
    parameters = m, length, gravity, a, omega
    constant = all(map(is_real_number, parameters))
    states = StroboscopicMap(H_pend_sysder(*parameters), g.div(math.tau, omega), None, constant)
    return DrivenSection(states, "driven-pendulum-map")
