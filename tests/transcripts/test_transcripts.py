"""Every transcript is checked; its translation and its Python twin print the same answers."""

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

from scmpy.app.cli import main
from scmpy.app.transcripts import answer_after
from scmpy.scheme.reader import Source, read_forms
from scmpy.scheme.translation import translate

ROOT = Path(__file__).parents[2] / "transcripts"
SCHEME = sorted(path for path in ROOT.rglob("*.scm") if path.parent.name != "sicm-figures")  # which tests/plot runs


def twin(path: Path) -> Path:
    return path.with_name(path.stem.replace("-", "_") + ".py")


def name(path: Path) -> str:
    return path.stem


def recorded(path: Path) -> list[str]:
    """The words of the answers that stand in a transcript: what the Scheme prints, as the first test says."""
    text = path.read_text(encoding="utf-8")
    answers = (answer_after(text, form.end) for form in read_forms(Source(text, str(path))))
    return [word for answer in answers if answer is not None for word in answer.text.split()]


def printed_by_python(program: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as stream:
        exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
    return stream.getvalue()


def test_there_are_transcripts_of_many_topics() -> None:
    assert len(SCHEME) >= 11


@pytest.mark.parametrize("path", SCHEME, ids=name)
def test_recorded_answers_are_exact(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "--exact", str(path)])
    assert status == 0, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("path", SCHEME, ids=name)
def test_twin_and_translation_print_the_same(path: Path) -> None:
    """What compares and draws is a few calls, in the translation as in the twin, which take their time."""
    programs = [twin(path).read_text(encoding="utf-8")]
    if path.parent.name not in ("comparison", "pictures"):
        programs.append(translate(path.read_text(encoding="utf-8"), str(path)))
    for program in programs:
        assert printed_by_python(program).split() == recorded(path)


@pytest.mark.slow
def test_a_twin_is_a_program() -> None:
    program = twin(SCHEME[0])
    run = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
    assert run.stdout.split() == recorded(SCHEME[0])
