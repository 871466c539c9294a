"""Generic operations: dispatch on the types of all arguments, with multipledispatch underneath.

Whatever has methods by type is a dispatcher of multipledispatch: an :class:`OpenFunction`, to which the layers above
add methods by ``on``, or an :class:`Operation`, which is one of the arithmetic.

An operation is a value: it can be called, added to a function, composed and differentiated. A call looks its
method up in a dictionary of type tuples; multipledispatch resolves what the dictionary does not hold yet.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import Parameter, Signature
from threading import get_ident
from typing import Any
from weakref import WeakSet

from multipledispatch import Dispatcher  # type: ignore[import-untyped]

from scmpy.boundary import translate_exception
from scmpy.errors import GenericOperationError, WrongTypeError, describe, wrong_number
from scmpy.generic.display import Shown
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.types import Number, Procedure
from scmpy.registry import docstring, lookup

Method = Callable[..., Any]
Methods = dict[tuple[type, ...], Method]

#: Packages whose types are adopted when a value of theirs first appears: package -> functions that register them.
_adopters: dict[str, list[Callable[[], None]]] = {}
#: The packages that are being adopted, each with the thread that does it.
_adopting: set[tuple[str, int]] = set()


#: Types whose values are converted before a generic operation sees them (numpy's scalars, SymPy's expressions).
_converters: dict[type, Callable[[Any], Any]] = {}


def convert(type_: type, function: Callable[[Any], Any]) -> None:
    global _converters
    _converters = {**_converters, type_: function}  # other threads may be looking


def converted(value: Any) -> Any:
    if _package(type(value)) in _adopters:
        _adopt_types((type(value),))
    for type_, function in _converters.items():
        if isinstance(value, type_):
            return function(value)
    return value


def register_package(package: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Decorator: call this function once when a value of a type from ``package`` meets a generic operation."""

    def declare(function: Callable[[], None]) -> Callable[[], None]:
        _adopters.setdefault(package, []).append(function)
        return function

    return declare


#: Every operation by its name.
_ops: dict[str, Any] = {}


def _python_operator(name: str) -> tuple[Method, Method]:
    def forward(x: Any, y: Any) -> Any:
        __tracebackhide__ = True
        operation = _ops[name]
        try:
            method = operation._cache[type(x), type(y)]
        except KeyError:
            method = operation._resolve(x, y)
        try:
            return method(x, y)
        except Exception as error:
            return translate_exception(error, method, name, (x, y))

    return forward, lambda y, x: _ops[name](x, y)


class _OfSymPy:
    """What an expression of SymPy has, and a value of ours has not: asking for it says what does the same."""

    def __init__(self, instead: str) -> None:
        self.instead = instead

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, value: Any, kind: type) -> Any:
        raise AttributeError(f"{kind.__name__!r} object has no attribute {self.name!r}: {self.instead}")


def missing_attribute(value: Any, name: str) -> AttributeError:
    """The error for an attribute that a function lacks; it says where a module of its name has it."""
    told = f"{type(value).__name__!r} object has no attribute {name!r}"
    title = "" if name.startswith("_") else value.__name__
    if title and hasattr(sys.modules.get(title), name):
        told += f": {title} is scmpy's here, no module; import {title} as another name, or after the star import"
    return AttributeError(told)


class Arithmetic(Shown):
    """The operators of Python, given to every value of scmpy: each calls the generic operation."""

    __slots__ = ()

    _operations = _ops

    diff = _OfSymPy("D and partial differentiate functions, D(f)(x); to_sympy(e).diff(...) an expression")
    subs = _OfSymPy("substitute(new, old, e) puts in values, or a function of them is called")
    doit = _OfSymPy("nothing is held back here; to_sympy(e) has it")
    simplify = _OfSymPy("simplify(e) does this")
    expand = _OfSymPy("simplify(e) multiplies out, and to_sympy(e) has it")
    evalf = _OfSymPy("float(e) and complex(e) compute a constant; substitute(new, old, e) puts in numbers")
    free_symbols = _OfSymPy("variables_in(e) has them, and the names of functions")

    __add__, __radd__ = _python_operator("+")
    __sub__, __rsub__ = _python_operator("-")
    __mul__, __rmul__ = _python_operator("*")
    __truediv__, __rtruediv__ = _python_operator("/")
    __pow__, __rpow__ = _python_operator("expt")

    def __xor__(self, other: Any) -> Any:
        if isinstance(other, Arithmetic) and type(other).__rxor__ is not Arithmetic.__rxor__:
            return NotImplemented
        raise GenericOperationError("^ is no operation of scmpy's: a power is written x**2, in Scheme (expt x 2)")

    def __rxor__(self, other: Any) -> Any:
        return Arithmetic.__xor__(self, None)

    def __neg__(self) -> Any:
        return _ops["negate"](self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return _ops["abs"](self)


class Ordered:
    """The comparisons of values that are ordered: each asks ``_compared``, by the relation of numbers that it is."""

    __slots__ = ()

    def _compared(self, other: Any, relation: Method) -> Any:
        raise NotImplementedError

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, operator.ge)


class OpenFunction(Dispatcher):  # type: ignore[misc]
    """A function that other modules extend by methods for the types that they bring; the most special one is called.

    >>> named = OpenFunction("named")
    >>> @named.on(object)
    ... def _(value):
    ...     return "a value"
    >>> @named.on(int)
    ... def _(value):
    ...     return "an integer"
    >>> named(1), named(True), named("text")
    ('an integer', 'an integer', 'a value')
    """

    __slots__ = ()

    def __call__(self, *args: Any) -> Any:
        """What Dispatcher does, with one call less."""
        types = tuple(map(type, args))
        return (self._cache.get(types) or self._found(types))(*args)

    def _found(self, types: tuple[type, ...]) -> Method:
        cache = self._cache
        cache[types] = method = self.dispatch(*types)
        return method  # type: ignore[no-any-return]

    def add(self, signature: Any, func: Method) -> None:
        """As Dispatcher does; what other threads have looked up before they remember in a table that nobody has."""
        super().add(signature, func)
        self._cache: Methods = {}  # type: ignore[misc]  # a slot of Dispatcher's

    def reorder(self, *_: Any) -> list[tuple[type, ...]]:
        """The signatures, the more special ones first: a type is as special as it has types above it.

        No ambiguities are looked for here, which takes a thousand times as long; the tests do.
        """
        signatures = list(self.funcs)
        types = {type_ for signature in signatures for type_ in signature}
        special = {type_: sum(issubclass(type_, other) for other in types) for type_ in types}
        found = sorted(signatures, key=lambda signature: -sum(map(special.__getitem__, signature)))
        self._ordering = found  # type: ignore[misc]  # a slot, too
        return found if len(signatures) == len(self.funcs) else self.reorder()

    def on(self, *types: Any) -> Callable[[Method], Method]:
        def declare(method: Method) -> Method:
            self.add(types, method)
            return method

        return declare


@Procedure.register
class Operation(Arithmetic, OpenFunction):
    """A generic operation; see :class:`UnaryOperation` and :class:`BinaryOperation`.

    ``derivatives`` holds one function per argument: the partial derivative as a function of the arguments.
    """

    __slots__ = ("__dict__",)

    arity: int

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__doc__", Operation.__dict__["__doc__"])  # what an operation says, not its class

    def __init__(self, name: str, doc: str, derivatives: tuple[Method, ...] = ()) -> None:
        super().__init__(name, doc=doc)
        self.derivatives = derivatives
        self._methods: Methods = {}
        self._handlers: Table[Method, tuple[Method, ...]] = Table()  # with predicates for their arguments
        self._handled: WeakSet[Any] = WeakSet()  # who has made handlers of it

    def __getattr__(self, name: str) -> Any:
        raise missing_attribute(self, name)

    def handle(self, method: Method, predicates: tuple[Method, ...]) -> None:
        """Let the method be called where these predicates hold of the arguments, whatever applied before."""
        own = self._handlers.mine
        own.pop(method, None)  # it is the newest now
        own[method] = predicates
        self._handled.add(self._handlers.owner)
        self._cache = {}

    def add(self, signature: Any, func: Method) -> None:
        super().add(signature, func)
        self._methods = {}

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.doc

    def __repr__(self) -> str:
        return f"<generic operation {self.name}>"

    __str__ = __repr__

    def __reduce__(self) -> Any:
        return (_operation_named, (self.name,))

    def _resolve(self, *args: Any) -> Method:
        methods, cache = self._methods, self._cache
        if self._handled:
            for handlers in self._handlers.layers:
                for handler, predicates in reversed(list(handlers.items())):
                    if all(holds(x) not in (False, None) for holds, x in zip(predicates, args, strict=True)):
                        return handler
        types = tuple(map(type, args))
        method = methods.get(types)
        if method is None and bool not in types:
            method = self.dispatch(*types)
            if method is None:
                _adopt_types(types)
                method = self.dispatch(*types)  # another thread may have adopted them
            if method is None:
                method = self._converting(types)
        if method is None:
            given = " and ".join(map(describe, args))
            raise GenericOperationError(f"{self.name} does not apply to {given}{self._nearest(args)}")
        methods[types] = method
        if not self._handled:  # handlers tell apart values of one type
            cache[types] = method
        return method

    def _nearest(self, args: tuple[Any, ...]) -> str:
        for place, given in enumerate(args if self.arity == 2 else ()):
            beside = [signature[1 - place] for signature in self.funcs if _fits(given, signature[place])]
            if any(hasattr(type_, "_kind_") and type_ is not Procedure for type_ in beside):  # functions take anything
                return f"; beside {describe(given)} it takes {_kinds(beside)}"
        kinds = _kinds([signature[0] for signature in self.funcs])
        return f"; it takes {kinds}" if kinds else ""

    def _converting(self, types: tuple[type, ...]) -> Method | None:
        found = [next((f for t, f in _converters.items() if issubclass(type_, t)), None) for type_ in types]
        if not any(found):
            return None
        return lambda *args: self(*(f(x) if f else x for f, x in zip(found, args, strict=True)))


_ABSENT = object()

_FEW = 5  # kinds of values that a message lists


def _signature(*names: str) -> Signature:
    kinds = {True: Parameter.VAR_POSITIONAL, False: Parameter.POSITIONAL_ONLY}
    of_any_kind = [Parameter(name.lstrip("*"), kinds[name[0] == "*"], annotation="Value") for name in names]
    return Signature(of_any_kind, return_annotation="Value")


_OF_ONE, _OF_TWO, _OF_MANY = _signature("x"), _signature("x", "y"), _signature("*terms")


def _fits(value: Any, type_: type) -> bool:
    return isinstance(value, type_) and not isinstance(value, bool)


def _kinds(types: list[type]) -> str:
    """What the values of some types are called: the first few of those that have a name, but for parts of others.

    Functions come last: what takes values takes functions of them.
    """
    named = {
        type_._kind_: type_
        for type_ in (Number if issubclass(t, Number) else t for t in types)
        if hasattr(type_, "_kind_")
    }
    most = [
        kind for kind, type_ in named.items() if not any(issubclass(type_, t) for t in named.values() if t is not type_)
    ]
    return ", ".join(sorted(most, key=lambda kind: named[kind] is Procedure)[:_FEW])


class UnaryOperation(Operation):
    """A generic operation of one argument; ``of_two`` is what one does with a second, which may be given."""

    arity = 1

    def __init__(self, name: str, doc: str, derivatives: tuple[Method, ...] = ()) -> None:
        super().__init__(name, doc, derivatives)
        self.__signature__ = _OF_ONE
        self.of_two: Callable[[Any, Any], Any] | None = None

    @property
    def elementwise(self) -> bool:
        return bool(self.derivatives)

    def __call__(self, x: Any = _ABSENT, *more: Any) -> Any:
        __tracebackhide__ = True
        if more or x is _ABSENT:
            if self.of_two is not None and len(more) == 1:
                return self.of_two(x, *more)
            count = len(more) + (x is not _ABSENT)
            raise wrong_number(self.name, count, 1, 1 if self.of_two is None else 2)
        try:
            method = self._cache[type(x),]
        except KeyError:
            method = self._resolve(x)
        try:
            return method(x)
        except Exception as error:
            return translate_exception(error, method, str(self.name), (x,))


class BinaryOperation(Operation):
    """A generic operation of two arguments.

    One with a ``unit`` takes any number: none give the unit, one goes to ``alone``, more fold from the left.
    """

    arity = 2

    def __init__(self, name: str, doc: str, derivatives: tuple[Method, ...] = (), unit: Any = _ABSENT) -> None:
        super().__init__(name, doc, derivatives)
        self.unit = unit
        self.__signature__ = _OF_TWO if unit is _ABSENT else _OF_MANY
        self.alone: Method = lambda x: x

    def __call__(self, x: Any = _ABSENT, y: Any = _ABSENT, *more: Any) -> Any:
        __tracebackhide__ = True
        try:
            method = self._cache[type(x), type(y)]
        except KeyError:
            if x is _ABSENT or y is _ABSENT:
                return self._of_fewer(x)
            method = self._resolve(x, y)
        try:
            result = method(x, y)
        except Exception as error:
            result = translate_exception(error, method, str(self.name), (x, y))
        return self._fold(result, more) if more else result

    @property
    def number_of_arguments(self) -> tuple[int, int | None]:
        return (2, 2) if self.unit is _ABSENT else (0, None)

    def _of_fewer(self, x: Any) -> Any:
        if self.unit is _ABSENT:
            raise wrong_number(self.name, int(x is not _ABSENT), 2, 2)
        return self.unit if x is _ABSENT else self.alone(x)

    def _fold(self, result: Any, more: tuple[Any, ...]) -> Any:
        if self.unit is _ABSENT:
            raise wrong_number(self.name, 2 + len(more), 2, 2)
        for argument in more:
            result = self(result, argument)
        return result


def _operation_named(name: str) -> Operation:
    if name not in _ops:
        lookup(name)  # whose module may declare it
    if name not in _ops:
        raise WrongTypeError(f"the operation {name} has not been declared in this process")
    return _ops[name]


def _adopt_package(package: str) -> None:
    """Register its types; what another thread has not finished is done again: to wait for it might be forever."""
    waiting, mine = _adopters.get(package, []), (package, get_ident())
    if mine in _adopting:
        return
    _adopting.add(mine)
    try:
        for adopter in tuple(waiting):
            adopter()
            with suppress(ValueError):
                waiting.remove(adopter)
        if not waiting:
            _adopters.pop(package, None)
    finally:
        _adopting.discard(mine)


def _adopt_types(types: tuple[type, ...]) -> None:
    """Register types met for the first time: those of adopted packages, and callables as procedures."""
    for type_ in types:
        packages = [p for p in map(_package, type_.__mro__) if p in _adopters and p in sys.modules]
        for package in packages:
            _adopt_package(package)
        if not packages and not issubclass(type_, Procedure) and _has_call(type_) and _is_foreign(type_):
            Procedure.register(type_)


def _package(type_: type) -> str:
    return (type_.__module__ or "").partition(".")[0]  # SymPy's undefined functions are types of no module


def _has_call(type_: type) -> bool:
    return any("__call__" in vars(base) for base in type_.__mro__)


def _is_foreign(type_: type) -> bool:
    return not issubclass(type_, (list, Arithmetic)) and _package(type_) != "scmpy"


def unary(
    name: str, doc: str, derivative: Method | None = None, example: tuple[str, str] | None = None
) -> UnaryOperation:
    """Declare a generic operation of one argument, with its derivative and an example: what is typed, the answer.

    Without an example the documentation is given as a whole.
    """
    doc = docstring(doc, f"({name} x)", *example) if example else doc
    operation = _ops[name] = UnaryOperation(name, doc, (derivative,) if derivative else ())
    return operation


def binary(
    name: str,
    doc: str,
    derivatives: tuple[Method, ...] = (),
    example: tuple[str, str] | None = None,
    *,
    unit: Any = _ABSENT,
) -> BinaryOperation:
    """Declare a generic operation of two arguments, with its partial derivatives, an example and perhaps a unit."""
    operands = "x y" if unit is _ABSENT else "x ..."
    doc = docstring(doc, f"({name} {operands})", *example) if example else doc
    operation = _ops[name] = BinaryOperation(name, doc, derivatives, unit)
    return operation
