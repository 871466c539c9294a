;;; Spherical pendulums with bivectors for coordinates: a mass hangs in the plane j, at the angle theta from e3.
;;; After Peeter Joot, "Spherical polar pendulum for one and multiple masses, and multivector Euler-Lagrange
;;; formulation" (2009); numbers in brackets are those of its equations.

(define e1 (VGA3 'e1))
(define e2 (VGA3 'e2))
(define e3 (VGA3 'e3))

(define (turned j theta) (+ (cos theta) (* j (sin theta))))

(define (plane phi) (* e3 e1 (turned (* e1 e2) phi)))

(plane 'phi)
#|
(+ (* -1 (cos phi) e13) (* -1 (sin phi) e23))
|#

(* (plane 'phi) (plane 'phi))
#|
-1
|#

;;; The velocity of a unit pendulum is e3 R (up theta' j'); Q is the conjugate of R times R (13).

(define (R theta j) (list (* j (turned j theta)) (sin theta)))

(define (dagger x) (if (multivector? x) (reversion x) x))

(define (Q rows columns)
  (map (lambda (x) (map (lambda (y) (* (dagger x) y)) columns)) rows))

(let ((entries (Q (R 'theta (plane 'phi)) (R 'theta (plane 'phi)))))
  (list (simplify (car (car entries))) (simplify (cadr (cadr entries)))))
#|
(1 (+ 1 (* -1 (expt (cos theta) 2))))
|#

;;; The Lagrangian of one mass (17), of bivectors: a state is (up t (up theta j) (up thetadot jdot)).

(define (kinetic-energy rows rates other-rows other-rates)
  (apply + (map (lambda (row rate)
                  (apply + (map (lambda (entry other-rate) (* (dagger rate) entry other-rate)) row other-rates)))
                (Q rows other-rows) rates)))

(define ((L-spherical m l g) local)
  (let* ((theta (ref local 1 0)) (j (ref local 1 1))
         (rates (list (ref local 2 0) (ref local 2 1))))
    (- (* 1/2 m (square l) (scalar-part (kinetic-energy (R theta j) rates (R theta j) rates)))
       (* m g l (cos theta)))))

(define theta (literal-function 'theta))
(define phi (literal-function 'phi))

(define (pendulum t) (up (theta t) (plane (phi t))))

;;; In angles it is the Lagrangian that everybody knows.

((compose (L-spherical 'm 'l 'g) (Gamma pendulum)) 't)
#|
(+ (* 1/2 (expt l 2) m (expt (sin (theta t)) 2) (expt ((D phi) t) 2))
   (* 1/2 (expt l 2) m (expt ((D theta) t) 2))
   (* -1 g l m (cos (theta t))))
|#

;;; The equation of the angle (73) is a scalar; that of the plane is a bivector, and lacks the multipliers of the two
;;; constraints, j^2 = -1 and e3 ^ j = 0. Along the motion of the plane they drop out.

(define equations (((Lagrange-equations (L-spherical 'm 'l 'g)) pendulum) 't))

(ref equations 0)
#|
(+ (* -1 (expt l 2) m (sin (theta t)) (cos (theta t)) (expt ((D phi) t) 2))
   (* -1 g l m (sin (theta t)))
   (* (expt l 2) m (((expt D 2) theta) t)))
|#

(simplify (scalar-part (dot-product (ref equations 1) ((D plane) (phi 't)))))
#|
(+ (* 2 (expt l 2) m (cos (theta t)) (sin (theta t)) ((D theta) t) ((D phi) t))
   (* (expt l 2) m (expt (sin (theta t)) 2) (((expt D 2) phi) t)))
|#

(define (L-of-angles local)
  (let ((theta (ref local 1 0)) (thetadot (ref local 2 0)) (phidot (ref local 2 1)))
    (- (* 1/2 'm (square 'l) (+ (square thetadot) (square (* (sin theta) phidot))))
       (* 'm 'g 'l (cos theta)))))

(equivalent (ref (((Lagrange-equations L-of-angles) (up theta phi)) 't) 1)
            (scalar-part (dot-product (ref equations 1) ((D plane) (phi 't)))))
#|
equal
|#

;;; Without the multiplier the equation I j'' = 0 (46) is wrong: a ring of constant speed does not obey it.

(define ((L-ring I lambda) local)
  (let ((j (coordinate local)) (jdot (velocity local)))
    (+ (* -1/2 I (scalar-part (* jdot jdot)))
       (* lambda (+ 1 (scalar-part (* j j)))))))

(define (uniform t) (plane (* 'omega t)))

(((Lagrange-equations (L-ring 'I 0)) uniform) 't)
#|
(+ (* -1 I (expt omega 2) (cos (* omega t)) e13)
   (* -1 I (expt omega 2) (sin (* omega t)) e23))
|#

;;; With it (57) it holds for lambda = I omega^2 / 2; the article prints the root of I / 2 lambda for the frequency (59).

(((Lagrange-equations (L-ring 'I (* 1/2 'I (square 'omega)))) uniform) 't)
#|
0
|#

;;; The other examples, theta' a . j', with a constant bivector a (61), and with one that is a coordinate (64). Both
;;; momenta of the first are constants of its motion (62); of the second the middle equation is theta' j' = 0 (66).

(define (bivector name)
  (let ((parts (map (lambda (blade) (literal-function (symbol name '_ blade))) '(12 13 23))))
    (lambda (t) (make-multivector VGA3 (map (lambda (part) (part t)) parts) 2))))

(define j (bivector 'j))

(define ((L-of-constant a) local)
  (let ((v (velocity local)))
    (* (ref v 0) (scalar-part (dot-product a (ref v 1))))))

(((partial 2) (L-of-constant (literal-multivector 'a VGA3 2)))
 (up 't (up 'theta (j 't)) (up 'thetadot ((D j) 't))))
#|
(down
 (+ (* -1 a_12 ((D j_12) t)) (* -1 a_13 ((D j_13) t)) (* -1 a_23 ((D j_23) t)))
 (+ (* a_12 thetadot e12) (* a_13 thetadot e13) (* a_23 thetadot e23)))
|#

(define (L-of-coordinate local)
  (let ((v (velocity local)))
    (* (ref v 0) (scalar-part (dot-product (ref (coordinate local) 1) (ref v 2))))))

(ref (((Lagrange-equations L-of-coordinate) (lambda (t) (up (theta t) ((bivector 'a) t) (j t)))) 't) 1)
#|
(+ (* -1 ((D j_12) t) ((D theta) t) e12)
   (* -1 ((D theta) t) ((D j_13) t) e13)
   (* -1 ((D theta) t) ((D j_23) t) e23))
|#

;;; Gradients by a bivector: of <A B> it is A, of B itself 3, the number of its coefficients. But that of the kinetic
;;; energy by j' has no factor 3 (76): it is one of a scalar.

(define B (literal-multivector 'B VGA3 2))

((D (lambda (B) (scalar-part (* B B)))) B)
#|
(+ (* 2 B_12 e12) (* 2 B_13 e13) (* 2 B_23 e23))
|#

((D (lambda (B) B)) B)
#|
3
|#

;;; The products of planes (83): the article has the other sign for j_a . j_b'.

(scalar-part (dot-product (plane 'phi_a) ((D plane) 'phi_b)))
#|
(+ (* (sin phi_b) (cos phi_a)) (* -1 (cos phi_b) (sin phi_a)))
|#
