"""What everything else is made of: generic operations, expression nodes, comparison, and what is shared.

Of shared expressions of up to 10^5 nodes every operation takes a time that grows with the number of nodes. The exponent
is that of the time as a power of the size, fitted over the sizes; 1 is linear. In the ordinary run of the tests the
sizes are a twentieth.
"""

import itertools
import math
import time
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.expression import subexpressions

fresh = itertools.count()
x, y = s.symbols("x y")

OPERANDS = {
    "int": (3, 4),
    "rational": (Fraction(1, 3), Fraction(2, 5)),
    "float": (0.5, 0.25),
    "expression": (x, y),
    "up": (s.up(1, 2, 3), s.up(4, 5, 6)),
    "function": (s.sin, s.cos),
}


@pytest.mark.parametrize(("a", "b"), OPERANDS.values(), ids=OPERANDS)
def test_generic_sum(benchmark, a, b):
    benchmark.pedantic(s.add, args=(a, b), rounds=200, iterations=50, warmup_rounds=1)


def test_nodes_found_again(benchmark):
    """A thousand times the same product."""
    kept = x * y

    def find():
        for _ in range(1000):
            x * y

    benchmark.pedantic(find, rounds=20, warmup_rounds=1)
    if benchmark.stats is not None:
        benchmark.extra_info["microseconds a node, dispatch included"] = 1000 * benchmark.stats.stats.min
    assert x * y is kept


def test_new_nodes(benchmark):
    """A thousand nodes that did not exist before."""
    kept = []

    def build(start):
        kept.append([x * k for k in range(start, start + 1000)])

    benchmark.pedantic(build, setup=lambda: ((1000 * (2 + next(fresh)),), {}), rounds=20)
    if benchmark.stats is not None:
        benchmark.extra_info["microseconds a node, dispatch included"] = 1000 * benchmark.stats.stats.min
    assert len({id(node) for nodes in kept for node in nodes}) == sum(map(len, kept))


def test_new_nodes_in_sympy(benchmark):
    """The same thousand products as SymPy objects, for comparison."""
    import sympy

    symbol = sympy.Symbol("x")
    benchmark.pedantic(
        lambda start: [symbol * k for k in range(start, start + 1000)],
        setup=lambda: ((1000 * (2 + next(fresh)),), {}),
        rounds=5,
    )


@pytest.mark.parametrize("multiple", [4, 8, 12])
def test_comparison_of_multiple_angles(benchmark, multiple):
    """Chebyshev's polynomials: grows with the multiple, and should grow slowly."""

    def compare():
        t = s.symbols(f"t{next(fresh)}")
        return s.equivalent(s.cos(multiple * t), 2 * s.cos(multiple * t / 2) ** 2 - 1).verdict

    assert benchmark.pedantic(compare, rounds=3) == "equal"


@pytest.mark.parametrize("depth", [20, 60])
def test_nested_roots(benchmark, depth):
    """sqrt(1 + sqrt(1 + ...)), every level a kernel that contains the ones below."""

    def job():
        t = s.symbols(f"t{next(fresh)}")
        e = t
        for _ in range(depth):
            e = s.sqrt(1 + e)
        return s.simplify(e)

    assert benchmark.pedantic(job, rounds=3)


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
