"""Translating a file: the program, formatted by ruff where that is installed."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig

from scmpy.app.files import Source


def translated(source: Source) -> str:
    """The Python program for a Scheme file."""
    from scmpy.scheme.translation import translate

    return formatted(translate(source.text.replace("\r\n", "\n"), source.name))


def formatted(program: str) -> str:
    """The program as ``ruff format`` lays it out; as it is, if there is no ruff or it does not like something."""
    ruff = shutil.which("ruff") or shutil.which("ruff", path=sysconfig.get_path("scripts"))
    if ruff is None:
        return program
    command = [ruff, "format", "--isolated", "--line-length", "120", "-"]
    run = subprocess.run(command, input=program, capture_output=True, encoding="utf-8", check=False)
    return run.stdout if run.returncode == 0 else program
