"""Shared expressions of up to 10^5 nodes: every operation in a time that grows with the number of nodes.

The exponent is that of the time as a power of the size, fitted over the sizes; 1 is linear. In the ordinary run of
the tests the sizes are a twentieth.
"""

import itertools
import math
import time

import pytest

import scmpy as s
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.expression import subexpressions

fresh = itertools.count()
f = s.literal_function("f")


def shared(n):
    """A graph of n nodes, in which every node but the last is used twice: as a tree it would have 2^(n/2) leaves."""
    x = s.symbols(f"x{next(fresh)}")
    return x, doubled(x, n)


def doubled(e, n):
    for _ in range(n // 2):
        e = s.sin(e + e)
    return e


def flat_sum(n):
    """A sum of products that share one factor."""
    x, y = s.symbols(f"x{next(fresh)} y{next(fresh)}")
    total = x
    for k in range(n // 2):
        total = total + k * y
    return x, total


JOBS = {
    "build": (shared, lambda n, x, e: doubled(x * 2, n)),
    "substitute": (shared, lambda n, x, e: s.substitute(e, x, s.symbols(f"z{next(fresh)}"))),
    "substitute a number": (shared, lambda n, x, e: s.substitute(e, x, 0.5)),
    "differentiate": (shared, lambda n, x, e: s.D(lambda u: doubled(u, n))(x)),
    "differentiate thrice": (shared, lambda n, x, e: (s.D**3)(lambda u: doubled(u, n // 10))(x)),
    "variables": (shared, lambda n, x, e: s.variables_in(e)),
    "traverse": (shared, lambda n, x, e: sum(1 for _ in subexpressions(e))),
    "compare": (shared, lambda n, x, e: bool(s.equivalent(e, doubled(x, n)))),
    "size of the text": (shared, lambda n, x, e: refused(scheme_text, e)),
    "simplify a sum": (flat_sum, lambda n, x, e: s.simplify(e)),
    "print a sum": (flat_sum, lambda n, x, e: scheme_text(e)),
}


def refused(printer, e):
    """The error that states the size of the text."""
    with pytest.raises(s.ScmpyError, match="most-characters"):
        printer(e)
    return True


@pytest.mark.parametrize(("prepare", "job"), JOBS.values(), ids=JOBS)
def test_linear_time(benchmark, thorough, prepare, job):
    largest = 100_000 if thorough else 5_000
    times = {}
    for n in (largest // 10, largest // 5, largest * 2 // 5, largest * 4 // 5, largest):
        best = math.inf
        for _ in range(2):
            x, e = prepare(n)
            start = time.process_time()
            assert job(n, x, e) is not None
            best = min(best, time.process_time() - start)
        times[n] = best
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info["seconds by nodes"] = times
    benchmark.extra_info["exponent"] = slope([(math.log(n), math.log(t)) for n, t in times.items()])


def slope(points):
    """The slope of the line of least squares."""
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
