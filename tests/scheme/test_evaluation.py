"""Forms that run once are evaluated as they stand: as their code would, in value, order and error."""

import io

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session, compiler, session

BEFORE = """
(define (twice f) (lambda (x) (f (f x))))
(define (fail x) (car x))
(define-syntax swapped (syntax-rules () ((_ a b) (- b a))))
(define (say x) (display x) (newline) x)
(define seven 7)
"""

FORMS = """
(say (+ (say 1) (say 2) (say 3)))
((say twice) (say square))
(begin (define a 1) (define b (+ a seven)) (list a b))
(let ((a (say 1)) (b (say 2))) (let ((c (+ a b))) (list a b c)))
(swapped (say 1) (say 3))
(begin (define-coordinates (up u v) R2-rect) ((du d/du) ((point R2-rect) (up 'x 'y))))
(begin (define + -) (+ 3 1) (+ 3 1 1))
(begin (define *work-limit-multiplier* 5) *work-limit-multiplier*)
('f 'x)
(undefined-f (undefined-g))
(list (say 1) undefined-a (say 2) undefined-b)
((car (list seven)) 3)
((twice 1 2) 3)
(say (+ 1 (fail 7)))
(vector-ref (vector 1 2) (say 5))
(swapped 'a (fail 1))
(sin 1 2)
(+ 1 2 (fail "b"))
(let ((a (fail 1))) a)
(eval '(+ 1 (fail 2)) (the-environment))
(Lagrange-equations 3)
(raise 'some-symbol)
""".strip().split("\n")


def told(form):
    stream = io.StringIO()
    evaluating = Session(stream)
    evaluating.run(BEFORE)
    try:
        return evaluating.result_text(evaluating.run(f"\n  {form}")), stream.getvalue()
    except ScmpyError as error:
        return type(error), str(error), error.location, error.calls, stream.getvalue()


@pytest.mark.parametrize("form", FORMS)
def test_forms_have_the_value_of_their_code(form, monkeypatch):
    as_it_stands = told(form)
    monkeypatch.setattr(session, "runs_as_it_stands", lambda node: False)
    assert told(form) == as_it_stands


# --- definitions -----------------------------------------------------------------------------------------------

DEFINITIONS = """
(begin (pp NAME) (NAME 1)) of (define (NAME x) (if (symbol? x) 'yes (car x)))
(list NAME ((NAME 2) 'y)) of (define ((NAME m) x) (* 1/2 m (let ((h (lambda (z) (+ z x)))) (h x))))
((NAME 1 2) 3) of (define ((NAME m) x) m)
(begin (set-car! (NAME 1) 9) (NAME 1)) of (define (NAME x) '(1 2))
(NAME 4) of (define (NAME n) (if (= n 0) (error "bad" n) (NAME (- n 1))))
(NAME seven) of (define (NAME x) (undefined-g x))
(NAME seven) of (define (NAME x) (fail (swapped 1 x)))
""".strip().split("\n")


@pytest.mark.parametrize("line", DEFINITIONS)
def test_a_definition_under_another_name_is_what_it_would_be_alone(line):
    form, definition = line.split(" of ")
    told(f"{definition}{form}".replace("NAME", "one-ninth"))
    found = told(f"{definition}{form}".replace("NAME", "two-ninth"))
    compiler._definitions.clear()
    assert told(f"{definition}{form}".replace("NAME", "two-ninth")) == found


def test_a_definition_means_what_its_session_makes_of_its_words():
    definition = "(define (scaled x) (scale 2 x))"
    for before, value in (("", "(* 2 y)"), ("(define-syntax scale (syntax-rules () ((_ a b) (list a b))))", "(2 y)")):
        evaluating = Session()
        evaluating.run(before or "(define (scale a b) (* a b))")
        assert evaluating.result_text(evaluating.run(f"{definition} (scaled 'y)")) == value
    assert len(compiler._definitions) <= 200
