;;; The angular momentum of a free rigid body, seen from the body, on its sphere: scmpy page rigid-body.scm -o rigid-body.html

(define ((momentum-rates A B C) state)
  (let ((L (ref state 1)))
    (let ((omega (up (/ (ref L 0) A) (/ (ref L 1) B) (/ (ref L 2) C))))
      (up 1 (cross-product L omega)))))

(define ((energy A B C) state)
  (let ((L (ref state 1)))
    (* 1/2 (+ (/ (square (ref L 0)) A) (/ (square (ref L 1)) B) (/ (square (ref L 2)) C)))))

(define moving
  (page momentum-rates
        (up 0 (up .1 2. .1))
        '((A 1.) (B 2.) (C 3.))
        (lambda (A B C) (lambda (state) (up (up 0 0 0) (ref state 1))))
        energy
        #f #f #f #f
        "L_a L_b L_c"
        "The free rigid body on its momentum sphere" #f #t))
