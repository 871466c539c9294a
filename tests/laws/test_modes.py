"""Forward mode, reverse mode, tapes and arrays agree, with each other and with finite differences."""

import gc
import itertools
import random

import numpy
import pytest

import scmpy as s
from scmpy.calculus import jet as tapes
from scmpy.calculus.derivative import MANY
from scmpy.calculus.dual_numbers import Tagged
from scmpy.errors import BadIndexError
from scmpy.structure.tuples import leaves

from ..counting import python_calls
from ..tables import refusals

f = s.literal_function("f", "(-> (UP Real Real) Real)")
x, y, z = s.symbols("x y z")

UNARY = (s.sin, s.cos, s.exp, s.square, s.cube, s.negate, s.tanh, lambda u: s.sqrt(1 + u * u), lambda u: s.atan(u, 2))
BINARY = (s.add, s.sub, s.mul, lambda u, v: u / (2 + v * v), lambda u, v: (1 + u * u) ** s.sin(v))


def random_function(seed, steps=12):
    """A function of a tuple in which values are combined at random, each of them perhaps many times."""

    def value(q):
        rng = random.Random(seed)
        values = [s.sin(component) for component in q]
        for _ in range(steps):
            a = rng.choice(values)
            values.append(rng.choice(UNARY)(a) if rng.random() < 0.4 else rng.choice(BINARY)(a, rng.choice(values)))
        return s.tanh(sum(values[1:], values[0]))

    return value


def floats(n, seed=0):
    rng = random.Random(seed)
    return s.up(*(rng.uniform(-1, 1) for _ in range(n)))


def vanishes(value):
    """Does every leaf simplify to 0?"""
    return all(s.simplify(leaf) == 0 for leaf in leaves(value))


# --- reverse mode -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_both_modes_agree(seed):
    function, q = random_function(seed), floats(5, seed)
    assert list(s.D_reverse(function)(q)) == pytest.approx(list(s.D_forward(function)(q)), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_both_modes_agree_on_symbols(seed):
    function = random_function(seed, steps=4)
    forward, reverse = (D(function)(s.up(x, y)) for D in (s.D_forward, s.D_reverse))
    point = {x: 0.3, y: -0.4}
    for a, b in zip(forward, reverse, strict=True):
        assert float(s.substitute(a, point)) == pytest.approx(float(s.substitute(b, point)))


def test_exact_and_symbolic_values():
    assert s.D_reverse(lambda u, v: u * v**2)(3, 5) == s.down(25, 30)
    forward, reverse = (D(lambda q: f(q) * s.sin(q[0]))(s.up(x, y)) for D in (s.D_forward, s.D_reverse))
    assert vanishes(forward - reverse)


@pytest.mark.parametrize("outer", [s.D, s.D_forward, s.D_reverse])
@pytest.mark.parametrize("inner", [s.D, s.D_forward, s.D_reverse])
def test_modes_nest(outer, inner):
    def function(q):
        return s.exp(q[0] * q[1]) * f(q)

    point = s.up(x, y)
    assert vanishes(outer(inner(function))(point) - s.D_forward(s.D_forward(function))(point))


def test_perturbations_do_not_mix_in_reverse_mode():
    assert s.D_reverse(lambda u: u * s.D_reverse(lambda v: u + v)(1))(3) == 1
    assert s.D_reverse(lambda u: u * s.D_reverse(lambda v: u * u * v)(1))(3) == 27
    assert s.D_reverse(lambda u: s.D_forward(lambda v: u * v * v)(u))(5) == 20


@pytest.mark.parametrize("D", [s.D, s.D_forward, s.D_reverse])
def test_functions_that_branch(D):
    """A program branches as at the point, in both modes and for any number of variables."""

    def ramp(q):
        total = 0
        for component in q:
            total = total + (component**2 if component > 0 else 3 * component)
        return total

    n = 2 * MANY
    point = s.up(*((-1) ** k * (k + 1.0) for k in range(n)))
    assert list(D(ramp)(point)) == [2 * p if p > 0 else 3 for p in point]


def test_many_variables_take_reverse_mode():
    seen = []

    def function(q):
        seen.append(type(q[0]).__name__)
        return sum(q, 0) ** 2

    assert list(s.D(function)(s.up(*range(MANY)))) == [MANY * (MANY - 1)] * MANY
    assert list(s.D(function)(s.up(1, 2))) == [6, 6]
    assert seen == ["ReverseNode", "Differential"]


@pytest.mark.parametrize(
    "function",
    [
        lambda q: s.up(*q),  # as many values as variables
        lambda q: s.real_part(q[0] * (1 + 2j)),  # not to be recorded
        lambda q: lambda t: t * q[0],  # a function
        lambda q: 7,
    ],
)
def test_forward_mode_where_reverse_does_not_serve(function):
    point = s.up(*map(float, range(MANY + 5)))
    automatic, forward = s.D(function)(point), s.D_forward(function)(point)
    if callable(function(point)):
        automatic, forward = automatic(2), forward(2)
    assert automatic == forward


@pytest.mark.slow
def test_a_gradient_costs_a_few_evaluations():
    def function(q):
        total = 0
        for k, component in enumerate(q):
            total = s.sin(total + k * component) * component
        return total

    def ratio(D, n):
        q = floats(n)
        return python_calls(lambda: D(function)(q)) / python_calls(lambda: function(q))

    ratio(s.D, 50)  # what the first use makes is made
    reverse = [ratio(s.D, n) for n in (50, 200, 1000)]
    assert reverse[2] < 1.1 * reverse[0]  # however many variables
    assert ratio(s.D_forward, 200) > 3 * reverse[1]


@pytest.mark.slow
def test_what_others_leave_is_not_counted():
    def work():
        return [[] for _ in range(2000)]  # so many objects have garbage collected, if it is collected at all

    before = python_calls(work)
    gc.collect()
    gc.disable()
    try:
        left = s.symbols("left0:100")
        cycle = [left]
        cycle.append(cycle)
        del left, cycle
    finally:
        gc.enable()
    assert python_calls(work) == before


# --- high order -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_tapes_agree_with_nested_differentials(order, seed):
    function = random_function(seed, steps=3)
    taped, nested = ((D**order)(function)(s.up(x, y)) for D in (s.D, s.D_forward))
    point = {x: 0.3, y: -0.4}
    for path in itertools.product(range(2), repeat=order):
        a, b = (float(s.substitute(tensor[path], point)) for tensor in (taped, nested))
        assert a == pytest.approx(b, rel=1e-8, abs=1e-9)


def test_tapes_of_literal_functions():
    def function(a, b):
        return s.up(f(s.up(a, b)) * a, s.sin(a) * b**3)

    taped, nested = ((D**3)(function)(x, y) for D in (s.D, s.D_forward))
    assert vanishes(taped - nested)
    mixed = s.partial(1)(s.partial(0)(s.partial(1)(function)))
    assert vanishes(mixed(x, y) - taped[1][0][1])


F = s.literal_function("F", "(-> (UP Real (UP Real Real)) Real)")
TAPED = [
    lambda q: q[0] ** 3 * q[1] if q[0] == 2 else q[1],
    lambda q: q[0] * q[1] if q[0] == q[1] else q[1] ** 3,
    lambda q: q[0] * q[1] if q[1] == s.pi else q[1] ** 2,
    lambda q: q[0] ** 2 / q[1] if q[0] > 1 else q[1],
    lambda q: q[0] ** 2 if q[1] == 5 else s.up(q[0], q[1]),
    lambda q: s.up(q[0] ** 2, q[1] if q[1] == 5 else 3 * q[1]),
    lambda q: f(q) * q[0],
    lambda q: F(s.up(q[0], s.up(q[1], q[0] ** 2))),
    lambda q: s.up(3, q[0], s.down(q[1], q[0] * q[1])),
]


@pytest.mark.parametrize("function", TAPED, ids=range(len(TAPED)))
def test_tapes_branch_as_the_function_does(function):
    taped = tapes.taped(function)
    for place in ((2, 5), (2.0, 5.0), (3, 5), (2, y), (x, y), (x, s.pi), (2, s.pi), (2, 2), (x, x)):
        for _ in range(2):
            try:
                expected = s.D(function)(s.up(*place))
            except s.ScmpyError:  # x > 1
                continue
            assert s.equivalent(s.D(taped)(s.up(*place)), expected)


def test_lie_series_of_what_branches():
    H = s.Lie_transform(lambda state: state[2] ** 2 * (1 if state[1] == 1 else 3) + state[1] ** 3, 1)
    assert H(s.coordinate)(s.up(0, 1, 2)).first(4) == [1, 4, -3, -8]
    assert all(map(s.equivalent, H(s.coordinate)(s.up(0, 1, x)).first(4), [1, 2 * x, -3, -4 * x]))


def test_a_lie_series_in_another_derivative():
    def value(q):
        return s.series_sum(s.Lie_transform(s.H_harmonic(2, 3), z)(s.coordinate)(s.up(0, q, y)), 3)

    assert s.equivalent(s.D(value)(x), 1 - 3 * z**2 / 4)


def test_a_batch_of_expressions_is_replayed_orbit_by_orbit():
    found = tapes.traced(s.up(numpy.array([x, x * y]), y), {x: 2.0, y: numpy.array([3.0, 4.0])})
    assert [part.tolist() for part in found] == [[2, 8], [3, 4]]


def test_equal_components_of_a_derivative_are_one():
    point = s.up(*s.symbols("q0 q1 q2 q3"))
    tensor = (s.D**4)(random_function(1, steps=4))(point)
    distinct = {id(tensor[path]) for path in itertools.product(range(4), repeat=4)}
    assert len(distinct) <= 35  # multisets of four of four
    assert tensor[0, 1, 2, 3] is tensor[3, 1, 0, 2]


def test_a_tape_keeps_to_its_own_unknowns():
    """The function holds the very symbols that it is then applied to: they are constants."""
    assert s.simplify((s.D**3)(lambda u: x * u**3)(x) - 6 * x) == 0
    assert s.simplify((s.D**3)(lambda u: (s.D**3)(lambda v: (u * v) ** 3)(u))(x)) == 36


@pytest.mark.parametrize(("point", "power"), [((x, x), 7), ((x, y), 6), ((x * y, x * y), 7), ((2, 2), 7), ((2, 3), 6)])
def test_a_tape_is_no_answer_where_arguments_are_equal(point, power):
    """A function may ask whether its arguments are equal, and branches as at the point."""
    branching = lambda u, v: u**7 * v**2 if u == v else u**6 * v**2  # noqa: E731
    assert vanishes((s.D**3)(branching)(*point) - (s.D**3)(lambda u, v: u**power * v**2)(*point))


@pytest.mark.parametrize("point", [2, 2.0, x * y, s.sin(x)])
def test_third_derivatives_at_any_point(point):
    derivative = (s.D**3)(lambda u: u**5)(point)
    assert s.simplify(derivative - 60 * point * point) == 0


def test_a_tape_inside_a_derivative():
    third = (s.D**3)(lambda u: s.sin(u) * u)
    assert s.simplify(s.D(third)(x)) == s.simplify((s.D**4)(lambda u: s.sin(u) * u)(x))
    assert s.D(third)(0.5) == pytest.approx((s.D**4)(lambda u: s.sin(u) * u)(0.5))


def test_directional_derivatives_of_high_order():
    def along(g):
        return lambda q: s.D(g)(q) * s.up(1, 2, 3)

    def function(q):
        return s.sin(q[0] * q[1]) + s.exp(q[2])

    sixth = along(along(along(along(along(along(function))))))(s.up(x, y, z))
    by_one = (s.D**6)(lambda t: function(s.up(x + t, y + 2 * t, z + 3 * t)))(z)
    point = {x: 0.3, y: 0.7, z: 0}
    assert float(s.substitute(sixth, point)) == pytest.approx(float(s.substitute(by_one, point)))


# --- arrays -----------------------------------------------------------------------------------------------------

VECTOR = numpy.array([0.3, -1.2, 2.5])
MATRIX = numpy.arange(1.0, 7).reshape(2, 3)


def differences(function, array, h=1e-6):
    """The derivative by central differences: the shape of the value, then that of the array."""
    columns = []
    for index in numpy.ndindex(*array.shape):
        step = numpy.zeros_like(array)
        step[index] = h
        columns.append((numpy.asarray(function(array + step)) - numpy.asarray(function(array - step))) / (2 * h))
    return numpy.stack(columns, axis=-1).reshape(*columns[0].shape, *array.shape)


ARRAY_FUNCTIONS = {
    "a sum": lambda v: (v * v).sum(),
    "a norm": lambda v: s.sqrt((v**2).sum()),
    "elementwise": lambda v: s.sin(v) * s.exp(v / 2),
    "times an element": lambda v: v * v.flat[0],
    "divided by a scalar": lambda v: v / s.sqrt((v * v).sum()),
    "a matrix": lambda v: v.reshape(-1, 1) @ v.reshape(1, -1),
    "a product of matrices": lambda v: numpy.ones((4, v.shape[0])) @ v,
    "the transpose": lambda v: v.T * 2,
}


@pytest.mark.parametrize("array", [VECTOR, MATRIX], ids=["vector", "matrix"])
@pytest.mark.parametrize("D", [s.D, s.D_forward, s.D_reverse])
@pytest.mark.parametrize("function", ARRAY_FUNCTIONS.values(), ids=ARRAY_FUNCTIONS)
def test_derivatives_by_arrays(function, D, array):
    derivative = D(function)(array)
    assert derivative.shape == numpy.shape(function(array)) + array.shape
    assert derivative.dtype == float
    assert numpy.allclose(derivative, differences(function, array), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("array", [MATRIX.T, numpy.asfortranarray(MATRIX)], ids=["transposed", "column by column"])
@pytest.mark.parametrize("D", [s.D_forward, s.D_reverse])
def test_the_order_of_an_array_in_memory_does_not_matter(D, array):
    def function(a):
        return a[0, 1] ** 2 * 3 + a[1, 0] * 5

    assert D(function)(array).tolist() == D(function)(array.copy(order="C")).tolist()
    assert numpy.allclose(D(function)(array), differences(function, array), rtol=1e-5)


def test_high_derivatives_by_arrays():
    """Tapes and jets take them as differentials do."""
    for array in (VECTOR, numpy.array([x, y, z], dtype=object)):
        third = (s.D**3)(lambda v: (v**3).sum())(array)
        assert third.shape == (3, 3, 3)
        assert third[1, 1, 1] == 6
        assert (third != 0).sum() == 3
        assert (s.D**5)(lambda v: (v**5).sum())(array)[2, 2, 2, 2, 2] == pytest.approx(120)


def test_arrays_beside_other_arguments():
    by_array, by_number = s.D(lambda v, t: v * t**2)(VECTOR, 3.0)
    assert numpy.allclose(by_array, 9 * numpy.eye(3))
    assert numpy.allclose(by_number, 6 * VECTOR)
    by_array, by_tuple = s.D(lambda v, q: q[0] * v * q[1])(VECTOR, s.up(2.0, 3.0))
    assert numpy.allclose(by_array, 6 * numpy.eye(3))
    assert numpy.allclose(by_tuple[0], 3 * VECTOR)
    assert numpy.allclose(by_tuple[1], 2 * VECTOR)
    both = s.D(lambda v: s.up(v.sum(), v * v))(VECTOR)
    assert numpy.allclose(both[0], numpy.ones(3))
    assert numpy.allclose(both[1], numpy.diag(2 * VECTOR))


def test_parts_of_arrays():
    assert s.partial(1)(lambda v: (v**2).sum())(VECTOR) == 2 * VECTOR[1]
    assert numpy.allclose(s.partial(0, 1)(lambda m, t: (m**2).sum() * t)(MATRIX, 2.0), 4 * MATRIX[1])
    with pytest.raises(BadIndexError, match="array of 3 has no component 5; its components are 0 to 2"):
        s.partial(5)(lambda v: v.sum())(VECTOR)


def test_arrays_of_symbols_and_second_derivatives():
    array = numpy.array([x, y], dtype=object)
    assert s.D(lambda v: v * z)(array).tolist() == [[z, 0], [0, z]]
    assert s.simplify(s.D(s.D(lambda v: (v**3).sum()))(array)[0, 0]) == s.simplify(6 * x)
    hessian = s.D(s.D(lambda v: s.exp((v * v).sum() / 9)))(VECTOR)
    gradient = s.D(lambda v: s.exp((v * v).sum() / 9))
    assert numpy.allclose(hessian, differences(gradient, VECTOR))


def test_array_valued_functions_of_a_number():
    assert numpy.allclose(s.D(lambda t: s.sin(t * VECTOR))(2.0), VECTOR * numpy.cos(2 * VECTOR))
    assert s.D(lambda t: VECTOR)(1.0).tolist() == [0, 0, 0]


def test_vectors_are_tuples():
    """Scheme's vectors, at any depth."""
    assert s.D(lambda v: v[0] * v[1])([x, y]) == s.down(y, x)
    assert s.D(lambda q: q[0] * q[1][1])(s.up(x, [y, z])) == s.down(z, s.down(0, x))


def test_no_perturbation_escapes():
    kept = []
    s.D(lambda v: kept.append(v) or (v * v[0]).sum())(VECTOR)
    derivative = s.D(lambda v: v * v[0] + v.sum())(VECTOR)
    assert not any(isinstance(entry, Tagged) for entry in derivative.flat)


def test_functions_of_a_number_take_arrays_by_elements():
    assert numpy.allclose(s.D(s.sin)(VECTOR), numpy.cos(VECTOR))
    assert numpy.allclose(s.D(s.cube + 3 * s.square)(MATRIX), 3 * MATRIX**2 + 6 * MATRIX)
    assert numpy.allclose(
        (s.D**2)(s.compose(s.exp, s.sin))(VECTOR), s.D(s.D(lambda v: s.exp(s.sin(v)).sum()))(VECTOR).diagonal()
    )
    assert s.D(s.sin)(numpy.array([x, y])).tolist() == [s.cos(x), s.cos(y)]
    assert (s.D(0 * s.sin + 2)(VECTOR) == 0).all()


def test_functions_that_are_returned_are_differentiated_by_arrays():
    by_parts = s.D(lambda v: s.up(lambda u: u * v[0] * v[1] ** 2, v[2]))(VECTOR)
    assert by_parts[0](2.0).tolist() == [2 * VECTOR[1] ** 2, 4 * VECTOR[0] * VECTOR[1], *[0] * (len(VECTOR) - 2)]
    whole = s.D(lambda v: lambda u: u * v[0] * v[1] ** 2)(VECTOR)
    assert whole(2.0).tolist() == by_parts[0](2.0).tolist()
    product, last = s.D(lambda v: [v[0] * v[1] ** 2, v[2]])(VECTOR)
    assert product.tolist() == [VECTOR[1] ** 2, 2 * VECTOR[0] * VECTOR[1], *[0] * (len(VECTOR) - 2)]
    assert last.tolist() == [0, 0, 1, *[0] * (len(VECTOR) - 3)]


@pytest.mark.parametrize("D", [s.D, s.D_forward, s.D_reverse])
def test_a_function_of_nothing_is_constant(D):
    assert D(lambda: 3)() == 0


test_what_is_refused = refusals(__file__, "modes", globals())
