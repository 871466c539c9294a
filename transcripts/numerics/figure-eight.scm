;;; The figure eight of three bodies, continued by the power of their attraction.

(define ((attracted a) state)
  (let ((q (coordinate state)))
    (define (pull i j)
      (let ((d (- (ref q j) (ref q i))))
        (/ d (expt (square d) (/ (+ a 2) 2)))))
    (up 1
        (velocity state)
        (up (+ (pull 0 1) (pull 0 2))
            (+ (pull 1 0) (pull 1 2))
            (+ (pull 2 0) (pull 2 1))))))

;;; Under the potential -1/r the bodies run one after the other along one curve; 6.3259 is the period.

(define start
  (up 0.
      (up (up .97000436 -.24308753) (up -.97000436 .24308753) (up 0. 0.))
      (up (up .466203685 .43236573) (up .466203685 .43236573) (up -.93240737 -.86473146))))

(define period 6.32591398)

;;; The orbit of this period is followed until the potential is -1/r^1.3. Each point of the branch has the parameter, the
;;; state, the period, the multipliers, their kind and an event.

(define eights
  (continue-periodic-orbits attracted start period 1. 1.3 200 #t 1e-10))

(define (rounded x) (/ (round (* 1e4 x)) 1e4))

(define (event point) (list-ref point 5))

(map (lambda (point) (list (event point) (rounded (car point))))
     (filter (lambda (point) (not (string-null? (event point)))) eights))
#|
(("stability" 1.2283))
|#

;;; The last one is still such an orbit: after a third of the period each body is where the next one was.

(define last-state (cadr (list-ref eights (- (length eights) 1))))

(define after
  ((state-advancer (lambda () (attracted 1.3))) last-state (/ period 3) 1e-12))

(define (moved i j)
  (magnitude (- (ref (coordinate after) i) (ref (coordinate last-state) j))))

(< (+ (moved 0 2) (moved 1 0) (moved 2 1)) 1e-6)
#|
#t
|#
