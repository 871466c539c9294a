;;; SICM figures 2.5 to 2.8 (section 2.10): a top of aluminium, tilted by .4, that is kicked: its nutation, its
;;; precession, the rate of its rotation, and the path of its centre of mass, as latitude and longitude.
;;; Asserted: at the lowest tilt the energy (2.91) is that at first; the top precesses, and loops on its way.

(define A 6.96e-4) (define C 1.32e-4) (define gMR .112)
(define L (L-axisymmetric-top A C gMR))
(define start (up 0. (up .4 0. 0.) (up 0. -10. 200.)))
(define motion (trajectory (Lagrangian->state-derivative L) start 2.))
(define (tilt t) (- :pi (ref (motion t) 1 0)))
(define (turned t) (ref (motion t) 1 1))

(define (named name window) (rename-window window name) window)
(plot-function (named "2.5" (frame 0. 2. 2.2 2.9)) tilt 0. 2. .002)
(plot-function (named "2.6" (frame 0. 2. -1. 10.)) turned 0. 2. .002)
(plot-function (named "2.7" (frame 0. 2. 180. 202.)) (lambda (t) (ref (motion t) 2 2)) 0. 2. .002)
(plot-parametric (named "2.8" (frame -1. 10. 2.2 2.9)) (lambda (t) (list (turned t) (tilt t))) 0. 2. .002)

(define momenta (ref (((partial 2) L) start) '(1 3)))
(define (energy theta) ; where the tilt rests
  (+ (/ (square (- (ref momenta 0) (* (ref momenta 1) (cos theta)))) (* 2 A (square (sin theta))))
     (/ (square (ref momenta 1)) (* 2 C))
     (* gMR (cos theta))))
(define lowest (car (crossings motion (lambda (state) (ref state 2 0)) 'falling)))

(< (abs (- (energy (ref lowest 1 0)) (energy .4))) 1e-12)
#|
#t
|#

(list (< 9 (turned 2.) 10) (length (crossings motion (lambda (state) (ref state 2 1)))))
#|
(#t 19)
|#
