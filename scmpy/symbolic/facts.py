"""The facts that may be declared of a symbol, and what follows from them.

They are those of SymPy: "nonzero" means real and not zero, "positive" real and more than zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from scmpy.errors import WrongTypeError

#: fact -> the facts that follow from it
_IMPLIED: dict[str, str] = {
    "real": "",
    "rational": "real",
    "integer": "rational real",
    "even": "integer rational real",
    "odd": "integer rational real nonzero",
    "nonzero": "real",
    "nonnegative": "real",
    "nonpositive": "real",
    "positive": "nonnegative nonzero real",
    "negative": "nonpositive nonzero real",
}

FACTS = tuple(_IMPLIED)

#: facts that together make another one
_TOGETHER = (
    ({"nonnegative", "nonzero"}, "positive"),
    ({"nonpositive", "nonzero"}, "negative"),
)

_CONTRADICTIONS = ({"positive", "negative"}, {"even", "odd"})


def closure(facts: Iterable[str]) -> frozenset[str]:
    """The facts with all that follows from them.

    >>> sorted(closure(["nonnegative", "nonzero"]))
    ['nonnegative', 'nonzero', 'positive', 'real']
    """
    return _closure(frozenset(facts))


@lru_cache(maxsize=1024)
def _closure(facts: frozenset[str]) -> frozenset[str]:
    found = set(facts)
    for fact in facts:
        if fact not in _IMPLIED:
            raise WrongTypeError(f"{fact!r} is no fact about a number; there are {', '.join(FACTS)}")
        found.update(_IMPLIED[fact].split())
    found.update(made for parts, made in _TOGETHER if parts <= found)
    for pair in _CONTRADICTIONS:
        if pair <= found:
            raise WrongTypeError(f"nothing is both {' and '.join(sorted(pair))}")
    return frozenset(found)


def strongest(facts: Iterable[str]) -> list[str]:
    """The facts from which all the others follow.

    >>> strongest(closure(["positive", "integer"]))
    ['integer', 'positive']
    """
    facts = set(facts)
    return sorted(fact for fact in facts if not any(fact in closure([other]) for other in facts - {fact}))
