"""What is along the flow, of quantities: as of numbers in the units that fit, whichever the sizes are."""

import math

import numpy
import pytest

from scmpy import *
from scmpy.errors import DimensionError
from scmpy.units import hertz, joule, kilogram, meter, newton, second, u_units, u_value

from ..tables import refusals

#: amplitude, frequency of a spring
SPRINGS = [(1.0, 1.0), (1e-10, 1e13), (1e11, 1e-7)]
ACTION = 1 * kilogram * meter**2 / second


def spring(frequency):
    return Lagrangian_to_state_derivative(L_harmonic(1e-3 * kilogram, 1e-3 * frequency**2 * newton / meter))


def state(x, v):
    return up(0 * second, x * meter, v * meter / second)


def near(quantity, value, unit, size=1.0):
    return u_units(quantity) == u_units(1 * unit) and u_value(quantity) / size == pytest.approx(value / size, abs=1e-9)


def saddle(rate):
    """A motion that grows by exp(2 rate t), and shrinks by exp(-3 rate t)."""
    return lambda s: up(1, 2 * rate * hertz * s[1], s[1] * rate * hertz - 3 * rate * hertz * s[2])


@pytest.mark.parametrize(("amplitude", "frequency"), SPRINGS)
@pytest.mark.slow
def test_along_a_spring(amplitude, frequency):
    f, period = spring(frequency), 2 * math.pi / frequency * second
    start, speed = state(amplitude, 0.0), amplitude * frequency
    M = monodromy_matrix(f, start, period / 4)
    assert near(M[0][1], 1 / frequency, second, 1 / frequency) and near(M[1][0], -frequency, hertz, frequency)
    assert abs(M[0][0]) < 1e-9 and abs(M[1][1]) < 1e-9
    assert near(
        mean_frequency(f, start, lambda s: atan(s[1] * frequency * hertz, s[2]), 10 * period),
        frequency,
        hertz,
        frequency,
    )
    motion = motion_between(f, start, period / 8, 0 * meter)
    assert near(motion(0 * second)[2], -speed, meter / second, speed)
    motion = shooting(f, start, period / 8, lambda a, b: up(a[1] - amplitude * meter, b[2]), 2)
    assert near(motion(0 * second)[2], speed, meter / second, speed)
    found = find_fixed_point(stroboscopic_map(f, period / 3), state(amplitude, speed))
    assert near(found.point[1], 0, meter, amplitude) and near(
        found.derivative[1][2], math.sin(2 * math.pi / 3) / frequency, second, 1 / frequency
    )
    assert found.kind == "elliptic"


def test_derivatives_of_motions_of_quantities():
    """By the time, the first place and the spring, to a time, to an event, through a jump: beside the cosine."""
    k, landing = 4 * newton / meter, crossing(coordinate, "falling", True)
    bounce = crossing(coordinate, "falling", then=lambda s: up(s[0], s[1], -s[2] / 2))

    def place(t=1 * second, k=k, x=1.0, events=None, i=1):
        energy = lambda k: lambda s: kilogram * s[2] ** 2 / 2 - k * s[1] ** 2 / 2  # noqa: E731
        return compile_motion(energy, "k", "Lagrangian", events=events, tolerance=1e-12)(state(x, 0.0), t, k)[i]

    assert near(D(place)(1 * second), -2 * math.sin(2), meter / second)
    assert near(D(lambda x: place(x=x))(1.0), math.cos(2), meter)
    assert near(D(lambda k: place(k=k))(k), -math.sin(2) / 4, meter**2 / newton)
    assert near(D(lambda k: place(9 * second, k, events=landing, i=0))(k), -math.pi / 32, second * meter / newton)
    assert near(D(lambda x: place(x=x, events=bounce))(1.0), -math.cos(2) / 2, meter)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1.0, 1e-10])
def test_a_periodic_orbit(size):
    def van_der_pol(s):
        _, x, v = s
        return up(1, v, (1 - (x / (size * meter)) ** 2) * v / (size * second) - x / (size * second) ** 2)

    found = find_periodic_orbit(van_der_pol, up(0 * second, 2 * size * meter, 0 * meter / second), 6.5 * size * second)
    assert near(found.period, 6.66328686 * size, second, size) and found.kind == "attracting"
    on_section = find_fixed_point(poincare_map(van_der_pol, lambda s: s[1], "rising"), found.point)
    assert near(on_section.point[1], 0, meter, size)
    assert on_section.multipliers[0] == pytest.approx(found.multipliers[1].real, rel=1e-6)


@pytest.mark.parametrize("rate", [1.0, 1e13])
@pytest.mark.slow
def test_exponents_are_rates(rate):
    start = up(0 * second, 0 * meter, 0 * second)  # of what kind the numbers are does not count
    f = lambda s: up(1, 2 * rate * hertz * s[1], s[1] * rate * second / meter * hertz - 3 * rate * hertz * s[2])  # noqa: E731
    highest, lowest = lyapunov_exponents(f, start, 40 / rate * second)
    assert near(highest, 2 * rate, hertz, rate) and near(lowest, -3 * rate, hertz, rate)
    found = lyapunov_exponents_of_map(lambda p: up(2 * p[0] + p[1], p[0] + p[1]), up(1 * meter, 0 * meter), 50)
    assert found == pytest.approx([0.96242365, -0.96242365])


def test_displacements_have_units():
    rates = variational_equations(lambda s: up(1, s[2], -(s[1] ** 2) / (meter * second**2)))
    moved = rates(up(0 * second, state(3, 1), up(state(1, 0), state(0, 1))))
    assert moved[1] == up(1, 1 * meter / second, -9 * meter / second**2)
    assert moved[2][0][2] == -6 * meter / second**2 and moved[2][1][1] == 1 * meter / second
    with pytest.raises(DimensionError, match=r"variational-equations.*quantities in m and quantities in s"):
        rates(up(0 * second, state(3, 1), up(up(0, 1 * second, 0))))


# --- maps --------------------------------------------------------------------------------------------------------


def standard(K):
    """The standard map of an angle and a momentum that is a quantity."""
    plain = standard_map(K)
    return lambda x, p, proceed, fail: plain(x, p / ACTION, lambda x, p: proceed(x, p * ACTION), fail)


@pytest.mark.slow
def test_maps_of_quantities_do_as_those_of_numbers():
    step, plain = standard(0.6), standard_map(0.6)
    found, expected = find_fixed_point(step, up(3, 0.1 * ACTION)), find_fixed_point(plain, up(3, 0.1))
    assert found.kind == "elliptic" and found.residue == pytest.approx(expected.residue)
    assert (
        near(found.point[1], 0, ACTION)
        and near(found.derivative[1][0], -0.6, ACTION)
        and near(found.derivative[0][1], 1, 1 / ACTION)
    )
    assert rotation_number(step, up(1.0, 2 * ACTION), 100) == pytest.approx(rotation_number(plain, up(1.0, 2), 100))
    assert which_way(0.38, 0, 2 * ACTION, step) == -1
    eps = 1e-6
    curve = find_invariant_curve(step, 0.38, 0, 2 * ACTION, 2.6 * ACTION, eps * ACTION)
    assert curve / ACTION == pytest.approx(find_invariant_curve(plain, 0.38, 0, 2, 2.6, eps), abs=2 * eps)
    twice = lambda x, p, go, fail: step(x, p, lambda x, p: step(x, p, go, fail), fail)  # noqa: E731
    assert near(radially_mapping_points(twice, 2 * ACTION, 4.2 * ACTION, 0.4, 1e-9 * ACTION), 3.06708, ACTION, 1e4)
    assert (map_orbit(step, up(1.0, 2 * ACTION), 5) == map_orbit(plain, up(1.0, 2), 5)).all()


def test_manifolds_of_quantities():
    step, plain = standard(0.6), standard_map(0.6)
    ours = fixed_point_eigen(step, 0, 0, 1e-5, lambda *found: found)  # 0 of what, the image tells
    theirs = fixed_point_eigen(plain, 0, 0, 1e-5, lambda *found: found)
    assert [float(u_value(x)) for x in ours] == pytest.approx(theirs)
    for make, k in ((unstable_manifold, 0), (stable_manifold, 3)):
        factor, dx, dy = ours[k : k + 3]
        x, p = make(step, 0, 0 * ACTION, dx, dy, factor, 1e-5)(1)
        assert [x, u_value(p)] == pytest.approx(make(plain, 0, 0, dx, u_value(dy), factor, 1e-5)(1))
    s, t, point = find_homoclinic_point(
        lambda s: (s * meter, s**2 * second), lambda t: ((t + 1) * meter, (2 - t) * second), 1, 0
    )
    assert (s, t) == pytest.approx((1.302775638, 0.302775638)) and near(point[1], 1.697224362, second)


def test_points_near_each_other():
    assert plane_near(0.1 * meter)((1 * meter, 2 * meter), (1.05 * meter, 2 * meter))
    with pytest.raises(DimensionError, match="plane-near"):
        plane_near(0.1 * meter)((1 * meter, 2 * second), (1.05 * meter, 2 * second))


test_what_does_not_fit = refusals(__file__, "flow", globals())


@pytest.mark.slow
def test_a_driven_pendulum_with_units():
    parameters = 1.0 * kilogram, 1.0 * meter, 9.8 * meter / second**2, 0.1 * meter, 2 * 9.8**0.5 / second
    step, plain = driven_pendulum_map(*parameters), driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 2 * 9.8**0.5)
    angle, momentum = step(1.0, 0.0 * ACTION, up, list)
    expected = plain(1.0, 0.0, up, list)
    assert (angle, u_value(momentum)) == pytest.approx(tuple(expected), abs=1e-8) and u_units(momentum) == u_units(
        ACTION
    )
    assert map_orbit(step, up(1.0, 0.1 * ACTION), 3) == pytest.approx(map_orbit(plain, up(1.0, 0.1), 3), abs=1e-7)
    assert near(find_fixed_point(step, up(0.1, 0.1 * ACTION)).point[1], 0, ACTION)


# --- sections and pictures ---------------------------------------------------------------------------------------


def oscillator():
    """The isotropic oscillator of an atom: 1e-26 kg, 1e10/s."""
    mass, stiffness = 1e-26 * kilogram, 1e-6 * newton / meter
    return lambda s: (s[2][0] ** 2 + s[2][1] ** 2) / (2 * mass) + stiffness * (s[1][0] ** 2 + s[1][1] ** 2) / 2


@pytest.mark.slow
def test_sections_of_a_tiny_oscillator():
    section, q, p = section_map(oscillator(), 1e-26 * joule), 1e-11 * meter, 1e-27 * newton * second
    after = section(q, p, up, lambda: None)
    assert near(after[0], 1e-11, meter, 1e-11) and near(after[1], 1e-27, newton * second, 1e-27)
    assert section(1e-9 * meter, p, up, lambda: None) is None  # the energy is too low
    assert section.orbit(q, p, 3)[:, 0] == pytest.approx([1e-11] * 3, rel=1e-9)
    assert near(
        section_map(oscillator(), 1e-26 * joule, 0, None, 1e-12 * meter)(q, p, up, list)[0], 1e-11, meter, 1e-11
    )
    window = frame(-2e-10 * meter, 2e-10 * meter, -2e-26 * newton * second, 2e-26 * newton * second)
    explore_section(window, oscillator(), 1e-26 * joule, 0, 1)
    assert window.axes.get_xlabel() == "$q^{1}$ (m)" and len(window.axes.lines[0].get_xdata()) > 10
    assert plot_section(section, [up(q, p)], 2).get_xlabel() == "$q^{1}$ (m)"


@pytest.mark.slow
def test_pictures_over_parameters():
    ax = plot_bifurcation(
        lambda r: lambda x: r * second * x * (1 - x / meter), [2.0 / second, 3.2 / second], 0.3 * meter, 2
    )
    plain = plot_bifurcation(lambda r: lambda x: r * x * (1 - x), [2.0, 3.2], 0.3, 2)
    assert (ax.lines[0].get_xydata() == plain.lines[0].get_xydata()).all()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$r$ (Hz)", "$x$ (m)")
    ax = plot_stability(
        lambda a, b: lambda s: up(1, s[2], -a * s[1] - b * s[2]),
        state(0, 0),
        1.0 * second,
        (-4 / second**2, 1 / second**2),
        (0 / second, 0.5 / second),
        3,
    )
    assert ax.collections[0].get_array().ravel()[0] == pytest.approx(2, abs=1e-8)
    assert (ax.get_xlabel(), ax.figure.axes[1].get_ylabel()) == (
        r"$a$ ($\mathrm{s^{-2}}$)",
        "growth of displacements (Hz)",
    )
    ax = plot_divergence(saddle(1e13), up(0 * second, 1 * meter, 1 * meter), 1e-13 * second)
    apart = ax.lines[0].get_ydata()
    assert ax.get_xlabel() == "$t$ (s)" and apart[-1] / apart[0] == pytest.approx(numpy.exp(2), rel=0.05)


# --- descents ----------------------------------------------------------------------------------------------------
