;;; SICM figure 1.7 (section 1.7): the angle of a pendulum whose support oscillates, against the time.
;;; Asserted: it oscillates until it first goes over the top at 60.4981, as it does by Hamilton's equations.

(define (pend-state-derivative m l g a omega)
  (Lagrangian->state-derivative (L-periodically-driven-pendulum m l g a omega)))

(define ((monitor-theta win) state)
  (plot-point win (time state) ((principal-value :pi) (coordinate state))))

(define plot-win (frame 0. 100. :-pi :pi))
(rename-window plot-win "1.7")

(define parameters (list 1. 1. 9.8 .1 (* 2. (sqrt 9.8))))
(define start (up 0. 1. 0.))

(define last-state
  ((apply evolve pend-state-derivative parameters) start (monitor-theta plot-win) .01 100. 1e-13))

(define (time-at-the-top sysder)
  (let ((motion (trajectory (apply sysder parameters) start 61.)))
    (time (car (crossings motion (lambda (state) (cos (/ (coordinate state) 2))))))))

(map (lambda (t) (/ (round (* 1e4 t)) 1e4))
     (map time-at-the-top (list pend-state-derivative H-pend-sysder)))
#|
(60.4981 60.4981)
|#
