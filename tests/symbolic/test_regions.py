"""The arithmetic of an expression is gone through in the order of the original, each node after its operands."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scmpy.symbolic.canonical import PRODUCTS, SUMS, Region, is_arithmetic
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, application, symbol

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["+", "-", "*", "/", "negative", "inverse", "power", "f"]),
        st.integers(0, 20),
        st.integers(0, 20),
    ),
    min_size=6,
    max_size=20,
)


def _graph(steps: list[tuple[str, int, int]]) -> Any:
    """A node whose parts are shared, made from symbols step by step."""
    nodes: list[Expression] = [symbol("x"), *(application(symbol(name), symbol("x")) for name in "ghk")]
    for kind, i, j in steps:
        a, b = nodes[-1 - i % 4], nodes[-1 - j % len(nodes)]
        if kind == "power":
            nodes.append(application(Head.EXPT, a, (-2, -1, 2, 3)[j % 4]))
        elif kind == "f":
            nodes.append(application(symbol("f"), a))
        elif kind in ("negative", "inverse"):
            nodes.append(application(Head.MINUS if kind == "negative" else Head.OVER, a))
        else:
            nodes.append(application(symbol(kind), a, b))
    return nodes[-1]


def _terms(node: Application, family: set[Expression], negative: bool) -> list[tuple[Any, bool]]:
    """The terms of a sum of sums, or the factors of a product of products, and whether they are subtracted."""
    found: list[tuple[Any, bool]] = []
    turns = node.operator in (Head.MINUS, Head.OVER)
    alone = len(node.operands) == 1
    for place, x in enumerate(node.operands):
        sign = negative != (turns and (alone or place > 0))
        if not alone and isinstance(x, Application) and x.operator in family:
            found += _terms(x, family, sign)
        else:
            divides = (
                family is PRODUCTS and isinstance(x, Application) and x.operator is Head.EXPT and x.operands[1] < 0
            )
            found.append((x, sign != divides))
    return found


def _kernels(x: Any, met: dict[Any, None]) -> dict[Any, None]:
    """The kernels in the order of the original, as it is defined: in a sum what is added before what is subtracted."""
    if isinstance(x, Application) and x.operator is Head.EXPT:
        _kernels(x.operands[0], met)
    elif isinstance(x, Application) and is_arithmetic(x):
        terms = _terms(x, SUMS if x.operator in SUMS else PRODUCTS, False)
        for term, _ in sorted(terms, key=lambda pair: pair[1]):
            _kernels(term, met)
    elif isinstance(x, Application):
        met.setdefault(x)
    return met


@settings(max_examples=20 * settings.default.max_examples)
@given(STEPS)
def test_kernels_are_in_the_order_of_the_original(steps: list[tuple[str, int, int]]) -> None:
    root = _graph(steps)
    assert Region(root).kernels == list(_kernels(root, {}))


@settings(max_examples=20 * settings.default.max_examples)
@given(STEPS)
def test_steps_are_all_arithmetic_nodes_operands_first(steps: list[tuple[str, int, int]]) -> None:
    root = _graph(steps)
    region, seen = Region(root), set[Any]()
    for node in region.steps:
        assert node not in seen
        assert all(x in seen or not is_arithmetic(x) for x in node.operands if isinstance(x, Application))
        seen.add(node)
    operands = {root, *(x for node in region.steps for x in node.operands)}
    assert {x for x in operands if isinstance(x, Application) and is_arithmetic(x)} == seen
    assert {x for x in operands if isinstance(x, Symbol)} - {root} == region.symbols - {root}
    assert {x for x in operands if isinstance(x, Application)} - seen == set(region.kernels)


def test_sums_that_share_their_parts_are_gone_through_once() -> None:
    x: Any = application(symbol("f"), symbol("x"))
    for _ in range(400):
        x = application(Head.PLUS, x, x)
    y = x
    for n in range(400):
        y = application(Head.MINUS, application(Head.TIMES, n, y), y)
    assert len(Region(y).steps) == 1200


def test_what_is_subtracted_and_added_is_met_as_added() -> None:
    f, g, h, k = (application(symbol(name), symbol("x")) for name in "fghk")
    both = application(Head.PLUS, g, h)
    root = application(Head.PLUS, application(Head.MINUS, f, k, both), both)
    assert Region(root).kernels == [f, g, h, k]
