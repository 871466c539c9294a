"""Every mistake: the error's class, its words, and the place that it points at."""

import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest

from scmpy import errors
from scmpy.errors import GenericOperationError, ScmpyError, WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.diagnostics import procedure_arity
from scmpy.scheme.primitives.declare import PRIMITIVES

#: A program, and after a semicolon its error, the place of it, and what it says.
CASES = Path(__file__).with_name("errors.txt").read_text(encoding="utf-8").rstrip().split("\n\n")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_error(session: Session, case: str) -> None:
    source, _, answer = case.rpartition("\n;")
    error, place, message = answer.split(" ", 2)
    with pytest.raises(getattr(errors, error)) as caught:
        session.run(source, "file.scm")
    assert caught.value.message == message
    found = caught.value.location
    assert found is not None
    assert (found.file, f"{found.line}:{found.column}") == ("file.scm", place)
    assert found.text == source.splitlines()[found.line - 1]


def test_generic_operation(session: Session) -> None:
    with pytest.raises(GenericOperationError) as caught:
        session.run('(+ 1 "2")')
    assert "does not apply" in caught.value.message
    assert caught.value.location is not None


@pytest.mark.misuse
@pytest.mark.parametrize("source", ["(planted 3)", "(define (f x) (planted x)) (f 3)", "(apply planted (list 3))"])
def test_what_the_library_does_not_look_for(session: Session, source: str) -> None:
    """Python's own errors about arguments of the wrong kinds become errors about these arguments."""

    def planted(x: Any) -> Any:
        return x.rows

    session.define("planted", planted)
    with pytest.raises(WrongTypeError) as caught:
        session.run(source)
    assert caught.value.message == "planted does not apply to 3 ('int' object has no attribute 'rows')"
    assert isinstance(caught.value.__cause__, AttributeError)
    assert caught.value.location is not None


def test_the_place_is_where_the_procedure_was_written(session: Session) -> None:
    session.run("(define (f x)\n  (let ((y 1))\n    (car x)))", "library.scm")
    with pytest.raises(WrongTypeError) as caught:
        session.run("(+ 1 (f 5))", "main.scm")
    assert str(caught.value.location) == "library.scm:3:5"
    assert str(caught.value).endswith("    (car x)))\n      ^") or "(car x)" in str(caught.value)


def test_the_session_goes_on_after_an_error(session: Session) -> None:
    session.run("(define x 1)")
    with pytest.raises(ScmpyError):
        session.run("(set! x 2) (car x)")
    assert session.run("x") == 2


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "((state-advancer (lambda () (lambda (s) (up 1 (square (coordinate s)))))) (up 0 1.) 2.)",
            "cannot be continued",
        ),
        ("(definite-integral (lambda (x) (/ 1 x)) 0 1)", "is infinite"),
    ],
)
def test_handlers_get_what_has_no_result(session: Session, source: str, message: str) -> None:
    handled = f"(with-exception-handler (lambda (c) (k (condition/report-string c))) (lambda () {source}))"
    assert message in session.run(f"(call/cc (lambda (k) {handled}))")
    assert message in session.run(f"(condition/report-string (ignore-errors (lambda () {source})))")


@pytest.mark.parametrize(
    ("source", "signature"),
    [
        ("(lambda (theta-1 y #!optional z) y)", "(theta_1, y, z=#!default, /)"),
        ("(lambda (x . more) (let ((x (list x))) (lambda (y) (+ x y))))", "(x, /, *more)"),
        ("(let ((x 1)) (define (inner f x) (set! x 2) (lambda () (f x))) inner)", "(f, x, /)"),
    ],
)
def test_procedures_show_the_names_of_their_arguments_in_python(session: Session, source: str, signature: str) -> None:
    procedure = session.run(source)
    assert str(inspect.signature(procedure)) == signature
    with pytest.raises(TypeError, match=f"required positional arguments?: '{signature[1:].partition(',')[0]}'"):
        procedure()


@pytest.mark.parametrize("source", ["(lambda (a-b a_b) (- a-b a_b))", "(lambda (class a) (- class a))"])
def test_arguments_whose_names_python_cannot_show_work(session: Session, source: str) -> None:
    assert session.run(f"({source} 3 2)") == 1
    inspect.signature(session.run(source))


CALLED = re.compile(r"(?:The procedure #\[compiled-procedure \d+ (\S+)\]|(\S+)) has been called with")
SPELT_IN_PYTHON = re.compile(r"\w_|_\w|<lambda>|Error|' object")


def _answers(session: Session, name: str, counts: set[int], operand: str) -> list[str]:
    """What calls of a procedure with so many operands say."""
    said = []
    for count in counts:
        try:
            session.run(f"({name} {' '.join([operand] * count)})")
        except ScmpyError as error:
            said.append(error.message)
    return said


def _procedures(session: Session, names: set[str]) -> list[tuple[str, int, int | None]]:
    found = {name: session.lookup(name) for name in sorted(names) if session.has(name)}
    return [(name, *procedure_arity(value)) for name, value in found.items() if callable(value)]


@pytest.mark.slow
def test_a_wrong_number_of_arguments_is_told_by_names_of_scheme() -> None:
    """Before anything is said of the arguments; values that are called, such as charts, describe themselves."""
    session = Session()
    names = set(session.names())
    for name, least, most in _procedures(session, names):
        wrong = {least - 1, least if most is None else most + 1} - {-1, least}
        for message in _answers(session, name, wrong, "1"):
            called = CALLED.match(message)
            assert not SPELT_IN_PYTHON.search(message), message
            assert name not in PRIMITIVES.names() or (called and (called[1] or called[2]) in names), message


@pytest.mark.slow
@pytest.mark.parametrize("operand", ["'q", '"s"', "-1"])
def test_wrong_arguments_of_the_languages_procedures_are_told_by_names_of_scheme(operand: str) -> None:
    session = Session(stdout=io.StringIO())
    for name, least, most in _procedures(session, PRIMITIVES.names() & set(session.names())):
        for message in _answers(session, name, {least or (1 if most is None else most)}, operand):
            assert not SPELT_IN_PYTHON.search(message.replace("The object", "")), message
