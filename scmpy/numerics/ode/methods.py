"""What a step is; Runge-Kutta, DOP853, Gauss, extrapolation, symplectic."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from scmpy.errors import StructureError
from scmpy.generic.types import tree_leaves
from scmpy.pickling import Portable
from scmpy.registry import text_beside
from scmpy.structure.tuples import Structure

# --- step ------------------------------------------------------------------------------------------------------------
# Steps of methods of integration: what they are made of, and what they give.
#
# A step is a text in generic arithmetic: a function of the slope, a time, a state, the slope there and a length. A
# state is a sequence of anything that adds and multiplies, of floats, symbols, differentials, balls, or of values that
# write code; ``slope(t, y)`` is such a sequence, as long as the state. There are no comparisons in it and no functions
# of floats: norms, and all that is decided by them, are of the control of steps
# (:mod:`scmpy.numerics.ode.step_control`).
#
# Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1

#: The rows of numbers of methods, by names such as dop853-rows.
COEFFICIENTS: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
for _line in text_beside("numerics/ode/coefficients.txt").splitlines():
    _name, *_numbers = _line.split()
    COEFFICIENTS[_name].append(tuple(map(float, _numbers)))

State = list[Any]

#: The rates of change of a state at a time.
Slope = Callable[[Any, State], Sequence[Any]]


class StepResult(NamedTuple):
    """What a step gives: the new state, the vectors that its error is estimated by, and the slopes of its stages."""

    state: State
    errors: tuple[State, ...] = ()
    slopes: Sequence[Sequence[Any]] = ()


#: What solves z = image(z), from a guess. Floats do it by Newton's method, values that write code write it.
Solve = Callable[[Callable[[State], State], State], State]

#: The text of a step: of the slope, a time, a state, the slope there, and the length; an implicit one has a Solve.
Text = Callable[..., StepResult]

#: The coefficients of the polynomial inside a step: of the same without the slope, of what the step gave and the slope
#: after it. They are those of :func:`between`.
Dense = Callable[[Slope, Any, State, Any, StepResult, Sequence[Any]], list[State]]


#: The state inside a step: of some states, of that at the start, and of the part of the step that has gone.
Polynomial = Callable[[Sequence[State], State, Any], State]


def _first(h: Any, squares: Sequence[Any]) -> Any:
    return squares[0]


@dataclass(frozen=True)
class Method(Portable):
    """A method of integration.

    ``error`` makes, of the length and the squares of the norms of the vectors of error, the square of a multiple of the
    error allowed, in generic arithmetic; the error goes with the power ``powers[0]`` of the length. A method that tries
    several times with the same length, each time of higher order, has the powers of all. One without powers makes
    steps of equal length. The text of an ``implicit`` one takes a :data:`Solve`. One for states of a certain shape has
    its ``layout``, of a state and the name of an operation for messages; the text may depend on it (``laid_out``).
    ``slopes`` makes of a way through decisions a slope that solves linear systems of its derivatives too.
    """

    name: str
    order: int
    step: Text
    powers: tuple[int, ...] = ()
    error: Callable[[Any, Sequence[Any]], Any] = _first
    dense: Dense | None = None
    implicit: bool = False
    layout: Callable[[Structure, str], Any] | None = None
    laid_out: Callable[[Any], Text] | None = None
    starts: Any = None
    slopes: Any = None

    @property
    def polynomial(self) -> Polynomial | None:
        """The states inside a step, of the coefficients that are recorded, the state at the start, and the part."""
        return None if self.dense is None else between

    def fitted(self, layout: Any) -> Method:
        return self if self.laid_out is None else replace(self, step=self.laid_out(layout))

    def tries(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[StepResult]:
        yield self.step(slope, t, y, f, h)


class Controlled(Method):
    """A method that controls its steps itself; ``starts`` makes a solution of a motion, state, tolerance, scale."""


class Expanding(Controlled):
    """A method whose steps are series of the solution, up to its order."""

    @property
    def polynomial(self) -> Polynomial:
        return in_powers


def combination(weights: Sequence[Any], moved: bool = True) -> Callable[[State, Any, Sequence[Sequence[Any]]], State]:
    """The function (y, h, slopes) -> y + h sum w_i k_i, or the sum alone; slopes of weight 0 take no time.

    It is written out, so that it is as fast on floats as can be, and the same on everything: when it is first called.
    """
    used = [i for i, w in enumerate(weights) if not (isinstance(w, (int, float)) and w == 0)]
    names = {f"w{i}": weights[i] for i in used if not isinstance(weights[i], (int, float))}
    total = " + ".join(f"{f'w{i}' if f'w{i}' in names else repr(weights[i])} * k{i}" for i in used)
    value, first = (f"x + h * ({total})", "x, ") if moved else (total, "")
    parts, lists = ", ".join(f"k{i}" for i in used), ", ".join(f"k[{i}]" for i in used)
    source = f"lambda y, h, k: [{value} for {first}{parts}, in zip({'y, ' if moved else ''}{lists})]"
    written = cache(lambda: eval(source, names))
    return lambda y, h, k: written()(y, h, k)  # type: ignore[no-any-return]


def along(y: State, h: Any, f: Sequence[Any]) -> State:
    return [x + h * k for x, k in zip(y, f, strict=True)]


def between(coefficients: Sequence[State], y: State, part: Any) -> State:
    """The state inside a step, when this part of it has gone: Horner's scheme in the part p and in 1 - p, by turns."""
    value: State = [0.0] * len(y)
    for i in reversed(range(len(coefficients))):
        by = 1 - part if i % 2 else part
        value = [(x + c) * by for x, c in zip(value, coefficients[i], strict=True)]
    return [x + a for x, a in zip(value, y, strict=True)]


def in_powers(coefficients: Sequence[State], y: State, part: Any) -> State:
    value: State = [0.0] * len(y)
    for row in reversed(coefficients):
        value = [(x + c) * part for x, c in zip(value, row, strict=True)]
    return [x + a for x, a in zip(value, y, strict=True)]


# --- bulirsch stoer --------------------------------------------------------------------------------------------------
# Extrapolation after Bulirsch and Stoer: Gragg's method with more and more steps, taken to infinitely many.
#
# Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9

COLUMNS = 8  # of an extrapolation at most
EXPECTED = 0.25  # of the square of a change that is still expected counts
_FIRST = 2  # columns have no error that could be trusted


def gragg(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, count: int) -> State:
    """Gragg's method: the midpoint rule on an even number of steps; its error is a series in their length squared."""
    length = h / count
    before, now = y, along(y, length, f)
    for i in range(1, count):
        before, now = now, along(before, 2 * length, slope(t + i * length, now))
    end = slope(t + h, now)
    return [(a + b + length * k) / 2 for a, b, k in zip(before, now, end, strict=True)]


def columns(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[StepResult]:
    """Extrapolated states of orders 2, 4, 6, ...; what tells of their errors is for :func:`error`."""
    row: list[State] = []
    changes: list[State] = []  # of the last columns, the latest first
    for k in range(1, COLUMNS + 1):
        last, row = row, [gragg(slope, t, y, f, h, 2 * k)]
        for j, before in enumerate(last, 1):
            part, rest = (k - j) ** 2, k * k - (k - j) ** 2
            row.append([a + (a - b) * part / rest for a, b in zip(row[-1], before, strict=True)])
        before = last[-1] if last else along(y, h, f)
        changes = [[a - b for a, b in zip(row[-1], before, strict=True)], *changes[:2]]
        difference = [a / (k * k) for a in changes[0]]  # to the state of next lower order
        yield StepResult(row[-1], () if k <= _FIRST else (difference, *changes))


def bulirsch_stoer_step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
    *_, last = columns(slope, t, y, f, h)
    return last


def bulirsch_stoer_error(h: Any, squares: Sequence[Any]) -> Any:
    """The square of the difference of two orders; where columns converge slowly, of the change that is still expected.

    Columns of a smooth slope converge by changes as in a geometric series, or faster. At a kink these fall slowly and
    irregularly: one that happens to be small tells nothing.
    """
    difference, change, before, first = squares
    expected = change + before * before / (first + 1e-300)
    return difference + EXPECTED * expected * expected / (before + 1e-300)


class Extrapolation(Method):
    def tries(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[StepResult]:
        return columns(slope, t, y, f, h)


BULIRSCH_STOER = Extrapolation(
    "bulirsch-stoer", 2 * COLUMNS, bulirsch_stoer_step, tuple(range(1, 2 * COLUMNS, 2)), bulirsch_stoer_error
)


# --- classical -------------------------------------------------------------------------------------------------------
# The classical Runge-Kutta method of order 4, and methods that make two steps for one, which shows their error.
#
# Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1, II.4 (step doubling)


def runge_kutta_4(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> State:
    half = h / 2
    f2 = slope(t + half, along(y, half, f))
    f3 = slope(t + half, along(y, half, f2))
    f4 = slope(t + h, along(y, h, f3))
    return [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(y, f, f2, f3, f4, strict=True)]


def euler(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
    return StepResult(along(y, h, f))


def single(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
    return StepResult(runge_kutta_4(slope, t, y, f, h))


def trapezoid(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> State:
    half = h / 2
    start = along(y, half, f)
    return solve(lambda end: along(start, half, slope(t + h, end)), along(start, half, f))


def backward(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> State:
    return solve(lambda end: along(y, h, slope(t + h, end)), along(y, h, f))


def doubled(single: Callable[..., State], order: int) -> Text:
    """Two steps of a method, with the error that one of twice the length shows, which is taken off."""
    less = 2**order - 1

    def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, *solve: Solve) -> StepResult:
        half = h / 2
        middle = single(slope, t, y, f, half, *solve)
        fine = single(slope, t + half, middle, slope(t + half, middle), half, *solve)
        coarse = single(slope, t, y, f, h, *solve)
        error = [(a - b) / less for a, b in zip(fine, coarse, strict=True)]
        return StepResult([x + e for x, e in zip(fine, error, strict=True)], (error,))

    return step


QCRK4 = Method("qcrk4", 5, doubled(runge_kutta_4, 4), (5,))
QCCTRAP2 = Method("qcctrap2", 4, doubled(trapezoid, 2), (3,), implicit=True)
QCCEULER = Method("qcceuler", 2, doubled(backward, 1), (2,), implicit=True)
EXPLICIT_EULER = Method("explicit-euler", 1, euler)
RUNGE_KUTTA_4 = Method("runge-kutta-4", 4, single)


# --- rosenbrock ------------------------------------------------------------------------------------------------------
# Rosenbrock's methods, for stiff equations: each stage solves a linear system, all of a step with one matrix.
#
#     (1 / (g h) - J) u_i = f(y + sum a_ij u_j) + sum c_ij u_j / h,  J = f'(y),  y' = y + sum a_sj u_j + u_s
#
# ``slope.shifted(t, y, shift)`` is the function from r to the solution u of (shift - J) u = r. The last stage is the
# error that a method of lower order shows. The time is a number of the state, so its derivatives are in J.
#
# Where an equation is so stiff that every step ends on its slow solution, its error says nothing of the polynomial
# inside. So the defect of that is asked for too, at one place, and brought to the size of an error by the matrix.
#
# Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.7; Steinebach, Construction of
# Rosenbrock-Wanner method Rodas5P and numerical benchmarks, BIT 63 (2023) 27


LOOKED_AT = 0.4  # of a step
RATES_THERE = 1.0, 0.2, 0.32, 0.096  # what its coefficients count for in the rates of the polynomial
INSIDE = 0.01  # of the square of the error inside, so ten times as much is allowed


[[GAMMA]], SHIFTED_ROWS, COUPLINGS, INSIDE_ROWS = (
    COEFFICIENTS[f"rodas5p-{part}"] for part in ("gamma", "rows", "couplings", "inside")
)

_SHIFTED = list(map(combination, SHIFTED_ROWS))
_COUPLED, _INSIDE = ([combination(row, moved=False) for row in rows] for rows in (COUPLINGS, INSIDE_ROWS))


def rosenbrock_step(slope: Any, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
    solve, state = slope.shifted(t, y, 1 / (GAMMA * h)), y
    found: list[State] = []
    for i, (move, couple) in enumerate(zip(_SHIFTED, _COUPLED, strict=True)):
        right = f
        if i:
            state = move(y, 1.0, found)
            right = [k + x / h for k, x in zip(slope(state[0], state), couple(y, h, found), strict=True)]
        found.append(solve(right))
    taken = StepResult([x + u for x, u in zip(state, found[-1], strict=True)], (), found)
    inside = rosenbrock_dense(slope, t, y, h, taken, f)
    there = between(inside, y, LOOKED_AT)
    rates = zip(slope(there[0], there), *inside, strict=True)
    defect = [k - sum((c * w for c, w in zip(cs, RATES_THERE, strict=True)), 0.0) / h for k, *cs in rates]
    return taken._replace(errors=(found[-1], solve(defect)))


def rosenbrock_error(h: Any, squares: Sequence[Any]) -> Any:
    return squares[0] + INSIDE * squares[1]


def rosenbrock_dense(slope: Any, t: Any, y: State, h: Any, taken: StepResult, after: Sequence[Any]) -> list[State]:
    """The coefficients of the polynomial: of the alternating form from those of powers of the part."""
    first, second, third = (row(y, h, taken.slopes) for row in _INSIDE)
    change = [a - b for a, b in zip(taken.state, y, strict=True)]
    return [change, first, [a + b for a, b in zip(second, third, strict=True)], [-x for x in third]]


# --- collocation -----------------------------------------------------------------------------------------------------
# Gauss's methods: implicit Runge-Kutta methods whose times are the zeros of Legendre's polynomials.
#
# With s stages they are of order 2 s, symplectic, symmetric, and keep what is quadratic in the state and conserved.
# That of one stage is the implicit midpoint rule.
#
# Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, II.1.3, IV.2.1, VI.4


class Table(NamedTuple):
    times: Sequence[Any]
    rows: Sequence[Sequence[Any]]
    weights: Sequence[Any]


def gauss(stages: int, sqrt: Callable[[int], Any]) -> Table:
    if stages == 1:
        return Table([Fraction(1, 2)], [[Fraction(1, 2)]], [1])
    if stages == 2:
        r = sqrt(3) / 6
        half, quarter = Fraction(1, 2), Fraction(1, 4)
        return Table([half - r, half + r], [[quarter, quarter - r], [quarter + r, quarter]], [half, half])
    r = sqrt(15)
    a, b, c = Fraction(5, 36), Fraction(2, 9), Fraction(1, 2)
    return Table(
        [c - r / 10, c, c + r / 10],
        [[a, b - r / 15, a - r / 30], [a + r / 24, b, a - r / 24], [a + r / 30, b + r / 15, a]],
        [Fraction(5, 18), Fraction(4, 9), Fraction(5, 18)],
    )


def in_floats(table: Table) -> Table:
    return Table(
        list(map(float, table.times)), [list(map(float, row)) for row in table.rows], list(map(float, table.weights))
    )


def implicit(table: Table) -> Text:
    stages = [(c, combination(row)) for c, row in zip(table.times, table.rows, strict=True)]
    whole = combination(table.weights)

    def step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any, solve: Solve) -> StepResult:
        size = len(y)

        def chunks(slopes: State) -> list[State]:
            return [slopes[i : i + size] for i in range(0, len(slopes), size)]

        def image(slopes: State) -> State:
            k = chunks(slopes)
            return [x for c, stage in stages for x in slope(t + c * h, stage(y, h, k))]

        return StepResult(whole(y, h, chunks(solve(image, [x for _ in stages for x in f]))))

    return step


COLLOCATION_METHODS = tuple(
    Method(name, 2 * stages, implicit(in_floats(gauss(stages, math.sqrt))), implicit=True)
    for stages, name in enumerate(("implicit-midpoint", "gauss-legendre-4", "gauss-legendre-6"), 1)
)


# --- dop853 ----------------------------------------------------------------------------------------------------------
# DOP853, the explicit Runge-Kutta method of Dormand and Prince of order 8.
#
# In Butcher's letters: the times c, the rows of a, the weights b. Errors are estimated by an embedded method
# of order 5 and one of order 3. Three more stages give a polynomial of order 7 between the ends of a step.
#
# Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd edition 1993, II.5, II.6, II.10, and
# the authors' program DOP853, for the coefficients as doubles

#: The second row of errors is the difference to the embedded method of order 3. The rows inside are of the stages
#: between the ends, after the slope at the end of the step, their weights of the polynomial, from the fourth on.
[TIMES], ROWS, [WEIGHTS], (ERROR_5, ERROR_3), [DENSE_TIMES], DENSE_ROWS, DENSE_WEIGHTS = (
    COEFFICIENTS[f"dop853-{part}"]
    for part in ("times", "rows", "weights", "errors", "inside-times", "inside-rows", "inside-weights")
)

_STAGES = [(c, combination(row)) for c, row in zip(TIMES[1:], ROWS[1:], strict=True)]
_NEXT = combination(WEIGHTS)
_FIFTH, _THIRD = (combination(weights, moved=False) for weights in (ERROR_5, ERROR_3))
_MORE = [(c, combination(row)) for c, row in zip(DENSE_TIMES, DENSE_ROWS, strict=True)]
_DENSE = [combination(weights, moved=False) for weights in DENSE_WEIGHTS]


def dormand_prince_step(slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
    k = [f]
    for c, stage in _STAGES:
        k.append(slope(t + c * h, stage(y, h, k)))
    return StepResult(_NEXT(y, h, k), (_FIFTH(y, h, k), _THIRD(y, h, k)), k)


def dormand_prince_error(h: Any, squares: Sequence[Any]) -> Any:
    """The square of the error of order 5, made smaller where it is large beside that of order 3."""
    fifth, third = squares
    return h * h * fifth * (fifth / (fifth + 0.01 * third + 1e-300))  # which is 0 where both are


def dense(slope: Slope, t: Any, y: State, h: Any, taken: StepResult, after: Sequence[Any]) -> list[State]:
    k = [*taken.slopes, after]
    for c, stage in _MORE:
        k.append(slope(t + c * h, stage(y, h, k)))
    rise = [b - a for a, b in zip(y, taken.state, strict=True)]
    first = [h * a - r for a, r in zip(k[0], rise, strict=True)]
    second = [2 * r - h * (a + b) for r, a, b in zip(rise, k[0], after, strict=True)]
    return [rise, first, second, *([h * x for x in weights(y, h, k)] for weights in _DENSE)]


DOP853 = Method("dop853", 8, dormand_prince_step, (8,), dormand_prince_error, dense)


# --- symplectic ------------------------------------------------------------------------------------------------------
# Symplectic methods for coordinates and momenta: the Euler methods, Störmer and Verlet's, and what is made of it.
#
# A state is the time, coordinates and as many momenta, of Hamilton's equations. Each method moves the momenta with the
# coordinates held, and the coordinates with the momenta held. Where the rate of what is moved depends on it the method
# is implicit; of a separable Hamiltonian, T(p) + V(t, q), it does not. Methods compose: Störmer and Verlet's is both
# Euler methods over half a step each; with steps of certain lengths, some of them backwards, it is of order 4, 6 and 8.
#
# Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, I.1.2, I.1.4, VI.3, V.3.2;
# the letters of the Euler methods: Leimkuhler, Reich, Simulating Hamiltonian Dynamics, 2004;
# Suzuki and Umeno, McLachlan: V (3.12) there;
# Yoshida, Construction of higher order symplectic integrators, Physics Letters A 150 (1990) 262


def _parts(y: Sequence[Any]) -> tuple[State, State]:
    count = len(y) // 2 + 1
    return list(y[:count]), list(y[count:])


def momenta_first(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> StepResult:
    """Symplectic Euler, B: p' = p - h d1 H(t, q, p'), then q' = q + h d2 H(t, q, p')."""
    q, p = _parts(y)

    def rates(momenta: State) -> tuple[State, State]:
        return _parts(slope(t, [*q, *momenta]))

    moved = solve(lambda momenta: along(p, h, rates(momenta)[1]), p)
    return StepResult([*along(q, h, rates(moved)[0]), *moved])


def coordinates_first(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> StepResult:
    """Symplectic Euler, A: q' = q + h d2 H(t', q', p), then p' = p - h d1 H(t', q', p)."""
    q, p = _parts(y)

    def rates(coordinates: State) -> tuple[State, State]:
        return _parts(slope(t + h, [*coordinates, *p]))

    moved = solve(lambda coordinates: along(q, h, rates(coordinates)[0]), q)
    return StepResult([*moved, *along(p, h, rates(moved)[1])])


def composition(*parts: tuple[Text, Any]) -> Text:
    def step(slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> StepResult:
        for text, part in parts:
            length = part * h
            y = text(slope, t, y, None, length, solve).state
            t = t + length
        return StepResult(y)

    return step


@dataclass(frozen=True)
class Composition:
    """Steps by one text, one after the other: their lengths are such parts of the whole."""

    text: Text
    lengths: Sequence[Any]

    def __call__(self, slope: Slope, t: Any, y: State, f: Any, h: Any, solve: Solve) -> StepResult:
        return composition(*((self.text, part) for part in self.lengths))(slope, t, y, f, h, solve)


def symmetric(text: Text, outer: Sequence[Any]) -> Composition:
    """The composition of steps of these lengths, of one that is left of the whole, and of these again, backwards."""
    return Composition(text, (*outer, 1 - 2 * sum(outer), *reversed(outer)))


verlet = composition((momenta_first, 0.5), (coordinates_first, 0.5))

#: Of the triple jump: that and the two other steps have third powers which sum up to 0.
FOURTH = (1 / (2 - 2 ** (1 / 3)),)

#: Yoshida's solution A of order 6.
SIXTH = (0.78451361047755726382, 0.23557321335935813368, -1.17767998417887100695)

#: Yoshida's solution D of order 8, to more digits than he gave.
EIGHTH = (
    *(1.042426208699704264349, 1.820206309706980069332, 0.157739928123708321343, 2.440027326166344063817),
    *(-0.007169894197095332099806, -2.446991823704245889295, -1.615823741500653784788),
)

#: Suzuki and Umeno's, and McLachlan's, of order 8: as many steps as Yoshida's, and errors a million times smaller.
BETTER_EIGHTH = (
    *(0.74167036435061295345, -0.40910082580003159400, 0.19075471029623837995, -0.57386247111608226666),
    *(0.29906418130365592384, 0.33462491824529818378, 0.31529309239676659663),
)


def of_hamilton(state: Structure, operation: str) -> None:
    sizes = [len(tree_leaves(x)) for x in state]
    if len(sizes) != 3 or sizes[1] != sizes[2]:
        raise StructureError(
            f"{operation}: symplectic methods with coordinates and momenta move states of Hamilton's equations, "
            f"up(t, q, p) with as many momenta as coordinates, got {state}"
        )


def _symplectic(name: str, order: int, text: Text) -> Method:
    return Method(name, order, text, implicit=True, layout=of_hamilton)


SYMPLECTIC_METHODS = (
    _symplectic("symplectic-euler-a", 1, coordinates_first),
    _symplectic("symplectic-euler-b", 1, momenta_first),
    _symplectic("stormer-verlet", 2, verlet),
    _symplectic("yoshida-4", 4, symmetric(verlet, FOURTH)),
    _symplectic("yoshida-6", 6, symmetric(verlet, SIXTH)),
    _symplectic("yoshida-8", 8, symmetric(verlet, EIGHTH)),
    _symplectic("suzuki-umeno-8", 8, symmetric(verlet, BETTER_EIGHTH)),
)
