"""``scmpy run``."""

import gzip
import os
import subprocess
import sys

import pytest

from scmpy.app.cli import main
from scmpy.errors import ScmpyError
from scmpy.scheme import Session


def test_prints_output_and_values(file, scmpy):
    path = file("""(define (f x) (* x x))
        (f 'a)
        (display "one ") (display "line")
        (f 3)
        "text"
        """)
    assert scmpy("run", path) == (0, '(expt a 2)\none line\n9\n"text"\n', "")


@pytest.mark.slow
def test_the_package_runs_as_the_command(file):
    command = [sys.executable, "-m", "scmpy", "run", file("(* 'a 'a)\n(car 1)")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "(expt a 2)\n")
    assert "car" in ended.stderr


def test_files_share_a_session(file, scmpy):
    assert scmpy("run", file("(define x 1)", "a.scm"), file("(+ x 1)", "b.scm")) == (0, "2\n", "")


def test_an_unbound_variable_is_shown_in_its_line(file, scmpy):
    path = file("(define x 1)\nx\n(+ x\n   missing)\nx\n")
    status, out, err = scmpy("run", path)
    assert (status, out) == (1, "1\n")
    place, line, caret = err.splitlines()
    assert place == f"{path}:4:4: Unbound variable: missing (did you mean 'missing?)"
    assert (line, caret) == ("     missing)", "     ^")


def test_an_error_of_a_value_is_placed_at_a_form(file, scmpy):
    path = file("1\n(+ (up 1 2) (down 3 4))\n")
    status, out, err = scmpy("run", path)
    assert (status, out) == (1, "1\n")
    assert err.startswith(f"{path}:2:1: ") and "(+ (up 1 2) (down 3 4))" in err and "^" in err


@pytest.mark.parametrize("text, place", [("1\n(f (g x)\n", "2:1"), ("1)\n", "1:2"), ('1\n "x', "2:2")])
def test_unbalanced_text_is_placed(file, scmpy, text, place):
    path = file(text)
    status, out, err = scmpy("run", path)
    assert (status, out) == (1, "1\n")
    assert err.startswith(f"{path}:{place}: ")


def test_a_missing_file_is_noticed_before_anything_is_evaluated(file, scmpy, tmp_path):
    missing = str(tmp_path / "missing.scm")
    status, out, err = scmpy("run", file("1"), missing)
    assert (status, out) == (2, "")
    assert err == f"scmpy: {missing}: cannot read the file: No such file or directory\n"


def test_other_unreadable_files(file, scmpy, tmp_path):
    assert scmpy("run", str(tmp_path))[0] == 2
    begin, as_saved = "the file is not UTF-8 text: ", "(+ 1 2)".encode("utf-16")
    for data, told in (
        (b"1\n\xff", f":2: {begin}byte 0xff"),
        (gzip.compress(b"1"), f":1: {begin}it is compressed, by gzip"),
        (as_saved, f":1: {begin}it is UTF-16; save it as UTF-8"),
        (as_saved[2:], f":1: {begin}byte 0x00"),
    ):
        path = file(data)
        assert scmpy("run", path) == (2, "", f"scmpy: {path}{told}\n")


@pytest.mark.parametrize("command", [(), ("run",), ("check",), ("translate",), ("page", "-o", "x.html")])
def test_a_program_of_python_is_no_scheme(file, scmpy, command):
    path = file("x = 3\n", "x.py")
    told = f"scmpy: {path}: this is a program of Python: python {path} runs it; Scheme is in *.scm\n"
    assert scmpy(*command, path) == (2, "", told)


def test_a_file_of_any_name_is_run(file, scmpy):
    assert scmpy(file("(+ 1 2)", "program")) == (0, "3\n", "")
    assert scmpy("missing.txt") == (2, "", "scmpy: missing.txt: cannot read the file: No such file or directory\n")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no named pipes")
@pytest.mark.parametrize("command", [["run"], ["check"], ["translate"], ["translate", "-o"]])
def test_pipes_are_no_files(scmpy, tmp_path, file, command):
    """Who opens a pipe that nobody else has open waits without an end."""
    pipe = str(tmp_path / "pipe.scm")
    os.mkfifo(pipe)
    status, _, err = scmpy(*command, pipe, *([file("1")] if "-o" in command else []))
    assert status == 2 and f"{pipe}: cannot" in err
    scheme = Session(permissions=("load", "files"))
    for form in ("(load {})", "(open-output-file {})", "(call-with-input-file {} read)"):
        with pytest.raises(ScmpyError, match="cannot"):
            scheme.run(form.format(f'"{pipe}"'))


def test_byte_order_mark_and_line_ends(file, scmpy):
    assert scmpy("run", file(b"\xef\xbb\xbf(+ 1 2)\r\n(+ 3\r\n4)\r\n")) == (0, "3\n7\n", "")


def test_the_line_that_makes_a_program_a_command(file, scmpy):
    status, out, err = scmpy("run", file("#!/usr/bin/env scmpy\n(+ 1 2)\n(car 5)"))
    assert (status, out) == (1, "3\n") and ":3:1: " in err


def test_what_is_typed_at_a_prompt_of_mit_scheme_is_run(file, scmpy):
    status, out, err = scmpy(
        "run", file("1 ]=> (* 2 3)\n;Value: 6\n\n1 ]=> (car 5)\n;The object 5 ...\n\n2 error> 7\n")
    )
    assert (status, out) == (1, "6\n") and ":4:7: " in err


def test_bad_usage_shows_the_usage(capsys):
    for arguments in (["run"], ["check"], ["walk", "x.scm"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
        assert capsys.readouterr().err.startswith("usage: scmpy")


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["check", "--help"], ["help"], ["help", "run"]])
def test_help(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("usage: scmpy")


def test_version(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0 and capsys.readouterr().out.startswith("scmpy ")


@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error(file):
    path = file("(define (loop n) (if (> n 0) (begin (write n) (newline) (loop (- n 1))))) (loop 100000)")
    command = [sys.executable, "-c", "import sys; from scmpy.app.cli import main; sys.exit(main())", "run", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def _environment():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


@pytest.mark.slow
def test_exit_ends_the_program_with_its_status(file):
    path = file(
        "(dynamic-wind newline (lambda () (guard (e (#t 'caught)) (exit 5))) (lambda () (display 'after)))\n(display 1)"
    )
    command = [sys.executable, "-c", "from scmpy.app.cli import main; main()", "run", path]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (5, "\nafter\n", "")


def test_a_byte_order_mark_and_the_line_ends_of_windows(tmp_path, scmpy):
    path = tmp_path / "windows.scm"
    path.write_bytes(b"\xef\xbb\xbf(define x 1)\r\n; prose\r\n(list x\r\n\tmissing)\r\n")
    assert (
        scmpy("run", str(path))[2]
        == f"{path}:4:2: Unbound variable: missing (did you mean 'missing?)\n   missing)\n   ^\n"
    )


def test_the_caret_stands_below_wide_characters(file, scmpy):
    _, _, err = scmpy("run", file('(list "\u6f22\u6f22" missing)'))
    assert err.splitlines()[1:] == ['  (list "\u6f22\u6f22" missing)', "               ^"]


PICTURES = """(define win (frame 0. 1. 0. 1.)) (rename-window win "3.20/../x")
(plot-point win .5 .5)
(define other (frame 0. 1. 0. 1.)) (plot-line other 0. 0. 1. 1.)
(rename-window (frame) "blank")
"""


def test_pictures_are_written_where_the_command_says(file, scmpy, tmp_path):
    folder = tmp_path / "figures"
    outside = tmp_path / "outside.png"
    outside.write_text("mine")
    folder.mkdir()
    (folder / "figure-2.png").symlink_to(outside)
    status, out, err = scmpy("run", file(PICTURES), "--figures", str(folder))
    assert (status, out) == (0, "")
    names = ["3.20-..-x.png", "figure-2.png", "blank.png"]
    assert [line for line in err.splitlines() if "wrote" in line] == [f"scmpy: wrote {folder / name}" for name in names]
    assert sorted(os.listdir(folder)) == sorted(names)
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in names)
    assert outside.read_text() == "mine", "a link is replaced, not what it leads to"
    assert "the picture blank is blank: nothing is drawn in it" in err


@pytest.mark.slow
def test_the_formats_of_pictures(file, scmpy, tmp_path):
    folder = tmp_path / "a" / "b"
    scmpy("run", file(PICTURES), "--figures", str(folder), "--format", "svg", "--format", "pdf")
    assert {name.rpartition(".")[2] for name in os.listdir(folder)} == {"svg", "pdf"}


def test_what_cannot_be_written_is_told(file, scmpy, tmp_path):
    place = tmp_path / "taken"
    place.write_text("")
    status, _, err = scmpy("run", file(PICTURES), "--figures", str(place))
    assert status == 2 and "cannot write the pictures" in err


def test_pictures_that_nobody_sees_are_told(file, scmpy):
    status, out, err = scmpy("run", file(PICTURES))
    assert (status, out) == (0, "")
    assert "drew 3 pictures (3.20-..-x, figure-2, blank). There is no screen" in err and "--figures" in err


def test_pictures_drawn_before_an_error_are_written(file, scmpy, tmp_path):
    status, _, err = scmpy("run", file(PICTURES + "(car 1)"), "--figures", str(tmp_path / "f"))
    assert status == 1 and "car" in err and len(os.listdir(tmp_path / "f")) == 3


def test_pictures_of_one_name_are_all_written(file, scmpy, tmp_path):
    text = '(define (one) (let ((w (frame))) (plot-point w .5 .5) (rename-window w "a")))\n(one) (one)'
    scmpy("run", file(text), "--figures", str(tmp_path / "f"))
    assert sorted(os.listdir(tmp_path / "f")) == ["a-2.png", "a.png"]


def test_a_program_writes_no_pictures_by_itself(file, scmpy, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = set(os.listdir(tmp_path)) | {"a.scm"}
    scmpy("run", file(PICTURES, "a.scm"))
    scmpy("check", str(tmp_path / "a.scm"))
    assert set(os.listdir(tmp_path)) == before


def test_a_title_that_is_no_formula_is_shown_as_it_stands(file, scmpy, tmp_path):
    text = '(define w (frame)) (plot-point w .5 .5) (rename-window w "$\\\\frac{$ x_1")'
    status, _, err = scmpy("run", file(text), "--figures", str(tmp_path / "f"))
    assert status == 0 and len(os.listdir(tmp_path / "f")) == 1, err
