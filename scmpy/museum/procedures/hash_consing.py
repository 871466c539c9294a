"""Hash consing: list structure of which equal parts are one object. Expressions are that anyway.

The table holds its pairs weakly: a pair that nothing else refers to is forgotten. Whoever changes a canonical pair
changes it for all who hold it; every session has its own.
"""

from collections.abc import Callable
from threading import RLock
from typing import Any
from weakref import WeakValueDictionary

from scmpy.generic.session_tables import Table
from scmpy.generic.settings import Limit
from scmpy.scheme.data import Pair
from scmpy.scheme.equality import as_list, eqv_key
from scmpy.scheme.primitives.base import primitive

_canonical: Table[Any, Pair] = Table(make=WeakValueDictionary)
_changing = RLock()  # held while a pair is looked for and entered: threads that cons the same get one object

MOST_PAIRS = Limit("most-copied-pairs", 1_000_000, "Pairs of a list that has a canonical copy.")


_CONS = object()


@primitive("hash-cons", "cons-unique")
def hash_cons(car: Any, cdr: Any) -> Any:
    """The pair of these: the same one each time."""
    key = eqv_key(car), eqv_key(cdr)
    pairs = _canonical.mine
    with _changing:
        found = pairs.get(key)
        if found is None or (eqv_key(found.car), eqv_key(found.cdr)) != key:  # it may have been changed
            found = pairs[key] = Pair(car, cdr)
        return found


@primitive("canonical-copy")
def canonical_copy(value: Any) -> Any:
    """A copy of list structure that is the same object as those of all equal structures; of anything else the value."""
    done: list[Any] = []
    stack: list[Any] = [value]
    count = 0
    while stack:
        item = as_list(stack.pop())
        if item is _CONS:
            car, cdr = done.pop(), done.pop()
            done.append(hash_cons(car, cdr))
        elif isinstance(item, Pair):
            count += 1
            MOST_PAIRS.check(count, "canonical-copy", "pairs, or a circular list")
            stack += (_CONS, item.car, item.cdr)
        else:
            done.append(item)
    return done[0]


@primitive("make-expression-canonicalizer")
def make_expression_canonicalizer() -> Callable[[Any], Any]:
    """A procedure that gives equal expressions as one object: see canonical-copy."""
    return canonical_copy
