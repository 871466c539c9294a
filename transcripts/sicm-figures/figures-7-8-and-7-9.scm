;;; SICM figures 7.8 and 7.9 (section 7.4.1): the motion by the resonance Hamiltonian of the driven pendulum near omega,
;;; in sigma and Sigma (7.8); and the surface of section of the perturbative solution of first order that it gives
;;; (7.9). alpha = 1, beta = 1, gamma = 1/4, omega = 5; the orbits are ours.
;;; Asserted: the half-width of the resonance is 2 sqrt(alpha gamma) = 1; the centre of the island is 1e-3 from that of
;;; the driven pendulum, whose map takes points of the section to the next ones but for .005.

(define period (/ 2pi 5.))

(define ((motion delta) t)
  (let ((state (((pendulum-advance 1. .25) (up 0. 0. delta)) t)))
    (up 0. (+ pi (coordinate state)) (+ 5. (momentum state)))))

(define (W state)
  (* (sin (coordinate state)) (- (/ 1/4 (+ (momentum state) 5.)) (/ 1 (momentum state)))))

(define C (compile-function (lambda (state) (series:sum (((Lie-transform W 1) identity) state) 1)) (up 0. 1. 5.)))

(define (draw name C dt)
  (let ((win (frame 0. 2pi 2. 8.)))
    (define (plot state) (plot-point win ((principal-value 2pi) (coordinate state)) (momentum state)))
    (for-each (lambda (delta) (for-each (compose plot C (motion delta)) (iota 300 0. dt)))
              '(.2 .4 .6 .8 .95 1.05 1.3 1.7 2.1 -1.05 -1.3 -1.7 -2.1))
    (rename-window win name)))

(draw "7.8" identity .06)

(draw "7.9" C period)

(define dp (driven-pendulum-map 1. 1. 1. .02 5.))

(define ((away point) theta p)
  (max (abs (sin (- theta (coordinate point)))) (abs (- p (momentum point)))))

(define (step-error n)
  (let ((point (C ((motion .8) (* n period)))))
    (dp (coordinate point) (momentum point) (away (C ((motion .8) (* (+ n 1) period)))) list)))

(list ((pendulum-separatrix-angular-momentum 1. 1/4) 0)
      (< (abs (- (momentum (C (up 0. pi 5.))) (ref (car (find-fixed-point dp (up pi 5.))) 1))) 1e-3)
      (< (apply max (map step-error (iota 30))) .005))
#|
(1. #t #t)
|#
