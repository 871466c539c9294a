"""Errors as values of the language: conditions, handlers, raise."""

from contextvars import ContextVar
from typing import Any

from scmpy.errors import ConvergenceError, ExitError, IntegrationError, LimitError, SchemeError, ScmpyError
from scmpy.scheme.data import list_of
from scmpy.scheme.diagnosis import as_scheme_error
from scmpy.scheme.primitives.base import PRIMITIVES, primitive, wrong_type
from scmpy.scheme.printer import write_text
from scmpy.symbolic.expression import Symbol, symbol


class Raised(ScmpyError, RuntimeError):
    """An object that is not a condition, signalled by ``raise``."""

    def __init__(self, payload: Any, continuable: bool = False) -> None:
        text = write_text(payload)
        super().__init__(f"The object {text}, passed as the first argument to raise, is not the correct type.")
        self.payload = payload
        self.continuable = continuable


def report(message: Any, irritants: Any) -> str:
    """A message with its irritants, as the original words it."""
    start = message if isinstance(message, str) else write_text(message)
    return " ".join([start, *(write_text(irritant) for irritant in irritants)])


@primitive("error")
def error(message: Any = "", *irritants: Any) -> Any:
    """Signal an error.

    Source:  R7RS 6.11
    """
    raised = SchemeError(report(message, irritants), irritants)
    raised.original = message  # type: ignore[attr-defined]
    raise raised


@primitive("warn")
def warn(message: Any, *irritants: Any) -> Any:
    """Print a warning.

    Source:  MIT/GNU Scheme Reference, Error System
    """
    PRIMITIVES["fresh-line"]()
    PRIMITIVES["display"](";Warning: " + report(message, irritants) + "\n")


@primitive("assert")
def assert_(value: Any, *_: Any) -> Any:
    """An error if the value is #f."""
    if value is False:
        raise SchemeError("Failed assertion")


@primitive("raise")
def raise_(payload: Any, *basis: Any) -> Any:
    """Signal an object; with a basis, (raise metric basis) raises the index of one-forms.

    Source:  R7RS 6.11
    """
    if basis:
        from scmpy.geometry.raising import raise_ as raise_indices

        return raise_indices(payload, *basis)
    raise payload if isinstance(payload, ScmpyError) else Raised(payload)


#: The handlers of with-exception-handler that are in force, the innermost last.
_handlers: ContextVar[tuple[Any, ...]] = ContextVar("handlers", default=())


@primitive("raise-continuable")
def raise_continuable(payload: Any) -> Any:
    """Call the current handler with the object and return what it returns.

    Source:  R7RS 6.11
    """
    *outer, handler = _handlers.get() or (raise_,)
    return _with_handlers(tuple(outer), lambda: handler(payload))


def _with_handlers(handlers: tuple[Any, ...], thunk: Any) -> Any:
    token = _handlers.set(handlers)
    try:
        return thunk()
    finally:
        _handlers.reset(token)


def _condition(raised: BaseException) -> Any:
    """What a handler gets."""
    condition = as_scheme_error(raised)
    return condition.payload if isinstance(condition, Raised) else condition


#: What no handler gets: there may be no room left to run it, or it is the end.
_UNHANDLED = (LimitError, RecursionError, MemoryError, ExitError)
#: Limits that handlers get: a solution ends, or an iteration finds nothing, and the program can go on without it.
_NO_RESULT = (IntegrationError, ConvergenceError)


@primitive("with-exception-handler")
def with_exception_handler(handler: Any, thunk: Any) -> Any:
    """Call the thunk; conditions signalled in it go to the handler, which returns only from continuable ones.

    Source:  R7RS 6.11
    """

    def handle(condition: Any) -> Any:
        handler(condition)
        raise_(condition)

    return _catching(thunk, handle, (*_handlers.get(), handler))


def guarded(thunk: Any, handler: Any) -> Any:
    """Call the thunk; a condition that is signalled in it goes to the handler, whose value is returned."""
    return _catching(thunk, handler, ())


def _catching(thunk: Any, handle: Any, handlers: tuple[Any, ...]) -> Any:
    try:
        return _with_handlers(handlers, thunk)
    except Exception as raised:
        if isinstance(raised, _UNHANDLED) and not isinstance(raised, _NO_RESULT):
            raise
        condition = _condition(raised)
    return handle(condition)


def raise_again(payload: Any) -> Any:
    """What guard does with a condition that no clause takes."""
    return raise_(payload)


@primitive("ignore-errors")
def ignore_errors(thunk: Any) -> Any:
    """The value of the thunk, or the condition that it signals.

    Source:  MIT/GNU Scheme Reference, Error System
    """
    return guarded(thunk, lambda condition: condition)


@primitive("condition/report-string")
def report_string(condition: ScmpyError) -> Any:
    """The message of a condition with its irritants.

    Source:  MIT/GNU Scheme Reference, Error System
    """
    return condition.message


@primitive("error-message-string")
def error_message_string(condition: ScmpyError) -> Any:
    """The message of a condition with its irritants."""
    return condition.message


@primitive("error-object-message", "error-message")
def error_message(condition: ScmpyError) -> Any:
    """The message of a condition alone.

    Source:  R7RS 6.11
    """
    return getattr(condition, "original", "" if isinstance(condition, Raised) else condition.message)


@primitive("error-object-irritants", "error-irritants")
def error_irritants(condition: ScmpyError) -> Any:
    """The irritants of a condition.

    Source:  R7RS 6.11
    """
    return list_of(getattr(condition, "irritants", ()))


@primitive("access-condition")
def access_condition(condition: ScmpyError, field: Symbol) -> Any:
    """A field of a condition: message or irritants; of a wrong argument also datum, operator and operand.

    Source:  MIT/GNU Scheme Reference, Error System
    """
    if field is symbol("message"):
        return error_message(condition)
    if field is symbol("irritants"):
        return error_irritants(condition)
    fields = getattr(condition, "fields", {})
    if field.name in fields:
        return fields[field.name]
    raise wrong_type(field, 2, "access-condition")
