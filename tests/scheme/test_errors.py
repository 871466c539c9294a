"""Every mistake: the error's class, its words, and the place that it points at."""

from __future__ import annotations

import inspect
import io
import re
from typing import Any

import pytest

from scmpy.errors import (
    ArityError,
    BadIndexError,
    DivisionByZeroError,
    GenericOperationError,
    LimitError,
    NotApplicableError,
    SchemeError,
    ScmpyError,
    SyntaxError_,
    UnassignedVariableError,
    UnboundVariableError,
    WrongTypeError,
)
from scmpy.scheme import Session
from scmpy.scheme.diagnostics import procedure_arity
from scmpy.scheme.primitives.declare import PRIMITIVES

CASES = [
    ("foo", UnboundVariableError, "Unbound variable: foo (did you mean 'foo?)", 1, 1),
    ("(+ 1\n   (sqaure 2))", UnboundVariableError, 'Unbound variable: sqaure (did you mean "square"?)', 2, 5),
    (
        "(set! nothing 1)",
        UnboundVariableError,
        "Unbound variable: nothing (set! changes a variable that define has made)",
        1,
        1,
    ),
    ("(letrec ((a b) (b 2)) a)", UnassignedVariableError, "Unassigned variable: b", 1, 13),
    (
        "(define (f x) (* x x)) (f 1 2)",
        ArityError,
        "The procedure #[compound-procedure 12 f] has been called with 2 arguments; it requires exactly 1 argument.",
        1,
        24,
    ),
    (
        "(define (two a b) a)\n(define (g) (two 1))\n(g)",
        ArityError,
        "The procedure #[compound-procedure 12 two] has been called with 1 argument; it requires exactly 2 arguments.",
        2,
        13,
    ),
    (
        "((lambda (x #!optional y) x) 1 2 3)",
        ArityError,
        "The procedure #[compound-procedure 12] has been called with 3 arguments; it requires between 1 and 2 arguments.",
        1,
        1,
    ),
    (
        "((lambda (x . y) x))",
        ArityError,
        "The procedure #[compound-procedure 12] has been called with 0 arguments; it requires at least 1 argument.",
        1,
        1,
    ),
    (
        "(map (lambda (x y) x) '(1 2))",
        ArityError,
        "The procedure #[compound-procedure 12] has been called with 1 argument; it requires exactly 2 arguments.",
        1,
        1,
    ),
    (
        "(apply car '(1 2))",
        ArityError,
        "The procedure #[compiled-procedure 12 car] has been called with 2 arguments; it requires exactly 1 argument.",
        1,
        1,
    ),
    (
        "(vector-ref (vector 1))",
        ArityError,
        "The procedure #[compiled-procedure 12 vector-ref] has been called with 1 argument; it requires exactly 2 arguments.",
        1,
        1,
    ),
    ("(1 2 3)", NotApplicableError, "The object 1 is not applicable.", 1, 1),
    (
        "((apply + 'a 'b (iota 100 1/2)) 3)",
        NotApplicableError,
        "The object (+ a b 1/2 3/2 5/2 7/2 9/2 11/2 13/2 15/2 17/2 19/2 21/2 23/2 25/2 27/2 29/2 ... is not applicable.",
        1,
        1,
    ),
    ('(list ("f" 1))', NotApplicableError, 'The object "f" is not applicable.', 1, 7),
    ("(define (f x) (x 1)) (f 3)", NotApplicableError, "The object 3 is not applicable.", 1, 15),
    ("(define (sq x) (* x x)) ((sq 2) 3)", NotApplicableError, "The object 4 is not applicable.", 1, 25),
    ("(for-each 3 '(1))", NotApplicableError, "The object 3 is not applicable.", 1, 1),
    ("(car 5)", WrongTypeError, "The object 5, passed as the first argument to car, is not the correct type.", 1, 1),
    (
        "(caddr '(1 2))",
        WrongTypeError,
        "The object (1 2), passed as the first argument to caddr, is not the correct type.",
        1,
        1,
    ),
    (
        '(string-append "a" 5)',
        WrongTypeError,
        "The object 5, passed as the second argument to string-append, is not the correct type.",
        1,
        1,
    ),
    (
        "(length '(1 . 2))",
        WrongTypeError,
        "The object (1 . 2), passed as the first argument to length, is not the correct type.",
        1,
        1,
    ),
    (
        "(vector-set! (vector 1) 'x 0)",
        WrongTypeError,
        "The object x, passed as the second argument to vector-set!, is not the correct type.",
        1,
        1,
    ),
    (
        "(< 1 'a)",
        WrongTypeError,
        "The object a, passed as the second argument to integer-less?, is not the correct type.",
        1,
        1,
    ),
    (
        "(exact->inexact 'a)",
        WrongTypeError,
        "The object a, passed as the first argument to integer->flonum, is not the correct type.",
        1,
        1,
    ),
    (
        "(vector-ref (vector 1 2) 10)",
        BadIndexError,
        "The object 10, passed as the second argument to vector-ref, is not in the correct range.",
        1,
        1,
    ),
    (
        "(list-tail '(1 2) 3)",
        BadIndexError,
        "The object 3, passed as the second argument to list-tail, is not in the correct range.",
        1,
        1,
    ),
    (
        "(hash-table-ref (make-equal-hash-table) 'a)",
        BadIndexError,
        "The object a, passed as the second argument to hash-table-ref, is not in the correct range.",
        1,
        1,
    ),
    ("(/ 1 0)", DivisionByZeroError, "Division by zero signalled by /.", 1, 1),
    ("(modulo 10 0)", DivisionByZeroError, "Division by zero signalled by modulo.", 1, 1),
    ('(error "Something bad:" 42 \'foo "str" \'(1 2))', SchemeError, 'Something bad: 42 foo "str" (1 2)', 1, 1),
    ('(error \'my-proc "went wrong" 3)', SchemeError, 'my-proc "went wrong" 3', 1, 1),
    ("(assert (= 1 2))", SchemeError, "Assertion failed", 1, 1),
    (
        "(raise 'boom)",
        ScmpyError,
        "The object boom, passed as the first argument to raise, is not the correct type.",
        1,
        1,
    ),
    (
        "(define k #f) (call/cc (lambda (c) (set! k c))) (k 1)",
        LimitError,
        "a continuation can be called only while the call/cc that made it has not returned"
        " (to come back later, use streams: cons-stream)",
        1,
        49,
    ),
]

ILL_FORMED = [
    ("(if)", "Ill-formed syntax: (if)", 1),
    ("(let ((x 1) (x 2)) x)", "Ill-formed syntax: (let ((x 1) (x 2)) x) (x occurs twice)", 1),
    ("(lambda (x 3) x)", "Ill-formed syntax: (lambda (x 3) x) (expected a variable, got 3)", 1),
    ("(list if)", "Syntactic keyword isn't an expression: if", 7),
    ("()", "Combination must be a proper list: ()", 1),
    ("(car . 1)", "Ill-formed syntax: (car . 1)", 1),
    ("(define-syntax m (syntax-rules x))", "Ill-formed syntax: (syntax-rules x)", 18),
    (
        "(list (syntax-rules () ((_ x) 1)))",
        "Ill-formed syntax: (syntax-rules () ((_ x) 1)) "
        "(it stands where a macro is defined: (define-syntax name (syntax-rules ...)))",
        7,
    ),
    ("(let ((f 1)) (define))", "Ill-formed syntax: (define)", 14),
    ("(cond (else 1) (2 3))", "Ill-formed syntax: (cond (else 1) (2 3)) (else stands in the last clause)", 1),
    (
        "(lambda (x) (if x (define y 1)))",
        "Ill-formed syntax: (define y 1) (a definition stands at top level or in a body)",
        19,
    ),
    (")", "unbalanced close parenthesis", 1),
    ("(1 2", "the ( opened at 1:1 is never closed", 1),
    ('  "abc', "the string that starts here is not closed", 3),
    ("#| never", "the block comment that starts here is not closed", 1),
    ("'(1 . 2 3)", "a dot stands before the last element of a list", 2),
    ("#<foo>", "unreadable: #<foo>", 1),
    ("#\\nosuchname", "unknown character name: nosuchname", 1),
]


@pytest.mark.parametrize(("source", "error", "message", "line", "column"), CASES)
def test_error(session: Session, source: str, error: type[ScmpyError], message: str, line: int, column: int) -> None:
    with pytest.raises(error) as caught:
        session.run(source, "file.scm")
    assert caught.value.message == message
    place = caught.value.location
    assert place is not None
    assert (place.file, place.line, place.column) == ("file.scm", line, column)
    assert place.text == source.splitlines()[line - 1]


@pytest.mark.parametrize(("source", "message", "column"), ILL_FORMED)
def test_ill_formed(session: Session, source: str, message: str, column: int) -> None:
    with pytest.raises(SyntaxError_) as caught:
        session.run(source)
    assert caught.value.message == message
    assert caught.value.location is not None
    assert (caught.value.location.line, caught.value.location.column) == (1, column)


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
    ("source", "kind"),
    [
        ("(car 3)", "wrong-type-argument"),
        ("(vector-ref (vector 1) 7)", "bad-range-argument"),
        ("foo", "unbound-variable"),
        ("(letrec ((a b) (b 2)) a)", "unassigned-variable"),
        ("(/ 1 0)", "divide-by-zero"),
        ("(3 4)", "inapplicable-object"),
        ("((lambda (x) x))", "wrong-number-of-arguments"),
        ('(error "wrong" 1)', "simple-error"),
        ("(assert #f)", "simple-error"),
        ("(+ (up 1 2) (up 1 2 3))", "simple-error"),
    ],
)
def test_conditions_print_with_the_types_of_the_original(session: Session, source: str, kind: str) -> None:
    condition = session.run(f"(ignore-errors (lambda () {source}))")
    assert re.fullmatch(rf'#\[condition \d+ "{kind}"\]', session.write_text(condition))


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


@pytest.mark.parametrize("source", ["(+ 1 (if #f #f))", "(sin (if #f #f))", "(D (if #f #f))"])
def test_the_unspecific_value_has_a_name(session: Session, source: str) -> None:
    with pytest.raises(ScmpyError, match="an unspecific value"):
        session.run(source)


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


def test_an_argument_that_is_applied_wrongly(session: Session) -> None:
    with pytest.raises(NotApplicableError, match="The object 3 is not applicable"):
        session.run("(define (call f) (f 1)) (call 3)")
    with pytest.raises(ArityError, match=r"12 g.*has been called with 1 argument"):
        session.run("(define (g a b) a) (define (call f) (+ 1 (f 1))) (call g)")


@pytest.mark.parametrize("made", ["(delay 1)", "(make-equal-hash-table)", "(current-output-port)", "(make-cell 1)"])
def test_a_value_that_has_no_expression_is_described_once(made: str) -> None:
    """What writes it for a message asks for its expression, and must not be asked again by the error of that."""
    with pytest.raises(ScmpyError, match=r"does not apply to .*#\["):
        Session().run(f"(* 2 {made})")


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
