r"""The parts of the TeX renderer under the names that the original gives to its own.

Each takes, like those of the original, a list of (symbol TeX) and a list of (operator procedure), which hold for this
call; without them those of ``tex:symbol-substs`` and ``tex:unparse-table`` hold. What is shown is not simplified.

>>> print(unparse("(+ foo (cross a_1 b))", {"foo": r"\phi"}, {"cross": lambda operands: r" \times ".join(operands)}))
\phi + a_{1} \times b
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import setting
from scmpy.registry import public
from scmpy.render.tex import tex
from scmpy.structure.aliases import Formula, Name, Scalar, Value, Values
from scmpy.symbolic.expression import PLUS, Application, Symbol, symbol
from scmpy.symbolic.s_expressions import expression_from


@public("unparse")
def unparse(
    value: Value, symbols: Mapping[Any, Any] | Values | None = None, table: Mapping[Any, Any] | Values | None = None
) -> str:
    r"""The TeX of an expression as it stands.

    Scheme:  (unparse e), (unparse e '((foo "\\phi")) (list (list 'cross (lambda (operands) ...))))
    >>> unparse("(+ x (* -1 (expt y 2)))")
    'x - y^{2}'
    """
    given = {"tex_symbol_substs": symbols, "tex_unparse_table": table}
    with setting(**{name: value for name, value in given.items() if value is not None}):
        return tex(expression_from(value))


@public("unparse-number")
def unparse_number(
    number: Scalar, symbols: Mapping[Any, Any] | Values | None = None, table: Mapping[Any, Any] | Values | None = None
) -> str:
    r"""The TeX of a number.

    Scheme:  (unparse-number n)
    Raises:  WrongTypeError for what is no number
    1 ]=> (display (unparse-number -1/2))
    ;Value: -\frac{1}{2}
    >>> from fractions import Fraction
    >>> unparse_number(Fraction(-1, 2))
    '-\\frac{1}{2}'
    """
    if not is_number(number):
        raise WrongTypeError(f"unparse-number expects a number, got {describe(number)}")
    return unparse(number, symbols, table)


@public("unparse-symbol")
def unparse_symbol(
    name: Name, symbols: Mapping[Any, Any] | Values | None = None, table: Mapping[Any, Any] | Values | None = None
) -> str:
    r"""The TeX of a symbol by its name: Greek letters, subscripts, superscripts, accents.

    Scheme:  (unparse-symbol 'thetadot_1)
    Raises:  WrongTypeError for what is no symbol
    >>> unparse_symbol("thetadot_1")
    '\\dot{\\theta}_{1}'
    """
    found = symbol(name) if isinstance(name, str) else name
    if not isinstance(found, Symbol):
        raise WrongTypeError(f"unparse-symbol expects a symbol, got {describe(name)}")
    return unparse(found, symbols, table)


@public("process-sum")
def process_sum(
    expression: Formula,
    symbols: Mapping[Any, Any] | Values | None = None,
    table: Mapping[Any, Any] | Values | None = None,
) -> str:
    """The TeX of a sum, terms with a negative factor subtracted.

    Scheme:  (process-sum '(+ a (* -2 b)))
    Raises:  WrongTypeError for what is no sum
    >>> process_sum("(+ a (* -2 b))")
    'a - 2 b'
    """
    found = expression_from(expression)
    if not (isinstance(found, Application) and found.operator is PLUS):
        raise WrongTypeError(f"process-sum expects a sum, got {describe(found)}")
    return unparse(found, symbols, table)


@public("split-at-underscore-or-caret")
def split_at_underscore_or_caret(name: Name, receiver: Callable[[Any, Any, Any], Any]) -> Value:
    """What a receiver makes of a name: what is before its first script, which script it is, and what comes after.

    Scheme:  (split-at-underscore-or-caret "x_0" (lambda (before at after) ...)), where at is superscript or subscript;
             all three are #f if there is none
    >>> split_at_underscore_or_caret("x^0_1", lambda before, at, after: (before, at, after))
    ('x', superscript, '0_1')
    """
    text = str(getattr(name, "name", name))
    place = next((i for i, character in enumerate(text) if character in "_^"), None)
    if place is None:
        return receiver(False, False, False)
    return receiver(text[:place], symbol("superscript" if text[place] == "^" else "subscript"), text[place + 1 :])
