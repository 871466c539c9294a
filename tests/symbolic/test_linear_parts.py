"""Identities that are too large to be expanded as a whole vanish part by part."""

import functools
import itertools
import operator

import pytest

from scmpy import setting, simplify, sin, symbols
from scmpy.errors import LimitError
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import Application
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.linear_parts import linear_parts, splitting_atom

N = 4
rows = [[symbols(f"{name}{i}") for i in range(N)] for name in "abcd"]
x, y = symbols("x y")


def product(factors):
    return functools.reduce(operator.mul, factors)


def of_sums():
    """A product of sums."""
    return product(functools.reduce(operator.add, row) for row in rows)


def of_terms():
    """The same, term by term."""
    return functools.reduce(operator.add, map(product, itertools.product(*rows)))


@pytest.mark.parametrize("factor", [1, x**2 + y, sin(x), 1 / (x + y)], ids=str)
def test_what_vanishes(factor):
    difference = (of_sums() - of_terms()) * factor
    with setting(expansion_memory=2_000):
        assert simplify(difference) == 0


@pytest.mark.parametrize("rest", [x, product(row[0] for row in rows), rows[0][0] ** 2, 1], ids=str)
def test_what_does_not_vanish_is_refused(rest):
    difference = of_sums() - of_terms() + rest
    assert str(simplify(difference)) == str(rest)
    with setting(expansion_memory=2_000), pytest.raises(LimitError, match="terms on the way"):
        simplify(difference)


def test_what_is_linear_in_nothing_is_refused():
    with setting(expansion_memory=100), pytest.raises(LimitError, match="terms on the way"):
        simplify((x + y) ** 9 * (x - y) ** 9 - (x**2 - y**2) ** 9)


@pytest.mark.parametrize(
    ("expression", "linear"),
    [
        (x * y + x, "x y"),
        (x**2 * y, "y"),
        (x / y, "x"),
        (x / y - y, "x"),
        (x * (x + y), "y"),
        ((x + y) * (x - y), ""),
        (1 / x + y, "y"),
        (x - 2 * y, "x y"),
        ((x + 1) * y / (y + 2) + x, "x"),
        (-x, "x"),
        (1 / (x * y), ""),
    ],
    ids=str,
)
def test_the_atoms_in_which_an_expression_is_linear(expression, linear):
    steps = [node for node in subexpressions(expression) if node not in (x, y)]
    steps = [node for node in steps if isinstance(node, Application)]
    for atom in (x, y):
        found = splitting_atom(expression, steps, {atom})
        assert found == (atom if str(atom) in linear.split() else None)
        if found is not None:
            rest, coefficient = linear_parts(expression, steps, atom)
            assert simplify(rest + coefficient * atom - expression) == 0
            assert substitute(rest + coefficient, {atom: 7}) == rest + coefficient
