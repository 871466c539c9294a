"""Products of Jacobians with directions beside the slopes that they are derivatives of, both as machine code."""

import ctypes

import pytest

import scmpy as s
from scmpy.structure.tuples import leaves

pytest.importorskip("llvmlite")

from .test_compiled import SLOPES, many_slopes, medians


@pytest.mark.parametrize("name", SLOPES)
def test_jacobian_vector_products(benchmark, thorough, name):
    derivative, start = SLOPES[name]
    slope = s.compile_function(derivative, start)
    graphs = {"slope": slope.whole, "product": slope.jvp.whole}
    count = 200_000 if thorough else 100
    numbers = {"slope": leaves(start), "product": [*leaves(start), *(0.1 * i - 0.3 for i in range(len(leaves(start))))]}

    def job(which):
        call, given = many_slopes(graphs[which]).call, numbers[which]

        def run():
            y = (ctypes.c_double * len(given))(*given)
            call(y, (ctypes.c_double * len(given))(), count)

        return run

    jobs = {which: job(which) for which in graphs}
    benchmark.pedantic(jobs["product"], rounds=3)
    times = medians(11 if thorough else 1, **jobs)
    operations = {which: len(graph.operations) for which, graph in graphs.items()}
    benchmark.extra_info |= {
        "operations of the slope": operations["slope"],
        "operations of the product": operations["product"],
        "operations, product over slope": operations["product"] / operations["slope"],
        "slope, nanoseconds": 1e9 * times["slope"] / count,
        "product, nanoseconds": 1e9 * times["product"] / count,
        "time, product over slope": times["product"] / times["slope"],
    }
    assert operations["product"] <= 2.75 * operations["slope"] + 8
