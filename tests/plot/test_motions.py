"""Pictures of motions: what is drawn are the numbers of their states, by the data of matplotlib's artists."""

import math

import numpy
import pytest
from matplotlib.figure import Figure

import scmpy as s
from scmpy.errors import DomainError, LimitError, ScmpyError, ScmpyWarning, StructureError
from scmpy.plot.curves import reduced
from scmpy.plot.figure import collecting, label
from scmpy.scheme import Session

from ..comparing import data
from ..tables import check_refusal, refused

H = lambda state: s.square(state[2]) / 2 - s.cos(state[1])  # noqa: E731
SLOPE = s.Hamiltonian_to_state_derivative(H)


@pytest.fixture(scope="module")
def turning():
    return s.trajectory(SLOPE, s.up(0.0, 0.0, 2.5), 20.0, names="theta p")


def test_a_trajectory_in_its_phase_space(turning):
    ax = s.plot_trajectory(turning, "theta", "p", units={"theta": "rad", "p": "kg m^2/s"}, color="green")
    theta, p = ax.lines[0].get_data()
    assert abs(p**2 / 2 - numpy.cos(theta) - 2.125).max() < 1e-9
    assert (theta[0], theta[-1]) == (0.0, pytest.approx(turning.end[1]))
    assert (ax.get_xlabel(), ax.get_ylabel()) == (r"$\theta$ (rad)", r"$p$ ($\mathrm{kg\,m^{2}/s}$)")
    assert ax.lines[0].get_color() == "green"


def test_angles_go_round(turning):
    """The line ends at pi and goes on at -pi, with the point where it does in place."""
    ax = s.plot_trajectory(turning, "theta", "p", angles="theta")
    theta, p = ax.lines[0].get_data()
    (breaks,) = numpy.nonzero(numpy.isnan(theta))
    assert len(breaks) == math.floor((turning.end[1] + math.pi) / math.tau) > 3
    assert numpy.allclose(theta[breaks - 1], math.pi) and numpy.allclose(theta[breaks + 1], -math.pi)
    assert numpy.allclose(p[breaks - 1], p[breaks + 1]) and numpy.allclose(p[breaks - 1], 1.5, atol=1e-3)
    assert numpy.nanmax(abs(numpy.diff(theta))) < 1
    assert ax.get_xlim() == (-math.pi, math.pi)


def test_two_angles_go_round():
    """Each where it is pi, on the straight line between the points."""
    x, y = reduced([numpy.array([3.0, 3.4]), numpy.array([-3.0, -3.4])], {0, 1})
    assert numpy.allclose(x[[0, -1]], [3.0, 3.4 - math.tau]) and numpy.allclose(y[[0, -1]], [-3.0, math.tau - 3.4])
    assert numpy.nanmax(abs(x)) <= math.pi and numpy.nanmax(abs(y)) <= math.pi
    x, y = reduced([numpy.array([3.0, 3.4]), numpy.array([-3.1, -3.3])], {0, 1})
    assert numpy.isnan(x).sum() == 2
    assert numpy.allclose(numpy.unwrap(x[numpy.isfinite(x)]) - 3, -2 * (numpy.unwrap(y[numpy.isfinite(y)]) + 3.1))


def test_neighbours_more_than_a_turn_apart_are_parted():
    x, y = reduced([numpy.array([0.0, 1.0, 2.0]), numpy.array([0.0, 20.0, numpy.inf])], {1})
    assert numpy.isnan(x[1:4]).all() and x[[0, 4, 5]].tolist() == [0.0, 1.0, 2.0]
    assert y[4] == pytest.approx(20 - 3 * math.tau) and numpy.isnan(y[5])


def test_numbers_over_the_time_and_functions_of_states(turning):
    ax = s.plot_trajectory(turning, H)
    assert abs(ax.lines[0].get_ydata() - 2.125).max() < 1e-9
    ax = s.plot_trajectory(turning)
    assert [line.get_label() for line in ax.lines] == [r"$\theta$", "$p$"]
    assert len(s.plot_trajectory(turning, "theta", "p", "t").lines[0].get_data_3d()) == 3


def test_ensembles_and_several_motions(turning):
    runs = s.ensemble(SLOPE, s.up(0.0, numpy.array([0.1, 1.0, 2.0]), 0.0), numpy.linspace(0, 5, 50))
    ax = s.plot_trajectory(runs, "theta", "p", names="theta p")
    assert [len(line.get_xdata()) for line in ax.lines] == [50] * 3
    for line, start in zip(ax.lines, (0.1, 1.0, 2.0), strict=True):
        theta, p = line.get_data()
        assert numpy.allclose(p**2 / 2 - numpy.cos(theta), -math.cos(start), atol=1e-9)
    ax = s.plot_trajectory({"a": turning, "b": turning(numpy.linspace(0, 1, 9))}, s.coordinate)
    assert [line.get_label() for line in ax.lines] == ["a", "b"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]


def test_functions_are_called_by_what_they_are_and_those_without_names_have_no_labels(turning):
    energy = s.Lagrangian_to_energy(s.L_harmonic(1, 1))
    assert s.plot_drift(turning, energy).get_ylabel() == "drift of energy"
    assert s.plot_trajectory(turning, lambda state: state[1]).get_ylabel() == ""
    assert Session().run("(lambda (state) state)").__name__ and label(Session().run("(lambda (state) state)")) == ""
    assert s.plot_drift(turning, lambda state: state[1]).get_ylabel() == "drift"


def test_axes_are_the_user_s_or_a_window_s(turning):
    left, right = Figure().subplots(1, 2)
    assert s.plot_trajectory(turning, "theta", ax=right) is right
    assert not left.lines and len(right.lines) == 1
    window = s.frame(-4, 4, -3, 3)
    for ax in (s.plot_trajectory(turning, "theta", "p", ax=window), s.plot_trajectory(window, turning, "theta", "p")):
        assert ax is window.axes


def test_a_path_in_the_plane_and_in_space():
    kepler = lambda state: s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))  # noqa: E731
    motion = s.trajectory(s.Hamiltonian_to_state_derivative(kepler), s.up(0, s.up(1, 0), s.down(0, 1.2)), 5.0)
    ax = s.plot_configuration(motion)
    x, y = ax.lines[0].get_data()
    r = numpy.hypot(x, y)
    assert abs(1.44 - r - 0.44 * x).max() < 1e-8  # an ellipse: r = l - e x
    assert ax.get_aspect() == 1.0
    ax = s.plot_configuration(motion, lambda state: s.up(state[1], 2 * state[1]))
    assert numpy.allclose(ax.lines[1].get_xydata(), 2 * ax.lines[0].get_xydata())
    lifted = s.plot_configuration(motion, lambda state: s.up(state[1][0], state[1][1], state[0]))
    assert numpy.allclose(lifted.lines[0].get_data_3d()[2], numpy.linspace(0, 5, len(x)))
    with pytest.raises(StructureError, match="two or three coordinates"):
        s.plot_configuration(motion, lambda state: state[1][0])


def test_complex_values_are_none():
    """Where a function of states has no real value the line has a gap, and nothing else is drawn there."""
    t = numpy.array([-1.0, 0.0, 4.0])
    values = s.plot_trajectory(s.up(t, t), lambda state: s.sqrt(state[1])).lines[0].get_ydata()
    assert numpy.isnan(values[0]) and values[1:].tolist() == [0.0, 2.0]


def test_drift(turning):
    rough = s.trajectory(SLOPE, s.up(0.0, 0.0, 2.5), 20.0, method="stormer-verlet", step=0.05)
    ax = s.plot_drift({"dop853": turning, "verlet": rough}, H)
    fine, coarse = (line.get_ydata() for line in ax.lines)
    assert numpy.nanmax(coarse) == pytest.approx(rough.drift(H))
    assert numpy.nanmax(fine) < 1e-9 < numpy.nanmax(coarse) < 1e-2
    assert len(coarse) == 401 and ax.get_yscale() == "log"
    relative = s.plot_drift(rough, H, relative=True).lines[0].get_ydata()
    assert numpy.nanmax(relative) == pytest.approx(rough.drift(H) / abs(H(s.up(0.0, 0.0, 2.5))))
    with pytest.warns(ScmpyWarning, match="does not drift"):
        s.plot_drift(turning, lambda state: 1.0)
    with pytest.raises(DomainError, match="zero at the start"):
        s.plot_drift(turning, s.coordinate, relative=True)


def test_divergence():
    """Beside the unstable equilibrium of the pendulum neighbours part as exp t, or come near as exp(-t)."""
    up_there = s.up(0.0, math.pi, 0.0)
    ax = s.plot_divergence(SLOPE, up_there, 10.0, s.up(0.0, math.pi + 1e-6, 1e-6))
    t, apart = ax.lines[0].get_data()
    assert numpy.allclose(apart, math.sqrt(2) * 1e-6 * numpy.exp(t), rtol=1e-3)
    assert ax.get_yscale() == "log"
    with pytest.raises(DomainError, match="the same state"):
        s.plot_divergence(SLOPE, up_there, 1.0, 0.0)


@pytest.mark.parametrize("row", refused(__file__, "motions"))
def test_what_cannot_be_drawn_is_refused(turning, row):
    with collecting() as figures:
        check_refusal(row, {"m": turning, "SLOPE": SLOPE})
    assert not figures, "no blank picture is left"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("thetadot", r"$\dot{\theta}$"),
        ("p_theta", r"$p_{\theta}$"),
        ("E", "$E$"),
        ("energy", "energy"),
        ("x'", r"$\text{x'}$"),
    ],
)
def test_labels(name, shown):
    assert label(name) == shown


def test_what_takes_too_much_room_or_time_says_so():
    def spring(state):
        return s.up(1, state[2], -state[1])

    with s.setting(most_trajectory_numbers=100_000), pytest.raises(LimitError, match="most-trajectory-numbers"):
        s.plot_divergence(spring, s.up(0.0, 1.0, 0.0), 1e30)
    told = pytest.warns(ScmpyWarning, match="for 4 of 4 pairs")
    with s.setting(ode_most_steps=1000), told, pytest.raises(DomainError, match="finite"):
        s.plot_stability(lambda a, b: spring, s.up(0.0, 0.0, 0.0), 1e30, (0, 1), (0, 1), 2)


def test_the_driven_pendulum_as_the_book_writes_it():
    session = Session()
    session.run("""
        (define plot-win (frame 0. 100. :-pi :pi))
        (define (pend-state-derivative m l g a omega)
          (Lagrangian->state-derivative (L-periodically-driven-pendulum m l g a omega)))
        (define start (up 0. 1. 0.))
        (define (run monitor)
          ((evolve pend-state-derivative 1. 1. 9.8 .1 (* 2. (sqrt 9.8))) start monitor .1 10. 1e-13))
        (run (monitor-theta plot-win))
        (define ((my-monitor win) state)
          (let ((theta ((principal-value :pi) (coordinate state)))) (plot-point win (time state) theta)))
        (define own (frame 0. 100. :-pi :pi))
        (run (my-monitor own))""")
    points = data(session.lookup("plot-win"))
    assert session.lookup("plot-win").axes.get_ylabel() == r"$\theta$"
    assert len(points) == 102 and points[0].tolist() == [0, 1]
    assert numpy.array_equal(points, data(session.lookup("own")))


def test_the_errors_of_a_rigid_body_as_the_book_writes_them():
    session = Session()
    session.run("""
        (define win (frame 0. 100. -1e-12 1e-12))
        (define A 1.) (define B (sqrt 2.)) (define C 2.)
        (define state0 (up 0. (up 1. 0. 0.) (up .1 .1 .1)))
        (define L0 ((Euler-state->L-space A B C) state0))
        (define E0 ((T-body-Euler A B C) state0))
        ((evolve rigid-sysder A B C) state0 (monitor-errors win A B C L0 E0) .1 10. 1e-12)""")
    points = data(session.lookup("win"))
    assert len(points) == 4 * 102 and abs(points[:, 1]).max() < 1e-11


@pytest.mark.slow
def test_find_path_draws_its_tries_as_the_book_has_it():
    session = Session()
    session.run("""
        (define win2 (frame 0. :pi/2 0. 1.2))
        (define tries 0)
        (define ((parametric-path-action Lagrangian t0 q0 t1 q1) intermediate-qs)
          (let ((path (make-path t0 q0 t1 q1 intermediate-qs)))
            (set! tries (+ tries 1))
            (graphics-clear win2)
            (plot-function win2 path t0 t1 (/ (- t1 t0) 100))
            (Lagrangian-action Lagrangian path t0 t1)))
        (define path (find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 2))""")
    assert session.run("tries") > 20
    assert session.run("(path .5)") == pytest.approx(numpy.cos(0.5), abs=1e-3)
    points = data(session.lookup("win2"))[1:]
    assert len(points) == 101 and abs(points[:, 1] - numpy.cos(points[:, 0])).max() < 3e-3
    assert Session().run("((find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 2) .5)") == pytest.approx(
        numpy.cos(0.5), abs=1e-3
    )


def test_an_action_of_the_programs_own_may_be_of_other_functions_than_lagrangians():
    session = Session()
    session.run("(define ((parametric-path-action f t0 q0 t1 q1) qs) (f (make-path t0 q0 t1 q1 qs) t1))")
    assert session.run("((find-path (lambda (q t) (square (- (q (/ t 2)) 3))) 0. 0. 1. 0. 1) .5)") == pytest.approx(3)
    with pytest.raises(ScmpyError, match="a Lagrangian of one argument"):
        Session().run("(find-path (lambda (q t) 1) 0. 0. 1. 0. 1)")
