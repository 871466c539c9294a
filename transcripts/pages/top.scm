;;; The symmetric top with a fixed point, as a page: scmpy page top.scm -o top.html

(define ((L-top A C gMR) local)
  (let ((theta (ref (coordinate local) 0))
        (thetadot (ref (velocity local) 0)) (phidot (ref (velocity local) 1)) (psidot (ref (velocity local) 2)))
    (- (+ (* 1/2 A (+ (square thetadot) (square (* phidot (sin theta)))))
          (* 1/2 C (square (+ psidot (* phidot (cos theta))))))
       (* gMR (cos theta)))))

(define ((axis A C gMR) local)
  (let ((theta (ref (coordinate local) 0)) (phi (ref (coordinate local) 1)))
    (up (up 0 0 0) (up (* (sin theta) (sin phi)) (* -1 (sin theta) (cos phi)) (cos theta)))))

(define moving
  (page (lambda (A C gMR) (Lagrangian->state-derivative (L-top A C gMR)))
        (up 0 (up .5 0. 0.) (up 0. 0. 25.))
        '((A 1.) (C .4) (gMR 6.))
        axis
        (lambda (A C gMR) (Lagrangian->energy (L-top A C gMR)))
        #f #f #f
        (((Lagrange-equations (L-top 'A 'C 'gMR))
          (up (literal-function 'theta) (literal-function 'phi) (literal-function 'psi)))
         't)
        "theta phi psi thetadot phidot psidot"
        "The symmetric top" #f #t))
