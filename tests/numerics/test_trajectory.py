"""What a trajectory is to its user: numbers by name, functions along it, parts and longer ones, tables and files."""

import math
import pickle

import numpy as np
import pytest

import scmpy as s
from scmpy import units, up
from scmpy.errors import DomainError, IntegrationError, ScmpyError, WrongTypeError

from ..tables import check_refusal, evaluated, refused

KEPLER = s.Lagrangian_to_state_derivative(s.L_central_rectangular(1.0, lambda r: -1 / r))
START = s.up(0.0, s.up(1.0, 0.0), s.up(0.0, 1.2))


def energy(state):
    return s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))


def angular_momentum(state):
    (x, y), (v, w) = state[1], state[2]
    return x * w - y * v


@pytest.fixture(scope="module")
def orbit():
    return s.trajectory(KEPLER, START, 5.0, names="x y vx vy")


def test_numbers_by_name(orbit):
    assert orbit.names == ("t", "x", "y", "vx", "vy")
    assert orbit["t"].tolist() == orbit.times
    for i, t in enumerate(orbit.times):
        (x, y), (vx, vy) = orbit(t)[1], orbit(t)[2]
        assert [orbit[name][i] for name in ("x", "y", "vx", "vy")] == [x, y, vx, vy]
    assert orbit[s.symbols("x")].tolist() == orbit["x"].tolist()
    assert "x y vx vy from 0.0 to 5.0 in" in repr(orbit)
    assert f"ends at {orbit(5.0)}" in repr(orbit)


@pytest.mark.parametrize(
    ("names", "found"),
    evaluated(__file__, "trajectory.txt", "names", globals()),
)
def test_names(names, found):
    assert " ".join(s.trajectory(KEPLER, START, 0.1, names=names).names) == found


def test_names_of_momenta_are_those_of_the_chart_s_forms():
    derivative = s.Hamiltonian_to_state_derivative(s.H_rectangular(1.0, lambda x, y: -1 / s.sqrt(x**2 + y**2)))
    start = s.up(0.0, s.up(1.0, 0.0), s.down(0.0, 1.2))
    motion = s.trajectory(derivative, start, 0.1, names=s.R2_rect)
    assert motion.names == ("t", "x", "y", "p_x", "p_y")
    one = s.trajectory(s.Hamiltonian_to_state_derivative(s.H_harmonic(1.0, 1.0)), s.up(0, 1, 0), 1, names="q p")
    assert one["p"][-1] == pytest.approx(-math.sin(1))


def test_functions_of_states_along_it(orbit):
    assert orbit.along(angular_momentum) == pytest.approx(1.2)
    assert len(orbit.along(energy)) == len(orbit.times)
    times = np.linspace(1, 2, 5)
    assert orbit.along(s.coordinate, times)[1].tolist() == [orbit(t)[1][1] for t in times]
    assert orbit.drift(energy) < 1e-10
    assert orbit.drift(s.coordinate) == pytest.approx(max(abs(orbit["x"] - 1).max(), abs(orbit["y"]).max()))
    assert orbit.along(lambda state: 3).tolist() == [3.0] * len(orbit.times)


def test_functions_that_decide_take_one_state_at_a_time(orbit):
    right = orbit.along(lambda state: 1 if state[1][0] > 0 else -1)
    assert right.tolist() == np.sign(orbit["x"]).tolist()
    sides = orbit.along(lambda state: s.up(math.sin(state[0]), state[1][1]))
    assert sides[0] == pytest.approx(np.sin(orbit.times))


def test_tables(orbit):
    assert orbit.numpy().shape == (len(orbit.times), 5)
    times = [0, 1.5, 3]
    assert orbit.numpy(times)[1].tolist() == [1.5, *orbit(1.5)[1], *orbit(1.5)[2]]
    assert orbit.numpy([]).shape == (0, 5)


def damped(k, c):
    return lambda state: up(1, state[2], -k * s.sin(state[1]) - c * state[2])


PENDULUM = s.compile_motion(damped, "k c", "derivative")


@pytest.fixture(scope="module")
def orbits():
    return PENDULUM.ensemble(up(0.0, np.array([1.0, 2.0, 0.5]), 0.0), [0.5, 1.5], np.array([9.0, 10.0, 11.0]), c=0.1)


@pytest.fixture(scope="module")
def section():
    return PENDULUM.section(lambda state: state[1], "rising", 9.0, 0.1).orbit(up(0.0, 1.0, 0.0), 4)


def test_tables_of_ensembles_and_sections(orbits, section):
    for found, angle, k in zip(orbits.to_numpy(), (1.0, 2.0, 0.5), (9.0, 10.0, 11.0), strict=True):
        assert found == pytest.approx(np.array([*PENDULUM(up(0.0, angle, 0.0), [0.5, 1.5], k, 0.1)]).T, abs=1e-9)
    assert section.to_numpy().tolist() == [[*state] for state in section]
    assert PENDULUM.ensemble(up(0.0, np.ones((3, 2)), 0.0), 1.0, 9.0, 0.1).to_numpy().shape == (3, 2, 3)
    with pytest.raises(ScmpyError, match="no crossings"):
        PENDULUM.trajectory(up(0.0, 1.0, 0.0), 0.1, 9.0, 0.1).crossings(lambda state: state[1]).to_numpy()


@pytest.mark.slow
def test_in_pandas(orbit, orbits, section):
    pytest.importorskip("pandas")
    frame = orbit.to_pandas(np.linspace(0, 5, 11))
    assert list(frame.columns) == ["t", "x", "y", "vx", "vy"]
    assert frame["y"][3] == orbit(1.5)[1][1]
    found = PENDULUM.trajectory(up(0.0, 1.0, 0.0), 1.0, 9.0, c=0.1, names="angle rate").to_pandas([0.0, 1.0])
    assert found.attrs == {"units": dict.fromkeys(["t", "angle", "rate"], ""), "parameters": {"k": 9.0, "c": 0.1}}
    found = orbits.to_pandas("angle rate")
    assert found.index.names == ["orbit", None] and found.attrs["parameters"] == {"c": 0.1}
    assert found.loc[2]["k"].tolist() == [11.0, 11.0] and found.loc[2]["t"].tolist() == [0.5, 1.5]
    assert found.loc[1]["angle"].tolist() == orbits.states[1][1].tolist()
    assert section.to_pandas("angle rate").attrs["parameters"] == {"k": 9.0, "c": 0.1}


@pytest.mark.slow
def test_in_xarray(orbit, orbits, section):
    pytest.importorskip("xarray")
    data = orbit.to_xarray([0.0, 1.0, 2.0])
    assert float(data.x.sel(t=1.0)) == orbit(1.0)[1][0]
    assert set(data.data_vars) == {"x", "y", "vx", "vy"}
    L = s.L_harmonic(2 * units.kilogram, 3 * units.newton / units.meter)
    start = up(0 * units.second, 1 * units.meter, 2 * units.meter / units.second)
    data = s.trajectory(s.Lagrangian_to_state_derivative(L), start, 3 * units.second, names="x v").to_xarray()
    assert [data[name].attrs["units"] for name in ("t", "x", "v")] == ["s", "m", "m s^-1"]
    data = orbits.to_xarray("angle rate")
    assert (data.angle.dims, data.k.dims, data.attrs) == (("orbit", "t"), ("orbit",), {"c": 0.1})
    assert float(data.rate.sel(t=1.5)[2]) == orbits.states[2][2, 1]
    assert section.to_xarray().x2.dims == ("crossing",)


def test_without_the_library(orbit, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ScmpyError, match="pandas is not installed"):
        orbit.to_pandas()


def test_parts(orbit):
    part = orbit[1.25:3]
    assert part.times[0] == 1.25
    assert part.times[-1] == 3
    assert part(2.5) == orbit(2.5)
    assert set(part.times[1:-1]) < set(orbit.times)
    with pytest.raises(DomainError, match=r"known from 1\.25 to 3\.0"):
        part(1)
    assert orbit[:].times == orbit.times
    short = orbit[2.0:2.01]
    assert short.times == [2.0, 2.01]
    assert short(2.005) == orbit(2.005)
    assert orbit[2:2].times == [2.0]


def test_longer_ones(orbit):
    longer, whole = orbit.extended(9.0), s.trajectory(KEPLER, START, 9.0)
    assert longer.times[: len(orbit.times)] == orbit.times
    assert abs(longer(8.5)[1] - whole(8.5)[1]) < 1e-9
    assert longer(3.3) == orbit(3.3)
    assert longer.names == orbit.names
    earlier = longer.extended(-2.0)
    assert earlier.times[0] == -2
    assert earlier.times == sorted(earlier.times)
    assert earlier(8.5) == longer(8.5)
    there = s.trajectory(KEPLER, earlier(-2.0), 1.0)
    assert abs(there(1.0)[1] - orbit(1.0)[1]) < 1e-9
    assert abs(earlier(-1.0)[1] - s.trajectory(KEPLER, START, -1.0)(-1.0)[1]) < 1e-9
    back = s.trajectory(KEPLER, START, -1.0).extended(-2.0)
    assert abs(back(-2.0)[1] - earlier(-2.0)[1]) < 1e-9
    none = s.trajectory(KEPLER, START, 0.0)
    assert none.times == [0]
    assert none.extended(1.0).times[-1] == 1


def test_a_longer_one_goes_by_the_same_method():
    with s.setting(ode_integration_method="qcrk4"):
        motion = s.trajectory(lambda x: s.up(1, -x[1]), s.up(0.0, 1.0), 1.0, 1e-6)
    assert motion.extended(2.0).course.method == "qcrk4"


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
def test_files(tmp_path, method):
    orbit = s.trajectory(KEPLER, START, 2.0, 1e-9, method, names="x y vx vy")
    file = tmp_path / "orbit.npz"
    orbit.save(file)
    again = s.Trajectory.load(file)
    assert again.names == orbit.names
    assert again.times == orbit.times
    assert again(2.0) == orbit(2.0)
    for t in np.linspace(0, 2, 37):
        assert again.numpy([t]) == pytest.approx(orbit.numpy([t]), abs=1e-9)
    with pytest.raises(DomainError, match=r"trajectory\(derivative, loaded.end, t\) goes on"):
        again.extended(5.0)
    assert pickle.loads(pickle.dumps(again))(0.7) == again(0.7)
    again.save(str(file))
    assert s.Trajectory.load(str(file))(2.0) == orbit(2.0)


def test_damaged_files(tmp_path):
    file = tmp_path / "orbit.npz"
    file.write_bytes(b"nothing")
    with pytest.raises(DomainError, match="holds no trajectory"):
        s.Trajectory.load(file)
    np.savez(file, a=1)
    with pytest.raises(DomainError, match="holds no trajectory"):
        s.Trajectory.load(file)
    s.trajectory(KEPLER, START, 1.0).save(file)
    file.write_bytes(file.read_bytes()[:-300])
    with pytest.raises(DomainError, match="holds no trajectory"):
        s.Trajectory.load(file)
    with pytest.raises(WrongTypeError, match="a name or a path"):
        s.Trajectory.load(3)


def test_files_that_cannot_be_opened(tmp_path):
    motion = s.trajectory(lambda state: s.up(1, 1), s.up(0.0, 0.0), 1.0)
    with pytest.raises(DomainError, match="cannot be opened: No such file"):
        motion.save(tmp_path / "nowhere" / "motion.npz")
    with pytest.raises(DomainError, match="cannot be opened: No such file"):
        s.Trajectory.load(tmp_path / "nothing.npz")


def test_an_error_keeps_what_there_is():
    with pytest.raises(IntegrationError) as failed:
        s.trajectory(lambda x: s.up(1, s.square(x[1])), s.up(0.0, 1.0), 3.0, names="y")
    kept = failed.value.trajectory
    assert kept.times[-1] == failed.value.time
    assert kept(0.5)[1] == pytest.approx(2)
    assert kept["y"][-1] > 1e9


@pytest.mark.parametrize("row", refused(__file__, "trajectory"))
def test_bad_input(orbit, row):
    check_refusal(row, globals() | {"m": orbit})


def test_derivatives_by_the_time():
    """The motion is a function of the time, whose derivatives of all orders follow from that of the states."""
    motion = s.trajectory(lambda state: s.up(1, state[2], -state[1]), s.up(0, 1, 0), 3)
    assert list(s.D(motion)(1.0)) == pytest.approx([1, -math.sin(1), -math.cos(1)], abs=1e-10)
    assert list((s.D**3)(motion)(1.0)) == pytest.approx([0, math.sin(1), math.cos(1)], abs=1e-10)
    assert s.D(lambda t: motion(2 * t)[1] ** 2)(1.0) == pytest.approx(-2 * math.sin(4), abs=1e-10)
    nested = s.D(lambda a: s.D(lambda t: a * motion(a * t)[1])(1.0))(1.0)
    assert nested == pytest.approx(-2 * math.sin(1) - math.cos(1), abs=1e-10)
    with pytest.raises(DomainError, match="known from"):
        s.D(motion)(5.0)
