"""Values of trees and of the texts that they are written as, and a grammar of TeX."""

import cmath
import math
import re

from scmpy import expression_walker, formula
from scmpy.symbolic.expression import read_expression

FUNCTIONS = {
    "sin": cmath.sin,
    "cos": cmath.cos,
    "sqrt": lambda x: _power(x, 0.5),
    "f": lambda x, y=0: x * x - 3 * y + 1,
    "abs": abs,
}
#: What tells that f is a function, and thetadot no derivative.
_REFERENCE = read_expression("(+ (f x) (f x y) thetadot)")
VALUES = {"x": 0.7, "y": -1.3, "z": 2.1, "theta": 0.4, "x_0": 1.9, "thetadot": -0.6}


def value_of(tree):
    """The value of a tree."""
    name = getattr(tree, "name", None)
    if name is not None:
        return VALUES[name]
    if getattr(tree, "operator", None) is None:
        return complex(tree)
    operands = [value_of(operand) for operand in tree.operands]
    match tree.operator.name, operands:
        case "+", _:
            return sum(operands)
        case "*", _:
            return math.prod(operands)
        case "-", [x]:
            return -x
        case "-", [x, *others]:
            return x - sum(others)
        case "/", [x]:
            return 1 / x
        case "/", [x, *others]:
            return x / math.prod(others)
        case "expt", [x, y]:
            return _power(x, y)
    return complex(FUNCTIONS[tree.operator.name](*operands))


def _power(x, y):
    """The power of the branch above the cut: a zero imaginary part has no sign. 0^0 has no value."""
    x = complex(x)
    return complex(x.real, x.imag or 0.0) ** y if x or y else 1 / x


def value_of_text(text):
    """The value of what a text of mathematics is read as."""
    return complex(expression_walker({**VALUES, **FUNCTIONS, "expt": _power})(formula(text, reference=_REFERENCE)))


def check_tex(text):
    r"""Are braces, ``\left`` and ``\right``, and environments balanced, and no script doubled?"""
    stack = []
    tokens = re.findall(
        r"\\(?:begin|end)\{\w+\}|\\left(?:\\\w+|.)|\\right(?:\\\w+|.)|\\[a-zA-Z]+|\\.|\s+|.", text, re.DOTALL
    )
    for token in tokens:
        if token == "{" or token.startswith((r"\begin", r"\left")):
            stack.append(token)
        elif token == "}":
            assert stack.pop() == "{", text
        elif token.startswith(r"\end"):
            assert stack.pop() == token.replace("end", "begin"), text
        elif token.startswith(r"\right") and not token.startswith(r"\rightarrow"):
            assert stack.pop().startswith(r"\left"), text
        elif token in ("&", r"\\"):
            assert stack and stack[-1].startswith(r"\begin"), text
    assert not stack, text
    assert not re.search(r"\^\{[^{}]*\}\^", text), text
