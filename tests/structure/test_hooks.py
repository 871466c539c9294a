"""Tables that other modules fill say so where they are made: by what they enter there a lower layer calls an upper one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from .modules import filled, modules, statements, targets

#: What a comment says of a table that is filled from elsewhere.
SAYS = re.compile(r"\benters?\b|\bentered\b")


def imported(nodes: Iterable[ast.AST]) -> dict[str, tuple[str, str]]:
    """The names that a module has from others: local name -> module, name there."""
    return {
        alias.asname or alias.name: (str(node.module).removeprefix("scmpy."), alias.name)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def tables(text: str) -> dict[str, str]:
    """The containers that a module makes at its top, with the comments above them."""
    lines = text.splitlines()
    found = {}
    for node in ast.parse(text).body:
        for target in targets(node):
            value = getattr(node, "value", None)
            call = value.func if isinstance(value, ast.Call) else None
            makes = isinstance(value, ast.Dict | ast.List | ast.Set) or (
                call is not None and ast.unparse(call) in {"Table", "dict.fromkeys", "weakref.WeakSet", "Procedures"}
            )
            if isinstance(target, ast.Name) and makes:
                first = node.lineno - 1
                while lines[first - 1].startswith("#:"):
                    first -= 1
                found[target.id] = "\n".join(lines[first : node.lineno - 1])
    return found


def test_a_table_that_others_fill_says_so():
    """The comment above it: who enters what there, and for whom."""
    of_others = {
        names[local]
        for name in modules()
        for names in [imported(statements(name))]
        for local in filled(name)
        if local in names and names[local][0] in modules().keys() - {name}
    }
    made = {home: tables(modules()[home].read_text(encoding="utf-8")) for home, _ in of_others}
    comments = {(home, table): made[home][table] for home, table in of_others if table in made[home]}
    assert ("symbolic.simplify", "PRINTED") in comments
    assert not sorted(place for place, comment in comments.items() if not SAYS.search(comment))
