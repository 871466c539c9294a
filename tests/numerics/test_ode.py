"""Integration of differential equations: order, tolerance, dense output, the original's conventions, bad input."""

import io
import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import (
    DivisionByZeroError,
    DomainError,
    IntegrationError,
    ScmpyError,
    ScmpyWarning,
    StructureError,
    WrongTypeError,
)
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.numerics.ode import methods as dormand_prince
from scmpy.numerics.ode.methods import DOP853, QCRK4, between, runge_kutta_4
from scmpy.numerics.ode.solvers import METHODS
from scmpy.numerics.ode.step_control import Integrator
from scmpy.scheme import Session

from ..tables import refusals
from .systems import double_pendulum

ADAPTIVE = "dop853", "bulirsch-stoer", "qcrk4"


def turning(t, y):
    """The harmonic oscillator: the solution from (1, 0) is (cos t, -sin t)."""
    return y[1], -y[0]


def distance(y, t):
    return math.hypot(y[0] - math.cos(t), y[1] + math.sin(t))


def stepped(method, y, h):
    return method.step(turning, 0.0, y, turning(0, y), h)


def inside(y, h):
    """A state inside a step of dop853."""
    taken = stepped(DOP853, y, h)
    rows = dormand_prince.dense(turning, 0.0, y, h, taken, turning(h, taken.state))
    return between(rows, y, 0.4)


ORDERS = {
    "dop853": (8, 0.8, lambda y, h: stepped(DOP853, y, h).state),
    "dense output of dop853": (7, 0.8, inside),
    "qcrk4, its error taken off": (5, 0.2, lambda y, h: stepped(QCRK4, y, h).state),
    "runge-kutta 4": (4, 0.2, lambda y, h: runge_kutta_4(turning, 0.0, y, turning(0, y), h)),
}


@pytest.mark.parametrize("name", ORDERS)
def test_observed_order(name):
    """The error of one step goes with the power of its length that is one more than the order."""
    order, h, step = ORDERS[name]
    part = 0.4 if "dense" in name else 1.0
    errors = [distance(step([1.0, 0.0], x), part * x) for x in (h, h / 2)]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order + 1, abs=0.3)


@pytest.mark.parametrize("name", ADAPTIVE)
def test_a_step_is_a_text_in_generic_arithmetic(name):
    """On symbols and on differentials it gives what it gives on floats."""
    method, y, h = METHODS[name], [0.8, 0.3], 0.25

    def vectors(a, b, length):
        taken = stepped(method, [a, b], length)
        return s.up(*taken.state, *(x for error in taken.errors for x in error))

    expected = list(vectors(*y, h))
    symbols = [s.symbols(name) for name in ("a", "b", "h")]
    graph = straight_line_program(symbols, list(vectors(*symbols)))
    assert python_function(graph)([*y, h]) == pytest.approx(expected, rel=1e-9, abs=1e-15)
    assert list(s.compile_function(vectors, *y, h)(*y, h)) == pytest.approx(expected, rel=1e-9, abs=1e-15)
    rates = s.D(lambda length: s.up(*stepped(method, y, length).state))(h)
    assert list(rates) == pytest.approx(
        [-0.8 * math.sin(h) + 0.3 * math.cos(h), -0.8 * math.cos(h) - 0.3 * math.sin(h)], rel=1e-3
    )


@pytest.mark.parametrize("name", ADAPTIVE)
@pytest.mark.parametrize("tolerance", [1e-5, 1e-8, 1e-11])
def test_the_error_follows_the_tolerance_at_the_steps_and_between(name, tolerance):
    solution = Integrator(turning, 0.0, [1.0, 0.0], tolerance, METHODS[name])
    steps = list(solution.to(10.0))
    assert solution.time == 10.0
    assert distance(solution.state, 10.0) < 100 * tolerance
    for step in steps:
        inside = step.start + 0.3 * (step.end - step.start)
        assert distance(step.at(inside), inside) < 200 * tolerance


@pytest.mark.parametrize("name", ADAPTIVE)
def test_methods_agree_with_elliptic_functions(name):
    """The angle of a swinging pendulum, which is known in closed form."""
    swing = s.pendulum_oscillating_angle(1.0, 9.8, 2.0)
    start = s.up(0.0, 0.0, math.sqrt(2 * (2.0 + 9.8)))
    motion = s.trajectory(s.pendulum_sysder(1.0, 9.8), start, 3.0, 1e-11, name)
    for t in (0.3, 1.1, 3.0):
        assert motion(t)[1] == pytest.approx(swing(t), abs=1e-9)


def test_the_energy_of_the_double_pendulum_is_kept():
    start = s.up(0.0, s.up(0.5, -0.3), s.up(0.0, 0.0))
    motion = s.trajectory(s.Lagrangian_to_state_derivative(double_pendulum), start, 10.0)
    energies = s.Lagrangian_to_energy(double_pendulum)(motion(np.linspace(0, 10, 50)))
    assert np.ptp(energies) < 1e-10
    assert motion(0) == start
    assert motion(np.array([0.0, 10.0]))[1][0].tolist() == [motion(0)[1][0], motion(10)[1][0]]


def test_a_trajectory_is_a_path_backwards_too():
    derivative = s.Lagrangian_to_state_derivative(s.L_harmonic(1, 1))
    motion = s.trajectory(derivative, s.up(0, 1, 0), -4)
    assert s.compose(s.coordinate, motion)(-3) == pytest.approx(math.cos(3), abs=1e-11)
    assert motion.times[0] == 0
    assert motion.times[-1] == -4
    for t in (1, -5):
        with pytest.raises(DomainError, match=r"known from 0\.0 to -4\.0"):
            motion(t)
    assert s.trajectory(derivative, s.up(2, 1, 0), 2)(2) == s.up(2, 1, 0)


def run(source):
    out = io.StringIO()
    session = Session(stdout=out)
    return session.result_text(session.run(source)), out.getvalue()


DECAY = "(define (sysder) (lambda (s) (up 1 (* -1 (ref s 1))))) (define seen '()) (define (see s) (set! seen (cons (time s) seen)))"


@pytest.mark.parametrize(
    ("dt", "end", "times"),
    [
        (".25", ".5", "(0. .25 .5 .5)"),
        (".25", ".6", "(0. .25 .5 .6)"),
        (".1", ".3", "(0. .1 .2 .3 .3)"),
        (".1", "1", "(0. .1 .2 .3 .4 .5 .6 .7 .8 .9 1. 1.)"),
        ("-1/4", "-1/2", "(0. -.25 -.5 -.5)"),
        ("2", "1", "(0. 1.)"),
        ("1", "0", "(0. 0.)"),
    ],
)
def test_the_monitor_sees_the_start_the_multiples_and_the_end(dt, end, times):
    text, _ = run(
        f"{DECAY} ((evolve sysder) (up 0 1) see {dt} {end}) (map (lambda (t) (/ (round (* 1e9 t)) 1e9)) (reverse seen))"
    )
    assert text == times


def test_tuples_that_are_up_in_the_state_and_down_in_its_derivative():
    """Momenta that are given up, as the original takes them; they stay so."""
    program = """
    (define (H s) (+ (* 1/2 (square (ref s 2))) (* 1/2 (square (ref s 1)))))
    (define (sysder) (Hamiltonian->state-derivative H))
    ((state-advancer sysder) (up 0. (up 1. 2.) (up 0. 1.)) 1. 1e-10)
    """
    end = Session().run(program)
    assert str(end[2]).startswith("(up")
    assert list(end[1]) == pytest.approx([0.5403023058681403, 1.922075596544177], abs=1e-9)
    assert list(end[2]) == pytest.approx([-0.841470984807897, -1.1426396637476524], abs=1e-9)


def test_the_methods_of_the_original_s_names():
    program = (
        DECAY + "(set-ode-integration-method! '{}) (abs (- (exp -2) (ref ((state-advancer sysder) (up 0 1) 2 1e-8) 1)))"
    )
    for name in ADAPTIVE:
        assert float(run(program.format(name))[0]) < 1e-7
    with pytest.raises(WrongTypeError, match=r"expects one of the methods dop853, bulirsch-stoer, qcrk4, .* got euler"):
        run("(set-ode-integration-method! 'euler)")
    assert s.state_advancer(lambda: lambda x: s.up(1, -x[1]))(s.up(0, 1), 0)[1] == 1, (
        "and other sessions know nothing of it"
    )


def test_shapes_are_kept():
    state = s.up(0, s.up(1, s.down(2, 3)), s.down(4))
    end = s.state_advancer(lambda: lambda x: s.up(1, s.up(0, s.down(x[2][0], 0)), s.down(0)))(state, 1)
    assert s.down(1, s.down(1, s.up(1, 1)), s.up(1)) * end == pytest.approx(1 + 1 + 6 + 3 + 4)
    text, _ = run("((state-advancer (lambda () (lambda (s) (vector 1 0)))) (vector 0. 1.) 2.)")
    assert text == "(up 2. 1.)"


def test_a_derivative_of_floats_alone_runs_as_it_is():
    with pytest.warns(ScmpyWarning, match="needs an argument as a number"):
        end = s.state_advancer(lambda: lambda x: s.up(1, math.cos(x[0])))(s.up(0, 0), 2)
    assert end[1] == pytest.approx(math.sin(2), abs=1e-11)


def test_a_derivative_that_changes_is_compiled_again():
    slope = [1.0]
    advance = s.state_advancer(lambda: lambda x: s.up(1, slope[0] + 0 * x[1]))
    assert advance(s.up(0, 0), 1)[1] == pytest.approx(1)
    slope[0] = 2.0
    assert advance(s.up(0, 0), 1)[1] == pytest.approx(2)


def test_a_derivative_that_comes_to_have_no_value_is_asked():
    """The code that is there knows nothing of it; the end, or the error on the way, does."""
    least = [-1.0]
    advance = s.state_advancer(lambda: lambda x: s.up(1, s.sqrt(x[1] - least[0])))
    assert advance(s.up(0, 0), 1)[1] == pytest.approx(1.25)
    least[0] = 2.0
    with pytest.raises(ScmpyError):
        advance(s.up(0, 0), 1)
    least[0] = -4.0
    assert advance(s.up(0, 0), 1)[1] == pytest.approx(2.25)


def test_code_of_one_motion_is_found_by_the_next_and_compared_once_a_call():
    asked = []

    def derivative(x):
        asked.append(x)
        return s.up(1, -x[1])

    def decay(rate):
        return lambda x: derivative(s.up(x[0], rate * x[1]))

    def advance(rate):
        return lambda: s.state_advancer(decay, rate)(s.up(0, 1), 0.001)

    kept = s.state_advancer(lambda: derivative)
    motions = lambda: kept(s.up(0, 1), 0.001), lambda: s.trajectory(derivative, s.up(0, 1), 0.001)
    for motion in (*motions, advance(1.0), advance(2.0)):
        for _ in range(40):
            motion()
        before = len(asked)
        for _ in range(8):
            motion()
        assert 8 <= len(asked) - before <= 10


def test_code_of_another_motion_is_not_believed():
    """The derivative has changed, and is the same where the next motion starts."""
    stiffness = [1.0]

    def spring(x):
        return s.up(1, x[2], -stiffness[0] * x[1])

    def end():
        return s.trajectory(spring, s.up(0, 0, 1), 2.0).end[1]

    for _ in range(4):
        assert end() == pytest.approx(math.sin(2))
    stiffness[0] = 4.0
    assert end() == pytest.approx(math.sin(4) / 2)
    assert s.evolve(lambda: spring)(s.up(0, 0, 1), False, 1, 2.0)[1] == pytest.approx(math.sin(4) / 2)
    stiffness[0] = 1.0
    assert s.evolve(lambda: spring)(s.up(0, 0, 1), False, 1, 2.0)[1] == pytest.approx(math.sin(2))
    assert end() == pytest.approx(math.sin(2))


def test_a_derivative_that_changes_on_the_way_is_found():
    slope = [1.0]

    def derivative(state):
        if not hasattr(state[1], "node"):
            slope[0] += 0.001
        return s.up(1, slope[0] + state[1])

    with pytest.raises(ScmpyError, match=r"its code gives .* on noise"):
        s.state_advancer(lambda: derivative)(s.up(0, 0), 1)


def test_another_shape_is_compiled_again():
    advance = s.state_advancer(lambda: lambda x: s.up(1, x[1]))
    assert advance(s.up(0, 1), 1)[1] == pytest.approx(math.e)
    assert advance(s.up(0, s.up(1, 2)), 1)[1][1] == pytest.approx(2 * math.e)


def test_where_a_solution_ends():
    advance = s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))
    with pytest.raises(IntegrationError, match=r"steps get too short: .* changes at the rate .* singular") as failed:
        advance(s.up(0, 1), 3)
    assert failed.value.time == pytest.approx(1, abs=1e-8)
    assert failed.value.state[1] > 1e9
    with pytest.raises(IntegrationError, match=r"expects real numbers.*cannot be continued beyond time") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.sqrt(1 - x[0])))(s.up(0.0, 0.0), 3)
    assert failed.value.time == pytest.approx(1, abs=1e-8)


def test_the_divisor_that_vanishes_is_named():
    fall = s.compile_motion(lambda M: lambda x: s.up(1, -x[2], 1 / (x[1] - 2 * M)), "M")
    with pytest.raises(IntegrationError, match=r"divisor \(\+ \(\* -2 M\) x1\), .* changes at the rate -6"):
        fall(s.up(0.0, 3.0, 1.0), 30.0, 1.0)


def test_a_mass_that_vanishes_on_the_way():
    """(1 - t) q'' = 1, which has q' = -log(1 - t)."""
    L = lambda state: (1 - state[0]) * s.square(state[2]) / 2 + state[1] * (1 - s.log(1 - state[0]))  # noqa: E731
    with pytest.raises(ScmpyError) as failed:
        s.trajectory(s.Lagrangian_to_state_derivative(L), s.up(0.0, 0.0, 0.0), 2.0)
    assert failed.value.time == pytest.approx(1, abs=1e-6)


def test_a_mass_matrix_that_is_singular_at_the_start():
    L = lambda state: s.square(state[2][0] + state[2][1]) / 2  # noqa: E731
    with pytest.raises(DivisionByZeroError, match="singular"):
        s.state_advancer(lambda: s.Lagrangian_to_state_derivative(L))(s.up(0.0, s.up(1.0, 2.0), s.up(0.0, 0.0)), 1)


test_bad_input = refusals(__file__, "ode", globals())


def test_no_monitor():
    for none in (False, None):
        assert s.evolve(lambda: lambda state: s.up(1, -state[1]))(s.up(0, 1), none, 0.1, 1)[1] == pytest.approx(
            math.exp(-1)
        )


@pytest.mark.parametrize(
    "ends",
    [
        lambda f, x: s.trajectory(f, x, 1.0)(1.0),
        lambda f, x: s.state_advancer(lambda: f)(x, 1.0),
        lambda f, x: s.D(lambda t: s.state_advancer(lambda: f)(x, t))(1.0),
        lambda f, x: s.trajectory(f, x, 1, digits=20)(1),
        lambda f, x: s.monodromy_matrix(f, x, 1.0),
    ],
)
def test_rates_of_multivectors_matrices_and_quaternions_are_shaped_as_the_state(ends):
    """Blades were moved by the rates of others: e1 grew by the coefficient of e2."""
    e1, e2, e3 = s.VGA3.vectors
    for place, rate in (
        (1.0 * e1, lambda x: x * e3),
        (1.0 * e1, lambda x: e2),
        (s.matrix_by_rows([1.0, 2.0], [3.0, 4.0]), lambda x: s.matrix_by_rows([1, 2, 3, 4])),
        (s.quaternion(1.0, 2.0, 3.0, 4.0), lambda x: s.up(1, 2, 3, 4)),
    ):
        with pytest.raises(StructureError, match="has the shape of the state"):
            ends(lambda x, rate=rate: s.up(1, rate(x[1])), s.up(0.0, place))


def test_a_rate_lacks_blades_that_are_zero():
    e1, e2, _ = s.VGA3.vectors
    for compiling in (True, False):
        with s.setting(is_compiling_sysder=compiling):
            end = s.trajectory(lambda x: s.up(1, 3 * e2), s.up(0.0, 1.0 * e1 + 2.0 * e2), 1.0)(1.0)[1]
        assert [end["e1"], end["e2"]] == pytest.approx([1, 5])
    end = s.trajectory(lambda x: s.up(1, 3 * e2), s.up(0, 1 * e1 + 2 * e2), 1, digits=20)(1)[1]
    assert [float(end["e1"]), float(end["e2"])] == pytest.approx([1, 5])
