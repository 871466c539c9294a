"""Methods with steps of one length: observed order, what they keep, non-separable Hamiltonians, bad input."""

import math
import pickle

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import IntegrationError, ScmpyError
from scmpy.numerics.ode.llvm_steps import PlainStep, newton, solved_by
from scmpy.numerics.ode.methods import BULIRSCH_STOER
from scmpy.numerics.ode.solvers import METHODS
from scmpy.numerics.ode.step_control import Integrator
from scmpy.structure.tuples import leaves

from ..tables import refusals

#: Those for any state.
ALL_FIXED = {name: method for name, method in METHODS.items() if not method.powers}
FIXED = {name: method for name, method in ALL_FIXED.items() if method.laid_out is None}
IMPLICIT = {name: method for name, method in METHODS.items() if method.powers and method.implicit}


def swinging(x):
    """A separable Hamiltonian, driven."""
    return s.square(x[2]) / 2 - s.cos(x[1]) + s.sin(x[0]) * x[1] / 4


def coupled(x):
    """One that is not separable: a double pendulum's has the same shape."""
    (a, b), (p, r) = x[1], x[2]
    c = s.cos(a - b)
    return (s.square(p) / 2 + s.square(r) - p * r * c) / (2 - s.square(c)) - 2 * s.cos(a) - s.cos(b)


SYSTEMS = {
    "separable": (swinging, s.up(0.0, 0.4, 0.3), {"yoshida-8": (0.1, 0.05), "suzuki-umeno-8": (0.4, 0.2)}),
    "not separable": (coupled, s.up(0.0, s.up(0.5, -0.3), s.down(0.1, 0.2)), {"yoshida-8": (0.02, 0.01)}),
}
STEPS = {1: (0.02, 0.01), 2: (0.05, 0.025), 4: (0.1, 0.05), 6: (0.1, 0.05), 8: (0.2, 0.1)}


def distance(x, y):
    return max(abs(a - b) for a, b in zip(leaves(x), leaves(y), strict=True))


@pytest.mark.parametrize(("H", "start", "steps"), SYSTEMS.values(), ids=SYSTEMS)
@pytest.mark.parametrize("name", FIXED)
def test_observed_order(name, H, start, steps):
    flow = s.state_advancer(lambda: s.Hamiltonian_to_state_derivative(H))
    order = FIXED[name].order
    there = flow(start, 2.0, 1e-13)
    errors = [distance(flow(start, 2.0, method=name, step=h), there) for h in steps.get(name, STEPS[order])]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


@pytest.mark.parametrize("name", [name for name in FIXED if name not in ("runge-kutta-4", "explicit-euler")])
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_energy_stays(name, system):
    """Symplectic methods go around with it; it does not drift."""
    H, start, _ = SYSTEMS[system]
    still = lambda x: H(s.up(0.0, x[1], x[2]))  # noqa: E731
    flow = s.Hamiltonian_to_state_derivative(still)
    motion = s.trajectory(flow, start, 100.0 if system == "separable" else 30.0, method=name, step=0.1)
    errors = abs(still(motion(np.array(motion.times))) - still(start))
    early, late = max(errors[:150]), max(errors[-150:])
    assert 0 < late < 2 * early + 1e-13


@pytest.mark.filterwarnings("ignore:.*runs as it is")
@pytest.mark.parametrize("name", FIXED)
def test_a_derivative_that_is_not_compiled(name):
    """It runs as it is, with derivatives as they are wanted, and gives the same."""
    H, start, _ = SYSTEMS["separable"]
    flow = s.Hamiltonian_to_state_derivative(H)

    def deciding(state):
        return flow(state) if state[0] < 9 else state

    ends = [s.state_advancer(lambda x=x: x)(start, 0.3, method=name, step=0.1) for x in (flow, deciding)]
    assert distance(*ends) < 1e-12


def test_a_step_leads_to_the_end_in_equal_parts():
    flow = s.Hamiltonian_to_state_derivative(swinging)
    motion = s.trajectory(flow, s.up(0.0, 0.4, 0.3), 1.0, method="stormer-verlet", step=0.3)
    assert motion.times == pytest.approx([0, 0.25, 0.5, 0.75, 1])
    assert motion(0.25) == s.state_advancer(lambda: flow)(s.up(0.0, 0.4, 0.3), 0.25, method="stormer-verlet", step=0.3)
    back = s.trajectory(flow, motion(1.0), 0.0, method="stormer-verlet", step=0.25)
    assert distance(back(0.0), motion(0.0)) < 1e-14  # it is symmetric


def test_gauss_keeps_quadratic_integrals():
    """The length of a spin that is turned about an axis which depends on it."""
    turn = lambda x: s.up(1, s.cross_product(s.up(x[1][0], 2 * x[1][1], 3 * x[1][2]), x[1]))  # noqa: E731
    for name in ("implicit-midpoint", "gauss-legendre-4", "gauss-legendre-6"):
        end = s.state_advancer(lambda: turn)(s.up(0.0, s.up(0.6, 0.1, 0.8)), 10.0, method=name, step=0.2)
        assert s.square(end[1]) == pytest.approx(1.01, abs=1e-14)


def test_the_method_and_the_step_are_set():
    decay = lambda: lambda x: s.up(1, -x[1])  # noqa: E731
    direct = s.state_advancer(decay)(s.up(0, 1), 1, method="gauss-legendre-4", step=0.1)
    with s.setting(ode_integration_method="gauss-legendre-4", ode_integration_step=0.1):
        assert s.state_advancer(decay)(s.up(0, 1), 1) == direct
        seen: list = []
        assert s.evolve(decay)(s.up(0, 1), seen.append, 0.5, 1) == direct
    assert len(seen) == 4
    assert s.evolve(decay)(s.up(0, 1), seen.append, 0.5, 1, method="gauss-legendre-4", step=0.1) == direct


@pytest.mark.filterwarnings("ignore:.*runs as it is")
@pytest.mark.parametrize("name", IMPLICIT)
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6])
def test_implicit_methods_that_find_their_steps(name, tolerance):
    """On a driven oscillator, on a stiff equation, and on a derivative that is not compiled."""
    oscillator = s.Hamiltonian_to_state_derivative(lambda x: (s.square(x[2]) + s.square(x[1])) / 2)
    motion = s.trajectory(oscillator, s.up(0.0, 1.0, 0.0), 3.0, tolerance, name)
    for t in (0.77, 3.0):
        assert motion(t)[1] == pytest.approx(math.cos(t), abs=300 * tolerance)
    stiff = s.trajectory(lambda x: s.up(1, -1000 * (x[1] - s.cos(x[0]))), s.up(0.0, 0.0), 1.0, tolerance, name)
    assert stiff(1.0)[1] == pytest.approx(math.cos(1) + math.sin(1) / 1000, abs=1e-5 + 10 * tolerance)
    assert len(stiff.times) < 2000
    strange = s.state_advancer(lambda: lambda x: s.up(1, -x[1] if x[0] < 9 else x[1]))
    assert strange(s.up(0.0, 1.0), 1.0, tolerance, name)[1] == pytest.approx(math.exp(-1), abs=100 * tolerance)


@pytest.mark.parametrize("name", IMPLICIT)
def test_their_order(name):
    method = solved_by(IMPLICIT[name], PlainStep(IMPLICIT[name], lambda t, y: [1.0, y[2], -1 * y[1]]))
    errors = []
    for h in (0.1, 0.05):
        taken = method.step(None, 0.0, [0.0, 1.0, 0.0], None, h)
        errors.append(math.hypot(taken.state[1] - math.cos(h), taken.state[2] + math.sin(h)))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(IMPLICIT[name].order + 1, abs=0.3)


def resting(x):
    return s.up(1, s.zero_like(x[1]), 0 * x[2])


#: A motor and its momentum.
PHASE = s.up(
    0.0, s.make_multivector(s.VGA3, [1.0, 0.0, 0.0, 0.0], 0, 2), s.make_multivector(s.VGA3, [1.0, 2.0, 3.0], 1)
)


@pytest.mark.parametrize("name", [name for name in METHODS if name not in ("radau", "bdf", "lsoda", "explicit-gear")])
def test_trajectories_are_pickled(name):
    how = {"step": 0.1} if name in ALL_FIXED else {"tolerance": 1e-4}
    rotation = s.up(s.down(0, -1, 0), s.down(1, 0, 0), s.down(0, 0, 1))
    motion = (
        s.trajectory(resting, PHASE if "lie" in name else s.up(0.0, rotation, 1.0), 1.0, method=name, **how)
        if name.startswith(("munthe", "lie"))
        else s.trajectory(s.Hamiltonian_to_state_derivative(swinging), s.up(0.0, 0.4, 0.3), 1.0, method=name, **how)
    )
    assert pickle.loads(pickle.dumps(motion))(0.55) == motion(0.55)


def test_newton_that_does_not_converge():
    """z = y + h z^2 with h = 1 / 2 from 3 has no real solution."""
    square = s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))
    with pytest.raises(IntegrationError, match=r"method does not converge.*beyond time 0\.0.*0\.0, 3\.0") as failed:
        square(s.up(0.0, 3.0), 1.0, method="implicit-midpoint", step=0.5)
    assert (failed.value.time, failed.value.state) == (0.0, [0.0, 3.0])
    with pytest.raises(IntegrationError, match="singular"):
        newton(lambda z: [z[0], z[1], 1.0, 1.0, 1.0, 1.0], [1.0, 2.0], [])


def test_where_steps_lead_away():
    """The last good state comes with the error."""
    with pytest.raises(IntegrationError, match="beyond time") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))(
            s.up(0.0, 1.0), 9.0, method="runge-kutta-4", step=0.1
        )
    assert failed.value.time > 1
    assert failed.value.state[1] > 1e3
    with pytest.raises(IntegrationError, match="no value") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.sqrt(1 - x[0])))(
            s.up(0.0, 0.0), 3, method="runge-kutta-4", step=0.25
        )
    assert failed.value.time == 1.0


@pytest.mark.parametrize("name", ["runge-kutta-4", "implicit-midpoint", "taylor", "qcctrap2"])
def test_what_there_is_of_a_trajectory_is_kept(name):
    how = {"step": 0.05} if name in FIXED else {"tolerance": 1e-5}
    with pytest.raises(ScmpyError) as failed:
        s.trajectory(lambda x: s.up(1, s.sqrt(1 - x[0])), s.up(0.0, 0.0), 3, method=name, **how)
    assert failed.value.time == pytest.approx(1, abs=0.06)
    kept = failed.value.trajectory
    assert kept.times[-1] == failed.value.time
    assert kept(0.5)[1] == pytest.approx(2 / 3 * (1 - 0.5**1.5), abs=1e-3)


def test_nan_is_no_state():
    huge = lambda x: s.up(1, 1e300 * x[1] * x[1] - 1e300 * x[1] * x[1] + 1)  # noqa: E731
    with pytest.raises(ScmpyError, match="beyond time"):
        s.state_advancer(lambda: huge)(s.up(0.0, 1.0), 9e9, method="runge-kutta-4", step=1e8)


@pytest.mark.parametrize("name", FIXED)
def test_a_time_that_runs_otherwise(name):
    """It is no time: steps are counted in it."""
    twice = lambda x: s.up(2, 2 * x[2], -2 * x[1])  # noqa: E731
    with pytest.raises(ScmpyError, match="gives it the rate 2"):
        s.state_advancer(lambda: twice)(s.up(0.0, 1.0, 0.0), 0.5, method=name, step=1e-3)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
def test_extrapolation_at_a_kink(tolerance):
    """Errors are some tolerances, as of other methods, also where two columns happen to agree; they were thousands."""

    def error(c):
        solution = Integrator(lambda t, y: [1.0, abs(y[0] - c)], 0.0, [0.0, 0.0], tolerance, BULIRSCH_STOER)
        return abs(solution.advance(1.3)[1] - (c * c + (1.3 - c) * abs(1.3 - c)) / 2) / tolerance

    errors = sorted(error(0.05 + 0.0117 * k) for k in range(100))
    assert errors[50] < 10 and errors[90] < 30 and errors[99] < 300


flow = s.Hamiltonian_to_state_derivative(swinging)
three = s.up(0.0, 0.4, 0.3)


test_bad_input = refusals(__file__, "methods", globals())


METHODS_OF_OWN_STEPS = ["dop853", "taylor", "bulirsch-stoer", "qcrk4", "rodas5p", "radau", "bdf", "lsoda"]


@pytest.mark.parametrize("start", [s.up(0.0, 1.0), s.up(1.0, 0.0)], ids=["the rate 1 at first", "the rate 0"])
@pytest.mark.parametrize("method", METHODS_OF_OWN_STEPS)
def test_states_without_a_time_are_refused(method, start):
    """The first number of (x, v) has the rate 1 at (0, 1), and no other there: it does not run as the time does."""
    swing = lambda x: s.up(x[1], -x[0])  # noqa: E731
    for use in (
        lambda: s.state_advancer(lambda: swing)(start, 2.0, method=method),
        lambda: s.trajectory(swing, start, 2.0, method=method),
        lambda: s.evolve(lambda: swing)(start, None, 0.5, 2.0, method=method),
    ):
        with pytest.raises(s.ScmpyError, match="first component is the time, of the rate 1"):
            use()


@pytest.mark.parametrize("rate", [2, -1, 0, 1 + 1e-6])
def test_times_of_another_rate_are_refused_beside_a_motion(rate):
    swing, start = lambda x: s.up(rate, x[2], -x[1]), s.up(0.0, 0.0, 1.0)
    for use in (
        lambda: s.lyapunov_exponents(swing, start, 2.0),
        lambda: s.monodromy_matrix(swing, start, 2.0),
        lambda: s.trajectory(swing, start, 2.0, digits=20),
    ):
        with pytest.raises(s.ScmpyError, match="first component is the time, of the rate 1"):
            use()
