"""The pattern language and rule sets as a user's tool, in Python and in Scheme; each named rule set, alone."""

import pytest

import scmpy
import scmpy as s
from scmpy.errors import LimitError
from scmpy.registry import entries
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.expression import expression_of, read_expression, subexpressions, symbol
from scmpy.symbolic.patterns import matches
from scmpy.symbolic.rules import RuleSet, rule, ruleset, trig_to_sincos

from ..tables import answers, refusals, rows

X, Y = s.symbols("x y")


def bound(pattern, subject):
    return [{name: repr(value) for name, value in found.items()} for found in matches(pattern, subject)]


def test_variables_stand_for_the_same_each_time():
    assert bound("(+ (? a) (? a))", "(+ x x)") == [{"a": "x"}]
    assert bound("(+ (? a) (? a))", "(+ x y)") == []
    assert bound("(f (? a) (? a))", "(f 1 1.)") == []


def test_segments_backtrack():
    assert len(bound("(+ (?? a) (? x) (?? b))", "(+ u v w)")) == 3
    assert bound("(+ (?? a) 2 (?? a))", "(+ x 2 x)") == [{"a": "(x,)"}]
    assert bound("(f (?? xs) ($$ xs))", "(f 1 2 2 1)") == [{"xs": "(1, 2)"}]
    assert bound("(f (?? xs) ($$ xs))", "(f 1 2 1 2)") == []
    assert bound("(f (?? a) (g (?? a)))", "(f 1 2 (g 1 2))") == [{"a": "(1, 2)"}]


def test_operators_are_matched_too():
    assert bound("((? f) (? f))", "(g g)") == [{"f": "g"}]
    assert bound("(((expt D 2) (? f)) t)", "(((expt D 2) q) t)") == [{"f": "q"}]


def test_predicates_restrict():
    assert bound("(expt (? x symbol?) (? n even-integer?))", "(expt y 4)") == [{"x": "y", "n": "4"}]
    assert bound("(expt (? x) (? n even-integer?))", "(expt y 3)") == []


def test_a_rule_from_expressions_and_functions():
    a, b = read_expression("(? a)"), read_expression("(? b)")
    assert rule(s.sin(a) * s.cos(b), s.sin(a + b))(s.sin(X) * s.cos(Y)) == s.sin(X + Y)
    assert rule("(f (? n integer?))", lambda n: n * 2)("(f 21)") == 42
    assert rule("(f (? x))", "(g (? x))", when="(symbol? x)")("(f 1)") == read_expression("(f 1)")
    assert rule("(f (? x) (? y))", "(g (? x))", when=lambda x, y: x is not y)("(f x y)") == read_expression("(g x)")


def test_assumptions_are_listed_or_declined():
    log_product = ruleset("(log (* (? x) (?? y)))  (positive x)  (+ (log (? x)) (log (* (?? y))))")
    found = log_product("(log (* x y))", report=True)
    assert [(a.fact, a.expression) for a in found.assumptions] == [("positive", X)]
    assert log_product("(log (* x y))", careful=True) == read_expression("(log (* x y))")
    p = s.symbols("p", positive=True)
    assert repr(log_product(s.log(p * Y), careful=True)) == "(+ (log p) (log y))"


def test_structures_are_rewritten_componentwise():
    found = trig_to_sincos(s.up(s.tan(X), s.down(s.sec(Y), 1)))
    assert repr(found) == "(up (/ (sin x) (cos x)) (down (/ 1 (cos y)) 1))"
    assert repr(found[0]) == "(/ (sin x) (cos x))"
    assert s.simplify(found[0] * s.cos(X)) == s.sin(X)


def test_a_form_prints_as_it_stands_and_computes():
    form = s.log_contract(s.log(X) + s.log(Y))
    assert repr(form) == "(log (* x y))"
    assert repr(s.D(lambda x: s.factor(Y**2 - 1) * x)(X)) == "(+ -1 (expt y 2))"
    assert (form - form) == 0
    assert s.equivalent(s.factor(X**2 - Y**2), X**2 - Y**2).verdict == "equal"
    assert float(s.rcf_simplify(s.sqrt(X) * 0 + 2)) == 2


@pytest.mark.slow
def test_deep_and_large_expressions():
    deep = X
    for _ in range(10_000):
        deep = s.sin(s.add(deep, Y))
    found = ruleset("(sin (? x))  none  (cos (? x))")(deep)
    assert sum(1 for _ in subexpressions(found.value)) == sum(1 for _ in subexpressions(deep))


@pytest.mark.parametrize(
    "text",
    [
        "(f (? x))  none  (f (g (? x)))",
        "(f (? x))  none  (g (? x))   (g (? x))  none  (f (? x))",
        "(f (? x))  none  (f (f (? x)))",
        "(? x symbol?)  none  (f (? x))",
    ],
)
def test_rules_without_rest_end(text):
    with s.setting(most_match_places=30_000), pytest.raises(LimitError, match="do not come to rest"):
        ruleset(text)("(f x)")


def test_a_search_ends():
    pattern = "(+ (?? a) (? x) (?? b) (? y) (?? c) (? z) (?? d) (? x) (? x) (?? e))"
    with s.setting(most_match_places=10_000), pytest.raises(LimitError, match="more than 10000 places"):
        list(matches(pattern, s.add(*(symbol(f"v{i}") for i in range(40)))))
        list(matches(pattern, read_expression("(+ " + " ".join(f"v{i}" for i in range(40)) + ")")))


test_errors_say_what_is_wrong = refusals(__file__, "rewriting", globals())


test_in_scheme = answers(__file__, "answers.txt")


NAMED = {entry.value.name: entry.value for entry in entries() if isinstance(entry.value, RuleSet)}

CASES = [(row.split()[0], *row.partition(" ")[2].split(" => ")) for row in rows(__file__, "rule_sets.txt")]


@pytest.mark.parametrize(("name", "expression", "rewritten"), CASES, ids=[f"{c[0]} {c[1]}" for c in CASES])
def test_a_rule_set_alone(name, expression, rewritten):
    session = Session()
    assert session.result_text(session.run(f"({name} '{expression})")) == rewritten
    python = getattr(scmpy, scmpy.registry.lookup(name).python)
    assert scheme_text(expression_of(python(expression))) == rewritten


def test_every_named_rule_set_has_a_case():
    assert {name for name, _, _ in CASES} == set(NAMED)


def test_a_rule_set_leaves_what_it_does_not_know():
    assert all(scheme_text(expression_of(found("(f x y)"))) == "(f x y)" for found in NAMED.values())
