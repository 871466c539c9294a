;;; Do two systems of equations say the same? Their motions compared.

(define t 't)
(define x (literal-function 'x))
(define y (literal-function 'y))
(define p (literal-function 'p))
(define theta (literal-function 'theta))
(define tension (literal-function 'tension))

;;; --- Newton, Lagrange, Hamilton ---------------------------------------------------------------------------------

(define newton
  (+ (* 'm (((expt D 2) x) t)) (* 'k (x t))))

(equivalent-equations newton (((Lagrange-equations (L-harmonic 'm 'k)) x) t))
#|
equal
|#

(define (H state)
  (+ (/ (square (momentum state)) (* 2 'm))
     (* 1/2 'k (square (coordinate state)))))

(equivalent-equations newton (((Hamilton-equations H) x p) t))
#|
equal
|#

;;; A wrong sign:

(equivalent-equations newton (- (* 'm (((expt D 2) x) t)) (* 'k (x t))))
#|
different
|#

;;; --- The derivative of the energy is no equation of motion --------------------------------------------------------

(define (energy t)
  (+ (* 1/2 'm (square ((D x) t))) (* 1/2 'k (square (x t)))))

(equivalent-equations newton ((D energy) t))
#|
equal except
|#

;;; --- A pendulum by its angle, and by the forces on it -------------------------------------------------------------

(define by-angle
  (+ (* 'm 'R (((expt D 2) theta) t)) (* 'm 'g (sin (theta t)))))

(define by-forces
  (list (+ (* 'm (((expt D 2) x) t)) (* (tension t) (/ (x t) 'R)))
        (+ (* 'm (((expt D 2) y) t)) (* (tension t) (/ (y t) 'R)) (* 'm 'g))
        (- (+ (square (x t)) (square (y t))) (square 'R))))

(define angle
  (list (list (x t) (* 'R (sin (theta t))))
        (list (y t) (* -1 'R (cos (theta t))))))

(equivalent-equations by-forces by-angle angle)
#|
equal
|#

;;; --- A consequence ------------------------------------------------------------------------------------------------

(define (acceleration t) (+ (((expt D 2) x) t) (* 'k (x t))))

(equivalent-equations (acceleration t) ((D acceleration) t))
#|
implies
|#

(check-certificate (equivalent-equations newton (((Hamilton-equations H) x p) t)))
#|
#t
|#
