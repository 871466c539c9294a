"""Sets of numbers as lists in order: what is done with them depends on the type, ``((union-sets numbers) a b)``."""

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import is_number
from scmpy.scheme.data import list_of
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.printer import write_text
from scmpy.symbolic.expression import symbol

#: The one type of sets.
NUMBERS = PRIMITIVES["numbers"] = symbol("numbers")


def _set(numbers: list[Any]) -> Any:
    """Real numbers come before complex ones, which are ordered by their real, then by their imaginary parts."""
    for number in numbers:
        if not is_number(number):
            raise WrongTypeError(f"sets of numbers have numbers as elements, got {write_text(number)}")
    found = {(number.imag != 0, number.real, number.imag): number for number in reversed(numbers)}
    return list_of(found[key] for key in sorted(found))


def _declare(name: str, doc: str, operate: Callable[..., Any]) -> None:
    def of_type(kind: Any) -> Any:
        if kind is not NUMBERS:
            raise WrongTypeError(f"{name} expects a type of sets, numbers, got {write_text(kind)}")
        return operate

    primitive(name, doc=f"Of a type of sets, the procedure that gives {doc}.")(of_type)


def _items(given: Any) -> list[Any]:
    return items_of(given, 1, "numbers")


_declare("adjoin-set", "the set with an element more", lambda x, s: _set([x, *_items(s)]))
_declare("element-set?", "whether a set has an element", lambda x, s: x in _items(s))
_declare("union-sets", "the elements of two sets", lambda a, b: _set([*_items(a), *_items(b)]))
_declare("list->set", "the set of the elements of a list", lambda a: _set(_items(a)))
