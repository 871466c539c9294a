"""Procedures, continuations, multiple values, dynamic state, conditions."""

from __future__ import annotations

import io
import itertools
import math
import operator
import time
from collections.abc import Callable
from contextvars import ContextVar
from fractions import Fraction
from typing import Annotated, Any, ClassVar
from weakref import WeakKeyDictionary

from scmpy.deep_stack import release_frames
from scmpy.errors import (
    ArityError,
    ConvergenceError,
    DivisionByZeroError,
    ExitError,
    IntegrationError,
    LimitError,
    SchemeError,
    ScmpyError,
    WrongTypeError,
    counted,
    requirement,
)
from scmpy.generic import operations as g
from scmpy.generic.functions import TailCall, tail_called
from scmpy.generic.numbers import exact
from scmpy.generic.types import Procedure, is_procedure
from scmpy.scheme.data import DEFAULT, MultipleValues, MutableString, Pair, list_of, values_of
from scmpy.scheme.diagnostics import accepts, as_scheme_error, procedure_arity
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Index,
    Items,
    bad_range,
    items_of,
    named,
    primitive,
    primitives,
    wrong_type,
)
from scmpy.scheme.primitives.ports import InputPort, Port, current_input, current_port, while_set
from scmpy.scheme.printer import CONDITION_TYPES, object_text, write_text
from scmpy.scheme.sandbox import applied, is_scheme_procedure, sandboxed
from scmpy.symbolic.expression import Symbol, symbol, uninterned


@primitive("procedure?", source="R7RS 6.10")
def is_procedure_(value: Any) -> Any:
    """Can this be applied?"""
    return is_procedure(value) or callable(value)


@primitive("procedure-arity", source="MIT Procedures")
def procedure_arity_(procedure: Any) -> Any:
    """The least and the greatest number of arguments (#f: any number)."""
    least, most = procedure_arity(procedure)
    return Pair(least, False if most is None else most)


primitives(
    "MIT Machine Time",
    ("runtime", (), "The time that the process has computed, in seconds.", lambda: time.process_time()),
    ("real-time", (), "The time in milliseconds.", lambda: 1000 * time.time()),
)


@primitive("sleep-current-thread", source="MIT Procedures")
def sleep_current_thread(milliseconds: Any) -> Any:
    """Wait so many milliseconds, or until interrupted."""
    wait = g.real(milliseconds, "sleep-current-thread") / 1000
    if not 0 <= wait < math.inf:
        raise bad_range(milliseconds, 1, "sleep-current-thread")
    end = time.monotonic() + wait
    while (rest := end - time.monotonic()) > 0:
        time.sleep(min(rest, 0.02))


class DecodedTime:
    kind_in_scheme = "decoded-time"

    def __init__(self, fields: time.struct_time) -> None:
        self.fields = fields


_PARTS_OF_TIME: dict[str, tuple[str, Callable[[time.struct_time], Any]]] = {
    **{
        name: (name, operator.itemgetter(place))
        for place, name in enumerate("year month day hour minute second".split())
    },
    "day-of-week": ("day of the week, from Monday, 0,", operator.attrgetter("tm_wday")),
    "zone": ("hours west of Greenwich", lambda t: exact(Fraction(-t.tm_gmtoff, 3600))),
    "date-string": ("date as text", lambda t: time.strftime(f"%A %B {t.tm_mday}, %Y", t)),
    "time-string": ("time of day as text", lambda t: time.strftime("%I:%M:%S %p", t).lstrip("0")),
}
primitives(
    "MIT Date and Time",
    ("local-decoded-time", (), "The date and the time of day here.", lambda: DecodedTime(time.localtime())),
    ("global-decoded-time", (), "The date and the time of day at Greenwich.", lambda: DecodedTime(time.gmtime())),
    *(
        (f"decoded-time/{name}", DecodedTime, f"The {noun} of a date.", lambda date, part=part: part(date.fields))
        for name, (noun, part) in _PARTS_OF_TIME.items()
    ),
)


primitives(
    "R7RS 6.14",
    ("current-time", (), "Seconds since the epoch.", lambda: int(time.time())),
    ("current-second", (), "Seconds since the epoch, with fractions.", lambda: time.time()),
    ("current-jiffy", (), "Nanoseconds since some start.", lambda: time.perf_counter_ns()),
    ("jiffies-per-second", (), "How many jiffies a second has.", lambda: 1_000_000_000),
)


@primitive("with-timings")
def with_timings(thunk: Any, receiver: Any) -> Any:
    """Call the thunk; the receiver gets the milliseconds of its run, of collecting garbage (0), and of real time."""
    processor, clock = time.process_time(), time.perf_counter()
    thunk()
    spent, passed = time.process_time() - processor, time.perf_counter() - clock
    return receiver(round(1000 * spent), 0, round(1000 * passed))


@primitive("exit", "emergency-exit", "%exit", source="R7RS 6.14")
def exit_(code: Any = 0) -> Any:
    """End the program, with a number or a truth value for its status; a notebook or a session of Python's goes on."""
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
    return TailCall((sandboxed(receiver), values_of(sandboxed(producer)()), None))


call_with_values = PRIMITIVES["call-with-values"] = tail_called("call-with-values", _call_with_values)
PRIMITIVES["with-values"] = call_with_values


@primitive("values", source="R7RS 6.10")
def values(*results: Any) -> Any:
    """Return several values."""
    return results[0] if len(results) == 1 else MultipleValues(results)


def values_list(result: Any, shape: tuple[int, bool]) -> list[Any]:
    """What define-values binds: as many values as there are variables, the rest in a list."""
    values, (count, rest) = values_of(result), shape
    if len(values) < count or (len(values) > count and not rest):
        raise ArityError(f"{len(values)} values where {count} were expected")
    return [*values[:count], list_of(values[count:])] if rest else list(values)


def case_procedure(*clauses: Any) -> Any:
    """What case-lambda makes: the first clause that takes as many arguments as there are."""

    arities = [procedure_arity(clause) for clause in clauses]

    def choose(*arguments: Any) -> Any:
        for clause, (least, most) in zip(clauses, arities, strict=True):
            if least <= len(arguments) and (most is None or len(arguments) <= most):
                return TailCall((clause, arguments, None))
        wanted = " or ".join(itertools.starmap(requirement, arities))
        given = f"The procedure {object_text(chosen)} has been called with {counted(len(arguments))}"
        raise ArityError(f"{given}; it requires {wanted}.")

    chosen = tail_called("case-lambda", choose)
    return chosen


# -- continuations ------------------------------------------------------------------------------------------------


class _Escape(BaseException):
    """Control on its way to a continuation."""

    def __init__(self, continuation: Continuation, thunk: Callable[[], Any]) -> None:
        super().__init__()
        self.continuation = continuation
        self.thunk = thunk  # of the value, to be called where the continuation is


class Continuation(Procedure):
    """An escape procedure: it can be called as long as its call/cc has not returned.

    A continuation of Python cannot be entered a second time, so that generators made by call/cc do not work: streams
    do what they do.
    """

    __slots__ = ("active",)
    kind_in_scheme = __name__ = "continuation"

    def __init__(self) -> None:
        self.active = True

    def __call__(self, *results: Any) -> Any:
        self.escape(lambda: values(*results))

    def escape(self, thunk: Callable[[], Any]) -> None:
        if not self.active:
            message = "a continuation can be called only while the call/cc that made it has not returned"
            raise ScmpyError(f"{message} (to come back later, use streams: cons-stream)")
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


@primitive("within-continuation", source="MIT Procedures")
def within_continuation(continuation: Continuation, thunk: Any) -> Any:
    """Return the value of a thunk from a call/cc; the thunk is called there."""
    continuation.escape(thunk)


@primitive("dynamic-wind", source="R7RS 6.10")
def dynamic_wind(before: Any, thunk: Any, after: Any) -> Any:
    """Call the three one after the other; the last also when control leaves the second in another way."""
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
        if converter is not None and not is_procedure_(converter):
            raise wrong_type(converter, 2, "make-parameter")
        self.converter = converter
        self.value = self.convert(value)

    def convert(self, value: Any) -> Any:
        return value if self.converter is None else self.converter(value)

    def __call__(self) -> Any:
        return self.value


class SettableParameter(Parameter):
    __slots__ = ()

    def __call__(self, value: Any = DEFAULT) -> Any:
        if value is DEFAULT:
            return self.value
        self.value = self.convert(value)
        return None


class _CurrentPort:
    def __init__(self, variable: ContextVar[Any], kind: type) -> None:
        self.variable, self.kind = variable, kind

    def convert(self, value: Any) -> Any:
        if not isinstance(value, self.kind):
            raise wrong_type(value, 2, "parameterize*")
        return value

    @property
    def value(self) -> Any:
        return self.variable.get()

    @value.setter
    def value(self, port: Any) -> None:
        self.variable.set(port)


_CURRENT_PORTS = {
    PRIMITIVES["current-output-port"]: _CurrentPort(current_port, Port),
    PRIMITIVES["current-input-port"]: _CurrentPort(current_input, InputPort),
}


@primitive("make-settable-parameter", source="MIT Miscellaneous Datatypes")
def make_settable_parameter(value: Any, converter: Any = None) -> Any:
    """A parameter that is set when it is called with an argument."""
    return SettableParameter(value, converter)


@primitive("make-parameter", "make-unsettable-parameter", source="MIT Miscellaneous Datatypes")
def make_parameter(value: Any, converter: Any = None) -> Any:
    """A parameter for parameterize."""
    return Parameter(value, converter)


@primitive("parameterize*")
def parameterize_star(bindings: Items, thunk: Any) -> Any:
    """Call the thunk while the parameters of an association list have the values in it."""
    for pair in bindings:
        if not isinstance(pair, Pair):
            raise wrong_type(list_of(bindings), 1, "parameterize*")
    return with_parameters(thunk, *(part for pair in bindings for part in (pair.car, pair.cdr)))


def with_parameters(thunk: Any, *bindings: Any) -> Any:
    """Call the thunk while parameters have other values; ``bindings`` alternate parameters and values."""
    parameters = [_CURRENT_PORTS.get(given, given) for given in bindings[::2]]
    for parameter in parameters:
        if not isinstance(parameter, (Parameter, _CurrentPort)):
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


_generated = itertools.count(11)


_NEW = "generate-uninterned-symbol gensym generate-symbol"
primitives(
    "MIT Miscellaneous Datatypes",
    (_NEW, (), "A symbol that was not there before.", lambda *_: uninterned(f"g{next(_generated)}")),
    (
        "boolean=?",
        (),
        "Have all the same truth value?",
        lambda a, b, *more: all((a is False) is (x is False) for x in (b, *more)),
    ),
    ("symbol=?", (Symbol,) * 3, "The same symbol.", lambda a, b, *more: all(a is x for x in (b, *more))),
)


@primitive("primitive-procedure?", "compiled-procedure?", source="MIT Procedures")
def is_compiled_procedure(value: Any) -> Any:
    """Is this a procedure that is not written in Scheme?"""
    return is_procedure_(value) and not is_scheme_procedure(value)


@primitive("guarantee")
def guarantee(predicate: Any, value: Any, caller: Any = None) -> Any:
    """The value, if it satisfies the predicate."""
    if predicate(value) is False:
        name = caller.name if isinstance(caller, Symbol) else "guarantee"
        raise wrong_type(value, 1, name)
    return value


primitives(
    "MIT Procedures",
    ("compound-procedure?", (), "Is this a procedure written in Scheme?", lambda value: is_scheme_procedure(value)),
    ("procedure-arity-valid?", (Any, Index), "Does it take so many?", lambda given, count: accepts(given, count)),
    ("procedure-arity-min", Pair, "The least number of an arity.", lambda arity: arity.car),
    ("procedure-arity-max", Pair, "The greatest number of an arity, or #f.", lambda arity: arity.cdr),
    ("thunk?", (), "Is this a procedure that takes no arguments?", lambda x: is_procedure_(x) and accepts(x, 0)),
    (
        "conjoin",
        (),
        "The predicate that holds where all do.",
        lambda *tests: lambda *given: all(test(*given) is not False for test in tests),
    ),
    (
        "disjoin",
        (),
        "The predicate that holds where one does.",
        lambda *tests: lambda *given: any(test(*given) is not False for test in tests),
    ),
    (
        "complement",
        (),
        "The predicate that holds where another does not.",
        lambda test: lambda *given: test(*given) is False,
    ),
    ("constant-procedure", (), "The function of one value.", lambda x: named("constant-procedure")(lambda *_: x)),
)


PRIMITIVES.update({"true": True, "false": False})


# --- conditions ------------------------------------------------------------------------------------------------------


class Raised(ScmpyError, RuntimeError):
    """An object that is not a condition, signalled by ``raise``."""

    def __init__(self, payload: Any) -> None:
        super().__init__(f"The object {write_text(payload)} was raised.")
        self.payload = payload


def report(message: Any, irritants: Any) -> str:
    start = write_text(message, display=isinstance(message, (str, MutableString)))
    return " ".join([start, *(write_text(irritant) for irritant in irritants)])


@primitive("error", source="R7RS 6.11")
def error(message: Any, *irritants: Any) -> Any:
    """Signal an error."""
    if isinstance(message, ScmpyError):
        return raise_(message)
    raised = SchemeError(report(message, irritants), irritants)
    raised.original = message  # type: ignore[attr-defined]
    return raise_(raised)


@primitive("warn", source="MIT Error System")
def warn(message: Any, *irritants: Any) -> Any:
    """Print a warning."""
    PRIMITIVES["fresh-line"]()
    PRIMITIVES["display"](";Warning: " + report(message, irritants) + "\n")


@primitive("raise", source="R7RS 6.11")
def raise_(payload: Any, *basis: Any) -> Any:
    """Signal an object; with a basis, (raise metric basis) raises the index of one-forms."""
    if basis:
        from scmpy.geometry.hodge import raise_ as raise_indices

        return raise_indices(payload, *basis)
    raise signal(payload)


#: The handlers that are in force: what ends all or the guard that is around, and those of with-exception-handler.
_handlers: ContextVar[tuple[Any, ...]] = ContextVar("handlers", default=(raise_,))


def signal(payload: Any) -> ScmpyError:
    """Call the handlers in force, the innermost first, where the object is signalled; the error, if all return."""
    error: Any = payload if isinstance(payload, ScmpyError) else Raised(payload)
    handlers = _handlers.get()
    error.restarts, error.told = _restarts.get(), True
    for n in reversed(range(1, len(handlers))):
        _under(handlers[:n], lambda: handlers[n](payload))  # noqa: B023
    return error


def _under(handlers: tuple[Any, ...], thunk: Any) -> Any:
    return while_set(_handlers, handlers, lambda: _catching(thunk, raise_))


@primitive("raise-continuable", source="R7RS 6.11")
def raise_continuable(payload: Any) -> Any:
    """Call the current handler with the object and return what it returns."""
    *outer, handler = _handlers.get()
    return _under(tuple(outer) or (raise_,), lambda: handler(payload))


#: What no handler gets: there may be no room left to run it, or it is the end.
_UNHANDLED = (LimitError, RecursionError, MemoryError, ExitError)
#: Limits that handlers get: a solution ends, or an iteration finds nothing, and the program can go on without it.
_NO_RESULT = (IntegrationError, ConvergenceError)


@primitive("with-exception-handler", source="R7RS 6.11")
def with_exception_handler(handler: Annotated[Any, is_procedure_], thunk: Any) -> Any:
    """Call the thunk; conditions signalled in it go to the handler, which returns only from continuable ones."""
    return _under((*_handlers.get(), handler), thunk)


def guarded(thunk: Any, handler: Any, takes: Any = None) -> Any:
    """Call the thunk; a condition that is signalled in it goes to the handler, whose value is returned.

    What is raised continuably, and the handler does not take, goes to the handlers around.
    """
    outer = _handlers.get()

    def guard(payload: Any) -> Any:
        if takes is None or takes(payload) is not False:
            raise signal(payload)
        return while_set(_handlers, outer, lambda: raise_continuable(payload))

    return _catching(lambda: while_set(_handlers, (guard,), thunk), handler)


def _catching(thunk: Any, handle: Any) -> Any:
    try:
        return thunk()
    except Exception as raised:
        told = handle is raise_ and getattr(raised, "told", False)  # each handler of it has returned
        if told or (isinstance(raised, _UNHANDLED) and not isinstance(raised, _NO_RESULT)):
            raise
        condition = as_scheme_error(raised)
        release_frames(raised)
    return handle(condition.payload if isinstance(condition, Raised) else condition)


@primitive("error-object-message", "error-message", source="R7RS 6.11")
def error_message(condition: ScmpyError) -> Any:
    """The message of a condition alone."""
    return getattr(condition, "original", "" if isinstance(condition, Raised) else condition.message)


@primitive("error-object-irritants", "error-irritants", source="R7RS 6.11")
def error_irritants(condition: ScmpyError) -> Any:
    """The irritants of a condition."""
    return list_of(getattr(condition, "irritants", ()))


@primitive("access-condition", source="MIT Error System")
def access_condition(condition: ScmpyError, field: Symbol) -> Any:
    """A field of a condition: message or irritants; of a wrong argument also datum, operator and operand."""
    if field is symbol("message"):
        return error_message(condition)
    if field is symbol("irritants"):
        return error_irritants(condition)
    fields = getattr(condition, "fields", {})
    if field.name in fields:
        return fields[field.name]
    raise wrong_type(field, 2, "access-condition")


class ConditionType:
    """The conditions of some classes: what bind-condition-handler takes."""

    kind_in_scheme = "condition-type"
    __slots__ = ("classes", "name", "reporter", "words")
    of_class: ClassVar[WeakKeyDictionary[type, ConditionType]] = WeakKeyDictionary()

    def __init__(self, name: str, *classes: type, reporter: Any = False) -> None:
        self.name, self.words, self.classes, self.reporter = name, (f'"{name}"',), classes, reporter
        for one in classes:
            self.of_class.setdefault(one, self)


for _type in (
    ConditionType("error", ScmpyError),
    ConditionType("simple-error", SchemeError),
    *(
        ConditionType(_name, *(kind for kind, name in CONDITION_TYPES.items() if name == _name))
        for _name in dict.fromkeys(CONDITION_TYPES.values())
    ),
    ConditionType("arithmetic-error", DivisionByZeroError),
):
    PRIMITIVES[f"condition-type:{_type.name}"] = _type


@primitive("condition/type", source="MIT Error System")
def condition_type(condition: ScmpyError) -> Any:
    """The most specific type of a condition."""
    types = ConditionType.of_class
    return next(types[one] for one in type(condition).__mro__ if one in types)


@primitive("make-condition-type", source="MIT Error System")
def make_condition_type(name: Any, parent: ConditionType, _fields: Items, reporter: Any) -> Any:
    """A type of conditions, a kind of the parent; (reporter condition port) writes what a condition says."""
    return ConditionType(write_text(name, display=True), type("Condition", parent.classes[:1], {}), reporter=reporter)


@primitive("condition-signaller", source="MIT Error System")
def condition_signaller(kind: ConditionType, names: Items, _otherwise: Any = None) -> Any:
    """A procedure that signals a condition of a type with these values of these fields."""

    @named("condition-signaller")
    def signal(*values: Any) -> Any:
        condition: Any = Exception.__new__(kind.classes[0])
        ScmpyError.__init__(condition, kind.name)
        condition.fields = {name.name: value for name, value in zip(names, values, strict=False)}
        if kind.reporter is not False:
            condition.message = PRIMITIVES["call-with-output-string"](lambda port: kind.reporter(condition, port))
        return raise_(condition)

    return signal


@primitive("standard-error-handler", source="MIT Error System")
def standard_error_handler(condition: ScmpyError) -> Any:
    """Signal a condition that no handler has taken: the program ends in it."""
    condition.told = True  # type: ignore[attr-defined]
    raise condition


@primitive("bind-condition-handler", source="MIT Error System")
def bind_condition_handler(types: Items, handler: Any, thunk: Any) -> Any:
    """Call the thunk; conditions of these types (none: of any) that are signalled in it go to the handler first."""
    for kind in types:
        if not isinstance(kind, ConditionType):
            raise wrong_type(list_of(types), 1, "bind-condition-handler")
    classes = tuple(one for kind in types for one in kind.classes) or (ScmpyError,)
    return with_exception_handler(lambda condition: isinstance(condition, classes) and handler(condition), thunk)


class Restart(Procedure):
    """A way to go on that a program offers to the handlers of the conditions that are signalled in a part of it."""

    kind_in_scheme = "restart"

    def __init__(self, name: Any, effector: Any) -> None:
        self.name, self.effector, self.words = name, effector, (name,)

    def __call__(self, *values: Any) -> Any:
        return self.effector(*values)


#: The restarts that are offered, the innermost first.
_restarts: ContextVar[tuple[Restart, ...]] = ContextVar("restarts", default=())


@primitive("with-restart", source="MIT Error System")
def with_restart(name: Any, _reporter: Any, effector: Any, _interactor: Any, thunk: Any) -> Any:
    """Call the thunk while a restart is offered; who invokes it applies the effector, which may escape."""
    offered = (Restart(name, effector), *_restarts.get())
    return while_set(_restarts, offered, lambda: _under(_handlers.get(), thunk))


@primitive("with-simple-restart", source="MIT Error System")
def with_simple_restart(name: Any, reporter: Any, thunk: Any) -> Any:
    """Call the thunk while a restart is offered that returns from here."""
    return call_cc(lambda leave: with_restart(name, reporter, lambda: leave(None), values, thunk))


@primitive("find-restart", source="MIT Error System")
def find_restart(name: Any, among: Any = None) -> Any:
    """The innermost restart of a name, of those in force or of a condition or a list; #f if there is none."""
    given = _restarts.get() if among is None else getattr(among, "restarts", ()) or items_of(among, 2, "find-restart")
    return next((one for one in given if one.name is name), False)


def _going_on(name: str) -> Any:
    def invoke(*given: Any) -> Any:
        restart = find_restart(symbol(name))
        return restart(*given) if restart else None

    return invoke


primitives(
    "MIT Error System",
    (
        "error:bad-range-argument",
        (Any, Symbol),
        "Signal that an argument is out of range.",
        lambda x, caller: raise_(bad_range(x, 1, caller.name)),
    ),
    (
        "error:wrong-type-argument",
        (Any, Symbol),
        "Signal that an argument is of the wrong type.",
        lambda x, caller: raise_(wrong_type(x, 1, caller.name)),
    ),
    ("condition/report-string error-message-string", ScmpyError, "Its message with irritants.", lambda x: x.message),
    ("ignore-errors", (), "The thunk's value, or its condition.", lambda thunk: guarded(thunk, lambda error: error)),
    ("invoke-restart", Restart, "Apply what a restart does.", lambda restart, *given: restart(*given)),
    ("restart/name", Restart, "The name of a restart.", lambda restart: restart.name),
    ("restart/effector", Restart, "What a restart does.", lambda restart: restart.effector),
    ("restart?", (), "Is this a restart?", lambda value: isinstance(value, Restart)),
    ("bound-restarts", (), "The restarts in force, the innermost first.", lambda: list_of(_restarts.get())),
    ("condition/restarts", ScmpyError, "Those where it was signalled.", lambda x: list_of(getattr(x, "restarts", ()))),
    *(
        (name, (), f"Invoke the innermost restart {name}, if there is one.", _going_on(name))
        for name in "abort continue retry use-value store-value muffle-warning".split()
    ),
    ("signal-condition", (), "Call the handlers; returns if all of them do.", lambda value: signal(value) and None),
    ("condition-accessor", (ConditionType, Symbol), "It gives a field.", lambda _, k: lambda x: access_condition(x, k)),
    ("condition-predicate", ConditionType, "Is it of the type?", lambda kind: lambda x: isinstance(x, kind.classes)),
)


@primitive("call-with-truncated-output-string", source="MIT Input/Output")
def call_with_truncated_output_string(limit: Index, procedure: Any) -> Any:
    """A pair: is what the procedure prints to its port longer than the limit, and the text up to that."""
    stream = _Truncated(limit)
    try:
        procedure(Port(stream, own=True))
    except _Full as full:
        if full.stream is not stream:
            raise
        return Pair(True, stream.getvalue()[:limit])
    return Pair(False, stream.getvalue())


class _Full(BaseException):
    """Control on its way from a port that is full."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self.stream = stream


class _Truncated(io.StringIO):
    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    def write(self, text: str) -> int:
        written = super().write(text)
        if self.tell() > self.limit:
            raise _Full(self)
        return written


primitives("", ("void", (), "Nothing.", lambda *_: None))
