"""Methods of Munthe-Kaas: Cayley's map and the rates of its coordinates, exactly; order; rotations stay rotations."""

import math

import pytest

import scmpy as s
from scmpy.errors import StructureError
from scmpy.numerics.ode.lie_group_methods import ROTATIONS, rotations_in, turned, turning
from scmpy.structure.tuples import leaves

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
