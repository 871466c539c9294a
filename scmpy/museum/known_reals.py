"""Assuming that expressions are real, by the original's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.generic.annotations import Formula, Value
from scmpy.registry import public
from scmpy.symbolic.assuming import as_expression, assuming, parts_of, with_fact
from scmpy.symbolic.assumptions import assume_from_now_on, assumptions_in_force, known


@public("declare-known-reals")
def declare_known_reals(*expressions: Formula) -> None:
    """Assume from now on that these are real, so that conjugate, magnitude and angle simplify.

    Scheme:  (declare-known-reals 'x 'y)
    >>> from scmpy import forget_assumptions_bang, symbols
    >>> declare_known_reals(symbols("x"), symbols("y"))
    >>> is_known_real(symbols("x") * symbols("y"))
    True
    >>> forget_assumptions_bang()
    """
    assume_from_now_on(with_fact(assumptions_in_force(), "real", map(as_expression, expressions)))


@public("declare-unknown-reals")
def declare_unknown_reals(*expressions: Formula) -> None:
    """Take back all that was assumed of these.

    Scheme:  (declare-unknown-reals 'x)
    >>> from scmpy import forget_assumptions_bang, symbols
    >>> declare_known_reals(symbols("x"), symbols("y"))
    >>> declare_unknown_reals(symbols("x"))
    >>> is_known_real(symbols("x")), is_known_real(symbols("y"))
    (False, True)
    >>> forget_assumptions_bang()
    """
    forgotten = {*map(as_expression, expressions)}
    assume_from_now_on({x: facts for x, facts in assumptions_in_force().items() if x not in forgotten})


@public("known-real?")
def is_known_real(x: Formula) -> bool:
    """Is this known to be real?

    Scheme:  (known-real? x)
    >>> from scmpy import symbols
    >>> is_known_real(3), is_known_real(symbols("x")), is_known_real(symbols("x", real=True))
    (True, False, True)
    """
    return known("real", as_expression(x))


@public("with-known-reals")
def with_known_reals(expressions: Iterable[Formula], thunk: Callable[[], Any]) -> Value:
    """The value of a procedure of no arguments, called while these are assumed to be real.

    Scheme:  (with-known-reals '(x y) (lambda () ...))
    >>> from scmpy import symbols
    >>> x = symbols("x")
    >>> with_known_reals([x], lambda: is_known_real(x + 1)), is_known_real(x + 1)
    (True, False)
    """
    with assuming(real=tuple(map(as_expression, parts_of(expressions) or (expressions,)))):
        return thunk()
