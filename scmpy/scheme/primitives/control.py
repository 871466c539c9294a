"""Procedures, continuations, multiple values, dynamic state, conditions."""

import itertools
import time
from collections.abc import Callable
from typing import Any

from scmpy.errors import ArityError, ExitError, LimitError, ScmpyError, WrongTypeError
from scmpy.generic.kinds import Procedure, is_procedure
from scmpy.generic.tail_calls import TailCall, tail_called
from scmpy.scheme.admission import admitted, applied
from scmpy.scheme.data import DEFAULT, MultipleValues, Pair, list_of, values_of
from scmpy.scheme.diagnosis import accepts, arity_error, procedure_arity
from scmpy.scheme.primitives.base import PRIMITIVES, Index, primitive, wrong_type
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.printer import write_text
from scmpy.scheme.runtime import is_scheme_procedure
from scmpy.symbolic.expression import Symbol, symbol


@primitive("procedure?")
def is_procedure_(value: Any) -> Any:
    """Can this be applied?

    Source:  R7RS 6.10
    """
    return is_procedure(value) or callable(value)


@primitive("compound-procedure?")
def is_compound_procedure(value: Any) -> Any:
    """Is this a procedure written in Scheme?

    Source:  MIT/GNU Scheme Reference, Procedures
    """
    return is_scheme_procedure(value)


@primitive("procedure-arity")
def procedure_arity_(procedure: Any) -> Any:
    """The least and the greatest number of arguments (#f: any number).

    Source:  MIT/GNU Scheme Reference, Procedures
    """
    least, most = procedure_arity(procedure)
    return Pair(least, False if most is None else most)


@primitive("runtime")
def runtime() -> Any:
    """The time that the process has computed, in seconds.

    Source:  MIT/GNU Scheme Reference, Machine Time
    """
    return time.process_time()


@primitive("real-time")
def real_time() -> Any:
    """The time in milliseconds.

    Source:  MIT/GNU Scheme Reference, Machine Time
    """
    return 1000 * time.time()


@primitive("current-time")
def current_time() -> Any:
    """Seconds since the epoch."""
    return int(time.time())


@primitive("current-second")
def current_second() -> Any:
    """Seconds since the epoch, with fractions.

    Source:  R7RS 6.14
    """
    return time.time()


@primitive("current-jiffy")
def current_jiffy() -> Any:
    """Nanoseconds since some start.

    Source:  R7RS 6.14
    """
    return time.perf_counter_ns()


@primitive("jiffies-per-second")
def jiffies_per_second() -> Any:
    """How many jiffies a second has.

    Source:  R7RS 6.14
    """
    return 1_000_000_000


@primitive("with-timings")
def with_timings(thunk: Any, receiver: Any) -> Any:
    """Call the thunk; the receiver gets the milliseconds of its run, of collecting garbage (0), and of real time."""
    processor, clock = time.process_time(), time.perf_counter()
    thunk()
    spent, passed = time.process_time() - processor, time.perf_counter() - clock
    return receiver(round(1000 * spent), 0, round(1000 * passed))


@primitive("exit", "emergency-exit", "%exit")
def exit_(code: Any = 0) -> Any:
    """End the program, with a number or a truth value for its status; a notebook or a session of Python's goes on.

    Source:  R7RS 6.14
    """
    raise ExitError(code & 0xFF if isinstance(code, int) and not isinstance(code, bool) else int(code is False))


# -- tail calls ---------------------------------------------------------------------------------------------------


def _apply(procedure: Any, *arguments: Any) -> Any:
    """Apply the procedure to the arguments, the last of which is a list of more.

    Source:  R7RS 6.10
    """
    if not arguments:
        return TailCall((applied(procedure), (), None))
    last = arguments[-1]
    try:
        more = items_of(last, len(arguments), "apply")
    except ScmpyError:
        message = f"The object {write_text(last)}, passed as the last argument to apply, is not a list."
        raise WrongTypeError(message) from None
    return TailCall((applied(procedure), (*arguments[:-1], *more), None))


apply = PRIMITIVES["apply"] = tail_called("apply", _apply)


def _call_with_values(producer: Any, receiver: Any) -> Any:
    """Apply the receiver to the values that the producer returns.

    Source:  R7RS 6.10
    """
    return TailCall((admitted(receiver), values_of(admitted(producer)()), None))


call_with_values = PRIMITIVES["call-with-values"] = tail_called("call-with-values", _call_with_values)
PRIMITIVES["with-values"] = call_with_values


@primitive("values")
def values(*results: Any) -> Any:
    """Return several values.

    Source:  R7RS 6.10
    """
    return results[0] if len(results) == 1 else MultipleValues(results)


def wrong_number_of_values(got: int, wanted: int) -> ArityError:
    """The error of define-values."""
    return ArityError(f"{got} values where {wanted} were expected")


def values_list(result: Any, shape: tuple[int, bool]) -> list[Any]:
    """What define-values binds: as many values as there are variables, the rest in a list."""
    values, (count, rest) = values_of(result), shape
    if len(values) < count or (len(values) > count and not rest):
        raise wrong_number_of_values(len(values), count)
    return [*values[:count], list_of(values[count:])] if rest else list(values)


def case_procedure(*clauses: Any) -> Any:
    """What case-lambda makes: the first clause that takes as many arguments as there are."""

    def case_lambda(*arguments: Any) -> Any:
        for clause in clauses:
            least, most = procedure_arity(clause)
            if least <= len(arguments) and (most is None or len(arguments) <= most):
                return clause(*arguments)
        raise arity_error(case_lambda, len(arguments))

    return case_lambda


# -- continuations ------------------------------------------------------------------------------------------------


class _Escape(BaseException):
    """Control on its way to a continuation."""

    def __init__(self, continuation: "Continuation", thunk: Callable[[], Any]) -> None:
        super().__init__()
        self.continuation = continuation
        self.thunk = thunk  # of the value, to be called where the continuation is


class Continuation(Procedure):
    """An escape procedure: it can be called as long as its call/cc has not returned.

    A continuation of Python cannot be entered a second time, so that generators made by call/cc do not work: streams
    do what they do.
    """

    __slots__ = ("active",)
    __name__ = "continuation"

    def __init__(self) -> None:
        self.active = True

    def __call__(self, *results: Any) -> Any:
        self.escape(lambda: values(*results))

    def escape(self, thunk: Callable[[], Any]) -> None:
        """Return the value of a thunk from the call/cc."""
        if not self.active:
            message = "a continuation can be called only while the call/cc that made it has not returned"
            raise LimitError(f"{message} (to come back later, use streams: cons-stream)")
        raise _Escape(self, thunk)


@primitive("call-with-current-continuation", "call/cc", "call-with-escape-continuation")
def call_cc(procedure: Any) -> Any:
    """Call the procedure with an escape procedure that returns from here, until call/cc has returned.

    A continuation cannot be entered again later, so that a generator cannot be suspended by one: a stream
    (cons-stream) is what produces values on demand.

    Source:  R7RS 6.10
    """
    continuation = Continuation()
    try:
        return procedure(continuation)
    except _Escape as escape:
        if escape.continuation is not continuation:
            raise
        thunk = escape.thunk
    finally:
        continuation.active = False
    return thunk()


@primitive("within-continuation")
def within_continuation(continuation: Continuation, thunk: Any) -> Any:
    """Return the value of a thunk from a call/cc; the thunk is called there.

    Source:  MIT/GNU Scheme Reference, Procedures
    """
    continuation.escape(thunk)


@primitive("dynamic-wind")
def dynamic_wind(before: Any, thunk: Any, after: Any) -> Any:
    """Call the three one after the other; the last also when control leaves the second in another way.

    Source:  R7RS 6.10
    """
    before()
    try:
        return thunk()
    finally:
        after()


# -- parameters ---------------------------------------------------------------------------------------------------


class Parameter(Procedure):
    """A dynamically bound value; called without arguments it returns it."""

    __slots__ = ("converter", "value")
    __name__ = "parameter"

    def __init__(self, value: Any, converter: Any) -> None:
        self.converter = converter
        self.value = self.convert(value)

    def convert(self, value: Any) -> Any:
        return value if self.converter is None else self.converter(value)

    def __call__(self) -> Any:
        return self.value


class SettableParameter(Parameter):
    """A parameter that an argument sets."""

    __slots__ = ()

    def __call__(self, value: Any = DEFAULT) -> Any:
        if value is DEFAULT:
            return self.value
        self.value = self.convert(value)
        return None


@primitive("make-settable-parameter")
def make_settable_parameter(value: Any, converter: Any = None) -> Any:
    """A parameter that is set when it is called with an argument.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return SettableParameter(value, converter)


@primitive("make-parameter", "make-unsettable-parameter")
def make_parameter(value: Any, converter: Any = None) -> Any:
    """A parameter for parameterize.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return Parameter(value, converter)


@primitive("parameterize*")
def parameterize_star(bindings: Any, thunk: Any) -> Any:
    """Call the thunk while the parameters of an association list have the values in it."""
    pairs = items_of(bindings, 1, "parameterize*")
    for pair in pairs:
        if not isinstance(pair, Pair):
            raise wrong_type(bindings, 1, "parameterize*")
    return with_parameters(thunk, *(part for pair in pairs for part in (pair.car, pair.cdr)))


def with_parameters(thunk: Any, *bindings: Any) -> Any:
    """Call the thunk while parameters have other values; ``bindings`` alternate parameters and values."""
    parameters = bindings[::2]
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            raise wrong_type(parameter, 1, "parameterize*")
    new = [parameter.convert(value) for parameter, value in zip(parameters, bindings[1::2], strict=True)]
    old = [parameter.value for parameter in parameters]
    try:
        for parameter, value in zip(parameters, new, strict=True):
            parameter.value = value
        return thunk()
    finally:
        for parameter, value in zip(parameters, old, strict=True):
            parameter.value = value


# -- symbols and truth values -------------------------------------------------------------------------------------

_generated = itertools.count(11)


@primitive("generate-uninterned-symbol", "gensym", "generate-symbol")
def generate_symbol(*_: Any) -> Any:
    """A symbol that was not there before.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    return symbol(f"g{next(_generated)}")


@primitive("boolean=?")
def boolean_equal(a: bool, b: bool, *more: bool) -> Any:
    """The same truth value.

    Source:  R7RS 6.3
    """
    return all(a is other for other in (b, *more))


@primitive("symbol=?")
def symbol_equal(a: Symbol, b: Symbol, *more: Symbol) -> Any:
    """The same symbol.

    Source:  R7RS 6.5
    """
    return all(a is other for other in (b, *more))


@primitive("primitive-procedure?", "compiled-procedure?")
def is_compiled_procedure(value: Any) -> Any:
    """Is this a procedure that is not written in Scheme?

    Source:  MIT/GNU Scheme Reference, Procedures
    """
    return is_procedure_(value) and not is_scheme_procedure(value)


@primitive("procedure-arity-valid?")
def is_procedure_arity_valid(procedure: Any, count: Index) -> Any:
    """Can the procedure be called with so many arguments?

    Source:  MIT/GNU Scheme Reference, Procedures
    """
    return accepts(procedure, count)


@primitive("guarantee")
def guarantee(predicate: Any, value: Any, caller: Any = None) -> Any:
    """The value, if it satisfies the predicate."""
    if predicate(value) is False:
        name = caller.name if isinstance(caller, Symbol) else "guarantee"
        raise wrong_type(value, 1, name)
    return value


@primitive("void")
def void(*_: Any) -> Any:
    """Nothing."""


PRIMITIVES.update({"true": True, "false": False})
