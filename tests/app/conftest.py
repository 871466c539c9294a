"""Files in a temporary directory, and the command line run on them."""

import io
from pathlib import Path

import pytest

from scmpy.app.cli import main
from scmpy.app.programs import Output
from scmpy.app.repl import repl
from scmpy.scheme import Session


def document(name):
    """The text of a file of the folder of documents."""
    return (Path(__file__).parent / "documents" / name).read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path):
    """Write a file; its path as a string."""

    def write(text, name="test.scm"):
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


@pytest.fixture
def scmpy(capsys):
    """Run a command; its exit status, standard output and standard error."""

    def run(*arguments):
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def play():
    """Give lines to the loop, as many as there are; an exception is raised instead of a line."""

    def run(*lines):
        stream, errors, prompts, rest = io.StringIO(), io.StringIO(), [], list(lines)

        def read_line(prompt):
            prompts.append(prompt)
            if not rest:
                raise EOFError
            line = rest.pop(0)
            if not isinstance(line, str):
                raise line
            return line

        output = Output(stream)
        failures = repl(Session(stdout=output), read_line, output, errors)
        return failures, stream.getvalue(), errors.getvalue(), prompts

    return run


@pytest.fixture
def shell():
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    return InteractiveShell(config=Config(HistoryManager={"enabled": False}))
