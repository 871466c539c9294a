"""What the tests in browsers share: each thing is made once in a run, by the process that comes first."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from scmpy.app import site
from scmpy.app.programs import FileProblem

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """once(name, make): the path of that name, made by make(path) in one of the processes; skips if that cannot be."""
    locks = pytest.importorskip("fcntl")
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder

    def made(name: str, make: Callable[[Path], object]) -> Path:
        path, done = folder / name, folder / f"{name}.done"
        with open(folder / f"{name}.lock", "w") as lock:
            locks.flock(lock, locks.LOCK_EX)
            if not done.exists():
                try:
                    make(path)
                    done.write_text("")
                except FileProblem as problem:
                    done.write_text(str(problem))
        if why := done.read_text():
            pytest.skip(why)
        return path

    return made


@pytest.fixture(scope="session")
def runtime(once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The runtime of the site's pages, and of all but those of a whole site without SymPy, which they do not ask for."""
    left_out = () if os.environ.get("SCMPY_SITE") == "whole" else ("sympy",)
    with patch.object(site, "PURE", tuple(name for name in site.PURE if name not in left_out)):
        return once("runtime", site.make_runtime)


def cells_of(path: Path) -> list[tuple[str, str]]:
    """The programs of a document's cells in Scheme, each with the answer that is recorded after it, or ""."""
    text = site.document(path.read_text(encoding="utf-8"), path.parent)
    return re.findall(r"^`````scheme\n(.*?)\n`````$(?:\n\n`````text\n(.*?)\n`````$)?", text, re.DOTALL | re.MULTILINE)


def run_node(*arguments: str, limit: float = 600) -> str:
    """What a program of this folder prints under Node."""
    done = subprocess.run(["node", *arguments], cwd=HERE, capture_output=True, text=True, timeout=limit, check=False)
    assert done.returncode == 0, done.stderr[-5000:]
    return done.stdout
