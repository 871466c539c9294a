"""Expressions that the printers show as they stand."""

import pytest

from scmpy.symbolic.expression import Head, application, read_expression, symbol


@pytest.fixture
def tree():
    return read_expression


@pytest.fixture
def deep():
    """(sin (sin ... (sin x))), ten thousand deep."""
    value = symbol("x")
    for _ in range(10_000):
        value = application(Head.SIN, value)
    return value


@pytest.fixture
def doubled():
    """A graph of 100 nodes whose text would have 2^100 leaves."""
    value = symbol("x")
    for _ in range(100):
        value = application(Head.PLUS, value, value)
    return value
