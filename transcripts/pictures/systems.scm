;;; Pictures of systems: what is drawn of motions, maps, surfaces and bodies. Each picture is matplotlib's, on Axes of its
;;; own, or in a window that comes first; scmpy run --figures FOLDER writes them.

(define ((H-pendulum k) state)
  (- (* 1/2 (square (momentum state)))
     (* k (cos (coordinate state)))))

(define swing (Hamiltonian->state-derivative (H-pendulum 1)))

;;; Of one degree of freedom: the curves of equal energy, with those through the saddles.

(define portrait
  (plot-phase-portrait (H-pendulum 1) (list -pi pi) (list -3 3) (list -.5 0 .5 2)))

(rename-window portrait "pendulum")

;;; Of a motion: numbers over the time, or against one another; how far the energy gets from its start; how a neighbour
;;; moves away, here from the unstable equilibrium.

(define motion (trajectory swing (up 0 2 0) 20))
(define window (frame 0 20 -3 3))

(define over-time (plot-trajectory window motion coordinate))
(define in-phase-space (plot-trajectory motion coordinate momentum))
(define drift (plot-drift motion (H-pendulum 1)))
(define apart (plot-divergence swing (up 0 pi 0) 12))

(window-coordinates window)
#|
(0. 20. -3. 3.)
|#

;;; Of a map: orbits, the manifolds of an unstable fixed point, which tangle; of a section the region too that the energy
;;; forbids.

(define orbits
  (plot-section (standard-map .9) (list (up 1. 2.) (up 3. .5) (up .1 .1)) 300))

(define tangle (plot-manifolds (standard-map .9) (up 0. 0.) 20))

(define section
  (plot-section (section-map HHHam .125) (list (up .1 0.) (up -.1 .1)) 100))

;;; Of surfaces: geodesics, as the motions of a free particle; of a rigid body: its angular momentum in the body.

(define (torus q)
  (let ((across (+ 2 (cos (ref q 1)))))
    (up (* across (cos (ref q 0))) (* across (sin (ref q 0))) (sin (ref q 1)))))

(define geodesics
  (plot-geodesics torus
                  (list (list (up 0. 0.) (up 1. .5)) (list (up 0. 0.) (up 0. 1.)))
                  10.
                  (list 0 (* 2 pi))
                  (list 0 (* 2 pi))))

(define tumbling
  (trajectory (rigid-sysder 1. 1.41 2.) (up 0. (up 1. 0. 0.) (up .1 .1 .1)) 50.))

(define body (plot-body-momentum 1. 1.41 2. tumbling))

;;; Of families: where orbits settle as a parameter changes, and where a parametric swing is stable.

(define ((logistic r) x) (* r x (- 1 x)))

(define settled
  (plot-bifurcation logistic (map (lambda (k) (+ 2.5 (/ k 200.))) (iota 300)) .3))

(define ((mathieu a b) state)
  (up 1
      (ref state 2)
      (* -1 (+ a (* b (cos (time state)))) (ref state 1))))

(define tongues
  (plot-stability mathieu (up 0 0 0) (* 2 pi) (list -.5 2) (list 0 1) 40))
