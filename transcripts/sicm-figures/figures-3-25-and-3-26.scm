;;; SICM figures 3.25 and 3.26 (section 3.8): the outline of an area in the phase space of a pendulum of 1 m, and where the
;;; flow takes it, each .9 s from the region of oscillation, each .3 s from the unstable equilibrium. The outlines are mine.
;;; Asserted: the areas within the outlines are the same, but for the corners of polygons; a point of the last one is
;;; where elliptic functions have it.

(define advance
  (state-advancer (lambda () (Hamiltonian->state-derivative (Lagrangian->Hamiltonian (L-pendulum 9.8 1. 1.))))))

(define (outline theta width height)
  (map (lambda (a) (up 0. (+ theta (* width (cos a))) (* height (sin a)))) (iota 400 0. (/ :2pi 400))))

(define (area states) ; of the polygon
  (apply + (map (lambda (a b) (* 1/2 (- (* (coordinate a) (momentum b)) (* (coordinate b) (momentum a)))))
                states (append (cdr states) (list (car states))))))

(define (areas name theta width height dt . ranges)
  (define win (apply frame ranges))
  (rename-window win name)
  (let lp ((n 0) (states (outline theta width height)))
    (for-each (lambda (s) (plot-point win (coordinate s) (momentum s))) states)
    (cons (area states)
          (if (= n 3)
              (list (- (momentum (car states)) (momentum (closed-form (+ theta width) (* 3 dt)))))
              (lp (+ n 1) (map (lambda (s) (advance s dt)) states))))))

(define (closed-form theta t) (((pendulum-advance 1. 9.8) (up 0. theta 0.)) t))

(define (same? areas)
  (and (< (- (apply max (list-head areas 4)) (apply min (list-head areas 4))) 1e-5)
       (< (abs (list-ref areas 4)) 1e-8)))

(same? (areas "3.25" 1.5 .3 .6 .9 -3. 3. -6. 6.))
#|
#t
|#

(same? (areas "3.26" :pi .2 .5 .3 .1 6.2 -6. 6.))
#|
#t
|#
