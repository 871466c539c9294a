"""Rewriting all parts of an expression, from the inside out, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import LimitError
from scmpy.generic.settings import Limit
from scmpy.symbolic.expression import Application, Expression, Symbol
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.templates import combined

MOST_REWRITES = Limit("most-rewrites", 200_000, "Rules that are applied in one rewriting.")

Once = Callable[[Any, Policy, Search], Any]


def everywhere(once: Once, root: Any, policy: Policy, search: Search) -> Any:
    """Rewrite all parts of an expression from the inside out until nothing changes (iterative: any depth).

    The normal form of every node met is remembered. ``following`` leads from a node to what it was rewritten to,
    whose normal form is its own; a node met again before that is known is rewritten in a circle.
    """
    normal: dict[Any, Any] = {}
    following: dict[Any, Any] = {}
    rewrites = 0
    stack = [root]
    while stack:
        node = stack[-1]
        if node in normal or not isinstance(node, Expression):
            stack.pop()
            continue
        successor = following.get(node)
        if successor is not None:
            if _is_waiting(successor, normal):
                raise LimitError(f"the rules do not come to rest: they rewrite {_outline(node)} in a circle")
            normal[node] = normal.get(successor, successor) if isinstance(successor, Expression) else successor
            continue
        waiting = [part for part in parts_below(node) if part not in normal]
        if waiting:
            stack.extend(reversed(waiting))
            continue
        successor = with_parts(node, normal)
        if successor is node:
            successor = once(node, policy, search)
            if successor is None:
                normal[node] = node
                continue
            rewrites += 1
            if rewrites > MOST_REWRITES.value:
                raise MOST_REWRITES.refusal(f"the rules do not come to rest; the last rewrites {_outline(node)}:")
        following[node] = successor
        if _is_waiting(successor, normal):
            stack.append(successor)
    return normal.get(root, root) if isinstance(root, Expression) else root


def _is_waiting(part: Any, normal: dict[Any, Any]) -> bool:
    return isinstance(part, Expression) and part not in normal


def _outline(node: Expression) -> str:
    if isinstance(node, Symbol):
        return node.name
    return f"an application of {node.operator.name if isinstance(node.operator, Symbol) else 'an operator'}"


def parts_below(node: Expression) -> list[Expression]:
    """The parts of a node that rules may rewrite: operands, and the operator where it is no name. Numbers stay."""
    found = [operand for operand in node.operands if isinstance(operand, Expression)]
    if isinstance(node.operator, Application):
        found.insert(0, node.operator)
    return found


def with_parts(node: Expression, rewritten: dict[Any, Any]) -> Any:
    """The node with its parts rewritten; itself where none of them changed."""
    changed = False
    operands = []
    for operand in node.operands:
        new = rewritten[operand] if isinstance(operand, Expression) else operand
        changed = changed or new is not operand
        operands.append(new)
    head = rewritten[node.operator] if isinstance(node.operator, Application) else node.operator
    return combined(head, tuple(operands)) if changed or head is not node.operator else node
