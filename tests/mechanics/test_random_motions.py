"""Random systems, multiplied by random matrices: the verdicts, checked against the motions by numerical integration."""

import itertools
import os
import random

import pytest

import scmpy as s
from scmpy import D, equivalent_equations
from scmpy.numerics.ode.step_control import Integrator

t = s.symbols("t")
NAMES = s.literal_functions("x y")
SYSTEMS = 200

#: The suite runs a part of the tables of pairs and triples.
whole = pytest.mark.skipif("SCMPY_WHOLE" not in os.environ, reason="set SCMPY_WHOLE=1 for the whole tables")
KINDS = ("constant", "triangular", "positive", "order", "vanishing", "singular", "wrong")
CONVERSE = {"implies": "implied", "implied": "implies"}

TERMS = [
    lambda x, v: x[0],
    lambda x, v: x[-1] * v[0],
    lambda x, v: v[-1],
    lambda x, v: x[0] ** 2 - 1,
    lambda x, v: x[0] * x[-1],
    lambda x, v: s.sin(x[-1]),
    lambda x, v: v[0] ** 2,
    lambda x, v: s.cos(x[0]) * v[-1],
]
POSITIVE = [
    lambda x, v: 1 + x[0] ** 2,
    lambda x, v: s.exp(v[-1]),
    lambda x, v: 2 + s.sin(x[-1]),
    lambda x, v: 3,
    lambda x, v: x[0] ** 2 + v[0] ** 2 + 1,
]
ANY = [lambda x, v: x[0], lambda x, v: v[-1], lambda x, v: x[-1] * v[0], lambda x, v: s.sin(x[0]), lambda x, v: 2]
VANISHING = [lambda x, v: v[0], lambda x, v: x[0] - 1, lambda x, v: x[0] ** 2 - 4, lambda x, v: s.sin(x[0])]


class System:
    """The residuals a + b(x, v), as a function of numbers or expressions."""

    def __init__(self, chance, size):
        self.size = size
        self.forces = [
            [(chance.choice([-2, -1, 1, 2]), chance.choice(TERMS)) for _ in range(chance.randint(1, 2))]
            for _ in range(size)
        ]

    def __call__(self, x, v, a):
        return [a[i] + sum(c * term(x, v) for c, term in force) for i, force in enumerate(self.forces)]


def multiplied(matrix, system):
    """The residuals M E."""

    def residuals(x, v, a):
        found = system(x, v, a)
        return [sum(entry(x, v) * e for entry, e in zip(row, found, strict=True)) for row in matrix]

    return residuals


def constant(c):
    return lambda x, v: c


def matrix_of(kind, chance, size):
    """A matrix of functions whose determinant does not vanish, or vanishes somewhere, or everywhere."""
    rows = [[constant(int(i == j)) for j in range(size)] for i in range(size)]
    if kind == "constant":
        c = chance.choice([-3, 2, 5])
        rows = [[constant(c)]] if size == 1 else [[constant(1), constant(c)], [constant(1), constant(c + 1)]]
    elif kind == "triangular" and size == 2:
        rows[0][1] = chance.choice(ANY)
    elif kind in ("positive", "triangular"):
        rows[-1][-1] = chance.choice(POSITIVE)
    elif kind == "vanishing":
        rows[0][0] = chance.choice(VANISHING)
    elif kind == "singular":
        rows = [[constant(1)] * size] * size if size == 2 else [[constant(0)]]
    return rows


def of_functions(residuals, size):
    paths = NAMES[:size]
    return residuals([f(t) for f in paths], [D(f)(t) for f in paths], [(D**2)(f)(t) for f in paths])


def of_first_order(residuals, size):
    """The same with velocities as unknowns."""
    paths, speeds = NAMES[:size], s.literal_functions("u w")[:size]
    values = [f(t) for f in paths], [f(t) for f in speeds], [D(f)(t) for f in speeds]
    return [*(D(f)(t) - w(t) for f, w in zip(paths, speeds, strict=True)), *residuals(*values)]


def accelerations(residuals, x, v):
    """The accelerations at which residuals that are affine in them vanish, by Cramer's rule."""
    n = len(x)
    rest = [float(e) for e in residuals(x, v, [0.0] * n)]
    columns = []
    for j in range(n):
        at = residuals(x, v, [float(i == j) for i in range(n)])
        columns.append([float(e) - b for e, b in zip(at, rest, strict=True)])
    if n == 1:
        return [-rest[0] / columns[0][0]]
    (a, c), (b, d) = columns
    det = a * d - b * c
    return [-(rest[0] * d - b * rest[1]) / det, -(a * rest[1] - rest[0] * c) / det]


def motion(residuals, start):
    n = len(start) // 2
    return Integrator(lambda _, y: [*y[n:], *accelerations(residuals, y[:n], y[n:])], 0, start, 1e-9).advance(0.2)


def same_motion(first, second, chance, size):
    """Do both systems move in the same way from common initial data?"""
    for _ in range(2):
        start = [chance.uniform(0.3, 0.7) for _ in range(2 * size)]
        one, other = motion(first, start), motion(second, start)
        if any(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=True)):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_random_systems(block):
    for number in range(block * SYSTEMS // 10, (block + 1) * SYSTEMS // 10):
        chance = random.Random(number)
        kind, size = KINDS[number % len(KINDS)], chance.choice([1, 2])
        system = System(chance, size)
        other = multiplied(matrix_of(kind, chance, size), system)
        if kind == "wrong":
            force = chance.choice(TERMS)
            other = multiplied(
                matrix_of("positive", chance, size),
                lambda x, v, a, e=system, f=force: [e(x, v, a)[0] + f(x, v), *e(x, v, a)[1:]],
            )
        first = of_functions(system, size)
        second = (of_first_order if kind == "order" else of_functions)(other, size)
        check(kind, size, number, system, other, equivalent_equations(first, second), chance)
        if number % 5 == 0:
            verdicts = equivalent_equations(first, second).verdict, equivalent_equations(second, first).verdict
            assert verdicts[1] == CONVERSE.get(verdicts[0], verdicts[0])


def check(kind, size, number, system, other, answer, chance):
    """Is the verdict what the multiplier, and numerical integration, say?"""
    if kind == "singular":
        assert answer.verdict == "implies", (number, answer)
    elif kind == "vanishing":
        assert answer.verdict in ("equal", "equal except"), (number, answer)
        if size == 1:
            assert answer.verdict == expected_of_one(system, other), (number, answer)
    elif kind == "wrong":
        assert answer.verdict in ("different", "implies", "implied"), (number, answer)
        assert not same_motion(system, other, chance, size), number
    else:
        assert answer.verdict == "equal", (number, answer)
        assert same_motion(system, other, chance, size), number


def expected_of_one(system, other):
    """The factors of VANISHING vanish at rest: does every such rest that solves the product solve the equation?"""
    places = [c for c in (0.0, 1.0, 2.0, -2.0, 0.37, 0.61, s.pi) if abs(float(other([c], [0.0], [0.0])[0])) < 1e-12]
    fine = all(abs(float(system([c], [0.0], [0.0])[0])) < 1e-12 for c in places)
    return "equal" if fine else "equal except"


# --- laws ------------------------------------------------------------------------------------------------------

x, y, k = NAMES[0](t), NAMES[1](t), s.symbols("k")
v, a = D(NAMES[0])(t), (D**2)(NAMES[0])(t)

#: Systems for one function, without quotients.
PLAIN = [
    *(x, v, a, x - 1, x * v, v * a, a + x, a - x, a + k * x, k * a, (a + x) * x, (a + x) * v, x**2 - 1, v**2 - 1),
    *(v - x, v + x, (v - x) * (v + x), a + v, a + x**3, 2 * a + 2 * x, x**2 + v**2 - 1, x**2 + 1, abs(x) * a, 1),
    *(a + s.sin(x), s.sin(x), s.cos(x) - 1, (a + x) * (1 + x**2), (D**3)(NAMES[0])(t) + v, x * a + v**2, (v - 1) * x),
    *(
        [a, x],
        [a + x, a - x],
        s.exp(x) * (a + x),
        v - s.exp(x),
        (x - s.sin(t)) * (a + x),
        a + x - s.sin(t),
        x**2 * v**2,
    ),
]
OTHERS = [
    *(1 / x, 1 / (a + x), D(NAMES[1])(t) - x, x - y, [v - y, D(NAMES[1])(t) + x], [v + y, D(NAMES[1])(t) - x]),
    *([x - y, a], v / x - 1, 0),
]


def check_symmetry(pairs):
    for one, other in pairs:
        there, back = equivalent_equations(one, other), equivalent_equations(other, one)
        assert back.verdict == CONVERSE.get(there.verdict, there.verdict), (one, other)
        assert [e.where for e in there.exceptions] == [e.where for e in back.exceptions], (one, other)


@pytest.mark.slow
def test_comparison_is_symmetric():
    check_symmetry(itertools.islice(itertools.combinations([*PLAIN, *OTHERS], 2), 0, None, 9))


@whole
def test_comparison_is_symmetric_for_all_pairs():
    pairs = list(itertools.combinations([*PLAIN, *OTHERS], 2))
    assert len(pairs) > 1000
    check_symmetry(pairs)


@pytest.mark.slow
def test_implication_is_transitive():
    check_transitivity(PLAIN[::3])


@whole
def test_implication_is_transitive_for_all_triples():
    check_transitivity(PLAIN)


def check_transitivity(systems):
    """Equal systems imply the same, and what is implied by what is implied is implied."""
    verdicts = {
        (i, j): equivalent_equations(systems[i], systems[j]).verdict
        for i, j in itertools.permutations(range(len(systems)), 2)
    }
    known = {pair: verdict in ("equal", "implies") for pair, verdict in verdicts.items()}
    for i, j, n in itertools.permutations(range(len(systems)), 3):
        if known[i, j] and known[j, n] and verdicts[i, n] != "undecided":
            both = verdicts[i, j] == verdicts[j, n] == "equal"
            place = systems[i], systems[j], systems[n]
            assert verdicts[i, n] == ("equal" if both else "implies"), place
