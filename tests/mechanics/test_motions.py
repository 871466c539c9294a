"""Systems of equations are compared by their motions: the verdicts, the exceptional sets, and what shows them."""

import dataclasses

import pytest

import scmpy as s
from scmpy import D, down, equivalent_equations, symbols, up
from scmpy.app.cli import main

from ..tables import evaluated, refusals

t, m, k, R, g = symbols("t m k R g")
x, y, z, p, r, phi = s.literal_functions("x y z p r phi")
lam = s.literal_function("lambda")
at, v, a = x(t), D(x)(t), (D**2)(x)(t)
oscillator = m * a + k * at


def energy_of_kepler(t):
    return m * (D(r)(t) ** 2 + r(t) ** 2 * D(phi)(t) ** 2) / 2 - k / r(t)


KEPLER = down(
    m * (D**2)(r)(t) - m * r(t) * D(phi)(t) ** 2 + k / r(t) ** 2,
    m * r(t) ** 2 * (D**2)(phi)(t) + 2 * m * r(t) * D(r)(t) * D(phi)(t),
)
CONSERVED = down(D(energy_of_kepler)(t), D(lambda t: m * r(t) ** 2 * D(phi)(t))(t))
HAMILTON = up(v - p(t) / m, D(p)(t) + k * at)
LENGTH = x(t) ** 2 + y(t) ** 2 + z(t) ** 2 - R**2
SPEED = D(x)(t) ** 2 + D(y)(t) ** 2 + D(z)(t) ** 2
TENSION = m * (g * z(t) - SPEED) / R**2
FORCES = up(*(m * (D**2)(f)(t) - lam(t) * f(t) for f in (x, y)), m * (D**2)(z)(t) - lam(t) * z(t) + m * g, LENGTH)
ACCELERATIONS = up(
    *(m * (D**2)(f)(t) - TENSION * f(t) for f in (x, y)), m * (D**2)(z)(t) - TENSION * z(t) + m * g, LENGTH
)
TORQUES = up(
    x(t) * (D**2)(y)(t) - y(t) * (D**2)(x)(t),
    y(t) * ((D**2)(z)(t) + g) - z(t) * (D**2)(y)(t),
    x(t) * ((D**2)(z)(t) + g) - z(t) * (D**2)(x)(t),
    LENGTH,
)

#: first, second, the verdict, where it does not hold
VERDICTS = evaluated(__file__, "verdicts_of_motions.txt", "motions: verdicts", globals())
CONVERSE = {"implies": "implied", "implied": "implies"}


@pytest.mark.parametrize(("first", "second", "verdict", "exceptions"), VERDICTS)
@pytest.mark.slow
def test_verdicts(first, second, verdict, exceptions):
    answer, back = equivalent_equations(first, second), equivalent_equations(second, first)
    assert answer.verdict == verdict, answer.certificate
    assert back.verdict == CONVERSE.get(verdict, verdict)
    assert bool(answer) is (verdict == "equal")
    if exceptions is not None:
        assert [exception.where for exception in answer.exceptions] == exceptions
        assert [exception.where for exception in back.exceptions] == exceptions


def test_the_factor_that_vanishes_is_shown():
    answer = equivalent_equations(oscillator, (at - s.sin(t)) * oscillator)
    [exception] = answer.exceptions
    assert exception.needed and s.equivalent(exception.where[0], s.sin(t) - at)


@pytest.mark.slow
def test_factors_that_cannot_vanish_are_not_shown():
    ell = symbols("ell", positive=True)
    theta = s.literal_function("theta")
    tension = [m * (D**2)(x)(t) + 2 * lam(t) * x(t), m * (D**2)(y)(t) + m * g + 2 * lam(t) * y(t)]
    change = [[x(t), ell * s.sin(theta(t))], [y(t), -ell * s.cos(theta(t))]]
    angle = ell * (D**2)(theta)(t) + g * s.sin(theta(t))
    for factor in (1, k, ell * k):
        constraint = factor * (x(t) ** 2 + y(t) ** 2 - ell**2)
        answer = equivalent_equations([*tension, constraint], [factor * angle], change=change)
        assert {e.where for e in answer.exceptions} == {(m,)} | ({(k,)} if factor != 1 else set())


def test_what_decides_is_named():
    """For a negative radius sqrt(r^2) is -r."""
    force = k * r(t) / s.sqrt(r(t) ** 2) ** 3
    answer = equivalent_equations((D**2)(r)(t) + force, (D**2)(r)(t) + k / r(t) ** 2)
    assert answer.verdict == "different" and "where (r t) is negative" in answer.certificate
    with s.assuming(positive=r(t)):
        assert equivalent_equations((D**2)(r)(t) + force, (D**2)(r)(t) + k / r(t) ** 2)


def test_the_residual_that_fails_is_named():
    answer = equivalent_equations(up(v - p(t) / m, D(p)(t) - k * at), oscillator)
    assert "residual 0 of the second system comes to (* 2 k (x t))" in answer.certificate
    assert set(answer.witness) <= {"m", "k", "(x t)", "(p t)", "((D x) t)"}


def test_the_values_of_both_sides_are_shown():
    answer = equivalent_equations(a + k * at, a - k * at)
    value = answer.witness["k"] * answer.witness["(x t)"]
    assert f"the difference is {float(-2 * value):.10f}" in answer.certificate
    terms = answer.certificate.partition("its terms are there ")[2]
    assert terms.count(f"{float(-value):.10f}") == 2 and terms.endswith("the residuals of the other system are 0")
    potential = s.literal_function("V")
    answer = equivalent_equations(up(v - p(t), D(p)(t) + D(potential)(at) ** 3), a + D(potential)(at) ** 2)
    shown = answer.certificate.partition("its terms are there ")[2]
    assert shown.count("+/-") >= 2 and shown.count(" = ") == 2


theta = s.literal_function("theta")


def test_a_double_zero_of_a_coefficient_has_no_motions_of_its_own():
    """Where cos(theta) = 1 stays, theta does not move: the relation's derivative alone does not say so."""
    factor = s.cos(theta(t)) - 1
    equation = (D**2)(theta)(t) * D(phi)(t) + D(theta)(t)
    assert equivalent_equations(equation, factor * equation).verdict == "equal"


def test_an_unknown_that_is_determined_by_initial_values_is_eliminated():
    assert equivalent_equations([a + k * at, (D**2)(y)(t)], a + k * at).verdict == "equal"
    assert equivalent_equations([a + k * at, (D**2)(y)(t) - at], a + k * at).verdict == "equal"


def test_a_change_of_the_unknowns():
    cartesian = up((D**2)(x)(t), (D**2)(y)(t))
    polar = up((D**2)(r)(t) - r(t) * D(phi)(t) ** 2, r(t) * (D**2)(phi)(t) + 2 * D(r)(t) * D(phi)(t))
    change = {x: r(t) * s.cos(phi(t)), y: r(t) * s.sin(phi(t))}
    answer = equivalent_equations(cartesian, polar, change)
    assert answer and "(r t) is not zero, or the change is singular" in answer.assumed
    assert equivalent_equations(polar, cartesian, list(change.items()))
    assert not equivalent_equations(cartesian, up(polar[0], polar[1] - D(r)(t) * D(phi)(t)), change)


def test_a_change_that_does_not_reach_all_motions():
    free = up((D**2)(x)(t), (D**2)(y)(t))
    answer = equivalent_equations(free, (D**2)(theta)(t), {x: s.cos(theta(t)), y: s.sin(theta(t))})
    assert answer.verdict != "equal" and "does not reach all motions" in answer.certificate


def test_the_explanation(capsys):
    equivalent_equations(oscillator, v * oscillator, explain=True)
    printed = capsys.readouterr().out
    assert "except where ((D x) t) = 0: some solutions there are none of the other system" in printed
    assert "Does the second system imply the first?" in printed


test_wrong_input = refusals(__file__, "motions", globals())


b, c = symbols("b c")
OTHER_NAMES = evaluated(__file__, "verdicts_of_motions.txt", "motions: other names", globals())


@pytest.mark.parametrize(("first", "second", "names"), OTHER_NAMES)
def test_other_names_are_told(first, second, names):
    """By them systems are equal; that they are not as they stand is the verdict."""
    answer = equivalent_equations(first, second)
    assert answer.verdict == "different" and bool(answer.renaming) is bool(names)
    assert not names or answer.certificate.startswith(f"equal with {names}, by other names; ")


# --- certificates ----------------------------------------------------------------------------------------------

CERTIFIED = [
    (HAMILTON, oscillator),
    (oscillator, v * oscillator),
    (oscillator, at * oscillator),
    (KEPLER, CONSERVED),
    (up(v - p(t) / m, D(p)(t) - k * at), oscillator),
    (a + k * at, D(lambda t: (D**2)(x)(t) + k * x(t))(t)),
]
#: With functions that power series have by others.
WITH_FUNCTIONS = [
    (a + s.tanh(at), a * s.cosh(at) + s.sinh(at)),
    (v - s.sec(at), v * s.cos(at) - 1),
    (v - s.tanh(t), v * s.cosh(t) - s.sinh(t)),
    (v - s.csch(t), v - s.cosh(t)),
]


@pytest.mark.parametrize("number", range(len(CERTIFIED) + len(WITH_FUNCTIONS)))
@pytest.mark.slow
def test_certificates_stand_a_check_by_power_series(number):
    assert s.check_certificate(equivalent_equations(*[*CERTIFIED, *WITH_FUNCTIONS][number]))


@pytest.mark.parametrize("number", range(len(CERTIFIED)))
@pytest.mark.slow
def test_a_certificate_that_was_changed_does_not(number):
    """The check proves itself: a solved form with another value is found to be wrong."""
    answer = equivalent_equations(*CERTIFIED[number])
    evidence = answer.evidence
    if evidence.multiplier is not None:
        rows = tuple(tuple(entry + 1 for entry in row) for row in evidence.multiplier)
        assert not s.check_certificate(dataclasses.replace(answer, evidence=evidence._replace(multiplier=rows)))
    for i, leaf in enumerate(evidence.solved):
        if not leaf.rules:
            continue
        function, order, value = leaf.rules[-1]
        wrong = leaf._replace(rules=(*leaf.rules[:-1], (function, order, value + at + 1)))
        solved = (*evidence.solved[:i], wrong, *evidence.solved[i + 1 :])
        changed = dataclasses.replace(answer, evidence=evidence._replace(solved=solved))
        assert not s.check_certificate(changed)


def test_what_has_no_certificate():
    wave = v - s.bessj(2, at)
    with pytest.raises(s.ScmpyError, match="not checked: the multiplier"):
        s.check_certificate(equivalent_equations(wave, 2 * wave))
    with pytest.raises(s.ScmpyError, match="expects the answer of a comparison of motions"):
        s.check_certificate(3)
    with pytest.raises(s.ScmpyError, match="expects the answer of a comparison"):
        s.comparison_to_transcript(s.equivalent(m, m))


@pytest.mark.parametrize("number", range(len(CERTIFIED)))
def test_a_comparison_as_a_transcript(number, tmp_path, capsys):
    text = s.comparison_to_transcript(equivalent_equations(*CERTIFIED[number]))
    path = tmp_path / "comparison.scm"
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--exact", str(path)]) == 0, capsys.readouterr().out + text


u = s.literal_function("u", 2)
X, later = symbols("X s")

#: Systems of which no solution is known that has given values.
SCATTERED = {
    "delayed": (v + x(t - 1), v - x(t - 1)),
    "later": (D(x)(t + 1) + x(t + 1), v + at),
    "later alone": (D(x)(t + 1) + x(t + 1), D(x)(t + 1) - x(t + 1)),
    "reflected": (v - x(-t), a + at),
    "scaled": (D(x)(2 * t) - x(2 * t), v - at),
    "at another symbol": (v - x(later), v + x(later)),
    "at a moment": (at - x(0), v),
    "at itself": (v + x(x(t)), v - x(x(t))),
    "reflected in space": (s.partial(0)(u)(t, X) - u(t, -X), s.partial(0)(u)(t, X) + u(t, -X)),
    "two variables": (v - y(later), up(v - y(later), D(y)(later))),
}


@pytest.mark.parametrize(("first", "second"), SCATTERED.values(), ids=SCATTERED)
def test_functions_at_several_places(first, second):
    assert equivalent_equations(first, second).verdict == "undecided"
    assert equivalent_equations(second, first).verdict == "undecided"
    assert equivalent_equations(first, 2 * first).verdict == "equal"


def test_what_is_met_at_several_places_is_said():
    assert equivalent_equations(*SCATTERED["delayed"]).certificate.startswith("x is met at t and at (- t 1)")
    potential = s.literal_function("V")
    one, other = a + D(potential)(at) + potential(k), a - D(potential)(at) + potential(k)
    assert equivalent_equations(one, other).verdict == "different"


def test_partial_differential_equations_by_components():
    """Each residual is a multiple of the other of its place by a coefficient, however many derivatives there are."""
    W = s.literal_function("W", 2)
    d = s.partial
    one = [d(0)(d(0)(u))(t, X) - d(1)(d(1)(W))(t, X) / X**2, d(0)(d(1)(W))(t, X) + s.sin(X) * d(1)(d(1)(u))(t, X)]
    answer = equivalent_equations(one, [-2 * X**2 * one[0], k * one[1]])
    assert answer.verdict == "equal except" and {e.where for e in answer.exceptions} == {(k,)}
    assert s.equivalent(answer.multiplier[0][0], -1 / (2 * X**2)) and answer.multiplier[0][1] == 0
    assert equivalent_equations(one, [one[0], one[1] / s.sin(X)]).verdict == "equal"  # where sin X is not zero
    assert equivalent_equations(one[1], one[1] + d(1)(d(1)(u))(t, X)).verdict == "different"


def test_facts_of_functions_are_consulted():
    radius = s.literal_function("r", positive=True)(t)
    V = {fact: s.literal_function("V", **{fact: True}) for fact in ("even", "odd")}
    force = k / s.sqrt(radius**2) ** 3 * radius
    acceleration = (D**2)(s.literal_function("r", positive=True))(t)
    assert equivalent_equations(acceleration + force, radius * acceleration + k / radius)
    for head, sign in ((V["odd"], -1), (V["even"], 1), (D(V["even"]), -1), (D(V["odd"]), 1)):
        assert equivalent_equations(a + head(at), a + sign * head(-at)).verdict == "equal"
        assert equivalent_equations(a + sign * head(-at), a + head(at)).verdict == "equal"
        assert equivalent_equations(a + head(at), a - sign * head(-at)).verdict == "different"
