;;; SICM figure 3.22 (section 3.6.5): a surface of section of a top of three unequal moments, where it has turned about its
;;; axis and p_psi is the larger one of two. Energy and p_phi are those of standing upright with 30 rad/s; the orbits are
;;; mine.
;;; Asserted: the tilt and the residue, less than 1, of the stable fixed point of the island; an orbit that begins nearly
;;; upright gets nearly upside down.

(define A 3e-4) (define B 2.5e-4) (define C 1e-4) (define gMR .0456)
(define p-phi (* 30. C))
(define energy (+ (/ (square p-phi) (* 2 C)) gMR))

(define (L-top local)
  (- ((T-body-Euler A B C) local) (* gMR (cos (ref (coordinate local) 0)))))
(define H-top (Lagrangian->Hamiltonian L-top))

(define (H state) ; of theta and psi, as phi does not appear
  (let ((q (coordinate state)) (p (momentum state)))
    (H-top (up (time state) (up (ref q 0) 0 (ref q 1)) (down (ref p 0) p-phi (ref p 1))))))

(define section (section-map H energy 1 1e-10 0. #t))

(define win (frame 0. :pi -.01 .01))
(rename-window win "3.22")
(for-each (lambda (theta n) (display-map win section theta 0. n))
          '(.1 .35 .5 .6 .75 .9 1.1 1.3 1.5) '(3000 400 400 400 400 400 400 400 400))
#|
|#

(define (rounded x) (/ (round (* 1e4 x)) 1e4))
(let ((found (find-fixed-point section (up 1.62 0.))))
  (map rounded (list (ref (car found) 0) (list-ref found 5))))
#|
(1.6216 .9979)
|#

(define lowest 0.)
((default-collector (lambda (theta p) (set! lowest (max lowest theta))) section 2000)
 .1 0. (lambda (theta p) (< 2.9 lowest :pi)) (lambda () 'lost))
#|
#t
|#
