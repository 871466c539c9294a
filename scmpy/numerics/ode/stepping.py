"""Steps as code: the text of a method, run on values, with the schedule of the slope put in where it is called.

What an implicit method solves, z = image(z), becomes a part of its own, whose schedule gives z - image(z) and the
matrix of its derivatives by z, for Newton's method. What does not depend on itself need not be solved for: so a method
for any Hamiltonian is explicit for a separable one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from scmpy.calculus.derivative import D
from scmpy.errors import IntegrationError
from scmpy.numerics.compile.differentiation import gradients
from scmpy.numerics.compile.draft import Draft
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.compile.targets import Code, python_function
from scmpy.numerics.ode.methods.step import Method, Slope, Solve, State, Taken
from scmpy.pickling import Portable
from scmpy.structure.structure import Up

ITERATIONS = 25  # of Newton's method at most
CLOSE = 1e-10  # a correction as small, relative to the unknowns, is the last one: the next would be its square


_SHORTER = "a shorter step may help"

#: From a state, whose first number is the time, and a length, the new state and the vectors of error.
Stepper = Callable[[State, float], State]


class Part(NamedTuple):
    """What is solved for in a step.

    The inputs of both schedules are the state, parameters, the length, what earlier parts have found, and for
    ``equations`` the unknowns; their outputs are a guess, and z - image(z) with its derivatives by them, row by row.
    """

    guess: Schedule
    equations: Schedule


class Program(NamedTuple):
    """A step as schedules: what is solved for, one after the other, then the new state and the vectors of error.

    The inputs of ``last`` are the state, parameters, the length and all that was solved for.
    """

    parts: list[Part]
    last: Schedule


def program(method: Method, slope: Schedule, size: int | None = None) -> Program:
    """The step of a method as schedules, from the schedule of the slope.

    The inputs of the slope are so many numbers of the state, the first of which is the time, and parameters.

    >>> from scmpy.numerics.ode.methods.symplectic import METHODS
    >>> draft = Draft()
    >>> t, q, p = inputs = draft.unknowns(3)
    >>> oscillator = draft.schedule(inputs, [1.0, p, -q])
    >>> program(METHODS[2], oscillator).parts  # it is explicit
    []
    """
    draft = Draft()
    size = slope.inputs if size is None else size
    y, parameters, h = draft.unknowns(size), draft.unknowns(slope.inputs - size), draft.unknown()
    inputs = [*y, *parameters, h]
    parts: list[Part] = []

    def rates(t: Any, state: State) -> State:
        return draft.inline(slope, [*state, *parameters])

    def solve(image: Callable[[State], State], guess: State) -> State:
        z: State = list(draft.unknowns(len(guess)))
        left = list(range(len(z)))
        while True:
            moved = image(z)
            free = [i for i in left if not draft.depends([moved[i]], [z[k] for k in left])]
            if not free:
                break
            for i in free:
                z[i] = moved[i]
            left = [i for i in left if i not in free]
            if not left:
                return z
        unknowns = [z[i] for i in left]
        wrong = [z[i] - moved[i] for i in left]
        rows = gradients(draft, wrong, unknowns)
        matrix = [row.get(k, 0.0) for row in rows for k in range(len(left))]
        first = draft.schedule(inputs, [guess[i] for i in left])
        inputs.extend(unknowns)
        parts.append(Part(first, draft.schedule(inputs, [*wrong, *matrix])))
        return z

    start: State = list(y)
    taken = method.step(rates, y[0], start, rates(y[0], start), h, *((solve,) if method.implicit else ()))
    return Program(parts, draft.schedule(inputs, [*taken.state, *(x for error in taken.errors for x in error)]))


class CompiledStep:
    """The function from a state and a length to the outputs of a program, with these parameters."""

    def __init__(self, found: Program, parameters: Sequence[float] = ()) -> None:
        self.program, self.parameters = found, list(parameters)
        self.parts = [(python_function(part.guess), python_function(part.equations)) for part in found.parts]
        self.last = python_function(found.last)

    def __reduce__(self) -> Any:
        return CompiledStep, (self.program, self.parameters)

    def __call__(self, y: State, h: float) -> State:
        known = [*y, *self.parameters, h]
        for guess, equations in self.parts:
            known = known + newton(partial(_at, equations, known), guess(known), known)
        found: State = self.last(known)
        return found


def _at(equations: Code, known: State, z: State) -> Sequence[float]:
    return equations([*known, *z])  # type: ignore[no-any-return]


@dataclass(frozen=True)
class PlainStep(Portable):
    """The same of a slope that is a function of anything, whose derivatives are found as they are wanted."""

    method: Method
    slope: Slope
    solve: Solve | None = None

    def __call__(self, y: State, h: float) -> State:
        slope, method = self.slope, self.method
        taken = method.step(slope, y[0], y, slope(y[0], y), h, *((self.solve or solved,) if method.implicit else ()))
        return [*taken.state, *(x for error in taken.errors for x in error)]


@dataclass(frozen=True)
class SolvedStep(Portable):
    """The text of a method whose steps a stepper makes, on floats: nobody else solves its equations."""

    stepper: Stepper

    def __call__(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> Taken:
        found, size = self.stepper(y, h), len(y)
        return Taken(found[:size], tuple(found[i : i + size] for i in range(size, len(found), size)))


def solved_by(method: Method, stepper: Stepper) -> Method:
    """The method with the steps of a stepper."""
    return replace(method, step=SolvedStep(stepper), implicit=False)


def solved(image: Callable[[State], State], guess: State) -> State:
    """The floats z for which z = image(z), by Newton's method."""
    first = image(guess)
    if image(first) == first:
        return first

    def equations(z: State) -> State:
        columns = D(lambda z: Up(image(list(z))))(Up(z))
        wrong = [a - b for a, b in zip(z, image(z), strict=True)]
        return [*wrong, *(int(i == k) - columns[k][i] for i in range(len(z)) for k in range(len(z)))]

    return newton(equations, guess, first)


def newton(equations: Callable[[State], Sequence[float]], guess: State, beside: State) -> State:
    """The unknowns for which the first outputs of a function vanish; the others are their derivatives.

    It ends where the corrections are small beside the unknowns, or do not get smaller and are so beside other numbers.

    Raises:  IntegrationError if Newton's method does not get there
    >>> [z] = newton(lambda z: [z[0] * z[0] - 2.0, 2 * z[0]], [1.0], [])
    >>> abs(z - math.sqrt(2)) < 1e-15
    True
    """
    import numpy

    z, count, last = list(guess), len(guess), math.inf
    rounding = CLOSE * max(map(abs, [*guess, *beside]), default=0.0)
    for _ in range(ITERATIONS):
        found = numpy.array(equations(z))
        try:
            change = numpy.linalg.solve(found[count:].reshape(count, count), found[:count]).tolist()
        except numpy.linalg.LinAlgError:
            raise IntegrationError(f"the equations of an implicit step are singular; {_SHORTER}") from None
        z = [x - dx for x, dx in zip(z, change, strict=True)]
        size = max(map(abs, change))
        if not math.isfinite(size):
            break
        if size <= CLOSE * max(map(abs, z)) or (last <= size <= rounding):
            return z
        last = size
    raise IntegrationError(f"Newton's method does not converge in an implicit step; {_SHORTER}")
