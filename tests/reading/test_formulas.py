"""Formulas in infix text and in LaTeX: what they are read as, by which rule, and where they are refused."""

import time
from random import Random

import pytest

from scmpy import (
    equations,
    equations_from_tex,
    equations_from_text,
    equivalent,
    expression_from_tex,
    expression_from_text,
    parse_printed,
)
from scmpy.errors import ScmpyError, SyntaxError_

EXPRESSIONS = r"""
½ m v²                  (* 1/2 m (expt v 2))
(a+b)(c+d)              (* (+ a b) (+ c d))
2 sin^2 θ               (* 2 (expt (sin theta) 2))
f²(x, y) + g^{-1}(x, y) (+ (expt (f x y) 2) (/ 1 (g x y)))
m²(x + 1)               (* (expt m 2) (+ x 1))
sin θ cos φ             (* (sin theta) (cos phi))
sin ω t                 (sin (* omega t))
sin 2θ                  (sin (* 2 theta))
m g l sin(2θ)/2         (* 1/2 m g l (sin (* 2 theta)))
e^(-t/τ)                (exp (/ (- t) tau))
e^sin(x) y              (* (exp (sin x)) y)
2^-cos(2x) y            (* y (expt 2 (- (cos (* 2 x)))))
sin -x                  (sin (- x))
a cos -(x + y)^2 sin -y (* a (cos (- (expt (+ x y) 2))) (sin (- y)))
√(g/l) + √2             (+ (sqrt (/ g l)) (sqrt 2))
1/2 m                   (* 1/2 m)
a/b c                   (* (/ a b) c)
a/(b c)                 (/ a (* b c))
1/LC + q^2/m²c          (+ (/ 1 (* L C)) (/ (expt q 2) (* (expt m 2) c)))
GM/rc^2                 (/ (* G M) (* r (expt c 2)))
k/2m y                  (* (/ k (* 2 m)) y)
p²/2m + 1/2m v²         (+ (/ (expt p 2) (* 2 m)) (* 1/2 m (expt v 2)))
px²/2 + pθ py           (+ (/ (expt p_x 2) 2) (* p_theta p_y))
vx² + vy                (+ (expt v_x 2) v_y)
v + vx                  (+ v (* v x))
p² + px                 (+ (expt p 2) (* p x))
2^-x^2                  (expt 2 (- (expt x 2)))
x_1 + y_max             (+ x_1 y_max)
0.1 + .5                3/5
|a - b|                 (abs (- a b))
(x, y)                  (up x y)
[[a, b], [c, d]]        (matrix-by-rows (list a b) (list c d))
sin^-1 x                (asin x)
\tfrac12 m v^2          (* 1/2 m (expt v 2))
\frac{a}{b}c^2d         (* (/ a b) (expt c 2) d)
\sqrt[3]{x}+\sqrt 2     (+ (expt x 1/3) (sqrt 2))
\sin^2\theta\,\cos\phi  (* (expt (sin theta) 2) (cos phi))
\mathbf{F}\cdot 2       (* 2 F)
\left(a+b\right)^{2}    (expt (+ a b) 2)
\omega_0^2+l_{\mathrm{max}} (+ (expt omega_0 2) l_max)
\begin{pmatrix}a\\b\end{pmatrix}  (up a b)
\begin{bmatrix} \displaystyle{ a} \cr \cr \displaystyle{ {{b}\over {2}}}\end{bmatrix}  (down a (* 1/2 b))
\left[ \matrix{ a \cr \cr \left( \matrix{ b \cr \cr c} \right)} \right]  (down a (up b c))
{m}_{1} {D}^{2}\theta\left( t \right)  (* m_1 (((expt D 2) theta) t))
{{\partial}_{0}}^{2} F\left( x, y \right) + {\partial}_{1} F\left( x, y \right)  (+ (((expt (partial 0) 2) F) x y) (((partial 1) F) x y))
\mathrm{e}^{\alpha}\ln x (* (exp alpha) (log x))
1/2 (10)                5
\tfrac12\quad (4)       2
a½ b                    (* 1/2 a b)
cos 2 π x               (cos (* 2 x :pi))
log10(x) + log_2 8      (+ (/ (log x) (log 10)) 3)
\log_{10}^2 x           (expt (/ (log x) (log 10)) 2)
\left|\sin |a|\right|   (abs (sin (abs a)))
\left|(a)\lvert b\rvert\right|  (abs (* a b))
"""


@pytest.mark.parametrize("line", EXPRESSIONS.strip().splitlines())
def test_expressions(line):
    text, _, printed = line.partition("  ") if "  " in line else line.partition(" (")
    printed = printed.strip() if "  " in line else f"({printed}"
    read = expression_from_tex if "\\" in text else expression_from_text
    assert equivalent(read(text.strip()), parse_printed(printed))


EQUATIONS = {
    "m l theta'' = -m g sin theta": "(+ (* m l (((expt D 2) theta) t)) (* m g (sin (theta t))))",
    "θ̈ + (g/l) sin θ = 0": "(+ (((expt D 2) theta) t) (* (/ g l) (sin (theta t))))",
    "d²x/dt² + dx/dt = 0": "(+ (((expt D 2) x) t) ((D x) t))",
    "d/dt(m x') = F": "(- (* m (((expt D 2) x) t)) F)",
    r"\frac{d}{dt} m\dot x = F": "(- (* m (((expt D 2) x) t)) F)",
    "d(m v)/dt = F": "(- (* m ((D v) t)) F)",
    "d/dt((m0 - b t) v) = F": "(- (* (- m0 (* b t)) ((D v) t)) (* b (v t)) F)",
    "d/dt(γ m v) = F, γ = 1/√(1 - v²)": "(- (/ (* m ((D v) t)) (expt (- 1 (square (v t))) 3/2)) F)",
    "d/dt(m r² ω) = 0": "(+ (* 2 m (r t) ((D r) t) (omega t)) (* m (square (r t)) ((D omega) t)))",
    "th1'' = sin th_1": "(- (((expt D 2) theta1) t) (sin (theta1 t)))",
    "x1'' + x_1 = 0": "(+ (((expt D 2) x1) t) (x1 t))",
    "½ m x'² + ½ k x² = const": "(* ((D x) t) (+ (* m (((expt D 2) x) t)) (* k (x t))))",
    "x'' = -ω² x,  ω = √(k/m)": "(+ (((expt D 2) x) t) (* (/ k m) (x t)))",
    "L = ½ m x'^2 - V(x)\nd/dt ∂L/∂x' - ∂L/∂x = 0": "(+ (* m (((expt D 2) x) t)) ((D V) (x t)))",
    "m x'' + ∂V(x)/∂x = 0": "(+ (* m (((expt D 2) x) t)) ((D V) (x t)))",
    "m x'' = -∂V/∂x": "(+ (* m (((expt D 2) x) t)) ((D V) (x t)))",
    "y''(x) = 3 y(x)": "(- (((expt D 2) y) x) (* 3 (y x)))",
    r"m\ddot{x} &= -kx \label{one} \\": "(+ (* m (((expt D 2) x) t)) (* k (x t)))",
    r"\begin{align} \dot{x} &= a \\ &\quad + b. \end{align}": "(- ((D x) t) a b)",
    r"\frac{d}{dt}\left(m\dot q_1\right) = 0": "(* m (((expt D 2) q_1) t))",
    r"\frac{d^2 x}{dt^2} = \text{const.}": "(((expt D 3) x) t)",
    r"{d \over dt}{\partial L \over \partial\dot q} = 0, L = {1 \over 2} m \dot q^2": "(* m (((expt D 2) q) t))",
    r"T = \frac12\sum_{i=1}^{2} m_i\dot x_i^2": "(- T (* 1/2 (+ (* m_1 (square ((D x_1) t))) (* m_2 (square ((D x_2) t))))))",
    "y'' + 2 Ω sin λ y' = ±a": "(- (+ (((expt D 2) y) t) (* 2 Omega (sin lambda) ((D y) t))) a)",
    r"\partial_t^2 u = -\frac{d\theta}{dt}^2": "(+ (((expt D 2) u) t) (square ((D theta) t)))",
    r"\dot p = -\partial_x V(x)": "(+ ((D p) t) ((D V) x))",
    "m r'' = -V'(r), V(r) = -k/r": "(+ (* m (((expt D 2) r) t)) (/ k (square (r t))))",
    "∂u/∂t = u ∂u/∂x": "(- (((partial 0) u) t x) (* (u t x) (((partial 1) u) t x)))",
    r"\partial_t u = u": "(- ((D u) t) (u t))",
    r"\partial_t \rho + \partial_x(\rho v) = 0": "(+ (((partial 0) rho) t x) (* (rho t x) (((partial 1) v) t x)) (* (v t x) (((partial 1) rho) t x)))",
    "∂(x² y)/∂x = 3": "(- (* 2 x y) 3)",
    "a = b, b = a + c": "(- c)",  # one of both is no definition
    "Om = 2 k, x' = Om^2": "(- ((D x) t) (* 4 (square k)))",
    "Mg = T, T = M a": "(- (* M g) (* M a))",
    "x' + 3 = 2 y' - const": "(- (((expt D 2) x) t) (* 2 (((expt D 2) y) t)))",
    "x(t)'' = 3": "(- (((expt D 2) x) t) 3)",
    "H = p_θ²/2 - cos θ": "(- H (- (/ (square (p_theta t)) 2) (cos (theta t))))",
    r"Hence, by Newton, $m \ddot x = -k x$ where $k$ is the stiffness.": "(+ (* m (((expt D 2) x) t)) (* k (x t)))",
    "The motion of a spring is:\n  Eq. (3): x'' = -x  (4)": "(+ (((expt D 2) x) t) (x t))",
    r"\therefore \boxed{\ddot{\vec x} = -x.} \qquad (12)": "(+ (((expt D 2) x) t) (x t))",
}


@pytest.mark.parametrize("text", EQUATIONS)
def test_equations(text):
    read = equations_from_tex if "\\" in text else equations_from_text
    (residual,) = read(text)
    assert equivalent(residual, parse_printed(EQUATIONS[text]))


def test_indices_run_over_the_coordinates_of_the_reference():
    reference = equations_from_text("m x_1'' = 0, m x_2'' = 0")
    found = equations_from_tex(r"m \ddot x_i = -k_i \sum_j x_j", reference=reference)
    assert equivalent(found[1], parse_printed("(+ (* m (((expt D 2) x_2) t)) (* k_2 (+ (x_1 t) (x_2 t))))"))
    assert len(found) == 2


def test_either_sign_is_another_reading():
    found = equations_from_tex(r"\dot x = \pm a")
    ((other,),) = found.alternatives
    assert equivalent(found[0], parse_printed("(- ((D x) t) a)"))
    assert equivalent(other, parse_printed("(+ ((D x) t) a)"))


REFUSED = {
    "d(m k)/dt = F": (1, 9),
    r"\dot x = \sum_j k_j": (1, 10),
    "x'' + = 3": (1, 7),
    "θ'' = -(g/l sin θ": (1, 8),
    "x = 1\ny = 2 @": (2, 7),
    "sin": (1, 1),
    "": (1, 1),
    "1/0": (1, 3),
    "1 + max(x, y)": (1, 5),
    r"\partial x": (1, 1),
    "log_1 x": (1, 1),
    r"\input{a} = 0": (1, 1),
    r"\frac{a": (1, 6),
    r"a \begin{tabular}": (1, 3),
    "(" * 10_000: (1, 81),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused_is_shown(text):
    read = expression_from_tex if "\\" in text else equations_from_text if "=" in text else expression_from_text
    with pytest.raises(SyntaxError_) as caught:
        read(text)
    assert caught.value.location is not None
    assert len(str(caught.value)) < 500 and ("^" in str(caught.value)) == bool(text)
    assert (caught.value.location.line, caught.value.location.column) == REFUSED[text] or len(text) > 100


def test_terms_are_where_they_stand():
    (one,) = equations_from_text("x'' = 0,\n  m y'' - k y = -m g", reference=None).equations[1:]
    assert [term.text for term in one.terms] == ["m y''", "- k y", "-m g"]
    assert [(term.line, term.column) for term in one.terms] == [(2, 3), (2, 9), (2, 17)]
    assert equivalent(sum(term.value for term in one.terms), one.residual)


def test_the_reference_says_what_names_mean():
    reference = equations_from_text("mg r'' = V'(r) x1", parameters="mg")
    again = equations_from_text("mg r'' - V'(r) x_1 = 0", reference=reference)
    assert equivalent(again[0], reference[0])
    assert again.reading.parameters == ("mg", "x1") and again.reading.functions == ("V",)


@pytest.mark.parametrize("given", ["x_1, λ", "x₁ lambda", ["x_1", r"\lambda"]])
@pytest.mark.parametrize("text", ["m x₁'' = λ x₁", r"m \ddot x_1 = \lambda x_1"])
def test_declared_names_are_read_as_those_of_a_text(text, given):
    assert equations(text, given).reading.parameters == ("m",)


def test_other_readings():
    found = equations_from_text("a x''/b c = V(x + 1)")
    assert len(found.reading.choices) == 2
    others = [[*other] for other in found.alternatives]
    assert any(
        equivalent(x, parse_printed("(- (/ (* a (((expt D 2) x) t)) (* b c)) (* V (+ 1 (x t))))")) for (x,) in others
    )


@pytest.mark.parametrize("given", [3, ["a", 3]])
def test_what_is_no_text_or_name(given):
    with pytest.raises(ScmpyError):
        equations_from_text("x'' = 0", coordinates=given)
    with pytest.raises(ScmpyError):
        equations_from_text(given)


FOREIGN = [
    *"∮漢😀\0{}()[]|^_'\"$&@;=<√∂½²₁↑",
    "\\",
    r"\input{a}",
    r"\write18{ls}",
    "__import__('os')",
    r"\frac",
    r"\left(",
]
FOREIGN += [r"\right)", r"\begin{align}", r"\end{cases}", "d/dt", "^2", "1/0", "\n", r"\dot{", "_{", "x^99999", "const"]
NESTED = [
    "(",
    "[",
    r"\frac{",
    r"\dot{",
    "sin ",
    "√",
    "|",
    "-",
    "2^",
    r"\left(",
    "f(",
    "d/dt ",
    "a/",
    "D",
    r"\begin{pmatrix}",
    r"\matrix{",
]


def mutant(random):
    """A text cut, doubled, with foreign parts, or with 10,000 characters of nesting in it."""
    text = random.choice([*EQUATIONS, *(line.partition("  ")[0] for line in EXPRESSIONS.strip().splitlines())])
    for _ in range(random.randint(1, 4)):
        i, j = sorted(random.randrange(len(text) + 1) for _ in range(2))
        nested = random.choice(NESTED)
        cut = text[:i] + text[j:]
        doubled = text[:j] + text[i:j] + text[j:]
        foreign = text[:i] + random.choice(FOREIGN) + text[i:]
        deep = text[:i] + nested * (random.choice([60, 10_000 // len(nested)])) + text[i:]
        text = random.choice([cut, doubled, foreign, foreign, foreign, deep] if len(text) < 1000 else [cut, foreign])
    return text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_every_text_is_read_or_refused_at_a_place(seed):
    random = Random(seed)
    for _ in range(6):
        text = mutant(random)
        began = time.process_time()
        try:
            equations(text)
        except SyntaxError_ as error:
            assert error.location is not None
        assert time.process_time() - began < 5, text[:200]
