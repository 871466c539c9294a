;;; Formulas as people write them: infix text and LaTeX are read into expressions and equations.

(formula "½ m v²")
#|
(* 1/2 m (expt v 2))
|#

(formula "\\frac{d}{dt}\\left(m r^2 \\dot\\varphi\\right)")
#|
(* m (expt r 2) (((expt D 2) phi) t))
|#

(equations "m l θ'' = -m g sin θ")
#|
((+ (* g m (sin (theta t))) (* l m (((expt D 2) theta) t))))
|#

;;; What carries a prime or a dot is a function of the time. A name alone on the left side is a definition.

(equations "L = ½ m x'^2 - V(x)
            d/dt ∂L/∂x' - ∂L/∂x = 0")
#|
((+ (* m (((expt D 2) x) t)) ((D V) (x t))))
|#

;;; Texts stand for equations wherever these are compared.

(equivalent-equations "\\ddot\\theta + \\frac{g}{l}\\sin\\theta = 0"
                      "m l theta'' = -m g sin theta")
#|
equal except
|#

(equivalent-equations "x'' = -ω² x, ω = √(k/m)" "½ m x'² + ½ k x² = const")
#|
equal except
|#

(equivalent '(sin (* 2 x)) "2 sin x cos x")
#|
equal
|#

;;; A function with partial derivatives is its value where it stands alone; z = x + i y are two real coordinates.

(equations "∂u/∂t + u ∂u/∂x = 0")
#|
((+ (* (((partial 1) u) t x) (u t x)) (((partial 0) u) t x)))
|#

(compare "x'' = 2 W y' - k x, y'' = -2 W x' - k y"
         "z'' + 2 i W z' + k z = 0, z = x + i y")
#|
equal: your equations say the same as the reference
  assumed: k positive, W not zero
|#

;;; u_tt is a derivative of a field. An answer may be a Lagrangian: its wrong term is found by the equations of motion.

(equations "u_tt = c^2 u_xx")
#|
((+ (* -1 (expt c 2) (((expt (partial 1) 2) u) t x)) (((expt (partial 0) 2) u) t x)))
|#

(compare "m r'' = m r θ'^2 + m g cos θ - k (r - a), d/dt(m r^2 θ') = -m g r sin θ"
         "L = ½ m (r'^2 + r θ'^2) + m g r cos θ - ½ k (r - a)^2")
#|
different: your equations are not those of the reference
  the equation: L = ½ m (r'^2 + r θ'^2) + m g r cos θ - ½ k (r - a)^2
                    ~~~~~~~~~~~~~~~~~~~
  ½ m r θ'² in it lacks the factor r
  note: the equations of motion of the Lagrangian are compared
  assumed: a g k m positive, r not negative
|#
