"""Rules: what matches a pattern is replaced by a consequence; rule sets rewrite until nothing changes.

A rule is a triple, in the notation of :mod:`scmpy.symbolic.rewriting.matching`:

    (sqrt (* (? x) (?? ys)))    (nonnegative x)    (* (sqrt (? x)) (sqrt (* (?? ys))))

In the middle is what has to hold: ``none``, a fact about an expression, which the policy has to grant (it may be
assumed), a predicate (``(even-integer? n)``), or ``(and ...)`` of several. In the consequence the variables stand for
what they matched, segments for all of their operands, and arithmetic of numbers is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from scmpy.errors import SyntaxError_, WrongTypeError, describe
from scmpy.generic.annotations import Formula, Value
from scmpy.generic.display import Shown
from scmpy.generic.kinds import Procedure, is_number
from scmpy.guard import guarded_call
from scmpy.registry import Registered, docstring, exported_name, public, register
from scmpy.symbolic.expression import Application, Expression, Symbol
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.everywhere import everywhere
from scmpy.symbolic.rewriting.matching import Search, as_pattern, compiled, names_in, parts_of, variable_of
from scmpy.symbolic.rewriting.templates import condition_of, of_variables, template
from scmpy.symbolic.s_expressions import expression_from, is_datum_list, read_expressions
from scmpy.symbolic.simplify import Simplification
from scmpy.symbolic.written import rewritten


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
        result = everywhere(self.once, subject, policy, search)
        return None if result is subject else result


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
