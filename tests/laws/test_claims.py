"""Claims of known truth about pairs of systems: none is judged falsely, and few are left undecided.

``SCMPY_CLAIMS=1000`` makes as many claims. Of some the certificates are checked.
"""

import dataclasses
import os
from contextlib import suppress

import pytest

import scmpy as s
from scmpy.errors import LimitError, WrongTypeError
from scmpy.symbolic.decision.forms import Work

from ..mechanics.test_certificates import is_refused
from .claims import CONVERSE, Claim, answered, claim, judged, u, v

CLAIMS = int(os.environ.get("SCMPY_CLAIMS", "200"))
BLOCKS = 10

#: The claims of which the certificates are checked.
CHECKED = {*range(0, 100, 9), 7300003, 7300068, 7300073}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_claims_are_judged_rightly(block):
    found = {number: judged_and_checked(number) for number in range(block, CLAIMS, BLOCKS)}
    assert not {number: text for number, text in found.items() if text.startswith("wrong")}
    undecided = [number for number, text in found.items() if text.startswith("undecided")]
    assert len(undecided) <= len(found) / 10, undecided


def judged_and_checked(number):
    """The judgement of a claim; of some the certificate stands, and no other verdict with the same evidence."""
    one = claim(number)
    answer = answered(one)
    text = judged(one, answer)
    if text == "right" and number in CHECKED:
        with suppress(LimitError, WrongTypeError):
            assert s.check_certificate(answer), answer
        if answer.evidence is not None:
            for verdict in {"equal", "equal except", "implies", "implied", "different"} - {one.truth}:
                assert is_refused(dataclasses.replace(answer, verdict=verdict)), (number, verdict)
    return text


@pytest.mark.parametrize("number", [*sorted(CHECKED)[-3:], 5000176, 5000275, 5001402, 9930374])
@pytest.mark.slow
def test_claims_that_were_judged_wrongly(number):
    assert not judged_and_checked(number).startswith("wrong")


def test_all_that_is_done_for_a_verdict_draws_from_one_budget(monkeypatch):
    """Its witness was sought with sines of arctangents in many comparisons, each within a limit of its own."""
    spent, spend = [], Work.spend
    monkeypatch.setattr(Work, "spend", lambda work, amount: (spent.append(amount), spend(work, amount))[1])
    with s.setting(most_comparison_work=1_000_000):
        answer = answered(claim(8301932))
    assert answer.verdict == "undecided" and "most-comparison-work" in answer.certificate
    assert sum(spent) < 1_100_000 + sum(x for x in spent if x > 100_000)
    angle = s.atan(u) + s.atan(v)
    both = [s.sin(n * angle) for n in (2, 3, 4)], [2 * s.sin(n * angle / 2) * s.cos(n * angle / 2) for n in (2, 3, 4)]
    assert s.equivalent(*both)
    with s.setting(most_comparison_work=20_000):
        answer = s.equivalent(*both)
    assert answer.verdict == "undecided" and "most-comparison-work" in answer.certificate


@pytest.mark.slow
def test_the_judge_proves_itself():
    """A claim of which the truth is told wrongly is found to be."""
    told = [(one, answered(one)) for one in map(claim, range(12))]
    right = [(one, answer) for one, answer in told if judged(one, answer) == "right"]
    assert len(right) > 6
    for one, answer in right:
        for truth in {"equal", "different", "equal except"} - {one.truth}:
            assert judged(one._replace(truth=truth), answer).startswith("wrong"), one
    errors = [LimitError("too much"), WrongTypeError("no")]
    assert [judged(right[0][0], x).split(":")[0] for x in errors] == ["undecided", "wrong"]
    turned = [Claim(x.second, x.first, CONVERSE.get(x.truth, x.truth), x.made) for x, _ in right]
    assert all(judged(x) == "right" for x in turned)
