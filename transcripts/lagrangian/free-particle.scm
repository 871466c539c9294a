;;; The free particle: from a Lagrangian to an equation of motion, and the principle behind it.
;;;
;;; A Lagrangian is a function of a local tuple: the time, the coordinates and the velocities. It may have parameters,
;;; such as a mass; the definition is then a function that returns a function.

(define ((L-free m) local)
  (* 1/2 m (square (velocity local))))

;;; A path gives the coordinates for every time. Gamma makes the local tuple of a path.

((Gamma (literal-function 'x)) 't)
#|
(up t (x t) ((D x) t))
|#

((L-free 'm) ((Gamma (literal-function 'x)) 't))
#|
(* 1/2 m (expt ((D x) t) 2))
|#

;;; Lagrange's equations take a path to the residual that vanishes if the path is a motion: here, the mass times the
;;; acceleration.

(((Lagrange-equations (L-free 'm)) (literal-function 'x)) 't)
#|
(* m (((expt D 2) x) t))
|#

;;; In space the coordinates are an up tuple. The residual is a down tuple, as forces and momenta are.

(define space-path
  (up (literal-function 'x) (literal-function 'y) (literal-function 'z)))

(((Lagrange-equations (L-free 'm)) space-path) 't)
#|
(down (* m (((expt D 2) x) t))
      (* m (((expt D 2) y) t))
      (* m (((expt D 2) z) t)))
|#

;;; Straight paths at a constant rate are motions, whatever their constants are.

(define (straight t)
  (up (+ 'x0 (* 'vx t)) (+ 'y0 (* 'vy t)) (+ 'z0 (* 'vz t))))

(((Lagrange-equations (L-free 'm)) straight) 't)
#|
(down 0 0 0)
|#

;;; The action of a path is the integral of the Lagrangian along it. Of a particle of mass 3 that goes 4 along x, 3
;;; along y and 2 along z in each unit of time, during 10 units:

(define (test-path t)
  (up (+ (* 4 t) 7) (+ (* 3 t) 5) (+ (* 2 t) 1)))

(define action (Lagrangian-action (L-free 3) test-path 0 10))

(< (abs (- action 435)) 1e-9)
#|
#t
|#

;;; A path that differs from it between the ends, by a multiple of a function that vanishes there, has a larger action.

(define ((varied epsilon) t)
  (+ (test-path t)
     (* epsilon t (- t 10) (up (sin t) (cos t) (square t)))))

(define (action-of epsilon)
  (Lagrangian-action (L-free 3) (varied epsilon) 0 10))

(list (> (action-of .001) action) (> (action-of -.001) action))
#|
(#t #t)
|#
