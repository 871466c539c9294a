"""Functions of one's own among the elementary ones: declared once, they are known to every part of the library."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from scmpy.calculus.derivative import D, partial
from scmpy.errors import WrongTypeError, describe
from scmpy.generic.dispatch import Arithmetic, Operation, binary, unary
from scmpy.generic.kinds import as_name, is_number
from scmpy.generic.records import REALS, Code, Elementary, Interval, declare
from scmpy.guard import arity_of_signature
from scmpy.registry import lookup, public, python_name
from scmpy.symbolic.real_numbers import is_real_number

Function = Callable[..., Any]

#: What TeX reads otherwise, and what it is written as.
_SPECIAL, _ESCAPED = re.compile(r"[#$%&_{}]"), r"\\\g<0>"

#: The names of those that programs have declared.
_own: set[str] = set()
_WORD = re.compile(r"[^\W\d][^\s()\[\]{}'\"`,;|#\\]*")


@public("elementary-function", in_scheme=False)
def elementary_function(
    name: str,
    definition: Function | None = None,
    *,
    derivative: Function | tuple[Function, ...] | None = None,
    numbers: Function | None = None,
    over_complex: Function | None = None,
    enclosure: Function | None = None,
    exact: Mapping[Any, Any] | None = None,
    inverse: Function | None = None,
    domain: tuple[float, float] = (-math.inf, math.inf),
    values: tuple[float, float] = (-math.inf, math.inf),
    parity: int = 0,
    period: int | None = None,
    expanded: bool = False,
    numpy: str | None = None,
    c: str | None = None,
    sympy: str | None = None,
    tex: str | None = None,
) -> Operation:
    """A new elementary function, known from now on to all of the library; declared again, it is another one.

    It takes numbers, symbols, differentials, series, functions and arrays; it is printed, converted to SymPy, compared
    and compiled. A definition by other functions is enough. Expressions have the application ``(name x)``, or the
    definition at once if it is to be ``expanded``. What has no definition is given by its ``numbers``, a function of
    floats that raises ValueError where the value is not real (there it is ``over_complex``), and by its derivative. It
    may have an ``enclosure`` on balls of python-flint, by which expressions are compared, an inverse, by which
    equations are solved, and names in numpy, in C and in SymPy. One of two arguments has a pair of derivatives.

    The values are real inside the domain; there they are not less than the first of ``values`` nor greater than the
    other. The function is even (parity 1) or odd (-1), and has a period, as a multiple of pi. In Python alone.

    Raises:  WrongTypeError if the name has a meaning, or if the function is not given
    >>> from scmpy import *
    >>> haversin = elementary_function("haversin", lambda x: div(1 - cos(x), 2), parity=1, period=2)
    >>> x = symbols("x")
    >>> haversin(0), haversin(1.0), haversin(x)
    (0, 0.22984884706593012, (haversin x))
    >>> D(haversin)(x), to_sympy(haversin(x)), compile_function(haversin, 0.0).python_source.splitlines()[-1]
    ((* 1/2 (sin x)), 1/2 - cos(x)/2, '    return [((1.0 - cos(x0)) / 2.0)]')
    """
    name = as_name(name, "elementary-function")
    if not _WORD.fullmatch(name):
        raise WrongTypeError(f"elementary-function expects a name that can be written, a word; got {describe(name)}")
    if name not in _own and (name in Arithmetic._operations or lookup(name)):
        raise WrongTypeError(f"elementary-function: {name} has a meaning")
    slopes = derivative if isinstance(derivative, tuple) else () if derivative is None else (derivative,)
    for function in (definition, *slopes, numbers, over_complex, enclosure, inverse):
        if not (function is None or callable(function)):
            raise WrongTypeError(f"elementary-function expects functions, got {describe(function)}")
    if definition is None and (numbers is None or not slopes):
        raise WrongTypeError(f"elementary-function: {name} needs a definition, or its numbers and its derivative")
    arity = len(slopes) or arity_of_signature(definition)[0]
    if arity not in (1, 2):
        raise WrongTypeError(f"elementary-function: {name} is of one argument or of two, got {arity} of them")
    if parity not in (-1, 0, 1):
        raise WrongTypeError(f"elementary-function: a parity is 1, -1 or 0, got {describe(parity)}")
    for library, called in (("numpy", numpy), ("sympy", sympy)):
        if called is not None and not callable(getattr(import_module(library), called, None)):
            raise WrongTypeError(f"elementary-function: {library} has no function {called}")
    if not (period is None or (type(period) is int and period > 0)):
        raise WrongTypeError(f"elementary-function: a period is a whole multiple of pi, got {describe(period)}")
    code = Code()
    if definition is None:
        code = Code(f"{python_name(name)}({', '.join(['{}'] * arity)})", numpy, c, c)
    arguments, results = _interval(domain, "()"), _interval(values, "[]")
    call = f"({name} x{' y' * (arity - 1)})"
    meaning = f"The function {name}, declared by a program.\n\n    Scheme:  {call}\n"
    if arity == 1:
        operation: Operation = unary(name, meaning, *(slopes or (D(definition),)))
    else:
        operation = binary(name, meaning, slopes or (partial(0)(definition), partial(1)(definition)))
    record = Elementary(
        name,
        name,
        operation,
        definition=definition,
        expanded="at once" if expanded and definition else "",
        exact=_exact_values(exact, definition),
        inverse=inverse,
        parity=parity,
        period=period,
        domain=arguments,
        range=results,
        real=numbers,
        over_complex=over_complex,
        ball=enclosure,
        complex_ball=enclosure,
        code=code,
        sympy=sympy,
        tex=tex or rf"\operatorname{{{_SPECIAL.sub(_ESCAPED, name)}}}",
    )
    _own.add(name)
    return declare(record)


def _interval(ends: tuple[float, float], brackets: str) -> Interval:
    if not (isinstance(ends, tuple) and len(ends) == 2 and all(map(is_real_number, ends)) and ends[0] < ends[1]):
        raise WrongTypeError(
            f"elementary-function: an interval is a pair of numbers, the lower one first, got {describe(ends)}"
        )
    low, high = ends
    return REALS if low == -math.inf and high == math.inf else Interval(low, high, brackets)


def _exact_values(given: Mapping[Any, Any] | None, definition: Function | None) -> Function:
    """The exact values at exact numbers: those that are given, and those that the definition has."""
    known = dict(given or {})

    def value(*xs: Any) -> Any:
        x = xs[0] if len(xs) == 1 else xs
        if x in known or definition is None or not all(map(is_number, xs)):
            return known.get(x)
        found = definition(*xs)
        return found if is_number(found) else None

    return value
