"""The conversions as generic operations, to which the layers above add their types, and functions of SymPy."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError
from scmpy.generic.arguments import check_callable
from scmpy.generic.dispatch import unary
from scmpy.generic.functions import Function
from scmpy.registry import public, register

to_sympy = unary(
    "to-sympy",
    """The SymPy form of a value: expression, structure, matrix, quaternion, function, series, or a container of such.

    In Python alone: no program of Scheme holds a value of SymPy's.

    >>> from scmpy import *
    >>> x, f = symbols("x"), literal_function("f")
    >>> to_sympy(sin(x) ** 2 / 2), to_sympy(D(f)(x)), to_sympy(up(x, 1))
    (sin(x)**2/2, Derivative(f(x), x), Matrix([
    [x],
    [1]]))
    """,
)
from_sympy = unary(
    "from-sympy",
    """The value of a SymPy object, or of a list, tuple, set or dictionary of such.

    Scheme:  (from-sympy x)
    Raises:  WrongTypeError for assumptions and objects that no value stands for
    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> from_sympy(sympy.sin(x) + 1), from_sympy([x, sympy.pi])
    ((+ 1 (sin x)), [x, π])
    """,
)
register("to-sympy", to_sympy, module=__name__, in_scheme=False)
register("from-sympy", from_sympy, module=__name__)


@public("via-sympy", in_scheme=False)
def via_sympy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of SymPy as one of scmpy's values: it converts the arguments, and the result back. In Python alone.

    >>> import sympy
    >>> from scmpy import *
    >>> x, a = symbols("x a")
    >>> via_sympy(sympy.integrate)(a * x**2, (x, 0, 1))
    (* 1/3 a)
    >>> via_sympy(sympy.solve)(x**2 - 4, x)
    [-2, 2]
    """

    check_callable(function, wanted="a function of SymPy's")

    @functools.wraps(function, assigned=("__name__", "__doc__"), updated=())
    def converted(*args: Any, **options: Any) -> Any:
        given = list(map(outward, args)), {key: outward(value) for key, value in options.items()}
        try:
            result = function(*given[0], **given[1])
        except ScmpyError:
            raise
        except Exception as error:
            raise _own_error(error, str(getattr(function, "__name__", "function"))) from error
        return inward(result)

    return Function(converted)


def _own_error(error: Exception, name: str) -> ScmpyError:
    """The error of ours for one that a function of SymPy's raised."""
    said = " ".join(str(error).split())
    if isinstance(error, (NotImplementedError, RecursionError)):
        return LimitError(f"via-sympy: SymPy's {name} finds no answer: {said}")
    kind = WrongTypeError if isinstance(error, TypeError) else DomainError
    return kind(f"via-sympy: SymPy's {name} does not take these arguments: {said}")


def outward(value: Any) -> Any:
    """The value for SymPy; a string, a truth value or None as it is."""
    return value if value is None or isinstance(value, (bool, str)) else to_sympy(value)


def inward(value: Any) -> Any:
    """The value of a result; a string, a truth value, a function of Python's or None as it is."""
    return value if value is None or isinstance(value, (bool, str, FunctionType)) else from_sympy(value)


def accept(type_: type) -> None:
    """Let SymPy's functions and printers take values of this type as they are."""

    def printed(value: Any, printer: Any, *_: Any) -> Any:
        return printer._print(to_sympy(value))

    type_._iterable = False  # type: ignore[attr-defined]  # else lambdify takes structures apart
    for name, method in (("_sympy_", to_sympy), ("_latex", printed), ("_pretty", printed)):
        setattr(type_, name, lambda self, *args, method=method: method(self, *args))


def containers(operation: Any, element: Callable[[Any], Any]) -> None:
    """Let a conversion act on lists, tuples, sets and dictionaries element by element."""
    for type_ in (list, tuple, set, frozenset):
        operation.add((type_,), lambda items, type_=type_: type_(map(element, items)))
    operation.add((dict,), lambda items: {element(key): element(value) for key, value in items.items()})


containers(to_sympy, outward)
containers(from_sympy, inward)


def shallow(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The conversion, with a clear error where SymPy's own recursion goes too deep for Python."""

    @functools.wraps(convert)
    def guarded(value: Any) -> Any:
        try:
            return convert(value)
        except RecursionError:
            raise LimitError("the expression is nested too deeply for SymPy") from None

    return guarded
