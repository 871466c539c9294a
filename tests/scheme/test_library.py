"""Forms that are ill-formed, files, and what else values of programs do not show of the library of Scheme."""

import time
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError, UnboundVariableError
from scmpy.scheme import Session


class TestFiles:
    def test_need_permission(self, session: Session, tmp_path: Path) -> None:
        path = tmp_path / "x"
        for call in ("open-input-file", "open-output-file", "file-exists?", "delete-file"):
            with pytest.raises(ScmpyError) as caught:
                session.run(f'({call} "{path}")')
            assert caught.value.message.startswith(f"{call}: this session has no permission for files; ")
        for call in ("call-with-output-file", "call-with-input-file", "with-output-to-file", "with-input-from-file"):
            with pytest.raises(ScmpyError, match="no permission for files"):
                session.run(f'({call} "{path}" list)')
        assert not path.exists()

    def test_are_read_and_written(self, tmp_path: Path) -> None:
        session = Session(permissions=["files"])
        path = tmp_path / "x.scm"
        session.run(f'(define name "{path}") (with-output-to-file name (lambda () (write \'(+ 1 2))))')
        assert session.run("(load name)") == 3
        assert session.write_text(session.run("(call-with-input-file name read)")) == "(+ 1 2)"
        session.run('(call-with-output-file name (lambda (port) (write-string "(define q 5)" port)))')
        session.run("(load name)")
        assert session.run("q") == 5
        assert session.run("(list (file-exists? name) (delete-file name) (file-exists? name))").car is False
        with pytest.raises(ScmpyError, match="open-input-file: cannot read"):
            session.run("(open-input-file name)")
        assert session.run("(guard (e ((file-error? e) 1)) (open-input-file name))") == 1


def test_a_program_cannot_close_the_output_of_its_session(session: Session) -> None:
    session.run("(close-port (current-output-port)) (display 1)")


def test_python_is_out_of_reach(session: Session) -> None:
    for name in ("__builtins__", "__import__", "open", "exec", "getattr", "print", "|\\|session|", "|\\|TailCall|"):
        with pytest.raises(UnboundVariableError):
            session.run(name)
        with pytest.raises(UnboundVariableError):
            session.run(f"(environment-lookup (the-environment) '{name})")


def test_times_are_in_the_units_of_mit_scheme(session: Session) -> None:
    assert session.run("(runtime)") <= time.process_time()
    assert abs(session.run("(real-time)") - 1000 * time.time()) < 60_000
