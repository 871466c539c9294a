;;; SICM figures 7.1 to 7.3 (section 7.2): the pendulum as a perturbed rotor: first-order perturbation theory with Lie
;;; series of order 1 to 4 (7.1), of order 4 and the actual motion (7.2), and in the oscillation region (7.3). alpha =
;;; 1, beta = .1, epsilon = 1; from theta = 0 with p = .7, in 7.3 with .55.
;;; Asserted: at theta = pi the higher orders are lower, and the actual motion lowest; at 0 the fourth is between the
;;; second and the third; in 7.3 the loops grow with the order; after 2 the fourth is .05 from the actual motion.

(define (W state) (/ (* -1 .1 (sin (coordinate state))) (momentum state)))

(define ((C epsilon order) state) (series:sum (((Lie-transform W epsilon) identity) state) order))

(define ((solution0 t) state)
  (up t (+ (coordinate state) (* t (momentum state))) (momentum state)))

(define (solution p order)
  (let ((start ((C -1. order) (up 0. 0. p))))
    (compose (compile-function (C 1. order) start) (lambda (t) ((solution0 t) start)))))

(define (draw name low high motions)
  (let ((win (frame (- pi) pi low high)))
    (define ((plot motion) t)
      (plot-point win ((principal-value pi) (coordinate (motion t))) (momentum (motion t))))
    (for-each (lambda (motion) (for-each (plot motion) (iota 1200 0. .02))) motions)
    (rename-window win name)))

(define orders '(1 2 3 4))

(define actual ((pendulum-advance 1. .1) (up 0. 0. .7)))

(draw "7.1" .2 .9 (map (lambda (order) (solution .7 order)) orders))
(draw "7.2" .2 .9 (list (solution .7 4) actual))
(draw "7.3" -.6 1.2 (map (lambda (order) (solution .55 order)) orders))

(define ((p-at theta p) order)
  (momentum ((C 1. order) (up 0. theta (momentum ((C -1. order) (up 0. 0. p)))))))

(let ((middle (map (p-at 0. .7) orders)))
  (list (apply > (append (map (p-at pi .7) orders) (list (sqrt (- (square .7) (* 4 .1))))))
        (< (list-ref middle 1) (list-ref middle 3) (list-ref middle 2))
        (apply > (map (p-at pi .55) orders))
        (< (abs (- ((solution .7 4) 2.) (actual 2.))) .05)))
#|
(#t #t #t #t)
|#
