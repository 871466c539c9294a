"""TeX and infix: (Scheme, infix, TeX), where TeX is shown without the size marks of its brackets."""

import pytest

from scmpy.errors import LimitError
from scmpy.render.latex import tex
from scmpy.render.notation import infix

CASES = [
    ("x", "x", "x"),
    ("-2", "-2", "-2"),
    ("-1/2", "-½", r"-\frac{1}{2}"),
    ("3/7", "3/7", r"\frac{3}{7}"),
    ("1.5e-17", "1.5e-17", r"1.5 \times 10^{-17}"),
    # sums and signs
    ("(+ a (* -1 b))", "a - b", "a - b"),
    ("(+ (* -1 a) b)", "-a + b", "-a + b"),
    ("(+ a (* -1 (+ b c)))", "a - (b + c)", "a - (b + c)"),
    ("(+ a (* -3/7 x))", "a - (3/7) x", r"a - \frac{3}{7} x"),
    ("(- a (- b c))", "a - (b - c)", "a - (b - c)"),
    ("(- (* -1 a))", "-(-a)", "-(-a)"),
    ("(+)", "0", "0"),
    # products
    ("(* 1/2 m (expt v 2))", "½ m v²", r"\frac{1}{2} m v^{2}"),
    ("(* -1 (+ a b))", "-(a + b)", "-(a + b)"),
    ("(* a -2)", "a (-2)", "a (-2)"),
    ("(* 2 3)", "2·3", r"2 \cdot 3"),
    ("(* x (expt 2 n))", "x·2^n", r"x \cdot 2^{n}"),
    ("(* (+ a b) c)", "(a + b) c", "(a + b) c"),
    ("(*)", "1", "1"),
    ("(expt (-) (/))", "0¹", "0^{1}"),
    # quotients
    ("(/ (* a b) (* 2 c))", "a b / (2 c)", r"\frac{a b}{2 c}"),
    ("(/ a (/ b c))", "a / (b / c)", r"\frac{a}{\frac{b}{c}}"),
    ("(/ (* -1 a) b)", "-a / b", r"-\frac{a}{b}"),
    ("(/ a b c)", "a / (b c)", r"\frac{a}{b c}"),
    ("(/ x)", "1 / x", r"\frac{1}{x}"),
    ("(expt (/ a b) 2)", "(a / b)²", r"(\frac{a}{b})^{2}"),
    ("(* 2 (/ a b))", "2 (a / b)", r"2 \frac{a}{b}"),
    # powers and roots
    ("(expt (+ a b) -2)", "(a + b)⁻²", "(a + b)^{-2}"),
    ("(expt x -1/2)", "x^(-½)", r"x^{-\frac{1}{2}}"),
    ("(expt (expt x 2) n)", "(x²)^n", "(x^{2})^{n}"),
    ("(expt x (expt y 2))", "x^(y²)", "x^{y^{2}}"),
    ("(expt -2 2)", "(-2)²", "(-2)^{2}"),
    ("(expt 1/2 2)", "(½)²", r"(\frac{1}{2})^{2}"),
    ("(square (+ x y))", "(x + y)²", "(x + y)^{2}"),
    ("(cube x)", "x³", "x^{3}"),
    ("(sqrt (+ x y))", "√(x + y)", r"\sqrt{x + y}"),
    ("(expt (sqrt x) 3)", "(√x)³", r"\sqrt{x}^{3}"),
    ("(sqrt (f x))", "√(f(x))", r"\sqrt{f(x)}"),
    ("(expt (sin x) 2)", "sin²(x)", r"\sin^{2}(x)"),
    ("(expt (sin x) -1)", "sin(x)⁻¹", r"\sin(x)^{-1}"),
    ("(expt (expt (sin x) 2) 3)", "(sin²(x))³", r"(\sin^{2}(x))^{3}"),
    ("(expt (f x) 2)", "f(x)²", "f(x)^{2}"),
    ("(sqrt (abs (- a b)))", "√(abs(a - b))", r"\sqrt{\lvert a - b\rvert}"),
    ("(floor (- a b))", "floor(a - b)", r"\lfloor a - b\rfloor"),
    ("(ceiling x)", "ceiling(x)", r"\lceil x\rceil"),
    # functions and derivatives
    ("(f x y)", "f(x, y)", "f(x, y)"),
    ("(f)", "f()", "f()"),
    ("((f x) y)", "f(x)(y)", "f(x)(y)"),
    ("((+ f g) x)", "(f + g)(x)", "(f + g)(x)"),
    ("((expt f 2) x)", "(f²)(x)", "(f^{2})(x)"),
    ("((D theta) t)", "Dθ(t)", r"D\theta(t)"),
    ("(expt ((D theta) t) 2)", "(Dθ(t))²", r"(D\theta(t))^{2}"),
    ("(((expt D 2) x) t)", "D²x(t)", "D^{2}x(t)"),
    ("(((partial 1) f) x y)", "∂₁f(x, y)", r"\partial_{1}f(x, y)"),
    ("(((partial 1 0) H) s)", "∂₁,₀H(s)", r"\partial_{1,0}H(s)"),
    ("(((* (partial 1) (partial 0)) F) x y)", "∂₁∂₀F(x, y)", r"\partial_{1}\partial_{0}F(x, y)"),
    ("(((expt (partial 0) 2) F) x)", "∂₀²F(x)", r"\partial_{0}^{2}F(x)"),
    ("((D (+ f g)) x)", "D(f + g)(x)", "D(f + g)(x)"),
    ("((D (f x)) t)", "D(f(x))(t)", "D(f(x))(t)"),
    ("(* D x)", "D x", "D x"),
    ("((D (negate f)) x)", "D(-f)(x)", "D(-f)(x)"),
    # structures
    ("(up x y)", "up(x, y)", r"\begin{pmatrix} x \\ y \end{pmatrix}"),
    ("(down x (+ y 1))", "down(x, y + 1)", r"\begin{bmatrix} x & y + 1 \end{bmatrix}"),
    ("(matrix-by-rows (list a b) (list c d))", "[[a, b], [c, d]]", r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}"),
    ("(= a (+ b c))", "a = b + c", "a = b + c"),
    ("(<= a b)", "a ≤ b", r"a \le b"),
    # names
    ("(omega^a t)", "ω↑a(t)", r"\omega^{a}(t)"),
    ("(expt q^0 2)", "(q↑0)²", "(q^{0})^{2}"),
    ("thetadot_1", "θ̇₁", r"\dot{\theta}_{1}"),
    ("A_12", "A₁₂", "A_{12}"),
    ("A_1_2", "A_1_2", "A_{1,2}"),
    ("xprime", "x′", r"x^{\prime}"),
    ("p_r_phi", "p_r_φ", r"p_{r,\phi}"),
    ("x_", "x_", r"\textsf{x\_}"),
    ("my-mass", "my-mass", r"\textsf{my-mass}"),
    ("mass", "mass", r"\mathsf{mass}"),
    ("teapot", "teapot", r"\mathsf{teapot}"),
]


@pytest.mark.parametrize("scheme, in_infix, in_tex", CASES)
def test_notation(tree, scheme, in_infix, in_tex):
    assert infix(tree(scheme)) == in_infix
    assert tex(tree(scheme)).replace(r"\left", "").replace(r"\right", "") == in_tex


def test_infix_has_one_reading():
    texts = [in_infix for _, in_infix, _ in CASES]
    assert len(set(texts)) == len(texts)


def test_the_lecture(tree):
    r"""The free rigid body: -B \omega^b(t) \omega^c(t) + C \omega^b(t) \omega^c(t) + A D\omega^a(t), in brackets."""
    residual = "(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t))))"
    assert tex(tree(residual)) == (
        r"\begin{bmatrix} -B \omega^{b}\left(t\right) \omega^{c}\left(t\right)"
        r" + C \omega^{b}\left(t\right) \omega^{c}\left(t\right) + A D\omega^{a}\left(t\right) \end{bmatrix}"
    )


def test_complex_numbers():
    assert (infix(2 - 1j), infix(2j), tex(-1j)) == ("2.0 - 1.0 i", "2.0 i", "-1. i")


def test_floats_in_tex_are_those_of_the_prompt():
    assert list(map(tex, (435.0, 0.5, -0.25, 1e22, 1.5e-17))) == [
        "435.", ".5", "-.25", r"1 \times 10^{22}", r"1.5 \times 10^{-17}",
    ]  # fmt: skip


@pytest.mark.slow
def test_depth_and_sharing(deep, doubled):
    assert infix(deep) == "sin(" * 10_000 + "x" + ")" * 10_000
    assert tex(deep).count(r"\sin") == 10_000
    for printer in (infix, tex):
        with pytest.raises(LimitError, match="most-characters"):
            printer(doubled)
