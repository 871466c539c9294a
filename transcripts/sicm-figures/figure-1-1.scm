;;; SICM figure 1.1 (section 1.4): the error of the path of least action through three points, of a harmonic oscillator.
;;; Asserted: it is less than 1.7e-4, as the text says, and some 15 times less if the path has four points.

(define ((error-of path) t) (- (path t) (cos t)))

(define q (find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 3))

(define win (frame 0. :pi/2 -2e-4 2e-4))
(rename-window win "1.1")
(plot-function win (error-of q) 0. :pi/2 .01)

(define (largest-error path)
  (apply max (map (compose abs (error-of path)) (iota 158 0. .01))))

(< 1.5e-4 (largest-error q) 1.7e-4)
#|
#t
|#

(define q4 (find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 4))

(< 12 (/ (largest-error q) (largest-error q4)) 18)
#|
#t
|#
