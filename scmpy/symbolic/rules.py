"""Rules, rewriting to a fixed point, the named rule sets of the core."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import product
from typing import Any

from scmpy.boundary import guarded_call
from scmpy.errors import LimitError, SyntaxError_, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.display import Shown
from scmpy.generic.elementary import RECORDS
from scmpy.generic.settings import MOST_TERMS
from scmpy.generic.types import Formula, Procedure, Value, is_number
from scmpy.registry import Registered, docstring, exported_name, public, register, scheme_value, text_beside
from scmpy.symbolic.assumptions import REWRITINGS, Policy, assume_bang
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_from,
    is_datum_list,
    numerical,
    read_expressions,
    symbol,
)
from scmpy.symbolic.patterns import (
    MOST_PLACES,
    Search,
    as_pattern,
    combined,
    compiled,
    condition_of,
    names_in,
    negated,
    of_variables,
    parts_of,
    template,
    variable_of,
)
from scmpy.symbolic.printed_form import rewritten
from scmpy.symbolic.simplify import Simplification

# --- everywhere ------------------------------------------------------------------------------------------------------
# Rewriting all parts of an expression, from the inside out, until nothing changes.

#: A rule that is applied counts for so many places that are tried.
_REWRITE = 15

Once = Callable[[Any, Policy, Search], Any]


def rewrite_bottom_up(once: Once, root: Any, policy: Policy, search: Search) -> Any:
    """Rewrite all parts of an expression from the inside out until nothing changes (iterative: any depth).

    The normal form of every node met is remembered. ``following`` leads from a node to what it was rewritten to,
    whose normal form is its own; a node met again before that is known is rewritten in a circle.
    """
    normal: dict[Any, Any] = {}
    following: dict[Any, Any] = {}
    rewrites = 0
    stack = [root]
    while stack:
        node = stack[-1]
        if node in normal or not isinstance(node, Expression):
            stack.pop()
            continue
        successor = following.get(node)
        if successor is not None:
            if _is_waiting(successor, normal):
                raise LimitError(f"the rules do not come to rest: they rewrite {_outline(node)} in a circle")
            normal[node] = normal.get(successor, successor) if isinstance(successor, Expression) else successor
            continue
        waiting = [part for part in parts_below(node) if part not in normal]
        if waiting:
            stack.extend(reversed(waiting))
            continue
        successor = with_parts(node, normal)
        if successor is node:
            successor = once(node, policy, search)
            if successor is None:
                normal[node] = node
                continue
            rewrites += 1
            if rewrites * _REWRITE > MOST_PLACES.value:
                rest = f"the rules do not come to rest; the last rewrites {_outline(node)}:"
                raise MOST_PLACES.refusal(rest, "rewrites", each=_REWRITE)
        following[node] = successor
        if _is_waiting(successor, normal):
            stack.append(successor)
    return normal.get(root, root) if isinstance(root, Expression) else root


def _is_waiting(part: Any, normal: dict[Any, Any]) -> bool:
    return isinstance(part, Expression) and part not in normal


def _outline(node: Expression) -> str:
    if isinstance(node, Symbol):
        return node.name
    return f"an application of {node.operator.name if isinstance(node.operator, Symbol) else 'an operator'}"


def parts_below(node: Expression) -> list[Expression]:
    """The parts of a node that rules may rewrite: operands, and the operator where it is no name. Numbers stay."""
    operators = [node.operator] if isinstance(node.operator, Application) else []
    return operators + [x for x in node.operands if isinstance(x, Expression)]


def with_parts(node: Expression, rewritten: dict[Any, Any]) -> Any:
    """The node with its parts rewritten; itself where none of them changed."""
    head = rewritten[node.operator] if isinstance(node.operator, Application) else node.operator
    operands = tuple(rewritten[x] if isinstance(x, Expression) else x for x in node.operands)
    changed = head is not node.operator or any(map(operator.is_not, operands, node.operands))
    return combined(head, operands) if changed else node


# --- rules -----------------------------------------------------------------------------------------------------------
# Rules: what matches a pattern is replaced by a consequence; rule sets rewrite until nothing changes.
#
# A rule is a triple, in the notation of :mod:`scmpy.symbolic.patterns`:
#
#     (sqrt (* (? x) (?? ys)))    (nonnegative x)    (* (sqrt (? x)) (sqrt (* (?? ys))))
#
# In the middle is what has to hold: ``none``, a fact about an expression, which the policy has to grant (it may be
# assumed), a predicate (``(even-integer? n)``), or ``(and ...)`` of several. In the consequence the variables stand for
# what they matched, segments for all of their operands, and arithmetic of numbers is carried out.


@Procedure.register
class Rewrite(Registered, Shown):
    """What rewrites an expression, or declines: a rule, a rule set, a strategy.

    Calling it gives the rewritten value, the value itself where it declines; of a structure componentwise. With
    ``careful`` no assumption is taken that is not known to hold; with ``report`` those that were are listed.
    """

    name: str

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        """The rewritten expression, None where the rewrite does not apply."""
        raise NotImplementedError

    @guarded_call
    def __call__(self, value: Value, *, careful: bool = False, report: bool = False) -> Value:
        policy, search = Policy(careful=careful, recording=report), Search()

        def rewrite(scalar: Any) -> Any:
            found = self.step(scalar, policy, search)
            return scalar if found is None else found

        result = rewritten(value, rewrite)
        return Simplification(result, tuple(policy.taken)) if report else result

    def __repr__(self) -> str:
        return f"<rewrite {self.name}>"

    @property
    def __name__(self) -> str:
        return self.name


class Rule(Rewrite):
    """One rule; applied to an expression it rewrites the whole of it, where the pattern matches."""

    def __init__(self, pattern: Any, condition: Any, consequence: Any, name: str = "rule") -> None:
        self.pattern, self.condition, self.consequence = map(as_pattern, (pattern, condition, consequence))
        self.name = name
        self.names = names_in(self.pattern)
        self.match = compiled(self.pattern)
        self.holds = condition_of(self.condition, self.names, name)
        if callable(self.consequence) and not isinstance(self.consequence, Expression):
            self.instance = of_variables(self.consequence, self.names)
        else:
            self.instance = template(self.consequence, self.names)

    @property
    def head(self) -> Symbol | None:
        """The symbol that the operator of whatever matches must be, if it must be one."""
        parts = parts_of(self.pattern)
        if parts and variable_of(self.pattern) is None and isinstance(parts[0], Symbol):
            return parts[0]
        return None

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        for bindings in self.match(subject, {}, search):
            if self.holds(bindings, policy):
                result = self.instance(bindings)
                if not isinstance(result, Expression) and not is_number(result):
                    result = expression_from(result)
                if result is not subject:
                    return result
        return None


@public("rule:make", python="rule")
def rule(
    pattern: Formula, consequence: Formula | Callable[..., Any], when: Formula | Callable[..., Any] | None = None
) -> Rule:
    """The rule that replaces what matches a pattern.

    Scheme:  (rule:make pattern consequence)
    Pattern: text, or an expression with variables in it: ``(? x)``, ``(? x even-integer?)``, ``(?? xs)``, ``($$ xs)``
    Consequence: likewise, or a function of the variables, its parameters named as they are or in their order
    When:    a fact that must be granted, "(positive x)"; a predicate, "(symbol? x)"; a function of the variables
    Subject: sums of sums are one sum, products of products one product: two of their parts, wherever they stand, are
             matched by a pattern that has a place for the others, (* (?? a) (? x) (?? b) (? y) (?? c))
    >>> rule("(+ (? a) (? a))", "(* 2 (? a))")("(+ x x)")
    (* 2 x)
    >>> rule("(expt (sqrt (? x)) (? n even-integer?))", lambda x, n: x ** (n // 2))("(expt (sqrt y) 6)")
    (expt y 3)
    >>> rule("(* (? a) (? b))", "(f (? a) (? b))")("(* u (* v w))")
    (* u v w)
    """
    return Rule(pattern, when, consequence)


class RuleSet(Rewrite):
    """Rules that are applied to all parts of an expression, from the inside out, until none applies any more.

    Each part is rewritten once, however often it occurs. Rules that never come to rest end in a LimitError.
    """

    def __init__(self, rules: Iterable[Any], name: str = "rule set", doc: str = "") -> None:
        self.sources = tuple(rules)
        self.name = name
        self.doc = doc
        self._by_head: dict[Any, tuple[Rule, ...]] = {}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, read and compiled when they are first needed."""
        return tuple(one for each in self.sources for one in _as_rules(each, self.name))

    @cached_property
    def _anywhere(self) -> tuple[Rule, ...]:
        return tuple(each for each in self.rules if each.head is None)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self.doc

    def candidates(self, subject: Any) -> tuple[Rule, ...]:
        """The rules that may match, in their order."""
        head = subject.operator if isinstance(subject, Application) else None
        if not isinstance(head, Symbol):
            return self._anywhere
        found = self._by_head.get(head)
        if found is None:
            found = tuple(each for each in self.rules if each.head in (None, head))
            self._by_head[head] = found
        return found

    def once(self, subject: Any, policy: Policy, search: Search) -> Any:
        """The subject as a whole rewritten by the first rule that applies; None if there is none."""
        for each in self.candidates(subject):
            result = each.step(subject, policy, search)
            if result is not None:
                return result
        return None

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        result = rewrite_bottom_up(self.once, subject, policy, search)
        return None if result is subject else result


def triples(text: str) -> Iterator[tuple[Any, Any, Any]]:
    """The patterns, conditions and consequences that a text lists."""
    found = read_expressions(text)
    if len(found) % 3:
        raise SyntaxError_(f"rules are triples of pattern, condition and consequence, got {len(found)} expressions")
    yield from zip(found[::3], found[1::3], found[2::3], strict=True)


def rules_of(text: str, name: str = "rule") -> tuple[Rule, ...]:
    return tuple(Rule(*triple, name=name) for triple in triples(text))


@public("rule-simplifier", python="ruleset")
def ruleset(*rules: Rule | str, name: str = "rule set") -> RuleSet:
    """The rule set of these rules: rule values, or texts of triples ``pattern condition consequence``.

    It rewrites all parts that are symbols or applications, the inner ones first; numbers are left alone.

    Scheme:  (rule-simplifier rule ...)
    1 ]=> (define double (rule-simplifier (rule:make '(+ (?? a) (? x) (? x) (?? b)) '(+ (?? a) (* 2 (? x)) (?? b)))))
    1 ]=> (double '(sin (+ y x x)))
    ;Value: (sin (+ y (* 2 x)))
    >>> double = ruleset("(+ (?? a) (? x) (? x) (?? b))  none  (+ (?? a) (* 2 (? x)) (?? b))")
    >>> double("(sin (+ y x x))")
    (sin (+ y (* 2 x)))
    """
    return RuleSet([one for each in rules for one in _as_rules(each, name)], name)


def _as_rules(value: Any, name: str) -> tuple[Rule, ...]:
    if isinstance(value, str):
        return rules_of(value, name)
    if is_datum_list(value):
        return tuple(one for each in value for one in _as_rules(each, name))
    if isinstance(value, RuleSet):
        return value.rules
    if not isinstance(value, Rule):
        raise WrongTypeError(f"a rule set is made of rules, got {describe(value)}")
    return (value,)


def named(name: str, doc: str, example: tuple[str, str], *rules: Any, alias: str = "") -> RuleSet:
    """Declare a public rule set: its documentation says the mathematics and shows an expression before and after."""
    before, after = example
    found = RuleSet(rules, name, docstring(doc, f"({name} e)", f'{exported_name(name)}("{before}")', after))
    for each in (name, alias) if alias else (name,):
        register(each, found)
    return found


# --- angle forms -----------------------------------------------------------------------------------------------------
# Sines and cosines of sums and multiples of angles, by the addition theorems.
#
# e^(i (x + y + ...)) is the product of the e^(i x) = cos x + i sin x; its real part is the cosine of the sum, its
# imaginary part the sine. A part with k sines has the factor i^k.


def _check(terms: int, what: str) -> None:
    MOST_TERMS.check(terms, f"{what} has {terms} terms", each=24)


def _of_sum(x: Any, y: tuple[Any, ...], odd: bool) -> Any:
    """cos(x + y + ...), or the sine, which is odd, by the sines and cosines of the terms."""
    angles = (x, *y)
    if len(angles) > 12:
        _check(1 << (len(angles) - 1), f"the sine or cosine of a sum of {len(angles)} angles, expanded,")
    terms = []
    for choice in product((0, 1), repeat=len(angles)):
        sines = sum(choice)
        if sines % 2 == odd:
            factors = [(g.sin if sine else g.cos)(angle) for sine, angle in zip(choice, angles, strict=True)]
            terms.append(combined(Head.TIMES, (-1 if sines % 4 > 1 else 1, *factors)))
    return combined(Head.PLUS, tuple(terms))


def _of_multiple(n: int, x: tuple[Any, ...], odd: bool) -> Any:
    """cos(n x), or the sine, by the sine and cosine of x, the product of these factors."""
    _check(n // 2 + 1, f"the sine or cosine of {n} times an angle, expanded,")
    angle = combined(Head.TIMES, x)
    sine, cosine = g.sin(angle), g.cos(angle)
    terms = [
        combined(Head.TIMES, (math.comb(n, k) * (-1 if k % 4 > 1 else 1), g.expt(cosine, n - k), g.expt(sine, k)))
        for k in range(odd, n + 1, 2)
    ]
    return combined(Head.PLUS, tuple(terms))


# --- angles ----------------------------------------------------------------------------------------------------------
# Sums and multiples of angles: the addition theorems in both directions, and half angles.

expand_multiangle = named(
    "expand-multiangle",
    "Sines and cosines of sums and multiples: sin(x + y) = sin x cos y + cos x sin y, cos 2x = cos^2 x - sin^2 x.",
    ("(sin (+ x y))", "(+ (* (cos x) (sin y)) (* (sin x) (cos y)))"),
    Rule("(sin (* (? n at-least-two?) (?? x)))", None, partial(_of_multiple, odd=True), "expand-multiangle"),
    Rule("(cos (* (? n at-least-two?) (?? x)))", None, partial(_of_multiple, odd=False), "expand-multiangle"),
    """
    (sin (* (? n negative-number?) (?? x)))   none   (* -1 (sin (* (- (? n)) (?? x))))
    (cos (* (? n negative-number?) (?? x)))   none   (cos (* (- (? n)) (?? x)))
    (sin (- (? x) (? y)))    none   (- (* (sin (? x)) (cos (? y))) (* (cos (? x)) (sin (? y))))
    (cos (- (? x) (? y)))    none   (+ (* (cos (? x)) (cos (? y))) (* (sin (? x)) (sin (? y))))
    """,
    Rule("(sin (+ (? x) (?? y)))", None, partial(_of_sum, odd=True), "expand-multiangle"),
    Rule("(cos (+ (? x) (?? y)))", None, partial(_of_sum, odd=False), "expand-multiangle"),
)


# --- quotients -------------------------------------------------------------------------------------------------------
# Cancelling in quotients: one rule for each place where two factors can stand.


def in_quotients(top: str, bottom: str, new_top: str, new_bottom: str = "1", condition: str = "none") -> str:
    """The rules that replace a factor of a numerator and one of a denominator, which stand alone or in products.

    >>> print(in_quotients("(sin (? x))", "(cos (? x))", "(tan (? x))").splitlines()[1])
    (/ (* (?? a) (sin (? x)) (?? b)) (cos (? x))) none (/ (* (?? a) (tan (? x)) (?? b)) 1)
    """
    rules = []
    for bottom_product, top_product in product((False, True), repeat=2):
        pattern = f"(/ {_place(top, top_product, 'a', 'b')} {_place(bottom, bottom_product, 'c', 'd')})"
        result = f"(/ {_place(new_top, top_product, 'a', 'b')} {_place(new_bottom, bottom_product, 'c', 'd')})"
        rules.append(f"{pattern} {condition} {result}")
    return "\n".join(rules)


def _place(factor: str, in_product: bool, before: str, after: str) -> str:
    return f"(* (?? {before}) {factor} (?? {after}))" if in_product else factor


# --- rules that are text ---------------------------------------------------------------------------------------------
# A block of rule_sets.txt is a set: its names, its documentation, an expression before => after, then the rules, as
# triples of pattern, condition and consequence; quotients that are replaced, as :func:`in_quotients` takes them; and
# the sets that it also has, at their places among them.
#
# The logarithm is the principal one, log(x y) = log(x) + log(y) where x > 0, and the principal root is not negative:
# sqrt(x y) = sqrt(x) sqrt(y) needs that one factor is not.


def declare_sets(file: str) -> dict[str, RuleSet]:
    """Make the rule sets of a file public: by their first names."""
    found = {}
    for block in text_beside(file).split("\n\n"):
        names, doc, example, text = block.split("\n", 3)
        text = re.sub("^quotients (.*)$", lambda line: in_quotients(*line[1].split(" | ")), text, flags=re.MULTILINE)
        parts = enumerate(re.split("^also (.*)$", text, flags=re.MULTILINE))
        sources = [scheme_value(part) if place % 2 else part for place, part in parts]
        name, *alias = names.split()
        before, after = example.split(" => ")
        found[name] = named(name, doc, (before, after), *sources, alias="".join(alias))
    return found


_SETS = declare_sets("symbolic/rule_sets.txt")
cos_squared_to_sin_squared, exp_contract = _SETS["cos^2->sin^2"], _SETS["exp-contract"]
trig_to_sincos = _SETS["trig->sincos"]
REWRITINGS["half_angle_simplify"] = lambda e, policy: converted(_SETS["half-angle"](e))


@public("non-negative-factors")
def non_negative_factors(x: Formula, y: Formula, who: Value = None) -> bool:
    """Assume that neither of two factors is negative, as sqrt(x y) = sqrt(x) sqrt(y) needs; is that possible?

    Scheme:  (non-negative-factors 'x 'y 'who)
    1 ]=> (non-negative-factors -2 'x 'me)
    ;Value: #f
    >>> non_negative_factors(symbols("x", negative=True), 4)
    False
    """
    condition = (symbol("and"), *((symbol("nonnegative?"), factor) for factor in (x, y)))
    return assume_bang(condition, who, lambda: False) is None


# --- parity of angles ------------------------------------------------------------------------------------------------


def _parity_rule(head: str, odd: bool) -> Rule:
    """f(-x) = -f(x), or f(x)."""
    function = numerical(head)

    def consequence(x: object) -> object:
        opposite = application(function, negated(x))
        return g.negate(opposite) if odd else opposite

    return Rule(f"({head} (? x has-minus?))", None, consequence, "angular-parity")


angular_parity = named(
    "angular-parity",
    "Minus signs out of angles: sin(-x) = -sin(x), cos(-x) = cos(x); so tan, cot, csc, asin, atan, sinh, ...",
    ("(sin (* -1 x))", "(- (sin x))"),
    *(
        _parity_rule(record.head, odd=record.parity < 0)
        for record in RECORDS.values()
        if record.kind == "analytic" and record.parity and record.expanded != "at once"
    ),
)
