"""Rules: what matches a pattern is replaced by a consequence; rule sets rewrite until nothing changes.

A rule is a triple, in the notation of :mod:`scmpy.symbolic.rewriting.matching`:

    (sqrt (* (? x) (?? ys)))    (nonnegative x)    (* (sqrt (? x)) (sqrt (* (?? ys))))

In the middle is what has to hold: ``none``, a fact about an expression, which the policy has to grant (it may be
assumed), a predicate (``(even-integer? n)``), or ``(and ...)`` of several. In the consequence the variables stand for
what they matched, segments for all of their operands, and arithmetic of numbers is carried out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from scmpy.errors import LimitError, SyntaxError_, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import BinaryOperation
from scmpy.generic.display import Shown
from scmpy.generic.kinds import Procedure, describe, is_number
from scmpy.guard import guarded_call
from scmpy.registry import public, register
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.expression import PLUS, TIMES, Application, Expression, Symbol, application, symbol
from scmpy.symbolic.facts import FACTS
from scmpy.symbolic.notation import expression_from, is_datum_list, read_expressions
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.matching import (
    ELEMENT,
    Bindings,
    Search,
    as_pattern,
    compiled,
    names_in,
    parts_of,
    predicate_of,
    variable_of,
)
from scmpy.symbolic.simplify import Simplification
from scmpy.symbolic.written import rewritten

Template = Callable[[Bindings], Any]
Condition = Callable[[Bindings, Policy], Any]

NONE, AND, COMMA, COMMA_AT = map(symbol, ("none", "and", ":", "::"))

#: No more rules than this are applied in one rewriting.
MAXIMUM_REWRITES = 200_000


# --- consequences ----------------------------------------------------------------------------------------------


def combined(head: Any, operands: tuple[Any, ...]) -> Any:
    """The application of a head, sums and products in one level, arithmetic of numbers carried out."""
    if head is PLUS or head is TIMES:
        return _joined(head, operands)
    operation = OPERATION_OF.get(head)
    if operation is None:
        return application(head, *operands)
    if head is not symbol("atan") and not isinstance(operation, BinaryOperation) and len(operands) != operation.arity:
        return application(head, *operands)
    result = apply_head(head, operands)
    if isinstance(result, Application) and result.operator is TIMES and head is not TIMES:
        return _joined(TIMES, result.operands)  # the negative of a product
    return result


def _joined(head: Symbol, operands: Iterable[Any]) -> Any:
    """A sum or product with its number first."""
    operation, number = (g.add, 0) if head is PLUS else (g.mul, 1)
    total: Any = number
    rest: list[Any] = []
    for operand in operands:
        for part in operand.operands if isinstance(operand, Application) and operand.operator is head else (operand,):
            if is_number(part):
                total = operation(total, part)
            else:
                rest.append(part)
    if not rest or (head is TIMES and type(total) is int and total == 0):
        return total
    if not (type(total) is int and total == number):
        rest.insert(0, total)
    return rest[0] if len(rest) == 1 else application(head, *rest)


def template(skeleton: Any, names: Iterable[str], bare: bool = False) -> Template:
    """The function from bindings to an instance of a skeleton; ``bare``: names alone stand for variables, too."""
    parts = parts_of(skeleton)
    variable = _reference(skeleton, parts)
    if variable is None and bare and isinstance(skeleton, Symbol) and skeleton.name in names:
        variable = skeleton.name
    if variable is not None:
        if variable not in names:
            raise SyntaxError_(f"the rule's consequence mentions {variable}, which its pattern does not bind")
        return lambda bindings: bindings[variable]
    if not parts:
        constant = expression_from(skeleton)
        return lambda bindings: constant
    inner = [(template(part, names, bare), _is_spliced(part)) for part in parts]

    def instance(bindings: Bindings) -> Any:
        found: list[Any] = []
        for part, spliced in inner:
            if spliced:
                found.extend(part(bindings))
            else:
                found.append(part(bindings))
        return combined(found[0], tuple(found[1:]))

    return instance


def _reference(skeleton: Any, parts: tuple[Any, ...] | None) -> str | None:
    """The name of the variable that a skeleton is: ``(? x)`` or ``(: x)``, ``(?? x)`` or ``(:: x)``."""
    if parts and parts[0] in (COMMA, COMMA_AT) and len(parts) == 2 and isinstance(parts[1], Symbol):
        return parts[1].name
    variable = variable_of(skeleton)
    return None if variable is None else variable[1]


def _is_spliced(skeleton: Any) -> bool:
    parts = parts_of(skeleton)
    if parts and parts[0] in (COMMA, COMMA_AT):
        return parts[0] is COMMA_AT
    variable = variable_of(skeleton)
    return variable is not None and variable[0] is not ELEMENT


# --- conditions ------------------------------------------------------------------------------------------------


def facts_needed(condition: Any) -> Iterator[tuple[str, Any]]:
    """The facts of a condition, each with its expression."""
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
        raise SyntaxError_(f"a rule's condition is none, a fact, a predicate or a conjunction, got {condition!r}")
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


# --- rules -----------------------------------------------------------------------------------------------------


@Procedure.register
class Rewrite(Shown):
    """What rewrites an expression, or declines: a rule, a rule set, a strategy.

    Calling it gives the rewritten value, the value itself where it declines; of a structure componentwise. With
    ``careful`` no assumption is taken that is not known to hold; with ``report`` those that were are listed.
    """

    name: str

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        """The rewritten expression, None where the rewrite does not apply."""
        raise NotImplementedError

    @guarded_call
    def __call__(self, value: Any, *, careful: bool = False, report: bool = False) -> Any:
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
def rule(pattern: Any, consequence: Any, when: Any = None) -> Rule:
    """The rule that replaces what matches a pattern.

    Scheme:  (rule:make pattern consequence)
    Pattern: text, or an expression with variables in it: ``(? x)``, ``(? x even-integer?)``, ``(?? xs)``, ``($$ xs)``
    Consequence: likewise, or a function of the variables, its parameters named as they are or in their order
    When:    a fact that must be granted, "(positive x)"; a predicate, "(symbol? x)"; a function of the variables
    >>> rule("(+ (? a) (? a))", "(* 2 (? a))")("(+ x x)")
    (* 2 x)
    >>> rule("(expt (sqrt (? x)) (? n even-integer?))", lambda x, n: x ** (n // 2))("(expt (sqrt y) 6)")
    (expt y 3)
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
        result = everywhere(self.once, subject, policy, search)
        return None if result is subject else result


Once = Callable[[Any, Policy, Search], Any]


def everywhere(once: Once, root: Any, policy: Policy, search: Search, maximum: int = MAXIMUM_REWRITES) -> Any:
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
            if rewrites > maximum:
                raise LimitError(f"the rules do not come to rest: {maximum} rewrites, the last of {_outline(node)}")
        following[node] = successor
        if _is_waiting(successor, normal):
            stack.append(successor)
    return normal.get(root, root) if isinstance(root, Expression) else root


def _is_waiting(part: Any, normal: dict[Any, Any]) -> bool:
    return isinstance(part, Expression) and part not in normal


def _outline(node: Expression) -> str:
    head = node if isinstance(node, Symbol) else node.operator
    return (
        f"{'an application of ' if node is not head else ''}{head.name if isinstance(head, Symbol) else 'an operator'}"
    )


def parts_below(node: Expression) -> list[Expression]:
    """The parts of a node that rules may rewrite: operands, and the operator where it is no name. Numbers stay."""
    found = [operand for operand in node.operands if isinstance(operand, Expression)]
    if isinstance(node.operator, Application):
        found.insert(0, node.operator)
    return found


def with_parts(node: Expression, rewritten: dict[Any, Any]) -> Any:
    """The node with its parts rewritten; itself where none of them changed."""
    changed = False
    operands = []
    for operand in node.operands:
        new = rewritten[operand] if isinstance(operand, Expression) else operand
        changed = changed or new is not operand
        operands.append(new)
    head = rewritten[node.operator] if isinstance(node.operator, Application) else node.operator
    return combined(head, tuple(operands)) if changed or head is not node.operator else node


def triples(text: str) -> Iterator[tuple[Any, Any, Any]]:
    """The patterns, conditions and consequences that a text lists."""
    found = read_expressions(text)
    if len(found) % 3:
        raise SyntaxError_(f"rules are triples of pattern, condition and consequence, got {len(found)} expressions")
    yield from zip(found[::3], found[1::3], found[2::3], strict=True)


def rules_of(text: str, name: str = "rule") -> tuple[Rule, ...]:
    """The rules that a text lists as triples."""
    return tuple(Rule(*triple, name=name) for triple in triples(text))


@public("rule-simplifier", python="ruleset")
def ruleset(*rules: Any, name: str = "rule set") -> RuleSet:
    """The rule set of these rules: rule values, or texts of triples ``pattern condition consequence``.

    Scheme:  (rule-simplifier rule ...)
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


#: The rule sets that have names of their own: Scheme name -> rule set.
NAMED: dict[str, RuleSet] = {}


def named(name: str, doc: str, *rules: Any, alias: str = "") -> RuleSet:
    """Declare a public rule set: its documentation says the mathematics."""
    found = RuleSet(rules, name, f"{doc}\n\n    Scheme:  ({name} e)")
    NAMED[name] = found
    for each in (name, alias) if alias else (name,):
        register(each, found)
    return found
