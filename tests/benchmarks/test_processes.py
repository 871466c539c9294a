"""Whole processes, start to last line: the import, and the main job."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

TRANSCRIPT = Path(__file__).parents[2] / "transcripts" / "12.620J" / "poincare-equations.scm"


def run(*arguments: str) -> str:
    """The output of a Python process."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program", ["pass", "import scmpy", "import sympy"])
def test_an_import(benchmark, thorough, program):
    """The interpreter alone is what the others are measured against."""
    benchmark.pedantic(run, args=("-c", program), rounds=9 if thorough else 1)


def test_main_job(benchmark, thorough):
    """``scmpy run`` on the lecture, as a user starts it."""
    if importlib.util.find_spec("scmpy.app.cli") is None or not TRANSCRIPT.exists():
        pytest.skip("the command line or the transcript is not there yet")
    program = "import sys; from scmpy.app.cli import main; sys.exit(main())"
    rounds = 5 if thorough else 1
    output = benchmark.pedantic(run, args=("-c", program, "run", str(TRANSCRIPT)), rounds=rounds)
    assert "(down 0 0 0)" in output
