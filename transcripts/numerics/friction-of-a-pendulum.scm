;;; Fitting: the friction of a pendulum, and its length, from angles that were measured.

(define ((pendulum c l) state)
  (up 1
      (velocity state)
      (- (* -9.81 (/ (sin (coordinate state)) l))
         (* c (velocity state)))))

;;; The motion is compiled once; its derivatives by the parameters move along with it.

(define swing (compile-motion pendulum '(c l)))

(define times '(.5 1. 1.5 2. 2.5 3. 3.5 4.))

(define angles '(.088 -.9006 -.1192 .7916 .1262 -.7117 -.1232 .6383))

(define (missed p)
  (define (difference t angle)
    (- (coordinate (swing (up 0. 1. 0.) t (ref p 0) (ref p 1))) angle))
  (apply up (map difference times angles)))

;;; Newton's method for the least sum of squares.

(define (misfit p) (square (missed p)))

(define (better p)
  (- p (/ ((D misfit) p) (((expt D 2) misfit) p))))

(define (rounded x) (/ (round (* 1e4 x)) 1e4))

(define found ((iterated better 8) (up .1 1.)))

(s:map/r rounded found)
#|
(up .209 .9308)
|#

(rounded (magnitude (missed found)))
#|
.0148
|#
