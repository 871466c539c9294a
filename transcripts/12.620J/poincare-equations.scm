;;; Poincaré equations: the free rigid body on a basis of rotations.
;;;
;;; After the lecture "Poincaré equations" of MIT 12.620J / 6.946J / 8.351J / 12.008, Classical Mechanics: A
;;; Computational Approach, Fall 2008 (MIT OpenCourseWare, http://ocw.mit.edu). The lecture's definitions are used
;;; under the course's own terms, http://ocw.mit.edu/terms; they are not covered by the licence of scmpy.
;;;
;;; `scmpy check` compares every recorded answer, in the comment right after its form, with a fresh one.

;;; --- Rotations about the axes fixed in space, in Euler angles ---------------------------------------------------
;;;
;;; R(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi). What changes of the angles add a small rotation about an axis?
;;; (The lecture prints the third field as e_y once more; it is e_z.)

(define-coordinates (up theta phi psi) Euler-angles)

(define e_x
  (+ (* -1 (/ (* (sin phi) (cos theta)) (sin theta)) d/dphi)
     (* (cos phi) d/dtheta)
     (* (/ (sin phi) (sin theta)) d/dpsi)))

(define e_y
  (+ (* (/ (* (cos phi) (cos theta)) (sin theta)) d/dphi)
     (* (sin phi) d/dtheta)
     (* -1 (/ (cos phi) (sin theta)) d/dpsi)))

(define e_z d/dphi)

;;; The commutators satisfy [e_x, e_y] = -e_z and cyclic: applied to any function on the rotations, the sums vanish.

(define f (literal-manifold-function 'f Euler-angles))
(define here ((point Euler-angles) (up 'theta 'phi 'psi)))

(((+ (commutator e_x e_y) e_z) f) here)
#|
0
|#

(((+ (commutator e_y e_z) e_x) f) here)
#|
0
|#

(((+ (commutator e_z e_x) e_y) f) here)
#|
0
|#

;;; A small rotation e changes the rotation matrix M by (the axis) x M. The columns of M turn like vectors:
;;; e_z takes the first column (a b c) to z x (a b c) = (-b a 0).

(define (M-entry i j) (lambda (angles) (ref (Euler->M angles) i j)))

(up (+ ((e_z (M-entry 0 0)) (up 'theta 'phi 'psi)) ((M-entry 1 0) (up 'theta 'phi 'psi)))
    (- ((e_z (M-entry 1 0)) (up 'theta 'phi 'psi)) ((M-entry 0 0) (up 'theta 'phi 'psi)))
    ((e_z (M-entry 2 0)) (up 'theta 'phi 'psi)))
#|
(up 0 0 0)
|#

;;; --- Structure constants ----------------------------------------------------------------------------------------
;;;
;;; c[j][i][k] = e~j([e_i, e_k]). The library has this definition too, under the same name. (As printed in the
;;; lecture it has a closing parenthesis too many, after the first (basis->vector-basis basis).)

(define ((structure-constants basis) q)
  (s:map (lambda (e~j)
           (s:map (lambda (e_i)
                    (s:map (lambda (e_k)
                             ((e~j (commutator e_i e_k)) q))
                           (basis->vector-basis basis)))
                  (basis->vector-basis basis)))
         (basis->1form-basis basis)))

;;; A coordinate basis commutes; the rotations about the principal axes of the body have [e_a, e_b] = +e_c.

((structure-constants Euler-basis) (up 'theta 'phi 'psi))
#|
(up (down (down 0 0 0) (down 0 0 0) (down 0 0 0)) (down (down 0 0 0) (down 0 0 0) (down 0 0 0)) (down (down 0 0 0) (down 0 0 0) (down 0 0 0)))
|#

((structure-constants so3p-basis) (up 'theta 'phi 'psi))
#|
(up (down (down 0 0 0) (down 0 0 1) (down 0 -1 0)) (down (down 0 0 -1) (down 0 0 0) (down 1 0 0)) (down (down 0 1 0) (down -1 0 0) (down 0 0 0)))
|#

;;; --- Poincaré's equations ---------------------------------------------------------------------------------------
;;;
;;;     D(d_2,k Lhat o sigma) = e_k(Lhat) o sigma + sum over i, j of (c^j_ik o q) (d_2,j Lhat o sigma) omega^i
;;;
;;; (The lecture's formula has omega^j where the sum needs omega^i; its program, below, does what the formula should
;;; say. As printed the program too has a closing parenthesis too many, after the first (w t).)

(define (((Poincare-equations Lhat basis) q w) t)
  (let ((e (basis->vector-basis basis))
        (c (structure-constants basis)))
    (- ((D (lambda (t)
             (((partial 2) Lhat) (up t (q t) (w t)))))
        t)
       (+ ((e (lambda (x) (Lhat (up t x (w t))))) (q t))
          (* (* (c (q t))
                (((partial 2) Lhat) (up t (q t) (w t))))
             (w t))))))

;;; --- The free rigid body ----------------------------------------------------------------------------------------

(define ((Lhat A B C) s)
  (let ((omega (ref s 2)))
    (* 1/2 (+ (* A (square (ref omega 0)))
              (* B (square (ref omega 1)))
              (* C (square (ref omega 2)))))))

(((Poincare-equations (Lhat 'A 'B 'C) so3p-basis)
  (up (literal-function 'theta)
      (literal-function 'phi)
      (literal-function 'psi))
  (up (literal-function 'omega^a)
      (literal-function 'omega^b)
      (literal-function 'omega^c)))
 't)
#|
(down
 (+ (* -1 B (omega^b t) (omega^c t))
    (* C (omega^b t) (omega^c t))
    (* A ((D omega^a) t)))
 (+ (* A (omega^a t) (omega^c t))
    (* -1 C (omega^a t) (omega^c t))
    (* B ((D omega^b) t)))
 (+ (* -1 A (omega^b t) (omega^a t))
    (* B (omega^b t) (omega^a t))
    (* C ((D omega^c) t))))
|#

;;; In a coordinate basis Poincaré's equations are Lagrange's. The Lagrangian is the one in Euler angles, Lrigid, on
;;; both sides. (The lecture prints Lhat in the second place: that is a function of the components on the principal
;;; axes, not of the rates of the Euler angles, and the difference would not vanish.)

(define Euler-path
  (up (literal-function 'theta)
      (literal-function 'phi)
      (literal-function 'psi)))

(- (((Lagrange-equations (Lrigid 'A 'B 'C)) Euler-path) 't)
   (((Poincare-equations (Lrigid 'A 'B 'C) Euler-basis) Euler-path (D Euler-path)) 't))
#|
(down 0 0 0)
|#

;;; --- The stronger check -----------------------------------------------------------------------------------------
;;;
;;; The lecture only implies it: the residual of Lagrange's equations, contracted with the fields of the basis, is the
;;; residual of Poincaré's equations in that basis, along the path and with the path's own quasi-velocities.

(define (contracted t)
  (let ((residual (((Lagrange-equations (Lrigid 'A 'B 'C)) Euler-path) t)))
    (s:map (lambda (e_k)
             (* residual
                (up ((e_k theta) (Euler-path t))
                    ((e_k phi) (Euler-path t))
                    ((e_k psi) (Euler-path t)))))
           (basis->vector-basis so3p-basis))))

(- (contracted 't)
   (((Poincare-equations (Lhat 'A 'B 'C) so3p-basis)
     Euler-path
     (quasi-velocities so3p-basis Euler-path))
    't))
#|
(down 0 0 0)
|#

;;; The quasi-velocities are the components of the angular velocity on the principal axes.

(- ((quasi-velocities so3p-basis Euler-path) 't)
   (Euler-state->omega-body ((Gamma Euler-path) 't)))
#|
(up 0 0 0)
|#
