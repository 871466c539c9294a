"""Scheme text of expressions and numbers, line breaking; names read back."""

from __future__ import annotations

import itertools
import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, TypeVar

from scmpy.generic.settings import Limit
from scmpy.generic.types import parts_first
from scmpy.registry import flint

# --- number text -----------------------------------------------------------------------------------------------------
# Numbers as MIT Scheme writes them.
#
# An inexact number has a decimal point and no idle zeros: ``.5``, ``-.25``, ``100.``. With ``n`` significant digits
# (the fewest that read back as the same number) and leading digit at ``10**k`` it is written positionally when
# ``0 <= k <= 17``, or when ``k < 0`` and ``n - k <= 18``; otherwise as ``1.5e-17`` or ``1e18``. A complex number is
# ``2-i`` or ``+1/2i``: an exact zero real part and a unit imaginary part are left out.

_MOST_INTEGRAL_DIGITS = 18  # before a float is written with an exponent; so many zeros after the point
_MOST_FRACTIONAL_DIGITS = 18


def number_text(x: Any) -> str:
    """The text of a number: integer, rational, float, or complex of any of them.

    >>> from fractions import Fraction
    >>> [number_text(x) for x in (12, Fraction(-1, 2), 0.5, -0.25, 100.0, 1e18, 1.5e-17, -0.0)]
    ['12', '-1/2', '.5', '-.25', '100.', '1e18', '1.5e-17', '-0.']
    >>> [number_text(x) for x in (2j, 2 - 1.5j, math.inf, -math.inf, math.nan)]
    ['+2.i', '2.-1.5i', '+inf.0', '-inf.0', '+nan.0']
    """
    if isinstance(x, Integral):
        return integer_text(int(x))
    if isinstance(x, Rational):
        numerator, denominator = integer_text(int(x.numerator)), integer_text(int(x.denominator))
        return numerator if denominator == "1" else f"{numerator}/{denominator}"
    if isinstance(x, Real):
        return _float_text(float(x))
    return _complex_text(*getattr(x, "parts", (x.real, x.imag)))


def integer_text(n: int) -> str:
    """The digits of an integer of any length (Python's own conversion stops at 4300 digits)."""
    if n.bit_length() < 10_000:
        return str(n)
    return str(flint.fmpz(n))


def _float_text(x: float) -> str:
    if math.isnan(x):
        return "-nan.0" if math.copysign(1, x) < 0 else "+nan.0"  # as the processor made it, as in the original
    if math.isinf(x):
        return "+inf.0" if x > 0 else "-inf.0"
    sign = "-" if math.copysign(1, x) < 0 else ""
    return sign + (_decimal_text(abs(x)) if x else "0.")


def _decimal_text(x: float) -> str:
    shortest = Decimal(repr(x)).normalize().as_tuple()
    assert isinstance(shortest.exponent, int)
    digits = "".join(map(str, shortest.digits))
    k = len(digits) - 1 + shortest.exponent
    if 0 <= k < _MOST_INTEGRAL_DIGITS:
        return f"{digits[: k + 1].ljust(k + 1, '0')}.{digits[k + 1 :]}"
    if k < 0 and len(digits) - k <= _MOST_FRACTIONAL_DIGITS:
        return "." + "0" * (-k - 1) + digits
    return f"{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}e{k}"


def _complex_text(real: int | Fraction | float, imaginary: int | Fraction | float) -> str:
    """Python's complex numbers have no exact zero, so that a zero real part is never shown."""
    unit = isinstance(imaginary, Rational) and abs(imaginary) == 1
    size = number_text(imaginary)
    if size[0] not in "+-":
        size = "+" + size
    return f"{number_text(real) if real != 0 else ''}{size[0] if unit else size}i"


# --- text ------------------------------------------------------------------------------------------------------------
# Texts of shared trees, built from the leaves up.
#
# An expression is a graph: equal parts are one object, and it may be ten thousand levels deep. So a printer here is a
# pair of functions, one for leaves and one for combinations, which :func:`fold` applies bottom-up, without recursion
# and once for each distinct node. What they build are ropes: texts that are joined only at the end, so that a part
# which occurs a thousand times is stored once, and so that the length of the whole is known before it is written.
#
# The printers ask of a tree only that a combination has ``operator`` and ``operands``, that a symbol has ``name`` (and
# ``operator`` None), that both are told apart by identity, and that everything else is a number.

T = TypeVar("T")

MOST_CHARACTERS = Limit("most-characters", 100_000_000, "Characters of the text of a value.")
_TOO_LONG = "the text of this value has"


class Rope:
    """A text in parts, each a string or a rope."""

    __slots__ = ("parts", "size", "tall")

    def __init__(self, parts: tuple[Text, ...]) -> None:
        self.parts = parts
        self.size = sum(map(len, parts))
        self.tall = any(map(is_tall, parts))

    def __len__(self) -> int:
        return min(self.size, sys.maxsize)  # len() has no answer beyond the size of an address

    def __str__(self) -> str:
        if self.size > MOST_CHARACTERS.value:
            raise MOST_CHARACTERS.refusal(_TOO_LONG)
        strings: list[str] = []
        stack: list[Text] = [self]
        while stack:
            text = stack.pop()
            if isinstance(text, str):
                strings.append(text)
            else:
                stack.extend(reversed(text.parts))
        return "".join(strings)


Text = str | Rope


class Tall(str):
    """A part of a text that makes the whole taller than a line of letters: the beginning of a fraction."""

    __slots__ = ()


def is_tall(text: Text) -> bool:
    """Is the text, or a part of it, taller than a line of letters?"""
    return text.tall if isinstance(text, Rope) else isinstance(text, Tall)


def rope(*parts: Text) -> Rope:
    return Rope(parts)


def separated(separator: str, parts: Sequence[Text]) -> Rope:
    spread: list[Text] = []
    for part in parts:
        spread += (separator, part)
    return Rope(tuple(spread[1:]))


def operator_of(tree: Any) -> Any:
    """The operator of a combination; None for symbols and numbers."""
    return getattr(tree, "operator", None)


def fold(tree: Any, leaf: Callable[[Any], T], combine: Callable[[Any, T, list[T]], T]) -> T:
    """The value of a tree, bottom-up: ``leaf(x)``, or ``combine(x, value of the operator, values of the operands)``."""
    done: dict[Any, T] = {}
    numbers: dict[int, T] = {}  # by identity: 1 is not 1., and the tree holds them

    def value(x: Any) -> T:
        if hasattr(x, "operator"):
            return done[x]
        key = id(x)
        if key not in numbers:
            numbers[key] = leaf(x)
        return numbers[key]

    for node in parts_first((tree,), _parts, done):
        if node.operator is None:
            done[node] = leaf(node)
        else:
            done[node] = combine(node, value(node.operator), list(map(value, node.operands)))
    return value(tree)


def _parts(tree: Any) -> tuple[Any, ...] | None:
    operator = getattr(tree, "operator", tree)
    if operator is None:
        return ()
    return None if operator is tree else (operator, *tree.operands)


# --- scheme text -----------------------------------------------------------------------------------------------------
# Expressions as Scheme writes them: on one line, or broken into lines as the original's pretty printer does.
#
# A combination that fits on the rest of its line stays on it. If each of its operands fits beside the operator, they
# stand below each other there; else they stand below the operator, one column in::
#
#     (+ (* 1/2 m (expt v 2))          (down
#        (* -1 m g y))                  (+ ...)
#                                       (+ ...))


def scheme_text(tree: Any) -> str:
    return str(_flat(tree))


def pretty_text(tree: Any, columns: int = 79) -> str:
    """An expression broken into lines of at most ``columns`` characters, where that is possible."""
    text = _flat(tree)
    return _broken(text, columns) if len(text) <= MOST_CHARACTERS.value else str(text)


def atom_text(x: Any) -> str:
    """A symbol, a number, a truth value or the unspecific value."""
    if isinstance(x, bool):
        return "#t" if x else "#f"
    if x is None:
        return "#!unspecific"
    name = getattr(x, "name", None)
    return name if isinstance(name, str) else number_text(x)


#: A combination whose parts are together no longer than this is joined at once.
_SHORT = 2000


class _Combination(Rope):
    """The long text of a combination on one line, with the texts that it is made of."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Text, ...]) -> None:
        super().__init__(("(", separated(" ", elements), ")"))
        self.elements = elements


class _ShortCombination(str):
    """The same of a text that is joined at once."""

    __slots__ = ("elements",)
    elements: tuple[Text, ...]


def _flat(tree: Any) -> Text:
    return fold(tree, atom_text, _combined)


def _combined(tree: Any, operator: Text, operands: list[Text]) -> Text:
    elements = (operator, *operands)
    if sum(map(len, elements)) > _SHORT:
        return _Combination(elements)
    text = _ShortCombination(f"({' '.join(elements)})")  # type: ignore[arg-type]
    text.elements = elements
    return text


def _broken(text: Text, columns: int) -> str:
    """Lay out a text: the stack holds what is still to come, each with the text before it, its column and brackets."""
    lines: list[Text] = []
    stack: list[tuple[str, Text, int, int]] = [("", text, 0, 0)]
    while stack:
        before, text, column, closing = stack.pop()
        lines.append(before)
        fits = column + len(text) + closing <= columns
        elements: Sequence[Text] = () if fits or column >= columns else getattr(text, "elements", ())
        if len(elements) < 2:
            lines.append(text)
            continue
        operator, *operands = elements
        beside = column + len(operator) + 2
        widest = max(map(len, operands[:-1]), default=0)
        aligned = beside + max(widest, len(operands[-1]) + closing + 1) <= columns
        start = beside if aligned else column + 1
        line, others = "\n" + " " * start, len(operands) - 1
        lines.append("(")
        stack.append((")", "", 0, 0))
        befores, closings = [" " if aligned else line, *[line] * others], [*[0] * others, closing + 1]
        stack += reversed(list(zip(befores, operands, itertools.repeat(start), closings, strict=False)))
        stack.append(("", operator, column + 1, 0))
    if sum(map(len, lines)) > MOST_CHARACTERS.value:
        raise MOST_CHARACTERS.refusal(_TOO_LONG)
    return "".join(map(str, lines))


# --- name reading ----------------------------------------------------------------------------------------------------
# Names that are the texts of expressions, such as ``(* D x)`` and ``(compose f g)``, read back as trees.
#
# Operators and functions made from others are known by such names. They stay single symbols, which nothing rearranges,
# until they are typeset.


@dataclass(frozen=True, eq=False)
class Word:
    """A symbol of a name."""

    name: str
    operator: None = None
    operands: tuple[()] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Combination:
    """An operator and its operands in a name; no repr, since that of shared parts has no bound."""

    operator: Any
    operands: tuple[Any, ...]


def tree_of_name(name: str) -> Combination | None:
    """The tree whose text the name is; None for any other name.

    >>> tree = tree_of_name("(D f)")
    >>> tree.operator.name, tree.operands[0].name
    ('D', 'f')
    >>> tree_of_name("f"), tree_of_name("(+ f"), tree_of_name("(f) g)"), tree_of_name("()")
    (None, None, None, None)
    """
    if not (name.startswith("(") and name.endswith(")")):
        return None
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", name):
        if token == "(":
            stack.append([])
        elif token != ")":
            stack[-1].append(_atom(token))
        elif len(stack) == 1 or not stack[-1]:
            return None
        else:
            operator, *operands = stack.pop()
            stack[-1].append(Combination(operator, tuple(operands)))
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _atom(token: str) -> Any:
    try:
        return float(token) if "." in token else Fraction(token)
    except ValueError:
        return Word(token)
