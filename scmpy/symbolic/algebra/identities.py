"""Results by addition theorems: the shortest of the forms in which they write an expression.

The printed form of the original knows that sin^2 + cos^2 = 1, and not that cos a cos b + sin a sin b = cos(a - b) or
that exp(x) exp(-x) = 1. Where that is asked for, the decision form (:mod:`scmpy.symbolic.decision.certain`) tells
which expressions are zero, and writes sines, exponentials and hyperbolic functions over independent arguments; sums
over multiple angles contract products of sines. The shortest of these is shown, the printed form among equals.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError
from scmpy.generic.dispatch import converted
from scmpy.symbolic.algebra.poisson import to_poisson_form
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.equivalence import is_complex, with_pi
from scmpy.symbolic.decision.known_signs import note_assumptions
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXP, HALF_TURN, OVER, PI, Application, Expression, application, numerical
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.kernels import is_application
from scmpy.symbolic.policy import FORMS, Policy
from scmpy.symbolic.rewriting.rule_sets.exponentials import exp_contract
from scmpy.symbolic.simplify import Simplifier

_WITH_THEOREMS = {EXP, *map(numerical, "sin cos sinh cosh".split())}


def length(expression: Any) -> int:
    """How many symbols and numbers an expression is written with.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> length(x * y + 2), length(3)
    (5, 1)
    """
    found: dict[Any, int] = {}
    for node in subexpressions(expression):
        found[node] = sum(found.get(x, 1) for x in (node.operator, *node.operands)) if node.operands else 1
    return found.get(expression, 1)


def _shortest(expression: Any, policy: Policy) -> Any:
    """The shortest of the forms of an expression; of a quotient, also of its parts."""
    if getattr(expression, "constant", False) or not any(
        node.operator in _WITH_THEOREMS for node in subexpressions(expression)
    ):
        return expression
    plain = policy.with_switches(policy.switches.restored(FORMS))
    forms = [expression]
    if is_application(expression, OVER):
        parts = (_shortest(part, policy) for part in expression.operands)
        forms += Simplifier(plain).simplify([application(OVER, *parts)])
    for write in (_decided, to_poisson_form, exp_contract):
        written = converted(write(expression))
        if written is not None:
            forms += Simplifier(plain).simplify([written]) if isinstance(written, Expression) else [written]
    return min(forms, key=length)


FORMS["identities_simplify"] = _shortest


def _decided(expression: Any) -> Any:
    """An expression over independent arguments; None where that has no such form, or is too much work."""
    given = with_pi(expression)
    if is_complex(given):
        return None
    engine = Certain(premises=note_assumptions)
    try:
        form = engine.form(given)
        if engine.half_angles:
            return 0 if form.is_zero else None
        key = engine.shown(engine.tower.key(form))
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return None
    return substitute(key, HALF_TURN, PI) if isinstance(key, Application) else key
