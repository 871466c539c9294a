"""Variants: the code of a function that decides, one for each way through its decisions that has been met.

The code of a variant computes the guards too, and says where they fail. There the function is traced again; it takes
another way, and both codes are kept. A function that decides nothing has one variant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic import operations as g
from scmpy.generic.arguments import length
from scmpy.generic.arrays import is_array
from scmpy.generic.composite import Composite, builder
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import name_of
from scmpy.generic.graphs import parts_first
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.schedule import Schedule, schedule
from scmpy.numerics.compile.targets import Code, numpy_function, python_function
from scmpy.numerics.compile.trace import Decision, Trace, Untraceable, line_of, traced
from scmpy.numerics.compile.values import entries, map_entries, same_shape
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves, unflatten
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import MINUS, OVER, PI, PLUS, TIMES, Application, Expression, Symbol, symbol

MOST_VARIANTS = 32  # of one function
AGREEMENT = 1e-8  # of the code with the function, relative to the largest number among the values


class Uncompiled(ScmpyError):
    """A function cannot be compiled, for this reason: it can still run as it is."""


class Variant:
    """The code of a function where its decisions are these."""

    def __init__(
        self,
        graph: Schedule,
        value_shape: Any,
        decisions: tuple[Decision, ...],
        nodes: Sequence[Expression],
        target: str | None = None,
    ) -> None:
        self.target = target
        self.schedule = graph
        self.nodes = nodes  # of the graph, that are computed
        self.value_shape = value_shape  # with a number where a value is one, None where it is computed
        self.decisions = decisions

    def __reduce__(self) -> Any:
        return Variant, (self.schedule, self.value_shape, self.decisions, self.nodes, self.target)

    @cached_property
    def code(self) -> Code:
        """The code that computes what is no constant."""
        return self._written(self.schedule)

    @cached_property
    def complete(self) -> Schedule:
        """The schedule for all leaves of the value, those that are constant as well."""
        computed = iter(self.schedule.outputs)
        outputs = [next(computed) if x is None else float(g.inexact(x)) for x in entries(self.value_shape)]
        return self.schedule._replace(outputs=outputs)

    @cached_property
    def complete_code(self) -> Code:
        """The code that computes all leaves of the value."""
        return self._written(self.complete)

    @cached_property
    def continued(self) -> Code:
        """The code for all leaves of the value, whether the guards hold or not."""
        return self._written(self.complete._replace(guards=()))

    @cached_property
    def guarding(self) -> Code:
        """The code that gives nothing, or None where a guard fails."""
        return self._written(self.schedule._replace(outputs=[]))

    def _written(self, graph: Schedule) -> Code:
        if self.target != "llvm":
            return python_function(graph)
        from scmpy.numerics.compile import native

        return native.llvm_function(graph)

    @cached_property
    def arrays(self) -> Code:
        """The code on arrays of what is no constant, and of the differences that the guards are of.

        Where there are guards it goes on where a number is not finite: another variant may have the value there.
        """
        if self.target != "python" and not self.decisions and machine.is_available():
            from scmpy.numerics.compile import native

            with suppress(WrongTypeError):
                return native.llvm_array_function(self.schedule)
        return numpy_function(self.schedule.with_differences())

    @cached_property
    def shaped(self) -> Callable[[Iterator[Any]], Any]:
        """The function from the computed leaves to the value that has them."""
        shape = self.value_shape
        if any(isinstance(leaf, tuple) or is_array(leaf) for leaf in leaves(shape)):
            return lambda found: map_entries(lambda known: next(found) if known is None else known, shape)
        return builder(shape, lambda leaf: leaf is None)


class Variants:
    """The variants of a function of numbers and tuples, the one that was used last first.

    Smooth ones are for integration, which stays on one of them for a while: when there are too many, it forgets one.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        place: Structure,
        target: str | None = None,
        smooth: bool = False,
        known: tuple[Variant, ...] = (),
    ) -> None:
        self.function = function
        self.place = place
        self.target = target
        self.smooth = smooth
        self.known = known or (variant(function, place, target, smooth),)  # threads see all of it or the one before
        self.is_closed = False  # to others

    def __reduce__(self) -> Any:
        return Variants, (self.function, self.place, self.target, self.smooth, self.known)

    def numbers(self, values: list[float], place: list[Any], complete: bool = False) -> tuple[Variant, Any] | None:
        """The variant whose guards hold at these numbers, and what its code computes; None if there is none.

        What is not finite counts as not computed. The place has the same numbers, the exact ones exact.
        """
        known = self.known
        for way in known:
            found = numbers_of(way.complete_code if complete else way.code, values)
            if found is not None:
                if way is not known[0]:
                    self.known = (way, *(other for other in known if other is not way))
                return way, found
        another = self.another(place)
        if another is None:
            return None
        found = numbers_of(another.complete_code if complete else another.code, values)
        return None if found is None else (another, found)

    @property
    def decides(self) -> bool:
        """Does the function decide by its arguments, as far as it is known?"""
        return any(way.decisions for way in self.known)

    def another(self, place: list[Any]) -> Variant | None:
        """The variant that the function takes at a place where the guards of all others fail, if there is one."""
        if self.is_closed or not self.decides:
            return None
        try:
            found = variant(self.function, unflatten(iter(place), self.place), self.target, self.smooth)
        except Uncompiled as refusal:
            self._close(refusal.message)
            return None
        except (ScmpyError, ArithmeticError, TypeError, ValueError, AttributeError):
            return None  # the function's own error, which it is asked for
        if any(found.decisions == way.decisions for way in self.known):
            return None  # they differ by rounding
        if len(self.known) >= MOST_VARIANTS and not self.smooth:
            self._close(f"takes more than {MOST_VARIANTS} ways by the values of its arguments")
            return None
        self.known = (found, *self.known[: MOST_VARIANTS - 1])
        return found

    def every_way(self) -> list[Schedule]:
        """The schedules of all ways through the decisions, for all leaves of the value.

        Where the function has no value there is none.

        Raises:  ScmpyError where they are too many, or not known
        """
        if not self.known[0].decisions:
            return [self.known[0].complete]
        pending: list[tuple[bool, ...]] = [()]
        found: list[Schedule] = []
        while pending:
            forced = pending.pop()
            try:
                trace, value = traced(self.function, self.place, self.smooth, forced)
            except Untraceable as question:
                raise ScmpyError(f"{name_of(self.function)} {question.why}: there is no text of it") from None
            except (ScmpyError, ArithmeticError, TypeError, ValueError):
                continue  # it has no value there
            found.append(_of_trace(trace, value, self.target).complete)
            taken = [decision.holds for decision in trace.decisions]
            pending += [(*taken[:i], not taken[i]) for i in range(len(forced), len(taken))]
            if len(found) + len(pending) > MOST_VARIANTS:
                why = f"decides in more than {MOST_VARIANTS} ways by the values of its arguments"
                raise ScmpyError(f"{name_of(self.function)} {why}: there is no text of it")
        return found

    def _close(self, why: str) -> None:
        warn(f"{name_of(self.function)} {why}; there it is not compiled and runs as it is, which takes longer")
        self.is_closed = True


def numbers_of(code: Code, values: list[float]) -> list[float] | None:
    """What code computes from floats; None where a guard fails or a number is not finite and real."""
    try:
        found: list[float] | None = code(values)
    except (ValueError, ArithmeticError):
        return None
    return found if found is not None and all(map(math.isfinite, found)) else None


def variant(f: Callable[..., Any], place: Structure, target: str | None = None, smooth: bool = False) -> Variant:
    """The way of a function through its decisions at a place.

    Raises:  Uncompiled if it cannot be compiled; WrongTypeError if symbols or literal functions are in it; ScmpyError
             if its code disagrees with it; what the function raises itself
    """
    try:
        trace, value = traced(f, place, smooth)
    except Untraceable as question:
        raise Uncompiled(f"{question.why}{line_of(question.__traceback__)}") from None
    except (ScmpyError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        f(*place.components)  # whose own error it is, if it has one
        raise Uncompiled(f"is not made of scmpy's operations on numbers and tuples: {error}") from None
    found = _of_trace(trace, value, target)
    _compare(f, found, place)
    return found


def _of_trace(trace: Trace, value: Any, target: str | None) -> Variant:
    nodes = list(filter(_is_computed, entries(value)))
    try:
        graph = schedule(trace.unknowns, nodes, trace.decisions)
    except DomainError as error:
        raise Uncompiled(str(error)) from None
    shape = map_entries(lambda x: None if _is_computed(x) else x, value)
    return Variant(graph, shape, trace.decisions, nodes, target)


def _is_computed(value: Any) -> bool:
    return isinstance(value, Expression)


def _compare(f: Callable[..., Any], found: Variant, place: Structure) -> None:
    """An error where the code and the function differ at the place that it was traced at."""
    mine = numbers_of(found.code, list(map(float, leaves(place))))
    if mine is None:
        return
    value = f(*place.components)
    ours, theirs = found.shaped(iter(mine)), as_tuples(value)
    if same_shape(ours, theirs) and len(entries(ours)) == len(entries(theirs)):
        pairs = [(complex(x), complex(y)) for x, y in zip(entries(ours), entries(theirs), strict=True)]
        most = max((abs(y) for _, y in pairs), default=0.0)
        if all(abs(x - y) <= AGREEMENT * max(most, 1e-300) for x, y in pairs):
            return
    raise ScmpyError(
        f"compile-function: {name_of(f)} is {_shown(value)} at {_shown(place)}, its code gives {_shown(ours)}: does it "
        "depend on the types of its arguments, or on what changes from call to call?"
    )


def _shown(value: Any) -> str:
    """A value's own text, if it is short, else what it is."""
    text = str(value)
    return text if len(text) <= 200 else describe(value)


@lru_cache(maxsize=256)
def decisions_by_first(found: Variant, parameters: tuple[float, ...], linear: bool) -> tuple[Decision, ...]:
    """The decisions by the first argument alone, where parameters are these; those linear in it if they are wanted.

    >>> from scmpy import compile_function, up
    >>> f = compile_function(lambda s: up(1, 1 if abs(s[0]) < 5 and s[0] < 2 else s[1]), up(0.0, 0.0))
    >>> [len(decisions_by_first(f.variants.known[0], (), linear)) for linear in (True, False)]
    [2, 1]
    """
    first, count = symbol("$0"), found.schedule.inputs - len(parameters)
    known: dict[Any, Any] = {symbol(f"${count + i}"): x for i, x in enumerate(parameters)}
    kept = []
    for decision in found.decisions:
        sides = [substitute(x, known) if isinstance(x, Expression) else x for x in (decision.left, decision.right)]
        inside = {x for x in parts_first(sides, lambda x: getattr(x, "operands", None)) if isinstance(x, Symbol)}
        if inside - {PI} == {first} and (linear or not all(map(_is_linear, sides))):
            kept.append(decision._replace(left=sides[0], right=sides[1]))
    return tuple(kept)


def _is_linear(x: Any) -> bool:
    """Is this linear in what is not constant, as it is written?"""
    if not isinstance(x, Application) or x.constant:
        return True
    varying = [y for y in x.operands if isinstance(y, Expression) and not y.constant]
    heads = (
        {PLUS, MINUS} | ({TIMES} if len(varying) == 1 else set()) | ({OVER} if varying == [x.operands[0]] else set())
    )
    return x.operator in heads and all(map(_is_linear, varying))


def as_tuples(value: Any) -> Any:
    """The value with up tuples for vectors, and quantities for units."""
    if isinstance(value, list):
        length(len(value), "compile-function")
        return Up(map(as_tuples, value))
    if isinstance(value, Composite):
        return value._with_parts_([*map(as_tuples, value._parts_())])
    return converted(value)
