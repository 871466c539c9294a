"""Where a user's call enters the library: what Python raises there of itself becomes an error of scmpy's.

A public function called with a wrong number of arguments, or with arguments for which its body fails, raises an error
that names the function and what it got. The error of Python is kept as the cause. What a function of the user's
raises is the user's own and passes through, with a note where Python's words need one. The traceback holds the user's
calls and the place that raised, not the tens of calls in between (:mod:`scmpy.errors`).

Where the library itself needs more stack than Python gives, as it does for structures nested thousands deep, the call
is made again with a deep stack: its values are pure functions of its arguments.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import FunctionType, TracebackType
from typing import Any, TypeVar

from scmpy import errors
from scmpy.deep_stack import is_deep, run_apart

F = TypeVar("F", bound=Callable[..., Any])

#: What Python raises for an argument of a wrong kind or shape; whatever else the library raises is a defect of its own.
#: So is a complaint of a type that is none of the arguments': users are told of it as of a misuse, tests see it raw.
MISUSE = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, MemoryError)

#: Is a defect raised as it is? So the tests see it.
defects_are_raised: ContextVar[bool] = ContextVar("defects are raised", default=False)

#: How Python begins to say that the number of arguments is wrong.
_WRONG_NUMBER = ("missing", "takes", "expected", "got an unexpected", "got multiple", "got some positional")

#: Python's words for a call with too many or too few arguments.
_WRONG_CALL = re.compile(r"(\S+)\(\) (?:takes (?:from \d+ to )?(\d+) positional .* but (\d+) .*given|(missing \d+) .*)")

_UNKNOWN_KEYWORD = re.compile(r"unexpected keyword argument '(\w+)'")


#: What is made of a function, and its name, where a public function makes one for the user: the layer above enters it.
_made: list[Callable[[Any, str], Any]] = []


def functions_become(make: Callable[[Any, str], Any]) -> None:
    """Enter what functions that public functions make become: values with arithmetic."""
    _made[:] = [make]


#: What checks an argument, and gives the value that is worked with, by the word that its parameter is annotated with.
_checks: dict[str, Callable[[Any, str], Any]] = {}


def checks(word: str) -> Callable[[F], F]:
    """Decorator: arguments of public functions that are annotated with the word are checked by this function.

    It gets a value and the name of the operation, and gives the value itself or what that stands for.
    """

    def declare(check: F) -> F:
        _checks.setdefault(word, check)  # doctest may import a module a second time
        return check

    return declare


def check_of(annotation: Any) -> Callable[[Any, str, int], Any] | None:
    """What checks a parameter that is annotated so; one that may be absent, None or in Scheme #f, where it is there."""
    if check := _checks.get(annotation):
        return lambda value, name, place: check(value, name)
    word, _, rest = str(annotation).rpartition(" | ")
    if rest == "None" and (there := check_of(word)):
        return lambda value, name, place: None if value is None or value is False else there(value, name, place)
    return None


def with_checks(function: Any, name: str, checks: Mapping[str, Callable[[Any, str, int], Any] | None]) -> Any:
    """The function with arguments checked, by parameter: a check gets value, name of the operation and place.

    A wrapper, which has the function that it wraps as ``__wrapped__``, hands arguments on in their places; before them
    may stand a value of the type ``may_be_first``.
    """
    wanted = {key: check for key, check in checks.items() if check and key != "return"}
    if not wanted:
        return function
    code = inspect.unwrap(function, stop=lambda f: not hasattr(getattr(f, "__wrapped__", None), "__code__")).__code__
    most = code.co_argcount
    rest = wanted.get(code.co_varnames[most + code.co_kwonlyargcount]) if code.co_flags & inspect.CO_VARARGS else None
    positions = [(place, wanted[key]) for place, key in enumerate(code.co_varnames[:most]) if key in wanted]

    before = getattr(function, "may_be_first", ())

    def takes(count: int) -> bool:
        least, greatest = arity_of_signature(function)
        return least <= count and (greatest is None or count <= greatest)

    def call(*args: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        given, count, shift = [*args], len(args), int(bool(before and args) and isinstance(args[0], before))
        try:
            for place, check in positions:
                if place + shift < count:
                    given[place + shift] = check(given[place + shift], name, place)
            if rest:
                given[most:] = [rest(value, name, place) for place, value in enumerate(given[most:], most)]
        except errors.ScmpyError:
            if not keywords and not takes(count):
                function(*args)  # a wrong number of arguments is told first
            raise
        if not keywords:
            return function(*given)
        for key in wanted.keys() & keywords.keys():
            keywords[key] = wanted[key](keywords[key], name, code.co_varnames.index(key))
        return function(*given, **keywords)

    call.__doc__, call.__wrapped__ = function.__doc__, function  # type: ignore[attr-defined]
    return call


def entry_point(function: F, name: str) -> F:
    """The function with its arguments checked and Python's own errors translated.

    Functions that it makes are guarded too, and are values.

    >>> entry_point(lambda x: x.shape, "shape")(3)
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: shape does not apply to the number 3
    """

    call: Any = None  # made at the first call, when all words are known

    @functools.wraps(function)
    def entry(*args: Any, **keywords: Any) -> Any:
        nonlocal call
        __tracebackhide__ = True  # for IPython
        if call is None:
            annotations = getattr(function, "__annotations__", {})
            call = with_checks(function, name, {key: check_of(word) for key, word in annotations.items()})
        try:
            result = call(*args, **keywords)
        except Exception as error:
            result = translate_exception(error, function, name, args, keywords)
        if type(result) is FunctionType and errors.is_ours(result.__globals__) and not hasattr(result, "__wrapped__"):
            inner = f"({name} ...)"
            return functools.reduce(lambda made, make: make(made, inner), _made, entry_point(result, inner))
        return result

    return entry  # type: ignore[return-value]


def guarded_call(method: F) -> F:
    """Decorator of what calls a value, or makes one: as :func:`entry_point`, the value or its class the function."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        try:
            return method(self, *args, **keywords)
        except Exception as error:
            name = type(self).__name__ if method.__name__ == "__init__" else name_in_errors(self)
            return translate_exception(error, method.__get__(self), name, args, keywords)

    return call  # type: ignore[return-value]


def translate_exception(
    error: Exception, function: Any, name: str, args: tuple[Any, ...], keywords: Mapping[str, Any] | None = None
) -> Any:
    """The value of a call for which Python's stack was not deep enough.

    Whatever else a call raised is raised again: as an error of scmpy's, unless it is one already or the user's own.
    """
    __tracebackhide__ = True
    if isinstance(error, RecursionError) and not isinstance(error, errors.ScmpyError):
        refuse_circular(name, *args)
        if is_deep() or not raised_by_us(error.__traceback__):
            raise errors.DepthError(
                f"{name}: a value is nested too deeply, or a function calls itself without end"
            ) from None
        return run_apart(lambda: entry_point(function, name)(*args, **(keywords or {})))
    if isinstance(error, errors.ScmpyError):
        if error.message.startswith(errors.CALLED):
            error.message = name + error.message.removeprefix(errors.CALLED)
        raise error.with_traceback(errors.without_plumbing(error.__traceback__))
    if isinstance(error, Warning):  # which the user has made an error
        raise error.with_traceback(errors.without_plumbing(error.__traceback__))
    if not raised_by_us(error.__traceback__):
        errors.advise(error)
        errors.render_in_notebooks(error)
        raise error.with_traceback(errors.without_plumbing(error.__traceback__))
    raise _translated(error, function, name, args) from error


def name_in_errors(function: Any) -> str:
    """The name of a value that is called; one made from thousands of others may have none that can be told."""
    try:
        return str(getattr(function, "__name__", None) or errors.describe(function))
    except RecursionError:
        return "a function of functions"


def refuse_circular(name: str, *values: Any) -> None:
    """An error if one of the values is a vector that contains itself, which no operation can take apart.

    >>> loop = [1]
    >>> loop.append(loop)
    >>> refuse_circular("simplify", loop)
    Traceback (most recent call last):
        ...
    scmpy.errors.StructureError: simplify does not apply to a vector of 2, which contains itself
    """
    for value in values:
        if cycles(value, contents):
            raise errors.StructureError(
                f"{name} does not apply to {errors.describe(value)}, which contains itself"
            ) from None


def cycles(value: Any, parts: Callable[[Any], Any], shared: bool = False) -> set[int]:
    """The identities of what contains itself, where a walk into depth, along ``parts``, meets its path again.

    Those that are ``shared`` too: it meets them again anywhere.
    """
    found: set[int] = set()
    finished: dict[int, bool] = {}
    stack = [(value, False)]
    while stack:
        item, done = stack.pop()
        if done:
            finished[id(item)] = True
        elif id(item) in finished:
            found |= {id(item)} if shared or not finished[id(item)] else set()
        elif (inner := parts(item)) is not None:
            finished[id(item)] = False
            stack.append((item, True))
            stack.extend((part, False) for part in inner)
    return found


def contents(value: Any) -> list[Any] | tuple[Any, ...] | None:
    """What a container holds: a list, a tuple, a structure or a matrix; nothing of anything else."""
    if isinstance(value, (list, tuple)):
        return value
    held = getattr(value, "components", None) or getattr(value, "rows", None)
    return held if isinstance(held, tuple) else None  # a matrix of SymPy's has a number of rows


def _translated(error: Exception, function: Any, name: str, args: tuple[Any, ...]) -> errors.ScmpyError:
    if isinstance(error, TypeError) and any(text in str(error) for text in _WRONG_NUMBER):
        least, most = arity_of_signature(function)
        if len(args) < least or (most is not None and len(args) > most):
            by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
            parameters = inspect.signature(function).parameters.values()
            names = ", ".join(x.name for x in parameters if x.kind in by_place or x.kind is x.VAR_POSITIONAL)
            return errors.ArityError(f"{errors.wrong_number(name, len(args), least, most)}: {names}")
        unknown = _UNKNOWN_KEYWORD.search(str(error))
        if unknown:
            return errors.ArityError(f"{name} {_no_keyword(function, unknown[1])}")
        called = _WRONG_CALL.fullmatch(str(error))
        if called:
            return errors.ArityError(f"{name}: {_wrong_call(*called.groups())}")
    given = " and ".join(map(errors.describe, args)) or "no arguments"
    if isinstance(error, ZeroDivisionError):
        return errors.DivisionByZeroError(f"Division by zero signalled by {name}.")
    if isinstance(error, ModuleNotFoundError):
        return errors.ScmpyError(f"{name} needs the library {error.name}, which is not installed here")
    if isinstance(error, SystemError):  # Python's own, where memory ran out while it was about to say so
        return errors.LimitError(f"{name}: there is not enough memory for {given}")
    if isinstance(error, (OverflowError, MemoryError)):
        return errors.LimitError(f"{name}: a number is too large for {given}: {error}")
    if defects_are_raised.get() and not is_of_the_arguments(error, args):
        raise error
    if not isinstance(error, MISUSE):
        problem = f"{type(error).__name__}: {error} (a defect of scmpy; please report it)"
        return errors.InternalError(f"{name} of {given}: {problem}")
    return errors.WrongTypeError(f"{name} does not apply to {given}")


def is_of_the_arguments(error: Exception, args: tuple[Any, ...]) -> bool:
    """Can this be a misuse? Of a type Python complains if the user gave a value of it; else it is the library's own."""
    if not isinstance(error, (TypeError, AttributeError)):
        return isinstance(error, MISUSE)
    return any(re.search(rf"\b{re.escape(kind)}\b", str(error)) for kind in _kinds_in(args))


def _kinds_in(values: Any) -> set[str]:
    kinds: set[str] = set()
    done: set[int] = set()
    stack = [values]
    while stack:
        value = stack.pop()
        if id(value) not in done:
            done.add(id(value))
            kinds.add(type(value).__name__)
            stack.extend(contents(value) or ())
    return kinds


def _wrong_call(name: str, takes: str, given: str, missing: str) -> str:
    title = errors.entitled(name, "function")
    called = title if " " in title else f"the function {title}"
    if missing:
        return f"{called} needs more arguments than it has been called with"
    return f"{called} takes {takes} argument{'' if takes == '1' else 's'}, and has been called with {given}"


#: What other libraries call arguments, and what they are called here.
NAMES_ELSEWHERE = {"rtol": "tolerance", "tol": "tolerance"}


def _no_keyword(function: Any, keyword: str) -> str:
    try:
        names = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_POSITIONAL]
    except (TypeError, ValueError):
        names = []
    if not names or keyword in names:
        return f"calls a function that has no argument {keyword}"
    own = NAMES_ELSEWHERE.get(keyword)
    hint = f" (here it is {own})" if own in names else errors.did_you_mean(keyword, names)
    return f"has no argument {keyword}{hint}; it takes {', '.join(names)}"


def arity_of_signature(function: Any) -> tuple[int, int | None]:
    """The least and the greatest number of arguments (None: any number); any number where Python knows no signature."""
    if type(function) is FunctionType and not function.__dict__:  # as inspect has it, which takes long
        code = function.__code__
        least = code.co_argcount - len(function.__defaults__ or ())
        return least, None if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0, None
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    least = sum(p.default is p.empty for p in positional)
    return least, None if any(p.kind is p.VAR_POSITIONAL for p in parameters) else len(positional)


def raised_by_us(traceback: TracebackType | None) -> bool:
    """Had only the library's own functions been called?"""
    if traceback is not None:
        traceback = traceback.tb_next  # past the function that caught the error
    while traceback is not None:
        if not errors.is_ours(traceback.tb_frame.f_globals):
            return False
        traceback = traceback.tb_next
    return True
