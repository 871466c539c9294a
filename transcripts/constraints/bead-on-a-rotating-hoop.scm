;;; Lagrange multipliers: a bead on a hoop that is turned about its vertical diameter.
;;;
;;; The problem of P. N. Saeta's notes "Lagrange Multipliers" (Physics 111, 28 September 2011): find the generalised
;;; forces of constraint, and say what they are.

;;; --- The bead in spherical coordinates, theta from the upward vertical ------------------------------------------

(define (L-bead state)
  (let ((r (ref (coordinate state) 0))
        (theta (ref (coordinate state) 1))
        (rdot (ref (velocity state) 0))
        (thetadot (ref (velocity state) 1))
        (phidot (ref (velocity state) 2)))
    (- (* 1/2 'm
          (+ (square rdot)
             (square (* r thetadot))
             (square (* r (sin theta) phidot))))
       (* 'm 'g r (cos theta)))))

;;; --- Step 1: two constraints, the bead on the hoop and the hoop turned at the rate omega -------------------------
;;;
;;; The second one depends on the time: a_t is not zero.

(define (on-the-hoop state)
  (up (- (ref (coordinate state) 0) 'R)
      (- (ref (coordinate state) 2) (* 'omega (time state)))))

((constraint-coefficients on-the-hoop)
 (up 't (up 'r 'theta 'phi) (up 'rdot 'thetadot 'phidot)))
#|
(up (down (up 1 0) (up 0 0) (up 0 1)) (up 0 (* -1 omega)))
|#

;;; --- Step 2: three equations with two multipliers, and two constraints -------------------------------------------

(((constrained-Lagrange-equations L-bead on-the-hoop)
  (up (literal-function 'r) (literal-function 'theta) (literal-function 'phi))
  (down (literal-function 'lambda) (literal-function 'mu)))
 't)
#|
(up
 (down
  (+ (* m (r t) (expt ((D phi) t) 2) (expt (cos (theta t)) 2))
     (* -1 m (r t) (expt ((D phi) t) 2))
     (* -1 m (r t) (expt ((D theta) t) 2))
     (* g m (cos (theta t)))
     (* m (((expt D 2) r) t))
     (* -1 (lambda t)))
  (+
   (* -1 m (expt (r t) 2) (sin (theta t)) (expt ((D phi) t) 2) (cos (theta t)))
   (* -1 g m (r t) (sin (theta t)))
   (* m (expt (r t) 2) (((expt D 2) theta) t))
   (* 2 m (r t) ((D theta) t) ((D r) t)))
  (+
   (* 2
      m
      (expt (r t) 2)
      (sin (theta t))
      ((D phi) t)
      ((D theta) t)
      (cos (theta t)))
   (* -1 m (expt (r t) 2) (((expt D 2) phi) t) (expt (cos (theta t)) 2))
   (* 2 m (r t) (expt (sin (theta t)) 2) ((D phi) t) ((D r) t))
   (* m (expt (r t) 2) (((expt D 2) phi) t))
   (* -1 (mu t))))
 (up (+ (* -1 R) (r t)) (+ (* -1 omega t) (phi t))))
|#

;;; --- Step 3: solve, at a state on the hoop -----------------------------------------------------------------------

(define state
  (up 't
      (up 'R 'theta (* 'omega 't))
      (up 0 'thetadot 'omega)))

((constrained-Lagrangian->acceleration L-bead on-the-hoop) state)
#|
(up 0
    (/ (+ (* R (expt omega 2) (sin theta) (cos theta)) (* g (sin theta))) R)
    0)
|#

;;; --- Step 4: the forces -----------------------------------------------------------------------------------------
;;;
;;; Along r: what the hoop pushes outwards, in its own plane. It carries the part of the weight along r, m g cos
;;; theta, less what keeps the bead on a circle of radius R at the rate thetadot and on one of radius R sin theta at
;;; the rate omega. Along theta: none, the hoop is smooth. Along phi: a torque about the axis, the force of the hoop
;;; across its plane times the distance R sin theta from the axis: 2 m omega R cos theta thetadot is the force of
;;; Coriolis that it balances.

((Lagrangian->constraint-forces L-bead on-the-hoop) state)
#|
(down
 (+ (* R m (expt omega 2) (expt (cos theta) 2))
    (* -1 R m (expt omega 2))
    (* -1 R m (expt thetadot 2))
    (* g m (cos theta)))
 0
 (* 2 (expt R 2) m omega thetadot (cos theta) (sin theta)))
|#

;;; The torque is the rate of the angular momentum about the axis, d_phidot L.

(define path
  (up (lambda (t) 'R)
      (literal-function 'theta)
      (lambda (t) (* 'omega t))))

(define (angular-momentum state) (ref (((partial 2) L-bead) state) 2))

(- ((D (compose angular-momentum (Gamma path))) 't)
   (ref ((Lagrangian->constraint-forces L-bead on-the-hoop) ((Gamma path) 't)) 2))
#|
0
|#

;;; It works: a constraint that depends on the time gives the bead energy, at the rate torque times omega. What
;;; changes is T + V, which is not the energy function of the Lagrangian on the hoop.

(define (total-energy state)
  ((Lagrangian->energy L-bead) state))

(define motion
  ((constrained-Lagrangian->state-derivative L-bead on-the-hoop) state))

(- (* ((D total-energy) state) motion)
   (* 'omega (ref ((Lagrangian->constraint-forces L-bead on-the-hoop) state) 2)))
#|
0
|#

;;; --- Elimination: the Lagrangian of theta alone, and its energy function, which is conserved ---------------------

(define L-theta (eliminate-constraints L-bead on-the-hoop 0 2))

(L-theta (up 't 'theta 'thetadot))
#|
(+ (* -1/2 (expt R 2) m (expt omega 2) (expt (cos theta) 2))
   (* 1/2 (expt R 2) m (expt omega 2))
   (* 1/2 (expt R 2) m (expt thetadot 2))
   (* -1 R g m (cos theta)))
|#

((Lagrangian->acceleration L-theta) (up 't 'theta 'thetadot))
#|
(/ (+ (* R (expt omega 2) (sin theta) (cos theta)) (* g (sin theta))) R)
|#

(* ((D (Lagrangian->energy L-theta)) (up 't 'theta 'thetadot))
   ((Lagrangian->state-derivative L-theta) (up 't 'theta 'thetadot)))
#|
0
|#
