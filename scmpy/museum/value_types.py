"""What kind of value something is: the tags of the types, and predicates that tell numbers, tuples and functions apart.

A quantity is concrete or abstract: an abstract number is an expression, an abstract function a literal one. Tuples and
matrices are always of a known size, so none of them is abstract.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import Differential
from scmpy.calculus.operator import Operator
from scmpy.calculus.series import Series
from scmpy.errors import WrongTypeError, describe
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import Scalar, is_number, is_procedure
from scmpy.generic.modular import ModularInteger
from scmpy.registry import declare_predicate, public
from scmpy.structure.aliases import Value
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.signature import AnyValue, Real, Repeated, Signature, Tuple, TypeDatum, fits, parse_signature
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
    ("*number*", lambda x: isinstance(x, Scalar)),
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


@public("type-predicate", python="type_predicate")
def type_predicate(value: Value) -> Callable[[Any], bool]:
    """The predicate that holds of the values of the same type.

    Scheme:  ((type-predicate x) y)
    >>> from scmpy import symbols, up
    >>> type_predicate(3)(symbols("x")), type_predicate(3)(up(1))
    (True, False)
    """
    tag = type_of(value).name
    tests = [holds for other, holds in _TAGS if other == tag]
    return lambda other: any(holds(converted(other)) for holds in tests)


@public("type-expression->type-tag")
def type_expression_to_tag(datum: TypeDatum) -> Symbol:
    """The tag of the values of a type of the signature language.

    Scheme:  (type-expression->type-tag (UP Real Real))
    >>> from scmpy import type_expression_to_type_tag
    >>> type_expression_to_type_tag(("UP", "Real", "Real"))
    *up*
    """
    type_ = parse_signature(datum)
    if isinstance(type_, (Tuple, Repeated)):
        return symbol("*vector*" if type_.orientation == "x" else f"*{type_.orientation}*")
    tags = {Real: "*number*", AnyValue: "*any*", Signature: "*function*"}
    return symbol(tags.get(type(type_), "*vector*"))


@public("type-expression->predicate")
def type_expression_to_predicate(datum: TypeDatum) -> Callable[[Any], bool]:
    """The predicate that holds of the values of a type of the signature language.

    Scheme:  ((type-expression->predicate (UP Real Real)) x)
    >>> from scmpy import up
    >>> type_expression_to_predicate(("UP", "Real", "Real"))(up(1, 2))
    True
    """
    type_ = parse_signature(datum)
    return lambda value: fits(value, type_)


def _is_numerical(value: Any) -> bool:
    return is_number(value) or isinstance(converted(value), (Expression, Differential))


#: The predicates: what holds of a value, the question, and two values for an example: one that it holds of, one not.
_PREDICATES: dict[str, tuple[Callable[[Any], bool], str, str, str]] = {
    "abstract-quantity?": (
        lambda x: isinstance(x, (Expression, LiteralFunction)),
        "Is this known by an expression only: an unknown number or a literal function?",
        'literal_function("f")',
        "3",
    ),
    "abstract-number?": (
        lambda x: isinstance(x, Expression),
        "Is this an unknown number: a symbol or an expression?",
        '2 * symbols("x")',
        "3",
    ),
    "abstract-function?": (
        lambda x: isinstance(x, LiteralFunction),
        "Is this an unknown function?",
        'literal_function("f")',
        "sin",
    ),
    "numerical-quantity?": (
        _is_numerical,
        "Is this a number, or an expression or a differential that stands for one?",
        'symbols("x")',
        "up(1, 2)",
    ),
    "vector-quantity?": (
        lambda x: isinstance(x, (Up, list)),
        "Is this a vector or an up tuple?",
        "[1, 2]",
        "down(1, 2)",
    ),
    "up-quantity?": (
        lambda x: isinstance(x, (Up, list)),
        "Is this an up tuple or a vector?",
        "up(1, 2)",
        "down(1, 2)",
    ),
    "down-quantity?": (lambda x: isinstance(x, Down), "Is this a down tuple?", "down(1, 2)", "up(1, 2)"),
    "matrix-quantity?": (lambda x: isinstance(x, Matrix), "Is this a matrix?", "row_matrix(1, 2)", "up(1, 2)"),
    "function-quantity?": (
        is_procedure,
        "Is this a function: of Python or Scheme, an operation, a literal function?",
        "sin",
        'symbols("x")',
    ),
    "literal-real?": (
        lambda x: isinstance(x, Symbol),
        "Is this an unknown number given by its name alone?",
        'symbols("x")',
        '2 * symbols("x")',
    ),
}

#: What there is none of: it would be of unknown size.
_NEVER = {
    "abstract-vector?": ("a vector", 'literal_vector("v", 2)'),
    "abstract-matrix?": ("a matrix", "row_matrix(1, 2)"),
    "abstract-structure?": ("a tuple", 'literal_up("s", 2)'),
}


def _define(name: str, holds: Callable[[Any], bool], question: str, examples: tuple[str, ...]) -> None:
    def predicate(value: object) -> bool:
        return holds(value)

    declare_predicate(name, predicate, question, *examples)


for _name, (_holds, _question, _one, _other) in _PREDICATES.items():
    _define(_name, _holds, _question, (_one, _other))
for _name, (_kind, _example) in _NEVER.items():
    _define(_name, lambda x: False, f"Is this {_kind} of unknown size? There are none: always false.", (_example,))
