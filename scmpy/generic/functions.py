"""Functions as values: they add, multiply and compose; the arithmetic of functions is pointwise.

``((op f g) x) = (op (f x) (g x))``; what is not a function counts as a constant one. Plain Python functions take
part wherever one of the two operands is scmpy's.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import toolz  # type: ignore[import-untyped]

from scmpy.errors import WrongTypeError
from scmpy.generic.dispatch import Arithmetic, Operation
from scmpy.generic.kinds import Procedure, Scalar, describe
from scmpy.guard import reraise
from scmpy.registry import public, register


@Procedure.register
class Function(Arithmetic):
    """A function with arithmetic: wraps any callable.

    >>> f = Function(lambda x: x + 1, "f")
    >>> f(2), (f + 1)(2), (2 * f)(2)
    (3, 4, 6)
    """

    __slots__ = ("__weakref__", "_name", "function")

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__doc__", Function.__dict__["__doc__"])  # what a function says of itself, not its class

    def __init__(self, function: Callable[..., Any], name: str | Callable[[], str] | None = None) -> None:
        self.function = function
        self._name = name

    @property
    def __name__(self) -> str:  # type: ignore[override]
        """The name, worked out only when somebody asks for it."""
        name = self._name
        if callable(name):
            name = self._name = name()
        return str(name or getattr(self.function, "__name__", "function"))

    def __call__(self, *args: Any) -> Any:
        try:
            return self.function(*args)
        except Exception as error:
            reraise(error, self.function, self.__name__, args)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return self.function.__doc__

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def _describe_(self) -> str:
        return f"the function {self.__name__}"


def apply_value(value: Any, args: tuple[Any, ...]) -> Any:
    """Apply a function; anything that is not applicable is a constant function.

    >>> apply_value(3, ("x",))
    3
    """
    return value(*args) if callable(value) else value


def made_from(parts: Iterable[Any], function: Callable[..., Any], name: str | Callable[[], str]) -> Function:
    """A function made from others: of the kind that one of them asks for by ``_made_from_``, else a plain one."""
    parts = tuple(parts)
    for part in parts:
        make = getattr(type(part), "_made_from_", None)
        if make is not None:
            return make(parts, function, name)
    return Function(function, name)


def lift_unary(operation: Operation) -> None:
    """Let the operation act pointwise on functions."""

    def pointwise(f: Any) -> Function:
        return made_from((f,), lambda *args: operation(f(*args)), f"({operation.name} {name_of(f)})")

    operation.add((Procedure,), pointwise)


def lift_binary(operation: Operation) -> None:
    """Let the operation act pointwise on pairs of which at least one is a function."""

    def pointwise(f: Any, g: Any) -> Function:
        name = f"({operation.name} {name_of(f)} {name_of(g)})"
        return made_from((f, g), lambda *args: operation(apply_value(f, args), apply_value(g, args)), name)

    for types in ((Procedure, Procedure), (Procedure, Scalar), (Scalar, Procedure)):
        operation.add(types, pointwise)


def name_of(value: Any) -> str:
    """A short name for a value inside the name of a function made from it."""
    name = getattr(value, "__name__", None) or str(value)
    return name if len(name) < 60 else name[:56] + " ..."


@public("compose")
def compose(*functions: Any) -> Any:
    """The composition of functions, applied from the last to the first.

    Scheme:  (compose f g ...)
    Math:    (f o g)(x) = f(g(x))
    >>> compose(lambda x: x + 1, lambda x: 2 * x)(5)
    11
    """
    for function in functions:
        if not callable(function):
            raise WrongTypeError(f"compose expects functions, got {describe(function)}")
    if len(functions) == 1:
        return functions[0]
    name = "(compose " + " ".join(map(name_of, functions)) + ")"
    return made_from(functions[-1:], toolz.compose(*functions), name)


@public("identity")
@Function
def identity(x: Any) -> Any:
    """The identity function.

    >>> identity(3)
    3
    """
    return x


@public("iterated")
def iterated(f: Any, n: int) -> Any:
    """The n-fold composition of f with itself.

    Scheme:  ((iterated f n) x)
    >>> iterated(lambda x: 2 * x, 3)(1)
    8
    """
    if not isinstance(n, int) or n < 0:
        raise WrongTypeError(f"iterated expects a count of repetitions, got {describe(n)}")
    return compose(*[f] * n) if n else identity


@public("constant")
def constant(value: Any) -> Function:
    """The function that returns this value whatever its arguments.

    >>> constant(3)("anything")
    3
    """
    return Function(lambda *args: value, f"(constant {value})")


def _of_arguments(name: str, operation: str, doc: str) -> None:
    """A functional that moves the arguments of a function: arg-shift, arg-scale."""

    def functional(f: Any, *amounts: Any) -> Function:
        def moved(*args: Any) -> Any:
            combine = Arithmetic._operations[operation]
            kept = args[len(amounts) :]
            return f(*(combine(x, amount) for x, amount in zip(args, amounts, strict=False)), *kept)

        return Function(moved, lambda: f"({name} {name_of(f)})")

    functional.__doc__ = doc
    register(name, Function(functional, name), module=__name__)


_of_arguments("arg-shift", "+", "The function of shifted arguments. Scheme: ((arg-shift f k ...) x ...)")
_of_arguments("arg-scale", "*", "The function of scaled arguments. Scheme: ((arg-scale f k ...) x ...)")


@public("arity", python="arity")
def arity(f: Any) -> tuple[int, int | None]:
    """The least and greatest number of arguments that a function takes (None: any number).

    >>> arity(lambda x, y=0: x)
    (1, 2)
    """
    own = getattr(f, "arity", None)
    if isinstance(own, int):
        return own, own
    try:
        parameters = inspect.signature(f.function if isinstance(f, Function) else f).parameters.values()
    except (TypeError, ValueError):
        return 0, None
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    least = sum(p.default is p.empty for p in positional)
    unlimited = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return least, None if unlimited else len(positional)
