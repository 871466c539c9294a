"""The kinds of values that have laws: how each is generated, how it is observed, when two observations agree."""

from typing import Any

from hypothesis import strategies as st

import scmpy as s
from scmpy.calculus.dual_numbers import new_tag, split
from scmpy.calculus.jet import Taylor
from scmpy.symbolic.expression import expression_of

from . import generators as gen
from .bundles import Kind, LawViolation
from .by_value import POINTS, compare

# --- agreement -------------------------------------------------------------------------------------------------


def assert_close(left: Any, right: Any) -> None:
    """Two floating-point numbers agree within rounding."""
    if not abs(left - right) <= 1e-9 * (1 + abs(left) + abs(right)):
        raise LawViolation(f"{left} = {right} within rounding")


def assert_congruent(left: Any, right: Any) -> None:
    """Two modular integers, of which one may be an integer, are the same."""
    if s.sub(left, right).residue != 0:
        raise LawViolation(f"{left} = {right}")


def assert_same_value(left: Any, right: Any) -> None:
    """Two expressions, or tuples of them, have overlapping enclosures at every positive point tried."""
    if isinstance(left, s.structure.tuples.Structure):
        assert type(left) is type(right)
        assert len(left) == len(right)
        for x, y in zip(left, right, strict=True):
            assert_same_value(x, y)
        return
    for point in POINTS[0]:
        compare(expression_of(left), expression_of(right), [[point]])


# --- observation -----------------------------------------------------------------------------------------------


def at_symbol(function: Any) -> Any:
    """A function's value at a fresh symbol; a constant is a constant function."""
    return function(s.symbols("t")) if callable(function) else function


def on_literal(operator: Any) -> Any:
    """What an operator makes of a literal function."""
    return operator(gen.f)(s.symbols("t")) if callable(operator) else operator


def at_two_symbols(function: Any) -> Any:
    """A function's value at two symbols."""
    return function(gen.X, gen.Y) if callable(function) else function


def first_terms(series: Any) -> Any:
    """The first terms of a series; a number is a constant series."""
    terms = series if s.is_series(series) else s.series(series)
    return s.up(*(terms[n] for n in range(6)))


def components(q: Any) -> Any:
    """The four components of a quaternion, of which a number is one."""
    return s.up(*q) if s.is_quaternion(q) else s.up(q, 0, 0, 0) if not s.is_structure(q) else q


OUTER, INNER = new_tag(), new_tag()


def perturbations(value: Any, tags: tuple[int, ...] = (INNER, OUTER)) -> Any:
    """The finite part of a dual number and its tangents in two directions, for each of its tags."""
    if not tags:
        return value
    primal, tangents = split(value, tags[0])
    return s.up(*(perturbations(part, tags[1:]) for part in (primal, tangents.get(0, 0), tangents.get(1, 0))))


def orders(value: Any) -> Any:
    """A value and its first three derivatives; those of a constant are 0."""
    return s.up(*(value.orders if isinstance(value, Taylor) else (value, 0, 0, 0)))


def on_manifold(field: Any) -> Any:
    """A vector field applied to a function, a function at a point, a form applied to fields."""
    if isinstance(field, (int, s.symbolic.expression.Expression)):
        return field
    if s.is_vector_field(field):
        return field(gen.manifold_function)(gen.PLACE)
    return field(gen.PLACE)


# --- kinds -----------------------------------------------------------------------------------------------------

units = st.one_of(
    gen.symbols,
    gen.positive_expressions,
    st.builds(lambda p: 1 + p * p, gen.polynomials),
    st.sampled_from((gen.f(gen.X), s.exp(gen.Y), s.cos(gen.Z))),
)

NUMBERS = Kind("exact scalars", {"a": gen.complex_rationals, "u": gen.nonzero_complex})
FLOATS = Kind("floats", {"a": gen.floats, "u": gen.positive_floats, "n": gen.integers}, agree=assert_close)
COMPLEX = Kind("complex floats", {"a": gen.complex_floats, "u": gen.positive_floats}, agree=assert_close)
MIXED = Kind(
    "mixed numbers",
    {"a": gen.complex_rationals | gen.floats | gen.complex_floats, "u": gen.positive_rationals | gen.positive_floats},
    agree=assert_close,
)
POLYNOMIALS = Kind("rational functions", {"a": gen.rational_functions, "u": units})
EXPRESSIONS = Kind("expressions", {"a": gen.expressions, "u": units})
VALUES = Kind(
    "values of expressions",
    {"a": gen.angles, "u": gen.positive_expressions, "n": gen.integers},
    agree=assert_same_value,
)
PRIME = Kind(
    "integers modulo 7", {"a": gen.modular(range(7), 7), "u": gen.modular(range(1, 7), 7)}, agree=assert_congruent
)
COMPOSITE = Kind(
    "integers modulo 12", {"a": gen.modular(range(12), 12), "u": gen.modular((1, 5, 7, 11), 12)}, agree=assert_congruent
)
DUALS = Kind(
    "dual numbers",
    {"a": gen.dual_numbers(gen.polynomials, OUTER, INNER), "u": gen.dual_numbers(gen.positive_rationals, OUTER, INNER)},
    perturbations,
)
SHALLOW_DUALS = Kind(
    "dual numbers of one tag",
    {
        "a": gen.dual_numbers(gen.angles, OUTER),
        "u": gen.dual_numbers(gen.positive_expressions, OUTER),
        "n": gen.integers,
    },
    perturbations,
    assert_same_value,
)
JETS = Kind(
    "Taylor jets",
    {
        "a": gen.jets(OUTER, gen.symbols | gen.rationals, gen.rationals),
        "u": gen.jets(OUTER, gen.symbols | gen.positive_rationals, gen.rationals),
    },
    orders,
)
VALUES_OF_JETS = Kind(
    "values of Taylor jets",
    {
        "a": gen.jets(OUTER, gen.symbols | gen.small, gen.rationals),
        "u": gen.jets(OUTER, gen.symbols | gen.positive_rationals, gen.rationals),
        "n": gen.integers,
    },
    orders,
    assert_same_value,
)
MATRICES = Kind("matrices", {"a": gen.matrices(2, 2), "c": gen.symbols | gen.rationals, "w": units})
MATRICES_3 = Kind(
    "3 by 3 matrices",
    {
        "a": gen.matrices(3, 3, gen.integers),
        "u": gen.regular_matrices(3),
        "v": gen.structures(s.up(0, 0, 0), gen.integers),
    },
)
QUATERNIONS = Kind(
    "quaternions",
    {
        "a": gen.quaternions(gen.symbols | gen.rationals),
        "u": gen.quaternions(gen.positive_rationals),
        "c": gen.symbols | gen.rationals,
        "w": units,
        "v": gen.structures(s.up(0, 0, 0), gen.rationals),
    },
    components,
)
SERIES = Kind(
    "power series",
    {
        "a": gen.series(gen.symbols | gen.rationals),
        "u": gen.series(gen.positive_rationals),
        "c": gen.symbols | gen.rationals,
        "w": units,
    },
    first_terms,
)
FUNCTIONS = Kind(
    "functions",
    {"a": gen.functions, "b": gen.basic_functions, "c": gen.rationals, "w": gen.positive_rationals},
    at_symbol,
)
PARTIALS = Kind("functions of two arguments", {"a": gen.binary_functions}, at_two_symbols)
OPERATORS = Kind("operators", {"a": gen.operators, "c": gen.rationals}, on_literal)
FIELDS = Kind("vector fields", {"a": gen.vector_fields, "c": gen.rationals, "m": gen.manifold_functions}, on_manifold)
FORMS = Kind(
    "one-form fields",
    {"a": gen.form_fields, "v": gen.vector_fields, "c": gen.rationals, "m": gen.manifold_functions},
    on_manifold,
)

SHAPES = {
    "up": s.up(0, 0, 0),
    "down": s.down(0, 0),
    "mixed": s.up(0, s.down(0, 0), s.up(0, 0)),
    "deep": s.down(s.up(s.down(0, 0), 0), 0),
}
STRUCTURES = [
    Kind(f"{name} structures", {"a": gen.structures(shape), "c": gen.scalars, "w": units})
    for name, shape in SHAPES.items()
]
PRODUCTS = Kind(
    "products of structures and matrices",
    {
        "u": gen.structures(s.up(0, 0, 0)),
        "d": gen.structures(s.down(0, 0, 0)),
        "p": gen.structures(s.up(0, 0)),
        "q": gen.structures(s.down(0, 0)),
        "n": gen.structures(s.up(0, s.down(0, 0))),
        "o": gen.structures(s.down(0, s.up(0, 0))),
        "m": gen.matrices(2, 3),
        "k": gen.matrices(3, 2),
        "t": gen.structures(s.down(s.up(0, 0), s.up(0, 0)), gen.rationals | gen.symbols),
        "r": gen.regular_tensors,
        "c": gen.scalars,
    },
)
