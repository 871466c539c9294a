;;; SICM figure 2.3 (section 2.8.2): angular momenta of free rigid bodies of one energy, on the principal axes, seen from
;;; one side; points on the back of the energy ellipsoid are fewer. The moments are those of figure 2.2; all else is mine.
;;; Asserted: the curves are closed, and the separatrix ends on the axis of the intermediate moment.

(define A 1.) (define B (sqrt 2.)) (define C 2.)

(define (Euler-equations state)
  (let ((L (ref state 1)))
    (up 1 (up (* (- (/ 1 C) (/ 1 B)) (ref L 1) (ref L 2))
              (* (- (/ 1 A) (/ 1 C)) (ref L 2) (ref L 0))
              (* (- (/ 1 B) (/ 1 A)) (ref L 0) (ref L 1))))))

(define (motion s t) ; from where the energy is 1/2 and there is no momentum about the intermediate axis
  (trajectory Euler-equations (up 0. (up (* (sqrt A) (cos s)) 0. (* (sqrt C) (sin s)))) t 1e-10))

(define win (frame -1.6 1.6 -1.6 1.6))
(rename-window win "2.3")

(define ((plot motion dt) k)
  (let ((L ((Rx .4) ((Rz .4) (ref (motion (* k dt)) 1)))))
    (if (or (< (ref L 1) 0) (= (modulo k 3) 0))
        (plot-point win (ref L 0) (ref L 2)))))

(define separatrix (asin (sqrt (/ (- B A) (- C A)))))
(for-each (lambda (s) (for-each (plot (motion s 15.) .06) (iota 250))
                      (for-each (plot (motion s -15.) -.06) (iota 250)))
  (append-map (lambda (s) (list s (- :pi s) (+ s :pi) (- s))) (list .2 .4 .6 separatrix .77 .95 1.2)))
#|
|#

(define (closed? s)
  (let ((around (motion s 30.)))
    (let ((back (list-ref (crossings around (lambda (state) (ref state 1 1))) 1)))
      (< (magnitude (- (ref back 1) (ref (around 0.) 1))) 1e-8))))

(map closed? '(.2 .4 .6 .77 .95 1.2))
#|
(#t #t #t #t #t #t)
|#

(< (magnitude (- (ref ((motion separatrix 40.) 40.) 1) (up 0. (sqrt B) 0.))) 1e-4)
#|
#t
|#
