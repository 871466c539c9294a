"""Claims of known truth about pairs of systems: none is judged falsely, and few are left undecided.

``SCMPY_CLAIMS=1000`` makes as many claims. Where a verdict can be checked its certificate stands.
"""

from __future__ import annotations

import os
from contextlib import suppress

import pytest

import scmpy as s
from scmpy.errors import LimitError, WrongTypeError

from .claims import CONVERSE, Claim, answered, claim, judged

CLAIMS = int(os.environ.get("SCMPY_CLAIMS", "100"))
BLOCKS = 10


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_claims_are_judged_rightly(block):
    found = {number: judged(claim(number)) for number in range(block, CLAIMS, BLOCKS)}
    assert not {number: text for number, text in found.items() if text.startswith("wrong")}
    undecided = [number for number, text in found.items() if text.startswith("undecided")]
    assert len(undecided) <= len(found) / 3, undecided


@pytest.mark.parametrize("number", [*range(0, 40, 5), 7300003, 7300068, 7300073])
@pytest.mark.slow
def test_certificates_of_claims_stand(number):
    first, second, truth, *_ = claim(number)
    answer = s.equivalent_equations(first, second)
    if answer.verdict == truth:
        with suppress(LimitError, WrongTypeError):
            assert s.check_certificate(answer), answer


@pytest.mark.slow
def test_the_judge_proves_itself():
    """A claim of which the truth is told wrongly is found to be."""
    told = [(one, answered(one)) for one in map(claim, range(12))]
    right = [(one, answer) for one, answer in told if judged(one, answer) == "right"]
    assert len(right) > 6
    for one, answer in right:
        for truth in {"equal", "different", "equal except"} - {one.truth}:
            assert judged(one._replace(truth=truth), answer).startswith("wrong"), one
    turned = [Claim(x.second, x.first, CONVERSE.get(x.truth, x.truth), x.made) for x, _ in right]
    assert all(judged(x) == "right" for x in turned)
