;;;; Simplification, its assumptions, and certainty

;;; Values are simplified when they are shown. Sums are expanded, fractions put over one denominator and cancelled,
;;; and squares of sines are written by cosines, so that equal things look equal.

(/ (- (square 'a) (square 'b)) (+ 'a 'b))
#|
(+ a (* -1 b))
|#

(+ (* 'm (square (sin 'x))) (* 'm (square (cos 'x))))
#|
m
|#

;;; Some rewrites take something for granted. The square root of x^2 is x only where x is not negative:

(sqrt (square 'x))
#|
x
|#

;;; simplify-report says what was assumed: the value, then each fact with the rewrite that needs it.

(simplify-report (+ (sqrt (square 'x)) (log (exp 'y))))
#|
((+ x y) ("nonnegative" x "sqrt(u^2) = u") ("real" y "log(exp u) = u"))
|#

;;; With 'careful nothing is taken for granted that is not known. Facts are declared of a number when it is made, or
;;; assumed of anything from then on.

(simplify (sqrt (square 'x)) 'careful #t)
#|
(sqrt (expt x 2))
|#

(define m (literal-number 'm 'positive))

(simplify (sqrt (* (square m) 'x)) 'careful #t)
#|
(* m (sqrt x))
|#

(assume! '(>= (r t) 0))

(simplify (sqrt (square ((literal-function 'r) 't))) 'careful #t)
#|
(r t)
|#

(forget-assumptions!)

;;; The rewrites can be switched off and on one by one, for one simplification or for the session.

(sqrt-expt-simplify #f)

(sqrt (square 'x))
#|
(sqrt (expt x 2))
|#

(sqrt-expt-simplify #t)

(simplify (square (sin (/ 'x 2))) 'half-angle-simplify #t)
#|
(+ 1/2 (* -1/2 (cos x)))
|#

;;; equivalent compares without any of these assumptions. The answer is proved: a canonical form that is zero, or a
;;; point where the two differ.

(equivalent (sin (* 2 'x)) (* 2 (sin 'x) (cos 'x)))
#|
equal
|#

(equivalent (sqrt (square 'x)) 'x)
#|
different
|#

(equivalent (sqrt (square m)) m)
#|
equal
|#

;;; Forms on request: factors, powers of sines and cosines as multiple angles, logarithms taken apart.

(factor (- (expt 'x 4) (expt 'y 4)))
#|
(* (+ x y) (+ x (* -1 y)) (+ (expt x 2) (expt y 2)))
|#

(->poisson-form (* (square (sin 'x)) (cos 'y)))
#|
(+ (* 1/2 (cos y))
   (* -1/4 (cos (+ (* 2 x) y)))
   (* -1/4 (cos (+ (* 2 x) (* -1 y)))))
|#

(log-expand (log (* 'a (expt 'b 3))))
#|
(+ (* 3 (log b)) (log a))
|#

;;; Rules of one's own: a pattern and a consequence. (? x) matches one thing, (?? xs) any number of them.
;;; (rule-system takes triples with conditions, which may compute.)

(define absorb
  (rule-simplifier
   (rule:make '(and (?? as) (? x) (?? bs) (? x) (?? cs))
              '(and (?? as) (? x) (?? bs) (?? cs)))))

(absorb '(or p (and p q p r q)))
#|
(or p (and p q r))
|#
