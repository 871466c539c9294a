;;; Quantities with units: arithmetic, Lagrange's equations, motions, and what does not fit.

;;; A quantity is a value in base units with a dimension; units multiply as scalars do.

(define g (& 9.8 (/ &meter (expt &second 2))))

g
#|
(& 9.8 (* &meter (expt &second -2)))
|#

(* 1/2 g (square (& 3 &second)))
#|
(& 44.1 &meter)
|#

;;; Exact values stay exact: an inch is 127/5000 of a meter.

(+ (& 1 &meter) (& 1 &inch))
#|
(& 5127/5000 &meter)
|#

(express-as (& 1 &meter) &foot)
#|
(& 1250/381 &foot)
|#

(sqrt (/ (& 4 &joule) (& 1 &kilogram)))
#|
(& 2 (* &meter (expt &second -1)))
|#

;;; Lagrange's equations carry the units of all that they are made of.

(define (L-fall m g)
  (lambda (local)
    (let ((y (ref local 1)) (v (ref local 2)))
      (- (* 1/2 m (square v)) (* m g y)))))

(define y (& (literal-function 'y) &meter &second))

(((Lagrange-equations (L-fall (& 'm &kilogram) (& 'g (/ &meter (expt &second 2))))) y)
 (& 't &second))
#|
(& (+ (* g m) (* m (((expt D 2) y) t))) &newton)
|#

;;; A Lagrangian is checked term by term.

(check-units (L-fall (& 'm &kilogram) g) (up &second &meter (/ &meter &second)))
#|
&joule
|#

;;; Motions are checked where they start, and run on plain numbers.

(define fall (Lagrangian->state-derivative (L-fall (& 2. &kilogram) g)))

(define start (up (& 0. &second) (& 100. &meter) (& 0. (/ &meter &second))))

((state-advancer (lambda () fall)) start (& 2. &second) 1e-12)
#|
(up (& 2. &second)
    (& 80.4 &meter)
    (& -19.59999999999999 (* &meter (expt &second -1))))
|#

;;; Constants of nature have units too.

(express-as (/ (* :G (& 5.972e24 &kilogram)) (square (& 6.371e6 &meter)))
            (/ &meter (expt &second 2)))
#|
(& 9.819973426224687 (/ &meter (expt &second 2)))
|#
