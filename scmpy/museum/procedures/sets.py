"""Sets as lists: in the order of a type of sets, or in no order; and multisets, whose elements may be repeated.

A type of sets is two procedures, which say whether elements are equal and which comes first. What is done with its sets
depends on it: ``((union-sets numbers) a b)``.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import is_number
from scmpy.registry import lookup
from scmpy.scheme.data import EMPTY, Pair, equal_key, eqv, eqv_key, list_of
from scmpy.scheme.primitives.containers import in_order
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive
from scmpy.scheme.primitives.lists import as_pair, items_of
from scmpy.scheme.printer import write_text


@dataclass(frozen=True, eq=False)
class SetType:
    """Sets with these elements, whose lists are in order."""

    equal: Callable[[Any, Any], Any]
    before: Callable[[Any, Any], Any]

    def of(self, items: list[Any]) -> Any:
        """The set of these elements; of equal ones the first."""
        found: list[Any] = []
        for item in in_order(items, self.before):
            if not found or self.equal(found[-1], item) is False:
                found.append(item)
        return list_of(found)

    def has(self, items: list[Any], element: Any) -> bool:
        return any(self.equal(item, element) is not False for item in items)


def _is_before(a: Any, b: Any) -> bool:
    """Real numbers come before complex ones, which are ordered by their real, then by their imaginary parts."""
    return _order(a) < _order(b)


def _order(number: Any) -> Any:
    if not is_number(number):
        raise WrongTypeError(f"sets of numbers have numbers as elements, got {write_text(number)}")
    return number.imag != 0, number.real, number.imag


def _real(a: Any, b: Any) -> bool:
    for number in (a, b):
        if _order(number)[0]:
            raise WrongTypeError(f"sets of real numbers have real numbers as elements, got {write_text(number)}")
    return bool(a.real < b.real)


def _same_number(a: Any, b: Any) -> bool:
    return _order(a) == _order(b)


PRIMITIVES["numbers"] = SetType(_same_number, _is_before)
PRIMITIVES["real-numbers"] = SetType(_same_number, _real)
_SYMBOLS = SetType(eqv, lambda a, b: write_text(a) < write_text(b))


@primitive("<numbers")
def is_number_before(a: Any, b: Any) -> Any:
    """Does a number come before another one in a set: reals in their order, then complex numbers?"""
    return _is_before(a, b)


@primitive("make-sets-package")
def make_sets_package(equal: Any, before: Any) -> Any:
    """The type of sets whose elements are compared and ordered by these procedures."""
    return SetType(equal, before)


def _of_type(name: str, doc: str) -> Callable[[Callable[..., Any]], Any]:
    """Declare a procedure of a type that gives this procedure of its sets; ``symbols`` too names a type of sets."""

    def declare(function: Callable[..., Any]) -> Any:
        def of_type(kind: Any) -> Any:
            entry = lookup("symbols")
            if entry is not None and kind is entry.value:
                kind = _SYMBOLS
            if not isinstance(kind, SetType):
                raise WrongTypeError(
                    f"{name} expects a type of sets: symbols, numbers, real-numbers or what make-sets-package gives, "
                    f"got {write_text(kind)}"
                )
            return partial(function, kind)

        of_type.__doc__ = doc
        return primitive(name)(of_type)

    return declare


def _empty_set(kind: Any) -> Any:
    """The set without elements, of a type."""
    return EMPTY


primitive("empty-set")(_empty_set)


@_of_type("empty-set?", "Of a type, the procedure that says whether a set is empty.")
def _is_empty(kind: SetType, given: Any) -> Any:
    return not items_of(given, 1, "empty-set?")


@_of_type("singleton-set", "Of a type, the procedure that makes the set of one element.")
def _singleton(kind: SetType, element: Any) -> Any:
    return list_of([element])


@_of_type("singleton-set?", "Of a type, the procedure that says whether a set has one element.")
def _is_singleton(kind: SetType, given: Any) -> Any:
    return len(items_of(given, 1, "singleton-set?")) == 1


@_of_type("adjoin-set", "Of a type, the procedure that puts an element into a set.")
def _adjoined(kind: SetType, element: Any, given: Any) -> Any:
    return kind.of([*items_of(given, 2, "adjoin-set"), element])


@_of_type("remove-set", "Of a type, the procedure that takes an element out of a set.")
def _removed(kind: SetType, element: Any, given: Any) -> Any:
    return list_of([item for item in items_of(given, 2, "remove-set") if kind.equal(element, item) is False])


@_of_type("element-set?", "Of a type, the procedure that says whether a set has an element.")
def _is_element(kind: SetType, element: Any, given: Any) -> Any:
    return kind.has(items_of(given, 2, "element-set?"), element)


@_of_type("intersect-sets", "Of a type, the procedure that gives the elements that two sets share.")
def _intersection(kind: SetType, a: Any, b: Any) -> Any:
    others = items_of(b, 2, "intersect-sets")
    return list_of([item for item in items_of(a, 1, "intersect-sets") if kind.has(others, item)])


@_of_type("union-sets", "Of a type, the procedure that gives the elements of two sets.")
def _union(kind: SetType, a: Any, b: Any) -> Any:
    return kind.of([*items_of(a, 1, "union-sets"), *items_of(b, 2, "union-sets")])


@_of_type("difference-sets", "Of a type, the procedure that gives the elements of a set that another one has not.")
def _difference(kind: SetType, a: Any, b: Any) -> Any:
    others = items_of(b, 2, "difference-sets")
    return list_of([item for item in items_of(a, 1, "difference-sets") if not kind.has(others, item)])


@_of_type("subset-sets?", "Of a type, the procedure that says whether a set has all elements of the first.")
def _is_subset(kind: SetType, a: Any, b: Any) -> Any:
    others = items_of(b, 2, "subset-sets?")
    return all(kind.has(others, item) for item in items_of(a, 1, "subset-sets?"))


@_of_type("list->set", "Of a type, the procedure that makes the set of the elements of a list.")
def _from_list(kind: SetType, given: Any) -> Any:
    return kind.of(items_of(given, 1, "list->set"))


@_of_type("set->list", "Of a type, the procedure that gives the elements of a set.")
def _to_list(kind: SetType, given: Any) -> Any:
    return list_of(items_of(given, 1, "set->list"))


# -- lists in any order -----------------------------------------------------------------------------------------------


@primitive("duplications?")
def has_duplications(items: Any) -> Any:
    """Are two elements of a list equal?"""
    found = list(map(equal_key, items_of(items, 1, "duplications?")))
    return len(set(found)) < len(found)


@primitive("remove-duplicates")
def remove_duplicates(items: Any) -> Any:
    """The list without the elements that are equal to a later one."""
    found = items_of(items, 1, "remove-duplicates")
    last = {equal_key(item): n for n, item in enumerate(found)}
    return list_of([found[n] for n in sorted(last.values())])


@primitive("list-adjoin")
def list_adjoin(item: Any, items: Any) -> Any:
    """The list with an element at its front, unless it has an equal one."""
    return items if _in(items, 2, "list-adjoin", equal_key)(item) else Pair(item, as_pair(items))


def _in(items: Any, position: int, name: str, key: Callable[[Any], Any]) -> Callable[[Any], bool]:
    """Is a value an element of a list?"""
    keys = set(map(key, items_of(items, position, name)))
    return lambda item: key(item) in keys


def _declare(key: Callable[[Any], Any], names: dict[str, str], equal: str) -> None:
    """Union, intersection, difference and inclusion of lists whose elements are compared in one way."""

    def binary(operation: str, doc: str, combine: Callable[[list[Any], list[Any], Any, Any], Any]) -> None:
        if operation not in names:
            return
        name = names[operation]

        def procedure(a: Any, b: Any) -> Any:
            in_a, in_b = _in(a, 1, name, key), _in(b, 2, name, key)
            return combine(items_of(a, 1, name), items_of(b, 2, name), in_a, in_b)

        procedure.__doc__ = f"{doc} Elements are compared by {equal}."
        primitive(name)(procedure)

    binary(
        "union",
        "The elements of two lists: those of the first that the second has not, then the second.",
        lambda a, b, in_a, in_b: list_of([*(x for x in a if not in_b(x)), *b]),
    )
    binary(
        "intersection",
        "The elements of the first list that the second has too.",
        lambda a, b, in_a, in_b: list_of([x for x in a if in_b(x)]),
    )
    binary(
        "difference",
        "The elements of the first list that the second has not.",
        lambda a, b, in_a, in_b: list_of([x for x in a if not in_b(x)]),
    )
    binary("subset?", "Has the second list all elements of the first?", lambda a, b, in_a, in_b: all(map(in_b, a)))
    binary(
        "equal?",
        "Have two lists the same elements?",
        lambda a, b, in_a, in_b: all(map(in_b, a)) and all(map(in_a, b)),
    )


_declare(
    equal_key,
    {
        "union": "list-union",
        "intersection": "list-intersection",
        "difference": "list-difference",
        "subset?": "subset?",
        "equal?": "same-set?",
    },
    "equal?",
)
_declare(eqv_key, {"subset?": "eq-set/subset?", "equal?": "eq-set/equal?"}, "eq?")


# -- sets by eq?, and multisets: what is found is put in front of what was found before -------------------------------


def _shorter_first(a: Any, b: Any, name: str) -> list[list[Any]]:
    return sorted((items_of(a, 1, name), items_of(b, 2, name)), key=len)


@primitive("eq-set/union")
def eq_union(a: Any, b: Any) -> Any:
    """The elements of two sets: those that only the shorter list has, the last first, before the longer one."""
    few, many = _shorter_first(a, b, "eq-set/union")
    return list_of([*_without(few, many)[0][::-1], *many])


@primitive("eq-set/intersection")
def eq_intersection(a: Any, b: Any) -> Any:
    """The elements that two sets share, the last of the shorter list first."""
    return list_of(_without(*_shorter_first(a, b, "eq-set/intersection"))[1][::-1])


@primitive("eq-set/difference")
def eq_difference(a: Any, b: Any) -> Any:
    """The elements of the first set that the second has not, the last first."""
    name = "eq-set/difference"
    return list_of(_without(items_of(a, 1, name), items_of(b, 2, name))[0][::-1])


@primitive("eq-set/make-empty", "multi-set/empty")
def empty_list_set() -> Any:
    """The empty list, as a set."""
    return EMPTY


@primitive("eq-set/empty?", "multi-set/empty?")
def is_empty_list_set(items: Any) -> Any:
    """Has a set no elements?"""
    return items is EMPTY or items == ()


@primitive("eq-set/member?", "multi-set/element?")
def is_eq_member(element: Any, items: Any) -> Any:
    """The elements of a set from this one on, #f if it has not got it."""
    found = items_of(items, 2, "eq-set/member?")
    return next((list_of(found[n:]) for n, each in enumerate(found) if eqv(each, element)), False)


@primitive("eq-set/adjoin")
def eq_adjoin(element: Any, items: Any) -> Any:
    """The set with an element."""
    return items if is_eq_member(element, items) else Pair(element, as_pair(items))


@primitive("eq-set/remove")
def eq_remove(element: Any, items: Any) -> Any:
    """The set without an element."""
    return list_of([item for item in items_of(items, 2, "eq-set/remove") if not eqv(item, element)])


@primitive("multi-set/adjoin")
def multi_adjoin(element: Any, items: Any) -> Any:
    """The multiset with an element once more."""
    return Pair(element, list_of(items_of(items, 2, "multi-set/adjoin")))


@primitive("multi-set/first")
def multi_first(items: Any) -> Any:
    """An element of a multiset."""
    return PRIMITIVES["car"](items)


@primitive("multi-set/rest")
def multi_rest(items: Any) -> Any:
    """A multiset without its first element."""
    return PRIMITIVES["cdr"](items)


@primitive("multi-set/remove")
def multi_remove(element: Any, items: Any) -> Any:
    """The multiset without one occurrence of an element."""
    return list_of(_without(items_of(items, 2, "multi-set/remove"), [element])[0])


@primitive("multi-set/union")
def multi_union(a: Any, b: Any) -> Any:
    """All elements of two multisets, as often as both have them together."""
    return list_of([*items_of(a, 1, "multi-set/union")[::-1], *items_of(b, 2, "multi-set/union")])


@primitive("multi-set/difference")
def multi_difference(a: Any, b: Any) -> Any:
    """The elements of a multiset as often as it has them more than another one."""
    name = "multi-set/difference"
    return list_of(_without(items_of(a, 1, name), items_of(b, 2, name))[0][::-1])


@primitive("multi-set/intersection")
def multi_intersection(a: Any, b: Any) -> Any:
    """The elements that two multisets share, as often as both have them."""
    return list_of(_without(*_shorter_first(a, b, "multi-set/intersection"))[1][::-1])


def _without(items: list[Any], others: list[Any]) -> tuple[list[Any], list[Any]]:
    """The elements that are not among the others, each as often as it is more often there; and those that are."""
    left = Counter(map(eqv_key, others))
    kept: list[Any] = []
    taken: list[Any] = []
    for item in items:
        key = eqv_key(item)
        (taken if left[key] > 0 else kept).append(item)
        left[key] -= 1
    return kept, taken
