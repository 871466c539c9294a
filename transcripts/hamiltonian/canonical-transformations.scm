;;; Canonical transformations: changes of the state that keep Hamilton's equations.
;;;
;;; A coordinate transformation extends to the momenta: F->CH makes a canonical transformation of it. For polar
;;; coordinates:

((F->CH p->r) (up 't (up 'r 'phi) (down 'p_r 'p_phi)))
#|
(up
 t
 (up (* r (cos phi)) (* r (sin phi)))
 (down (/ (+ (* p_r r (cos phi)) (* -1 p_phi (sin phi))) r)
       (/ (+ (* p_r r (sin phi)) (* p_phi (cos phi))) r)))
|#

;;; The Hamiltonian of a central force in polar coordinates is the one in rectangular coordinates, composed with it.

(define ((H-central m V) state)
  (+ (/ (square (momentum state)) (* 2 m))
     (V (sqrt (square (coordinate state))))))

((compose (H-central 'm (literal-function 'V)) (F->CH p->r))
 (up 't (up 'r 'phi) (down 'p_r 'p_phi)))
#|
(/
 (+ (* m (expt r 2) (V r))
    (* 1/2 (expt p_r 2) (expt r 2))
    (* 1/2 (expt p_phi 2)))
 (* m (expt r 2)))
|#

;;; That it is canonical can be tested: the condition vanishes for every Hamiltonian.

((time-independent-canonical? (F->CH p->r))
 (up 't (up 'r 'phi) (down 'p_r 'p_phi)))
#|
(up 0 (up 0 0) (down 0 0))
|#

;;; Not every transformation of one coordinate and one momentum is. Polar coordinates of the phase plane are not

(define (polar-of-the-plane state)
  (let ((theta (coordinate state))
        (r (momentum state)))
    (up (time state)
        (* r (cos theta))
        (* r (sin theta)))))

((time-independent-canonical? polar-of-the-plane) (up 't 'theta 'r))
#|
(up 0 (+ (* r x2) x2) (+ (* -1 r x1) (* -1 x1)))
|#

;;; but with sqrt(2 I / alpha) for the radius, and scaled, they are: I is an action, theta an angle.

(define ((action-angle alpha) state)
  (let ((theta (coordinate state))
        (I (momentum state)))
    (up (time state)
        (* (sqrt (/ (* 2 I) alpha)) (sin theta))
        (* (sqrt (* 2 alpha I)) (cos theta)))))

((time-independent-canonical? (action-angle 'alpha)) (up 't 'theta 'I))
#|
(up 0 0 0)
|#

;;; They solve the harmonic oscillator: with alpha = m omega the Hamiltonian is omega I, theta grows at the rate omega.

(define (H-harmonic-oscillator state)
  (+ (/ (square (momentum state)) (* 2 'm))
     (* 1/2 'm (square 'omega) (square (coordinate state)))))

((compose H-harmonic-oscillator (action-angle (* 'm 'omega))) (up 't 'theta 'I))
#|
(* I omega)
|#

;;; A linear transformation of the phase plane is canonical if its determinant is 1, and so is its derivative symplectic.

(define ((linear a b c d) state)
  (up (time state)
      (+ (* a (coordinate state)) (* b (momentum state)))
      (+ (* c (coordinate state)) (* d (momentum state)))))

((time-independent-canonical? (linear 'a 'b 'c 'd)) (up 't 'q 'p))
#|
(up 0 (+ (* -1 a d x2) (* b c x2) x2) (+ (* a d x1) (* -1 b c x1) (* -1 x1)))
|#

((symplectic-transform? (linear 'a 'b 0 (/ 1 'a))) (up 't 'q 'p))
#|
(matrix-by-rows (list 0 0) (list 0 0))
|#

((symplectic-transform? (F->CH p->r)) (up 't (up 'r 'phi) (down 'p_r 'p_phi)))
#|
(matrix-by-rows (list 0 0 0 0) (list 0 0 0 0) (list 0 0 0 0) (list 0 0 0 0))
|#
