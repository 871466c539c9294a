;;; SICM figures 2.12 and 2.13 (section 2.11.2): the orientation of a satellite towards its planet for 50 orbits: of the
;;; Moon, kicked, on a circle and with an eccentricity of .05, and of Hyperion.
;;; Asserted: the period of the Moon's free libration, some 40 orbits, is that of a pendulum; its optical libration turns
;;; twice an orbit; Hyperion's Lyapunov exponent is positive.

(define ((spin-orbit n epsilon e) state)
  (let ((theta (ref state 1 0)) (f (ref state 1 1)) (thetadot (ref state 2)))
    (let ((a/R (/ (+ 1 (* e (cos f))) (- 1 (square e)))))
      (up 1
          (up thetadot (* n (sqrt (- 1 (square e))) (square a/R)))
          (* -1/2 (square (* n epsilon)) (cube a/R) (sin (* 2 (- theta f))))))))

(define ((monitor win) state)
  (plot-point win (time state) ((principal-value :pi) (- (ref state 1 0) (ref state 1 1)))))

(define moon (frame 0. (* 50 :2pi) -1. 1.))
(rename-window moon "2.12")
(define hyperion (frame 0. (* 50 :2pi) :-pi :pi))
(rename-window hyperion "2.13")

(define last-states
  (map (lambda (win epsilon e thetadot)
         ((evolve spin-orbit 1. epsilon e) (up 0. (up 0. 0.) thetadot) (monitor win) .1 (* 50 :2pi)))
       (list moon moon hyperion) '(.026 .026 .89) '(0. .05 .1) '(1.01 1.01 1.05)))

(define (turns e)
  (define D-state (spin-orbit 1. .026 e))
  (crossings (trajectory D-state (up 0. (up 0. 0.) 1.01) (* 50 :2pi))
             (lambda (state) (- (ref (D-state state) 1 0) (ref (D-state state) 1 1)))))

(map (lambda (e) (length (turns e))) '(0. .05))
#|
(2 100)
|#

(< (abs (- (time (car (turns 0.))) (/ (complete-elliptic-integral-K (/ .01 .026)) .026))) 1e-8)
#|
#t
|#

(< .1 (car (lyapunov-exponents (spin-orbit 1. .89 .1) (up 0. (up 0. 0.) 1.05) (* 50 :2pi))) .3)
#|
#t
|#
