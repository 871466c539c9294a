;;; Numerical methods: integrals, roots, minima, linear systems, interpolation, special functions.

(define (rounded x)
  (/ (round (* 1e6 x)) 1e6))

;;; Integrals may be singular at their ends, and the ends infinite. An enclosure is two numbers between which the
;;; integral is for certain.

(definite-integral (lambda (x) (* x x)) 0 3)
#|
9.
|#

(rounded (definite-integral (lambda (x) (/ (exp (- x)) (sqrt x))) 0 :+infinity))
#|
1.772454
|#

(let ((bounds (integral-enclosure (lambda (x) (/ 1 (sqrt (- 1 (* x x))))) -1 1)))
  (< (car bounds) π (cadr bounds)))
#|
#t
|#

;;; An integral that is infinite is an error, which says why.

(guard (e (#t (condition/report-string e)))
  (definite-integral (lambda (x) (/ 1 x)) 0 1))
#|
"definite-integral: the integral is infinite: near 0.0 the function behaves like t^(-1), t the distance"
|#

;;; A root between two places, all roots in an interval, the roots of a polynomial, a root of a system.

(rounded (bisect cos 1 2 1e-10))
#|
1.570796
|#

(map rounded (search-for-roots cos 0 8 1e-10 .1))
#|
(1.570796 4.712389 7.853982)
|#

(map rounded (poly->roots (make-interp-poly '(-6 0 0 0) '(0 1 2 3))))
#|
(1. 2. 3.)
|#

(vector-map rounded
            (multidimensional-root
             (lambda (v)
               (let ((x (ref v 0)) (y (ref v 1)))
                 (vector (- (square x) 2) (- (* x y) 1))))
             (vector 1. 1.)
             .01
             1e-10))
#|
(up 1.414214 .707107)
|#

;;; The least value of a function of one variable, with its place and the number of iterations, and of several.

(define least (minimize (lambda (x) (square (- x 1))) 0 3))

(list (rounded (car least)) (rounded (cadr least)))
#|
(1. 0.)
|#

(vector-map rounded
            (multidimensional-minimize
             (lambda (v)
               (+ (square (- (ref v 0) 1)) (* 2 (square (- (ref v 1) 2)))))
             (vector 0. 0.)))
#|
(up 1. 2.)
|#

;;; Linear systems, exact where the numbers are: one procedure is given the solution, another one hears of a singular
;;; matrix. Eigenvalues, and the best solution of too many equations, with its errors.

(define A (matrix-by-rows '(4 1) '(2 3)))

(lu-solve A (vector 1 2) (lambda (x) x) (lambda (row) 'singular))
#|
(up 1/10 3/5)
|#

(lu-solve (matrix-by-rows '(1 2) '(2 4)) (vector 1 2) (lambda (x) x) (lambda (row) 'singular))
#|
singular
|#

(matrix->eigenvalues A)
#|
(2. 5.)
|#

(vector-map rounded (car (svd-least-squares (matrix-by-rows '(1. 2.) '(3. 4.) '(5. 6.)) (vector 1. 2. 4.))))
#|
(up .666667 .083333)
|#

;;; Polynomials through points, Chebyshev's polynomials, extrapolation of values at h, h/2, ... to 0.

((Lagrange-interpolation-function '(1 4 9) '(1 2 3)) 'x)
#|
(expt x 2)
|#

((chebyshev-polynomial 3) 'x)
#|
(+ (* 4 (expt x 3)) (* -3 x))
|#

(map rounded (stream-head (richardson-sequence (lambda (h) (/ (sin h) h)) 1. 2 2) 4))
#|
(.841471 .997978 .999997 1.)
|#

;;; Special functions take numbers, and symbols: their derivatives are known.

(map rounded (list (bessj 2 1.5) (elliptic-integral-F 1 .5) (complete-elliptic-integral-K .5)))
#|
(.232088 1.037356 1.68575)
|#

((D (lambda (x) (jacobi-sn x 'k))) 'u)
#|
(* (jacobi-dn u k) (jacobi-cn u k))
|#
