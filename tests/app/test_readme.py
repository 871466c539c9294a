"""The README's examples give the answers that it shows, its commands are those that there are."""

import doctest
import re
from pathlib import Path

import pytest

import scmpy
from scmpy.app.cli import main

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_scheme(capsys):
    """The README is a transcript: one session, in which every form that prints has its answer."""
    assert len(blocks("scheme")) >= 3
    assert main(["check", "--exact", str(README)]) == 0
    assert "without an answer" not in capsys.readouterr().out


PROGRAMS = [block for block in blocks("python") if not block.startswith(">>>")]
DIALOGUES = [block for block in blocks("python") if block.startswith(">>>")]


@pytest.mark.parametrize("block", PROGRAMS)
def test_programs(block):
    *statements, expression = block.strip().splitlines()
    names = {}
    exec("\n".join(statements), names)
    value, answer = expression.split("  # ", 1)
    assert answer.startswith(repr(eval(value, names)))


@pytest.mark.parametrize("block", DIALOGUES)
def test_dialogues(block):
    test = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


def test_commands():
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    install, activate, run, test = lines
    assert install.startswith("python3 -m venv .venv && ") and test.startswith("python3 -m venv .venv && ")
    assert activate == "source .venv/bin/activate"
    assert run == "scmpy run transcripts/12.620J/poincare-equations.scm"
    assert [line for line in lines if "pytest" in line] == [test]


def test_extras_are_installed_by_one_spelling():
    pyproject = (README.parent / "pyproject.toml").read_text(encoding="utf-8")
    extras = set(
        re.findall(r"^(\w+) = \[", pyproject.split("[project.optional-dependencies]")[1].split("\n[")[0], re.MULTILINE)
    )
    sources = [TEXT, *(path.read_text(encoding="utf-8") for path in Path(scmpy.__file__).parent.rglob("*.py"))]
    installed = [
        found for source in sources for found in re.findall(r"pip install (?:-q )?(?:-e )?(\S*\[[^]]*\]\S?)", source)
    ]
    assert len(installed) > 3
    for spelling in installed:
        found = re.fullmatch(r"'\.\[([\w,]+)\]'", spelling)
        assert found and set(found[1].split(",")) <= extras, spelling


def test_links_lead_somewhere():
    headings = {
        re.sub(r"[^\w -]", "", line[3:]).lower().replace(" ", "-")
        for line in TEXT.splitlines()
        if line.startswith("## ")
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif not target.startswith("http"):
            assert (README.parent / target).exists(), target


def test_every_transcript_is_listed():
    for path in (README.parent / "transcripts").rglob("*.scm"):
        names = (one.relative_to(README.parent).as_posix() for one in (path, path.parent))
        assert any(f"({name})" in TEXT for name in names)
