"""The procedures and forms that R7RS-small and MIT Scheme have beside the core: programs and the values they write."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scmpy.errors import ScmpyError, UnboundVariableError
from scmpy.scheme import Session

from .conftest import Evaluate

STRINGS = [
    (
        '(let ((s (make-string 3 #\\a))) (string-set! s 1 #\\b) (list s (string-append s "x") (string-length s)))',
        '("aba" "abax" 3)',
    ),
    ('(let ((s (string-copy "hello"))) (string-fill! s #\\z 1 3) s)', '"hzzlo"'),
    ('(let ((s (make-string 5 #\\-))) (list (string-copy! s 1 "abc" 1) s))', '(3 "-bc--")'),
    (
        '(let ((s (string-copy "ab"))) (list (string? s) (equal? s "ab") (eq? s s) (string=? s "ab") (string->symbol s)))',
        "(#t #t #t #t ab)",
    ),
    ('(let ((h (make-equal-hash-table))) (hash-table-set! h (string-copy "k") 1) (hash-table-ref h "k"))', "1"),
    (
        '(list (string-foldcase "AB") (char-foldcase #\\A) (char-ascii? #\\a) (string* (list "a" 1 #\\b)))',
        '("ab" #\\a #t "a1b")',
    ),
    (
        '(list (string-rindex "hello" #\\l) (string-any char-numeric? "ab1") (string-every char-numeric? "12a"))',
        "(3 #t #f)",
    ),
    (
        '(list (burst-string "a b  c" #\\space #f) (burst-string "a b  c" #\\space #t))',
        '(("a" "b" "" "c") ("a" "b" "c"))',
    ),
    ("(list (symbol=? 'a 'a 'a) (symbol=? 'a 'b) (boolean=? #f #f #f))", "(#t #f #t)"),
]

PORTS = [
    (
        '(let* ((p (open-input-string "ab")) (a (read-char p)) (b (peek-char p)) (c (read-char p))) (list a b c (read-char p)))',
        "(#\\a #\\b #\\b #!eof)",
    ),
    (
        '(let* ((p (open-input-string "(1 . 2) x ; end")) (a (read p)) (b (read p))) (list a b (read p)))',
        "((1 . 2) x #!eof)",
    ),
    (
        '(let* ((p (open-input-string "one\\ntwo")) (a (read-line p)) (b (read-line p))) (list a b (read-line p)))',
        '("one" "two" #!eof)',
    ),
    (
        '(let* ((p (open-input-string "abcd")) (a (read-string 3 p)) (b (read-string 3 p))) (list a b (read-string 3 p) (char-ready? p)))',
        '("abc" "d" #!eof #t)',
    ),
    ('(with-input-from-string "1 2" (lambda () (let* ((a (read)) (b (read))) (+ a b))))', "3"),
    ("(list (read) (read-line) (read-char))", "(#!eof #!eof #!eof)"),
    ('(call-with-port (open-input-string "x") read)', "x"),
    (
        "(let ((p (open-output-string))) (write 'a p) (close-port p) (list (get-output-string p) (output-port-open? p)))",
        '("a" #f)',
    ),
    (
        '(list (input-port? (current-input-port)) (output-port? (current-output-port)) (port? 3) (textual-port? (open-input-string "")))',
        "(#t #t #f #t)",
    ),
    (
        '(guard (e ((read-error? e) (condition/report-string e))) (read (open-input-string ")")))',
        '"unbalanced close parenthesis"',
    ),
]

BYTES = [
    (
        "(let ((b (bytevector 1 2 3))) (bytevector-u8-set! b 0 255) (list b (bytevector-u8-ref b 1) (bytevector-length b)))",
        "(#u8(255 2 3) 2 3)",
    ),
    (
        "(list #u8(1 2) (equal? #u8(1) (make-bytevector 1 1)) (bytevector-append #u8(1) #u8(2)) (bytevector-copy #u8(1 2 3) 1))",
        "(#u8(1 2) #t #u8(1 2) #u8(2 3))",
    ),
    ('(utf8->string (string->utf8 "h\u00e9"))', '"h\u00e9"'),
]

LISTS = [
    (
        "(list (take-while even? '(2 4 5 6)) (drop-while even? '(2 4 5 6)) (take-right '(1 2 3) 2) (drop-right '(1 2 3) 2))",
        "((2 4) (5 6) (2 3) (1))",
    ),
    ("(call-with-values (lambda () (span even? '(2 3 4))) list)", "((2) (3 4))"),
    ("(call-with-values (lambda () (break even? '(1 2 3))) list)", "((1) (2 3))"),
    ("(call-with-values (lambda () (split-at '(1 2 3) 1)) list)", "((1) (2 3))"),
    (
        "(list (zip '(1 2) '(a b)) (concatenate '((1) (2 3))) (unfold (lambda (x) (> x 3)) square 1+ 1) (unfold-right zero? square -1+ 3))",
        "(((1 a) (2 b)) (1 2 3) (1 4 9) (1 4 9))",
    ),
    (
        "(list (lset-adjoin eq? '(a b) 'c 'a) (lset-union eq? '(a) '(b)) (lset-intersection eq? '(a b) '(b c)) (lset-difference eq? '(a b) '(b)))",
        "((c a b) (b a) (b) (a))",
    ),
    (
        "(list (list-search-positive '(1 2 3) even?) (for-all? '(2 4) even?) (there-exists? '(1 3) even?) (list-transform-negative '(1 2 3) even?))",
        "(2 #t #f (1 3))",
    ),
    (
        "(list (length+ (circular-list 1 2)) (dotted-list? '(1 . 2)) (circular-list? '(1)) (tenth '(1 2 3 4 5 6 7 8 9 10)))",
        "(#f #t #f 10)",
    ),
    ("(circular-list 1 2 3)", "#0=(1 2 3 . #0#)"),
    ("(let ((v (vector 1 2))) (vector-set! v 0 (list v v)) v)", "#0=#((#0# #0#) 2)"),
    ("(equal? (circular-list 1 2) (circular-list 1 2 1 2))", "#t"),
    ("(list (vector-index even? #(1 2)) (subvector->list #(1 2 3) 0 2))", "(1 (1 2))"),
    ("(let ((v (vector 1 2 3 4))) (subvector-fill! v 0 2 'x) (subvector-move-left! v 1 3 v 2) v)", "#(x x x 3)"),
]

TABLES = [
    (
        "(let ((t (make-1d-table))) (1d-table/put! t 'a 1) (list (1d-table/get t 'a #f) (1d-table/get t 'b 'none) (1d-table? t)))",
        "(1 none #t)",
    ),
    (
        "(begin (2d-put! 'a 'b 3) (2d-put! 'a 'c 4) (list (2d-get 'a 'b) (2d-get-alist-x 'a) (2d-get-alist-y 'c) (2d-get 'b 'a)))",
        "(3 ((b . 3) (c . 4)) ((a . 4)) #f)",
    ),
    (
        "(let ((h (alist->hash-table '((a . 1) (b . 2))))) (list (hash-table-intern! h 'c (lambda () 5)) (hash-table-fold h (lambda (k v s) (+ v s)) 0) (hash-table-empty? h)))",
        "(5 3 #f)",
    ),
    ("(let ((c (make-cell 1))) (set-cell-contents! c 2) (list (cell? c) (cell-contents c)))", "(#t 2)"),
]

NUMBERS = [
    (
        "(list (fix:+ 1 2) (int:quotient 7 2) (flo:* 2. 3.) (flo:sqrt 4.) (flo:->integer 3.) (int:->flonum 2))",
        "(3 3 6. 2. 3 2.)",
    ),
    (
        "(list (call-with-values (lambda () (floor/ -7 2)) list) (call-with-values (lambda () (truncate/ -7 2)) list))",
        "((-4 1) (-3 -1))",
    ),
    (
        "(list (finite? 1.) (infinite? (/ 1. 0.)) (nan? (- (/ 1. 0.) (/ 1. 0.))) (integer-floor 7 2) (integer-round 7 2))",
        "(#t #t #t 3 4)",
    ),
    ("(let ((a (make-random-state 42)) (b (make-random-state 42))) (= (random 1000 a) (random 1000 b)))", "#t"),
    (
        "(= (fluid-let ((*random-state* (make-random-state 1))) (random 1000)) (fluid-let ((*random-state* (make-random-state 1))) (random 1000)))",
        "#t",
    ),
    ("(let ((s (make-random-state #t))) (= (random 1. s) (random 1. s)))", "#f"),
]

CONTROL = [
    ("(call/cc (lambda (k) (within-continuation k (lambda () (list 1 2))) 3))", "(1 2)"),
    ("(with-limited-time 5 (lambda () 42))", "42"),
    ("(with-limited-time 1/10 (lambda () (let loop () (loop))))", "#f"),
    ("(parameterize* (list) (lambda () 1))", "1"),
    (
        "(list (procedure-arity-valid? car 1) (procedure-arity-valid? car 2) (compiled-procedure? car) (guarantee symbol? 'a))",
        "(#t #f #t a)",
    ),
    (
        "(guard (e (#t (map (lambda (field) (access-condition e field)) '(datum operand operator)))) (vector-ref (vector 1) 5))",
        "(5 1 vector-ref)",
    ),
    ("(with-timings (lambda () 1) (lambda (run gc real) (and (>= run 0) (>= real 0))))", "#t"),
]

FORMS = [
    (
        "(define-structure point x y) (let ((p (make-point 1 2))) (set-point-x! p 5) (list (point-x p) (point-y p) (point? p) (point? 3)))",
        "(5 2 #t #f)",
    ),
    ("(let () (define-structure point x y) (point-y (make-point 1 2)))", "2"),
    ("(let& (((_ (x y) v) (up 't (up 'x 'y) 'v)) (m 2)) (list x y v m))", "(x y v 2)"),
    ("(define-syntax inc! (syntax-rules () ((_ x) (set! x (+ x 1))))) (let ((y 1)) (inc! y) y)", "2"),
    ("(define (f x) (define-syntax twice (syntax-rules () ((_ e) (list e e)))) (twice x)) (f 3)", "(3 3)"),
    ("(import (scheme base) (srfi 1)) 3", "3"),
    ("(cond-expand ((and r7rs (not nothing)) 1) (else 2))", "1"),
    ("(let () (cond-expand (nothing (define a 1)) ((library (scheme base)) (define a 2))) a)", "2"),
    ("((access car system-global-environment) '(1 2))", "1"),
    ("(list (environment-bound? scmutils-base-environment 'car) (environment? (the-environment)))", "(#t #t)"),
    (
        "(let ((names (environment-bound-names system-global-environment))) (and (memq (quote car) names) (memq (quote if) names) #t))",
        "#t",
    ),
    ("(eval '(define zz 3) user-initial-environment) (environment-assign! generic-environment 'zz 4) zz", "4"),
    ("(let ((x)) (set! x 3) x)", "3"),
    ("(let (x) (define (f) (set! x 4)) (f) x)", "4"),
    ("(define (f) (define x) (set! x 5) x) (f)", "5"),
    ("(define x) (set! x 6) x", "6"),
]


@pytest.mark.parametrize(
    ("source", "value"),
    [case for table in (STRINGS, PORTS, BYTES, LISTS, TABLES, NUMBERS, CONTROL, FORMS) for case in table],
)
def test_value(evaluate: Evaluate, source: str, value: str) -> None:
    assert evaluate(source) == value


MESSAGES = [
    (
        '(string-set! "abc" 0 #\\x)',
        'The object "abc", passed as the first argument to string-set!, is not the correct type.',
    ),
    (
        "(string-set! (make-string 2) 2 #\\x)",
        "The object 2, passed as the second argument to string-set!, is not in the correct range.",
    ),
    ("(bytevector 256)", "The object 256, passed as the first argument to bytevector, is not the correct type."),
    ("#u8(1 256)", "a bytevector holds integers from 0 to 255"),
    ("(eval 'x 3)", "The object 3, passed as the second argument to eval, is not the correct type."),
    ("(access nosuch user-initial-environment)", "Unbound variable: nosuch"),
    ("(random 0)", "The object 0, passed as the first argument to random, is not the correct type."),
    ("(guarantee symbol? 3)", "The object 3, passed as the first argument to guarantee, is not the correct type."),
    ("(take-right '(1) 2)", "The object 2, passed as the second argument to take-right, is not in the correct range."),
    ('(let ((p (open-input-string ""))) (close-port p) (read-char p))', "this port is closed"),
    ("(let ((x)) x)", "Unassigned variable: x"),
    ("(let loop ((i 0)) (let ((x)) (if (< i 1) (begin (set! x 1) (loop (+ i 1))) x)))", "Unassigned variable: x"),
    ("(define (f) (define x) x) (f)", "Unassigned variable: x"),
    ('(syntax-error "bad use" (a 1))', "bad use (a 1)"),
    (
        "(length (circular-list 1 2))",
        "The object #0=(1 2 . #0#), passed as the first argument to length, is not the correct type.",
    ),
    ("(member 3 (circular-list 1 2))", "Aborting!: out of memory (a circular list has no end)"),
    ("(simplify (circular-list 1 2))", "the circular list #0=(1 2 . #0#) stands for no expression"),
    ("(let ((p (list 1))) (set-car! p p) (simplify p))", "the circular list #0=(#0#) stands for no expression"),
    (
        "(let ((v (vector 1))) (vector-set! v 0 v) ((D square) v))",
        "D does not apply to a vector of 1, which contains itself",
    ),
    (
        "((D (lambda (x) (let ((v (vector x))) (vector-set! v 0 v) (up x v)))) 't)",
        "D does not apply to a vector of 1, which contains itself",
    ),
    (
        '(let loop ((text "ab")) (loop (string-append text text)))',
        "Aborting!: out of memory (a string of 16777216 elements; at most 10000000; the setting most-elements (in Python most_elements) allows more)",
    ),
    (
        "(stream-head (let loop () (cons-stream 1 (loop))) 100000000)",
        "Aborting!: out of memory (a list of 100000000 elements; at most 10000000; the setting most-elements (in Python most_elements) allows more)",
    ),
    ("(component 0 car)", "component expects indices, whole numbers, or ranges, got the function car"),
    ("(literal-vector-field car R2-rect)", "literal-vector-field expects a name, a symbol, got the function car"),
    ("(literal-metric 3 R2-rect)", "literal-metric expects a name, a symbol, got the number 3"),
]


@pytest.mark.parametrize(("source", "message"), MESSAGES)
def test_message(session: Session, source: str, message: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        session.run(source)
    assert caught.value.message == message


MALFORMED = [
    "(let loop ((x)) x)",
    "(do ((x)) (#t))",
    "(fluid-let ((car)) 1)",
    "(fluid-let ((car 1) (car 2)) 1)",
    "(lambda (#!optional) 1)",
    "(lambda (a #!rest) 1)",
    "(lambda (#!rest a b) 1)",
    "(lambda (#!rest a #!optional b) 1)",
    "(syntax-rules () ((_ a) 1))",
    "(define-syntax f (syntax-rules () ((_ a a) 1)))",
    "(define-syntax f (syntax-rules () ((_ a ... b ...) 1)))",
    "(define-syntax f (syntax-rules x))",
    "(define-syntax f (er-macro-transformer (lambda (form rename compare) 1)))",
    "(case 1 (else 1) (else 2))",
    "(case 1 ((1) => list list))",
    "(let-values (((a) (values 1)) ((a) (values 2))) a)",
    "(define-record-type p (make-p x x) p? (x px))",
    "(define-record-type p (make-p x) p? (x px) (x py))",
    "(define-record-type p (make-p) 3)",
    "(define-record-type p 3 p?)",
    "(define-structure 3)",
    "(define-structure p x x)",
    "(let& ((3 4)) 5)",
    "(let& (((a a) (up 1 2))) a)",
    "(let& ((a)) a)",
    "(access car)",
    "(import)",
    "(cond-expand (3 4))",
    "(define-library (a))",
    "(syntax-error)",
    "(lambda () (the-environment))",
]


@pytest.mark.parametrize("source", MALFORMED)
def test_malformed(session: Session, source: str) -> None:
    with pytest.raises(ScmpyError, match="Ill-formed syntax: "):
        session.run(source)


class TestFiles:
    def test_need_permission(self, session: Session, tmp_path: Path) -> None:
        path = tmp_path / "x"
        for call in ("open-input-file", "open-output-file", "file-exists?", "delete-file"):
            with pytest.raises(ScmpyError) as caught:
                session.run(f'({call} "{path}")')
            assert caught.value.message == f"{call}: this session has no permission for files"
        for call in ("call-with-output-file", "call-with-input-file", "with-output-to-file", "with-input-from-file"):
            with pytest.raises(ScmpyError, match="no permission for files"):
                session.run(f'({call} "{path}" list)')
        assert not path.exists()

    def test_are_read_and_written(self, tmp_path: Path) -> None:
        session = Session(permissions=["files"])
        path = tmp_path / "x.scm"
        session.run(f'(define name "{path}") (with-output-to-file name (lambda () (write \'(+ 1 2))))')
        assert session.run("(load name)") == 3
        assert session.write_text(session.run("(call-with-input-file name read)")) == "(+ 1 2)"
        session.run('(call-with-output-file name (lambda (port) (write-string "(define q 5)" port)))')
        session.run("(load name)")
        assert session.run("q") == 5
        assert session.run("(list (file-exists? name) (delete-file name) (file-exists? name))").car is False
        with pytest.raises(ScmpyError, match="open-input-file: cannot read"):
            session.run("(open-input-file name)")
        assert session.run("(guard (e ((file-error? e) 1)) (open-input-file name))") == 1


def test_a_program_cannot_close_the_output_of_its_session(session: Session) -> None:
    session.run("(close-port (current-output-port)) (display 1)")


def test_python_is_out_of_reach(session: Session) -> None:
    for name in ("__builtins__", "__import__", "open", "exec", "getattr", "print", "|\\|session|", "|\\|TailCall|"):
        with pytest.raises(UnboundVariableError):
            session.run(name)
        with pytest.raises(UnboundVariableError):
            session.run(f"(environment-lookup (the-environment) '{name})")


def test_times_are_in_the_units_of_mit_scheme(session: Session) -> None:
    assert session.run("(runtime)") <= time.process_time()
    assert abs(session.run("(real-time)") - 1000 * time.time()) < 60_000
