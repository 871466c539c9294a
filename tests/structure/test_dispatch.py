"""The methods of the generic operations: none ambiguous, the more special ones tried first."""

import numpy
import pytest
from multipledispatch.conflict import ambiguities, supercedes

import scmpy as s
from scmpy import up
from scmpy.errors import GenericOperationError, ScmpyError
from scmpy.generic.dispatch import _ops
from scmpy.scheme import Session
from scmpy.structure.tuples import taken
from scmpy.symbolic.decision.equivalence import compared, taken_apart
from scmpy.units import constants

Session()  # everything that declares methods is loaded
up(0, numpy.array([1.0]))  # for numpy's types too


@pytest.mark.parametrize("operation", [*_ops.values(), taken, taken_apart, compared], ids=lambda each: each.name)
def test_methods_are_tried_in_an_order_without_ambiguities(operation):
    assert not ambiguities(operation.funcs)
    assert len(set(map(len, operation.funcs))) <= 1  # a method for fewer types would never be called
    tried = operation.ordering
    assert set(tried) == set(operation.funcs)
    for i, later in enumerate(tried):
        assert not any(supercedes(later, earlier) for earlier in tried[:i])


@pytest.mark.parametrize(
    ("call", "nearest"),
    [
        ("(determinant #f)", "; it takes numbers, expressions, matrices, structures"),
        ("(sin (up 1 2))", "; it takes numbers, expressions, quaternions, matrices, series"),
        ("(+ 1 #f)", "; beside the number 1 it takes numbers, expressions, structures, matrices, quaternions"),
        ('(+ "a" (matrix-by-rows (list 1)))', "; beside a 1 by 1 matrix it takes matrices, scalars"),
        ("(cross-product 1 2)", "; it takes scalars, structures, matrices, functions"),
    ],
)
def test_what_does_not_apply_tells_what_does(call, nearest):
    with pytest.raises(GenericOperationError) as caught:
        Session().run(call)
    assert nearest in caught.value.message


def test_an_operation_without_methods_says_nothing_of_what_it_takes():
    with pytest.raises(GenericOperationError, match="of-nothing does not apply to the number 1") as caught:
        Session().run("((make-generic-operator 1 'of-nothing) 1)")
    assert "it takes" not in caught.value.message


ASKED = {
    "a name of the package": (lambda: s.Lagrange_equation, '"Lagrange_equations"'),
    "an argument": (lambda: s.definite_integral(s.sin, 0, 1, tolerence=0.1), '"tolerance"'),
    "a setting": (lambda: s.setting(factorin=True), '"factoring"'),
    "a switch": (lambda: s.simplify(1, factorin=True), '"factoring"'),
    "a fact": (lambda: s.symbols("x", positiv=True), '"positive"'),
    "a method": (lambda: s.set_ode_integration_method_bang("bulirsh-stoer"), '"bulirsch-stoer"'),
    "a coordinate system": (lambda: s.coordinate_system_at("rectanguler", "origin", s.R2), '"rectangular"'),
    "a patch": (lambda: s.coordinate_system_at("rectangular", "orign", s.R2), '"origin"'),
    "a constant": (lambda: constants.epsilon_o, '"epsilon_0"'),
}

IN_SCHEME = {
    "(Lagrange-equation 3)": '"Lagrange-equations"',
    "(setting! 'most-trems 3)": '"most-terms"',
    "(help 'Lagrange-equation)": '"Lagrange-equations"',
    "(& 3 &metre)": '"&meter"',
}


@pytest.mark.parametrize(("ask", "near"), ASKED.values(), ids=ASKED)
def test_the_nearest_name_is_told(ask, near):
    with pytest.raises((ScmpyError, AttributeError)) as caught:
        ask()
    assert f"(did you mean {near}?)" in str(caught.value)


@pytest.mark.parametrize("asked", IN_SCHEME)
def test_the_nearest_name_is_told_in_scheme(asked):
    with pytest.raises(ScmpyError) as caught:
        Session().run(asked)
    assert f"(did you mean {IN_SCHEME[asked]}" in caught.value.message


def test_where_none_is_near_none_is_told():
    with pytest.raises(AttributeError) as caught:
        s.colourless_green_ideas  # noqa: B018
    assert "did you mean" not in str(caught.value)
