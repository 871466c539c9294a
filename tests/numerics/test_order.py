"""The order of methods, proved: by rooted trees, by series in the length for any slope, by words for compositions."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import scmpy as s
from scmpy.numerics.ode import methods as dop853
from scmpy.numerics.ode import methods as symplectic
from scmpy.numerics.ode.methods import EXPLICIT_EULER, QCRK4, RUNGE_KUTTA_4, columns, gauss

# --- rooted trees: Hairer, Norsett, Wanner, II.2 -------------------------------------------------------------------


@cache
def trees(order):
    """The rooted trees with so many nodes: each the sorted tuple of its branches."""
    if order == 1:
        return [()]
    return sorted({tuple(sorted(branches)) for branches in _forests(order - 1)})


def _forests(nodes):
    if nodes == 0:
        yield ()
    for first in range(1, nodes + 1):
        for tree in trees(first):
            for rest in _forests(nodes - first):
                yield (tree, *rest)


def size(tree):
    return 1 + sum(map(size, tree))


def density(tree):
    return size(tree) * math.prod(map(density, tree))


def weights_of(tree, rows, count):
    """Of every stage, the product of the sums over the branches."""
    found = [1] * count
    for branch in tree:
        inner = weights_of(branch, rows, count)
        sums = [sum((a * x for a, x in zip(row, inner, strict=False)), 0) for row in rows]
        found = [x * y for x, y in zip(found, sums, strict=True)]
    return found


def elementary_weight(tree, rows, weights):
    return sum(b * x for b, x in zip(weights, weights_of(tree, rows, len(weights)), strict=True))


def rosenbrock_weights(tree, alone, beside, count):
    """The same of a Rosenbrock method: where a node has one branch its rows are others (Hairer, Wanner, II, IV.7)."""
    found = [1] * count
    for branch in tree:
        inner = rosenbrock_weights(branch, alone, beside, count)
        rows = alone if len(tree) == 1 else beside
        found = [x * sum(a * y for a, y in zip(row, inner, strict=True)) for x, row in zip(found, rows, strict=True)]
    return found


def test_rosenbrock_s_method_is_of_order_five():
    n, tables = 8, (dop853.SHIFTED_ROWS, dop853.COUPLINGS)
    full = [np.array([[*row, *[0.0] * (n - len(row))] for row in rows]) for rows in tables]
    gammas = np.linalg.inv(np.eye(n) / dop853.GAMMA - full[1])
    beside = full[0] @ gammas
    weights = (full[0][-1] + np.eye(n)[-1]) @ gammas
    for order in range(1, 6):
        for tree in trees(order):
            found = sum(weights * rosenbrock_weights(tree, beside + gammas, beside, n))
            assert found == pytest.approx(1 / density(tree), abs=1e-12)


def test_the_trees():
    assert [len(trees(n)) for n in range(1, 9)] == [1, 1, 2, 4, 9, 20, 48, 115]


@pytest.mark.parametrize("order", range(1, 10))
def test_dop853(order):
    """Of order 8 and no more; its two errors are those of orders 5 and 3."""
    for tree in trees(order):
        assert order > 8 or elementary_weight(tree, dop853.ROWS, dop853.WEIGHTS) == pytest.approx(
            1 / density(tree), abs=3e-14
        )
    for known, weights in ((8, dop853.WEIGHTS), (5, dop853.ERROR_5), (3, dop853.ERROR_3)):
        wrong = [
            abs(elementary_weight(tree, dop853.ROWS, weights) - (1 / density(tree) if known == 8 else 0))
            for tree in trees(order)
        ]
        assert (max(wrong) < 1e-13) == (order <= known)


@pytest.mark.parametrize("stages", [1, 2, 3])
def test_gauss(stages):
    """Exactly, with square roots: of order 2 s and no more."""
    _, rows, weights = gauss(stages, s.sqrt)
    for order in range(1, 2 * stages + 2):
        holds = [
            s.equivalent(elementary_weight(tree, rows, weights), Fraction(1, density(tree))) for tree in trees(order)
        ]
        assert all(holds) == (order <= 2 * stages)


# --- series in the length, for two literal functions of the state ---------------------------------------------------

f, g = (s.literal_function(name, "(-> (UP Real Real) Real)") for name in "fg")
x, y = s.symbols("x y")


def slope(t, state):
    there = s.up(*state)
    return [f(there), g(there)]


def lie(observed, order):
    """The derivative of this order of a function along the exact solution."""
    for _ in range(order):
        observed = _along(observed)
    return observed


def _along(observed):
    return lambda at: s.D(observed)(at) * s.up(f(at), g(at))


def agrees(step, order):
    """Has the first number of the state after a step the derivative of this order that the solution has?"""
    moved = lambda h: step(slope, 0, [x, y], slope(0, [x, y]), h)[0]  # noqa: E731
    for _ in range(order):
        moved = s.D(moved)
    return s.equivalent(moved(0), lie(lambda at: at[0], order)(s.up(x, y)))


TEXTS = {
    "explicit-euler": (1, lambda *given: EXPLICIT_EULER.step(*given).state),
    "runge-kutta-4": (4, lambda *given: RUNGE_KUTTA_4.step(*given).state),
    "qcrk4, its error taken off": (4, lambda *given: QCRK4.step(*given).state),
    "bulirsch-stoer, one column": (2, lambda *given: next(columns(*given)).state),
    "bulirsch-stoer, two columns": (4, lambda *given: list(itertools.islice(columns(*given), 2))[1].state),
}


@pytest.mark.parametrize(("order", "step"), TEXTS.values(), ids=TEXTS)
def test_for_any_slope(order, step):
    assert all(agrees(step, k) for k in range(order + 1))
    if order == 2:
        assert not agrees(step, 3)


# --- compositions: words of operators that do not commute: Hairer, Lubich, Wanner, III.3, III.5 ----------------------


def words(letters, most):
    """The words of letters, with their weights, that weigh no more than this."""
    found, last = [()], [()]
    while last:
        last = [(*w, a) for w in last for a in letters if sum(letters[b] for b in (*w, a)) <= most]
        found += last
    return found


def times(p, q, letters, most):
    """The product of two series of words."""
    found: dict = {}
    for (u, a), (w, b) in itertools.product(p.items(), q.items()):
        if sum(letters[x] for x in u + w) <= most:
            found[u + w] = found.get(u + w, 0.0) + a * b
    return found


def exponential(element, letters, most):
    total = term = {(): 1.0}
    for k in range(1, most + 1):
        term = {w: c / k for w, c in times(term, element, letters, most).items()}
        total = {w: total.get(w, 0.0) + term.get(w, 0.0) for w in {*total, *term}}
    return total


def difference(p, q, letters, weight):
    return max(
        abs(p.get(w, 0.0) - q.get(w, 0.0)) for w in words(letters, weight) if sum(letters[a] for a in w) == weight
    )


COMPOSITIONS = {
    "yoshida-4": (4, symplectic.FOURTH),
    "yoshida-6": (6, symplectic.SIXTH),
    "yoshida-8": (8, symplectic.EIGHTH),
    "suzuki-umeno-8": (8, symplectic.BETTER_EIGHTH),
}


@pytest.mark.parametrize(("order", "outer"), COMPOSITIONS.values(), ids=COMPOSITIONS)
def test_of_any_symmetric_method_of_order_2(order, outer):
    """One is exp(h Y1 + h^3 Y3 + h^5 Y5 + ...) with any operators; the composition is exp(h Y1) up to its order."""
    letters = {1: 1, 3: 3, 5: 5, 7: 7, 9: 9}
    total = {(): 1.0}
    for part in (*outer, 1 - 2 * sum(outer), *reversed(outer)):
        step = exponential({(a,): part**a for a in letters}, letters, order + 1)
        total = times(total, step, letters, order + 1)
    flow = exponential({(1,): 1.0}, letters, order + 1)
    for weight in range(1, order + 2):
        assert (difference(total, flow, letters, weight) < 1e-11) == (weight <= order)


# --- symplectic methods, for literal kinetic energy and potential ----------------------------------------------------

T, V = s.literal_function("T"), s.literal_function("V")
q, p = s.symbols("q p")


def hamilton(t, state):
    return [1, s.D(T)(state[2]), -s.D(V)(state[1])]


def once(image, guess):
    return image(guess)


def moved(step, state, h):
    return step(hamilton, state[0], list(state), None, h, once).state


def flows(observed):
    return lambda at: s.D(observed)(at) * s.up(1, s.D(T)(at[2]), -s.D(V)(at[1]))


SYMPLECTIC = {
    "symplectic-euler-a": (1, symplectic.coordinates_first),
    "symplectic-euler-b": (1, symplectic.momenta_first),
    "stormer-verlet": (2, symplectic.verlet),
}


@pytest.mark.parametrize(("order", "step"), SYMPLECTIC.values(), ids=SYMPLECTIC)
def test_for_any_kinetic_energy_and_potential(order, step):
    for i in (1, 2):
        rate, exact = (lambda h, i=i: moved(step, [0, q, p], h)[i]), (lambda at, i=i: at[i])
        for k in range(order + 2):
            assert bool(s.equivalent(rate(0), exact(s.up(0, q, p)))) == (k <= order)
            rate, exact = s.D(rate), flows(exact)


def test_verlet_s_method_is_symmetric():
    """A step back leads to where a step came from: its order is even, and the compositions above are of it."""
    h = s.symbols("h")
    there = moved(symplectic.verlet, [0, q, p], h)
    back = moved(symplectic.verlet, there, -h)
    assert all(s.equivalent(a, b) for a, b in zip(back, [0, q, p], strict=True))
