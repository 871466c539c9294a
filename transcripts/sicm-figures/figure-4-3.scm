;;; SICM figure 4.3 (section 4.1): a surface of section of the weakly driven pendulum: A = .001 m, drive frequency 4.2
;;; omega0. m = 1 kg, l = 1 m, g = 9.8 m/s^2; the orbits are ours.
;;; Asserted: the pendulum that rotates with the drive is a stable fixed point where it stands upright, below the
;;; drive's frequency; the six islands are one orbit.

(define omega (* 4.2 (sqrt 9.8)))

(define dp (driven-pendulum-map 1. 1. 9.8 .001 omega))

(define win (frame (- pi) pi -20. 20. 500 600))

(rename-window win "4.3")

(define (draw-orbit theta p) (display-map win dp theta p 800))

(for-each (lambda (theta) (draw-orbit theta 0.)) '(.5 1. 1.5 1.9 2.5 2.8 3.13))
#|
|#

(for-each (lambda (p) (draw-orbit pi p) (draw-orbit pi (- p)))
          '(1.5 4. 6.5 9. 11. 11.8 12.1 13.3 14.5 16.2 18.2))
#|
|#

(define rotating (find-fixed-point dp (up pi 12.)))

(define six (find-fixed-point dp (up 0. 5.6) 6))

(for-each (lambda (p) (draw-orbit 0. p) (draw-orbit 0. (- p)))
          (list 13.9 (ref (car six) 1) 5.65 5.72))
#|
|#

(map (lambda (found) (list (list-ref found 4) (/ (round (* 1e6 (ref (car found) 1))) 1e6)))
     (list rotating six))
#|
(("elliptic" 12.41685) ("elliptic" 5.588014))
|#

(dp 0. (ref (car six) 1) (lambda (theta p) (< 1.2 theta 2.2)) (lambda () #f))
#|
#t
|#
