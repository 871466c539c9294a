"""Literal functions: unknown functions of declared signature, and their derivatives.

Applied, a literal function gives the expression ``(f x)``; its derivatives give ``((D f) x)`` and
``(((partial 1 0) H) s)``. Of a function it gives the composition, as the elementary functions do: ``A(t)``, for a
coordinate ``t`` of a manifold, is a function on the manifold. A literal function whose value is a tuple is the tuple of
the literal functions of its components, ``F^0`` (up) and ``F_0`` (down).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from scmpy.errors import GenericOperationError, StructureError, WrongTypeError, describe, shown_text
from scmpy.generic.arguments import length
from scmpy.generic.arrays import broadcast, is_array
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.kinds import Procedure, as_name
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.aliases import Name, Value
from scmpy.structure.matrix import Matrix, m_generate
from scmpy.structure.signature import (
    REAL,
    REAL_FUNCTION,
    Signature,
    TypeDatum,
    checked_types,
    fill,
    functions_in,
    parse_signature,
)
from scmpy.structure.structure import Down, Up, leaves, unflatten
from scmpy.symbolic.derivatives import derivative_expression
from scmpy.symbolic.expression import Expression, Symbol, application, expression_of, symbol
from scmpy.symbolic.function_facts import FACT_NAMES, OF_VALUES, function_facts
from scmpy.symbolic.s_expressions import expression_from, is_datum_list


@Procedure.register
class LiteralFunction(Arithmetic):
    """An unknown function with a name (an expression: ``f``, ``(D f)``) and a signature."""

    __slots__ = ("__weakref__", "expression", "signature")

    def __init__(self, expression: Expression, signature: Signature) -> None:
        self.expression = expression
        self.signature = signature

    @property
    def __name__(self) -> str:
        return scheme_text(self.expression)

    @property
    def arity(self) -> int | None:
        """The number of arguments; None where the signature leaves it open."""
        return None if self.signature.takes_any_number else len(self.signature.arguments)

    def __repr__(self) -> str:
        return self.__name__

    def _describe_(self) -> str:
        return f"the literal function {self.__name__} of signature {self.signature}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralFunction) and (self.expression, self.signature) == (
            other.expression,
            other.signature,
        )

    def __hash__(self) -> int:
        return hash(self.expression)

    def __call__(self, *args: Any) -> Any:
        types = checked_types(lambda: f"The literal function {self}", self.signature, args)
        functions = list(map(functions_in, args, types))
        return self._composed(args, functions) if any(functions) else apply_literal(self, args)

    def _composed(self, args: tuple[Any, ...], functions: list[list[Any]]) -> Function:
        """The function whose value is that of this one at the values of the functions among the arguments."""

        def at(*place: Any) -> Any:
            return self(*(apply_value(x, place) if held else x for x, held in zip(args, functions, strict=True)))

        return made_from(chain(*functions), at, lambda: f"({self} {' '.join(map(name_of, args))})")

    def partial(self, path: tuple[int, ...]) -> LiteralFunction:
        """The derivative by the leaf of the arguments at this path (argument first, unless there is only one)."""
        return LiteralFunction(derivative_expression(self.expression, path), self.signature)


#: How literal functions are applied to what is no value of their own: perturbed ones, quantities, unknowns of a trace,
#: as the layers above enter it. Each says whether it applies, and the value.
OTHER_APPLICATIONS: list[Callable[[LiteralFunction, tuple[Any, ...]], tuple[bool, Any]]] = []


def apply_literal(function: LiteralFunction, args: tuple[Any, ...]) -> Any:
    """The expression of the application, or what one of :data:`OTHER_APPLICATIONS` finds."""
    places = [x for argument in args for x in leaves(argument)]
    if not all(isinstance(x, Expression) for x in places):
        for apply in OTHER_APPLICATIONS:
            found, value = apply(function, args)
            if found:
                return value
    if any(map(is_array, places)):
        return broadcast(
            lambda *elements: apply_literal(function, unflatten(iter(elements), Up(args)).components),
            tuple(places),
        )
    try:
        return application(function.expression, *map(expression_of, args))
    except GenericOperationError:
        given = " and ".join(map(describe, args))
        raise StructureError(f"The literal function {function} expects {function.signature}, got {given}") from None


expression_of.add((LiteralFunction,), lambda f: f.expression)


_MOST_ARGUMENTS = Limit("most-literal-arguments", 1_000, "Arguments of a literal function.")


@public("literal-function")
def literal_function(name: Name, signature: TypeDatum | int = REAL_FUNCTION, *more: Value, **facts: bool) -> Value:
    """An unknown function, of one real argument unless a signature or a number says otherwise, with facts of it.

    Scheme:  (literal-function 'f), (literal-function 'f (-> (UP Real Real) Real)), (literal-function 'f 2),
             (literal-function 'r 'positive), (literal-function 'V 'even '(period a))
    Facts:   of its values: real, nonzero, positive, negative, nonnegative, nonpositive; of itself: even, odd (of a
             function of one argument), and its period. Simplification and comparison consult them. A function with
             facts is another one than that without.
    Raises:  WrongTypeError for what is no type of a function, no fact, or facts that contradict each other
    Source:  SICM 1.4
    >>> from scmpy import simplify, sqrt, symbols
    >>> literal_function("f")(symbols("x"))
    (f x)
    >>> literal_function("F", "(-> Real (UP Real Real))")(symbols("t"))
    (up (F^0 t) (F^1 t))
    >>> literal_function("R", 2)(*symbols("t r"))
    (R t r)
    >>> r, V = literal_function("r", positive=True), literal_function("V", even=True)
    >>> simplify(sqrt(r(symbols("t")) ** 2), careful=True), V(-symbols("x"))
    ((r t), (V x))
    """
    text = as_name(name, "literal-function")
    more = (signature, *more) if _is_fact(signature) else more
    signature = REAL_FUNCTION if _is_fact(signature) else signature
    found = tuple(function_facts([*map(_fact, more), *facts.items()]))
    if isinstance(signature, int) and not isinstance(signature, bool):
        signature = Signature((REAL,) * length(signature, "literal-function", _MOST_ARGUMENTS), REAL)
    if not isinstance(signature, Signature):
        signature = parse_signature(_read(signature) if isinstance(signature, str) else signature)
    if not isinstance(signature, Signature):
        raise WrongTypeError(f"literal-function expects the type of a function, (-> Real Real), got {signature}")
    scalar = _scalar_valued(signature)
    if found and scalar != REAL_FUNCTION and not set(found) <= set(OF_VALUES):
        raise WrongTypeError(
            f"literal-function: parity and period are facts of a function (-> Real Real), not {scalar}"
        )
    return fill(signature.value, lambda suffix: LiteralFunction(symbol(text + suffix, *found), scalar))


def _is_fact(given: Any) -> bool:
    """Is this a fact in the place of the type: a symbol, as 'positive, or a list, as '(period a)?"""
    name = next(iter(given), None) if is_datum_list(given) else given
    return isinstance(name, Symbol) and name.name in FACT_NAMES


def _fact(given: Any) -> tuple[str, Any]:
    """The name of a quoted fact, and its value."""
    name, value = given, True
    if is_datum_list(given):
        name, value = (*given, None, None)[:2]
        value = expression_from(value) if is_datum_list(value) else value
    return as_name(name, "literal-function"), value


def _scalar_valued(signature: Signature) -> Signature:
    return signature if signature.value is REAL else Signature(signature.arguments, REAL)


def _read(text: str) -> Any:
    """Nested tuples from the text of a signature."""
    stack: list[list[Any]] = [[]]
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(int(token) if token.isdigit() else token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise WrongTypeError(
            f"literal-function: the signature {shown_text(text)} is not one type with balanced parentheses"
        )
    return stack[0][0]


@public("literal-functions", python="literal_functions")
def literal_functions(names: str, signature: TypeDatum | int = REAL_FUNCTION, **facts: bool) -> tuple[Any, ...]:
    """Literal functions, of one real argument unless a signature says otherwise; facts hold of all of them.

    Scheme:  (literal-functions "x y"), (literal-functions "U V" 2)
    1 ]=> (define UV (literal-functions "U V" 2))
    1 ]=> ((+ (car UV) (cadr UV)) 'a 'b)
    ;Value: (+ (U a b) (V a b))
    >>> from scmpy import symbols
    >>> x, y = literal_functions("x y")
    >>> U, V = literal_functions("U V", 2)
    >>> (U + V)(*symbols("a b"))
    (+ (U a b) (V a b))
    >>> r, a = literal_functions("r a", positive=True)
    """
    return tuple(literal_function(name, signature, **facts) for name in names.replace(",", " ").split())


_MOST_SYMBOLS = Limit("most-literal-components", 1_000_000, "Components of a literal tuple.")


def _numbered(name: Any, mark: str, n: int, operation: str) -> Iterator[Symbol]:
    """The symbols of the components of a tuple."""
    length(n, operation, _MOST_SYMBOLS)
    text = as_name(name, operation)
    return (symbol(f"{text}{mark}{i}") for i in range(n))


@public("literal-up")
def literal_up(name: Name, n: int) -> Up:
    """An up tuple of symbols.

    Scheme:  (literal-up 's n)
    Shapes:  result: up(n)
    >>> literal_up("x", 2)
    (up x^0 x^1)
    """
    return Up(_numbered(name, "^", n, "literal-up"))


@public("literal-down")
def literal_down(name: Name, n: int) -> Down:
    """A down tuple of symbols.

    Scheme:  (literal-down 's n)
    Shapes:  result: down(n)
    >>> literal_down("p", 2)
    (down p_0 p_1)
    """
    return Down(_numbered(name, "_", n, "literal-down"))


@public("literal-matrix")
def literal_matrix(name: Name, rows: int, columns: int) -> Matrix:
    """A matrix of symbols, row index up and column index down.

    Scheme:  (literal-matrix 'M 2 2)
    Shapes:  result: rows by columns
    >>> literal_matrix("M", 1, 2)
    (matrix-by-rows (list M^0_0 M^0_1))
    """
    text = as_name(name, "literal-matrix")
    return m_generate(rows, columns, lambda i, j: symbol(f"{text}^{i}_{j}"))


@public("literal-column-matrix")
def literal_column_matrix(name: Name, n: int) -> Matrix:
    """A column of symbols, their indices up.

    Scheme:  (literal-column-matrix 'v 2)
    Shapes:  result: n by 1
    Raises:  WrongTypeError for a negative number; LimitError for more components than are allowed
    >>> literal_column_matrix("v", 2)
    (matrix-by-rows (list v^0) (list v^1))
    """
    return Matrix([(x,) for x in literal_up(name, n)])


@public("literal-row-matrix")
def literal_row_matrix(name: Name, n: int) -> Matrix:
    """A row of symbols, their indices down.

    Scheme:  (literal-row-matrix 'p 2)
    Shapes:  result: 1 by n
    >>> literal_row_matrix("p", 2)
    (matrix-by-rows (list p_0 p_1))
    """
    return Matrix([literal_down(name, n)])
