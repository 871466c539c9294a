"""Equations solved by substitution, against SymPy; nearly dependent and badly scaled ones, roots that nearly meet."""

from fractions import Fraction

import pytest
import sympy

import scmpy as s

from .table import hard, library

x, y, z = s.symbols("x y z")
X, Y, Z = sympy.symbols("x y z")


def solution(f, equations, unknowns):
    """The values of the unknowns by a face."""
    if f is s.simple_solve:
        found = f(s.down(*equations), unknowns)
        parts = found[3]
        return {str(p[0][1]): p[0][2] for p in parts}
    given = equations if f is s.solve_equations else [s.make_equation(e, [f"E{k}"]) for k, e in enumerate(equations)]
    found = f(given, unknowns)
    return {str(s.substitution_variable(p)): s.substitution_expression(p) for p in s.substitutions(found)}


SOLVERS = "solve-equations solve-incremental simple-solve"


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


@library("linear-formula quadratic-formula")
def as_sympys_roots(f):
    if f is s.linear_formula:
        assert f(3, 7, lambda root, fail: root, lambda: None) == Fraction(
            *sympy.solve(3 * X + 7, X)[0].as_numer_denom()
        )
        return
    roots = [f(2, -3, -7, lambda root, fail, *p: root, lambda: None)]
    f(2, -3, -7, lambda root, fail, *p: (roots.append(root), fail())[1], lambda: None)
    wanted = [complex(r) for r in sympy.solve(2 * X**2 - 3 * X - 7, X)]
    assert all(min(abs(complex(s.inexact(r)) - w) for w in wanted) < 1e-12 for r in roots)


@hard("linear-formula quadratic-formula")
def a_small_root_beside_a_large_one(f):
    if f is s.linear_formula:
        assert f(Fraction(1, 10**40), 1, lambda root, fail: root, lambda: None) == -(10**40)
        return
    roots = []
    f(1, -(10**20) - Fraction(1, 10**20), 1, lambda root, fail, *p: (roots.append(root), fail())[1], lambda: None)
    assert set(roots) == {10**20, Fraction(1, 10**20)}


@library("isolate-var")
def as_sympys_isolated_unknown(f):
    equation = s.make_equation(3 * x * y - 2 * x + z, ["A"])
    found = f(x, equation, lambda substitution, fail: s.substitution_expression(substitution), lambda: None)
    [wanted] = sympy.solve(3 * X * Y - 2 * X + Z, X)
    assert s.equivalent(found, s.from_sympy(wanted))


@hard("isolate-var")
def a_small_coefficient(f):
    equation = s.make_equation(Fraction(1, 10**25) * x - y, ["A"])
    assert (
        f(x, equation, lambda substitution, fail: s.substitution_expression(substitution), lambda: None) == 10**25 * y
    )


@library("standardize-equation")
def as_sympys_numerator(f):
    found = f((x**2 - y) / (x - 1), [], [], s.symbols("t"))[0]
    assert s.equivalent(found, s.from_sympy(sympy.fraction(sympy.together((X**2 - Y) / (X - 1)))[0])) or s.equivalent(
        -found, s.from_sympy(sympy.fraction(sympy.together((X**2 - Y) / (X - 1)))[0])
    )


@hard("standardize-equation")
def a_factor_that_nearly_cancels(f):
    tiny = Fraction(1, 10**20)
    found = f((x - 1) * (x - 1 - tiny) / (x - 1), [], [], s.symbols("t"))[0]
    assert s.substitute(found, {x: 1 + tiny}) == 0 and s.substitute(found, {x: 2}) != 0
    with pytest.raises(s.ScmpyError):
        s.isolate_var(3, found, list, list)
