"""Groebner bases against SymPy's, and their defining property."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import scmpy
from scmpy.errors import DomainError, LimitError, StructureError

X = sympy.symbols("x y")
terms = st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(-4, 4), min_size=1, max_size=4)


def made(coefficients):
    variables = scmpy.poly_new_variables(2)
    return sum((c * variables[0] ** i * variables[1] ** j for (i, j), c in coefficients.items()), 0 * variables[0])


def in_sympy(p):
    return sum(sympy.Rational(c.numerator, c.denominator) * X[0] ** i * X[1] ** j for (i, j), c in p.terms.items())


@given(st.lists(terms, min_size=1, max_size=3))
def test_bases_are_those_of_sympy(system):
    found = scmpy.groebner([made(each) for each in system])
    given_ = [e for e in (sympy.Poly.from_dict(each, *X).as_expr() for each in system) if e != 0]
    expected = sympy.groebner(given_, *X, order="lex", field=True).exprs if given_ else []
    assert {sympy.expand(in_sympy(p)) for p in found} == {sympy.expand(e) for e in expected}


@given(terms, terms)
def test_s_polynomials_and_members_reduce_to_zero(a, b):
    system = [p for p in (made(a), made(b)) if any(p.terms.values())]
    basis = scmpy.groebner(system)
    for p in system:
        assert not any(scmpy.reduce_polynomial(p * system[0], basis).terms.values())
    for p in basis:
        for q in basis:
            assert not any(scmpy.reduce_polynomial(scmpy.s_polynomial(p, q), basis).terms.values())


def test_wrong_systems_are_refused(monkeypatch):
    x, y = scmpy.poly_new_variables(2)
    with pytest.raises(DomainError, match="exact"):
        scmpy.groebner([1.5 * x])
    with pytest.raises(StructureError, match="same variables"):
        scmpy.groebner([x, scmpy.poly_new_variables(3)[0]])
    monkeypatch.setattr("scmpy.museum.groebner._LIMITS", (2, 2, 20))
    with pytest.raises(LimitError):
        scmpy.groebner([x**2 - y, x**3 * y - x, x * y**2 - x - 7])
