"""The session: forms, results, output, permissions, Python values."""

import contextlib
import io
import random
import sys

import pytest

from scmpy.errors import ScmpyError, SyntaxError_
from scmpy.scheme import Session
from scmpy.scheme.session import current_session

from ..counting import python_calls


def test_forms_have_places(session: Session) -> None:
    forms = list(session.forms("; note\n(define x 1)\n  #| block |# 'y", "f.scm"))
    assert [(f.text, f.line, f.column) for f in forms] == [("(define x 1)", 2, 1), ("'y", 3, 15)]
    assert [session.result_text(session.evaluate(form)) for form in forms] == ["", "y"]


def test_forms_before_an_unreadable_one_are_read(session: Session) -> None:
    forms = session.forms("1 2 )")
    assert [next(forms).datum, next(forms).datum] == [1, 2]
    with pytest.raises(SyntaxError_):
        next(forms)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(define x 1)", ""),
        ("(if #f #f)", ""),
        ("#t", "#t"),
        ('"a\\nb"', '"a\\nb"'),
        ("#\\a", "#\\a"),
        ("'()", "()"),
        ("(+ 'a 'a)", "(* 2 a)"),
        ("(list (+ 'a 'a) \"s\" #t)", '((* 2 a) "s" #t)'),
        ("(up 1 (+ 'x 'x))", "(up 1 (* 2 x))"),
        ("(sqrt 2)", "1.4142135623730951"),
        ("car", "#[compiled-procedure 12 car]"),
        ("(define (f x) x) f", "#[compound-procedure 12 f]"),
        ("(lambda (x) x)", "#[compound-procedure 12]"),
        ('(string->symbol "two words")', "|two words|"),
    ],
)
def test_result_text(session: Session, source: str, text: str) -> None:
    assert session.result_text(session.run(source)) == text


def test_objects_keep_their_numbers(session: Session) -> None:
    session.run("(define (f x) x) (define (g x) x)")
    shown = [session.result_text(session.run(name)) for name in "fgf"]
    assert shown == ["#[compound-procedure 12 f]", "#[compound-procedure 13 g]", "#[compound-procedure 12 f]"]


def test_output(session: Session, output: io.StringIO) -> None:
    session.run('(display "x = ") (write "q") (newline) (write-string "s") (write-char #\\c) (pe (* 2 (+ \'a \'a)))')
    assert output.getvalue() == 'x = "q"\nsc(* 4 a)\n'
    output.truncate(0), output.seek(0)
    session.run("(show-expression (/ 'a 2)) (pp '(a b)) (write-line 1) (fresh-line)")
    assert output.getvalue().splitlines()[1:] == ["(a b)", "1"]


def test_output_to_strings(session: Session, output: io.StringIO) -> None:
    assert session.run('(with-output-to-string (lambda () (display \'(1.5 "s" #\\a))))') == "(1.5 s a)"
    assert session.run("(call-with-output-string (lambda (p) (write 'sym p) (newline p)))") == "sym\n"
    assert output.getvalue() == ""


def test_scheme_procedures_are_python_functions(session: Session) -> None:
    even = session.run("(define (e? n) (if (= n 0) #t (o? (- n 1)))) (define (o? n) (if (= n 0) #f (e? (- n 1)))) e?")
    assert even(1000) is True
    assert session.run("(lambda (f) (f (f 1)))")(lambda x: x + 1) == 3


def test_python_values_in_scheme(session: Session) -> None:
    session.define("twice", lambda f: lambda x: f(f(x)))
    assert session.run("((twice square) 3)") == 81
    assert session.lookup("twice")(lambda x: x + 1)(1) == 3
    session.define("+", lambda a, b: "mine")
    assert session.run("(+ 1 2)") == "mine"
    assert "Lagrange-equations" in session.names() and "lambda" in session.names()


def test_a_run_inside_a_run(session: Session) -> None:
    session.define("again", lambda source: current_session.get().run(source))
    assert session.run('(+ 1 (again "(* 2 3)"))') == 7


@pytest.mark.parametrize("name", ["__builtins__", "__import__", "open", "getattr", "None.__class__", "|\\|session|"])
def test_no_way_to_python(session: Session, name: str) -> None:
    with pytest.raises(ScmpyError):
        session.run(name)


@pytest.mark.slow
def test_random_input_ends_in_a_value_or_an_error() -> None:
    pieces = '( ( ( ) ) ) \' ` , ,@ . #( " ; #| |# #; define lambda let x y if + car \'() 1 2.5 1/2 #t #\\a "s" ... =>'.split()
    pieces += "let* cond else begin set! quasiquote define-syntax syntax-rules do case define-record-type guard".split()
    pieces += ["\n", *"delay named-lambda call/cc apply map up D #!optional".split()]
    generator = random.Random(12)
    session = Session(stdout=io.StringIO())
    for _ in range(500):
        text = " ".join(generator.choice(pieces) for _ in range(generator.randrange(1, 25)))
        with contextlib.suppress(ScmpyError):
            session.result_text(session.run(text))


def test_a_run_costs_little(session: Session) -> None:
    """As many calls of Python's as reading, expanding, compiling and a change of context take: no look at all names."""
    session.run("1")
    assert 10 < python_calls(lambda: session.run("1")) < 1000


def test_code_is_hashable(session: Session) -> None:
    """Toolkits look whether the code of a frame is one of theirs, with tkinter whenever a figure is made."""
    codes = []

    def look() -> None:
        frame = sys._getframe(1)
        while frame:
            codes.append(frame.f_code)
            frame = frame.f_back

    session.globals["look"] = look
    assert session.run("(define (f x) (look) (vector-set! '#(1 2) 0 x) (list '#(3 4) '(a #(5)))) (f 1)")
    assert {"f"} <= {code.co_name for code in set(codes)}
