;;; Along the flow: derivatives of motions, periodic orbits, Lyapunov exponents, manifolds, invariant curves.

(define (rounded x) (/ (round (* 1e6 x)) 1e6))

;;; The state-advancer has exact derivatives, by the state, by the time and by parameters.

(define ((pendulum-derivative k) state)
  (up 1 (ref state 2) (* -1 k (sin (ref state 1)))))

(define (angle k)
  (ref ((state-advancer pendulum-derivative k) (up 0. 1. 0.) 2.) 1))

(map rounded (list (angle 1.) ((D angle) 1.) (((expt D 2) angle) 1.)))
#|
(-.306201 -.909047 .755962)
|#

;;; The monodromy matrix of a pendulum that swings: it keeps areas.

(define M (monodromy-matrix (pendulum-derivative 1.) (up 0. 1. 0.) 2.))

(rounded (determinant M))
#|
1.
|#

;;; A limit cycle: the period, the kind of the orbit, and how fast what is beside it comes near.

(define (van-der-pol state)
  (up 1
      (ref state 2)
      (- (* (- 1 (square (ref state 1))) (ref state 2)) (ref state 1))))

(define cycle (find-periodic-orbit van-der-pol (up 0. 2. 0.) 6.5))

(rounded (cadr cycle))
#|
6.663287
|#

(list-ref cycle 4)
#|
"attracting"
|#

(rounded (cadr (list-ref cycle 3)))
#|
.00086
|#

;;; The two fixed points of the standard map, with their residues.

(define elliptic (find-fixed-point (standard-map .9) (up 3. .1)))

(define hyperbolic (find-fixed-point (standard-map .9) (up .1 .1)))

(map (lambda (found) (list (list-ref found 4) (rounded (list-ref found 5))))
     (list elliptic hyperbolic))
#|
(("elliptic" .225) ("hyperbolic" -.225))
|#

;;; The unstable manifold of the hyperbolic one, along its eigenvector.

(define unstable
  (fixed-point-eigen (standard-map .9) 0. 0. 1e-5
    (lambda (A1 x1 y1 A2 x2 y2)
      (unstable-manifold (standard-map .9) 0. 0. x1 y1 A1 1e-5))))

(map (lambda (t) (let ((p (unstable t))) (list (rounded (abscissa p)) (rounded (ordinate p)))))
     '(.5 1. 2.))
#|
((.498538 .298632) (.988405 .589154) (1.910333 1.116294))
|#

;;; The invariant curve whose rotation number is golden.

(define golden (/ (- 3. (sqrt 5)) 2))

(define J (find-invariant-curve (standard-map .6) golden 0. 2. 2.6 1e-9))

(rounded J)
#|
2.24391
|#

(< (abs (- (rotation-number (standard-map .6) (up 0. J) 2000) golden)) 1e-7)
#|
#t
|#

;;; Chaos: the sum of the Lyapunov exponents of Lorenz's system is its divergence, -41/3.

(define (lorenz state)
  (let ((x (ref state 1)) (y (ref state 2)) (z (ref state 3)))
    (up 1 (* 10 (- y x)) (- (* x (- 28 z)) y) (- (* x y) (* 8/3 z)))))

(define exponents (lyapunov-exponents lorenz (up 0. 1. 1. 20.) 30. #f 1e-8))

(rounded (apply + exponents))
#|
-13.666666
|#

(< .8 (car exponents) 1.)
#|
#t
|#

;;; From one place to another in a given time: by shooting, and as the path of least action.

(define flight (motion-between (pendulum-derivative 1.) (up 0. .2 0.) 2. 1.))

(define path
  (find-path (lambda (state) (+ (* 1/2 (square (velocity state))) (cos (coordinate state))))
             0. .2 2. 1. 8))

(map rounded (list (ref (flight 1.) 1) (path 1.)))
#|
(.992249 .992249)
|#
