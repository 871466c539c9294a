"""Generic operations: dispatch on the types of all arguments, with multipledispatch underneath.

An operation is a value: it can be called, added to a function, composed and differentiated. A call looks its
method up in a dictionary of type tuples; multipledispatch resolves what the dictionary does not hold yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from multipledispatch import Dispatcher  # type: ignore[import-untyped]

from scmpy.errors import ArityError, GenericOperationError
from scmpy.generic.kinds import Procedure, describe

Method = Callable[..., Any]

#: Packages whose types are adopted when a value of theirs first appears: package -> function that registers them.
_adopters: dict[str, Callable[[], None]] = {}


#: Types whose values are converted before a generic operation sees them (numpy's scalars, SymPy's expressions).
_converters: dict[type, Callable[[Any], Any]] = {}


def convert(type_: type, function: Callable[[Any], Any]) -> None:
    """Values of this type, and of its subclasses, are converted by a function before any operation."""
    _converters[type_] = function


def converted(value: Any) -> Any:
    """The value that a foreign one is converted to; any other as it is."""
    if type(value).__module__.partition(".")[0] in _adopters:
        _adopt_types((type(value),))
    for type_, function in _converters.items():
        if isinstance(value, type_):
            return function(value)
    return value


def adopt(package: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Decorator: call this function once when a value of a type from ``package`` meets a generic operation."""

    def declare(function: Callable[[], None]) -> Callable[[], None]:
        _adopters[package] = function
        return function

    return declare


class Arithmetic:
    """The operators of Python, given to every value of scmpy: each calls the generic operation."""

    __slots__ = ()
    __array_ufunc__ = None  # numpy leaves the arithmetic of mixed operands to us

    _operations: dict[str, Any] = {}  # filled by scmpy.generic.operations

    def __add__(self, other: Any) -> Any:
        return _ops["+"](self, other)

    def __radd__(self, other: Any) -> Any:
        return _ops["+"](other, self)

    def __sub__(self, other: Any) -> Any:
        return _ops["-"](self, other)

    def __rsub__(self, other: Any) -> Any:
        return _ops["-"](other, self)

    def __mul__(self, other: Any) -> Any:
        return _ops["*"](self, other)

    def __rmul__(self, other: Any) -> Any:
        return _ops["*"](other, self)

    def __truediv__(self, other: Any) -> Any:
        return _ops["/"](self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _ops["/"](other, self)

    def __pow__(self, other: Any) -> Any:
        return _ops["expt"](self, other)

    def __rpow__(self, other: Any) -> Any:
        return _ops["expt"](other, self)

    def __neg__(self) -> Any:
        return _ops["negate"](self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return _ops["abs"](self)


_ops = Arithmetic._operations


@Procedure.register
class Operation(Arithmetic, Dispatcher):  # type: ignore[misc]
    """A generic operation; see :class:`UnaryOperation` and :class:`BinaryOperation`.

    ``derivatives`` holds one function per argument: the partial derivative as a function of the arguments.
    """

    __slots__ = ("__dict__",)

    arity: int

    def __init_subclass__(cls) -> None:
        type.__setattr__(
            cls, "__doc__", Operation.__dict__["__doc__"]
        )  # what an operation says of itself, not its class

    def __init__(self, name: str, doc: str, derivatives: tuple[Method, ...] = ()) -> None:
        super().__init__(name, doc=doc)
        self.derivatives = derivatives

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.doc

    def __repr__(self) -> str:
        return f"<generic operation {self.name}>"

    def __reduce__(self) -> Any:
        return (_operation_named, (self.name,))

    def _resolve(self, *args: Any) -> Method:
        types = tuple(map(type, args))
        method = None
        if bool not in types:
            method = self.dispatch(*types)
            if method is None and _adopt_types(types):
                method = self.dispatch(*types)
            if method is None:
                method = self._converting(types)
        if method is None:
            raise GenericOperationError(f"{self.name} does not apply to {' and '.join(map(describe, args))}")
        self._cache[types] = method
        return method

    def _converting(self, types: tuple[type, ...]) -> Method | None:
        """The method that converts arguments of foreign types first, if there are any."""
        found = [next((f for t, f in _converters.items() if issubclass(type_, t)), None) for type_ in types]
        if not any(found):
            return None
        return lambda *args: self(*(f(x) if f else x for f, x in zip(found, args, strict=True)))

    def on(self, *types: Any) -> Callable[[Method], Method]:
        """Decorator: this function is the method for arguments of these types."""

        def declare(method: Method) -> Method:
            self.add(types, method)
            return method

        return declare


_ABSENT = object()


class UnaryOperation(Operation):
    """A generic operation of one argument."""

    arity = 1

    def __call__(self, x: Any = _ABSENT, *more: Any) -> Any:
        if more or x is _ABSENT:
            count = len(more) + (x is not _ABSENT)
            raise ArityError(f"{self.name} has been called with {count} arguments; it requires exactly 1 argument")
        try:
            method = self._cache[type(x),]
        except KeyError:
            method = self._resolve(x)
        return method(x)


class BinaryOperation(Operation):
    """A generic operation of two arguments.

    One with a ``unit`` takes any number: none give the unit, one goes to ``alone``, more fold from the left.
    """

    arity = 2

    def __init__(self, name: str, doc: str, derivatives: tuple[Method, ...] = (), unit: Any = _ABSENT) -> None:
        super().__init__(name, doc, derivatives)
        self.unit = unit
        self.alone: Method = lambda x: x

    def __call__(self, x: Any = _ABSENT, y: Any = _ABSENT, *more: Any) -> Any:
        try:
            method = self._cache[type(x), type(y)]
        except KeyError:
            if x is _ABSENT or y is _ABSENT:
                return self._of_fewer(x)
            method = self._resolve(x, y)
        return self._fold(method(x, y), more) if more else method(x, y)

    def _of_fewer(self, x: Any) -> Any:
        if self.unit is _ABSENT:
            count = "no" if x is _ABSENT else "1"
            raise ArityError(f"{self.name} has been called with {count} argument; it requires exactly 2 arguments")
        return self.unit if x is _ABSENT else self.alone(x)

    def _fold(self, result: Any, more: tuple[Any, ...]) -> Any:
        if self.unit is _ABSENT:
            raise ArityError(
                f"{self.name} has been called with {2 + len(more)} arguments; it requires exactly 2 arguments"
            )
        for argument in more:
            result = self(result, argument)
        return result


def _operation_named(name: str) -> Operation:
    return _ops[name]


def _adopt_types(types: tuple[type, ...]) -> bool:
    """Register types met for the first time: those of adopted packages, and callables as procedures."""
    adopted = False
    for type_ in types:
        for base in type_.__mro__:
            adopter = _adopters.pop((base.__module__ or "").partition(".")[0], None)
            if adopter is not None and base.__module__.partition(".")[0] in sys.modules:
                adopter()
                adopted = True
        if not adopted and not issubclass(type_, Procedure) and _has_call(type_) and _is_foreign(type_):
            Procedure.register(type_)
            adopted = True
    return adopted


def _has_call(type_: type) -> bool:
    return any("__call__" in vars(base) for base in type_.__mro__)


def _is_foreign(type_: type) -> bool:
    return not issubclass(type_, (list, Arithmetic)) and not type_.__module__.startswith("scmpy.")


def unary(name: str, doc: str, derivative: Method | None = None) -> UnaryOperation:
    """Declare a generic operation of one argument, with its derivative."""
    operation = _ops[name] = UnaryOperation(name, doc, (derivative,) if derivative else ())
    return operation


def binary(name: str, doc: str, derivatives: tuple[Method, ...] = (), **keywords: Any) -> BinaryOperation:
    """Declare a generic operation of two arguments, with its partial derivatives and its unit."""
    operation = _ops[name] = BinaryOperation(name, doc, derivatives, **keywords)
    return operation
