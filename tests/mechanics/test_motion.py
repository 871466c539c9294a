"""Motions as objects: what is derived once, found again, and the same as by the functions of today."""

import math
import pickle

import numpy as np
import pytest

import scmpy as s
from scmpy import D, up
from scmpy.errors import DomainError, IntegrationError, ScmpyError, StructureError
from scmpy.generic.types import tree_leaves
from scmpy.numerics.ode.ivp import InitialValueProblem

from ..tables import refusals

START = up(0.0, 1.0, 0.0)


def spring(m, k):
    return s.L_harmonic(m, k)


def plane(g):
    return lambda state: (s.square(state[2]) / 2) - g * state[1][1]


@pytest.fixture
def compiled(monkeypatch):
    """How often a derivative was compiled."""
    counted = []
    compile_once = InitialValueProblem._compile
    monkeypatch.setattr(InitialValueProblem, "_compile", lambda self, at: counted.append(compile_once(self, at)))
    return counted


@pytest.mark.parametrize(
    ("system", "kind", "state"),
    [
        (s.L_harmonic, "Lagrangian", START),
        (s.H_harmonic, "Hamiltonian", START),
        (lambda m, k: s.Lagrangian_to_state_derivative(s.L_harmonic(m, k)), None, START),
        (
            lambda m, k: lambda state: s.L_harmonic(m, k)(up(0, state[1][0], state[2][0])),
            None,
            up(0.0, up(1.0), up(0.0)),
        ),
        (
            lambda m, k: lambda state: s.H_harmonic(m, k)(up(0, state[1][0], state[2][0])),
            None,
            up(0.0, up(1.0), s.down(0.0)),
        ),
    ],
)
def test_systems(system, kind, state):
    motion = s.compile_motion(system, "m k", kind=kind)
    for k in (1.0, 4.0):
        assert tree_leaves(motion(state, 1.0, 1.0, k=k))[1] == pytest.approx(math.cos(math.sqrt(k)), abs=1e-11)


def test_derived_and_compiled_once(compiled):
    motion = s.compile_motion(spring, "m k", kind="Lagrangian")
    for k in (1.0, 2.0, 3.0):
        motion(START, 1.0, 1.0, k)
        motion.trajectory(START, 1.0, 1.0, k)(0.5)
        motion.section(s.coordinate, "both", 1.0, k)(START)
        motion.periods(1.0, 1.0, k)(START)
        motion.ensemble(up(0.0, np.array([1.0, 2.0]), 0.0), 1.0, 1.0, k)
        motion(START, [0.5, 1.0], 1.0, k)
    assert len(compiled) == 1
    for k in (1.0, 2.0, 3.0):
        motion.monodromy(START, 1.0, 1.0, k)
        motion.lyapunov(START, 1.0, 1.0, k)
        motion.periodic_orbit(START, 6.0 / math.sqrt(k), 1.0, k)
    assert len(compiled) == 4  # and once for each of these, with displacements


def test_short_calls_are_those_of_the_driver():
    def derivative(state):
        return up(1, state[2], -s.sin(state[1]))

    motion, start = s.compile_motion(derivative), up(0.0, 1.0, 0.5)
    slow = [s.state_advancer(lambda: derivative)(start, t, 1e-11) for t in (0.1, 2.0, -3.0)]
    for _ in range(100):
        motion(start, 20.0)
    assert [motion(start, t) for t in (0.1, 2.0, -3.0)] != slow  # another tolerance
    usual = motion(start, 2.0)
    for changed in ({"default_advancer_tolerance": 1e-5}, {"ode_integration_method": "qcrk4"}):
        with s.setting(**changed):
            assert motion(start, 2.0) == motion(start, 2.0) != usual
        assert motion(start, 2.0) == usual
    motion = s.compile_motion(derivative, tolerance=1e-11)
    for _ in range(100):
        motion(start, 20.0)
    assert motion._member(())[0].problem.code.entries
    assert [motion(start, t) for t in (0.1, 2.0, -3.0)] == slow
    assert motion(start, 0.0) == start
    assert motion(up(0.0, 1e-40, 0.0), 1.0)[1] == pytest.approx(1e-40 * math.cos(1), rel=1e-9)
    with pytest.raises(ScmpyError):
        motion(up(0.0, up(1.0, 2.0), 0.5), 1.0)


@pytest.mark.parametrize("method", ["dop853", "taylor", "lsoda"])
def test_times_are_those_of_a_trajectory(method):
    motion = s.compile_motion(lambda y: up(1, y[2], -s.sin(y[1])), method=method, tolerance=1e-10)
    start, times = up(0.0, 1.0, 0.0), np.array([0.0, 0.0, 0.1, 0.1, 7.0, 39.99, 40.0])
    for _ in range(3):
        found, there = motion(start, times), motion.trajectory(start, 40.0).at(times)
        for x, y in zip(found, there, strict=True):
            np.testing.assert_allclose(x, y, rtol=0, atol=1e-14 if method != "lsoda" else 1e-9)
    back = motion(up(*(x[-1] for x in found)), times[::-1])
    assert float(back[1][-1]) == pytest.approx(1.0, abs=1e-7)
    some = [2.0, -1.0, 1.0, -3.0]
    assert list(motion(start, some)[1]) == pytest.approx([motion(start, t)[1] for t in some], abs=1e-9)
    for wrong in ([], [1.0, math.inf], np.zeros((2, 2)), ["a"]):
        with pytest.raises(ScmpyError):
            motion(start, wrong)


def test_an_end_before_the_time_is_told():
    motion = s.compile_motion(lambda a: lambda state: up(1, a * state[1] * state[1]), {"a": 1.0})
    for _ in range(80):
        motion(up(0.0, 1.0), 0.5)
    with pytest.raises(IntegrationError, match="cannot be continued"):
        motion(up(0.0, 1.0), 1.5)
    with pytest.raises(IntegrationError, match="orbit 1 ends"):
        motion(up(0.0, np.array([0.1, 1.0])), 1.5)


def test_derivatives():
    motion = s.compile_motion(plane, "g")
    start = up(0.0, up(0.0, 0.0), up(1.0, 3.0))
    assert D(lambda g: motion(start, 2.0, g=g)[1][1])(10.0) == pytest.approx(-2.0)
    assert D(lambda t: motion(start, t, g=10.0)[1][1])(2.0) == pytest.approx(3 - 20)
    assert motion(start, 2.0, g=10.0)[1][1] == pytest.approx(6 - 20)
    assert D(lambda g: motion(start, 2.0, g=g)[1][1])(10.0) == pytest.approx(-2.0)  # of what is known by its number too
    by_state = D(lambda state: motion(state, 2.0, g=10.0)[1][0])(start)
    assert by_state[2][0] == pytest.approx(2.0)
    second = D(D(lambda k: s.compile_motion(spring, "m k", "Lagrangian")(START, 1.0, 1.0, k)[1]))(1.0)
    assert second == pytest.approx(-(math.cos(1) - math.sin(1)) / 4, abs=1e-9)


def test_forces_and_events():
    drag = s.compile_motion(plane, "g", force=lambda g: lambda state: s.down(-state[2][0], 0))
    assert drag(up(0.0, up(0.0, 0.0), up(1.0, 0.0)), 1.0, 0.0)[1][0] == pytest.approx(1 - math.exp(-1), abs=1e-11)
    landing = s.crossing(lambda state: state[1][1], "falling", 1)
    thrown = s.compile_motion(plane, {"g": 10.0}, events=landing)
    assert thrown(up(0.0, up(0.0, 0.0), up(1.0, 15.0)), 100.0)[0] == pytest.approx(3.0)


def test_it_is_redefined_with_what_it_refers_to():
    rate = [1.0]
    motion = s.compile_motion(lambda state: up(1, rate[0] * state[1]))
    for _ in range(100):
        motion(up(0.0, 1.0), 1.0)
    rate[0] = 2.0
    assert motion(up(0.0, 1.0), 1.0)[1] == pytest.approx(math.exp(2))


def test_pickle():
    motion = pickle.loads(pickle.dumps(s.compile_motion(s.L_harmonic, {"m": 1.0, "k": 1.0}, kind="Lagrangian")))
    assert motion(START, 1.0)[1] == pytest.approx(math.cos(1))
    derivative = pickle.loads(pickle.dumps(motion.derivative(k=4.0)))
    assert derivative(up(0, 1, 3)) == up(1, 3, -4)


test_errors = refusals(__file__, "motion", globals())


@pytest.mark.parametrize("method", ["dop853", "taylor", "rodas5p", "lsoda"])
def test_errors_and_steps_that_are_allowed(method):
    def spring(y):
        return up(1, y[2], -y[1])

    def motion(**limits):
        return s.compile_motion(spring, tolerance=1e-6, method=method, **limits)

    loose, short = motion(atol=[1e-3, 1e-3]), motion(max_step=0.1, first_step=0.01)
    for _ in range(3):
        times = np.array(short.trajectory(START, 10.0).times)
        assert len(loose.trajectory(START, 10.0).times) < len(motion(atol=1e-9).trajectory(START, 10.0).times) < 400
        assert np.diff(times).max() < 0.1001
        assert times[1] <= (0.1000001 if method == "taylor" else 0.0100001)  # which finds all lengths itself
        assert short(START, 10.0)[1] == pytest.approx(math.cos(10), abs=1e-4)
        assert loose(START, 10.0)[1] == pytest.approx(math.cos(10), abs=1e-1)
    with pytest.raises(StructureError, match="absolute errors"):
        motion(atol=[1.0])(START, 1.0)
    for wrong in ({"max_step": -1}, {"atol": -1e-3}, {"first_step": math.inf}, {"atol": "a"}):
        with pytest.raises(ScmpyError):
            motion(**wrong)


@pytest.mark.parametrize("size", [1e-35, 1e-10, 1e20, 1e30])
def test_sizes_of_atoms_and_of_galaxies(size):
    motion = s.compile_motion(lambda y: up(1, y[2], -y[1] / size**2), tolerance=1e-9)
    for _ in range(3):
        _, x, v = motion(up(0.0, size, 0.0), 10 * size)
        assert (x / size, v) == (pytest.approx(math.cos(10), abs=1e-8), pytest.approx(-math.sin(10), abs=1e-8))


def test_fitting_a_parameter_by_first_and_second_derivatives():
    motion = s.compile_motion(spring, "m k", "Lagrangian")
    times = [0.5, 1.0, 2.0]
    data = [math.cos(1.7 * t) for t in times]
    assert list(D(lambda k: motion(START, times, 1.0, k)[1])(4.0)) == pytest.approx(
        [-math.sin(2 * t) * t / 4 for t in times]
    )

    def loss(k):
        return sum((x - d) ** 2 for x, d in zip(motion(START, times, 1.0, k)[1], data, strict=True))

    k = 2.5
    for _ in range(6):
        k = k - D(loss)(k) / D(D(loss))(k)
    assert k == pytest.approx(1.7**2, abs=1e-9)


def test_ensembles_with_events_and_limits():
    bounce = s.crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0, -0.9 * y[2]))
    ball = s.compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=bounce)
    heights, times = np.array([1.0, 2.0]), [0.3, 1.0, 2.0]
    found = ball.ensemble(up(0.0, heights, 0.0), times, 9.8)
    for i, height in enumerate(heights):
        alone = ball(up(0.0, float(height), 0.0), times, 9.8)
        np.testing.assert_allclose(found.states[1][i], alone[1], atol=1e-12)
    landing = s.compile_motion(lambda y: up(1, y[2], -9.8), events=s.crossing(s.coordinate, "falling", 1))
    np.testing.assert_allclose(landing(up(0.0, heights, 0.0), 5.0)[0], np.sqrt(2 * heights / 9.8))
    assert np.isnan(landing.ensemble(up(0.0, heights, 0.0), [0.1, 5.0]).states[1][:, 1]).all()
    limited = s.compile_motion(spring, "m k", "Lagrangian", max_step=0.3)
    np.testing.assert_allclose(limited(up(0.0, heights, 0.0), 1.0, 1.0, 1.0)[1], heights * math.cos(1))
    rest = s.crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0, 0))
    stuck = s.compile_motion(lambda y: up(1, y[2], -9.8), events=rest).ensemble(up(0.0, heights, 0.0), 5.0)
    assert [failure.orbit for failure in stuck.failures] == [0, 1]


def test_derivatives_of_ensembles():
    """x = a cos(w t), w^2 = k; and the time of a fall, (2 h / g)^(1/2)."""
    run = s.compile_motion(lambda k: lambda y: up(1, y[2], -k * y[1]), "k", tolerance=1e-12)
    a, k, w = np.array([1.0, 2.0, 3.0]), 2.0, math.sqrt(2.0)
    for found, wanted in [
        (D(lambda k: run(up(0.0, a, 0.0), 1.0, k)[1])(k), -a * math.sin(w) / (2 * w)),
        (D(D(lambda k: run(up(0.0, a, 0.0), 1.0, k)[1]))(k), a * (math.sin(w) / w - math.cos(w)) / (4 * k)),
        (D(lambda b: run(up(0.0, b * a, 0.0), 1.0, k)[1])(1.0), a * math.cos(w)),
        (D(lambda t: run(up(0.0, a, 0.0), t, k * a)[1])(1.0), -a * np.sqrt(k * a) * np.sin(np.sqrt(k * a))),
        (D(lambda k: run(up(0.0, a, 0.0), [0.5, 1.0], k)[1])(k)[1], -a * math.sin(w) / (2 * w)),
    ]:
        np.testing.assert_allclose(found, wanted, rtol=1e-9)
    landing = s.crossing(s.coordinate, "falling", 1)
    fall = s.compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=landing, tolerance=1e-12)
    slopes = D(lambda g: fall(up(0.0, a, 0.0), 9.0, g)[0])(9.8)
    np.testing.assert_allclose(slopes, -np.sqrt(2 * a / 9.8) / (2 * 9.8), rtol=1e-9)


def by_differences(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


def test_derivatives_go_through_events():
    """Saltation: a ball that bounces, by its first height, the gravity, the time; beside differences of the motion."""
    bounce = s.crossing(s.coordinate, "falling", then=lambda y: up(y[0], y[1], -0.9 * y[2]))
    ball = s.compile_motion(lambda g: lambda y: up(1, y[2], -g - 0.1 * y[2]), "g", events=bounce, tolerance=1e-12)
    for f, x in [
        (lambda h: ball(up(0.0, h, 0.0), 3.0, 9.8)[1], 1.0),
        (lambda g: ball(up(0.0, 1.0, 0.0), 3.0, g)[1], 9.8),
        (lambda t: ball(up(0.0, 1.0, 0.0), t, 9.8)[2], 3.0),
        (lambda g: ball(up(0.0, 1.0, 0.0), [1.0, 3.0], g)[2][1], 9.8),
    ]:
        assert s.D(f)(x) == pytest.approx(by_differences(f, x), rel=1e-7)
    second = s.D(s.D(lambda g: ball(up(0.0, 1.0, 0.0), 1.0, g)[1]))(9.8)
    assert second == pytest.approx(by_differences(s.D(lambda g: ball(up(0.0, 1.0, 0.0), 1.0, g)[1]), 9.8), rel=1e-6)


def test_derivatives_of_times_of_events():
    landing = s.crossing(s.coordinate, "falling", 1)
    thrown = s.compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=landing)
    time = lambda v, g: thrown(up(0.0, 0.0, v), 10.0, g)[0]  # noqa: E731
    assert [*s.D(time)(3.0, 9.8)] == pytest.approx([2 / 9.8, -6 / 9.8**2], rel=1e-9)
    assert s.D(lambda g: s.D(lambda v: time(v, g))(3.0))(9.8) == pytest.approx(-2 / 9.8**2, rel=1e-8)
    walls = [s.crossing(s.component(1, i), then=lambda y: y) for i in (0, 1)]
    corner = s.compile_motion(lambda y: up(1, y[2], up(0, 0)), events=walls)
    with pytest.raises(DomainError, match="at one instant"):
        s.D(lambda x: corner(up(0.0, up(x, -1.0), up(1.0, 1.0)), 2.0)[1][0])(-1.0)


def test_derivatives_by_what_motions_and_events_close_over():
    """The gravity, the height of a floor and the restitution, which are no parameters of the motion."""

    def ball(gravity=9.8, floor=0.0, restitution=0.9):
        then = lambda y: up(y[0], y[1], -restitution * y[2])  # noqa: E731
        bounce = s.crossing(lambda y: y[1] - floor, "falling", then=then)
        return s.compile_motion(lambda y: up(1, y[2], -gravity - 0.1 * y[2]), events=bounce, tolerance=1e-12)

    start = up(0.0, 1.0, 0.0)
    for name, x in (("gravity", 9.8), ("floor", 0.1), ("restitution", 0.9)):
        for place in (
            lambda motion: motion(start, 3.0)[1],
            lambda motion: motion(start, [1.0, 3.0])[2][1],
            lambda motion: motion.trajectory(start, 3.0).events.times[-1],
        ):
            f = lambda x, name=name, place=place: place(ball(**{name: x}))  # noqa: E731
            assert s.D(f)(x) == pytest.approx(by_differences(f, x, 1e-4), rel=1e-6), name
    passing = lambda x: s.crossings(ball().trajectory(start, 3.0), lambda y: y[1] - x)[2][0]  # noqa: E731
    assert s.D(passing)(0.3) == pytest.approx(by_differences(passing, 0.3, 1e-4), rel=1e-7)


def test_parts_of_trajectories_of_differentials():
    def moved(k, t=3.0):
        return s.trajectory(lambda y: up(1, y[2], -k * y[1]), up(0.0, 1.0, 0.0), t, names="x v")

    for f in (
        lambda k: moved(k, 5.0)[1:3].end[1],
        lambda k: moved(k, 2.0)[1:2].extended(3.0).end[1],
        lambda k: moved(k)["x"][-1],
        lambda k: moved(k).along(s.coordinate, [1.0, 3.0])[-1],
    ):
        assert s.D(f)(4.0) == pytest.approx(-3.0 * math.sin(6.0) / 4, rel=1e-9)


def test_a_notebook_shows_the_equations_of_a_motion():
    swing = s.compile_motion(s.L_pendulum, {"g": 9.8, "m": 1.0, "l": 1.0}, kind="Lagrangian")
    assert "motion of" in (swing._repr_latex_() or "")  # of what states is not known yet
    swing(up(0.0, 1.0, 0.0), 0.1)
    assert r"-\frac{g \sin\left(\mathsf{x1}\right)}{l}" in (swing._repr_latex_() or "")
    opaque = s.compile_motion(lambda y: up(1, math.exp(y[1])))
    assert "motion of" in (opaque._repr_latex_() or "")
