;;; SICM figures 3.5 to 3.8 (section 3.4): the effective potential energy of the top of figure 2.5, less that of rotation,
;;; for 160, 133.8 and 110 rad/s, and its trajectories in phase space: asleep, awake, and with p_phi > p_psi. The rates of
;;; 3.5 and the energies are mine.
;;; Asserted: standing upright is stable from 133.8 rad/s on, so the top of 3.6 is asleep, that of 3.7 awake, and rests
;;; where cos theta = 2 120/133.8 - 1; with equal momenta the energy of 3.8 is that of the others.

(define A .000696) (define C .000132) (define gMR .112)

(define ((V p) theta)
  (+ (* (/ (square p) (* 2 A)) (square (tan (/ theta 2)))) (* gMR (cos theta))))

(define ((V-apart p-phi p-psi) theta)
  (+ (/ (square (- p-phi (* p-psi (cos theta)))) (* 2 A (square (sin theta)))) (* gMR (cos theta))))

(define (portrait name V energies)
  (let ((win (frame :-pi :pi -.02 .02))
        (H (lambda (state) (+ (/ (square (momentum state)) (* 2 A)) (V (coordinate state))))))
    (rename-window win name)
    (plot-phase-portrait win H (list :-pi :pi) '(-.02 .02) energies)
    V))

(define potential (frame -1.5 1.5 .1 .15))
(rename-window potential "3.5")
(for-each (lambda (omega) (plot-function potential (V (* C omega)) -1.5 1.5 .01)) '(160. 133.8 110.))
#|
|#

(define asleep (portrait "3.6" (V (* C 145.)) '(.1122 .113 .115 .12 .13 .15 .19 .25)))
(define awake (portrait "3.7" (V (* C 120.)) '(.11 .111 .1125 .114 .12 .13 .15 .2)))
(define apart (portrait "3.8" (V-apart .0145 .0119) '(.127 .13 .135 .145 .16 .2 .25)))

(map (lambda (V) (> (((expt D 2) V) 0.) 0)) (list (V (* C 133.7)) (V (* C 133.9)) asleep awake))
#|
(#f #t #t #f)
|#

(define cosine (- (* 2 (/ 120. (/ (sqrt (* 4 gMR A)) C))) 1))
(list (< (abs ((D awake) (acos cosine))) 1e-15)
      (< (abs (- ((V-apart (* C 120.) (* C 120.)) .7) (awake .7))) 1e-15))
#|
(#t #t)
|#
