"""The examples of the README, the guide and the lessons give the answers that are shown, the README's commands are those that there are."""

import doctest
import re
from pathlib import Path

import pytest

import scmpy
from scmpy.app.cli import main

ROOT = Path(__file__).parents[2]
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "transcripts").rglob("*.md")))
}
README = TEXTS["README.md"]


def blocks(language, text):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if blocks("scheme", text)])
def test_scheme(name, capsys):
    """Each is a transcript: one session, in which every form that prints has its answer."""
    assert main(["check", "--exact", str(ROOT / name)]) == 0
    assert "without an answer" not in capsys.readouterr().out


PYTHON = [(name, block) for name, text in TEXTS.items() for block in blocks("python", text)]


@pytest.mark.parametrize("block", [block for _, block in PYTHON if not block.startswith(">>>")])
def test_programs(block):
    *statements, expression = block.strip().splitlines()
    names = {}
    exec("\n".join(statements), names)
    value, answer = expression.split("  # ", 1)
    assert answer.startswith(repr(eval(value, names)))


@pytest.mark.parametrize(("name", "block"), [one for one in PYTHON if one[1].startswith(">>>")])
def test_dialogues(name, block):
    test = doctest.DocTestParser().get_doctest(block, {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 160 and len(PYTHON) > 20


def test_commands():
    lines = [line for block in blocks("sh", README) for line in block.splitlines()]
    install, activate, run, test = lines
    assert install.startswith("python3 -m venv .venv && ") and test.startswith("python3 -m venv .venv && ")
    assert activate == "source .venv/bin/activate"
    assert run == "scmpy run transcripts/12.620J/poincare-equations.scm"
    assert [line for line in lines if "pytest" in line] == [test]


def test_extras_are_installed_by_one_spelling():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = set(
        re.findall(r"^(\w+) = \[", pyproject.split("[project.optional-dependencies]")[1].split("\n[")[0], re.MULTILINE)
    )
    sources = [
        *TEXTS.values(),
        *(path.read_text(encoding="utf-8") for path in Path(scmpy.__file__).parent.rglob("*.py")),
    ]
    installed = [
        found for source in sources for found in re.findall(r"pip install (?:-q )?(?:-e )?(\S*\[[^]]*\]\S?)", source)
    ]
    assert len(installed) > 3
    for spelling in installed:
        found = re.fullmatch(r"'(?:\.|scmpy-mechanics)\[([\w,]+)\]'", spelling)
        assert found and set(found[1].split(",")) <= extras, spelling


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name):
    for target, _, heading in (link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", TEXTS[name])):
        if not target.startswith("http"):
            path = (ROOT / name).parent / target if target else ROOT / name
            assert path.exists(), target
            lines = path.read_text(encoding="utf-8").splitlines() if heading else []
            headings = {
                re.sub(r"[^\w -]", "", line.lstrip("#")[1:]).lower().replace(" ", "-")
                for line in lines
                if line[:1] == "#"
            }
            assert not heading or heading in headings, (target, heading)


def test_every_transcript_is_listed():
    folder = ROOT / "transcripts"
    for path in folder.rglob("*.scm"):
        names = (one.relative_to(folder).as_posix() for one in (path, path.parent))
        assert any(f"({name})" in TEXTS["transcripts/README.md"] for name in names)
