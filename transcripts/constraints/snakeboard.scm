;;; A snakeboard: constraints of velocities, by quasi-velocities and by multipliers.
;;;
;;; The board is at (x, y) at the angle theta; a rotor on it has the angle psi, and the axles of the wheels are turned by
;;; phi, one against the other. No wheel slips sideways. After J. Ostrowski, A. Lewis, R. Murray and J. Burdick,
;;; "Nonholonomic mechanics and locomotion: the snakeboard example" (1994).

(define (L-snakeboard state)
  (let ((v (velocity state)))
    (* 1/2 (+ (* 'm (+ (square (ref v 0)) (square (ref v 1))))
              (* 'J (square (ref v 2)))
              (* 'J_r (square (+ (ref v 2) (ref v 3))))
              (* 'J_w (square (ref v 4)))))))

(define ((no-slip side) state)
  (let* ((q (coordinate state)) (v (velocity state))
         (heading (+ (ref q 2) (* side (ref q 4)))))
    (+ (* -1 (sin heading) (ref v 0))
       (* (cos heading) (ref v 1))
       (* side 'l (cos (ref q 4)) (ref v 2)))))

(define (wheels state) (up ((no-slip 1) state) ((no-slip -1) state)))

(define board (coordinate-system-at 'rectangular 'origin (make-manifold R^n 5)))

;;; --- Quasi-velocities ----------------------------------------------------------------------------------------------
;;;
;;; A basis of fields is made of the constraints: they are solved for the rates of y and theta.

(define basis (constraint-basis wheels board 1 2))
(define L (quasi-Lagrangian L-snakeboard basis))
(define rates (constrained-Poincare->state-derivative L basis))

(define q (up 'x 'y 0 'psi 'phi))
(define u (up 'v 'psi-dot 'phi-dot))

;;; What follows the speed v are the board's angle and, with it, its path.

(simplify (ref (rates (up 't q u)) 1))
#|
(up v 0 (/ (* v (sin phi)) (* l (cos phi))) psi-dot phi-dot)
|#

;;; Turning the wheels while the board moves changes its speed, and that of the rotor.

(simplify (ref (rates (up 't q u)) 2))
#|
(up
 (/
  (* J phi-dot v (sin phi))
  (+ (* -1 (expt l 2) m (expt (cos phi) 3))
     (* J (expt (cos phi) 3))
     (* -1 J (cos phi))))
 (/
  (* l m phi-dot v)
  (+ (* -1 (expt l 2) m (expt (cos phi) 2)) (* J (expt (cos phi) 2)) (* -1 J)))
 0)
|#

;;; --- Multipliers -----------------------------------------------------------------------------------------------------
;;;
;;; The forces that hold the wheels are the multipliers of the constraints: both ways agree.

(define state (up 't q (ref (rates (up 't q u)) 1)))

(simplify (- ((Poincare->constraint-forces L basis) (up 't q u))
             ((Lagrange-multipliers L-snakeboard wheels) state)))
#|
(down 0 0)
|#

;;; --- Torques ---------------------------------------------------------------------------------------------------------
;;;
;;; A torque on the rotor is a force whose power is a product with the quasi-velocity of the rotor.

(define (torque state) (down 0 'tau 0 0 0))

(simplify (- (ref ((constrained-Poincare->state-derivative L basis #f torque) (up 't q u)) 2)
             (ref (rates (up 't q u)) 2)))
#|
(up
 (/
  (* l tau (cos phi) (sin phi))
  (+ (* -1 (expt l 2) m (expt (cos phi) 2)) (* J (expt (cos phi) 2)) (* -1 J)))
 (/
  (+ (* -1 (expt l 2) m tau (expt (cos phi) 2))
     (* J tau (expt (cos phi) 2))
     (* J_r tau (expt (cos phi) 2))
     (* -1 J tau)
     (* -1 J_r tau))
  (+ (* -1 J_r (expt l 2) m (expt (cos phi) 2))
     (* J J_r (expt (cos phi) 2))
     (* -1 J J_r)))
 0)
|#
