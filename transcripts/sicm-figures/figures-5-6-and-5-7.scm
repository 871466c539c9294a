;;; SICM figures 5.6 and 5.7 (section 5.4.4): orbits in central fields, integrated in rectangular coordinates, for
;;; forces that go as r^-2.3 (5.6) and r^(-3/4) (5.7). The first states and the durations are ours.
;;; Asserted: near a circle the frequencies of epicycle and orbit are as .83666 and 3/2 to 1, as the text says; the
;;; angular momentum of the orbits drawn is constant.

(define ((central-force power) state)
  (let ((q (coordinate state)))
    (up 1 (velocity state) (/ (- q) (expt (square q) (/ (+ power 1) 2))))))

(define (start speed) (up 0. (up 1. 0.) (up 0. speed)))

(define (frequency-ratio power)
  (let* ((motion (trajectory (central-force power) (start 1.01) 100.))
         (nearest (crossings motion (lambda (state) (dot-product (coordinate state) (velocity state))) 'rising))
         (angle (lambda (state) (atan (ref (coordinate state) 1) (ref (coordinate state) 0)))))
    (/ 2pi (- (time (cadr nearest)) (time (car nearest)))
       (mean-frequency (central-force power) (start 1.01) angle 200. 1e-10))))

(define (draw name power speed duration size)
  (let ((win (frame (- size) size (- size) size)))
    (rename-window win name)
    (let ((end ((evolve central-force power) (start speed)
                (lambda (state) (plot-point win (ref (coordinate state) 0) (ref (coordinate state) 1)))
                .02 duration)))
      (let ((q (coordinate end)) (v (velocity end)))
        (list (< (abs (- (* (ref q 0) (ref v 1)) (* (ref q 1) (ref v 0)) speed)) 1e-10)
              (/ (round (* 1e4 (frequency-ratio power))) 1e4))))))

(list (draw "5.6" 2.3 1.1 120. 2.) (draw "5.7" .75 1.2 50. 1.5))
#|
((#t .8366) (#t 1.5))
|#
