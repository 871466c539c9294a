"""Arrays of quantities: elements, numpy's functions."""

import copy
import pickle

import numpy
import pytest

from scmpy import D, square
from scmpy.errors import DimensionError
from scmpy.units import joule, meter, newton, second, u_value

from ..tables import evaluated, refusals

LENGTHS = numpy.array([1.0, 4.0]) * meter
TIMES = numpy.array([0.0, 2.0]) * second


def test_elements_are_quantities():
    assert len(LENGTHS) == 2
    assert LENGTHS.shape == (2,)
    assert LENGTHS[1] == 4.0 * meter
    assert list(LENGTHS) == [1.0 * meter, 4.0 * meter]
    assert LENGTHS[1:] == numpy.array([4.0]) * meter
    assert (2 * meter < LENGTHS).tolist() == [False, True]
    for value in (LENGTHS, LENGTHS[:1]):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    with pytest.raises(TypeError):
        len(3 * meter)


def test_arrays_of_quantities_become_quantities():
    assert numpy.array([1 * meter, 4 * meter]) * newton == numpy.array([1, 4]) * joule
    with pytest.raises(DimensionError, match=r"an array expects quantities of one dimension.*meter.*second"):
        numpy.array([1 * meter, 4 * second]) * newton


@pytest.mark.parametrize(
    ("found", "expected"), evaluated(__file__, "arrays.txt", "functions of numpy that have a dimension", globals())
)
def test_functions_of_numpy_that_have_a_dimension(found, expected):
    assert found() == expected


def test_functions_of_numpy_whose_values_are_plain():
    assert numpy.argmax(LENGTHS) == 1
    assert numpy.allclose(LENGTHS, LENGTHS)
    assert numpy.sign(LENGTHS).tolist() == [1, 1] and numpy.isfinite(LENGTHS).all()


test_functions_of_numpy_refuse_what_has_no_dimension = refusals(__file__, "arrays", globals())


def test_measures_are_the_arrays():
    assert (u_value(LENGTHS) == [1.0, 4.0]).all() and meter * numpy.array([1.0, 4.0]) == LENGTHS
    assert (u_value(LENGTHS * LENGTHS / meter + 3 * meter) == [4.0, 19.0]).all()
    assert (u_value(D(square)(LENGTHS)) == [2.0, 8.0]).all()
