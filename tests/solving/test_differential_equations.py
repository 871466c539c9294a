"""Solutions of differential equations are put into the equations; conditions fix their constants."""

from __future__ import annotations

import pytest
import sympy

from scmpy import (
    D,
    L_harmonic,
    Lagrange_equations,
    cos,
    dsolve,
    equivalent,
    exp,
    literal_function,
    sin,
    substitute,
    symbols,
    up,
)
from scmpy.errors import DomainError, LimitError, WrongTypeError
from scmpy.scheme import Session

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


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (lambda: dsolve(D(x)(t) - f(t), x, t), LimitError, "an integral that it cannot do"),
        (lambda: dsolve(D(x)(t), 3, t), WrongTypeError, "literal functions of one argument"),
        (lambda: dsolve(D(x)(t), x, 3), WrongTypeError, "symbol"),
        (lambda: dsolve([D(x)(t), D(x)(t) - 1], x, t), DomainError, "as many equations"),
    ],
)
def test_what_has_no_answer_is_told(asked, error, words):
    with pytest.raises(error, match=words):
        asked()


def test_what_is_wrong_in_sympy_is_no_answer(monkeypatch):
    time = sympy.Symbol("t")
    wrong = sympy.Eq(sympy.Function("x")(time), sympy.exp(time))
    monkeypatch.setattr(sympy, "dsolve", lambda *_: wrong)
    with pytest.raises(DomainError, match="does not solve"):
        dsolve(D(x)(t) - a * x(t), x, t)


def test_in_scheme():
    session = Session()
    session.run("(define x (literal-function 'x))")
    (found,) = session.run("(dsolve (- ((D x) 't) (x 't)) x 't (list (- (x 0) 'b)))")
    assert equivalent(found, b * exp(t))
