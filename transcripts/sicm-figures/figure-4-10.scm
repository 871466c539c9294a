;;; SICM figure 4.10 (section 4.4): two periodic motions on the torus of two angles, whose frequencies are as 3 to 2.
;;; The Hamiltonian, half the square of the actions, and the first angles are ours.
;;; Asserted: both close after three turns of one angle and two of the other; the first has two points on a section.

(define (H state) (* 1/2 (square (momentum state))))

(define (angles state) (s:map/r (principal-value 2pi) (coordinate state)))

(define win (frame 0. 2pi 0. 2pi))

(rename-window win "4.10")

(define ((monitor win) state)
  (plot-point win (ref (angles state) 0) (ref (angles state) 1)))

(define (draw theta0 dt)
  ((evolve (lambda () (Hamiltonian->state-derivative H)))
   (up 0. (up theta0 0.) (down 3. 2.)) (monitor win) dt 2pi))

(define (away end theta0 turns)
  (abs (- (coordinate end) (* 2pi turns) (up theta0 0.))))

(list (< (away (draw 0. .01) 0. (up 3 2)) 1e-9)
      (< (away (draw 1. .08) 1. (up 3 2)) 1e-9))
#|
(#t #t)
|#

;;; Where the second angle is 0 there are two points of the first motion.

(define motion (trajectory (Hamiltonian->state-derivative H) (up 0. (up 0. 0.) (down 3. 2.)) 12.))

(map (lambda (state) (round (cos (ref (coordinate state) 0))))
     (crossings motion (lambda (state) (sin (/ (ref (coordinate state) 1) 2)))))
#|
(-1. 1. -1.)
|#
