"""Every transcript is checked, and its Python twin prints the same answers."""

import subprocess
import sys
from pathlib import Path

import pytest

from scmpy import equivalent, parse_printed
from scmpy.app.cli import main
from scmpy.scheme import Session

ROOT = Path(__file__).parents[2] / "transcripts"
SCHEME = sorted(ROOT.rglob("*.scm"))


def twin(path: Path) -> Path:
    return path.with_name(path.stem.replace("-", "_") + ".py")


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SCHEME, ids=name)
def test_recorded_answers_are_exact(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "--exact", str(path)])
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", [path for path in SCHEME if twin(path).exists()], ids=name)
def test_python_twin_gives_the_same_answers(path: Path) -> None:
    run = subprocess.run([sys.executable, str(twin(path))], capture_output=True, text=True, check=True)
    session = Session()
    values = (session.evaluate(form) for form in session.forms(path.read_text(encoding="utf-8"), str(path)))
    recorded = [text for value in values if (text := session.result_text(value))]
    printed = run.stdout.splitlines()
    assert len(printed) == len(recorded)
    for ours, theirs in zip(printed, recorded, strict=True):
        assert equivalent(parse_printed(ours), parse_printed(theirs)).verdict == "equal"


def test_transcripts_have_twins() -> None:
    assert [path for path in SCHEME if not twin(path).exists()] == []
