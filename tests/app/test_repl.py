"""The read-eval-print loop, from a pipe and from a terminal that a list of lines plays; ``scmpy --python`` with formulas."""

import io
import os
import runpy
import subprocess
import sys

import pytest

from scmpy.app import repl as terminal
from scmpy.app.cli import main
from scmpy.app.programs import Output
from scmpy.app.repl import CONTINUATION, PROMPT, repl
from scmpy.scheme import Session


def test_forms_are_evaluated_as_their_brackets_close(play):
    failures, out, err, prompts = play("(define x", "  2)", "(* x 'a) (display 1)", '"a', 'b"')
    assert (failures, out, err) == (0, '(* 2 a)\n1\n"a\\nb"\n', "")
    assert prompts == [PROMPT, CONTINUATION, PROMPT, PROMPT, CONTINUATION, PROMPT]


def test_the_loop_carries_on_after_errors(play):
    failures, out, err, _ = play("1", "(car 1) 2", ")", "3")
    assert (failures, out) == (2, "1\n2\n3\n")
    assert err.count("<input>:1:1: ") == 2  # what is typed next is counted anew


def test_what_follows_on_the_line_of_a_form_keeps_its_place(play):
    failures, out, err, _ = play("1 (+ 2", "  missing)")
    assert (failures, out) == (1, "1\n")
    assert err.startswith("<input>:2:3: Unbound variable: missing")


def test_input_that_ends_within_a_form(play):
    failures, out, err, _ = play("1 (+ 2")
    assert (failures, out) == (1, "1\n")
    assert err.startswith("<input>:1:3: ")


def test_an_interrupt_abandons_what_is_typed(play):
    failures, out, err, prompts = play("(+ 1", KeyboardInterrupt(), "2")
    assert (failures, out, err) == (0, "\n;Quit!\n2\n", "")
    assert prompts == [PROMPT, CONTINUATION, PROMPT, PROMPT]


def test_an_interrupt_ends_a_pipe(monkeypatch, capsys):
    class Interrupted(io.StringIO):
        def readline(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main([]) == 130
    assert capsys.readouterr().err == "scmpy: interrupted\n"


@pytest.mark.parametrize("text, status, out", [("(+ 1 2)\n'x", 0, "3\nx\n"), ("(car 1)\n4", 1, "4\n"), ("", 0, "")])
def test_a_pipe(monkeypatch, capsys, text, status, out):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main([]) == status
    captured = capsys.readouterr()
    assert captured.out == out
    assert bool(captured.err) == bool(status)


@pytest.mark.parametrize("line", ["scmpy> (+ 1 2)", "1 ]=> (+ 1 2)", "  2 error> (+ 1 2)"])
def test_prompts_that_were_copied_are_overlooked(play, line):
    assert play(line, "1 ]=>", ";Value: 3")[:3] == (0, "3\n", "")


def test_text_like_a_prompt_elsewhere_is_text(play):
    assert play('1 ]=> (display "1 ]=> x")')[1] == "1 ]=> x\n"


@pytest.mark.parametrize(("form", "status"), [("(exit)", 0), ("(exit 3)", 3), ("(exit #t)", 0), ("(exit #f)", 1)])
def test_exit_ends_the_loop(monkeypatch, capsys, form, status):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f'(display "so far")\n{form}\n(display "never")\n'))
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == status
    assert capsys.readouterr().out == "so far\n"


@pytest.mark.parametrize("word", ["quit", "exit", " exit "])
def test_words_that_leave(play, word):
    with pytest.raises(SystemExit) as ended:
        play("(define x 1)", word)
    assert ended.value.code == 0


def test_the_prompt_begins_a_line():
    stream = io.StringIO()
    output, lines = Output(stream), ["(display 1)", "2"]

    def read_line(prompt):
        stream.write(prompt)
        if not lines:
            raise EOFError
        return lines.pop(0)

    repl(Session(stdout=output), read_line, output, io.StringIO())
    assert stream.getvalue() == f"{PROMPT}1\n{PROMPT}2\n{PROMPT}"


def test_help_as_a_word(play):
    assert play("help")[1].startswith("(help Lagrange-equations)")
    assert play("(list 'help", "help)")[2] != ""  # within a form it is no command


def test_a_function_that_is_not_applied_is_told(play):
    _, out, _, _ = play("(Lagrange-equations (L-harmonic 'm 'k))", "(define (f x) x)", "f", "(f 3)")
    assert out.count("; what (Lagrange-equations ...) gives here is a function") == 1 and out.count("; what") == 1


def test_the_prompt_needs_no_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    assert runpy.run_path(terminal.__file__)["PROMPT"] == PROMPT


PROGRAM = "import sys; from scmpy.app.cli import main; sys.exit(main())"
WITHOUT_IPYTHON = "import sys; sys.modules['IPython'] = None; from scmpy.app.cli import main; sys.exit(main())"


def told(program, text, folder, *options):
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "IPYTHONDIR": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", program, "--python", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, encoding="utf-8")
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("program", [PROGRAM, WITHOUT_IPYTHON], ids=["IPython", "plain"])
@pytest.mark.parametrize(("display", "result"), [([], "up(½ x₁, 3)"), (["--display", "scheme"], "(up (* 1/2 x_1) 3)")])
def test_python_shell(program, display, result, tmp_path):
    text = "x = symbols('x_1')\nup(x / 2, 3)\n'a' * 3\nLagrange_equations.__name__\n"
    out, everything = told(program, text, tmp_path, *display)
    assert result in out and "'aaa'" in out and "apropos('Hamilton')" in everything


@pytest.mark.slow
def test_the_python_shell_speaks_scheme(tmp_path):
    text = "n = 3\n%scheme (define (f x) (expt x n))\nD(f)(symbols('x'))\nsin = 5\n%scheme (sin 0)\n%scheme (+ 1 (sin 0))\n"
    out, everything = told(PROGRAM, text, tmp_path, "--display", "scheme")
    assert "(* 3 (expt x 2))" in out and everything.count("sin is the course's in Scheme") == 1
