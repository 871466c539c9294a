"""Solutions of equations: all of them are such, none is left out silently, conditions and doubts are told."""

from __future__ import annotations

import math

import pytest

from scmpy import (
    D,
    assuming,
    cos,
    down,
    equivalent,
    exp,
    literal_function,
    log,
    setting,
    sin,
    solve,
    sqrt,
    substitute,
    symbols,
    tan,
    up,
)
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text
from scmpy.solving import asking

x, y, z, a, b, c, t = symbols("x y z a b c t")
r, s = symbols("r s", real=True)
p = symbols("p", positive=True)
q = literal_function("q")


@pytest.mark.parametrize(
    ("equations", "unknowns", "count"),
    [
        (a * x - b, x, 1),
        (x**2 - a, x, 2),
        (a * x**2 + b * x + c, x, 2),
        (x**3 - 8, x, 3),
        (x**3 - 3 * x + 1, x, 3),
        (x**4 - 10 * x**2 + 1, x, 4),
        ((x**2 - 1) / (x - 1), x, 1),
        (exp(x) - p, x, 1),
        (log(x) + log(x - 1), x, 1),
        (sin(x) - a, x, 2),
        (tan(x) - 1, x, 2),
        (sin(x) + cos(x) - 1, x, 2),
        (sin(x) * (p * cos(x) - a), x, 4),
        (sin(2 * x) - cos(x), x, 4),
        (sin(x) * (1 + cos(x)), x, 2),
        ([x * sin(y) - 1, x * cos(y) - 2], [x, y], 2),
        (sqrt(x) - p, x, 1),
        (abs(r) - 1, r, 2),
        ([x + y - 3, x - y - a], [x, y], 1),
        ([x + y - 3, x * y - 2], [x, y], 2),
        (up(x**2 + y**2 - 1, x - y), up(x, y), 2),
        ([x + y + z - 1, x - y], [x, y, z], 1),
        (D(q)(t) ** 2 - q(t), D(q)(t), 2),
        ([q(t) + x - a, q(t) - x], [q(t), x], 1),
    ],
)
def test_solutions_make_the_residuals_vanish(equations, unknowns, count):
    found = solve(equations, unknowns)
    assert len(found) == count
    residuals = equations if isinstance(equations, (list, type(up()))) else [equations]
    several = isinstance(unknowns, (list, type(up())))
    for values in found:
        at = dict(zip(unknowns, values, strict=True)) if several else {unknowns: values}
        assert all(equivalent(substitute(residual, at), 0).verdict != "different" for residual in residuals)


def test_declared_facts_choose_among_the_roots():
    assert solve(p**2 - 4, p) == (2,)
    assert solve(r**2 + 1, r) == ()
    with assuming(positive=x):
        assert solve(x**2 - 4, x) == (2,)


def test_no_solution_is_proved_or_refused():
    assert solve([x - 1, x - 2], x) == ()
    assert solve([a * x - 1, a * x - 2], x) == ()
    assert solve(7, x) == ()
    assert solve(exp(r), r) == ()
    with pytest.raises(LimitError, match="not proved"):
        solve(exp(sin(x)), x)


def test_every_value_is_a_solution_of_nothing():
    assert solve(0, x) == (x,)
    assert solve([x - x], [x, y]) == (up(x, y),)


def test_conditions_are_told():
    with pytest.raises(DomainError, match="on conditions only, and none where a = -"):
        solve(sqrt(x) - a, x)


def test_roots_without_a_closed_form_are_floats_all_of_them():
    found = solve((x**5 - x - 1) * (x**2 - 2), x)
    assert len(found) == 7
    assert sum(isinstance(root, (float, complex)) for root in found) == 5
    for root in found:
        value = complex(root)
        assert abs((value**5 - value - 1) * (value**2 - 2)) < 1e-12


def test_a_polynomial_with_parameters_has_all_its_roots_or_none():
    with pytest.raises(LimitError, match="of 5 roots"):
        solve(x**5 - a * x - 1, x)


def test_floats_give_floats():
    assert solve(0.1 * x - 1, x) == (10.0,)
    low, high = solve(0.5 * x**2 - 0.3, x)
    assert math.isclose(high, math.sqrt(0.6)) and low == -high


def test_time_is_bounded(monkeypatch):
    class Slow:
        @staticmethod
        def solve(*_, **__):
            while True:
                pass

    with setting(solving_time=0.05), pytest.raises(LimitError, match="longer than"):
        asking.answer_of("solve", lambda sympy: Slow.solve())


def test_what_is_wrong_in_sympy_is_no_answer(monkeypatch):
    import sympy

    monkeypatch.setattr(sympy, "solve", lambda *_, **__: [{sympy.Symbol("x"): sympy.Integer(3)}])
    with pytest.raises(LimitError, match="no solution"):
        solve(sin(x) - 2 * x - exp(x), x)


@pytest.mark.parametrize("wrong", [3, "x", [x, x], [], sin(x), x + 1])
def test_what_is_no_unknown_is_refused(wrong):
    with pytest.raises(ScmpyError):
        solve(x - 1, wrong)


def test_what_is_no_equation_is_refused():
    with pytest.raises(WrongTypeError, match="solve expects expressions"):
        solve([sin], x)
    with pytest.raises(ScmpyError):
        solve(float("nan"), x)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(solve '(= (square x) 4) 'x)", "(-2 2)"),
        ("(solve '(+ x -3) 'x)", "(3)"),
        ("(solve '(+ x y) 'x)", "((* -1 y))"),
        ("(solve '(= x y) 'x)", "(y)"),
        ("(solve '(x y) '(x y))", "(#(0 0))"),
        ("(solve (list '(+ x y -3) '(- x y 1)) '(x y))", "(#(2 1))"),
        ("(solve (down (+ 'x 'y -3) (- 'x 'y 1)) (list 'x 'y))", "(#(2 1))"),
        ("(solve (- ((literal-function 'f) 't) 'a) ((literal-function 'f) 't))", "(a)"),
        ("(begin (assume! '(positive? u)) (solve '(- (square u) 4) 'u))", "(2)"),
    ],
)
def test_in_scheme(asked, expected):
    assert write_text(Session().run(asked)) == expected


def test_structures_of_equations_of_any_variance():
    assert solve(down(x + y - 3, x - y), [x, y]) == (up(3, 3) / 2,)
