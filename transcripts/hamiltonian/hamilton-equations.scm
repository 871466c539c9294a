;;; Hamilton's equations and Poisson brackets.
;;;
;;; A Hamiltonian is a function of a state of time, coordinates and momenta. For a particle in a potential:

(define ((H-rectangular m V) state)
  (let ((q (coordinate state))
        (p (momentum state)))
    (+ (/ (square p) (* 2 m))
       (V (ref q 0) (ref q 1)))))

(define V (literal-function 'V (-> (X Real Real) Real)))

(((Hamilton-equations (H-rectangular 'm V))
  (up (literal-function 'x) (literal-function 'y))
  (down (literal-function 'p_x) (literal-function 'p_y)))
 't)
#|
(up
 0
 (up (/ (+ (* m ((D x) t)) (* -1 (p_x t))) m)
     (/ (+ (* m ((D y) t)) (* -1 (p_y t))) m))
 (down (+ ((D p_x) t) (((partial 0) V) (x t) (y t)))
       (+ ((D p_y) t) (((partial 1) V) (x t) (y t)))))
|#

;;; It comes from the Lagrangian by Legendre's transformation.

(define ((L-rectangular m V) local)
  (let ((q (coordinate local))
        (v (velocity local)))
    (- (* 1/2 m (square v))
       (V (ref q 0) (ref q 1)))))

((Lagrangian->Hamiltonian (L-rectangular 'm V))
 (up 't (up 'x 'y) (down 'p_x 'p_y)))
#|
(/ (+ (* m (V x y)) (* 1/2 (expt p_x 2)) (* 1/2 (expt p_y 2))) m)
|#

;;; Legendre's transformation of a quadratic form, and back.

(define (kinetic v)
  (* 1/2 'm (square v)))

((Legendre-transform kinetic) 'p)
#|
(/ (* 1/2 (expt p 2)) m)
|#

((Legendre-transform (Legendre-transform kinetic)) 'v)
#|
(* 1/2 m (expt v 2))
|#

;;; The pendulum.

(define ((L-pendulum m l g) local)
  (let ((theta (coordinate local))
        (thetadot (velocity local)))
    (+ (* 1/2 m (square l) (square thetadot))
       (* m g l (cos theta)))))

((Lagrangian->Hamiltonian (L-pendulum 'm 'l 'g)) (up 't 'theta 'p))
#|
(/ (+ (* -1 g (expt l 3) (expt m 2) (cos theta)) (* 1/2 (expt p 2)))
   (* (expt l 2) m))
|#

((Hamiltonian->state-derivative (Lagrangian->Hamiltonian (L-pendulum 'm 'l 'g))) (up 't 'theta 'p))
#|
(up 1 (/ p (* (expt l 2) m)) (* -1 g l m (sin theta)))
|#

;;; The Poisson bracket of two functions of the state. The coordinates and momenta are conjugate:

(define state (up 't (up 'x 'y 'z) (down 'p_x 'p_y 'p_z)))

(define ((component-of selector i) state)
  (ref (selector state) i))

(define (bracket-table f g)
  (map (lambda (i)
         (map (lambda (j)
                ((Poisson-bracket (component-of f i) (component-of g j)) state))
              '(0 1 2)))
       '(0 1 2)))

(bracket-table coordinate momentum)
#|
((1 0 0) (0 1 0) (0 0 1))
|#

(bracket-table momentum momentum)
#|
((0 0 0) (0 0 0) (0 0 0))
|#

;;; The components of the angular momentum, J = q x p, have each other as brackets.

(define ((J i) state)
  (let ((j (modulo (+ i 1) 3))
        (k (modulo (+ i 2) 3))
        (q (coordinate state))
        (p (momentum state)))
    (- (* (ref q j) (ref p k))
       (* (ref q k) (ref p j)))))

(list (- ((Poisson-bracket (J 0) (J 1)) state) ((J 2) state))
      (- ((Poisson-bracket (J 1) (J 2)) state) ((J 0) state))
      (- ((Poisson-bracket (J 2) (J 0)) state) ((J 1) state)))
#|
(0 0 0)
|#

;;; The square of the angular momentum commutes with each of them, and all are conserved in a central field.

(define (J^2 state)
  (+ (square ((J 0) state)) (square ((J 1) state)) (square ((J 2) state))))

(map (lambda (i) ((Poisson-bracket (J i) J^2) state)) '(0 1 2))
#|
(0 0 0)
|#

(define (H-central state)
  (+ (/ (square (momentum state)) (* 2 'm))
     ((literal-function 'U) (sqrt (square (coordinate state))))))

(map (lambda (i) ((Poisson-bracket (J i) H-central) state)) '(0 1 2))
#|
(0 0 0)
|#

;;; Jacobi's identity, for three functions of which nothing is known but their arguments.

(define (anything name)
  (literal-function name (-> (UP Real (UP Real Real) (DOWN Real Real)) Real)))

(define F (anything 'F))
(define G (anything 'G))
(define H (anything 'H))

((+ (Poisson-bracket F (Poisson-bracket G H))
    (Poisson-bracket G (Poisson-bracket H F))
    (Poisson-bracket H (Poisson-bracket F G)))
 (up 't (up 'x 'y) (down 'p_x 'p_y)))
#|
0
|#
