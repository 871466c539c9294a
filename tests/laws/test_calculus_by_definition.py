"""Series, derivatives and operators against their definitions, and what has none against its error."""

import itertools
import math
import random
from fractions import Fraction

import numpy
import pytest

import scmpy as s
from scmpy import D, partial
from scmpy.calculus.dual_numbers import System
from scmpy.errors import BadIndexError, DifferentiationError, ScmpyError, WrongTypeError
from scmpy.generic.operations import to_nearest
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.symbolic.expression import expression_of

from ..tables import evaluated, refusals

x, y = s.symbols("x y")
TERMS = 7

# --- series: sums, products and quotients of lists of coefficients --------------------------------------------------


def series_of(coefficients):
    return s.exp_series * 0 + sum((c * _variable() ** n for n, c in enumerate(coefficients)), 0 * s.exp_series)


def _variable():
    return s.exp_series - s.exp_series + _identity()


def _identity():
    return s.integrate_series(s.constant_series(1), 0)


def first(series):
    return [series[n] for n in range(TERMS)]


def product(a, b):
    return [sum((a[k] * b[n - k] for k in range(n + 1)), Fraction(0)) for n in range(TERMS)]


def inverse(a):
    found = []
    for n in range(TERMS):
        found.append(((n == 0) - sum((found[k] * a[n - k] for k in range(n)), Fraction(0))) / a[0])
    return found


def power(a, n):
    one = [Fraction(k == 0) for k in range(TERMS)]
    for _ in range(abs(n)):
        one = product(one, a)
    return one if n >= 0 else inverse(one)


chosen = random.Random(4)
A, B = ([Fraction(chosen.randint(-5, 5) or 2, chosen.randint(1, 4)) for _ in range(TERMS)] for _ in range(2))
CONSTANT = [Fraction(1), *[Fraction(0)] * (TERMS - 1)]


def termwise(function, *lists):
    return [function(*terms) for terms in zip(*lists, strict=True)]


SERIES = evaluated(__file__, "calculus_by_definition.txt", "calculus by definition: series", globals())


@pytest.mark.parametrize(("operation", "expected"), SERIES)
def test_arithmetic_of_power_series(operation, expected):
    found = operation(series_of(A), series_of(B))
    assert first(found) == expected
    assert found.is_power
    at = Fraction(2, 3)
    assert [found(at)[n] for n in range(TERMS)] == [c * at**n for n, c in enumerate(expected)]


@pytest.mark.parametrize("operation", [s.add, s.sub, s.mul, s.div])
def test_a_power_series_and_another_make_no_power_series(operation):
    plain, of_powers = s.series(1, 2, 3), s.exp_series
    for a, b in ((plain, of_powers), (of_powers, plain), (plain, plain)):
        assert not operation(a, b).is_power
    assert not s.series_elementwise(lambda p, q: p)(plain, of_powers).is_power
    assert not s.series_elementwise(lambda p, q: p)(of_powers, plain).is_power


def test_a_quotient_of_series_of_matrices_times_the_divisor_is_the_dividend():
    """Matrices do not commute: the divisor is on the right of the quotient."""
    p, q, r = (s.matrix_by_rows(*rows) for rows in (([1, 2], [3, 5]), ([0, 1], [1, 1]), ([2, 1], [0, 3])))
    dividend, divisor = s.series(q, p, r, q), s.series(p, r, q, p)
    assert first(dividend / divisor * divisor)[:4] == [q, p, r, q]


def test_functions_of_series_of_matrices_are_refused():
    """The slopes of a function of terms that do not commute are no series of its slopes."""
    series = s.series(0, s.matrix_by_rows([1, 2], [3, 5]), s.matrix_by_rows([0, 1], [1, 1]))
    with pytest.raises(ScmpyError, match="exp of a series expects terms that commute"):
        s.exp(series)[2]


def test_terms_and_sums_of_series():
    assert [s.series_sum(s.exp_series, n) for n in range(3)] == [1, 2, Fraction(5, 2)]
    assert s.make_series(1, [1, 2])(3)[1] == 6
    assert s.make_series(0, [1, 2])[5] == 0 == s.make_series(1, [1, 2])[5]
    terms = []
    s.series_for_each(terms.append, s.exp_series, 3)
    assert terms == [1, 1, Fraction(1, 2)]
    assert s.series(lambda u, v: u).number_of_arguments == (2, 2)
    assert [D(s.series(5, s.square))[n] for n in (0, 2)] == [0, 0]
    assert [s.power_series(0, 1)(s.matrix_by_rows([0, 1], [1, 0]))[n] for n in (0, 2)] == [0, 0]
    by_two = s.series_from_function(lambda u: u[0] * u[1] ** 2, s.up(3, 5))
    assert (by_two[0], by_two[1], by_two[2][1]) == (75, s.down(25, 30), s.down(5, 3))
    assert not s.make_series(0, [1]).is_power and s.integrate_series(s.series(1), 1).is_power
    for wrong in (-1, 1.5, True, "1"):
        with pytest.raises(WrongTypeError):
            s.series_sum(s.exp_series, wrong)
    for wrong in (-1, 1.5, "1"):
        with pytest.raises(BadIndexError):
            s.exp_series[wrong]
    with pytest.raises(WrongTypeError):
        s.exp_series(1, 2)
    with pytest.raises(BadIndexError):
        partial(1)(s.exp_series)
    with pytest.raises(WrongTypeError):
        s.make_series(2, [1])
    for wrong in (0, -1, 1.5, True, "2"):
        with pytest.raises(WrongTypeError):
            s.series_inflate(s.exp_series, wrong)


test_what_is_no_series_is_told = refusals(__file__, "calculus by definition: what is no series is told", globals())


def test_an_unknown_term_is_unknown_when_it_is_asked_for_again():
    def term(n):
        if n > 2:
            raise BadIndexError("not known")
        return 1

    found = s.exp(s.series_generate(term))
    for _ in range(2):
        with pytest.raises(BadIndexError, match="not known"):
            found[4]


# --- derivatives ----------------------------------------------------------------------------------------------------

f = s.literal_function("f", "(-> (X Real Real) Real)")


def test_literal_functions_at_variables_of_several_derivatives():
    """d/da of d/db of f(b, a) b a at b = a^2, by the chain rule."""
    by = {path: _partial(path) for path in ((0,), (1,), (0, 0), (0, 1), (1, 1))}
    found = D(lambda a: D(lambda b: f(b, a) * b * a)(a * a))(x)
    at = (x * x, x)
    expected = (
        f(*at)
        + 2 * x * x * by[0,](*at)
        + x * by[1,](*at)
        + 3 * x * x * by[0,](*at)
        + x**3 * (2 * x * by[0, 0](*at) + by[0, 1](*at))
    )
    assert s.equivalent(found, expected)
    found = D(lambda a: D(lambda b: f(a, b) * b)(2 * a))(x)
    at = (x, 2 * x)
    expected = by[0,](*at) + 2 * by[1,](*at) + 2 * by[1,](*at) + 2 * x * (by[0, 1](*at) + 2 * by[1, 1](*at))
    assert s.equivalent(found, expected)
    for number in (3, Fraction(1, 2)):
        assert s.equivalent(D(lambda a: D(lambda b: f(a, b) * b)(2 * a))(number), s.substitute(expected, x, number))


@pytest.mark.parametrize("outer", [s.D_forward, s.D_reverse])
@pytest.mark.parametrize("inner", [s.D_forward, s.D_reverse])
def test_derivatives_inside_derivatives_in_both_modes(outer, inner):
    """d/da of a d/db of a b^2 + sin(a b), at b = 2 and at b = a."""

    def product(a, b):
        return a * b * b + s.sin(a * b)

    at_number = outer(lambda a: a * inner(lambda b: product(a, b))(2))(3.0)
    assert float(at_number) == pytest.approx(8 * 3 + 2 * 3 * math.cos(6) - 2 * 9 * math.sin(6))
    at_itself = outer(lambda a: inner(lambda b: product(a, b))(a))(3.0)
    assert float(at_itself) == pytest.approx(4 * 3 + math.cos(9) - 2 * 9 * math.sin(9))


def test_what_an_inner_derivative_does_not_depend_on():
    """In reverse mode the result of the inner function is one of the outer: its derivative is 0, or that of its parts."""
    assert s.D_reverse(lambda u: u * s.D_reverse(lambda v: u)(1) + u)(3.0) == 1
    assert s.D_reverse(lambda u: s.D_reverse(lambda v: s.up(v * u, u))(1) * s.down(5, u * u))(3.0) == 5
    assert s.D_reverse(lambda u: s.D_reverse(lambda v: [u, v * u, v])(2)[1] * u)(3.0) == 6


def test_derivatives_of_numbers_are_zero():
    assert D(3)(x) == 0 == D(Fraction(1, 2))(x, y)
    for nothing in (None, "f", {1: 2}):
        with pytest.raises(DifferentiationError, match="expects a function"):
            D(nothing)


def test_the_only_argument_is_the_first():
    h = s.literal_function("h")
    for function in (h, s.sin, lambda u: u * u):
        assert s.equivalent(partial(0)(function)(x), D(function)(x))
        with pytest.raises(BadIndexError):
            partial(1)(function)(x)


def test_parts_of_arrays():
    """A function of a number takes an array by elements, unless a part is asked for, or there are several arguments."""
    at, other = numpy.array([0.5, 1.0]), numpy.array([2.0, 3.0])
    assert D(s.sin)(at) == pytest.approx(numpy.cos(at))
    assert partial(1)(s.sin)(at) == pytest.approx(numpy.array([0, numpy.cos(1.0)]))
    by_first, by_second = D(s.atan)(at, other)
    squares = at**2 + other**2
    assert by_first == pytest.approx(numpy.diag(other / squares))
    assert by_second == pytest.approx(numpy.diag(-at / squares))
    assert len(D(s.sin)(numpy.array([], dtype=object))) == 0


def test_reverse_mode_is_left_where_it_has_no_derivative():
    """Of many variables, where a part has none by reverse mode or where forward mode is asked for."""
    places = s.up(*range(1, 31))
    for derivative in (D, s.D_forward):
        slope = derivative(lambda q: s.real_part(q[0]) * q[1])(places)
        assert (slope[0], slope[1], slope[2]) == (2, 1, 0)


ORDERS = [list(order) for n in (3, 4) for order in itertools.product((None, 0, 1), repeat=n) if order.count(None) < 3]


@pytest.mark.parametrize("orders", ORDERS[::7], ids=str)
def test_shapes_of_high_orders(orders):
    """The last derivative is the outermost: all orders at once as one after the other."""
    at = s.up(s.up(x, y), 2)

    def of(function, path):
        return D(function) if path is None else partial(path)(function)

    function = step = lambda q: q[0][0] ** 3 * q[0][1] ** 2 * s.sin(q[1])
    for path in orders:
        function = of(function, path)
        step = _opaque(of(step, path))
    assert s.equivalent(function(at), step(at))


def _opaque(function):
    """The function alone, which does not tell of what it is the derivative."""
    return lambda *args: function(*args)


def test_high_orders_of_literal_functions_beside_numbers():
    found = (D**5)(lambda u: f(u, 3) + u * f(7, u))(2)
    assert s.equivalent(found, _partial((0,) * 5)(2, 3) + 5 * _partial((1,) * 4)(7, 2) + 2 * _partial((1,) * 5)(7, 2))


def _by_elimination(matrix, right):
    return System(matrix.rows).solve(tuple(right))


@pytest.mark.parametrize(
    ("u", "v", "solve"),
    [(x, y, s.solve_linear_left)]
    + [(*at, f) for at in ((3, 2), (Fraction(1, 2), 5), (0.5, 3.0)) for f in (s.solve_linear_left, _by_elimination)],
)
def test_linear_systems_perturbed_by_several_variables(u, v, solve):
    """The first unknown is (b^2 - a) / a^2: the variables are those of the matrix, of the right side, and of both."""

    def first_unknown(a, b):
        return solve(s.matrix_by_rows([a * a, 1], [0, b]), s.up(b * b, a * b))[0]

    inner_by_right = D(lambda a: D(lambda b: first_unknown(a, b))(v))(u)
    inner_by_left = D(lambda b: D(lambda a: first_unknown(a, b))(u))(v)
    expected = -4 * v / s.expt(u, 3)
    for found in (inner_by_right, inner_by_left):
        assert s.equivalent(found, expected) if u is x else float(found) == pytest.approx(float(expected))


def _partial(path):
    found = f
    for i in path:
        found = partial(i)(found)
    return found


JUMPS = [(s.floor, 0), (s.floor, 2), (s.ceiling, 0), (s.truncate, 1), (to_nearest, Fraction(1, 2)), (to_nearest, -1.5)]
SMOOTH = [(s.floor, 0.5), (s.ceiling, -0.5), (s.truncate, 0), (s.truncate, 0.5), (to_nearest, 0), (to_nearest, 1)]


@pytest.mark.parametrize(("function", "at"), JUMPS)
def test_rounding_has_no_derivative_where_it_jumps(function, at):
    with pytest.raises(DifferentiationError, match="jumps"):
        D(function)(at)


@pytest.mark.parametrize(("function", "at"), SMOOTH)
def test_rounding_is_constant_elsewhere(function, at):
    assert D(function)(at) == 0


larger = orbit_by_orbit(lambda v: v[0] * v[1] if v[0] > v[1] else v[1])
a, b = numpy.array([1.0, 2.0]), numpy.array([3.0, 4.0])


test_what_has_no_derivative = refusals(__file__, "calculus by definition: what has no derivative", globals())


@pytest.mark.parametrize(
    ("value", "hint"), [(None, "; does it return its value?"), ({}, "; tuples are made by up and down"), ("u", "")]
)
def test_a_function_without_a_derivative_is_told_what_it_lacks(value, hint):
    with pytest.raises(DifferentiationError) as refused:
        D(lambda u: value)(2)
    assert str(refused.value).partition("which has no derivative")[2] == hint


OTHER_ERRORS = {
    "'Differential' object has no attribute": lambda: D(lambda u: u.name)(0.5),
    "indices must be integers or slices, not Up": lambda: D(lambda u: [1, 2][u])(s.up(a, 1.0)),
    "invalid literal": lambda: D(lambda u: int("u"))(s.up(a, 1.0)),
}


@pytest.mark.parametrize("message", OTHER_ERRORS)
def test_other_errors_of_programs_stay_as_they_are(message):
    with pytest.raises((AttributeError, TypeError, ValueError), match=message) as raised:
        OTHER_ERRORS[message]()
    assert not isinstance(raised.value, ScmpyError)


def test_a_number_on_the_real_axis_is_real():
    assert D(s.conjugate)(2 + 0j) == 1
    for batch in (numpy.array([2 + 0j, 3 + 0j]), numpy.array([x, y])):
        assert D(lambda v: s.conjugate(v[0]))(s.up(batch, 2)) == s.down(1, 0)


@pytest.mark.parametrize("base", [0, 0.0])
def test_powers_of_zero_by_their_exponents(base):
    for n in (2, 0.5, x):
        assert D(lambda u: s.expt(base, u))(n) == 0 == partial(1)(s.expt)(base, n)
    assert partial(0)(s.expt)(base, 0) == 0


def test_a_perturbed_value_is_its_point_to_numbers_and_another_value_than_an_expression():
    assert D(lambda u: 3 * u if u == 2 else u)(2) == 3
    assert s.equivalent(D(lambda u: 3 * u if u == x else u**2)(x), 2 * x)
    assert D(lambda u: 3 * u if any(u == numpy.array([1.0, 2.0])) else u)(2.0) == 3


def test_zeros_and_ones_like_a_perturbed_value():
    assert D(lambda u: s.zero_like(u) * u + s.one_like(u) * s.identity_like(u) * u**2)(3) == 6


def test_functions_that_decide_for_each_orbit():
    found = D(larger)(s.up(numpy.array([1.0, 5.0]), 3.0))
    assert [part.tolist() for part in found] == [[0, 3], [1, 5]]


PERTURBED_ARRAYS = evaluated(
    __file__, "calculus_by_definition.txt", "calculus by definition: perturbed arrays", globals()
)


@pytest.mark.parametrize(("function", "expected"), PERTURBED_ARRAYS)
def test_arrays_of_numbers_times_a_variable_beside_arrays_of_expressions(function, expected):
    found = D(function)(x)
    assert found.shape == (2,) and all(map(s.equivalent, found, expected))


def test_parts_are_counted_from_both_ends():
    assert list(partial(-1)(lambda p, q: p @ q)(a, b)) == [1, 2]
    assert list(partial(-2)(lambda p, q: p @ q)(a, b)) == [3, 4]
    assert partial(-1)(lambda p: p[0] * p[1])(a) == 1 == partial(1)(lambda p: p[0] * p[1])(a)
    assert partial(-2)(lambda p: p[0] * p[1])(a) == 2 == partial(0)(lambda p: p[0] * p[1])(a)
    assert partial(0, 1)(lambda p, q: p[1] * q[0])(s.up(5, 6), s.up(7, 8)) == 7


def test_functions_that_return_lists_and_series():
    """For every order: those below are by differentials, those above by all orders at once."""
    for order in range(1, 8):
        found = (D**order)(lambda u: [u**9, (u**7, 3), s.up(u**8, [u])])(2)
        assert found == [_power(9, order), (_power(7, order), 0), s.up(_power(8, order), [1 if order == 1 else 0])]
        found = (D**order)(lambda u: u**8 * s.exp_series)(2)
        assert [found[n] for n in range(3)] == [_power(8, order), _power(8, order), Fraction(_power(8, order), 2)]


def _power(n, order):
    """The derivative of u^n at 2."""
    return math.perm(n, order) * 2 ** max(n - order, 0) if order <= n else 0


@pytest.mark.parametrize(
    "array",
    [numpy.array([x, 1], dtype=object), numpy.array([0.5, 1.0]), numpy.array([1, 2]), numpy.array([0.5 + 1j, 1])],
)
def test_functions_of_a_number_at_arrays(array):
    for order, derivative in ((1, s.cos), (2, lambda u: -s.sin(u)), (5, s.cos)):
        found = (D**order)(s.sin)(array)
        assert len(found) == len(array)
        for at, slope in zip(array.tolist(), found, strict=True):
            if at is x:
                assert s.equivalent(slope, derivative(x))
            else:
                assert complex(slope) == pytest.approx(complex(derivative(at)))


def test_a_part_of_an_array_is_one_variable():
    assert partial(0)(s.sin)(numpy.array([0.0, 1.0])).tolist() == [1, 0]
    assert D(lambda u: 3)(numpy.array([])).tolist() == [] and D(lambda u: 3)(s.up()) == s.down()


def test_a_series_in_a_tuple_is_differentiated():
    found = D(s.up(s.sin, s.series(1, s.square)))(x)
    assert found[0] == s.cos(x) and s.equivalent(found[1][1], 2 * x) and found[1][0] == 0


NAMES_OF_DERIVATIVES = {
    "(D size)": lambda size: D(size),
    "(D (D (D size)))": lambda size: (D**3)(size),
    "((expt D 4) size)": lambda size: (D**4)(size),
    "((partial 0) size)": lambda size: partial(0)(size),
    "(D (D (D ((partial 0) size))))": lambda size: (D**3)(partial(0)(size)),
    "(D ((partial 0 1) size))": lambda size: D(partial(0, 1)(size)),
    "((partial 1) ((partial 1) ((partial 1) ((partial 0) size))))": lambda size: (partial(1) ** 3)(partial(0)(size)),
}


@pytest.mark.parametrize("name", NAMES_OF_DERIVATIVES)
def test_names_of_derivatives(name):
    assert repr(NAMES_OF_DERIVATIVES[name](size)) == f"<function {name}>"


# --- operators ------------------------------------------------------------------------------------------------------

OPERATORS = evaluated(__file__, "calculus_by_definition.txt", "calculus by definition: operators", globals())
TIMES_ARGUMENT = s.make_operator(lambda h: s.mul(s.identity, h), "times")


@pytest.mark.parametrize(("made", "meant"), OPERATORS)
def test_algebra_of_operators(made, meant):
    """On a function, for two operators that do not commute."""
    u = s.sin * s.exp + s.cube
    found, expected = made(D, TIMES_ARGUMENT)(u)(x), meant(D, TIMES_ARGUMENT, u)(x)
    assert s.equivalent(found, expected)
    found, expected = made(TIMES_ARGUMENT, D)(u)(x), meant(TIMES_ARGUMENT, D, u)(x)
    assert s.equivalent(found, expected)


@pytest.mark.parametrize("operation", [s.commutator, s.anticommutator])
def test_commutators_of_matrices(operation):
    m, n = s.matrix_by_rows([1, 2], [3, 4]), s.matrix_by_rows([0, 1], [1, 5])
    sign = -1 if operation is s.commutator else 1
    assert operation(m, n) == m * n + sign * (n * m)


def size(h):
    return abs(h)


NAMES = {
    "(* D 2)": lambda: D * 2,
    "(* 2 D)": lambda: 2 * D,
    "(* D square)": lambda: D * s.square,
    "(/ D x)": lambda: D / x,
    "(* -1 D)": lambda: -D,
    "(expt D 3)": lambda: s.cube(D),
    "(exp D)": lambda: s.expn(D),
    "length": lambda: s.make_operator(size, "length"),
    "size": lambda: s.make_operator(size),
    "(* x y)": lambda: s.make_operator(size, x * y),
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_operators(name):
    assert repr(NAMES[name]()) == name


def test_names_of_products_do_not_commute():
    one, other = (expression_of(o) for o in (D * partial(0), partial(0) * D))
    assert s.simplify(one - other) != 0 == s.simplify(one - one)


def test_operators_on_what_is_no_function():
    assert (s.I + s.square)(3) == 12
    assert (s.make_operator(lambda h, u: h(u), "at") + (lambda h, u: u))(s.square, 3) == 12
    assert s.zero_like(D)(s.square)(3) == 0
    assert [s.expn(D)(s.square)(3)[n] for n in range(3)] == [9, 6, 1]


test_what_operators_do_not_have = refusals(__file__, "calculus by definition: what operators do not have", globals())
