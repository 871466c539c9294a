"""Inputs that do not fit, found while the documentation was written: what was silent or obscure is an error by name."""

from scmpy import *
from scmpy.errors import StructureError, WrongTypeError

from ..grouped import refusals

TURNED = quaternion(0, 0, 0, 1)


test_what_does_not_fit_is_refused_by_name = refusals(
    [
        (lambda: q_rotate(TURNED)(up(1, 2)), StructureError, "q:rotate expects 3 components"),
        (lambda: angle_axis_to_quaternion(1, up(1, 2)), StructureError, "expects 3 components"),
        (lambda: quaternion_state_to_omega_body(up(0, up(1, 0, 0), up(1, 0, 0))), StructureError, "expects 4 comp"),
        (lambda: qw_state_to_L_body(1, 2, 3)(up(0, up(1, 0, 0), up(1, 0, 0))), StructureError, "expects 4 comp"),
        (lambda: Lagrangian_to_power_loss(3), WrongTypeError, "power-loss expects a Lagrangian"),
        (lambda: Hamiltonian_signature(0), WrongTypeError, "degrees of freedom"),
        (lambda: Lagrangian_signature(-1), WrongTypeError, "degrees of freedom"),
        (lambda: partial_sums(3), WrongTypeError, "partial-sums expects a series"),
        (lambda: series_inflate(3, 2), WrongTypeError, "series:inflate expects a series"),
        (lambda: series_inflate(exp_series, 0), WrongTypeError, "series:inflate expects an integer from 1"),
        (lambda: expn(3), WrongTypeError, "expn expects an operator"),
        (lambda: expn(D, 0), WrongTypeError, "expn expects an integer from 1"),
    ]
)


def test_the_exponential_of_an_operator_is_spread():
    terms = expn(D, 3)(exp)(0)
    assert [terms[n] for n in range(7)] == [1, 0, 0, 1, 0, 0, 1 / 2]
