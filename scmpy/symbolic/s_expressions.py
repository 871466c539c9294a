"""S-expressions as they are written: text and nested tuples as nodes, nothing evaluated.

This is the notation of the rules, ``(* 2 (sqrt (? x)))``. The reader of the language, with quotations, strings and
places for messages, is :mod:`scmpy.scheme.reader`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from scmpy.errors import SyntaxError_, WrongTypeError, describe, expected
from scmpy.generic.kinds import is_number
from scmpy.generic.numeric_tower import exact, exact_complex
from scmpy.symbolic.expression import Expression, application, as_datum, expression_of, symbol

_TOKEN = re.compile(r"[()]|[^\s()]+")
_EXACT = re.compile(r"[-+]?\d+(/\d+)?")
_COMPLEX = re.compile(r"([-+]?\d+(?:/\d+)?)?([-+])(\d+(?:/\d+)?)?i")
_INEXACT = re.compile(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?")


def read_expressions(text: str) -> list[Any]:
    """The expressions that a text is made of.

    >>> read_expressions("(f x 1/2) y")
    [(f x 1/2), y]
    """
    open_lists: list[list[Any]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
        elif token != ")":
            open_lists[-1].append(_atom(token, text))
        else:
            done = open_lists.pop()
            if not open_lists:
                raise SyntaxError_(f"a parenthesis closes what none opened: {_short(text)}")
            open_lists[-1].append(_combination(done, text))
    if len(open_lists) > 1:
        raise SyntaxError_(f"{len(open_lists) - 1} parentheses are still open at the end: {_short(text)}")
    return open_lists[0]


def read_expression(text: str) -> Any:
    """The one expression that a text is.

    >>> read_expression("(* 2 (sqrt (? x)))").operands[1].operator
    sqrt
    """
    found = read_expressions(text)
    if len(found) != 1:
        raise expected("one expression", f"{len(found)}: {_short(text)}", SyntaxError_)
    return found[0]


#: The types of quoted lists; the Scheme layer adds its own.
DATUM_LISTS: list[type] = [tuple]


def expression_from(datum: Any) -> Any:
    """The node of text, of nested tuples, of a quoted list; a value stands for its expression.

    >>> expression_from((symbol("f"), 1, (symbol("g"), 2)))
    (f 1 (g 2))
    """
    if isinstance(datum, str):
        return read_expression(datum)
    done: list[Any] = []
    stack: list[tuple[Any, int | None]] = [(datum, None)]
    while stack:
        item, count = stack.pop()
        if count is not None:
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_combination(parts, "a quoted list"))
        elif is_datum_list(item):
            inner = list(item)
            stack.append((item, len(inner)))
            stack += [(part, None) for part in reversed(inner)]
        else:
            done.append(item if isinstance(item, Expression) or is_number(item) else expression_of(item))
    return done[0]


def is_datum_list(value: Any) -> bool:
    """Is this a quoted list?"""
    return isinstance(value, tuple(DATUM_LISTS))


def _combination(parts: list[Any], text: str) -> Any:
    if not parts:
        raise SyntaxError_(f"an expression is an operator with operands, got () in {_short(text)}")
    if not isinstance(parts[0], Expression):
        raise WrongTypeError(f"the operator of an expression is a name or an expression, got {describe(parts[0])}")
    if len(parts) == 1 and parts[0] in _OF_NOTHING:
        return _OF_NOTHING[parts[0]]
    return application(parts[0], *parts[1:])


#: Sums, products and so on of no operands.
_OF_NOTHING = {symbol("+"): 0, symbol("-"): 0, symbol("*"): 1, symbol("/"): 1}


def _atom(token: str, text: str) -> Any:
    try:
        if found := _COMPLEX.fullmatch(token):
            real, sign, imag = found.groups()
            return exact_complex(exact(Fraction(real or 0)), exact(Fraction(sign + (imag or "1"))))
        if _EXACT.fullmatch(token):
            return exact(Fraction(token))
    except ZeroDivisionError:
        raise SyntaxError_(f"{token} is no number: its denominator is 0, in {_short(text)}") from None
    return float(token) if _INEXACT.fullmatch(token) else as_datum(symbol(token))


def _short(text: str) -> str:
    return text if len(text) < 60 else text[:56] + " ..."
