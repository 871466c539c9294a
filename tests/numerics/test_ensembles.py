"""Ensembles: many orbits in one call; the same bits whoever runs them, failures, folders, executors."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from types import SimpleNamespace

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import DomainError
from scmpy.numerics.compile import llvm as machine
from scmpy.scheme.data import list_of

from ..tables import refusals


def pendulum(k):
    return lambda state: s.up(1, state[2], -k * s.sin(state[1]))


def free(state):
    return pendulum(1.0)(state)


def henon_heiles(state):
    _, (x, y), (a, b) = state
    return s.up(1, s.up(a, b), s.down(-x - 2 * x * y, -y - x**2 + y**2))


def explosion(state):
    return s.up(1, s.square(state[1]))


def bouncing(state):
    """A branch: the force has a side."""
    return s.up(1, state[2], -1 if state[1] > 0 else 1)


ANGLES = np.linspace(-2.0, 2.0, 300)


def same(a, b):
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(leaves(a.states), leaves(b.states), strict=True))


def leaves(state):
    return [y for x in state for y in (leaves(x) if isinstance(x, (s.up(1).__class__, s.down(1).__class__)) else [x])]


def test_orbits_are_those_of_the_state_advancer():
    found = s.ensemble(free, s.up(0.0, ANGLES, 0.3), 5.0)
    advance = s.state_advancer(lambda: free)
    for i in (0, 17, 150, 299):
        end = advance(s.up(0.0, float(ANGLES[i]), 0.3), 5.0)
        assert (found.states[1][i], found.states[2][i]) == (end[1], end[2])
    assert found.states[0] == found.times == 5.0
    assert found.failures == ()
    energy = found.states[2] ** 2 / 2 - s.cos(found.states[1])
    assert np.allclose(energy, 0.045 - np.cos(ANGLES), atol=1e-10)


def test_grids_times_and_parameters():
    x, k = np.linspace(0.1, 1, 4)[:, None], np.linspace(1, 2, 3)
    found = s.ensemble(pendulum, s.up(0.0, x, 0.0), [1.0, 2.0, 4.0], parameters=[k])
    assert found.states[1].shape == (4, 3, 3)
    assert np.asarray(found.states[0]).tolist() == [1.0, 2.0, 4.0]
    end = s.state_advancer(pendulum, 1.5)(s.up(0.0, 0.4, 0.0), 2.0)
    assert found.states[1][1, 1, 1] == pytest.approx(end[1], abs=1e-10)
    back = s.ensemble(pendulum, s.up(0.0, x, 0.0), [-1.0, -2.0], parameters=[k])
    assert np.allclose(back.states[1][..., 0], found.states[1][..., 0], atol=1e-10)


def test_structures_of_parameters_and_shared_ones():
    def make(pair, power):
        return lambda state: s.up(1, -pair[0] * state[1] ** power + pair[1])

    a = np.array([1.0, 2.0])
    found = s.ensemble(make, s.up(0, 1.0), 1.0, parameters=[s.up(a, 0.5), 1])
    assert np.allclose(found.states[1], np.exp(-a) + 0.5 / a * (1 - np.exp(-a)), atol=1e-11)


def test_results_do_not_depend_on_workers_chunks_or_machine_code():
    states = s.up(0.0, s.up(0.1, ANGLES / 8), s.down(0.2, 0.1))
    one = s.ensemble(henon_heiles, states, [3.0, 7.0], workers=1)
    assert same(one, s.ensemble(henon_heiles, states, [3.0, 7.0], workers=3, chunk=7))
    with ThreadPoolExecutor(2) as pool:
        assert same(one, s.ensemble(henon_heiles, states, [3.0, 7.0], executor=pool, chunk=50))
    with s.setting(ode_target="python"):
        assert same(one, s.ensemble(henon_heiles, states, [3.0, 7.0]))
    near_zero = s.up(0.0, ANGLES / 9)
    one = s.ensemble(lambda y: s.up(1, s.tan(y[1])), near_zero, [0.1, 0.2])
    assert same(one, s.ensemble(lambda y: s.up(1, s.tan(y[1])), near_zero, [0.1, 0.2], chunk=100))


@pytest.mark.parametrize(
    ("derivative", "start", "times"),
    [
        (explosion, lambda x: s.up(0.0, x), [0.3, 1.0, 3.0]),
        (free, lambda x: s.up(1.0, x, x * x), [-2.0, -20.0]),
        (lambda y: s.up(1, y[2], -s.sqrt(1 + s.square(y[1])) * y[1]), lambda x: s.up(0.0, x, s.exp(3 * x)), [5.0, 1e3]),
        (lambda y: s.up(1, y[2], -y[1]), lambda x: s.up(0.0, 1e-20 * x, x * 1e-20), [1.0, 9.0]),
        (lambda y: s.up(1, s.tan(y[1])), lambda x: s.up(0.0, 0.5 + x / 9), [0.1, 0.2]),
    ],
)
def test_orbits_that_are_moved_at_once_are_those_moved_by_themselves(derivative, start, times):
    found = s.ensemble(derivative, start(ANGLES), times)
    parts = [s.ensemble(derivative, start(ANGLES[i : i + 100]), times) for i in (0, 100, 200)]
    for i, whole in enumerate(leaves(found.states)[1:], 1):
        assert np.array_equal(whole, np.concatenate([leaves(part.states)[i] for part in parts]), equal_nan=True)
    assert [f.reason for f in found.failures] == [f.reason for part in parts for f in part.failures]


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4", "taylor", "qcctrap2"])
def test_methods(method):
    found = s.ensemble(free, s.up(0.0, ANGLES[:3], 0.0), 2.0, 1e-7, method=method)
    right = s.ensemble(free, s.up(0.0, ANGLES[:3], 0.0), 2.0)
    assert np.allclose(found.states[1], right.states[1], atol=1e-5)


@pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")
def test_series_move_orbits_together():
    """In machine code, orbits that end too early too, in steps by the driver."""
    values = np.array([0.1, 2.0, 0.2])
    found = s.ensemble(explosion, s.up(0.0, values), 1.0, 1e-12, method="taylor")
    assert found.states[1][[0, 2]] == pytest.approx([1 / 9, 0.25], rel=1e-11)
    [lost] = found.failures
    assert (lost.orbit, lost.time) == (1, pytest.approx(0.5)) and "too short" in lost.reason


def test_a_method_of_steps_of_one_length():
    H = s.Hamiltonian_to_state_derivative(lambda state: state[2] ** 2 / 2 - s.cos(state[1]))
    found = s.ensemble(H, s.up(0.0, ANGLES[:3], 0.0), 2.0, method="gauss-legendre-4", step=0.05)
    right = s.ensemble(free, s.up(0.0, ANGLES[:3], 0.0), 2.0)
    assert np.allclose(found.states[1], right.states[1], atol=1e-6)


@pytest.mark.parametrize("target", ["python", "automatic"])
def test_an_orbit_that_ends_does_not_take_the_others_along(target):
    x = np.array([0.1, 2.0, -1.0, 0.25, 1.0])
    with s.setting(ode_target=target) if target == "python" else s.setting():
        found = s.ensemble(explosion, s.up(0.0, x), [0.9, 3.0], chunk=2)
    assert [f.orbit for f in found.failures] == [1, 4]
    for failure in found.failures:
        assert failure.time == pytest.approx(1 / x[failure.orbit], abs=1e-3)
        assert failure.state[1] > 1e3
        assert "beyond time" in failure.reason
    assert np.allclose(found.states[1][[0, 2, 3]], (x / (1 - np.outer([0.9, 3.0], x))).T[[0, 2, 3]])
    assert np.isnan(found.states[1][1]).all()
    assert np.isnan(found.states[1][4]).tolist() == [False, True]


def test_orbits_that_cannot_start():
    found = s.ensemble(lambda state: s.up(1, s.log(state[1])), s.up(0.0, np.array([-1.0, 0.0, 2.0])), 0.5)
    assert [f.orbit for f in found.failures] == [0, 1]
    assert np.isnan(found.states[1]).tolist() == [True, True, False]


def test_branches_are_honoured():
    found = s.ensemble(bouncing, s.up(0.0, np.array([0.5, -0.5]), 0.0), 1.5)
    assert np.allclose(np.abs(found.states[1]), 0.375, atol=1e-9)


def wall(k):
    """A pendulum that a spring turns on at a moving wall; it is driven by a staircase of the time."""
    return lambda state: s.up(
        1,
        state[2],
        -k * s.sin(state[1])
        - (30 * (state[1] + 0.4) if state[1] + 0.1 * s.cos(state[0]) < -0.4 else 0)
        + 0.1 * s.floor(state[0]),
    )


def friction(state):
    """It slides along the decision where it comes to rest."""
    return s.up(1, state[2], -0.01 * state[1] - (1 if state[2] > 0 else -1))


BRANCHING = [
    (wall, s.up(0.0, ANGLES[::10], 0.3), [np.linspace(1.0, 2.0, 30)], [2.5, 6.0]),
    (lambda: bouncing, s.up(0.0, ANGLES[::10], 0.0), [], [3.0, 7.0, 7.0]),
    (lambda: bouncing, s.up(0.0, ANGLES[::10], 0.1), [], [-3.0, -7.0]),
    (lambda: friction, s.up(0.0, 0.1, ANGLES[::10]), [], [0.2, 1.5]),
    (lambda: explosion_or_not, s.up(0.0, ANGLES[::10]), [], [0.4, 3.0]),
]


def explosion_or_not(state):
    return s.up(1, s.square(state[1]) if state[1] > 0 else s.sqrt(1 - state[1]))


@pytest.mark.slow
@pytest.mark.skipif(not machine.is_available(), reason="without llvmlite there is one way alone")
@pytest.mark.parametrize("case", range(len(BRANCHING)))
def test_orbits_with_branches_are_moved_together(case, monkeypatch):
    """The same bits as by Python, in chunks of any size, whoever runs them; orbits that slide or end are reported."""
    make, states, parameters, times = BRANCHING[case]
    by_python: list[float] = []
    monkeypatch.setattr("scmpy.numerics.ode.step_control.Integrator._next", counting(by_python))
    found = s.ensemble(make, states, times, 1e-9, parameters=parameters, workers=1)
    assert len(by_python) < 100 * len(found.failures) + 1, "code takes them but for those at which orbits end"
    again = s.ensemble(make, states, times, 1e-9, parameters=parameters, workers=3, chunk=7)
    assert same(found, again) and found.failures == again.failures
    with s.setting(ode_target="python"):
        slow = s.ensemble(make, states, times, 1e-9, parameters=parameters)
    assert same(found, slow) and found.failures == slow.failures
    assert len(by_python) > 200
    assert bool(found.failures) == (case > 2)


def counting(calls):
    from scmpy.numerics.ode.step_control import Integrator as Solution

    step = Solution._next

    def counted(self, end):
        calls.append(end)
        return step(self, end)

    return counted


@pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")
def test_more_ways_than_have_code(monkeypatch):
    """Orbits on further ways are the driver's."""
    monkeypatch.setattr("scmpy.numerics.ensemble_workers.MOST_WAYS", 3)
    states = s.up(0.0, ANGLES[::60], 0.3)
    found = s.ensemble(wall, states, [2.5, 5.0], 1e-9, parameters=[1.5])
    monkeypatch.undo()
    assert same(found, s.ensemble(wall, states, [2.5, 5.0], 1e-9, parameters=[1.5]))


@pytest.mark.slow
@pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")
def test_series_with_branches():
    states = s.up(0.0, ANGLES[::10], 0.3)
    found = s.ensemble(wall, states, [2.5, 5.0], 1e-11, parameters=[1.5], method="taylor")
    assert same(found, s.ensemble(wall, states, [2.5, 5.0], 1e-11, parameters=[1.5], method="taylor", chunk=4))
    right = s.ensemble(wall, states, [2.5, 5.0], 1e-12, parameters=[1.5])
    assert np.allclose(found.states[1], right.states[1], atol=1e-9)


def test_the_index_of_a_failure_in_a_grid():
    x = np.array([[0.1, 0.2], [5.0, 0.3]])
    assert [f.orbit for f in s.ensemble(explosion, s.up(0.0, x), 1.0).failures] == [(1, 0)]


@pytest.mark.slow
def test_processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = s.ensemble(henon_heiles, s.up(0.0, s.up(0.1, ANGLES / 8), s.down(0.2, 0.1)), 3.0, executor=pool)
    assert same(found, s.ensemble(henon_heiles, s.up(0.0, s.up(0.1, ANGLES / 8), s.down(0.2, 0.1)), 3.0))


def test_a_chunk_that_a_cluster_loses_is_run_once_more():
    states, calls = s.up(0.0, np.linspace(0.1, 2.0, 60), 0.0), []

    def losing(times):
        def submit(function, *arguments):
            calls.append(len(calls))
            lost = calls[-1] < times
            return pool.submit(lambda: 1 / 0) if lost else pool.submit(function, *arguments)

        return SimpleNamespace(submit=submit)

    with ThreadPoolExecutor(1) as pool:
        found = s.ensemble(free, states, 4.0, executor=losing(2), chunk=20)
        assert same(found, s.ensemble(free, states, 4.0)) and len(calls) == 5
        with pytest.raises(ZeroDivisionError):
            s.ensemble(free, states, 4.0, executor=losing(100), chunk=20)


@pytest.mark.slow
def test_a_cluster_of_dask(tmp_path):
    """Two processes, one of which is killed: the same bits as here; what is missing in the folder is done again."""
    distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
    states, given = s.up(0.0, np.linspace(0.1, 2.0, 2000), 0.0), {"chunk": 20, "folder": tmp_path}
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(2)
        first, _ = client.run(os.getpid).values()

        def kill():
            while len(list(tmp_path.glob("chunk-*.npz"))) < 3:
                time.sleep(0.01)
            os.kill(first, signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        found = s.ensemble(free, states, 400.0, executor=client.get_executor(), **given)
        assert not killer.is_alive()
        files = sorted(tmp_path.glob("chunk-*.npz"))
        before = {file: file.stat().st_mtime_ns for file in files}
        for file in files[::10]:
            file.unlink()
        again = s.ensemble(free, states, 400.0, executor=client.get_executor(), **given)
    assert len(files) == 100
    assert same(found, s.ensemble(free, states, 400.0))
    assert same(found, again)
    assert [file for file, t in before.items() if file.stat().st_mtime_ns != t] == files[::10]


def test_a_folder_keeps_chunks(tmp_path):
    calls = []

    def watched(k):
        calls.append(k)
        return pendulum(k)

    given = {"parameters": [1.0], "chunk": 30, "folder": tmp_path / "run"}
    states = s.up(0.0, ANGLES, 0.3)
    first = s.ensemble(watched, states, 2.0, **given)
    files = sorted((tmp_path / "run").glob("chunk-*.npz"))
    assert len(files) == 10
    files[3].write_bytes(files[3].read_bytes()[:200])  # damaged
    files[7].unlink()
    before = {file: file.stat().st_mtime_ns for file in files if file.exists() and file != files[3]}
    again = s.ensemble(watched, states, 2.0, **given)
    assert same(first, again)
    assert all(file.stat().st_mtime_ns == t for file, t in before.items())
    assert not list((tmp_path / "run").glob("*.partial"))
    for other in ({"chunk": 31}, {"parameters": [1.5]}, {"tolerance": 1e-6}):
        with pytest.raises(DomainError, match="another ensemble"):
            s.ensemble(watched, states, 2.0, **given | other)


def test_failures_are_kept_in_a_folder(tmp_path):
    runs = [s.ensemble(explosion, s.up(0.0, np.array([0.1, 2.0])), 1.0, folder=tmp_path) for _ in range(2)]
    assert runs[0].failures == runs[1].failures
    assert len(runs[0].failures) == 1


PROGRAM = """
import signal, sys, numpy, scmpy as s
signal.signal(signal.SIGINT, signal.default_int_handler)  # which what runs in the background ignores
def far(state):
    return s.up(1, state[2], -s.sin(state[1]))
s.ensemble(far, s.up(0.0, numpy.linspace(0.1, 2, 40_000), 0.0), 400.0, chunk=20, workers=1, folder=sys.argv[1])
print("done")
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path, how):
    """What was done before is not done again; of the rest a chunk is lost at most, and no file is half written."""
    folder = tmp_path / "run"
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder)], env=os.environ, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while len(list(folder.glob("chunk-*.npz"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(how)
    assert process.wait(60) != 0
    kept = sorted(folder.glob("chunk-*.npz"))
    assert 3 <= len(kept) < 2000
    for file in kept:
        with np.load(file) as found:
            assert found["found"].shape == (20, 1, 3)
    numbers = [int(file.stem[-6:]) for file in kept]
    assert numbers == list(range(len(kept)))


def test_an_interrupt_keeps_what_is_done():
    done = []

    class Interrupting(ThreadPoolExecutor):
        def submit(self, f, *args, **keywords):
            if len(done) == 3:
                raise KeyboardInterrupt
            done.append(1)
            future = super().submit(f, *args, **keywords)
            future.result()
            return future

    with Interrupting(1) as pool, pytest.raises(KeyboardInterrupt) as caught:
        s.ensemble(free, s.up(0.0, ANGLES, 0.3), 2.0, executor=pool, chunk=50)
    partial = caught.value.ensemble.states[1]
    assert np.isfinite(partial[:150]).all()
    assert np.isnan(partial[150:]).all()


def test_a_bar_is_shown(capsys):
    pytest.importorskip("tqdm")
    s.ensemble(free, s.up(0.0, ANGLES, 0.3), 1.0, chunk=100, progress=True)
    assert "3/3" in capsys.readouterr().err


test_bad_ensembles = refusals(__file__, "ensembles", globals())


def test_the_times_and_states_may_be_lists_of_scheme():
    start = s.up(0.0, ANGLES, 0.3)
    states = [s.up(0.0, angle, 0.3) for angle in ANGLES.tolist()]
    assert np.array_equal(s.ensemble(free, list_of(states), 1).states[1], s.ensemble(free, start, 1).states[1])
    found = s.ensemble(free, start, list_of([1, 2]))
    assert np.array_equal(found.states[1], s.ensemble(free, start, [1, 2]).states[1])


@pytest.mark.skipif(not machine.is_available(), reason="llvmlite is not installed")
def test_settings_hold_in_the_threads_too():
    """No orbit takes more steps than the setting of the caller allows."""
    with s.setting(ode_most_steps=1000):
        found = s.ensemble(lambda state: s.up(1, state[2], -state[1]), s.up(0.0, np.ones(3), 0.0), 1e9)
    assert len(found.failures) == 3
    assert all("*ode-most-steps*" in failure.reason for failure in found.failures)
