"""Certified comparison of what is no scalar: structures, matrices, series, and functions by fresh arguments.

Two functions are compared by their values at arguments that neither can know: new symbols, tuples of them, new literal
functions; operators at new literal functions. They are different when their values differ at a witness, for any kind
of arguments; else they are what they are for the first kind that both take. A literal function says itself what it
takes. Functions written in Python may tell special numbers apart, so a few numbers are tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from fractions import Fraction
from itertools import product
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series
from scmpy.generic.functions import arity
from scmpy.structure.literal import LiteralFunction, literal_function
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.signature import REAL, REAL_FUNCTION, Signature, Tuple, fill
from scmpy.structure.structure import Structure, Up
from scmpy.symbolic.decision.equivalence import COMPARISONS, PARTS, Equivalence, equivalent
from scmpy.symbolic.expression import symbol

#: So many terms of two series are compared.
TERMS = 8

#: Functions that return functions are applied no deeper than this.
_MAXIMUM_DEPTH = 4

#: No more kinds of arguments are tried than this once two functions have taken one.
_MAXIMUM_KINDS = 3

_NO_ARGUMENTS = Equivalence("undecided", "no arguments were found that both functions take")

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

#: The kinds of arguments that are tried, in this order: a name and a signature for each argument.
_SCALARS = [("scalars", REAL)]
_FUNCTIONS = [
    ("functions of a scalar", REAL_FUNCTION),
    ("paths", Signature((REAL,), _PAIR)),
    ("functions of two scalars", Signature((REAL, REAL), REAL)),
    ("functions of a tuple", Signature((Tuple("up", (REAL,) * 3),), REAL)),
    ("functions of a local tuple", Signature((_LOCAL,), REAL)),
]
_TUPLES = [
    ("local tuples of one coordinate", Tuple("up", (REAL,) * 3)),
    ("local tuples of two coordinates", _LOCAL),
    ("phase states of two coordinates", Tuple("up", (REAL, _PAIR, _PAIR_DOWN))),
    ("pairs", _PAIR),
    ("pairs, down", _PAIR_DOWN),
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
    counts = _common_counts(a, b)
    if not counts:
        return Equivalence("different", "they take different numbers of arguments")
    answers: list[Equivalence] = []
    for count in counts:
        found = _difference_at_numbers(a, b, count)
        if found is not None:
            return found
        for kind, arguments in _fresh_arguments(a, b, count, depth):
            values = _values(a, b, arguments)
            if values is None:
                continue
            answer = equivalent(*values)
            if answer.certificate.endswith(_NO_ARGUMENTS.certificate):
                continue
            answer = Equivalence(answer.verdict, f"of {kind}: {answer.certificate}", answer.witness)
            if answer.verdict == "different" and answer.witness:
                return answer
            answers.append(answer)
            if len(answers) == _MAXIMUM_KINDS:
                return answers[0]
        if answers:
            return answers[0]
    return _NO_ARGUMENTS


def _values(a: Any, b: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """The values of both, unless one of them does not take the arguments: user's functions may raise anything."""
    try:
        return a(*arguments), b(*arguments)
    except Exception:
        return None


def _common_counts(a: Any, b: Any) -> range:
    """The numbers of arguments that both take: the least, and up to three where nothing is said of it."""
    (least_a, most_a), (least_b, most_b) = arity(a), arity(b)
    least = max(least_a, least_b)
    if most_a is None and most_b is None and not least:
        return range(1, 4)
    return range(least, least + (least <= min(m for m in (most_a, most_b, least) if m is not None)))


def _fresh_arguments(a: Any, b: Any, count: int, depth: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Arguments of every kind: those that a literal function declares, or all that there are."""

    def fresh(types: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(_fresh(type_, f"argument {depth + 1}.{i}") for i, type_ in enumerate(types, 1))

    declared = [f.signature.arguments for f in (a, b) if isinstance(f, LiteralFunction)]
    if declared:
        yield "arguments of the declared types", fresh(declared[0])
        return
    are_operators = isinstance(a, Operator) or isinstance(b, Operator)
    for name, type_ in _FUNCTIONS if are_operators else [*_SCALARS, *_FUNCTIONS, *_TUPLES]:
        yield name, fresh((type_,) * count)


def _fresh(type_: Any, name: str) -> Any:
    """A new value of a type; its name has a space, so that no symbol of the user's is the same."""
    if isinstance(type_, Signature):
        return literal_function(name, type_)
    return fill(type_, lambda suffix: symbol(name + suffix))


def _difference_at_numbers(a: Any, b: Any, count: int) -> Equivalence | None:
    """Do the functions differ at one of a few numbers?"""
    if count > 2 or any(isinstance(f, (Operator, LiteralFunction)) for f in (a, b)):
        return None
    for numbers in product(_NUMBERS, repeat=count):
        values = _values(a, b, numbers)
        if values is not None and not any(callable(v) or isinstance(v, (float, complex)) for v in values):
            answer = equivalent(*values)
            if answer.verdict == "different":
                place = {f"argument {i}": number for i, number in enumerate(numbers, 1)}
                shown = ", ".join(f"{name} = {number}" for name, number in place.items())
                return Equivalence("different", f"at {shown}: {answer.certificate}", place)
    return None


COMPARISONS.append((lambda a, b: callable(a) and callable(b), _compare_functions))
