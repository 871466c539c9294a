;;; SICM figure 4.2 (section 4.1): a surface of section of the driven pendulum without drive, a few points of each
;;; orbit. Parameters as in figure 4.3; the orbits are ours.
;;; Asserted: the points keep the energy; where six periods of the drive are one of the pendulum, there are six points.

(define omega (* 4.2 (sqrt 9.8)))

(define dp (driven-pendulum-map 1. 1. 9.8 0. omega))

(define win (frame (- pi) pi -20. 20.))

(rename-window win "4.2")

(define (energy theta p) (- (/ (square p) 2) (* 9.8 (cos theta))))

(define (draw-orbit theta p)
  (display-map win dp theta p 60)
  ((iterated-map dp 60) theta p
   (lambda (theta1 p1) (abs (- (energy theta1 p1) (energy theta p))))
   (lambda () 'failed)))

(< (apply max
          (append (map (lambda (theta) (draw-orbit theta 0.)) '(0. .5 1. 1.5 2.5 3.))
                  (map (lambda (p) (draw-orbit pi p)) '(-17. -14. -11. -8. -5. -2. 2. 5. 8. 11. 14. 17.))))
   1e-7)
#|
#t
|#

(define E6 (bisect (lambda (E) (- (pendulum-frequency 1. 9.8 E) (/ omega 6))) -9. 9. 1e-14))

(define theta6 (acos (/ E6 -9.8)))

(display-map win dp theta6 0. 60)

((iterated-map dp 6) theta6 0. (lambda (theta p) (< (+ (abs (- theta theta6)) (abs p)) 1e-7)) (lambda () #f))
#|
#t
|#
