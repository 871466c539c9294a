"""Steps of methods of integration: what they are made of, and what they give.

A step is a text in generic arithmetic: a function of the slope, a time, a state, the slope there and a length. A state
is a sequence of anything that adds and multiplies, of floats, symbols, differentials, balls, or of values that write
code; ``slope(t, y)`` is such a sequence, as long as the state. There are no comparisons in it and no functions of
floats: norms, and all that is decided by them, are of the control of steps (:mod:`scmpy.numerics.ode.driver`).

Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from scmpy.pickling import Portable
from scmpy.structure.structure import Structure

State = list[Any]

#: The rates of change of a state at a time.
Slope = Callable[[Any, State], Sequence[Any]]


class Taken(NamedTuple):
    """What a step gives: the new state, the vectors that its error is estimated by, and the slopes of its stages."""

    state: State
    errors: tuple[State, ...] = ()
    slopes: Sequence[Sequence[Any]] = ()


#: What solves z = image(z), from a guess. Floats do it by Newton's method, values that write code write it.
Solve = Callable[[Callable[[State], State], State], State]

#: The text of a step: of the slope, a time, a state, the slope there, and the length; an implicit one has a Solve.
Text = Callable[..., Taken]

#: The coefficients of the polynomial inside a step: of the same without the slope, of what the step gave and the slope
#: after it. They are those of :func:`between`.
Dense = Callable[[Slope, Any, State, Any, Taken, Sequence[Any]], list[State]]


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

    @property
    def polynomial(self) -> Polynomial | None:
        """The states inside a step, of the coefficients that are recorded, the state at the start, and the part."""
        return None if self.dense is None else between

    def fitted(self, layout: Any) -> Method:
        """The method for states laid out so."""
        return self if self.laid_out is None else replace(self, step=self.laid_out(layout))

    def tries(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Iterator[Taken]:
        """The steps of one length, of growing order."""
        yield self.step(slope, t, y, f, h)


class Controlled(Method):
    """A method that controls its steps itself; ``starts`` makes a solution of a motion, state, tolerance, scale."""


class Expanding(Controlled):
    """A method whose steps are series of the solution, up to its order."""

    @property
    def polynomial(self) -> Polynomial:
        """The series in parts of the step."""
        return in_powers


def combination(weights: Sequence[Any], moved: bool = True) -> Callable[[State, Any, Sequence[Sequence[Any]]], State]:
    """The function (y, h, slopes) -> y + h sum w_i k_i, or the sum alone; slopes of weight 0 take no time.

    It is written out, so that it is as fast on floats as can be, and the same on everything: when it is first called.

    >>> combination([0.5, 0, 2])([1.0], 0.1, [[1.0], [5.0], [2.0]])
    [1.45]
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
    """The state from which a slope leads on for a length."""
    return [x + h * k for x, k in zip(y, f, strict=True)]


def between(coefficients: Sequence[State], y: State, part: Any) -> State:
    """The state inside a step, when this part of it has gone: Horner's scheme in the part p and in 1 - p, by turns.

    >>> between([[2.0], [1.0]], [1.0], 0.5)  # 1 + p (2 + (1 - p) 1)
    [2.25]
    """
    value: State = [0.0] * len(y)
    for i in reversed(range(len(coefficients))):
        by = 1 - part if i % 2 else part
        value = [(x + c) * by for x, c in zip(value, coefficients[i], strict=True)]
    return [x + a for x, a in zip(value, y, strict=True)]


def in_powers(coefficients: Sequence[State], y: State, part: Any) -> State:
    """The same by the powers of the part.

    >>> in_powers([[2.0], [1.0]], [1.0], 0.5)
    [2.25]
    """
    value: State = [0.0] * len(y)
    for row in reversed(coefficients):
        value = [(x + c) * part for x, c in zip(value, row, strict=True)]
    return [x + a for x, a in zip(value, y, strict=True)]
