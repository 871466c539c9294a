;;; SICM figure 2.2 (section 2.8.1): the relative errors of the energy and of the angular momentum of a free rigid body
;;; in Euler angles, by the Runge-Kutta method with controlled steps.
;;; The error allowed in a step, 1e-14, is mine: the 1e-12 of the book is by another measure.
;;; Asserted: the largest is between 1e-13 and 1e-12, the edge of the book's window.

(define largest 0.)

(define ((monitor-errors win A B C L0 E0) state)
  (let ((L ((L-space-Euler A B C) state))
        (E ((T-body-Euler A B C) state)))
    (define (plot value reference)
      (let ((err (relative-error value reference)))
        (set! largest (max largest (abs err)))
        (plot-point win (time state) err)))
    (for-each plot (list (ref L 0) (ref L 1) (ref L 2) E)
                   (list (ref L0 0) (ref L0 1) (ref L0 2) E0))))

(define win (frame 0. 100. -1e-12 1e-12))
(rename-window win "2.2")
(set-ode-integration-method! 'qcrk4)

(let ((A 1.) (B (sqrt 2.)) (C 2.) (state0 (up 0. (up 1. 0. 0.) (up .1 .1 .1))))
  (let ((L0 ((L-space-Euler A B C) state0))
        (E0 ((T-body-Euler A B C) state0)))
    ((evolve rigid-sysder A B C) state0 (monitor-errors win A B C L0 E0) .1 100. 1e-14)
    (< 1e-13 largest 1e-12)))
#|
#t
|#
