"""What a mistake was likely meant to be: hints that are added to a message when it leaves the session."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from scmpy.errors import NotApplicableError, ScmpyError, UnboundVariableError, nearest_names
from scmpy.registry import not_carried_over
from scmpy.scheme.runtime import Evaluator
from scmpy.scheme.tokens import operators
from scmpy.symbolic.expression import Symbol

#: What other systems, and everyday speech, call what the course calls otherwise.
MEANINGS = {
    "arccos": "acos",
    "arcsin": "asin",
    "arctan": "atan",
    "cross": "cross-product",
    "det": "determinant",
    "diff": "D or partial",
    "differentiate": "D or partial",
    "dot": "dot-product",
    "euler-lagrange-equations": "Lagrange-equations",
    "function": "literal-function or lambda",
    "grad": "gradient",
    "graphics-coordinate-limits": "window-coordinates",
    "graphics-operation": "plot-line or plot-circle",
    "hamiltons-equations": "Hamilton-equations",
    "import": "load",
    "infinity": "+inf.0",
    "int": "definite-integral",
    "integral": "definite-integral",
    "inv": "invert",
    "inverse": "invert",
    "jacobian": "D, whose value at a point is the Jacobian",
    "lagranges-equations": "Lagrange-equations",
    "ln": "log",
    "matrix": "matrix-by-rows",
    "nil": "'()",
    "norm": "euclidean-norm or magnitude",
    "pow": "expt",
    "power": "expt",
    "print": "pe, which simplifies, or display",
    "quit": "(exit)",
    "return": "the last expression of the body, which is the value",
    "subs": "substitute",
}


def add_hint(error: ScmpyError, session: Evaluator) -> None:
    """Say in a message what was likely meant."""
    if isinstance(error, UnboundVariableError) and error.name:
        error.message += _hint_at_unbound(error, session)
        error.name = ""  # said once
    elif isinstance(error, NotApplicableError) and isinstance(error.applied, Symbol):
        error.message += f" (did you mean (literal-function '{error.applied.name})?)"
        error.applied = None


def _hint_at_unbound(error: UnboundVariableError, session: Evaluator) -> str:
    name, (before, after) = error.name or "", _text_around(error)
    if word_at_start(after) == "set!":
        return " (set! changes a variable that define has made)"
    told = not_carried_over(name)
    if told:
        return f" ({told})"
    meant = MEANINGS.get(name.lower())
    if meant:
        return f" (did you mean {meant}?)"
    names = session.names()
    near = nearest_names(name, names)
    if before.endswith("("):
        near = near or f"(literal-function '{name})"
        return f" (did you mean {near}?)"
    if near:
        return f" (did you mean {near} or '{name}?)"
    return _hint_at_operators(before, names, session.keywords) or f" (did you mean '{name}?)"


def _text_around(error: UnboundVariableError) -> tuple[str, str]:
    """The source up to the variable, and from it on."""
    source, (line, _, column, _) = error.context
    at = 0 if line is None or column is None else source.line_starts[line - 1] + column
    return source.text[:at], source.text[at:]


def _hint_at_operators(before: str, names: Collection[str], keywords: Iterable[str]) -> str:
    """``(lamda (x) x)`` is a call to Scheme, and x the first thing that it misses."""
    for word in reversed(operators(before)):
        near = "" if word in names else nearest_names(word, keywords)
        if near:
            return f" (in the form ({word} ...); did you mean {near}?)"
    return ""


_FIRST_WORD = re.compile(r"[(\s]*([^\s()'`,\";]+)")


def word_at_start(form: str) -> str:
    """The word that a form begins with, behind its brackets.

    >>> word_at_start("(((Lagrange-equations L) q) 't)")
    'Lagrange-equations'
    """
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
