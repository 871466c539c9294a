"""Signatures of literal functions: what they take and what they return.

``Real`` is a scalar; ``(UP a b)`` and ``(DOWN a b)`` are tuples, ``(UP* a n)`` n equal components; ``(X a b)`` is
two arguments; ``(-> domain range)`` a function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scmpy.errors import ArityError, StructureError, WrongTypeError
from scmpy.generic.kinds import Scalar, describe
from scmpy.registry import public, register
from scmpy.structure.structure import Down, Structure, Up, as_structure


@dataclass(frozen=True)
class Real:
    """The type of a scalar."""

    def __str__(self) -> str:
        return "Real"


@dataclass(frozen=True)
class Tuple:
    """The type of an up or a down tuple."""

    orientation: str
    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"({self.orientation.upper()} {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Product:
    """The type of several arguments."""

    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return f"(X {' '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Signature:
    """The type of a function: the types of its arguments, and of its value."""

    arguments: tuple[Any, ...]
    value: Any

    def __str__(self) -> str:
        domain = self.arguments[0] if len(self.arguments) == 1 else Product(self.arguments)
        return f"(-> {domain} {self.value})"


REAL = Real()
REAL_FUNCTION = Signature((REAL,), REAL)
register("Real", REAL, python=None)


def parse_signature(datum: Any) -> Any:
    """A type from nested tuples or lists of names and integers.

    >>> print(parse_signature(("->", ("UP", "Real", "Real"), "Real")))
    (-> (UP Real Real) Real)
    """
    if datum == "Real" or isinstance(datum, (Real, Tuple, Product, Signature)):
        return REAL if datum == "Real" else datum
    if not isinstance(datum, (str, tuple)) and isinstance(datum, Iterable):
        datum = tuple(datum)
    datum = getattr(datum, "name", datum)
    if datum == "Real":
        return REAL
    if isinstance(datum, tuple) and datum:
        datum = (getattr(datum[0], "name", datum[0]), *datum[1:])
        head, parts = datum[0], datum[1:]
        if head in ("UP", "DOWN"):
            return Tuple(head.lower(), tuple(map(parse_signature, parts)))
        if head in ("UP*", "DOWN*") and len(parts) == 2 and isinstance(parts[1], int):
            return Tuple(head[:-1].lower(), (parse_signature(parts[0]),) * parts[1])
        if head == "X":
            return Product(tuple(map(parse_signature, parts)))
        if head == "->" and len(parts) == 2:
            domain = parse_signature(parts[0])
            arguments = domain.parts if isinstance(domain, Product) else (domain,)
            return Signature(arguments, parse_signature(parts[1]))
    raise WrongTypeError(f"a signature is built from Real, (UP ...), (DOWN ...), (X ...), (-> ...); got {datum}")


def check_arguments(name: Any, signature: Signature, args: tuple[Any, ...]) -> None:
    """An error that names the function unless the arguments fit its signature."""
    if len(args) != len(signature.arguments):
        plural = "" if len(signature.arguments) == 1 else "s"
        raise ArityError(
            f"The literal function {name} has been called with {len(args)} arguments; "
            f"it requires exactly {len(signature.arguments)} argument{plural}."
        )
    for argument, type_ in zip(args, signature.arguments, strict=True):
        if not _fits(argument, type_):
            raise StructureError(f"The literal function {name} expects {signature}, got {describe(argument)}")


def _fits(value: Any, type_: Any) -> bool:
    if isinstance(type_, Real):
        return isinstance(value, Scalar) or not isinstance(value, (Structure, list, str, bool))
    if isinstance(type_, Tuple):
        if not isinstance(value, (Structure, list)):
            return False
        components = as_structure(value)
        return (
            components.orientation == type_.orientation
            and len(components) == len(type_.parts)
            and all(map(_fits, components, type_.parts))
        )
    return True


def fill(type_: Any, leaf: Any, suffix: str = "") -> Any:
    """A structure of this type whose leaves are ``leaf(suffix)``, the suffix naming the place: ``^0`` or ``_0``."""
    if isinstance(type_, Tuple):
        mark, container = ("^", Up) if type_.orientation == "up" else ("_", Down)
        return container(fill(part, leaf, f"{suffix}{mark}{i}") for i, part in enumerate(type_.parts))
    return leaf(suffix)


@public("Lagrangian", python="Lagrangian_signature")
def lagrangian_signature(n: int) -> Signature:
    """The signature of a Lagrangian with n degrees of freedom.

    Scheme:  (Lagrangian n)
    >>> print(lagrangian_signature(1))
    (-> (UP Real Real Real) Real)
    """
    place = REAL if n == 1 else Tuple("up", (REAL,) * n)
    return Signature((Tuple("up", (REAL, place, place)),), REAL)


@public("Hamiltonian", python="Hamiltonian_signature")
def hamiltonian_signature(n: int) -> Signature:
    """The signature of a Hamiltonian with n degrees of freedom."""
    place, momentum = (REAL, REAL) if n == 1 else (Tuple("up", (REAL,) * n), Tuple("down", (REAL,) * n))
    return Signature((Tuple("up", (REAL, place, momentum)),), REAL)
