"""What a rule makes of what its pattern matched, and what has to hold for that.

In the consequence the variables stand for what they matched, segments for all of their operands, and arithmetic of
numbers is carried out. A condition is ``none``, a fact about an expression, which the policy has to grant, a predicate,
or ``(and ...)`` of several.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scmpy.errors import SyntaxError_, shown_text
from scmpy.generic import operations as g
from scmpy.generic.dispatch import BinaryOperation
from scmpy.generic.kinds import is_number
from scmpy.symbolic.arithmetic import OPERATION_OF, apply_head
from scmpy.symbolic.expression import PLUS, TIMES, Application, Symbol, application, symbol
from scmpy.symbolic.facts import FACTS
from scmpy.symbolic.policy import Policy
from scmpy.symbolic.rewriting.matching import (
    ELEMENT,
    Bindings,
    parts_of,
    predicate_of,
    variable_of,
)
from scmpy.symbolic.s_expressions import expression_from

Template = Callable[[Bindings], Any]
Condition = Callable[[Bindings, Policy], Any]

NONE, AND, COMMA, COMMA_AT = map(symbol, ("none", "and", ":", "::"))


def combined(head: Any, operands: tuple[Any, ...]) -> Any:
    """The application of a head, sums and products in one level, arithmetic of numbers carried out."""
    if head is PLUS or head is TIMES:
        return _joined(head, operands)
    operation = OPERATION_OF.get(head)
    if operation is None:
        return application(head, *operands)
    if head is not symbol("atan") and not isinstance(operation, BinaryOperation) and len(operands) != operation.arity:
        return application(head, *operands)
    result = apply_head(head, operands)
    if isinstance(result, Application) and result.operator is TIMES and head is not TIMES:
        return _joined(TIMES, result.operands)  # the negative of a product
    return result


def _joined(head: Symbol, operands: Iterable[Any]) -> Any:
    """A sum or product with its number first."""
    operation, number = (g.add, 0) if head is PLUS else (g.mul, 1)
    total: Any = number
    rest: list[Any] = []
    for operand in operands:
        for part in operand.operands if isinstance(operand, Application) and operand.operator is head else (operand,):
            if is_number(part):
                total = operation(total, part)
            else:
                rest.append(part)
    if not rest or (head is TIMES and type(total) is int and total == 0):
        return total
    if not (type(total) is int and total == number):
        rest.insert(0, total)
    return rest[0] if len(rest) == 1 else application(head, *rest)


def template(skeleton: Any, names: Iterable[str], bare: bool = False) -> Template:
    """The function from bindings to an instance of a skeleton; ``bare``: names alone stand for variables, too."""
    parts = parts_of(skeleton)
    variable = _reference(skeleton, parts)
    if variable is None and bare and isinstance(skeleton, Symbol) and skeleton.name in names:
        variable = skeleton.name
    if variable is not None:
        if variable not in names:
            raise SyntaxError_(f"the rule's consequence mentions {variable}, which its pattern does not bind")
        return lambda bindings: bindings[variable]
    if not parts:
        constant = expression_from(skeleton)
        return lambda bindings: constant
    inner = [(template(part, names, bare), _is_spliced(part)) for part in parts]

    def instance(bindings: Bindings) -> Any:
        found: list[Any] = []
        for part, spliced in inner:
            if spliced:
                found.extend(part(bindings))
            else:
                found.append(part(bindings))
        return combined(found[0], tuple(found[1:]))

    return instance


def _reference(skeleton: Any, parts: tuple[Any, ...] | None) -> str | None:
    """The name of the variable that a skeleton is: ``(? x)`` or ``(: x)``, ``(?? x)`` or ``(:: x)``."""
    if parts and parts[0] in (COMMA, COMMA_AT) and len(parts) == 2 and isinstance(parts[1], Symbol):
        return parts[1].name
    variable = variable_of(skeleton)
    return None if variable is None else variable[1]


def _is_spliced(skeleton: Any) -> bool:
    parts = parts_of(skeleton)
    if parts and parts[0] in (COMMA, COMMA_AT):
        return parts[0] is COMMA_AT
    variable = variable_of(skeleton)
    return variable is not None and variable[0] is not ELEMENT


# --- conditions ------------------------------------------------------------------------------------------


def facts_needed(condition: Any) -> Iterator[tuple[str, Any]]:
    """The facts of a condition, each with its expression."""
    parts = parts_of(condition)
    if parts and parts[0] is AND:
        for part in parts[1:]:
            yield from facts_needed(part)
    elif parts and isinstance(parts[0], Symbol) and parts[0].name in FACTS and len(parts) == 2:
        yield parts[0].name, parts[1]


def condition_of(condition: Any, names: list[str], rewrite: str) -> Condition:
    """The test of bindings under a policy that a condition says."""
    if condition is None or condition is NONE:
        return lambda bindings, policy: True
    if not isinstance(condition, Application) and callable(condition):
        function = of_variables(condition, names)
        return lambda bindings, policy: function(bindings)
    parts = parts_of(condition)
    if not parts or not isinstance(parts[0], Symbol):
        raise SyntaxError_(
            f"a rule's condition is none, a fact, a predicate or a conjunction, got {shown_text(condition)}"
        )
    if parts[0] is AND:  # predicates first: an assumption is taken only for a rewrite that is made
        ordered = sorted(parts[1:], key=lambda part: any(True for _ in facts_needed(part)))
        tests = [condition_of(part, names, rewrite) for part in ordered]
        return lambda bindings, policy: all(test(bindings, policy) for test in tests)
    arguments = [template(part, names, bare=True) for part in parts[1:]]
    if parts[0].name in FACTS and len(arguments) == 1:
        fact, (argument,) = parts[0].name, arguments
        return lambda bindings, policy: policy.grants(fact, argument(bindings), rewrite)
    predicate = predicate_of(parts[0])
    return lambda bindings, policy: predicate(*(argument(bindings) for argument in arguments))


def of_variables(function: Callable[..., Any], names: list[str]) -> Template:
    """A function whose parameters are named as pattern variables, or one of all of them in their order."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return lambda bindings: function(*(bindings[name] for name in names))
    wanted = list(signature.parameters)
    if not set(wanted) <= set(names):
        try:
            signature.bind(*names)
        except TypeError:
            unknown = ", ".join(name for name in wanted if name not in names)
            raise SyntaxError_(f"the rule's function takes {unknown}; its pattern binds {', '.join(names)}") from None
        wanted = names
    return lambda bindings: function(*(bindings[name] for name in wanted))
