"""Drafts and derivatives of schedules: every operation against the derivatives of the functions themselves."""

import math

import pytest

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.generic.elementary import RECORDS
from scmpy.numerics.compile.codegen import python_function
from scmpy.numerics.compile.ir import GraphBuilder, derivatives, with_jacobian
from scmpy.numerics.special_functions import SPECIAL

FUNCTIONS_OF_TWO = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "negate": lambda x, y: -x,
    "power": lambda x, y: s.expt(x, y),
    "whole power": lambda x, y: x**5,
    "root": lambda x, y: x**2.5,
    "atan2": s.atan,
    "all": lambda x, y: s.sin(x * s.cos(y)) / (1 + x * y) + s.exp(x) * s.exp(x),
    "abs": lambda x, y: s.magnitude(y - x),
    "acosh": lambda x, y: s.acosh(2 + x),
} | {
    name: lambda x, y, name=name: getattr(s, name)(x)
    for name in "sqrt exp log sin cos tan asin acos atan sinh cosh tanh asinh atanh".split()
}


@pytest.mark.parametrize("name", FUNCTIONS_OF_TWO)
def test_derivatives(name):
    place = [0.7, 0.4]
    f = s.compile_function(lambda x, y: FUNCTIONS_OF_TWO[name](x, y), *place)
    found = python_function(with_jacobian(f.schedule))(place)
    assert found == pytest.approx([f(*place), *f.jacobian(*place)], rel=1e-13)


def test_every_operation_has_its_derivatives():
    """The functions that a target writes, and no others."""
    for name, record in RECORDS.items():
        if name in SPECIAL:
            continue
        draft = GraphBuilder()
        x = draft.unknowns(record.arity)
        if record.code.python is not None:
            assert len(derivatives(name, record.operation(*x), x)) == record.arity
    with pytest.raises(WrongTypeError, match="operation bessel is not known"):
        derivatives("bessel", GraphBuilder().unknown(), [1.0])


def test_functions_that_targets_lack_are_made_of_others():
    draft = GraphBuilder()
    x = draft.unknown()
    graph = draft.schedule([x], [s.sec(x), s.cube(x), x**0, x**-2, x ** (1 / 2)])
    assert python_function(graph)([0.5]) == pytest.approx([1 / math.cos(0.5), 0.125, 1, 4, math.sqrt(0.5)])


def test_a_power_at_zero():
    assert python_function(with_jacobian(s.compile_function(lambda x: x**5, 1.0).schedule))([0.0]) == [0.0, 0.0]


def test_arithmetic_with_exact_zeros_and_ones_is_none():
    draft = GraphBuilder()
    a = draft.unknown()
    for value in (a + 0, 0 + a, a - 0, 1 * a, a * 1, a / 1):
        assert value is a
    assert (a * 0, 0 * a, 0 / a) == (0, 0, 0)
    assert len(draft.operations) == 1
    assert (a + 2.0).slot == (a + 2).slot
    assert python_function(draft.schedule([a], [0 - a, 1 / a, 2 - a, -a]))([4.0]) == [-4.0, 0.25, -2.0, -4.0]


def test_what_is_not_needed_is_left_out():
    draft = GraphBuilder()
    a, b = draft.unknowns(2)
    for _ in range(10):
        b = b * b + 1.0
    found = draft.schedule([a], [a * 3.0])
    assert len(found.operations) == 1
    assert draft.depends([b * a], [a])
    assert not draft.depends([b], [a])
