"""The errors, how values are named in messages, tracebacks without frames of scmpy, advice on Python's own errors."""

from __future__ import annotations

import pickle
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any

# --- tracebacks ------------------------------------------------------------------------------------------------------
# Tracebacks as they are shown: they end at the user's line.
#
# Where Python or IPython shows an error, the calls inside the library are left out, and so are errors that the library
# caught on the way. An error that is a defect of the library keeps all of it, and Python's development mode
# (``python -X dev``) shows everything of every error.

#: The packages whose frames are not the user's: scmpy and what it calls.
_OURS = frozenset(
    "scmpy multipledispatch toolz numpy sympy mpmath flint "
    "abc collections copy fractions functools inspect numbers".split()
)


def is_ours(variables: dict[str, Any]) -> bool:
    """Are these the global variables of the library, or of what it calls? A compiled extension has none of Python's.

    >>> is_ours({}), is_ours(globals()), is_ours({"__builtins__": {}})
    (True, True, False)
    """
    known = "__builtins__" in variables or "__name__" in variables
    return not known or str(variables.get("__name__")).partition(".")[0] in _OURS


def is_plumbing(variables: dict[str, Any]) -> bool:
    """Are these the global variables of calls between the user's? Those of Scheme say where in a program they are."""
    package, _, layer = str(variables.get("__name__")).partition(".")
    return package in ("scmpy", "multipledispatch", "toolz") and not layer.startswith("scheme.")


def without_plumbing(entry: TracebackType | None) -> TracebackType | None:
    """A traceback without the calls in the library, but for the last; in Python's development mode as it is."""
    if sys.flags.dev_mode:
        return entry
    entries = _entries(entry)
    return _linked([x for x in entries if x is entries[-1] or not is_plumbing(x.tb_frame.f_globals)])


def _entries(entry: TracebackType | None) -> list[TracebackType]:
    entries = []
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    return entries


def _linked(entries: list[TracebackType]) -> TracebackType | None:
    linked = None
    for entry in reversed(entries):
        linked = TracebackType(linked, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return linked


def trim(error: BaseException | None, done: tuple[BaseException, ...] = ()) -> None:
    """Leave the library's calls out of an error that is about to be shown, and out of those that it came from.

    An error may have come from itself (``raise error from error``): those that are ``done`` are not entered again.
    """
    if error is None or sys.flags.dev_mode or any(error is x for x in done):
        return
    entries = _entries(error.__traceback__)
    if not getattr(error, "ends_at_user", not (entries and is_ours(entries[-1].tb_frame.f_globals))):
        return
    while entries and is_ours(entries[-1].tb_frame.f_globals):
        entries.pop()
    kept = [x for x in entries if not is_plumbing(x.tb_frame.f_globals)]
    if kept:
        error.__traceback__ = _linked(kept)
    error.__cause__, error.__context__, hidden = (
        _of_the_user(error.__cause__, (*done, error)),
        _of_the_user(error.__context__, (*done, error)),
        error.__suppress_context__,
    )
    error.__suppress_context__ = hidden and error.__cause__ is None  # setting a cause has set it


def _of_the_user(error: BaseException | None, done: tuple[BaseException, ...]) -> BaseException | None:
    while error is not None and all(is_ours(x.tb_frame.f_globals) for x in _entries(error.__traceback__)):
        if any(error is x for x in done):
            return None
        done = (*done, error)
        error = error.__cause__ or error.__context__
    trim(error, done)
    return error


def rendered(error: BaseException) -> list[str]:
    trim(error)
    ipython = sys.modules.get("IPython")
    shell: Any = ipython and ipython.get_ipython()
    if shell is None:
        return "".join(traceback.format_exception(error)).splitlines()
    return list(shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__))


def render_in_notebooks(error: BaseException) -> None:
    """Let IPython show an error of the user's own that has come through the library as it shows the library's."""
    if "IPython" in sys.modules and not hasattr(error, "_render_traceback_"):
        with suppress(AttributeError):  # of a class that has no room for it
            error._render_traceback_ = lambda: rendered(error)  # type: ignore[attr-defined]


def install() -> None:
    show = sys.excepthook
    if getattr(show, "trims", False):
        return

    def show_trimmed(kind: type[BaseException], error: BaseException, entry: TracebackType | None) -> None:
        trim(error)
        show(kind, error, error.__traceback__ if entry is not None else None)

    show_trimmed.trims = True  # type: ignore[attr-defined]
    hook: Callable[..., Any] = show_trimmed
    sys.excepthook = hook


# --- errors ----------------------------------------------------------------------------------------------------------
# The errors of scmpy: one hierarchy, each member also a fitting builtin.
#
# A message says the operation, what it got (with its shape), what it expected and, where there is one, the
# likeliest fix. Catch :class:`ScmpyError` for all of them, or the builtin (``ZeroDivisionError``, ``TypeError``,
# ...) that the same mistake raises in plain Python.


@dataclass(frozen=True)
class Location:
    """A place in a source text: 1-based line and column, and the text of the line."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


#: Begins the message of a helper that does not know which operation the user called: the guard writes its name there.
CALLED = "this operation"


class ScmpyError(Exception):
    """Base of every error that scmpy raises on purpose.

    >>> issubclass(DivisionByZeroError, ScmpyError), issubclass(DivisionByZeroError, ZeroDivisionError)
    (True, True)
    """

    #: Is its traceback shown to the line of the user's that the library was called at?
    ends_at_user = True
    #: The calls of a Scheme program that the error arose in, the innermost first.
    calls: tuple[str, ...] = ()
    #: Where it arose in a text.
    location: Location | None = None

    def __init__(self, message: str = "", *more: Any, **known: Any) -> None:
        super().__init__(message, *more)  # as any exception
        self.message = message
        vars(self).update(known)  # as the location, or the state that a motion got to

    def __str__(self) -> str:
        if self.location is None:
            return self.message
        place = f"{self.location}: {self.message}"
        if self.location.text:
            before = self.location.text[: self.location.column - 1]
            place += f"\n  {self.location.text}\n  {' ' * _columns(before)}^"
        return "\n  ".join([place, *self.calls])

    def _render_traceback_(self) -> list[str]:
        return rendered(self)


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


class GenericOperationError(ScmpyError, TypeError):
    """A generic operation has no method for the types that it was given."""


class WrongTypeError(ScmpyError, TypeError):
    """An argument is of the wrong kind."""


class ArityError(ScmpyError, TypeError):
    """A procedure was called with a number of arguments that it does not take."""


def counted(count: int) -> str:
    return f"{count} argument{'' if count == 1 else 's'}"


def requirement(least: int, most: int | None) -> str:
    """The numbers of arguments that a procedure takes (None: any number from the least on), in words."""
    if most is None:
        return f"at least {counted(least)}"
    return f"exactly {counted(least)}" if least == most else f"between {least} and {most} arguments"


def wrong_number(name: str, given: int, least: int, most: int | None) -> ArityError:
    return ArityError(f"{name} has been called with {counted(given)}; it requires {requirement(least, most)}")


class NotApplicableError(ScmpyError, TypeError):
    """Something that is not a procedure was applied."""

    applied: Any = None


class StructureError(ScmpyError, ValueError):
    """Structures or matrices whose shapes do not fit each other, or the operation."""


class BadIndexError(ScmpyError, IndexError):
    """An index that is not an integer within the bounds of what is indexed."""


class DivisionByZeroError(ScmpyError, ZeroDivisionError):
    """Division by an exact zero, or by something singular."""


class DomainError(ScmpyError, ValueError):
    """A value outside the domain of a function, or a point off its chart."""


class DimensionError(ScmpyError, ValueError):
    """Quantities whose dimensions do not fit each other, or the operation."""


class ChartError(ScmpyError, ValueError):
    """Objects of different charts or manifolds were mixed."""


class DifferentiationError(ScmpyError, TypeError):
    """Something that has no derivative was differentiated."""


class UndecidedError(ScmpyError, ValueError):
    """A comparison that could be neither proved nor refuted was used as a truth value."""


class LimitError(ScmpyError, RuntimeError):
    """A stated limit (recursion depth, size, time) was reached."""


class IntegrationError(LimitError):
    """A differential equation could not be integrated further; ``time`` and ``state`` are those that it got to.

    ``trajectory`` is what there is of the trajectory that was asked for.
    """

    time: Any = None
    state: Any = None
    trajectory: Any = None


class ConvergenceError(LimitError):
    """An iteration came to no end; ``point`` is the best place that it got to, ``residual`` what is left there."""

    point: Any = None
    residual: Any = None


class DepthError(LimitError, RecursionError):
    """Values nested, or calls inside calls, deeper than Python's stack allows."""


class SyntaxError_(ScmpyError, SyntaxError):
    """Text that is not well-formed Scheme."""

    # SyntaxError.__str__ would otherwise win over ScmpyError.__str__ for its own attributes.
    __str__ = ScmpyError.__str__


class UnboundVariableError(ScmpyError, NameError):
    """A variable that has no value."""

    #: The source and the place in it where the variable stands.
    context: Any = None


class UnassignedVariableError(UnboundVariableError):
    """A variable that has no value yet, though its binding has been made."""


class SchemeError(ScmpyError, RuntimeError):
    """An error signalled by a Scheme program with ``(error message irritant ...)``."""

    def __init__(self, message: str, irritants: tuple[object, ...] = (), **keywords: Location | None) -> None:
        super().__init__(message, **keywords)
        self.irritants = irritants


class ExitError(ScmpyError, SystemExit):
    """A Scheme program asked to end, by ``(exit)``; its ``code`` is the status to end with."""

    def __init__(self, code: int = 0) -> None:
        super().__init__("exit: the session goes on; it ends with the program that runs it")
        self.code = code


class PicklingError(ScmpyError, pickle.PicklingError):
    """A value holds something that another process would not find."""


class UnpicklingError(ScmpyError, pickle.UnpicklingError):
    """A pickled value that this version of scmpy does not read."""


class InternalError(ScmpyError, RuntimeError):
    """A defect of scmpy itself met while a user's input was evaluated; please report it."""

    ends_at_user = False


def expected(what: str, got: str, kind: type[ScmpyError] = WrongTypeError) -> ScmpyError:
    """The error of a helper that got something else; the operation that it helped is named where the user called it."""
    return kind(f"{CALLED} expected {what}, got {got}")


def nearest_names(name: str, names: Iterable[str]) -> str:
    """The names most like this one, for an error message: in quotes, for they may end in a question mark."""
    import difflib

    if not 4 <= len(name) <= 60:
        return ""
    candidates = [other for other in names if abs(len(other) - len(name)) <= 2]
    near = difflib.get_close_matches(name, candidates, 2, 0.75)
    likeness = [difflib.SequenceMatcher(None, other, name).ratio() for other in near]
    return " or ".join(f'"{other}"' for other, ratio in zip(near, likeness, strict=True) if ratio > likeness[0] - 0.15)


def did_you_mean(name: Any, names: Iterable[str]) -> str:
    """What an error message asks where a name is none of those that there are: nothing if none is near."""
    near = nearest_names(str(name), names)
    return f" (did you mean {near}?)" if near else ""


#: Longer texts of values are cut in messages.
LONGEST_SHOWN = 80


def folded(text: str, stream: Any) -> str:
    """A text for a terminal, which would break words at its edge; anything else gets it as it is.

    A line goes on where its column begins, and running text in the line after it.
    """
    if not stream.isatty():
        return text
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    running = r"(?!.*\S  )"  # no row of a table
    text = re.sub(rf"^{running}(.{{{width + 1},}})\n(?=\w){running}", r"\1 ", text, flags=re.MULTILINE)
    lines = text.split("\n")
    for i, line in enumerate(lines):
        margin = re.match(r"\S+  +| *", line)[0]  # type: ignore[index]
        beneath = " " * (len(margin) if len(margin) < width / 2 else 4)
        if len(line) > width:
            lines[i] = textwrap.fill(
                line, width, subsequent_indent=beneath, break_long_words=False, break_on_hyphens=False
            )
    return "\n".join(lines)


#: What functions without a name are called, by Scheme's compiler and by Python's.
ANONYMOUS = ("lambda", "<lambda>")


def entitled(name: str, kind: str) -> str:
    """A function by its qualified name; one without a name by that of the definition that it is made in."""
    *outer, own = name.split(".<locals>.")
    if own not in ANONYMOUS:
        return own
    named = [title for title in outer if title not in ANONYMOUS]
    return f"a {kind} made in {named[-1]}" if named else f"a {kind} without a name"


def describe(value: Any) -> str:
    """How an error message names a value: its kind, with its shape where it has one.

    >>> describe(3), describe([1, 2]), describe(len)
    ('the number 3', 'a vector of 2', 'the function len')
    """
    own = getattr(value, "_describe_", None)
    if own is not None and not isinstance(value, type):
        return str(own())
    if isinstance(value, bool):
        return f"the boolean {shown_text(value)}"
    if isinstance(value, str):
        made = f"symbols({shown_text(value)})" if writer.get() is python_text else "a quote"
        return f"the string {shown_text(value)} (a symbol is made by {made})"
    if isinstance(value, (int, Fraction)) and max(abs(value.numerator), value.denominator).bit_length() > 1000:
        return "a number of more than 300 digits"
    if isinstance(value, (int, float, complex, Fraction)):
        return f"the number {shown_text(value)}"
    if callable(value):
        name = getattr(value, "__name__", None) or shown_text(value)
        return (
            entitled(getattr(value, "__qualname__", name), "function") if name in ANONYMOUS else f"the function {name}"
        )
    if isinstance(value, list):
        return f"a vector of {len(value)}"
    if isinstance(value, tuple):
        return f"the tuple {shown_text(value)} (structures are made by up and down)"
    if isinstance(value, (dict, set, frozenset)) and value:
        return f"a {type(value).__name__} of {len(value)}"
    if value is None:
        return "an unspecific value" + (" (None in Python)" if writer.get() is python_text else "")
    if shown_text(value).startswith("an object"):
        return shown_text(value)
    return f"{shown_text(value)} of type {type(value).__name__}"


def python_text(value: Any) -> str:
    """The text of a value in Python; exact numbers are written as such, a fraction as its quotient.

    >>> python_text([Fraction(1, 2), (False,), {"a": Fraction(3)}])
    "[1/2, (False,), {'a': 3}]"
    """
    if isinstance(value, (int, float, complex, Fraction)) or type(value).__module__.startswith("scmpy."):
        return str(value)
    if type(value) is list:
        return f"[{', '.join(map(python_text, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(python_text, value))}{',' if len(value) == 1 else ''})"
    if type(value) is dict:
        return f"{{{', '.join(f'{python_text(k)}: {python_text(v)}' for k, v in value.items())}}}"
    return repr(value)


def _type_text(value: Any) -> str:
    return f"an object of type {type(value).__name__}"


#: How messages write values; a session of Scheme writes them as Scheme does.
writer: ContextVar[Callable[[Any], str]] = ContextVar("writer", default=python_text)


def shown_text(value: Any) -> str:
    """The text of a value in the language of the prompt, if it has a short one.

    A writer that fails may describe the value in an error of its own: that is not written again.
    """
    write = writer.get()
    token = writer.set(_type_text)
    try:
        text = write(value)
    except (RecursionError, ValueError):  # nested deeply; an integer of too many digits inside
        return "a value"
    finally:
        writer.reset(token)
    if " at 0x" in text:  # Python's own text for an object that has none
        return _type_text(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 4]} ..."


class ScmpyWarning(UserWarning):
    """What was asked for is done, but is probably not what is meant."""


#: What tells the warnings; a session of Scheme prints them, else they are Python's.
teller: ContextVar[Callable[[str], None] | None] = ContextVar("teller", default=None)


def warn(message: str) -> None:
    """Warn of what is probably not meant, at the place that called the library."""
    tell = teller.get()
    if tell is not None:
        return tell(message)
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "scmpy":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, ScmpyWarning, stacklevel=level)


install()


# --- advice ----------------------------------------------------------------------------------------------------------
# What is said of an error of Python's in a function of the user's that the library called.
#
# Such a function gets symbols and values that are being differentiated in the place of numbers. What Python says of
# them names classes of the library's; a note on the error says what its variables are, and what to do.

#: What to do about what Python says.
_ADVICE = (
    (
        r"not subscriptable|not iterable|non-iterable|has no len|must be an iterable",
        "a scalar has no components: with one coordinate, q and v of a state (up t q v) are scalars",
    ),
    (r"values to unpack", "a state (up t q v) has three components, and q has one for every coordinate"),
    (r"not callable", "q and v of a state (up t q v) are values at one time, no functions of it"),
    (r"has no attribute", "components are taken by an index, v[0], and functions are scmpy's, sin(q)"),
    (
        r"cannot be interpreted as an integer|must be real number|indices must be|number is required",
        "symbols and what is differentiated are no plain numbers: functions of them are scmpy's, such as its sin",
    ),
    (r"unsupported operand|can only concatenate|must be str|not supported between", ""),
)

#: A note tells so many variables at most.
_MOST = 6


def advise(error: Exception) -> None:
    """Note on an error of the user's function what its variables are, and what to do; once."""
    if isinstance(error, ScmpyError) or not isinstance(error, (TypeError, AttributeError, ValueError)):
        return
    found = next((advice for pattern, advice in _ADVICE if re.search(pattern, str(error))), None)
    entries = _entries(error.__traceback__)
    frame = entries[-1].tb_frame if entries else None
    if found is None or frame is None or frame.f_code.co_name == "<module>" or getattr(error, "__notes__", None):
        return
    held = {name: value for name, value in frame.f_locals.items() if _is_told(name, value)}
    named = {type(value).__name__ for value in held.values()} & set(re.findall(r"\w+", str(error)))
    if named or ("to unpack" in str(error) and held):
        values = ", ".join(f"{name} is {describe(value)}" for name, value in list(held.items())[:_MOST])
        error.add_note(f"{found}{'; ' if found else ''}here {values}")


def _is_told(name: str, value: Any) -> bool:
    """Is this a variable with a value of the library's, or a number?"""
    is_value = isinstance(value, (int, float, complex)) or type(value).__module__.partition(".")[0] == "scmpy"
    return name.isidentifier() and is_value and not hasattr(value, "__name__")
