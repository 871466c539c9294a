;;; Lie series: how any function of the state changes along the flow of a Hamiltonian.
;;;
;;; The derivative of a function F along the flow of H is the Poisson bracket {F, H}; the exponential of this operator,
;;; applied to F, is the series of F at the time t later. Of the harmonic oscillator:

(define ((H-oscillator m k) state)
  (+ (/ (square (momentum state)) (* 2 m))
     (* 1/2 k (square (coordinate state)))))

;;; The first terms of the coordinate,

(series:print
 (((Lie-transform (H-oscillator 'm 'k) 'dt) coordinate)
  (up 0 'x0 'p0))
 6)
#|
x0
(/ (* dt p0) m)
(/ (* -1/2 (expt dt 2) k x0) m)
(/ (* -1/6 (expt dt 3) k p0) (expt m 2))
(/ (* 1/24 (expt dt 4) (expt k 2) x0) (expt m 2))
(/ (* 1/120 (expt dt 5) (expt k 2) p0) (expt m 3))
|#

;;; of the momentum,

(series:print
 (((Lie-transform (H-oscillator 'm 'k) 'dt) momentum)
  (up 0 'x0 'p0))
 6)
#|
p0
(* -1 dt k x0)
(/ (* -1/2 (expt dt 2) k p0) m)
(/ (* 1/6 (expt dt 3) (expt k 2) x0) m)
(/ (* 1/24 (expt dt 4) (expt k 2) p0) (expt m 2))
(/ (* -1/120 (expt dt 5) (expt k 3) x0) (expt m 2))
|#

;;; and of the energy, which is constant.

(series:print
 (((Lie-transform (H-oscillator 'm 'k) 'dt) (H-oscillator 'm 'k))
  (up 0 'x0 'p0))
 6)
#|
(/ (+ (* 1/2 k m (expt x0 2)) (* 1/2 (expt p0 2))) m)
0
0
0
0
0
|#

;;; With unit mass and stiffness these are the series of the motion that everybody knows.

(define (solution dt)
  (+ (* 'x0 (cos dt)) (* 'p0 (sin dt))))

(define coefficients
  (stream-head
   (series->stream (((Lie-transform (H-oscillator 1 1) 'dt) coordinate) (up 0 'x0 'p0)))
   6))

(define (Taylor-terms f count)
  (let loop ((n 0) (derivative f) (factorial 1) (terms '()))
    (if (= n count)
        (reverse terms)
        (loop (+ n 1)
              (D derivative)
              (* factorial (+ n 1))
              (cons (/ (* (derivative 0) (expt 'dt n)) factorial) terms)))))

(map - coefficients (Taylor-terms solution 6))
#|
(0 0 0 0 0 0)
|#

;;; A pendulum has no such closed form; the series is as easy. (I = m l^2, V = m g l.)

(define (H-pendulum state)
  (- (/ (square (momentum state)) (* 2 'I))
     (* 'V (cos (coordinate state)))))

(series:print
 (((Lie-transform H-pendulum 'dt) coordinate) (up 0 'theta 'p))
 5)
#|
theta
(/ (* dt p) I)
(/ (* -1/2 V (expt dt 2) (sin theta)) I)
(/ (* -1/6 V (expt dt 3) p (cos theta)) (expt I 2))
(/
 (+ (* 1/24 I (expt V 2) (expt dt 4) (cos theta) (sin theta))
    (* 1/24 V (expt dt 4) (expt p 2) (sin theta)))
 (expt I 3))
|#
