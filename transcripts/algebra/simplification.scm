;;;; Simplification, its assumptions, and certainty

;;; Values are simplified when they are shown. Sums are expanded, fractions put over one denominator and cancelled,
;;; and squares of sines are written by cosines, so that equal things look equal.

(/ (- (square 'a) (square 'b)) (+ 'a 'b))

(+ (* 'm (square (sin 'x))) (* 'm (square (cos 'x))))

;;; Some rewrites take something for granted. The square root of x^2 is x only where x is not negative:

(sqrt (square 'x))

;;; simplify-report says what was assumed: the value, then each fact with the rewrite that needs it.

(simplify-report (+ (sqrt (square 'x)) (log (exp 'y))))

;;; With 'careful nothing is taken for granted that is not known. Facts are declared of a number when it is made, or
;;; assumed of anything from then on.

(pp (simplify (sqrt (square 'x)) 'careful #t))

(define m (literal-number 'm 'positive))
(pp (simplify (sqrt (* (square m) 'x)) 'careful #t))

(assume! '(>= (r t) 0))
(pp (simplify (sqrt (square ((literal-function 'r) 't))) 'careful #t))

(forget-assumptions!)

;;; The rewrites can be switched off and on one by one, for one simplification or for the session.

(sqrt-expt-simplify #f)
(sqrt (square 'x))
(sqrt-expt-simplify #t)

(simplify (square (sin (/ 'x 2))) 'half-angle-simplify #t)

;;; equivalent compares without any of these assumptions. The answer is proved: a canonical form that is zero, or a
;;; point where the two differ.

(equivalent (sin (* 2 'x)) (* 2 (sin 'x) (cos 'x)))

(equivalent (sqrt (square 'x)) 'x)

(equivalent (sqrt (square m)) m)

;;; Forms on request: factors, powers of sines and cosines as multiple angles, logarithms taken apart.

(factor (- (expt 'x 4) (expt 'y 4)))

(->poisson-form (* (square (sin 'x)) (cos 'y)))

(log-expand (log (* 'a (expt 'b 3))))

;;; Rules of one's own: a pattern, a condition, a consequence. (? x) matches one thing, (?? xs) any number of them.

(define absorb
  (rule-system
   ((and (?? as) (? x) (?? bs) (? x) (?? cs))
    none
    (and (:: as) (: x) (:: bs) (:: cs)))))

(absorb '(or p (and p q p r q)))
