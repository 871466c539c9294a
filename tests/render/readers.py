"""Values of expressions and of the texts that they are written as, and a grammar of TeX."""

import cmath
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


def _power(x, y):
    """The power of the branch above the cut: a zero imaginary part has no sign. 0^0 has no value."""
    x = complex(x)
    return complex(x.real, x.imag or 0.0) ** y if x or y else 1 / x


#: The value of an expression.
value_of = expression_walker({**VALUES, **FUNCTIONS, "expt": _power})


def value_of_text(text):
    """The value of what a text of mathematics is read as."""
    return value_of(formula(text, reference=_REFERENCE))


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
