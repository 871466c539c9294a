"""Folds of expressions: every distinct node once, operands first, at any depth, against their recursive definitions."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.deep_stack import is_deep
from scmpy.generic.types import parts_first
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    application,
    flattened,
    fold,
    operands_first,
    spread,
    subexpressions,
    symbol,
    symbols,
)
from scmpy.symbolic.expression import rebuild as rebuilt

x, y, z = symbols("x y z")
f, g, plus = map(symbol, ("f", "g", "+"))

SIZE = 50_000

expressions = st.recursive(
    st.sampled_from([x, y, 1, 2.5, -0.0]),
    lambda inner: st.builds(
        lambda head, operands: application(head, *operands),
        st.sampled_from([f, g, plus, application(symbol("D"), f)]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=12,
)


def deep():
    """(f (f ... (f x)))."""
    e = x
    for _ in range(SIZE):
        e = application(f, e)
    return e


def shared():
    """A graph that has 2^SIZE leaves as a tree."""
    e = x
    for _ in range(SIZE):
        e = application(f, e, e)
    return e


def nodes_of(e, entered, found):
    """The distinct nodes below an expression, by recursion."""
    if isinstance(e, Expression) and e not in found:
        for part in entered(e):
            nodes_of(part, entered, found)
        found.append(e)
    return found


def with_operator(e):
    return (e.operator, *e.operands) if isinstance(e, Application) else ()


@given(expressions)
def test_nodes_come_in_the_order_of_the_recursion(e):
    assert list(subexpressions(e)) == nodes_of(e, with_operator, [])
    assert list(operands_first(e)) == nodes_of(e, lambda node: node.operands, [])


@given(expressions)
def test_a_fold_is_the_recursion(e):
    def text(e):
        return node(e, list(map(text, e.operands))) if isinstance(e, Application) else scheme_text(e)

    def node(e, operands):
        return f"{scheme_text(e.operator)}[{', '.join(operands)}]"

    assert fold(e, scheme_text, node) == text(e)


@given(expressions, expressions)
def test_rebuilt_is_the_recursion(e, value):
    def replaced(e):
        if e is x or e is f:
            return value if e is x else g
        return application(*map(replaced, with_operator(e))) if isinstance(e, Application) else e

    new = rebuilt(e, lambda head, operands: application(head, *operands), {x: value, f: g})
    assert new is replaced(e) or (new == value and type(new) is type(value))


@pytest.mark.slow
@pytest.mark.parametrize("graph", [deep, shared])
def test_any_depth_and_sharing(graph):
    e, calls = graph(), itertools.count()
    assert not is_deep()
    assert fold(e, lambda leaf: 0, lambda node, depths: next(calls) * 0 + 1 + max(depths)) == SIZE
    assert next(calls) == SIZE
    assert sum(1 for _ in subexpressions(e)) == SIZE + 2
    assert rebuilt(e, lambda head, operands: application(head, *operands), {x: y}) is not e


def test_a_walk_stops_where_nobody_asks_on():
    asked = []

    def parts(n):
        asked.append(n)
        return range(n + 1, n + 1000) if n == 0 else ()

    assert next(parts_first([0], parts)) == 1
    assert asked == [0, 1]


def test_a_memory_is_kept():
    inner, known, calls = application(f, x), {}, []

    def node(e, operands):
        calls.append(e)
        return e

    fold(inner, lambda leaf: leaf, node, known)
    fold(application(g, inner, inner), lambda leaf: leaf, node, known)
    assert calls == [inner, application(g, inner, inner)]


def test_what_is_known_is_not_entered():
    hidden = application(f, x)
    assert fold(application(g, hidden), pytest.fail, lambda e, operands: operands, {hidden: 7}) == [7]
    assert rebuilt(application(g, hidden), pytest.fail, {hidden: hidden, g: g}) is application(g, hidden)


def test_numbers_are_no_nodes():
    """1 and 1. are equal, and different numbers."""
    e = application(Head.LIST, 1, 1.0, -0.0, 0.0)
    assert fold(e, repr, lambda node, operands: operands) == ["1", "1.0", "-0.0", "0.0"]
    assert fold(3, repr, pytest.fail) == "3"
    assert list(subexpressions(3, [1, 2])) == []


def test_spread_and_flattened():
    e = application(plus, application(plus, x, y), application(plus, x, y), z)
    assert list(spread((e,), lambda part: part.operator is plus)) == [x, y, x, y, z]
    assert flattened(application(f, e)) is application(f, application(plus, x, y, x, y, z))
