"""Programs that load other programs from files."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scmpy.app.cli import main
from scmpy.errors import LimitError, ScmpyError
from scmpy.scheme import Session, parse_printed
from scmpy.scheme.sandbox import FileError


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


def test_a_program_that_is_loaded_by_what_it_loads_is_told(files: Path, scmpy: Callable[..., tuple[int, str]]) -> None:
    (files / "parts" / "c.scm").write_text('(load "./main")')
    status, text = scmpy("run", "main.scm")
    assert status == 1 and ".scm loads itself: more than 100 files" in text


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


COMMANDS = [["run", "main.scm"], ["check", "--jobs", "1", "main.scm"], []]


@pytest.fixture
def scmpy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> Callable[..., tuple[int, str]]:
    """The command line, whose input loads ``main.scm``: the status, and all that is written."""

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO('(load "main")'))
        return main(arguments), "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_programs_load_what_is_beside_them(
    files: Path, scmpy: Callable[..., tuple[int, str]], command: list[str]
) -> None:
    status, text = scmpy(*command)
    assert status == 0 and "error" not in text


@pytest.mark.parametrize("command", [*COMMANDS, ["repl"], ["check", "--jobs", "2", "main.scm"]])
@pytest.mark.parametrize("first", [True, False])
def test_programs_of_others_load_nothing(
    files: Path, scmpy: Callable[..., tuple[int, str]], command: list[str], first: bool
) -> None:
    status, text = scmpy(*(["--sandbox", *command] if first else [*command[:1], "--sandbox", *command[1:]]))
    assert status == 1 and "no permission for files" in text and "--sandbox" in text


def test_files_are_written_where_an_option_allows_it(files: Path, scmpy: Callable[..., tuple[int, str]]) -> None:
    Path("table.scm").write_text('(with-output-to-file "table.txt" (lambda () (write 5)))')
    for command in (["run", "table.scm"], ["-i", "table.scm"], ["check", "--jobs", "1", "table.scm"]):
        status, text = scmpy("--sandbox", *command[:1], *["--files"] * (command[0] != "-i"), *command[1:])
        assert status == 1 and "no permission for files; the option --files" in text
        status, text = scmpy(*command)
        assert status == 1 and "no permission for files; the option --files" in text
        assert not Path("table.txt").exists()
        assert scmpy("--files", *command)[0] == 0 and Path("table.txt").read_text() == "5"
        Path("table.txt").unlink()


def test_a_sandbox_has_no_folders(files: Path, scmpy: Callable[..., tuple[int, str]]) -> None:
    assert "no permission" in scmpy("--sandbox", "run", "--load-from", str(files), "main.scm")[1]
    assert "no permission" in scmpy("--sandbox", "-i", "parts/c.scm")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_elsewhere_needs_an_option(
    files: Path, scmpy: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    (files / "elsewhere").mkdir()
    (files / "elsewhere" / "part.scm").write_text("(define part 'found)")
    (files / "elsewhere.scm").write_text("1")  # its name begins as that of the folder where the program is
    (files / "else").mkdir()
    monkeypatch.chdir(files / "else")
    if hasattr(os, "symlink"):
        os.symlink(files / "elsewhere", "link")
        os.symlink(files / "elsewhere" / "part.scm", "linked.scm")
    for name in ("../elsewhere/part", files / "elsewhere" / "part.scm", "~/elsewhere/part", "link/part", "linked"):
        monkeypatch.setenv("HOME", str(files))
        Path("main.scm").write_text(f'(load "{name}")')
        status, text = scmpy(*command)
        folder = os.path.realpath(files / "elsewhere")
        assert status == 1 and f"the option --load-from {folder} allows it" in text, (name, text)
        assert scmpy("--load-from", folder, *command)[0] == 0
        if command:
            assert scmpy(*command[:1], "--load-from", folder, *command[1:])[0] == 0
    (files / ".git").mkdir()  # a program of a repository loads the others of it
    assert scmpy(*command)[0] == 0


def test_a_program_elsewhere_loads_its_neighbours(
    files: Path, scmpy: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    (files / "cwd").mkdir()
    monkeypatch.chdir(files / "cwd")
    assert scmpy("run", "../main.scm") == (0, "(1 2 3)\n")
    assert scmpy("check", str(files / "main.scm"), "--jobs", "1")[0] == 0
    Path("main.scm").write_text("(display c)")
    assert scmpy("-i", "../main.scm") == (0, "3\n")


def test_the_working_directory_comes_first_and_no_folder_before_programs(files: Path, session: Session) -> None:
    (files / "c.scm").write_text("(define c 'of-the-working-directory)")
    assert session.write_text(session.run('(load "main")')) == "(1 2 of-the-working-directory)"
    (files / "parts.scm").write_text("'program")
    assert session.write_text(session.run('(load "parts")')) == "program"


def test_the_places_of_a_missing_file_are_told(files: Path, session: Session) -> None:
    (files / "parts" / "c.scm").write_text('(load "nothing")')
    places = [os.path.abspath("nothing"), os.path.abspath("parts/nothing")]
    with pytest.raises(FileError) as caught:
        session.run('(load "main")')
    assert caught.value.message == "load: cannot read nothing: there is neither {} nor {} (or .scm)".format(*places)
    with pytest.raises(FileError, match=r"there is no .*nothing \(or \.scm\)"):
        session.run('(load "nothing")')


def test_a_session_of_pythons_has_folders_to_load_from(files: Path) -> None:
    session = Session(load_from=["parts"])
    session.run('(load "parts/b")')
    assert session.run("c") == 3
    for name in ("main", "parts/../main", "nul\\x0;"):
        with pytest.raises(FileError):
            session.run(f'(load "{name}")')
    with pytest.raises(ScmpyError, match="no permission for files"):
        session.run('(open-input-file "parts/b.scm")')


def test_the_working_directory_of_a_session(files: Path) -> None:
    usual = os.getcwd()
    session = Session(permissions=["files"])
    parts = os.path.join(os.path.realpath("parts"), "")
    assert session.run("(working-directory-pathname)") == os.path.join(usual, "")
    assert session.run('(cd "parts")') == session.run("(pwd)") == parts
    session.run('(load "b")')
    assert session.run("(+ b c)") == 5 and session.run('(file-exists? "c.scm")') is True
    session.run('(with-working-directory-pathname ".." (lambda () (load "main")))')
    assert session.run("a") == 1 and session.run("(pwd)") == parts and os.getcwd() == usual
    for wrong in ("missing", "b.scm", "nul\\x0;"):
        with pytest.raises(FileError, match=r"cd: .* is no folder"):
            session.run(f'(with-working-directory-pathname "{wrong}" (lambda () 1))')
    assert session.run("(pwd)") == parts


def test_the_working_directory_stays_among_the_folders_to_load_from(files: Path) -> None:
    (files / "other").mkdir()
    session = Session(load_from=["parts"])
    if hasattr(os, "symlink"):
        os.symlink(files / "other", files / "parts" / "link")
    for name in (".", "/", "other", "parts/..", *(["parts/link"] if hasattr(os, "symlink") else [])):
        with pytest.raises(FileError, match=r"cd: .* is outside .* --load-from"):
            session.run(f'(cd "{name}")')
    assert session.run('(cd "parts") (load "c") c') == 3
    for call in ("(pwd)", '(cd ".")', "(current-load-pathname)", '(with-working-directory-pathname "." list)'):
        with pytest.raises(ScmpyError, match="no permission for files"):
            Session().run(call)


def test_a_file_knows_its_name(files: Path, session: Session) -> None:
    (files / "parts" / "b.scm").write_text("""
        (define name (current-load-pathname))
        (with-working-directory-pathname (directory-pathname name) (lambda () (load "c")))""")
    session.run('(define b 2) (load "main")')
    assert session.run("name") == os.path.abspath("parts/b.scm") and session.run("c") == 3
    assert session.run('(string-append (directory-pathname "b.scm") (directory-pathname "a/b.scm"))') == "a/"
    with pytest.raises(ScmpyError, match="no file is being loaded"):
        session.run("(current-load-pathname)")
