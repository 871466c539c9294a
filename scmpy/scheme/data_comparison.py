"""Certified comparison of Scheme's own data: pairs and lists by their elements, streams by their first ones.

Characters, strings and bytevectors are equal or different by their own equality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.calculus.comparison import TERMS
from scmpy.errors import StructureError, describe
from scmpy.scheme.data import EMPTY, Char, EmptyList, MutableString, Pair, Promise, proper_part
from scmpy.symbolic.decision.equivalence import PLAIN, taken_apart


@taken_apart.register(Pair)
def _parts(pair: Pair) -> tuple[str, Sequence[Any]]:
    """The elements, and what follows the last where that is not the empty list: the rest of a stream is no value."""
    kind = "list"
    items, rest = proper_part(pair)
    while isinstance(rest, Promise) and len(items) < TERMS:
        kind = "stream"
        more, rest = proper_part(rest.force())
        items += more
    if isinstance(rest, Pair):
        raise StructureError(f"equivalent does not apply to {describe(pair)}, which contains itself")
    return (kind, items) if rest is EMPTY else (f"{kind} with more", (*items, rest))


taken_apart.register(EmptyList, lambda _: ("list", ()))
PLAIN.update({Char: lambda x: x, MutableString: str, bytearray: bytes})
