"""The methods of the generic operations: none ambiguous, the more special ones tried first."""

import numpy
import pytest
from multipledispatch.conflict import ambiguities, supercedes

from scmpy import up
from scmpy.generic.dispatch import _ops
from scmpy.scheme import Session

Session()  # everything that declares methods is loaded
up(0, numpy.array([1.0]))  # for numpy's types too


@pytest.mark.parametrize("operation", _ops.values(), ids=_ops)
def test_methods_are_tried_in_an_order_without_ambiguities(operation):
    assert not ambiguities(operation.funcs)
    tried = operation.ordering
    assert set(tried) == set(operation.funcs)
    for i, later in enumerate(tried):
        assert not any(supercedes(later, earlier) for earlier in tried[:i])
