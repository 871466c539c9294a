"""The site in Chromium: every page of a small one opens, asks no other host, and the cells of the lessons run.

``SCMPY_SITE=whole`` opens all pages that there are, and runs all lessons in Chromium.
"""

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from scmpy.app import site
from scmpy.app.cli import main

from ..golden.test_golden import same_text
from .conftest import HERE, cells_of, run_node

pytestmark = pytest.mark.slow

WHOLE = os.environ.get("SCMPY_SITE") == "whole"

#: Rooms of the reference and folders of transcripts, beside the lessons, the guide, and a picture of each kind.
ONLY = () if WHOLE else ("calculus", "structure", "lagrangian", "units")

os.environ.setdefault("CHROMIUM", shutil.which("chromium") or "")


@pytest.fixture(scope="module")
def pages(once: Callable[..., Path], runtime: Path) -> Path:
    pytest.importorskip("sphinx")
    if not (os.environ["CHROMIUM"] and (HERE / "node_modules").exists()):
        pytest.skip("there is no Chromium, or npm ci has not been run in tests/browser")
    return once("pages", lambda folder: site.build(folder, runtime=runtime, only=ONLY))


@pytest.fixture(scope="module")
def visit(pages: Path) -> Iterator[Callable[..., dict]]:
    """visit(argument, ...): what visit.mjs tells of pages."""
    with site.server(pages, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/"
        yield lambda *arguments: json.loads(run_node("visit.mjs", home, *arguments, limit=900))
        server.shutdown()


def test_pages_open_without_a_problem(pages: Path, visit: Callable[..., dict]) -> None:
    names = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*.html"))
    found = visit(*names)
    assert {f"transcripts/{name}" for name in ("lessons", "guide", "lagrangian", "units", *site.PICTURED)} <= {
        os.path.dirname(name) for name in names
    }
    assert {name: report["problems"] for name, report in found.items() if report["problems"]} == {}


@pytest.mark.parametrize(
    ("program", "title", "rest"),
    [
        (
            ";;; SICM 1 (s. 3.1): x of\n;;; y. And z.\n\n;;; w\n(f)",
            "SICM 1 (s. 3.1)",
            ";;; x of y. And z.\n\n;;; w\n(f)",
        ),
        (";;;; All of D.\n(f)", "All of D", ";;; \n(f)"),
        ("(f)", "", "(f)"),
    ],
)
def test_title_of_a_program_is_a_whole_clause(program: str, title: str, rest: str) -> None:
    assert site.titled(program) == (title, rest)


def test_a_recorded_sum_is_typeset_as_it_stands() -> None:
    shown = site.answer_blocks("(+ (* 2 a b) c d)").split("`````\n")[-1]
    assert re.sub("<[^>]*>", "", shown).strip() == "2ab+c+d" and "<math" in shown
    assert "<math" not in site.answer_blocks("#[compound-procedure 12 f]")


def test_rules_of_a_program_are_no_prose() -> None:
    assert site.scheme_blocks(";;; --- Of * -----\n(f)").startswith("**Of \\***")


def test_documentation_is_prose_with_a_list_of_fields_and_tables_as_they_stand() -> None:
    doc = "Of f_1, over\n``x_1``; two lines.\n\nScheme:  (f `x\n           y)\nRaises:  E<1>\n\n  a    table"
    prose, fields, table = site.prose_blocks(doc).split("\n\n", 2)
    assert prose == "Of f\\_1, over\n`` x_1 ``; two lines." and table == "`````none\n  a    table\n`````\n"
    assert fields == ":Scheme: `` (f `x y) ``\n:Raises: E\\<1>"


def test_search_finds_names_and_words(visit: Callable[..., dict]) -> None:
    words = {"D": "D", "->": "->", "mass matrix": "The double pendulum", "nonholonomic": "9. Constraints"}
    found = visit(*(f"search.html?q={quote(word)}" for word in words))
    texts = [" ".join(report["found"]) for report in found.values()]
    assert [want for want in words.values() if not any(want in text for text in texts)] == []
    assert found["search.html?q=D"]["found"][0] == "D"
    assert [report["problems"] for report in found.values()] == [[]] * len(words)


def test_cells_of_the_lessons_answer_what_is_recorded(pages: Path, visit: Callable[..., dict]) -> None:
    """The first lesson, and the one that goes deepest: all of them are run under Node, by test_webassembly.py."""
    names = {path.stem for path in (site.ROOT / "transcripts/lessons").glob("*.md")}
    lessons = [
        f"transcripts/lessons/{name}.html"
        for name in (sorted(names) if WHOLE else ("1-paths-and-actions", "10-forms-and-curvature"))
    ]
    for name, report in visit("--run", *lessons).items():
        assert report["problems"] == [], name
        wrong = [cell for cell in report["cells"] if cell["failed"] or not same_text(cell["shown"], cell["recorded"])]
        assert [cell for cell in wrong if cell["recorded"]] == [], name
        assert [cell["recorded"] for cell in report["cells"]] == [
            answer for _, answer in cells_of(site.ROOT / Path(name).with_suffix(".md"))
        ]


def test_site_without_the_repository_is_refused_at_once(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(site, "ROOT", tmp_path)
    assert main(["site", str(tmp_path / "out")]) == 2 and "pip -e" in capsys.readouterr().err


def test_serve_shows_the_site_until_it_is_ended(tmp_path: Path, monkeypatch, capsys) -> None:
    serve, started = site.server, []
    monkeypatch.setattr(site, "build", lambda out, runtime: (out / "cells.mjs").write_text("// made"))
    monkeypatch.setattr(site, "make_runtime", lambda folder: folder.mkdir())  # which others can read, as it is new
    monkeypatch.setattr(site, "server", lambda *given: started.append(serve(*given)) or started[0])
    with serve(tmp_path, 0) as other:
        port = str(other.server_port)
        command = ["site", str(tmp_path), "--serve", port]
        assert main(command) == 2 and f"cannot serve at port {port}" in capsys.readouterr().err
    thread = threading.Thread(target=main, args=(command,))
    thread.start()
    answer = None
    while answer is None:
        try:
            answer = urlopen(f"http://localhost:{port}/cells.mjs")
        except URLError:
            assert thread.is_alive()
            time.sleep(0.05)
    with answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert (answer.read(), answer.headers["Content-Type"]) == (b"// made", "text/javascript")
        assert answer.headers["Cross-Origin-Embedder-Policy"] == "require-corp"  # or no run could be stopped
    started[0].shutdown()
    thread.join()
    assert f"http://localhost:{port}/" in capsys.readouterr().out
