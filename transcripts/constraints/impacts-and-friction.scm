;;; A double pendulum that bounces off a wall, and a block that sticks and slips on a belt: events that make new states.
;;;
;;; After B. Brogliato, "Nonsmooth Mechanics" (2016). An impact is an impulse in the direction of the gap that closes; dry
;;; friction holds a contact up to a limit, and brakes it with that limit when it slips.

;;; --- The impact, in symbols ------------------------------------------------------------------------------------------

(define (across local)
  (let ((q (coordinate local)))
    (+ (sin (ref q 0)) (sin (ref q 1)))))

(define (L local)
  (let ((a (ref local 1 0)) (b (ref local 1 1)) (u (ref local 2 0)) (v (ref local 2 1)))
    (+ (square u) (* 1/2 (square v)) (* u v (cos (- a b))) (* 9.8 (+ (* 2 (cos a)) (cos b))))))

(define (gap local) (- .3 (across local)))

(define before (up 't (up 'a 'b) (up 'u 'v)))
(define after ((impact L gap 'e) before))

;;; The gap opens with e times the rate at which it closed.

(define (rate state) (* (ref ((D gap) state) 1) (velocity state)))
(simplify (+ (rate after) (* 'e (rate before))))
#|
0
|#

;;; The energy is lost but for e = 1.

(define energy (Lagrangian->energy L))
(simplify (- (energy ((impact L gap 1) before)) (energy before)))
#|
0
|#

;;; --- The motion ------------------------------------------------------------------------------------------------------

(define start (up 0. (up -1. -.5) (up 0. 0.)))

(define (swings e)
  (compile-motion L #f 'Lagrangian #f (crossing gap 'falling #f (impact L gap e)) 1e-11))

(< (abs (- (energy ((swings 1) start 60.)) (energy start))) 1e-8)
#|
#t
|#

(< (energy ((swings .5) start 5.)) (- (energy start) 1))
#|
#t
|#

;;; --- Dry friction ----------------------------------------------------------------------------------------------------

;;; A block on a spring, on a belt that moves: it sticks until the spring pulls with 3/2, slips back, and sticks again.

(define (block local) (* 1/2 (- (square (velocity local)) (square (coordinate local)))))
(define (slip local) (- (velocity local) .3))

(define friction (dry-friction block slip 1. 1.5))
(define motion (compile-motion (car friction) #f 'derivative #f (cadr friction) 1e-11))
(define stuck ((caddr friction) (up 0. 0. .3)))

stuck
#|
(up 0. 0. .3 0)
|#

(define (rounded state)
  (apply up (map (lambda (x) (/ (round (* 1e6 x)) 1e6)) (cdr (vector->list (up->vector state))))))

(rounded (motion stuck 4.))
#|
(up 1.2 .3 0.)
|#

(rounded (motion stuck 7.))
#|
(up 1.064716 -.579493 -1.)
|#
