"""The language: tables of programs and the written forms of their values."""

from __future__ import annotations

import pytest

from .conftest import Evaluate

DEFINITIONS = [
    ("(define x 3) x", "3"),
    ("(define (f x . more) (list x more)) (f 1 2 3)", "(1 (2 3))"),
    ("(define ((add a) b) (+ a b)) ((add 1) 2)", "3"),
    ("(define (((f a) b . c) #!optional d) (list a b c d)) (((f 1) 2 3 4) 5)", "(1 2 (3 4) 5)"),
    ("((lambda (a #!optional b) (if (default-object? b) a b)) 1)", "1"),
    ("((lambda (a b #!rest c) (list a b c)) 1 2 3 4)", "(1 2 (3 4))"),
    ("((named-lambda (foo x) (* x x)) 4)", "16"),
    ("(define x 1) (set! x (+ x 1)) x", "2"),
    ("(define (f) (define a 1) (set! a (+ a 1)) (define b (* a 2)) (list a b)) (f)", "(2 4)"),
    ("(define-values (a b . c) (values 1 2 3 4)) (list a b c)", "(1 2 (3 4))"),
    ("(let () (define-values (p q) (values 1 2)) (list p q))", "(1 2)"),
    ("(begin (define y 1) (define z 2)) (list y z)", "(1 2)"),
    ("(let () (begin (define a 1) (define b 2)) (list a b))", "(1 2)"),
    ("(define + list) (+ 1 2)", "(1 2)"),
    ("(define (f a b) (+ a b)) (define old (f 1 2)) (set! + -) (list old (f 1 2))", "(3 -1)"),
    ("(define (list . x) 'mine) (list 1)", "mine"),
    ("(define (if a b c) 'mine) (if 1 2 3)", "mine"),
    ("(define None 3) (let ((True 4)) (list None True))", "(3 4)"),
    ("(define __builtins__ 3) (define (f x) (* x 2)) (f 4)", "8"),
    ("(define-integrable (f x) (* 2 x)) (declare (usual-integrations)) (f 3)", "6"),
]

CONDITIONALS = [
    ("(if #f 1)", "#!unspecific"),
    ("(if '() 'true 'false)", "true"),
    ("(cond (#f 1) (7))", "7"),
    ("(cond ((assv 'b '((a 1) (b 2))) => cadr) (else 'none))", "2"),
    ("(cond (#f 1) (else 2 3))", "3"),
    ("(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite))", "composite"),
    ("(case 'x ((a) 1) (else => list))", "(x)"),
    ("(list (and) (and 1 2) (and #f 2) (or) (or #f 3) (or #f #f))", "(#t 2 #f #f 3 #f)"),
    ("(list (when #t 1 2) (unless #f 3))", "(2 3)"),
    ("(define (f x) (or (and (> x 2) 'big) (begin (set! x 0) #f) x)) (list (f 1) (f 3))", "(0 big)"),
    ("(let ((x (if (or (= 1 2) (let ((y 3)) (= y 3))) 'a 'b))) x)", "a"),
]

BINDINGS = [
    ("(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x)))", "35"),
    ("(let* ((x 2) (y (* x x)) (x (+ x y))) (list x y))", "(6 4)"),
    (
        "(letrec ((e? (lambda (n) (if (= n 0) #t (o? (- n 1))))) (o? (lambda (n) (if (= n 0) #f (e? (- n 1)))))) (e? 9))",
        "#f",
    ),
    ("(let loop ((i 0) (acc '())) (if (= i 3) (reverse acc) (loop (+ i 1) (cons i acc))))", "(0 1 2)"),
    ("(do ((i 0 (+ i 1)) (s 0 (+ s (* i i)))) ((> i 4) (list i s)))", "(5 30)"),
    ("(let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c))", "(1 2 3)"),
    ("(let*-values (((a) (values 1)) ((b) (values (+ a 1)))) (list a b))", "(1 2)"),
    ("(receive (q . r) (values 1 2 3) (list q r))", "(1 (2 3))"),
    ("(call-with-values (lambda () (values 1 2)) list)", "(1 2)"),
    ("(define x 10) (define (get) x) (list (fluid-let ((x 20)) (get)) x)", "(20 10)"),
    ("(define p (make-parameter 10 (lambda (x) (* x 2)))) (list (p) (parameterize ((p 3)) (p)) (p))", "(20 6 20)"),
    ("((case-lambda ((a) 1) ((a b) 2) ((a . r) 'many)) 1 2 3)", "many"),
]

QUOTATION = [
    ("`(1 ,(+ 1 1) ,@(list 3 4) end)", "(1 2 3 4 end)"),
    ("`(a (b ,(* 2 3)) #(v ,(+ 1 2)) . tail)", "(a (b 6) #(v 3) . tail)"),
    ("`(1 ,@'() . ,(+ 1 1))", "(1 . 2)"),
    ("`(1 `(2 ,(3 ,(+ 1 3))))", "(1 (quasiquote (2 (unquote (3 4)))))"),
    ("''x", "(quote x)"),
    ("'(a . (b . (c)))", "(a b c)"),
]

ORDER = [
    ("(let ((log '())) (define (note x) (set! log (cons x log)) x) (list (note 1) (note 2) (note 3)) log)", "(1 2 3)"),
    ("(let ((log '())) (define (note x) (set! log (cons x log)) x) (map note '(1 2 3)) log)", "(3 2 1)"),
    ("(let ((log '())) (define (note x) (set! log (cons x log)) x) (let ((a (note 'a)) (b (note 'b))) log))", "(a b)"),
    ("(define n 0) (define (next) (set! n (+ n 1)) n) (list n (next) n)", "(1 1 0)"),
    ("(define n 0) (define (next) (set! n (+ n 1)) n) (list (next) (next) (let ((m (next))) m))", "(3 2 1)"),
    ("(let ((n 0)) (define (next) (set! n (+ n 1)) n) (list (next) n (next) n))", "(2 1 1 0)"),
    ("(let ((n 0)) (define (next) (set! n (+ n 1)) n) (list n (if (> n 0) (next) 'no) (next)))", "(2 2 1)"),
    ("(let ((x 1)) (list (begin (set! x 2) x) x (begin (set! x 3) x) x))", "(2 3 3 1)"),
    ("(let ((f list)) (f (begin (set! f vector) 1) (begin (set! f +) 2)))", "#(1 2)"),
    ("(let ((x 1)) (+ x (* x (begin (set! x 10) 1)) x))", "21"),
    (
        "(let ((log '())) (define (note x) (set! log (cons x log)) x)"
        " ((begin (note 'f) list) (note 1) (+ (note 2) (note 3))) log)",
        "(f 1 2 3)",
    ),
]

STREAMS_AND_RECORDS = [
    (
        "(define s (let next ((a 0) (b 1)) (cons-stream a (next b (+ a b))))) (stream-head s 10)",
        "(0 1 1 2 3 5 8 13 21 34)",
    ),
    ('(stream-pair? (cons-stream 1 (error "never forced")))', "#t"),
    ("(let ((n 0)) (let ((p (delay (begin (set! n (+ n 1)) n)))) (list (force p) (force p))))", "(1 1)"),
    ("(define (f n) (if (= n 0) (delay 'ok) (delay-force (f (- n 1))))) (force (f 10000))", "ok"),
    (
        "(define-record-type point (make-point x y) point? (x point-x) (y point-y set-point-y!))"
        " (let ((p (make-point 3 4))) (set-point-y! p 5) (list (point-x p) (point-y p) (point? p) (point? 3)))",
        "(3 5 #t #f)",
    ),
    ("(let () (define-record-type <p> (mp x) p? (x px)) (px (mp 2)))", "2"),
]

CONTROL = [
    ('(list (string-for-each list "ab") (eq? (for-each list \'(1)) (vector-for-each list #(1))))', "(#t #t)"),
    ("(call/cc (lambda (k) (for-each (lambda (x) (if (< x 0) (k x))) '(1 -2 3)) 'none))", "-2"),
    (
        "(let ((r '())) (dynamic-wind (lambda () (set! r (cons 'in r))) (lambda () (set! r (cons 'body r)))"
        " (lambda () (set! r (cons 'out r)))) (reverse r))",
        "(in body out)",
    ),
    (
        "(guard (e (#t (condition/report-string e))) (car 7))",
        '"The object 7, passed as the first argument to car, is not the correct type."',
    ),
    ("(guard (e ((symbol? e) (list 'sym e))) (raise 'boom))", "(sym boom)"),
    ("(guard (e ((string? e) (list 'outer e))) (guard (e2 ((number? e2) 'inner)) (raise \"s\")))", '(outer "s")'),
    ("(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42))))", "42"),
    (
        '(guard (e (#t (list (error-object-message e) (error-object-irritants e)))) (error "msg" 1 \'x))',
        '("msg" (1 x))',
    ),
    ("(guard (e (#t (condition/report-string e))) (undefined-name 3))", '"Unbound variable: undefined-name"'),
    ("(with-exception-handler (lambda (e) 42) (lambda () (+ 1 (raise-continuable 'c))))", "43"),
    (
        "(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (access-condition e 'irritants)))"
        ' (lambda () (error "boom" \'x 2)))))',
        "(x 2)",
    ),
    ("(apply + 1 2 '(3 4))", "10"),
    ("(eval '(* 2 3) (the-environment))", "6"),
    ("(eval (quote (+ 1 1)) system-global-environment)", "2"),
]

DATA = [
    (
        "(list (fold-left list 'z '(1 2 3)) (fold-right list 'z '(1 2 3)) (reduce + 0 '(1 2 3 4)))",
        "((((z 1) 2) 3) (1 (2 (3 z))) 10)",
    ),
    ("(list (assq 'b '((a 1) (b 2))) (assoc 2.0 '((1 a) (2 b)) =) (member '(1) '((0) (1))))", "((b 2) (2 b) ((1)))"),
    (
        "(sort '((2 . a) (1 . b) (2 . c) (1 . d)) (lambda (p q) (< (car p) (car q))))",
        "((1 . b) (1 . d) (2 . a) (2 . c))",
    ),
    ("(sort (vector 5 2 9) >)", "#(9 5 2)"),
    ("(receive (ev od) (partition even? '(1 2 3 4)) (list ev od))", "((2 4) (1 3))"),
    (
        "(list (list-head '(a b c) 2) (sublist '(a b c d) 1 3) (list-tail '(a b c) 1) (last-pair '(a b c)))",
        "((a b) (b c) (b c) (c))",
    ),
    (
        "(list (iota 3) (iota 3 1) (make-initialized-list 3 square) (delete 2 '(1 2 3 2)))",
        "((0 1 2) (1 2 3) (0 1 4) (1 3))",
    ),
    ("(let ((l (list 1 2 3))) (set-car! (cdr l) 'x) (set-cdr! (cddr l) '(y)) l)", "(1 x 3 y)"),
    ("(list (append) (append '(1) 2) (append '(1) '(2) '(3 4)))", "(() (1 . 2) (1 2 3 4))"),
    (
        '(list (eq? \'a \'a) (eqv? 1.5 1.5) (eqv? "a" "a") (equal? \'(1 #(2 "x")) \'(1 #(2 "x"))) (eqv? 1 #t))',
        "(#t #t #f #t #f)",
    ),
    (
        "(list (vector-map square #(1 2 3)) (subvector #(a b c d) 1 3) (vector-append #(1) #(2 3)))",
        "(#(1 4 9) #(b c) #(1 2 3))",
    ),
    (
        '(list (string-pad-left "42" 5 #\\*) (string-pad-right "42" 4 #\\-) (string-pad-left "12345" 3))',
        '("***42" "42--" "345")',
    ),
    ('(list (string-search-forward "lo" "hello" 0) (substring "hello" 1 3) (string-upcase "abc"))', '(3 "el" "ABC")'),
    (
        "(list (symbol->string 'abc) (string->symbol \"Hello\") (symbol-append 'foo 'bar) (symbol<? 'a 'b))",
        '("abc" Hello foobar #t)',
    ),
    (
        "(list (char-upcase #\\a) (char->integer #\\A) #\\space (char->digit #\\7 10) (digit->char 7 10))",
        "(#\\A 65 #\\space 7 #\\7)",
    ),
    ("(let ((h (make-equal-hash-table))) (hash-table-set! h '(1 2) 'x) (hash-table-ref h (list 1 2)))", "x"),
    (
        "(let ((h (make-strong-eqv-hash-table))) (hash-table-update!/default h 'a (lambda (n) (+ n 1)) 0) (hash-table->alist h))",
        "((a . 1))",
    ),
    ("(list (quotient -7 2) (remainder -7 2) (modulo -7 2) (quotient 7. 2))", "(-3 -1 1 3.)"),
    (
        "(list (round 2.5) (round 7/2) (floor -2.5) (truncate -2.7) (round->exact 2.6) (exact (floor 3.7)))",
        "(2. 4 -3. -2. 3 3)",
    ),
    (
        '(list (number->string 255 16) (string->number "1e3") (string->number "zz") (exact->inexact 1/3))',
        '("ff" 1000. #f .3333333333333333)',
    ),
    ("(list (max 3 9/2 1.) (min 1 2.) (gcd 84 30) (lcm 4 6) (gcd) (lcm))", "(4.5 1. 6 12 0 1)"),
    ("(list (rationalize 3/10 1/10) (numerator 6/4) (denominator 6/4) (exact 2.5))", "(1/3 3 2 5/2)"),
    (
        "(list (= 'a 'a) (= 2 2.) (< 1 2 3) (zero? 0) (zero? 0.) (even? 4) (odd? 4) (1+ 5) (-1+ 5))",
        "(#f #t #t #t #f #t #f 6 4)",
    ),
    (
        "(list (make-rectangular 1 2) (boolean=? #t #t) (exact-rational? 1/2) (default-object? #!default))",
        "(1+2i #t #t #t)",
    ),
]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        *(*DEFINITIONS, *CONDITIONALS, *BINDINGS, *QUOTATION, *ORDER),
        *(*STREAMS_AND_RECORDS, *CONTROL, *DATA),
    ],
)
def test_value(evaluate: Evaluate, source: str, value: str) -> None:
    assert evaluate(source) == value
