;;; Forms: the exterior derivative, Stokes' theorem, Hodge's star, and vector calculus in spherical coordinates.
;;;
;;; A form takes vector fields, and changes its sign when two of them change places. It can be integrated without a metric;
;;; a metric turns it into its dual, and vector calculus into operations on forms.

(define-coordinates (up x y z) R3-rect)
(define-coordinates (up r theta phi) R3-spherical)

(define here ((point R3-rect) (up 'x0 'y0 'z0)))
(define there ((point R3-spherical) (up 'r0 'theta0 'phi0)))

;;; The wedge product of one-forms.

(list (((wedge dx dy) d/dx d/dy) here)
      (((wedge dx dy) d/dy d/dx) here))
#|
(1 -1)
|#

;;; The form of volume has its well-known factor in spherical coordinates.

(((wedge dx dy dz) d/dr d/dtheta d/dphi) there)
#|
(* (expt r0 2) (sin theta0))
|#

;;; The derivative of a derivative vanishes, for any function and along any fields.

(define f (literal-manifold-function 'f R3-rect))
(define u (literal-vector-field 'u R3-rect))
(define v (literal-vector-field 'v R3-rect))

(((d (d f)) u v) here)
#|
0
|#

;;; Stokes' theorem: this one-form has the derivative 2 dx ^ dy,

(define turning (- (* x dy) (* y dx)))

(((d turning) d/dx d/dy) here)
#|
2
|#

;;; so that its integral around a circle of radius a is twice the area, 2 pi a^2. Pulled back to the parameter it is
;;; constant, and the parameter runs from 0 to 2 pi.

(define-coordinates t R1-rect)

(define circle
  (compose (point R3-rect)
           (lambda (t) (up (* 'a (cos t)) (* 'a (sin t)) 0))
           (chart R1-rect)))

((((pullback-form circle) turning) d/dt) ((point R1-rect) 't0))
#|
(expt a 2)
|#

;;; A map of a box is what forms are integrated over. It has a boundary: a piece of a bowl and its edge have the same.

((singular-cube (compose circle (point R1-rect)) '(0 alpha)) turning)
#|
(* (expt a 2) alpha)
|#

(define (bowl q)
  (let ((r (ref q 0)) (phi (ref q 1)))
    ((point R3-rect) (up (* r (cos phi)) (* r (sin phi)) (square r)))))

(define piece (singular-cube bowl '(0 a) '(0 alpha)))

(list (piece (d turning)) ((boundary-of piece) turning))
#|
((* (expt a 2) alpha) (* (expt a 2) alpha))
|#

;;; Cartan's formula: the Lie derivative of a form is made of its derivative and the interior product.

(define (Cartan u)
  (lambda (w)
    (+ (d ((interior-product u) w))
       ((interior-product u) (d w)))))

(((- ((Lie-derivative u) turning) ((Cartan u) turning)) v) here)
#|
0
|#

;;; A metric, here that of space in spherical coordinates, gives the dual of a form: of dr it is the form of area of the
;;; spheres.

(define g (coordinate-system->metric R3-spherical))
(define spherical (coordinate-system->basis R3-spherical))
(define star (Hodge-star g spherical))

(((star dr) d/dtheta d/dphi) there)
#|
(* (expt r0 2) (sin theta0))
|#

((star (wedge dr dtheta dphi)) there)
#|
(/ 1 (* (expt r0 2) (sin theta0)))
|#

;;; Vector calculus: the gradient raises the index of df,

(define h (literal-manifold-function 'h R3-spherical))

((vector-field->components ((gradient g spherical) h) R3-spherical)
 (up 'r0 'theta0 'phi0))
#|
(up
 (((partial 0) h) (up r0 theta0 phi0))
 (/ (((partial 1) h) (up r0 theta0 phi0)) (expt r0 2))
 (/ (* -1 (((partial 2) h) (up r0 theta0 phi0)))
    (+ (* (expt r0 2) (expt (cos theta0) 2)) (* -1 (expt r0 2)))))
|#

;;; a field that falls with the square of the distance has no divergence,

(((divergence g spherical) (/ d/dr (square r))) there)
#|
0
|#

;;; a rigid rotation has a curl along its axis of twice its speed,

((vector-field->components ((curl g spherical) d/dphi) R3-rect) (up 'x0 'y0 'z0))
#|
(up 0 0 2)
|#

;;; and the divergence of a gradient is the Laplacian.

(((Laplacian g spherical) h) there)
#|
(/
 (+
  (* -1
     (expt r0 2)
     (expt (sin theta0) 2)
     (((expt (partial 0) 2) h) (up r0 theta0 phi0)))
  (* 2 r0 (((partial 0) h) (up r0 theta0 phi0)) (expt (cos theta0) 2))
  (* -1 (expt (sin theta0) 2) (((expt (partial 1) 2) h) (up r0 theta0 phi0)))
  (* -1 (sin theta0) (cos theta0) (((partial 1) h) (up r0 theta0 phi0)))
  (* -2 r0 (((partial 0) h) (up r0 theta0 phi0)))
  (* -1 (((expt (partial 2) 2) h) (up r0 theta0 phi0))))
 (+ (* (expt r0 2) (expt (cos theta0) 2)) (* -1 (expt r0 2))))
|#

;;; The solutions of Laplace's equation that do not depend on the angles are 1/r and constants; this is the next one.

(((Laplacian g spherical) (/ (cos theta) (square r))) there)
#|
0
|#
