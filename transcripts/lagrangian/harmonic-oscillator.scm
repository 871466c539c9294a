;;; The harmonic oscillator: motions, variations and energy.

(define ((L-harmonic m k) local)
  (let ((q (coordinate local))
        (v (velocity local)))
    (- (* 1/2 m (square v))
       (* 1/2 k (square q)))))

(((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)
#|
(+ (* k (x t)) (* m (((expt D 2) x) t)))
|#

;;; A sinusoid solves the equation if its frequency is right. With an unknown frequency the residual says when.

(define ((sinusoid a omega phi) t)
  (* a (cos (+ (* omega t) phi))))

(((Lagrange-equations (L-harmonic 'm 'k)) (sinusoid 'a 'omega 'phi)) 't)
#|
(+ (* -1 a m (expt omega 2) (cos (+ (* omega t) phi)))
   (* a k (cos (+ (* omega t) phi))))
|#

(((Lagrange-equations (L-harmonic 'm 'k)) (sinusoid 'a (sqrt (/ 'k 'm)) 'phi)) 't)
#|
0
|#

;;; The acceleration, solved for, and the first-order system that a numerical integrator would take.

((Lagrangian->acceleration (L-harmonic 'm 'k)) (up 't 'x 'v))
#|
(/ (* -1 k x) m)
|#

((Lagrangian->state-derivative (L-harmonic 'm 'k)) (up 't 'x 'v))
#|
(up 1 v (/ (* -1 k x) m))
|#

;;; The Lagrangian does not depend on the time, so the energy is conserved. Its derivative along any path is the
;;; residual times the velocity: it vanishes where the residual does.

((Lagrangian->energy (L-harmonic 'm 'k)) (up 't 'x 'v))
#|
(+ (* 1/2 k (expt x 2)) (* 1/2 m (expt v 2)))
|#

(define (energy-on-path t)
  ((Lagrangian->energy (L-harmonic 'm 'k)) ((Gamma (literal-function 'x)) t)))

(- ((D energy-on-path) 't)
   (* (((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)
      ((D (literal-function 'x)) 't)))
#|
0
|#

;;; The variation of the action. Along a path q, with a variation eta, the first-order change of the Lagrangian is

(define q (literal-function 'q))
(define eta (literal-function 'eta))

(define ((along L) path)
  (compose L (Gamma path)))

((((variation eta) (along (L-harmonic 'm 'k))) q) 't)
#|
(+ (* -1 k (q t) (eta t)) (* m ((D q) t) ((D eta) t)))
|#

;;; Integrated by parts that is minus the residual times eta, but for the derivative of p eta, where p is the momentum.

(define (momentum-times-eta t)
  (* (((partial 2) (L-harmonic 'm 'k)) ((Gamma q) t)) (eta t)))

(+ ((((variation eta) (along (L-harmonic 'm 'k))) q) 't)
   (* (((Lagrange-equations (L-harmonic 'm 'k)) q) 't) (eta 't))
   (* -1 ((D momentum-times-eta) 't)))
#|
0
|#
