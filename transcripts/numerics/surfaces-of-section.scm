;;; Exploring by numbers: surfaces of section, without pictures (SICM 3.6).

(define (rounded x) (/ (round (* 1e6 x)) 1e6))

(define (rounded-point x y) (list (rounded x) (rounded y)))

(define (no-point) 'no-point)

;;; A pendulum whose support oscillates: its states once a period of the drive.

(define omega (* 2 (sqrt 9.8)))

(define dp (driven-pendulum-map 1. 1. 9.8 .1 omega))

(dp 1. 0. rounded-point no-point)
#|
(-1.035082 -1.391955)
|#

((iterated-map dp 10) 1. 0. rounded-point no-point)
#|
(1.147844 -3.649871)
|#

;;; The system of Henon and Heiles at the energy 1/8: (y, p_y) where x rises through zero.

(define HH (HHmap .125 .1 1e-10 1e-12))

(HH .1 0. rounded-point no-point)
#|
(.32083 -.07183)
|#

;;; The energy is too low for this point.

(HH 1. 0. rounded-point no-point)
#|
no-point
|#

;;; An orbit in an island stays on a curve around its centre, a fixed point of the map: so it comes back close.

((iterated-map HH 20) .3 .01 rounded-point no-point)
#|
(.297815 -.009906)
|#

(define island (find-fixed-point HH (up .3 0.)))

(rounded (ref (car island) 0))
#|
.302667
|#

(list-ref island 4)
#|
"elliptic"
|#

;;; The map has its exact derivative, so it can be seen that it keeps areas.

(define (HH-of point)
  (HH (ref point 0) (ref point 1) up no-point))

(define M ((D HH-of) (up .1 0.)))

(rounded (- (* (ref M 0 0) (ref M 1 1)) (* (ref M 0 1) (ref M 1 0))))
#|
1.
|#

;;; Any function of states has its surface of section, for any motion: here where a pendulum turns.

(define turn (poincare-map (Lagrangian->state-derivative (L-pendulum 9.8 1. 1.)) velocity 'falling))

(define start (up 0. 1. 0.))

(rounded (time (turn start)))
#|
2.140229
|#

(rounded (time (turn (turn start))))
#|
4.280457
|#

;;; What happens along a motion, and what ends it.

(define motion (trajectory (Lagrangian->state-derivative (L-pendulum 9.8 1. 1.)) start 3.))

(map (compose rounded time) (crossings motion coordinate))
#|
(.535057 1.605172 2.675286)
|#

(map (compose rounded time) (crossings motion coordinate 'rising))
#|
(1.605172)
|#

(define until-third
  (trajectory (Lagrangian->state-derivative (L-pendulum 9.8 1. 1.)) start 100. 1e-12 'dop853 #f
              (crossing coordinate 'rising 3)))

(map (compose rounded time) (crossings until-third coordinate 'rising))
#|
(1.605172 3.7454 5.885629)
|#

;;; The standard map, on an orbit with an elliptic fixed point near.

((iterated-map (standard-map .6) 100000) 3. .1 rounded-point no-point)
#|
(3.140501 .174145)
|#
