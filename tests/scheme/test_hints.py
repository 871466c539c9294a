"""The commonest mistakes: what was meant is said, and where the user's own calls are."""

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.diagnostics import MEANINGS
from scmpy.scheme.reader import IncompleteError


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(+ 1\n(up 2 3)", "the ( opened at 1:1 is never closed; line 2 begins with a parenthesis as forms of their own do: is one missing before it?"),
        ("\n(define (f x)\n  (+ x 1)", "the ( opened at 2:1 is never closed")
    ],
)  # fmt: skip
def test_messages(session: Session, source: str, message: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        session.run(source)
    assert caught.value.message == message


def test_what_a_program_catches_has_no_hint(session: Session) -> None:
    source = (
        "(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (condition/report-string e))) (lambda () (f 1)))))"
    )
    assert session.run(source) == "Unbound variable: f"


@pytest.mark.parametrize("source", ["(define x[0] 1) x[0]", '(string-length "\u2019[\u201c")', "'|[a]|", "#\\["])
def test_what_only_looks_alike_is_read(session: Session, source: str) -> None:
    session.run(source)


def test_the_text_that_more_lines_complete_is_known(session: Session) -> None:
    with pytest.raises(IncompleteError):
        session.run("(+ 1\n(up 2 3)")


def test_what_is_suggested_exists(session: Session) -> None:
    for meant in MEANINGS.values():
        names = [name for name in meant.replace(",", " ").split() if name[0] not in "#('+"]
        assert not names or any(session.has(name) or name in session.names() for name in names), meant
    assert not [name for name in MEANINGS if session.has(name)]


def calls(session: Session, source: str) -> list[str]:
    with pytest.raises(ScmpyError) as caught:
        session.run(source, "f.scm")
    text = str(caught.value).splitlines()
    assert text[-len(caught.value.calls) :] == [f"  {line}" for line in caught.value.calls] or not caught.value.calls
    return list(caught.value.calls)


def test_the_users_calls_are_shown(session: Session) -> None:
    source = "(define (f x) (g x))\n(define (g x) (+ 1 (car x)))\n(define (h) (+ 1 (f 3)))\n(+ 2 (h))"
    assert calls(session, source) == [
        "in g, called at f.scm:1:15",
        "in f, called at f.scm:3:18",
        "in h, called at f.scm:4:6",
    ]


def test_calls_by_the_library_are_calls(session: Session) -> None:
    assert calls(session, "(define (f x) (vector-ref x 'a))\n((D f) 1)") == ["in f, called at f.scm:2:1"]


def test_what_has_no_name_is_called_by_the_definition_around_it(session):
    source = "(define ((f a) b) (+ 1 (car a)))\n(+ 1 ((f 1) 2))"
    assert calls(session, source) == ["in a procedure made in f, called at f.scm:2:6"]
    assert calls(session, "(map (lambda (x) (+ 1 (car x))) (list 1))") == [
        "in a procedure without a name, called at f.scm:1:1"
    ]


def test_a_form_that_is_evaluated_is_no_procedure(session: Session) -> None:
    assert calls(session, "(eval '(car 5) (the-environment))") == ["in a form evaluated at f.scm:1:1"]


def test_a_recursion_is_shown_once(session: Session) -> None:
    source = "(define (count n) (if (= n 0) (car n) (+ 1 (count (- n 1)))))\n(count 1000)"
    assert calls(session, source) == ["in count, called at f.scm:1:44", "in count, called at f.scm:2:1"]


def test_an_error_outside_of_procedures_has_no_calls(session: Session) -> None:
    assert calls(session, "(car 1)") == []
