;;; The double pendulum on its torus: an article's equations, program and picture, derived from the Lagrangian.
;;;
;;; The article gives Hamilton's equations by the inertia matrix, a program that moves them on by the Euler-B method with
;;; Newton's inside, and the path of the two angles on a torus. Here each is derived, what the article writes is
;;; compared, and where it slips the difference shows what is true.

(define ((L-double-pendulum m1 m2 l1 l2 g) local)
  (let ((theta1 (ref (coordinate local) 0))
        (theta2 (ref (coordinate local) 1))
        (v1 (* l1 (ref (velocity local) 0)))
        (v2 (* l2 (ref (velocity local) 1))))
    (+ (* 1/2 m1 (square v1))
       (* 1/2 m2 (+ (square v1)
                    (square v2)
                    (* 2 v1 v2 (cos (- theta1 theta2)))))
       (* m1 g l1 (cos theta1))
       (* m2 g (+ (* l1 (cos theta1)) (* l2 (cos theta2)))))))

;;; The inertia matrix is the second derivative by the velocities, the potential what is left at rest.

(define (at-rest q) (up 0 q (up 0 0)))

(define ((inertia L) q)
  (((partial 2) ((partial 2) L)) (at-rest q)))

(define ((potential L) q) (- (L (at-rest q))))

(define ((H-inertia L) state)
  (let ((q (coordinate state))
        (p (momentum state)))
    (+ (* 1/2 p (solve-linear ((inertia L) q) p))
       ((potential L) q))))

;;; That is Hamilton's form of it.

(define L (L-double-pendulum 'm_1 'm_2 'l_1 'l_2 'g))
(define H (H-inertia L))

(define q (up 'theta_1 'theta_2))
(define p (down 'p_1 'p_2))
(define state (up 't q p))

(equivalent (H state) ((Lagrangian->Hamiltonian L) state))
#|
equal
|#

;;; The article's inertia matrix is the same.

(define I-article
  (let ((mixed (* 'm_2 'l_1 'l_2 (cos (- 'theta_2 'theta_1)))))
    (down (down (* (+ 'm_1 'm_2) (square 'l_1)) mixed)
          (down mixed (* 'm_2 (square 'l_2))))))

(equivalent I-article ((inertia L) q))
#|
equal
|#

;;; The first slip: in the article's text the rates of the momenta have gravity with the wrong sign, upwards for angles
;;; from where the pendulum hangs. What is too much is twice the force. Its program has the sign right.

(define velocities (((partial 2) H) state))
(define rates (- (((partial 1) H) state)))

(define turning
  (* 'm_2 'l_1 'l_2 (sin (- 'theta_2 'theta_1))
     (ref velocities 0) (ref velocities 1)))

(define gravity
  (down (* (+ 'm_1 'm_2) 'g 'l_1 (sin 'theta_1))
        (* 'm_2 'g 'l_2 (sin 'theta_2))))

(define rates-of-the-text
  (+ (down turning (- turning)) gravity))

(equivalent rates-of-the-text rates)
#|
different
|#

(equivalent (- rates-of-the-text rates) (* 2 gravity))
#|
equal
|#

;;; The second slip: the text calls B the derivative of I by theta_1, and writes the rates with p B p, where q-dot B q-dot
;;; belongs: p I^-1 B I^-1 p. The B of the program is -I^-1 dI I^-1, the derivative of the inverse, and has its sign.

(define (matrix-of s) (s->m (up 1 1) s (up 1 1)))
(define dI (matrix-of (((partial 0) (inertia L)) q)))
(define A (matrix-of ((inertia L) q)))
(define B (- (* (invert A) dI (invert A))))

(define (form v M)
  (* 1/2 (ref (* (transpose v) M v) 0 0)))

(define (rates-by x)
  (- (down x (- x)) gravity))

(define p-column (column-matrix 'p_1 'p_2))
(define velocity-column (column-matrix (ref velocities 0) (ref velocities 1)))

(equivalent (rates-by (form p-column dI)) rates)
#|
different
|#

(equivalent (rates-by (form velocity-column dI)) rates)
#|
equal
|#

(equivalent (rates-by (- (form p-column B))) rates)
#|
equal
|#

(equivalent B (((partial 0) (lambda (q) (invert (matrix-of ((inertia L) q))))) q))
#|
equal
|#

;;; Euler-B, a step of h: the new momenta x solve F(x) = 0, with the old angles; Newton's method needs F'. The article's
;;; is right with the program's B: the identity, and h times rows of x B with both signs.

(define ((F H state h) x)
  (+ (- x (momentum state))
     (* h (((partial 1) H) (up (time state) (coordinate state) x)))))

(define x-B (* B p-column))

(define F-prime
  (let ((a (* 'h (ref x-B 0 0)))
        (b (* 'h (ref x-B 1 0))))
    (up (down (+ 1 a) (- a))
        (down b (- 1 b)))))

(equivalent F-prime ((D (F H state 'h)) p))
#|
equal
|#

(define ((Euler-B H h) state)
  (let ((f (F H state h)))
    (let solve ((x (momentum state)))
      (let ((residual (f x)))
        (if (< (+ (square (ref residual 0)) (square (ref residual 1))) 1e-14)
            (up (+ (time state) h)
                (+ (coordinate state)
                   (* h (((partial 2) H) (up (time state) (coordinate state) x))))
                x)
            (solve (- x (solve-linear ((D f) x) residual))))))))

;;; The library has this method under the same name; they agree to the residual that the article allows, 1e-7.

(define H-number (H-inertia (L-double-pendulum 1. 1. 1. 1. 9.8)))
(define (sysder) (Hamiltonian->state-derivative H-number))
(define start (up 0. (up 2. 1.) (down 0. 0.)))

(define advance (state-advancer sysder))

(define (difference s1 s2)
  (apply max (map abs (ultra-flatten (- s1 s2)))))

(< (difference ((iterated (Euler-B H-number .01) 20) start)
               (advance start .2 1e-12 'symplectic-euler-b .01))
   1e-6)
#|
#t
|#

;;; The energy over a million steps of a thousandth, as it is at every ten thousandth: Euler-B and Euler-A go about with
;;; it, explicit Euler heats the pendulum up, Verlet's method is a hundred times better, and the default method, which
;;; finds its steps by the error that is allowed, loses nothing that one could see. The window has their logarithms.

(define ((along method step) state)
  (if method
      (advance state 10. 1e-12 method step)
      (advance state 10.)))

(define errors (frame 0 1000 -12 2))

(define (energy-error step)
  (let loop ((k 0) (state start) (worst 0.))
    (if (= k 100)
        worst
        (let* ((next (step state))
               (error (abs (- (H-number next) (H-number start)))))
          (plot-point errors (time next) (/ (log (max error 1e-16)) (log 10)))
          (loop (+ k 1) next (max worst error))))))

(define euler-b (energy-error (along 'symplectic-euler-b .001)))
(define euler-a (energy-error (along 'symplectic-euler-a .001)))
(define explicit-euler (energy-error (along 'explicit-euler .001)))
(define verlet (energy-error (along 'stormer-verlet .001)))
(define default (energy-error (along #f #f)))

(list (< .01 euler-b .5) (< .01 euler-a .5) (> explicit-euler 10)
      (< verlet .005) (< default 1e-6))
#|
(#t #t #t #t #t)
|#

;;; The picture: where the pendulum has been, on the torus of its angles, which is its configuration space (its phase
;;; space, where the article puts the picture, has the momenta too). The movies, of the arms and of the path, are among
;;; the files that scmpy run --figures FOLDER writes.

(define motion (trajectory (sysder) start 60. 1e-10))
(define theta1 (component 1 0))
(define theta2 (component 1 1))
(define torus (plot-torus motion theta1 theta2))

(define (joints state)
  (let* ((arm (lambda (theta) (up (sin theta) (- (cos theta)))))
         (elbow (arm (theta1 state))))
    (up (up 0 0) elbow (+ elbow (arm (theta2 state))))))

(define beginning (trajectory (sysder) start 10.))
(define film (mechanism-movie beginning joints))
(define film-of-the-torus (torus-movie beginning theta1 theta2))
