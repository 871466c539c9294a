"""The README's examples give the answers that it shows."""

import doctest
import re
from pathlib import Path

import pytest

from scmpy.app.cli import main

README = Path(__file__).parents[2] / "README.md"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def scheme_answer():
    [scheme] = blocks("scheme")
    return scheme, re.search(r"#\|\n(.*?)\n\|#", scheme, re.DOTALL)[1]


def test_scheme(tmp_path):
    transcript = tmp_path / "readme.scm"
    transcript.write_text(scheme_answer()[0], encoding="utf-8")
    assert main(["check", "--exact", str(transcript)]) == 0


def test_python_gives_the_same_answer_as_scheme():
    program = blocks("python")[0]
    *statements, expression = program.strip().splitlines()
    names = {}
    exec("\n".join(statements), names)
    assert repr(eval(expression, names)).split() == scheme_answer()[1].split()


@pytest.mark.parametrize("block", blocks("python")[1:])
def test_dialogues(block):
    test = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_one_line_installs_and_one_tests():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) == 2 and all(command.startswith("python3 -m venv .venv && ") for command in commands)
    assert commands[0].endswith("scmpy run transcripts/12.620J/poincare-equations.scm")
    assert "pytest" in commands[1]
