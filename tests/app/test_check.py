"""``scmpy check``: the transcript format, the verdicts, and rewriting answers without losing anything."""

import json
import os
import stat
from pathlib import Path

import pytest

from scmpy.app import programs as files
from scmpy.app import transcripts as transcript
from scmpy.app.programs import FileProblem
from scmpy.app.transcripts import Answer, Row, answer_after, compared

from .conftest import document

GOOD = document("good.scm")
MIT = document("values.scm")
MIT_ERRORS = document("errors.scm")


def read(path):
    return Path(path).read_bytes().decode()


def verdicts(out):
    return [line.split()[1] for line in out.splitlines()[:-1] if not line.startswith(" ")]


def test_a_good_transcript(file, scmpy):
    path = file(GOOD)
    status, out, err = scmpy("check", path)
    assert (status, err) == (0, "")
    assert out == f"{path}:5   exact\n{path}:10  exact\n2 exact; 2 forms without an answer\n"


@pytest.mark.parametrize(
    "recorded, printed, verdict",
    [
        ("(+ a b)", "(+ a b)", "exact"),
        ("(+ a\n   b)", "(+ a b)", "exact"),
        ("(+ b a)", "(+ a b)", "equal"),
        ("(* a (+ a b))", "(+ (expt a 2) (* a b))", "equal"),
        ("(up (+ b a) 0)", "(up (+ a b) 0)", "equal"),
        ("(+ a c)", "(+ a b)", "different"),
        ("(up a b)", "(down a b)", "different"),
        ("", "(+ a b)", "different"),
        ("(+ a b)", "", "different"),
        ("", "", "exact"),
        ("(+ a b", "(+ a b)", "unreadable"),
        ("a b", "(+ a b)", "unreadable"),
        ("(+ a b)", "some text)", "different"),
        ("{1 (+ b a)}", "{1 (+ a b)}", "equal"),
        ("{1 2 3 ...}", "{1 2 ...}", "equal"),
        ("{1 2 3 ...}", "{1 4 ...}", "different"),
        ("{1 2 ...}", "{1 2}", "different"),
        ("{1 2}", "(1 2)", "different"),
    ],
)
def test_answers_are_compared_by_text_then_by_meaning(recorded, printed, verdict):
    assert compared(Row(None, "quiet", Answer(recorded, 0, 0), printed)).verdict == verdict


def test_answers_are_compared_in_one_session_in_order(file, scmpy):
    path = file("(define x 1)\n(set! x (+ x 1))\nx\n#| 2 |#\n(set! x 'y)\n(* 2 x)\n#| (+ y y) |#\n")
    status, out, _ = scmpy("check", path)
    assert (status, verdicts(out)) == (0, ["exact", "equal"])
    assert scmpy("check", "--exact", path)[0] == 1


def test_each_file_has_its_own_session(file, scmpy):
    status, out, _ = scmpy("check", file("(define x 1)", "a.scm"), file("x\n#| 1 |#", "b.scm"))
    assert status == 1 and "Unbound variable: x" in out


def test_a_different_answer_is_shown(file, scmpy):
    path = file("(+ 'a 1)\n#|\n(+ 2 a)\n|#\n")
    status, out, _ = scmpy("check", path)
    assert status == 1
    assert out.startswith(
        f"{path}:1  different\n    recorded  (+ 2 a)\n    printed   (+ 1 a)\n    differs   in (+ _ a): 2 / 1\n    because   "
    )
    assert out.endswith("1 different\n")


@pytest.mark.parametrize(
    ("text", "found", "told"),
    [
        ("1\n#| 1 |#\n(+ 'a 1)\n#|\n(+ 1 a\n|#\n", ["exact", "unreadable"], ":3  unreadable"),
        ("(car 1)\n#| 1 |#\n2\n#| 2 |#\n", ["error", "exact"], ":1:1: "),
        ("1\n#| 1 |#\n(f (g x)\n", ["exact", "error"], ":3:1: "),
    ],
)
def test_what_cannot_be_compared_is_told_with_its_place(file, scmpy, text, found, told):
    path = file(text)
    status, out, _ = scmpy("check", path)
    assert status == 1 and verdicts(out) == found and path + told in out


def test_comments_nest():
    assert answer_after("x\n#| 1 #| 2 |# 3 |# 4", 1).text == "1 #| 2 |# 3"


def test_no_answers(file, scmpy):
    assert scmpy("check", file("(define x 1)")) == (0, "no answers\n", "")


class TestUpdate:
    """check --update"""

    def test_rewrites_answers_and_nothing_else(self, file, scmpy):
        text = GOOD.replace("(expt a 2)", "(* a\n a)").replace("#| (* 2 b) |#", "#||#")
        path = file(text)
        status, out, _ = scmpy("check", "--update", path)
        assert status == 0 and out.endswith(
            f"{path}: 2 answers rewritten\n1 equal, 1 different; 2 forms without an answer\n"
        )
        assert read(path) == GOOD.replace("#| (* 2 b) |#", "#|\n(* 2 b)\n|#")
        assert scmpy("check", "--exact", path)[0] == 0

    def test_leaves_exact_answers_as_they_are(self, file, scmpy, monkeypatch):
        monkeypatch.setattr(transcript, "replace_source", None)
        path = file(GOOD)
        assert scmpy("check", "--update", path)[0] == 0
        assert read(path) == GOOD

    def test_keeps_line_ends_and_byte_order_mark(self, file, scmpy):
        path = file(b"\xef\xbb\xbf(+ 1 2)\r\n#| 4 |#\r\n; \xce\xb8\r\n")
        assert scmpy("check", "--update", path)[0] == 0
        assert read(path).encode() == b"\xef\xbb\xbf(+ 1 2)\r\n#|\r\n3\r\n|#\r\n; \xce\xb8\r\n"

    def test_replaces_unreadable_answers(self, file, scmpy):
        path = file("(+ 1 2)\n#| (((what |#\n")
        assert scmpy("check", "--update", path)[0] == 0
        assert read(path) == "(+ 1 2)\n#|\n3\n|#\n"

    @pytest.mark.parametrize(
        "bad", ["(car 1)\n", "missing\n#| 1 |#\n", "(f (g x)\n", "(f x))\n", '"open\n', "#| open\n"]
    )
    def test_a_file_that_fails_is_not_written(self, file, scmpy, bad):
        text = f"(+ 1 2)\n#| 4 |#\n{bad}"
        path = file(text)
        status, out, _ = scmpy("check", "--update", path)
        assert status == 1 and "not written" in out
        assert read(path) == text
        assert os.listdir(os.path.dirname(path)) == ["test.scm"]

    def test_what_a_comment_cannot_hold_is_refused(self, file, scmpy):
        text = '(display "|#")\n#| 4 |#\n'
        path = file(text)
        status, _, err = scmpy("check", "--update", path)
        assert status == 2 and f"{path}:1: " in err
        assert read(path) == text

    def test_a_failing_disk_loses_nothing(self, file, scmpy, monkeypatch):
        def full(*_):
            raise OSError(28, "No space left on device")

        text = "(+ 1 2)\n#| 4 |#\n"
        path = file(text)
        monkeypatch.setattr(files.os, "fsync", full)
        status, _, err = scmpy("check", "--update", path)
        assert status == 2 and err == f"scmpy: {path}: cannot write the file: No space left on device\n"
        assert read(path) == text
        assert os.listdir(os.path.dirname(path)) == ["test.scm"]

    def test_a_read_only_directory(self, file, scmpy, monkeypatch):
        def refuse(**_):
            raise PermissionError(13, "Permission denied")

        path = file("(+ 1 2)\n#| 4 |#\n")
        monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)  # the superuser may write to any directory
        status, _, err = scmpy("check", "--update", path)
        assert status == 2 and "Permission denied" in err

    def test_a_read_only_file(self, file, scmpy, monkeypatch):
        path = file("(+ 1 2)\n#| 4 |#\n")
        monkeypatch.setattr(files.os, "access", lambda *_: False)
        status, _, err = scmpy("check", "--update", path)
        assert status == 2 and "read-only" in err

    def test_a_file_that_was_changed_meanwhile_is_kept(self, file):
        path = file("old")
        source = files.read_source(path)
        file("new")
        with pytest.raises(FileProblem, match="changed meanwhile"):
            files.replace_source(source, "newer")
        assert read(path) == "new"

    def test_a_link_out_of_the_directory_is_not_followed(self, file, scmpy, tmp_path):
        """A directory of a stranger's rewrites nothing that is elsewhere."""
        elsewhere = file("(+ 1 2)\n#| 4 |#\n")
        folder = tmp_path / "stranger"
        folder.mkdir()
        (folder / "own.scm").write_text("(+ 1 2)\n#| 4 |#\n")
        (folder / "link.scm").symlink_to(elsewhere)
        assert scmpy("check", "--update", str(folder))[0] == 0
        assert "4" in read(elsewhere) and "3" in (folder / "own.scm").read_text()

    def test_permissions_and_links_are_kept(self, file, scmpy, tmp_path):
        path = file("(+ 1 2)\n#| 4 |#\n")
        os.chmod(path, 0o640)
        link = tmp_path / "link.scm"
        link.symlink_to(path)
        assert scmpy("check", "--update", str(link))[0] == 0
        assert link.is_symlink() and "3" in read(path)
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o640


def test_what_mit_schemes_prompt_writes_is_an_answer(file, scmpy):
    path = file(MIT)
    status, out, _ = scmpy("check", path)
    verdicts = [line.split()[1] for line in out.splitlines() if line.startswith(path)]
    assert (status, verdicts) == (1, ["exact", "equal", "exact", "different"])
    assert out.endswith("2 exact, 1 equal, 1 different; 1 form without an answer\n")
    assert scmpy("check", "--update", path)[0] == 0
    with open(path) as written:
        text = written.read()
    assert text == MIT.replace("(* a 2)", "(* 2 a)").replace(";Value 12: 10", ";Value: 9")


def test_forms_without_an_answer_are_counted_where_they_print(file, scmpy):
    path = file("(define x 1)\nx\n(display x)\nx\n#|\n1\n|#\n")
    assert scmpy("check", path)[1].endswith("1 exact; 2 forms without an answer\n")
    assert json.loads(scmpy("check", "--json", path)[1])["unanswered"] == 2
    cell = file("```scheme\n(+ 1 1)\n(+ 1 2)\n```\n```\n2\n3\n```\n", "cell.md")
    assert scmpy("check", cell)[1].endswith("1 exact\n")


def test_errors_that_mit_scheme_wrote_down_are_answers(file, scmpy):
    path = file(MIT_ERRORS)
    status, out, _ = scmpy("check", path)
    verdicts = [line.split()[1] for line in out.splitlines() if line.startswith(path)]
    assert status == 1 and verdicts[:3] == ["exact", "exact", "error"] and verdicts[3] != "exact"
    assert "Unbound variable: bar" in out


def test_the_dots_after_the_terms_of_a_series_may_be_left_out(file, scmpy):
    """MIT Scheme's prompt writes the value of series:for-each, books do not."""
    call, terms = "(series:for-each print-expression exp-series 3)", "1\n1\n1/2"
    answers = (terms, f"{terms}\n;Value: ...", f"{terms}\n...", "1\n1")
    path = file("\n".join(f"{call}\n#|\n{answer}\n|#" for answer in answers))
    _, out, _ = scmpy("check", path)
    assert [line.split()[1] for line in out.splitlines() if line.startswith(path)] == [*["exact"] * 3, "unreadable"]
