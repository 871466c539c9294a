"""Methods for stiff equations, Rosenbrock's and SciPy's, with the code of the derivative and its Jacobian."""

import itertools
import math

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.numerics.ode.solvers import jacobian_of

NAMES = ["radau", "bdf", "lsoda", "explicit-gear", "rodas5p"]


def robertson(state):
    """Robertson's chemical reactions: rates from 0.04 to 3e7 (Hairer, Wanner, II, IV.1)."""
    x, y, z = state[1]
    slow, fast = 0.04 * x - 1e4 * y * z, 3e7 * y * y
    return s.up(1, s.up(-slow, slow - fast, fast))


@pytest.mark.parametrize("name", NAMES)
def test_robertson_s_reactions(name):
    end = s.state_advancer(lambda: robertson)(s.up(0.0, s.up(1.0, 0.0, 0.0)), 40.0, 1e-8, name)
    expected = (0.7158270687193935, 9.185534764557763e-06, 0.2841637457458413)
    assert list(end[1]) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tolerance", [1e-5, 1e-9])
def test_the_error_follows_the_tolerance_at_the_steps_and_between(name, tolerance):
    motion = s.trajectory(lambda x: s.up(1, x[2], -x[1]), s.up(0.0, 1.0, 0.0), 5.0, tolerance, name)
    for t in (0.3, 2.17, 5.0):
        assert motion(t)[1] == pytest.approx(math.cos(t), abs=2000 * tolerance)
    assert motion.times[-1] == 5.0


def test_the_monitor_sees_the_multiples():
    seen: list = []
    decay = lambda: lambda x: s.up(1, -50 * (x[1] - s.cos(x[0])))  # noqa: E731
    s.evolve(decay)(s.up(0, 0), lambda x: seen.append(x[0]), 0.25, 1, 1e-7, "radau")
    assert seen == [0.0, 0.25, 0.5, 0.75, 1.0, 1.0]


def test_the_jacobian_is_exact():
    graph = s.compile_function(robertson, s.up(0.0, s.up(1.0, 0.5, 0.25))).whole
    matrix = jacobian_of(graph)(0.0, [0.0, 1.0, 0.5, 0.25])
    assert matrix.tolist() == [
        [0, 0, 0, 0],
        [0, -0.04, 2500, 5000],
        [0, 0.04, -2500 - 3e7, -5000],
        [0, 0, 3e7, 0],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_rate_whose_parts_leave_the_range_of_floats(name):
    end = s.state_advancer(lambda: lambda x: s.up(1, 1 + 1 / s.cosh(1e3 * x[1])))(s.up(0.0, 1.0), 1.0, 1e-8, name)
    assert end[1] == pytest.approx(2.0, rel=1e-7)


@pytest.mark.filterwarnings("ignore:.*runs as it is")
@pytest.mark.parametrize("name", ["radau", "rodas5p"])
def test_a_derivative_without_code(name):
    strange = s.state_advancer(lambda: lambda x: s.up(1, math.exp(-float(x[1]))))
    assert strange(s.up(0.0, 0.0), 1.0, 1e-8, name)[1] == pytest.approx(math.log(2), abs=1e-6)


TARGETS = pytest.mark.parametrize("target", ["python", "llvm"])


@TARGETS
@pytest.mark.parametrize("stiffness", [0.0, 1e6])
def test_order_of_rosenbrock_s_method(target, stiffness):
    """Steps grow by 100^(1/5) where 100 times the error is allowed, stiff or not (Prothero, Robinson)."""

    def forced(x):
        return s.up(1, -stiffness * (x[1] - s.cos(x[0])) - s.sin(x[0]))

    counts = []
    with s.setting(ode_target=target):
        for tolerance in (1e-7, 1e-9, 1e-11):
            motion = s.trajectory(forced, s.up(0.0, 1.0), 10.0, tolerance, "rodas5p")
            counts.append(len(motion.times))
            assert motion(3.21)[1] == pytest.approx(math.cos(3.21), abs=100 * tolerance)
    assert all(2.0 < more / less < 3.1 for less, more in itertools.pairwise(counts))


@TARGETS
def test_van_der_pol_and_back(target):
    def relaxing(x):
        return s.up(1, x[2], 1000 * (1 - x[1] ** 2) * x[2] - x[1])

    with s.setting(ode_target=target):
        motion = s.trajectory(relaxing, s.up(0.0, 2.0, 0.0), 2000.0, 1e-7, "rodas5p")
    assert motion.end[1] == pytest.approx(1.70616773218, abs=1e-6)  # Hairer, Wanner, II, IV.10
    assert len(motion.times) < 1000


@TARGETS
def test_a_decision_ends_a_step_and_more_numbers_than_code_solves_for(target):
    with s.setting(ode_target=target):
        stop = s.trajectory(lambda x: s.up(1, 0 if x[0] > 1.25 else -50 * x[1]), s.up(0.0, 1.0), 2.0, 1e-9, "rodas5p")
        assert stop.end[1] == pytest.approx(math.exp(-62.5), rel=1e-5)
        chain = s.up(0.0, s.up(*[float(i == 7) for i in range(20)]))

        def heat(x):
            u = [0, *x[1], 0]
            return s.up(1, s.up(*(1e3 * (u[i - 1] - 2 * u[i] + u[i + 1]) for i in range(1, 21))))

        end = s.state_advancer(lambda: heat)(chain, 0.1, 1e-8, "rodas5p")
    modes = [(k, math.sin(8 * k * math.pi / 21), math.sin(5 * k * math.pi / 21)) for k in range(1, 21)]
    decay = {k: math.exp(-4e3 * math.sin(k * math.pi / 42) ** 2 * 0.1) for k, *_ in modes}
    assert end[1][4] == pytest.approx(sum(2 / 21 * a * b * decay[k] for k, a, b in modes), abs=1e-7)


@pytest.mark.parametrize("name", NAMES[:3])
def test_where_a_solution_ends(name):
    with pytest.raises(ScmpyError, match="cannot be continued beyond time") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))(s.up(0, 1), 3, 1e-6, name)
    assert failed.value.time == pytest.approx(1, abs=1e-3)
