;;; SICM figures 5.3 to 5.5 (section 5.4.4): orbits near a circle, of a circle and epicycles, on the complex plane, for
;;; forces that go as r^(1-n): r^-2 (5.3), r (5.4) and r^(-3/4) (5.5). The lines are what the epicycles add to the
;;; velocity. The sizes are ours.
;;; Asserted: the epicycles are 2, 1 and 4/3 times as long as wide, the equations of motion hold but for second order.

(define ((epicycle n size) t)
  (let ((omega (* 2 (sqrt (- 1 (/ n 4.))))))
    (* size (+ (sin (* omega t)) (* +i (/ 2 omega) (cos (* omega t)))))))

(define ((orbit n size) t) (* (exp (* +i t)) (+ 1 ((epicycle n size) t))))

(define (dots win f count)
  (for-each (lambda (k) (let ((z (f (* k (/ 2pi count))))) (plot-point win (real-part z) (imag-part z))))
            (iota count)))

(define ((draw n size) name turns count)
  (let ((win (frame -1.5 1.5 -1.5 1.5)))
    (dots win (lambda (t) (exp (* +i t))) 120)
    (plot-parametric win (orbit n size) 0. (* turns 2pi) .02)
    (for-each
     (lambda (t)
       (let* ((z ((orbit n size) t)) (end (+ z (* (exp (* +i t)) ((D (epicycle n size)) t)))))
         (dots win (lambda (s) (* (exp (* +i t)) (+ 1 ((epicycle n size) s)))) 40)
         (plot-line win (real-part z) (imag-part z) (real-part end) (imag-part end))))
     (iota count 0. (/ (* turns 2pi) count)))
    (rename-window win name)
    (list (imag-part ((epicycle n 1) 0.)) (< (residual n .001) 3e-6))))

(define (residual n size)
  (let ((z (orbit n size)))
    (magnitude (+ (((expt D 2) z) 1.) (/ (z 1.) (expt (magnitude (z 1.)) n))))))

(list ((draw 3 .2) "5.3" 1 8) ((draw 0 .2) "5.4" 1 8) ((draw 7/4 .2) "5.5" 2 12))
#|
((2. #t) (1. #t) (1.3333333333333333 #t))
|#
