"""Programs that load other programs from files."""

import io
import os
from pathlib import Path

import pytest

from scmpy.app.cli import main
from scmpy.errors import LimitError, ScmpyError
from scmpy.scheme import Session, parse_printed


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that loads a part, which loads its neighbour; the working directory is theirs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    (tmp_path / "main.scm").write_text('(define a 1) (load "parts/b") (list a b c)')
    (tmp_path / "parts" / "b.scm").write_text('(load "c.scm") (define b 2)')
    (tmp_path / "parts" / "c.scm").write_text("(define c 3)")
    return tmp_path


@pytest.fixture
def session() -> Session:
    return Session(permissions={"load"})


def test_names_are_relative_to_the_file_that_loads(files: Path, session: Session) -> None:
    assert session.write_text(session.run('(load "main")')) == "(1 2 3)"
    assert session.run('(load "parts/c")') is not None and session.run("c") == 3  # and at the prompt to its folder


def test_the_folder_of_the_prompt_holds_again_after_an_error(files: Path, session: Session) -> None:
    (files / "parts" / "c.scm").write_text("(car 1)")
    with pytest.raises(ScmpyError, match=r"parts.c\.scm:1:1: The object 1"):
        session.run('(load "main")')
    (files / "parts" / "c.scm").write_text("(define c 3)")
    session.run('(load "parts/c")')


def test_reload(files: Path, session: Session) -> None:
    with pytest.raises(ScmpyError, match="no file has been loaded yet"):
        session.run("(reload)")
    session.run('(load "main")')
    (files / "parts" / "c.scm").write_text("(define c 'changed)")
    assert session.write_text(session.run("(reload)")) == "(1 2 changed)"


def test_a_file_that_failed_is_loaded_again_when_it_is_mended(files: Path, session: Session) -> None:
    (files / "main.scm").write_text("(car 1)")
    with pytest.raises(ScmpyError):
        session.run('(load "main")')
    (files / "main.scm").write_text("'mended")
    assert session.write_text(session.run("(reload)")) == "mended"


def test_a_home_folder_is_known(files: Path, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(files))
    monkeypatch.setenv("USERPROFILE", str(files))
    session.run('(load "~/parts/c")')
    assert session.run("c") == 3


@pytest.mark.parametrize("name", ["missing", "parts", os.devnull, "parts/bytes", "nul\\x0;"])
def test_what_is_no_text_is_refused(files: Path, session: Session, name: str) -> None:
    (files / "parts" / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(ScmpyError, match="load: cannot read"):
        session.run(f'(load "{name}")')


def test_a_file_that_loads_itself_is_an_error(files: Path, session: Session) -> None:
    (files / "self.scm").write_text('(load "self")')
    (files / "one.scm").write_text('(load "two")')
    (files / "two.scm").write_text('(load "one")')
    for name in ("self", "one"):
        with pytest.raises(
            LimitError, match=rf"load: .*{name}\.scm loads itself: more than 100 files that load each other"
        ):
            session.run(f'(load "{name}")')
    assert session.run("(+ 1 2)") == 3 and session.loading == ()


def test_a_file_may_load_itself_for_a_time(files: Path, session: Session) -> None:
    (files / "count.scm").write_text('(set! n (+ n 1)) (if (< n 50) (load "count") n)')
    assert session.run('(define n 0) (load "count")') == 50


def test_to_load_is_no_permission_for_other_uses_of_files(files: Path, session: Session) -> None:
    for call in ('(open-output-file "x")', '(delete-file "main.scm")', '(open-input-file "main.scm")'):
        with pytest.raises(ScmpyError, match="no permission for files"):
            session.run(call)
    with pytest.raises(ScmpyError, match=r"load: this session has no permission for files; .*scmpy -i FILE"):
        Session().run('(load "main")')


def test_permissions_are_known_words(files: Path) -> None:
    """A word alone was taken for its letters, another one for a permission: neither permitted anything."""
    assert Session(permissions="load").permissions == {"load"}
    for wrong in ("other", ["load", "all"], 3, [{}]):
        with pytest.raises(ScmpyError, match='permissions "load" and "files"'):
            Session(permissions=wrong)  # type: ignore[arg-type]
    with pytest.raises(ScmpyError, match="expects a text"):
        parse_printed(3)  # type: ignore[arg-type]


def test_a_session_of_pythons_loads_without_permission_for_its_programs(files: Path) -> None:
    session = Session()
    session.load("parts/c.scm")
    assert session.run("c") == 3
    with pytest.raises(ScmpyError, match="no permission"):
        session.load("main.scm")


def test_files_are_loaded_before_the_first_prompt(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    (files / "wrong.scm").write_text('(display "begun") (car 1)')
    monkeypatch.setattr("sys.stdin", io.StringIO('(+ a b c) (load "parts/c")'))
    assert main(["-i", "main.scm", "-i", "wrong.scm"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("begun\n6\n") and err.startswith("wrong.scm:1:19: ")


@pytest.mark.parametrize("command", [["run", "main.scm"], ["check", "main.scm"], []])
def test_programs_of_others_load_nothing(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture, command: list[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('(load "main")'))
    assert main(command) == 1
    assert "no permission for files" in "".join(capsys.readouterr())
