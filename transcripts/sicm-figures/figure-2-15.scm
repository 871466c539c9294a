;;; SICM figure 2.15 (section 2.12.1): the relative errors of the energy and of the angular momentum of the free rigid
;;; body of figure 2.2, whose orientation is a quaternion.
;;; The error allowed in a step, 1e-14, is mine: the 1e-12 of the book is by another measure.
;;; Asserted: the largest is less than 1e-13, the edge of the book's window: ten times less than in Euler angles.

(define largest 0.)

(define ((monitor-errors win A B C L0 E0) qw-state)
  (let ((L ((qw-state->L-space A B C) qw-state))
        (E ((T-body A B C) (ref qw-state 2))))
    (define (plot value reference)
      (let ((err (relative-error value reference)))
        (set! largest (max largest (abs err)))
        (plot-point win (time qw-state) err)))
    (for-each plot (list (ref L 0) (ref L 1) (ref L 2) E)
                   (list (ref L0 0) (ref L0 1) (ref L0 2) E0))))

(define win (frame 0. 100. -1e-13 1e-13))
(rename-window win "2.15")
(set-ode-integration-method! 'qcrk4)

(let* ((A 1.) (B (sqrt 2.)) (C 2.)
       (Euler-state (up 0. (up 1. 0. 0.) (up .1 .1 .1)))
       (q (quaternion->vector (rotation-matrix->quaternion (Euler->M (coordinates Euler-state)))))
       (state0 (up 0. q (Euler-state->omega-body Euler-state)))
       (L0 ((qw-state->L-space A B C) state0))
       (E0 ((T-body A B C) (ref state0 2))))
  ((evolve qw-sysder A B C) state0 (monitor-errors win A B C L0 E0) .1 100. 1e-14)
  (< 1e-15 largest 1e-13))
#|
#t
|#
