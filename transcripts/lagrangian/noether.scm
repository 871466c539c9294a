;;; Noether's theorem: a symmetry of the Lagrangian, and the quantity that it conserves.
;;;
;;; A family of coordinate transformations, the identity at s = 0, under which the Lagrangian does not change, gives
;;; the integral p (D F)(0): the momentum times the rate at which the coordinates move with s.

(define ((L-central m V) local)
  (- (* 1/2 m (square (velocity local)))
     (V (sqrt (square (coordinate local))))))

(define L (L-central 'm (literal-function 'V)))

;;; Rotations about the axes. (The angles come as an up tuple, so that the three integrals come as a down tuple.)

(define (rotations angles)
  (lambda (local)
    (let ((q (coordinate local)))
      ((rotate-x (ref angles 0))
       ((rotate-y (ref angles 1))
        ((rotate-z (ref angles 2)) q))))))

(define state (up 't (up 'x 'y 'z) (up 'vx 'vy 'vz)))

(define (the-Noether-integral local)
  (* (((partial 2) L) local)
     (((D rotations) (up 0 0 0)) local)))

(the-Noether-integral state)
#|
(down (+ (* -1 m vy z) (* m vz y))
      (+ (* m vx z) (* -1 m vz x))
      (+ (* -1 m vx y) (* m vy x)))
|#

;;; That is the angular momentum. The library has the definition too, for families with one parameter.

(define ((turned angle) local)
  ((rotate-z angle) (coordinate local)))

((Noether-integral L turned) state)
#|
(+ (* -1 m vx y) (* m vy x))
|#

;;; It is conserved: with the accelerations of the motion, the total time derivative vanishes.

(define (moving local)
  (up (time local)
      (coordinate local)
      (velocity local)
      ((Lagrangian->acceleration L) local)))

((Dt the-Noether-integral) (moving state))
#|
(down 0 0 0)
|#

;;; Without the symmetry there is no such integral. In a uniform field only the rotation about its axis is left.

(define ((L-uniform m g) local)
  (- (* 1/2 m (square (velocity local)))
     (* m g (ref (coordinate local) 2))))

(define (angular-momentum local)
  (* (((partial 2) (L-uniform 'm 'g)) local)
     (((D rotations) (up 0 0 0)) local)))

((Dt angular-momentum)
 (up (time state) (coordinate state) (velocity state) ((Lagrangian->acceleration (L-uniform 'm 'g)) state)))
#|
(down (* -1 g m y) (* g m x) 0)
|#
