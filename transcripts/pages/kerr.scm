;;; Free fall around a rotating mass, in coordinates of Boyer and Lindquist, as a page: scmpy page kerr.scm -o kerr.html

(define (L-Kerr M a)
  (metric->Lagrangian (Kerr-metric spacetime-sphere M a) spacetime-sphere))

(define ((place M a) local)
  (let ((r (ref (coordinate local) 1)) (theta (ref (coordinate local) 2)) (phi (ref (coordinate local) 3)))
    (up (up 0 0 0)
        (up (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta))))))

(define moving
  (page (lambda (M a) (Lagrangian->state-derivative (L-Kerr M a)))
        (up 0 (up 0. 10. 1.57 0.) (up 1.2 0. .015 .03))
        '((M 1.) (a .9))
        place
        (lambda (M a) (Lagrangian->energy (L-Kerr M a)))
        #f #f #f
        ((L-Kerr 'M 'a) (up 'tau (up 't 'r 'theta 'phi) (up 'tdot 'rdot 'thetadot 'phidot)))
        "tau t r theta phi tdot rdot thetadot phidot"
        "Free fall around a rotating mass" #f #f 20.))
