"""Solutions of differential equations are put into the equations; conditions fix their constants."""

import pytest
import sympy

from scmpy import *
from scmpy.errors import DomainError

from ..tables import evaluated, refusals

t, a, b, v = symbols("t a b v")
k, m = symbols("k m", positive=True)
x, y, f = literal_function("x"), literal_function("y"), literal_function("f")


def test_an_oscillator_from_its_lagrangian():
    (found,) = dsolve(Lagrange_equations(L_harmonic(m, k))(x)(t), x, t, [x(0) - a, D(x)(0) - v])
    assert equivalent(substitute(found, t, 0), a)
    slope = D(lambda s: substitute(found, t, s))(t)
    assert equivalent(substitute(slope, t, 0), v)


def test_systems_give_tuples():
    (found,) = dsolve([D(x)(t) - y(t), D(y)(t) + x(t)], up(x, y), t, [x(0) - a, y(0)])
    assert equivalent(found, up(a * cos(t), -a * sin(t)))


def test_conditions_that_contradict_each_other_have_no_solution():
    assert dsolve(D(x)(t) - a * x(t), x, t, [x(0) - b, x(0) - b - 1]) == ()


def test_several_solutions_are_told():
    assert len(dsolve(D(x)(t) ** 2 - 1, x, t)) == 2


test_what_has_no_answer_is_told = refusals(__file__, "differential equations: what has no answer is told", globals())


def test_what_is_wrong_in_sympy_is_no_answer(monkeypatch):
    time = sympy.Symbol("t")
    wrong = sympy.Eq(sympy.Function("x")(time), sympy.exp(time))
    monkeypatch.setattr(sympy, "dsolve", lambda *_: wrong)
    with pytest.raises(DomainError, match="does not solve"):
        dsolve(D(x)(t) - a * x(t), x, t)


def _agree(found, expected):
    return len(found) == len(expected) and all(any(equivalent(x, y) for x in found) for y in expected)


@pytest.mark.parametrize(
    ("equation", "conditions", "expected"),
    evaluated(
        __file__, "differential_equations.txt", "constant and singular solutions satisfy conditions too", globals()
    ),
)
@pytest.mark.slow
def test_constant_and_singular_solutions_satisfy_conditions_too(equation, conditions, expected):
    assert _agree(dsolve(equation, x, t, conditions), expected)


@pytest.mark.slow
def test_solutions_outside_the_family_are_given_with_it():
    assert dsolve(D(x)(t) - x(t) ** 2, x, t)[1:] == (0,)
    assert equivalent(dsolve(t * D(x)(t) - D(x)(t) ** 2 - x(t), x, t)[1], t**2 / 4)
    assert len(dsolve(D(x)(t) - a * x(t), x, t)) == 1


@pytest.mark.parametrize(
    ("equation", "start", "expected"),
    [
        (D(x)(t) - 2 * t * sqrt(x(t)), 1, (1 + t**2 / 2) ** 2),
        (D(x)(t) - sqrt(x(t)), 1, (1 + t / 2) ** 2),
        (x(t) * D(x)(t) - t, 1, sqrt(1 + t**2)),
        (D(x)(t) - 1 - x(t) ** 2, 0, tan(t)),
    ],
)
@pytest.mark.slow
def test_only_the_branches_that_solve_the_equation_near_the_condition_stay_each_once(equation, start, expected):
    assert _agree(dsolve(equation, x, t, [x(0) - start]), [expected])


@pytest.mark.slow
def test_a_branch_that_fails_does_not_take_the_others_with_it():
    (found,) = dsolve(D(x)(t) - x(t) ** 3, x, t, [x(0) - 1])
    assert equivalent(found**2, 1 / (1 - 2 * t))
    assert equivalent(substitute(found, t, 0), 1)


def test_constants_are_apart_from_symbols_of_these_names():
    c1, c2 = symbols("C1 C2")
    assert _agree(dsolve(D(x)(t) - a * x(t), x, t, [x(0) - 2 * c1]), [2 * c1 * exp(a * t)])
    assert _agree(dsolve(D(x)(t) - c1 * x(t), x, t), [c2 * exp(c1 * t)])
    assert _agree(dsolve(D(D(x))(t), x, t, [x(0) - c2]), [c2 + symbols("C1") * t])


test_no_solution_is_told_only_where_it_is_proved = refusals(
    __file__, "differential equations: no solution is told only where it is proved", globals()
)
