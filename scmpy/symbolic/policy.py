"""The policy of a simplification: which rewrites it may take, and which assumptions it took for them.

The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
takes a rewrite only where what it needs is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from scmpy.symbolic.assumptions import REAL, Assumption, Facts, known, refuted
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.switches import AS_THE_ORIGINAL, Switches, switches_of_the_moment

#: Switches that, turned from their default, stand for a whole rewriting of the simplified expression, after which it
#: is simplified again: name -> rewriting, as the modules that have such rewritings enter them.
REWRITINGS: dict[str, Callable[[Any, Policy], Any]] = {}

#: Switches that, turned from their default, stand for the form in which the result is written at last; they enter it.
FORMS: dict[str, Callable[[Any, Policy], Any]] = {}


class Policy:
    """What one simplification may do, and what it has assumed.

    ``unknown`` are the facts taken to hold of everything of which nothing is known (the domain of the reals, say).
    With ``exact_roots`` a (sqrt 2) that is given stays so beside other roots: it was taken out of one before.
    """

    def __init__(
        self,
        switches: Switches | None = None,
        *,
        careful: bool = False,
        recording: bool = False,
        unknown: Facts = frozenset(),
        exact_roots: bool = False,
    ) -> None:
        self.switches = switches_of_the_moment() if switches is None else switches
        self.careful = careful
        self.recording = recording
        self.unknown = unknown
        self.exact_roots = exact_roots
        self.taken: dict[Assumption, None] = {}

    def with_switches(self, switches: Switches) -> Policy:
        """The same policy with other switches; what it takes for granted is noted here too."""
        other = copy(self)
        other.switches = switches
        return other

    def grants(self, fact: str, x: Any, rewrite: str) -> bool:
        """May a rewrite be taken that needs a fact of an expression?

        What is known to be false is never assumed, nor is anything of an exact constant: that is known, or it is not.
        """
        return self.grants_all(((fact, x),), rewrite)

    def grants_all(self, needed: Sequence[tuple[str, Any]], rewrite: str) -> bool:
        """May a rewrite be taken that needs several facts? What it assumes is noted only if it is taken."""
        may = self.knows if self.careful else self._may_assume
        if not all(may(fact, x) for fact, x in needed):
            return False
        if self.recording:
            self.taken |= {Assumption(fact, x, rewrite): None for fact, x in needed if not self.knows(fact, x)}
        return True

    def _may_assume(self, fact: str, x: Any) -> bool:
        """Is nothing known, with all unknowns real, by which a fact is false, or but where the expression is zero?"""
        if _is_constant(x):
            return self.knows(fact, x)
        opposite = _OPPOSITE.get(fact)
        unknown = self.unknown or REAL
        return not refuted(fact, x, unknown) and not (
            opposite and known(opposite, x, unknown) and not self.knows(fact, x)
        )

    def is_never(self, sign: str, x: Any) -> bool:
        """Is an expression, with all unknowns real, nowhere "positive", or nowhere "negative"?"""
        return known("nonpositive" if sign == "positive" else "nonnegative", x, self.unknown or REAL)

    def knows(self, fact: str, x: Any) -> bool:
        """Does a fact hold of an expression, nothing being assumed?"""
        return known(fact, x, self.unknown)


#: Where these hold, the others do only where the expression is zero.
_OPPOSITE = {
    "positive": "nonpositive",
    "nonnegative": "nonpositive",
    "negative": "nonnegative",
    "nonpositive": "nonnegative",
}


def _is_constant(x: Any) -> bool:
    return isinstance(x, Expression) and x.constant


#: No assumption at all.
CAREFUL = Policy(AS_THE_ORIGINAL, careful=True)
