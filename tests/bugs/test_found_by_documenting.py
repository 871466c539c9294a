"""Inputs that do not fit, found while the documentation was written: what was silent or obscure is an error by name."""

from scmpy import *

from ..tables import refusals

TURNED = quaternion(0, 0, 0, 1)


test_what_does_not_fit_is_refused_by_name = refusals(__file__, "found by documenting", globals())


def test_the_exponential_of_an_operator_is_spread():
    terms = expn(D, 3)(exp)(0)
    assert [terms[n] for n in range(7)] == [1, 0, 0, 1, 0, 0, 1 / 2]
