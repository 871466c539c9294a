;;; SICM figure 7.13 (section 7.4.4): the surface of section of the perturbative solution of second order for the driven
;;; pendulum near the resonance of 2 omega_r and -omega, whose islands are in figure 7.10b. alpha = 1, beta = 1, gamma =
;;; 1/4, omega = 5; the orbits are ours.
;;; Asserted: the centre of the islands, a stable point of period 2, is less than .02 from that of the driven pendulum,
;;; whose map takes points of the section to the next ones but for .03.

(define (W state)
  (* (sin (coordinate state))
     (+ (/ -1 (momentum state)) (/ .25 (+ (momentum state) 5.)) (/ .25 (- (momentum state) 5.)))))

(define C (compile-function (lambda (state) (series:sum (((Lie-transform W 1) identity) state) 1)) (up 0. 1. -2.5)))

;;; sigma = 2 theta + omega t and the momentum less -2.5 are a pendulum's about pi, looked at once a period of the drive.

(define (motion delta)
  (let ((advance ((pendulum-advance .5 .04) (up 0. 0. delta))))
    (lambda (n)
      (let ((state (advance (* n (/ 2pi 5.)))))
        (C (up 0. (+ (/ (+ pi (coordinate state)) 2) (* pi n)) (- (momentum state) 2.5)))))))

(define win (frame (- pi) pi -4. -1.))

(define (plot state) (plot-point win ((principal-value pi) (coordinate state)) (momentum state)))

(for-each (lambda (delta) (for-each (compose plot (motion delta)) (iota 250)))
          '(.05 .1 .15 .2 .25 .275 .29 .35 .5 .7 .9 -.29 -.35 -.5 -.7 -.9))
#|
|#

(rename-window win "7.13")

(define dp (driven-pendulum-map 1. 1. 1. .02 5.))

(define centre (find-fixed-point dp (up (/ pi 2) -2.5) 2))

(define (step-error n)
  (let ((here ((motion .2) n)) (there ((motion .2) (+ n 1))))
    (dp (coordinate here) (momentum here)
        (lambda (theta p) (max (abs (sin (- theta (coordinate there)))) (abs (- p (momentum there))))) list)))

(list (list-ref centre 4)
      (< (abs (- (car centre) (ref (C (up 0. (/ pi 2) -2.5)) '(1 3)))) .02)
      (< (apply max (map step-error (iota 40))) .03))
#|
("elliptic" #t #t)
|#
