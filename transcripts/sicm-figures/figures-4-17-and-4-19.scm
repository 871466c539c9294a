;;; SICM figures 4.17 and 4.19 (section 4.5.1): sections of the driven rotor, with its 1:1 and 1:3 commensurabilities. m
;;; = 1 kg, l = 1 m, A = .1 m, omega = 4.2 sqrt(9.8) rad/s; the orbits, and the momenta of the second frame, are ours.
;;; Asserted: the radially mapping points at theta = pi, and those at 0, are fixed points, stable ones and unstable
;;; ones, for the first iterate and for the third; beside the stable point of period 3 the rotation number is 1/3.

(define rotor (driven-pendulum-map 1. 1. 0. .1 (* 4.2 (sqrt 9.8))))

(define (draw-orbits name low high momenta)
  (let ((win (frame (- pi) pi low high 500 600)))
    (for-each (lambda (p) (display-map win rotor pi p 300)) momenta)
    (rename-window win name)))

(draw-orbits "4.17" -20. 20. (iota 39 -19. 1.))

(draw-orbits "4.19" 3.5 5.2 (iota 34 3.5 .05))

(define (rounded x) (/ (round (* 1e5 x)) 1e5))

(define (fixed map theta low high guess)
  (let ((found (find-fixed-point rotor (up theta guess) map)))
    (list (list-ref found 4)
          (rounded (ref (car found) 1))
          (rounded (radially-mapping-points (iterated-map rotor map) low high theta 1e-9)))))

(list (fixed 1 pi 11. 16. 13.) (fixed 1 0. 11. 16. 13.)
      (fixed 3 pi 3.5 4.5 4.) (fixed 3 0. 4.5 5.2 4.8))
#|
(("elliptic" 13.48197 13.48197) ("hyperbolic" 12.82446 12.82446)
                                ("elliptic" 3.92202 3.92202)
                                ("hyperbolic" 4.90438 4.90438))
|#

(rounded (rotation-number rotor (up pi 4.) 2000))
#|
.33333
|#
