;;; SICM figure 7.14 (section 7.4.5): contours of the resonance Hamiltonian for the vertical equilibrium of the driven
;;; pendulum (7.14a), and a surface of section of the actual one (7.14b). m = 1 kg, l = 1 m, g = 9.8 m/s^2, A = .03 m,
;;; omega = 100 sqrt(g/l); the orbits are ours. The term with cos(2 theta) is subtracted; that the text adds it is a
;;; slip.
;;; Asserted: that term is the mean over the drive of half the Poisson bracket of the perturbation and the generator;
;;; the inverted pendulum is stable, with a frequency that is that of the resonance Hamiltonian to one part in a
;;; thousand.

(define omega (* 100 (sqrt 9.8)))

(define gamma (* 1/2 .03 (square omega)))

(define (strength p) (/ (* (square gamma) (+ (square omega) (square p))) (* 2 (square (- (square omega) (square p))))))

(define (H state)
  (- (/ (square (ref state 2)) 2) (* 9.8 (cos (ref state 1))) (* (strength (ref state 2)) (cos (* 2 (ref state 1))))))

(define stiffness ((expt D 2) (lambda (theta) (H (up 0 theta 0)))))

(define ((perturbation phase) state) (* 2 gamma (cos phase) (cos (coordinate state))))

(define ((generator phase) state)
  (* gamma (+ (/ (sin (+ (coordinate state) phase)) (+ (momentum state) omega))
              (/ (sin (- (coordinate state) phase)) (- (momentum state) omega)))))

(define (half-bracket phase) ((* 1/2 (Poisson-bracket (perturbation phase) (generator phase))) (up 0. 1. 2.)))

(define dp (driven-pendulum-map 1. 1. 9.8 .03 omega))

(define vertical (find-fixed-point dp (up pi 0.)))

(list (< (abs (- (/ (apply + (map half-bracket (iota 8 0. (/ pi 4)))) 8) (* (strength 2.) (- 1 (cos 2.))))) 1e-9)
      (list-ref vertical 4)
      (< (abs (- (/ (angle (car (list-ref vertical 3))) (/ 2pi omega) (sqrt (stiffness pi))) 1)) .001))
#|
(#t "elliptic" #t)
|#

(define evolve-H (evolve (lambda () (Hamiltonian->state-derivative H))))

(define ((plot win) state) (plot-point win ((principal-value pi) (coordinate state)) (momentum state)))

(define (draw name orbit)
  (let ((win (frame (- pi) pi -12. 12.)))
    (for-each (lambda (theta p) (orbit win theta p))
              '(.4 .8 1.2 1.6 2. 2.3 2.7 0. 0. 0. 0. 0. 0.) '(0. 0. 0. 0. 0. 0. 0. 8.5 9.5 10.5 -8.5 -9.5 -10.5))
    (rename-window win name)))

(draw "7.14a" (lambda (win theta p) (evolve-H (up 0. theta p) (plot win) .02 3.)))
(draw "7.14b" (lambda (win theta p) (display-map win dp theta p 150)))
