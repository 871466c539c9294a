"""The parts of expressions: what kind of expression one is, its operands, its order among others, walks over it.

Predicates look at the expression as it stands, not at what it simplifies to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.annotations import Formula, ScalarValue, Values
from scmpy.generic.arguments import items
from scmpy.generic.kinds import is_number
from scmpy.registry import declare_predicate, public
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.derivatives import derivative_expression, is_derivative_operator
from scmpy.symbolic.expression import (
    D_SYMBOL,
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
    >>> from scmpy import symbols
    >>> is_derivative(symbol_derivative(symbols("f")))
    True
    """
    return isinstance(expression, Application) and is_derivative_operator(expression.operator)


@public("ederivative?")
def is_power_derivative(expression: object) -> bool:
    """Is this the name of a repeated derivative, ((expt D n) f)?

    Scheme:  (ederivative? e)
    >>> from scmpy import is_ederivative, symbols
    >>> first = symbol_derivative(symbols("f"))
    >>> is_ederivative(symbol_derivative(first)), is_ederivative(first)
    (True, False)
    """
    head = expression.operator if isinstance(expression, Application) else None
    return isinstance(head, Application) and head.operator is EXPT and head.operands[0] is D_SYMBOL


@public("symb:derivative", python="symbol_derivative")
def symbol_derivative(name: Formula) -> Expression:
    """The name of the derivative of the function of this name.

    Scheme:  (symb:derivative 'f)
    Raises:  WrongTypeError unless it is a symbol or a derivative
    >>> from scmpy import symbols
    >>> symbol_derivative(symbol_derivative(symbols("f")))
    ((expt D 2) f)
    """
    expression = expression_of(name)
    if not isinstance(expression, Expression):
        raise WrongTypeError(f"symb:derivative expects the name of a function, got {describe(name)}")
    return derivative_expression(expression, ())


@public("max-exponent")
def max_exponent(expression: Formula) -> int:
    """The largest integer exponent in an expression, the orders of derivatives included; 1 if there is no power.

    Scheme:  (max-exponent e)
    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> max_exponent(x**3 + y**2)
    3
    """
    powers = (node.operands[1] for node in subexpressions(expression_of(expression)) if is_power(node))
    return max((power for power in powers if type(power) is int), default=1)


def is_power(node: Any) -> bool:
    """Is this a power?"""
    return isinstance(node, Application) and node.operator is EXPT


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


# --- order -----------------------------------------------------------------------------------------------------


@public("variable<?", python="is_variable_before")
def is_variable_before(x: Symbol, y: Symbol) -> bool:
    """Does the first symbol come before the second in the alphabet?

    Scheme:  (variable<? x y)
    Raises:  WrongTypeError unless both are symbols
    >>> from scmpy import symbols
    >>> is_variable_before(*symbols("a b")), is_variable_before(*symbols("b a"))
    (True, False)
    """
    for symbol in (x, y):
        if not isinstance(symbol, Symbol):
            raise WrongTypeError(f"variable<? expects symbols, got {describe(symbol)}")
    return bool(x.name < y.name)


@public("expr:<", python="is_expression_before")
def is_expression_before(x: Formula, y: Formula) -> bool:
    """Does the first expression come before the second in an order that is the same everywhere?

    Scheme:  (expr:< x y)
    Numbers come before symbols, these before applications; of two applications the one with fewer parts comes first,
    else the first parts in which they differ decide.
    >>> from scmpy import symbols
    >>> a, b = symbols("a b")
    >>> is_expression_before(a, b), is_expression_before(b + a, a), is_expression_before(3, a)
    (True, False, True)
    """
    stack = [(expression_of(x), expression_of(y))]
    while stack:
        a, b = stack.pop()
        if a is b:
            continue
        if not (isinstance(a, Application) and isinstance(b, Application)):
            before = _rank(a), _rank(b)
            if before[0] != before[1]:
                return bool(before[0] < before[1])
        elif len(a.operands) != len(b.operands):
            return len(a.operands) < len(b.operands)
        else:
            parts = zip((a.operator, *a.operands), (b.operator, *b.operands), strict=True)
            stack.extend(reversed(list(parts)))
    return False


def _rank(x: Any) -> tuple[Any, ...]:
    """What compares expressions of which at least one is no application."""
    if isinstance(x, Expression):
        return (1, x.name, "") if isinstance(x, Symbol) else (2, "", "")
    z = complex(x) if isinstance(x, complex) or not hasattr(x, "__lt__") else None
    return (0, x, "") if z is None else (0, z.real, f"{z.imag:+}")


@public("expr:=", python="is_same_expression")
def is_same_expression(x: Formula, y: Formula) -> bool:
    """Are these the same expression, as they are written?

    Scheme:  (expr:= x y)
    >>> from scmpy import symbols
    >>> a, b = symbols("a b")
    >>> is_same_expression(a + b, a + b), is_same_expression(a + b, b + a)
    (True, False)
    """
    a, b = expression_of(x), expression_of(y)
    return a is b or (is_number(a) and is_number(b) and type(a) is type(b) and a == b)


# --- walks -----------------------------------------------------------------------------------------------------


def pairs(dictionary: Any, operation: str) -> dict[Any, Any]:
    """A dictionary from one, or from a list of pairs (lists of two, or Scheme's pairs)."""
    if isinstance(dictionary, Mapping):
        return dict(dictionary)
    found = {}
    for pair in items(dictionary, operation):
        key, value = (pair.car, pair.cdr) if hasattr(pair, "car") else pair
        found[key] = value.car if hasattr(value, "car") else value
    return found


@public("substitute-multiple")
def substitute_multiple(expression: Formula, dictionary: Mapping[Any, Any] | Values) -> ScalarValue:
    """Replace several parts of an expression at once.

    Scheme:  (substitute-multiple e '((x . 2) (y . 3)))
    1 ]=> (substitute-multiple (- 'x 'y) '((x . y) (y . x)))
    ;Value: (+ (* -1 x) y)
    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> substitute_multiple(x - y, {x: y, y: x})
    (+ (* -1 x) y)
    """
    return substitute(expression_of(expression), pairs(dictionary, "substitute-multiple"))


@public("expression-walker")
def expression_walker(environment: Mapping[Any, Any] | Values) -> Callable[[Any], Any]:
    """The function that evaluates an expression where symbols, operators too, have these values.

    Scheme:  ((expression-walker (list (cons 'x 3))) e)
    1 ]=> ((expression-walker (list (cons 'x 3) (cons '+ max))) (+ 'x 5))
    ;Value: 5
    >>> from scmpy import symbols
    >>> f, x = symbols("f x")
    >>> expression_walker({"x": 3, "+": max})(x + 5)
    5
    """
    values = {getattr(name, "name", name): value for name, value in pairs(environment, "expression-walker").items()}

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
