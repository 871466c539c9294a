;;; SICM figure 7.15 (section 7.4.5): where the inverted vertical equilibrium of the driven pendulum is linearly stable,
;;; and the line (omega/omega_s) (A/l) = sqrt(2) of the perturbation theory. Logarithms to the base 10 of omega/omega_s
;;; to the right and of A/l upwards; their ranges and the grid are ours.
;;; Asserted: at omega/omega_s = 100 stability begins at A/l = sqrt(2)/100 but for 1 part in 1000; it is lost again at
;;; .45.

;;; The linearized motion, with the phase of the drive for a time; its parameters are (omega_s/omega)^2 and A/l.

(define (linearized state)
  (let ((x (ref state 1)) (parameters (ref state 3)))
    (up 1 (ref state 2)
        (* x (- (ref parameters 0) (* (ref parameters 1) (cos (time state)))))
        (up 0 0))))

(define once (stroboscopic-map linearized 2pi 1e-9))

;;; The trace of the derivative of the map: twice an entry, as the drive is even.

(define (map-trace ratio amplitude)
  (* 2 (ref (once (up 0. 1. 0. (up (/ 1 (square ratio)) amplitude))) 1)))

(define win (frame 0. 2. -2. 1. 500 600))

(define (plot x y) (if (< (abs (map-trace (expt 10 x) (expt 10 y))) 2) (plot-point win x y)))

(for-each (lambda (x) (for-each (lambda (y) (plot x y)) (iota 60 -1.975 .05))) (iota 40 .025 .05))
#|
|#

(plot-function win (lambda (x) (- (log10 (sqrt 2)) x)) 0. 2. .05)

(rename-window win "7.15")

(define (edge trace low high) (bisect (lambda (amplitude) (- (map-trace 100. amplitude) trace)) low high 1e-9))

(list (< (abs (- (* 100 (edge 2 .01 .02)) (sqrt 2))) 1e-3) (< .45 (edge -2 .3 .6) .46))
#|
(#t #t)
|#
