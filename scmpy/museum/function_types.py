"""The types of functions: signatures of literal and of ordinary functions, and the names by which values are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from scmpy.errors import CALLED, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, name_of
from scmpy.registry import public, scheme_name_of
from scmpy.structure.aliases import ScalarValue, Value
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.signature import Signature, TypeDatum, checked_types, fits, parse_signature
from scmpy.symbolic.expression import Symbol, expression_of, symbol


class TypedFunction(Function):
    """A function with a signature: its arguments and its values are checked."""

    __slots__ = ("signature",)

    def __init__(self, function: Callable[..., Any], signature: Signature) -> None:
        super().__init__(function, lambda: name_of(function))
        self.signature = signature

    def __call__(self, *args: Any) -> Any:
        checked_types(lambda: self.__name__, self.signature, args)
        value = super().__call__(*args)
        if not fits(value, self.signature.value):
            raise StructureError(f"{self.__name__} of type {self.signature} has returned {describe(value)}")
        return value


@public("typed-function")
def typed_function(function: Callable[..., Any], type_: TypeDatum) -> TypedFunction:
    """The function with a signature, which its arguments and values must fit.

    Scheme:  (typed-function procedure (-> Real Real))
    Raises:  the value: StructureError for arguments, or a value of f, that are not of the type
    >>> double = typed_function(lambda x: 2 * x, ("->", "Real", "Real"))
    >>> double(3)
    6
    """
    check_callable(function, wanted="a function")
    return TypedFunction(function, _signature(type_))


def _signature(value: Any) -> Signature:
    """The signature that a value is or has."""
    if isinstance(value, (LiteralFunction, TypedFunction)):
        return value.signature
    type_ = parse_signature(value) if not callable(value) else None
    if not isinstance(type_, Signature):
        raise WrongTypeError(f"{CALLED} expects the type of a function, (-> ...), got {describe(value)}")
    return type_


@public("typed-or-abstract-function?")
def is_typed_or_abstract_function(value: object) -> bool:
    """Is this a function with a signature: a literal function, or one made by typed-function?

    Scheme:  (typed-or-abstract-function? f)
    >>> from scmpy import literal_function
    >>> is_typed_or_abstract_function(literal_function("f")), is_typed_or_abstract_function(abs)
    (True, False)
    """
    return isinstance(value, (LiteralFunction, TypedFunction))


@public("f:domain-types", "type->domain-types")
def domain_types(function: Value) -> tuple[Any, ...]:
    """The types of the arguments of a function with a signature, or of a signature.

    Scheme:  (f:domain-types f), (type->domain-types (-> (X Real Real) Real))
    1 ]=> (f:domain-types (literal-function 'F (-> (X Real Real) Real)))
    ;Value: (Real Real)
    >>> from scmpy import f_domain_types
    >>> [str(part) for part in f_domain_types(("->", ("X", "Real", "Real"), "Real"))]
    ['Real', 'Real']
    """
    return _signature(function).arguments


@public("f:range-type", "type->range-type")
def range_type(function: Value) -> Value:
    """The type of the values of a function with a signature, or of a signature.

    Scheme:  (f:range-type f), (type->range-type (-> Real Real))
    Raises:  WrongTypeError if it is neither
    >>> from scmpy import f_range_type
    >>> print(f_range_type(("->", ("X", "Real", "Real"), "Real")))
    Real
    """
    return _signature(function).value


@public("type->domain")
def type_to_domain(type_: TypeDatum) -> Value:
    """The type of the arguments of a function taken together: (X ...) if there are several.

    Scheme:  (type->domain (-> (X Real Real) Real))
    >>> print(type_to_domain(("->", ("X", "Real", "Real"), "Real")))
    (X Real Real)
    """
    return _signature(type_).domain


@public("type->arity")
def type_to_arity(type_: TypeDatum) -> tuple[int, int | None]:
    """The least and the greatest number of arguments of a function of this type (None: any number).

    Scheme:  (type->arity (-> (X Real Real) Real))
    >>> type_to_arity(("->", ("X", "Real", "Real"), "Real"))
    (2, 2)
    """
    signature = _signature(type_)
    count = len(signature.arguments)
    return (0, None) if signature.takes_any_number else (count, count)


@public("f:expression", "procedure-expression")
def function_expression(function: Callable[..., Any]) -> ScalarValue:
    """The expression of a function: of a literal one its name or derivative, else its name as a symbol.

    Scheme:  (f:expression f)
    >>> from scmpy import f_expression, sin
    >>> f_expression(sin)
    sin
    """
    check_callable(function, wanted="a function")
    try:
        return expression_of(function)
    except TypeError:
        return procedure_name(function)


@public("procedure-name")
def procedure_name(procedure: Callable[..., Any]) -> Symbol:
    """The name of a procedure, a symbol.

    Scheme:  (procedure-name f)
    >>> from scmpy import cos
    >>> procedure_name(cos)
    cos
    """
    check_callable(procedure, wanted="a procedure")
    return symbol(scheme_name_of(procedure) or name_of(procedure))


@public("object-name")
def object_name(value: object) -> Symbol | Literal[False]:
    """The name under which a value is public, a symbol; False of any other value.

    Scheme:  (object-name x)
    >>> from scmpy import cos
    >>> object_name(cos), object_name(lambda: 0)
    (cos, False)
    """
    name = scheme_name_of(value)
    return symbol(name) if name is not None else False
