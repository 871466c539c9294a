;;; The double pendulum: one bob hangs from the other. The angles are measured from the vertical.

(define ((L-double-pendulum m1 m2 l1 l2 g) local)
  (let* ((theta (coordinate local))
         (thetadot (velocity local))
         (theta1 (ref theta 0))
         (theta2 (ref theta 1))
         (v1 (* l1 (ref thetadot 0)))
         (v2 (* l2 (ref thetadot 1))))
    (- (+ (* 1/2 m1 (square v1))
          (* 1/2 m2 (+ (square v1)
                       (square v2)
                       (* 2 v1 v2 (cos (- theta1 theta2))))))
       (+ (* -1 m1 g l1 (cos theta1))
          (* -1 m2 g (+ (* l1 (cos theta1)) (* l2 (cos theta2))))))))

(define angles (up (literal-function 'theta_1) (literal-function 'theta_2)))

(((Lagrange-equations (L-double-pendulum 'm_1 'm_2 'l_1 'l_2 'g)) angles) 't)
#|
(down
 (+
  (* -1
     l_1
     l_2
     m_2
     (sin (+ (theta_2 t) (* -1 (theta_1 t))))
     (expt ((D theta_2) t) 2))
  (* l_1
     l_2
     m_2
     (cos (+ (theta_2 t) (* -1 (theta_1 t))))
     (((expt D 2) theta_2) t))
  (* g l_1 m_1 (sin (theta_1 t)))
  (* g l_1 m_2 (sin (theta_1 t)))
  (* (expt l_1 2) m_1 (((expt D 2) theta_1) t))
  (* (expt l_1 2) m_2 (((expt D 2) theta_1) t)))
 (+
  (* l_1
     l_2
     m_2
     (sin (+ (theta_2 t) (* -1 (theta_1 t))))
     (expt ((D theta_1) t) 2))
  (* l_1
     l_2
     m_2
     (cos (+ (theta_2 t) (* -1 (theta_1 t))))
     (((expt D 2) theta_1) t))
  (* g l_2 m_2 (sin (theta_2 t)))
  (* (expt l_2 2) m_2 (((expt D 2) theta_2) t))))
|#

;;; The same Lagrangian, from the positions of the bobs: where they are as functions of the angles, and the chain rule.

(define ((positions l1 l2) local)
  (let ((theta1 (ref (coordinate local) 0))
        (theta2 (ref (coordinate local) 1)))
    (let ((bob1 (up (* l1 (sin theta1)) (* -1 l1 (cos theta1)))))
      (up bob1
          (+ bob1 (up (* l2 (sin theta2)) (* -1 l2 (cos theta2))))))))

(define ((L-bobs m1 m2 g) local)
  (let ((q (coordinate local))
        (v (velocity local)))
    (- (+ (* 1/2 m1 (square (ref v 0)))
          (* 1/2 m2 (square (ref v 1))))
       (+ (* m1 g (ref q 0 1))
          (* m2 g (ref q 1 1))))))

(define L-composed
  (compose (L-bobs 'm_1 'm_2 'g) (F->C (positions 'l_1 'l_2))))

(define state
  (up 't (up 'theta_1 'theta_2) (up 'thetadot_1 'thetadot_2)))

(- (L-composed state)
   ((L-double-pendulum 'm_1 'm_2 'l_1 'l_2 'g) state))
#|
(+ (* l_1 l_2 m_2 thetadot_1 thetadot_2 (cos theta_1) (cos theta_2))
   (* l_1 l_2 m_2 thetadot_1 thetadot_2 (sin theta_1) (sin theta_2))
   (* -1 l_1 l_2 m_2 thetadot_1 thetadot_2 (cos (+ theta_1 (* -1 theta_2)))))
|#

;;; The energy.

((Lagrangian->energy (L-double-pendulum 'm_1 'm_2 'l_1 'l_2 'g)) state)
#|
(+ (* l_1 l_2 m_2 thetadot_1 thetadot_2 (cos (+ theta_1 (* -1 theta_2))))
   (* 1/2 (expt l_1 2) m_1 (expt thetadot_1 2))
   (* 1/2 (expt l_1 2) m_2 (expt thetadot_1 2))
   (* 1/2 (expt l_2 2) m_2 (expt thetadot_2 2))
   (* -1 g l_1 m_1 (cos theta_1))
   (* -1 g l_1 m_2 (cos theta_1))
   (* -1 g l_2 m_2 (cos theta_2)))
|#

;;; The second derivative with respect to the velocities is the mass matrix. Its determinant vanishes nowhere: the
;;; accelerations can always be solved for.

(define (mass-matrix local)
  (((partial 2) ((partial 2) (L-double-pendulum 'm_1 'm_2 'l_1 'l_2 'g))) local))

(mass-matrix state)
#|
(down
 (down (+ (* (expt l_1 2) m_1) (* (expt l_1 2) m_2))
       (* l_1 l_2 m_2 (cos (+ theta_1 (* -1 theta_2)))))
 (down (* l_1 l_2 m_2 (cos (+ theta_1 (* -1 theta_2)))) (* (expt l_2 2) m_2)))
|#

(determinant (mass-matrix state))
#|
(+
 (* -1
    (expt l_1 2)
    (expt l_2 2)
    (expt m_2 2)
    (expt (cos (+ theta_1 (* -1 theta_2))) 2))
 (* (expt l_1 2) (expt l_2 2) m_1 m_2)
 (* (expt l_1 2) (expt l_2 2) (expt m_2 2)))
|#

;;; Small oscillations of equal pendulums, about the equilibrium at rest: the stiffness there, and the squares of the
;;; frequencies, which are (2 +- sqrt 2) g/l.

(define L-equal (L-double-pendulum 'm 'm 'l 'l 'g))
(define at-rest (up 't (up 0 0) (up 0 0)))

(((partial 1) ((partial 1) L-equal)) at-rest)
#|
(down (down (* -2 g l m) 0) (down 0 (* -1 g l m)))
|#

(define (characteristic omega^2)
  (determinant (+ (* omega^2 (((partial 2) ((partial 2) L-equal)) at-rest))
                  (((partial 1) ((partial 1) L-equal)) at-rest))))

(characteristic 'lambda)
#|
(+ (* (expt l 4) (expt lambda 2) (expt m 2))
   (* -4 g (expt l 3) lambda (expt m 2))
   (* 2 (expt g 2) (expt l 2) (expt m 2)))
|#

(list (characteristic (* (+ 2 (sqrt 2)) (/ 'g 'l)))
      (characteristic (* (- 2 (sqrt 2)) (/ 'g 'l))))
#|
(0 0)
|#
