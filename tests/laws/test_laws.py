"""The laws of every algebraic type and of quantities, the harness that tests them, and derivatives shaped as functions are."""

import random
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy import D, sqrt
from scmpy.calculus.dual_numbers import finite_part
from scmpy.calculus.jet import Taylor
from scmpy.errors import DimensionError
from scmpy.structure.tuples import Down, Up, leaves, map_leaves, opposite
from scmpy.units import foot, gram, hour, unit_convert
from scmpy.units.quantity import NONE, SI, Dimension, Unit, dimension_of, measured, value_of

from ..tables import rows
from . import generators as gen
from . import kinds as k
from .bundles import Kind, Law, assert_equal, commutative, field_laws, is_caught, module, monoid, ring, verify
from .families import FAMILIES, NAMES, law_of

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


TRIGONOMETRY = Kind("trigonometry", {"a": gen.symbols})

KINDS = {**vars(k), "TRIGONOMETRY": TRIGONOMETRY}
NAMES |= {"Taylor": Taylor, "finite_part": finite_part}


def cases(row):
    kinds, _, law = row.partition(" | ")
    return [(kind, law_of(law)) for kind in eval(f"[{kinds}]", KINDS)]


WRONG = [case for row in rows(__file__, "wrong_laws.txt") for case in cases(row)]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in WRONG])
def test_wrong_law_is_caught(kind, law):
    assert is_caught(law, kind)


def test_a_true_law_is_not_reported():
    assert not is_caught(Law("+ commutes", "aa", lambda a, b: (a + b, b + a)), k.NUMBERS)


exponents = st.one_of(st.integers(-4, 4), st.fractions(-4, 4, max_denominator=6))
dimensions = st.lists(exponents, min_size=7, max_size=7).map(lambda given: Dimension(SI, given))
rationals = st.fractions(-10, 10, max_denominator=12)
nonzero = rationals.filter(bool)
quantities = st.builds(measured, nonzero, dimensions)


@given(dimensions, dimensions, dimensions)
def test_dimensions_are_an_abelian_group(a, b, c):
    assert (a * b) * c == a * (b * c)
    assert a * b == b * a
    assert a * NONE == a == NONE * a
    assert a / a == NONE
    assert (a / b) * b == a
    assert hash(a * b) == hash(b * a)


@given(dimensions, exponents, exponents)
def test_powers_of_dimensions(a, p, q):
    assert a**p * a**q == a ** (p + q)
    assert (a**p) ** q == a ** (p * q)
    assert a**0 == NONE
    assert not p or (a**p) ** Fraction(1, 1) / a**p == NONE


@given(quantities, quantities)
def test_products_and_quotients(x, y):
    assert dimension_of(x * y) == dimension_of(x) * dimension_of(y)
    assert value_of(x * y) == value_of(x) * value_of(y)
    assert (x / y) * y == x
    assert x * y == y * x


@given(quantities, quantities, rationals, rationals)
def test_sums(x, y, a, b):
    assert a * x + b * x == (a + b) * x
    if dimension_of(x) == dimension_of(y):
        assert value_of(x + y) == value_of(x) + value_of(y)
    else:
        with pytest.raises(DimensionError):
            x + y


@given(nonzero, dimensions)
def test_roots_undo_squares(a, dims):
    x = measured(abs(a), dims)
    assert sqrt(x * x) == x


@given(rationals, rationals, rationals, rationals)
def test_D_and_units_commute(a, b, c, t):
    """The derivative of measures in feet by hours is that of the quantities, measured in feet per hour."""
    plain = D(lambda t: a * t**3 + b * t + c)(t)
    measured_in = D(lambda t: (a * (t / hour) ** 3 + b * (t / hour) + c) * foot)(t * hour)
    assert unit_convert(measured_in, foot / hour) == plain


@given(nonzero, rationals, st.sampled_from([foot, gram, hour]))
def test_D_by_a_quantity_is_that_by_its_measure(a, x, unit):
    f = D(lambda q: a * q**2)(x * unit)
    assert f == 2 * a * x * unit
    assert isinstance(unit, Unit)


def random_shape(rng, depth=2):
    """A structure of zeros."""
    if depth == 0 or rng.random() < 0.3:
        return 0
    return rng.choice((Up, Down))([random_shape(rng, depth - 1) for _ in range(rng.randint(1, 3))])


def type_of(shape):
    """The type of the signature language whose values have a shape."""
    return "Real" if shape == 0 else f"({shape.orientation.upper()} {' '.join(map(type_of, shape))})"


def at(value, chain):
    for index in chain:
        value = value[index]
    return value


def components_of(F, image):
    """The tuple of the component functions of a function whose values have a shape."""
    return s.s_map_chain(lambda _, chain: lambda *args: at(F(*args), chain), image)


def shape_of(value):
    return map_leaves(lambda _: 0, value)


@pytest.mark.parametrize("seed", range(60))
def test_a_tuple_of_functions_is_differentiated_as_the_function_of_the_tuple(seed):
    rng = random.Random(seed)
    image = random_shape(rng)
    shapes = [random_shape(rng) for _ in range(rng.randint(1, 2))]
    F = s.literal_function("F", f"(-> (X {' '.join(map(type_of, shapes))}) {type_of(image)})")
    args = [s.typical_object(shape) for shape in shapes]
    place = args[0] if len(args) == 1 else Up(args)
    for operator in (s.D, s.D**2, s.D_forward, s.D_reverse):
        expected = operator(lambda *q: F(*q))(*args)
        for function in (F, components_of(F, image)):
            found = operator(function)(*args)
            assert shape_of(found) == shape_of(expected)
            assert all(s.simplify(x - y) == 0 for x, y in zip(leaves(found), leaves(expected), strict=True))
    first = s.D(F)(*args)
    assert shape_of(first) == map_leaves(lambda _: shape_of(image), opposite(shape_of(place)))


def test_the_matrix_of_the_derivative_of_a_literal_map_is_its_jacobian():
    F = s.literal_function("F", "(-> (UP Real Real) (UP Real Real Real))")
    x, y = s.symbols("x y")
    jacobian = s.as_matrix(s.D(F))(s.up(x, y))
    assert (len(jacobian.rows), len(jacobian.rows[0])) == (3, 2)
    assert jacobian.rows[2][0] == s.partial(0)(s.component(2)(F))(s.up(x, y))


def test_a_vector_of_functions_is_a_tuple_of_functions():
    x, y = s.symbols("x y")
    assert s.D([s.add, s.mul])(x, y) == s.down(s.up(1, y), s.up(1, x))


def test_a_tuple_of_functions_of_a_number_is_differentiated_at_every_element():
    array = numpy.array([1.0, 2.0])
    for order in (1, 2, 3, 6):
        at_elements = (s.D**order)(s.up(s.sin, s.cube, 3))(array)
        for component, f in zip(at_elements, (s.sin, s.cube, lambda x: 3), strict=True):
            assert component == pytest.approx([(s.D**order)(f)(float(x)) for x in array])
