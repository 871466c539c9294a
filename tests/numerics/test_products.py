"""Products of derivatives with vectors are those of the Jacobian, at the cost of a few functions."""

import random

import numpy
import pytest

import scmpy as s
from scmpy.structure.tuples import leaves, map_leaves

from .systems import chain, double_pendulum


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
