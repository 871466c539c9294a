;;; SICM figure 6 (exercise 6.12, of which the book has no picture): a surface of section of the system of Henon and
;;; Heiles by a symplectic map of second order: rotations, which are the Lie series of the oscillators, around a kick,
;;; which is that of the coupling. E = 1/8 and dt = .1 as in the exercise; the orbits are ours.
;;; Asserted: rotation and kick are the Lie series; the error of the energy goes with dt^2.

(define (H0 state) (* 1/2 (+ (square (momentum state)) (square (coordinate state)))))

(define H1 (- HHHam H0))

(define ((rotation dt) state)
  (let ((q (coordinate state)) (p (momentum state)))
    (up (+ (time state) dt)
        (+ (* (cos dt) q) (* (sin dt) (flip-indices p)))
        (- (* (cos dt) p) (* (sin dt) (flip-indices q))))))

(define ((kick dt) state) (- state (up 0 (* 0 (coordinate state)) (* dt (((partial 1) H1) state)))))

(define (second-order-map dt) (compose (rotation (/ dt 2)) (kick dt) (rotation (/ dt 2))))

(define q-and-p (up coordinate momentum))

(define start (section->state .125 .3 .1))

(define (Lie-error H step)
  (abs (- (series:sum (((Lie-transform H .1) q-and-p) start) 9) (q-and-p (step start)))))

(list (< (Lie-error H0 (rotation .1)) 1e-14) (< (Lie-error H1 (kick .1)) 1e-14))
#|
(#t #t)
|#

(define advance (compile-function (lambda (state dt) ((second-order-map dt) state)) start .1))

(define (energy-error n)
  (abs (- (HHHam ((iterated (lambda (state) (advance state (/ 5. n))) n) start)) .125)))

(/ (round (* 100 (/ (energy-error 100) (energy-error 200)))) 100)
#|
4.
|#

(define win (frame -.5 .7 -.6 .6))

(rename-window win "6")

(define ((draw-orbit n) crossing after)
  (plot-point win (ref (coordinate crossing) 1) (ref (momentum crossing) 1))
  (if (> n 0) (find-next-crossing after advance .1 1e-10 (draw-orbit (- n 1)))))

(for-each (lambda (y py) (let ((state (section->state .125 y py))) ((draw-orbit 120) state state)))
          '(.3 .25 .2 -.1 -.2 0. .1) '(0. .1 0. 0. 0. .3 0.))
#|
|#
