;;; A free body that tumbles about its middle axis, moved by the motors of the projective algebra: its angular momentum in
;;; the body on the sphere, a flip as a movie, and the time from flip to flip, half a period of an elliptic function.

(define A 1.) (define B 2.) (define C 3.)
(define (parts b . names) (apply up (map (lambda (name) (coefficient-of name b)) names)))

(define (L state)
  (let ((omega (* -2 (parts (ref state 2) 'e23 'e31 'e12))) (v (* -2 (parts (ref state 2) 'e01 'e02 'e03))))
    (* 1/2 (+ (square v) (* A (square (ref omega 0))) (* B (square (ref omega 1))) (* C (square (ref omega 2)))))))

(define slope (motor-phase-space-derivative (motor-Lagrangian->Hamiltonian L)))
(define (momentum-in-body state) (* -1/2 (parts (ref state 2) 'e01 'e02 'e03)))

;;; It turns about the second axis, and a hundredth as much about the first.

(define one (even-part (+ 1. (* 0. (PGA3 'e1)))))
(define mu ((motor-velocity->momentum L) (up 0. one (* -1/2 (+ (* .01 (PGA3 'e23)) (PGA3 'e31))))))
(define motion (trajectory slope (up 0. one mu) 80. 1e-12))

;;; By Jacobi's solution the middle component is B times an elliptic function, which has a zero after the time K(k)/sigma
;;; and then at each flip, after twice that. The energy is half of 2E, the square of the angular momentum L^2.

(define 2E (+ (* A (square .01)) B))
(define L^2 (+ (square (* A .01)) (square B)))
(define sigma (sqrt (/ (* (- B A) (- (* 2E C) L^2)) (* A B C))))
(define k (sqrt (/ (* (- C B) (- L^2 (* 2E A))) (* (- B A) (- (* 2E C) L^2)))))
(define flip (* 2 (/ (first-elliptic-integral k) sigma)))

flip
#|
20.754609764655196
|#

(define (middle t) (ref (momentum-in-body (motion t)) 1))
(define (near? x y) (< (abs (- x y)) 1e-9))
(map near? (map middle (list 0. (/ flip 2) flip (* 3/2 flip) (* 2 flip))) (list B 0 (- B) 0 B))
#|
(#t #t #t #t #t)
|#

;;; The length of the angular momentum stays, so that it moves on a sphere; the motor stays of norm one.

(list (near? (square (momentum-in-body (motion 80.))) L^2)
      (near? (scalar-part (* (ref (motion 80.) 1) (reversion (ref (motion 80.) 1)))) 1))
#|
(#t #t)
|#

(define sphere (plot-body-momentum A B C motion momentum-in-body))

;;; The body is drawn as a T; the movie is of a flip.

(define (place x y z) (lambda (state) (ga:coordinates (sandwich (ref state 1) (ga:point PGA3 (up x y z))))))
(define handle (up (place -1 0 0) (place 0 0 0) (place 0 1 0) (place 0 0 0) (place 1 0 0)))
(define film (mechanism-movie (trajectory slope (motion 7.) 13.) handle))
