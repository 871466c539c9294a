;;; A pendulum whose support is driven, with its stroboscopic section, as a page:
;;; scmpy page driven-pendulum.scm -o driven-pendulum.html

(define (angle x) (atan (sin x) (cos x)))

(define ((bob l g a omega) state)
  (let ((theta (coordinate state)) (support (* a (cos (* omega (time state))))))
    (up (up 0 support) (up (* l (sin theta)) (- support (* l (cos theta)))))))

(define moving
  (page (lambda (l g a omega) (H-pend-sysder 1. l g a omega))
        (up 0 1. 0.)
        '((l 1.) (g 9.8) (a .1) (omega 6.26))
        bob
        #f
        (lambda (l g a omega)
          (lambda (state) (up (sin (* omega (time state))) (angle (coordinate state)) (momentum state))))
        (lambda (l g a omega) (lambda (theta p) (up 0 theta p)))
        (list :-pi :pi -10. 10.)
        #f
        "theta p"
        "The driven pendulum and its section"))
