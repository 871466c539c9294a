;;; SICM figure 4.9 (section 4.3.1): the homoclinic tangle of the driven pendulum (4.9a), and a surface of section
;;; (4.9b). m = 1 kg, l = 1 m, g = 9.8 m/s^2, omega = 4.2 sqrt(g/l), A = .05 m; the orbits of the section are ours.
;;; Asserted: the inverse map takes back; the manifolds cross on the axis theta = 0, and the crossing's images go to the
;;; fixed point, to either side.

(define omega (* 4.2 (sqrt 9.8)))

(define dp (driven-pendulum-map 1. 1. 9.8 .05 omega))

(define dp-inverse (driven-pendulum-map 1. 1. 9.8 .05 (- omega)))

(define win (frame (- pi) pi -10. 10. 600 600))

(rename-window win "4.9a")

(define (branch map sign)
  (fixed-point-eigen map (- pi) 0. 1e-5
    (lambda (rho dx dy rho2 dx2 dy2)
      (unstable-manifold map (- pi) 0. (* sign dx) (* sign dy) rho 1e-4))))

(for-each
 (lambda (sign)
   (plot-parametric-fill win (branch dp sign) 1e-4 1000. (cylinder-near? .1))
   (plot-parametric-fill win (branch dp-inverse sign) 1e-4 1000. (cylinder-near? .1)))
 '(1 -1))
#|
|#

(define crossing-parameter (bisect (compose abscissa (branch dp 1)) 1. 20. 1e-12))

(define (after map n)
  ((iterated-map map n) 0. (ordinate ((branch dp 1) crossing-parameter))
   (lambda (theta p) (+ (- pi (abs theta)) (abs p)))
   (lambda () 'failed)))

(list (< (after dp 6) 1e-2) (< (after dp-inverse 6) 1e-2)
      (< (abs (- (dp 1. 2. (lambda (theta p) (dp-inverse theta p up list)) list) (up 1 2))) 1e-8))
#|
(#t #t #t)
|#

(define section (frame (- pi) pi -10. 10. 600 600))

(rename-window section "4.9b")

(for-each (lambda (theta) (display-map section dp theta 0. 1000)) '(.3 .8 1.2 1.6 1.9 2.2 2.4 2.6 3.))
#|
|#

(for-each (lambda (p) (display-map section dp pi p 600) (display-map section dp pi (- p) 600)) '(2. 3.5 5. 7. 9.))
#|
|#
