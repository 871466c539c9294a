"""Algebraic laws, gathered in bundles, and the harness that tries them on generated values.

A law is a pair of sides made from values of given sorts ("a" for the elements of the structure, "c" for the
scalars of a module, "u" for units, others as a kind names them); a kind of value has a generator for each sort, says
how its values are observed (functions by applying them to a fresh symbol, series by their first terms) and when two
observations agree: proved equal, of one value at points, or within rounding.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import scmpy as s


class LawViolation(AssertionError):
    """The two sides of a law do not agree."""


def assert_equal(left: Any, right: Any) -> None:
    """The two values are proved equal: undecided is not enough, unless a stated limit of size was reached."""
    answer = s.equivalent(left, right)
    assume(not (answer.verdict == "undecided" and "terms" in answer.certificate))
    if answer.verdict != "equal":
        raise LawViolation(f"{left!r} = {right!r} is {answer.verdict}: {answer.certificate}")


@dataclass(frozen=True)
class Law:
    """A name, the sorts of the values, and the two sides made from them."""

    name: str
    sorts: str
    sides: Callable[..., tuple[Any, Any]]


@dataclass(frozen=True)
class Kind:
    """A type of values: a generator for each sort, how a value is observed, and when two observations agree."""

    name: str
    sorts: dict[str, st.SearchStrategy]
    observe: Callable[[Any], Any] = field(default=lambda value: value)
    agree: Callable[[Any, Any], None] = assert_equal


def attempt(law: Law, kind: Kind) -> Callable[[], None]:
    """The law as a test on generated values."""

    @given(st.tuples(*(kind.sorts[sort] for sort in law.sorts)))
    def holds(values: tuple[Any, ...]) -> None:
        left, right = law.sides(*values)
        kind.agree(kind.observe(left), kind.observe(right))

    return holds


def verify(law: Law, kind: Kind) -> None:
    """Try a law on generated values: there are many laws, so on fewer for each than a test has."""
    settings(database=None, max_examples=2 * settings.default.max_examples // 5)(attempt(law, kind))()


def is_caught(law: Law, kind: Kind) -> bool:
    """Does the harness find a violation of a wrong law?"""
    try:
        settings(database=None, derandomize=True, max_examples=50, phases=[Phase.generate])(attempt(law, kind))()
    except AssertionError:
        return True
    return False


# --- bundles ---------------------------------------------------------------------------------------------------


def monoid(name: str, op: Callable, unit: Any) -> Iterator[Law]:
    """An associative operation with a unit."""
    yield Law(f"{name} associates", "aaa", lambda a, b, c: (op(op(a, b), c), op(a, op(b, c))))
    yield Law(f"{name} has a left unit", "a", lambda a: (op(unit, a), a))
    yield Law(f"{name} has a right unit", "a", lambda a: (op(a, unit), a))


def commutative(name: str, op: Callable) -> Iterator[Law]:
    """The order of the operands does not matter."""
    yield Law(f"{name} commutes", "aa", lambda a, b: (op(a, b), op(b, a)))


def additive_group() -> Iterator[Law]:
    """A commutative group under addition."""
    yield from monoid("+", s.add, 0)
    yield from commutative("+", s.add)
    yield Law("a - b = a + (-b)", "aa", lambda a, b: (s.sub(a, b), s.add(a, s.negate(b))))
    yield Law("(a - b) + b = a", "aa", lambda a, b: (s.add(s.sub(a, b), b), a))
    yield Law("-(-a) = a", "a", lambda a: (s.negate(s.negate(a)), a))


def ring(one: Any = 1) -> Iterator[Law]:
    """A ring, not necessarily commutative."""
    yield from additive_group()
    yield from monoid("*", s.mul, one)
    yield Law(
        "* distributes on the left", "aaa", lambda a, b, c: (s.mul(a, s.add(b, c)), s.add(s.mul(a, b), s.mul(a, c)))
    )
    yield Law(
        "* distributes on the right", "aaa", lambda a, b, c: (s.mul(s.add(a, b), c), s.add(s.mul(a, c), s.mul(b, c)))
    )
    yield Law("square a = a a", "a", lambda a: (s.square(a), s.mul(a, a)))
    yield Law("cube a = a a a", "a", lambda a: (s.cube(a), s.mul(a, s.mul(a, a))))
    yield Law("a^2 a^3 = a^5", "a", lambda a: (s.mul(s.expt(a, 2), s.expt(a, 3)), s.expt(a, 5)))


def field_laws() -> Iterator[Law]:
    """A commutative ring whose units (sort u) have inverses."""
    yield from ring()
    yield from commutative("*", s.mul)
    yield Law("u / u = 1", "u", lambda u: (s.div(u, u), 1))
    yield Law("(a / u) u = a", "au", lambda a, u: (s.mul(s.div(a, u), u), a))
    yield Law("a / u = a invert(u)", "au", lambda a, u: (s.div(a, u), s.mul(a, s.invert(u))))
    yield Law("1 / (1 / u) = u", "u", lambda u: (s.invert(s.invert(u)), u))
    yield Law("u^-2 u^3 = u", "u", lambda u: (s.mul(s.expt(u, -2), s.expt(u, 3)), u))
    yield Law(
        "fractions add",
        "aauu",
        lambda a, b, u, v: (s.add(s.div(a, u), s.div(b, v)), s.div(s.add(s.mul(a, v), s.mul(b, u)), s.mul(u, v))),
    )


def module() -> Iterator[Law]:
    """A module over the scalars of sort c, with those of sort w to divide by."""
    yield from additive_group()
    yield Law("scalars act from both sides", "ca", lambda c, a: (s.mul(c, a), s.mul(a, c)))
    yield Law("c (a + b) = c a + c b", "caa", lambda c, a, b: (s.mul(c, s.add(a, b)), s.add(s.mul(c, a), s.mul(c, b))))
    yield Law("(c + d) a = c a + d a", "cca", lambda c, d, a: (s.mul(s.add(c, d), a), s.add(s.mul(c, a), s.mul(d, a))))
    yield Law("(c d) a = c (d a)", "cca", lambda c, d, a: (s.mul(s.mul(c, d), a), s.mul(c, s.mul(d, a))))
    yield Law("1 a = a", "a", lambda a: (s.mul(1, a), a))
    yield Law("-1 a = -a", "a", lambda a: (s.mul(-1, a), s.negate(a)))
    yield Law("a / w = (1 / w) a", "aw", lambda a, w: (s.div(a, w), s.mul(s.invert(w), a)))
