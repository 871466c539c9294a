"""Solutions of equations: all of them are such, none is left out silently, conditions and doubts are told."""

import math
from itertools import pairwise

import pytest

from scmpy import *
from scmpy import equivalent, exp, log, solve, substitute, symbols, to_sympy
from scmpy.errors import DomainError, LimitError, WrongTypeError
from scmpy.scheme import Session
from scmpy.solving import sympy_calls as asking

from ..tables import answers, evaluated, refusals

x, y, z, a, b, c, t = symbols("x y z a b c t")
r, s = symbols("r s", real=True)
p, k = symbols("p k", positive=True)
N = symbols("N", positive=True, integer=True)
q = literal_function("q")


@pytest.mark.parametrize(
    ("equations", "unknowns", "count"),
    evaluated(__file__, "solutions.txt", "solutions make the residuals vanish", globals()),
)
def test_solutions_make_the_residuals_vanish(equations, unknowns, count):
    found = solve(equations, unknowns)
    assert len(found) == count
    residuals = equations if isinstance(equations, (list, type(up()))) else [equations]
    several = isinstance(unknowns, (list, type(up())))
    for values in found:
        at = dict(zip(unknowns, values, strict=True)) if several else {unknowns: values}
        assert all(equivalent(substitute(residual, at), 0).verdict != "different" for residual in residuals)


def test_declared_facts_choose_among_the_roots():
    assert solve(p**2 - 4, p) == (2,)
    assert solve(r**2 + 1, r) == ()
    with assuming(positive=x):
        assert solve(x**2 - 4, x) == (2,)


@pytest.mark.parametrize(
    ("residual", "solutions"),
    evaluated(__file__, "solutions.txt", "a sum of squares of real unknowns vanishes where each does", globals()),
)
def test_a_sum_of_squares_of_real_unknowns_vanishes_where_each_does(residual, solutions):
    assert solve(residual, [r, s]) == solutions


def test_no_solution_is_proved_or_refused():
    assert solve([x - 1, x - 2], x) == ()
    assert solve([a * x - 1, a * x - 2], x) == ()
    assert solve(7, x) == ()
    assert solve(exp(r), r) == ()
    with pytest.raises(LimitError, match="has no values"):
        solve(erf(x) - 2, x)  # erfinv(2) says SymPy


@pytest.mark.parametrize(
    ("unknown", "equations"),
    [
        (x, [exp(x), 2**x, exp(x**2), exp(sin(x)), tanh(x) - 1, sqrt(x) + 1, x ** div(1, 3) + 2]),
        (x, [sqrt(x + 2) - sqrt(x) - 2]),
        (r, [exp(r) + 1, cosh(r), cos(r) + 2, sin(r) - 2, sqrt(sin(r)) - 2, exp(r**2) + 1]),
    ],
)
def test_none_of_all_candidates_is_a_solution(unknown, equations):
    assert [solve(equation, unknown) for equation in equations] == [()] * len(equations)


def test_no_solution_of_one_turn_or_period_is_none_of_all():
    whole = symbols("n", integer=True)
    for equation, unknown in (
        ((1 - cos(x)) / x**2, x),  # 2 pi
        (exp(1j * p) - 1, p),  # 2 pi
        (sin(whole) - sin(8), whole),  # 8
    ):
        with pytest.raises(LimitError, match="not proved"):
            solve(equation, unknown)


def test_equations_with_roots_have_all_their_solutions():
    assert solve(sqrt(x + 1) + sqrt(x - 1) - 2, x) == (div(5, 4),)
    assert solve((sqrt(x) + 1) * (x - 1), x) == (1,)
    (root,) = solve(1 / sqrt(x) - 1 / (x - 1), x)
    assert equivalent(root, (3 + sqrt(5)) / 2)
    (root,) = solve(sqrt(x + sqrt(x)) - 1, x)
    assert complex(root) == pytest.approx((3 - 5**0.5) / 2)


def test_exact_roots_print_as_decimals_and_stay_exact():
    roots = solve(x**2 - 2, x)
    assert all(equivalent(root**2, 2) for root in roots)
    assert str(roots[1]) == "1.4142135623730951"


def test_of_a_size_it_is_told_what_to_declare():
    with pytest.raises(LimitError, match="declare that x is real"):
        solve(abs(x - 1) - 3, x)
    assert set(solve(abs(r - 1) - 3, r)) == {-2, 4}


def test_every_value_is_a_solution_of_nothing():
    assert solve(0, x) == (x,)
    assert solve([x - x], [x, y]) == (up(x, y),)


def test_roots_without_a_closed_form_are_floats_all_of_them():
    found = solve((x**5 - x - 1) * (x**2 - 2), x)
    assert len(found) == 7
    assert sum(isinstance(root, (float, complex)) for root in found) == 5
    for root in found:
        value = complex(root)
        assert abs((value**5 - value - 1) * (value**2 - 2)) < 1e-12


def test_floats_give_floats():
    assert solve(0.1 * x - 1, x) == (10.0,)
    low, high = solve(0.5 * x**2 - 0.3, x)
    assert math.isclose(high, math.sqrt(0.6)) and low == -high


def test_time_is_bounded(monkeypatch):
    class Slow:
        @staticmethod
        def solve(*_, **__):
            while True:
                pass

    with setting(solving_time=0.05), pytest.raises(LimitError, match="longer than"):
        asking.answer_of("solve", Slow.solve)


def test_what_is_wrong_in_sympy_is_no_answer(monkeypatch):
    import sympy

    monkeypatch.setattr(sympy, "solve", lambda *_, **__: [{sympy.Symbol("x"): sympy.Integer(3)}])
    with pytest.raises(LimitError, match="no solution"):
        solve(sin(x) - 2 * x - exp(x), x)


test_in_scheme = answers(__file__, "answers.txt")


def test_structures_of_equations_of_any_variance():
    assert solve(down(x + y - 3, x - y), [x, y]) == (up(3, 3) / 2,)


def zeros_in_a_turn(f, turn):
    """The zeros of a real function in one turn, by the signs of its values and by minima of their size."""
    grid = [turn * (n + 0.123) / 20_000 for n in range(20_001)]
    values = [f(at) for at in grid]
    crossings = sum(u * v < 0 and abs(u) + abs(v) < 1 for u, v in pairwise(values))
    touching = [
        n for n in range(1, 20_000) if abs(values[n]) < 1e-5 and abs(values[n]) == min(map(abs, values[n - 1 : n + 2]))
    ]
    return crossings + sum(values[n - 1] * values[n + 1] > 0 for n in touching)


@pytest.mark.parametrize(
    ("equation", "turn"), evaluated(__file__, "solutions.txt", "all angles of a turn are found", globals())
)
@pytest.mark.slow
def test_all_angles_of_a_turn_are_found(equation, turn):
    found = solve(equation, x)
    turn *= 2 * math.pi
    distinct = {round(float(angle) % turn, 6) % round(turn, 6) for angle in found}

    def f(at):
        return float(substitute(equation, x, at))

    assert len(distinct) == len(found) == zeros_in_a_turn(f, turn)
    for angle in distinct:
        assert abs(f(angle)) < 1e-4


def test_angles_in_closed_form():
    pi_over = [div(n, 2) * pi for n in range(4)]
    assert solve(sin(2 * x), x) == tuple(pi_over)
    (found,) = solve(sin(a * x) - 1, x)
    assert equivalent(found, pi / (2 * a))


@pytest.mark.parametrize(
    ("equation", "expected"),
    evaluated(__file__, "solutions.txt", "where a denominator vanishes there is no zero", globals()),
)
def test_where_a_denominator_vanishes_there_is_no_zero(equation, expected):
    found = solve(equation, x)
    assert len(found) == len(expected)
    assert all(equivalent(value, right) for value, right in zip(found, expected, strict=True))


def test_equations_that_have_only_such_zeros():
    assert solve([x / (x**2 + y**2), y / (x**2 + y**2)], [x, y]) == ()
    assert solve([x / sqrt(x**2 + y**2) ** 3, y / sqrt(x**2 + y**2) ** 3], [x, y]) == ()
    assert len(solve([x * (x - 1) / (x**2 + y**2), y / (x**2 + y**2)], [x, y])) == 1
    for equations, unknowns in (((1 - cos(x)) / x**2, x), (log(x) / (x - 1), x)):
        with pytest.raises(LimitError, match="not proved"):
            solve(equations, unknowns)


@pytest.mark.slow
def test_no_value_with_the_facts_is_proved_or_refused():
    assert solve(2 * N - 1, N) == ()
    assert solve(N**2 - 4, N) == (2,)
    assert solve(p + k, p) == ()
    assert solve(p**3 - k**3, p) == (k,)
    assert [substitute(each, k, 1001) for each in solve((p - 1) * (p - k + 1000), p)] == [1, 1]
    for equation, unknown in ((N**2 - x, N), (2 * r - a * 1j, r), (r**2 + a**2, r)):
        with pytest.raises(DomainError, match="is a solution where it is"):
            solve(equation, unknown)
    with pytest.raises(DomainError):
        solve((N - 1) * (N**2 - x), N)


def test_a_root_of_a_power_is_on_conditions():
    for unknown in (x, r):
        with pytest.raises(DomainError, match="on conditions only"):
            solve(unknown ** div(1, 3) - a, unknown)
    assert solve(x ** div(1, 3) - k, x) == (k**3,)
    assert solve(x ** div(1, 3) - 2, x) == (8,)


@pytest.mark.parametrize("equation", [r ** (2 * N) - 1, r**N - 2, r**a - r])
def test_roots_of_a_symbolic_degree_are_not_counted(equation):
    with pytest.raises(LimitError, match="how many solutions"):
        solve(equation, r)
    assert solve(p**N - 2, p) == (2 ** (1 / N),)


@pytest.mark.parametrize("relation", ["(< x 1)", "(= x 1 2)", "(and x 1)", "(if x 1 2)", "(+ x (> x 1))"])
@pytest.mark.parametrize("form", ["(solve '{} 'x)", "(integrate '{} 'x)", "(limit '{} 'x 0)", "(taylor '{} 'x 0 2)"])
def test_relations_are_no_expressions(form, relation):
    with pytest.raises(WrongTypeError, match="got the relation"):
        Session().run(form.format(relation))


@pytest.mark.parametrize(
    ("fact", "low", "high"),
    [
        ("positive", 1e-9, 2 * math.pi + 1e-9),
        ("nonnegative", -1e-9, 2 * math.pi - 1e-9),
        ("negative", -2 * math.pi - 1e-9, -1e-9),
        ("nonpositive", -2 * math.pi + 1e-9, 1e-9),
    ],
)
@pytest.mark.parametrize(
    ("left", "roots"),
    evaluated(__file__, "solutions.txt", "a turn has the sign of the unknown", globals()),
)
def test_a_turn_has_the_sign_of_the_unknown(fact, low, high, left, roots):
    u = symbols("u", **{fact: True})
    found = [float(x) for x in solve(left(u), u)]
    assert len({round(x, 9) for x in found}) == roots == len(found)
    assert all(low < x < high for x in found)
    assert [x for (x,) in solve([sin(u) - cos(u)], [u])] == list(solve(sin(u) - cos(u), u))


def test_a_number_that_lacks_the_facts_is_no_condition():
    whole, nonzero = symbols("n", integer=True), symbols("u", nonzero=True)
    assert solve(sin(whole) - sin(1), whole) == (1,)
    assert solve(cos(r) + 2, r) == ()
    assert solve(cos(nonzero) - 1, nonzero) == (2 * pi,)
    assert solve(sin(k * p), p) == (pi / k, 2 * pi / k)


@pytest.mark.parametrize(
    ("residual", "expected"),
    evaluated(__file__, "solutions.txt", "values of inverse functions", globals()),
)
def test_of_an_inverse_function_that_has_not_the_value_there_is_proved_to_be_no_solution(residual, expected):
    x = symbols("x")
    assert sorted(float(inexact(root)) for root in solve(residual(x), x)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("equation", "angles"),
    evaluated(__file__, "solutions.txt", "angles are those of the turn from 0 on", globals()),
)
def test_angles_are_those_of_the_turn_from_0_on(equation, angles):
    """Some were in (-pi, pi], by the function that they came from."""
    x, below = symbols("x"), symbols("n", negative=True)
    found = solve(equation(x), x)
    assert len(found) == len(angles) and all(equivalent(a, b) for a, b in zip(found, angles, strict=True))
    assert all(float(value) < 0 for value in solve(equation(below), below))


def test_the_angles_of_systems_are_in_the_same_turn():
    x, r = symbols("x"), symbols("r", positive=True)
    ((radius, angle),) = solve([r * cos(x) - 1, r * sin(x) + 1], [r, x])
    assert equivalent(radius, sqrt(2)) and equivalent(angle, 7 * pi / 4)


@pytest.mark.parametrize(
    "equations",
    evaluated(__file__, "solutions.txt", "formulas of angles are in the same turn", globals()),
)
@pytest.mark.slow
def test_formulas_of_angles_are_in_the_same_turn(equations):
    x, y = symbols("x y")
    system, unknowns = equations(x, y)
    for value in (-0.9, -0.3, 0.2, 0.7):
        found = [substitute(a, {y: value}) for a in solve(system, unknowns)]
        angles = sorted(float(a[0] if isinstance(unknowns, list) else a) for a in found)
        first = system[0] if isinstance(system, list) else system
        assert len({round(a, 9) for a in angles}) == len(angles) >= 2 and angles[0] >= 0 and angles[-1] < 2 * math.pi
        assert all(abs(substitute(first, {x: a, y: value})) < 1e-12 for a in angles)


A_REAL, B_REAL = symbols("a b", real=True)


@pytest.mark.parametrize(
    ("equations", "unknowns"), evaluated(__file__, "solutions.txt", "equations without solutions", globals())
)
def test_equations_without_solutions(equations, unknowns):
    assert solve(equations, unknowns) == ()


def test_what_has_complex_solutions_has_some():
    assert len(solve([symbols("u") ** 2 + 1], [symbols("u")])) == 2


@pytest.mark.parametrize(
    ("equations", "unknowns", "count"),
    [
        ([x * y, x * z], [x, y, z], 2),  # a plane and a line
        ([x * (x - y), x * (y - 1) * z], [x, y, z], 3),
        pytest.param(
            [x**4 + y**4 + z**4 - 3, x * y + y * z + z * x - 1, x**3 + y * z - 2], [x, y, z], 24, marks=pytest.mark.slow
        ),
        ([x**3 + y**3 - 3, x**2 * y - x - 1], [x, y], 9),
        ([x**2 + y**2 + z**2 - 1, 10 * x * y * z - 1, x + y + z - 1], [x, y, z], 6),
        ([x**4 + y**4 - 1, x * y - 3], [x, y], 8),
        ([x * y - a, x * z - b, y * z - 1], [x, y, z], 2),
        ([a * x * y - b * x], [x, y], 2),
        ([(x - y) ** 2 * (x + 1)], [x, y], 2),
        ([sin(x) - sin(y)], [x, y], 2),
        ([x * cos(y), x * sin(y)], [x, y], 1),
        ([log(p) + log(r), p * r - 1], [p, r], 1),
        ([exp(r) - s, s + 1], [r, s], 0),
        ([r**4 + s**4 - 1, r * s - 3], [r, s], 0),
    ],
)
def test_all_solutions_of_a_system(equations, unknowns, count):
    """As many as its radical has dimensions, or families; each of them solves it."""
    found = solve(equations, unknowns)
    assert len(set(found)) == count
    for values in found:
        at = dict(zip(unknowns, values, strict=True))
        at |= {symbol: 0.37 + n for n, symbol in enumerate((x, y, z, a, b, p)) if at.get(symbol, symbol) is symbol}
        assert all(abs(substitute(substitute(e, at), at)) < 1e-9 for e in equations if e != 0), values


def test_both_signs_of_a_size_are_looked_at():
    """SymPy found one of two roots where a size stood beside square roots."""
    equation = sqrt(r + 5) - sqrt(r + 10) + abs(r) + r**2 - 6
    found = sorted(float(value) for value in solve(equation, r))
    assert len(found) == 2 and found[0] < -1.9 and found[1] > 1.9
    assert set(solve(abs(abs(r) - 2) - 1, r)) == {-3, -1, 1, 3}
    for equation in (abs(r) - r, abs(r - 1) - abs(r) - 1):  # a half line of solutions
        with pytest.raises(LimitError, match="has a sign"):
            solve(equation, r)


@pytest.mark.parametrize(
    ("equation", "expected"),
    evaluated(__file__, "solutions.txt", "exponentials have all their zeros of one period", globals()),
)
def test_exponentials_have_all_their_zeros_of_one_period(equation, expected):
    found = [complex(value) for value in solve(equation, x)]
    assert len(found) == len(expected)
    assert all(any(abs(value - right) < 1e-12 for value in found) for right in expected)


@pytest.mark.parametrize(
    ("equation", "unknown", "low", "high"),
    evaluated(__file__, "solutions.txt", "no real zero beside an exponential is left out", globals()),
)
def test_no_real_zero_beside_an_exponential_is_left_out(equation, unknown, low, high):
    found = sorted(number(value) for value in solve(equation, unknown))

    def f(at):
        return float(substitute(equation, unknown, at))

    grid = [low + (high - low) * (n + 0.123) / 4000 for n in range(4000)]
    crossings = sum(u * v < 0 for u, v in pairwise(map(f, grid)))
    double = sum(abs(f(at - 1e-3)) < 1e-5 and f(at - 1e-3) * f(at + 1e-3) > 0 for at in found)
    assert len(found) == crossings + double
    assert all(abs(f(at)) < 1e-9 for at in found)


def number(value):
    """The number that an expression is, with a function of SymPy's in it or without."""
    return float(to_sympy(value).evalf(20))


@pytest.mark.parametrize(
    ("equation", "unknown"),
    evaluated(__file__, "solutions.txt", "zeros of which some may be missing are refused", globals()),
)
def test_zeros_of_which_some_may_be_missing_are_refused(equation, unknown):
    with pytest.raises(LimitError, match=r"not proved|not known"):
        solve(equation, unknown)


def test_parameters_beside_an_exponential():
    (found,) = solve(r * exp(r) - k, r)
    assert number(substitute(found, k, 2 * math.exp(2))) == pytest.approx(2)
    (time,) = solve(k * exp(-a * t) - k / 2, t)
    assert equivalent(time, log(2) / a)
    assert solve(a * (1 - exp(-k * (r - t))) ** 2, r) == (t,)


test_what_is_refused = refusals(__file__, "equations", globals())
