"""Answers of the original, written by the library as infix text and as TeX, are read as what they were.

They are written as they stand: the printing policy, which shows exact constants as decimals, loses what these are.
"""

import json
from pathlib import Path

import pytest

from scmpy import equivalent, expression_from_tex, expression_from_text, parse_printed
from scmpy.render.latex import tex
from scmpy.render.notation import infix
from scmpy.symbolic.expression import Expression, expression_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))

#: What is not read back, and why.
OTHERS = {
    "core-144": "integers modulo a number are no expressions",
    "core-225": "an operator alone is no expression",
    "core-226": "an operator alone is no expression",
    "geom-087": "forms are no scalars",
    "schm-108": "infinities and NaN are no formulas",
    "simp-331": "x names a symbol and a function in one expression",
    "simp-332": "x names a symbol and a function in one expression",
}


def answers(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        try:
            answer = expression_of(parse_printed(case["printed"]))
        except Exception:  # no expression: a message, a string, a procedure
            continue
        if isinstance(answer, Expression) and case["id"] not in OTHERS:
            yield case["id"], answer


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_answers(path):
    assert not [name for name, answer in answers(path) if not all(kept(answer))]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_some_golden_answers(path):
    assert not [name for name, answer in list(answers(path))[::25] if not all(kept(answer))]


def kept(answer):
    for show, read in ((infix, expression_from_text), (tex, expression_from_tex)):
        found = read(show(answer), reference=answer)
        yield expression_of(found) == answer or equivalent(found, answer).verdict == "equal"
