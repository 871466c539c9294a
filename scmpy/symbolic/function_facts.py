"""What is declared of a literal function: facts of its values, its parity, its period.

The symbol that names the function carries them, so that a function with facts is another one than that without. The
derivatives of an even function are odd and even in turn, those of a periodic one have its period.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError, describe, shown_text
from scmpy.generic.kinds import is_number
from scmpy.generic.memory import memoized
from scmpy.generic.records import record_of
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.derivatives import differentiated
from scmpy.symbolic.expression import PI, TIMES, Symbol, application, as_scalar, symbol
from scmpy.symbolic.facts import EVEN, FACTS, ODD, PERIODIC, closure
from scmpy.symbolic.s_expressions import read_expression

_NOTHING: frozenset[str] = frozenset()

#: The facts of the values of a smooth function; "even" and "odd" are said of the function itself.
OF_VALUES = tuple(fact for fact in FACTS if fact not in ("integer", "rational", "even", "odd"))

FACT_NAMES = (*OF_VALUES, "even", "odd", "period")


def function_facts(facts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The facts of a function as its symbol has them, from names and values: ``("positive", True)``, ``("period", P)``.

    >>> sorted(function_facts([("positive", True), ("even", True), ("period", 2)]))
    ['even function', 'period 2', 'positive']
    """
    for name, value in facts:
        if name == "period":
            period = as_scalar(value)
            if is_number(period) and not (isinstance(period, (int, float)) or hasattr(period, "denominator")):
                raise WrongTypeError(f"literal-function: a period is a real number, got {describe(value)}")
            if is_number(period) and not period > 0:
                raise WrongTypeError(f"literal-function: a period is positive, got {describe(value)}")
            yield PERIODIC + scheme_text(period)
        elif value is not True:
            raise WrongTypeError(
                f"literal-function: facts are declared, {name}=True; {name}={shown_text(value)} is none"
            )
        elif name in OF_VALUES:
            yield name
        elif name in ("even", "odd"):
            yield {"even": EVEN, "odd": ODD}[name]
        else:
            raise WrongTypeError(
                f"literal-function: {shown_text(name)} is no fact about a function; there are {', '.join(FACT_NAMES)}"
            )


def facts_of_values(head: Any) -> frozenset[str]:
    """The facts of the values of the function that a head names: of a derivative nothing is known."""
    return _of_values(head.facts) if isinstance(head, Symbol) and head.facts else _NOTHING


@memoized(1024)
def _of_values(facts: frozenset[str]) -> frozenset[str]:
    return closure(fact for fact in facts if fact in OF_VALUES)


class Symmetry(NamedTuple):
    """Of a function: 1 if it is even, -1 if it is odd, else 0; its period, None without one."""

    parity: int
    period: Any


def symmetry(head: Any) -> Symmetry | None:
    """What is known of the function of one argument that a head names, a derivative too; None if nothing is."""
    name, order = _function(head)
    facts = name.facts
    if not facts:
        return _of_record(name, order)
    found = Symmetry((-1) ** order * ((EVEN in facts) - (ODD in facts)), period_among(facts))
    return None if found == _NONE else found


_NONE = Symmetry(0, None)


def _of_record(head: Symbol, order: int) -> Symmetry | None:
    """The symmetry of an elementary function, of one that is not written by others."""
    record = record_of(head)
    if record is None or record.expanded or (not record.parity and record.period is None):
        return None
    length = None if record.period is None else application(TIMES, record.period, PI)
    return Symmetry((-1) ** order * record.parity, length)


def period_among(facts: frozenset[str]) -> Any:
    """The period that is one of the facts of a function; None if none is."""
    return _period(facts) if facts else None


@memoized(1024)
def _period(facts: frozenset[str]) -> Any:
    text = next((fact for fact in facts if fact.startswith(PERIODIC)), None)
    return None if text is None else read_expression(text.removeprefix(PERIODIC))


def representative(parity: int, turns: Fraction, is_negative: Callable[[], bool]) -> tuple[bool, int]:
    """Which argument stands for all at which a symmetric function has the same value, up to its sign.

    ``turns`` is how many periods the argument has as a term (0 without a period), ``is_negative`` is true of exactly
    one of the rest and its negative. The answer is whether to take the negative, and how many periods to add to that.

    >>> representative(0, Fraction(7, 2), bool), representative(1, Fraction(3, 4), bool)
    ((False, -3), (True, 1))
    """
    part = turns - math.floor(turns)
    flipped = bool(parity) and (part > Fraction(1, 2) or (part in (0, Fraction(1, 2)) and is_negative()))
    return flipped, -math.floor(-turns if flipped else turns)


def _function(head: Any) -> tuple[Symbol, int]:
    """The symbol under the derivatives of a head, and their order."""
    head, order = differentiated(head)
    return (head if isinstance(head, Symbol) else _NAMELESS), order


_NAMELESS = symbol("")
