"""Every rule of every named rule set, by value: what it rewrites and what comes out agree in ball arithmetic.

The variables of a rule get expressions that their predicates admit; the symbols in them get values at random points:
real ones, and complex ones where no assumption was taken. Where an assumption that was taken does not hold, the point
says nothing. A rule of which no point says anything fails, too.
"""

import random
from fractions import Fraction

import pytest
from flint import acb

import scmpy
from scmpy.compat.expressions import PI
from scmpy.errors import DivisionByZeroError, DomainError
from scmpy.generic.numbers import exact, exact_complex
from scmpy.registry import entries
from scmpy.symbolic.assumptions import Policy
from scmpy.symbolic.expression import application, symbol
from scmpy.symbolic.patterns import ELEMENT, REVERSED, Search, combined, parts_of, predicate_of, variable_of
from scmpy.symbolic.rules import Rule, RuleSet, rules_of

from .balls import OutsideDomain, precision, same, value

NAMED = {entry.value.name: entry.value for entry in entries() if isinstance(entry.value, RuleSet)}

X, Y, Z = scmpy.symbols("x y z")
EXPRESSIONS = [
    *(X, Y, Z, X * Y, X + Y, X - 2 * Y, scmpy.cos(X) + 2, X * Y * Z, X**2 + 1, Y / Z, -X, -2 * Y, X / 3),
    *(X**2, X + 3 * Y, Z**3, Y + Fraction(1, 2)),
]
NUMBERS = [*range(-4, 7), *(Fraction(n, 2) for n in (-3, -1, 1, 3, 5)), Fraction(2, 3), exact_complex(0, 2)]
NUMBERS += [exact_complex(1, -1), exact_complex(Fraction(1, 2), 3)]
MULTIPLES = [PI, *(scmpy.mul(Fraction(n, 12), PI) for n in range(-24, 30, 1)), PI / 3, -PI]
POOL = [*EXPRESSIONS, *EXPRESSIONS, *NUMBERS, *MULTIPLES]

#: Rules of operators, which have tests of their own below.
OPERATOR_SETS = {"canonicalize-partials"}

RULES = [(name, i, each) for name, found in NAMED.items() for i, each in enumerate(found.rules)]
RULES = [each for each in RULES if each[0] not in OPERATOR_SETS]


def instance(pattern, bindings: dict, choose: random.Random):
    """The pattern with its variables replaced by what their predicates admit."""
    variable = variable_of(pattern)
    if variable is not None:
        kind, name, predicates = variable
        if kind is ELEMENT:
            tests = [predicate_of(each) for each in predicates]
            if name not in bindings:
                bindings[name] = choose.choice(
                    [e for e in (POOL if tests else EXPRESSIONS) if all(t(e) for t in tests)]
                )
            return bindings[name]
        if name not in bindings:
            bindings[name] = tuple(choose.sample(EXPRESSIONS, choose.choice((0, 1, 1, 2))))
        return bindings[name][::-1] if kind is REVERSED else bindings[name]
    parts = parts_of(pattern)
    if parts is None:
        return pattern
    found = []
    for part in parts:
        variable = variable_of(part)
        made = instance(part, bindings, choose)
        found.extend(made if variable is not None and variable[0] is not ELEMENT else [made])
    return application(*found) if len(found) > 1 else combined(found[0], ())


def holds(fact: str, z: acb) -> bool:
    """Is this fact certain of a value?"""
    if not (z.imag == 0 or z.imag.contains(0)):
        return False
    tests = {
        "real": lambda x: True,
        "positive": lambda x: x > 0,
        "nonnegative": lambda x: x >= 0 or x == 0,
        "nonzero": lambda x: not x.contains(0),
    }
    return bool(tests[fact](z.real))


def random_point(choose: random.Random, *, real: bool) -> dict:
    def number():
        return exact(Fraction(choose.randint(-300, 300), choose.randint(101, 199)))

    return {name: number() if real else exact_complex(number(), number()) for name in "xyz"}


def at(expression, point, *, real: bool):
    return value(expression, point, real=real)


def verdicts(rule: Rule, choose: random.Random):
    """True or False for each point of each instance that says something of the rule."""
    try:
        subject = instance(rule.pattern, {}, choose)
        policy = Policy(recording=True)
        result = rule.step(subject, policy, Search())
    except (DivisionByZeroError, DomainError):
        return
    if result is None:
        return
    for real in (True, True, True, False):
        if not real and policy.taken:
            continue
        point = random_point(choose, real=real)
        try:
            if all(holds(taken.fact, at(taken.expression, point, real=False)) for taken in policy.taken):
                yield same(at(subject, point, real=real), at(result, point, real=real))
        except (OutsideDomain, ZeroDivisionError, ValueError):
            continue


def judged(rule: Rule, seed: int, enough: int = 12) -> list[bool]:
    """The verdicts of the first points that say something."""
    choose, found = random.Random(seed), []
    with precision():
        for _ in range(400):
            found.extend(verdicts(rule, choose))
            if len(found) >= enough or False in found:
                break
    return found


@pytest.mark.parametrize("name, i, rule", RULES, ids=[f"{name}-{i}" for name, i, _ in RULES])
def test_rule_holds_by_value(name, i, rule):
    found = judged(rule, seed=i)
    assert found, f"no point says anything of {rule.pattern} -> {rule.consequence}"
    assert all(found), f"{name}: {rule.pattern} is not {rule.consequence}"


WRONG = [
    "(sqrt (* (? x) (? y)))  none  (* (sqrt (? x)) (sqrt (? y)))",  # both negative
    "(log (* (? x) (? y)))  none  (+ (log (? x)) (log (? y)))",
    "(sqrt (expt (? x) 2))  none  (? x)",
    "(sin (* -1 (? x)))  none  (sin (? x))",
    "(expt (sin (? x)) 2)  none  (+ 1 (* -1 (cos (* 2 (? x)))))",
    "(sqrt (exp (? x)))  none  (exp (* 1/2 (? x)))",  # wrong at complex points alone
    "(asin (sin (? x)))  (nonnegative (cos x))  (? x)",
    "(imag-part (make-rectangular (? x) (? y)))  (and (real x) (real y))  (? x)",
    "(+ (?? a) (sin (? x)) (?? b))  none  (+ (?? a) (?? b) (cos (? x)))",
]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_rule_is_caught(text):
    assert any(False in judged(rules_of(text)[0], seed, enough=60) for seed in range(5))


def test_every_rule_set_is_tried():
    assert {name for name, _, _ in RULES} | OPERATOR_SETS == set(NAMED)
    assert all(isinstance(found, RuleSet) and found.rules and found.doc for found in NAMED.values())


F = symbol("F")


@pytest.mark.parametrize(
    "operator, sorted_operator",
    [
        ("((partial 1) ((partial 0) F))", "((* (partial 0) (partial 1)) F)"),
        ("((partial 0) ((partial 0) F))", "((expt (partial 0) 2) F)"),
        ("((* (partial 1) (partial 0)) ((partial 1) F))", "((* (partial 0) (expt (partial 1) 2)) F)"),
    ],
)
def test_partials_commute(operator, sorted_operator):
    from scmpy.symbolic.expression import read_expression

    rewritten = NAMED["canonicalize-partials"].step(read_expression(operator), Policy(), Search())
    assert rewritten is read_expression(sorted_operator)
    point = {"x": Fraction(3, 7), "y": Fraction(5, 11)}
    with precision():
        plain = rules_of("((? p) ((? q) (? f)))  none  ((* (? p) (? q)) (? f))")[0]
        nested = plain.step(read_expression(operator), Policy(), Search()) if operator[1:3] == "((" else None
        left = value(application(nested or read_expression(operator), X, Y), point)
        assert same(left, value(application(rewritten, X, Y), point))
