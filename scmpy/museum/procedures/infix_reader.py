"""Formulas as they are written by hand, read as combinations: ``a + f(x)^2`` is ``(+ a (expt (f x) 2))``.

Of the operations ^ binds the tightest, to the right; then a sign, * and /, + and -. Besides, there are calls,
``if p then a else b``, ``lambda(x, y) a`` and ``define f(x) = a``; comparisons are = < > <= >=.
"""

from __future__ import annotations

import re
from typing import Any

from scmpy.errors import DepthError, SyntaxError_
from scmpy.generic.settings import Limit
from scmpy.scheme.data import list_of
from scmpy.scheme.numerals import parse_number
from scmpy.symbolic.expression import symbol

_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)|([^\W\d][\w:?!]*|:\w+)|(<=|>=|[-+*/^(),=<>]))")
_KEYWORDS = frozenset("if then else lambda define".split())
_COMPARISONS = frozenset("= < > <= >=".split())

_MOST_CHARACTERS = Limit("most-infix-characters", 2_000, "Length of a formula in infix notation.")


def read_infix(text: str) -> Any:
    """The combination that a formula stands for, as a list.

    >>> from scmpy.scheme.printer import write_text
    >>> write_text(read_infix("-a*b^2 + f(x, 1)/2"))
    '(+ (- (* a (expt b 2))) (/ (f x 1) 2))'
    """
    _MOST_CHARACTERS.check(len(text), "infix-string->combination")
    reader = _Reader(text)
    try:
        datum = reader.form()
    except RecursionError:
        raise DepthError("infix-string->combination: the formula is nested too deeply") from None
    if reader.token:
        raise reader.error("the end")
    return datum


class _Reader:
    """The tokens of a formula, taken from the left; what is next is the token, empty at the end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.token = ""
        self.kind = 0
        self.advance()

    def advance(self) -> str:
        """The token that was next."""
        taken, self.start = self.token, self.end
        found = _TOKEN.match(self.text, self.end)
        if found:
            self.end, self.kind, self.token = found.end(), found.lastindex or 0, found[0].strip()
        elif self.text[self.end :].strip():
            self.token = self.text[self.end :].strip()[0]
            raise self.error("a number, a name or an operation")
        else:
            self.kind, self.token = 0, ""
        return taken

    def error(self, expected: str) -> SyntaxError_:
        got = f"got {self.token}" if self.token else "it ends"
        return SyntaxError_(f"infix-string->combination expects {expected} at character {self.start + 1}: {got}")

    def take(self, token: str) -> None:
        if self.token != token:
            raise self.error(token)
        self.advance()

    def name(self) -> Any:
        if self.kind != 2 or self.token in _KEYWORDS:
            raise self.error("a name")
        return symbol(self.advance())

    def form(self) -> Any:
        """A formula: a condition, a function, a definition, or a comparison of sums."""
        if self.token == "if":
            parts = []
            for word in ("if", "then", "else"):
                self.take(word)
                parts.append(self.form())
            return list_of([symbol("if"), *parts])
        if self.token == "lambda":
            self.advance()
            return list_of([symbol("lambda"), list_of(self.parenthesised(self.name)), self.form()])
        if self.token == "define":
            self.advance()
            name = self.name()
            head = list_of([name, *self.parenthesised(self.name)]) if self.token == "(" else name
            self.take("=")
            return list_of([symbol("define"), head, self.form()])
        left = self.sum()
        if self.token not in _COMPARISONS:
            return left
        return list_of([symbol(self.advance()), left, self.sum()])

    def parenthesised(self, part: Any) -> list[Any]:
        """Parts in parentheses, with commas between them."""
        self.take("(")
        found = []
        while self.token != ")":
            found.append(part())
            if self.token != ")":
                self.take(",")
        self.advance()
        return found

    def sum(self) -> Any:
        return self.chain(self.product, "+", "-")

    def product(self) -> Any:
        return self.chain(self.signed, "*", "/")

    def chain(self, part: Any, operation: str, inverse: str) -> Any:
        """Parts with operations between them; the same ones in a row are one combination."""
        parts, head = [part()], ""
        while self.token in (operation, inverse):
            token = self.advance()
            if head and (token != head or head == inverse):
                parts = [list_of([symbol(head), *parts])]
            head = token
            parts.append(part())
        return list_of([symbol(head), *parts]) if head else parts[0]

    def signed(self) -> Any:
        if self.token == "-":
            self.advance()
            return list_of([symbol("-"), self.product()])
        if self.token == "+":
            self.advance()
        return self.power()

    def power(self) -> Any:
        base = self.applied()
        if self.token != "^":
            return base
        self.advance()
        if self.token == "-":
            self.advance()
            return list_of([symbol("expt"), base, list_of([symbol("-"), self.power()])])
        return list_of([symbol("expt"), base, self.power()])

    def applied(self) -> Any:
        """A number, a name or a formula in parentheses, and what it is applied to."""
        if self.kind == 1:
            return parse_number(self.advance())
        if self.token == "(":
            found = self.parenthesised(self.form)
            if len(found) != 1:
                raise self.error("one formula in parentheses")
            value = found[0]
        else:
            value = self.name()
        while self.token == "(":
            value = list_of([value, *self.parenthesised(self.form)])
        return value
