"""Property tables and lists, stacks that are queues, watching, compiled procedures: as the original has them."""

import io

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

ANSWERS = [
    ("(begin (put! tb 3 'a 'b) (list (get tb 'a 'b) (no-value? (get tb 'a)) (get-with-default tb 7 'a 'c)))", "(3 #t 7)"),
    ("(begin (add-to-list! 5 tb 'l) (adjoin-to-list! 5 tb 'l) (adjoin-to-list! 6 tb 'l) (get tb 'l))", "(6 5)"),
    ("(begin ((putter! tb) 1 'x) (list ((getter tb) 'x) ((getter-with-default tb 2) 'y) (store! 4 tb 'z)))", "(1 2 done)"),
    ("(begin (eq-put! 'a 'color 'red) (list (eq-get 'a 'color) (eq-get 'a 'size)))", "(red #f)"),
    ("(begin (eq-label! 'b 'x 1 'y 2) (eq-plist 'b))", "(b (y . 2) (x . 1))"),
    ("(begin (eq-put! 'c 'x 'd) (eq-put! 'd 'y 4) ((eq-path '(y x)) 'c))", "4"),
    ("(begin (eq-adjoin! 'e 'z 3) (eq-adjoin! 'e 'z 3) (eq-delete! 'e 'z 4) (eq-get 'e 'z))", "(3)"),
    ("(begin (eq-clone! 'e 'f) (eq-plist 'f))", "(f)"),
    ("(let ((q (make-stack&queue))) (push! q 1) (add-to-end! q 2) (stack&queued? q 2))", "(2)"),
    ("(let ((q (make-stack&queue))) (push! q 1) (add-to-end! q 2) (pop! q) (list (pop! q) (stack&queue-empty? q)))", "(2 #f)"),
    ("(list (rassq 1 '((a . 1))) (disassoc 'a '((a . 1) (b . 2))) (default-lookup 'x 5 '(y 1 x 2)))", "((a . 1) ((b . 2)) 2)"),
    ("(list (lookup 'a '((a 1))) (rlookup 1 '((a 1))) ((table-of eq? '(a b) '(1 2)) 'b))", "(1 (a 1) 2)"),
    ("(list ((compile-procedure square) 3) ((compile-procedure square) 3.) ((compile-procedure square) 'a))", "(9 9. (expt a 2))"),
    ("((lambda->numerical-procedure '(lambda (x) (* x (sin x)))) 3.)", ".4233600241796016"),
    ("(gjs/cselim '(+ a (sin a)))", "(+ a (sin a))"),
    (
        "(eval `(let ((a 2) (b 3)) ,(gjs/cselim '(+ (* a b) (square (* a b)) (square (* a b))))) user-initial-environment)",
        "78",
    ),
    ("(length (cadr (text/cselim '(+ (f (g x)) (h (g x)) (f (g x))))))", "2"),
    ("(cadr (caadr (gjs/cselim '(+ (* a b) (- (* a b))))))", "(* a b)"),
    ("((eval (text/cselim '(lambda (a b) (+ (* a b) (- (* a b)) (* a b)))) user-initial-environment) 2 3)", "6"),
    ("(gjs/cselim '(+ (let ((x 1)) (* x x)) (* x x)))", "(+ (let ((x 1)) (* x x)) (* x x))"),
    ("(list (compile-numerical '(+ 1 2)) (definify 'foo '(lambda (x) x)) (car (lambdafy 1 -)))", "(3 (define (foo x) x) lambda)"),
    ("(allocated-time-expired?)", "#f"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "answer"), ANSWERS, ids=[source[:40] for source, _ in ANSWERS])
def test_answers_of_the_original(source, answer):
    session = Session()
    session.run("(define tb (make-table 'tb assq))")
    assert session.result_text(session.run(source)) == answer


def test_what_is_watched_is_printed():
    out = io.StringIO()
    session = Session(stdout=out)
    assert session.run('((watch-it #t "seen: ") 3)') == 3 and out.getvalue().strip() == "seen: 3"
    session.run("((watch-it #f 'unseen) 4) (wallp-pp #f 5) (wallp-pp #t 6) (pp-it 7) (cpp '(+ a b))")
    assert out.getvalue().split() == "seen: 3 6 7 #| (+ a b) |#".split()


@pytest.mark.parametrize(
    "source",
    [
        "(get-with-check (make-table 't assq) 'a)",
        "(pop! (make-stack&queue))",
        "(eq-label! 'a 'b)",
        "(lookup 'a '())",
        "((table-of eq? '(a) '(1)) 'b)",
        "(put! 3 4 5)",
        "(compile-procedure 3)",
        "(definify 'f '(x))",
        "(lambdafy 1000000 list)",
    ],
)
def test_what_is_not_there_is_told(source):
    with pytest.raises(ScmpyError):
        Session().run(source)


def test_properties_belong_to_a_session():
    one, other = Session(), Session()
    one.run("(eq-put! 'a 'color 'red)")
    assert other.run("(eq-get 'a 'color)") is False


def test_memories_are_told_of_and_belong_to_their_session():
    out = io.StringIO()
    session = Session(stdout=out)
    session.run("(define (f x) (* x x)) (memoize-procedure! 'f) (f 2) (f 2) (f 3) (show-memoizer-statistics)")
    assert out.getvalue() == "(1 2 f)\n"
    other = io.StringIO()
    Session(stdout=other).run("(show-memoizer-statistics)")
    assert other.getvalue() == ""


def test_steps_between_are_printed_if_asked():
    out = io.StringIO()
    session = Session(stdout=out)
    session.run("(set! *progress-monitor* #t) (advance-monitor (vector 0 1) 1 2 (lambda () 'x))")
    assert out.getvalue() == "((up 0 1) 1 2)\n"


def test_an_interpolating_expression_grows_with_the_square_of_its_points():
    session = Session()
    session.run("(define e (lagrange (map square (iota 40)) (iota 40)))")
    assert session.run("((eval e user-generic-environment) 100)") == 10000
    assert session.run("(length (symbolic-procedure->lambda (lambda (a b) (+ a b))))") == 3
    assert (
        session.run("((lambda->generic-procedure (symbolic-procedure->lambda (lambda (a b) (+ a (* 2 b))))) 3 4)") == 11
    )


def test_a_huge_expression_is_not_evaluated():
    session = Session()
    session.run("(define big (let lp ((n 40) (e 'x)) (if (= n 0) e (lp (- n 1) (+ (sin e) (cos e))))))")
    with pytest.raises(ScmpyError, match="more than 1000000 parts"):
        session.run("(define x 1.) (eval big user-generic-environment)")
