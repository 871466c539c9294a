"""D nested six deep of a function of ten variables, and gradients forward and in reverse; SymPy on the same."""

import itertools
import time

import pytest

import scmpy as s

fresh = itertools.count()
N = 10


def function(q, sin=s.sin, exp=s.exp):
    """A function of the variables in which all of them meet."""
    total = 0
    for a, b in itertools.pairwise(q):
        total = total + sin(a) * exp(b) + a * b
    return total * total


def scmpy_job(order, n):
    return (s.D**order)(function)(s.up(*s.symbols(" ".join(f"q{i}_{n}" for i in range(N)))))


def sympy_job(order, n):
    """The distinct partial derivatives of this order, each from one of the order below."""
    import sympy

    q = sympy.symbols(" ".join(f"q{i}_{n}" for i in range(N)))
    level = {(): function(q, sympy.sin, sympy.exp)}
    for _ in range(order):
        level = {(*key, i): e.diff(q[i]) for key, e in level.items() for i in range(key[-1] if key else 0, N)}
    return level


def seconds(job, *args):
    start = time.process_time()
    job(*args)
    return time.process_time() - start


@pytest.mark.parametrize("order", range(1, 7))
def test_nested_derivatives_of_ten_variables(benchmark, order, thorough):
    first = seconds(scmpy_job, order, next(fresh))
    tensor = benchmark.pedantic(scmpy_job, setup=lambda: ((order, next(fresh)), {}), rounds=3 if order < 5 else 1)
    for _ in range(order):
        assert len(tensor) == N
        tensor = tensor[0]
    benchmark.extra_info |= {"first call (s)": first, "components": N**order}
    if thorough and order < 4:
        seconds(sympy_job, 1, next(fresh))
        theirs = seconds(sympy_job, order, next(fresh))
        benchmark.extra_info["times faster than SymPy"] = theirs / benchmark.stats.stats.min


def chain(q):
    """A function in which every variable acts on all that came before."""
    total = 0
    for k, component in enumerate(q):
        total = s.sin(total + k * component) * component
    return total


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("n", [10, 100, 300])
def test_gradients(benchmark, n, mode):
    D = {"forward": s.D_forward, "reverse": s.D_reverse}[mode]
    point = s.up(*(0.1 + k / n for k in range(n)))
    value = min(seconds(chain, point) for _ in range(5))
    gradient = benchmark.pedantic(D(chain), args=(point,), rounds=3)
    assert len(gradient) == n
    if benchmark.stats is not None:
        benchmark.extra_info["times the function"] = benchmark.stats.stats.min / value
