"""Functions as values, composition, memoisation, tail calls, redefinition by a program."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any, Literal, TypeVar
from weakref import WeakSet

from scmpy.boundary import arity_of_signature, functions_become, name_in_errors, translate_exception
from scmpy.errors import CALLED, WrongTypeError, describe, shown_text
from scmpy.generic.dispatch import Arithmetic, missing_attribute
from scmpy.generic.settings import MOST_FACTORS, length
from scmpy.generic.types import Procedure, ScalarKind, TreeNode, Value
from scmpy.registry import Registered, declared_documentation, docstring, public, register

# --- functions -------------------------------------------------------------------------------------------------------
# Functions as values: they add, multiply and compose; the arithmetic of functions is pointwise.
#
# ``((op f g) x) = (op (f x) (g x))``; what is not a function counts as a constant one. Plain Python functions take
# part wherever one of the two operands is scmpy's.


@Procedure.register
class Function(Registered, Arithmetic):
    """A function with arithmetic: wraps any callable.

    >>> f = Function(lambda x: x + 1, "f")
    >>> f(2), (f + 1)(2), (2 * f)(2)
    (3, 4, 6)
    """

    __slots__ = ("__weakref__", "_name", "elementwise", "function")

    def __init_subclass__(cls) -> None:
        type.__setattr__(cls, "__doc__", Function.__dict__["__doc__"])  # what a function says of itself, not its class

    def __init__(
        self, function: Callable[..., Any], name: str | Callable[[], str] | None = None, *, elementwise: bool = False
    ) -> None:
        self.function = function
        self._name = name
        self.elementwise = elementwise

    @property
    def __name__(self) -> str:  # type: ignore[override]
        """The name, worked out only when somebody asks for it; where functions nest too deeply, of the outer ones."""
        name = self._name
        if callable(name):
            try:
                name = self._name = name()
            except RecursionError:
                return "..."
        return str(name or getattr(self.function, "__name__", "function"))

    def __getattr__(self, name: str) -> Any:
        raise missing_attribute(self, name)

    def __call__(self, *args: Value, **keywords: Value) -> Value:
        __tracebackhide__ = True
        try:
            return self.function(*args, **keywords)
        except Exception as error:
            return translate_exception(error, self.function, name_in_errors(self), args, keywords)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return declared_documentation(self) or self.function.__doc__

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"

    def _describe_(self) -> str:
        return f"the function {self.__name__}"


functions_become(Function)

#: The least and the greatest number of arguments of a function; None where there is no greatest.
Arity = tuple[int, int | None]


def apply_value(value: Any, args: tuple[Any, ...]) -> Any:
    """Apply a function; anything that is not applicable is a constant function."""
    return value(*args) if callable(value) else value


def made_from(parts: Iterable[Any], function: Callable[..., Any], name: str | Callable[[], str]) -> Function:
    """A function made from others: of the kind that one of them asks for by ``_made_from_``, else a plain one."""
    parts = tuple(parts)
    for part in parts:
        make = getattr(type(part), "_made_from_", None)
        if make is not None:
            return make(parts, function, name)
    return Function(function, name, elementwise=all(map(is_elementwise, parts)))


def is_elementwise(value: Any) -> bool:
    """Is this a function of a number, which takes an array element by element? Whatever is no function counts as one.

    Generic operations and literal functions of a number are, and what is made of them.
    """
    return not callable(value) or bool(getattr(value, "elementwise", False))


def is_function(value: Any) -> bool:
    """Is this a function, and nothing that has components or terms, such as a tuple or a series of functions?"""
    return callable(value) and not isinstance(value, (TreeNode, ScalarKind)) and not hasattr(value, "map")


def name_of(value: Any) -> str:
    name = getattr(value, "__name__", None) or (value if isinstance(value, str) else shown_text(value))
    return name if len(name) < 60 else name[:56] + " ..."


@public("compose")
def compose(*functions: Callable[..., Any]) -> Value:
    """The composition of functions, applied from the last to the first.

    Scheme:  (compose f g ...)
    Math:    (f o g)(x) = f(g(x))
    Raises:  WrongTypeError for what cannot be called
    >>> compose(lambda x: x + 1, lambda x: 2 * x)(5)
    11
    """
    import toolz  # type: ignore[import-untyped]

    for function in functions:
        if not callable(function):
            raise WrongTypeError(f"compose expects functions, got {describe(function)}")
    if len(functions) == 1:
        return functions[0]

    def name() -> str:
        return "(compose " + " ".join(map(name_of, functions)) + ")"

    composition = toolz.compose  # its values are objects that pickle does not enter

    def composed(*args: Any) -> Any:
        return composition(*functions)(*args)

    made = made_from(functions[-1:], composed, name)
    if type(made) is Function:
        made.elementwise = all(map(is_elementwise, functions))
    return made


@public("identity")
@Function
def identity(x: Any) -> Any:
    """The identity function.

    Scheme:  (identity x)
    >>> identity(3)
    3
    """
    return x


@public("iterated")
def iterated(f: Callable[..., Any], n: int) -> Value:
    """The n-fold composition of f with itself.

    Scheme:  ((iterated f n) x)
    >>> iterated(lambda x: 2 * x, 3)(1)
    8
    """
    length(n, "iterated", MOST_FACTORS, "repetitions")
    return compose(*[f] * n) if n else identity


@public("constant")
def constant(value: Value) -> Function:
    """The function that returns this value whatever its arguments.

    Scheme:  ((constant value) x ...)
    >>> constant(3)("anything")
    3
    """
    return Function(lambda *args: value, f"(constant {value})")


def _of_arguments(name: str, operation: str, doc: str) -> None:
    def functional(f: Any, *amounts: Any) -> Function:
        def moved(*args: Any) -> Any:
            combine = Arithmetic._operations[operation]
            kept = args[len(amounts) :]
            return f(*(combine(x, amount) for x, amount in zip(args, amounts, strict=False)), *kept)

        return Function(moved, lambda: f"({name} {name_of(f)})")

    functional.__doc__ = doc
    register(name, Function(functional, name), module=__name__)


_of_arguments(
    "arg-shift",
    "+",
    docstring("The function f(x + k, ...).", "((arg-shift f k ...) x ...)", "arg_shift(square, 2)(3)", "25"),
)
_of_arguments(
    "arg-scale",
    "*",
    docstring("The function f(k x, ...).", "((arg-scale f k ...) x ...)", "arg_scale(square, 2)(3)", "36"),
)


@public("arity", python="arity")
def arity(f: Value) -> Arity:
    """The least and greatest number of arguments that a function takes (None: any number).

    Raises:  WrongTypeError if f cannot be applied
    1 ]=> (arity square)
    ;Value: (1 . 1)
    >>> arity(lambda x, y=0: x)
    (1, 2)
    """
    own = getattr(f, "number_of_arguments", None) or getattr(f, "arity", None)
    if isinstance(own, tuple):
        return own
    if isinstance(own, int):
        return own, own
    if not callable(f):
        raise WrongTypeError(f"arity expects a function, got {describe(f)}")
    return arity_of_signature(f.function if isinstance(f, Function) else f)


def arity_of_parts(parts: Iterable[Any]) -> tuple[int, int | None]:
    """The arity of a container of functions: what fits all of them. Constants take any number of arguments."""
    found = joint_arity(*(arity(part) for part in parts if callable(part)))
    if found is False:
        raise WrongTypeError("arity: no number of arguments fits all the functions of the tuple or matrix")
    return found  # type: ignore[no-any-return]


class OfFunctions(TreeNode):
    """A composite of functions is a function, whose value has the values of its parts; other parts are constants."""

    __slots__ = ()

    def __call__(self, *args: Value) -> Value:
        return Function(self._apply, type(self).__name__.lower())(*args)

    def _apply(self, *args: Any) -> Any:
        return self._with_children_([apply_value(part, args) for part in self._children_()])

    @property
    def number_of_arguments(self) -> Arity:
        return arity_of_parts(self._children_())


@public("joint-arity")
def joint_arity(*given: Arity) -> Arity | Literal[False]:
    """The arity of what calls functions of all these arities with its own arguments; False if there is none.

    Scheme:  (joint-arity (arity f) (arity g) ...)
    >>> joint_arity(arity(max), arity(lambda x, y: x)), joint_arity(arity(lambda x: x), arity(lambda x, y: x))
    ((2, 2), False)
    """
    bounds = [bounds_of(x) for x in given]
    least = max((low for low, _ in bounds), default=0)
    most = min((high for _, high in bounds if high is not None), default=None)
    return False if most is not None and most < least else (least, most)


def bounds_of(given: Any) -> tuple[int, int | None]:
    """The least and the greatest number of arguments of an arity, as :func:`arity` gives them."""
    try:
        least, most = (given.car, given.cdr) if hasattr(given, "car") else given
        return least, most if most is not None and most is not False else None
    except (TypeError, ValueError):
        raise WrongTypeError(f"{CALLED} expects an arity (least, greatest), got {describe(given)}") from None


# --- memory ----------------------------------------------------------------------------------------------------------
# Memories of procedures: values computed once are kept, in tables that are bounded and can be emptied.
#
# No result depends on them: they save time and cost space. Expressions need none to be compared, equal ones are one
# object.

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")
V = TypeVar("V")


_memories: WeakSet[Any] = WeakSet()


def memoized(maximum: int) -> Callable[[F], F]:
    def remember(function: F) -> F:
        memory = functools.lru_cache(maxsize=maximum)(function)
        _memories.add(memory)
        return memory  # type: ignore[return-value]

    return remember


def keep(table: dict[K, V], key: K, value: V, most: int) -> V:
    """Make a value the last of a table, from which the first ones go where there are too many, in any threads."""
    table.pop(key, None)
    for first in list(table)[: max(0, len(table) + 1 - most)]:
        table.pop(first, None)
    table[key] = value
    return value


@public("clear-memoizer-tables")
def clear_memoizer_tables() -> None:
    """Empty the tables of all procedures that remember their values. What is computed stays the same.

    >>> clear_memoizer_tables()
    """
    for memory in tuple(_memories):
        memory.cache_clear()


# --- tail calls ------------------------------------------------------------------------------------------------------
# Tail calls: a procedure that ends in a call of another one may leave it to its caller, so that no stack grows.
#
# Such a procedure exists twice: a raw body that returns a :class:`TailCall` instead of making that call, and an entry
# that runs raw bodies until one returns a value. The entry's ``__tail__`` is the raw body.


class TailCall(tuple[Any, Any, Any]):
    __slots__ = ()


def bounce(call: TailCall) -> Any:
    """Make the call, and those that it ends in, one after the other.

    >>> bounce(TailCall((max, (1, 2), None)))
    2
    """
    while True:
        procedure, arguments, _ = call
        raw = getattr(procedure, "__tail__", procedure)
        count = len(arguments)
        if count == 1:  # without the star Python calls Python on its own stack
            result = raw(arguments[0])
        elif count == 2:
            result = raw(arguments[0], arguments[1])
        elif count == 3:
            result = raw(arguments[0], arguments[1], arguments[2])
        else:
            result = raw(*arguments)
        if result.__class__ is not TailCall:
            return result
        call = result


def tail_called(name: str, raw: Any) -> Any:
    """The entry of a raw body, for a procedure that ends in a call of its argument."""

    def entry(*arguments: Any) -> Any:
        result = raw(*arguments)
        return bounce(result) if result.__class__ is TailCall else result

    entry.__tail__ = raw  # type: ignore[attr-defined]
    entry.__wrapped__ = raw  # type: ignore[attr-defined]
    raw.__name__ = entry.__name__ = name  # which errors name
    entry.__doc__ = raw.__doc__
    return entry


# --- redefinition ----------------------------------------------------------------------------------------------------
# Procedures of the vocabulary that a program has given another meaning, where another procedure is to follow that.
#
# The books redefine a part of a procedure to see it at work: what parametric-path-action does, find-path then
# minimizes.

#: The value that the running program has for a name; None where no program runs that could have redefined any.
values: ContextVar[Callable[[str], Any] | None] = ContextVar("values of names", default=None)


def redefined(name: str) -> Any:
    """The procedure that the running program of Scheme has defined under a public name; None if it has not.

    >>> redefined("parametric-path-action") is None
    True
    """
    value_of = values.get()
    return None if value_of is None else value_of(name)
