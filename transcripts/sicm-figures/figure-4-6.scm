;;; SICM figure 4.6 (section 4.3): the stable and unstable manifolds of the upright pendulum, and those of the
;;; linearized system; the axes are centred at the fixed point. The pendulum of figure 4.1, looked at as in figure 4.2;
;;; the frame is ours.
;;; Asserted: the multipliers and directions of the linearized equations; the manifolds have the separatrix's energy.

(define omega (* 4.2 (sqrt 9.8)))

(define win (frame -3. 3. -8. 8.))

(rename-window win "4.6")

(define (centred point)
  (make-point (- ((principal-value 2pi) (abscissa point)) pi) (ordinate point)))

(define (draw-branch map rho dx dy)
  (let ((W (compose centred (unstable-manifold map pi 0. dx dy rho 1e-4))))
    (plot-line win 0. 0. (* 4 dx) (* 4 dy))
    (plot-parametric-fill win W 1e-4 6. (plane-near? .05))
    (+ (/ (square (ordinate (W 1.))) 2) (* 9.8 (cos (abscissa (W 1.)))))))

(define (rounded x) (/ (round (* 1e6 x)) 1e6))

;;; Backwards in time the stable manifold is the unstable one.

(define (draw-manifolds omega)
  (let ((map (driven-pendulum-map 1. 1. 9.8 0. omega)))
    (fixed-point-eigen map pi 0. 1e-4
      (lambda (rho dx dy rho2 dx2 dy2)
        (s:map/r rounded (up rho (/ dy dx) (draw-branch map rho dx dy) (draw-branch map rho (- dx) (- dy))))))))

(list (draw-manifolds omega) (draw-manifolds (- omega)))
#|
((up 4.463783 3.130495 9.8 9.8) (up 4.463783 -3.130495 9.8 9.8))
|#

(map rounded (list (exp (/ (* 2pi (sqrt 9.8)) omega)) (sqrt 9.8)))
#|
(4.463783 3.130495)
|#
