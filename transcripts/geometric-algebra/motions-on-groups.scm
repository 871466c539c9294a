;;; Hamilton's equations on groups, by matrices and by geometric algebra: the motions of rigid bodies in spaces of two
;;; to five dimensions, and of an elastic one. After P. Vasik, "Gamiltonian mechanics" (2024).

;;; A motor M moves vectors, x -> M x / M, and its velocity B, M' = M B, is a bivector: what B does to vectors,
;;; B x - x B, is a matrix of the Lie algebra. In the algebra of n unit vectors the group is SO(n); with a null vector e0
;;; it is SE(n), which moves planes.

(define (paired x y) (coefficient-of 'I (wedge x y)))

(define ((matrix-of algebra) B)
  (let ((vectors (basis-blades algebra 1)))
    (apply matrix-by-cols
           (map (lambda (x) (map (lambda (y) (paired (undual y) (commutator B x))) vectors))
                vectors))))

(define (generators algebra)
  (apply down (map (matrix-of algebra) (basis-blades algebra 2))))

(generators (geometric-algebra 3))
#|
(down (matrix-by-rows (list 0 2 0) (list -2 0 0) (list 0 0 0))
      (matrix-by-rows (list 0 0 2) (list 0 0 0) (list -2 0 0))
      (matrix-by-rows (list 0 0 0) (list 0 0 2) (list 0 -2 0)))
|#

(generators (geometric-algebra 2 0 1))
#|
(down (matrix-by-rows (list 0 2 0) (list 0 0 0) (list 0 0 0))
      (matrix-by-rows (list 0 0 2) (list 0 0 0) (list 0 0 0))
      (matrix-by-rows (list 0 0 0) (list 0 0 2) (list 0 -2 0)))
|#

;;; A momentum is an element mu of the grade n - 2, paired with velocities by the outer product, mu ^ B = mu(B) I. Its
;;; components by the basis of the bivectors make the momentum of the matrices, and back.

(define (components algebra mu)
  (apply down (map (lambda (B) (paired mu B)) (basis-blades algebra 2))))

(define (momentum algebra components)
  (apply + (map (lambda (x B) (* x (undual B))) (vector->list components) (basis-blades algebra 2))))

;;; A body has an inertia along each of the bivectors.

(define ((H-of-components inertias) components)
  (* 1/2 (apply + (map (lambda (l J) (/ (square l) J)) components inertias))))

(define (symbols-of name n)
  (map (lambda (k) (symbol name '_ k)) (iota n 1)))

;;; By matrices the equations are Lie and Poisson's, mu' = ad* mu; by motors mu' = [mu, B], for B = dH / dmu.

(define (by-matrices algebra)
  (let* ((n (length (basis-blades algebra 2)))
         (H (H-of-components (symbols-of 'J n))))
    (ref ((Lie-Poisson->state-derivative (lambda (state) (H (vector->list (ref state 2)))) (generators algebra))
          (up 't (apply up (map (lambda (x) 0) (basis-blades algebra 1))) (apply down (symbols-of 'l n))))
         2)))

(define (by-motors algebra)
  (let* ((n (length (basis-blades algebra 2)))
         (H (H-of-components (symbols-of 'J n)))
         (rate (motor-phase-space-derivative (lambda (state) (H (vector->list (components algebra (ref state 2))))))))
    (components algebra
                (ref (rate (up 't
                               (literal-multivector 'M algebra 0)
                               (momentum algebra (list->vector (symbols-of 'l n)))))
                     2))))

(by-motors (geometric-algebra 3))
#|
(down (/ (+ (* -2 J_2 l_2 l_3) (* 2 J_3 l_2 l_3)) (* J_2 J_3))
      (/ (+ (* 2 J_1 l_1 l_3) (* -2 J_3 l_1 l_3)) (* J_1 J_3))
      (/ (+ (* -2 J_1 l_1 l_2) (* 2 J_2 l_1 l_2)) (* J_1 J_2)))
|#

;;; They are the same in SO(2) to SO(5), in SE(2) to SE(5), and in the conformal group SO(4, 1).

(define (same? algebra) (equivalent (by-matrices algebra) (by-motors algebra)))

(map (lambda (n) (same? (geometric-algebra n))) (iota 4 2))
#|
(equal equal equal equal)
|#

(map (lambda (n) (same? (geometric-algebra n 0 1))) (iota 4 2))
#|
(equal equal equal equal)
|#

(same? CGA3)
#|
equal
|#

;;; The motions of space as the slides write them: a place x and a rotation R, the velocity v and the angular velocity
;;; omega as the body sees them, p and Pi their momenta. What a bivector of PGA3 does to points gives its v and omega.

(define ((motion-of algebra B) x)
  ((D (lambda (h) (ga:coordinates (sandwich (+ 1 (* h B)) (ga:point algebra x))))) 0))

(define (velocity-bivector omega v)
  (* -1/2 (+ (* (ref omega 0) (PGA3 'e23)) (* (ref omega 1) (PGA3 'e31)) (* (ref omega 2) (PGA3 'e12))
             (* (ref v 0) (PGA3 'e01)) (* (ref v 1) (PGA3 'e02)) (* (ref v 2) (PGA3 'e03)))))

(define omega (up 'omega_1 'omega_2 'omega_3))
(define v (up 'v_1 'v_2 'v_3))
(define x (up 'x 'y 'z))

(equivalent ((motion-of PGA3 (velocity-bivector omega v)) x)
            (+ v (cross-product omega x)))
#|
equal
|#

;;; mu(B) = Pi omega + p v.

(define (momentum-of Pi p)
  (* -2 (+ (* (ref Pi 0) (undual (PGA3 'e23))) (* (ref Pi 1) (undual (PGA3 'e31))) (* (ref Pi 2) (undual (PGA3 'e12)))
           (* (ref p 0) (undual (PGA3 'e01))) (* (ref p 1) (undual (PGA3 'e02))) (* (ref p 2) (undual (PGA3 'e03))))))

(define Pi (up 'Pi_1 'Pi_2 'Pi_3))
(define p (up 'p_1 'p_2 'p_3))

(paired (momentum-of Pi p) (velocity-bivector omega v))
#|
(+ (* Pi_1 omega_1)
   (* Pi_2 omega_2)
   (* Pi_3 omega_3)
   (* p_1 v_1)
   (* p_2 v_2)
   (* p_3 v_3))
|#

(define (Pi-of mu)
  (* -1/2 (up (paired mu (PGA3 'e23)) (paired mu (PGA3 'e31)) (paired mu (PGA3 'e12)))))

(define (p-of mu)
  (* -1/2 (up (paired mu (PGA3 'e01)) (paired mu (PGA3 'e02)) (paired mu (PGA3 'e03)))))

;;; A heavy body: a potential V of the place of its point c.

(define V (literal-function 'V (-> (UP Real Real Real) Real)))
(define c (up 'c_1 'c_2 'c_3))

(define (H state)
  (let ((M (ref state 1)) (p (p-of (ref state 2))) (Pi (Pi-of (ref state 2))))
    (+ (* 1/2 (+ (/ (square p) 'm)
                 (/ (square (ref Pi 0)) 'A) (/ (square (ref Pi 1)) 'B) (/ (square (ref Pi 2)) 'C)))
       (V (ga:coordinates (sandwich M (ga:point PGA3 c)))))))

(define turning
  (* (ga:rotor 'phi (PGA3 'e12)) (ga:rotor 'theta (PGA3 'e23)) (ga:rotor 'psi (PGA3 'e12))))

(define (R a) (ga:coordinates (sandwich turning (ga:point PGA3 a))))

(define M (* (ga:translator PGA3 x) turning))

(define rate ((motor-phase-space-derivative H) (up 't M (momentum-of Pi p))))

(define velocity (/ p 'm))
(define angular-velocity (up (/ 'Pi_1 'A) (/ 'Pi_2 'B) (/ 'Pi_3 'C)))

;;; The force as the body sees it is what pairs with the velocities of the body, R^T grad V.

(define slope
  (let ((along (* ((D V) (+ x (R c))) ((D R) c))))
    (up (ref along 0) (ref along 1) (ref along 2))))

;;; The equations of the slides for the momenta, with their forces, and for a point a of the body, x + R a.

(equivalent (p-of (ref rate 2))
            (- (cross-product p angular-velocity) slope))
#|
equal
|#

(equivalent (Pi-of (ref rate 2))
            (- (+ (cross-product Pi angular-velocity) (cross-product p velocity))
               (cross-product c slope)))
#|
equal
|#

(define a (up 'a_1 'a_2 'a_3))

(equivalent ((D (lambda (h) (ga:coordinates (sandwich (+ M (* h (ref rate 1))) (ga:point PGA3 a))))) 0)
            (R (+ velocity (cross-product angular-velocity a))))
#|
equal
|#

;;; The conformal algebra has more: the plane of infinity and the origin makes bodies grow. With an inertia J_0 of
;;; growth beside the others the body is elastic; a velocity is that of a similarity.

(define oo (ga:infinity CGA3))

(define (similarity-bivector omega v s)
  (* -1/2 (+ (* (ref omega 0) (CGA3 'e23)) (* (ref omega 1) (CGA3 'e31)) (* (ref omega 2) (CGA3 'e12))
             (* (ref v 0) (CGA3 'e1) oo) (* (ref v 1) (CGA3 'e2) oo) (* (ref v 2) (CGA3 'e3) oo)
             (* s (wedge oo (ga:origin CGA3))))))

(equivalent ((motion-of CGA3 (similarity-bivector omega v 's)) x)
            (+ v (cross-product omega x) (* 's x)))
#|
equal
|#

;;; Its momenta are those of mu by these velocities; three more, of the inversions, are in no Hamiltonian here.

(define zero (up 0 0 0))
(define axes (list (up 1 0 0) (up 0 1 0) (up 0 0 1)))

(define (elastic-Pi mu)
  (apply up (map (lambda (axis) (paired mu (similarity-bivector axis zero 0))) axes)))

(define (elastic-p mu)
  (apply up (map (lambda (axis) (paired mu (similarity-bivector zero axis 0))) axes)))

(define (elastic-lambda mu) (paired mu (similarity-bivector zero zero 1)))

(define (H-elastic state)
  (let* ((mu (ref state 2)) (Pi (elastic-Pi mu)))
    (* 1/2 (+ (/ (square (elastic-p mu)) 'm)
              (/ (square (ref Pi 0)) 'A) (/ (square (ref Pi 1)) 'B) (/ (square (ref Pi 2)) 'C)
              (/ (square (elastic-lambda mu)) 'J_0)))))

(define mu (literal-multivector 'mu CGA3 3))

(define elastic-rate
  (ref ((motor-phase-space-derivative H-elastic) (up 't (literal-multivector 'M CGA3 0) mu)) 2))

(define elastic-v (/ (elastic-p mu) 'm))

(define elastic-omega
  (let ((Pi (elastic-Pi mu))) (up (/ (ref Pi 0) 'A) (/ (ref Pi 1) 'B) (/ (ref Pi 2) 'C))))

(equivalent (elastic-p elastic-rate)
            (+ (cross-product (elastic-p mu) elastic-omega)
               (* (/ (elastic-lambda mu) 'J_0) (elastic-p mu))))
#|
equal
|#

(equivalent (elastic-Pi elastic-rate)
            (+ (cross-product (elastic-Pi mu) elastic-omega) (cross-product (elastic-p mu) elastic-v)))
#|
equal
|#

;;; What moves shrinks: the momentum of growth falls by twice the kinetic energy of the motion.

(equivalent (elastic-lambda elastic-rate) (- (/ (square (elastic-p mu)) 'm)))
#|
equal
|#
