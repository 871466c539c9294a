;;; The double pendulum as a page: scmpy page double-pendulum.scm -o double-pendulum.html

(define ((L-double m_1 m_2 l_1 l_2 g) local)
  (let ((a (ref (coordinate local) 0)) (b (ref (coordinate local) 1))
        (va (ref (velocity local) 0)) (vb (ref (velocity local) 1)))
    (+ (* 1/2 (+ m_1 m_2) (square (* l_1 va)))
       (* 1/2 m_2 (square (* l_2 vb)))
       (* m_2 l_1 l_2 va vb (cos (- a b)))
       (* (+ m_1 m_2) g l_1 (cos a))
       (* m_2 g l_2 (cos b)))))

(define ((joints m_1 m_2 l_1 l_2 g) local)
  (let ((a (ref (coordinate local) 0)) (b (ref (coordinate local) 1)))
    (let ((first (up (* l_1 (sin a)) (* -1 l_1 (cos a)))))
      (up (up 0 0) first (+ first (up (* l_2 (sin b)) (* -1 l_2 (cos b))))))))

(define moving
  (page (lambda parameters (Lagrangian->state-derivative (apply L-double parameters)))
        (up 0 (up 1.5 2.5) (up 0 0))
        '((m_1 1.) (m_2 1.) (l_1 1.) (l_2 .8) (g 9.8))
        joints
        (lambda parameters (Lagrangian->energy (apply L-double parameters)))
        #f #f #f
        (((Lagrange-equations (L-double 'm_1 'm_2 'l_1 'l_2 'g))
          (up (literal-function 'alpha) (literal-function 'beta)))
         't)
        "alpha beta alphadot betadot"
        "The double pendulum"))
