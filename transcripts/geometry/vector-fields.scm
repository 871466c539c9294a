;;; Vector fields, one-forms and commutators.
;;;
;;; A vector field is a derivation: it takes a function on the manifold to its rate of change in a direction. Functions
;;; and fields do not depend on the coordinates in which they are written.

(define-coordinates (up x y) R2-rect)
(define-coordinates (up r theta) R2-polar)

(define here ((point R2-rect) (up 'x0 'y0)))
(define there ((point R2-polar) (up 'r0 'theta0)))

;;; Coordinates are functions: each applies to points however they were made.

(list (r here) (theta here))
#|
((sqrt (+ (expt x0 2) (expt y0 2))) (atan y0 x0))
|#

(list (x there) (y there))
#|
((* r0 (cos theta0)) (* r0 (sin theta0)))
|#

;;; The rotation about the origin, in both systems.

(define rotation (- (* x d/dy) (* y d/dx)))

(define f (literal-manifold-function 'f R2-rect))

((rotation f) here)
#|
(+ (* x0 (((partial 1) f) (up x0 y0))) (* -1 y0 (((partial 0) f) (up x0 y0))))
|#

(((- rotation d/dtheta) f) there)
#|
0
|#

;;; One-forms take vector fields to functions.

((dx rotation) here)
#|
(* -1 y0)
|#

(list ((dr rotation) here) ((dtheta rotation) here))
#|
(0 1)
|#

;;; The components of an unknown field are functions of the coordinates.

(define v (literal-vector-field 'v R2-rect))

((v f) here)
#|
(+ (* (v^0 (up x0 y0)) (((partial 0) f) (up x0 y0)))
   (* (v^1 (up x0 y0)) (((partial 1) f) (up x0 y0))))
|#

;;; The differential of a function: df(v) = v(f).

(- (((d f) v) here) ((v f) here))
#|
0
|#

;;; The commutator of two fields is a field again: the second derivatives cancel. Coordinate fields commute,

(((commutator d/dr d/dtheta) f) there)
#|
0
|#

;;; a rotation and a translation do not,

(((+ (commutator rotation d/dx) d/dy) f) here)
#|
0
|#

;;; and a rotation and the dilation do.

(define dilation (+ (* x d/dx) (* y d/dy)))

(((commutator rotation dilation) f) here)
#|
0
|#

;;; In space: the rotations about the three axes close among themselves.

(let-coordinates (((up x y z) R3-rect))
  (let ((Jx (- (* y d/dz) (* z d/dy)))
        (Jy (- (* z d/dx) (* x d/dz)))
        (Jz (- (* x d/dy) (* y d/dx)))
        (g (literal-manifold-function 'g R3-rect))
        (a-point ((point R3-rect) (up 'x0 'y0 'z0))))
    (list (((+ (commutator Jx Jy) Jz) g) a-point)
          (((+ (commutator Jy Jz) Jx) g) a-point)
          (((+ (commutator Jz Jx) Jy) g) a-point))))
#|
(0 0 0)
|#

;;; The same relations hold on the group of rotations itself, for the fields that turn the body about fixed axes.

(define on-SO3 (literal-manifold-function 'h Euler-angles))
(define orientation ((point Euler-angles) (up 'theta 'phi 'psi)))

(((+ (commutator e_x e_y) e_z) on-SO3) orientation)
#|
0
|#

;;; Following a field: the exponential of t times the rotation moves a function along the circle.

(series:print
 (((exp (* 't rotation)) x) here)
 5)
#|
x0
(* -1 t y0)
(* -1/2 (expt t 2) x0)
(* 1/6 (expt t 3) y0)
(* 1/24 (expt t 4) x0)
|#
