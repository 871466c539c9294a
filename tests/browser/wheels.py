"""The wheels that Pyodide runs scmpy from: its own, python-flint's for WebAssembly, and those of pure Python."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scmpy.app.site import FOR_WEB, PURE, ROOT

HERE = Path(__file__).parent


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        pytest.skip(f"pip {arguments[0]} fails: {done.stderr.strip().splitlines()[-1]}")


def wheels_in(folder: Path) -> Path:
    """Gather the wheels in a folder, or skip the test with the reason why that cannot be done."""
    if not shutil.which("node"):
        pytest.skip("there is no Node")
    if not (HERE / "node_modules" / "pyodide").exists():
        pytest.skip("npm ci has not been run in tests/browser")
    place = ("--no-deps", "-q", "-d", str(folder))
    pip("download", *place, "--only-binary", ":all:", *PURE)
    pip("download", *place, "--only-binary", ":all:", *FOR_WEB, "python-flint")
    pip("wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT))
    return folder
