;;; SICM figures 3.27 and 3.28 (section 3.9): the standard map for K = .6 and K = 1.4. The orbits are mine.
;;; Asserted: the residues of the fixed points are K/4 and -K/4; for K = .6 there is an orbit of golden rotation number on
;;; a curve, for K = 1.4 one orbit fills most of the plane, with a positive Lyapunov exponent.

(define (rounded x) (/ (round (* 1e9 x)) 1e9))

(define (section name K seeds)
  (let ((window (frame 0. :2pi 0. :2pi)))
    (rename-window window name)
    (for-each (lambda (seed) (display-map window (standard-map K) (car seed) (cadr seed) (caddr seed))) seeds)
    (map (lambda (theta) (rounded (list-ref (find-fixed-point (standard-map K) (up theta .1)) 5))) '(3. .1))))

(section "3.27" .6
  '((3.14 .4 2000) (3.14 .8 2000) (3.14 1.2 2000) (.01 0. 8000) (3.14 1.7 2000) (3.14 2. 2000) (3.14 2.2 2000)
    (3.14 2.5 2000) (3.14 2.8 2000) (0. 3. 2000) (0. 2.8 2000) (0. 3.5 2000) (3.14 3.8 2000) (3.14 4.1 2000)
    (3.14 4.3 2000) (3.14 4.6 2000)))
#|
(.15 -.15)
|#

(section "3.28" 1.4
  '((3.14 .5 2000) (3.14 1. 2000) (3.14 1.3 2000) (3.14 1.55 2000) (0. .1 20000) (0. 3. 2000) (0. 2.8 2000)
    (0. 2.6 2000) (1.3 0. 2000)))
#|
(.35 -.35)
|#

(define golden (/ (- 3. (sqrt 5)) 2))
(define I (find-invariant-curve (standard-map .6) golden 0. 2. 2.6 1e-9))
(< (abs (- (rotation-number (standard-map .6) (up 0. I) 2000) golden)) 1e-7)
#|
#t
|#

(< .2 (car (lyapunov-exponents-of-map (standard-map 1.4) (up 0. .1) 10000)) .3)
#|
#t
|#
