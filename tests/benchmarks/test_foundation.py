"""What everything else is made of: generic operations, expression nodes, comparison."""

import itertools
from fractions import Fraction

import pytest

import scmpy as s

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
