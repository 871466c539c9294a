"""Matching, predicates, templates."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scmpy.errors import (
    LimitError,
    SyntaxError_,
    UnboundVariableError,
    WrongTypeError,
    describe,
    did_you_mean,
    shown_text,
)
from scmpy.generic import operations as g
from scmpy.generic.dispatch import BinaryOperation
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.settings import Limit
from scmpy.generic.types import Formula, is_number, parts_first
from scmpy.registry import public
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.assumptions import Policy
from scmpy.symbolic.expression import (
    FACTS,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_orders,
    expression_from,
    is_datum_list,
    is_derivative_operator,
    read_expression,
    symbol,
)

# --- predicates ------------------------------------------------------------------------------------------------------
# The predicates by which the variables of patterns are restricted, by name: ``(? n even-integer?)``.
#
# They ask what an expression is as it stands; what is known of its value is a matter of facts.


def is_integer(x: Any) -> bool:
    return type(x) is int


def is_rational(x: Any) -> bool:
    return type(x) is int or isinstance(x, Fraction)


def is_real_number(x: Any) -> bool:
    return is_rational(x) or isinstance(x, float)


def has_minus(x: Any) -> bool:
    """Is the first number in this negative? Of x and its :func:`negated` form at most one has a minus."""
    turned = False
    while isinstance(x, Application) and x.operands:
        if x.operator not in (Head.PLUS, Head.MINUS, Head.TIMES, Head.OVER):
            return turned
        turned ^= x.operator is Head.MINUS and len(x.operands) == 1
        x = x.operands[0]
    return (is_real_number(x) and x < 0) != turned


def negated(x: Any) -> Any:
    """The negative, its minus in the first place where there may be one."""
    opposites: dict[Any, Any] = {}
    for part in parts_first((x,), _signed, opposites):
        signed = [opposites[y] if isinstance(y, Expression) else g.negate(y) for y in _signed(part) or ()]
        opposites[part] = _opposite(part, signed)
    return opposites[x] if isinstance(x, Expression) else g.negate(x)


def _signed(x: Any) -> tuple[Any, ...] | None:
    if not isinstance(x, Expression):
        return None
    if x.operator in (Head.MINUS, Head.OVER) and len(x.operands) > 1:
        return x.operands[:1]
    return x.operands if x.operator is Head.PLUS else ()


def _opposite(x: Any, operands: list[Any]) -> Any:
    if not isinstance(x, Application):
        return g.negate(x)
    if x.operator is Head.PLUS:
        return application(Head.PLUS, *operands)
    if x.operator is Head.MINUS:
        return application(Head.PLUS, *operands, *x.operands[1:]) if operands else x.operands[0]
    if operands:
        return g.div(operands[0], functools.reduce(g.mul, x.operands[1:]))
    if x.operator is Head.TIMES and is_number(x.operands[0]):
        number, *factors = x.operands
        if type(number) is int and number == -1:
            return factors[0] if len(factors) == 1 else application(Head.TIMES, *factors)
        return application(Head.TIMES, -number, *factors)
    return application(Head.TIMES, -1, *(x.operands if x.operator is Head.TIMES else (x,)))


def is_derivative(x: Any) -> bool:
    return (
        isinstance(x, Expression)
        and is_derivative_operator(x)
        and all(type(order) is int and all(map(is_integer, path)) for path, order in derivative_orders(x))
    )


PREDICATES: dict[str, Callable[..., bool]] = {
    "number?": is_number,
    "rational?": is_rational,
    "exact-rational?": is_rational,
    "integer?": is_integer,
    "exact-integer?": is_integer,
    "even-integer?": lambda x: is_integer(x) and x % 2 == 0,
    "odd-integer?": lambda x: is_integer(x) and x % 2 == 1,
    "at-least-two?": lambda x: is_integer(x) and x >= 2,
    "more-than-two?": lambda x: is_integer(x) and x > 2,
    "half-integer?": lambda x: isinstance(x, Fraction) and x.denominator == 2,
    "non-integer?": lambda x: not is_integer(x),
    "positive-number?": lambda x: is_real_number(x) and x > 0,
    "negative-number?": lambda x: is_real_number(x) and x < 0,
    "complex-number?": lambda x: isinstance(x, (ExactComplex, complex)),
    "not-number?": lambda x: not is_number(x),
    "symbol?": lambda x: isinstance(x, Symbol),
    "combination?": lambda x: isinstance(x, Application),
    "has-minus?": has_minus,
    "may-be-nonnegative?": lambda x: not is_number(x) or (is_real_number(x) and x >= 0),
    "may-be-positive?": lambda x: not is_number(x) or (is_real_number(x) and x > 0),
    "derivative?": is_derivative,
    "opposite?": lambda x, y: is_number(x) and is_number(y) and bool(x + y == 0),
}


# --- matching --------------------------------------------------------------------------------------------------------
# Patterns: what an expression may look like, and the parts of it that its variables stand for.
#
# A pattern is an expression in which ``(? x)`` stands for any one operand, ``(? x integer?)`` for one of which the
# predicate is true, ``(?? xs)`` for any number of operands in a row, ``($$ xs)`` for what ``(?? xs)`` stands for in
# reversed order. A variable that occurs twice stands twice for the same. Operands are matched in their order, also
# those of ``+`` and ``*``: segments say what may stand between. A list that is data is matched as the row of its items.
#
# A matcher is a function of a subject, the bindings so far and the search. It generates the bindings of every match,
# shortest first segments first: backtracking is asking for the next. The search counts the places tried for segments,
# so that a pattern with many of them comes to an end.

Bindings = dict[str, Any]
Matcher = Callable[[Any, Bindings, "Search"], Iterator[Bindings]]
Sequence = Callable[[tuple[Any, ...], int, Bindings, "Search"], Iterator[Bindings]]

ELEMENT, SEGMENT, REVERSED = map(symbol, ("?", "??", "$$"))
_VARIABLES = (ELEMENT, SEGMENT, REVERSED)

#: Patterns nest at most this deep.
DEEPEST_PATTERN = 200

MOST_PLACES = Limit(
    "most-match-places", 3_000_000, "Places that one search of patterns tries; a rule that is applied counts 15 times."
)


class Search:
    """Counts the places that segments were tried at, over all matches."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_PLACES.value

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise MOST_PLACES.refusal("match: it takes")


def same(x: Any, y: Any) -> bool:
    """Are these the same part: one expression, equal numbers of one type, or lists of the same parts?"""
    if is_datum_list(x):
        return is_datum_list(y) and _same_segments(tuple(x), tuple(y))
    return x is y or (type(x) is type(y) and not isinstance(x, Expression) and bool(x == y))


def _same_segments(xs: tuple[Any, ...], ys: tuple[Any, ...]) -> bool:
    return len(xs) == len(ys) and all(map(same, xs, ys))


@dataclass(frozen=True)
class Satisfying:
    """The pattern of one operand of which a predicate is true; it has no name."""

    predicate: Callable[[Any], Any]


# --- the parts of patterns -------------------------------------------------------------------------------------


def parts_of(pattern: Any) -> tuple[Any, ...] | None:
    """Operator and operands of a combination, given as an expression or as a quoted list; None for an atom."""
    if isinstance(pattern, Application):
        return pattern.operator, *pattern.operands
    return tuple(pattern) if is_datum_list(pattern) else None


def variable_of(pattern: Any) -> tuple[Symbol, str, tuple[Any, ...]] | None:
    """The kind, name and predicates of a pattern variable; None for any other pattern."""
    parts = parts_of(pattern)
    if not parts or parts[0] not in _VARIABLES:
        return None
    kind, *rest = parts
    if not rest or not isinstance(rest[0], Symbol) or (len(rest) > 1 and kind is not ELEMENT):
        raise SyntaxError_(
            f"a pattern variable is (? name predicate ...), (?? name) or ($$ name), got {shown_text(pattern)}"
        )
    return kind, rest[0].name, tuple(rest[1:])


def names_in(pattern: Any) -> list[str]:
    variable = variable_of(pattern)
    if variable is not None:
        return [variable[1]]
    return list(dict.fromkeys(name for part in parts_of(pattern) or () for name in names_in(part)))


def compiled(pattern: Any, depth: int = 0) -> Matcher:
    if depth > DEEPEST_PATTERN:
        raise LimitError(f"a pattern nests more than {DEEPEST_PATTERN} deep")
    variable = variable_of(pattern)
    if variable is not None:
        kind, name, predicates = variable
        if kind is not ELEMENT:
            raise SyntaxError_(f"({kind.name} {name}) stands for several operands: it belongs among operands")
        return element(name, *predicates)
    if isinstance(pattern, Satisfying):
        return _satisfying(pattern.predicate)
    parts = parts_of(pattern)
    if parts is None:
        return constant(pattern)
    return _combination(parts, depth) if parts else constant(())


def constant(value: Any) -> Matcher:
    """Matches this symbol, number, string, boolean or empty list alone."""
    if not (isinstance(value, Expression | str | bool) or is_number(value) or value == ()):
        raise WrongTypeError(f"a pattern is made of symbols, numbers and combinations, got {describe(value)}")
    return _satisfying(lambda subject: same(subject, value))


def _satisfying(test: Callable[[Any], Any]) -> Matcher:
    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if test(subject) not in (False, None):
            yield bindings

    return match


def element(name: str, *predicates: Any) -> Matcher:
    """Matches anything of which the predicates are true, the same each time."""
    tests = tuple(map(predicate_of, predicates))

    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if name in bindings:
            if same(bindings[name], subject):
                yield bindings
        elif all(test(subject) for test in tests):
            yield {**bindings, name: subject}

    return match


def predicate_of(predicate: Any) -> Callable[[Any], Any]:
    if isinstance(predicate, Symbol):
        found = PREDICATES.get(predicate.name)
        if found is None:
            asked = f"{predicate.name}{did_you_mean(predicate.name, PREDICATES)}"
            raise UnboundVariableError(
                f"no predicate of patterns is called {asked}; there are {', '.join(sorted(PREDICATES))}"
            )
        return found
    if not callable(predicate):
        raise WrongTypeError(f"a pattern variable is restricted by a predicate, got {describe(predicate)}")
    return predicate  # type: ignore[no-any-return]


def _combination(patterns: tuple[Any, ...], depth: int) -> Matcher:
    match_items, _ = _sequence(patterns, depth)
    head = patterns[0] if isinstance(patterns[0], Symbol) else None
    match_operands, least = _sequence(patterns[1:], depth)

    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if head is not None and isinstance(subject, Application):
            if subject.operator is head and len(subject.operands) >= least:
                yield from match_operands(subject.operands, 0, bindings, search)
            return
        subject = parts_of(subject)
        if subject is not None:
            yield from match_items(subject, 0, bindings, search)

    return match


# --- sequences of operands -------------------------------------------------------------------------------------


def _sequence(patterns: tuple[Any, ...], depth: int) -> tuple[Sequence, int]:
    """The matcher of operands from a position on, and how many operands it takes at least; made from the end."""
    rest: Sequence = _end
    least, fixed = 0, True
    for i in range(len(patterns) - 1, -1, -1):
        variable = variable_of(patterns[i])
        if variable is None or variable[0] is ELEMENT:
            match_one, after = compiled(patterns[i], depth + 1), rest
            rest, least = _then(match_one, after), least + 1
            continue
        following = patterns[i + 1] if i + 1 < len(patterns) else None
        if following is not None and _is_apart(variable[1], following):
            rest = _segment_before(variable[1], variable[0] is REVERSED, match_one, after, least)
        else:
            rest = _segment(variable[1], variable[0] is REVERSED, rest, least, fixed)
        fixed = False
    return rest, least


def _is_apart(name: str, following: Any) -> bool:
    """Is this an element that does not mention the segment before it? Then it can be matched first."""
    variable = variable_of(following)
    return (variable is None or variable[0] is ELEMENT) and name not in names_in(following)


def _end(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
    if start == len(operands):
        yield bindings


def _then(match_one: Matcher, rest: Sequence) -> Sequence:
    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if start < len(operands):
            for found in match_one(operands[start], bindings, search):
                yield from rest(operands, start + 1, found, search)

    return match


def _segment(name: str, backwards: bool, rest: Sequence, least: int, fixed: bool) -> Sequence:
    """Any number of operands, then the rest, which takes at least so many (``fixed``: exactly so many)."""

    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        known = bindings.get(name)
        most = len(operands) - least
        if known is not None:
            stop = start + len(known)
            if stop <= most and _same_segments(operands[start:stop], known[::-1] if backwards else known):
                yield from rest(operands, stop, bindings, search)
            return
        for stop in range(most if fixed else start, most + 1) if most >= start else ():
            search.step()
            found = operands[start:stop]
            yield from rest(operands, stop, {**bindings, name: found[::-1] if backwards else found}, search)

    return match


def _segment_before(name: str, backwards: bool, match_one: Matcher, rest: Sequence, least: int) -> Sequence:
    """Any number of operands up to one that matches, then the rest."""
    plain = _segment(name, backwards, _then(match_one, rest), least, fixed=False)

    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if name in bindings:
            yield from plain(operands, start, bindings, search)
            return
        for stop in range(start, len(operands) - least + 1):
            search.step()
            for found in match_one(operands[stop], bindings, search):
                segment = operands[start:stop]
                bound = {**bindings, name: segment[::-1] if backwards else segment, **found}
                yield from rest(operands, stop + 1, bound, search)

    return match


# --- for the user ----------------------------------------------------------------------------------------------


def as_pattern(pattern: Any) -> Any:
    """A pattern from its text, from an expression with variables in it, or from a quoted list."""
    return read_expression(pattern) if isinstance(pattern, str) else pattern


@public("match:generator", python="matches")
def matches(pattern: Formula, subject: Formula) -> Iterator[Bindings]:
    """The bindings of every way in which an expression matches a pattern.

    Scheme:  (match:all-results pattern e), a list of association lists
    Raises:  SyntaxError_ for a segment that is no operand; LimitError for a pattern that is nested too deeply
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))
    >>> for found in matches("(+ (?? a) (? x) (?? b))", "(+ u v)"):
    ...     print(found)
    {'a': (), 'x': u, 'b': (v,)}
    {'a': (u,), 'x': v, 'b': ()}
    """
    return compiled(as_pattern(pattern))(expression_from(subject), {}, Search())


# --- templates -------------------------------------------------------------------------------------------------------
# What a rule makes of what its pattern matched, and what has to hold for that.
#
# In the consequence the variables stand for what they matched, segments for all of their operands, and arithmetic of
# numbers is carried out. A condition is ``none``, a fact about an expression, which the policy has to grant, a
# predicate, or ``(and ...)`` of several.

Template = Callable[[Bindings], Any]
Condition = Callable[[Bindings, Policy], Any]

NONE, AND, COMMA, COMMA_AT = map(symbol, ("none", "and", ":", "::"))


def combined(head: Any, operands: tuple[Any, ...]) -> Any:
    """The application of a head, sums and products in one level, arithmetic of numbers carried out."""
    if head is Head.PLUS or head is Head.TIMES:
        return _joined(head, operands)
    operation = OPERATION_OF.get(head)
    if operation is None:
        return application(head, *operands)
    if head is not Head.ATAN and not isinstance(operation, BinaryOperation) and len(operands) != operation.arity:
        return application(head, *operands)
    result = apply_head(head, operands)
    if isinstance(result, Application) and result.operator is Head.TIMES and head is not Head.TIMES:
        return _joined(Head.TIMES, result.operands)  # the negative of a product
    return result


def _joined(head: Symbol, operands: Iterable[Any]) -> Any:
    operation, number = (g.add, 0) if head is Head.PLUS else (g.mul, 1)
    total: Any = number
    rest: list[Any] = []
    for operand in operands:
        for part in operand.operands if isinstance(operand, Application) and operand.operator is head else (operand,):
            if is_number(part):
                total = operation(total, part)
            else:
                rest.append(part)
    if not rest or (head is Head.TIMES and type(total) is int and total == 0):
        return total
    if not (type(total) is int and total == number):
        rest.insert(0, total)
    return rest[0] if len(rest) == 1 else application(head, *rest)


def template(skeleton: Any, names: Iterable[str], bare: bool = False) -> Template:
    """The function from bindings to an instance of a skeleton; ``bare``: names alone stand for variables, too."""
    parts = parts_of(skeleton)
    variable, _ = _reference(skeleton)
    if not variable and bare and isinstance(skeleton, Symbol) and skeleton.name in names:
        variable = skeleton.name
    if variable:
        if variable not in names:
            raise SyntaxError_(f"the rule's consequence mentions {variable}, which its pattern does not bind")
        return lambda bindings: bindings[variable]
    if not parts:
        constant = expression_from(skeleton)
        return lambda bindings: constant
    inner = [(template(part, names, bare), _reference(part)[1]) for part in parts]

    def instance(bindings: Bindings) -> Any:
        found: list[Any] = []
        for part, spliced in inner:
            if spliced:
                found.extend(part(bindings))
            else:
                found.append(part(bindings))
        return combined(found[0], tuple(found[1:]))

    return instance


def _reference(skeleton: Any) -> tuple[str, bool]:
    """The name of a variable, "" of what is none, and whether it stands for several operands."""
    parts = parts_of(skeleton)
    if parts and parts[0] in (COMMA, COMMA_AT):
        return (parts[1].name if len(parts) == 2 and isinstance(parts[1], Symbol) else ""), parts[0] is COMMA_AT
    kind, name, _ = variable_of(skeleton) or (ELEMENT, "", ())
    return name, kind is not ELEMENT


# --- conditions ------------------------------------------------------------------------------------------


def facts_needed(condition: Any) -> Iterator[tuple[str, Any]]:
    parts = parts_of(condition)
    if parts and parts[0] is AND:
        for part in parts[1:]:
            yield from facts_needed(part)
    elif parts and isinstance(parts[0], Symbol) and parts[0].name in FACTS and len(parts) == 2:
        yield parts[0].name, parts[1]


def condition_of(condition: Any, names: list[str], rewrite: str) -> Condition:
    """The test of bindings under a policy that a condition says."""
    if condition is None or condition is NONE:
        return lambda bindings, policy: True
    if not isinstance(condition, Application) and callable(condition):
        function = of_variables(condition, names)
        return lambda bindings, policy: function(bindings)
    parts = parts_of(condition)
    if not parts or not isinstance(parts[0], Symbol):
        raise SyntaxError_(
            f"a rule's condition is none, a fact, a predicate or a conjunction, got {shown_text(condition)}"
        )
    if parts[0] is AND:  # predicates first: an assumption is taken only for a rewrite that is made
        ordered = sorted(parts[1:], key=lambda part: any(True for _ in facts_needed(part)))
        tests = [condition_of(part, names, rewrite) for part in ordered]
        return lambda bindings, policy: all(test(bindings, policy) for test in tests)
    arguments = [template(part, names, bare=True) for part in parts[1:]]
    if parts[0].name in FACTS and len(arguments) == 1:
        fact, (argument,) = parts[0].name, arguments
        return lambda bindings, policy: policy.grants(fact, argument(bindings), rewrite)
    predicate = predicate_of(parts[0])
    return lambda bindings, policy: predicate(*(argument(bindings) for argument in arguments))


def of_variables(function: Callable[..., Any], names: list[str]) -> Template:
    """A function whose parameters are named as pattern variables, or one of all of them in their order."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return lambda bindings: function(*(bindings[name] for name in names))
    wanted = list(signature.parameters)
    if not set(wanted) <= set(names):
        try:
            signature.bind(*names)
        except TypeError:
            unknown = ", ".join(name for name in wanted if name not in names)
            raise SyntaxError_(f"the rule's function takes {unknown}; its pattern binds {', '.join(names)}") from None
        wanted = names
    return lambda bindings: function(*(bindings[name] for name in wanted))
