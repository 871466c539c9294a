;;; A central force in the plane, in rectangular and in polar coordinates.

(define ((L-central-rectangular m V) local)
  (let ((q (coordinate local))
        (v (velocity local)))
    (- (* 1/2 m (square v))
       (V (sqrt (square q))))))

(((Lagrange-equations (L-central-rectangular 'm (literal-function 'V)))
  (up (literal-function 'x) (literal-function 'y)))
 't)
#|
(down
 (/
  (+ (* m (sqrt (+ (expt (x t) 2) (expt (y t) 2))) (((expt D 2) x) t))
     (* (x t) ((D V) (sqrt (+ (expt (x t) 2) (expt (y t) 2))))))
  (sqrt (+ (expt (x t) 2) (expt (y t) 2))))
 (/
  (+ (* m (sqrt (+ (expt (x t) 2) (expt (y t) 2))) (((expt D 2) y) t))
     (* (y t) ((D V) (sqrt (+ (expt (x t) 2) (expt (y t) 2))))))
  (sqrt (+ (expt (x t) 2) (expt (y t) 2)))))
|#

;;; In polar coordinates the kinetic energy has a factor r^2, and the potential energy is a function of r alone.

(define ((L-central-polar m V) local)
  (let ((q (coordinate local))
        (qdot (velocity local)))
    (let ((r (ref q 0))
          (rdot (ref qdot 0))
          (phidot (ref qdot 1)))
      (- (* 1/2 m (+ (square rdot) (square (* r phidot))))
         (V r)))))

(define polar-path
  (up (literal-function 'r) (literal-function 'phi)))

(((Lagrange-equations (L-central-polar 'm (literal-function 'V))) polar-path) 't)
#|
(down
 (+ (* -1 m (r t) (expt ((D phi) t) 2)) (* m (((expt D 2) r) t)) ((D V) (r t)))
 (+ (* m (((expt D 2) phi) t) (expt (r t) 2))
    (* 2 m (r t) ((D phi) t) ((D r) t))))
|#

;;; The second component is the derivative of the angular momentum, m r^2 phidot: the Lagrangian does not depend on phi.

(define polar-state (up 't (up 'r 'phi) (up 'rdot 'phidot)))

(((partial 1) (L-central-polar 'm (literal-function 'V))) polar-state)
#|
(down (+ (* m (expt phidot 2) r) (* -1 ((D V) r))) 0)
|#

(((partial 2) (L-central-polar 'm (literal-function 'V))) polar-state)
#|
(down (* m rdot) (* m phidot (expt r 2)))
|#

;;; Kepler's problem. The accelerations, with an attraction that falls off with the square of the distance:

(define ((gravitation GM m) r)
  (- (/ (* GM m) r)))

((Lagrangian->acceleration (L-central-polar 'm (gravitation 'GM 'm))) polar-state)
#|
(up (/ (+ (* (expt phidot 2) (expt r 3)) (* -1 GM)) (expt r 2))
    (/ (* -2 phidot rdot) r))
|#

;;; On a circle of radius a the residual vanishes if n^2 a^3 = GM, which is Kepler's third law.

(define ((circle a n) t)
  (up a (* n t)))

(((Lagrange-equations (L-central-polar 'm (gravitation 'GM 'm))) (circle 'a 'n)) 't)
#|
(down (/ (+ (* -1 (expt a 3) m (expt n 2)) (* GM m)) (expt a 2)) 0)
|#

(((Lagrange-equations (L-central-polar 'm (gravitation (* (square 'n) (cube 'a)) 'm))) (circle 'a 'n)) 't)
#|
(down 0 0)
|#
