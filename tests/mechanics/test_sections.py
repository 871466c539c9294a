"""Surfaces of section: maps of the plane, their derivatives, and what the original answered."""

import math
import pickle

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import DomainError, IntegrationError, LimitError

from ..comparing import both, failed
from ..tables import refusals


def as_tuple(P):
    """A map of the plane as a function of a tuple."""
    return lambda point: s.up(*P(point[0], point[1], both, failed))


HH = s.section_map(s.HHHam, 0.125)


def test_the_original_s_crossing():
    """The original's state-advancer, to the time of the crossing."""
    y, p = HH(0.1, 0.0, both, failed)
    assert y == pytest.approx(0.320829739018318, abs=1e-11)
    assert p == pytest.approx(-0.07183026254513195, abs=1e-11)
    theta, p = s.driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 2 * math.sqrt(9.8))(1.0, 0.0, both, failed)
    assert theta == pytest.approx(-1.035081853906921, abs=1e-11)
    assert p == pytest.approx(-1.3919548883144677, abs=1e-11)


def test_the_book_s_procedures_agree():
    y, p = HH(0.1, 0.05, both, failed)
    start = s.section_to_state(0.125, 0.1, 0.05)
    assert s.HHHam(start) == pytest.approx(0.125, abs=1e-16)
    missing = 2 * (0.125 - s.HHpotential(s.up(0, s.up(0, 0.1)))) - 0.05**2
    assert start[2][0] == pytest.approx(math.sqrt(missing)), "as the book's section->state calls the potential"
    advance = s.state_advancer(s.HHsysder)
    found = s.find_next_crossing(start, advance, 0.1, 1e-10, lambda crossing, after: crossing)
    assert found[1][1] == pytest.approx(y, abs=1e-9)
    assert s.HHmap(0.125, 0.1, 1e-10, 1e-12)(0.1, 0.05, both, failed) == (y, p)


def test_the_map_is_area_preserving_and_has_its_exact_derivative():
    M = s.D(as_tuple(HH))(s.up(0.1, 0.02))
    assert s.determinant(s.s_to_m(s.down(0, 0), M, s.up(0, 0))) == pytest.approx(1, abs=1e-11)
    h = 1e-4
    for i, column in enumerate(M):
        near, far = (
            (
                as_tuple(HH)(s.up(0.1 + d * (i == 0), 0.02 + d * (i == 1)))
                - as_tuple(HH)(s.up(0.1 - d * (i == 0), 0.02 - d * (i == 1)))
            )
            / (2 * d)
            for d in (h, 2 * h)
        )
        assert abs((4 * near - far) / 3 - column) < 1e-8


def test_second_derivatives():
    P = as_tuple(HH)
    second = s.D(s.D(lambda y: P(s.up(y, 0.02))))(0.1)
    h = 1e-3
    differences = (P(s.up(0.1 + h, 0.02)) + P(s.up(0.1 - h, 0.02)) - 2 * P(s.up(0.1, 0.02))) / h**2
    assert abs(second - differences) < 1e-4 * abs(second)


def test_orbits_are_iterates():
    points = HH.orbit(0.1, 0.0, 20)
    y, p = s.iterated_map(HH, 20)(0.1, 0.0, both, failed)
    assert points[-1] == pytest.approx([y, p], abs=1e-9)
    energies = [s.HHHam(HH.state(*point)) for point in points]
    assert energies == pytest.approx([0.125] * 20, abs=1e-14)
    assert pickle.loads(pickle.dumps(HH)).orbit(0.1, 0.0, 2) == pytest.approx(points[:2], abs=1e-12)


def test_an_orbit_is_a_closed_curve_or_fixed():
    found = s.find_fixed_point(HH, s.up(0.3, 0.0))
    assert found.kind == "elliptic"
    near = HH.orbit(found.point[0] + 1e-3, found.point[1], 50)
    assert np.abs(near - np.array(list(found.point))).max() < 4e-3


def test_where_the_map_is_not_defined():
    assert HH(1.0, 0.0, both, failed) == "failed"
    assert HH(0.0, 0.51, both, failed) == "failed"
    assert s.section_map(s.HHHam, 0.125).state(0.0, 0.51) is None
    with pytest.raises(DomainError, match="too low"):
        HH.orbit(1.0, 0.0, 3)
    escaping = s.section_map(s.HHHam, 2.0)
    assert s.iterated_map(escaping, 1000)(0.9, 1.5, both, failed) == "failed"
    with pytest.raises(IntegrationError) as lost:
        escaping.orbit(0.9, 1.5, 1000)
    assert lost.value.time > 0


@pytest.mark.parametrize(
    ("H", "energy"),
    [
        (lambda x: s.square(x[2]) / 2 + s.square(x[1]) / 2, 1.0),
        (lambda x: s.sqrt(1 + s.square(x[2])) + s.square(x[1]) / 2, 2.0),
        (lambda x: s.square(x[2][0] - x[1][1]) / 2 + s.square(x[2][1] + x[1][0]) / 2 + s.square(x[1]) / 2, 1.0),
        (lambda x: s.cosh(x[2][0]) + s.square(x[2][1]) / 2 + s.square(x[1]) / 2 - 1, 1.0),
        (lambda x: x[2][0] + s.square(x[2][1]) / 2 + s.square(x[1]) / 2, 1.0),
    ],
)
@pytest.mark.parametrize("k", [0, 1])
def test_the_missing_momentum(H, energy, k):
    section = s.section_map(H, energy, k)
    for q, p in ((0.1, 0.2), (-0.5, 0.3), (0.7, 0.0)):
        state = section.state(q, p)
        assert H(state) == pytest.approx(energy, abs=1e-14)
        assert state[1][k] == 0
        assert (state[1][1 - k], state[2][1 - k]) == (q, p)
        assert s.partial(2)(H)(state)[k] > 0
    slope = s.D(lambda q: section.state(q, 0.1)[2][k])(0.3)
    h = 1e-4
    differences = (section.state(0.3 + h, 0.1)[2][k] - section.state(0.3 - h, 0.1)[2][k]) / (2 * h)
    assert slope == pytest.approx(differences, rel=1e-6)


def test_return_maps_of_states():
    """The harmonic oscillator in two dimensions, and a limit cycle with its multiplier."""
    P = s.poincare_map(s.Lagrangian_to_state_derivative(s.L_harmonic(1, 1)), lambda x: x[1][0])
    start = s.up(0.0, s.up(0.0, 0.3), s.up(1.0, 0.2))
    end = s.compose(P, P)(start)
    assert end[0] == pytest.approx(4 * math.pi)
    assert abs(end[1] - start[1]) < 1e-11

    def cycle(state):
        _, (x, y) = state
        r = 1 - s.square(state[1])
        return s.up(1, s.up(r * x - y, r * y + x))

    P = s.poincare_map(cycle, lambda state: state[1][1])
    place = s.up(0.0, s.up(1.0, 0.0))
    moved = s.D(P)(place)
    assert moved[1][0][1][0] == pytest.approx(math.exp(-4 * math.pi), abs=1e-10)
    assert moved[1][1][0] == pytest.approx(-1, abs=1e-9), "a displacement along the orbit changes the time alone"
    assert moved[1][1][1][0] == pytest.approx(0, abs=1e-9)
    assert moved[0][0] == pytest.approx(1)


def test_directions_and_backwards():
    swing = s.Lagrangian_to_state_derivative(s.L_harmonic(1, 1))
    for direction, times in (("rising", [1.5, 3.5]), ("falling", [0.5, 2.5]), ("both", [0.5, 1.5])):
        P = s.poincare_map(swing, s.coordinate, direction)
        assert [t / math.pi for t in P.orbit(s.up(0.0, 1.0, 0.0), 2).times] == pytest.approx(times)


def test_stroboscopic_maps():
    P = s.stroboscopic_map(s.H_pend_sysder(1.0, 1.0, 9.8, 0.1, 5.0), 2 * math.pi / 5)
    theta, p = s.driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 5.0)(1.0, 0.0, both, failed)
    assert abs(P(s.up(0.0, 1.0, 0.0)) - s.up(0.0, theta, p)) < 1e-14
    M = s.D(as_tuple(s.driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 5.0)))(s.up(1.0, 0.0))
    assert M[0][0] * M[1][1] - M[0][1] * M[1][0] == pytest.approx(1, abs=1e-10)


@pytest.mark.slow
def test_many_states_of_a_stroboscopic_map():
    P = s.stroboscopic_map(s.H_pend_sysder(1.0, 1.0, 9.8, 0.1, 5.0), 2 * math.pi / 5)
    state = s.up(0.5, 0.3, 0.0)
    rows = P.numpy(state, 5)
    for row in rows:
        state = P(state)
        assert abs(state - s.up(*row)) < 1e-10
    assert (pickle.loads(pickle.dumps(P)).numpy(s.up(0.5, 0.3, 0.0), 5) == rows).all()
    assert P.numpy(state, 0).shape == (0, 3)


DP = s.driven_pendulum_map(1.0, 1.0, 9.8, 0.1, 5.0)


@pytest.mark.parametrize("step", [HH, DP], ids=["energy", "driven"])
def test_orbits_of_sections_are_their_images_one_by_one(step):
    """To the last bit by one target: machine code, which takes over after some steps, rounds otherwise than Python."""
    with s.setting(ode_target="python"):
        orbit = s.map_orbit(step, s.up(0.2, 0.05), 4)
        assert orbit.shape == (5, 2)
        point = 0.2, 0.05
        for row in orbit[1:]:
            point = step(*point, both, failed)
            assert point == pytest.approx(tuple(row), abs=1e-10)
        assert s.iterated_map(step, 4)(0.2, 0.05, both, failed) == tuple(orbit[4])
        assert s.iterated_map(step, 0)(0.2, 0.05, both, failed) == (0.2, 0.05)


def test_orbits_of_sections_end():
    assert s.map_orbit(HH, s.up(1.0, 0.0), 5).tolist() == [[1.0, 0.0]]
    assert s.iterated_map(HH, 5)(1.0, 0.0, both, failed) == "failed"
    open_one = s.section_map(s.HHHam, 0.2)  # above 1/6 motions run away
    orbit = s.map_orbit(open_one, s.up(0.1, 0.05), 500)
    assert 1 < len(orbit) < 501
    assert open_one(*orbit[-1], both, failed) == "failed"
    with pytest.raises(DomainError, match="not defined at"):
        s.rotation_number(open_one, s.up(0.1, 0.05), 500)


def test_a_driven_pendulum_backwards():
    back = s.driven_pendulum_map(1.0, 1.0, 9.8, 0.1, -5.0)
    assert DP(*back(1.0, 2.0, both, failed), both, failed) == pytest.approx((1.0, 2.0), abs=1e-10)
    assert pickle.loads(pickle.dumps(back))(1.0, 2.0, both, failed) == back(1.0, 2.0, both, failed)


def test_a_driven_pendulum_s_derivatives_by_its_parameters():
    def image(a, omega):
        return s.driven_pendulum_map(1.0, 1.0, 9.8, a, omega)(1.0, 0.5, lambda *x: s.up(*x), failed)

    for i, h in ((0, 1e-4), (1, 1e-4)):
        ends = [image(0.1 + d * (i == 0), 5.0 + d * (i == 1)) for d in (h, -h)]
        assert abs(s.partial(i)(image)(0.1, 5.0) - (ends[0] - ends[1]) / (2 * h)) < 1e-5


def test_a_derivative_of_the_user_s_may_change_between_calls():
    strength = 1.0
    P = s.stroboscopic_map(lambda state: s.up(1, -strength * state[1]), 1.0)
    assert P(s.up(0.0, 1.0))[1] == pytest.approx(math.exp(-1))
    strength = 2.0
    assert P(s.up(0.0, 1.0))[1] == pytest.approx(math.exp(-2))
    assert P.numpy(s.up(0.0, 1.0), 2)[:, 1] == pytest.approx([math.exp(-2), math.exp(-4)])


def rotor_and_oscillator(state):
    return (s.square(state[2]) + s.square(state[1][0])) / 2


@pytest.mark.parametrize("at", [0.0, 2.5])
@pytest.mark.slow
def test_a_section_where_an_angle_has_turned(at):
    """A rotor and an oscillator: once a turn of the rotor the oscillator's phase has gone on by 2 pi over its speed."""
    P = s.section_map(rotor_and_oscillator, 2.0, 1, None, at, True)
    phase = 2 * math.pi / math.sqrt(2 * 2.0 - 0.5**2)
    expected = [[0.5 * math.cos(n * phase), -0.5 * math.sin(n * phase)] for n in range(301)]
    assert P(0.5, 0.0, both, failed) == pytest.approx(expected[1], abs=1e-10)
    assert s.map_orbit(P, (0.5, 0.0), 300) == pytest.approx(np.array(expected), abs=1e-8)
    M = s.D(as_tuple(P))(s.up(0.5, 0.2))
    assert M[0][0] * M[1][1] - M[0][1] * M[1][0] == pytest.approx(1, abs=1e-9)
    assert pickle.loads(pickle.dumps(P)).orbit(0.5, 0.0, 2) == pytest.approx(np.array(expected[1:3]))


@pytest.mark.slow
def test_an_angle_that_swings_and_one_that_falls():
    def H(potential):
        return lambda state: s.square(state[2]) / 2 + s.square(state[1][0]) / 2 + potential(state[1][1])

    swinging = s.section_map(H(lambda q: -s.cos(q)), 0.5, 1, None, 0.0, True)
    assert swinging(0.3, 0.1, both, failed) == pytest.approx(
        s.section_map(H(lambda q: -s.cos(q)), 0.5, 1)(0.3, 0.1, both, failed), abs=1e-10
    )
    assert swinging(2.0, 1.0, both, failed) == "failed", "the energy is too low"
    falling = s.section_map(H(lambda q: q), 2.0, 1, None, 0.0, True)
    assert len(falling.images(0.1, 0.0, 5)) == 0
    assert falling(0.1, 0.0, both, failed) == "failed"


def test_a_motion_that_does_not_return():
    P = s.poincare_map(lambda state: s.up(1, s.up(state[1][1], 0)), lambda state: state[1][0])
    with pytest.raises(IntegrationError, match="does not return to the section") as lost:
        P(s.up(0.0, s.up(1.0, 1.0)))
    assert lost.value.time > 100


test_bad_input = refusals(__file__, "sections", globals())


def test_the_search_for_a_crossing_ends_by_a_setting():
    at_rest = s.up(0.0, s.up(1.0, 0.0), s.down(0.0, 0.0))
    with s.setting(most_advances=3), pytest.raises(LimitError, match=r"until 3\.0; the setting most-advances"):
        s.find_next_crossing(at_rest, lambda state, dt: s.up(state[0] + 1, *state[1:]), 0.5, 1e-9, lambda *found: found)


@pytest.mark.parametrize("place", [0.0, 0.25])
def test_a_body_at_rest_never_comes_back(place):
    """Of a motion without an end no step is as long as all of it, and time alone runs away."""
    section = s.poincare_map(lambda state: s.up(1, state[2], 0.0), lambda state: state[1] - 1.0)
    with pytest.raises(IntegrationError, match="however long it goes on"):
        section(s.up(0.0, place, 0.0))


def test_a_first_step_of_a_motion_without_an_end_is_finite():
    """A place 0, or a rate of 1e-106 of it, tells no length: the steps were infinite, and none of them good enough."""

    def H(state):
        _, q, p = state
        return (s.square(p[0]) + s.square(p[1])) / 2 - s.exp(1000 * q[1])

    assert len(s.section_map(H, 1.5).images(-0.25, -2 / 3, 5)) == 0
