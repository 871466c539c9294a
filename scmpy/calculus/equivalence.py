"""Certified comparison of what is no scalar: structures, matrices, series, and functions by fresh arguments.

Two functions are compared by their values at arguments that neither can know, for every number of arguments that both
take. A literal function says itself what it takes. Functions that take numbers are compared as functions of real
numbers; others, as operators are, at numbers, literal functions with real values, tuples and paths of tuples, in any
mixture that both take: they are different when they differ at one of these. No argument is a tuple where a number would
do in its place, so a product with it is that of numbers, which commutes: who means tuples or matrices, whose products
do not, compares the values at them. Functions written in Python may tell special numbers apart, so a few numbers are
tried as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, product
from typing import Any, NamedTuple

from scmpy.calculus.derivative import Operator
from scmpy.calculus.series import Series
from scmpy.errors import ScmpyError
from scmpy.generic.dispatch import register_package
from scmpy.generic.functions import arity
from scmpy.generic.settings import temporarily
from scmpy.generic.types import tree_leaves
from scmpy.registry import sympy
from scmpy.structure.literal_functions import (
    REAL,
    REAL_FUNCTION,
    LiteralFunction,
    Signature,
    Tuple,
    fill,
    literal_function,
)
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.equivalence import Equivalence, compared, equivalent, is_defined, taken_apart
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.to_sympy import from_sympy

#: So many terms of two series are compared.
TERMS = 8

#: Functions that return functions are applied no deeper than this.
_MAXIMUM_DEPTH = 4

#: Functions of any number of arguments are compared for no more than this.
_MAXIMUM_COUNT = 4

NO_ARGUMENTS = Equivalence("undecided", "no arguments were found that both functions take")
_NUMBERS_ALONE = Equivalence("undecided", "they are equal at a few numbers, and were not compared at others")

_NUMBERS = tuple(Fraction(n, 2) for n in (-2, 0, 2, 4, 1))

taken_apart.add((Structure,), lambda s: ("up" if isinstance(s, Up) else "down", s.components))
taken_apart.add((Matrix,), lambda m: ("matrix-by-rows", m.rows))
taken_apart.add((Quaternion,), lambda q: ("quaternion", tuple(q)))


@register_package("sympy")
def _register() -> None:
    for type_ in (sympy.Tuple, sympy.NDimArray):
        taken_apart.add((type_,), lambda items: taken_apart(from_sympy(items)))


@compared.on(Series, Series)
def _compare_series(a: Series, b: Series) -> Equivalence:
    """Series differ when one of the first terms does; no finite number of equal terms makes them equal."""
    for n in range(TERMS):
        answer = equivalent(a[n], b[n])
        if answer.verdict != "equal":
            return Equivalence(answer.verdict, f"term {n}: {answer.certificate}", answer.witness)
    return Equivalence("undecided", f"the first {TERMS} terms are equal, the others were not compared")


# --- functions -------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of arguments: what they are called, what makes a new one of a name, and whether scalars are such too."""

    name: str
    fresh: Callable[[str], Any]
    holds_scalars: bool = False


def _kind(name: str, type_: Any) -> Kind:
    if isinstance(type_, Signature):
        return Kind(name, lambda text: literal_function(text, type_))
    return Kind(name, lambda text: fill(type_, lambda suffix: symbol(text + suffix)))


_PAIR, _PAIR_DOWN = Tuple("up", (REAL, REAL)), Tuple("down", (REAL, REAL))
_LOCAL = Tuple("up", (REAL, _PAIR, _PAIR))

_SCALARS = _kind("scalars", REAL)
_FUNCTIONS = (
    _kind("functions of a scalar", REAL_FUNCTION),
    _kind("functions of two scalars", Signature((REAL, REAL), REAL)),
    _kind("functions of a tuple", Signature((Tuple("up", (REAL,) * 3),), REAL)),
    _kind("functions of a local tuple", Signature((_LOCAL,), REAL)),
)
_TUPLES = (
    _kind("local tuples of one coordinate", Tuple("up", (REAL,) * 3)),
    _kind("local tuples of two coordinates", _LOCAL),
    _kind("phase states of two coordinates", Tuple("up", (REAL, _PAIR, _PAIR_DOWN))),
    _kind("pairs", _PAIR),
    _kind("down pairs", _PAIR_DOWN),
    _kind("paths", Signature((REAL,), _PAIR)),
)

#: Where these are taken, no tuple is.
_INSTEAD = (_SCALARS, *_FUNCTIONS)

#: So many mixtures of kinds are tried, those of the fewest kinds first; so many that both functions take are compared.
_MAXIMUM_MIXTURES, _MAXIMUM_TAKEN = 700, 6

#: More may be compared of kinds that are asked for.
_MAXIMUM_OF_GIVEN_KINDS = 30

depth_of_functions: ContextVar[int] = ContextVar("depth", default=0)


def compare_functions(a: Any, b: Any, kinds: Sequence[Kind] = ()) -> Equivalence:
    """Compare two functions at arguments of these kinds, scalars among them, or else of all kinds above."""
    depth = depth_of_functions.get()
    if depth >= _MAXIMUM_DEPTH:
        return Equivalence("undecided", f"functions that return functions, more than {_MAXIMUM_DEPTH} deep")
    if a == b:
        return Equivalence("equal", "the same function")
    with temporarily(depth_of_functions, depth + 1):
        return _by_arguments(a, b, depth, kinds)


def _by_arguments(a: Any, b: Any, depth: int, kinds: Sequence[Kind]) -> Equivalence:
    counts, more = common_counts(a, b)
    if not counts:
        return Equivalence("different", "they take different numbers of arguments")
    found = {count: _of_count(a, b, count, depth, len(counts) > 1, kinds) for count in counts}
    answers = {count: answer for count, answer in found.items() if answer is not NO_ARGUMENTS}
    answer = _together(answers.values())
    if more and counts[-1] in answers and answer.verdict == "equal":
        return Equivalence("undecided", f"they are equal for up to {counts[-1]} arguments, more were not compared")
    return answer


def _together(answers: Iterable[Equivalence]) -> Equivalence:
    """What is different for one is different; what is undecided for one is not equal."""
    order = ("different", "undecided", "equal")
    return min(answers, key=lambda answer: order.index(answer.verdict), default=NO_ARGUMENTS)


def _of_count(a: Any, b: Any, count: int, depth: int, alike: bool, kinds: Sequence[Kind]) -> Equivalence:
    if kinds:
        instead = {_SCALARS: [kind for kind in kinds if kind.holds_scalars]}
        return _at_mixtures(a, b, _of_kinds(a, b, count, alike, kinds), depth, instead, _MAXIMUM_OF_GIVEN_KINDS)
    found = _difference_at_numbers(a, b, count)
    if found is not None:
        return found
    found = _at_mixtures(a, b, _mixtures(a, b, count, alike), depth, dict.fromkeys(_TUPLES, _INSTEAD), _MAXIMUM_TAKEN)
    if found is not NO_ARGUMENTS:
        return found
    takes_numbers = any(values_at(a, b, numbers) for numbers in _some_numbers(count))
    return _NUMBERS_ALONE if takes_numbers else NO_ARGUMENTS


def _at_mixtures(
    a: Any, b: Any, mixtures: Iterable[tuple[Kind, ...]], depth: int, instead: Mapping[Kind, Sequence[Kind]], most: int
) -> Equivalence:
    """Compare at arguments of mixtures of kinds; an answer that they are equal tells which both functions take.

    No argument is of a kind where one of those that are named instead would do in its place.
    """
    answers = dict(islice(_by_mixtures(a, b, mixtures, depth, instead), most))
    answer = _together(answers.values())
    names = (
        "; of ".join(answers) if answer.verdict == "equal" else next((n for n in answers if answers[n] is answer), "")
    )
    return Equivalence(answer.verdict, f"of {names}: {answer.certificate}", answer.witness) if names else answer


def _by_mixtures(
    a: Any, b: Any, mixtures: Iterable[tuple[Kind, ...]], depth: int, instead: Mapping[Kind, Sequence[Kind]]
) -> Iterator[tuple[str, Equivalence]]:
    @cache
    def values_of(kinds: tuple[Kind, ...]) -> tuple[Any, Any] | None:
        # a name has a space, so that no symbol of the user's is the same
        return values_at(a, b, tuple(kind.fresh(f"argument {depth + 1}.{i}") for i, kind in enumerate(kinds, 1)))

    def is_needed(kinds: tuple[Kind, ...]) -> bool:
        others = (
            (*kinds[:i], other, *kinds[i + 1 :]) for i, kind in enumerate(kinds) for other in instead.get(kind, ())
        )
        return not any(map(values_of, others))

    for kinds in islice(mixtures, _MAXIMUM_MIXTURES):
        if (values := values_of(kinds)) is None or not is_needed(kinds):
            continue
        answer = _compare_values(*values)
        if answer is not NO_ARGUMENTS:
            yield _shown(kinds), answer
        if answer.verdict == "different" or set(kinds) <= {_SCALARS}:
            return


def _compare_values(left: Any, right: Any) -> Equivalence:
    try:
        answer = equivalent(left, right)
    except ScmpyError:
        return NO_ARGUMENTS
    return NO_ARGUMENTS if answer.certificate.endswith(NO_ARGUMENTS.certificate) else answer


def values_at(a: Any, b: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any] | None:
    try:
        return a(*arguments), b(*arguments)
    except Exception:
        return None


def values_at_scalars(a: Any, b: Any, name: str = "a scalar") -> tuple[Any, Any] | None:
    """The values of both at scalars, for some number of arguments; None if they are not compared at scalars."""
    if not _scalars(a, b):
        return None
    found = (values_at(a, b, (symbol(name),) * count) for count in common_counts(a, b)[0])
    return next((values for values in found if values is not None), None)


def common_counts(a: Any, b: Any) -> tuple[range, bool]:
    """The numbers of arguments that both take, up to a few, and: are there more?"""
    (least_a, most_a), (least_b, most_b) = arity(a), arity(b)
    least = max(least_a, least_b)
    most = min((m for m in (most_a, most_b) if m is not None), default=None)
    top = max(least, _MAXIMUM_COUNT)
    return (range(least, top + 1), True) if most is None or most > top else (range(least, most + 1), False)


def _mixtures(a: Any, b: Any, count: int, alike: bool) -> Iterable[tuple[Kind, ...]]:
    declared = [f.signature.arguments for f in (a, b) if isinstance(f, LiteralFunction)]
    if declared:
        return [tuple(_kind("arguments of the declared types", type_) for type_ in declared[0])]
    others, scalars = (*_FUNCTIONS, *_TUPLES), _scalars(a, b)
    return ((kind,) * count for kind in (*scalars, *others)) if alike else _of_fewest_kinds(count, others, scalars)


def _of_kinds(a: Any, b: Any, count: int, alike: bool, kinds: Sequence[Kind]) -> Iterable[tuple[Kind, ...]]:
    if alike:
        return ((kind,) * count for kind in kinds)
    mixtures = _of_fewest_kinds(count, kinds, _scalars(a, b))
    return (chosen for chosen in mixtures if not chosen or {*chosen} != {_SCALARS})


def _scalars(a: Any, b: Any) -> tuple[Kind, ...]:
    return () if isinstance(a, Operator) or isinstance(b, Operator) else (_SCALARS,)


def _of_fewest_kinds(count: int, kinds: Sequence[Kind], scalars: tuple[Kind, ...]) -> Iterator[tuple[Kind, ...]]:
    for number in range(count + 1):
        for chosen in combinations(kinds, number):
            for mixture in product((*chosen, *scalars), repeat=count):
                if {*mixture, *scalars} == {*chosen, *scalars}:
                    yield mixture


def _shown(kinds: tuple[Kind, ...]) -> str:
    names = [kind.name for kind in kinds]
    return ", ".join(names if len(set(names)) > 1 else names[:1]) or "no arguments"


def _difference_at_numbers(a: Any, b: Any, count: int) -> Equivalence | None:
    if any(isinstance(f, (Operator, LiteralFunction)) for f in (a, b)):
        return None
    for numbers in _some_numbers(count):
        values = values_at(a, b, numbers)
        parts = () if values is None else (*tree_leaves(values[0]), *tree_leaves(values[1]))
        if values is not None and not any(callable(x) or isinstance(x, (float, complex)) for x in parts):
            answer = equivalent(*values)
            if answer.verdict == "different" and not _is_outside(a, b, numbers, values):
                place = {f"argument {i}": number for i, number in enumerate(numbers, 1)}
                shown = ", ".join(f"{name} = {number}" for name, number in place.items()) or "no arguments"
                return Equivalence("different", f"at {shown}: {answer.certificate}", place)
    return None


def _some_numbers(count: int) -> Iterator[tuple[Fraction, ...]]:
    if count <= 2:
        return product(_NUMBERS, repeat=count)
    from random import Random

    chosen = Random(count)
    return (tuple(chosen.choices(_NUMBERS, k=count)) for _ in range(len(_NUMBERS) ** 2))


def _is_outside(a: Any, b: Any, numbers: tuple[Fraction, ...], values: tuple[Any, Any]) -> bool:
    """Are these values of expressions that have no real value there, since a part has none?

    They are, when they are those that the functions' expressions in symbols have.
    """
    symbols = tuple(symbol(f"argument {i}") for i in range(len(numbers)))
    general = values_at(a, b, symbols)
    if general is None:
        return False
    place = dict(zip(symbols, numbers, strict=True))
    try:
        there = [substitute(value, place) for value in general]
        same = equivalent(list(values), there).verdict == "equal"
        return same and not is_defined([*tree_leaves(general[0]), *tree_leaves(general[1])], place)
    except ScmpyError:
        return False


compared.add((Callable, Callable), compare_functions)  # unless a layer above knows better
