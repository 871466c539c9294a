;;; Derivatives, power series, and the exponential of D.
;;;
;;; D takes a function to its derivative; it is an operator, and its powers and polynomials are operators too.

((D cube) 'x)
#|
(* 3 (expt x 2))
|#

(((expt D 3) (literal-function 'f)) 'x)
#|
(((expt D 3) f) x)
|#

(((* (- D 1) (+ D 1)) sin) 'x)
#|
(+ -1 (* -1 (sin x)))
|#

;;; The derivative of a function of several arguments is a down tuple of its partial derivatives.

(define (g x y)
  (* (expt x 3) (sin y)))

((D g) 'x 'y)
#|
(down (* 3 (expt x 2) (sin y)) (* (expt x 3) (cos y)))
|#

(- (((partial 0) ((partial 1) g)) 'x 'y)
   (((partial 1) ((partial 0) g)) 'x 'y))
#|
0
|#

;;; Taylor's series is the exponential of the derivative: exp(h D) f at x is f at x + h.

(series:print (((exp (* 'h D)) (literal-function 'f)) 'x) 4)
#|
(f x)
(* h ((D f) x))
(* 1/2 (expt h 2) (((expt D 2) f) x))
(* 1/6 (expt h 3) (((expt D 3) f) x))
|#

(series:print (((exp (* 'h D)) sin) 0) 6)
#|
0
h
0
(* -1/6 (expt h 3))
0
(* 1/120 (expt h 5))
|#

;;; Series multiply and compose as functions do. The square of the cosine and of the sine add up to 1:

(series:print (+ (square cos-series) (square sin-series)) 6)
#|
1
0
0
0
0
0
|#

(series:print (* exp-series exp-series) 5)
#|
1
2
2
4/3
2/3
|#

;;; The binomial series, for any exponent.

(series:print (binomial-series 'n) 4)
#|
1
n
(+ (* 1/2 (expt n 2)) (* -1/2 n))
(+ (* 1/6 (expt n 3)) (* -1/2 (expt n 2)) (* 1/3 n))
|#

;;; Partial sums approach the value. The sum of the first 12 terms of exp at 1 has 8 correct digits.

(define e-approximately (series:sum (((exp D) exp) 0) 11))

(< (abs (- e-approximately (exp 1))) 1e-8)
#|
#t
|#

;;; Newton's method, with the derivative that D makes.

(define (newton f guess)
  (let ((better (- guess (/ (f guess) ((D f) guess)))))
    (if (< (abs (- better guess)) 1e-12)
        better
        (newton f better))))

(< (abs (- (square (newton (lambda (x) (- (square x) 2)) 1.)) 2)) 1e-12)
#|
#t
|#

;;; The generalised derivative of a structure-valued function: its Jacobian, and the chain rule.

(define (to-rectangular polar)
  (up (* (ref polar 0) (cos (ref polar 1)))
      (* (ref polar 0) (sin (ref polar 1)))))

((D to-rectangular) (up 'r 'phi))
#|
(down (up (cos phi) (sin phi)) (up (* -1 r (sin phi)) (* r (cos phi))))
|#

(determinant ((D to-rectangular) (up 'r 'phi)))
#|
r
|#

(define h (literal-function 'h (-> (UP Real Real) Real)))

(- ((D (compose h to-rectangular)) (up 'r 'phi))
   (* ((D h) (to-rectangular (up 'r 'phi)))
      ((D to-rectangular) (up 'r 'phi))))
#|
(down 0 0)
|#
