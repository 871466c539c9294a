"""The parts of expressions: what kind of expression one is, its operands, walks over it.

Predicates look at the expression as it stands, not at what it simplifies to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from scmpy.generic.annotations import Formula, ScalarValue, Values
from scmpy.generic.arguments import items
from scmpy.registry import declare_predicate, public
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.derivatives import is_derivative_operator
from scmpy.symbolic.expression import (
    EXP,
    EXPT,
    LOG,
    MINUS,
    OVER,
    PLUS,
    SQRT,
    TIMES,
    Application,
    Expression,
    Symbol,
    expression_of,
)
from scmpy.symbolic.fold import flattened, subexpressions


def _head_predicate(name: str, head: Symbol, noun: str, example: str, other: str) -> None:
    def is_made_with(expression: object) -> bool:
        return isinstance(expression, Application) and expression.operator is head

    declare_predicate(name, is_made_with, f"Is this {noun}?", example, other, given='x, y = symbols("x y")')


for _entry in (
    ("sum?", PLUS, "a sum", "x + y", "x * y"),
    ("product?", TIMES, "a product", "x * y", "x + y"),
    ("quotient?", OVER, "a quotient", "x / y", "x * y"),
    ("difference?", MINUS, "a difference", "x - y", "x + y"),
    ("expt?", EXPT, "a power", "x**2", "x"),
    ("sqrt?", SQRT, "a square root", "sqrt(x)", "x"),
    ("exp?", EXP, "an exponential", "exp(x)", "2**x"),
    ("log?", LOG, "a logarithm", "log(x)", "exp(x)"),
):
    _head_predicate(*_entry)


@public("derivative?")
def is_derivative(expression: object) -> bool:
    """Is this the name of a derivative, such as (D f), ((expt D 2) f) or ((partial 0) f)?

    Scheme:  (derivative? e)
    >>> from scmpy import D, expression, literal_function
    >>> f = literal_function("f")
    >>> is_derivative(expression(D(f))), is_derivative(expression(f))
    (True, False)
    """
    return isinstance(expression, Application) and is_derivative_operator(expression.operator)


def _operands(expression: Any, head: Symbol) -> tuple[Any, ...]:
    whole = flattened(expression_of(expression))
    return whole.operands if isinstance(whole, Application) and whole.operator is head else (whole,)


@public("symb:addends")
def addends(expression: Formula) -> tuple[Any, ...]:
    """The terms of a sum, those of sums inside it included; anything else is its only term.

    Scheme:  (symb:addends e)
    >>> from scmpy import symb_addends, symbols
    >>> a, b, c = symbols("a b c")
    >>> symb_addends(a + b + c)
    (a, b, c)
    """
    return _operands(expression, PLUS)


@public("symb:multiplicands")
def multiplicands(expression: Formula) -> tuple[Any, ...]:
    """The factors of a product, those of products inside it included; anything else is its only factor.

    Scheme:  (symb:multiplicands e)
    >>> from scmpy import symb_multiplicands, symbols
    >>> a, b = symbols("a b")
    >>> symb_multiplicands(2 * a * b), symb_multiplicands(a + b)
    ((2, a, b), ((+ a b),))
    """
    return _operands(expression, TIMES)


def _fraction(expression: Any) -> tuple[Any, Any]:
    if isinstance(expression, Application) and expression.operator is OVER:
        return expression.operands[0], expression.operands[1]
    if isinstance(expression, (int, Fraction)):
        return expression.numerator, expression.denominator
    return expression, 1


@public("symb:numerator")
def symbolic_numerator(expression: Formula) -> ScalarValue:
    """The numerator of a quotient, as it is written; of anything else the whole.

    Scheme:  (symb:numerator e)
    >>> from scmpy import symb_denominator, symb_numerator, symbols
    >>> x, y = symbols("x y")
    >>> symb_numerator(x / y), symb_denominator(x / y)
    (x, y)
    """
    return _fraction(expression)[0]


@public("symb:denominator")
def symbolic_denominator(expression: Formula) -> ScalarValue:
    """The denominator of a quotient, as it is written; of anything else 1.

    Scheme:  (symb:denominator e)
    >>> from scmpy import div, symb_denominator, symbols
    >>> x, y = symbols("x y")
    >>> symb_denominator(x / y), symb_denominator(div(2, 3)), symb_denominator(x)
    (y, 3, 1)
    """
    return _fraction(expression)[1]


# --- walks -----------------------------------------------------------------------------------------------------


def pairs(dictionary: Any) -> dict[Any, Any]:
    """A dictionary from one, or from a list of pairs (lists of two, or Scheme's pairs)."""
    if isinstance(dictionary, Mapping):
        return dict(dictionary)
    found = {}
    for pair in items(dictionary):
        key, value = (pair.car, pair.cdr) if hasattr(pair, "car") else pair
        found[key] = value.car if hasattr(value, "car") else value
    return found


@public("expression-walker")
def expression_walker(environment: Mapping[Any, Any] | Values) -> Callable[[Any], Any]:
    """The function that evaluates an expression where symbols, operators too, have these values.

    Scheme:  ((expression-walker (list (cons 'x 3))) e)
    Raises:  what the operations raise, such as LimitError for a number with too many digits
    1 ]=> ((expression-walker (list (cons 'x 3) (cons '+ max))) (+ 'x 5))
    ;Value: 5
    >>> from scmpy import symbols
    >>> f, x = symbols("f x")
    >>> expression_walker({"x": 3, "+": max})(x + 5)
    5
    """
    values = {getattr(name, "name", name): value for name, value in pairs(environment).items()}

    def walk(expression: Any) -> Any:
        known: dict[Any, Any] = {}
        whole = expression_of(expression)
        for node in subexpressions(whole):
            if isinstance(node, Symbol):
                known[node] = values.get(node.name, node)
            else:
                head = known[node.operator]
                operands = tuple(known.get(x, x) if isinstance(x, Expression) else x for x in node.operands)
                known[node] = head(*operands) if callable(head) else apply_head(head, operands)
        return known[whole] if isinstance(whole, Expression) else whole

    return walk
