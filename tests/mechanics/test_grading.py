"""Answers compared with references: derivations by hand, right and wrong in the usual ways."""

import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.registry import library

TABLE = Path(__file__).with_name("derivations.txt")


class Derivation(NamedTuple):
    name: str
    reference: str
    answer: str
    verdict: str
    kind: str


def derivations():
    for system in TABLE.read_text(encoding="utf-8").split("\n=== ")[1:]:
        name, _, rest = system.partition("\n")
        reference, *answers = rest.split("\n--- ")
        for answer in answers:
            head, _, text = answer.partition("\n")
            verdict = next(x for x in ("equal", "different", "first integral") if head.startswith(x))
            yield Derivation(name, reference, text, verdict, head.removeprefix(verdict).strip())


CASES = list(derivations())


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=[f"{n} {case.name} {case.kind}" for n, case in enumerate(CASES)])
def test_derivation(case):
    """As a teacher does it: a verdict takes its time, and not more than ten seconds."""
    start = time.process_time()
    grade = s.compare(case.reference, case.answer)
    assert time.process_time() - start < 10
    assert grade.verdict == case.verdict, grade.report()
    assert [x.kind for x in grade.diagnoses[:1]] == [case.kind] * bool(case.kind), grade.report()


def test_term_is_underlined():
    grade = s.compare("m l θ'' = -m g sin θ", r"\ddot\theta = \frac{g}{l}\sin\theta")
    (mark,) = [line for line in grade.report().splitlines() if "~" in line]
    (equation,) = [line for line in grade.report().splitlines() if r"\ddot" in line and "equation" in line]
    assert equation[mark.index("~") : mark.rindex("~") + 1] == r"\frac{g}{l}\sin\theta"


def test_terms_with_pi_are_underlined_as_they_are_typed():
    grade = s.compare("x'' = -4 π^2 f^2 x", "x'' = -2 π^2 f^2 x")
    assert grade.diagnoses[0].text == "the term -2 π^2 f^2 x has to be multiplied by 2" and "~~~" in grade.report()
    assert s.compare("x'' = -ω² x", "ω = 2 π f, x'' = -(2 π f)² x").notes == ("f = ½ ω / π",)


PENDULUM = "l θ'' + g sin θ = 0"
YO_YO = "m a = m g - T, I α = T R, a = α R, I = ½ m R^2"
GEODESIC = "L = ½ (-(1 - 2M/r) t'^2 + r'^2/(1 - 2M/r) + r^2 φ'^2)"
RADIAL = "r'' = -(M/r²)(1 - 2M/r) t'² + (M/r²) r'²/(1 - 2M/r) + (r - 2M) φ'²"
SPHERICAL = "L = ½ m l^2 (θ'^2 + sin^2 θ φ'^2) + m g l cos θ"


@pytest.mark.parametrize(
    ("reference", "answer", "verdict"),
    [
        (PENDULUM, "dL/dt = -m g l sin θ, L = m l^2 θ'", "equal"),
        ("m x'' = F(t) - c x'", r"m\frac{dv}{dt} = F(t) - c v,\ v = \frac{dx}{dt}", "equal"),
        (
            "d/dt ∂L/∂q' = ∂L/∂q",
            r"\dot p = \frac{\partial L}{\partial q},\ p = \frac{\partial L}{\partial\dot q}",
            "equal",
        ),
        (
            "r'' = r φ'^2 - k/r^2; d/dt(r^2 φ') = 0",
            "x'' = -k x/(x^2 + y^2)^(3/2); y'' = -k y/(x^2 + y^2)^(3/2); x = r cos φ; y = r sin φ",
            "equal",
        ),
        (PENDULUM, "m l θ'' + m g sin θ = 0", "equal"),
        (PENDULUM, "m sin θ (l θ'' + g sin θ) = 0", "equal"),
        (PENDULUM, "θ' = 0, sin θ = 0", "implied"),
        (PENDULUM, "l θ''' + g θ' cos θ = 0", "implies"),
        (PENDULUM, "l θ'' + g sin θ", "unreadable"),
        (PENDULUM, "l θ'' + (g sin θ = 0", "unreadable"),
        (PENDULUM, "φ'' = -g/l sin φ", "equal"),
        (PENDULUM, "[l θ'', θ'] = [-g sin θ, θ']", "equal"),
        (PENDULUM, "[l θ'', 0] = [g sin θ, 0]", "different"),
        (PENDULUM, "1 = 0", "different"),
        (PENDULUM, "θ'' = -ω² sin θ, ω² = g/l", "equal"),
        # an integral that is constant by the equation itself says the same
        ("d/dt(m r^2 φ') = 0", "m r^2 φ' = p", "equal"),
        ("x'' = g", "x' = v0 + g t", "equal"),
        ("m x'' = -k x", "½ m x'^2 + ½ k x^2 = E", "first integral"),  # rest at any x has an energy too
        ("r'' = r φ'^2 - k/r^2, d/dt(r^2 φ') = 0", "r'' = h^2/r^3 - k/r^2", "implied"),  # of φ nothing is said
        ("x'' = -x", "x'' = -x, k x = 0", "implied"),  # all motions, but for k = 0 alone
        # what a reference defines is known in an answer
        (YO_YO, "a = 2g/3", "implies"),
        (YO_YO, "a = 2g/3, T = m g/3", "equal"),
        (YO_YO, "a = g/2, T = m g/3", "different"),
        (YO_YO, "a = 2g/3, T = m (g - a)", "implies"),  # it is the answer's own here
        ("x'' + 2 γ x' + ω0² x = 0, γ = c/(2m), ω0² = k/m", "γ = c/m, x'' + γ x' + (k/m) x = 0", "equal"),
        # other names of the variable
        ("u'' + u = G M/h^2", "d²u/dφ² + u = G M/h²", "equal"),
        ("u'' + u = G M/h^2", r"\frac{d^2u}{d\phi^2} + u = \frac{GM}{h^2} + 3GMu^2", "different"),
        (GEODESIC, f"d/ds((1 - 2M/r) t') = 0, d/ds(r² φ') = 0, {RADIAL}", "equal"),
        (GEODESIC, f"d/ds((1 - 3M/r) t') = 0, d/ds(r² φ') = 0, {RADIAL}", "different"),
        ("m v' = m g - k v^2", "v dv/dx = g - k v²/m", "equal"),
        ("m v' = m g - k v^2", "v dv/dx = g + k v²/m", "different"),
        # fields, and what follows of them by derivatives
        ("u_t + 6 u u_x + u_xxx = 0", "u_t + (3 u^2 + u_xx)_x = 0", "equal"),
        ("u_t + 6 u u_x + u_xxx = 0", "u_t + (6 u^2 + u_xx)_x = 0", "different"),
        ("u_x = v_y, u_y = -v_x", "u_xx + u_yy = 0", "equal"),
        ("∂u/∂t = ∂²u/∂x²", "u = w + 1, w_t = w_xx", "equal"),
        ("∂u/∂t = ∂²u/∂x²", "u = w + 1, w_t = 2 w_xx", "different"),
        ("∂u/∂t = ∂²u/∂x²", "∂²u/∂t∂x = ∂³u/∂x³", "implies"),
        ("∂u/∂t = c ∂u/∂x", "∂²u/∂t² = c² ∂²u/∂x²", "implies"),
        (PENDULUM, "l θ'' + g sin θ + ... = 0", "unreadable"),
        # e^2 is no number, and what is said to be a root is positive
        ("r = a (1 - e^2)/(1 + e cos φ)", "r (1 + e cos φ) = a (1 - e) (1 + e)", "equal"),
        ("ω = √(n e^2/(ε m))", "ω^2 = n e^2/(m ε)", "equal"),
        ("v = -√(2 g h)", "v^2 = 2 g h", "implies"),
        # F(t) is no coordinate of L or H, λ in L may be a multiplier
        ("L = ½ m x'^2 + F(t) x", "m x'' = F", "equal"),
        ("L = ½ m x'^2 + F(t) x", "m x'' = -F", "different"),
        ("L = ½ m x'^2 + F(t) x", "H = p^2/(2 m) - F(t) x", "equal"),
        ("L = ½ m x'^2 + F(t) x", "L = ½ m x'^2 + F(t) x + F(t)", "equal"),
        ("m x'' + k(t) x = 0", "H = p^2/(2 m) + ½ k(t) x^2", "equal"),
        ("L = ½ m(t) x'^2 - m(t) g x", "m x'' + m' x' + m g = 0", "equal"),
        ("L = ½ m l(t)^2 θ'^2 + m g l(t) cos θ", "l θ'' + 2 l' θ' - g sin θ = 0", "different"),
        ("L = ½ m (x'^2 + y'^2) + λ (y - x)", "m x'' = -λ, m y'' = λ, y = x", "equal"),
        ("L = ½ x'^2 - λ x^4", "x'' = -4 λ x^3", "equal"),
        # Lagrangians with accelerations
        ("L = ½ m x'^2 - ½ k x^2", "L = -½ m x x'' - ½ k x^2", "equal"),
        ("L = ½ m x'^2 - ½ k x^2", "L = -½ m x x'' + ½ k x^2", "different"),
        ("x'''' + x = 0", "L = ½ x''^2 + ½ x^2", "equal"),
        # a distance is not negative, a difference may be
        ("m x'' = -k (x - y), M y'' = k (x - y)", "m M/(m + M) r'' = -k r, r = x - y", "implies"),
        ("x'' + w^2 x = F cos(W t)", "x'' + w^2 x = F/2 (e^(i W t) + e^(-i W t))", "equal"),
        ("x'' + w^2 x = F cos(W t)", "x'' + w^2 x = F/2 (e^(i W t) - e^(-i W t))", "different"),
        ("u_tt = c^2 u_xx", "u = f(x - c t) + h(x + c t)", "equal"),
        ("u_tt = c^2 u_xx", "u = f(x - c t)", "implied"),
        ("u_t + c u_x = 0", "u = f(x + 2 c t)", "different"),
        ("u_t + c u_x = -u", "u = e^(-t) f(x - c t)", "equal"),
        ("u_t + u u_x = 0", "u = f(x - u t)", "equal"),
        ("u_t = D u_xx", "u = e^(-x²/(4 D t))/√(4 π D t)", "implied"),
        ("u_t = u_xx", "u = t^(-1/2) e^(-x²/(4 t))", "implied"),
        ("u_t = u_xx", "u = t^(-1/2) e^(-x²/(2 t))", "different"),
        ("u_tt - u_xx + sin u = 0", "u = 4 atan(e^(γ (x - v t))), γ = 1/√(1-v²)", "implied"),
        ("u_tt - u_xx + sin u = 0", "u = 4 atan(e^(γ (x - v t))), γ = 1/√(1+v²)", "different"),
        ("u_t + 6 u u_x + u_xxx = 0", "u = 2 k² sech²(k (x - 4 k² t))", "implied"),
        ("φ_xx + φ_yy + φ_zz = 0", "φ = 1/√(x² + y² + z²)", "implied"),
        ("u_x = v_y, u_y = -v_x", "u = x² - y², v = 2 x y", "implied"),
        ("u_x = v_y, u_y = -v_x", "u = x² - y², v = -2 x y", "different"),
        ("i ħ ψ_t = -ħ²/(2m) ψ_xx", r"\psi = e^{i(kx - \omega t)}, \hbar\omega = \hbar^2k^2/(2m)", "implied"),
        ("u'' + u = G M/h^2", "u = G M/h^2 (1 + e cos φ)", "implied"),
        ("u'' + u = G M/h^2", "u = G M/h^2 (1 + e cos(φ - φ_0))", "equal"),
    ],
)
def test_verdict(reference, answer, verdict):
    assert s.compare(reference, answer).verdict == verdict


@pytest.mark.parametrize(
    ("reference", "answer", "verdict"),
    [
        ("x'' = -x", "x = A cos t + B sin t", "equal"),
        ("x'' = g", "x = x0 + v0 t + g t^2/2", "equal"),
        ("x'' = -x", "x = A cos t", "implied"),
        ("x'' = g", "x = x0 + v0 t + g t^2", "different"),
        ("x'' = -w^2 x", "x = A cos(w t + phi)", "equal"),
        ("x'' = -w^2 x", "x = A sin(phi - w t)", "equal"),
        ("x'' = -w^2 x", "x = A cos(w t + phi) + A", "different"),
        ("x'' = -x, y'' = -y", "x = A cos(t + phi), y = A sin(t + phi)", "implied"),
        ("r'' = r φ'^2 - k/r^2, d/dt(r^2 φ') = 0", "r'' = r φ'^2 - k/r^2, m r^2 φ' = J", "equal"),
        ("m x'' + b x' + k x = 0", "x = C e^(-γ t) cos(√(ω² - γ²) t + φ), γ = b/2m, ω² = k/m", "equal"),
        ("m x'' + b x' + k x = 0", "x = e^(-γ t) (C cos ω t + B sin ω t), γ = b/2m, ω² = k/m - γ²", "equal"),
        ("x'' = ω y', y'' = -ω x'", "x = a + R cos(ω t - φ), y = b - R sin(ω t - φ)", "equal"),
        ("x'' = ω y', y'' = -ω x'", "x = a + R cos(ω t - φ), y = b + R sin(ω t - φ)", "different"),
        ("x'' = 0, y'' = 0", "x = a + b t, y = c + b t", "implied"),
        ("x'' (x' - x) = 0", "x = a + b t", "implied"),
        ("x'''' = x", "x = a cosh t + b sinh t + c cos t + b sin t", "implied"),
        ("x'' = 2 x/t^2", "x = a t^2 + b/t", "equal"),
        ("x'' = k^2 x", "x = C cosh(k t + φ)", "implied"),  # sinh(k t) is none of them
        ("x'' = k^2 x", "x = C e^(k t + φ)", "implied"),
        ("x'' = -x", "x = A (cos t + sin t)", "implied"),
        ("x'' = -x", "x = A B cos t + A sin t", "implied"),
        ("x'' = 0", "x = a^2 + b t", "implied"),
        ("x'' = 0", "x = a^3 + b t", "equal"),
        ("t x'' = 2 x'", "x = a t^3", "implied"),
        ("L = ½ m x'^2 - ½ k x^2", "x = x0 cos(ω t) + (v0/ω) sin(ω t), ω = √(k/m)", "equal"),
        ("m x'' = -k x", "x = C cos(ω t - δ), ω = √(k/m), tan δ = v/(ω u), C = √(u^2 + v^2/ω^2)", "equal"),
        (
            "m1 x1'' = -k (x1 - x2), m2 x2'' = k (x1 - x2)",
            "x1 = a + b t + m2 C cos(ω t + φ), x2 = a + b t - m1 C cos(ω t + φ), ω^2 = k (m1 + m2)/(m1 m2)",
            "equal",
        ),
    ],
)
def test_solutions_have_constants_of_integration(reference, answer, verdict):
    grade = s.compare(reference, answer)
    assert grade.verdict == verdict
    assert any("constants of integration" in note for note in grade.notes) == (verdict == "equal")
    assert not any("A" in words for words in grade.assumed) or verdict != "equal"


def test_a_domain_is_a_teachers_unless_strict():
    pair = "a θ'' + α sin θ = 0", "α a θ'' + α² sin θ = 0"
    grade = s.compare(*pair)
    assert grade and grade.assumed == ("a positive", "α not zero")
    assert s.compare(*pair, strict=True).verdict != "equal"


def test_sines_of_parameters_are_not_zero():
    grade = s.compare("r'' = r φ'^2 sin^2 α, d/dt(r^2 sin^2 α φ') = 0", "r'' = r φ'^2 sin^2 α, d/dt(r^2 φ') = 0")
    assert grade and "α sin(α) not zero" in grade.assumed


#: Damped motion, and forced motion, of which the answer gives the phase by its tangent.
DAMPED, FORCED = "m x'' + b x' + k x = 0", "m x'' + b x' + k x = F cos(Ω t)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("x = A cos(Ω t - δ), A = F/√((k - m Ω²)² + b² Ω²), tan δ = b Ω/(k - m Ω²)", "implied"),
        ("x = F cos(Ω t - atan(b Ω/(k - m Ω²)))/√((k - m Ω²)² + b² Ω²)", "implied"),
        ("x = A cos(Ω t + δ), A = F/√((k - m Ω²)² + b² Ω²), tan δ = b Ω/(k - m Ω²)", "different"),
        ("x = A cos(Ω t - δ), A = F/√((k - m Ω²)² + b² Ω²), tan δ = b Ω/(k + m Ω²)", "different"),
    ],
)
def test_a_tangent_gives_an_angle(answer, verdict):
    assert s.compare(FORCED, answer).verdict == verdict


def test_an_inverse_function_gives_an_angle():
    assert s.compare("m g sin α = F", "α = asin(F/(m g))")
    assert s.compare("tan θ = v^2/(R g)", "θ = atan(v^2/(R g))")
    assert s.compare("m g sin α = F", "α = acos(F/(m g))").verdict == "different"
    assert s.compare("m g sin α = F", "α = asin(F/(m g))", strict=True).verdict == "implied"


#: Of the term that is wrong: of an equation, and of a solution, which takes longer.
DIAGNOSES = [
    ("m x'' = -k x", "x'' = w^2 x", "sign", "the term w^2 x has the wrong sign, with w = √k / √m"),
    ("m x'' + c x' + k x = 0", "x'' + 2 ζ w x' + w^2 x = 0", "constants absorbed", "w = √k / √m, ζ = ½ c / (√k √m)"),
    ("m x'' + c x' + k x = 0", "x'' + 2 β x' - w^2 x = 0", "sign", "- w^2 x has the wrong sign, with β = ½ c / m"),
    ("l θ'' = q θ'^2 cos θ - g sin θ", "θ'' = a θ'^2 cos θ + b sin θ", "constants absorbed", "a = q / l, b = -g / l"),
    ("φ'' = -g sin φ - a sin φ cos φ", "φ'' = -g sin φ - a sin 2φ", "factor", "multiplied by ½"),
    ("x'' = -(k + 2 c) (x + a)", "x'' = -(k + c) (x + a)", "factor", "has c where 2 c belongs"),
    ("u' = (I - K) v w, v' = u w, w' = u v", "u' = 0, v' = u w, w' = u v", "missing term", "v w"),
    ("ω_1' = I ω_2 ω_3, ω_2' = ω_1", "ω_1' = 0, ω_2' = ω_1", "missing term", "ω₂ ω₃ is missing"),
    ("x'' = -k x + c y, y'' = -k y", "x'' = k x + c y", "sign", "k x has the wrong sign"),  # and says less
    ("θ'' = -(g/l) sin θ", "θ'^2 = (g/l) (cos θ - cos α)", "factor", "has to be multiplied by"),
    ("r'' = r φ'^2 - k/r^2, d/dt(r^2 φ') = 0", "r'^2 = 2 E - 2 k/r - h^2/r^2, r^2 φ' = h", "sign", "2 k/r has"),
    ("m x'' = -k x - b x'", "d/dt(½ m x'^2 + ½ k x^2) = b x'^2", "sign", "b x'^2 has the wrong sign"),
]
OF_SOLUTIONS = [
    ("x'' = g", "x = x0 + v0 t + g t^2", "factor", "the term g t^2 has to be multiplied by ½"),
    ("m v' = -b v", "v = v0 exp(b t/m)", "sign", "the exponent has the wrong sign"),
    ("m x'' = -k x", "x = A sin(√(m/k) t + φ)", "parameter", "m <-> k"),
    ("x'' = -x", "x = A cos(2 t) + B sin t", "factor", "cos(2 t) where cos(t) belongs"),
    ("m x'' = F - k x", "x = F/m + A cos(√(k/m) t)", "parameter", "the term F/m has m in the place of k"),
    ("θ'' + g/l sin θ = 0", "θ = A cos(√(g/l) t + φ)", "small angle", "first order in θ"),
    (DAMPED, "x = C e^(-γ t) cos(√(k/m - γ²) t + φ), γ = b/m", "factor", "b/m has to be multiplied by ½"),
    ("x'' = 2 Ω y', y'' = -2 Ω x'", "x = A cos(2 Ω t), y = A sin(2 Ω t)", "sign", "A cos(2 Ω t) has the wrong sign"),
]
PENDULUM_ENERGY = "L = ½ m l² θ'² + m g l cos θ"
OF_LIMITS = [
    (PENDULUM_ENERGY, "L = ½ m l² θ'² - ½ m g l θ²", "small angle", "motion are equal to first order in θ"),
    (PENDULUM_ENERGY, "H = p²/(2 m l²) + ½ m g l θ²", "small angle", "equal to first order in θ"),
    ("H = c √(p² + m² c²) + V(q)", "H = p²/2m + V(q)", "low velocity", "equal to first order in p"),
    ("L = -m c √(c² - x'²) + q E x", "L = ½ m x'² + q E x", "low velocity", "order in the velocities"),
    (
        "L = ½ m l² (θ'² + sin² θ φ'²) + m g l cos θ",
        "L = ½ m l² (θ'² + θ² φ'²) - ½ m g l θ²",
        "small angle",
        "equal to lowest order in θ",
    ),
    ("L = ½ u_t² - ½ u_x² + cos u", "L = ½ u_t² - ½ u_x² - ½ u²", "small angle", "first order in u(t, x)"),
    ("L = ½ m (r'² + r² φ'²) + k/r", "L = ½ m r'² + k/r", "missing term", "½ m r² φ'² is missing"),
    (PENDULUM_ENERGY, "L = ½ m l² θ'² - m g l θ²", "factor", ", to first order in θ"),
    ("m l² θ'' = -m g l sin θ", "θ'' = (g/l) θ", "sign", "the wrong sign, to first order in θ"),
    ("m l² θ'' = -m g l sin θ", "θ'' = -(g/l) θ - b θ'", "additional term", "to first order in θ"),
    (
        "(M + m) x'' + m l θ'' cos θ = F, l θ'' + x'' cos θ + g sin θ = 0",
        "M x'' + m l θ'' = F, l θ'' + x'' + g θ = 0",
        "missing term",
        "m x'' is missing on the right, to first order in θ",
    ),
    (
        "m r'' - m r φ'^2 + k/r^2 = 0, r φ'' + 2 r' φ' = 0",
        "m r'' + k/r^2 = 0, r φ'' + 2 r' φ' = 0",
        "centrifugal term",
        "is missing",
    ),
]


@pytest.mark.parametrize(
    ("reference", "answer", "kind", "words"),
    [*DIAGNOSES, *OF_LIMITS, *(pytest.param(*row, marks=pytest.mark.slow) for row in OF_SOLUTIONS)],
)
def test_the_term_that_is_wrong_is_named(reference, answer, kind, words):
    grade = s.compare(reference, answer)
    assert grade.verdict == "different"
    assert grade.diagnoses[0].kind == kind and words in grade.diagnoses[0].text


def test_initial_values_that_no_constants_give_are_named():
    assert s.compare("x'' = k^2 x", "x = C cosh(k t + φ)").witness == "no constants give x = 0, x' = 1 at t = 0"
    assert s.compare("t x'' = 2 x'", "x = a t^3").witness.endswith("at t = 1")  # where the equation is regular


def test_an_integral_beside_a_wrong_equation_is_no_first_integral():
    grade = s.compare("x'' = -x, y'' = -y", "x'^2 + x^2 = E, y'' = y")
    assert grade.verdict == "different"
    assert [(x.kind, x.equation) for x in grade.diagnoses] == [("sign", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "The equation of motion is m x'' = -k x.",
        "We find x'' = -k x/m for all t",
        "From Lagrange's equations it follows that m x'' = -k x, as required",
        "Using Newton's second law we get\nm x'' + k x = 0",
        "The force is F = -k x and m x'' = F",
        "x'' = -ω² x, which is simple harmonic motion, where ω² = k/m is a frequency squared",
    ],
)
def test_words_between_formulas_are_none(text):
    assert s.compare("m x'' = -k x", text)


def test_places_of_fields_are_no_parameters():
    assert s.compare("u_tt = u_xx - sin u", "u_tt = u_xx + sin u").assumed == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("m x'' = -k x, x'' = w^2 x", "w^2 x has the wrong sign"),
        ("x'' = -x, x = cos t, x' = sin t", "sin t has the wrong sign"),
        ("L = ½ m x'^2 - k x, p = ∂L/∂x', ∂L/∂x = k", "the term ∂L/∂x has the wrong sign"),
        ("p = m x', p' = m x'', p' = -m x''", "has the wrong sign"),
        ("θ'' = φ'^2 sin θ cos θ, p = m sin^2 θ φ', θ'' = p^2 cos θ/(m^2 sin^2 θ)", "lacks the factor sin(θ)"),
        ("θ'' = φ'^2 sin θ cos θ, p = m sin^2 θ φ', θ'' = p^2/(m^2 sin^2 θ)", "exchanged"),
        ("m x'' = T - m g, M x'' = M g - T, T = m M g/(m + M)", "has to be multiplied by ½"),
    ],
)
def test_the_term_of_a_line_that_does_not_follow_is_named(text, reason):
    step = s.check_derivation(text)[-1]
    assert step.verdict == "wrong" and reason in step.reason


def test_two_errors_are_both_named():
    grade = s.compare("x'' = -k x + c y, y'' = -k y - c x", "x'' = k x + c y, y'' = -k y - 2 c x")
    assert [(x.kind, x.equation) for x in grade.diagnoses] == [("sign", 0), ("factor", 1)]


@pytest.mark.slow
def test_energies():
    reference = "L = ½ m x'^2 - ½ k x^2"
    gauge, factor, wrong, equations = s.compare(
        reference, "L = ½ m x'^2 - ½ k x^2 + 3 x² x'", "L = m x'^2 - k x^2", "L = ½ m x'^2 + ½ k x^2", "m x'' = -k x"
    )
    assert gauge and "x³" in gauge.notes[0]
    assert factor and "factor 2" in factor.notes[0]
    assert not wrong and wrong.diagnoses[0].kind == "sign"
    assert equations
    assert s.compare("H = p^2/(2 m) + V(x)", "H = p^2/(2 m) - V(x)", coordinates="x p").diagnoses[0].kind == "sign"


TOP = "L = ½ A (θ'^2 + φ'^2 sin^2 θ) + ½ C (ψ' + φ' cos θ)^2 - g cos θ"
OSCILLATOR = "H = p^2/(2 m) + ½ m w^2 q^2"
INVERSE = "Q = atan(m w q/p), P = (p^2/(2 m) + ½ m w^2 q^2)/w"
WAVE = "q = √(2 P/(m w)) sin Q, p = √(2 P m w) cos Q"


@pytest.mark.parametrize(
    ("reference", "answer", "verdict", "words"),
    [
        ("L = ½ m x'^2 - ½ k x^2", "H = p^2/(2 m) + ½ k x^2", "equal", "p = m x'"),
        ("L = ½ m x'^2 - ½ k x^2", "H = p^2/(2 m) - ½ k x^2", "different", "the term - ½ k x^2 has the wrong sign"),
        ("H = p^2/(2 m) + ½ k x^2", "L = ½ m x'^2 - k x^2", "different", "has to be multiplied by ½"),
        (
            "L = ½ m (r'^2 + r^2 φ'^2) - V(r)",
            "H = pr²/2m + V(r)",
            "different",
            "½ p_φ² / (m r²) is missing on the right",
        ),
        (
            TOP,
            "H = pθ²/2A + pψ²/2C + (pφ + pψ cos θ)²/(2A sin² θ) + g cos θ",
            "different",
            "where -p_ψ cos(θ) + p_φ belongs",
        ),
        ("L = √(1 - x'^2) + E x", "H = -√(1 + p²) + E x", "different", "off by"),
        (
            "x'' = 2 W y' - k x; y'' = -2 W x' - k y",
            "H = ½(px² + py²) + W (y px - x py) + ½ (k+W²) (x² + y²)",
            "equal",
            "H",
        ),
        ("H = p_r^2/(2 m) + p_φ^2/(2 m r^2) - k/r", "L = ½ m (r'^2 + r^2 φ'^2) + k/r", "equal", "p_φ = m r² φ'"),
        ("x'' = -k x/(2 m) - g", "x'' = -k x/2m + g", "different", "the term g has the wrong sign"),
        ("x'' = -k x/(2 m) - g", "x'' = -k x/2 m + g", "different", "this is said of the other reading"),
        ("x'' = 2 W y' - k x; y'' = -2 W x' - k y", "z = x + i y, z'' + 2 i W z' + k z = 0", "equal", "W not zero"),
        ("l θ'' = -g sin θ", "R φ'' = g sin φ", "different", "has the wrong sign"),
        ("m l θ'' = -m g sin θ", "θ'' = (g/L) sin θ", "different", "has the wrong sign\n  note: L is read as l"),
        ("m x'' = -k x + F cos w t", "m x'' + c x = f sin ω t", "different", "sine and cosine are exchanged"),
        ("∂²u/∂t² = c² ∂²u/∂x²", "c² ∂²u/∂x² - ∂²u/∂t² = 0", "equal", "c positive"),
        ("∂²u/∂t² = c² ∂²u/∂x²", "∂²u/∂t² = c ∂²u/∂x²", "different", "lacks the factor c"),
        ("∂u/∂t + u ∂u/∂x = 0", "∂u/∂t = u ∂u/∂x", "different", "the term u ∂u/∂x has the wrong sign"),
        ("m x'' = -V'(x)", "E = ½ m x'^2 + V, dE/dt = 0", "first integral", "x' is not 0"),
        ("l θ'' = -g sin θ", "H = p^2/(2 m l^2) - m g l cos θ", "equal", "Hamiltonian"),
        (OSCILLATOR, f"{OSCILLATOR} + t", "equal", "up to t"),
        (OSCILLATOR, "q' = p/m, p' = m w^2 q", "different", "wrong sign"),
        (OSCILLATOR, f"K = w P, {WAVE}", "equal", "canonical"),
        (OSCILLATOR, f"K = 2 w P, {WAVE}", "different", "which is P w"),
        (OSCILLATOR, f"K = w P, {WAVE.replace('cos', 'sin')}", "different", "{q, p} = 0, and not 1"),
        (OSCILLATOR, f"K = w P, {INVERSE}", "equal", "canonical"),
        (OSCILLATOR, f"K = 2 w P, {INVERSE}", "different", "does not take K"),
        (OSCILLATOR, f"K = w P, {INVERSE.replace('m w q', 'w q')}", "different", "{Q, P}"),
        (OSCILLATOR, OSCILLATOR.replace("p^2", "(p + a q)^2"), "equal", "gradient of -½ a q²"),
        (OSCILLATOR, f"{OSCILLATOR.replace('p^2', '(p + a q t)^2')} + a q^2/2", "equal", "gradient of -½ a q² t"),
        (OSCILLATOR, OSCILLATOR.replace("p^2", "(p + a q t)^2"), "different", "belongs"),
        ("H = p^2/(2 m)", "H = p^2/(2 m) + p^4", "different", "does not belong"),
        ("H = p^2/(2 m)", "K = P^2/(2 m) - v P, q = Q + v t, p = P", "equal", "canonical"),
        (
            "H = p^2/(2 m)",
            "K = P^2/(2 m) - v P, Q = q - v t, P = p",
            "equal",
            "by the canonical transform q = t v + Q and p = P\n",
        ),
        ("H = p^2/(2 m)", "K = P^2/(2 m), q = 2 Q, p = P", "different", "{q, p} = 2, and not 1"),
        ("H = p^2/(2 m)", "K = P^2/(2 m), Q = 2 q, P = p", "different", "{Q, P} = 2, and not 1"),
        ("H = p^2/(2 m)", "K = P^2/(2 m), Q = 2 q, P = p/2", "different", "does not take K"),
        ("H = p^2/(2 m)", "K = P^2/(2 m) + v P, q = Q + v t, p = P", "different", "is canonical, but"),
    ],
)
def test_Hamiltonians(reference, answer, verdict, words):
    grade = s.compare(reference, answer, coordinates="q p" if reference == "H = p^2/(2 m)" else None)
    assert grade.verdict == verdict and words in grade.report(), grade.report()


@pytest.mark.slow
def test_witness_has_both_accelerations():
    grade = s.compare("θ'' = -sin θ", "θ'' = -sin θ - θ'^3 sin(5 θ) + exp θ'")
    assert not grade.diagnoses and "by the reference" in grade.witness


def test_what_an_answer_leaves_out_is_shown_at_a_state_that_it_allows():
    grade = s.compare("x1'' = -k x1 + c (x2 - x1), x2'' = -k x2 - c (x2 - x1)", "x1'' + x2'' = -k (x1 + x2)")
    assert grade.verdict == "implies" and "by your equations, x1'' = -k x1 + c (x2 - x1) would be" in grade.witness


def test_what_a_momentum_is_is_no_equation_of_motion():
    lines = "J = m l² sin²θ φ', J' = 0"
    assert s.compare(SPHERICAL, f"θ'' = (J²/(m² l⁴)) cos θ/sin³θ - (g/l) sin θ, {lines}")
    grade = s.compare(SPHERICAL, f"θ'' = (J²/(m l²)) cos θ/sin³θ - (g/l) sin θ, {lines}")
    assert [x.text for x in grade.diagnoses] == ["the term (J²/(m l²)) cos θ/sin³θ has the factor l² m too much"]


@pytest.mark.parametrize("answer", ["L = m l^2/2 θ'^2 + m g l cos θ", "L = m/2 (u'^2 - v'^2)"])
def test_other_coordinates_are_asked_about(answer):
    grade = s.compare("L = m/2 (x'^2 + y'^2) + k/sqrt(x^2 + y^2)", answer)
    assert grade.verdict == "undecided" and "those of the reference x y" in grade.reason


def test_derivation_line_by_line():
    steps = s.check_derivation(
        "L = ½ m x'^2 - ½ k x^2\nm x'' + k x = 0\nx'' + (k/m) x = 0\nx'' - (k/m) x = 0\nm x'' x' + k x x' = 0"
    )
    assert [x.verdict for x in steps] == ["given", "equal", "equal", "wrong", "implied"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (
            "L = ½ m (r'^2 + r^2 φ'^2) + k/r, m r^2 φ' = l, m r'' - l^2/(m r^3) + k/r^2 = 0, m r'' = l^2/(m r^2) - k/r^2",
            "given, implied, implied, wrong",
        ),
        ("r'' = r φ'^2 - k/r^2, d/dt(r^2 φ') = 0, r φ'' + 2 r' φ' = 0", "given, new assumption, equal"),
        ("L = ½ m (r'^2 + r^2 φ'^2), p_r = ∂L/∂r' = m r', ∂L/∂φ' = m φ'", "given, new assumption, implied, wrong"),
        ("L = ½ m (r'^2 + r^2 φ'^2) - V(r), p_φ = m r φ', p_φ = m r^2 φ'", "given, wrong, new assumption"),
        ("m x'' = m g sin α - F, I θ'' = F R, I = ½ m R^2, I = m R^2", "given, new assumption, new assumption, wrong"),
        ("θ'' = -sin θ, ½ θ'^2 + cos θ = K", "given, wrong"),
        ("θ'' = -sin θ, ½ θ'^2 - cos θ = C, θ' = √(2 (C + cos θ))", "given, implied, equal"),
        (
            "L = ½ m x'^2 - V(x), p = m x', H = p^2/(2 m) + V(x), p' = -∂H/∂x, H = p^2/(2 m) - V(x)",
            "given, new assumption, implied, implied, wrong",
        ),
        ("L = ½ m x'^2 - V(r), x = r cos φ, L = ½ m (r' cos φ - r φ' sin φ)^2 + V(r)", "given, new assumption, wrong"),
        ("x'' = w y', y'' = -w x', x' = w y + c, x' = -w y + k", "given, new assumption, implied, wrong"),
        (
            "r'' = W^2 r, ½ r'^2 - ½ W^2 r^2 = C, r = a cosh(W t), C = -½ W^2 a^2",
            "given, implied, new assumption, implied",
        ),
        ("m x'' + k x = F cos t, x = A cos t, A (k + m) = F", "given, new assumption, wrong"),
        (
            "A w' = 3 k w, Om = 3 k/A, w' = Om w, w'' = Om^2 w, w'' = Om w",
            "given, new assumption, implied, implied, wrong",
        ),
        (
            "l θ'' = l φ'^2 sin θ cos θ - g sin θ, d/dt(φ' sin^2 θ) = 0, E = ½ l (θ'^2 + φ'^2 sin^2 θ) - g cos θ, E' = 0",
            "given, new assumption, new assumption, implied",
        ),
        (
            "x'' = -k x + b y', y'' = -k y - b x', z = x + i y, z'' = -k z - i b z', z'' = -k z + i b z'",
            "given, new assumption, new assumption, implied, wrong",
        ),
        (
            "x'' - 2 Ω y' + k x = 0, y'' + 2 Ω x' + k y = 0, z = x + i y, z'' + 2 i Ω z' + k z = 0, z = e^(i a t)",
            "given, new assumption, new assumption, implied, new assumption",
        ),
        (
            "L = ½ m (r'^2 + r^2 φ'^2) + k/r, m r^2 φ' = l, L = ½ m r'^2 + l^2/(2 m r^2) + k/r, m r'' + l^2/(m r^3) + k/r^2 = 0",
            "given, implied, implied, wrong",  # the third is the value of L, and no Lagrangian
        ),
        (
            "m v' = m g - c v^2, v_t = √(m g/c), v = v_t tanh(g t/v_t), v = v_t tanh(2 g t/v_t)",
            "given, new assumption, new assumption, wrong",
        ),
        (
            "m x'' = -k x - c x', x = A e^(λ t), m λ^2 + c λ + k = 0, λ = (-c + √(c^2 - 4 m k))/(2 m)",
            "given, new assumption, implied, new assumption",
        ),
        ("x'' + w^2 x = 0, x = A cos(w t + φ), x' = -A sin(w t + φ)", "given, equal, wrong"),
        ("m v' = -k x, v = x', m x'' = -k x, m x'' = k x", "given, new assumption, implied, wrong"),
        ("x' = v, v' = -w^2 x", "given, new assumption"),
        ("m a = F - k x, a = x'', m x'' = F - k x", "given, new assumption, implied"),
        (
            "m x'' = m g sin α - F, ½ m R² φ'' = F R, x = R φ, x'' = 2/3 g sin α, x'' = ½ g sin α",
            "given, new assumption, new assumption, implied, wrong",
        ),
        ("x'' = -x, u = 2 x, u'' = -u, u'^2 + u^2 = C", "given, new assumption, implied, implied"),
        ("x'' = -x, u = 2 x, u'' = -u, u'^2 - u^2 = C", "given, new assumption, implied, wrong"),
        ("x'' = -x, y'' = -y, x'^2 + x^2 = 2 E, x y' - y x' = h", "given, new assumption, implied, implied"),
        ("x'' = -x, y'' = -y, x'^2 + x^2 = 2 E, x y' + y x' = h", "given, new assumption, implied, wrong"),
        ("m x'' = -dV/dx, m x'' = dV/dx", "given, wrong"),
        ("V = ½ k x^2 - ⅓ a x^3, m x'' = -dV/dx, m x'' = -k x + a x^2", "given, new assumption, equal"),
        ("V = ½ k x^2 - ⅓ a x^3, m x'' = -dV/dx, m x'' = -k x - a x^2", "given, new assumption, wrong"),
        ("p' = F, p = F t", "given, new assumption"),
        # an energy of the motion does not change
        ("L = ½ m x'^2 - ½ k x^2, E = ½ m x'^2 + ½ k x^2", "given, new assumption"),
        ("L = ½ m x'^2 - ½ k x^2, E = ½ m x'^2 - ½ k x^2", "given, wrong"),
        ("L = ½ m x'^2 - ½ k x^2 + F x cos(ω t), E = ½ m x'^2 + ½ k x^2", "given, new assumption"),
        (
            "L = ½ m (r'^2 + r^2 φ'^2) - V(r), l = m r^2 φ', V_e = V + l^2/(2 m r^2), E = ½ m r'^2 + V_e",
            "given, new assumption, new assumption, new assumption",
        ),
        ("L = ½ m (r'^2 + r^2 φ'^2) - k/r, m r^2 φ' = l, E = ½ m r'^2 - l^2/(2 m r^2) + k/r", "given, implied, wrong"),
        ("θ'' = (Ω^2 cos θ - g/R) sin θ, θ'' = 0, sin θ (Ω^2 cos θ - g/R) = 0", "given, new assumption, implied"),
        ("x'' = g, x'' = 0", "given, wrong"),
        (r"\ddot\theta = -\frac{g}{l}\sin\theta \\ \ddot\theta \approx -\frac{g}{l}\theta", "given, new assumption"),
        ("p = m v/√(1 - v²/c²), E = m c²/√(1 - v²/c²), E² = p² c² + m² c⁴", "given, new assumption, implied"),
        ("p = m v/√(1 - v²/c²), E = m c²/√(1 - v²/c²), E² = p² c² - m² c⁴", "given, new assumption, wrong"),
        ("T cos θ = m g, T sin θ = m ω^2 l sin θ, cos θ = g/(ω^2 l)", "given, new assumption, implied"),
        ("T cos θ = m g, T sin θ = m ω^2 l sin θ, cos θ = g/(ω l)", "given, new assumption, wrong"),
        (
            "p = m v/√(1 - v^2/c^2), p' = F, p = F t, v = F t/√(m^2 - F^2 t^2/c^2)",
            "given, new assumption, new assumption, wrong",
        ),
        (
            "L = ½ m (x'^2 + y'^2) + ½ q B (x y' - y x'), vx = x', vy = y', vx'' = -(q B/m)^2 vx",
            "given, new assumption, new assumption, implied",
        ),
        ("m x'' = T - m g, M x'' = M g - T, (m + M) x'' = (M - m) g", "given, new assumption, implied"),
        ("H = p_r^2/2 + p_φ^2/(2 r^2) - k/r, p_r' = p_φ^2/r^3 - k/r^2", "given, implied"),
        ("H = p_r^2/2 + p_φ^2/(2 r^2) - k/r, p_r' = -p_φ^2/r^3 - k/r^2", "given, wrong"),
        ("x' = y - x, y' = x (r - z) - y, 0 = y - x", "given, new assumption, new assumption"),
        (
            "x'' + b x' + k x = F cos(ω t), x = A cos(ω t - δ), tan δ = b ω/(k - ω^2)",
            "given, new assumption, undecided",
        ),
        (
            "L = ½ (θ'^2 + φ'^2 sin^2 θ) + ½ I (ψ' + φ' cos θ)^2, p_ψ = I (ψ' + φ' cos θ), p_φ = φ' sin^2 θ + p_ψ cos θ",
            "given, new assumption, new assumption",
        ),
        (
            "L = -m c^2 √(1 - v^2/c^2), p = ∂L/∂v, H = p v - L, H = m c^2/√(1 - v^2/c^2)",
            "given, new assumption, new assumption, implied",
        ),
        (
            "L = ½ m v^2 - ½ k x^2, v = x', p = m v, H = p v - L, H = ½ m v^2 + ½ k x^2",
            "given, new assumption, new assumption, new assumption, implied",
        ),
        (
            "H = p^2/(2 m) + m ω^2 q^2/2, q = √(2 J/(m ω)) sin θ, p = √(2 J m ω) cos θ, θ' = ω, H = ω J, J' = 0",
            "given, new assumption, new assumption, new assumption, implied, implied",
        ),
        ("θ'' = -sin θ, θ'^2/2 = cos θ + C, θ'^2 = 2 cos θ + C, θ'^2 = 2 cos θ + 2 C", "given, implied, wrong, equal"),
        ("I θ'' = -g sin θ, sin θ ≈ θ, θ'' = -ω^2 θ, ω^2 = g/I", "given, new assumption, new assumption, implied"),
        ("I θ'' = -g sin θ, sin θ ≈ θ, θ'' = -ω^2 θ, ω^2 = g I", "given, new assumption, new assumption, wrong"),
        (
            "u'' + u = k/h^2, u = 1/r, u = (k/h^2) (1 + e cos φ), r = (h^2/k)/(1 + e cos φ)",
            "given, new assumption, new assumption, implied",
        ),
        (
            "q' = p/m, p' = -m ω^2 q, a = √(m ω/2) (q + i p/(m ω)), a' = -i ω a, a' = i ω a",
            "given, new assumption, new assumption, implied, wrong",
        ),
    ],
)
def test_constants_are_those_of_the_lines_before(text, verdicts):
    assert ", ".join(step.verdict for step in s.check_derivation(text)) == verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("m x'' = -k x, x'' = w^2 x", "wrong"),  # with w^2 + k/m = 0 alone
        ("m x'' = -k x, x'' = w^2", "wrong"),
        ("m x'' = -k x, x = A cos(w t)", "new assumption"),
        ("m x'' = -k x + m g, x = x0", "new assumption"),
        ("m x'' = -k x, x'' = -(K/m) x", "new assumption"),
        ("E = m x'^2/2 + k x^2/2, E = m x'^2/2 - k x^2/2", "wrong"),
        ("E = m x'^2/2 + k x^2/2, E = (m x'^2 + k x^2)/2", "equal"),
        ("F = m a, F = -m a", "wrong"),
    ],
)
def test_a_line_that_contradicts_the_lines_before_is_wrong(text, verdict):
    assert [step.verdict for step in s.check_derivation(text)] == ["given", verdict]


DERIVATIONS = {
    "Hamilton": """L = 1/2 m x'^2 - 1/2 k x^2
        p = m x'
        x' = p/m
        H = p x' - L
        H = p^2/(2 m) + 1/2 k x^2
        p' = -k x
        m x'' = -k x""",
    "work": """m x'' = -k x - c x'
        d/dt(1/2 m x'^2 + 1/2 k x^2) = -c x'^2
        E = 1/2 m x'^2 + 1/2 k x^2
        dE/dt = -c x'^2""",
    "a solution": """m x'' = -k x
        x = A cos(ω t)
        x' = -A ω sin(ω t)
        m ω² = k
        ω = sqrt(k/m)""",
    "a rotating frame": """x = X cos Ω t - Y sin Ω t
        y = X sin Ω t + Y cos Ω t
        x'' = 0
        y'' = 0
        X'' - 2 Ω Y' - Ω² X = 0""",
    "a pendulum": """x = l sin θ
        y = -l cos θ
        T = 1/2 m (x'^2 + y'^2)
        T = 1/2 m l^2 θ'^2""",
    "two bodies": """m_1 x_1'' = -k (x_1 - x_2)
        m_2 x_2'' = k (x_1 - x_2)
        r = x_1 - x_2
        r'' = -k (1/m_1 + 1/m_2) r
        μ = m_1 m_2/(m_1 + m_2)
        μ r'' = -k r""",
    "a central force in LaTeX": r"""\mu\ddot r - \mu r\dot\phi^2 = -\frac{k}{r^2}
        \frac{d}{dt}(\mu r^2\dot\phi)=0
        \ell = \mu r^2\dot\phi
        \mu\ddot r = \frac{\ell^2}{\mu r^3}
           - \frac{k}{r^2}
        E = \frac12\mu\dot r^2+\frac{\ell^2}{2\mu r^2}-\frac{k}{r}""",
    "a momentum": r"""L = \frac12 m(\dot r^2+r^2\dot\phi^2)+\frac kr
        p_\phi = \frac{\partial L}{\partial\dot\phi}
        p_\phi = m r^2\dot\phi
        \dot p_\phi = 0""",
}
SLIPS = [
    ("Hamilton", "+ 1/2 k", "- 1/2 k", 4, "wrong sign"),
    ("work", "dE/dt = -c", "dE/dt = -2 c", 3, "has to be multiplied by ½"),
    ("a solution", "m ω² = k", "m ω = k", 3, ""),
    ("a rotating frame", "- 2 Ω Y'", "+ 2 Ω Y'", 4, "wrong sign"),
    ("a pendulum", "l^2", "l", 3, "lacks the factor l"),
    ("two bodies", "μ r'' = -k", "μ r'' = k", 5, "wrong sign"),
    ("a central force in LaTeX", r"= \frac{\ell^2}{\mu", r"= -\frac{\ell^2}{\mu", 3, "wrong sign"),
    ("a momentum", r"p_\phi = m r^2", r"p_\phi = m r", 2, "lacks the factor r"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "right", "wrong", "line", "reason"), SLIPS)
def test_a_derivation_is_right_but_for_the_line_with_a_slip(name, right, wrong, line, reason):
    steps = s.check_derivation(DERIVATIONS[name])
    assert {x.verdict for x in steps} <= {"given", "equal", "implied", "new assumption"}, steps
    lines = [x.strip() for x in DERIVATIONS[name].splitlines()]
    assert len(steps) == sum(not x.startswith("-") for x in lines)
    steps = s.check_derivation(DERIVATIONS[name].replace(right, wrong))
    assert next(n for n, x in enumerate(steps) if x.verdict == "wrong") == line and reason in steps[line].reason, steps


@pytest.mark.parametrize(
    "call", [lambda: s.compare("x'' = 0"), lambda: s.compare("x'' =", "x"), lambda: s.check_derivation(1)]
)
def test_refusals(call):
    with pytest.raises(ScmpyError):
        call()


@pytest.mark.parametrize("energy", ["H = p_r^2/(2 m) + p_φ^2/(2 m r^2)", r"H = \frac{p_r^2}{2m} + \frac{p_φ^2}{2mr^2}"])
def test_other_variables_of_a_hamiltonian_are_asked_about(energy):
    grade = s.compare(r"H = \frac{p_x^2+p_y^2}{2m}", energy)
    assert grade.verdict == "undecided" and "those of the reference p_x p_y" in grade.reason


BEAD = "m x'' = λ x; m y'' = -m g + λ y; x^2 + y^2 = l^2"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "answer", "note"),
    [
        (BEAD, BEAD.replace("λ", "-2 μ"), "λ and μ"),
        (BEAD, "m x'' = T sin θ; m y'' = -m g + T cos θ; x = l sin θ; y = l cos θ", "λ and T and θ"),
        ("m x'' = m g - T; M y'' = M g - T; x + y = l", "(m + M) x'' = (m - M) g; y = l - x", "T"),
        ("x y'' - y x'' + g x = 0; x^2 + y^2 = l^2", BEAD, "λ"),
        ("m x'' = m g - T; M y'' = M g - T; x + y = l", "(m + M) x'' = (m - M) g; y = x", ""),
    ],
)
def test_forces_of_constraint_change_with_the_time(reference, answer, note):
    grade = s.compare(reference, answer)
    assert (f"{note} may change with the time" in grade.notes) if note else grade.verdict in ("different", "implied")


def test_a_lagrangian_stands_for_its_equations():
    good, bad = s.compare("m x'' = -k x", "L = ½ m x'^2 - ½ k x^2", "L = ½ m x'^2 + ½ k x^2")
    assert good and bad.verdict == "different"


PENDULUM, DISK = "θ'' = -(g/l) sin θ", "L = ½ m (x'^2 + y'^2) - ½ k (x^2 + y^2)"
PAGE = "x = l sin θ; y = -l cos θ; T = ½ m (x'^2 + y'^2); V = m g y; L = T - V"
POLAR = "x = r cos φ; y = r sin φ; L = ½ m (r'^2 + r^2 φ'^2) - ½ k r^2"


@pytest.mark.parametrize(
    ("reference", "answer", "words"),
    [
        (PENDULUM, PAGE, "equal"),
        (PENDULUM, f"{PAGE}; {PENDULUM}", "equal"),
        (PENDULUM, f"{PAGE}; l θ'' = g sin θ", "term g sin θ has the wrong sign"),
        (PENDULUM, f"{PAGE.replace('= -l', '= l')}; {PENDULUM}", "has the wrong sign"),
        ("L = ½ m l^2 θ'^2 + m g l cos θ", f"{PAGE}; {PENDULUM}", "equal"),
        (DISK, POLAR, "equal"),
        (DISK, POLAR.replace("r^2 φ", "r φ"), "lacks the factor r"),
        (POLAR.split("; ")[-1], f"{DISK}; x = r cos φ; y = r sin φ", "equal"),
        ("L = ½ (x'^2 - x^2)", "L = ½ (x'^2 - x^2); x'' = -x", "equal"),
        ("m x'' = -k x", "H = p^2/(2 m) + k x^2/2; x' = p/m; p' = -k x", "equal"),
        ("m x'' = -k x", "H = p^2/(2 m) + k x^2/2; x' = p/m; p' = k x", "different"),
        ("H = ½ (p^2 + x^2)", "H = ½ (p^2 + x^2); x' = p; p' = x", "the term x has the wrong sign"),
        ("H = p^2/(2 m) + k x^2/2; p = m x'; p' = -k x", "m x'' = -k x", "equal"),
        ("r'' = r φ'^2 - k/r^2; r^2 φ'' + 2 r r' φ' = 0", "r'' = r φ'^2 - k/r^2; L = r^2 φ'", "equal"),
        ("r'' = r φ'^2 - k/r^2; r^2 φ'' + 2 r r' φ' = 0", "r'' = r φ'^2 - k/r^2; r^2 φ' = L", "equal"),
        (f"{PAGE}; {PENDULUM}", "l θ'' = g sin θ", "the term g sin θ has the wrong sign"),
        (f"{PAGE}; {PENDULUM} - b θ'", "l θ'' = -g sin θ - l b θ'", "equal"),
    ],
)
def test_a_page_has_an_energy_and_the_equations_of_motion(reference, answer, words):
    report = s.compare(reference, answer).report()
    assert report.startswith("equal" if words == "equal" else "different") and words in report, report


def test_an_answer_may_say_nothing_of_a_coordinate():
    grade = s.compare("x'' = -k x, y'' = 0", "y'' = 0")
    assert grade.verdict == "implies" and grade.notes == ("your equations say nothing of x",)
    assert s.compare("q' = p/m, p' = -k q", "m q'' = -k q")


def test_forces_that_tie_coordinates_are_no_constants():
    wire = "(1 + 4a^2x^2) x'' + 4 a^2 x x'^2 + 2 a g x = 0"
    assert s.compare(wire, "m x'' = -2 a x N, m y'' = N - m g, y = a x^2")
    assert s.compare(wire, "m x'' = -2 a x N, m y'' = N - m g, y = a x").verdict == "different"
    assert s.compare("L = ½ m (x'^2 + y'^2)", "L = ½ m (x'^2 + y'^2), x' = y'").verdict == "first integral"
    assert s.compare("q' = p/m, p' = -k q", "q' = p/m + c, p' = -k q").verdict == "different"


@pytest.mark.slow
def test_a_place_may_be_the_independent_variable():
    catenary = "y'' = √(1 + y'^2)/a"
    assert s.compare(catenary, "y = a cosh(x/a)").verdict == "implied"
    assert s.compare(catenary, "y = a cosh((x - b)/a) + c").verdict == "undecided"  # whether b and c may be any
    assert s.compare(catenary, "y = a sinh(x/a)").verdict == "different"
    assert "x is read as the independent variable" in s.compare(catenary, "y = a cosh(x/a)").notes


def test_what_a_reference_leaves_free_is_known_without_numpy(monkeypatch):
    """As pages in a browser have none; there a wrong term is not looked for."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    for module in [x for name, x in sys.modules.items() if name.startswith("scmpy.") and "numpy" in vars(x)]:
        monkeypatch.setattr(module, "numpy", library("numpy"))
    lagrangian = "L = ½ m (l² θ'² + 2 l a' θ' sin θ + a'²) - m g (a - l cos θ)"
    assert s.compare("l θ'' = -(g + a'') sin θ", lagrangian).verdict == "equal"
    assert s.compare("l θ'' = -(g - a'') sin θ", lagrangian).verdict == "different"
