;;; Numbers out of equations: motions, by integration of state derivatives that run as compiled code.

(define (rounded x) (/ (round (* 1e6 x)) 1e6))

;;; A pendulum of length l: the Lagrangian, and its state derivative as a function of the parameters.

(define ((L-pendulum g l) state)
  (+ (* 1/2 (square (* l (velocity state))))
     (* g l (cos (coordinate state)))))

(define (pendulum-derivative g l)
  (Lagrangian->state-derivative (L-pendulum g l)))

;;; state-advancer moves a state along by a time, here by .5 from an angle of 1 at rest.

(define start (up 0. 1. 0.))

(define end ((state-advancer pendulum-derivative 9.8 1.) start .5 1e-12))

(s:map/r rounded end)
#|
(up .5 .105019 -2.983637)
|#

;;; evolve shows a monitor the states on the way, at every multiple of a time step and at the end.

(define angles '())

(define (watch state)
  (set! angles (cons (rounded (coordinate state)) angles)))

(define last ((evolve pendulum-derivative 9.8 1.) start watch .2 .5 1e-12))

(reverse angles)
#|
(1. .838105 .393522 .105019)
|#

;;; A trajectory is a function of the time; what is a function of states can be looked at along it.

(define motion (trajectory (pendulum-derivative 9.8 1.) start 10.))

(rounded (coordinate (motion 2.5)))
#|
.500478
|#

(define energy (compose (Lagrangian->energy (L-pendulum 9.8 1.)) motion))

(< (abs (- (energy 7.5) (energy 0.))) 1e-9)
#|
#t
|#

;;; The methods have names; one of the original's goes with steps of controlled length.

(define again (trajectory (pendulum-derivative 9.8 1.) start .5 1e-10 'qcrk4))

(s:map/r rounded (again .5))
#|
(up .5 .105019 -2.983637)
|#

;;; Any function of numbers and tuples is compiled for arguments of a shape.

(define fast (compile-function (pendulum-derivative 9.8 1.) start))

(s:map/r rounded (fast (up 0. .5 .25)))
#|
(up 1. .25 -4.69837)
|#
