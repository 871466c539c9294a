"""Readers of the notations, for the tests: infix and TeX back to values, and a grammar of TeX.

Both evaluate as they read, by recursive descent over tokens: sums of quotients of products of powers.
"""

import cmath
import re
import unicodedata
from fractions import Fraction

FUNCTIONS = {
    "sin": cmath.sin,
    "cos": cmath.cos,
    "sqrt": lambda x: _power(x, 0.5),
    "f": lambda x, y=0: x * x - 3 * y + 1,
    "abs": abs,
}
VALUES = {"x": 0.7, "y": -1.3, "z": 2.1, "θ": 0.4, "x₀": 1.9, "θ̇": -0.6}
NAMES = {"theta": "θ", "x_0": "x₀", "thetadot": "θ̇"}


def value_of(tree):
    """The value of a tree."""
    name = getattr(tree, "name", None)
    if name is not None:
        return VALUES[NAMES.get(name, name)]
    if getattr(tree, "operator", None) is None:
        return complex(tree)
    operands = [value_of(operand) for operand in tree.operands]
    match tree.operator.name, operands:
        case "+", _:
            return sum(operands)
        case "*", _:
            return _product(operands)
        case "-", [x]:
            return -x
        case "-", [x, *others]:
            return x - sum(others)
        case "/", [x]:
            return 1 / x
        case "/", [x, *others]:
            return x / _product(others)
        case "expt", [x, y]:
            return _power(x, y)
    return complex(FUNCTIONS[tree.operator.name](*operands))


def _power(x, y):
    """The power of the branch above the cut: a zero imaginary part has no sign."""
    x = complex(x)
    return complex(x.real, x.imag or 0.0) ** y


def _product(factors):
    result = 1
    for factor in factors:
        result *= factor
    return result


class _Reader:
    """A sum of quotients; what is inside a product depends on the notation."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.place = 0

    @property
    def next(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self, expected=None):
        token = self.next
        assert expected is None or token == expected, (expected, self.tokens[self.place :])
        self.place += 1
        return token

    def all(self):
        value = self.sum()
        assert self.next is None, self.tokens[self.place :]
        return value

    def sum(self):
        sign = -1 if self.next == "-" and self.take() else 1
        value = sign * self.quotient()
        while self.next in ("+", "-"):
            value += (1 if self.take() == "+" else -1) * self.quotient()
        return value

    def arguments(self, close):
        values = [self.sum()]
        while self.next == ",":
            self.take()
            values.append(self.sum())
        self.take(close)
        return values


class Infix(_Reader):
    """``½ m v²``: juxtaposition multiplies, ``/`` divides by a power, ``^`` raises to an atom."""

    TOKEN = re.compile(
        r"\d+/\d+|\d+(?:\.\d+)?(?:e-?\d+)?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[^\W\d⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+[₀-₉\u0307]*|[-+/·^√(),]"
    )

    def __init__(self, text):
        super().__init__(self.TOKEN.findall(text))

    def quotient(self):
        value = self.product()
        if self.next == "/":
            self.take()
            value /= self.power()
        return value

    def product(self):
        value = self.power()
        while self.next is not None and self.next not in ("+", "-", "/", ")", ","):
            if self.next == "·":
                self.take()
            value *= self.power()
        return value

    def power(self):
        value = self.atom()
        if self.next == "^":
            self.take()
            return _power(value, self.atom())
        return value ** int(_plain(self.take())) if self.next and self.next[0] in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹" else value

    def atom(self):
        token = self.take()
        if token == "(":
            return self.arguments(")")[0]
        if token == "√":
            return _power(self.atom(), 0.5)
        if token[0].isdigit() or unicodedata.category(token[0]) == "No":
            return complex(
                Fraction(token) if "/" in token else unicodedata.numeric(token) if len(token) == 1 else float(token)
            )
        if token in FUNCTIONS and self.next != ")":
            exponent = int(_plain(self.take())) if self.next[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹" else 1
            self.take("(")
            return complex(FUNCTIONS[token](*self.arguments(")"))) ** exponent
        return VALUES[token]


def _plain(superscripts):
    return superscripts.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))


class TeX(_Reader):
    r"""``\frac{1}{2} m v^{2}``, between ``\left(`` and ``\right)``."""

    TOKEN = re.compile(r"\\left\(|\\right\)|\\left\\lvert|\\right\\rvert|\\[a-zA-Z]+|\d+\.?\d*|\.\d+|\S")
    NAMES = {r"\theta": "θ", r"\dot": "θ̇"}

    def __init__(self, text):
        text = re.sub(r"\\(begin|end)\{aligned\}|\\\\|&", " ", text)  # a sum in several lines is a sum
        super().__init__(self.TOKEN.findall(text.replace(r"\dot{\theta}", r"\dot ").replace("x_{0}", "₀")))

    def quotient(self):
        value = self.power()
        while self.next is not None and self.next not in ("+", "-", "}", r"\right)", r"\right\rvert", ","):
            if self.next in (r"\cdot", r"\times"):
                self.take()
            value *= self.power()
        return value

    def group(self):
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def exponent(self):
        self.take("^")
        return self.group()

    def power(self):
        value = self.atom()
        return _power(value, self.exponent()) if self.next == "^" else value

    def atom(self):
        token = self.take()
        if token == r"\left(":
            return self.arguments(r"\right)")[0]
        if token == r"\left\lvert":
            return abs(self.arguments(r"\right\rvert")[0])
        if token == r"\sqrt":
            return _power(self.group(), 0.5)
        if token == r"\frac":
            numerator = self.group()
            return numerator / self.group()
        if token.lstrip(".")[:1].isdecimal():
            return complex(float(token))
        if token.lstrip("\\") in FUNCTIONS:
            exponent = self.exponent() if self.next == "^" else 1
            self.take(r"\left(")
            return complex(FUNCTIONS[token.lstrip("\\")](*self.arguments(r"\right)"))) ** exponent
        return VALUES[{**self.NAMES, "₀": "x₀"}.get(token, token)]


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
