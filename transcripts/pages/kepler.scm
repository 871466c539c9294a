;;; A body that is attracted by another one at rest, as a page: scmpy page kepler.scm -o kepler.html

(define ((L-Kepler m k) local)
  (let ((q (coordinate local)) (v (velocity local)))
    (+ (* 1/2 m (square v)) (/ k (sqrt (square q))))))

(define moving
  (page (lambda (m k) (Lagrangian->state-derivative (L-Kepler m k)))
        (up 0 (up 1. 0.) (up 0. 1.2))
        '((m 1.) (k 1.))
        (lambda (m k) (lambda (local) (up (up 0 0) (coordinate local))))
        (lambda (m k) (Lagrangian->energy (L-Kepler m k)))
        #f #f #f
        (((Lagrange-equations (L-Kepler 'm 'k)) (up (literal-function 'x) (literal-function 'y))) 't)
        "x y v_x v_y"
        "Kepler's problem"))
