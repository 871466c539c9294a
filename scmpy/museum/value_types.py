"""What kind of value something is: the tags of the types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import Differential
from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series
from scmpy.errors import WrongTypeError, describe
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import ScalarKind, is_number, is_procedure
from scmpy.generic.modular import ModularInteger
from scmpy.registry import public
from scmpy.structure.aliases import Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import Down, Up
from scmpy.symbolic.expression import Expression, Symbol, symbol

#: The first type in the list that a value is an instance of gives its tag.
_TAGS: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("*boolean*", lambda x: isinstance(x, bool)),
    ("*number*", lambda x: is_number(x) or isinstance(x, Expression)),
    ("*diff*", lambda x: isinstance(x, Differential)),
    ("*modular-integer*", lambda x: isinstance(x, ModularInteger)),
    ("*vector*", lambda x: isinstance(x, list)),
    ("*up*", lambda x: isinstance(x, Up)),
    ("*down*", lambda x: isinstance(x, Down)),
    ("*matrix*", lambda x: isinstance(x, Matrix)),
    ("*quaternion*", lambda x: isinstance(x, Quaternion)),
    ("*series*", lambda x: isinstance(x, Series)),
    ("*operator*", lambda x: isinstance(x, Operator)),
    ("*function*", is_procedure),
    ("*number*", lambda x: isinstance(x, ScalarKind)),
)


@public("type", python="type_of")
def type_of(value: Value) -> Symbol:
    """The tag of the type of a value: a symbol such as *number*, *up*, *matrix*, *function*.

    Scheme:  (type x)
    Raises:  WrongTypeError for what is of no type of the generic arithmetic
    >>> from scmpy import up
    >>> type_of(3), type_of(up(1)), type_of(type_of)
    (*number*, *up*, *function*)
    """
    value = converted(value)
    found = next((tag for tag, holds in _TAGS if holds(value)), None)
    if found is None:
        raise WrongTypeError(f"type: {describe(value)} is of no type of the generic arithmetic")
    return symbol(found)


@public("abstract-number?")
def is_abstract_number(value: object) -> bool:
    """Is this an unknown number: a symbol or an expression?

    Scheme:  (abstract-number? x)
    >>> from scmpy import symbols
    >>> is_abstract_number(2 * symbols("x")), is_abstract_number(3)
    (True, False)
    """
    return isinstance(value, Expression)
