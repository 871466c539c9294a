;;; Rigid bodies: the angular velocity in Euler angles, and the symmetric top.
;;;
;;; The orientation is M(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi). The angular velocity on the principal axes:

(define Euler-state
  (up 't
      (up 'theta 'phi 'psi)
      (up 'thetadot 'phidot 'psidot)))

(Euler-state->omega-body Euler-state)
#|
(up (+ (* phidot (sin theta) (sin psi)) (* thetadot (cos psi)))
    (+ (* phidot (cos psi) (sin theta)) (* -1 thetadot (sin psi)))
    (+ (* phidot (cos theta)) psidot))
|#

;;; The kinetic energy is half the sum of the moments times the squares of these.

(define ((kinetic A B C) local)
  (let ((omega (Euler-state->omega-body local)))
    (* 1/2
       (+ (* A (square (ref omega 0)))
          (* B (square (ref omega 1)))
          (* C (square (ref omega 2)))))))

(- ((kinetic 'A 'B 'C) Euler-state)
   ((T-body-Euler 'A 'B 'C) Euler-state))
#|
0
|#

;;; With two equal moments much cancels.

((kinetic 'A 'A 'C) Euler-state)
#|
(+ (* -1/2 A (expt phidot 2) (expt (cos theta) 2))
   (* 1/2 C (expt phidot 2) (expt (cos theta) 2))
   (* C phidot psidot (cos theta))
   (* 1/2 A (expt phidot 2))
   (* 1/2 A (expt thetadot 2))
   (* 1/2 C (expt psidot 2)))
|#

;;; A top with a fixed point: the centre of mass is at the distance R from it, on the axis of symmetry.

(define ((potential gMR) local)
  (* gMR (cos (ref (coordinate local) 0))))

(define L-top
  (- (kinetic 'A 'A 'C) (potential 'gMR)))

;;; It depends neither on phi nor on psi: both momenta are conserved.

(((partial 1) L-top) Euler-state)
#|
(down
 (+ (* A (expt phidot 2) (cos theta) (sin theta))
    (* -1 C (expt phidot 2) (cos theta) (sin theta))
    (* -1 C phidot psidot (sin theta))
    (* gMR (sin theta)))
 0
 0)
|#

(((partial 2) L-top) Euler-state)
#|
(down
 (* A thetadot)
 (+ (* -1 A phidot (expt (cos theta) 2))
    (* C phidot (expt (cos theta) 2))
    (* C psidot (cos theta))
    (* A phidot))
 (+ (* C phidot (cos theta)) (* C psidot)))
|#

;;; The energy, when the two velocities are given by the momenta p and p', is that of a motion in theta alone. First the
;;; velocities:

(define (rates theta p pprime)
  (let ((phidot (/ (- p (* pprime (cos theta))) (* 'A (square (sin theta))))))
    (up phidot
        (- (/ pprime 'C) (* phidot (cos theta))))))

(define (state-of theta thetadot p pprime)
  (let ((others (rates theta p pprime)))
    (up 't
        (up theta 'phi 'psi)
        (up thetadot (ref others 0) (ref others 1)))))

(((partial 2) L-top) (state-of 'theta 'thetadot 'p 'pprime))
#|
(down (* A thetadot) p pprime)
|#

((Lagrangian->energy L-top) (state-of 'theta 'thetadot 'p 'pprime))
#|
(/
 (+ (* (expt A 2) C (expt thetadot 2) (expt (cos theta) 2))
    (* 2 A C gMR (expt (cos theta) 3))
    (* -1 (expt A 2) C (expt thetadot 2))
    (* A (expt pprime 2) (expt (cos theta) 2))
    (* -1 C (expt pprime 2) (expt (cos theta) 2))
    (* -2 A C gMR (cos theta))
    (* 2 C p pprime (cos theta))
    (* -1 A (expt pprime 2))
    (* -1 C (expt p 2)))
 (+ (* 2 A C (expt (cos theta) 2)) (* -2 A C)))
|#

;;; The sleeping top: upright, with p = p', spinning at the rate omega. Near theta = 0 the energy is that of an
;;; oscillator whose stiffness is positive if the top spins fast enough, omega^2 > 4 gMR A / C^2.

(define (effective-potential theta)
  ((Lagrangian->energy L-top) (state-of theta 0 (* 'C 'omega) (* 'C 'omega))))

(define (expanded theta)
  (+ (/ (* (square (* 'C 'omega)) (- 1 (cos theta))) (* 2 'A (+ 1 (cos theta))))
     (* 1/2 'C (square 'omega))
     (* 'gMR (cos theta))))

(- (effective-potential 'theta) (expanded 'theta))
#|
0
|#

(((expt D 2) expanded) 0)
#|
(/ (+ (* 1/4 (expt C 2) (expt omega 2)) (* -1 A gMR)) A)
|#
