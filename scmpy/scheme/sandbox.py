"""What a Scheme program may hold and apply: values of scmpy's own, and what the host hands over.

Programs come from strangers, and SymPy evaluates the text that it is given. So :func:`sandboxed` decides, by an
allowlist, what stands for a value in a program: values of scmpy's classes, plain data, procedures of Scheme and
functions of scmpy's modules are themselves, a value of SymPy's becomes scmpy's. A function of the host's own modules is
applied as it stands, and its value is admitted in turn; any other takes numbers, expressions, structures and arrays,
never a text or a procedure (``Session.define`` lifts that for all but the libraries). So is everything that comes in:
what the host defines, shares or hands over, and what is applied where the operator is not known.
"""

from __future__ import annotations

import functools
import inspect
import os
import pathlib
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from keyword import iskeyword
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeVar

from scmpy.deep_stack import is_deep, run_apart
from scmpy.errors import ScmpyError, UnassignedVariableError, WrongTypeError, describe
from scmpy.generic.functions import Function, OfFunctions, TailCall, bounce, memoized
from scmpy.generic.settings import Limit, assign_variable
from scmpy.generic.types import ScalarKind, TreeNode, is_number
from scmpy.registry import scheme_value
from scmpy.scheme.data import EMPTY, MOST_SOURCE, Budget, Char, EmptyList, Pair, cells, list_of
from scmpy.scheme.reader import Source, Span
from scmpy.structure.literal_functions import enable_literal_apply, literal_function, self_evaluating
from scmpy.symbolic.expression import Application, Symbol, symbol
from scmpy.symbolic.to_sympy import from_sympy

# --- debug -----------------------------------------------------------------------------------------------------------
# What code objects carry for error messages, and the names in them.
#
# The last constant of every code object is the :class:`DebugInfo` of its form, the one before it what the procedure was
# written as: no run-time cost, and they live as long as the code. Python's own table of positions leads from an
# instruction to a line and column of the Scheme source.

Place = tuple[int | None, int | None, int | None, int | None]  # line, end line, column, end column


@dataclass(eq=False)
class DebugInfo:
    """The source of a form; for each place of a call the names of the operators there, with the operands' number."""

    source: Source
    calls: dict[Place, list[tuple[str, int]]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of variables and procedures, by their names in the code
    programs: dict[str, Any] = field(default_factory=dict)  # what procedures were written as, by these names
    entries: set[str] = field(default_factory=set)  # names in the code of functions that only call a raw body


class CallSite(NamedTuple):
    source: Source
    span: Span | None


#: A letter in the names of all local variables of compiled code, and of no global one.
LOCAL = "\u01c0"

#: Stands before the DebugInfo in the code of an entry.
ENTRY = "|entry"

_RESERVED = {"None", "True", "False"}


@memoized(1000)
def global_name(name: str) -> str:
    """The key of a global variable: its name, unless that means something to Python or to the compiler."""
    return "|" + name if name in _RESERVED or name[:1] == "|" or name[:2] == "__" or LOCAL in name else name


def scheme_name(key: str) -> str:
    return key[1:] if key[:1] == "|" else key


#: What Python writes between a function's name and that of one made in it; all are made in that of their form.
_INSIDE = ".<locals>."


def finish_code(code: CodeType, constants: list[Any], debug: DebugInfo, renamed: Mapping[str, str]) -> CodeType:
    """Put the constants of a form, its debugging information, the names of procedures and variables into its code."""
    inner = (finish_code(x, constants, debug, renamed) if type(x) is CodeType else x for x in code.co_consts)
    names = [debug.names.get(key, key) for key in code.co_qualname.split(_INSIDE)]
    entry = (ENTRY,) if code.co_name in debug.entries else ()
    program = debug.programs.get(code.co_name)
    shown = _names_of_parameters(code)
    return code.replace(
        co_consts=(*_with_values(inner, constants), *entry, program, debug),
        co_name=names[-1],
        co_qualname=_INSIDE.join(names[1:]),
        co_varnames=tuple(shown.get(key, key) for key in code.co_varnames),
        co_cellvars=tuple(shown.get(key, key) for key in code.co_cellvars),
        co_names=tuple(renamed.get(key, key) for key in code.co_names),
        co_filename=debug.source.filename,
    )


def _with_values(found: Iterable[Any], constants: list[Any]) -> Iterator[Any]:
    """The constants in code, those of the form instead of their numbers."""
    for x in found:
        yield constants[int(x)] if type(x) is bytes else tuple(_with_values(x, constants)) if type(x) is tuple else x


#: The code of frames in which forms are evaluated as they stand, as the compiler enters it: their locals tell where.
EVALUATING: set[CodeType] = set()


def is_entry(code: CodeType) -> bool:
    return code.co_consts[-3:-2] == (ENTRY,)


def _names_of_parameters(code: CodeType) -> dict[str, str]:
    """What Python shows for the parameters of a procedure: their names, where they are distinct ones in Python."""
    keys = code.co_varnames[: code.co_argcount + bool(code.co_flags & inspect.CO_VARARGS)]
    names = [local_name(key) for key in keys]
    return {} if len({*names}) < len(names) or any(map(iskeyword, names)) else dict(zip(keys, names, strict=True))


def local_name(key: str) -> str:
    """The name in Python of a local variable, which compiled code tells from others of that name by a number."""
    return key.partition(LOCAL)[0]


#: The name in a session's globals that marks them as such, with the session as its value.
SESSION = "|session"

#: The libraries whose functions take no text from a program, even if the host defines them.
_LIBRARIES = frozenset("sympy numpy mpmath flint scipy".split())

#: Packages whose functions are not the host's own.
_NOT_THE_HOSTS = _LIBRARIES | {"builtins", "toolz", "multipledispatch"} | sys.stdlib_module_names

#: Types of functions that say where they come from, or may be wrapped around others.
_FUNCTIONS = (types.FunctionType, types.MethodType, functools.partial, types.BuiltinFunctionType, type)

#: Classes whose values are admitted as they are: data that cannot be applied, scmpy's own as they are met, the host's.
OWN: set[type] = {bool, int, float, complex, Fraction, str, bytes, bytearray, list, tuple, dict, set, type(None)}

#: Classes whose values neither are applied nor hold others.
PLAIN = {
    *(bool, int, float, complex, Fraction, str, bytes, bytearray, type(None)),
    *(Symbol, Application, Char, EmptyList),
}

#: Does Python go on here, and no program? Then what a procedure of Scheme is called with comes from the host.
outside: ContextVar[bool] = ContextVar("outside", default=True)

#: What a function of a library's takes from a program; of tuples and lists, the elements.
_TAKEN = (bool, type(None), ScalarKind, TreeNode)


def sandboxed(value: Any, deliberately: bool = False, known: Any = None) -> Any:
    """What stands for a value in a program: see the module. What the host defines ``deliberately`` may take text.

    A part of a list that is ``known``, the value that a variable has, was admitted when the variable was set.

    >>> import sympy
    >>> sandboxed(sympy.Symbol("x")), sandboxed(max)(1, 2)
    (x, 2)
    >>> sandboxed(max)("a", "b")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: max takes numbers and expressions from a program of Scheme, got the string 'a' ...
    """
    kind = value.__class__
    if kind is list or kind is tuple or kind is Pair:
        if _is_admitted(value, deliberately, known):
            return value
        return (_admitted_list if kind is Pair else _admitted_elements)(value, deliberately)
    if issubclass(kind, OfFunctions):
        return _admitted_parts(value, deliberately)
    if kind is dict:
        found = {sandboxed(key, deliberately): sandboxed(item, deliberately) for key, item in value.items()}
        pairs = zip(found.items(), value.items(), strict=False)
        return value if len(found) == len(value) and all(a is c and b is d for (a, b), (c, d) in pairs) else found
    if kind is Symbol or kind in OWN or (kind is types.FunctionType and _is_own(value)):
        return value
    if any(_package(base) == "sympy" for base in (*kind.__mro__, *(value.__mro__ if isinstance(value, type) else ()))):
        return from_sympy(value)
    if isinstance(value, _FUNCTIONS):
        return value if _is_own(value) else HostProcedure(value, deliberately)
    package = _home(value)
    if callable(value) and not any(_package(base) == "scmpy" for base in kind.__mro__):
        return HostProcedure(value, deliberately)
    if package in _NOT_THE_HOSTS:
        return value
    OWN.add(kind)
    return value


def applied(operator: Any) -> Any:
    """What is applied where an operator has this value: what is admitted for it, or, if that is enabled, for a symbol
    the literal function of its name.
    """
    if operator.__class__ is Symbol:
        return LiteralOperator(operator) if enable_literal_apply.value else operator
    return sandboxed(operator)


class LiteralOperator(Function):
    """A symbol as an operator: the literal function of its name, of as many real arguments as it is applied to."""

    __slots__ = ()

    def __init__(self, name: Symbol) -> None:
        super().__init__(lambda *args: literal_function(name, len(args))(*args), name.name)


def _is_admitted(value: Any, deliberately: bool, known: Any) -> bool:
    """Is all that pairs, lists and tuples hold admitted as it is? They may be circular: each is looked into once."""
    seen = {id(known)}
    level, depth = [value], 0
    while level:
        inner: list[Any] = []
        for item in level:
            while item.__class__ is Pair and id(item) not in seen:
                seen.add(id(item))
                if item.car.__class__ not in PLAIN:
                    inner.append(item.car)
                item = item.cdr
            if id(item) in seen or item.__class__ in PLAIN:
                continue
            if item.__class__ is list or item.__class__ is tuple:
                seen.add(id(item))
                inner += () if PLAIN.issuperset(map(type, item)) else item
            elif sandboxed(item, deliberately) is not item:
                return False
        level, depth = inner, depth + 1
        if depth > sys.getrecursionlimit():
            raise _nested(value)
    return True


def _nested(value: Any) -> WrongTypeError:
    return WrongTypeError(f"{describe(value)} is nested too deeply for a program of Scheme")


def _admitted_elements(items: Any, deliberately: bool) -> Any:
    try:
        return type(items)([sandboxed(item, deliberately) for item in items])
    except RecursionError:
        raise _nested(items) from None


def _admitted_list(pair: Pair, deliberately: bool) -> Any:
    line = list(cells(pair))
    *items, rest = _admitted_elements([cell.car for cell in line] + [line[-1].cdr], deliberately)
    return list_of(items, rest)


def _admitted_parts(value: Any, deliberately: bool) -> Any:
    """The structure or matrix itself, unless one of its parts is not admitted as it is."""
    changed = False

    def part(x: Any) -> Any:
        nonlocal changed
        found = sandboxed(x, deliberately)
        changed = changed or found is not x
        return found

    mapped = value._mapped_(part)
    return mapped if changed else value


def _package(kind: Any) -> str:
    return str(kind.__module__ or "").partition(".")[0]


def _home(function: Any) -> str:
    """The package of a function's text, through methods and what wraps it; of anything else that of its class."""
    if isinstance(function, types.MethodType):
        return _home(function.__func__)
    if isinstance(function, functools.partial):
        return _home(function.func)
    if isinstance(function, types.FunctionType):
        return str(function.__globals__.get("__name__", "")).partition(".")[0]
    if isinstance(function, (type, types.BuiltinFunctionType)) and function.__module__:
        return _package(function)
    wrapped = getattr(function, "__wrapped__", None) if _package(type(function)) == "functools" else None
    return _package(type(function)) if wrapped is None else _home(wrapped)


def _is_own(function: Any) -> bool:
    return is_scheme_procedure(function) or _home(function) == "scmpy"


def is_scheme_procedure(value: Any) -> bool:
    return type(value) is FunctionType and SESSION in value.__globals__


def admitting(procedure: Any) -> Any:
    """What compiled code calls in place of an operation of arithmetic that a program has given this value."""
    if not callable(procedure) or is_scheme_procedure(procedure):
        return procedure
    return lambda *args: procedure(*map(sandboxed, args))


class HostProcedure(Function):
    """A function of Python's as a program of Scheme applies it: what it returns is admitted.

    If it is restricted, it takes no text and no procedure.
    """

    __slots__ = ("restricted",)

    def __init__(self, function: Callable[..., Any], deliberately: bool = False) -> None:
        super().__init__(function, getattr(function, "__name__", None))
        self.restricted = _home(function) in (_LIBRARIES if deliberately else _NOT_THE_HOSTS)

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """Where Python finds the signature."""
        return self.function

    def __reduce__(self) -> Any:
        return HostProcedure, (self.function,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HostProcedure) and self.function is other.function

    def __hash__(self) -> int:
        return hash(self.function)

    def __call__(self, *args: Any) -> Any:
        if self.restricted:
            args = tuple(self._taken(arg) for arg in args)
        token = outside.set(True)
        try:
            return sandboxed(super().__call__(*args))
        finally:
            outside.reset(token)

    def _taken(self, arg: Any) -> Any:
        if isinstance(arg, (tuple, list)):
            return type(arg)(map(self._taken, arg))
        if isinstance(arg, Pair) or arg is EMPTY:
            return tuple(map(self._taken, arg))
        kind = type(arg)
        if is_number(arg) or isinstance(arg, _TAKEN) or (_package(kind) == "numpy" and hasattr(kind, "__array__")):
            return arg
        raise WrongTypeError(
            f"{self.__name__} takes numbers and expressions from a program of Scheme, got {describe(arg)}"
        )


class HostNames(Mapping[str, Any]):
    """What a session finds that is not among its globals: names of the course that nobody has asked for yet, and the
    variables that a host shares with it, whose values are admitted when they are looked up.
    """

    def __init__(self, variables: Mapping[str, Any], arriving: Callable[[str], Any] = scheme_value) -> None:
        self.variables = variables
        self._arriving = arriving
        self.unassigned: set[str] = set()  # defined, without a value
        self._last: dict[str, tuple[Any, Any]] = {}  # what stood for a value, which is the same each time

    def __getitem__(self, key: str) -> Any:
        if key in self.unassigned:
            raise UnassignedVariableError(f"Unassigned variable: {scheme_name(key)}")
        try:
            return self._arriving(key)
        except KeyError:
            pass
        try:
            value = self.variables[key]
        except KeyError:
            if self_evaluating.value and not key.startswith(("|", "_")):
                return symbol(scheme_name(key))
            raise
        if value.__class__ in PLAIN:
            return value
        known = self._last.get(key)
        if known is None or known[0] is not value:
            try:
                known = self._last[key] = value, sandboxed(value)
            except ScmpyError as error:
                raise WrongTypeError(f"the variable {key} of Python's has no value in Scheme: {error}") from None
        return known[1]

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self.variables)


# --- runtime ---------------------------------------------------------------------------------------------------------
# What compiled Scheme needs at run time: tail calls and lists of rest arguments.
#
# A procedure is a Python function that returns its value, so that library code calls it directly. One whose body ends
# in a call to a procedure unknown at compile time exists twice (:mod:`scmpy.generic.functions`): as the entry that
# library code calls, and as a raw body that leaves the call to whoever ran it.


#: A session, as procedures know it that one evaluates: :class:`scmpy.scheme.session.Session`, which is above.
Evaluator = Any

#: The session that is evaluating.
current_session: ContextVar[Evaluator] = ContextVar("current_session")

#: The name of a session's globals in themselves.
OF_SESSION = "|globals"


def from_outside(raw: Any, arguments: tuple[Any, ...]) -> Any:
    """What a procedure, of which this is the raw body, gives where Python calls it: its arguments are admitted."""
    token = outside.set(False)
    try:
        result = raw(*map(sandboxed, arguments))
        return bounce(result) if result.__class__ is TailCall else result
    finally:
        outside.reset(token)


def permitted(what: str, name: str) -> None:
    """An error unless the session that is evaluating has the permission; that for files is one to load them."""
    session = current_session.get()
    if what in session.permissions or (what == "load" and ("files" in session.permissions or session.load_from)):
        return
    hint = "; the option --files of scmpy, or permissions=['files'] of a session in Python, gives it"
    if what == "load":
        hint = "; scmpy run and scmpy -i FILE, without --sandbox, load those beside the program"
    raise FileError(f"{name}: this session has no permission for files{hint}")


#: What compiled code refers to by global names that no Scheme identifier is compiled to.
HELPERS: dict[str, Any] = {
    "|TailCall": TailCall,
    "|bounce": bounce,
    "|leaves": hasattr,
    "|list": list_of,
    "|assign": assign_variable,
    "|unassign": lambda name: current_session.get().unassign(name),
    "|Unassigned": UnassignedVariableError,
    "|procedure": FunctionType,
    "|own": OWN,
    "|plain": PLAIN,
    "|admitted": sandboxed,
    "|admitting": admitting,
    "|applied": applied,
    "|outside": outside.get,
    "|from_outside": from_outside,
}


# --- worker ----------------------------------------------------------------------------------------------------------
# Evaluation of programs: with a deep stack, within a budget of time and memory.

T = TypeVar("T")


def evaluate(work: Callable[[], T], seconds: float | None = None, memory: int | None = None) -> T:
    """The value of ``work()``, computed with a deep stack, within so many seconds and bytes of memory.

    An evaluation inside another is part of it.
    >>> def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
    >>> evaluate(lambda: depth(100_000))
    100000
    """
    return work() if is_deep() else evaluate_apart(work, seconds, memory)


def evaluate_apart(work: Callable[[], T], seconds: float | None = None, memory: int | None = None) -> T:
    """The value of ``work()``, computed in a thread of its own even inside another evaluation."""
    return run_apart(work, Budget(seconds, memory))


# --- loading ---------------------------------------------------------------------------------------------------------
# Reading files: texts, and the programs that ``load`` evaluates.
#
# A name is relative to the working directory, as in MIT Scheme, and then to the folder of the file that loads it; of
# ``(load "ch1")`` the file ``ch1.scm`` is meant where there is no file ``ch1``.

_SUFFIX = ".scm"

MOST_FILES = Limit(
    "most-nested-files",
    100,
    "Files that are being loaded at once, each by the one before.",
    "files that load each other",
)


class FileError(ScmpyError, OSError):
    __str__ = ScmpyError.__str__


def read_text(filename: str, name: str) -> str:
    """The text of a file, for the procedure of this name; devices and pipes, which may have no end, are no files."""
    if os.path.exists(filename) and not os.path.isfile(filename):
        raise FileError(f"{name}: cannot read {filename}: it is not a file")
    try:
        with open(filename, encoding="utf-8-sig") as file:
            text = file.read(MOST_SOURCE.value + 1)
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: cannot read {filename}: it is not UTF-8 text ({error.reason})") from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot read {filename}: {getattr(error, 'strerror', None) or error}") from None
    MOST_SOURCE.check(len(text), f"{name}: {filename}")
    return text


def opened_at_once(path: str, flags: int) -> int:
    """Open a file to write it, as ``opener`` of ``open``: an OSError, no wait, for a pipe that nobody reads."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def load_file(session: Evaluator, filename: str, within: tuple[str, ...] | None = None) -> Any:
    """Evaluate the forms of a file, which is below one of some folders, if such are given; the value of the last.

    What is loaded by no other file can be loaded again.
    """
    path = _found(session, filename, within)
    if not session.loading:
        session.loaded = path
    return _evaluate(session, path, "load")


def reload_file(session: Evaluator) -> Any:
    if not session.loaded:
        raise ScmpyError('reload: no file has been loaded yet; (load "FILE") loads one')
    return _evaluate(session, session.loaded, "reload")


def _evaluate(session: Evaluator, path: str, name: str) -> Any:
    text = read_text(path, name)
    if len(session.loading) >= MOST_FILES.value:
        loads_itself = os.path.realpath(path) in map(os.path.realpath, session.loading)
        raise MOST_FILES.refusal(f"{name}: {path} loads itself:" if loads_itself else f"{name}:")
    session.loading += (path,)
    try:
        return session.run_here(text, path)
    finally:
        session.loading = session.loading[:-1]


def _found(session: Evaluator, filename: str, within: tuple[str, ...] | None) -> str:
    if "\0" in filename:
        raise FileError(f"load: cannot read {filename!r}: no file has such a name")
    name = os.path.expanduser(filename)
    folders = session.directory, *map(os.path.dirname, session.loading[-1:])
    places = dict.fromkeys(os.path.join(folder, name) for folder in folders)
    paths = [path for place in places for path in (place, place + _SUFFIX)]
    allowed = [path for path in paths if within is None or _is_below(path, within)]
    for is_there in (os.path.isfile, os.path.exists):
        if (found := next(filter(is_there, allowed), None)) is not None:
            return found
    for path in paths:
        if path not in allowed:
            real = os.path.realpath(path)
            raise _outside("load", real, os.path.dirname(real))
    where = " nor ".join(map(os.path.abspath, places))
    raise FileError(
        f"load: cannot read {filename}: there is {'neither' if len(places) > 1 else 'no'} {where} (or .scm)"
    )


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    """Is this in one of the folders, or one of them, wherever symbolic links lead?"""
    return os.path.join(os.path.realpath(path), "").startswith(tuple(os.path.join(folder, "") for folder in folders))


def collection_of(folder: str) -> str:
    """The folder whose programs load each other: that of the git repository that this one is in, or it itself."""
    real = pathlib.Path(os.path.realpath(folder))
    return str(next((above for above in (real, *real.parents) if (above / ".git").exists()), real))


def _outside(name: str, path: str, folder: str) -> FileError:
    return FileError(
        f"{name}: {path} is outside the working directory, the folder of the program and their repositories; "
        f"the option --load-from {folder} allows it"
    )


def change_directory(session: Evaluator, name: str, within: tuple[str, ...] | None) -> None:
    """Let names be relative to another folder in this session: the process, which may have others, stays in its own."""
    if "\0" in name:
        raise FileError(f"cd: {name!r} is no folder")
    path = os.path.realpath(os.path.join(session.directory, os.path.expanduser(name)))
    if within is not None and not _is_below(path, within):
        raise _outside("cd", path, path)
    if not os.path.isdir(path):
        raise FileError(f"cd: {path} is no folder")
    session.directory = path
