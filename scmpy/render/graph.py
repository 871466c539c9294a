"""The graph of an expression as a picture: text in Graphviz's language, DOT."""

from __future__ import annotations

from typing import Any

from scmpy.render.scheme_text import atom_text
from scmpy.render.text import operator_of


def dot(tree: Any) -> str:
    r"""The graph of a tree, each of its parts once, the nodes numbered from the root on, level by level.

    A node is labelled with its operator; an operator that is itself a combination hangs from it by a dashed edge.

    >>> from scmpy.render.name_reading import Combination, Word
    >>> plus, x = map(Word, ("+", "x"))
    >>> print(dot(Combination(plus, (x, x, 1))))
    digraph expression {
      node [shape=plaintext];
      n0 [label="+"];
      n1 [label="x"];
      n2 [label="1"];
      n0 -> n1;
      n0 -> n1;
      n0 -> n2;
    }
    """
    parts, numbers = [tree], {_key(tree): 0}
    edges: list[str] = []
    for number, part in enumerate(parts):  # grows as we go
        for child, style in _children(part):
            if _key(child) not in numbers:
                numbers[_key(child)] = len(parts)
                parts.append(child)
            edges.append(f"  n{number} -> n{numbers[_key(child)]}{style};")
    nodes = [f'  n{number} [label="{_escaped(_label(part))}"];' for number, part in enumerate(parts)]
    return "\n".join(["digraph expression {", "  node [shape=plaintext];", *nodes, *edges, "}"])


def _children(tree: Any) -> list[tuple[Any, str]]:
    operator = operator_of(tree)
    if operator is None:
        return []
    head = [] if _is_atom(operator) else [(operator, " [style=dashed]")]
    return head + [(operand, "") for operand in tree.operands]


def _is_atom(tree: Any) -> bool:
    return operator_of(tree) is None


def _key(tree: Any) -> Any:
    """Combinations and symbols are told apart by identity, numbers by their text."""
    return id(tree) if hasattr(tree, "operator") else atom_text(tree)


def _label(tree: Any) -> str:
    operator = operator_of(tree)
    if operator is None:
        return atom_text(tree)
    return atom_text(operator) if _is_atom(operator) else "( )"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
