"""Compiled functions are the functions that they are made of: by value, at branches, at what they cannot be asked."""

import math
import random

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import ScmpyError, ScmpyWarning, StructureError, WrongTypeError
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.compiled_function import CompiledFunction
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.numerics.compile.tracing import entries
from scmpy.structure.tuples import leaves

from ..tables import evaluated
from .systems import random_function


def double_pendulum(m, l, g):  # noqa: E741
    def L(state):
        (a, b), (v, w) = state[1], state[2]
        kinetic = m * s.square(l * v) + m * s.square(l * w) / 2 + m * l * l * v * w * s.cos(a - b)
        return kinetic + 2 * m * g * l * s.cos(a) + m * g * l * s.cos(b)

    return s.Lagrangian_to_state_derivative(L)


ONE = {
    name: getattr(s, name)
    for name in (
        "sqrt exp log sin cos tan sec csc cot asin acos atan sinh cosh tanh sech csch asinh acosh atanh square cube "
        "negate invert"
    ).split()
} | {"abs": abs, "conjugate": s.conjugate, "real part": s.real_part}
TWO = {"+": s.add, "-": s.sub, "*": s.mul, "/": s.div, "atan": s.atan}
POWERS = (-7, -2, -1, 0, 1, 2, 3, 4, 5, 9, s.div(1, 2), s.div(-1, 2), s.div(3, 2), s.div(2, 3), 2.5)


def agree(f, *place):
    compiled = s.compile_function(f, *place)
    assert isinstance(compiled, CompiledFunction)
    for x, y in zip(leaves(compiled(*place)), leaves(f(*place)), strict=True):
        assert complex(x) == pytest.approx(complex(y), rel=1e-12, abs=1e-300)
    return compiled


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_number(name):
    compiled = agree(ONE[name], 0.3)
    for x in (-0.9, -2.5, 0.7, 3.25):
        assert compiled(x) == pytest.approx(ONE[name](x), rel=1e-12), "also where it is complex"


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_numbers(name):
    compiled = agree(TWO[name], 0.3, 0.4)
    for x, y in ((1.5, 2.5), (-3.0, 0.25), (-1.0, -2.0)):
        assert compiled(x, y) == pytest.approx(TWO[name](x, y), rel=1e-13)


@pytest.mark.parametrize("power", POWERS, ids=str)
def test_powers(power):
    compiled = agree(lambda x: x**power, 1.75)
    for x in (0.25, 3.5, -2.25):
        assert compiled(x) == pytest.approx(s.expt(x, power), rel=1e-13)
    agree(lambda x: 3**x + x**x, 1.75)


@pytest.mark.parametrize("seed", range(20))
def test_random_functions_and_their_jacobians_by_value(seed):
    place = s.up(0.3, s.down(-0.6, 1.2))
    compiled = agree(random_function(seed, 2, 0.75), place)
    exact, found = s.D(random_function(seed, 2, 0.75))(place), compiled.jacobian(place)
    assert [float(x) for x in leaves(found)] == pytest.approx([float(x) for x in leaves(exact)], rel=1e-9, abs=1e-9)
    at = lambda x: leaves(compiled(s.up(x, s.down(-0.6, 1.2))))[0]  # noqa: E731
    assert leaves(found)[0] == pytest.approx((at(0.3 + 1e-5) - at(0.3 - 1e-5)) / 2e-5, rel=1e-4, abs=1e-4)


def test_an_equation_of_motion_and_its_cost():
    derivative = double_pendulum(1.0, 1.0, 9.8)
    compiled = agree(derivative, s.up(0.0, s.up(0.5, -0.3), s.up(0.1, 0.2)))
    assert compiled(s.up(0, s.up(0, 0), s.up(0, 0))) == s.up(1, s.up(0, 0), s.up(0, 0)), "shape and constants are kept"
    assert len(compiled.schedule.operations) < 60
    assert len(compiled.python_source) < 3000


def test_arrays_are_taken_whole():
    compiled = agree(double_pendulum(1.0, 1.0, 9.8), s.up(0.0, s.up(0.5, -0.3), s.up(0.1, 0.2)))
    angles = np.linspace(0, 1, 7)
    batch = compiled(s.up(0.0, s.up(angles, -0.3), s.up(0.1, 0.2)))
    for i, a in enumerate(angles):
        one = compiled(s.up(0.0, s.up(a, -0.3), s.up(0.1, 0.2)))
        assert [batch[2][0][i], batch[2][1][i]] == pytest.approx(leaves(one)[3:], rel=1e-13)


def test_an_array_that_leaves_the_real_numbers_is_the_function_s():
    assert s.compile_function(s.sqrt, 0.5)(np.array([1.0, -4.0])).tolist() == [1, 2j]


def test_symbols_and_differentials_go_to_the_function():
    compiled = s.compile_function(lambda x: x**3, 0.5)
    x = s.symbols("x")
    assert compiled(x) == x**3
    assert s.D(compiled)(2.0) == 12
    assert (compiled + 1)(2) == 9


def test_numbers_in_another_arrangement_are_refused():
    compiled = s.compile_function(lambda state: s.square(state[1]), s.up(0.0, s.up(1.0, 2.0)))
    with pytest.raises(StructureError, match="shaped like"):
        compiled(s.up(0, s.up(1, 2, 3)))
    assert compiled(s.up(0.0, s.up(1.0, 3.0))) == 10


VALUES = {
    "a matrix": lambda x: s.matrix_by_rows([x, 1], [1, x * x]),
    "a quaternion": lambda x: s.quaternion(1, x, 2, x) * s.quaternion(x, 1, 0, 0),
    "a tuple of Python's": lambda x: (x, s.up(2 * x, s.matrix_by_rows([x]))),
    "an array": lambda x: np.array([[x, 2.0], [3.0, x * x]]) * 2,
}


@pytest.mark.parametrize("f", VALUES.values(), ids=VALUES)
def test_values_that_hold_numbers(f):
    compiled = s.compile_function(f, 0.5)
    assert isinstance(compiled, CompiledFunction)
    for x in (0.5, 2.0):
        mine, theirs = compiled(x), f(x)
        assert type(mine) is type(theirs)
        assert not isinstance(theirs, np.ndarray) or mine.shape == theirs.shape
        assert [float(a) for a in entries(mine)] == pytest.approx([float(a) for a in entries(theirs)], rel=1e-14)


INSIDE = evaluated(__file__, "compile.txt", "compile: inside", globals())


@pytest.mark.parametrize("f", INSIDE)
def test_what_functions_do_inside(f):
    compiled = agree(f, 4.25)
    for x in (0.5, -7.0):
        assert compiled(x) == pytest.approx(float(f(x)), rel=1e-12)


def test_what_is_no_real_number_runs_as_it_is():
    with pytest.warns(ScmpyWarning, match="complex"):
        assert s.compile_function(lambda x: 1j * x, 0.5)(2) == 2j
    with pytest.warns(ScmpyWarning, match="no real number: the string"):
        assert s.compile_function(lambda x: (x, "text"), 0.5)(2) == (2, "text")
    with pytest.warns(ScmpyWarning, match="needs an argument as a number, .* at .*test_compile.py"):
        assert s.compile_function(lambda x: [x][int(0 * float(x))], 1.0)(2) == 2


def test_unknowns_are_named():
    m, V = s.symbols("m"), s.literal_function("V")
    with pytest.raises(WrongTypeError, match="symbols without a value m and literal or unknown functions V: "):
        s.compile_function(lambda x: m * V(x), 0.5)
    with pytest.raises(WrongTypeError, match=r"functions \(D V\)"):
        s.compile_function(s.D(V), 0.5)
    U = s.literal_function("U", "(-> (UP Real (UP Real Real)) Real)")
    with pytest.raises(WrongTypeError, match="functions U"):
        s.compile_function(U, s.up(0.0, s.up(1.0, 2.0)))


def test_expressions_are_functions_of_their_parts():
    t, m, k = s.symbols("t m k")
    q = s.literal_function("q")
    x, v = q(t), s.D(q)(t)
    energy = m * v**2 / 2 + k * x**2 / 2
    compiled = s.compile_function(energy, s.up(x, v), m, k)
    assert compiled(s.up(1.0, 2.0), 3.0, 4.0) == 8
    assert compiled(s.up(np.array([1.0, 2.0]), 2.0), 3.0, 4.0).tolist() == [8, 14]
    assert compiled.jacobian(s.up(1.0, 2.0), 3.0, 4.0)[0] == s.down(4, 6)
    assert s.simplify(compiled(s.up(x, v), m, k) - energy) == 0
    matrix = s.compile_function(s.matrix_by_rows([m, 1], [s.sin(k), m * k]), m, k)
    assert matrix(2.0, 0.0) == s.matrix_by_rows([2, 1], [0, 0])
    with pytest.raises(WrongTypeError, match="symbols without a value k"):
        s.compile_function(m * k, m)
    with pytest.raises(WrongTypeError, match="different arguments"):
        s.compile_function(m * k, m, m)
    with pytest.raises(WrongTypeError, match="parts of an expression"):
        s.compile_function(m * k, 1.0, k)


def test_what_is_not_computed_from_its_arguments_is_found():
    drawn = random.Random(1)
    with pytest.raises(ScmpyError, match="its code gives"):
        s.compile_function(lambda x: x * drawn.random(), 0.5)
    with pytest.raises(ScmpyError, match="its code gives"):
        s.compile_function(lambda x: x if isinstance(x, float) else 2 * x, 0.5)


def test_bad_arguments():
    with pytest.raises(WrongTypeError, match="expects a function"):
        s.compile_function(3)
    with pytest.raises(WrongTypeError, match="arguments of real numbers, got the expression x"):
        s.compile_function(s.sin, s.symbols("x"))
    with pytest.warns(ScmpyWarning, match="Division by zero"):  # of expressions; of floats it is infinite
        assert s.compile_function(lambda x: s.div(x, 0), 0.5)(-0.5) == -math.inf


@pytest.mark.slow
def test_graphs_of_any_depth():
    x = y = s.symbols("x")
    for _ in range(30_000):
        y = s.sin(y) + x
    code = python_function(straight_line_program([x], [y]))
    value = 0.5
    for _ in range(30_000):
        value = math.sin(value) + 0.5
    assert code([0.5]) == [value]


def test_shared_parts_are_computed_once():
    x = y = s.symbols("x")
    for _ in range(60):
        y = s.sin(y) * s.cos(y)
    assert len(straight_line_program([x], [y]).operations) == 180


def test_slots_and_numbers_are_different_operands():
    x, y = s.symbols("x y")
    assert python_function(straight_line_program([x, y], [s.atan(x, 1.0), s.atan(x, y), s.atan(1.0, y)]))(
        [2.0, 3.0]
    ) == [math.atan2(2, 1), math.atan2(2, 3), math.atan2(1, 3)]


def test_texts_say_where_numbers_stand():
    code = s.compile_function(lambda k: lambda y: s.up(1, s.down(k * y[1][0])), s.up(0.0, s.up(1.0)), parameters=[2.0])
    layout = "// arguments: (up x[0] (up x[1]))\n// parameters: x[2]\n// value: (up y[0] (down y[1]))\n"
    assert code.c_source.startswith(layout) and code.javascript_source.startswith(layout)


def test_arrays_whose_shapes_do_not_fit_are_an_error():
    f = s.compile_function(lambda x, y: x / y, 1.0, 1.0)
    assert f(np.ones((2, 3)), np.ones(3)).shape == (2, 3)
    with pytest.raises(StructureError, match="do not fit"):
        f(np.ones((2, 3)), np.ones(2))


def test_numpy_s_floats_run_as_code():
    calls = []

    def f(x, y):
        calls.append(1)
        return s.sin(x) * y

    code = s.compile_function(f, 1.0, 2.0)
    calls.clear()
    assert code(np.float64(0.5), 2.0) == code(0.5, 2.0)
    assert not calls
