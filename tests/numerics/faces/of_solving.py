"""Equations solved by substitution, against SymPy; nearly dependent and badly scaled ones, roots that nearly meet."""

from fractions import Fraction

import sympy

import scmpy as s

from .table import hard, library

x, y, z = s.symbols("x y z")
X, Y, Z = sympy.symbols("x y z")


def solution(f, equations, unknowns):
    """The values of the unknowns by a face."""
    given = equations if f is s.solve_equations else [s.make_equation(e, [f"E{k}"]) for k, e in enumerate(equations)]
    found = f(given, unknowns)
    return {str(unknown): value for (_, unknown, value), _ in s.substitutions(found)}


SOLVERS = "solve-equations solve-incremental "


@library(SOLVERS)
def as_sympys_solve(f):
    found = solution(f, [2 * x + 3 * y - z - 1, x - y + z - 4, 3 * x + y - 5], [x, y, z])
    wanted = sympy.solve([2 * X + 3 * Y - Z - 1, X - Y + Z - 4, 3 * X + Y - 5], [X, Y, Z])
    assert {name: Fraction(value) for name, value in found.items()} == {
        str(k): Fraction(int(v.p), int(v.q)) for k, v in wanted.items()
    }


@hard(SOLVERS)
def nearly_parallel_lines(f):
    """Two lines that meet at an angle of 1e-30, exactly."""
    tiny = Fraction(1, 10**30)
    found = solution(f, [x + y - 2, x + (1 + tiny) * y - 2 - tiny], [x, y])
    assert found == {"x": 1, "y": 1}
