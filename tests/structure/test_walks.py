"""Expressions are walked in one place (:mod:`scmpy.symbolic.fold`, on :mod:`scmpy.generic.graphs`): no private walks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import scmpy

ROOT = Path(scmpy.__file__).parent

#: The trees of these are programs, texts and data of Scheme, no expressions.
ELSEWHERE = ("scheme", "app", "plot")

#: The loops with a stack of their own, and the recursions into operands, that there are, each for its reason.
ALLOWED = {
    "the walk itself; what shares no part on purpose": """
        symbolic/fold.py:spread
    """,
    "from the top down: what is done at a node depends on where it stands, or on what became of it": """
        symbolic/canonical.py:Canonicalizer.visit symbolic/ranking.py:Ranking.meet
        symbolic/rewriting/everywhere.py:everywhere museum/strategies.py:top_down.step
        symbolic/enclosure/applied.py:opened
    """,
    "two values side by side": """
        museum/expression_parts.py:is_expression_before symbolic/decision/equivalence.py:_equivalent
        structure/structure.py:Structure._equals structure/linear_maps.py:_parts_opposite
    """,
    "one level: a printed quotient has no quotients in it, a sine has its cosine": """
        symbolic/algebra/identities.py:_shortest symbolic/algebra/shortest.py:shortest
        symbolic/decision/logarithms.py:_logarithm_of_factor
        geometry/components.py:negated
    """,
    "no expressions: lists and containers, which may be unhashable, texts, differentials, polynomials, cases": """
        generic/flat.py:records generic/composite.py:scalars_of symbolic/s_expressions.py:expression_from
        museum/strategies.py:_size museum/procedures/hash_consing.py:canonical_copy render/text.py:Rope.__str__ render/scheme_text.py:_broken
        museum/procedures/expression_lists.py:is_fringe_smaller museum/procedures/common_subexpressions.py:_eliminated
        calculus/reverse.py:_recorded_before numerics/ode/perturbed.py:frame_of numerics/quadrature/adaptive.py:_by_panels
        numerics/quadrature/inside.py:_narrow_intervals
        museum/piecewise.py:_made
        symbolic/decision/witness.py:_concerning
        mechanics/equations/solved_form.py:Completion.leaves
    """,
}

FOUND_IN = [path for path in sorted(ROOT.rglob("*/*.py")) if path.relative_to(ROOT).parts[0] not in ELSEWHERE]


def functions_in(tree, prefix=""):
    """The functions of a syntax tree, those inside others too, with their names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not isinstance(node, ast.ClassDef):
                yield prefix + node.name, node
            yield from functions_in(node, f"{prefix}{node.name}.")
        else:
            yield from functions_in(node, prefix)


def own(function):
    """The nodes of a function without those of the functions inside it."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
            yield from own(node)


def has_stack(function):
    """Is there a loop that goes on while there is something in a list, from which it takes?"""
    for loop in own(function):
        if isinstance(loop, ast.While):
            tested = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
            for node in ast.walk(loop):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="pop" | "popleft")) if (
                        name in tested
                    ):
                        return True
    return False


def is_recursive(function):
    """Does a function with ``.operands`` in it mention itself?"""
    nodes = list(ast.walk(function))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    into_operands = any(isinstance(node, ast.Attribute) and node.attr == "operands" for node in nodes)
    return into_operands and function.name in names


def walks(source):
    """The names of the functions that walk by themselves."""
    return {name for name, function in functions_in(ast.parse(source)) if has_stack(function) or is_recursive(function)}


@pytest.mark.parametrize("path", FOUND_IN, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_private_walks(path):
    file = path.relative_to(ROOT).as_posix()
    allowed = {name.partition(":")[2] for name in " ".join(ALLOWED.values()).split() if name.startswith(f"{file}:")}
    found = walks(path.read_text(encoding="utf-8"))
    assert found <= allowed, f"{file}: {found - allowed} walk by themselves: use scmpy.symbolic.fold"
    assert allowed <= found, f"{file}: {allowed - found} are allowed to walk, and do not"


def test_every_allowed_function_is_in_a_file():
    files = {path.relative_to(ROOT).as_posix() for path in FOUND_IN}
    assert {name.partition(":")[0] for name in " ".join(ALLOWED.values()).split()} <= files


@pytest.mark.parametrize(
    "source",
    [
        "def depth(e):\n    return 1 + max(map(depth, e.operands))",
        "class A:\n    def depth(self, e):\n        return 1 + max(self.depth(x) for x in e.operands)",
        "def parts(e):\n    stack = [e]\n    while stack:\n        stack += stack.pop().operands",
        "def parts(e):\n    def inner(x):\n        return list(map(inner, x.operands))\n    return inner(e)",
        "def parts(e):\n    stack = [e]\n    while len(stack) > 0:\n        node = stack.pop()",
    ],
)
def test_private_walks_are_caught(source):
    """The check proves itself."""
    assert walks(source)


@pytest.mark.parametrize(
    "source",
    [
        "def f(e):\n    while e.operands:\n        e = e.operands[0]",
        "def f(e):\n    return any(x.operands for x in subexpressions(e))",
        "def f(x):\n    return [f(part) for part in x.parts]",
    ],
)
def test_other_loops_are_none(source):
    assert not walks(source)
