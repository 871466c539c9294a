"""The policy of a simplification: which rewrites it may take, and which assumptions it took for them.

The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
takes a rewrite only where what it needs is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from scmpy.symbolic.assumptions import Assumption, Facts, known, refuted
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
        if not all(
            self.knows(fact, x) if self.careful or _is_constant(x) else not refuted(fact, x, self.unknown)
            for fact, x in needed
        ):
            return False
        if self.recording:
            self.taken |= {Assumption(fact, x, rewrite): None for fact, x in needed if not self.knows(fact, x)}
        return True

    def knows(self, fact: str, x: Any) -> bool:
        """Does a fact hold of an expression, nothing being assumed?"""
        return known(fact, x, self.unknown)


def _is_constant(x: Any) -> bool:
    return isinstance(x, Expression) and x.constant


#: No assumption at all.
CAREFUL = Policy(AS_THE_ORIGINAL, careful=True)
