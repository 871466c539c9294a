"""Equations of motion compared, and how many of the pairs of the table SymPy's simplify of the difference decides.

The peer looks whether a difference of residuals, in the order in which they come, simplifies to zero.
"""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
import sympy

import scmpy as s
from scmpy.mechanics.equations.reading import residuals_of

FOLDER = Path(__file__).parents[1] / "mechanics"


def problems():
    """The table of the tests of mechanics."""
    modules = []
    for name in ("motions", "motions_of_systems"):
        spec = importlib.util.spec_from_file_location(f"table.{name}", FOLDER / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[f"table.{name}"] = module
        spec.loader.exec_module(module)
        modules.append(module)
    return modules[0]


def test_compare_hamilton_and_newton(benchmark):
    (t, k, m), (x, p) = s.symbols("t k m"), s.literal_functions("x p")
    newton = m * (s.D**2)(x)(t) + k * x(t)
    hamilton = [s.D(x)(t) - p(t) / m, s.D(p)(t) + k * x(t)]
    assert benchmark(lambda: s.equivalent_equations(hamilton, newton).verdict) == "equal"


@pytest.mark.skipif("SCMPY_WHOLE" not in os.environ, reason="set SCMPY_WHOLE=1: it takes minutes")
def test_sympy_on_the_table():
    """Of the right pairs, those that SymPy sees to be equal; of the wrong ones those whose difference it leaves."""
    table = problems()
    decided = {True: 0, False: 0}
    count = {True: 0, False: 0}
    for name in table.PROBLEMS:
        for first, second, change, right in table.pairs(name):
            count[right] += 1
            decided[right] += change is None and differs(first, second) is not right
    print(f"right pairs: {decided[True]} of {count[True]}; wrong ones: {decided[False]} of {count[False]}")
    assert decided[True] < count[True]


def differs(first, second):
    """Does a difference of residuals not simplify to zero?"""
    one, other = map(residuals_of, (first, second))
    if len(one) != len(other):
        return True
    return any(sympy.simplify(s.to_sympy(a) - s.to_sympy(b)) != 0 for a, b in zip(one, other, strict=True))
