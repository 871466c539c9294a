"""What the original answers: every case of the areas that scmpy covers.

A case passes if the text is the same (inexact numbers within rounding); one on which the original signals an error, if
scmpy raises a ScmpyError. The few answers that scmpy prints otherwise are recorded in other_texts.jsonl: of them the
value must be that of the original at every point tried, and the text the recorded one. ``scmpy.equivalent`` must never
call an exact answer different from itself, nor equal to itself plus one.
"""

import io
import json
import re
from pathlib import Path

import pytest

from scmpy import ScmpyError, equivalent, parse_printed
from scmpy.scheme import Session

from ..grouped import failing
from .values import close, value_at

AREAS = ("core", "simp", "lagrangian", "hamiltonian", "rigid", "poincare", "geometry", "schm", "numeric", "further")


def records(name: str) -> list[dict]:
    return [json.loads(line) for line in (Path(__file__).parent / f"{name}.jsonl").read_text().splitlines()]


CASES = [case for area in AREAS for case in records(area)]
OTHER_TEXTS = {case["id"]: case["printed"] for case in records("other_texts")}

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$")
_TOKEN = re.compile(r'"(?:\\.|[^"])*"|[()]|[^\s()"]+')


def folded(text: str) -> str:
    return " ".join(text.split())


def same_text(got: str, want: str) -> bool:
    """The same tokens; inexact numbers within rounding."""
    ours, theirs = (_TOKEN.findall(re.sub(r"#\[([a-z-]+) \d+", r"#[\1", text)) for text in (got, want))
    return len(ours) == len(theirs) and all(map(_same_token, ours, theirs))


def _same_token(a: str, b: str) -> bool:
    if a == b:
        return True
    inexact = all(_NUMBER.match(x) and ("." in x or "e" in x) for x in (a, b))
    return inexact and abs(float(a) - float(b)) <= max(1e-9 * max(abs(float(a)), abs(float(b))), 1e-12)


def same_value(got: str, want: str) -> bool:
    ours, theirs = parse_printed(got), parse_printed(want)
    return all(close(value_at(ours, point), value_at(theirs, point)) for point in range(4))


def answer(case: dict) -> str:
    out = io.StringIO()
    session = Session(stdout=out)
    session.run(case.get("defs", ""))
    out.seek(0)
    out.truncate()
    session.run("({} {})".format({"pe": "pe", "display": "write"}[case.get("mode", "pe")], case["expr"]))
    return folded(out.getvalue())


TOPICS = sorted({(case["area"], case["topic"]) for case in CASES})


@pytest.mark.parametrize(("area", "topic"), TOPICS)
def test_topic(area: str, topic: str) -> None:
    cases = [case for case in CASES if (case["area"], case["topic"]) == (area, topic)]
    assert failing(check, cases, lambda case: case["id"]) == {}


def check(case: dict) -> None:
    if "error" in case:
        with pytest.raises(ScmpyError) as caught:
            answer(case)
        assert ("nbound variable" in str(caught.value)) <= ("nbound" in case["error"])
        return
    got, want = answer(case), case["printed"]
    if case["id"] in OTHER_TEXTS:
        assert got == OTHER_TEXTS[case["id"]], "the text has changed: if it is meant, record it in other_texts.jsonl"
        assert not same_text(got, want), "the text is now the original's: strike the case from other_texts.jsonl"
        assert same_value(got, want)
    else:
        assert same_text(got, want) or same_text(got, case.get("printed_large_counter", want))
    if case.get("mode", "pe") == "pe" and case["area"] != "schm" and "." not in got + want:
        recorded = parse_printed(want)
        assert equivalent(parse_printed(got), recorded).verdict != "different"
        if want.startswith("(+"):
            assert equivalent(recorded + 1, recorded).verdict == "different"


def test_recorded_texts_are_of_cases():
    assert OTHER_TEXTS.keys() <= {case["id"] for case in CASES}
