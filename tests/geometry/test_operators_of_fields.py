"""Operators made of vector fields and forms: which of them are vector fields, and that no other passes for one."""

import re

import pytest

from scmpy import *
from scmpy.errors import WrongTypeError, describe

from ..tables import evaluated, refusals

a, b, k = symbols("a b k")
x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, dy = R2_rect.form_basis("x y")
m = R2_rect.point(a, b)
f = literal_manifold_function("f", R2_rect)
V, W = (literal_vector_field(name, R2_rect) for name in "VW")


def vanishes(value):
    return equivalent(value, 0 * value).verdict == "equal"


#: Operators made of vector fields that obey the rule of products, with the field that each of them is.
HIDDEN_FIELDS = evaluated(__file__, "operators_of_fields.txt", "operators of fields: hidden fields", globals())

#: Operators made of vector fields that do not.
NO_FIELDS = {
    "product": V * W,
    "square": V**2,
    "zeroth power": V**0,
    "function on the right": V * x,
    "its derivative": V * x - x * V,
    "anticommutator": V * W + W * V,
    "commutator of a product": commutator(V * W, V),
    "multiple of a product": x * (V * W) / 2,
    "sum with a number": V + 1,
    "sum with a function": x - V,
    "sum with a product": V + V * W,
    "exponential": exp(V),
    "sine": sin(V),
}


@pytest.mark.slow
@pytest.mark.parametrize("operator, field", HIDDEN_FIELDS)
def test_operators_that_are_derivations_are_vector_fields(operator, field):
    there = vector_field_to_components(operator, R2_rect)(up(a, b))
    assert vanishes(there - vector_field_to_components(field, R2_rect)(up(a, b)))
    assert vanishes((dx(operator) - dx(field))(m))
    assert vanishes((operator(f) - field(f))(m))


nabla, metric = covariant_derivative(literal_Cartan("G", R2_rect)), literal_metric("g", R2_rect)
mu = literal_manifold_map("mu", R2_rect, R2_rect)

#: What takes a vector field.
USES = (
    dx,
    lambda A: wedge(dx, dy)(A, V),
    Lie_derivative,
    nabla,
    nabla(V),
    interior_product,
    differential(mu),
    lambda A: vector_field_to_components(A, R2_rect),
    lambda A: evolution(2)(k, A),
    lambda A: integral_curve(A, R2_rect.point(1, 1)),
    lambda A: coordinatize(A, R2_rect),
    lambda A: metric(A, V)(m),
    lambda A: make_basis(down(A, d_dy), up(dx, dy)),
    lambda A: vector_basis_to_dual(down(A, d_dy), R2_rect),
    lambda A: pullback(mu, mu)(A),
)


@pytest.mark.parametrize("use", USES)
def test_what_takes_a_vector_field_takes_one(use):
    use(d_dx)


@pytest.mark.parametrize("operator", NO_FIELDS.values(), ids=NO_FIELDS)
def test_operators_that_are_no_derivations_do_not_pass_for_vector_fields(operator):
    for use in USES:
        with pytest.raises(WrongTypeError, match="not seen to be a derivation"):
            use(operator)
    with pytest.raises(WrongTypeError, match=re.escape(f"got {describe(operator)}, which is not seen")):
        dx(operator)
    assert is_vector_field(operator)  # as the original has it


def test_fields_over_maps_are_multiplied_likewise():
    mu = literal_manifold_map("mu", R1_rect, R2_rect)
    (d_dt,) = R1_rect.vector_basis("t")
    along, over = differential(mu)(d_dt), form_field_to_form_field_over_map(mu)(dx)
    here = R1_rect.point(a)
    assert vanishes((over(k * along) - k * over(along))(here))
    assert vanishes((over(along * k) - k * over(along))(here))
    assert vanishes((over(along + along) - 2 * over(along))(here))
    for operator in (along * x, along**2, along * V, along + 1):
        with pytest.raises(WrongTypeError, match="not seen to be a derivation"):
            over(operator)


test_nothing_is_divided_by_a_field = refusals(__file__, "operators of fields", globals())


def test_the_exterior_derivative_is_an_operator():
    assert vanishes((d * d)(f)(V, W)(m)) and vanishes((d**2)(f)(V, W)(m))
    assert vanishes((2 * d)(f)(V)(m) - 2 * V(f)(m))
    assert vanishes((d * x)(f)(V)(m) - V(x * f)(m))
    assert vanishes(commutator(d, Lie_derivative(V))(f)(W)(m))
    for no_form in (V, V * W, D, d):
        with pytest.raises(WrongTypeError, match="d expects a form or a function"):
            d(no_form)
