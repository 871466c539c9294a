"""``scmpy compare`` and ``%%compare``."""

import json

import pytest

from scmpy.app.cli import main
from scmpy.app.comparing import coloured, compare_cell

PAPER = r"""The motion % of a pendulum, $l$ long:
\begin{equation}\label{eq:right} \ddot\theta = -\frac{g}{l}\sin\theta \end{equation}
and not \[ \ddot\theta = \frac{g}{l}\sin\theta \tag{wrong} \]"""
SCHEME = "(define q (literal-function 'theta)) (+ (* 'l (((expt D 2) q) 't)) (* 'g (sin (q 't))))"
PYTHON = "q = literal_function('theta')\nt, g, l = symbols('t g l')\n[l*(D**2)(q)(t) + g*sin(q(t))]\n"
NOTEBOOK = json.dumps(
    {"cells": [{"cell_type": "markdown", "source": ["so $$\\ddot\\theta = -\\frac{g}{l}\\sin\\theta$$"]}]}
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {"ref.txt": "l θ'' + g sin θ = 0", "a.tex": PAPER, "a.scm": SCHEME, "a.py": PYTHON, "a.ipynb": NOTEBOOK}
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


def test_cells():
    report = compare_cell("l θ'' + g sin θ = 0\n---\nl θ'' = g sin θ\n---\nl θ'' = -g sin θ")
    assert [x.verdict for x in report.grades] == ["different", "equal"]
    assert "<mark>" in report._repr_html_() and "\x1b[" in coloured(report.grades[0])
