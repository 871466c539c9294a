"""The derivative of a function has the same shape, and the same value, however the function is given."""

import random

import numpy
import pytest

import scmpy as s
from scmpy.structure.tuples import Down, Up, leaves, map_leaves, opposite


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
        for given in (F, components_of(F, image)):
            found = operator(given)(*args)
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
