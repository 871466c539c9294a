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
        generic/graphs.py:parts_first symbolic/fold.py:spread
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
    "from an atom to those that it is made of, whose values are there": """
        symbolic/decision/certain.py:Certain._kernel symbolic/decision/factors.py:may_be_power_of_zero
    """,
    "no expressions: lists and containers, which may be unhashable, texts, differentials, polynomials, cases": """
        guard.py:_is_circular guard.py:_kinds_in tracebacks.py:trim symbolic/ranking.py:_first_met
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

FOUND_IN = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in ELSEWHERE]


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


GIVES = {"pop", "popleft"}
TAKES = {"append", "appendleft", "extend", "insert"}


def called_on(node, methods):
    """The names of the lists of which methods are called in a piece of program; ``+=`` counts as one that puts in."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in methods:
                yield name
            case ast.AugAssign(target=ast.Name(id=name)) if methods is TAKES:
                yield name


def has_stack(function):
    """Is there a loop that goes on while there is something in a list, from which it takes, or to which it adds?"""
    for loop in own(function):
        if isinstance(loop, ast.While):
            lists = {*called_on(loop, GIVES)}
            tested = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
            if lists & (tested | {*called_on(loop, TAKES)}):
                return True
        elif isinstance(loop, ast.For) and isinstance(loop.iter, ast.Name) and loop.iter.id in called_on(loop, TAKES):
            return True
    return False


def mentioned(function):
    """The names that a function itself mentions, those of methods of its object too."""
    for node in own(function):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            yield node.attr


def is_of_operands(node):
    """Does a piece of program mention the operands of something?"""
    return any(isinstance(part, ast.Attribute) and part.attr == "operands" for part in ast.walk(node))


def names_in(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def given_operands(function):
    """The names of what a function calls with operands, or with something that it found among operands."""
    found = set()
    for node in own(function):
        match node:
            case ast.For(target=target, iter=source) | ast.comprehension(target=target, iter=source):
                found |= names_in(target) if is_of_operands(source) else set()
            case ast.Assign(targets=targets, value=ast.Attribute() | ast.Subscript() | ast.Tuple() as value):
                found |= {name for target in targets for name in names_in(target)} if is_of_operands(value) else set()
            case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns):
                for pattern in (pattern for name, pattern in zip(names, patterns, strict=True) if name == "operands"):
                    found |= {part.name for part in ast.walk(pattern) if isinstance(part, ast.MatchAs | ast.MatchStar)}
    for node in own(function):
        if isinstance(node, ast.Call) and any(is_of_operands(x) or names_in(x) & found for x in node.args):
            for part in (node.func, *node.args):  # of map(f, operands) it is f
                match part:
                    case ast.Name(id=name) | ast.Attribute(attr=name):
                        yield name


def recursive(functions):
    """The names of the functions that hand operands on to themselves, perhaps through others, or ask for them there."""
    by_name = {}
    for name in functions:
        by_name.setdefault(name.rpartition(".")[2], set()).add(name)
    goes_to = {
        name: {other for short in mentioned(function) for other in by_name.get(short, ())}
        | {other for other in functions if other.rpartition(".")[0] == name}
        for name, function in functions.items()
    }
    for name, function in functions.items():
        reached, left = set(), [*goes_to[name]]
        while left:
            if (other := left.pop()) not in reached:
                reached.add(other)
                left += goes_to[other]
        circle = {other for other in reached if other == name or name in goes_to[other]}
        circle |= {short.rpartition(".")[2] for short in circle}
        if name in reached and (
            circle.intersection(given_operands(function)) or is_recursive(name.rpartition(".")[2], function)
        ):
            yield name


def is_recursive(name, function):
    """Does a function with ``.operands`` in it mention itself?"""
    return is_of_operands(function) and name in mentioned_anywhere(function)


def mentioned_anywhere(function):
    nodes = [function, *(node for node in ast.walk(function) if isinstance(node, ast.FunctionDef))]
    return {name for node in nodes for name in mentioned(node)}


def walks(source):
    """The names of the functions that walk by themselves."""
    functions = dict(functions_in(ast.parse(source)))
    return {name for name, function in functions.items() if has_stack(function)} | {*recursive(functions)}


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
        "def parts(e):\n    stack = [e]\n    while True:\n        node = stack.pop()\n        stack += node.operands",
        "def parts(e):\n    found = [e]\n    for node in found:\n        found.extend(node.operands)",
        "def depth(e):\n    return below(e)\ndef below(e):\n    return 1 + max(map(depth, e.operands))",
        "def depth(e):\n    match e:\n        case A(operands=[x, *_]):\n            return below(x)\ndef below(e):\n    depth(e)",
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
