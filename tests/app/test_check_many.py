"""``scmpy check`` at scale: directories, processes, time limits, reports for programs, Markdown and org files."""

import io
import json
import os
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from scmpy.app import transcripts
from scmpy.app.checking import check_all, progress
from scmpy.app.programs import read_source
from scmpy.app.transcripts import differences

from .conftest import document

MARKDOWN = document("squares.md")
ORG = document("squares.org")


def verdicts(out):
    return [line.split()[-1] for line in out.splitlines()[:-1] if not line.startswith(" ")]


class TestDirectories:
    def test_files_are_found_at_any_depth_and_reported_in_order(self, file, scmpy, tmp_path):
        for name in ("b/two.scm", "a/one.scm", "a/.hidden/no.scm", "c.md", "c.txt"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        file("1\n#| 1 |#\n", "b/two.scm")
        file("(define x 1)\nx\n#| 1 |#\n", "a/one.scm")
        file("x\n#| 1 |#\n", "a/.hidden/no.scm")
        file("```scheme\n2\n```\n```\n2\n```\n", "c.md")
        status, out, _ = scmpy("check", "--exact", str(tmp_path), str(tmp_path / "b" / "two.scm"))
        assert status == 0
        assert [Path(line.split(":")[0]).name for line in out.splitlines()[:-1]] == ["one.scm", "two.scm", "c.md"]
        assert out.endswith("3 exact\n")

    def test_a_directory_without_transcripts(self, scmpy, tmp_path):
        status, _, err = scmpy("check", str(tmp_path))
        assert status == 2 and f"{tmp_path}: there are no files *.scm" in err

    def test_jobs_make_no_difference(self, file, scmpy, tmp_path):
        for i in range(6):
            file(f"(define x {i})\n(+ x 'a)\n#| (+ {i % 3} a) |#\n(car x)\n", f"{i}.scm")
        assert scmpy("check", "--jobs", "1", str(tmp_path)) == scmpy("check", "--jobs", "3", str(tmp_path))

    @pytest.mark.parametrize("option", ["--jobs=0", "--timeout=-1", "--timeout=nan", "--jobs=x"])
    def test_bad_options(self, file, scmpy, capsys, option):
        with pytest.raises(SystemExit):
            scmpy("check", option, file("1"))
        assert option.split("=")[0] in capsys.readouterr().err


class TestTimeout:
    @pytest.mark.slow
    def test_a_form_that_takes_too_long_fails_and_the_others_are_checked(self, file, scmpy):
        endless = "(let loop ((n 0)) (loop (+ n 1)))"
        path = file(f"(define x 1)\n{endless}\n#| 3 |#\nx\n#| 1 |#\n{endless}\n(+ x 1)\n#| 2 |#\n")
        status, out, _ = scmpy("check", "--timeout", "1", path)
        assert status == 1
        assert verdicts(out) == ["timeout", "exact", "timeout", "exact"]
        assert f"{path}:2: no answer within 1 s" in out and out.endswith("2 exact, 2 timeout\n")

    def test_time_in_foreign_code_counts_too(self, file, scmpy):
        path = file("(exact->inexact (expt 7 (expt 7 9)))\n#| 1 |#\n1\n#| 1 |#\n")
        status, out, _ = scmpy("check", "--timeout", "1", path)
        assert status == 1 and verdicts(out)[-1] == "exact"

    def test_a_process_that_dies_fails_one_form(self, file, monkeypatch):
        source = read_source(file("1\n#| 1 |#\n(runtime)\n2\n#| 2 |#\n"))
        monkeypatch.setattr("scmpy.app.checking._context", _DyingContext)
        monkeypatch.setattr(transcripts, "print_form", transcripts.print_form)  # what the context replaces is put back
        [(_, rows)] = check_all([source], 1, 10, {})
        assert [row.verdict for row in rows] == ["exact", "error", "exact"]
        assert "has died" in rows[1].detail

    @pytest.mark.slow
    def test_a_file_with_a_timeout_is_not_rewritten(self, file, scmpy):
        text = "(+ 1 2)\n#| 4 |#\n(let loop () (loop))\n"
        path = file(text)
        status, out, _ = scmpy("check", "--update", "--timeout", "1", path)
        assert status == 1 and "not written" in out and Path(path).read_text() == text


def _DyingContext():
    import multiprocessing

    from scmpy.app import checking
    from scmpy.app import transcripts as transcript

    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("needs fork")
    evaluate = transcript.print_form
    parent = os.getpid()

    def print_form(session, form, output):
        if form.text == "(runtime)" and os.getpid() != parent:
            os._exit(7)
        return evaluate(session, form, output)

    transcript.print_form = print_form
    try:
        return multiprocessing.get_context("fork")
    finally:
        assert checking.transcripts is transcript


def test_json(file, scmpy):
    path = file("1\n#| 1 |#\n(up 'a (* 2 (sin 'b)))\n#| (up a (* 2 (cos b))) |#\n")
    status, out, _ = scmpy("check", "--json", path)
    report = json.loads(out)
    assert status == 1 and report["passed"] is False and report["totals"] == {"exact": 1, "different": 1}
    exact, different = report["files"][0]["answers"]
    assert exact["passed"] and exact["line"] == 1
    assert different["recorded"] == "(up a (* 2 (cos b)))" and different["printed"] == "(up a (* 2 (sin b)))"
    assert different["differences"] == [{"path": [2, 2, 0], "around": "(_ b)", "recorded": "cos", "printed": "sin"}]
    assert set(different["witness"]) == {"b"}


@pytest.mark.parametrize(
    "recorded, printed, found",
    [
        ("(+ a b)", "(+ a b)", []),
        ("a", "b", [((), "a", "b")]),
        ("(+ a b)", "(+ a b c)", [((3,), "nothing", "c")]),
        ("(up (f x) (g y))", "(up (f z) (h y))", [((1, 1), "x", "z"), ((2, 0), "g", "h")]),
        ("(up 1 2 3 4 5)", "(up 5 4 2 1 0)", [((1,), "1", "5"), ((2,), "2", "4"), ((3,), "3", "2"), ((4,), "4", "1")]),
        ("(a", "b", []),
        ("a b", "b", []),
    ],
)
def test_differences(recorded, printed, found):
    assert [(d.path, d.recorded, d.printed) for d in differences(recorded, printed)] == found


class TestDocuments:
    def test_markdown(self, file, scmpy):
        path = file(MARKDOWN, "squares.md")
        status, out, _ = scmpy("check", path)
        assert status == 1
        assert [line.split(":")[1].split() for line in out.splitlines() if line.startswith(path)] == [
            ["5", "exact"],
            ["17", "exact"],
            ["28", "unreadable"],
        ]

    def test_markdown_is_rewritten(self, file, scmpy):
        path = file(MARKDOWN, "squares.md")
        assert scmpy("check", "--update", path)[0] == 0
        assert Path(path).read_text() == MARKDOWN.replace("(expt c 3)", "(expt c 2)")
        assert scmpy("check", "--exact", path)[0] == 0

    def test_org(self, file, scmpy):
        path = file(ORG, "squares.org")
        status, out, _ = scmpy("check", path)
        assert status == 0 and verdicts(out) == ["exact", "equal"]

    def test_org_is_rewritten(self, file, scmpy):
        path = file(ORG.replace(": (expt a 2)", ": a\n  : b"), "squares.org")
        assert scmpy("check", "--update", path)[0] == 0
        written = Path(path).read_text()
        assert "\n  : (expt a 2)\n" in written and ": a" not in written
        assert "(+ (expt a 2) (* 2 a b) (expt b 2))\n#+end_example" in written
        assert scmpy("check", "--exact", path)[0] == 0

    def test_errors_have_their_places(self, file, scmpy):
        path = file("```scheme\n(f (g x)\n```\n\n```scheme\n  (car 1)\n```\n```scheme\n1\n```\n```\n1\n```\n", "a.md")
        status, out, _ = scmpy("check", path)
        assert status == 1 and verdicts(out)[-1] == "exact"
        assert f"{path}:2:1: " in out and f"{path}:6:3: " in out

    def test_what_a_fence_cannot_hold_is_refused(self, file, scmpy):
        path = file('```scheme\n(display "```")\n```\n```\nx\n```\n', "a.md")
        status, _, err = scmpy("check", "--update", path)
        assert status == 2 and f"{path}:2: " in err


class TestProgress:
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    def test_a_bar_on_a_terminal(self, monkeypatch):
        tqdm = MagicMock()
        monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=tqdm))
        with progress(3, self.Terminal()) as (advance, _):
            advance()
        assert tqdm.call_args.args == (range(3),)
        assert [name for name, *_ in tqdm.mock_calls] == ["", "().__enter__", "().update", "().__exit__"]

    def test_nothing_without_the_library(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "tqdm", None)
        stream = self.Terminal()
        with progress(3, stream) as (advance, _):
            advance()
        assert stream.getvalue() == ""

    def test_nothing_in_a_pipe(self, file, scmpy, tmp_path):
        file("1\n#| 1 |#\n", "a.scm")
        file("1\n#| 1 |#\n", "b.scm")
        assert scmpy("check", str(tmp_path))[2] == ""


def test_a_file_that_is_no_text_does_not_stop_the_others(tmp_path, scmpy):
    (tmp_path / "a.scm").write_bytes(b"(+ 1 1)\n\xff\n")
    (tmp_path / "b.scm").write_text("(+ 1 1)\n#|\n2\n|#\n")
    status, out, err = scmpy("check", str(tmp_path))
    assert (status, err) == (1, "")
    assert f"{tmp_path / 'a.scm'}:2: the file is not UTF-8 text: byte 0xff" in out
    assert out.endswith("1 exact, 1 error\n")


def test_a_file_that_was_named_and_is_no_text(tmp_path, scmpy):
    path = tmp_path / "a.scm"
    path.write_bytes(b"\xff")
    assert scmpy("check", str(path)) == (2, "", f"scmpy: {path}:1: the file is not UTF-8 text: byte 0xff\n")
