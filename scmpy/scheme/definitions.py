"""Forms that define several names, made of one value: record types, coordinates, multiple values.

Such a form is described once: at top level it defines global variables, inside a body local ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.expander import Expander, Pending, in_body, special
from scmpy.scheme.syntax import Identifier, Scope, Syntax, name_of


class Definitions(NamedTuple):
    """The names that a form defines, and how they are made of one value, which they refer to.

    The value has a name of its own, or is held by a variable without one, of which the title is given. The result is
    what the form gives at top level, where that is not the name of the last part.
    """

    whole: Identifier | str
    value: Callable[[Scope], Node]
    parts: list[tuple[Identifier, Callable[[Node], Node]]]
    result: Node | None = None


Describe = Callable[[Expander, Syntax], Definitions]


def defining(*names: str) -> Callable[[Describe], Describe]:
    """Decorator: this function tells what forms of these names define."""

    def declare(describe: Describe) -> Describe:
        def define(expander: Expander, form: Syntax, scope: Scope) -> Node:
            return define_globally(expander, form, scope, describe(expander, form))

        def define_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
            whole, value, parts, _ = describe(expander, form)
            variable = Variable(whole) if isinstance(whole, str) else scope.bind(whole)
            found = core.LocalRef(form.span, variable)
            pending.append((variable, lambda: value(scope)))
            pending.extend((scope.bind(part), lambda make=make: make(found)) for part, make in parts)

        define.__doc__ = describe.__doc__
        special(*names)(define)
        in_body(*names)(define_internally)
        return describe

    return declare


def define_globally(expander: Expander, form: Syntax, scope: Scope, definitions: Definitions) -> Node:
    """Global definitions of the names."""
    expander.demand_top_level(form, scope)
    whole, make_value, parts, result = definitions
    value = make_value(scope)
    hidden = Variable(whole) if isinstance(whole, str) else None
    defined = [] if isinstance(whole, str) else [(name_of(whole), value)]
    found: Node = core.LocalRef(form.span, hidden) if hidden else core.GlobalRef(form.span, defined[0][0])
    defined += [(name_of(part), make(found)) for part, make in parts]
    for name, _ in defined:
        scope.keywords.pop(name, None)
    nodes: list[Node] = [core.Define(form.span, name, node) for name, node in defined]
    body = expander.sequence(form.span, [*nodes, result] if result else nodes or [found])
    return core.Let(form.span, [hidden], [value], body) if hidden else body
