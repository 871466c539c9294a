"""Common subexpressions of expressions that are code: what occurs more than once gets a name."""

from collections import Counter
from typing import Any

from scmpy.generic.arguments import items
from scmpy.scheme.data import list_of
from scmpy.scheme.primitives.base import PRIMITIVES, primitive
from scmpy.symbolic.expression import Application, Symbol, symbol
from scmpy.symbolic.fold import operands_first, subexpressions
from scmpy.symbolic.s_expressions import expression_from, is_datum_list

LAMBDA, LET, LET_STAR = map(symbol, ("lambda", "let", "let*"))
QUOTES = frozenset(map(symbol, ("quote", "quasiquote")))

#: The forms that bind names: what contains these names stays where it is.
BINDING = frozenset(map(symbol, ("lambda", "named-lambda", "let", "let*", "letrec", "letrec*", "do", "define")))


def _shared(body: Any) -> set[Any]:
    """The combinations that occur more than once."""
    nodes = [x for x in operands_first(body) if isinstance(x, Application)]
    times = Counter(operand for node in nodes for operand in node.operands)
    kept = {x for node in nodes if node.operator in QUOTES for x in subexpressions(node)}
    bound = {x for node in nodes if node.operator in BINDING for x in subexpressions(*node.operands[:-1])}
    names = {x for x in bound if isinstance(x, Symbol)}
    return {
        node
        for node in nodes
        if times[node] > 1
        and node not in kept
        and node.operator not in BINDING
        and names.isdisjoint(subexpressions(node))
    }


def _eliminated(expression: Any, wrapped: Any) -> Any:
    """The expression with names for what it has in common; of a lambda expression its body."""
    parts = items(expression, "gjs/cselim") if is_datum_list(expression) else ()
    if len(parts) == 3 and parts[0] is LAMBDA:
        return list_of((LAMBDA, parts[1], _eliminated(parts[2], wrapped)))
    tree = expression_from(expression)
    shared, bindings = _shared(tree), []
    made: dict[Any, Any] = {}
    for x in subexpressions(tree):
        made[x] = x
        if isinstance(x, Application):
            made[x] = list_of(made.get(part, part) for part in (x.operator, *x.operands))
        if x in shared:
            name = PRIMITIVES["generate-uninterned-symbol"]()
            bindings.append(list_of((name, made[x])))
            made[x] = name
    return wrapped(bindings, made.get(tree, tree))


@primitive("gjs/cselim")
def gjs_cselim(expression: Any) -> Any:
    """The expression with a let for each combination that occurs more than once."""

    def nested(bindings: list[Any], body: Any) -> Any:
        for binding in reversed(bindings):
            body = list_of((LET, list_of((binding,)), body))
        return body

    return _eliminated(expression, nested)


@primitive("text/cselim")
def text_cselim(expression: Any) -> Any:
    """The expression with one let, or let*, for the combinations that occur more than once."""

    def together(bindings: list[Any], body: Any) -> Any:
        return list_of((LET_STAR if len(bindings) > 1 else LET, list_of(bindings), body)) if bindings else body

    return _eliminated(expression, together)
