;;; Curvature: of a sphere, of spacetime around a mass, of an expanding universe.
;;;
;;; A metric gives a covariant derivative, Levi-Civita's, and with it the curvature. All of them are functions of fields;
;;; their components are the values on the fields of a basis.

(define-coordinates (up theta phi) S2-spherical)
(define sphere-basis (coordinate-system->basis S2-spherical))
(define a-place ((point S2-spherical) (up 'theta0 'phi0)))

;;; A sphere of radius R.

(define (g-sphere u v)
  (* (square 'R)
     (+ (* (dtheta u) (dtheta v))
        (* (square (sin theta)) (dphi u) (dphi v)))))

((Christoffel->symbols (metric->Christoffel-2 g-sphere sphere-basis)) a-place)
#|
(down
 (down (up 0 0) (up 0 (/ (cos theta0) (sin theta0))))
 (down (up 0 (/ (cos theta0) (sin theta0)))
       (up (* -1 (cos theta0) (sin theta0)) 0)))
|#

(define nabla (Levi-Civita g-sphere sphere-basis))

;;; Gauss' curvature is one component, the scalar twice that.

(/ (((Riemann nabla) dtheta d/dphi d/dtheta d/dphi) a-place)
   ((g-sphere d/dphi d/dphi) a-place))
#|
(/ 1 (expt R 2))
|#

((Ricci-scalar g-sphere sphere-basis) a-place)
#|
(/ 2 (expt R 2))
|#

;;; A vector that is carried once around a circle of latitude comes back turned by the curvature inside: the circle of
;;; colatitude 60 degrees encloses a quarter of the sphere, a solid angle of pi, and half a turn is what remains.

(define on-the-unit-sphere
  (Christoffel->Cartan (metric->Christoffel-2 S2-metric sphere-basis)))

(define around
  (holonomy on-the-unit-sphere
            (lambda (t) ((point S2-spherical) (up (/ pi 3) t)))
            0
            (* 2 pi)))

(list (round (ref around 0 0)) (round (ref around 1 1)))
#|
(-1. -1.)
|#

;;; Is a function of fields a tensor? The curvature is, the covariant derivative is not, in its last argument.

(tensor-test (Riemann (covariant-derivative (literal-Cartan 'G R2-rect)))
             '(1form vector vector vector)
             R2-rect)
#|
(0 0 0 0)
|#

;;; The spacetime around a mass M: a vacuum, all of whose Ricci tensor is zero.

(define-coordinates (up t r theta phi) spacetime-sphere)
(define spacetime-basis (coordinate-system->basis spacetime-sphere))
(define an-event ((point spacetime-sphere) (up 't0 'r0 'theta0 'phi0)))

(define g-mass (Schwarzschild-metric spacetime-sphere (* 2 'M)))

((g-mass d/dt d/dt) an-event)
#|
(/ (+ (* 2 M) (* -1 r0)) r0)
|#

(define ricci (Ricci (Levi-Civita g-mass spacetime-basis) spacetime-basis))

(list ((ricci d/dt d/dt) an-event)
      ((ricci d/dr d/dr) an-event)
      ((ricci d/dtheta d/dtheta) an-event))
#|
(0 0 0)
|#

;;; Its curvature does not vanish: the invariant grows without bound towards the centre, but not at the horizon r = 2 M.

((Kretschmann g-mass spacetime-basis) an-event)
#|
(/ (* 48 (expt M 2)) (expt r0 6))
|#

;;; Time does not change this metric, nor does a rotation: both fields are Killing's. A dilation is not.

(list ((((Killing-residual g-mass) d/dt) d/dr d/dr) an-event)
      ((((Killing-residual g-mass) d/dphi) d/dtheta d/dphi) an-event)
      ((((Killing-residual g-mass) (* r d/dr)) d/dtheta d/dtheta) an-event))
#|
(0 0 (* 2 (expt r0 2)))
|#

;;; A Killing field is fixed by its value and its turning at one place, and the curvature does not change along it: linear
;;; equations for ten numbers. A mass leaves four, a universe the six of its space, one that grows exponentially all ten.

(map (lambda (g) (isometry-dimension g spacetime-sphere))
     (list g-mass
           (FLRW-metric spacetime-sphere (literal-function 'a) 'k)
           (FLRW-metric spacetime-sphere (lambda (t) (exp (* 'H t))) 0)))
#|
(4 6 10)
|#

;;; The fields are found if their components are sums of given functions, and with them their algebra, as of rotations:

(structure-constants-of-fields (Killing-fields S2-metric S2-spherical))
#|
(((0 0 0) (0 0 -1) (0 1 0)) ((0 0 1) (0 0 0) (-1 0 0))
                            ((0 -1 0) (1 0 0) (0 0 0)))
|#

;;; A circular orbit is a geodesic if the radial residual of its equation vanishes: M T^2 = R^3 W^2, as Kepler has it.

(define (orbit s)
  ((point spacetime-sphere) (up (* 'T s) 'R (asin 1) (* 'W s))))

(define mass-connection
  (Christoffel->Cartan (metric->Christoffel-2 g-mass spacetime-basis)))

(ref (((geodesic-equation R1-rect spacetime-sphere mass-connection)
       (compose orbit (chart R1-rect)))
      ((point R1-rect) 's))
     1)
#|
(/
 (+ (* 2 M (expt R 3) (expt W 2))
    (* -1 (expt R 4) (expt W 2))
    (* -2 (expt M 2) (expt T 2))
    (* M R (expt T 2)))
 (expt R 3))
|#

;;; A homogeneous universe with the scale factor a(t): the component of Einstein's tensor along time is what Friedmann's
;;; equation sets equal to 8 pi G times the density.

(define g-universe (FLRW-metric spacetime-sphere (literal-function 'a) 'k))

(((Einstein g-universe spacetime-basis) d/dt d/dt) an-event)
#|
(/ (+ (* 3 (expt ((D a) t0) 2)) (* 3 k)) (expt (a t0) 2))
|#

;;; The electromagnetic field is a two-form: its dual exchanges the electric and the magnetic field,

(define-coordinates (up ct x y z) R4-rect)
(define here ((point R4-rect) (up 'ct0 'x0 'y0 'z0)))
(define g-flat (Minkowski-metric R4-rect))
(define star (Hodge-star g-flat R4-rect))

(((- (star (Faraday 'Ex 'Ey 'Ez 'Bx 'By 'Bz))
     (Maxwell 'Ex 'Ey 'Ez 'Bx 'By 'Bz))
  (literal-vector-field 'u R4-rect)
  (literal-vector-field 'v R4-rect))
 here)
#|
0
|#

;;; and Gauss' law is one of the components of its derivative.

(define residuals
  (Maxwell-residuals g-flat
                     (coordinate-system->basis R4-rect)
                     (Faraday (literal-manifold-function 'Ex R4-rect)
                              (literal-manifold-function 'Ey R4-rect)
                              (literal-manifold-function 'Ez R4-rect)
                              0 0 0)
                     (4-current (literal-manifold-function 'rho R4-rect) 0 0 0)
                     (* 4 'pi)))

(((ref residuals 1) d/dx d/dy d/dz) here)
#|
(+ (* -4 pi (rho (up ct0 x0 y0 z0)))
   (((partial 1) Ex) (up ct0 x0 y0 z0))
   (((partial 2) Ey) (up ct0 x0 y0 z0))
   (((partial 3) Ez) (up ct0 x0 y0 z0)))
|#

;;; What an observer far from a rotating mass sees are rays of light; those traced back to the hole are dark. This is the sky
;;; around it, 14 M wide, from a place near the plane of the equator.

(define picture
  (shadow (Kerr-metric spacetime-sphere 1. .99) spacetime-sphere
          (up 200. 1.5) 1.3 7. 15))

(define (row i)
  (list->string
   (list-tabulate 15
     (lambda (j)
       (if (= (matrix-ref picture i j) 1) #\# #\.)))))

(for-each (lambda (i) (write-line (row i))) (iota 15))
#|
"..............."
"..............."
"........###...."
"......#######.."
"......########."
".....#########."
".....#########."
".....#########."
".....#########."
".....#########."
"......########."
"......#######.."
"........###...."
"..............."
"..............."
|#
