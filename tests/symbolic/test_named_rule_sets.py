"""Each named rule set, alone: from Scheme, where it is a procedure, and from Python. By value: tests/laws."""

import pytest

import scmpy
from scmpy.registry import entries
from scmpy.render.scheme import scheme_text
from scmpy.scheme import Session
from scmpy.symbolic.expression import expression_of
from scmpy.symbolic.rules import RuleSet

from ..tables import rows

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
