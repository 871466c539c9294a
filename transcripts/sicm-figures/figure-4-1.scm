;;; SICM figure 4.1 (section 4.1): the phase plane of the undriven pendulum, of length 1 m and mass 1 kg, g = 9.8 m/s^2.
;;; Asserted: the orbits keep their energy; the separatrix has that of standing upright. Which orbits is not the book's.

(define ((H-pendulum m l g) state)
  (- (/ (square (momentum state)) (* 2 m (square l)))
     (* m g l (cos (coordinate state)))))

(define H (H-pendulum 1. 1. 9.8))

(define win (frame (- pi) pi -10. 10.))

(rename-window win "4.1")

(define drift 0.)

(define (draw-orbit theta p)
  (let ((start (up 0. theta p)))
    ((evolve (compose Hamiltonian->state-derivative H-pendulum) 1. 1. 9.8)
     start
     (lambda (state)
       (set! drift (max drift (abs (- (H state) (H start)))))
       (plot-point win ((principal-value pi) (coordinate state)) (momentum state)))
     .01
     4.)))

(for-each (lambda (theta) (draw-orbit theta 0.)) '(0. .5 1. 1.5 2. 2.5 2.8))
#|
|#

(for-each (lambda (p) (draw-orbit 0. p) (draw-orbit 0. (- p))) '(6.5 7.2 8. 8.8 9.6))
#|
|#

(define (p-separatrix theta) (* 2 (sqrt 9.8) (cos (/ theta 2))))

(plot-function win p-separatrix (- pi) pi .02)

(plot-function win (- p-separatrix) (- pi) pi .02)

(list (< drift 1e-9)
      (< (abs (- (H (up 0. 1. (p-separatrix 1.))) (H (up 0. pi 0.)))) 1e-12))
#|
(#t #t)
|#
