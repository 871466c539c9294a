;;; The double spherical pendulum by vectors of geometric algebra, after P. Joot (2009): an arm is e3 turned by the angle
;;; theta in the plane at phi. The motion of 10 seconds, still and as a movie of the first ones, and what it conserves.

(define e1 (VGA3 'e1)) (define e2 (VGA3 'e2)) (define e3 (VGA3 'e3))

(define (turned plane angle) (+ (cos angle) (* plane (sin angle))))
(define (arm theta phi) (* e3 (turned (* e3 e1 (turned (* e1 e2) phi)) theta)))

(arm 'theta 'phi)
#|
(+ (* (sin theta) (cos phi) e1)
   (* (sin theta) (sin phi) e2)
   (* (cos theta) e3))
|#

(define (position local)
  (let* ((q (coordinate local)) (upper (arm (ref q 0) (ref q 1))))
    (up upper (+ upper (arm (ref q 2) (ref q 3))))))

(define ((L-masses g) local)
  (let ((x (ref local 1)) (v (ref local 2)))
    (scalar-part (- (* 1/2 (+ (* (ref v 0) (ref v 0)) (* (ref v 1) (ref v 1))))
                    (* g e3 (+ (ref x 0) (ref x 1)))))))

(define L (compose (L-masses 9.8) (F->C position)))
(define slope (Lagrangian->state-derivative L))
(define start (up 0. (up 2. 0. 1.8 .5) (up 0. 1. .3 -2.)))
(define motion (trajectory slope start 10.))

;;; The energy stays, and the angular momentum about the vertical, which is the sum of the momenta of the two phi.

(define (about-the-vertical state) (* (((partial 2) L) state) (up 0 1 0 1)))
(define ((drift f) t) (abs (- (f (motion t)) (f start))))

(map (lambda (f) (< (apply max (map (drift f) (iota 10 1))) 1e-9)) (list (Lagrangian->energy L) about-the-vertical))
#|
(#t #t)
|#

;;; The paths of both masses, and the arms in the first four seconds.

(define (place theta phi) (up (* (sin theta) (cos phi)) (* (sin theta) (sin phi)) (cos theta)))
(define (joints state)
  (let* ((q (coordinate state)) (upper (place (ref q 0) (ref q 1))))
    (up (up 0 0 0) upper (+ upper (place (ref q 2) (ref q 3))))))

(define paths (plot-configuration motion (lambda (state) (up (ref (joints state) 1) (ref (joints state) 2)))))
(define film (mechanism-movie (trajectory slope start 4.) joints))
