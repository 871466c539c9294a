"""Equilibria, stability, small oscillations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from scmpy.calculus.derivative import D
from scmpy.calculus.jet import traced
from scmpy.errors import ConvergenceError, DomainError, LimitError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import apply_value
from scmpy.generic.numbers import inexact_complex
from scmpy.generic.operations import real
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import Values, is_number, is_procedure, is_zero_number
from scmpy.mechanics import lagrangian
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative
from scmpy.mechanics.state import check_state
from scmpy.numerics.linear import newton
from scmpy.numerics.nondimensional import scale_of
from scmpy.registry import flint, numpy, public, scipy
from scmpy.solving import sympy_calls
from scmpy.solving.equations import in_decimals, solutions_of, with_values
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_maps import coefficients
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import (
    ANY,
    Down,
    MagnitudeFunction,
    Structure,
    Up,
    attach_units,
    common_units,
    leaves,
    magnitudes,
    unflatten,
    units_of,
)
from scmpy.structure.types import Lagrangian, State, StateFunction
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected
from scmpy.symbolic.expression import Expression, Symbol, operands_first, symbol
from scmpy.symbolic.simplify import reduced, simplify

# --- equilibria ------------------------------------------------------------------------------------------------------
# Equilibria of systems, their linearization and their stability.
#
# A system is a state derivative, a Lagrangian whose velocities are an up tuple, or a Hamiltonian whose momenta are a
# down tuple. (With one velocity or one momentum that is a number a function of the state could be either: its state
# derivative is asked for.) At an equilibrium all rates vanish but that of the time. Deviations from it grow as
# exp(lambda t), lambda being the eigenvalues of the linearization.
#
# Source:  V. I. Arnold, Mathematical Methods of Classical Mechanics, ch. 5; SICM 3.5

_REAL = frozenset(["real"])
_ANY_TIME = symbol("any-time", "real")

#: Deviations that small change the rates so little that an enclosure is narrow.
_LEAST_RADIUS = 1e-13


def state_derivative_of(system: Any, state: Up, operation: str) -> Callable[[Any], Any]:
    if not is_procedure(system):
        raise WrongTypeError(
            f"{operation} expects a state derivative, a Lagrangian or a Hamiltonian, got {describe(system)}"
        )
    value = apply_value(system, (state,))
    if isinstance(value, (Structure, list)):
        rates = leaves(value)
        if len(rates) != len(leaves(state)) or (is_number(rates[0]) and rates[0] != 1):
            raise StructureError(f"{operation} expects rates shaped like the state, 1 of the time, got {value}")
        return system  # type: ignore[no-any-return]
    if isinstance(state[2], Up):
        return lagrangian.Lagrangian_to_state_derivative(system)
    if isinstance(state[2], Down):
        return Hamiltonian_to_state_derivative(system)
    raise WrongTypeError(
        f"{operation}: of one velocity or momentum a Lagrangian and a Hamiltonian look alike; "
        "hand over (Lagrangian->state-derivative L) or (Hamiltonian->state-derivative H)"
    )


def _flow_of(system: Any, state: Up, operation: str) -> MagnitudeFunction:
    return MagnitudeFunction(operation, state_derivative_of(system, state, operation), units_of(state))


def _rates(flow: MagnitudeFunction, state: Up) -> list[Any]:
    return list(leaves(flow(state)))[1:]


def at_any_time(state: Up) -> Up:
    return Up((_ANY_TIME, *state[1:]))


def refuse_time_dependence(values: Iterable[Any], state: Up, operation: str) -> None:
    later = {time: symbol("another-time", "real") for time in (_ANY_TIME, state[0]) if isinstance(time, Symbol)}
    for value in values:
        changed = substitute(value, later) if isinstance(value, Expression) else value
        if changed is not value and not sympy_calls.negligible(reduced(g.sub(value, changed)), [value, changed]):
            raise DomainError(
                f"{operation} expects a system that does not depend on the time; about {state} it has {simplify(value)}"
            )


class LinearSystem(NamedTuple):
    """x' = A x + B u, y = C x + D u for small deviations of states, inputs and outputs."""

    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix


@public("linearize")
def linearize(
    system: StateFunction,
    state: State,
    inputs: Values | None = None,
    outputs: Callable[..., StateFunction] | None = None,
) -> Matrix | LinearSystem:
    """The matrix by which small deviations of the coordinates and velocities, or momenta, change at a state.

    The system is a state derivative, a Lagrangian of an up tuple of velocities, or a Hamiltonian of a down tuple of
    momenta. With inputs, it is what makes one of them, and so are the outputs: the value is the matrices A, B, C, D of
    x' = A x + B u, y = C x + D u. Without outputs all of the state is seen.

    Scheme:  (linearize (Lagrangian->state-derivative L) state), (linearize L state), (linearize H state),
             (linearize (lambda (u ...) system) state (list u ...) [(lambda (u ...) outputs)])
    Math:    the derivative of the state derivative, without the row and the column of the time
    Shapes:  state: up(t, q, v) or up(t, q, p);  outputs: state -> scalar or tuple;  result: a square matrix, or four
    Raises:  WrongTypeError for a function of one number for a velocity, which could be either, and for inputs with
             units; StructureError unless the state is up(t, q, v) or up(t, q, p)
    Source:  Arnold, Mathematical Methods of Classical Mechanics, 5; SICM 3.5
    1 ]=> (linearize (Lagrangian->state-derivative (L-harmonic 'm 'k)) (up 't 0 0))
    ;Value: (matrix-by-rows (list 0 1) (list (/ (* -1 k) m) 0))
    >>> linearize(H_harmonic(*symbols("m k")), up(0, up(0), down(0)))
    (matrix-by-rows (list 0 (/ 1 m)) (list (* -1 k) 0))
    >>> pushed = lambda u: Lagrangian_to_state_derivative(L_harmonic(*symbols("m k")), force=lambda state: u)
    >>> linearize(pushed, up(0, 0, 0), [0], lambda u: coordinate)
    LinearSystem(A=(matrix-by-rows (list 0 1) (list (/ (* -1 k) m) 0)), B=(matrix-by-rows (list 0) (list (/ 1 m))), \
C=(matrix-by-rows (list 1 0)), D=(matrix-by-rows (list 0)))
    """
    name = "linearize"
    place = check_state(state, name)[:3]
    given = None if inputs is None or inputs is False else items(inputs, name)  # type: ignore[comparison-overlap]
    if given is not None and any(unit is not ANY and unit != 1 for unit in units_of(Up((place, Up(given))))):
        raise WrongTypeError(f"{name} expects a state and inputs without units, got {place} and {Up(given)}")
    flow = _flow_of(system if given is None else _made(system, given, name), place, name)
    rows = _linearized(flow, magnitudes(place))
    units = [[g.div(rate or 1, one or 1) for one in flow.units[0][1:]] for rate in flow.units_of_values[1:]]
    A = Matrix(tuple(tuple(map(g.mul, row, of_row)) for row, of_row in zip(rows, units, strict=True)))
    if given is None:
        return A

    def rates(*u: Any) -> list[Any]:
        return list(leaves(state_derivative_of(_made(system, u, name), place, name)(place)))[1:]

    if outputs is None or outputs is False:  # type: ignore[comparison-overlap]
        n = len(A)
        C = Matrix(tuple(tuple(int(i == k) for k in range(n)) for i in range(n)))
        return LinearSystem(A, _by_inputs(rates, given), C, Matrix(tuple((0,) * len(given) for _ in range(n))))
    flat = leaves(place)

    def seen(deviated: Up) -> list[Any]:
        return list(leaves(_made(outputs, given, name)(unflatten(iter([flat[0], *deviated]), place))))

    C = _by_inputs(lambda *x: seen(Up(x)), flat[1:])
    return LinearSystem(
        A, _by_inputs(rates, given), C, _by_inputs(lambda *u: list(leaves(_made(outputs, u, name)(place))), given)
    )


def _made(f: Any, inputs: Sequence[Any], operation: str) -> Any:
    return check_callable(check_callable(f, operation, "what makes a system from inputs")(*inputs), operation)


def _by_inputs(f: Callable[..., list[Any]], inputs: Sequence[Any]) -> Matrix:
    columns = D(lambda u: Up(f(*u)))(Up(inputs))
    return Matrix(tuple(tuple(map(reduced, row)) for row in zip(*(leaves(column) for column in columns), strict=True)))


@public("controllable?", python="is_controllable")
def is_controllable(A: Matrix, B: Matrix) -> bool:
    """Can inputs lead a linear system x' = A x + B u from any state to any other?

    Symbols stand for numbers for which nothing vanishes by chance; of floats what is rounding vanishes. Outputs y = C x
    tell the state if the system of the transposes of A and C is controllable.

    Math:    (B, A B, ..., A^(n-1) B) has the rank n
    Shapes:  A: n by n;  B: n by m
    Raises:  StructureError unless A is square and B has as many rows
    Source:  R. E. Kalman, On the general theory of control systems, 1960
    1 ]=> (controllable? (matrix-by-rows '(0 1) '(k 0)) (matrix-by-rows '(0) '(1)))
    ;Value: #t
    >>> is_controllable(matrix_by_rows([1, 0], [0, 1]), matrix_by_rows([1], [1]))
    False
    """
    if not (isinstance(A, Matrix) and isinstance(B, Matrix) and A.shape == (len(B), len(B))):
        raise StructureError(
            f"controllable? expects a square matrix and one with as many rows, got {describe(A)} and {describe(B)}"
        )
    kinds = {type(x) for row in (*A.rows, *B.rows) for x in row}
    if float in kinds and kinds <= {int, float}:
        return _is_reached(A.rows, B.rows)
    columns: list[Any] = []
    for _ in range(len(A)):
        columns += zip(*B.rows, strict=True)
        B = reduced(g.mul(A, B))
    return not linear.null_space(tuple(columns))


def _is_reached(*rows: Any) -> bool:
    """In floats: by axes that inputs reach, then those that these reach, as far as that is more than rounding."""
    a, b = (numpy.divide(x, numpy.linalg.norm(x) or 1) for x in rows)
    while rank := numpy.linalg.matrix_rank(b, tol=ROUNDING):
        axes = numpy.linalg.svd(b)[0]
        a = axes.T @ a @ axes
        a, b = a[rank:, rank:], a[rank:, :rank]
    return not len(a)


def _linearized(flow: MagnitudeFunction, place: Up) -> linear.Rows:
    time, *flat = leaves(place)
    return _by_inputs(lambda *x: _rates(flow, unflatten(iter([time, *x]), place)), flat).rows


@public("equilibria")
def equilibria(system: StateFunction, state: State, near: State | Literal[False] | None = None) -> tuple[Up, ...]:
    """The states at which all rates vanish but that of the time, each checked.

    What is unknown are the symbols of the given state, the time apart; numbers in it stay. The equilibria are found in
    closed form, by solve, angles in one turn; or near a state of numbers, by Newton's method, and then enclosed: there
    is one, and only one, within 1e-10 or so of the floats. Rates that depend on the time have to vanish always.

    Scheme:  (equilibria (Lagrangian->state-derivative L) (up 't 'theta 'thetadot)), (equilibria H state near)
    Shapes:  state, near: up(t, q, v) or up(t, q, p);  result: a list of states
    Raises:  LimitError where no closed form is found, ConvergenceError where there is no equilibrium near; DomainError
             where the rates vanish at the given time only; StructureError unless the state is up(t, q, v) or up(t, q,
             p); WrongTypeError if the state has no unknowns, or other things than symbols and numbers
    Source:  Arnold, Mathematical Methods of Classical Mechanics, 5; SICM 3.5
    1 ]=> (define (L local) (- (* 1/2 (square (velocity local))) (cos (coordinate local))))
    1 ]=> (equilibria (Lagrangian->state-derivative L) (up 't 'theta 'thetadot))
    ;Value: ((up t 0 0) (up t π 0))
    >>> x, v, a = symbols("x v a")
    >>> equilibria(lambda state: up(1, state[2], state[1] ** 3 - a * state[1]), up(0, x, v))
    ((up 0 0 0), (up 0 (* -1 (sqrt a)) 0), (up 0 (sqrt a) 0))
    """
    name = "equilibria"
    given = check_state(state, name)[:3]
    flow, place = _flow_of(system, given, name), magnitudes(given)
    flat = list(leaves(place))
    unknowns = list(dict.fromkeys(x for x in flat[1:] if isinstance(x, Symbol)))
    if not unknowns:
        raise WrongTypeError(f"{name} expects a state with symbols for what is unknown, got {place}")
    if any(not isinstance(x, Symbol) and not is_number(x) for x in flat[1:]):
        raise WrongTypeError(f"{name} expects symbols and numbers in the state, got {place}")
    residuals = [reduced(x) for x in _rates(flow, place)]
    if near is not None and near is not False:
        there = check_state(near, name)[:3]
        common_units(name, given, there)
        start = dict(zip(flat, leaves(magnitudes(there)), strict=True))
        values = [_enclosed_zero(residuals, unknowns, [real(start[x], name) for x in unknowns])]
    else:
        there = with_values(_by_solving(residuals, unknowns), residuals, unknowns)
        values = [found for found in there if all(sympy_calls.facts_at_points(x, _REAL) for x in found)]
    always = [reduced(x) for x in _rates(flow, at_any_time(place))]
    states = [dict(zip(unknowns, found, strict=True)) for found in values]
    lasting = [at for at in states if _vanish_always(always, residuals, at)] if always != residuals else states
    if states and not lasting:
        raise DomainError(
            f"{name}: the rates depend on the time; at {substitute(given, states[0])} they vanish then, not always"
        )
    return tuple(substitute(given, at) for at in lasting)


def _vanish_always(always: list[Any], residuals: list[Any], at: dict[Any, Any]) -> bool:
    """Are the rates at a state the same at any time as at the given one, at which they vanish?"""
    for later, now in zip(always, residuals, strict=True):
        values = [substitute(x, at) if isinstance(x, Expression) else x for x in (later, now)]
        if not sympy_calls.negligible(reduced(g.sub(*values)), values):
            return False
    return True


def _by_solving(residuals: list[Any], unknowns: list[Symbol]) -> list[list[Any]]:
    """The zeros in closed form; rates that are an unknown alone, such as velocities, say first that it is zero."""
    known: dict[Any, Any] = {}
    while True:
        single = next((x for x in residuals if x in unknowns), None)
        if single is None:
            break
        known[single] = 0
        residuals = [reduced(substitute(x, single, 0)) if isinstance(x, Expression) else x for x in residuals]
    left = [x for x in unknowns if x not in known]
    distinct = list(dict.fromkeys(x for x in residuals if not is_zero_number(x)))
    if not left:
        return [[0] * len(unknowns)] if not distinct else []
    try:
        found = solutions_of(distinct, list(left))
    except LimitError as error:
        raise LimitError(
            f"equilibria: {error}; one near a state of numbers is found by (equilibria f state near)"
        ) from error
    return [[known[x] if x in known else values[left.index(x)] for x in unknowns] for values in found]


def _enclosed_zero(residuals: list[Any], unknowns: list[Symbol], start: Sequence[float]) -> list[float]:
    """The zero near a start, by Newton's method, enclosed by the same of intervals."""
    others = {x for e in residuals for x in operands_first(e) if isinstance(x, Symbol)} - set(unknowns)
    if any(not getattr(x, "constant", False) for x in others):
        raise DomainError(f"equilibria: numbers are needed for {', '.join(sorted(map(str, others)))}")

    def at(values: Sequence[Any], p: Sequence[Any]) -> Up:
        return traced(Up(values), dict(zip(unknowns, p, strict=True)))  # type: ignore[no-any-return]

    columns = D(lambda p: at(residuals, p))(Up(unknowns))
    jacobian = [*zip(*(leaves(column) for column in columns), strict=True)]

    def rates_at(p: list[float]) -> list[float]:
        return [float(g.inexact(x)) for x in at(residuals, p)]

    def system_at(p: list[float]) -> tuple[list[float], list[list[float]]]:
        return rates_at(p), [[float(g.inexact(x)) for x in at(row, p)] for row in jacobian]

    found = newton(system_at, start, "equilibria")
    largest = max(map(abs, [*start, *found]))
    least = _LEAST_RADIUS * (largest if scale_of(largest) < 1 else 1 + max(map(abs, found)))
    found = _rounded(rates_at, found, least)
    if len(residuals) == len(unknowns) and not _is_enclosed(residuals, jacobian, unknowns, found, least):
        error = ConvergenceError(f"equilibria: {found} is nearly an equilibrium, but that there is one is not certain")
        error.point = found
        raise error
    return found


def _rounded(rates: Callable[[list[float]], list[float]], found: list[float], least: float) -> list[float]:
    """The zero with 0 for what is so within the accuracy of Newton's method, where that makes no rate larger."""
    tiny = [j for j, x in enumerate(found) if x and abs(x) <= least]
    for chosen in (tiny, *([j] for j in tiny)):
        other = [0.0 if j in chosen else x for j, x in enumerate(found)]
        if all(abs(a) <= abs(b) for a, b in zip(rates(other), rates(found), strict=True)):
            found = other
    return found


def _is_enclosed(
    residuals: list[Any], jacobian: Sequence[Any], unknowns: list[Symbol], found: list[float], least: float
) -> bool:
    """Is there one zero F in a small box about u? So it is if the box has u - J^-1 F(u) inside, with all its J."""
    n, middle = len(unknowns), list(map(flint.arb, found))
    values, slopes = Evaluator(*residuals), Evaluator(*(e for row in jacobian for e in row))
    with suppress(PointRejected, ZeroDivisionError):
        at_middle = flint.arb_mat(n, 1, values.at(dict(zip(unknowns, middle, strict=True))))
        for k in range(10):
            radius = least * 10.0**k
            box = {u: x + flint.arb(0, radius) for u, x in zip(unknowns, middle, strict=True)}
            correction = flint.arb_mat(n, n, slopes.at(box)).solve(at_middle)
            if all(abs(x) < radius for x in correction.entries()):
                return True
    return False


class Stability(NamedTuple):
    verdict: Symbol
    eigenvalues: tuple[Any, ...]


@public("stability")
def stability(system: StateFunction, equilibrium: State) -> Stability:
    """What the linearization at an equilibrium says of its stability: a verdict, and the eigenvalues.

    The verdict is ``asymptotically-stable`` (all real parts are negative), ``unstable`` (one is positive),
    ``linearly-stable`` (none is positive, and the eigenvalues whose real part is zero are distinct and not zero: the
    linear system is stable), ``degenerate`` (none is positive, and among those whose real part is zero there are zero
    or double ones, of which the linearization does not decide), or ``conditional``, if it depends on the parameters.
    Signs of symbolic eigenvalues are taken at several points that have the declared facts. Of eigenvalues in floats a
    part is zero if it is so beside the largest of them.

    Scheme:  (stability (Lagrangian->state-derivative L) state), (stability H state)
    Shapes:  result: a list of a symbol and a list of eigenvalues
    Raises:  DomainError where a rate does not vanish, or the rates depend on the time; LimitError where the eigenvalues
             have no closed form; StructureError unless the state is up(t, q, v) or up(t, q, p)
    Source:  Arnold, Mathematical Methods of Classical Mechanics, 5; SICM 3.5
    1 ]=> (stability (Lagrangian->state-derivative (L-harmonic 1 4)) (up 't 0 0))
    ;Value: (linearly-stable (-2i +2i))
    >>> g, l = symbols("g l", positive=True)
    >>> pendulum = Lagrangian_to_state_derivative(lambda s: s[2] ** 2 / 2 + g / l * cos(s[1]))
    >>> stability(pendulum, up(0, pi, 0)).verdict
    unstable
    """
    name = "stability"
    place = check_state(equilibrium, name)[:3]
    flow, at = _flow_of(system, place, name), magnitudes(place)
    always = at_any_time(at)
    rates, rows = _rates(flow, always), _linearized(flow, always)
    refuse_time_dependence([*map(reduced, rates), *(x for row in rows for x in row)], place, name)
    check_equilibrium(rates, rows, list(leaves(at))[1:], place, name)
    eigenvalues = _eigenvalues(Matrix(rows))
    inexact = any(sympy_calls.has_floats(x) for row in rows for x in row)
    shown = [in_decimals(x) for x in eigenvalues] if inexact else eigenvalues
    frequency = unit_of_rates(name, zip(flow.units_of_values, flow.units[0], strict=True))
    return Stability(symbol(_verdict(eigenvalues)), tuple(attach_units([frequency], x) for x in shown))


def unit_of_rates(operation: str, pairs: Iterable[tuple[Any, Any]]) -> Any:
    """The unit of what rates are of quantities: pairs of units, of which those of exact zeros say nothing."""
    ratios = [g.div(rate, unit or 1) for rate, unit in pairs if rate is not ANY]
    return common_units(operation, *ratios)[0] if ratios else 1


def check_equilibrium(
    rates: Sequence[Any], slopes: Sequence[Sequence[Any]], place: Sequence[Any], state: Any, operation: str
) -> None:
    """An error unless these rates vanish; in floats, unless they do so within the accuracy of the place.

    The size of a coordinate that is nearly 0 is that which others have, where the slopes couple them.
    """
    sizes = _sizes(slopes, place)
    for n, rate in enumerate(rates):
        value = reduced(rate)
        try:
            zero = sympy_calls.negligible(value, [g.mul(slope, x) for slope, x in zip(slopes[n], sizes, strict=True)])
        except ScmpyError as error:
            raise LimitError(f"{operation}: it cannot be told whether {state} is an equilibrium: {error}") from error
        if not zero:
            raise DomainError(f"{operation}: {state} is no equilibrium: rate {n} is {simplify(value)}")


def _sizes(slopes: Sequence[Sequence[Any]], place: Sequence[Any]) -> Sequence[Any]:
    """The sizes of the coordinates of a place: what makes the matrix of slopes balanced, if all are numbers.

    Those that no slope couples have nothing to do with each other.
    """
    if not all(map(is_number, place)) or not all(is_number(x) for row in slopes for x in row):
        return place
    matrix = numpy.abs(numpy.array([[complex(x) for x in row] for row in slopes]))
    n = len(matrix)
    coupled = numpy.linalg.matrix_power(numpy.eye(n) + (matrix + matrix.T > 0), n) > 0
    numpy.fill_diagonal(matrix, 0)
    scale = scipy.linalg.lapack.dgebal(matrix, scale=1)[3]
    known = numpy.abs(numpy.array(place, dtype=complex)) / scale
    return [float(unit * known[group].max()) for unit, group in zip(scale, coupled, strict=True)]


def _eigenvalues(matrix: Matrix) -> list[Any]:
    entries = [x for row in matrix.rows for x in row]
    numerical = all(is_number(x) or getattr(x, "constant", False) for x in entries)
    if not numerical or not any(map(sympy_calls.has_floats, entries)):
        x = symbol("eigenvalue")
        polynomial: Any = 0
        for c in coefficients(Matrix(tuple(tuple(map(sympy_calls.exactly, row)) for row in matrix.rows))):
            polynomial = g.add(g.mul(polynomial, x), c)
        try:
            return [values[0] for values in _with_multiplicity(reduced(polynomial), x, len(matrix))]
        except LimitError:
            if not numerical:
                raise
    array = numpy.array([[float(g.inexact(x)) for x in row] for row in matrix.rows])
    return [inexact_complex(complex(z)) for z in numpy.linalg.eigvals(array)]


def _with_multiplicity(polynomial: Any, x: Symbol, degree: int) -> list[list[Any]]:
    found: list[list[Any]] = []
    slope: Any = polynomial
    roots = solutions_of([polynomial], [x])
    while roots:
        found += roots
        slope = reduced(D(lambda at, slope=slope: substitute(slope, x, at))(x)) if isinstance(slope, Expression) else 0
        roots = (
            [root for root in roots if sympy_calls.vanishes(reduced(substitute(slope, x, root[0]))).passed]
            if len(found) < degree
            else []
        )
    if len(found) != degree:
        raise LimitError(f"stability: how often each of {len(found)} eigenvalues is one is not known")
    return found


def _verdict(eigenvalues: list[Any]) -> str:
    scale = max((abs(complex(x)) for x in eigenvalues if is_number(x)), default=0.0)
    signs = [_sign(x, scale) for x in eigenvalues]
    if any(sign is None for sign in signs):
        return "conditional"
    if any(sign == 1 for sign in signs):
        return "unstable"
    critical = [x for x, sign in zip(eigenvalues, signs, strict=True) if sign == 0]
    if not critical:
        return "asymptotically-stable"
    apart = [*critical, *(reduced(g.sub(x, y)) for n, x in enumerate(critical) for y in critical[:n])]
    return "degenerate" if any(sympy_calls.negligible(x, [scale]) for x in apart) else "linearly-stable"


def _sign(eigenvalue: Any, scale: float) -> int | None:
    if not is_number(eigenvalue):
        return sympy_calls.signs_at_points(eigenvalue)
    if sympy_calls.has_floats(eigenvalue) and abs(eigenvalue.real) <= sympy_calls.SMALL * scale:
        return 0
    return sympy_calls.signs_at_points(eigenvalue.real)


# --- small oscillations ----------------------------------------------------------------------------------------------
# Small oscillations about an equilibrium: normal modes, from the quadratic part of a Lagrangian.
#
# With the inertia M = d2 d2 L and the stiffness K = - d1 d1 L at the equilibrium, a deviation u cos(omega t) is a
# motion where K u = omega^2 M u. Each root of det(K - s M) is a square of a frequency.
#
# Source:  L. D. Landau, E. M. Lifshitz, Mechanics, 23

_NAME = "normal-modes"

#: The square of a frequency is zero that is so small beside the largest one: numbers in floats tell no more.
ROUNDING = 1e-13


class Mode(NamedTuple):
    kind: Symbol
    rate: Any
    shape: Any


@public("normal-modes")
def normal_modes(L: Lagrangian, equilibrium: State) -> tuple[Mode, ...]:
    """The normal modes of a Lagrangian about an equilibrium, each with its kind, its rate and its shape.

    The kind of a mode is ``oscillation``: the deviation is the shape times cos(omega t), the rate being omega;
    ``zero``: it grows as the time, the rate is 0; ``unstable``: it grows as exp(sigma t), the rate being sigma, which
    is complex where the square of the frequency is;
    ``conditional``: the sign of the square of the frequency depends on parameters, the rate is its root. Signs of
    symbolic squares are taken at several points that have the declared facts. The modes are exact where their
    frequencies have a closed form, floats otherwise.

    Scheme:  (normal-modes L (up 't (up 0 0) (up 0 0)))
    Shapes:  L: up(t, q, v) -> scalar;  shape: like q;  result: a list of lists of kind, rate and shape
    Units:   rates are by that of t
    Raises:  DomainError where the state is no equilibrium, or moves, where L depends on the time, or where forces
             depend on velocities (linearize and stability apply there);  DivisionByZeroError where there is no inertia,
             as with the multipliers of an augmented Lagrangian: eliminate constraints first; StructureError unless v is
             shaped like q, DimensionError unless its units are those of q by the time, LimitError where it cannot be
             told whether the state is an equilibrium
    Source:  Landau and Lifshitz, Mechanics, 23
    1 ]=> (normal-modes (L-harmonic 1 4) (up 't 0 0))
    ;Value: ((oscillation 2 1))
    >>> m, k = symbols("m k", positive=True)
    >>> def L(state):
    ...     t, (x, y), v = state
    ...     return m * square(v) / 2 - k * (x**2 + (x - y) ** 2 + y**2) / 2
    >>> [(str(mode.kind), mode.shape) for mode in normal_modes(L, up(0, up(0, 0), up(0, 0)))]
    [('oscillation', (up 1 1)), ('oscillation', (up -1 1))]
    """
    given = lagrangian.check_motion(equilibrium, _NAME)
    L, state = MagnitudeFunction(_NAME, L, units_of(given)), magnitudes(given)
    if any(not is_zero_number(v) for v in leaves(state[2])):
        raise DomainError(f"{_NAME} expects an equilibrium, whose velocities are 0, got {state}")
    always = at_any_time(state)
    inertia, force = lagrangian.force_of_inertia(L, always, _NAME)
    flat, of_tuples = lagrangian.motion_in_tuples(always, _NAME, L)
    mass = _simple(inertia)
    stiffness = _simple(lagrangian.rows_of(g.negate(D(lagrangian.d1(of_tuples))(flat)[1]), state[1]))
    mixed = _simple(lagrangian.rows_of(D(lagrangian.d2(of_tuples))(flat)[1], state[2]))
    parts = [row[j] for rows in (mass, stiffness, mixed) for row in rows for j in range(len(row))]
    refuse_time_dependence([*map(reduced, force), *parts], state, _NAME)
    check_equilibrium(force, stiffness, leaves(state[1]), state, _NAME)
    if linear.null_space(mass):
        raise lagrangian.degenerate_direction(mass, state[2], _NAME)
    _refuse_gyroscopic(mixed)
    frequency = unit_of_rates(_NAME, zip(units_of(given[2]), units_of(given[1]), strict=True))
    return tuple(
        Mode(kind, attach_units([frequency], rate), attach_units(units_of(given[1]), shape))
        for kind, rate, shape in _modes(mass, stiffness, state[1])
    )


def _simple(rows: linear.Rows) -> linear.Rows:
    return tuple(tuple(map(reduced, row)) for row in rows)


def _refuse_gyroscopic(mixed: linear.Rows) -> None:
    """An error where a force depends linearly on the velocities, as in a rotating frame or a magnetic field."""
    for i, row in enumerate(mixed):
        for j in range(i):
            difference = reduced(g.sub(row[j], mixed[j][i]))
            if not sympy_calls.negligible(difference, [row[j], mixed[j][i]]):
                raise DomainError(
                    f"{_NAME}: forces depend on velocities ({simplify(difference)} between coordinates "
                    f"{j} and {i}): the modes have no shapes; stability gives the frequencies, linearize the matrix"
                )


def _modes(mass: linear.Rows, stiffness: linear.Rows, q: Any) -> list[Mode]:
    entries = [x for rows in (mass, stiffness) for row in rows for x in row]
    numerical = all(is_number(x) or getattr(x, "constant", False) for x in entries)
    inexact = any(map(sympy_calls.has_floats, entries))
    if not numerical or not inexact:
        try:
            exact = [tuple(tuple(map(sympy_calls.exactly, row)) for row in rows) for rows in (mass, stiffness)]
            modes = _exact_modes(exact[0], exact[1], q)
        except LimitError:
            if not numerical:
                raise
        else:
            if not inexact:
                return modes
            shapes = (unflatten(map(in_decimals, leaves(mode.shape)), mode.shape) for mode in modes)
            return [Mode(mode.kind, in_decimals(mode.rate), x) for mode, x in zip(modes, shapes, strict=True)]
    return _numerical_modes(mass, stiffness, q)


def _exact_modes(mass: linear.Rows, stiffness: linear.Rows, q: Any) -> list[Mode]:
    s = symbol("square-of-frequency")
    matrix = g.sub(Matrix(stiffness), g.mul(s, Matrix(mass)))
    squares = [values[0] for values in solutions_of([reduced(g.determinant(matrix))], [s])]
    found = []
    for square in squares:
        rows = reduced(g.sub(Matrix(stiffness), g.mul(square, Matrix(mass)))).rows
        found += [_mode(square, unflatten(iter(map(reduced, shape)), q)) for shape in linear.null_space(rows)]
    if len(found) != len(mass):
        raise LimitError(f"{_NAME}: {len(found)} of {len(mass)} shapes are found in closed form")
    return found


def _mode(square: Any, shape: Any) -> Mode:
    real = sympy_calls.reality_at_points(square)
    sign = sympy_calls.signs_at_points(square) if real else None
    if sign == 0:
        return Mode(symbol("zero"), 0, shape)
    kind = {1: "oscillation", -1: "unstable", None: "unstable" if real is False else "conditional"}[sign]
    return Mode(symbol(kind), g.sqrt(reduced(g.negate(square)) if kind == "unstable" else square), shape)


def _numerical_modes(mass: linear.Rows, stiffness: linear.Rows, q: Any) -> list[Mode]:
    m, k = (numpy.array([[float(g.inexact(x)) for x in row] for row in rows]) for rows in (mass, stiffness))
    try:
        squares, vectors = scipy.linalg.eigh(k, m)
    except numpy.linalg.LinAlgError:
        raise DomainError(f"{_NAME}: the inertia is not positive") from None
    size = float(abs(squares).max(initial=0.0))
    found = []
    for square, vector in zip(squares, vectors.T, strict=True):
        shape = unflatten(iter([float(x) for x in vector / max(vector, key=abs)]), q)
        found.append(_mode(0 if abs(square) <= ROUNDING * size else float(square), shape))
    return found
