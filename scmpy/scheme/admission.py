"""What a Scheme program may hold and apply: values of scmpy's own, and what the host hands over.

Programs come from strangers, and SymPy evaluates the text that it is given. So no value of a library's is in a
program as it is: :func:`admitted` decides what stands for it there, by an allowlist. Values of scmpy's classes, plain
data, procedures written in Scheme and functions of scmpy's own modules are themselves. A value of SymPy's becomes
scmpy's. A function of the host's own modules, those that Python neither brings nor scmpy depends on, is applied as it
stands, and what it returns is admitted in turn. Any other function, of a library or of Python's, takes numbers,
expressions, structures and arrays from a program, never a text or a procedure; ``Session.define`` lifts that for all
but the libraries.

Everything that comes in is admitted: what the host defines or shares, what it hands to procedures of Scheme that hand
it on, what a variable of the session is given, and what compiled code and ``apply`` apply where they do not know the
operator (:mod:`scmpy.scheme.compiler`). No procedure
of the vocabulary that Scheme sees returns anything else: what converts to SymPy's values is for Python alone.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

from scmpy.clifford.multivector import Multivector
from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic.composite import Composite
from scmpy.generic.functions import Function
from scmpy.generic.kinds import Scalar, is_number
from scmpy.registry import scheme_value
from scmpy.scheme.data import EMPTY, Pair, cells, list_of
from scmpy.scheme.debug import scheme_name
from scmpy.structure.literal import literal_function
from scmpy.structure.literal_application import enable_literal_apply, self_evaluating
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import Down, Up
from scmpy.symbolic.expression import Application, Symbol, symbol
from scmpy.symbolic.sympy_bridge import from_sympy

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
PLAIN: set[type] = {bool, int, float, complex, Fraction, str, bytes, bytearray, type(None), Symbol, Application}

_CONTAINERS = (Up, Down, Matrix, Quaternion, Multivector)

#: Does Python go on here, and no program? Then what a procedure of Scheme is called with comes from the host.
outside: ContextVar[bool] = ContextVar("outside", default=True)

#: What a function of a library's takes from a program; of tuples and lists, the elements.
_TAKEN = (bool, type(None), Scalar, Composite)


def admitted(value: Any, deliberately: bool = False) -> Any:
    """What stands for a value in a program: see the module. What the host defines ``deliberately`` may take text.

    >>> import sympy
    >>> admitted(sympy.Symbol("x")), admitted(max)(1, 2)
    (x, 2)
    >>> admitted(max)("a", "b")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: max takes numbers and expressions from a program of Scheme, got the string 'a' ...
    """
    kind = value.__class__
    if kind is list or kind is tuple:
        return _admitted_elements(value, deliberately)
    if kind in _CONTAINERS:
        return _admitted_parts(value, deliberately)
    if kind is Pair:
        return _admitted_list(value, deliberately)
    if kind is dict:
        found = {admitted(key, deliberately): admitted(item, deliberately) for key, item in value.items()}
        return value if all(map(_same, found.items(), value.items())) else found
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

    >>> from scmpy import setting, symbols
    >>> with setting(enable_literal_apply=True):
    ...     applied(symbols("f"))(symbols("x"), 1)
    (f x 1)
    """
    if operator.__class__ is Symbol:
        return LiteralOperator(operator) if enable_literal_apply.value else operator
    return admitted(operator)


class LiteralOperator(Function):
    """A symbol as an operator: the literal function of its name, of as many real arguments as it is applied to."""

    __slots__ = ()

    def __init__(self, name: Symbol) -> None:
        super().__init__(lambda *args: literal_function(name, len(args))(*args), name.name)


def _admitted_elements(items: Any, deliberately: bool) -> Any:
    """The list or tuple itself, unless one of its elements is not admitted as it is."""
    if PLAIN.issuperset(map(type, items)):
        return items
    try:
        found = [admitted(item, deliberately) for item in items]
    except RecursionError:
        raise WrongTypeError(f"{describe(items)} is nested too deeply for a program of Scheme") from None
    return items if all(a is b for a, b in zip(items, found, strict=True)) else type(items)(found)


def _same(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return all(x is y for x, y in zip(a, b, strict=True))


def _admitted_list(pair: Pair, deliberately: bool) -> Any:
    """The list or pair itself, unless one of its elements is not admitted as it is."""
    line = list(cells(pair))
    items = [cell.car for cell in line] + [line[-1].cdr]
    found = _admitted_elements(items, deliberately)
    if found is items:
        return pair
    return list_of(found[:-1], found[-1])


def _admitted_parts(value: Any, deliberately: bool) -> Any:
    """The structure or matrix itself, unless one of its parts is not admitted as it is."""
    changed = False

    def part(x: Any) -> Any:
        nonlocal changed
        found = admitted(x, deliberately)
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
    """Is this a procedure written in Scheme, or in scmpy?"""
    return _is_schemes(function) or _home(function) == "scmpy"


def _is_schemes(function: Any) -> bool:
    return type(function) is types.FunctionType and SESSION in function.__globals__


def admitting(procedure: Any) -> Any:
    """What compiled code calls in place of an operation of arithmetic that a program has given this value."""
    if not callable(procedure) or _is_schemes(procedure):
        return procedure
    return lambda *args: procedure(*map(admitted, args))


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
            return admitted(super().__call__(*args))
        finally:
            outside.reset(token)

    def _taken(self, arg: Any) -> Any:
        """The argument, if it is none that a library could evaluate."""
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

    >>> HostNames({"f": abs})["f"](-1)
    1
    """

    def __init__(self, variables: Mapping[str, Any], arriving: Callable[[str], Any] = scheme_value) -> None:
        self.variables = variables
        self._arriving = arriving
        self._last: dict[str, tuple[Any, Any]] = {}  # what stood for a value, which is the same each time

    def __getitem__(self, key: str) -> Any:
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
                known = self._last[key] = value, admitted(value)
            except ScmpyError as error:
                raise WrongTypeError(f"the variable {key} of Python's has no value in Scheme: {error}") from None
        return known[1]

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self.variables)
