"""Systems of equations: do they vanish together? Verdicts by class, checked at points where zeros are known to be."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scmpy as s
from scmpy.mechanics.equations.real_solutions import difference_at_solution
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import symbol

from ..tables import evaluated
from .balls import OutsideDomain, precision, value

x, y, k, t = s.symbols("x y k t")
p, n = symbol("p", "positive"), symbol("n", "integer")
X, Y = s.literal_function("x"), s.literal_function("y")
(at, bt), (ax, ay) = (X(t), Y(t)), ((s.D**2)(X)(t), (s.D**2)(Y)(t))
vx, vy = s.D(X)(t), s.D(Y)(t)


@pytest.mark.parametrize("coefficient", [t, t**2 - 2, s.sin(t), 1 - s.cos(t), s.exp(t) - 2])
@pytest.mark.parametrize("shift", [0, 3 * t**2])
def test_a_zero_at_an_instant_is_no_solution(coefficient, shift):
    path = shift + X(t)
    answer = s.equivalent_equations([path - s.sin(path) / 2], [coefficient * path])
    assert answer.verdict in ("equal", "undecided")


def test_angular_momentum_follows_from_gravity():
    r = s.sqrt(at**2 + bt**2)
    kepler = [ax + k * at / r**3, ay + k * bt / r**3]
    for first, second in (kepler, [at * ay - bt * ax]), (kepler, [s.D(X * s.D(Y) - Y * s.D(X))(t)]):
        assert s.equivalent_equations(first, second).verdict == "implies"


def test_the_wave_equation_follows_from_transport():
    field = s.literal_function("U", "(-> (X Real Real) Real)")
    ux, ut = s.partial(0)(field)(x, t), s.partial(1)(field)(x, t)
    wave = (s.partial(1) ** 2)(field)(x, t) - k**2 * (s.partial(0) ** 2)(field)(x, t)
    assert s.equivalent_equations([ut + k * ux], [wave]).verdict == "implies"
    assert s.equivalent_equations([wave], [ut - k * ux]).verdict == "implied"
    assert s.equivalent_equations([ut + 2 * k * ux], [wave]).verdict not in ("equal", "implies")


def test_where_a_multiplier_vanishes_is_excepted():
    """A field that is nowhere but zero fulfils u E = 0, and not E = 0: the inverse of the multiplier has a pole there."""
    field = s.literal_function("U", "(-> (X Real Real) Real)")
    u, transport = field(x, t), s.partial(1)(field)(x, t) + s.partial(0)(field)(x, t) + k
    for factor in (u, x):
        for systems in ([[factor * transport], [transport]], [[transport], [factor * transport]]):
            answer = s.equivalent_equations(*systems)
            assert (answer.verdict, [each.where for each in answer.exceptions]) == ("equal except", [(factor,)])


def test_a_quotient_may_be_a_power():
    """As SymPy writes it."""
    inverse = (x + y) ** -1
    assert s.equivalent_equations([(x + y) * ax - k], [ax - k * inverse]).verdict == "equal"
    sympy = pytest.importorskip("sympy")
    a, b, c, time = sympy.symbols("a b c t")
    rate = sympy.Function("x")(time).diff(time, 2)
    assert s.equivalent_equations([sympy.Eq((a + b) * rate - c, 0)], [sympy.Eq(rate - c / (a + b), 0)])


@pytest.mark.parametrize("quantity", [x + y, x * y - 1, x - y**2, x + s.exp(y), x - s.sin(y)])
def test_a_value_that_is_found_is_real(quantity):
    assert s.equivalent_equations([quantity**2 + quantity + 1], [1]).verdict in ("equal", "undecided")
    cubic = quantity * (quantity**2 + quantity + 1)
    assert s.equivalent_equations([cubic], [quantity]).verdict in ("equal", "undecided")


def test_unknown_are_the_functions_of_the_independent_variable():
    V, f = s.literal_function("V"), s.literal_function("f")
    force = s.D(V)(at)
    answer = s.equivalent_equations(s.down(ax + force), s.down(2 * ax + 2 * force))
    assert answer.verdict == "equal" and answer.unknowns == (ax,)
    assert s.equivalent_equations(s.down(ax + force), s.down(ax - force)).verdict == "different"
    assert s.equivalent_equations(s.down(ax + s.D(f)(at)), s.down(ax + (s.D**2)(f)(at))).unknowns == (ax,)
    given = s.down(s.D(X)(V(t)) + y)
    assert s.equivalent_equations(given, 3 * given).unknowns == (s.D(X)(V(t)),)


def test_the_witness_is_a_solution():
    answer = s.equivalent_equations(s.down(x**2 - 2 * y**2), s.down(x - y))
    at_witness = {symbol(name): found for name, found in answer.witness.items()}
    assert s.equivalent(substitute(x**2 - 2 * y**2, at_witness), 0)
    assert not s.equivalent(substitute(x - y, at_witness), 0)


@pytest.mark.parametrize("size", [abs, lambda u: s.sqrt(u**2)])
def test_a_witness_is_a_solution_of_sizes(size):
    residual = lambda x: size(x - 1) + size(x + 1) + x - 3  # noqa: E731
    found = s.equivalent_equations([residual(x)], [x]).witness["x"]
    assert abs(residual(found)) < 1e-12 < abs(found)
    assert s.equivalent_equations([size(x - 1) - x + 1], [x - 1]).verdict == "implied"


def test_assumptions_in_force_restrict_the_solutions():
    assert not s.equivalent_equations(s.down(x**2 - 1), s.down(x - 1))
    with s.assuming(positive=x):
        assert s.equivalent_equations(s.down(x**2 - 1), s.down(x - 1))


FACTORS = st.sampled_from(
    [
        *(x, y, x - 1, x - y, x**2 + 1, x**2 + y**2, x * y - 1, s.sqrt(x), s.sqrt(x) + 1, abs(x) - 1, abs(x) + x),
        *(s.exp(x) - 1, s.asin(x), s.acos(x), s.atan(y, x), 1 / x, x**p, 1 - s.sqrt(1 - x**2), s.cosh(y) - 1),
        *(s.log(x), s.sinh(x), s.sqrt(x**2) - x, s.sqrt((x - 1) ** 2) + x - 1, abs(x - 1) + abs(x + 1) + x - 2),
    ]
)
RESIDUALS = st.lists(FACTORS, min_size=1, max_size=3).map(lambda parts: s.mul(*parts))
SYSTEMS = st.lists(RESIDUALS, min_size=1, max_size=2)
HALVES = [Fraction(m, 2) for m in range(-3, 4)]


def vanishes(system, point):
    """Do all residuals of a system contain zero at a point, which has to be in the domain of every one?"""
    with precision(200):
        found = [value(residual, point).contains(0) for residual in system]
    return all(found)


@pytest.mark.slow
@example([x**2 + 1], [x, (x - 1) * x**p])
@example([s.sqrt(x**2) - x], [x])
@example([x**2 + 1 - 2 * s.sqrt(x**2)], [x - 1])
@given(SYSTEMS, SYSTEMS)
def test_systems_that_are_called_equal_have_the_same_zeros(first, second):
    if s.equivalent_equations(s.down(*first), s.down(*second)).verdict != "equal":
        return
    for point in ({"x": a, "y": b, "p": 1} for a in HALVES for b in HALVES):
        try:
            zeros = vanishes(first, point), vanishes(second, point)
        except (OutsideDomain, ZeroDivisionError):
            continue
        assert zeros[0] == zeros[1], point


@pytest.mark.parametrize("wrong", ["x", None, s.sin])
def test_a_residual_is_a_scalar(wrong):
    with pytest.raises(s.errors.WrongTypeError, match="a residual is a scalar, got"):
        s.equivalent_equations(wrong, x)


def test_values_of_a_function_at_two_places_may_be_related():
    system = [X(x) - 1, x - y]
    assert s.equivalent_equations(system, [X(y) - 1, x - y]).verdict != "different"


def test_a_root_where_something_is_divided_by_zero_is_no_point_of_the_domain():
    assert s.equivalent_equations([x**3 - 2], [1 / (x**3 - 2) / (x - 5)]).verdict == "different"  # the second has none
    assert s.equivalent_equations([x**3 - 2], [(x**3 - 2) / (x - 5)]).verdict == "equal"
    assert difference_at_solution([x**3 - 2], [1 / (x**3 - 2) / (x - 5)]) is None


def test_rational_roots():
    assert difference_at_solution([2 * x - 3], [x - 1]).witness == {"x": Fraction(3, 2)}


def test_solutions_where_declared_facts_hold():
    n = symbol("n", "negative")
    assert difference_at_solution([p - y], [p - 2 * y]).verdict == "different"
    assert difference_at_solution([p - 2], [p - 3]).witness["p"] == 2
    assert difference_at_solution([n + 2], [n + 3]).witness["n"] == -2
    assert difference_at_solution([p + 2], [p + 3]) is None


@pytest.mark.parametrize("f", evaluated(__file__, "functions_taken_off.txt", "strictly monotone", globals()))
def test_a_strictly_monotone_function_takes_a_value_once(f):
    assert s.equivalent_equations([f(x) - f(y)], [x - y]).verdict == "equal"
    assert s.equivalent_equations([x - y], [f(x) - f(y)]).verdict == "equal"
    assert s.equivalent_equations([f(x) - f(y)], [x - 2 * y]).verdict not in ("equal", "equal except")


@pytest.mark.parametrize("f", evaluated(__file__, "functions_taken_off.txt", "not one to one", globals()))
def test_a_function_that_takes_a_value_twice_is_not_taken_off(f):
    assert s.equivalent_equations([f(x) - f(y)], [x - y]).verdict in ("implied", "undecided")
