"""Signatures of literal functions: what they take and what they return.

``Real`` is a scalar; ``(UP a b)`` and ``(DOWN a b)`` are tuples, ``(UP* a n)`` n equal components; ``(X a b)`` is
two arguments, ``(X* a n)`` or ``(^ a n)`` n equal ones; ``(-> domain range)`` a function. ``Any`` is any value. Starred
types without a number have any length. The words are ordinary functions, so that a signature can be put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from scmpy.errors import StructureError, WrongTypeError, describe, wrong_number
from scmpy.generic.arguments import count, items
from scmpy.generic.display import Shown
from scmpy.generic.kinds import ScalarKind, is_procedure
from scmpy.registry import public, register
from scmpy.structure.structure import Down, Structure, Up, as_structure
from scmpy.symbolic.expression import Expression, expression_of, symbol


@dataclass(frozen=True)
class Real(Shown):
    """The type of a scalar."""

    def __str__(self) -> str:
        return "Real"


@dataclass(frozen=True)
class AnyValue(Shown):
    """The type of any value."""

    def __str__(self) -> str:
        return "Any"


@dataclass(frozen=True)
class Repeated(Shown):
    """The type of a tuple, or of a list of arguments (orientation X), of any number of parts of one type."""

    orientation: str
    part: Any

    def __str__(self) -> str:
        return f"({self.orientation.upper()}* {self.part})"


@dataclass(frozen=True)
class Tuple(Shown):
    """The type of an up or a down tuple."""

    orientation: str
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"({self.orientation.upper()} {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Product(Shown):
    """The type of several arguments."""

    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"(X {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Signature(Shown):
    """The type of a function: the types of its arguments, and of its value."""

    arguments: tuple[Any, ...]
    value: Any

    def __str__(self) -> str:
        return f"(-> {self.domain} {self.value})"

    @property
    def domain(self) -> Any:
        """The type of the arguments, taken together."""
        return self.arguments[0] if len(self.arguments) == 1 else Product(self.arguments)

    @property
    def takes_any_number(self) -> bool:
        """Does it not fix the number of arguments?"""
        return len(self.arguments) == 1 and getattr(self.arguments[0], "orientation", None) == "x"


REAL = Real()
ANY = AnyValue()
REAL_FUNCTION = Signature((REAL,), REAL)
register(
    "Real",
    REAL,
    python="Real",
    doc="""The type of a real number.

    Scheme:  Real
    Source:  SICM 9
    >>> from scmpy import Real, literal_function, signature, symbols
    >>> literal_function("f", signature(Real, Real))(symbols("x"))
    (f x)
    """,
)
register(
    "Any",
    ANY,
    python="AnyType",
    doc="""The type of any value.

    Scheme:  Any
    >>> from scmpy import AnyType, Real, literal_function, signature, symbols, up
    >>> literal_function("f", signature(AnyType, Real))(up(1, symbols("x")))
    (f (up 1 x))
    """,
)

#: A type of the signature language, or how it is written: a name, or a tuple such as ("UP", "Real", "Real").
TypeDatum: TypeAlias = Real | AnyValue | Tuple | Repeated | Product | Signature | Expression | str | tuple[Any, ...]

_TYPES = (Real, AnyValue, Tuple, Repeated, Product, Signature)
_BY_NAME = {"Real": REAL, "Any": ANY}


@public("UP", python="UP")
def up_type(*parts: TypeDatum) -> Tuple:
    """The type of an up tuple with components of these types.

    Scheme:  (UP Real (UP Real Real))
    Source:  SICM 9
    >>> from scmpy import UP, Real
    >>> print(UP(Real, Real))
    (UP Real Real)
    """
    return Tuple("up", tuple(map(parse_signature, parts)))


@public("DOWN", python="DOWN")
def down_type(*parts: TypeDatum) -> Tuple:
    """The type of a down tuple with components of these types.

    Scheme:  (DOWN Real Real)
    >>> from scmpy import DOWN, Real
    >>> print(DOWN(Real, Real))
    (DOWN Real Real)
    """
    return Tuple("down", tuple(map(parse_signature, parts)))


@public("X", python="X")
def product_type(*parts: TypeDatum) -> Product:
    """The type of several arguments.

    Scheme:  (-> (X Real Real) Real)
    Source:  SICM 9
    >>> from scmpy import X, Real
    >>> print(X(Real, Real))
    (X Real Real)
    """
    return Product(tuple(map(parse_signature, parts)))


def _repeated(orientation: str, part: Any, n: Any) -> Any:
    part = parse_signature(part)
    if n is None:
        return Repeated(orientation, part)
    parts = (part,) * count(n, f"{orientation.upper()}*")
    return Product(parts) if orientation == "x" else Tuple(orientation, parts)


@public("UP*", python="UP_star")
def repeated_up_type(part: TypeDatum, n: int | None = None) -> Tuple | Repeated:
    """The type of an up tuple of n components of one type; of any number of them without n.

    Scheme:  (UP* Real 3), (UP* Real)
    >>> from scmpy import UP_star, Real
    >>> print(UP_star(Real, 2), UP_star(Real))
    (UP Real Real) (UP* Real)
    """
    return _repeated("up", part, n)


@public("DOWN*", python="DOWN_star")
def repeated_down_type(part: TypeDatum, n: int | None = None) -> Tuple | Repeated:
    """The type of a down tuple of n components of one type; of any number of them without n.

    Scheme:  (DOWN* Real 3), (DOWN* Real)
    >>> from scmpy import DOWN_star, Real
    >>> print(DOWN_star(Real, 2), DOWN_star(Real))
    (DOWN Real Real) (DOWN* Real)
    """
    return _repeated("down", part, n)


@public("X*", python="X_star")
def repeated_product_type(part: TypeDatum, n: int | None = None) -> Product | Repeated:
    """The type of n arguments of one type; of any number of them without n.

    Scheme:  (-> (X* Real 2) Real), (-> (^ Real 2) Real), (-> (X* Real) Real)
    >>> from scmpy import X_star, Real
    >>> print(X_star(Real, 2), X_star(Real))
    (X Real Real) (X* Real)
    """
    return _repeated("x", part, n)


register("^", repeated_product_type, python=None)


@public("->", python="signature")
def signature(domain: TypeDatum, value: TypeDatum) -> Signature:
    """The type of a function from arguments of a type to values of a type.

    Scheme:  (-> (UP Real Real) Real)
    Source:  SICM 9
    >>> from scmpy import UP, Real
    >>> print(signature(UP(Real, Real), Real))
    (-> (UP Real Real) Real)
    """
    domain = parse_signature(domain)
    return Signature(domain.parts if isinstance(domain, Product) else (domain,), parse_signature(value))


_WORDS: dict[str, Any] = {
    "UP": up_type,
    "DOWN": down_type,
    "X": product_type,
    "UP*": repeated_up_type,
    "DOWN*": repeated_down_type,
    "X*": repeated_product_type,
    "^": repeated_product_type,
    "->": signature,
}


def parse_signature(datum: Any) -> Any:
    """A type from nested tuples or lists of names and integers.

    >>> print(parse_signature(("->", ("UP", "Real", "Real"), "Real")))
    (-> (UP Real Real) Real)
    """
    if isinstance(datum, _TYPES):
        return datum
    if not isinstance(datum, (str, tuple)) and isinstance(datum, Iterable):
        datum = items(datum, "a signature")
    name = getattr(datum, "name", datum)
    if isinstance(name, str) and name in _BY_NAME:
        return _BY_NAME[name]
    if isinstance(datum, tuple) and datum:
        word = getattr(datum[0], "name", datum[0])
        if isinstance(word, str) and word in _WORDS:
            return _WORDS[word](*datum[1:])
    given = datum if isinstance(datum, str) else describe(datum)
    raise WrongTypeError(f"a signature is built from Real, Any, (UP ...), (DOWN ...), (X ...), (-> ...); got {given}")


def checked_types(name: Callable[[], str], signature: Signature, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of so many arguments; an error, which asks for the name of the function, unless they fit them."""
    types = signature.arguments
    if signature.takes_any_number:
        types = (types[0].part,) * len(args)
    if len(args) != len(types):
        raise wrong_number(name(), len(args), len(types), len(types))
    for argument, type_ in zip(args, types, strict=True):
        if not fits(argument, type_):
            raise StructureError(f"{name()} expects {signature}, got {describe(argument)}")
    return types


def fits(value: Any, type_: Any) -> bool:
    """Is this a value of the type?"""
    if isinstance(type_, Real):
        return isinstance(value, ScalarKind) or _stands_for_scalar(value)
    if isinstance(type_, (Tuple, Repeated)) and type_.orientation != "x":
        if not isinstance(value, (Structure, list)):
            return False
        components = as_structure(value)
        if components.orientation != type_.orientation:
            return False
        if isinstance(type_, Repeated):
            return all(fits(part, type_.part) for part in components)
        return len(components) == len(type_.parts) and all(map(fits, components, type_.parts))
    return not isinstance(type_, Signature) or is_procedure(value)


def _stands_for_scalar(value: Any) -> bool:
    """May a value stand where a scalar does? A function that has scalars as values, but no operator and no form."""
    if callable(value):
        return is_procedure(value) and not getattr(value, "acts_on_functions", False)
    return not isinstance(value, (Structure, list, str, bool))


def functions_in(value: Any, type_: Any) -> list[Any]:
    """The functions that stand in a value where its type has a scalar; those that are values of their own are none.

    >>> functions_in(Up((1, len)), up_type(REAL, REAL)), functions_in(len, ANY)
    ([<built-in function len>], [])
    """
    if isinstance(type_, Real):
        return [value] if not isinstance(value, ScalarKind) and is_procedure(value) else []
    if isinstance(type_, Repeated):
        return [f for part in value for f in functions_in(part, type_.part)]
    if isinstance(type_, Tuple):
        return [f for part, own in zip(value, type_.parts, strict=True) for f in functions_in(part, own)]
    return []


def fill(type_: Any, leaf: Any, suffix: str = "") -> Any:
    """A structure of this type whose leaves are ``leaf(suffix)``, the suffix naming the place: ``^0`` or ``_0``."""
    if isinstance(type_, Tuple):
        mark, container = ("^", Up) if type_.orientation == "up" else ("_", Down)
        return container(fill(part, leaf, f"{suffix}{mark}{i}") for i, part in enumerate(type_.parts))
    if not isinstance(type_, (Real, AnyValue)):
        raise WrongTypeError(f"a literal function has values of type Real or tuples of a fixed length, not {type_}")
    return leaf(suffix)


@public("default-function-type")
def default_function_type(n: int) -> Signature:
    """The type of a function of n real numbers to a real number.

    Scheme:  (default-function-type n)
    >>> print(default_function_type(2))
    (-> (X Real Real) Real)
    """
    return Signature((REAL,) * count(n), REAL)


@public("permissive-function-type")
def permissive_function_type(n: int) -> Signature:
    """The type of a function of n values of any kind to a real number.

    Scheme:  (permissive-function-type n)
    >>> print(permissive_function_type(2))
    (-> (X Any Any) Real)
    """
    return Signature((ANY,) * count(n), REAL)


@public("Lagrangian", python="Lagrangian_signature")
def lagrangian_signature(n: int | None = None) -> Signature:
    """The signature of a Lagrangian with n degrees of freedom; without n, of any number of them.

    Scheme:  (Lagrangian n), (Lagrangian)
    Raises:  WrongTypeError unless n is a positive integer
    >>> from scmpy import Lagrangian_signature
    >>> print(Lagrangian_signature(1))
    (-> (UP Real Real Real) Real)
    """
    return _of_states(_coordinates("up", n), _coordinates("up", n))


@public("Hamiltonian", python="Hamiltonian_signature")
def hamiltonian_signature(n: int | None = None) -> Signature:
    """The signature of a Hamiltonian with n degrees of freedom; without n, of any number of them.

    Scheme:  (Hamiltonian n), (Hamiltonian)
    Raises:  WrongTypeError unless n is a positive integer
    Source:  SICM 3.1
    >>> from scmpy import Hamiltonian_signature
    >>> print(Hamiltonian_signature(2))
    (-> (UP Real (UP Real Real) (DOWN Real Real)) Real)
    """
    return _of_states(_coordinates("up", n), _coordinates("down", n))


def _of_states(place: Any, motion: Any) -> Signature:
    return Signature((Tuple("up", (REAL, place, motion)),), REAL)


def _coordinates(orientation: str, n: int | None) -> Any:
    """The type of n coordinates: of one, a number."""
    if n is None:
        return ANY
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise WrongTypeError(f"the type of a state expects a positive number of degrees of freedom, got {describe(n)}")
    return REAL if n == 1 else Tuple(orientation, (REAL,) * n)


for _type in _TYPES:
    expression_of.add((_type,), lambda type_: symbol(str(type_)))
