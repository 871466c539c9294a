;;; Lagrange multipliers: a hoop that rolls down an incline.
;;;
;;; After the recipe of P. N. Saeta's notes "Lagrange Multipliers" (Physics 111, 28 September 2011), worked afresh. The
;;; notes slip in a few symbols: the multipliers are introduced as lambda_i, and are lambda_j, one for each constraint;
;;; the recipe's a_ji is the derivative of G_j by q_i, not by a_i; the true path makes the action stationary, not
;;; always least; what is subtracted from m R^2 theta'' is d_theta L, which is 0; and in the force along x the weight
;;; is divided by 2. The signs are right: with L' = L + lambda G the force is + lambda a.

;;; --- The system -------------------------------------------------------------------------------------------------
;;;
;;; x runs down the slope, theta turns with it. A hoop of radius R has the moment of inertia m R^2.

(define (L-hoop state)
  (let ((x (ref (coordinate state) 0))
        (xdot (ref (velocity state) 0))
        (thetadot (ref (velocity state) 1)))
    (+ (* 1/2 'm (square xdot))
       (* 1/2 'm (square 'R) (square thetadot))
       (* 'm 'g x (sin 'alpha)))))

(define state (up 't (up 'x 'theta) (up 'xdot 'thetadot)))

;;; --- Step 1: the constraint, a dq + a_t dt = 0 ------------------------------------------------------------------

(define (rolling state)
  (let ((x (ref (coordinate state) 0))
        (theta (ref (coordinate state) 1)))
    (- (* 'R theta) x)))

((constraint-coefficients rolling) state)
#|
(up (down -1 R) 0)
|#

;;; The same constraint said of the velocities has the same coefficients.

(define (rolling-velocities state)
  (let ((xdot (ref (velocity state) 0))
        (thetadot (ref (velocity state) 1)))
    (- (* 'R thetadot) xdot)))

((constraint-coefficients rolling-velocities) state)
#|
(up (down -1 R) 0)
|#

;;; --- Step 2: the N equations with multipliers, and the P constraints --------------------------------------------

(define path (up (literal-function 'x) (literal-function 'theta)))
(define multiplier (literal-function 'lambda))

(((constrained-Lagrange-equations L-hoop rolling) path multiplier) 't)
#|
(up
 (down (+ (* -1 g m (sin alpha)) (* m (((expt D 2) x) t)) (lambda t))
       (+ (* (expt R 2) m (((expt D 2) theta) t)) (* -1 R (lambda t))))
 (+ (* R (theta t)) (* -1 (x t))))
|#

;;; The augmented Lagrangian L + lambda G, with lambda as a third coordinate, has the same equations: varied by
;;; lambda it gives the constraint, with the other sign.

(((Lagrange-equations (augmented-Lagrangian L-hoop rolling)) (up path multiplier)) 't)
#|
(down
 (down (+ (* -1 g m (sin alpha)) (* m (((expt D 2) x) t)) (lambda t))
       (+ (* (expt R 2) m (((expt D 2) theta) t)) (* -1 R (lambda t))))
 (+ (* -1 R (theta t)) (x t)))
|#

;;; --- Step 3: solve ----------------------------------------------------------------------------------------------
;;;
;;; The constraint, differentiated twice, and Lagrange's equations are linear in the accelerations and the multiplier.

((constrained-Lagrangian->acceleration L-hoop rolling) state)
#|
(up (* 1/2 g (sin alpha)) (/ (* 1/2 g (sin alpha)) R))
|#

((constrained-Lagrangian->acceleration L-hoop rolling-velocities) state)
#|
(up (* 1/2 g (sin alpha)) (/ (* 1/2 g (sin alpha)) R))
|#

((Lagrange-multipliers L-hoop rolling) state)
#|
(* 1/2 g m (sin alpha))
|#

;;; --- Step 4: the forces of constraint, lambda a -----------------------------------------------------------------
;;;
;;; Along x: friction, up the slope, half of what pulls the hoop down. Along theta: its torque about the centre.

((Lagrangian->constraint-forces L-hoop rolling) state)
#|
(down (* -1/2 g m (sin alpha)) (* 1/2 R g m (sin alpha)))
|#

;;; --- The other way: eliminate theta -----------------------------------------------------------------------------
;;;
;;; The constraint solved for coordinate 1 gives a Lagrangian of x alone, and the same acceleration: half of that of a
;;; hoop that slides. The force of constraint is not seen any more.

((constraints->F rolling 1) (up 't 'x 'xdot))
#|
(up x (/ x R))
|#

(define L-rolling (eliminate-constraints L-hoop rolling 1))

(L-rolling (up 't 'x 'xdot))
#|
(+ (* g m x (sin alpha)) (* m (expt xdot 2)))
|#

(((Lagrange-equations L-rolling) (literal-function 'x)) 't)
#|
(+ (* -1 g m (sin alpha)) (* 2 m (((expt D 2) x) t)))
|#

((Lagrangian->acceleration L-rolling) (up 't 'x 'xdot))
#|
(* 1/2 g (sin alpha))
|#
