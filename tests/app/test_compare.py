"""``scmpy compare`` and ``%%compare``."""

import io
import json
import sys

import pytest

from scmpy.app import repl
from scmpy.app.checking import compare_cell
from scmpy.app.cli import main

PAPER = r"""The motion % of a pendulum, $l$ long:
\begin{equation}\label{eq:right} \ddot\theta = -\frac{g}{l}\sin\theta \end{equation}
and not \[ \ddot\theta = \frac{g}{l}\sin\theta \tag{wrong} \]"""
SCHEME = "(define q (literal-function 'theta)) (+ (* 'l (((expt D 2) q) 't)) (* 'g (sin (q 't))))"
PYTHON = "q = literal_function('theta')\nt, g, l = symbols('t g l')\n[l*(D**2)(q)(t) + g*sin(q(t))]\n"
NOTEBOOK = json.dumps(
    {"cells": [{"cell_type": "markdown", "source": ["so $$\\ddot\\theta = -\\frac{g}{l}\\sin\\theta$$"]}]}
)
MARKDOWN = r"""The motion of a pendulum, $l = 1$ say:

```math
\ddot\theta = \frac{g}{l}\sin\theta \tag{1}
```

no, $$\ddot\theta = -\frac{g}{l}\sin\theta \label{right}$$ is right."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {"ref.txt": "l θ'' + g sin θ = 0", "a.tex": PAPER, "a.scm": SCHEME, "a.py": PYTHON, "a.ipynb": NOTEBOOK}
    files["a.md"] = MARKDOWN
    for name, text in {**files, "wrong.txt": "l θ'' = g sin θ", "broken.txt": "l θ'' = (g"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_exit_status_and_report(folder, capsys):
    assert main(["compare", "ref.txt", "a.tex#1", "a.tex#eq:right", "a.scm", "a.py", "a.ipynb"]) == 0
    assert main(["compare", "ref.txt", "a.tex#2", "a.tex#wrong", "wrong.txt"]) == 1
    assert main(["compare", "ref.txt", "broken.txt", "wrong.txt"]) == 2
    assert main(["compare", "broken.txt", "ref.txt"]) == main(["compare", "ref.txt", "none.txt"]) == 2
    out, err = capsys.readouterr()
    assert out.count("has the wrong sign") >= 3 and "bracket is not closed" in err


def test_records_and_pages(folder, capsys):
    assert main(["compare", "ref.txt", "wrong.txt", "--json", "--report", "page.html"]) == 1
    (answer,) = json.loads(capsys.readouterr().out)["answers"]
    assert answer["verdict"] == "different" and answer["diagnoses"][0]["term"] == "g sin θ"
    assert "<mark>g sin θ</mark>" in (folder / "page.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_markdown_and_the_standard_input(folder, capsys, monkeypatch):
    assert main(["compare", "ref.txt", "a.md#2", "a.md#right"]) == 0
    assert main(["compare", "ref.txt", "a.md#1"]) == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO("θ'' = -(g/l) sin θ"))
    assert main(["compare", "ref.txt", "-"]) == 0
    assert main(["compare", "ref.txt", "a.md#3"]) == 2
    assert "2 displayed formulas, and 1, right" in capsys.readouterr().out


def test_an_answer_that_fails_does_not_keep_others_from_being_graded(folder, capsys):
    (folder / "fails.py").write_text("1/0\n")
    assert main(["compare", "ref.txt", "fails.py", "missing.txt", "wrong.txt"]) == 2
    out = capsys.readouterr().out
    assert "fails.py: ZeroDivisionError" in out and "missing.txt: cannot read" in out and "has the wrong sign" in out


FIELDS = ["answer", "verdict", "equal", "words", "equations", "diagnoses", "witness", "notes", "assumed", "reason"]


def test_fields_of_records_stay(folder, capsys):
    assert main(["compare", "ref.txt", "wrong.txt", "broken.txt", "--json"]) == 2
    record = json.loads(capsys.readouterr().out)
    assert list(record) == ["reference", "answers", "status"] and record["status"] == 2
    wrong, broken = record["answers"]
    assert list(wrong) == list(broken) == FIELDS
    assert wrong["diagnoses"] == [
        {
            "kind": "sign",
            "text": "the term g sin θ has the wrong sign",
            "equation": 1,
            "term": "g sin θ",
            "span": [8, 15],
        }
    ]
    assert broken["verdict"] == "unreadable" and broken["equations"] == []


def test_cells():
    report = compare_cell("l θ'' + g sin θ = 0\n---\nl θ'' = g sin θ\n---\nl θ'' = -g sin θ")
    assert [x.verdict for x in report.grades] == ["different", "equal"]
    assert "g sin θ</mark>" in report._repr_html_() and r"$\displaystyle l" in report._repr_html_()


def test_the_magic_in_a_shell(shell, capsys):
    shell.run_line_magic("load_ext", "scmpy")
    found = shell.run_cell("%%compare\nx'' = -x\n---\nx'' = x")
    assert found.success and found.result[0].diagnoses[0].kind == "sign"
    shell.run_cell("ref = 'x\\'\\' = -x'")
    assert shell.run_cell("%%compare ref\nx'' + x = 0").result[0].verdict == "equal"
    assert shell.run_cell("%%compare\nx'' = (\n---\n1").result is None and "expected" in capsys.readouterr().out
    shown = shell.display_formatter.format(found.result)[0]
    assert "<mark" in shown["text/html"] and shown["text/plain"].startswith("different")


@pytest.mark.parametrize("colour", [True, False])
def test_colours_at_the_prompt(play, monkeypatch, colour):
    monkeypatch.setattr(repl, "has_colour", lambda: colour)
    out = play("""(compare "x'' = -x" "x'' = x")""")[1]
    assert ("\x1b[1;31mdifferent\x1b[0m" in out) == colour
