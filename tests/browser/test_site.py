"""The site in Chromium: every page of a small one opens, asks no other host, and the cells of the lessons run."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from scmpy.app import site
from scmpy.app.programs import FileProblem

from ..golden.test_golden import same_text
from .wheels import HERE

pytestmark = pytest.mark.slow

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""


def visit(folder: Path, *arguments: str) -> dict:
    command = ["node", "visit.mjs", str(folder), *arguments]
    environment = {**os.environ, "CHROMIUM": CHROMIUM}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-5000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx")
    if not (CHROMIUM and (HERE / "node_modules" / "playwright-core").exists()):
        pytest.skip("there is no Chromium, or npm ci has not been run in tests/browser")
    folder = tmp_path_factory.mktemp("site")
    try:
        site.make_runtime(folder / "runtime")
    except FileProblem as problem:
        pytest.skip(str(problem))
    site.build(folder / "pages", runtime=folder / "runtime", only=["calculus"])
    return folder / "pages"


def test_pages_open_without_a_problem(pages: Path) -> None:
    names = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*.html"))
    found = visit(pages, *names)
    assert len(names) > 50
    assert {name: report["problems"] for name, report in found.items() if report["problems"]} == {}


def test_cells_of_the_lessons_answer_what_is_recorded(pages: Path) -> None:
    lessons = sorted(path.relative_to(pages).as_posix() for path in (pages / "transcripts" / "lessons").glob("*.html"))
    assert len(lessons) >= 5
    for name, report in visit(pages, "--run", *lessons).items():
        assert report["problems"] == [], name
        wrong = [cell for cell in report["cells"] if cell["failed"] or not same_text(cell["shown"], cell["recorded"])]
        assert [cell for cell in wrong if cell["recorded"]] == [], name
