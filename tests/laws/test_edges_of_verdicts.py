"""Systems of which the domain, an exceptional set, or a root of something transcendental decides what is true."""

import dataclasses
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.mechanics.equations.real_solutions import difference_enclosed

from ..mechanics.test_certificates import is_refused
from ..tables import evaluated
from .balls import precision, value
from .claims import claim, judged

(t, x, y), (X, Y) = s.symbols("t x y"), s.literal_functions("x y")
m = s.symbols("m", positive=True)
vx, vy, at = s.D(X)(t), s.D(Y)(t), Y(t)
pi = 4 * s.atan(1)


@pytest.mark.parametrize("factor", [s.exp(at) + at, s.sin(at) - at / 2 - Fraction(1, 3), at * s.exp(at) - 1])
def test_an_exceptional_set_with_a_root_that_is_only_enclosed(factor):
    answer = s.equivalent_equations([factor * (vy - 1)], [vy - 1])
    assert answer.verdict == "equal except" and answer.exceptions[0].needed
    assert s.equivalent_equations([factor * vx], [vx]).verdict == "implied"  # any x beside the root for y


ROOTS = [
    ([x + s.exp(x)], [x + 1]),
    ([s.sin(x) - s.sin(y)], [x - y]),
    ([x**2 + s.exp(y) - 3, y - s.sin(x)], [x - y]),
    ([m + s.log(m)], [m - 1]),
]


@pytest.mark.parametrize(("system", "other"), ROOTS)
def test_a_solution_that_is_enclosed(system, other):
    answer = difference_enclosed(system, other)
    assert answer.verdict == "different"
    with precision(60):
        for residual in system:
            assert value(residual, answer.witness).abs_upper() < 1e-10
    assert difference_enclosed(system, system) is None
    assert s.equivalent_equations(s.down(*system), s.down(*other)).verdict in ("different", "implied")


@pytest.mark.parametrize("system", [[s.exp(x) - x], [x**2 + 1], [(x - 1) ** 2], [s.sqrt(x) + 1], [m + 1]])
def test_no_solution_is_enclosed_where_none_is(system):
    assert difference_enclosed(system, [x - 7]) is None


TURNS = [
    (s.acos(s.cos(4)), 2 * pi - 4),
    (s.asin(s.sin(2)), pi - 2),
    (s.atan(s.tan(2)), 2 - pi),
    (s.asin(s.sin(100)), 100 - 32 * pi),
]


@pytest.mark.parametrize(("angle", "constant"), TURNS)
def test_an_angle_less_a_constant(angle, constant):
    assert s.equivalent(angle, constant).verdict == "equal"
    assert s.equivalent(angle, constant + s.exp(-100)).verdict == "different"
    assert s.equivalent_equations([vx - angle], [vx - constant]).verdict in ("equal", "undecided")
    assert s.equivalent_equations([(angle - constant) * vx], [0 * vx]).verdict in ("equal", "undecided")
    assert s.equivalent_equations([(angle - constant) * vx], [vx]).verdict in ("implied", "undecided")


@pytest.mark.slow
def test_sizes_of_sums_with_sines():
    """The root of a square is not taken for a root that is independent, whose norm would be 0."""
    r = vx + s.sin(vy)
    assert s.equivalent_equations([abs(vx + s.sin(t))], [vx + s.sin(t)]).verdict in ("equal", "undecided")
    assert s.equivalent_equations([abs(r) - r], [r]).verdict in ("implied", "undecided")
    assert not judged(claim(710322)).startswith("wrong")


@pytest.mark.parametrize(
    "number", [40003, 40050, 40083, 60027, 9801422, 9801505, pytest.param(40066, marks=pytest.mark.slow)]
)
def test_claims_that_were_left_undecided(number):
    assert judged(claim(number)) == "right"


@pytest.mark.parametrize("factor", [m, m**2 + 1, 1 / m])
def test_certificates_with_positive_parameters_stand(factor):
    """Newton's method, which looks for solutions, comes near to m = 0: that is no place where m is positive."""
    assert s.check_certificate(s.equivalent_equations([factor * vx], [vx]))


@pytest.mark.slow
def test_the_last_terms_of_a_series_by_a_cube_refute_nothing():
    made = claim(60004)
    assert s.check_certificate(s.equivalent_equations(made.first, made.second))


MOTION = vx - s.sin(X(t)) + at / (1 + at**2)


@pytest.mark.parametrize("function", [lambda r: r - s.sin(r) / 2, lambda r: t * abs(r), lambda r: s.cosh(2 * r) - 1])
def test_a_function_of_one_residual_that_vanishes_where_it_does(function):
    """It is not multiplied out: a sine of the whole residual is not taken apart by the addition theorems."""
    answer = s.equivalent_equations([function(MOTION)], [MOTION])
    assert answer.verdict == "equal"
    assert answer.multiplier is None  # of what stands in the place of the residuals
    assert s.equivalent_equations([function(MOTION - 1)], [MOTION]).verdict == "different"


@pytest.mark.slow
def test_the_certificate_of_a_function_of_a_residual():
    answer = s.equivalent_equations([abs(vx - s.sin(X(t)))], [vx - s.sin(X(t))])
    assert s.check_certificate(answer)
    assert is_refused(dataclasses.replace(answer, verdict="implies"))


@pytest.mark.slow
def test_an_exception_in_a_region_of_signs():
    """x = 2 solves |(x - 2) r| + |y'|, in the regions where r is positive or negative too, with one constant less."""
    residual = vx - X(t) * at
    first, second = [abs((X(t) - 2) * residual) + abs(vy)], [residual, vy]
    assert s.equivalent_equations(first, second).verdict == "equal except"


def test_coefficients_without_a_float():
    """e^-1000 has none, and its reciprocal neither: ranges and certificates are those of the number."""
    small, smaller = s.exp(-1000) * X(t), s.exp(-2000) * X(t)
    answer = s.equivalent_equations([vx - small], [vx])
    assert answer.verdict == "different"
    assert s.check_certificate(answer)
    assert is_refused(dataclasses.replace(answer, verdict="equal"))
    assert s.equivalent_equations([vx - small], [vx - smaller]).verdict == "different"
    assert s.equivalent_equations([vx - smaller], [s.exp(2000) * vx - X(t)]).verdict == "equal"


TWICE_AT_HALF_A_TURN = (1 + s.cos(X(t))) * (vx - 1)
HALF_TURNS = [
    TWICE_AT_HALF_A_TURN * s.sqrt((2 + s.sin(X(t))) ** 2 + 1),
    TWICE_AT_HALF_A_TURN**3 + TWICE_AT_HALF_A_TURN,
    TWICE_AT_HALF_A_TURN**5 + TWICE_AT_HALF_A_TURN,
    s.sqrt((1 + s.cos(X(t))) * (2 + s.sin(X(t)))) * (vx - 1),
]


@pytest.mark.parametrize("residual", HALF_TURNS)
def test_half_a_turn_is_a_zero_of_what_vanishes_there(residual):
    """The tangent of half the angle has no value there: x = pi solves the one, and is no solution of x' = 1."""
    for systems in (([residual], [vx - 1]), ([vx - 1], [residual])):
        answer = s.equivalent_equations(*systems)
        assert answer.verdict == "equal except", answer.explanation
        assert any(x.needed for x in answer.exceptions)


def test_squares_that_vanish_at_half_a_turn():
    squares = TWICE_AT_HALF_A_TURN**2 + vy**2
    assert s.equivalent_equations([squares], [vx - 1, vy]).verdict == "equal except"
    assert s.equivalent_equations([(1 + s.cos(x)) ** 2 * y**2 + t**2], [y, t]).verdict == "implied"


LINEAR = (at**2 + 1) * vx + X(t) - 2  # in the derivative
OTHER = vy - s.sin(X(t))
TOGETHER = evaluated(__file__, "edges_of_verdicts.txt", "together", globals())


@pytest.mark.parametrize(("together", "alone"), TOGETHER)
def test_polynomials_in_a_linear_part_vanish_by_their_shape_as_such(together, alone):
    assert s.equivalent_equations(together, alone).verdict == "equal"
    assert s.equivalent_equations(together, [x + 1 for x in alone]).verdict == "different"


def test_the_root_of_a_square_that_encloses_zero_has_a_value():
    residual = s.sqrt((s.sqrt(LINEAR**2) + LINEAR) ** 2)
    assert s.equivalent_equations([residual], [LINEAR]).verdict == "implied"


@pytest.mark.slow
def test_a_wrong_sign_between_two_centers_of_attraction_is_seen():
    """Equations that are linear in accelerations are not sought to be sums of squares in what stands under roots."""
    mu, x, y, ax, ay = s.symbols("mu"), X(t), Y(t), (s.D**2)(X)(t), (s.D**2)(Y)(t)
    one, other = (((x + mu - n) ** 2 + y**2) ** Fraction(-3, 2) for n in (0, 1))
    right, wrong = (
        [ax - 2 * vy - x + (1 - mu) * (x + mu) * one + n * mu * (x + mu - 1) * other, ay + 2 * vx - y] for n in (1, -1)
    )
    assert s.equivalent_equations(right, wrong).verdict == "different"
