"""Roots, minima and maxima of functions of quantities, and what does not fit."""

import pytest

from scmpy import *
from scmpy.errors import DimensionError, DomainError
from scmpy.units import joule, meter, newton, second, u_units, u_value

#: Searches must not care whether lengths are small or large in meters.
SIZES = [1e-10, 1.0, 1e11]


def well(size):
    """A potential with its minimum at 3 sizes, and its force."""
    stiffness = 2 * newton / meter
    return (
        lambda x: stiffness * (x - 3 * size * meter) ** 2 / 2 + size**2 * joule,
        lambda x: -stiffness * (x - 3 * size * meter),
    )


def with_slope(f):
    return lambda x, receive: receive(f(x), D(f)(x))


def near(place, value, unit=meter, rel=1e-9):
    return u_units(place) == u_units(1 * unit) and u_value(place) == pytest.approx(value, rel=rel)


@pytest.mark.parametrize("size", SIZES)
def test_roots(size):
    force = well(size)[1]
    low, high, width = 0 * meter, 10 * size * meter, size * meter
    allowed = 1e-12 * size * meter  # as a quantity, or relative to the size of the places
    for root in (
        *(bisect(force, low, high, eps) for eps in (1e-12, allowed)),
        *(bisect_2(force, 0, high, eps) for eps in (1e-12, allowed)),
        bisect_1(force, low, high),
        bisect_fp(force, low, high, 1e-3),
        zbrent(force, low, high)[1],
        newton_with_false_position_search(with_slope(force), low, high, 1e-12),
    ):
        assert near(root, 3 * size)
    both = search_for_roots(lambda x: force(x) * (x - 7 * size * meter), low, high, 1e-12, width)
    assert near(both[0], 3 * size) and near(both[1], 7 * size)
    [[lowest, highest]] = certified_roots(force, low, high)
    assert lowest <= 3 * size * meter <= highest and near(highest - lowest + high, 10 * size)


@pytest.mark.parametrize("size", SIZES)
def test_minima_and_maxima(size):
    energy = well(size)[0]
    low, high = 0 * meter, 10 * size * meter

    def content(a, x, b, f_a, f_x, f_b, count):
        assert f_x <= f_a or f_x <= f_b
        return b - a < 1e-4 * size * meter

    for place, value, _ in (
        minimize(energy, low, high),
        brent_min(energy, low, high, 1e-8),
        gsmin(energy, low, high),
        gsmin(energy, low, high, "arg-tol", 1e-5 * size * meter),
        golden_section_min(energy, low, high, content),
    ):
        assert near(place, 3 * size, rel=1e-4) and near(value, size**2, joule, rel=1e-6)
    for place, value, _ in (brent_max(lambda x: -energy(x), low, high, 1e-8), gsmax(lambda x: -energy(x), low, high)):
        assert near(place, 3 * size, rel=1e-4) and near(value, -(size**2), joule, rel=1e-6)


@pytest.mark.parametrize("size", SIZES)
def test_several_unknowns_of_different_dimensions(size):
    length, time = size * meter, size**2 * second

    def equations(point):
        x, t = point
        return [x * t - 6 * length * time, x / t - 1.5 * length / time]

    x, t = multidimensional_root(equations, [2 * length, 2 * time], [0.1 * length, 0.1 * time], 1e-12)
    assert near(x, 3 * size) and near(t, 2 * size**2, second)

    def cost(point):
        return (point[0] - 3 * length) ** 2 / length**2 * joule * size + (
            point[1] - 2 * time
        ) ** 2 / time**2 * joule * size

    x, t = multidimensional_minimize(cost, up(length, time))
    assert near(x, 3 * size, rel=1e-5) and near(t, 2 * size**2, second, rel=1e-5)
    _, (place, value), _ = nelder_mead(
        lambda p: well(size)[0](p[0]) + well(size)[0](p[1]), [length, length], length, 1e-14, 500
    )
    assert near(place[1], 3 * size, rel=1e-4) and near(value, 2 * size**2, joule)


def test_values_with_units_of_plain_numbers():
    assert bisect(lambda x: (x - 2) * joule, 0, 5, 1e-12) == pytest.approx(2)
    place, value, _ = minimize(lambda x: (x - 2) ** 2 * joule + joule, 0, 5)
    assert place == pytest.approx(2) and near(value, 1, joule)


def test_what_does_not_fit():
    force = well(1.0)[1]
    for wrong in (
        lambda: bisect(force, 0 * meter, 10 * second, 1e-9),
        lambda: bisect(force, 0 * meter, 10 * meter, 1e-9 * second),
        lambda: bisect(lambda x: x - 2 * second, 0 * meter, 10 * meter, 1e-9),
        lambda: search_for_roots(force, 0 * meter, 10 * meter, 1e-9, 0.1),
        lambda: multidimensional_minimize(lambda p: p[0] + p[1], [1 * meter, 1 * second]),
    ):
        with pytest.raises(DimensionError):
            wrong()
    with pytest.raises(DomainError, match=r"of numbers in units of \(& 2. &meter\)"):
        zbrent(force, 1.0 * meter, 2.0 * meter)
