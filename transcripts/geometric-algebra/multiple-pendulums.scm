;;; Spherical pendulums that hang from each other, by matrices of multivectors. After Peeter Joot, "Spherical polar
;;; pendulum for one and multiple masses, and multivector Euler-Lagrange formulation" (2009); numbers in brackets are
;;; those of its equations.

(define e1 (VGA3 'e1))
(define e2 (VGA3 'e2))
(define e3 (VGA3 'e3))

(define (turned j theta) (+ (cos theta) (* j (sin theta))))

(define (plane phi) (* e3 e1 (turned (* e1 e2) phi)))

;;; The conjugate of a matrix (8) is the transpose of the reversed entries.

(define (reversed x) (if (multivector? x) (reversion x) x))

(define (dagger matrix)
  (m:generate (m:num-cols matrix) (m:num-rows matrix)
              (lambda (i j) (reversed (matrix-ref matrix j i)))))

;;; One end of a rod turns about the other with the velocity e3 A Theta', where Theta = (theta, j) (25).

(define (A l theta j) (list (* l j (turned j theta)) (* l (sin theta))))

(dagger (matrix-by-rows (A 'l 'theta (plane 'phi))))
#|
(matrix-by-rows
 (list
  (+ (* -1 l (sin theta))
     (* l (cos phi) (cos theta) e13)
     (* l (sin phi) (cos theta) e23)))
 (list (* l (sin theta))))
|#

;;; A mass moves with its own rod and with those above: its row has A for these, and 0 for the rods below (21).

(define (row k lengths angles planes)
  (matrix-by-rows
   (append-map (lambda (i l theta j) (if (> i k) (list 0 0) (A l theta j)))
               (iota (length lengths)) lengths angles planes)))

(define (Q masses lengths angles planes)
  (apply +
         (map (lambda (k m)
                (let ((R (row k lengths angles planes)))
                  (* m (dagger R) R)))
              (iota (length masses)) masses)))

(define (kinetic-energy masses lengths angles planes rates)
  (let ((velocity (apply matrix-by-cols (list rates))))
    (* 1/2 (matrix-ref (* (dagger velocity) (Q masses lengths angles planes) velocity) 0 0))))

;;; Three pendulums: the energy is a scalar, and that of the masses at their places (74).

(define masses '(m_1 m_2 m_3))
(define lengths '(l_1 l_2 l_3))
(define angles '(theta_1 theta_2 theta_3))
(define azimuths '(phi_1 phi_2 phi_3))
(define angular-rates '(thetadot_1 thetadot_2 thetadot_3))
(define azimuthal-rates '(phidot_1 phidot_2 phidot_3))

(define (interleaved xs ys) (append-map list xs ys))

(define planes (map plane azimuths))
(define plane-rates (map (lambda (phi phidot) (* phidot ((D plane) phi))) azimuths azimuthal-rates))

(define K (kinetic-energy masses lengths angles planes (interleaved angular-rates plane-rates)))

(define (place l theta phi)
  (* l (up (* (sin theta) (cos phi)) (* (sin theta) (sin phi)) (cos theta))))

(define (of-masses masses velocities)
  (* 1/2
     (apply +
            (map (lambda (m k) (* m (square (apply + (list-head velocities k)))))
                 masses (iota (length masses) 1)))))

(define (velocity-of l theta phi thetadot phidot)
  ((D (lambda (h) (place l (+ theta (* h thetadot)) (+ phi (* h phidot))))) 0))

(equivalent K
            (of-masses masses (map velocity-of lengths angles azimuths angular-rates azimuthal-rates)))
#|
equal
|#

;;; The blocks of Q are those of pairs, with the masses that hang from both (32).

(define (block r c)
  (* (apply + (list-tail masses (max r c)))
     (dagger (matrix-by-rows (A (list-ref lengths r) (list-ref angles r) (list-ref planes r))))
     (matrix-by-rows (A (list-ref lengths c) (list-ref angles c) (list-ref planes c)))))

(let ((whole (Q masses lengths angles planes)))
  (map (lambda (r c)
         (equivalent (block r c)
                     (m:generate 2 2 (lambda (i j) (matrix-ref whole (+ i (* 2 r)) (+ j (* 2 c)))))))
       '(0 0 1 2) '(0 1 2 0)))
#|
(equal equal equal equal)
|#

;;; Expanded (82), a pair of masses has four terms with the dot products of their planes. In the last two the article has
;;; theta_b and j_b where it is cos(theta_a) sin(theta_b) thetadot_a j_a . jdot_b, and so with a and b exchanged.

(define (dot x y) (scalar-part (* x y)))

(define (pair-energy a b)
  (let ((theta_a (list-ref angles a)) (theta_b (list-ref angles b))
        (thetadot_a (list-ref angular-rates a)) (thetadot_b (list-ref angular-rates b))
        (j_a (list-ref planes a)) (j_b (list-ref planes b))
        (jdot_a (list-ref plane-rates a)) (jdot_b (list-ref plane-rates b)))
    (list
     (* thetadot_a thetadot_b (- (* (cos theta_a) (cos theta_b) (dot j_a j_b)) (* (sin theta_a) (sin theta_b))))
     (* (sin theta_a) (sin theta_b) (dot jdot_a jdot_b))
     (* (sin theta_b) (cos theta_b) thetadot_a (dot j_b jdot_a))
     (* (sin theta_a) (cos theta_a) thetadot_b (dot j_a jdot_b))
     (* (sin theta_b) (cos theta_a) thetadot_a (dot j_a jdot_b))
     (* (sin theta_a) (cos theta_b) thetadot_b (dot j_b jdot_a)))))

(define (expanded terms)
  (- (* 1/2
        (apply +
               (map (lambda (k l theta thetadot jdot)
                      (* (apply + (list-tail masses k)) (square l)
                         (- (square thetadot) (* (square (sin theta)) (dot jdot jdot)))))
                    (iota 3) lengths angles angular-rates plane-rates)))
     (apply +
            (map (lambda (a b)
                   (* (apply + (list-tail masses b)) (list-ref lengths a) (list-ref lengths b)
                      (apply + (map (lambda (k) (list-ref (pair-energy a b) k)) terms))))
                 '(0 0 1) '(1 2 2)))))

(equivalent K (expanded '(0 1 2 3)))
#|
different
|#

(equivalent K (expanded '(0 1 4 5)))
#|
equal
|#

;;; Lagrange's equations of two pendulums (77), (78), with angles and planes for coordinates, and with angles alone; the
;;; potential is (36).

(define (potential masses lengths angles)
  (* 'g (apply + (map (lambda (k l theta) (* (apply + (list-tail masses k)) l (cos theta)))
                      (iota (length masses)) lengths angles))))

(define (every-other k tuple)
  (map (lambda (i) (ref tuple (+ k (* 2 i)))) (iota (quotient (s:length tuple) 2))))

(define ((L-of-planes masses lengths) local)
  (let* ((q (coordinate local)) (angles (every-other 0 q)))
    (- (scalar-part (kinetic-energy masses lengths angles (every-other 1 q) (vector->list (velocity local))))
       (potential masses lengths angles))))

(define ((L-of-angles masses lengths) local)
  (let* ((q (coordinate local))
         (velocities (map (lambda (l k)
                            (* ((D (lambda (q) (place l (ref q k) (ref q (+ k 1))))) q) (velocity local)))
                          lengths
                          (iota (length masses) 0 2))))
    (- (of-masses masses velocities)
       (potential masses lengths (every-other 0 q)))))

(define two-masses '(m_1 m_2))
(define two-lengths '(l_1 l_2))

(define theta_1 (literal-function 'theta_1))
(define theta_2 (literal-function 'theta_2))
(define phi_1 (literal-function 'phi_1))
(define phi_2 (literal-function 'phi_2))

(define of-planes
  (((Lagrange-equations (L-of-planes two-masses two-lengths))
    (lambda (t) (up (theta_1 t) (plane (phi_1 t)) (theta_2 t) (plane (phi_2 t)))))
   't))

(define of-angles
  (((Lagrange-equations (L-of-angles two-masses two-lengths)) (up theta_1 phi_1 theta_2 phi_2)) 't))

(equivalent (ref of-planes 0) (ref of-angles 0))
#|
equal
|#

(equivalent (ref of-planes 2) (ref of-angles 2))
#|
equal
|#

;;; The equation of a plane is a bivector, and lacks the multipliers of j^2 = -1 and of e3 ^ j = 0 (18); along the
;;; motion of the plane they drop out.

(equivalent (dot (ref of-planes 1) ((D plane) (phi_1 't))) (ref of-angles 1))
#|
equal
|#

(equivalent (dot (ref of-planes 3) ((D plane) (phi_2 't))) (ref of-angles 3))
#|
equal
|#
