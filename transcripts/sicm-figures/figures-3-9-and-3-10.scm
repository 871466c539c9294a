;;; SICM figures 3.9 and 3.10 (section 3.5): a trajectory of the driven pendulum in phase space, with the momenta of the
;;; Lagrangian T - V (3.9, and the upper plot of 3.10) and of another one for the same motion (1.120, the lower one).
;;; Asserted: the motions are the same, and the momenta differ as (3.121) and (3.122) say.

(define ((L-alternative m l g a omega) local)
  (let ((t (time local)) (theta (coordinate local)) (thetadot (velocity local)))
    (+ (* 1/2 m (square (* l thetadot)))
       (* m l (- g (* a (square omega) (cos (* omega t)))) (cos theta)))))

(define (H-alternative-sysder m l g a omega)
  (Hamiltonian->state-derivative (Lagrangian->Hamiltonian (L-alternative m l g a omega))))

(define ((monitor-p-theta win) state)
  (plot-point win ((principal-value :pi) (coordinate state)) (momentum state)))

(define omega (* 2 (sqrt 9.8)))

(define (portrait name sysder)
  (let ((window (frame :-pi :pi -10. 10.)))
    (rename-window window name)
    ((evolve sysder 1. 1. 9.8 .1 omega) (up 0. 1. 0.) (monitor-p-theta window) .01 100. 1e-12)
    ((state-advancer sysder 1. 1. 9.8 .1 omega) (up 0. 1. 0.) 10.1)))

(define end (portrait "3.9" H-pend-sysder))
(define upper (portrait "3.10-upper" H-pend-sysder))
(define lower (portrait "3.10-lower" H-alternative-sysder))

(list (< (abs (- end upper)) 1e-10) (< (abs (- (coordinate upper) (coordinate lower))) 1e-10))
#|
(#t #t)
|#

(< (abs (+ (- (momentum upper) (momentum lower)) (* .1 omega (sin (coordinate end)) (sin (* omega 10.1))))) 1e-10)
#|
#t
|#
