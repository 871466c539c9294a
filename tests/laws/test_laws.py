"""The laws of every algebraic type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy import D

from . import generators as gen
from . import kinds as k
from .bundles import assert_equal, commutative, field_laws, module, monoid, ring, verify
from .families import FAMILIES

CASES = [
    *(
        (kind, law)
        for kind in (k.NUMBERS, k.COMPLEX, k.MIXED, k.PRIME, k.POLYNOMIALS, k.EXPRESSIONS, k.DUALS, k.JETS)
        for law in field_laws()
    ),
    *((kind, law) for kind in (k.FLOATS,) for law in (*field_laws(), *FAMILIES["elementary"])),
    *((k.COMPOSITE, law) for law in field_laws()),
    *((kind, law) for kind in (k.VALUES, k.SHALLOW_DUALS, k.VALUES_OF_JETS) for law in FAMILIES["elementary"]),
    *((kind, law) for kind in k.STRUCTURES for law in (*module(), *FAMILIES["duality"])),
    *((k.PRODUCTS, law) for law in FAMILIES["products"]),
    *((k.MATRICES, law) for law in (*ring(), *module(), *FAMILIES["matrices"], *FAMILIES["matrices 2"])),
    *((k.MATRICES_3, law) for law in (*ring(), *FAMILIES["matrices"], *FAMILIES["regular matrices"])),
    *((k.QUATERNIONS, law) for law in (*ring(), *module(), *FAMILIES["quaternions"])),
    *((k.SERIES, law) for law in (*field_laws(), *module(), *FAMILIES["derivative of series"])),
    *(
        (k.FUNCTIONS, law)
        for law in (*ring(), *commutative("*", s.mul), *module(), *FAMILIES["functions"], *FAMILIES["derivatives"])
    ),
    *((k.PARTIALS, law) for law in (*ring(), *FAMILIES["partial derivatives"])),
    *((k.OPERATORS, law) for law in (*monoid("*", s.mul, s.one_like(s.D)), *FAMILIES["operators"])),
    *((k.EXPRESSIONS, law) for law in FAMILIES["literal"]),
    *((k.FIELDS, law) for law in FAMILIES["vector fields"]),
    *((k.FORMS, law) for law in FAMILIES["form fields"]),
]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in CASES])
def test_law(kind, law):
    verify(law, kind)


def test_zero_of_a_structure_is_its_unit():
    """The scalar 0 is the unit of addition for every shape, and zero-like has the shape."""
    for shape in k.SHAPES.values():
        assert s.zero_like(shape) == shape
        assert s.add(0, shape) == shape == s.add(shape, 0)


@pytest.mark.slow
@given(gen.matrices(3, 3, gen.integers), gen.structures(s.up(0, 0, 0)))
def test_inverse_undoes_the_matrix(m, u):
    m = m * s.transpose(m) + 1  # positive definite
    assert_equal(s.invert(m) * (m * u), u)
    assert_equal(s.solve_linear(m, m * u), u)


@given(gen.polynomials, st.sampled_from((gen.X, gen.Y)))
def test_derivative_of_an_expression_as_a_function(e, x):
    """Substituting a perturbed argument differentiates a polynomial: power by power."""
    slope = D(lambda u: s.substitute(e, x, u))(x)
    assert_equal(D(lambda u: s.substitute(3 * e * e, x, u))(x), 6 * e * slope)
