"""A reader of small trees, so that the printers are tested without the layers above them."""

import re
from fractions import Fraction

import pytest

from scmpy.render.scheme import Combination, Word


def _atom(token):
    for kind in (int, float, Fraction):
        try:
            return kind(token)
        except ValueError:
            pass
    return Word(token)


def read_tree(text):
    """``(+ x 1)`` as the kind of tree that the printers take."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            operator, *operands = stack.pop()
            stack[-1].append(Combination(operator, tuple(operands)))
        else:
            stack[-1].append(_atom(token))
    [[tree]] = stack
    return tree


@pytest.fixture
def tree():
    return read_tree


@pytest.fixture
def deep():
    """(sin (sin ... (sin x))), ten thousand deep."""
    value, sine = _atom("x"), _atom("sin")
    for _ in range(10_000):
        value = Combination(sine, (value,))
    return value


@pytest.fixture
def doubled():
    """A graph of 100 nodes whose text would have 2^100 leaves."""
    value, plus = _atom("x"), _atom("+")
    for _ in range(100):
        value = Combination(plus, (value, value))
    return value
