"""Certified comparison of what is no scalar: structures, matrices, series, and functions by fresh arguments.

Two functions are compared by their values at arguments that neither can know, for every number of arguments that both
take. A literal function says itself what it takes. Functions that take numbers are compared as functions of real
numbers; others at literal functions with real values, as operators are; what takes neither at tuples and paths of
tuples. So a product of arguments is that of numbers, which commutes: who means tuples or matrices, whose products do
not, compares the values at them. Functions are different when they differ for one kind of arguments of these three.
Functions written in Python may tell special numbers apart, so a few numbers are tried as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from fractions import Fraction
from itertools import product
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series
from scmpy.errors import ScmpyError
from scmpy.generic.functions import arity
from scmpy.structure.literal import LiteralFunction, literal_function
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.signature import REAL, REAL_FUNCTION, Signature, Tuple, fill
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.equivalence import COMPARISONS, PARTS, Equivalence, equivalent, is_defined
from scmpy.symbolic.expression import symbol

#: So many terms of two series are compared.
TERMS = 8

#: Functions that return functions are applied no deeper than this.
_MAXIMUM_DEPTH = 4

#: Functions of any number of arguments are compared for no more than this.
_MAXIMUM_COUNT = 4

_NO_ARGUMENTS = Equivalence("undecided", "no arguments were found that both functions take")
_NUMBERS_ALONE = Equivalence("undecided", "they are equal at a few numbers, and were not compared at others")

_NUMBERS = tuple(Fraction(n, 2) for n in (-2, 0, 2, 4, 1))

PARTS[Structure] = lambda s: ("up" if isinstance(s, Up) else "down", s.components)
PARTS[Matrix] = lambda m: ("matrix-by-rows", m.rows)
PARTS[Quaternion] = lambda q: ("quaternion", tuple(q))


def _compare_series(a: Series, b: Series) -> Equivalence:
    """Series differ when one of the first terms does; no finite number of equal terms makes them equal."""
    for n in range(TERMS):
        answer = equivalent(a[n], b[n])
        if answer.verdict != "equal":
            return Equivalence(answer.verdict, f"term {n}: {answer.certificate}", answer.witness)
    return Equivalence("undecided", f"the first {TERMS} terms are equal, the others were not compared")


COMPARISONS.append((lambda a, b: isinstance(a, Series) and isinstance(b, Series), _compare_series))

# --- functions -------------------------------------------------------------------------------------------------

_PAIR, _PAIR_DOWN = Tuple("up", (REAL, REAL)), Tuple("down", (REAL, REAL))
_LOCAL = Tuple("up", (REAL, _PAIR, _PAIR))

#: The kinds of arguments that are tried, each a name and a signature for every argument: the first of these lists with
#: arguments that both functions take says what they are functions of.
_KINDS: list[list[tuple[str, Any]]] = [
    [("scalars", REAL)],
    [
        ("functions of a scalar", REAL_FUNCTION),
        ("functions of two scalars", Signature((REAL, REAL), REAL)),
        ("functions of a tuple", Signature((Tuple("up", (REAL,) * 3),), REAL)),
        ("functions of a local tuple", Signature((_LOCAL,), REAL)),
    ],
    [
        ("local tuples of one coordinate", Tuple("up", (REAL,) * 3)),
        ("local tuples of two coordinates", _LOCAL),
        ("phase states of two coordinates", Tuple("up", (REAL, _PAIR, _PAIR_DOWN))),
        ("pairs", _PAIR),
        ("pairs, down", _PAIR_DOWN),
        ("paths", Signature((REAL,), _PAIR)),
    ],
]

_depth: ContextVar[int] = ContextVar("depth", default=0)


def _compare_functions(a: Any, b: Any) -> Equivalence:
    depth = _depth.get()
    if depth >= _MAXIMUM_DEPTH:
        return Equivalence("undecided", f"functions that return functions, more than {_MAXIMUM_DEPTH} deep")
    if a == b:
        return Equivalence("equal", "the same function")
    token = _depth.set(depth + 1)
    try:
        return _by_arguments(a, b, depth)
    finally:
        _depth.reset(token)


def _by_arguments(a: Any, b: Any, depth: int) -> Equivalence:
    counts, more = _common_counts(a, b)
    if not counts:
        return Equivalence("different", "they take different numbers of arguments")
    answers = {count: answer for count in counts if (answer := _of_count(a, b, count, depth)) is not _NO_ARGUMENTS}
    answer = _together(answers.values())
    if more and counts[-1] in answers and answer.verdict == "equal":
        return Equivalence("undecided", f"they are equal for up to {counts[-1]} arguments, more were not compared")
    return answer


def _together(answers: Iterable[Equivalence]) -> Equivalence:
    """What is different for one is different; what is undecided for one is not equal."""
    order = ("different", "undecided", "equal")
    return min(answers, key=lambda answer: order.index(answer.verdict), default=_NO_ARGUMENTS)


def _of_count(a: Any, b: Any, count: int, depth: int) -> Equivalence:
    """Compare the values at so many arguments."""
    found = _difference_at_numbers(a, b, count)
    if found is not None:
        return found
    for kinds in _fresh_arguments(a, b, count, depth):
        found = _together(_of_kinds(a, b, kinds))
        if found is not _NO_ARGUMENTS:
            return found
    takes_numbers = any(_values(a, b, numbers) for numbers in _some_numbers(count))
    return _NUMBERS_ALONE if takes_numbers else _NO_ARGUMENTS


def _of_kinds(a: Any, b: Any, kinds: Iterable[tuple[str, tuple[Any, ...]]]) -> Iterator[Equivalence]:
    """The answers for arguments of these kinds, where both functions take them, up to a difference."""
    for kind, arguments in kinds:
        values = _values(a, b, arguments)
        answer = _NO_ARGUMENTS if values is None else equivalent(*values)
        if not answer.certificate.endswith(_NO_ARGUMENTS.certificate):
            yield Equivalence(answer.verdict, f"of {kind}: {answer.certificate}", answer.witness)
        if answer.verdict == "different":
            return


def _values(a: Any, b: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """The values of both, unless one of them does not take the arguments: user's functions may raise anything."""
    try:
        return a(*arguments), b(*arguments)
    except Exception:
        return None


def _common_counts(a: Any, b: Any) -> tuple[range, bool]:
    """The numbers of arguments that both take, up to a few, and: are there more?"""
    (least_a, most_a), (least_b, most_b) = arity(a), arity(b)
    least = max(least_a, least_b)
    most = min((m for m in (most_a, most_b) if m is not None), default=None)
    top = max(least, _MAXIMUM_COUNT)
    return (range(least, top + 1), True) if most is None or most > top else (range(least, most + 1), False)


def _fresh_arguments(a: Any, b: Any, count: int, depth: int) -> Iterator[Iterator[tuple[str, tuple[Any, ...]]]]:
    """Arguments of the kinds of every list: those that a literal function declares, or all that there are."""

    def fresh(types: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(_fresh(type_, f"argument {depth + 1}.{i}") for i, type_ in enumerate(types, 1))

    declared = [f.signature.arguments for f in (a, b) if isinstance(f, LiteralFunction)]
    if declared:
        yield iter([("arguments of the declared types", fresh(declared[0]))])
        return
    are_operators = isinstance(a, Operator) or isinstance(b, Operator)
    for kinds in _KINDS[are_operators:]:
        yield ((name, fresh((type_,) * count)) for name, type_ in kinds)


def _fresh(type_: Any, name: str) -> Any:
    """A new value of a type; its name has a space, so that no symbol of the user's is the same."""
    if isinstance(type_, Signature):
        return literal_function(name, type_)
    return fill(type_, lambda suffix: symbol(name + suffix))


def _difference_at_numbers(a: Any, b: Any, count: int) -> Equivalence | None:
    """Do the functions differ at one of a few numbers?"""
    if any(isinstance(f, (Operator, LiteralFunction)) for f in (a, b)):
        return None
    for numbers in _some_numbers(count):
        values = _values(a, b, numbers)
        if values is not None and not any(map(_is_inexact, values)):
            answer = equivalent(*values)
            if answer.verdict == "different" and not _is_outside(a, b, numbers, values):
                place = {f"argument {i}": number for i, number in enumerate(numbers, 1)}
                shown = ", ".join(f"{name} = {number}" for name, number in place.items()) or "no arguments"
                return Equivalence("different", f"at {shown}: {answer.certificate}", place)
    return None


def _some_numbers(count: int) -> Iterator[tuple[Fraction, ...]]:
    """All the tuples of up to two of the numbers, and as many of more of them, chosen once and for all."""
    if count <= 2:
        return product(_NUMBERS, repeat=count)
    chosen = random.Random(count)
    return (tuple(chosen.choices(_NUMBERS, k=count)) for _ in range(len(_NUMBERS) ** 2))


def _is_inexact(value: Any) -> bool:
    return any(callable(part) or isinstance(part, (float, complex)) for part in leaves(value))


def _is_outside(a: Any, b: Any, numbers: tuple[Fraction, ...], values: tuple[Any, Any]) -> bool:
    """Are these values of expressions that have no real value there, since a part has none?

    They are, when they are those that the functions' expressions in symbols have.
    """
    symbols = tuple(symbol(f"argument {i}") for i in range(len(numbers)))
    general = _values(a, b, symbols)
    if general is None:
        return False
    place = dict(zip(symbols, numbers, strict=True))
    try:
        there = [substitute(value, place) for value in general]
        same = equivalent(list(values), there).verdict == "equal"
        return same and not is_defined([*leaves(general[0]), *leaves(general[1])], place)
    except ScmpyError:
        return False


COMPARISONS.append((lambda a, b: callable(a) and callable(b), _compare_functions))
