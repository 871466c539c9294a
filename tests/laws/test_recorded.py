"""Verdicts and printed forms that are recorded, and verified by value (:mod:`.by_value` watches every test).

Each line of ``recorded.txt`` is a pair with the verdict of its comparison, or an expression with its simplified form.
The expressions are random, made of identities and of their near misses; they were chosen because together they tell the
library from its mutants: from programs with one operator, constant or condition changed. Of the symbols p is positive,
q not positive, r real, n an integer and k an even one.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import scmpy as s
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import Expression, read_expression, symbol

from .balls import OutsideDomain, precision, same, value
from .by_value import counts

LINES = [line.split("\t") for line in Path(__file__).with_name("recorded.txt").read_text(encoding="utf-8").splitlines()]
VERDICTS = [rest for kind, *rest in LINES if kind == "verdict"]
FORMS = [rest for kind, *rest in LINES if kind == "simplify"]

FACTS = {"p": "positive", "q": "nonpositive", "r": "real", "n": "integer", "k": "even"}
DECLARED = {symbol(name): symbol(name, fact) for name, fact in FACTS.items()}


def read(text: str) -> Any:
    expression = read_expression(text)
    return substitute(expression, DECLARED) if isinstance(expression, Expression) else expression


def differs_at_the_witness(a: Any, b: Any, witness: dict[str, Any], real: bool) -> bool:
    """Have the two different values there, by the tests' own evaluator? True where it knows no value."""
    if any(callable(found) for found in witness.values()):
        return True
    point = {name: Fraction(found) for name, found in witness.items()}
    with precision(400):
        try:
            return not same(*(value(x, point, real=real) for x in (a, b)))
        except (OutsideDomain, KeyError):
            return True


@pytest.mark.slow
def test_verdicts() -> None:
    wrong = []
    before = counts["compared"]
    for left, right, verdict in VERDICTS:
        a, b = read(left), read(right)
        try:
            answer = s.equivalent(a, b)
        except s.ScmpyError as error:
            found, true = f"error: {type(error).__name__}", True
        else:
            found = answer.verdict
            true = found != "different" or differs_at_the_witness(a, b, answer.witness, "+i" not in left + right)
        if found != verdict or not true:
            wrong.append((left, right, verdict, found, true))
    assert not wrong
    assert counts["compared"] - before > 100


def test_forms() -> None:
    before = counts["compared"]
    wrong = [(text, form) for text, form in FORMS if shown(text) != form]
    assert not wrong
    assert counts["compared"] - before > 100


def shown(text: str) -> str:
    try:
        return str(s.simplify(read(text)))
    except s.ScmpyError as error:
        return f"error: {type(error).__name__}"


def test_what_is_recorded_is_varied() -> None:
    verdicts = [verdict for *_, verdict in VERDICTS]
    assert all(verdicts.count(verdict) > 5 for verdict in ("equal", "different", "undecided"))
    assert len(FORMS) > 100
    with pytest.raises(AssertionError):
        assert shown("(sin (* -1 x))") == "(sin x)"
