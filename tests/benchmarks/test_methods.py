"""Every method on Hénon and Heiles's system to T = 100: the time, beside the error that it leaves."""

import pytest

import scmpy as s
from scmpy.errors import ScmpyError
from scmpy.numerics.ode.solvers import METHODS
from scmpy.structure.tuples import leaves

START = s.up(0.0, s.up(0.1, 0.2), s.down(0.3, 0.1))


def energy(state):
    (x, y), (p, q) = state[1], state[2]
    return (p * p + q * q + x * x + y * y) / 2 + x * x * y - y**3 / 3


@pytest.mark.parametrize("name", [name for name in METHODS if not name.startswith(("munthe", "lie"))])
def test_method(benchmark, thorough, name):
    how = {"step": 0.05} if not METHODS[name].powers else {"tolerance": 1e-5 if name.startswith("qcc") else 1e-9}
    end = 100.0 if thorough else 5.0
    advance = s.state_advancer(lambda: s.Hamiltonian_to_state_derivative(energy))
    try:
        advance(START, 0.1, method=name, **how)  # which compiles
    except ScmpyError as error:
        if "install" not in str(error):
            raise
        pytest.skip(str(error))
    mine = benchmark.pedantic(
        lambda: advance(START, end, method=name, **how), rounds=3 if thorough else 1, warmup_rounds=int(thorough)
    )
    error = max(abs(a - b) for a, b in zip(leaves(mine), leaves(advance(START, end, 1e-13)), strict=True))
    benchmark.extra_info["error"] = error
    assert error < 0.2
