"""Every simplification and every verdict of a test is checked by value.

Input and result are evaluated at points of the domain where the recorded assumptions hold (a rewrite that records
none: positive, real and complex points alike), by the tests' own evaluator, in ball arithmetic: the enclosures must
overlap. ``watching`` puts the checks around the library's simplifier and comparison while tests run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scmpy.symbolic import equivalence
from scmpy.symbolic.simplify import Simplifier

from .balls import OutsideDomain, Point, precision, same, value

#: How often a check compared two values, and how often there was nothing to compare.
counts: Counter[str] = Counter()

#: Expressions with more nodes than this are not evaluated.
MAXIMUM_SIZE = 3000

#: What is tried: an expression is compared at the first points of each domain where it has a value.
POINTS = {domain: [Point(domain, seed) for seed in range(3)] for domain in ("positive", "real", "complex")}


class WrongValue(AssertionError):
    """A result has another value than what it was made from."""


def nodes(expression: Any, limit: int = MAXIMUM_SIZE) -> set[Any]:
    """The nodes of an expression, shared ones once, as far as the limit."""
    seen: set[Any] = set()
    pending = [expression]
    while pending and len(seen) <= limit:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            pending += getattr(node, "operands", ())
    return seen


def has_floats(expression: Any) -> bool:
    """Does a floating-point number occur?"""
    return any(isinstance(node, (float, complex)) for node in nodes(expression))


def compare(before: Any, after: Any, points: Iterable[Point], assumptions: Iterable[Any] = ()) -> None:
    """The two expressions have the same value at the first of the points where both are defined."""
    if before is after or max(len(nodes(before)), len(nodes(after))) > MAXIMUM_SIZE:
        counts["not evaluated"] += 1
        return
    tolerance = 1e-9 if has_floats(before) or has_floats(after) else 0.0
    with precision():
        for point in points:
            try:
                if not all(holds(a.fact, value(a.expression, point)) for a in assumptions):
                    continue
                left, right = value(before, point), value(after, point)
            except OutsideDomain:
                continue
            counts["compared"] += 1
            if not same(left, right, tolerance):
                raise WrongValue(f"{before} is {left}, but {after} is {right} at {point}")
            return
        counts["no common point"] += 1


def holds(fact: str, ball: Any) -> bool:
    """Does a fact certainly hold of a value?"""
    x = ball.real
    return ball.imag.contains(0) and {
        "real": True,
        "positive": x > 0,
        "negative": x < 0,
        "nonnegative": x >= 0,
        "nonpositive": x <= 0,
        "nonzero": not ball.contains(0),
        "integer": x.is_integer(),
    }.get(fact, False)


@contextmanager
def watching() -> Iterator[None]:
    """Check every simplification and every verdict in the block; what was found wrong is raised again at its end."""
    found: list[WrongValue] = []
    checked: set[Any] = set()
    simplify_all, compare_scalars = Simplifier.simplify, equivalence._compare_scalars

    def check(before: Any, after: Any, points: Iterable[Point], assumptions: Iterable[Any] = ()) -> None:
        if (before, after) not in checked:
            checked.add((before, after))
            try:
                compare(before, after, points, assumptions)
            except WrongValue as error:
                found.append(error)
                raise

    def simplify(self: Any, expressions: list[Any]) -> list[Any]:
        results = simplify_all(self, expressions)
        for before, after in zip(expressions, results, strict=True):
            check(before, after, POINTS["real" if self.careful else "positive"])
        return results

    def compared(a: Any, b: Any) -> Any:
        answer = compare_scalars(a, b)
        if answer.verdict == "equal":
            check(a, b, POINTS["real"])
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simplifier, "simplify", simplify)
        patch.setattr(equivalence, "_compare_scalars", compared)
        yield
    if found:
        raise found[0]
