"""Every simplification and every verdict of a test is checked by value.

Input and result are evaluated at points of the domain where the recorded assumptions hold (a rewrite that records
none: positive, real and complex points alike), by the tests' own evaluator, in ball arithmetic: the enclosures must
overlap. ``watching`` puts the checks around the library's simplifier and comparison while tests run.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy
import pytest

from scmpy.calculus.dual_numbers import finite_part
from scmpy.render.scheme import scheme_text
from scmpy.symbolic import assumptions
from scmpy.symbolic.decision import equivalence
from scmpy.symbolic.expression import Symbol
from scmpy.symbolic.simplify import Simplifier

from .balls import OutsideDomain, Point, precision, same, value

#: How often a check compared two values, and how often there was nothing to compare.
counts: Counter[str] = Counter()

#: Expressions with more nodes than this are not evaluated.
MAXIMUM_SIZE = 3000

#: What is tried: an expression is compared at the first point of each group where it has a value. At the complex points
#: 4 and 9 the angles of x and y add to more than half a turn; x is in the right half of the plane, and in the left.
REAL_POINTS = [[Point(domain, seed) for seed in range(4)] for domain in ("positive", "negative", "real")]
POINTS = [*REAL_POINTS, *([Point("complex", seed) for seed in range(start, start + 3)] for start in (4, 9))]


class WrongValue(AssertionError):
    """A result has another value than what it was made from."""


def nodes(expression: Any, limit: int = MAXIMUM_SIZE) -> list[Any]:
    """The nodes of an expression and the numbers in it, shared nodes once, as far as the limit."""
    seen: set[int] = set()
    found: list[Any] = []
    pending = [expression]
    while pending and len(found) <= limit:
        node = pending.pop()
        if id(node) not in seen:  # 2 and 2. are different nodes
            seen.add(id(node))
            found.append(node)
            pending += getattr(node, "operands", ())
    return found


def has_floats(expression: Any) -> bool:
    """Does a floating-point number occur?"""
    return any(isinstance(node, (float, complex)) for node in nodes(expression))


def compare(
    before: Any, after: Any, groups: Iterable[Iterable[Point]], assumptions: Iterable[tuple[str, Any]] = ()
) -> None:
    """The two expressions have the same value at the first point of each group where both are defined.

    Points where an assumption, a fact of an expression, does not hold are passed over.
    """
    if before is after or max(len(nodes(before)), len(nodes(after))) > MAXIMUM_SIZE:
        counts["not evaluated"] += 1
        return
    tolerance = 1e-9 if has_floats(before) or has_floats(after) else 0.0
    with precision():
        for points in groups:
            point, left, right = next(_values(before, after, points, assumptions), (None, None, None))
            counts["no common point" if point is None else "compared"] += 1
            if point is not None and not same(left, right, tolerance):
                raise WrongValue(f"{scheme_text(before)} is {left}, but {scheme_text(after)} is {right} at {point}")


def _values(
    before: Any, after: Any, points: Iterable[Point], assumptions: Iterable[tuple[str, Any]]
) -> Iterator[tuple[Point, Any, Any]]:
    """The points where both are defined and what is assumed holds, and the two values there."""
    for point in points:
        known: dict[Any, Any] = {}
        with suppress(OutsideDomain):
            if all(holds(fact, value(expression, point, known)) for fact, expression in assumptions):
                yield point, value(before, point, known), value(after, point, known)


def holds(fact: str, ball: Any) -> bool:
    """Does a fact certainly hold of a value? (Of a ball around a real number, whose imaginary part contains 0.)"""
    x = ball.real
    certain = {
        "real": True,
        "positive": x > 0,
        "negative": x < 0,
        "nonnegative": x >= 0,
        "nonpositive": x <= 0,
        "nonzero": not ball.contains(0),
        "rational": x.is_exact(),
        "integer": x.is_integer(),
        "even": (x / 2).is_integer(),
        "odd": x.is_integer() and not (x / 2).is_integer(),
    }
    return bool(ball.imag.contains(0) and certain[fact])


def symbols_in(expression: Any) -> set[Symbol]:
    """What facts about an expression are about: they hold of it written otherwise too."""
    return {node for node in nodes(expression) if isinstance(node, Symbol)}


@contextmanager
def watching(found: list[WrongValue]) -> Iterator[None]:
    """Check every simplification and every verdict in the block.

    What is wrong is raised at once, and again at the end, since a session turns it into an error of its own.
    """
    checked: set[Any] = set()
    simplify_all, compare_scalars = Simplifier.simplify, equivalence._compare_scalars

    def check(before: Any, after: Any, groups: list[list[Point]], taken: frozenset[tuple[str, Any]]) -> None:
        if isinstance(before, numpy.ndarray):  # a batch: its elements are expressions
            for x, y in zip(before.flat, after.flat, strict=True):
                check(x, y, groups, taken)
            return
        if not isinstance(before, Hashable) or isinstance(finite_part(before), numpy.ndarray):
            return  # numbers of a batch, or what is being differentiated by them
        if (before, after, taken) in checked:
            return
        assumed = assumptions.assumptions_in_force()
        declared = {(fact, x) for x in assumed if symbols_in(x) <= symbols_in(before) for fact in assumed[x]}
        try:
            compare(before, after, groups, taken | declared)
        except WrongValue as error:
            found.append(error)
            raise
        checked.add((before, after, taken))

    def simplify(self: Any, expressions: list[Any]) -> list[Any]:
        self.policy.recording = True
        results = simplify_all(self, expressions)
        taken = frozenset((a.fact, a.expression) for a in self.policy.taken)
        for before, after in zip(expressions, results, strict=True):
            check(before, after, POINTS, taken)
        return results

    def compared(a: Any, b: Any) -> Any:
        answer = compare_scalars(a, b)
        if answer.verdict == "equal":
            check(a, b, [REAL_POINTS[2] + REAL_POINTS[0]], frozenset())
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simplifier, "simplify", simplify)
        patch.setattr(equivalence, "_compare_scalars", compared)
        yield
    if found:
        raise found[0]
