;;; Coordinate transformations: one Lagrangian in other coordinates.
;;;
;;; F tells how the old coordinates come from the new ones (and the time); F->C extends that to local tuples.

((F->C p->r) (up 't (up 'r 'phi) (up 'rdot 'phidot)))
#|
(up
 t
 (up (* r (cos phi)) (* r (sin phi)))
 (up (+ (* -1 phidot r (sin phi)) (* rdot (cos phi)))
     (+ (* phidot r (cos phi)) (* rdot (sin phi)))))
|#

;;; The free particle in polar coordinates.

(define ((L-free m) local)
  (* 1/2 m (square (velocity local))))

(define (L-polar m)
  (compose (L-free m) (F->C p->r)))

((L-polar 'm) (up 't (up 'r 'phi) (up 'rdot 'phidot)))
#|
(+ (* 1/2 m (expt phidot 2) (expt r 2)) (* 1/2 m (expt rdot 2)))
|#

(((Lagrange-equations (L-polar 'm)) (up (literal-function 'r) (literal-function 'phi))) 't)
#|
(down
 (+ (* -1 m (r t) (expt ((D phi) t) 2)) (* m (((expt D 2) r) t)))
 (+ (* m (((expt D 2) phi) t) (expt (r t) 2))
    (* 2 m (r t) ((D phi) t) ((D r) t))))
|#

;;; In spherical coordinates.

((compose (L-free 'm) (F->C s->r))
 (up 't (up 'r 'theta 'phi) (up 'rdot 'thetadot 'phidot)))
#|
(+ (* -1/2 m (expt phidot 2) (expt r 2) (expt (cos theta) 2))
   (* 1/2 m (expt phidot 2) (expt r 2))
   (* 1/2 m (expt r 2) (expt thetadot 2))
   (* 1/2 m (expt rdot 2)))
|#

;;; A frame that rotates with the angular velocity Omega. The transformation depends on the time; in the Lagrangian
;;; the terms of the Coriolis and the centrifugal force appear.

(define ((rotating Omega) local)
  (let ((angle (* Omega (time local)))
        (q (coordinate local)))
    (up (- (* (cos angle) (ref q 0)) (* (sin angle) (ref q 1)))
        (+ (* (sin angle) (ref q 0)) (* (cos angle) (ref q 1))))))

(define L-rotating
  (compose (L-free 'm) (F->C (rotating 'Omega))))

(L-rotating (up 't (up 'x 'y) (up 'xdot 'ydot)))
#|
(+ (* 1/2 (expt Omega 2) m (expt x 2))
   (* 1/2 (expt Omega 2) m (expt y 2))
   (* Omega m x ydot)
   (* -1 Omega m xdot y)
   (* 1/2 m (expt xdot 2))
   (* 1/2 m (expt ydot 2)))
|#

(((Lagrange-equations L-rotating) (up (literal-function 'x) (literal-function 'y))) 't)
#|
(down
 (+ (* -1 (expt Omega 2) m (x t))
    (* -2 Omega m ((D y) t))
    (* m (((expt D 2) x) t)))
 (+ (* -1 (expt Omega 2) m (y t))
    (* 2 Omega m ((D x) t))
    (* m (((expt D 2) y) t))))
|#

;;; A pendulum whose pivot is moved up and down: y_p(t). The transformation takes the angle to the place of the bob.

(define ((bob l pivot) local)
  (let ((t (time local))
        (theta (coordinate local)))
    (up (* l (sin theta))
        (- (pivot t) (* l (cos theta))))))

(define ((L-uniform-gravity m g) local)
  (- (* 1/2 m (square (velocity local)))
     (* m g (ref (coordinate local) 1))))

(define L-driven
  (compose (L-uniform-gravity 'm 'g) (F->C (bob 'l (literal-function 'y_p)))))

(((Lagrange-equations L-driven) (literal-function 'theta)) 't)
#|
(+ (* g l m (sin (theta t)))
   (* (expt l 2) m (((expt D 2) theta) t))
   (* l m (sin (theta t)) (((expt D 2) y_p) t)))
|#
