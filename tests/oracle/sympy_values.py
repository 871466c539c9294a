"""Expressions as SymPy objects, for the tests alone: independent of the library's own bridge."""

import math
from fractions import Fraction

import sympy

HEADS = {
    "+": lambda *xs: sympy.Add(*xs),
    "*": lambda *xs: sympy.Mul(*xs),
    "-": lambda x, *ys: x - sum(ys) if ys else -x,
    "/": lambda x, *ys: x / math.prod(ys) if ys else 1 / x,
    "expt": sympy.Pow,
    **{
        name: getattr(sympy, name)
        for name in "sqrt exp log sin cos tan cot sec csc asin acos sinh cosh tanh sech csch".split()
    },
    "atan": lambda y, x=None: sympy.atan(y) if x is None else sympy.atan2(y, x),
}


def to_sympy(expression):
    """The SymPy object of an expression of numbers, symbols, elementary functions and literal functions."""
    if isinstance(expression, (int, float)):
        return sympy.sympify(expression)
    if isinstance(expression, Fraction):
        return sympy.Rational(expression.numerator, expression.denominator)
    if expression.operator is None:
        return sympy.Symbol(expression.name, positive=True)
    operands = [to_sympy(operand) for operand in expression.operands]
    head = expression.operator
    if head.operator is None:
        return HEADS[head.name](*operands) if head.name in HEADS else sympy.Function(head.name)(*operands)
    order = {"D": 1}.get(getattr(head.operator, "name", None)) or head.operator.operands[1]
    slot = sympy.Dummy()
    function = sympy.Function(head.operands[0].name)
    return sympy.Subs(sympy.Derivative(function(slot), (slot, order)), slot, operands[0])


def numeric(expression, point):
    """The value at a point, to 40 digits."""
    values = {
        sympy.Symbol(name, positive=True): sympy.Rational(q.numerator, q.denominator) for name, q in point.items()
    }
    return sympy.N(expression.subs(values), 40)
