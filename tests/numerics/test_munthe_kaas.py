"""Methods of Munthe-Kaas: Cayley's map and the rates of its coordinates, exactly; order; rotations stay rotations."""

import math
import random

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import DivisionByZeroError, IntegrationError, StructureError
from scmpy.numerics.compile.ir import GraphBuilder
from scmpy.numerics.ode.lie_group_methods import ROTATIONS, rotations_in, turned, turning
from scmpy.structure.linear_algebra import solver_of
from scmpy.structure.tuples import leaves

from .systems import chain

UNIT = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def product(a, b):
    return [sum(a[3 * i + j] * b[3 * j + k] for j in range(3)) for i in range(3) for k in range(3)]


def transposed(a):
    return [a[3 * k + i] for i in range(3) for k in range(3)]


def test_cayley_s_map_gives_rotations():
    u = list(s.symbols("u v w"))
    R = turned(UNIT, u)
    assert all(s.equivalent(x, y) for x, y in zip(product(transposed(R), R), UNIT, strict=True))
    axis = [
        s.determinant(s.matrix_by_rows(R[:3], R[3:6], R[6:])),
        *(sum(R[3 * i + k] * u[k] for k in range(3)) for i in range(3)),
    ]
    assert all(s.equivalent(x, y) for x, y in zip(axis, [1, *u], strict=True))


def test_the_rates_of_the_coordinates():
    """Of any path of coordinates, from the slope of the rotation."""
    path = [s.literal_function(name) for name in ("u", "v", "w")]
    t = s.symbols("t")
    R = lambda t: turned(UNIT, [f(t) for f in path])  # noqa: E731
    slope = list(s.D(lambda t: s.up(*R(t)))(t))
    found = turning([f(t) for f in path], R(t), slope)
    assert all(s.equivalent(x, s.D(f)(t)) for x, f in zip(found, path, strict=True))


def free(A, B, C):
    """A free rigid body: R' = R hat(w), I w' = (I w) x w, the columns of R are the axes of the body."""

    def rates(state):
        _, R, (a, b, c) = state
        turn = [[0, -c, b], [c, 0, -a], [-b, a, 0]]
        rows = [[sum(R[i][j] * turn[j][k] for j in range(3)) for k in range(3)] for i in range(3)]
        return s.up(
            1,
            s.up(*(s.down(*row) for row in rows)),
            s.up((B - C) / A * b * c, (C - A) / B * c * a, (A - B) / C * a * b),
        )

    return rates


START = s.up(0.0, s.up(s.down(1, 0, 0), s.down(0, 1, 0), s.down(0, 0, 1)), s.up(0.3, 1.0, 0.2))
flow = s.state_advancer(free, 1.0, 2.0, 3.0)


@pytest.mark.parametrize(("name", "order", "h"), [("munthe-kaas-4", 4, 0.1), ("munthe-kaas-8", 8, 0.5)])
def test_observed_order(name, order, h):
    there = leaves(flow(START, 4.0, 1e-13))
    errors = []
    for length in (h, h / 2):
        end = leaves(flow(START, 4.0, method=name, step=length))
        errors.append(max(abs(x - y) for x, y in zip(end, there, strict=True)))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


@pytest.mark.parametrize("name", ["munthe-kaas-4", "munthe-kaas-8"])
def test_a_rotation_stays_one(name):
    """With steps that are far too long; the classical method leaves the rotations."""

    def defect(**how):
        R = leaves(flow(START, 100.0, step=0.5, **how)[1])
        return max(abs(x - y) for x, y in zip(product(transposed(R), R), UNIT, strict=True))

    assert defect(method=name) < 1e-13
    assert defect(method="runge-kutta-4") > 1e-6


def test_columns_go_as_well_as_rows():
    """The transposed matrix turns in space as the other one does in the body."""
    spin = lambda state: s.up(1, s.down(*(s.cross_product(s.up(0.1, 0.2, 1.0), column) for column in state[1])))  # noqa: E731
    start = s.up(0.0, s.down(s.up(1, 0, 0), s.up(0, 1, 0), s.up(0, 0, 1)))
    end = s.state_advancer(lambda: spin)(start, 2.0, method="munthe-kaas-8", step=0.25)
    there = s.state_advancer(lambda: spin)(start, 2.0)
    assert leaves(end) == pytest.approx(leaves(there), abs=1e-9)


def test_where_rotations_are():
    assert rotations_in(START, "here") == ((1, ROTATIONS),)
    two = s.up(0.0, s.up(1.0, 2.0), START[1], s.up(START[1], 3.0))
    assert [i for i, _ in rotations_in(two, "here")] == [3, 12]
    with pytest.raises(StructureError, match=r"there is none in \(up 0"):
        flow(s.up(0.0, 2 * START[1], START[2]), 1.0, method="munthe-kaas-4", step=0.1)


def state_of(n):
    return s.up(0.0, s.up(*(0.1 * (i + 1) for i in range(n))), s.up(*(0.05 * i for i in range(n))))


@pytest.mark.parametrize(("links", "most"), [(2, 160), (5, 900), (8, 2400), (20, 10500)])
def test_the_operations_of_chains(links, most):
    compiled = s.compile_function(s.Lagrangian_to_state_derivative(chain), state_of(links), target="python")
    assert len(compiled.schedule.operations) < most
    with np.errstate(all="raise"):
        rates = leaves(compiled(state_of(links)))
    inertia = np.array([list(row) for row in s.D(s.partial(2)(chain))(state_of(links))[2]], float)
    momenta = s.partial(2)(chain)
    force = s.partial(1)(chain)(state_of(links))
    change = s.D(lambda t: momenta(s.up(t, state_of(links)[1] + t * state_of(links)[2], state_of(links)[2])))(0.0)
    assert rates[1 + links :] == pytest.approx(np.linalg.solve(inertia, [float(x) for x in force - change]), rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_symmetric_systems(seed):
    draw = random.Random(seed)
    n = draw.randint(1, 7)
    a = np.array([[draw.uniform(-1, 1) for _ in range(n)] for _ in range(n)])
    a = a @ a.T + 1e-3 * np.eye(n) if seed % 2 else a + a.T
    for i in range(n - 1) if seed % 3 else ():
        a[i, i] = 0.0
    b = [draw.uniform(-1, 1) for _ in range(n)]
    found = solver_of(tuple(map(tuple, a.tolist())))(tuple(b))
    assert a @ np.array(found) == pytest.approx(np.array(b), abs=1e-10)


def test_a_singular_system():
    with pytest.raises(DivisionByZeroError, match="singular"):
        solver_of(((1.0, 2.0), (2.0, 4.0)))((1.0, 1.0))


def indefinite(state):
    """The first coordinate has no inertia of its own: a pivot that vanishes."""
    (x, y), (v, w) = state[1], state[2]
    return v * w + s.square(w) * s.cos(y) / 2 - s.square(x) / 2 - s.square(y)


def test_an_indefinite_mass_matrix_is_pivoted_by_the_numbers():
    place = s.up(0.0, s.up(0.3, 0.4), s.up(0.5, -0.6))
    derivative = s.Lagrangian_to_state_derivative(indefinite)
    compiled = s.compile_function(derivative, place)
    for value in (compiled(place), derivative(place)):
        a, b = value[2]
        x, y, w = 0.3, 0.4, -0.6
        assert b == pytest.approx(-x)
        assert a + b * np.cos(y) == pytest.approx(w * w * np.sin(y) / 2 - 2 * y)
    moved = s.D(derivative)(place)
    compiled_moved = compiled.jacobian(place)
    assert [float(x) for x in leaves(moved)] == pytest.approx([float(x) for x in leaves(compiled_moved)], abs=1e-12)


def test_the_printed_form_of_symbols_is_the_one_by_minors():
    t, x, y, v, w = s.symbols("t x y v w")
    rates = s.Lagrangian_to_state_derivative(indefinite)(s.up(t, s.up(x, y), s.up(v, w)))
    assert str(s.simplify(rates[2][1])) == "(* -1 x)"


def test_a_mass_matrix_that_gets_singular_on_the_way():
    """The second inertia is 1 - t: the motion ends at the time 1, with its state told."""
    L = lambda state: (  # noqa: E731
        s.square(state[2][0]) / 2 + (1 - state[0]) * s.square(state[2][1]) / 2 - state[1][0] + state[1][1]
    )
    with pytest.raises(IntegrationError, match="cannot be continued beyond time") as failed:
        s.state_advancer(lambda: s.Lagrangian_to_state_derivative(L))(s.up(0.0, s.up(0.0, 0.0), s.up(0.0, 1.0)), 2.0)
    assert failed.value.time == pytest.approx(1, abs=1e-6)
    assert failed.value.state[1] == pytest.approx(-(failed.value.time**2) / 2)


def test_operations_are_left_out_only_where_no_bit_changes():
    draft = GraphBuilder()
    x, y = (value.slot for value in draft.unknowns(2))
    add = draft.add
    assert add("*", 1.0, x) == add("/", x, 1.0) == add("negate", add("negate", x)) == x
    assert add("*", 2.0, 3.0) == 6.0
    assert add("-", y, add("*", x, -1.0)) == add("+", y, x)
    assert add("+", x, 0.0) != x, "-0. + 0. is 0."
    assert add("/", 1.0, 0.0) != add("/", -1.0, 0.0)
