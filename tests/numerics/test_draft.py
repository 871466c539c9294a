"""Drafts and derivatives of schedules, every operation by value; products of derivatives with vectors are the Jacobian's."""

import math
import random

import numpy
import pytest

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.ir import GraphBuilder, derivatives, with_jacobian
from scmpy.numerics.special_functions import SPECIAL
from scmpy.structure.tuples import leaves, map_leaves

from .systems import chain, double_pendulum

FUNCTIONS_OF_TWO = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "negate": lambda x, y: -x,
    "power": lambda x, y: s.expt(x, y),
    "whole power": lambda x, y: x**5,
    "root": lambda x, y: x**2.5,
    "atan2": s.atan,
    "all": lambda x, y: s.sin(x * s.cos(y)) / (1 + x * y) + s.exp(x) * s.exp(x),
    "abs": lambda x, y: s.magnitude(y - x),
    "acosh": lambda x, y: s.acosh(2 + x),
} | {
    name: lambda x, y, name=name: getattr(s, name)(x)
    for name in "sqrt exp log sin cos tan asin acos atan sinh cosh tanh asinh atanh".split()
}


@pytest.mark.parametrize("name", FUNCTIONS_OF_TWO)
def test_derivatives(name):
    place = [0.7, 0.4]
    f = s.compile_function(lambda x, y: FUNCTIONS_OF_TWO[name](x, y), *place)
    found = python_function(with_jacobian(f.schedule))(place)
    assert found == pytest.approx([f(*place), *f.jacobian(*place)], rel=1e-13)


def test_every_operation_has_its_derivatives():
    """The functions that a target writes, and no others."""
    for name, record in RECORDS.items():
        if name in SPECIAL:
            continue
        draft = GraphBuilder()
        x = draft.unknowns(record.arity)
        if record.code.python is not None:
            assert len(derivatives(name, record.operation(*x), x)) == record.arity
    with pytest.raises(WrongTypeError, match="operation bessel is not known"):
        derivatives("bessel", GraphBuilder().unknown(), [1.0])


def test_functions_that_targets_lack_are_made_of_others():
    draft = GraphBuilder()
    x = draft.unknown()
    graph = draft.schedule([x], [s.sec(x), s.cube(x), x**0, x**-2, x ** (1 / 2)])
    assert python_function(graph)([0.5]) == pytest.approx([1 / math.cos(0.5), 0.125, 1, 4, math.sqrt(0.5)])


def test_a_power_at_zero():
    assert python_function(with_jacobian(s.compile_function(lambda x: x**5, 1.0).schedule))([0.0]) == [0.0, 0.0]


def test_arithmetic_with_exact_zeros_and_ones_is_none():
    draft = GraphBuilder()
    a = draft.unknown()
    for value in (a + 0, 0 + a, a - 0, 1 * a, a * 1, a / 1):
        assert value is a
    assert (a * 0, 0 * a, 0 / a) == (0, 0, 0)
    assert len(draft.operations) == 1
    assert (a + 2.0).slot == (a + 2).slot
    assert python_function(draft.schedule([a], [0 - a, 1 / a, 2 - a, -a]))([4.0]) == [-4.0, 0.25, -2.0, -4.0]


def test_what_is_not_needed_is_left_out():
    draft = GraphBuilder()
    a, b = draft.unknowns(2)
    for _ in range(10):
        b = b * b + 1.0
    found = draft.schedule([a], [a * 3.0])
    assert len(found.operations) == 1
    assert draft.depends([b * a], [a])
    assert not draft.depends([b], [a])


def henon_heiles(state):
    _, (x, y), (p, q) = state
    return s.up(1, s.up(p, q), s.up(-x - 2 * x * y, -y - x * x + y * y))


def driven(state):
    t, q, p = state
    return s.up(1, p, -s.sin(q) * (9.8 + 2.5 * s.cos(5 * t)))


def state_of(n):
    return s.up(0.1, s.up(*(0.2 * (i + 1) for i in range(n))), s.up(*(0.3 - 0.1 * i for i in range(n))))


SYSTEMS = {
    "double pendulum": (s.Lagrangian_to_state_derivative(double_pendulum), state_of(2)),
    "five pendulums": (s.Lagrangian_to_state_derivative(chain), state_of(5)),
    "Henon and Heiles": (henon_heiles, state_of(2)),
    "driven pendulum": (driven, s.up(0.1, 0.2, 0.3)),
    "rigid body": (s.Lagrangian_to_state_derivative(s.T_rigid_body(1.0, 1.3, 2.0)), state_of(3)),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_products_are_those_of_the_jacobian(name):
    f, place = SYSTEMS[name]
    compiled = s.compile_function(f, place)
    draw = random.Random(name)
    direction = map_leaves(lambda _: draw.uniform(-1, 1), place)
    value = compiled(place)
    covector = map_leaves(lambda _: draw.uniform(-1, 1), s.flip_indices(value))
    jacobian = compiled.jacobian(place)
    pushed = [float(x) for x in leaves(compiled.jvp(place, direction))]
    assert pushed == pytest.approx([float(x) for x in leaves(jacobian * direction)], rel=1e-9, abs=1e-9)
    pulled = leaves(compiled.vjp(place, covector))
    rows = numpy.array(leaves(jacobian), float).reshape(len(pulled), -1)  # a number of the state each
    assert [float(x) for x in pulled] == pytest.approx(list(rows @ leaves(covector)), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("f", "place"), SYSTEMS.values(), ids=SYSTEMS)
def test_the_operations_of_a_product(f, place):
    compiled = s.compile_function(f, place)
    assert len(compiled.jvp.schedule.operations) < 2.75 * len(compiled.schedule.operations) + 8
    assert len(compiled.vjp.schedule.operations) < 5 * len(compiled.schedule.operations) + 8


def test_functions_of_several_arguments_with_parameters_that_decide():
    f = s.compile_function(lambda k: lambda x, y: k * x * y if x > 0 else x - y, 2.0, 3.0, parameters=[5.0])
    assert f.jvp(2.0, 3.0, 1.0, 10.0) == 5 * 23
    assert f.jvp(-2.0, 3.0, 1.0, 10.0) == -9
    assert f.vjp(2.0, 3.0, 2.0) == s.down(30, 20)
    assert f.with_parameters(7.0).jvp(2.0, 3.0, 1.0, 10.0) == 7 * 23


@pytest.mark.slow
def test_the_derivative_of_a_solution_takes_the_array_apart_once():
    """A x = b and A dx = db - dA x: of n unknowns with n derivatives, n^3 operations and not n^4."""
    counts = []
    for n in (4, 8):
        place = state_of(n)
        rates = s.compile_function(s.Lagrangian_to_state_derivative(chain), place)
        counts.append(len(rates.jacobian.schedule.operations))
    assert counts[1] < 9 * counts[0]
