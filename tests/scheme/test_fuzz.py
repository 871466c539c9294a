"""Whatever text is evaluated, it ends in a value or a ScmpyError, in time; nothing internal comes out.

``python -m tests.scheme.test_fuzz COUNT SEED [FILE ...]`` tries many more programs; FILEs (Scheme, or JSON lines with
"defs" and "expr") are changed as the tests' own are.
"""

import io
import json
import random
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scmpy.errors import InternalError, ScmpyError
from scmpy.scheme import Session

from .programs import Programs, names
from .test_values import PROGRAMS

SECONDS, MEMORY = 4, 500_000_000


NAMES, CORPUS = names(), PROGRAMS


def outcome(text: str) -> str:
    """What comes of a program: "value", the name of an error's class, or a defect."""
    session = Session(stdout=io.StringIO(), time_limit=SECONDS, memory_limit=MEMORY)
    try:
        session.result_text(session.run(text, "fuzz.scm"))
    except InternalError as error:
        return f"DEFECT {error.message}"
    except ScmpyError as error:
        str(error)
        return type(error).__name__
    except BaseException as error:
        return f"DEFECT {type(error).__name__}: {error}"
    return "value"


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_programs(source: random.Random) -> None:
    text = Programs(source, NAMES, CORPUS).program()
    assert not outcome(text).startswith("DEFECT"), text


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_any_text(text: str) -> None:
    assert not outcome(text).startswith("DEFECT")


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="()'`,;#|\\\"@.ab1 \n", max_size=40))
def test_any_punctuation(text: str) -> None:
    assert not outcome(text).startswith("DEFECT")


def test_the_corpus_is_not_empty() -> None:
    assert len(CORPUS) > 80 and len(NAMES) > 1000


def _read(path: Path) -> list[str]:
    if path.suffix != ".jsonl":
        return [path.read_text(encoding="utf-8")]
    cases = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [f"{case.get('defs', '')}\n{case['expr']}" for case in cases]


def main(count: int, seed: int, files: list[str]) -> int:
    """Try so many programs; the number of defects, which are printed."""
    corpus = [*CORPUS, *(text for name in files for text in _read(Path(name)))]
    totals: dict[str, int] = {}
    for number in range(count):
        text = Programs(random.Random(f"{seed}:{number}"), NAMES, corpus).program()
        start = time.monotonic()
        found = outcome(text)
        spent = time.monotonic() - start
        found = "DEFECT late" if spent > 10 * SECONDS else found
        key = found.partition(" ")[0]
        totals[key] = totals.get(key, 0) + 1
        if found.startswith("DEFECT") or spent > 3 * SECONDS:
            print(f"--- {seed}:{number} {found} ({spent:.1f} s)\n{text}", flush=True)
        if number % 1000 == 999:
            print(f"=== {number + 1} {totals}", flush=True)
    return sum(n for name, n in totals.items() if name == "DEFECT")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]) > 0)
