"""How objects are written that have no literal form: series and trajectories."""

import re

import pytest

from scmpy.scheme import Session


def test_series_and_trajectories_are_written() -> None:
    run = (made := Session()).run
    assert made.write_text(run("(series:generate (lambda (n) (+ n 1)))")) == "(*series* (1 . 1) 1 . #[promise 12])"
    assert (
        made.write_text(run("(define s (series 1 2 3)) (ref s 1) (list s)"))
        == "((*series* (0 . #f) 1 2 . #[promise 13]))"
    )
    assert made.write_text(run("(define s (series:generate (lambda (n) s))) s")) == "(*series* (1 . 1) . #[promise 14])"
    assert made.result_text(run("s")).startswith("(series (series ...)")
    assert made.result_text(run("(list (series 1 'a) 2)")) == "((series 1 a 0 0 0 0 0 0 ...) 2)"
    text = made.write_text(run("(trajectory (lambda (s) (up 1 (- (ref s 1)))) (up 0 1) 1)"))
    assert re.fullmatch(r"#\[trajectory 15 of t x1 from 0\. to 1\. in \d+ steps\]", text)


def test_streams_are_written_as_far_as_they_are_known() -> None:
    session = Session()

    def text(form: str) -> str:
        return session.write_text(session.run(form))

    session.run("(define (from n) (cons-stream n (from (+ n 1)))) (define s (from 1))")
    assert text("s") == "{1 ...}"
    assert text("(begin (stream-ref s 2) s)") == "{1 2 3 ...}"
    assert text("(list 0 s)") == "(0 {1 2 3 ...})"
    assert text("(cons 0 s)") == "(0 1 . #[promise 12 (evaluated) {2 3 ...}])"
    assert text("(define ones (cons-stream 1 ones)) (stream-ref ones 5) ones") == "#0={1 . #0#}"
    assert text("(begin (stream-ref s 30000) (string-length (write-to-string s)))") == "168905"


def test_the_prompt_shows_data_as_the_reader_takes_them() -> None:
    """As the original's prompt does; ``write`` writes quotes out."""
    session = Session()
    session.run("(define (f x) (if (eq? x 'a) `(1 ,x) '(b c)))")
    answers = [
        ("''a", "'a"),
        ("'(a 'b `c ,d)", "(a 'b `c ,d)"),
        ("(list (list 'quote 'a 'b) (list 'quote))", "((quote a b) (quote))"),
        ('(list (string->symbol "a b") (+ 1 \'c))', "(|a b| (+ 1 c))"),
        ('(string->symbol "a b")', "|a b|"),
        ("(with-output-to-string (lambda () (write ''a)))", '"(quote a)"'),
        (r"(vector 1 #\a (vector #\b 'c) car)", r"(up 1 #\a (up #\b c) car)"),
        ("(vector (make-equal-hash-table) (make-cell 1))", "(up #[hash-table 12] #[cell 13])"),
    ]
    for form, want in answers:
        assert session.result_text(session.run(form)) == want
    assert (
        str(session.run("(with-output-to-string (lambda () (pp f)))"))
        == "(named-lambda (f x)\n  (if (eq? x 'a)\n      `(1 ,x)\n      '(b c)))\n"
    )


@pytest.mark.parametrize(
    ("definition", "lines"),
    [
        ("(define ((f x) y) (+ x y))", ["(named-lambda (f x)", "  (lambda (y)", "    (+ x y)))"]),
        (
            "(define (f argument other) (let ((first-value (* argument other)) (second-value (+ argument other 17 argument)))"
            " (cond ((> first-value second-value) first-value) (else '(a list of data that is long)))))",
            [
                "(named-lambda (f argument other)",
                "  (let ((first-value (* argument other))",
                "        (second-value (+ argument other 17 argument)))",
                "    (cond ((> first-value second-value) first-value)",
                "          (else '(a list of data that is long)))))",
            ],
        ),
        (
            "(define (f n) (do ((index 0 (+ index 1)) (found '() (cons (list index index) found)))"
            " ((= index n) (reverse found)) (display index)))",
            [
                "(named-lambda (f n)",
                "  (do ((index 0 (+ index 1)) (found '() (cons (list index index) found)))",
                "      ((= index n) (reverse found))",
                "    (display index)))",
            ],
        ),
        ("(define (f x) (lambda (y) (+ x y)))", ["(named-lambda (f x)", "  (lambda (y)", "    (+ x y)))"]),
        ("(define f (lambda (x) (map (lambda (y) y) x)))", ["(named-lambda (f x)", "  (map (lambda (y) y) x))"]),
        ("(define (f) '#0=(a #0#))", ["(named-lambda (f)", "  (quote #0=(a #0#)))"]),
    ],
)
def test_a_program_is_laid_out_as_code(session: Session, definition: str, lines: list[str]) -> None:
    printed = str(session.run(f"{definition} (with-output-to-string (lambda () (pp f)))"))
    assert printed.splitlines() == lines
