"""The course's names for numbers, vectors, structures, matrices, operators and series, as a program types them."""

import io

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

from ..comparing import text_of

A = "(matrix-by-rows (list 1 2) (list 3 5))"
S = "(up 1 (down 2 3))"
T = "(up (down 1 2) (down 3 5))"


VALUES = {
    "numbers": [
        ("(sigma (lambda (i) (* i 'x)) 1 4)", "(* 10 x)"),
        ("(sigma square 3 1)", "0"),
        ("(Sigma 1 3 cube)", "36"),
        ("(list (factorial 10) (binomial-coefficient 10 3))", "(3628800 120)"),
        ("(binomial-coefficient 1000000000 999999999)", "1000000000"),
        ("(list (stirling-first-kind 5 2) (stirling-second-kind 5 2) (stirling-first-kind 0 0))", "(50 15 1)"),
        ("(exact-quotient 12 -4)", "-3"),
        ("((principal-value :pi) 4.)", "-2.2831853071795862"),
        ("((principal-value :2pi) -1)", "5.283185307179586"),
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
        ("(list:generate 3 square)", "(0 1 4)"),
        ("(v:make-unit (up 3 4))", "(up 3/5 4/5)"),
        ("(v:inner-product (up +i 2) (up 3 4))", "8-3i"),
        ("(v:cross-product (up 1 0 0) (up 0 1 0))", "(up 0 0 1)"),
        ("(vector+vector (up 1 2) (vector-vector (v:negate (up 1 1)) (vector/scalar (up 2 4) 2)))", "(up -1 -1)"),
        ("(outer-product (up 1 2) (down 'a 'b))", "(down (up a (* 2 a)) (up b (* 2 b)))"),
    ],
    "structures": [
        (f"(s:map/r square {S})", "(up 1 (down 4 9))"),
        (f"(s:map/r + {S} {S})", "(up 2 (down 4 6))"),
        ("(list-with-substituted-coord '(a b c) 1 'x)", "(a x c)"),
        (f"(list (s:fringe {S}) (ultra-flatten {S}))", "((3 2 1) (1 2 3))"),
        (f"(ref (structure->access-chains {S}) 1 0)", "(1 0)"),
        (f"(structure->prototype 'x {S})", "(up x:0 (down x:1:0 x:1:1))"),
        (f"(s:dimension (typical-object {S}))", "3"),
        (f"(s:transpose2 {T})", "(down (up 1 3) (up 2 5))"),
        (f"(list (s:determinant {T}) (s:trace {T}))", "(-1 6)"),
        (f"(s:multiply {T} (s:invert {T}))", "(up (down 1 0) (down 0 1))"),
        ("(s:solve-linear-left (down (down 2 0) (down 0 4)) (down 2 2))", "(up 1 1/2)"),
        ("(* (s:solve-linear-right (up 1 2) (up (up 2 1) (up 0 4))) (up (up 2 1) (up 0 4)))", "(up 1 2)"),
        ("(structure->matrix (down (up 1 2) (up 3 4)))", "(matrix-by-rows (list 1 3) (list 2 4))"),
        ("(submatrix (down (up 1 2 3) (up 4 5 6)) 1 3 0 2)", "(matrix-by-rows (list 2 5) (list 3 6))"),
    ],
    "matrices": [
        (f"(m:transpose {A})", "(matrix-by-rows (list 1 3) (list 2 5))"),
        (f"(matrix*matrix {A} (m:invert {A}))", "(matrix-by-rows (list 1 0) (list 0 1))"),
        (f"(matrix-matrix (m:square {A}) (m:expt {A} 2))", "(matrix-by-rows (list 0 0) (list 0 0))"),
        ("(ref (series:sum (exp (matrix-by-rows (list 0 1) (list 0 0))) 5) 0)", "(up 1 1)"),
    ],
    "literals": [
        ("(+ (literal-number 'a) (literal-real 'a))", "(* 2 a)"),
        ("(expression (literal-function 'f))", "f"),
        ("(substitute 3 'x (+ 'x 'y))", "(+ 3 y)"),
    ],
    "operators and series": [
        ("((I sin) 'x)", "(sin x)"),
        ("(define I 3) (+ I 1)", "4"),
        ("(let ((I 'moment)) (* I I))", "(expt moment 2)"),
        ("(((anticommutator D D) cube) 'x)", "(* 12 x)"),
        ("(operator-name (* D D))", "(expt D 2)"),
        ("(series:sum (((o:exp D) cube) 'x) 3)", "(+ 1 (expt x 3) (* 3 (expt x 2)) (* 3 x))"),
        ("(series:ref (series:mul exp-series (constant-series 3)) 2)", "3/2"),
        ("(series:ref (series:function-> sin) 3)", "-1/6"),
        ("(series:ref (series:identity 'x) 1)", "x"),
        ("(define ones (cons-stream 1 ones)) (series:ref (make-series 1 ones) 20)", "1"),
        ("(define ones (cons-stream 1 ones)) (stream-head (partial-sums-stream ones) 3)", "(1 2 3)"),
    ],
    "generic operators and types": [
        (
            "(list (type 3) (type 'x) (type (up 1)) (type (vector 1)) (type D))",
            "(*number* *number* *up* *vector* *operator*)",
        ),
        ("(list (arity sin) (arity +) (arity (up sin cos 2)) (arity D))", "((1 . 1) (0 . #f) (1 . 1) (1 . 1))"),
        ("(list (joint-arity (arity sin) (arity +)) (joint-arity '(1 . 1) '(2 . 2)))", "((1 . 1) #f)"),
        ("(list (n:+ 1/2 1/3) (n:* 2 3) (n:expt 2 1/2) (n:sqrt 9/4))", "(5/6 6 1.4142135623730951 3/2)"),
        (
            "(sort-and-permute '(3 1 2) < (lambda (l s p u) (list l s (p l) (u s) (p '(a b c)))))",
            "((3 1 2) (1 2 3) (1 2 3) (3 1 2) (b c a))",
        ),
        ("(subpermute '((1 . 4) (4 . 2) (2 . 3) (3 . 1)) '(a b c d e))", "(a e d b c)"),
        ("(list (gcd 12 18) (gcd 3/2 9/4) (gcd +5i 10) (gcd) (gcd (* 6 'x 'y) (* 4 'x)))", "(6 3/4 +5i 0 (* 2 x))"),
        ("(gcd (* 'x (+ 'x 1)) (- (square 'x) 1))", "(+ 1 x)"),
        ("(list (inexact? (up 1 2.)) (inexact? (matrix-by-rows (list 1 2))))", "(#t #f)"),
    ],
    "identities of every type": [
        ("(list ((zero-like sin) 3) ((one-like sin) 3) ((identity-like sin) 3) (((zero-like D) sin) 3))", "(0 1 3 0)"),
        (
            "(list (zero-like (mod:make 3 5)) (one-like (quaternion 1 2 3 4)))",
            "((*modular-integer* 0 5) (quaternion 1 0 0 0))",
        ),
        (
            "(list (zero? (quaternion 0 0 0 0)) (zero? (matrix-by-rows (list 0))) (zero? (mod:make 5 5)) (zero? 0.))",
            "(#t #t #t #f)",
        ),
        ("(list (= (matrix-by-rows (list 1)) (matrix-by-rows (list 1))) (= (mod:make 3 5) (mod:make 8 5)))", "(#t #t)"),
        (
            "(list (expt (quaternion 0 1 0 0) 2) (* (expt (quaternion 1 2 3 4) -2) (square (quaternion 1 2 3 4))))",
            "((quaternion -1 0 0 0) (quaternion 1 0 0 0))",
        ),
        ("(transpose (down (up 1 2) (up 3 4)))", "(up (down 1 3) (down 2 4))"),
        ("(((transpose (lambda (x) (* 2 x))) sin) 'a)", "(sin (* 2 a))"),
        ("(expt -8 1/3)", "1.+1.7320508075688772i"),
    ],
    "signatures": [
        ("((literal-function 'F (-> (UP Real (UP Real Real)) Real)) (up 't (up 'x 'y)))", "(F (up t (up x y)))"),
        ("(define s (UP Real Real)) ((literal-function 'F (-> s Real)) (up 'x 'y))", "(F (up x y))"),
        ("((literal-function 'F '(-> (X Real Real) (UP Real Real))) 'x 'y)", "(up (F^0 x y) (F^1 x y))"),
        (
            "((D (literal-function 'G (-> (^ Real 2) Real))) 'a 'b)",
            "(down (((partial 0) G) a b) (((partial 1) G) a b))",
        ),
        ("((literal-function 'G (-> (X* Real) Real)) 'a 'b 'c)", "(G a b c)"),
        ("((literal-function 'G (-> (UP* Real) Real)) (up 'a 'b 'c))", "(G (up a b c))"),
        ("((literal-function 'G (-> (UP Real (UP* Real)) Real)) (up 't 'x))", "(G (up t x))"),
        ("(((literal-function 'G (-> (DOWN* Real) Real)) cos) 'x)", "(G (cos x))"),
        ("((literal-function 'G (-> Any Real)) (down 'a 'b))", "(G (down a b))"),
        ("(-> (X Real (DOWN* Real 2)) Real)", "(-> (X Real (DOWN Real Real)) Real)"),
    ],
    "expressions": [
        ("(list (sum? (+ 'a 'b)) (product? '(* a b)) (quotient? (/ 'a 'b)) (expt? 'a))", "(#t #t #t #f)"),
        (
            "(list (symb:addends '(+ a b)) (symb:multiplicands (* 2 'a 'b)) (symb:numerator '(/ a b)))",
            "((a b) (2 a b) a)",
        ),
        ("((symbolic-operator '*) 2 'a)", "(* 2 a)"),
        ("((expression-walker (list (cons 'x 3))) '(+ x (* 2 y)))", "(+ 3 (* 2 y))"),
        ("(let ((e (expression (* 2 (sin 'x))))) (list (car e) (cdr e)))", "(* (2 (sin x)))"),
    ],
    "containers of functions": [],
    "differentials": [
        ("(let ((y (square (make-x+dx 3)))) (list (finite-part y) (infinitesimal-part y)))", "(9 6)"),
        ("((partial-derivative * '(1)) 'x 'y)", "x"),
        (
            "((((F->directional-derivative (lambda (v) (lambda (d) (lambda (u) (lambda (x) (u (- x (* d v)))))))) 'v) (literal-function 'u)) 'x)",
            "(* v ((D u) x))",
        ),
    ],
    "extrapolation": [],
    "eigenvalues": [
        ("(eigenvalues (matrix-by-rows (list 2 1) (list 1 2)))", "(1 3)"),
        ("(eigenvalues (matrix-by-rows (list 0 -1) (list 1 0)))", "(-i +i)"),
        (
            "(eigenvectors (matrix-by-rows (list 2 0 0) (list 0 2 0) (list 0 0 5)))",
            "((2 ((up 1 0 0) (up 0 1 0))) (5 ((up 0 0 1))))",
        ),
        ("(eigenvalues (matrix-by-rows (list 'a 'b 'c) (list 0 'd 'e) (list 0 0 'f)))", "(a d f)"),
        (
            "(characteristic-polynomial (up (down 'a 'b) (down 'c 'd)) 'x)",
            "(+ (* a d) (* -1 a x) (* -1 b c) (* -1 d x) (expt x 2))",
        ),
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
        *("(combinations (iota 50) 25)", "(stirling-first-kind 1000000 500000)"),
        *("(submatrix (up (up 1 2) (up 3)) 0 1 0 1)", "(make-series 1 3)"),
        *("(sigma square 1 'x)", "(factorial -1)", "(factorial 1e3)", "(factorial 1000000)", "(factorial 'n)"),
        *("(exact-quotient 5 2)", "(exact-quotient 5 0)", "(exact-quotient 'a 'b)", "(binomial-coefficient 2 'k)"),
        *("((principal-value 'a) 1)", "((principal-value 1) 'x)", "(close-enuf? 'a 1 1e-6)"),
        *("(permutations 3)", "(permutations (iota 12))", "(combinations '(a) 'x)", "(permute '(5) '(a))"),
        *("(list-interchanges '(a) '(b))", "(permutation-interchanges '(a b))"),
        *("(v:make-basis-unit 2 5)", "(v:make-unit (up 0 0))", "(euclidean-norm 'x)"),
        *("(s:map/r + (up 1 2) (up 1))", "(s:map/r + (up 1) 2)"),
        "(s:transpose2 (up 1 2))",
        *("(structure->matrix 3)", "(submatrix (up 1 2) 0 4 0 1)"),
        *("(m:nth-row (row-matrix 1) 5)", "(m:nth-col 3 0)", "(m:submatrix (row-matrix 1) 0 2 0 1)"),
        *("(m:solve (row-matrix 1 2) (up 1))",),
        "(exp (row-matrix 1 2))",
        *("(row-matrix->vector (column-matrix 1 2))", "(literal-number (list 1))", "(operator-name sin)"),
        *("(make-series 5 'x)", "(series:->function sin)"),
        *(
            "(eigenvalues (matrix-by-rows (list 'a 1 0) (list 1 2 1) (list 0 1 2)))",
            "(eigenvalues (up 1 2))",
            "(gcd 1.5 2)",
        ),
        *("(literal-function 'G (-> Real (X Real Real)))", "(UP* Real 'n)", "(-> 3 Real)"),
        *("(foo 1)", "(make-x+dx (up 1))"),
        *("(symbolic-operator 'nothing)", "(subpermute '((0 . 9)) '(a))", "(s->m (up 1 2) 3 (up 1 2))"),
        *("(m->s (up 1 2) (row-matrix 1) (up 1))", '(type "s")'),
        *("(size 3)", "(substitute 1)"),
    ],
)
def test_errors_say_what_was_expected(source: str) -> None:
    with pytest.raises(ScmpyError) as caught:
        text_of(source)
    assert "InternalError" not in type(caught.value).__name__, str(caught.value)
