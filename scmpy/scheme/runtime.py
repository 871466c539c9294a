"""What compiled Scheme needs at run time: tail calls and lists of rest arguments.

A procedure is a Python function that returns its value, so that library code calls it directly. One whose body ends
in a call to a procedure unknown at compile time exists twice (:mod:`scmpy.generic.tail_calls`): as the entry that
library code calls, and as a raw body that leaves the call to whoever ran it.
"""

from __future__ import annotations

from contextvars import ContextVar
from types import FunctionType
from typing import Any, Protocol, TextIO

from scmpy.errors import ScmpyError
from scmpy.generic.settings import assign_variable
from scmpy.generic.tail_calls import TailCall, bounce
from scmpy.scheme.admission import OWN, PLAIN, SESSION, admitted, admitting, applied, outside
from scmpy.scheme.data import list_of


class Evaluator(Protocol):
    """A session, as procedures know it that one evaluates (:class:`scmpy.scheme.session.Session`)."""

    permissions: frozenset[str]
    display: str
    covered: dict[str, Any]
    loading: tuple[str, ...]
    loaded: str

    @property
    def keywords(self) -> dict[str, Any]:
        """The special forms and macros by name."""

    def run(self, source: str) -> Any:
        """Evaluate the forms of a text; the value of the last."""

    def run_here(self, source: str, filename: str) -> Any:
        """What ``run`` does, as part of an evaluation that is going on."""

    def evaluate_datum(self, datum: Any) -> Any:
        """The value of a datum."""

    def result_text(self, value: Any) -> str:
        """What the REPL prints for a value."""

    def bind(self, name: str, value: Any) -> None:
        """Bind a global variable."""

    def lookup(self, name: str) -> Any:
        """The value of a global variable; KeyError if it has none."""

    def has(self, name: str) -> bool:
        """Is this a global variable?"""

    def names(self) -> list[str]:
        """The global variables and special forms, sorted."""

    def another(self, stdout: TextIO) -> Evaluator:
        """A new session, in which nothing has been defined."""


#: The session that is evaluating.
current_session: ContextVar[Evaluator] = ContextVar("current_session")

#: The name of a session's globals in themselves.
OF_SESSION = "|globals"


def from_outside(raw: Any, arguments: tuple[Any, ...]) -> Any:
    """What a procedure, of which this is the raw body, gives where Python calls it: its arguments are admitted."""
    token = outside.set(False)
    try:
        result = raw(*map(admitted, arguments))
        return bounce(result) if result.__class__ is TailCall else result
    finally:
        outside.reset(token)


def permitted(what: str, name: str) -> None:
    """An error unless the session that is evaluating has the permission; that for files is one to load them."""
    permissions = current_session.get().permissions
    if what in permissions or (what == "load" and "files" in permissions):
        return
    hint = "; at the prompt, in notebooks and by scmpy -i FILE programs are loaded" if what == "load" else ""
    raise ScmpyError(f"{name}: this session has no permission for files{hint}")


def is_scheme_procedure(value: Any) -> bool:
    """Is this a procedure written in Scheme?"""
    return type(value) is FunctionType and SESSION in value.__globals__


#: What compiled code refers to by global names that no Scheme identifier is compiled to.
HELPERS: dict[str, Any] = {
    "|TailCall": TailCall,
    "|bounce": bounce,
    "|list": list_of,
    "|assign": assign_variable,
    "|procedure": FunctionType,
    "|own": OWN,
    "|plain": PLAIN,
    "|admitted": admitted,
    "|admitting": admitting,
    "|applied": applied,
    "|outside": outside.get,
    "|from_outside": from_outside,
}
