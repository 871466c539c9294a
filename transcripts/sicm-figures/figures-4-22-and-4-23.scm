;;; SICM figures 4.22 and 4.23 (section 4.6.2): how often the angles of the golden invariant curve of the standard map
;;; are visited, relative to a uniform rotation, for K = .95 (4.22a), .97 (4.22b) and .971635406 (4.23): the quotient of
;;; the step of the rotation and that of the curve after 987 iterations, a Fibonacci number, which is ours.
;;; Asserted: the mean of its inverse is 1; the least and the most visited angles are visited ever less and more.

(define rotation (- 1 (/ 1 :phi)))

(define step ((principal-value pi) (* 2pi 987 rotation)))

(define (angles K n)
  (let ((the-map (standard-map K)) (found '()))
    ((default-collector (lambda (theta p) (set! found (cons theta found))) the-map n)
     0. (find-invariant-curve the-map rotation 0. 2. 2.2 1e-9) list list)
    found))

(define (rounded x) (/ (round (* 100 x)) 100))

(define (draw-density name K)
  (let* ((ahead (angles K 7751)) (theta (list-tail ahead 987))
         (density (map (lambda (a b) (/ step ((principal-value pi) (- a b)))) (list-head ahead (length theta)) theta))
         (win (frame 0. 2pi 0. 2.5 600 400)))
    (rename-window win name)
    (for-each (lambda (x y) (plot-point win x y)) theta density)
    (map rounded (list (/ (apply + (map / density)) (length density)) (apply min density) (apply max density)))))

(map draw-density '("4.22a" "4.22b" "4.23") '(.95 .97 .971635406))
#|
((1. .35 1.6) (1. .18 2.01) (1. .13 2.39))
|#
