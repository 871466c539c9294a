"""Files in a temporary directory, and the command line run on them."""

import pytest

from scmpy.app.cli import main


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
