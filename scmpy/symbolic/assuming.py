"""Assuming: how a user says what holds of expressions, for a block or from now on, and takes it back.

What is said is kept, and what follows from it is inferred, in :mod:`scmpy.symbolic.assumptions`. A condition is
written as in Scheme, ``(positive? x)`` or ``(>= x 0)``: the facts that it states are found first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic.annotations import Formula, Value
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.numeric_tower import is_exact
from scmpy.generic.settings import AMOUNT, Setting
from scmpy.registry import public
from scmpy.symbolic.assumptions import (
    Facts,
    assume_from_now_on,
    assumed,
    assumptions_in_force,
    facts_of,
    refuted,
)
from scmpy.symbolic.expression import DOWN, LIST, MATRIX, UP, Application, Expression, Symbol, application, as_scalar
from scmpy.symbolic.facts import FACTS, closure
from scmpy.symbolic.s_expressions import read_expression

#: Numbers may differ by so many units in the last place and be assumed to be equal.
tolerance = Setting(
    "*assumption-tolerance-multiplier*",
    100,
    AMOUNT,
    "How many times the machine epsilon numbers may differ, relatively, that assume! is told to be equal.",
    """
    >>> equal, nearly_2 = symbols("="), 2 + 1e-12
    >>> with setting(assumption_tolerance_multiplier=10_000):
    ...     assume_bang((equal, 2, nearly_2))
    """,
)

#: A quoted condition longer than this is none (it may be circular).
_MAXIMUM_PARTS = 1000


def _expressions(value: Any) -> tuple[Any, ...]:
    return tuple(map(as_scalar, value if isinstance(value, (tuple, list)) else (value,)))


def parts_of(datum: Any) -> tuple[Any, ...]:
    """The parts of a condition or combination: of a quoted list, or of an expression; none of a single thing."""
    if isinstance(datum, Application):
        return (datum.operator, *datum.operands)
    if isinstance(datum, (Expression, str)) or not isinstance(datum, Iterable):
        return ()
    return tuple(islice(datum, _MAXIMUM_PARTS))


_CONTAINERS = (UP, DOWN, LIST, MATRIX)


def with_fact(before: Mapping[Expression, Facts], fact: str, expressions: Iterable[Any]) -> Mapping[Expression, Facts]:
    """What is assumed before, and of these expressions a fact."""
    found = dict(before)
    for x in expressions:
        if not isinstance(x, Expression) or x.operator in _CONTAINERS:
            raise WrongTypeError(f"facts are assumed of symbols and expressions, not of {describe(x)}")
        found[x] = closure({*found.get(x, ()), *(x.facts if isinstance(x, Symbol) else ()), fact})
    return found


@contextmanager
def assuming(*unnamed: Any, **facts: Any) -> Iterator[None]:
    """Assume facts while a block runs: ``with assuming(positive=(x, y), integer=n): ...``.

    >>> from scmpy.symbolic.assumptions import known
    >>> from scmpy import simplify, sqrt, symbols
    >>> x = symbols("x")
    >>> with assuming(negative=x):
    ...     simplify(sqrt(x**2)), known("positive", x**2)
    ((* -1 x), True)
    >>> simplify(sqrt(x**2)), known("positive", x**2)
    (x, False)
    """
    if unnamed:
        raise WrongTypeError("assuming expects facts by name, as in assuming(positive=x)")
    current = assumptions_in_force()
    for fact, values in facts.items():
        current = with_fact(current, fact, _expressions(values))
    token = assumed.set(current)
    try:
        yield
    finally:
        assumed.reset(token)


_CONDITIONS = {
    **{f"{fact}?": fact for fact in FACTS},
    "non-negative?": "nonnegative",
    "non-positive?": "nonpositive",
    "non-zero?": "nonzero",
}
_ORDERS = {">": "positive", "<": "negative", ">=": "nonnegative", "<=": "nonpositive"}


@public("assume!")
def assume_bang(condition: Formula, responsible: Value = None, if_false: Callable[[], Any] | None = None) -> Value:
    """Assume a condition from now on, in this session or block: simplification and comparison consult it.

    Scheme:  (assume! '(positive? r)), (assume! '(>= (x t) 0)), (assume! '(and (real? x) (integer? n)))
    Python:  the condition is text, or a tuple of symbols and expressions
    Facts:   real? rational? integer? even? odd? positive? negative? nonnegative? nonpositive? nonzero?, and
             comparisons with 0, and = of two numbers (see ``*assumption-tolerance-multiplier*``).
             forget_assumptions_bang forgets them all.
    Raises:  DomainError if it is false: (assume! '(positive? -1)); where a third argument, a procedure of no arguments,
             is given, its value is the result instead. (The second one, who is responsible, is not used.); SyntaxError_
             for a text that is no expression
    >>> from scmpy import symbols
    >>> assume_bang("(positive? r)")
    >>> assume_bang("(negative? r)", None, lambda: "impossible")
    'impossible'
    >>> forget_assumptions_bang()
    """
    added = assumptions_in_force()
    for fact, x in _facts_in(read_expression(condition) if isinstance(condition, str) else condition):
        if not _is_possible(fact, x):
            if if_false is None:
                raise DomainError(f"assume!: it is false that {describe(x)} is {fact}")
            return if_false()
        if isinstance(x, Expression):
            added = with_fact(added, fact, [x])
    assume_from_now_on(added)
    return None


def _is_possible(fact: str, x: Any) -> bool:
    """Does a fact hold of a number, or does nothing that is known of an expression contradict it?"""
    if isinstance(x, Expression):
        return not refuted(fact, x)
    if fact == "negligible":
        return abs(x) <= tolerance.value * sys.float_info.epsilon
    return fact in facts_of(x)


def _facts_in(condition: Any) -> Iterator[tuple[str, Any]]:
    """The facts of a condition, each with what it is about."""
    parts = parts_of(condition)
    head = getattr(parts[0], "name", None) if parts else None
    if head == "and":
        for part in parts[1:]:
            yield from _facts_in(part)
    elif head in _CONDITIONS and len(parts) == 2:
        yield _CONDITIONS[head], as_expression(parts[1])
    elif head in _ORDERS and len(parts) == 3 and is_zero_number(parts[2]):
        yield _ORDERS[head], as_expression(parts[1])
    elif head == "=" and len(parts) == 3 and is_number(parts[1]) and is_number(parts[2]):
        yield "negligible", _relative_difference(*parts[1:])
    else:
        what = describe(condition)
        raise WrongTypeError(f"assume! expects a condition such as '(positive? x) or '(>= x 0), got {what}")


def _relative_difference(x: Any, y: Any) -> Any:
    """The difference of two numbers in units of the larger one: 0 only where they are equal, if both are exact."""
    if is_exact(x) and is_exact(y):
        return int(x != y)
    return abs(complex(x) - complex(y)) / (max(abs(complex(x)), abs(complex(y))) or 1)


def as_expression(datum: Any) -> Any:
    """The expression of a quoted datum: ``'(+ x 1)`` is a list in Scheme."""
    parts = () if isinstance(datum, Expression) else parts_of(datum)
    return application(*map(as_expression, parts)) if parts else as_scalar(datum)


@public("forget-assumptions!")
def forget_assumptions_bang() -> None:
    """Forget all that was assumed in this session; facts of symbols stay.

    Scheme:  (forget-assumptions!)
    >>> from scmpy import declare_known_reals, is_known_real, symbols
    >>> declare_known_reals(symbols("x"))
    >>> forget_assumptions_bang()
    >>> is_known_real(symbols("x")), is_known_real(symbols("y", positive=True))
    (False, True)
    """
    assume_from_now_on({})
