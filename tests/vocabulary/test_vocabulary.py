"""The course's names for numbers, vectors, structures, matrices, operators and series, as a program types them."""

from __future__ import annotations

import io

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

A = "(matrix-by-rows (list 1 2) (list 3 5))"
S = "(up 1 (down 2 3))"
T = "(up (down 1 2) (down 3 5))"


def text_of(source: str) -> str:
    session = Session(stdout=io.StringIO())
    return session.result_text(session.run(source))


VALUES = {
    "numbers": [
        ("(sigma (lambda (i) (* i 'x)) 1 4)", "(* 10 x)"),
        ("(sigma square 3 1)", "0"),
        ("(Sigma 1 3 cube)", "36"),
        ("(list (factorial 10) (binomial-coefficient 10 3))", "(3628800 120)"),
        ("(list (stirling-first-kind 5 2) (stirling-second-kind 5 2) (stirling-first-kind 0 0))", "(50 15 1)"),
        ("(exact-quotient 12 -4)", "-3"),
        ("((principal-value :pi) 4.)", "-2.2831853071795862"),
        ("((principal-value :2pi) -1)", "5.283185307179586"),
        ("(principal-value-minus-pi-to-pi .5)", ".5"),
        ("((principal-range 4) 7)", "-1"),
        ("(list (close-enuf? 1. 1.0000001 1e-6) (close-enuf? 1. 1.1 1e-6) (~0? 1e-20))", "(#t #f #t)"),
        ("(list (exact-zero? 0) (exact-zero? 0.) (exact-one? 1) (exact-zero? 'x))", "(#t #f #t #f)"),
        ("(list (identity? 1) (identity? (m:make-identity 2)) (identity? I) (identity? sin))", "(#t #t #t #f)"),
        ("(list zero :one :two :three)", "(0 1 2 3)"),
        ("(list :phi :euler :ln2 :ln10)", "(1.618033988749895 .5772156649015329 .6931471805599453 2.302585092994046)"),
        ("(combinations '(a b c) 2)", "((a b) (a c) (b c))"),
        ("(length (permutations '(a b c d)))", "24"),
        ("(list (permutation-parity '(1 0 2)) (permutation-parity '(b c a) '(a b c)))", "(-1 1)"),
        ("(list-interchanges '(c b a) '(a b c))", "3"),
        ("(list (close-enuf? (expt 10 400) (+ 1 (expt 10 400)) 1e-9) (~0? (expt 10 400)))", "(#t #f)"),
        ("(permute '(2 0 1) '(a b c))", "(c a b)"),
    ],
    "vectors": [
        ("(v:generate 3 square)", "(up 0 1 4)"),
        ("(list:generate 3 square)", "(0 1 4)"),
        ("(generate-vector 2 square)", "(up 0 1)"),
        ("(generate-array 2 2 +)", "(up (up 0 1) (up 1 2))"),
        ("(list (v:make-zero 2) (v:make-basis-unit 3 1))", "((up 0 0) (up 0 1 0))"),
        ("(list (v:zero? (v:make-zero 2)) (v:unit? (up 3/5 4/5)) (v:basis-unit? (up 0 1)))", "(#t #t 1)"),
        ("(v:unit? (up (sin 'a) (cos 'a)))", "#t"),
        ("(v:make-unit (up 3 4))", "(up 3/5 4/5)"),
        ("(list (euclidean-norm (up 3 4)) (maxnorm (up 3 -4)) (complex-norm (up 3 +4i)))", "(5 4 5)"),
        ("(v:inner-product (up +i 2) (up 3 4))", "8-3i"),
        ("(list (v:square (up 1 2)) (v:cube (up 1 2)))", "(5 (up 5 10))"),
        ("(v:cross-product (up 1 0 0) (up 0 1 0))", "(up 0 0 1)"),
        ("((v:scale 2) (up 1 'x))", "(up 2 (* 2 x))"),
        ("(vector+vector (up 1 2) (vector-vector (v:negate (up 1 1)) (vector/scalar (up 2 4) 2)))", "(up -1 -1)"),
        ("((general-inner-product + * 0) (vector 1 2) (vector 3 4))", "11"),
        ("(outer-product (up 1 2) (down 'a 'b))", "(down (up a (* 2 a)) (up b (* 2 b)))"),
    ],
    "structures": [
        (f"(s:map/r square {S})", "(up 1 (down 4 9))"),
        (f"(s:map/r + {S} {S})", "(up 2 (down 4 6))"),
        (f"(list (s:ref {S} 1 0) ((s:select 1 1) {S}))", "(2 3)"),
        (f"(s:subst {S} 'x 1 0)", "(up 1 (down x 3))"),
        (f"(s:with-substituted-coord {S} 1 'x)", "(up 1 x)"),
        ("(list-with-substituted-coord '(a b c) 1 'x)", "(a x c)"),
        (f"(list (s:fringe {S}) (ultra-flatten {S}))", "((1 2 3) (1 2 3))"),
        (f"(ultra-unflatten {S} '(a b c))", "(up a (down b c))"),
        (f"(let ((sum 0)) (s:foreach (lambda (x) (set! sum (+ sum x))) {S}) sum)", "6"),
        ("(list (s:forall number? (up 1 2)) (s:forall number? (up 1 'x)))", "(#t #f)"),
        (f"(list (s:same {S}) (s:opposite {S}) (flip-outer-index {S}))", "(up down (down 1 (down 2 3)))"),
        ("(s:generate 2 (s:opposite (up 1 2)) square)", "(down 0 1)"),
        ("(list (s:structure 'down (vector 1 2)) (up->vector (up 1 2)))", "((down 1 2) (up 1 2))"),
        ("(list (list->up-structure '(1 2)) (up-structure->list (up 1 2)))", "((up 1 2) (1 2))"),
        ("((s:elementwise *) (up 1 2) (up 3 4))", "(up 3 8)"),
        (f"(list (s:sigma * (up 1 2) (up 3 4)) (s:sigma/r square {S}))", "(11 14)"),
        (f"(ref (structure->access-chains {S}) 1 0)", "(1 0)"),
        (f"(structure->prototype 'x {S})", "(up x:0 (down x:1:0 x:1:1))"),
        (f"(s:dimension (typical-object {S}))", "3"),
        (f"(list (2-tensor? {T}) (up-of-downs? {T}) (2-down? {T}) (single-layer-up? (up 1)))", "(#t #t #f #t)"),
        ("(list (s:compatible-for-contraction? (up 1 2) (down 1 2)) (size (up 1 2)))", "(#t 2)"),
        (f"(s:transpose2 {T})", "(down (up 1 3) (up 2 5))"),
        (f"(list (s:determinant {T}) (s:trace {T}))", "(-1 6)"),
        (f"(s:multiply {T} (s:invert {T}))", "(up (down 1 0) (down 0 1))"),
        ("(s:solve-linear-left (down (down 2 0) (down 0 4)) (down 2 2))", "(up 1 1/2)"),
        ("(* (s:solve-linear-right (up 1 2) (up (up 2 1) (up 0 4))) (up (up 2 1) (up 0 4)))", "(up 1 2)"),
        ("(structure->matrix (down (up 1 2) (up 3 4)))", "(matrix-by-rows (list 1 3) (list 2 4))"),
        ("(matrix->structure (structure->matrix (down (up 1 2) (up 3 4))))", "(down (up 1 2) (up 3 4))"),
        ("(submatrix (down (up 1 2 3) (up 4 5 6)) 1 3 0 2)", "(matrix-by-rows (list 2 5) (list 3 6))"),
    ],
    "matrices": [
        (f"(list (m:determinant {A}) (m:trace {A}) (m:dimension {A}) (matrix-size {A}))", "(-1 6 2 4)"),
        (f"(m:transpose {A})", "(matrix-by-rows (list 1 3) (list 2 5))"),
        (f"(matrix*matrix {A} (m:invert {A}))", "(matrix-by-rows (list 1 0) (list 0 1))"),
        (f"(matrix-matrix (m:square {A}) (m:expt {A} 2))", "(matrix-by-rows (list 0 0) (list 0 0))"),
        ("(list (m:make-zero 1 2) (m:make-diagonal 1 'x))", "((matrix-by-rows (list 0 0)) (matrix-by-rows (list x)))"),
        (f"(list (m:nth-row {A} 1) (m:nth-col {A} 1) (m:diagonal {A}))", "((up 3 5) (up 2 5) (up 1 5))"),
        (
            f"(list (m:submatrix {A} 0 1 1 2) (m:minor {A} 0 0))",
            "((matrix-by-rows (list 2)) (matrix-by-rows (list 5)))",
        ),
        (f"(matrix-with-substituted-row {A} 0 (vector 'a 'b))", "(matrix-by-rows (list a b) (list 3 5))"),
        (f"((m:elementwise +) {A} {A})", "(matrix-by-rows (list 2 4) (list 6 10))"),
        (f"(list (m:solve {A} (up 5 13)) (m:rsolve (up 5 13) {A}))", "((up 1 2) (up 1 2))"),
        ("(list (row-matrix? (row-matrix 1 2)) (column-matrix? (row-matrix 1 2)))", "(#t #f)"),
        (f"(list (square-matrix? {A}) (diagonal? {A}) (diagonal? (m:make-identity 2)))", "(#t #f #t)"),
        ("(list (m:identity? (m:make-identity 2)) (m:zero? (m:make-zero 2)))", "(#t #t)"),
        (f"(m:antisymmetric? (matrix-matrix {A} (m:transpose {A})))", "#t"),
        ("(matrix-by-col-list (list (list 1 2) (list 3 4)))", "(matrix-by-rows (list 1 3) (list 2 4))"),
        (f"(array->matrix (matrix->array {A}))", "(matrix-by-rows (list 1 2) (list 3 5))"),
        ("(row-matrix->vector (vector->row-matrix (column-matrix->vector (column-matrix 1 2))))", "(up 1 2)"),
        ("(m:inner-product (column-matrix 1 2) (column-matrix 3 4))", "11"),
        ("(m:outer-product (column-matrix 1 2) (row-matrix 3 4))", "(matrix-by-rows (list 3 4) (list 6 8))"),
        ("(ref (series:sum (exp (matrix-by-rows (list 0 1) (list 0 0))) 5) 0)", "(up 1 1)"),
    ],
    "literals": [
        ("(+ (literal-number 'a) (literal-real 'a))", "(* 2 a)"),
        ("(literal-vector 'v 2)", "(up v^0 v^1)"),
        ("(expression (literal-function 'f))", "f"),
        ("(substitute 3 'x (+ 'x 'y))", "(+ 3 y)"),
    ],
    "operators and series": [
        ("((I sin) 'x)", "(sin x)"),
        ("(define I 3) (+ I 1)", "4"),
        ("(let ((I 'moment)) (* I I))", "(expt moment 2)"),
        ("(((anticommutator D D) cube) 'x)", "(* 12 x)"),
        ("(operator-name (* D D))", "(expt D 2)"),
        ("(((operator-procedure D) sin) 'x)", "(cos x)"),
        ("(series:sum (((o:exp D) cube) 'x) 3)", "(+ 1 (expt x 3) (* 3 (expt x 2)) (* 3 x))"),
        ("(series:ref (series:mul exp-series (constant-series 3)) 2)", "3/2"),
        ("(series:ref (series:value exp-series (list 'x)) 2)", "(* 1/2 (expt x 2))"),
        ("(series:ref (series:function-> sin) 3)", "-1/6"),
        ("(series:ref (series:identity 'x) 1)", "x"),
        ("(define ones (cons-stream 1 ones)) (series:ref (make-series 1 ones) 20)", "1"),
        ("(define ones (cons-stream 1 ones)) (stream-head (partial-sums-stream ones) 3)", "(1 2 3)"),
        ("(< (abs (- ((richardson-derivative sin 1e-9) 1) (cos 1.))) 1e-9)", "#t"),
        ("(< (abs (+ ((richardson-second-derivative sin 1e-7) 1) (sin 1.))) 1e-6)", "#t"),
    ],
}


@pytest.mark.parametrize(("source", "text"), [case for cases in VALUES.values() for case in cases])
def test_value(source: str, text: str) -> None:
    assert text_of(source) == text


def test_series_print() -> None:
    output = io.StringIO()
    Session(stdout=output).run("(series:print exp-series 3)")
    assert output.getvalue() == "1\n1\n1/2\n"


@pytest.mark.parametrize(
    "source",
    [
        *("((principal-value +i) 1)", "((principal-value 1) (/ 1. 0))", "(binomial-coefficient 1000000000 500000000)"),
        *("(combinations (iota 50) 25)", "(stirling-first-kind 1000000 500000)", "(s:compatible-for-contraction? 1 2)"),
        *("(submatrix (up (up 1 2) (up 3)) 0 1 0 1)", "((general-inner-product + * 0) 1 2)", "(make-series 1 3)"),
        *("(sigma square 1 'x)", "(factorial -1)", "(factorial 1e3)", "(factorial 1000000)", "(factorial 'n)"),
        *("(exact-quotient 5 2)", "(exact-quotient 5 0)", "(exact-quotient 'a 'b)", "(binomial-coefficient 2 'k)"),
        *("((principal-value 'a) 1)", "((principal-value 1) 'x)", "((principal-range 0) 1)", "(close-enuf? 'a 1 1e-6)"),
        *("(permutations 3)", "(permutations (iota 12))", "(combinations '(a) 'x)", "(permute '(5) '(a))"),
        *("(list-interchanges '(a) '(b))", "(permutation-interchanges '(a b))", "(v:generate 'n square)"),
        *(
            "(v:make-basis-unit 2 5)",
            "(v:make-unit (up 0 0))",
            "(maxnorm (up 'x 1))",
            "(maxnorm 3)",
            "(euclidean-norm 'x)",
        ),
        *(
            "(s:subst (up 1) 2 5)",
            "(s:with-substituted-coord 3 0 1)",
            "(s:map/r + (up 1 2) (up 1))",
            "(s:map/r + (up 1) 2)",
        ),
        *("(s:same 3)", "(s:structure 'left (vector 1))", "(ultra-unflatten (up 1 2) '(1))", "(s:transpose2 (up 1 2))"),
        *(
            "(structure->matrix 3)",
            "(matrix->structure 3)",
            "(submatrix (up 1 2) 0 4 0 1)",
            "(s:solve-linear-right 1 2)",
        ),
        *(
            "(m:nth-row (row-matrix 1) 5)",
            "(m:nth-col 3 0)",
            "(m:submatrix (row-matrix 1) 0 2 0 1)",
            "(m:minor 'm 0 0)",
        ),
        *(
            "((m:elementwise +) (row-matrix 1) (row-matrix 1 2))",
            "((m:elementwise +))",
            "(m:solve (row-matrix 1 2) (up 1))",
        ),
        *("(m:inner-product 1 2)", "(m:outer-product (row-matrix 1) 2)", "(exp (row-matrix 1 2))", "(m:make-zero 'n)"),
        *(
            "(row-matrix->vector (column-matrix 1 2))",
            "(literal-vector 'v 'n)",
            "(literal-number (list 1))",
            "(operator-name sin)",
        ),
        *("(series:value 3 (list 1))", "(series:value exp-series 3)", "(make-series 5 'x)", "(series:->function sin)"),
        *(
            "((richardson-derivative sin 0) 1)",
            "((richardson-derivative sin 1e-9) 'x)",
            '((richardson-derivative abs 1e-9) "x")',
        ),
        *("(richardson-limit (lambda (h) (/ 1 h)) 1 1 1 1e-9)", "(size 3)", "(substitute 1)"),
    ],
)
def test_errors_say_what_was_expected(source: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        text_of(source)
    assert "InternalError" not in type(caught.value).__name__, str(caught.value)
