;;; The rigid body with motors: Hamilton's equations on the group of the even elements of the projective algebra.
;;; After P. Vasik, "Gamiltonian mechanics" (2024), S. De Keninck and L. Dorst: M' = M B, mu' = [mu, B] - forces.

(define e12 (PGA3 'e12))
(define e23 (PGA3 'e23))
(define e31 (PGA3 'e31))

;;; A motor moves points: a screw about the third axis, with its exponential and logarithm.

(define screw (exp (* -1/2 (+ (* 'a e12) (* 'b (PGA3 'e03))))))

screw
#|
(+ (cos (* 1/2 a))
   (* -1/2 b (cos (* 1/2 a)) e03)
   (* -1 (sin (* 1/2 a)) e12)
   (* 1/2 b (sin (* 1/2 a)) e0123))
|#

(ga:coordinates (sandwich screw (ga:point PGA3 (up 'x 'y 'z))))
#|
(up
 (+ (* 2 x (expt (cos (* 1/2 a)) 2))
    (* -2 y (sin (* 1/2 a)) (cos (* 1/2 a)))
    (* -1 x))
 (+ (* 2 x (sin (* 1/2 a)) (cos (* 1/2 a)))
    (* 2 y (expt (cos (* 1/2 a)) 2))
    (* -1 y))
 (+ b z))
|#

(log screw)
#|
(+ (* -1/2 b e03) (* -1/2 a e12))
|#

;;; A velocity is a bivector, minus half of the angular velocity and of the velocity, in the body's frame. A Lagrangian
;;; is one half of J omega^2 and m v^2; its momentum is the derivative by B, and pairs with it by the outer product.

(define (velocity-bivector omega v)
  (* -1/2 (+ (* (ref omega 0) e23) (* (ref omega 1) e31) (* (ref omega 2) e12)
             (* (ref v 0) (PGA3 'e01)) (* (ref v 1) (PGA3 'e02)) (* (ref v 2) (PGA3 'e03)))))

(define (angular-velocity B)
  (* -2 (up (coefficient-of 'e23 B) (coefficient-of 'e31 B) (coefficient-of 'e12 B))))

(define (linear-velocity B)
  (* -2 (up (coefficient-of 'e01 B) (coefficient-of 'e02 B) (coefficient-of 'e03 B))))

(define ((L-body m A B C) state)
  (let ((omega (angular-velocity (ref state 2))) (v (linear-velocity (ref state 2))))
    (+ (* 1/2 m (square v))
       (* 1/2 (+ (* A (square (ref omega 0))) (* B (square (ref omega 1))) (* C (square (ref omega 2))))))))

(define L (L-body 'm 'A 'B 'C))
(define H (motor-Lagrangian->Hamiltonian L))

(define M (literal-multivector 'M PGA3 0 2 4))
(define omega (up 'omega_1 'omega_2 'omega_3))
(define v (up 'v_1 'v_2 'v_3))

(define mu ((motor-velocity->momentum L) (up 't M (velocity-bivector omega v))))

mu
#|
(+ (* -2 A omega_1 e01)
   (* -2 B omega_2 e02)
   (* -2 C omega_3 e03)
   (* -2 m v_3 e12)
   (* 2 m v_2 e13)
   (* -2 m v_1 e23))
|#

;;; The energy is a sum of positive terms: the slides have a minus before the rotational one.

(H (up 't M (literal-multivector 'mu PGA3 2)))
#|
(/
 (+ (* 1/8 A B C (expt mu_12 2))
    (* 1/8 A B C (expt mu_13 2))
    (* 1/8 A B C (expt mu_23 2))
    (* 1/8 A B m (expt mu_03 2))
    (* 1/8 A C m (expt mu_02 2))
    (* 1/8 B C m (expt mu_01 2)))
 (* A B C m))
|#

;;; Newton and Euler's equations, as the derivative of the momentum says them.

(define rate (ref ((motor-phase-space-derivative H) (up 't M mu)) 2))

(define omegadot
  (up (/ (* (- 'B 'C) 'omega_2 'omega_3) 'A)
      (/ (* (- 'C 'A) 'omega_3 'omega_1) 'B)
      (/ (* (- 'A 'B) 'omega_1 'omega_2) 'C)))

(equivalent rate ((motor-velocity->momentum L)
                  (up 't M (velocity-bivector omegadot (cross-product v omega)))))
#|
equal
|#

;;; What is constant: the energy, as mu' ^ dH/dmu vanishes, and both parts of mu^2, the square of the momentum and its
;;; product with the angular momentum.

(wedge rate (velocity-bivector omega v))
#|
0
|#

(* mu mu)
#|
(+
 (* -4 (expt m 2) (expt v_1 2))
 (* -4 (expt m 2) (expt v_2 2))
 (* -4 (expt m 2) (expt v_3 2))
 (* (+ (* 8 A m omega_1 v_1) (* 8 B m omega_2 v_2) (* 8 C m omega_3 v_3))
    e0123))
|#

(+ (* mu rate) (* rate mu))
#|
0
|#

;;; The coadjoint action is a commutator for every algebra: [mu, xi] ^ zeta = mu ^ [xi, zeta], here for (2, 1, 1).

(define A211 (geometric-algebra 2 1 1))
(define nu (literal-multivector 'nu A211 2))
(define xi (literal-multivector 'xi A211 2))
(define zeta (literal-multivector 'zeta A211 2))

(equivalent (wedge (commutator nu xi) zeta) (wedge nu (commutator xi zeta)))
#|
equal
|#

;;; Masses at points give the inertia: I(B) = sum m X v (X x B).

(define inertia
  (motor-inertia (list 'm_1 'm_2) (list (ga:point PGA3 (up 'r 0 0)) (ga:point PGA3 (up 0 's 0)))))

(inertia e12)
#|
(+ (* (+ (* m_1 (expt r 2)) (* m_2 (expt s 2))) e03)
   (* -1 m_1 r e13)
   (* -1 m_2 s e23))
|#
