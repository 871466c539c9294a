"""From whatever was raised to an error that a user understands, with the place in the Scheme source.

Python's own errors in compiled code are translated: a missing name is an unbound variable, a TypeError about calling
is a wrong number of arguments or an object that is not applicable. The place is that of the innermost Scheme form
that was being evaluated.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from scmpy import errors
from scmpy.boundary import MISUSE, arity_of_signature, defects_are_raised, is_of_the_arguments
from scmpy.generic.functions import bounce
from scmpy.registry import not_carried_over, scheme_name_of, text_beside
from scmpy.scheme import sandbox
from scmpy.scheme.printer import object_text, write_text
from scmpy.scheme.reader import operators
from scmpy.symbolic.expression import Symbol

#: What other systems, and everyday speech, call what the course calls otherwise.
MEANINGS = dict(line.split("\t") for line in text_beside("scheme/meanings.txt").splitlines())


#: Words that mean something within other forms alone, and where.
AUXILIARY = {
    "else": "it stands in the last clause of cond, case or guard",
    "=>": "it stands in a clause of cond, case or guard, behind the test",
    "unquote": "it stands within a quasiquotation",
    "unquote-splicing": "it stands within a quasiquotation",
}


def add_hint(error: errors.ScmpyError, session: sandbox.Evaluator) -> None:
    if isinstance(error, errors.UnboundVariableError) and error.name:
        error.message += _hint_at_unbound(error, session)
        error.name = ""  # said once
    elif isinstance(error, errors.NotApplicableError):
        if isinstance(error.applied, Symbol):
            error.message += f" (did you mean (literal-function '{error.applied.name})?)"
        elif isinstance(error.applied, list):
            error.message += " (did you mean up in the place of vector?)"
        error.applied = None


def _hint_at_unbound(error: errors.UnboundVariableError, session: sandbox.Evaluator) -> str:
    name, (source, (line, _, column, _)) = error.name or "", error.context
    at = 0 if line is None or column is None else source.line_starts[line - 1] + column
    before = source.text[:at]
    if word_at_start(source.text[at:]) == "set!":
        return " (set! changes a variable that define has made)"
    told = AUXILIARY.get(name) or not_carried_over(name)
    if told:
        return f" ({told})"
    meant = MEANINGS.get(name.lower())
    if meant:
        return f" (did you mean {meant}?)"
    names = session.names()
    near = errors.nearest_names(name, names)
    if before.endswith("("):
        near = near or f"(literal-function '{name})"
        return f" (did you mean {near}?)"
    if near:
        return f" (did you mean {near} or '{name}?)"
    return _hint_at_operators(before, names, session.keywords) or f" (did you mean '{name}?)"


def _hint_at_operators(before: str, names: Collection[str], keywords: Iterable[str]) -> str:
    """``(lamda (x) x)`` is a call to Scheme, and x the first thing that it misses."""
    for word in reversed(operators(before)):
        near = "" if word in names else errors.nearest_names(word, keywords)
        if near:
            return f" (in the form ({word} ...); did you mean {near}?)"
    return ""


_FIRST_WORD = re.compile(r"[(\s]*([^\s()'`,\";]+)")


def word_at_start(form: str) -> str:
    found = _FIRST_WORD.match(form)
    return found[1] if found else ""


def named_as_written(message: str, form: str) -> str:
    """The message of an error of the library, with the procedure that the user called, if it names another.

    >>> named_as_written("Gamma expects a path", "((Lagrange-equations L) 't)")
    'Gamma expects a path (in Lagrange-equations)'
    >>> named_as_written("sin expects a number", "(sin 'x)")
    'sin expects a number'
    """
    written, named = word_at_start(form), message.partition(" ")[0]
    if not written or written == named or not re.search(rf"\A{re.escape(named)} (expects|does)\b", message):
        return message
    return f"{message} (in {written})"


_ARITY = re.compile(r"([^()\n]*)\(\) (?:takes|missing|got) .*argument|expected .*arguments?, got|takes .* argument")
_NOT_CALLABLE = re.compile(r"'(.*)' object is not callable")
_NAME = re.compile(r"'([^']*)'")
#: So many of the calls that an error arose in are told.
_LONGEST_CHAIN = 4


class _Call(NamedTuple):
    """A frame of Scheme's, the instruction that it was at, and the place of the tail call that it was entered by."""

    frame: FrameType
    offset: int
    site: Any

    @property
    def place(self) -> errors.Location | None:
        info, (line, _, column, _) = _whereabouts(self.frame, self.offset)
        return None if line is None or not isinstance(info, sandbox.DebugInfo) else info.source.place(line, column or 0)


@dataclass
class _Trail:
    """Where evaluation was: the innermost frame, the innermost Scheme frame, the place of the form it was in.

    ``applied`` is the frame of the library's procedure that was called there, ``bounced`` that of a tail call to it.
    """

    frame: FrameType | None = None
    applied: FrameType | None = None
    calls: list[_Call] = field(default_factory=list)
    bounced: FrameType | None = None
    scheme_frame: FrameType | None = None
    info: sandbox.DebugInfo | None = None
    place: Any = None
    location: errors.Location | None = None


def as_scheme_error(error: BaseException) -> errors.ScmpyError:
    """The error as a user sees it, with its location; a ScmpyError keeps its identity."""
    if isinstance(error, errors.ScmpyError) and error.location is not None:
        return error
    trail = _follow(error.__traceback__)
    found = (
        error
        if isinstance(error, errors.ScmpyError) and not isinstance(error, errors.DepthError)
        else _translate(error, trail)
    )
    if found.location is None:
        found.location = trail.location
        found.calls = _chain(trail.calls)
        if isinstance(error, errors.ScmpyError) and trail.applied is not None and trail.location is not None:
            found.message = named_as_written(found.message, trail.location.text[trail.location.column - 1 :])
        if isinstance(error, errors.ArityError):  # of the library: the names of its parameters come last
            told, colon, names = found.message.rpartition(": ")
            found.message = told + colon + names.replace("_", "-") if colon else names
    return found


def _chain(calls: list[_Call]) -> tuple[str, ...]:
    """The innermost of the calls that are going on, each with its place; of those that repeat one."""
    lines: list[str] = []
    seen: set[tuple[int, ...]] = set()  # an endless recursion makes one call half a million times
    for outer, inner in zip(calls[-2::-1], calls[:0:-1], strict=True):
        call = (id(outer.frame.f_code), outer.offset, id(inner.frame.f_code), id(inner.site))
        if call in seen:
            continue
        seen.add(call)
        place = outer.place if inner.site is None else inner.site.source.location(inner.site.span[0])
        name = "" if inner.frame.f_code in sandbox.EVALUATING else inner.frame.f_code.co_qualname
        line = (
            f"in {errors.entitled(name, 'procedure')}, called at {place}" if name else f"in a form evaluated at {place}"
        )
        if place is not None and line not in lines:
            lines.append(line)
        if len(lines) == _LONGEST_CHAIN:
            break
    return tuple(lines)


def _follow(traceback: TracebackType | None) -> _Trail:
    trail, site, last = _Trail(), None, None
    while traceback is not None:
        frame = trail.frame = traceback.tb_frame
        if sandbox.SESSION in frame.f_globals or frame.f_code in sandbox.EVALUATING:
            call = _Call(frame, traceback.tb_lasti, site)
            if site is None and trail.calls and _goes_on(trail.calls[-1].frame, frame):
                trail.calls[-1] = call._replace(site=trail.calls[-1].site)
            else:
                trail.calls.append(call)
            last, site = traceback, None
            trail.applied = trail.bounced = None
        elif frame.f_code is bounce.__code__:
            site = frame.f_locals["call"][2] or site
            trail.applied, trail.bounced = None, frame
        elif trail.applied is None:
            trail.applied = frame
        traceback = traceback.tb_next
    if last is not None:
        trail.scheme_frame = last.tb_frame
        trail.info, place = _whereabouts(last.tb_frame, last.tb_lasti)
        trail.place = place
        if place[0] is not None and isinstance(trail.info, sandbox.DebugInfo):
            trail.location = trail.info.source.place(place[0], place[2] or 0)
    if site is not None and site.span is not None:
        trail.location = site.source.location(site.span[0])
    return trail


def _goes_on(outer: FrameType, frame: FrameType) -> bool:
    """Is this the raw body of the procedure that the outer one enters, or a part of the same form?"""
    if frame.f_code in sandbox.EVALUATING and frame.f_code is outer.f_code:
        return outer.f_locals["self"] is frame.f_locals["self"]
    return sandbox.is_entry(outer.f_code)


def _whereabouts(frame: FrameType, offset: int) -> tuple[Any, sandbox.Place]:
    """The source that a frame of Scheme's is made of, with the variables that hold what is called, and its place."""
    if frame.f_code not in sandbox.EVALUATING:
        place = next(islice(frame.f_code.co_positions(), offset // 2, None), (None, None, None, None))
        return frame.f_code.co_consts[-1], place
    evaluation, node, span = (frame.f_locals[name] for name in ("self", "node", "span"))
    (line, column), (end_line, end_column) = map(evaluation.source.position, span)
    whole = line, end_line, column, end_column
    calls = {whole: [("function", len(node.operands))]} if hasattr(node, "operands") else {}
    return sandbox.DebugInfo(evaluation.source, calls), whole


def _translate(error: BaseException, trail: _Trail) -> errors.ScmpyError:
    if isinstance(error, RecursionError):
        return errors.LimitError("Aborting!: maximum recursion depth exceeded")
    if isinstance(error, MemoryError):
        return errors.LimitError("Aborting!: out of memory")
    if isinstance(error, ZeroDivisionError):
        return errors.DivisionByZeroError("Division by zero signalled by /.")
    if isinstance(error, OverflowError):
        return errors.LimitError(f"a number is too large: {error}")
    if isinstance(error, ModuleNotFoundError):
        return errors.ScmpyError(f"this needs the library {error.name}, which is not installed here")
    if isinstance(error, NameError) and trail.frame is trail.scheme_frame is not None:
        return _unbound(error, trail)
    if isinstance(error, TypeError):
        found = _call_error(str(error), trail)
        if found is not None:
            return found
    if defects_are_raised.get() and isinstance(error, Exception) and not isinstance(error, MISUSE):
        raise error
    if isinstance(error, MISUSE) and trail.applied is not None and trail.scheme_frame is not None:
        name, arguments = _application(trail, trail.applied)
        if defects_are_raised.get() and not is_of_the_arguments(error, tuple(arguments)):
            raise error
        wrong = f"{name} does not apply to {' and '.join(map(_shown, arguments)) or 'this'} ({error})"
        wrapped: errors.ScmpyError = errors.WrongTypeError(wrong)
    else:
        wrapped = errors.InternalError(f"{type(error).__name__}: {error}")
    wrapped.__cause__ = error
    return wrapped


def _unbound(error: NameError, trail: _Trail) -> errors.ScmpyError:
    found = _NAME.search(str(error))
    key = error.name or (found[1] if found else "")
    assert trail.info is not None
    if key in trail.info.names:
        return errors.UnassignedVariableError(f"Unassigned variable: {trail.info.names[key]}")
    unbound = errors.UnboundVariableError(f"Unbound variable: {sandbox.scheme_name(key)}")
    unbound.name = sandbox.scheme_name(key)
    unbound.context = trail.info.source, trail.place
    return unbound


def _application(trail: _Trail, frame: FrameType) -> tuple[str, list[Any]]:
    code, variables = frame.f_code, frame.f_locals
    if trail.bounced is not None:
        name, arguments = _name(trail.bounced.f_locals["procedure"]), list(trail.bounced.f_locals["arguments"])
    else:
        names = code.co_varnames[: code.co_argcount + bool(code.co_flags & inspect.CO_VARARGS)]
        more = list(variables.get(names[-1], ())) if code.co_flags & inspect.CO_VARARGS else []
        arguments = [variables[given] for given in names[: code.co_argcount] if given in variables] + more
        assert trail.scheme_frame is not None and trail.info is not None
        sites = [site for site, _ in trail.info.calls.get(trail.place, [])]
        called = [_variable(trail.scheme_frame, site) for site in sites]
        name = next((_name(value) for value in called if value is not None), code.co_name)
    if arguments and arguments[0] is not None and _name(arguments[0]) == name:  # a method's object
        arguments = arguments[1:]
    return name, arguments


def _name(procedure: Any) -> str:
    text = scheme_name_of(procedure) or getattr(procedure, "__name__", None)
    return text if isinstance(text, str) else write_text(procedure)


def _shown(value: Any) -> str:
    try:
        text = write_text(value)
    except errors.ScmpyError:
        text = errors.describe(value)
    return text if len(text) <= 60 else text[:56] + " ..."


# -- calls --------------------------------------------------------------------------------------------------------


def _call_error(message: str, trail: _Trail) -> errors.ScmpyError | None:
    not_callable = _NOT_CALLABLE.search(message)
    if not not_callable and not _ARITY.search(message):
        return None
    for procedure, count in _candidates(message, trail):
        if not_callable:
            if not callable(procedure) and type(procedure).__name__ == not_callable[1].rpartition(".")[2]:
                found = errors.NotApplicableError(f"The object {errors.shown_text(procedure)} is not applicable.")
                found.applied = procedure
                return found
        elif callable(procedure) and not accepts(procedure, count):
            return arity_error(procedure, count)
    if not_callable and trail.frame is trail.scheme_frame:
        return errors.NotApplicableError(f"An object of type {not_callable[1]} is not applicable.")
    name, _, rest = message.partition("()")
    return None if not_callable else errors.ArityError(f"The procedure {name} was called wrongly: it{rest}")


def _candidates(message: str, trail: _Trail) -> list[tuple[Any, int]]:
    """Procedures that may have been applied when the error was raised, with the numbers of their arguments."""
    frame = trail.frame
    if frame is None:
        return []
    variables = frame.f_locals
    if frame is trail.scheme_frame and trail.info is not None:
        sites = trail.info.calls.get(trail.place, [])
        return [(_variable(frame, name), count) for name, count in sites]
    if frame.f_code is bounce.__code__:
        return [(variables["procedure"], len(variables["arguments"]))]
    given = re.search(r"but (\d+) (?:was|were) given", message)
    return [
        (value, int(given[1]) if given else count)
        for _, value in sorted(variables.items(), key=lambda item: item[0] not in frame.f_code.co_freevars)
        for count in _counts(value, message)
    ]


def _variable(frame: FrameType, name: str) -> Any:
    variables = frame.f_locals
    return variables[name] if name in variables else variables.get(sandbox.local_name(name), frame.f_globals.get(name))


def _counts(value: Any, message: str) -> list[int]:
    if not callable(value):
        return [0]
    names = getattr(value, "__qualname__", None), getattr(getattr(value, "__code__", None), "co_qualname", None)
    if message.partition("()")[0] not in names:
        return []
    missing = re.search(r"missing (\d+) required", message)
    least, _ = procedure_arity(value)
    return [least - int(missing[1]) if missing else least]


def procedure_arity(procedure: Any) -> tuple[int, int | None]:
    """The least and the greatest number of arguments; None for any number."""
    own = getattr(procedure, "number_of_arguments", None) or getattr(procedure, "arity", None)
    if isinstance(own, tuple):
        return own
    if isinstance(own, int):
        return own, own
    if sandbox.is_scheme_procedure(procedure):
        code = procedure.__code__
        most = code.co_argcount
        return most - len(procedure.__defaults__ or ()), None if code.co_flags & inspect.CO_VARARGS else most
    return arity_of_signature(procedure)


def accepts(procedure: Any, count: int) -> bool:
    least, most = procedure_arity(procedure)
    return least <= count and (most is None or count <= most)


def arity_error(procedure: Any, count: int) -> errors.ArityError:
    error = errors.wrong_number(f"The procedure {object_text(procedure)}", count, *procedure_arity(procedure))
    title = (
        errors.entitled(procedure.__code__.co_qualname, "procedure") if sandbox.is_scheme_procedure(procedure) else ""
    )
    made = title.removeprefix("a procedure ") if "made in" in title else ""
    return errors.ArityError(f"{error} ({made})." if made else f"{error}.")
