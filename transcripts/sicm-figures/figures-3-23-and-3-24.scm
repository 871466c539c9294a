;;; SICM figures 3.23 and 3.24 (section 3.7): the distance of two motions of Henon and Heiles's system that start 1e-10
;;; apart, over that: of chaotic ones its common logarithm, also by the variational equations, and of regular ones. The
;;; energy is 1/8; where they start is mine.
;;; Asserted: at first it is 1; the chaotic ones part exponentially, as the variational equations say, until the energy
;;; bounds the distance; that of the regular ones is never more than in proportion to the time.

(define (norm state) (sqrt (+ (square (coordinate state)) (square (momentum state)))))

(define (two-trajectories start)
  (let ((one (trajectory (HHsysder) start 600. 1e-15))
        (other (trajectory (HHsysder) (+ start (up 0. (up 0. 1e-10) (down 0. 0.))) 600. 1e-15)))
    (lambda (t) (/ (norm (- (other t) (one t))) 1e-10))))

(define (variational start)
  (let ((path (trajectory (variational-equations (HHsysder)) (up 0. start (up (up 0. (up 0. 1.) (down 0. 0.)))) 600.)))
    (lambda (t) (norm (ref (path t) 2 0)))))

(define chaotic (section->state 1/8 -.1 .1))
(define apart (two-trajectories chaotic))
(define varied (variational chaotic))
(define regular (two-trajectories (section->state 1/8 .35 0.)))

(define win (frame 0. 600. 0. 16.))
(rename-window win "3.23")
(for-each (lambda (d) (plot-function win (lambda (t) (/ (log (d t)) (log 10))) 0. 600. 1.)) (list apart varied))
#|
|#

(define win2 (frame 0. 600. 0. 30.))
(rename-window win2 "3.24")
(plot-function win2 regular 0. 600. .5)

(list (varied 0.) (< (abs (- 1 (/ (apart 150.) (varied 150.)))) 1e-3) (< 1e9 (apart 600.) 2e10) (< 1e14 (varied 600.)))
#|
(1. #t #t #t)
|#

(define (largest t) (apply max (map regular (iota 100 t .5))))
(< 1.8 (/ (largest 550.) (largest 250.)) 2.2)
#|
#t
|#
