;;; An arm of six joints: a tree of bodies by its twists, Lagrange's equations by recursion, forces at its tip.
;;;
;;; After R. Featherstone, "Rigid Body Dynamics Algorithms" (2008). Each link hangs at the one before; its frame is that
;;; of its joint.

(define (rod axis mass length)
  (make-link (list 'revolute axis) mass (up 0 0 (/ length 2)) (* 1/12 mass (square length)) (up 0 0 length)))

;;; --- Two links, in symbols -------------------------------------------------------------------------------------------

(define elbow (make-linkage (list (rod (up 0 1 0) 'm 'l) (rod (up 0 1 0) 'm 'l)) (up 0 0 (- 'g))))
(define state (up 't (up 'a 'b) (up 'u 'v)))

((linkage-Lagrangian elbow) state)
#|
(+ (* 1/2 (expt l 2) m (expt u 2) (cos b))
   (* 1/2 (expt l 2) m u v (cos b))
   (* -1/2 g l m (cos b) (cos a))
   (* 1/2 g l m (sin a) (sin b))
   (* 5/6 (expt l 2) m (expt u 2))
   (* 1/3 (expt l 2) m u v)
   (* 1/6 (expt l 2) m (expt v 2))
   (* -3/2 g l m (cos a))
   (* -2 g l m))
|#

(simplify (- ((linkage->acceleration elbow) state)
             ((Lagrangian->acceleration (linkage-Lagrangian elbow)) state)))
#|
(up 0 0)
|#

;;; --- Six links, in numbers -------------------------------------------------------------------------------------------

(define x (up 1 0 0))
(define y (up 0 1 0))
(define z (up 0 0 1))

(define arm (make-linkage (map rod (list z y y x y x) '(4. 3. 2. 1. 1. .5) '(.4 .4 .3 .2 .1 .1)) (up 0. 0. -9.81)))
(define rest (up 0. (up 0. .5 .4 .3 .2 .1) (up 0. 0. 0. 0. 0. 0.)))

;;; Torques that hold it where it is; with them nothing moves.

(define holding ((linkage-torques arm) (up 0. (coordinate rest) (velocity rest) (velocity rest))))
(define (held s) holding)

(< (square ((linkage->acceleration arm #f held) rest)) 1e-20)
#|
#t
|#

;;; A push of 1 N at the tip, by its virtual work, and friction in the joints: the arm gives way and comes to rest.

(define tip (link-position arm 5 (up 0 0 .1)))
(define push (generalized-force (lambda (s) (up 0. 1. 0.)) tip))
(define (friction s) (* 2. (square (velocity s))))
(define (forces s) (+ holding (push s)))

(define end ((state-advancer (lambda () (linkage->state-derivative arm friction forces))) rest .5 1e-10))
(define moved (- (tip end) (tip rest)))

(and (> (ref moved 1) .01) (< (ref moved 1) .05))
#|
#t
|#
