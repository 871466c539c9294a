"""Small oscillations about an equilibrium: normal modes, from the quadratic part of a Lagrangian.

With the inertia M = d2 d2 L and the stiffness K = - d1 d1 L at the equilibrium, a deviation u cos(omega t) is a motion
where K u = omega^2 M u. Each root of det(K - s M) is a square of a frequency.

Source:  L. D. Landau, E. M. Lifshitz, Mechanics, 23
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.mechanics.equilibria import at_any_time, check_equilibrium, refuse_time_dependence, unit_of_rates
from scmpy.mechanics.lagrangian import (
    check_motion,
    d1,
    d2,
    degenerate_direction,
    force_of_inertia,
    motion_in_tuples,
    rows_of,
)
from scmpy.registry import public
from scmpy.solving.answer_checks import exactly, has_floats, negligible, reality_at_points, signs_at_points
from scmpy.solving.equations import in_decimals, solutions_of
from scmpy.structure import linear
from scmpy.structure.aliases import Lagrangian, State
from scmpy.structure.matrix import Matrix
from scmpy.structure.measures import OfMeasures, measures, units_of, with_units_of
from scmpy.structure.structure import leaves, unflatten
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.simplify import reduced, simplify

_NAME = "normal-modes"

#: The square of a frequency is zero that is so small beside the largest one: numbers in floats tell no more.
ROUNDING = 1e-13


class Mode(NamedTuple):
    """One normal mode: its kind, its frequency or rate, and its shape."""

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
    >>> from scmpy import *
    >>> m, k = symbols("m k", positive=True)
    >>> def L(state):
    ...     t, (x, y), v = state
    ...     return m * square(v) / 2 - k * (x**2 + (x - y) ** 2 + y**2) / 2
    >>> [(str(mode.kind), mode.shape) for mode in normal_modes(L, up(0, up(0, 0), up(0, 0)))]
    [('oscillation', (up 1 1)), ('oscillation', (up -1 1))]
    """
    given = check_motion(equilibrium, _NAME)
    L, state = OfMeasures(_NAME, L, units_of(given)), measures(given)
    if any(not is_zero_number(v) for v in leaves(state[2])):
        raise DomainError(f"{_NAME} expects an equilibrium, whose velocities are 0, got {state}")
    always = at_any_time(state)
    inertia, force = force_of_inertia(L, always, _NAME)
    flat, of_tuples = motion_in_tuples(always, _NAME, L)
    mass = _simple(inertia)
    stiffness = _simple(rows_of(g.negate(D(d1(of_tuples))(flat)[1]), state[1]))
    mixed = _simple(rows_of(D(d2(of_tuples))(flat)[1], state[2]))
    parts = [row[j] for rows in (mass, stiffness, mixed) for row in rows for j in range(len(row))]
    refuse_time_dependence([*map(reduced, force), *parts], state, _NAME)
    check_equilibrium(force, stiffness, leaves(state[1]), state, _NAME)
    if linear.null_space(mass):
        raise degenerate_direction(mass, state[2], _NAME)
    _refuse_gyroscopic(mixed)
    frequency = unit_of_rates(_NAME, zip(units_of(given[2]), units_of(given[1]), strict=True))
    return tuple(
        Mode(kind, with_units_of([frequency], rate), with_units_of(units_of(given[1]), shape))
        for kind, rate, shape in _modes(mass, stiffness, state[1])
    )


def _simple(rows: linear.Rows) -> linear.Rows:
    return tuple(tuple(map(reduced, row)) for row in rows)


def _refuse_gyroscopic(mixed: linear.Rows) -> None:
    """An error where a force depends linearly on the velocities, as in a rotating frame or a magnetic field."""
    for i, row in enumerate(mixed):
        for j in range(i):
            difference = reduced(g.sub(row[j], mixed[j][i]))
            if not negligible(difference, [row[j], mixed[j][i]]):
                raise DomainError(
                    f"{_NAME}: forces depend on velocities ({simplify(difference)} between coordinates "
                    f"{j} and {i}): the modes have no shapes; stability gives the frequencies, linearize the matrix"
                )


def _modes(mass: linear.Rows, stiffness: linear.Rows, q: Any) -> list[Mode]:
    entries = [x for rows in (mass, stiffness) for row in rows for x in row]
    numerical = all(is_number(x) or getattr(x, "constant", False) for x in entries)
    inexact = any(map(has_floats, entries))
    if not numerical or not inexact:
        try:
            modes = _exact_modes(_exact(mass), _exact(stiffness), q)
        except LimitError:
            if not numerical:
                raise
        else:
            return [_in_floats(mode) for mode in modes] if inexact else modes
    return _numerical_modes(mass, stiffness, q)


def _exact(rows: linear.Rows) -> linear.Rows:
    return tuple(tuple(map(exactly, row)) for row in rows)


def _in_floats(mode: Mode) -> Mode:
    return Mode(mode.kind, in_decimals(mode.rate), unflatten(map(in_decimals, leaves(mode.shape)), mode.shape))


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
    real = reality_at_points(square)
    sign = signs_at_points(square) if real else None
    if sign == 0:
        return Mode(symbol("zero"), 0, shape)
    kind = {1: "oscillation", -1: "unstable", None: "unstable" if real is False else "conditional"}[sign]
    return Mode(symbol(kind), g.sqrt(reduced(g.negate(square)) if kind == "unstable" else square), shape)


def _numerical_modes(mass: linear.Rows, stiffness: linear.Rows, q: Any) -> list[Mode]:
    """By the root of the inertia, which makes the problem symmetric."""
    import numpy

    m, k = (numpy.array([[float(g.inexact(x)) for x in row] for row in rows]) for rows in (mass, stiffness))
    try:
        root = numpy.linalg.cholesky(m)
    except numpy.linalg.LinAlgError:
        raise DomainError(f"{_NAME}: the inertia is not positive") from None
    inverse = numpy.linalg.inv(root)
    squares, vectors = numpy.linalg.eigh(inverse @ k @ inverse.T)
    size = float(abs(squares).max(initial=0.0))
    found = []
    for square, vector in zip(squares, (inverse.T @ vectors).T, strict=True):
        shape = unflatten(iter([float(x) for x in vector / max(vector, key=abs)]), q)
        found.append(_mode(0 if abs(square) <= ROUNDING * size else float(square), shape))
    return found
