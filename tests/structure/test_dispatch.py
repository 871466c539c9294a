"""The methods of the generic operations: none ambiguous, the more special ones tried first."""

import numpy
import pytest
from multipledispatch.conflict import ambiguities, supercedes

from scmpy import up
from scmpy.errors import GenericOperationError
from scmpy.generic.dispatch import _ops
from scmpy.scheme import Session
from scmpy.structure.tuples import taken
from scmpy.symbolic.decision.equivalence import compared, taken_apart

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
