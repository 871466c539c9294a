"""Code of steps, of continued solutions, of iterated maps."""

from __future__ import annotations

import ctypes
import math
import sys
from array import array
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from hashlib import sha256
from operator import add
from typing import Any, NamedTuple

from scmpy.calculus.derivative import D
from scmpy.errors import IntegrationError, WrongTypeError, warn
from scmpy.numerics.compile.codegen import Code, python_function
from scmpy.numerics.compile.ir import GraphBuilder, StraightLineProgram, gradients
from scmpy.numerics.compile.llvm import DOUBLE, WHOLE, Array, Loaded, Operand_, Value, Writer, loaded, module, written
from scmpy.numerics.ode import llvm_loop
from scmpy.numerics.ode.dense_output import Table
from scmpy.numerics.ode.methods import Composition, Method, Slope, Solve, State, StepResult, between
from scmpy.numerics.ode.step_control import Integrator, Step, Stepper, Switching
from scmpy.numerics.ode.taylor import loop_for
from scmpy.pickling import Portable, portable
from scmpy.registry import numpy
from scmpy.structure.tuples import Up

# --- stepping --------------------------------------------------------------------------------------------------------
# Steps as code: the text of a method, run on values, with the schedule of the slope put in where it is called.
#
# What an implicit method solves, z = image(z), becomes a part of its own. It is iterated as it stands while changes get
# smaller, until only rounding is left; where that does not come soon, Newton's method takes z - image(z) and the matrix
# of its derivatives by z. What does not depend on itself need not be solved for: so a method for any
# Hamiltonian is explicit for a separable one.
#
# Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, VIII.6

ITERATIONS = 25  # at most, of either kind
CLOSE = 1e-10  # a correction as small, relative to the unknowns, is Newton's last one: the next would be its square
ROUNDING = 2.0**-52  # a change as small, relative to the unknowns, is the last one of an iteration
NOISE = 1e-12  # and one as small, if it is no smaller than the last
PREDICTING = 8  # steps before one of machine code predict what it will find
LONG_PAST = 16  # steps do, where the last difference is less than that of those
SOON = 2.0  # changes are smaller than the first by this factor a turn, or Newton's method is faster


_SHORTER = "a shorter step may help"


class Part(NamedTuple):
    """What is solved for in a step.

    The inputs of both schedules are the state, parameters, the length, what earlier parts have found, and for
    ``image`` the unknowns; their outputs are a guess, and the image.
    """

    guess: StraightLineProgram
    image: StraightLineProgram

    @property
    def unknowns(self) -> int:
        return len(self.guess.outputs)

    def equations(self) -> StraightLineProgram:
        """From the same inputs z - image(z), and its derivatives by z, row by row: for Newton's method."""
        draft, count = GraphBuilder(), self.unknowns
        inputs = draft.unknowns(self.image.inputs)
        unknowns = inputs[-count:]
        wrong = [z - moved for z, moved in zip(unknowns, draft.inline(self.image, inputs), strict=True)]
        rows = gradients(draft, wrong, unknowns)
        return draft.schedule(inputs, [*wrong, *(row.get(k, 0.0) for row in rows for k in range(count))])


class Program(NamedTuple):
    """A step as schedules: what is solved for, one after the other, then the new state and the vectors of error.

    The inputs of ``last`` are the state, parameters, the length and all that was solved for. It is done for each of the
    lengths, which are parts of the whole.
    """

    parts: list[Part]
    last: StraightLineProgram
    lengths: Sequence[float] = (1.0,)


def program(method: Method, slope: StraightLineProgram, size: int | None = None) -> Program:
    """The step of a method as schedules, from the schedule of the slope.

    The inputs of the slope are so many numbers of the state, the first of which is the time, and parameters. What steps
    of a composition solve for is written once for all.
    """
    if isinstance(method.step, Composition):
        once = program(replace(method, step=method.step.text), slope, size)
        if once.parts:
            return once._replace(lengths=method.step.lengths)
    draft = GraphBuilder()
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
        first = draft.schedule(inputs, [guess[i] for i in left])
        inputs.extend(unknowns)
        parts.append(Part(first, draft.schedule(inputs, [moved[i] for i in left])))
        return z

    start: State = list(y)
    taken = method.step(rates, y[0], start, rates(y[0], start), h, *((solve,) if method.implicit else ()))
    return Program(parts, draft.schedule(inputs, [*taken.state, *(x for error in taken.errors for x in error)]))


class CompiledStep:
    def __init__(self, found: Program, parameters: Sequence[float] = ()) -> None:
        self.program, self.parameters = found, list(parameters)
        self.parts = [(python_function(part.guess), python_function(part.image)) for part in found.parts]
        self.equations: dict[int, Code] = {}
        self.last = python_function(found.last)

    def __reduce__(self) -> Any:
        return CompiledStep, (self.program, self.parameters)

    def __call__(self, y: State, h: float) -> State:
        for part in self.program.lengths:
            y = self._step(y, part * h)
        return y

    def _step(self, y: State, h: float) -> State:
        known = [*y, *self.parameters, h]
        for k, (guess, image) in enumerate(self.parts):
            first = guess(known)
            z = contracted(partial(_at, image, known), first)
            known = known + (self._by_newton(k, first, known) if z is None else z)
        found: State = self.last(known)
        return found

    def _by_newton(self, k: int, guess: State, known: State) -> State:
        if k not in self.equations:
            self.equations[k] = python_function(self.program.parts[k].equations())
        return newton(partial(_at, self.equations[k], known), guess, known)


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

    def __call__(self, slope: Slope, t: Any, y: State, f: Sequence[Any], h: Any) -> StepResult:
        found, size = self.stepper(y, h), len(y)
        return StepResult(found[:size], tuple(found[i : i + size] for i in range(size, len(found), size)))


def solved_by(method: Method, stepper: Stepper) -> Method:
    return replace(method, step=SolvedStep(stepper), implicit=False)


def solved(image: Callable[[State], State], guess: State) -> State:
    first = image(guess)
    if image(first) == first:
        return first

    def equations(z: State) -> State:
        columns = D(lambda z: Up(image(list(z))))(Up(z))
        wrong = [a - b for a, b in zip(z, image(z), strict=True)]
        return [*wrong, *(int(i == k) - columns[k][i] for i in range(len(z)) for k in range(len(z)))]

    return newton(equations, guess, first)


def contracted(image: Callable[[State], Sequence[float]], guess: State) -> State | None:
    """The unknowns that are their image, by iteration; None where its changes do not get small soon."""
    z, last, most = list(guess), 0.0, math.inf
    for turn in range(ITERATIONS):
        after = list(image(z))
        size, scale = max(abs(x - y) for x, y in zip(after, z, strict=True)), max(map(abs, after))
        z = after
        if size <= ROUNDING * scale or size * size <= last * ROUNDING * scale or last <= size <= NOISE * scale:
            return z
        most = size if turn == 0 else most / SOON
        if not size <= most:
            return None
        last = size
    return None


def newton(equations: Callable[[State], Sequence[float]], guess: State, beside: State) -> State:
    """The unknowns for which the first outputs of a function vanish; the others are their derivatives.

    It ends where the corrections are small beside the unknowns, or do not get smaller and are so beside other numbers.

    Raises:  IntegrationError if Newton's method does not get there
    """
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


# --- compiled --------------------------------------------------------------------------------------------------------
# Solutions continued by machine code: the loop of :mod:`scmpy.numerics.ode.llvm_loop`, called from Python.
#
# The code takes the steps that the driver would take, many in one call. Calls are short, so that Ctrl-C is seen, and
# the interpreter's lock is released in them. A step at which a number is not finite, or which gets too short, is left
# to the driver, which asks the derivative itself and says what is wrong; then the code goes on.
#
# Making code takes as long as some thousand steps in Python: it is made when motions by the same slope have taken
# :data:`PATIENCE` steps.

PATIENCE = 300  # steps in Python come first
_NANOSECONDS = 3_000_000  # of a call, about
_FEWEST_ROWS, _MOST_ROWS = 64, 1024  # of a record

_patience: dict[str, list[int]] = {}  # the steps that are left to Python, by the key of the code
_MOST_KEYS = 10_000  # codes whose steps are counted: then the counts begin again

_POINTER, _DOUBLE, _WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
PROTOTYPE = ctypes.CFUNCTYPE(_WHOLE, _POINTER, _POINTER, _POINTER, _DOUBLE, _DOUBLE, _WHOLE)


def advancing(
    graph: StraightLineProgram,
    method: Method,
    recording: bool,
    scaled: bool = False,
    more: Sequence[tuple[Writer, str]] = (),
) -> str:
    loop = loop_for(method, llvm_loop.Loop)(graph, method, recording, scaled)
    return module(*loop.functions(), *more)


class MachineCode:
    """Functions of machine code by their kind, each made when it is first run."""

    patience: int
    name: str  #: of the function in the texts
    prototype: Any
    identity: Any  #: what the texts depend on beside the kind
    _functions: dict[Any, Loaded]

    def function(self, kind: Any, write: Callable[[], str]) -> Loaded | None:
        """The code of a kind, whose text is written where it is not known; None where there can be none."""
        if kind not in self._functions:
            try:
                self._functions[kind] = loaded((self.name, kind, self.identity), self.name, self.prototype, write)
            except (RuntimeError, OSError, WrongTypeError) as error:  # memory that cannot be run, for one
                warn(f"there is no machine code, integration takes longer: {error}")
                self.patience = sys.maxsize
        return self._functions.get(kind)


class Compiled(MachineCode, Portable):
    """The loop for a slope, whose schedule is given, and a method; the code is made when it is first run.

    Where the schedule has guards, it ends where one turns, and the solution goes another way. Where it is ``scaled``,
    the solutions have a scale, which is given to the code after the parameters.
    """

    name, prototype = "advance", PROTOTYPE

    def __init__(
        self,
        graph: StraightLineProgram,
        method: Method,
        parameters: Sequence[float] = (),
        patience: int | None = None,
        scaled: bool = False,
    ) -> None:
        self.graph, self.method, self.parameters, self.scaled = graph, method, array("d", parameters), scaled
        self.identity = sha256(repr((method.name, method.order, scaled, graph)).encode()).hexdigest()
        if len(_patience) >= _MOST_KEYS:
            _patience.clear()
        self._patience = _patience.setdefault(self.identity, [PATIENCE]) if patience is None else [patience]
        self.count = len(graph.outputs)
        self.places = range(llvm_loop.NUMBERS, llvm_loop.numbers_in(graph), self.count)  # in an orbit
        calls, vectors = llvm_loop.cost_of(method)
        self.row = llvm_loop.NUMBERS + self.count * vectors
        self.budget = max(1, _NANOSECONDS // (2 * calls * len(graph.operations) + 100 * self.count))
        self._functions = {}

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Compiled, (self.graph, self.method, self.parameters, None, self.scaled)))

    def with_parameters(self, parameters: Sequence[float]) -> Compiled:
        other = object.__new__(Compiled)
        vars(other).update(vars(self), parameters=array("d", parameters))
        return other

    @property
    def patience(self) -> int:
        """The steps that are taken in Python before: by all that have this slope, unless it was given its own."""
        return self._patience[0]

    @patience.setter
    def patience(self, steps: int) -> None:
        self._patience[0] = steps

    def advance(self, solution: Integrator, end: float) -> bool:
        """Move a solution along as far as the code can, to a time at most; is the next step the driver's?"""
        while (status := self._call(solution, end, self.budget)) is llvm_loop.Status.BUDGET_USED:
            pass
        return status is not llvm_loop.Status.TURNED and solution.time != end

    def enter(self, y: State, end: float, tolerance: float, length: float) -> tuple[bool, array[float]]:
        """One entry with a state and a length: is it at the end, and the orbit then? There are no guards."""
        write = lambda: advancing(self.graph, self.method, False, self.scaled)  # noqa: E731
        function = self._functions.get(False) or self.function(False, write)
        orbit = array("d", (y[0], length, 1.0, *y)) * 2  # the rates are found
        if function is None:
            return False, orbit
        orbits, parameters = orbit.buffer_info()[0], self.parameters.buffer_info()[0]
        return not function.call(orbits, parameters, None, end, tolerance, self.budget), orbit  # Status.REACHED

    def resume(self, solution: Integrator, orbit: array[float]) -> None:
        solution.count = solution.spent = int(orbit[llvm_loop.STEPS_TAKEN])
        if not solution.count:
            return
        solution.time, solution.length = orbit[llvm_loop.TIME], orbit[llvm_loop.LENGTH]
        solution.state, solution.rates = (orbit[i : i + self.count].tolist() for i in self.places)

    def pieces(self, solution: Integrator, end: float) -> Generator[Step | Table, None, bool]:
        """The steps of :meth:`advance`, in tables where the method has a polynomial; the solution may be ahead."""
        rows, polynomial = _FEWEST_ROWS, self.method.polynomial
        status, record = llvm_loop.Status.BUDGET_USED, array("d")
        while status is llvm_loop.Status.BUDGET_USED:
            if len(record) < self.row * rows:
                record = array("d", [0.0]) * (self.row * rows)
            count = solution.count
            status = self._call(solution, end, rows, record)
            table = Table(record[: (solution.count - count) * self.row], self.row, self.count, polynomial or between)
            if polynomial is None:
                yield from (step._replace(inside=self._again(solution, step)) for step in table)
            elif len(table):
                yield table
            rows = min(2 * rows, _MOST_ROWS, max(self.budget, _FEWEST_ROWS))
        return status is not llvm_loop.Status.TURNED and solution.time != end

    def _again(self, solution: Integrator, step: Step) -> Callable[[float], State]:
        slope = solution.slope
        return lambda when: solution.anew(slope, step.start, step.before, self).advance(when)

    def given(self, solution: Integrator) -> array[float]:
        scale = array("d", solution.scale or [1.0] * self.count) if self.scaled else array("d")
        return self.parameters + scale

    def _call(
        self, solution: Integrator, end: float, budget: int, record: array[float] | None = None
    ) -> llvm_loop.Status:
        recording = record is not None
        function = self.function(recording, lambda: advancing(self.graph, self.method, recording, self.scaled))
        return llvm_loop.Status.REACHED if function is None else self.run(function, solution, end, budget, record)[0]

    def run(
        self,
        function: Loaded,
        solution: Integrator,
        end: float,
        budget: int,
        record: array[float] | None = None,
        further: Sequence[float] = (),
    ) -> tuple[llvm_loop.Status, Sequence[float]]:
        n, left = self.count, int(min(budget, solution.allowance))
        if solution.ways is not None and solution.ways.is_watched:
            next_look = 4 ** ((solution.count.bit_length() + 1) // 2)
            left = min(left, next_look - solution.count)
        beyond = [0.0] * n if self.graph.guards else []
        numbers = solution.time, solution.length, 0.0, *solution.state, *solution.rates, *beyond, *further
        orbit, given = array("d", numbers), self.given(solution)
        addresses = (None if x is None else x.buffer_info()[0] for x in (orbit, given, record))
        status = llvm_loop.Status(function.call(*addresses, end, solution.tolerance, left))
        taken = int(orbit[llvm_loop.STEPS_TAKEN])
        if taken:
            solution.count += taken
            solution.spent += taken
            solution.time, solution.length = orbit[llvm_loop.TIME], orbit[llvm_loop.LENGTH]
            solution.state, solution.rates, *turned = (orbit[i : i + n].tolist() for i in self.places)
            if solution.ways is not None:
                solution.ways.watch(solution.count, solution.state)
            if status is llvm_loop.Status.TURNED:
                solution.go_another_way(Switching(solution.time, turned[0]), solution.length)
        return status if taken else llvm_loop.Status.REACHED, orbit[self.places.stop :]


ITERATES_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER, ctypes.c_int64)


def iterated(
    writer: Writer,
    point: Array,
    size: int,
    record: Array | None,
    count: Value,
    following: Callable[..., Sequence[Operand_]],
) -> str:
    """The text of a function that moves the numbers of a point on so many times, or until the loop is left.

    Its value is how many times it was; the record, if there is one, gets a row of numbers each time. The numbers that
    follow others are written by ``following``, from these and from what :meth:`Writer.leave` wants.
    """
    numbers = [writer.variable(point[i]) for i in range(size)]
    done = writer.variable(0, WHOLE)
    with writer.loop() as turns:
        with writer.when(done() >= count):
            writer.leave(turns)
        values = following([x() for x in numbers], turns)
        row = None if record is None else record.beginning(done() * size)
        for i, (number, value) in enumerate(zip(numbers, values, strict=True)):
            number.set(value)
            if row is not None:
                row[i] = value
        done.set(done() + 1)
    for i, number in enumerate(numbers):
        point[i] = number()
    return module((writer, writer.finished(done())))


def looping(graph: StraightLineProgram, recording: bool) -> str:
    """The text of a loop that applies a schedule so many times, or until a number is not finite: the times it was."""
    writer = Writer("f", ["point", "record", (WHOLE, "count")], WHOLE)
    point, record, count = writer.arguments

    def image(numbers: list[Value], turns: str) -> list[Operand_]:
        raising: list[Value] = []
        values = written(writer, graph, numbers, raising)
        watched = [*raising, *(x for x in values if isinstance(x, Value))]
        if watched:
            with writer.when(~writer.all_finite(watched)):
                writer.leave(turns)
        return values

    return iterated(writer, point, len(graph.outputs), record if recording else None, count, image)


# --- stepping code ---------------------------------------------------------------------------------------------------
# Steps of one length as machine code: many of them in one call, with Newton's method for what is solved for in each.
# Where a number is not finite, or Newton's method does not get to its end, it stops before that step, which is left to
# Python: that knows what to say.

STEPPING_PATIENCE = 1000  # steps in Python take as long as to make code
STEPS_BEFORE_NEWTON = 8  # that the code has left to Python
_MOST_STEPPING_ROWS = 4096  # of a record

_PROTOTYPE = ctypes.CFUNCTYPE(_WHOLE, _POINTER, _POINTER, _POINTER, _DOUBLE, _WHOLE)


def stepping(program: Program, size: int, recording: bool, by_newton: bool) -> str:
    """The text of the function (state, parameters, record, length, count) -> how many steps were taken.

    Without Newton's method it ends before a step that needs it.
    """
    writer = Writer("steps", ["state", "parameters", "record", (DOUBLE, "h"), (WHOLE, "count")], WHOLE)
    state, parameters, record, h, count = writer.arguments
    given = [parameters[i] for i in range(_parameters(program, size))]

    parts = writer.array(len(program.lengths))
    for i, part in enumerate(program.lengths):
        parts[i] = part
    pasts = [writer.array(len(program.lengths) * LONG_PAST * part.unknowns) for part in program.parts]
    before = writer.variable(0, WHOLE)

    def step(numbers: list[Value], turns: str) -> list[Operand_]:
        state = [writer.variable(x) for x in numbers]
        with writer.each(len(program.lengths)) as turn:
            known: list[Any] = [*(x() for x in state), *given, h * parts[turn]]
            for part, past in zip(program.parts, pasts, strict=True):
                own = past.beginning(turn * (LONG_PAST * part.unknowns))
                known += _solved(writer, part, own, before(), known, turns, by_newton)
            after = written(writer, program.last, known)[:size]
            with writer.when(~writer.all_finite(x for x in after if isinstance(x, Value))):
                writer.leave(turns)
            for variable, x in zip(state, after, strict=True):
                variable.set(x)
        before.set(before() + 1)
        return [x() for x in state]

    return iterated(writer, state, size, record if recording else None, count, step)


def _parameters(program: Program, size: int) -> int:
    first = program.parts[0].guess if program.parts else program.last
    return first.inputs - size - 1


def _solved(
    writer: Writer, part: Part, past: Array, before: Value, known: list[Any], failed: str, by_newton: bool
) -> list[Value]:
    """What a part finds; the past has the differences of what it found in the last steps, which predict it."""
    rows = [past.beginning(k * part.unknowns) for k in range(LONG_PAST)]

    def summed(some: Sequence[Array]) -> list[Value]:
        return [reduce(add, (row[i] for row in reversed(some))) for i in range(part.unknowns)]

    def size(row: Array) -> Any:
        return _largest(writer, [row[i] for i in range(part.unknowns)])

    z = list(map(writer.variable, summed(rows[:PREDICTING])))
    with writer.when((before >= LONG_PAST) & (size(rows[-1]) < size(rows[PREDICTING]))):
        for variable, more in zip(z, summed(rows[PREDICTING:]), strict=True):
            variable.set(variable() + more)
    with writer.when(before < PREDICTING):
        for variable, x in zip(z, written(writer, part.guess, known), strict=True):
            variable.set(x)
    last, most, is_left = writer.variable(0.0), writer.variable(0.0), writer.variable(1.0)
    turn = writer.variable(0, WHOLE)
    with writer.loop() as iteration:
        with writer.when(turn() >= ITERATIONS):
            writer.leave(iteration)
        now = [x() for x in z]
        after = written(writer, part.image, [*known, *now])
        for variable, x in zip(z, after, strict=True):
            variable.set(x)
        change, scale = _largest(writer, [x - y for x, y in zip(after, now, strict=True)]), _largest(writer, after)
        is_last = (change <= ROUNDING * scale) | (change * change <= last() * (ROUNDING * scale))
        with writer.when(is_last | ((last() <= change) & (change <= NOISE * scale))):
            is_left.set(0.0)
            writer.leave(iteration)
        most.set(writer.chosen(turn() <= 0, change, most() / SOON))
        with writer.when(~(change <= most())):
            writer.leave(iteration)
        last.set(change)
        turn.set(turn() + 1)
    with writer.when(is_left() > 0.0):
        if by_newton:
            _by_newton(writer, part, known, z, failed)
        else:
            writer.leave(failed)
    new = [x() for x in z]
    for row in rows:
        old = [row[i] for i in range(part.unknowns)]
        for i, x in enumerate(new):
            row[i] = x
        new = [x - y for x, y in zip(new, old, strict=True)]
    return [x() for x in z]


def _by_newton(writer: Writer, part: Part, known: list[Any], z: list[Any], failed: str) -> None:
    guess = written(writer, part.guess, known)
    for variable, x in zip(z, guess, strict=True):
        variable.set(x)
    rounding = CLOSE * _largest(writer, [*guess, *known])
    last, turn = writer.variable(float("inf")), writer.variable(0, WHOLE)
    equations = part.equations()
    with writer.loop() as newton:
        with writer.when(turn() >= ITERATIONS):
            writer.leave(failed)
        now = [x() for x in z]
        found = written(writer, equations, [*known, *now])
        n = len(z)
        matrix = [[writer.variable(x)() for x in found[i : i + n]] for i in range(n, n * n + n, n)]
        change = llvm_loop.solver(writer, matrix)([writer.variable(x)() for x in found[:n]])
        after = [x - dx for x, dx in zip(now, change, strict=True)]
        for variable, x in zip(z, after, strict=True):
            variable.set(x)
        size = _largest(writer, change)
        with writer.when(~writer.all_finite(change)):
            writer.leave(failed)
        with writer.when(size <= CLOSE * _largest(writer, after)):
            writer.leave(newton)
        with writer.when((last() <= size) & (size <= rounding)):
            writer.leave(newton)
        last.set(size)
        turn.set(turn() + 1)


def _largest(writer: Writer, values: Sequence[Any]) -> Any:
    found = writer.variable(0.0)()
    for x in values:
        found = writer.larger(found, abs(x))
    return found


class StepCode(MachineCode):
    """The code of the steps of a program, for states of so many numbers; it is made when it is first run.

    Newton's method is in it only where steps have needed it.
    """

    name, prototype, patience = "steps", _PROTOTYPE, STEPPING_PATIENCE

    def __init__(
        self, program: Program, parameters: Sequence[float], size: int, patience: int = STEPPING_PATIENCE
    ) -> None:
        self.program, self.parameters, self.size = program, array("d", parameters), size
        self.patience, self.identity = patience, (program, size)
        self.may_have_newton = all(part.unknowns <= llvm_loop.MOST_UNKNOWNS for part in program.parts)
        self.by_newton, self.left_to_python = False, 0
        schedules = [program.last, *(part.image for part in program.parts for _ in range(8))]
        cost = len(program.lengths) * sum(len(graph.operations) for graph in schedules)
        self.budget = max(100, _NANOSECONDS // (cost + 1))
        self._functions = {}

    def __reduce__(self) -> Any:
        return StepCode, (self.program, list(self.parameters), self.size)

    @property
    def is_ready(self) -> bool:
        return self.patience <= 0

    def advance(self, y: list[float], h: float, count: int) -> tuple[int, list[float]]:
        state, done = array("d", y), 0
        while done < count:
            wanted = min(self.budget, count - done)
            taken = self._call(state, None, h, wanted)
            done += taken
            if taken < wanted:
                break
        return done, state.tolist()

    def states(self, y: list[float], h: float, count: int) -> list[list[float]]:
        wanted = min(self.budget, count, _MOST_STEPPING_ROWS)
        record = array("d", bytes(8 * self.size * wanted))
        taken = self._call(array("d", y), record, h, wanted)
        return [record[i : i + self.size].tolist() for i in range(0, taken * self.size, self.size)]

    def _call(self, state: array[float], record: array[float] | None, h: float, count: int) -> int:
        recording = record is not None
        kind = recording, self.by_newton
        function = self.function(kind, lambda: stepping(self.program, self.size, *kind))
        addresses = (None if x is None else x.buffer_info()[0] for x in (state, self.parameters, record))
        taken = 0 if function is None else int(function.call(*addresses, h, count))
        self.left_to_python += taken < count
        if self.left_to_python > STEPS_BEFORE_NEWTON and not self.by_newton:
            if not self.may_have_newton:
                self.patience = sys.maxsize
            self.by_newton = self.may_have_newton
        return taken
