"""Assumptions: what is known of an expression, and what a rewrite takes for granted.

Facts ("real", "positive", "integer", ...) are declared of a symbol when it is made, or assumed of any expression
while a block runs (:func:`assuming`) or from now on (:func:`assume_bang`). :func:`known` infers from them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from scmpy.errors import DomainError, WrongTypeError
from scmpy.generic.kinds import describe, is_number
from scmpy.generic.numbers import is_exact
from scmpy.generic.settings import AMOUNT, Setting
from scmpy.registry import public
from scmpy.symbolic.expression import (
    DOWN,
    EXP,
    EXPT,
    LIST,
    LOG,
    MATRIX,
    MINUS,
    OVER,
    PI,
    PLUS,
    SQRT,
    TIMES,
    UP,
    Application,
    Expression,
    Symbol,
    application,
    as_scalar,
    numerical,
    subexpressions,
)
from scmpy.symbolic.facts import FACTS, closure, contradict
from scmpy.symbolic.notation import read_expression

Facts = frozenset[str]

_NOTHING: Facts = frozenset()
_REAL = closure(["real"])
_POSITIVE = closure(["positive"])
_NONNEGATIVE = closure(["nonnegative"])
#: A quoted condition longer than this is none (it may be circular).
_MAXIMUM_PARTS = 1000

_OF_PI = closure(["positive"])
_NUMBER_FACTS = ("real", "rational", "integer")

#: What is assumed at the moment, in a session or a block: expression -> facts. The dictionaries are never changed.
assumed: ContextVar[dict[Expression, Facts]] = ContextVar("assumed")
_everywhere: dict[Expression, Facts] = {}  # what Python assumes outside of both, in every thread


def _assumed() -> dict[Expression, Facts]:
    return assumed.get(_everywhere)


def _assume(facts: dict[Expression, Facts]) -> None:
    """These are the assumptions from now on."""
    global _everywhere
    if assumed.get(None) is None:
        _everywhere = facts
    else:
        assumed.set(facts)


def assumptions_in_force() -> dict[Expression, Facts]:
    """What is assumed at the moment, by expression (the facts declared of symbols apart)."""
    return dict(_assumed())


# --- inference -------------------------------------------------------------------------------------------------


def facts_of(x: Any, unknown: Facts = _NOTHING) -> Facts:
    """What is known of a number or expression; ``unknown`` is taken to hold of symbols and kernels without facts.

    >>> from scmpy.symbolic.expression import symbol
    >>> x = symbol("x", "positive")
    >>> sorted(facts_of(application(SQRT, x)))
    ['nonnegative', 'nonzero', 'positive', 'real']
    """
    if not isinstance(x, Expression):
        return _facts_of_number(x)
    if isinstance(x, Symbol):
        return _declared(x, _assumed()) or unknown
    assumptions = _assumed()
    found: dict[Any, Facts] = {}
    for node in subexpressions(x):
        if isinstance(node, Application):
            operands = [found[o] if isinstance(o, Expression) else _facts_of_number(o) for o in node.operands]
            rule = _RULES.get(node.operator)
            inferred = unknown if rule is None else rule(node, operands)
            more = assumptions.get(node)
            found[node] = inferred if more is None else closure(inferred | more)
        else:
            found[node] = _declared(node, assumptions) or unknown
    return found[x]


def _declared(node: Any, assumptions: dict[Expression, Facts]) -> Facts:
    facts = _OF_PI if node is PI else node.facts
    more = assumptions.get(node)
    return facts if more is None else closure(facts | more)


def _facts_of_number(x: Any) -> Facts:
    if not isinstance(x, (int, Fraction, float)) or isinstance(x, bool) or x != x:
        return _NOTHING
    sign = "positive" if x > 0 else "negative" if x < 0 else "nonnegative nonpositive"
    kind = "integer" if isinstance(x, int) else "rational" if isinstance(x, Fraction) else "real"
    return closure([*sign.split(), kind, *(["even" if x % 2 == 0 else "odd"] if kind == "integer" else [])])


def _common(operands: list[Facts], names: Iterable[str]) -> set[str]:
    return {name for name in names if all(name in facts for facts in operands)}


def _sum(node: Any, operands: list[Facts]) -> Facts:
    if node.operator is MINUS:
        operands = [_negated(facts) if i or len(operands) == 1 else facts for i, facts in enumerate(operands)]
    found = _common(operands, (*_NUMBER_FACTS, "nonnegative", "nonpositive"))
    for sign, weak in (("positive", "nonnegative"), ("negative", "nonpositive")):
        if weak in found and any(sign in facts for facts in operands):
            found.add(sign)
    return closure(found)


def _negated(facts: Facts) -> Facts:
    other = {"positive": "negative", "negative": "positive", "nonnegative": "nonpositive", "nonpositive": "nonnegative"}
    return frozenset(other.get(fact, fact) for fact in facts)


def _product(node: Any, operands: list[Facts]) -> Facts:
    if node.operator is OVER:  # where it is defined, the denominator is not zero
        divisors = slice(0 if len(operands) == 1 else 1, None)
        operands = [*operands]
        operands[divisors] = [
            closure(f | {"nonzero"}) - {"integer", "even", "odd"} if "real" in f else f for f in operands[divisors]
        ]
    found = _common(operands, (*_NUMBER_FACTS, "nonzero"))
    if "integer" in found and any("even" in facts for facts in operands):
        found.add("even")
    if "real" in found:
        negative = False
        for facts in operands:
            if "nonnegative" in facts:
                continue
            if "nonpositive" not in facts:
                return closure(found)
            negative = not negative
        found.add("nonpositive" if negative else "nonnegative")
    return closure(found)


def _power(node: Any, operands: list[Facts]) -> Facts:
    base, exponent = operands
    if "nonnegative" in base and "real" in exponent:
        return _POSITIVE if "positive" in base else _NONNEGATIVE
    if "integer" not in exponent or "real" not in base:
        return _NOTHING
    found = {"real"}
    if "even" in exponent:
        found.add("positive" if "nonzero" in base or "negative" in exponent else "nonnegative")
    elif "odd" in exponent:
        found |= base & {"positive", "negative", "nonnegative", "nonpositive", "nonzero"}
    if "nonnegative" in exponent:
        found |= base & {"rational", "integer"}
    return closure(found)


def _root(node: Any, operands: list[Facts]) -> Facts:
    if "positive" in operands[0]:
        return _POSITIVE
    return _NONNEGATIVE if "nonnegative" in operands[0] else _NOTHING


def _absolute(node: Any, operands: list[Facts]) -> Facts:
    return _POSITIVE if "nonzero" in operands[0] else closure({"nonnegative", *operands[0] & {"rational", "integer"}})


def _where(needed: str, result: Facts) -> Any:
    def rule(node: Any, operands: list[Facts]) -> Facts:
        return result if all(needed in facts for facts in operands) else _NOTHING

    return rule


_RULES: dict[Any, Any] = {
    PLUS: _sum,
    MINUS: _sum,
    TIMES: _product,
    OVER: _product,
    EXPT: _power,
    SQRT: _root,
    EXP: _where("real", _POSITIVE),
    LOG: _where("positive", _REAL),
    numerical("abs"): _absolute,
    numerical("cosh"): _where("real", _POSITIVE),
    numerical("sech"): _where("real", _POSITIVE),
    **{numerical(name): _where("real", _REAL) for name in "sin cos tan cot sec csc sinh tanh atan".split()},
    **{numerical(name): _where("real", _NOTHING) for name in "asin acos".split()},  # real only between -1 and 1
}


def known(fact: str, x: Any, unknown: Facts = _NOTHING) -> bool:
    """Is a fact known of a number or expression? False says only that it could not be inferred.

    >>> from scmpy.symbolic.expression import symbol
    >>> known("positive", application(EXP, symbol("x", "real")))
    True
    """
    return fact in facts_of(x, unknown)


def refuted(fact: str, x: Any, unknown: Facts = _NOTHING) -> bool:
    """Is a fact known to be false of a number or expression? False says only that nothing known contradicts it.

    >>> from scmpy.symbolic.expression import symbol
    >>> refuted("positive", symbol("x", "nonpositive")), refuted("positive", symbol("x", "nonnegative"))
    (True, False)
    """
    if not isinstance(x, Expression):
        return fact not in _facts_of_number(x)
    facts = facts_of(x, unknown)
    return bool(facts) and contradict(facts | {fact})


# --- declaring -------------------------------------------------------------------------------------------------


def _expressions(value: Any) -> tuple[Any, ...]:
    return tuple(map(as_scalar, value if isinstance(value, (tuple, list)) else (value,)))


def _parts(datum: Any) -> tuple[Any, ...]:
    """The parts of a condition or combination: of a quoted list, or of an expression; none of a single thing."""
    if isinstance(datum, Application):
        return (datum.operator, *datum.operands)
    if isinstance(datum, (Expression, str)) or not isinstance(datum, Iterable):
        return ()
    return tuple(islice(datum, _MAXIMUM_PARTS))


_CONTAINERS = (UP, DOWN, LIST, MATRIX)


def _with(before: dict[Expression, Facts], fact: str, expressions: Iterable[Any]) -> dict[Expression, Facts]:
    found = dict(before)
    for x in expressions:
        if not isinstance(x, Expression) or x.operator in _CONTAINERS:
            raise WrongTypeError(f"facts are assumed of symbols and expressions, not of {describe(x)}")
        found[x] = closure({*found.get(x, ()), *(x.facts if isinstance(x, Symbol) else ()), fact})
    return found


@contextmanager
def assuming(*unnamed: Any, **facts: Any) -> Iterator[None]:
    """Assume facts while a block runs: ``with assuming(positive=(x, y), integer=n): ...``.

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.symbolic.simplify import reduced
    >>> x = symbols("x")
    >>> with assuming(nonnegative=x):
    ...     print(reduced(application(SQRT, application(EXPT, x, 2))))
    x
    """
    if unnamed:
        raise WrongTypeError("assuming expects facts by name, as in assuming(positive=x)")
    current = _assumed()
    for fact, values in facts.items():
        current = _with(current, fact, _expressions(values))
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

_ORDERS = {">": "positive", "<": "negative", ">=": "nonnegative", "<=": "nonpositive"}


@public("assume!")
def assume_bang(condition: Any, _who: Any = None, if_false: Callable[[], Any] | None = None) -> Any:
    """Assume a condition from now on, in this session or block: simplification and comparison consult it.

    Scheme:  (assume! '(positive? r)), (assume! '(>= (x t) 0)), (assume! '(and (real? x) (integer? n)))
    Python:  the condition is text, or a tuple of symbols and expressions
    Facts:   real? rational? integer? even? odd? positive? negative? nonnegative? nonpositive? nonzero?, and
             comparisons with 0, and = of two numbers (see ``*assumption-tolerance-multiplier*``).
             :func:`forget_assumptions_bang` forgets them all.
    Raises:  DomainError if it is false: (assume! '(positive? -1)); where a third argument, a procedure of no
             arguments, is given, its value is the result instead
    >>> from scmpy.symbolic.expression import symbol
    >>> assume_bang("(positive? r)")
    >>> known("nonzero", symbol("r")), assume_bang("(negative? r)", None, lambda: "impossible")
    (True, 'impossible')
    >>> forget_assumptions_bang()
    """
    added = dict(_assumed())
    for fact, x in _facts_in(read_expression(condition) if isinstance(condition, str) else condition):
        if not _is_possible(fact, x):
            if if_false is None:
                raise DomainError(f"assume!: it is false that {describe(x)} is {fact}")
            return if_false()
        if isinstance(x, Expression):
            added = _with(added, fact, [x])
    _assume(added)
    return None


def _is_possible(fact: str, x: Any) -> bool:
    """Does a fact hold of a number, or does nothing that is known of an expression contradict it?"""
    if isinstance(x, Expression):
        return not refuted(fact, x)
    if fact == "negligible":
        return abs(x) <= tolerance.value * sys.float_info.epsilon
    return fact in _facts_of_number(x)


def _facts_in(condition: Any) -> Iterator[tuple[str, Any]]:
    """The facts of a condition, each with what it is about."""
    parts = _parts(condition)
    head = getattr(parts[0], "name", None) if parts else None
    if head == "and":
        for part in parts[1:]:
            yield from _facts_in(part)
    elif head in _CONDITIONS and len(parts) == 2:
        yield _CONDITIONS[head], as_expression(parts[1])
    elif head in _ORDERS and len(parts) == 3 and is_number(parts[2]) and parts[2] == 0:
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
    parts = () if isinstance(datum, Expression) else _parts(datum)
    return application(*map(as_expression, parts)) if parts else as_scalar(datum)


@public("forget-assumptions!")
def forget_assumptions_bang() -> None:
    """Forget all that was assumed in this session; facts of symbols stay.

    Scheme:  (forget-assumptions!)
    >>> from scmpy.symbolic.expression import symbol
    >>> declare_known_reals(symbol("x"))
    >>> forget_assumptions_bang()
    >>> is_known_real(symbol("x")), is_known_real(symbol("y", "positive"))
    (False, True)
    """
    _assume({})


@public("declare-known-reals")
def declare_known_reals(*expressions: Any) -> None:
    """Assume from now on that these are real, so that conjugate, magnitude and angle simplify.

    Scheme:  (declare-known-reals 'x 'y)
    >>> from scmpy.symbolic.expression import symbol
    >>> declare_known_reals(symbol("x"), symbol("y"))
    >>> is_known_real(symbol("x") * symbol("y"))
    True
    >>> forget_assumptions_bang()
    """
    _assume(_with(_assumed(), "real", map(as_expression, expressions)))


@public("declare-unknown-reals")
def declare_unknown_reals(*expressions: Any) -> None:
    """Take back all that was assumed of these.

    Scheme:  (declare-unknown-reals 'x)
    >>> from scmpy.symbolic.expression import symbol
    >>> declare_known_reals(symbol("x"), symbol("y"))
    >>> declare_unknown_reals(symbol("x"))
    >>> is_known_real(symbol("x")), is_known_real(symbol("y"))
    (False, True)
    >>> forget_assumptions_bang()
    """
    forgotten = {*map(as_expression, expressions)}
    _assume({x: facts for x, facts in _assumed().items() if x not in forgotten})


@public("known-real?")
def is_known_real(x: Any) -> bool:
    """Is this known to be real?

    Scheme:  (known-real? x)
    >>> from scmpy.symbolic.expression import symbol
    >>> is_known_real(3), is_known_real(symbol("x")), is_known_real(symbol("x", "real"))
    (True, False, True)
    """
    return known("real", as_expression(x))


@public("with-known-reals")
def with_known_reals(expressions: Any, thunk: Any) -> Any:
    """The value of a procedure of no arguments, called while these are assumed to be real.

    Scheme:  (with-known-reals '(x y) (lambda () ...))
    >>> from scmpy.symbolic.expression import symbol
    >>> x = symbol("x")
    >>> with_known_reals([x], lambda: is_known_real(x + 1)), is_known_real(x + 1)
    (True, False)
    """
    with assuming(real=tuple(map(as_expression, _parts(expressions) or (expressions,)))):
        return thunk()


# --- what a rewrite takes for granted ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Assumption:
    """One thing that a simplification took for granted: a fact about an expression, and the rewrite that needs it."""

    fact: str
    expression: Any
    rewrite: str

    def __repr__(self) -> str:
        return f"{self.expression!r} {self.fact}: {self.rewrite}"
