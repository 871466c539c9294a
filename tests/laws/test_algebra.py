"""The algebraic laws of every type of value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s

from . import generators as gen
from .bundles import Kind, Law, assert_equal, commutative, field_laws, module, monoid, ring, verify

units = st.one_of(
    gen.symbols,
    gen.positive_expressions,
    st.builds(lambda p: 1 + p * p, gen.polynomials),
    st.sampled_from((gen.f(gen.X), s.exp(gen.Y), s.cos(gen.Z))),
)

SHAPES = {
    "up": s.up(0, 0, 0),
    "down": s.down(0, 0),
    "mixed": s.up(0, s.down(0, 0), s.up(0, 0)),
    "deep": s.down(s.up(s.down(0, 0), 0), 0),
}


def at_symbol(function):
    """A function's value at a fresh symbol; a constant is a constant function."""
    return function(s.symbols("t")) if callable(function) else function


def on_literal(operator):
    """What an operator makes of a literal function."""
    return operator(gen.f)(s.symbols("t")) if callable(operator) else operator


NUMBERS = Kind("exact scalars", {"a": gen.complex_rationals, "u": gen.nonzero_complex})
POLYNOMIALS = Kind("rational functions", {"a": gen.rational_functions, "u": units})
EXPRESSIONS = Kind("expressions", {"a": gen.expressions, "u": units})
MATRICES = Kind("matrices", {"a": gen.matrices(2, 2), "c": gen.symbols | gen.rationals, "u": units})
FUNCTIONS = Kind("functions", {"a": gen.functions, "c": gen.rationals, "u": gen.positive_rationals}, at_symbol)
OPERATORS = Kind("operators", {"a": gen.operators, "c": gen.rationals}, on_literal)
STRUCTURES = [
    Kind(f"{name} structures", {"a": gen.structures(shape), "c": gen.scalars, "u": units})
    for name, shape in SHAPES.items()
]

operator_sum_and_product = (
    *monoid("operator *", s.mul, s.one_like(s.D)),
    *commutative("operator +", s.add),
    Law("operator + associates", "aaa", lambda a, b, c: (s.add(s.add(a, b), c), s.add(a, s.add(b, c)))),
    Law("(a + b) c = a c + b c", "aaa", lambda a, b, c: (s.mul(s.add(a, b), c), s.add(s.mul(a, c), s.mul(b, c)))),
    Law("a (b + c) = a b + a c", "aaa", lambda a, b, c: (s.mul(a, s.add(b, c)), s.add(s.mul(a, b), s.mul(a, c)))),
    Law("a - a = 0", "a", lambda a: (s.sub(a, a), s.mul(0, a))),
    Law("a^2 a = a^3", "a", lambda a: (s.mul(s.expt(a, 2), a), s.expt(a, 3))),
    Law("(c a) b = c (a b)", "caa", lambda c, a, b: (s.mul(s.mul(c, a), b), s.mul(c, s.mul(a, b)))),
    Law(
        "Jacobi identity of commutators",
        "aaa",
        lambda a, b, c: (
            s.commutator(a, s.commutator(b, c)),
            s.add(s.commutator(s.commutator(a, b), c), s.commutator(b, s.commutator(a, c))),
        ),
    ),
)

matrix_laws = (
    Law("(a b)^T = b^T a^T", "aa", lambda a, b: (s.transpose(a * b), s.transpose(b) * s.transpose(a))),
    Law("det(a b) = det a det b", "aa", lambda a, b: (s.determinant(a * b), s.determinant(a) * s.determinant(b))),
    Law("tr(a b) = tr(b a)", "aa", lambda a, b: (s.trace(a * b), s.trace(b * a))),
    Law(
        "Cayley and Hamilton",
        "a",
        lambda a: (s.square(a) - s.trace(a) * a + s.determinant(a) * s.identity_like(a), s.zero_like(a)),
    ),
)

CASES = [
    *((kind, law) for kind in (NUMBERS, POLYNOMIALS, EXPRESSIONS) for law in field_laws()),
    *((kind, law) for kind in STRUCTURES for law in module()),
    *((MATRICES, law) for law in (*ring(), *module(), *matrix_laws)),
    *((FUNCTIONS, law) for law in (*ring(), *commutative("function *", s.mul), *module())),
    *((OPERATORS, law) for law in operator_sum_and_product),
]


@pytest.mark.parametrize(("kind", "law"), [pytest.param(*case, id=f"{case[0].name}: {case[1].name}") for case in CASES])
def test_law(kind, law):
    verify(law, kind)


def test_zero_of_a_structure_is_its_unit():
    """The scalar 0 is the unit of addition for every shape, and zero-like has the shape."""
    for shape in SHAPES.values():
        assert s.zero_like(shape) == shape
        assert s.add(0, shape) == shape == s.add(shape, 0)


# --- products of different types -------------------------------------------------------------------------------


@given(gen.structures(s.up(0, 0, 0)), gen.structures(s.down(0, 0, 0)), gen.structures(s.down(0, 0, 0)), gen.scalars)
def test_contraction_is_bilinear(u, v, w, c):
    assert_equal(u * (v + w), u * v + u * w)
    assert_equal(u * (c * v), c * (u * v))
    assert_equal(u * v, v * u)


@given(gen.structures(s.up(0, 0)), gen.structures(s.up(0, 0, 0)))
def test_outer_product_has_the_shape_of_the_right_operand(u, v):
    product = u * v
    assert len(product) == 3
    for i, component in enumerate(product):
        assert_equal(component, u * v[i])


@given(gen.structures(s.up(0, s.down(0, 0))), gen.structures(s.down(0, s.up(0, 0))))
def test_nested_structures_contract_to_the_sum_over_leaves(u, v):
    assert_equal(u * v, u[0] * v[0] + u[1][0] * v[1][0] + u[1][1] * v[1][1])


@given(gen.matrices(2, 3), gen.matrices(3, 2), gen.structures(s.up(0, 0)), gen.structures(s.down(0, 0)))
def test_matrices_act_on_tuples(m, n, u, v):
    assert_equal((m * n) * u, m * (n * u))
    assert_equal(v * (m * n), (v * m) * n)
    assert_equal((v * m) * (n * u), v * ((m * n) * u))


@given(gen.matrices(3, 3, gen.integers), gen.structures(s.up(0, 0, 0)))
def test_inverse_undoes_the_matrix(m, u):
    m = m * s.transpose(m) + 1  # positive definite
    assert_equal(s.invert(m) * (m * u), u)
    assert_equal(m * s.invert(m), s.identity_like(m))
    assert_equal(s.solve_linear(m, m * u), u)


@given(gen.functions, gen.functions, gen.functions)
def test_composition_is_a_monoid(h, k, m):
    t = s.symbols("t")
    assert_equal(s.compose(h, s.compose(k, m))(t), s.compose(s.compose(h, k), m)(t))
    assert_equal(s.compose(s.identity, h)(t), h(t))
    assert_equal(s.compose(h, s.identity)(t), h(t))


@given(gen.functions, gen.functions, st.sampled_from((s.add, s.sub, s.mul)), gen.symbols)
def test_arithmetic_of_functions_is_pointwise(h, k, operation, point):
    assert_equal(operation(h, k)(point), operation(h(point), k(point)))
    assert_equal(operation(h, 3)(point), operation(h(point), 3))
    assert_equal(s.up(h, k)(point), s.up(h(point), k(point)))
    assert_equal(s.sin(s.compose(h, k))(point), s.sin(h(k(point))))
