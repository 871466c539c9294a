;;; SICM figures 3.15 to 3.17 (section 3.6.3): contours of the potential energy of Henon and Heiles, two regular motions of
;;; energy 1/8, and a chaotic one. Where they start is mine: in two islands of figure 3.20, and outside.
;;; Asserted: the contour of 1/6 has a straight side; the first motion circulates, its angular momentum stays positive,
;;; the second goes to and fro, and the largest Lyapunov exponent of the third is positive.

(define (window name)
  (let ((win (frame -1. 1. -.8 1.2))) (rename-window win name) win))

(define ((contour E) theta)
  (define (at r) (up (* r (cos theta)) (* r (sin theta))))
  (at (cadr (zbrent (lambda (r) (- (HHpotential (up 0 (at r))) E)) 0. 1. 1e-9))))

(let ((win (window "3.15")))
  (for-each (lambda (E) (plot-parametric win (contour E) 0. :2pi .02)) '(1/100 1/40 1/20 1/12 1/8 1/6)))
#|
|#

(map (lambda (theta) (< (abs (+ (ref ((contour 1/6) theta) 1) 1/2)) 1e-7)) '(-1. -1.5 -2.))
#|
(#t #t #t)
|#

(define (motion name y py)
  (let ((path (trajectory (HHsysder) (section->state 1/8 y py) 150.)))
    (plot-parametric (window name) (lambda (t) (coordinate (path t))) 0. 150. .05)
    path))
(define motions (map motion '("3.16-upper" "3.16-lower" "3.17") '(-.35 0. -.1) '(0. .31 .1)))

(define (angular-momentum state)
  (- (* (ref state 1 0) (ref state 2 1)) (* (ref state 1 1) (ref state 2 0))))
(map (lambda (path) (length (crossings path angular-momentum))) (list-head motions 2))
#|
(0 33)
|#

(> (angular-momentum ((car motions) 0.)) 0)
#|
#t
|#

(< .03 (car (lyapunov-exponents (HHsysder) ((caddr motions) 0.) 1000. #f 1e-10)))
#|
#t
|#
