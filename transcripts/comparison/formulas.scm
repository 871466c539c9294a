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
