"""The facts that may be declared of a symbol, and what follows from them.

They are those of SymPy: "nonzero" means real and not zero, "positive" real and more than zero. The symbol that names
a function has the facts of its values, and may have those of a function: its parity, and its period.
"""

from __future__ import annotations

from collections.abc import Iterable

from scmpy.errors import WrongTypeError, did_you_mean, shown_text
from scmpy.generic.memory import memoized

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

#: Facts of a function of one argument; after the last one its period is written, as Scheme writes it.
EVEN, ODD, PERIODIC = "even function", "odd function", "period "

#: facts that together make another one
_TOGETHER = (
    ({"nonnegative", "nonzero"}, "positive"),
    ({"nonpositive", "nonzero"}, "negative"),
)

_CONTRADICTIONS = ({"positive", "negative"}, {"even", "odd"}, {EVEN, ODD}, {ODD, "nonzero"})


def closure(facts: Iterable[str]) -> frozenset[str]:
    """The facts with all that follows from them.

    >>> sorted(closure(["nonnegative", "nonzero"]))
    ['nonnegative', 'nonzero', 'positive', 'real']
    """
    return _closure(frozenset(facts))


def contradict(facts: Iterable[str]) -> bool:
    """Can these facts not be true together?

    >>> contradict(["positive", "nonpositive"])
    True
    """
    return _contradiction(_following(facts)) is not None


@memoized(1024)
def _closure(facts: frozenset[str]) -> frozenset[str]:
    found = _following(facts)
    pair = _contradiction(found)
    if pair is not None:
        raise WrongTypeError(f"nothing is both {' and '.join(sorted(pair))}")
    return frozenset(found)


def _following(facts: Iterable[str]) -> set[str]:
    """The facts with what follows from them, be it a contradiction."""
    found = set(facts)
    for fact in tuple(found):
        if fact in _IMPLIED:
            found.update(_IMPLIED[fact].split())
        elif fact not in (EVEN, ODD) and not fact.startswith(PERIODIC):
            raise WrongTypeError(
                f"{shown_text(fact)} is no fact about a number{did_you_mean(fact, FACTS)}; there are {', '.join(FACTS)}"
            )
    found.update(made for parts, made in _TOGETHER if parts <= found)
    return found


def _contradiction(facts: set[str]) -> set[str] | None:
    return next((pair for pair in _CONTRADICTIONS if pair <= facts), None)


def strongest(facts: Iterable[str]) -> list[str]:
    """The facts from which all the others follow.

    >>> strongest(closure(["positive", "integer"]))
    ['integer', 'positive']
    """
    facts = set(facts)
    return sorted(fact for fact in facts if not any(fact in closure([other]) for other in facts - {fact}))
