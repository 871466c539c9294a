"""Environments, of which a session has one: whatever a course file calls it, it is the session's global environment."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Annotated, Any

from scmpy.errors import ScmpyError, UnboundVariableError
from scmpy.scheme.data import ENVIRONMENT, Char, MutableString, Promise, TimeLimitError, is_simplified, list_of
from scmpy.scheme.primitives.containers import HashTable
from scmpy.scheme.primitives.control import Continuation
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive
from scmpy.scheme.primitives.ports import InputPort, Port
from scmpy.scheme.sandbox import (
    FileError,
    change_directory,
    current_session,
    evaluate_apart,
    load_file,
    permitted,
    reload_file,
    sandboxed,
)
from scmpy.structure.tuples import Structure
from scmpy.symbolic.expression import Symbol, symbol

for _name in (
    "system-global-environment",
    "user-initial-environment",
    "scmutils-base-environment",
    "generic-environment",
    "user-generic-environment",
    "numerical-environment",
    "symbolic-environment",
    "rule-environment",
    "unit-environment",
):
    PRIMITIVES[_name] = ENVIRONMENT


Environment = Annotated[Any, lambda value: value is ENVIRONMENT]


@primitive("environment?", source="MIT Environments")
def is_environment(value: Any) -> Any:
    """Is this an environment?"""
    return value is ENVIRONMENT


@primitive("nearest-repl/environment", "interaction-environment", source="R7RS 6.12")
def interaction_environment() -> Any:
    """The session's environment."""
    return ENVIRONMENT


@primitive("environment", "scheme-report-environment", "null-environment", "->environment", source="R7RS 6.12")
def environment(*_libraries: Any) -> Any:
    """The environment of libraries, of a report, or of a package of MIT Scheme's: there is one, and it has all."""
    return ENVIRONMENT


@primitive("ge", "go-to-environment")
def go_to_environment(_environment: Environment) -> Any:
    """Evaluate in this environment from now on: there is one."""


@primitive("eval", source="R7RS 6.12")
def eval_(datum: Any, _environment: Environment = ENVIRONMENT) -> Any:
    """The value of a datum as an expression."""
    return current_session.get().evaluate_datum(datum)


@primitive("environment-bound?", "environment-assigned?", source="MIT Environments")
def is_bound(_environment: Environment, name: Symbol) -> Any:
    """Does a variable have a value?"""
    return current_session.get().has(name.name)


@primitive("environment-bound-names", source="MIT Environments")
def environment_bound_names(_environment: Environment) -> Any:
    """The list of the variables and special forms, in the order of the alphabet."""
    return list_of(map(symbol, current_session.get().names()))


@primitive("environment-lookup", source="MIT Environments")
def environment_lookup(_environment: Environment, name: Symbol) -> Any:
    """The value of a variable."""
    session = current_session.get()
    if not session.has(name.name):
        raise UnboundVariableError(f"Unbound variable: {name.name}")
    return session.lookup(name.name)


@primitive("environment-assign!", source="MIT Environments")
def environment_assign(environment: Environment, name: Symbol, value: Any) -> Any:
    """Give a variable another value."""
    environment_lookup(environment, name)
    current_session.get().bind(name.name, sandboxed(value))


@primitive("environment-define", source="MIT Environments")
def environment_define(_environment: Environment, name: Symbol, value: Any) -> Any:
    """Define a variable."""
    current_session.get().bind(name.name, sandboxed(value))


@primitive("load")
def load(filename: str, _environment: Any = None) -> Any:
    """Evaluate the forms of a file, if the session may load it; the value of the last.

    A relative name is relative to the working directory, or else to the file that loads it; ".scm" may be left out.

    Source:  R7RS 6.14
    """
    permitted("load", "load")
    return load_file(current_session.get(), filename, _allowed_folders())


def _allowed_folders() -> tuple[str, ...] | None:
    session = current_session.get()
    return None if session.permissions & {"load", "files"} else session.load_from


@primitive("pwd", source="MIT Scheme")
def working_directory() -> str:
    """The working directory, which names of files are relative to."""
    permitted("load", "pwd")
    return os.path.join(os.path.abspath(current_session.get().directory), "")


@primitive("cd", source="MIT Scheme")
def change_working_directory(folder: str) -> str:
    """Go to another folder, from which the session may load files: names of files are relative to it then."""
    permitted("load", "cd")
    change_directory(current_session.get(), folder, _allowed_folders())
    return working_directory()


@primitive("with-working-directory-pathname", source="MIT Scheme")
def with_working_directory(folder: str, thunk: Any) -> Any:
    """The value of the thunk, with another working directory until it returns."""
    session = current_session.get()
    usual = session.directory
    try:
        change_working_directory(folder)
        return thunk()
    finally:
        session.directory = usual


@primitive("current-load-pathname", source="MIT Scheme")
def current_load_pathname() -> str:
    """The file that is being loaded, or the program that is run."""
    permitted("load", "current-load-pathname")
    loading = current_session.get().loading
    if not loading:
        raise ScmpyError("current-load-pathname: no file is being loaded")
    return os.path.abspath(loading[-1])


@primitive("directory-pathname", source="MIT Scheme")
def directory_pathname(filename: str) -> str:
    """The folder of a file, as it stands in its name: (directory-pathname "parts/b.scm") is "parts/"."""
    folder, _ = os.path.split(filename)
    return os.path.join(folder, "") if folder else ""


for _name, _procedure in (("working-directory-pathname", "pwd"), ("set-working-directory-pathname!", "cd")):
    PRIMITIVES[_name] = PRIMITIVES[_procedure]


@primitive("reload")
def reload() -> Any:
    """Evaluate the file that was last loaded, as it is now; definitions that it has no more stay."""
    permitted("load", "reload")
    return reload_file(current_session.get())


@primitive("with-limited-time")
def with_limited_time(seconds: int | float | Fraction, thunk: Any) -> Any:
    """The value of the thunk, or #f if it takes longer than so many seconds."""
    try:
        return evaluate_apart(thunk, float(seconds))
    except TimeLimitError:
        return False


# --- types -----------------------------------------------------------------------------------------------------------


@primitive("vector?", source="R7RS 6.8")
def is_vector(value: Any) -> Any:
    """Is this a vector? One that simplify made is a list, as ``pair?`` says."""
    return isinstance(value, (list, Structure)) and not is_simplified(value)


def _predicate(names: str, noun: str, source: str, *types: type) -> None:
    @primitive(*names.split(), doc=f"Is this {noun}?", source=source)
    def is_of_type(value: Any) -> Any:
        return isinstance(value, types)


_predicate("boolean?", "#t or #f", "R7RS 6.3", bool)
_predicate("symbol?", "a symbol", "R7RS 6.5", Symbol)
_predicate("char?", "a character", "R7RS 6.6", Char)
_predicate("string?", "a string", "R7RS 6.7", str, MutableString)
_predicate("bytevector?", "a bytevector", "R7RS 6.9", bytearray)
_predicate("hash-table?", "a hash table", "SRFI 69", HashTable)
_predicate("promise?", "a promise", "R7RS 4.2.5", Promise)
_predicate("continuation?", "what call/cc gives", "MIT Procedures", Continuation)
_predicate("port?", "a port", "R7RS 6.13", Port, InputPort)
_predicate("input-port?", "a port to read from", "R7RS 6.13", InputPort)
_predicate("output-port?", "a port to print to", "R7RS 6.13", Port)
_predicate("condition? error? error-object?", "a condition", "R7RS 6.11", ScmpyError)
_predicate("file-error?", "the condition of a file that could not be read or written", "R7RS 6.11", FileError)
_predicate("read-error?", "the condition of a text that is no datum", "R7RS 6.11", SyntaxError)
