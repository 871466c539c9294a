;;; Derivations of the course: procedures of a number, of which the names of all symbols and functions are made, so that
;;; no memory of an earlier call answers. Here and in the original they are the same text.

(define (name base n)
  (symbol-append base (string->symbol (number->string n))))

(define (names base count n)
  (map (lambda (i) (name (symbol-append (name base i) '_) n)) (iota count)))

(define (unknown base n) (literal-function (name base n)))

;;; --- Lagrange's equations ---------------------------------------------------------------------------------------

(define ((chain g masses lengths) state)
  (let loop ((ms masses) (ls lengths) (qs (up->list (coordinate state))) (vs (up->list (velocity state)))
             (vx 0) (vy 0) (height 0) (L 0))
    (if (null? ms)
        L
        (let* ((l (car ls)) (q (car qs)) (v (car vs))
               (vx (+ vx (* l (cos q) v)))
               (vy (+ vy (* l (sin q) v)))
               (height (- height (* l (cos q)))))
          (loop (cdr ms) (cdr ls) (cdr qs) (cdr vs) vx vy height
                (+ L (- (* 1/2 (car ms) (+ (square vx) (square vy))) (* (car ms) g height))))))))

(define (up->list s) (vector->list (up->vector s)))

(define ((pendulum count) n)
  (((Lagrange-equations (chain (name 'g n) (names 'm count n) (names 'l count n)))
    (vector->up (list->vector (map literal-function (names 'q count n)))))
   (name 't n)))

(define double-pendulum (pendulum 2))
(define triple-pendulum (pendulum 3))

(define (driven-pendulum n)
  (let ((m (name 'm n)) (l (name 'l n)) (g (name 'g n)) (ys (unknown 'ys n)))
    (define (L s)
      (- (* 1/2 m (square (velocity s))) (* m g (ref (coordinate s) 1))))
    (define (place s)
      (let ((theta (coordinate s)))
        (up (* l (sin theta)) (- (ys (time s)) (* l (cos theta))))))
    (((Lagrange-equations (compose L (F->C place))) (unknown 'theta n)) (name 't n))))

(define (L-central m V)
  (lambda (s) (- (* 1/2 m (square (velocity s))) (V (sqrt (square (coordinate s)))))))

(define (central-force-polar n)
  (define (place s)
    (let ((r (ref (coordinate s) 0)) (phi (ref (coordinate s) 1)))
      (up (* r (cos phi)) (* r (sin phi)))))
  (((Lagrange-equations (compose (L-central (name 'm n) (unknown 'V n)) (F->C place)))
    (up (unknown 'r n) (unknown 'phi n)))
   (name 't n)))

(define (central-force-spherical n)
  (define (place s)
    (let ((r (ref (coordinate s) 0)) (theta (ref (coordinate s) 1)) (phi (ref (coordinate s) 2)))
      (up (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta)))))
  (((Lagrange-equations (compose (L-central (name 'm n) (unknown 'V n)) (F->C place)))
    (up (unknown 'r n) (unknown 'theta n) (unknown 'phi n)))
   (name 't n)))

(define (foucault-pendulum n)
  (let* ((m (name 'm n)) (g (name 'g n)) (l (name 'l n)) (Omega (name 'Omega n))
         (turning (* Omega (sin (name 'beta n)))))
    (define (L s)
      (let ((q (coordinate s)) (v (velocity s)))
        (+ (* 1/2 m (square v))
           (* m turning (- (* (ref q 0) (ref v 1)) (* (ref q 1) (ref v 0))))
           (* -1/2 m (/ g l) (square q)))))
    (define (place s)
      (let ((a (* turning (time s))) (x (ref (coordinate s) 0)) (y (ref (coordinate s) 1)))
        (up (+ (* x (cos a)) (* y (sin a))) (- (* y (cos a)) (* x (sin a))))))
    (((Lagrange-equations (compose L (F->C place))) (up (unknown 'x n) (unknown 'y n))) (name 't n))))

(define (rigid-body n)
  (((Lagrange-equations (T-body-Euler (name 'A n) (name 'B n) (name 'C n)))
    (up (unknown 'theta n) (unknown 'phi n) (unknown 'psi n)))
   (name 't n)))

;;; --- Hamilton's, and what follows from them ---------------------------------------------------------------------

(define (symmetric-top n)
  (let ((A (name 'A n)) (C (name 'C n)) (gMR (name 'gMR n)))
    ((Lagrangian->Hamiltonian
      (lambda (s) (- ((T-body-Euler A A C) s) (* gMR (cos (ref (coordinate s) 0))))))
     (up (name 't n)
         (up (name 'theta n) (name 'phi n) (name 'psi n))
         (down (name 'ptheta n) (name 'pphi n) (name 'ppsi n))))))

(define (henon-heiles n)
  (define (H s)
    (let ((x (ref (coordinate s) 0)) (y (ref (coordinate s) 1)) (p (momentum s)))
      (+ (* 1/2 (+ (square (ref p 0)) (square (ref p 1)) (square x) (square y)))
         (- (* (square x) y) (* 1/3 (cube y))))))
  (((Hamilton-equations H) (up (unknown 'x n) (unknown 'y n)) (down (unknown 'px n) (unknown 'py n)))
   (name 't n)))

(define (lie-series n)
  (define (H s)
    (- (/ (square (momentum s)) (* 2 (name 'a n))) (* (name 'b n) (cos (coordinate s)))))
  (series:sum (((Lie-transform H (name 'dt n)) coordinate) (up (name 't n) (name 'theta n) (name 'p n))) 4))

(define (canonical-test n)
  (define (C s)
    (let ((theta (coordinate s)) (I (momentum s)) (alpha (name 'alpha n)))
      (up (time s)
          (* (sqrt (/ (* 2 I) alpha)) (sin theta))
          (* (sqrt (* 2 alpha I)) (cos theta)))))
  ((time-independent-canonical? C) (up (name 't n) (name 'theta n) (name 'I n))))

;;; --- Manifolds --------------------------------------------------------------------------------------------------

(define sphere-basis (coordinate-system->basis S2-spherical))

(define (sphere-symbols n)
  (let* ((w (basis->1form-basis sphere-basis)) (dtheta (ref w 0)) (dphi (ref w 1))
         (theta (compose (component 0) (chart S2-spherical))))
    (define (g u v)
      (* (square (name 'R n))
         (+ (* (dtheta u) (dtheta v)) (* (square (sin theta)) (dphi u) (dphi v)))))
    (metric->Christoffel-2 g sphere-basis)))

(define (sphere-place n)
  ((point S2-spherical) (up (name 'theta n) (name 'phi n))))

(define (connection-of-the-sphere n)
  ((Christoffel->symbols (sphere-symbols n)) (sphere-place n)))

(define spacetime-basis (coordinate-system->basis spacetime-sphere))

(define (schwarzschild-symbols n)
  (let* ((w (basis->1form-basis spacetime-basis))
         (dt (ref w 0)) (dr (ref w 1)) (dtheta (ref w 2)) (dphi (ref w 3))
         (r (compose (component 1) (chart spacetime-sphere)))
         (theta (compose (component 2) (chart spacetime-sphere))))
    (define (g u v)
      (let ((a (- 1 (/ (* 2 (name 'M n)) r))))
        (+ (* -1 a (dt u) (dt v))
           (* (/ 1 a) (dr u) (dr v))
           (* (square r) (+ (* (dtheta u) (dtheta v)) (* (square (sin theta)) (dphi u) (dphi v)))))))
    (metric->Christoffel-2 g spacetime-basis)))

(define (spacetime-place n)
  ((point spacetime-sphere) (up (name 't n) (name 'r n) (name 'theta n) (name 'phi n))))

(define (connection-of-schwarzschild n)
  ((Christoffel->symbols (schwarzschild-symbols n)) (spacetime-place n)))

(define (curvature-of-the-sphere n)
  (let ((e (basis->vector-basis sphere-basis)) (w (basis->1form-basis sphere-basis)) (m (sphere-place n))
        (R (Riemann (covariant-derivative (Christoffel->Cartan (sphere-symbols n))))))
    (s:map (lambda (a) (s:map (lambda (x) (s:map (lambda (y) (s:map (lambda (z) ((R a x y z) m)) e)) e)) e)) w)))

(define (ricci-of-schwarzschild n)
  (let ((e (basis->vector-basis spacetime-basis)) (m (spacetime-place n))
        (S (Ricci (covariant-derivative (Christoffel->Cartan (schwarzschild-symbols n))) spacetime-basis)))
    (s:map (lambda (x) (s:map (lambda (y) ((S x y) m)) e)) e)))
