;;; SICM figures 4.20 and 4.21 (section 4.6.1): the invariant curve of the standard map with K = .95 and the rotation
;;; number 1 - 1/phi, among other orbits, which are ours; and a small part of it, magnified by 2 pi 10^5 (in the book by
;;; 2 pi 10^7). The points there come back after Fibonacci numbers of iterations.
;;; Asserted: the ordinate at 0 is that of the text, 2.11446054943917; the magnified points are on a line.

(define the-map (standard-map .95))

(define J (find-invariant-curve the-map (- 1 (/ 1 :phi)) 0. 2. 2.2 1e-11))

(< (abs (- J 2.1144605494391726)) 2e-11)
#|
#t
|#

(define win (frame 0. 2pi 0. 2pi 500 500))

(rename-window win "4.20")

(define (draw-orbit theta p) (display-map win the-map theta p 5000))

(for-each draw-orbit (list 0. .5 pi 0. 0. 3.) (list J .1 3.3 1.9 2.3 2.6))
#|
|#

(define close (frame -5e-6 5e-6 (- J 3e-6) (+ J 3e-6) 500 500))

(rename-window close "4.21")

(define pv (principal-value pi))

;;; The next point near the angle 0, of which the slope of the curve is asked, and the next n of them.

(define (next theta p)
  (let try ((counts '(196418 317811 514229)))
    ((iterated-map the-map (car counts)) theta p
     (lambda (theta p) (if (< (abs (pv theta)) 5e-6) (list (pv theta) p) (try (cdr counts))))
     (lambda () 'failed))))

(define (draw-points n point slope)
  (plot-point close (car point) (cadr point))
  (max (abs (- (cadr point) J (* slope (car point))))
       (if (= n 0) 0 (draw-points (- n 1) (apply next point) slope))))

(let ((first (next 0. J)))
  (< (draw-points 40 first (/ (- (cadr first) J) (car first))) 1e-10))
#|
#t
|#
