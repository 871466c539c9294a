"""Fixed points, periodic orbits, Lyapunov exponents and rotation numbers, by value."""

import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import ConvergenceError, DomainError, StructureError
from scmpy.numerics.linear import newton
from scmpy.scheme import Session

from ..tables import refusals
from .systems import henon_heiles, lorenz, pendulum


def henon_map(p):
    return s.up(1 - 1.4 * p[0] ** 2 + p[1], 0.3 * p[0])


# --- Newton's method -------------------------------------------------------------------------------------------


def test_newton_keeps_the_best_point():
    with pytest.raises(ConvergenceError, match="does not converge") as caught:
        newton(lambda p: ([p[0] ** 2 + 1], [[2 * p[0]]]), [3.0], "nothing")
    assert caught.value.residual[0] == pytest.approx(1.0, abs=0.5)
    assert caught.value.point[0] == pytest.approx(0.0, abs=0.7)


def test_newton_takes_the_nearest_of_a_family():
    x, y = newton(lambda p: ([p[0] + p[1] - 2], [[1, 1]]), [3.0, 1.0], "a line")
    assert (x, y) == pytest.approx((2.0, 0.0))


def test_newton_at_what_has_no_value_everywhere():
    [x] = newton(lambda p: ([math.log(p[0])], [[1 / p[0]]]), [5.0], "a logarithm")
    assert x == pytest.approx(1.0)


# --- fixed points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("K", "guess", "kind", "residue"),
    [
        (0.9, (3.0, 0.1), "elliptic", 0.9 / 4),
        (0.9, (0.2, 6.2), "hyperbolic", -0.9 / 4),
        (0.0, (3.0, 0.1), "parabolic", 0.0),
        (4.0, (3.0, 0.05), "parabolic", 1.0),
        (5.0, (3.1, 0.01), "hyperbolic", 1.25),
    ],
)
def test_fixed_points_of_the_standard_map(K, guess, kind, residue):
    found = s.find_fixed_point(s.standard_map(K), s.up(*guess))
    x, y = found.point
    assert math.sin(y) == pytest.approx(0, abs=1e-9)
    assert math.sin(x) * K == pytest.approx(0, abs=1e-9)
    assert found.kind == kind
    assert found.residue == pytest.approx(residue, abs=1e-9)
    assert np.prod(found.multipliers) == pytest.approx(1.0)


def test_points_of_higher_period():
    """The two points of period 2 at pi/2-like places: x' = x + pi - ..., by symmetry at y = pi."""
    step = s.standard_map(0.6)
    found = s.find_fixed_point(step, s.up(0.1, 3.0), 2)
    x, y = found.point
    image = s.iterated_map(step, 2)(x, y, lambda x, y: (x, y), lambda: None)
    assert [math.remainder(a - b, math.tau) for a, b in zip(image, (x, y), strict=True)] == pytest.approx([0, 0])
    assert step(x, y, lambda x, y: abs(x - found.point[0]) > 1, lambda: None)
    assert found.kind in ("elliptic", "hyperbolic")
    assert np.linalg.det(np.array(found.derivative, dtype=float)) == pytest.approx(1.0)


def test_a_map_of_numbers_alone_is_differentiated_by_differences():
    def by_floats(p):
        return s.up(1 - 1.4 * float(p[0]) ** 2 + float(p[1]), 0.3 * float(p[0]))

    found, exact = (s.find_fixed_point(f, s.up(0.6, 0.2)) for f in (by_floats, henon_map))
    assert list(found.point) == pytest.approx(list(exact.point), abs=1e-11)
    assert found.multipliers == pytest.approx(exact.multipliers, abs=1e-9)


def test_a_fixed_point_of_one_number_and_of_a_stroboscopic_map():
    found = s.find_fixed_point(s.cos, 1.0)
    assert found.point == pytest.approx(0.7390851332151607)
    assert found.kind == "attracting"

    def driven(state):
        t, x, v = state
        return s.up(1, v, -0.2 * v - s.sin(x) + 0.1 * s.cos(2 * t))

    advance = s.state_advancer(lambda: driven)
    strobe = s.find_fixed_point(lambda p: s.up(*advance(s.up(0.0, *p), math.pi)[1:]), s.up(0.1, 0.1))
    orbit = s.find_periodic_orbit(driven, s.up(0, 0.1, 0.1), math.pi)
    assert orbit.period == math.pi
    with pytest.raises(DomainError, match="another one"):
        s.find_periodic_orbit(driven, s.up(0, 0.1, 0.1), 3)
    assert strobe.kind == orbit.kind == "attracting"
    assert list(strobe.point) == pytest.approx(list(orbit.point)[1:], abs=1e-9)
    assert np.prod(orbit.multipliers) == pytest.approx(math.exp(-0.2 * math.pi))
    states = s.find_fixed_point(s.stroboscopic_map(driven, math.pi), np.array([0.0, 0.1, 0.1]))
    assert states.kind == "attracting"  # the time is none of what is sought
    assert list(states.point) == pytest.approx(list(orbit.point), abs=1e-9)


def test_the_orbits_of_a_pendulum_are_parabolic_its_rest_elliptic():
    found = s.find_periodic_orbit(pendulum, s.up(0.0, 1.0, 0.0), 6.7)
    amplitude = math.acos(math.cos(found.point[1]) - found.point[2] ** 2 / 2)
    assert found.period == pytest.approx(4 * s.complete_elliptic_integral_K(math.sin(amplitude / 2)))
    assert found.kind == "parabolic"
    assert s.find_periodic_orbit(pendulum, s.up(0.0, 0.0, 0.0), 6.6).kind == "elliptic"
    assert s.find_periodic_orbit(pendulum, s.up(0.0, math.pi, 0.0), 6.6).kind == "hyperbolic"


def test_whole_turns_count_where_the_map_does_not_take_them_off():
    """On the plane only y = 0 is fixed by the standard map's lift; on the torus so are all multiples of 2 pi."""

    def lift(p):
        y = p[1] + 0.9 * s.sin(p[0])
        return s.up(p[0] + y, y)

    assert s.find_fixed_point(lift, s.up(3.0, 6.2)).point[1] == pytest.approx(0, abs=1e-9)
    x, y = s.find_fixed_point(s.standard_map(0.9), s.up(3.0, 6.2)).point
    assert (x, abs(math.remainder(y, math.tau))) == pytest.approx((math.pi, 0))
    assert 0 <= y < 7


def test_no_fixed_point_near():
    with pytest.raises(ConvergenceError) as caught:
        s.find_fixed_point(lambda x: x + x**2 + 1, 0.5)
    assert caught.value.point[0] == pytest.approx(0, abs=0.5)


test_bad_input = refusals(__file__, "flow", globals())


# --- periodic orbits -------------------------------------------------------------------------------------------


def period(amplitude):
    a, b = 1.0, math.cos(amplitude / 2)
    for _ in range(10):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return 2 * math.pi / a


@pytest.mark.parametrize("tolerance", [1e-9, 1e-7, 1e-5])
def test_one_of_a_family_of_orbits_is_found_as_exactly_as_errors_allow(tolerance):
    found = s.find_periodic_orbit(s.HHsysder(), s.up(0.0, s.up(0.0, 0.1), s.down(0.3, 0.0)), 6.3, False, tolerance)
    assert found.period == pytest.approx(6.2384, abs=1e-5 + 30 * tolerance)


def test_a_periodic_orbit_of_henon_and_heiles():
    """On the axis x = 0 the motion is of one dimension: found from a start beside it."""
    f = s.Hamiltonian_to_state_derivative(henon_heiles)
    found = s.find_periodic_orbit(f, s.up(0.0, s.up(0.01, 0.3), s.down(0.01, 0.0)), 6.4)
    assert abs(found.point[1][0]) < 1e-6
    assert found.kind in ("elliptic", "hyperbolic")
    product = np.prod(found.multipliers)
    assert product == pytest.approx(1.0, abs=1e-6)
    assert sum(abs(m - 1) < 1e-3 for m in found.multipliers) == 2
    back = s.state_advancer(lambda: f)(found.point, found.period)
    assert np.allclose(back[1], found.point[1], atol=1e-9)
    assert np.allclose(back[2], found.point[2], atol=1e-9)


def test_the_standard_map_is_differentiated_exactly_where_its_angles_jump():
    found = s.D(lambda p: s.standard_map(0.7)(*p, s.up, lambda: None))(s.up(0.0, 0.0))
    assert found == s.down(s.up(1.7, 0.7), s.up(1.0, 1.0))


# --- Lyapunov exponents ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_exponents_of_lorenz():
    """Their sum is the divergence, -41/3, at any length of the motion; known are 0.9056, 0 and -14.57."""
    found = s.lyapunov_exponents(lorenz, s.up(0.0, 1.0, 1.0, 20.0), 100.0, None, 1e-7)
    assert sum(found) == pytest.approx(-41 / 3, abs=1e-4)
    assert found == pytest.approx([0.9056, 0.0, -14.5723], abs=0.05)
    [largest] = s.lyapunov_exponents(lorenz, s.up(0.0, 1.0, 1.0, 20.0), 50.0, 1, 1e-7)
    assert largest == pytest.approx(0.9056, abs=0.1)


def test_exponents_of_a_hamiltonian_system_come_in_pairs():
    f = s.Hamiltonian_to_state_derivative(henon_heiles)
    found = s.lyapunov_exponents(f, s.up(0.0, s.up(0.0, -0.1), s.down(0.5, 0.0)), 200.0, None, 1e-9)
    assert sum(found) == pytest.approx(0, abs=1e-8)
    assert found[0] + found[3] == pytest.approx(0, abs=0.01)
    assert found[1] == pytest.approx(0, abs=0.03)


@pytest.mark.parametrize("size", [1e-30, 1e30, 1e150])
def test_exponents_of_a_map_do_not_depend_on_the_units_of_its_coordinates(size):
    found = s.lyapunov_exponents_of_map(lambda p: s.up(2 * p[0] + p[1] / size, size * p[0] + p[1]), s.up(0.0, 0.0), 100)
    assert found == pytest.approx((math.log((3 + math.sqrt(5)) / 2), -math.log((3 + math.sqrt(5)) / 2)), rel=1e-9)


def test_the_exponents_of_henons_map():
    found = s.lyapunov_exponents_of_map(henon_map, s.up(0.1, 0.1), 5_000)
    assert sum(found) == pytest.approx(math.log(0.3))
    assert found == pytest.approx([0.41922, -1.62319], abs=0.02)


# --- rotation numbers ------------------------------------------------------------------------------------------


def test_the_rotation_number_of_an_island_is_rational():
    x, y = 3.3, 0.05  # about the fixed point: the angle returns
    assert math.remainder(s.rotation_number(s.standard_map(0.9), s.up(x, y), 2000), 1) == pytest.approx(0, abs=1e-10)


def test_the_rotation_number_of_a_circle_map_in_closed_form():
    """The angle of z -> a rotated Moebius transformation is conjugate to a rotation by a known angle."""
    c = 0.4

    def bent(t):  # a circle's diffeomorphism that keeps 0
        return t + c * s.sin(t)

    def straight(u):
        t = u
        for _ in range(60):
            t = t - (bent(t) - u) / (1 + c * math.cos(t))
        return t

    turn = 2 * math.pi * (math.sqrt(5) - 1) / 2
    found = s.rotation_number(lambda t: bent(straight(t) + turn) % math.tau, 0.3, 3000)
    assert found == pytest.approx((math.sqrt(5) - 1) / 2, abs=1e-11)


def test_the_frequency_of_the_pendulum():
    """Of a swinging one the angle in phase space turns back, of a circulating one the angle turns."""
    swing = s.mean_frequency(pendulum, s.up(0.0, 1.0, 0.0), lambda p: s.atan(p[1], p[2]), 300.0)
    assert swing == pytest.approx(2 * math.pi / period(1.0), abs=1e-9)
    turning = s.mean_frequency(pendulum, s.up(0.0, 0.0, 3.0), lambda p: p[1], 300.0)
    k = 2 / 3.0
    a, b = 1.0, math.sqrt(1 - k * k)
    for _ in range(10):
        a, b = (a + b) / 2, math.sqrt(a * b)
    assert turning == pytest.approx(2 * a / k, abs=1e-9)


def test_the_angle_may_be_one_of_scheme():
    session = Session()
    text = "(mean-frequency (lambda (s) (up 1 (ref s 2) (- (* 4 (ref s 1))))) (up 0 1 0) (lambda (s) (atan (* 2 (ref s 1)) (ref s 2))) 40)"
    assert session.run(text) == pytest.approx(2.0, abs=1e-9)


@pytest.mark.slow
def test_fixed_points_of_poincare_maps():
    """The time goes on, as it may where nothing depends on it; find-periodic-orbit finds the same orbits."""

    def van_der_pol(state):
        _, x, v = state
        return s.up(1, v, (1 - x**2) * v - x)

    found = s.find_fixed_point(s.poincare_map(van_der_pol, s.coordinate), np.array([0.0, 0.0, 2.0]))
    orbit = s.find_periodic_orbit(van_der_pol, found.point, 6.6632868593)
    assert list(found.point)[1:] == pytest.approx([0, 2.1727136926], abs=1e-9)
    assert list(orbit.point) == pytest.approx(list(found.point), abs=1e-8)
    assert found.multipliers == pytest.approx([orbit.multipliers[1]], rel=1e-5)
    assert (found.kind, found.derivative.dimension) == ("attracting", 2)

    section = s.poincare_map(s.HHsysder(), lambda state: state[1][0])
    found = s.find_fixed_point(section, s.section_to_state(0.125, 0.3, 0.0))
    assert found.kind == "elliptic"
    assert 0 < found.residue < 1
    assert abs(found.multipliers[0]) == pytest.approx(1)
    first, image = s.map_orbit(section, found.point, 1)
    assert image[1:] == pytest.approx(first[1:], abs=1e-9)
    orbit = s.find_periodic_orbit(s.HHsysder(), found.point, float(image[0]))
    pair = sorted(orbit.multipliers, key=lambda m: -abs(m - 1))[:2]
    assert sum(pair).real == pytest.approx(2 - 4 * found.residue, abs=1e-6)


def test_poincare_maps_of_driven_motions_have_no_fixed_points():
    def driven(state):
        return s.up(1, state[2], -s.sin(state[1]) - 0.1 * state[2] + 0.3 * s.cos(state[0]))

    with pytest.raises(DomainError, match="stroboscopic-map"):
        s.find_fixed_point(s.poincare_map(driven, s.velocity), s.up(0.0, 1.0, 0.0))


def test_a_fixed_point_of_a_motion_that_turns_once_a_period():
    """A moon that shows one side to its planet: the angle of a motion makes the turn, and is one all the same."""

    def rate(state):
        t, theta, omega = state
        f = t + 0.2 * s.sin(t) + 0.0125 * s.sin(2 * t)
        return s.up(1, omega, -0.4 * ((1 + 0.1 * s.cos(f)) / 0.99) ** 3 * s.sin(2 * (theta - f)))

    step = s.stroboscopic_map(rate, 2 * math.pi)
    found = s.find_fixed_point(step, s.up(0, 0.0, 0.6))
    _, theta, omega = found.point
    assert theta == pytest.approx(0, abs=1e-9) and found.kind == "elliptic"
    assert list(step(found.point))[1:] == pytest.approx([theta + 2 * math.pi, omega], abs=1e-9)


def test_maps_of_the_plane_are_functions_of_x_and_y_too():
    """Their values are tuples, lists or up tuples of the next two; they are None where there are none."""

    def images(x, y):
        return 1 - 1.4 * x**2 + y, 0.3 * x

    convention = lambda x, y, proceed, fail: proceed(*images(x, y))  # noqa: E731
    for step in (images, lambda x, y: s.up(*images(x, y)), lambda p: images(*p), lambda x, y: list(images(x, y))):
        for count in (5, 500):
            orbit = s.map_orbit(step, (0.1, 0.1), count)
            assert orbit.tolist() == s.map_orbit(convention, s.up(0.1, 0.1), count).tolist()
        found = s.find_fixed_point(step, (0.6, 0.2))
        assert list(found.point) == pytest.approx([0.631354477089505, 0.189406343126851])
        there = s.iterated_map(step, 3)(0.1, 0.1, lambda x, y: (x, y), lambda: None)
        assert there == pytest.approx(s.iterated_map(convention, 3)(0.1, 0.1, lambda x, y: (x, y), lambda: None))
        assert s.fixed_point_eigen(step, *found.point, 1e-5, lambda *parts: parts[3]) == pytest.approx(-1.9237388578)
        assert s.lyapunov_exponents_of_map(step, (0.1, 0.1), 100) == s.lyapunov_exponents_of_map(
            convention, s.up(0.1, 0.1), 100
        )
    assert s.map_orbit(lambda x, y: (x + 1, y) if x < 3 else None, (1, 1), 30).tolist() == [[1, 1], [2, 1], [3, 1]]
    in_scheme = Session().run("(car (find-fixed-point (lambda (x y) (list y x)) (up 1. 1.)))")
    assert list(in_scheme) == [1, 1]
    for wrong in (lambda x, y: 3, lambda x, y: (x, y, x), lambda x, y: "xy"):
        with pytest.raises(StructureError, match="of x and y gives the next two in a tuple"):
            s.map_orbit(wrong, (1, 1), 3)
