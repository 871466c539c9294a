"""Making expressions: the operations under their symbolic names, and combinations exactly as they are written.

``(symb:+ a b)`` adds as ``+`` does, writes a sum of sums as one sum and keeps no zeros; nothing else is simplified.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, instances, items
from scmpy.generic.kinds import as_name, is_number
from scmpy.generic.session_tables import Table
from scmpy.registry import docstring, exported_name, public, register
from scmpy.structure.aliases import Formula, Name, ScalarValue, Value, Values
from scmpy.structure.literal import LiteralFunction
from scmpy.symbolic.expression import Expression, application, expression_of, symbol
from scmpy.symbolic.fold import flattened

_OPERATIONS: dict[str, Any] = {
    **{operation.name: operation for operation in (g.add, g.mul, g.sub, g.div, g.expt, g.sqrt, g.exp, g.log)},
    **{operation.name: operation for operation in (g.sin, g.cos, g.tan, g.asin, g.acos, g.sinh, g.cosh, g.tanh)},
    **{operation.name: operation for operation in (g.abs_, g.conjugate, g.real_part, g.imag_part)},
    "atan": g.atan,
}

#: The operators that build expressions, by their names.
symbolic_operators: Table[str, Callable[..., Any]] = Table()


#: Examples of those that are not plain functions of one operand: the operands, and the expression.
_EXAMPLES = {
    "+": ("x, symb_add(y, 2, 0)", "(+ 2 x y)"),
    "*": ("2, x, y", "(* 2 x y)"),
    "-": ("x, x", "0"),
    "/": ("x, y", "(/ x y)"),
    "expt": ("x, 2", "(expt x 2)"),
    "tanh": ("x", "(/ (sinh x) (cosh x))"),
    "real-part": ("x", "(+ (* 1/2 x) (* 1/2 (conjugate x)))"),
    "imag-part": ("x", "(+ (* -1/2i x) (* +1/2i (conjugate x)))"),
    "atan": ("y, x", "(atan y x)"),
}

_PYTHON = {"+": "symb_add", "*": "symb_mul", "-": "symb_sub", "/": "symb_div"}


def _declare(name: str, operation: Callable[..., Any]) -> None:
    def build(*operands: Formula) -> ScalarValue:
        return flattened(operation(*map(expression_of, operands)))

    python = _PYTHON.get(name) or exported_name(f"symb:{name}")
    operands, answer = _EXAMPLES.get(name, ("x", f"({name} x)"))
    build.__doc__ = docstring(
        f"The expression of {name} of expressions, flat.",
        f"(symb:{name} e ...)",
        f"{python}({operands})",
        answer,
        given='x, y = symbols("x y")',
    )
    symbolic_operators[name] = register(f"symb:{name}", build, python=python)


for _entry in _OPERATIONS.items():
    _declare(*_entry)

register(
    "symbolic-environment",
    symbolic_operators,
    module=__name__,
    doc="""The operators that build expressions, by name.

    Scheme:  symbolic-environment
    1 ]=> (eval '(sin 'x) symbolic-environment)
    ;Value: (sin x)
    >>> symbolic_environment["sin"](symbols("x"))
    (sin x)
    """,
)


@public("symbolic-operator")
def symbolic_operator(name: Name) -> Callable[..., Any]:
    """The operator of this name that builds expressions.

    Scheme:  (symbolic-operator '+)
    Raises:  WrongTypeError for another name
    >>> from scmpy import symbols
    >>> symbolic_operator("+")(symbols("a"), symbols("b"))
    (+ a b)
    """
    found = symbolic_operators.get(as_name(name, "symbolic-operator"))
    if found is None:
        raise WrongTypeError(f"symbolic-operator: there is none for {describe(name)}; {' '.join(symbolic_operators)}")
    return found


@public("addto-symbolic-operator-table")
def add_symbolic_operator(name: Name, operator: Callable[..., Any]) -> None:
    """Let an operator build the expressions of this name.

    Scheme:  (addto-symbolic-operator-table 'name operator)
    >>> from scmpy import addto_symbolic_operator_table, square, symbolic_operator, symbols
    >>> addto_symbolic_operator_table("squared", square)
    >>> symbolic_operator("squared")(symbols("x"))
    (expt x 2)
    """
    check_callable(operator, wanted="an operator")
    symbolic_operators[as_name(name, "addto-symbolic-operator-table")] = operator


@public("make-combination")
def make_combination(operator: Value, operands: Value, *more: Values) -> Expression:
    """The expression of an operator applied to operands, as it stands.

    Scheme:  (make-combination '+ '(x 0)), (make-combination '*number* '+ '(x 0))
    Raises:  WrongTypeError for what is no operator
    >>> from scmpy import pp, symbols
    >>> pp(make_combination("+", (symbols("x"), 0)))
    (+ x 0)
    """
    if more:  # the tag of the type, which is that of a number, comes first
        operator, operands = operands, more[0]
    head = symbol(operator) if isinstance(operator, str) else expression_of(operator)
    if not isinstance(head, Expression):
        raise WrongTypeError(f"make-combination expects an operator, got {describe(operator)}")
    return application(head, *map(expression_of, items(operands)))


@public("make-numerical-literal", "make-real-literal")
def make_numerical_literal(name: Formula) -> ScalarValue:
    """The unknown number with this name or expression.

    Scheme:  (make-numerical-literal 'x)
    Raises:  WrongTypeError for what is no name
    >>> make_numerical_literal("x")
    x
    """
    if isinstance(name, Expression) or is_number(name):
        return name
    if isinstance(name, str):
        return symbol(name)
    raise WrongTypeError(f"make-numerical-literal expects a name, got {describe(name)}")


@public("make-literal")
def make_literal(tag: Name, name: Formula) -> ScalarValue:
    """The unknown value of a type with this name; the type is that of numbers, *number* or *real*.

    Scheme:  (make-literal '*number* 'x)
    Raises:  WrongTypeError for another kind, and for what is no name
    >>> make_literal("*number*", "x")
    x
    """
    if getattr(tag, "name", tag) not in ("*number*", "*real*", "*abstract-number*"):
        raise WrongTypeError(
            f"make-literal makes unknown numbers, *number*; literal-function and others, {describe(tag)}"
        )
    return make_numerical_literal(name)


# --- properties ------------------------------------------------------------------------------------------------

#: What was noted, by expression. Expressions are equal by their text, so a note outlives those that it was made of.
_properties: Table[Expression, dict[str, Any]] = Table()


_checked = instances(Expression, "a symbol or an expression")


@public("add-property!", python="add_property")
def add_property(quantity: Expression, name: Name, value: Value) -> None:
    """Note a property of an unknown number. The library does not read it: facts are declared with the symbol.

    Scheme:  (add-property! x 'name value)
    >>> from scmpy import add_property, get_property, symbols
    >>> x = symbols("x")
    >>> add_property(x, "mass", 7)
    >>> get_property(x, "mass")
    7
    """
    noted = _properties.get(_checked(quantity), {})
    _properties[quantity] = {**noted, str(getattr(name, "name", name)): value}


@public("get-property")
def get_property(quantity: Expression, name: Name, default: Value = False) -> Value:
    """The noted property of an unknown number, or the default; `expression` is a property of all.

    Scheme:  (get-property x 'name default)
    >>> from scmpy import symbols
    >>> get_property(symbols("x"), "size", 0), get_property(symbols("x"), "expression")
    (0, x)
    """
    key = str(getattr(name, "name", name))
    if key == "expression":
        return _checked(quantity)
    return _properties.get(_checked(quantity), {}).get(key, default)


@public("has-property?", python="has_property")
def has_property(quantity: Expression, name: Name) -> bool:
    """Was this property noted of an unknown number?

    Scheme:  (has-property? x 'name)
    >>> from scmpy import add_property, get_property, has_property, symbols
    >>> x = symbols("x")
    >>> add_property(x, "mass", 7)
    >>> has_property(x, "mass"), get_property(x, "mass"), get_property(x, "weight", 0)
    (True, 7, 0)
    """
    key = str(getattr(name, "name", name))
    return key == "expression" or key in _properties.get(_checked(quantity), {})


@public("literal-apply")
def literal_apply(function: Callable[..., Any], arguments: Values) -> ScalarValue:
    """A literal function applied to a list of arguments.

    Scheme:  (literal-apply f (list x ...))
    Raises:  WrongTypeError if it is no literal function, ArityError for another number of arguments
    >>> from scmpy import literal_function, symbols
    >>> literal_apply(literal_function("f"), [symbols("x")])
    (f x)
    """
    if not isinstance(function, LiteralFunction):
        raise WrongTypeError(f"literal-apply expects a literal function, got {describe(function)}")
    return function(*items(arguments))
