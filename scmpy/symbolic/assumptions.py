"""What is known of expressions, `assuming`; the options of simplification and what it may assume."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import Any, NamedTuple

from scmpy.errors import DomainError, WrongTypeError, describe, shown_text
from scmpy.generic.elementary import REALS, Elementary, Interval, each, record_of
from scmpy.generic.functions import memoized
from scmpy.generic.numbers import ExactComplex, is_exact
from scmpy.generic.settings import AMOUNT, SWITCH, Setting, checked_settings, derived, temporarily
from scmpy.generic.types import Formula, Value, is_number, is_zero_number
from scmpy.registry import public, text_beside
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.ball_arithmetic import is_real_constant, sign_of_constant
from scmpy.symbolic.expression import (
    CONTAINERS,
    EVEN,
    FACTS,
    ODD,
    PERIODIC,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    as_scalar,
    closure,
    contradict,
    differentiated,
    fold,
    numerical,
    period_among,
    read_expression,
    subexpressions,
)

# --- assumptions -----------------------------------------------------------------------------------------------------
# Assumptions: what is known of an expression, and what a rewrite takes for granted.
#
# Facts ("real", "positive", "integer", ...) are declared of a symbol when it is made, or assumed of any expression
# (:mod:`scmpy.symbolic.assumptions`). :func:`known` infers from them; the signs of constants are those of their values.

Facts = frozenset[str]

#: What is taken to hold of unknowns where only their being real is asked for.
REAL = closure(["real"])

_NOTHING: Facts = frozenset()
_POSITIVE = closure(["positive"])
_WHOLE = closure(["integer"])
_NONNEGATIVE = closure(["nonnegative"])
_SIGNS = frozenset({"positive", "negative"})
_NUMBER_FACTS = ("real", "rational", "integer")

#: What is assumed at the moment, in a session or a block: expression -> facts. The dictionaries are never changed.
assumed: ContextVar[Mapping[Expression, Facts]] = ContextVar("assumed")
_everywhere: Mapping[Expression, Facts] = {}  # what Python assumes outside of both, in every thread


def assumptions_in_force() -> Mapping[Expression, Facts]:
    """What is assumed at the moment, by expression (the facts declared of symbols apart)."""
    return assumed.get(_everywhere)


def assume_from_now_on(facts: Mapping[Expression, Facts]) -> None:
    """These are the assumptions from now on, in this session or block."""
    global _everywhere
    if assumed.get(None) is None:
        _everywhere = facts
    else:
        assumed.set(facts)


# --- function facts --------------------------------------------------------------------------------------------------
# What is declared of a literal function: facts of its values, its parity, its period.
#
# The symbol that names the function carries them, so that a function with facts is another one than that without. The
# derivatives of an even function are odd and even in turn, those of a periodic one have its period.

#: The facts of the values of a smooth function; "even" and "odd" are said of the function itself.
OF_VALUES = tuple(fact for fact in FACTS if fact not in ("integer", "rational", "even", "odd"))

FACT_NAMES = (*OF_VALUES, "even", "odd", "period")


def function_facts(facts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The facts of a function as its symbol has them, from names and values: ``("positive", True)``, ``("period", P)``.

    >>> sorted(function_facts([("positive", True), ("even", True), ("period", 2)]))
    ['even function', 'period 2', 'positive']
    """
    for name, value in facts:
        if name == "period":
            period = as_scalar(value)
            if is_number(period) and not (isinstance(period, (int, float)) or hasattr(period, "denominator")):
                raise WrongTypeError(f"literal-function: a period is a real number, got {describe(value)}")
            if is_number(period) and not period > 0:
                raise WrongTypeError(f"literal-function: a period is positive, got {describe(value)}")
            yield PERIODIC + scheme_text(period)
        elif value is not True:
            raise WrongTypeError(
                f"literal-function: facts are declared, {name}=True; {name}={shown_text(value)} is none"
            )
        elif name in OF_VALUES:
            yield name
        elif name in ("even", "odd"):
            yield {"even": EVEN, "odd": ODD}[name]
        else:
            raise WrongTypeError(
                f"literal-function: {shown_text(name)} is no fact about a function; there are {', '.join(FACT_NAMES)}"
            )


def facts_of_values(head: Any) -> frozenset[str]:
    """The facts of the values of the function that a head names: of a derivative nothing is known."""
    return _of_values(head.facts) if isinstance(head, Symbol) and head.facts else _NOTHING


@memoized(1024)
def _of_values(facts: frozenset[str]) -> frozenset[str]:
    return closure(fact for fact in facts if fact in OF_VALUES)


class Symmetry(NamedTuple):
    """Of a function: 1 if it is even, -1 if it is odd, else 0; its period, None without one."""

    parity: int
    period: Any


def symmetry(head: Any) -> Symmetry | None:
    """What is known of the function of one argument that a head names, a derivative too; None if nothing is."""
    name = head
    while isinstance(name, Application) and name.operands:
        name = name.operands[0]
    if not isinstance(name, Symbol) or not (name.facts or record_of(name)):
        return None
    name, order = differentiated(head)
    if not isinstance(name, Symbol):
        return None
    facts = name.facts
    if not facts:
        return _of_record(name, order)
    found = Symmetry((-1) ** order * ((EVEN in facts) - (ODD in facts)), period_among(facts))
    return None if found == _NONE else found


_NONE = Symmetry(0, None)


def _of_record(head: Symbol, order: int) -> Symmetry | None:
    record = record_of(head)
    if record is None or record.expanded or (not record.parity and record.period is None):
        return None
    length = None if record.period is None else application(Head.TIMES, record.period, PI)
    return Symmetry((-1) ** order * record.parity, length)


def representative(parity: int, turns: Fraction, is_negative: Callable[[], bool]) -> tuple[bool, int]:
    """Which argument stands for all at which a symmetric function has the same value, up to its sign.

    ``turns`` is how many periods the argument has as a term (0 without a period), ``is_negative`` is true of exactly
    one of the rest and its negative. The answer is whether to take the negative, and how many periods to add to that.

    >>> representative(0, Fraction(7, 2), bool), representative(1, Fraction(3, 4), bool)
    ((False, -3), (True, 1))
    """
    part = turns - math.floor(turns)
    flipped = bool(parity) and (part > Fraction(1, 2) or (part in (0, Fraction(1, 2)) and is_negative()))
    return flipped, -math.floor(-turns if flipped else turns)


# --- inference -------------------------------------------------------------------------------------------------


def facts_of(x: Any, unknown: Facts = _NOTHING) -> Facts:
    """What is known of a number or expression; ``unknown`` is taken to hold of symbols and kernels without facts."""
    if not isinstance(x, Expression):
        return _facts_of_number(x)
    if isinstance(x, Symbol):
        return _declared(x, assumptions_in_force()) or unknown
    return facts_within(x, unknown)[x]


def facts_within(x: Expression, unknown: Facts = _NOTHING) -> dict[Expression, Facts]:
    assumptions = assumptions_in_force()
    found: dict[Any, Facts] = {}
    ranges: dict[Any, Range] = {}

    def leaf(leaf: Any) -> Facts:
        return _declared(leaf, assumptions) or unknown if isinstance(leaf, Symbol) else _facts_of_number(leaf)

    def node(node: Application, operands: list[Facts]) -> Facts:
        rule = _RULES.get(node.operator)
        inferred = facts_of_values(node.operator) or unknown if rule is None else rule(node, operands)
        if "real" in inferred:
            between = _range_of(node, inferred, ranges)
            if between is not None:
                ranges[node] = between
                inferred = _with_signs(inferred, between)
        if node.constant and not inferred & _SIGNS:
            inferred = closure(inferred | _facts_of_constant(node))
        more = assumptions.get(node)
        return inferred if more is None else closure(inferred | more)

    fold(x, leaf, node, found)
    return found


#: The ends of an interval that has all values of an expression.
Range = tuple[Any, Any]

_INFINITE = (math.inf, -math.inf)


def _range_of(node: Any, facts: Facts, ranges: Mapping[Any, Range]) -> Range | None:
    """Where the values of a real expression are: of a bounded function, and of what is made of such and of numbers."""
    if node.operator is Head.EXPT and type(node.operands[1]) is int and node.operands[0] in ranges:
        return power_of_range(ranges[node.operands[0]], node.operands[1]) if node.operands[1] > 0 else None
    if node.operator not in (Head.PLUS, Head.MINUS, Head.TIMES):
        record = record_of(node.operator, len(node.operands))
        return None if record is None or record.range is REALS else record.range[:2]
    if not any(x in ranges for x in node.operands if isinstance(x, Expression)):
        return None
    parts = [_range_of_part(x, ranges) for x in node.operands]
    if None in parts:
        return None
    return range_of_arithmetic(node.operator, parts)  # type: ignore[arg-type]


def _range_of_part(x: Any, ranges: Mapping[Any, Range]) -> Range | None:
    if isinstance(x, Expression):
        return ranges.get(x)
    return (x, x) if isinstance(x, (int, Fraction)) else None


def range_of_arithmetic(head: Any, parts: Sequence[Range]) -> Range:
    """The range of a sum, a difference or a product."""
    if head is Head.TIMES:
        return reduce(product_of_ranges, parts)
    kept = len(parts) if head is Head.PLUS else 0 if len(parts) == 1 else 1
    return sum_of_ranges([*parts[:kept], *((-high, -low) for low, high in parts[kept:])])


def sum_of_ranges(parts: Sequence[Range]) -> Range:
    """The range of a sum: its ends may be infinite, and fractions that have no float."""
    ends = [next((x for x in some if x in _INFINITE), None) or sum(some) for some in zip(*parts, strict=True)]
    return ends[0], ends[1]


def product_of_ranges(x: Range, y: Range) -> Range:
    products = [_end_of_product(a, b) for a in x for b in y]
    return min(products), max(products)


def _end_of_product(a: Any, b: Any) -> Any:
    if a == 0 or b == 0:
        return 0
    return _INFINITE[(a > 0) != (b > 0)] if a in _INFINITE or b in _INFINITE else a * b


def power_of_range(x: Range, n: int) -> Range:
    low, high = x[0] ** n, x[1] ** n
    if n % 2:
        return low, high
    return (0 if x[0] < 0 < x[1] else min(low, high)), max(low, high)


def _with_signs(facts: Facts, between: Range) -> Facts:
    low, high = between
    signs = {"positive": low > 0, "negative": high < 0, "nonnegative": low >= 0, "nonpositive": high <= 0}
    found = {sign for sign, holds in signs.items() if holds}
    return facts if found <= facts else closure(facts | found)


def _declared(node: Any, assumptions: Mapping[Expression, Facts]) -> Facts:
    facts = _POSITIVE if node is PI else node.facts
    more = assumptions.get(node)
    return facts if more is None else closure(facts | more)


def _facts_of_number(x: Any) -> Facts:
    if not isinstance(x, (int, Fraction, float)) or isinstance(x, bool) or x != x:
        return _NOTHING
    sign = "positive" if x > 0 else "negative" if x < 0 else "nonnegative nonpositive"
    kind = "integer" if isinstance(x, int) else "rational" if isinstance(x, Fraction) else "real"
    return closure([*sign.split(), kind, *(["even" if x % 2 == 0 else "odd"] if kind == "integer" else [])])


def _facts_of_constant(x: Expression) -> Facts:
    sign = sign_of_constant(x)
    return closure(_SIGN_FACTS[sign] if sign is not None else ["real"] if is_real_constant(x) else [])


_SIGN_FACTS = {1: ["positive"], 0: ["nonnegative", "nonpositive"], -1: ["negative"]}


def _common(operands: list[Facts], names: Iterable[str]) -> set[str]:
    return {name for name in names if all(name in facts for facts in operands)}


def _sum(node: Any, operands: list[Facts]) -> Facts:
    if node.operator is Head.MINUS:
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
    if node.operator is Head.OVER:  # where it is defined, the denominator is not zero
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
    Head.PLUS: _sum,
    Head.MINUS: _sum,
    Head.TIMES: _product,
    Head.OVER: _product,
    Head.EXPT: _power,
    Head.SQRT: _root,
    Head.ABS: _absolute,
}


_OF_THEIR_OWN = frozenset(head.name for head in _RULES)


def _sign(numbers: Interval) -> str:
    if numbers.low < 0:
        return "real"
    return "nonnegative" if 0 in numbers else "positive"


@each("analytic", "rounding")
def _install(record: Elementary) -> None:
    values = _WHOLE if record.kind == "rounding" else closure([_sign(record.range)])
    needed = _sign(record.domain) if record.domain.high == math.inf and record.domain.low in (0, -math.inf) else None
    rule = (lambda node, operands: _NOTHING) if needed is None else _where(needed, values)
    if record.head not in _OF_THEIR_OWN:
        _RULES[numerical(record.head)] = rule


def known(fact: str, x: Any, unknown: Facts = _NOTHING) -> bool:
    """Is a fact known of a number or expression? False says only that it could not be inferred."""
    return fact in facts_of(x, unknown)


def refuted(fact: str, x: Any, unknown: Facts = _NOTHING) -> bool:
    """Is a fact known to be false of a number or expression? False says only that nothing known contradicts it."""
    if not isinstance(x, Expression):
        return fact not in _facts_of_number(x)
    try:
        facts = facts_of(x, unknown)
    except WrongTypeError:  # it contradicts what is assumed
        return True
    if not facts and x.constant:
        return is_real_constant(x) is False
    return bool(facts) and contradict(facts | {fact})


@dataclass(frozen=True)
class Assumption:
    """One thing that a simplification took for granted: a fact about an expression, and the rewrite that needs it."""

    fact: str
    expression: Any
    rewrite: str

    def __repr__(self) -> str:
        return f"{self.expression!r} {self.fact}: {self.rewrite}"


# --- assuming --------------------------------------------------------------------------------------------------------
# Assuming: how a user says what holds of expressions, for a block or from now on, and takes it back.
#
# What is said is kept, and what follows from it is inferred, in :mod:`scmpy.symbolic.assumptions`. A condition is
# written as in Scheme, ``(positive? x)`` or ``(>= x 0)``: the facts that it states are found first.

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


def parts_of(datum: Any) -> tuple[Any, ...]:
    """The parts of a condition or combination: of a quoted list, or of an expression; none of a single thing."""
    if isinstance(datum, Application):
        return (datum.operator, *datum.operands)
    if isinstance(datum, (Expression, str)) or not isinstance(datum, Iterable):
        return ()
    return tuple(islice(datum, _MAXIMUM_PARTS))


def with_fact(before: Mapping[Expression, Facts], fact: str, expressions: Iterable[Any]) -> Mapping[Expression, Facts]:
    found = dict(before)
    for x in expressions:
        if not isinstance(x, Expression) or x.operator in CONTAINERS:
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
    for fact, given in facts.items():
        current = with_fact(current, fact, map(as_scalar, given if isinstance(given, (tuple, list)) else (given,)))
    with temporarily(assumed, current):
        yield


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
    if isinstance(x, Expression):
        return not refuted(fact, x)
    if fact == "negligible":
        return abs(x) <= tolerance.value * sys.float_info.epsilon
    return fact in facts_of(x)


def _facts_in(condition: Any) -> Iterator[tuple[str, Any]]:
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
    parts = () if isinstance(datum, Expression) else parts_of(datum)
    return application(*map(as_expression, parts)) if parts else as_scalar(datum)


@public("forget-assumptions!")
def forget_assumptions_bang() -> None:
    """Forget all that was assumed in this session; facts of symbols stay.

    >>> assume_bang("(real? x)")
    >>> forget_assumptions_bang()
    >>> is_known_real(symbols("x")), is_known_real(symbols("y", positive=True))
    (False, True)
    """
    assume_from_now_on({})


# --- switches --------------------------------------------------------------------------------------------------------
# The switches of simplification: the rewrites that a user can turn off and on, each of them a setting.
#
# As they are at first the original's answers come out.


@dataclass(frozen=True)
class SimplifyOptions:
    """The rewrites that can be switched off and on: settings, named as the procedures and variables of the original.

    For one call by arguments of ``simplify``, for a block by ``setting``, from now on by a procedure,
    ``(sqrt-expt-simplify #f)``; those that are variables of the original by ``(set! *factoring* #t)``.
    """

    log_exp_simplify: bool = True
    exponent_product_simplify: bool = True
    expt_half_to_sqrt: bool = True
    sqrt_expt_simplify: bool = True
    sqrt_factor_simplify: bool = True
    aggressive_atan_simplify: bool = False
    inverse_simplify: bool = True
    half_angle_simplify: bool = False
    trig_product_to_sum_simplify: bool = False
    sin_cos_simplify: bool = True
    commute_partials_simplify: bool = True
    divide_numbers_through_simplify: bool = True
    ignore_zero_simplify: bool = True
    trig_fewest_terms_simplify: bool = False
    whole_sines_simplify: bool = False
    factoring: bool = False
    identities_simplify: bool = False

    def restored(self, names: Container[str]) -> SimplifyOptions:
        return replace(self, **{name: getattr(AS_THE_ORIGINAL, name) for name in SWITCHES if name in names})

    def turned(self, names: Container[str]) -> Iterator[str]:
        if self != AS_THE_ORIGINAL:
            for name in SWITCHES:
                if name in names and getattr(self, name) != getattr(AS_THE_ORIGINAL, name):
                    yield name


#: The switches as they are in the original.
AS_THE_ORIGINAL = SimplifyOptions()

#: The switches among the settings: a block of switches.txt has the names in Python and in Scheme, the rewrite that the
#: switch stands for, and an example.
SWITCHES = {
    name: Setting(
        scheme, getattr(AS_THE_ORIGINAL, name), SWITCH, meaning, example, name, variable=scheme.startswith("*")
    )
    for block in text_beside("symbolic/switches.txt").split("\n\n")
    for names, meaning, example in (block.split("\n", 2),)
    for name, scheme in (names.split(),)
}


def switches_of_the_moment() -> SimplifyOptions:
    return derived(_switches_that_hold)


def _switches_that_hold() -> SimplifyOptions:
    return SimplifyOptions(**{name: switch.value for name, switch in SWITCHES.items()})


def switches_named(given: dict[str, Any]) -> SimplifyOptions:
    """The switches of the moment with some of them set, by Scheme or Python name."""
    now = switches_of_the_moment()
    return replace(now, **checked_settings(given, SWITCHES, "simplify has no switch")) if given else now


# --- policy ----------------------------------------------------------------------------------------------------------
# The policy of a simplification: which rewrites it may take, and which assumptions it took for them.
#
# The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
# takes a rewrite only where what it needs is known.

#: Switches that, turned from their default, stand for a whole rewriting of the simplified expression, after which it
#: is simplified again: name -> rewriting, as the modules that have such rewritings enter them.
REWRITINGS: dict[str, Callable[[Any, Policy], Any]] = {}

#: Switches that, turned from their default, stand for the form in which the result is written at last; they enter it.
FORMS: dict[str, Callable[[Any, Policy], Any]] = {}


class Policy:
    """What one simplification may do, and what it has assumed.

    With ``exact_roots`` a (sqrt 2) that is given stays so beside other roots: it was taken out of one before.
    """

    def __init__(
        self,
        switches: SimplifyOptions | None = None,
        *,
        careful: bool = False,
        recording: bool = False,
        exact_roots: bool = False,
    ) -> None:
        self.switches = switches_of_the_moment() if switches is None else switches
        self.careful = careful
        self.recording = recording
        self.exact_roots = exact_roots
        self.taken: dict[Assumption, None] = {}

    def with_switches(self, switches: SimplifyOptions) -> Policy:
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
        may = known if self.careful else self._may_assume
        if not all(may(fact, x) for fact, x in needed):
            return False
        if self.recording:
            self.taken |= {Assumption(fact, x, rewrite): None for fact, x in needed if not known(fact, x)}
        return True

    def _may_assume(self, fact: str, x: Any) -> bool:
        """Is nothing known, with all unknowns real, by which a fact is false, or but where the expression is zero?"""
        if isinstance(x, Expression) and x.constant:
            return known(fact, x)
        if fact != "nonzero" and any(type(y) in (complex, ExactComplex) for z in subexpressions(x) for y in z.operands):
            return known(fact, x, REAL)
        opposite = _OPPOSITE.get(fact)
        return not refuted(fact, x, REAL) and not (opposite and known(opposite, x, REAL) and not known(fact, x))

    def is_never(self, sign: str, x: Any) -> bool:
        """Is an expression, with all unknowns real, nowhere "positive", or nowhere "negative"?"""
        return known("nonpositive" if sign == "positive" else "nonnegative", x, REAL)


#: Where these hold, the others do only where the expression is zero.
_OPPOSITE = {
    "positive": "nonpositive",
    "nonnegative": "nonpositive",
    "negative": "nonnegative",
    "nonpositive": "nonnegative",
}


#: No assumption at all.
CAREFUL = Policy(AS_THE_ORIGINAL, careful=True)
