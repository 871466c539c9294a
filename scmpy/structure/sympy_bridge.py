"""The bridge to SymPy for tuples, matrices, quaternions and functions.

A tuple of scalars is a column or a row, and comes back as the tuple. SymPy's own matrices come back as matrices, so
that ``m * up(x, y)`` goes on as it would there, its arrays as up tuples. A function of known arity is a ``Lambda``, a
literal function an undefined function.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.dispatch import convert, register_package
from scmpy.generic.functions import arity
from scmpy.generic.types import Procedure, is_number
from scmpy.structure.literal_functions import REAL, LiteralFunction, Signature, Tuple
from scmpy.structure.matrix import Matrix, matrix_by_rows
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up
from scmpy.symbolic.expression import Application, Expression, Symbol, expression_of, symbol
from scmpy.symbolic.to_sympy import (
    PREFIX,
    Levels,
    Shape,
    accept,
    from_sympy,
    function_from_sympy,
    function_of_lambda,
    function_to_sympy,
    inward,
    is_undefined,
    levels_of,
    nesting,
    oriented_tuple,
    placed_leaves,
    record_in_sympy,
    shape_of,
    to_sympy,
)

to_sympy.add((Matrix,), lambda value: to_sympy(expression_of(value)))
_TUPLES: dict[str, Any] = {"up": Up, "down": Down}

for _accepted in (Structure, Matrix, Quaternion, LiteralFunction):
    accept(_accepted)
    from_sympy.add((_accepted,), lambda value: value)


def _is_of_scalars(value: Any) -> bool:
    if isinstance(value, Structure):
        return all(map(_is_of_scalars, value.components))
    return isinstance(value, Expression) or is_number(value)


@to_sympy.on(Structure)
def _structure_to_sympy(s: Structure) -> Any:
    if _is_of_scalars(s):
        return to_sympy(expression_of(s))
    return oriented_tuple((s.orientation,))(*map(to_sympy, s.components))  # which refuses text: SymPy would evaluate it


@to_sympy.on(Quaternion)
def _quaternion_to_sympy(q: Quaternion) -> Any:
    import sympy

    return sympy.Quaternion(*map(to_sympy, q))


@to_sympy.on(LiteralFunction)
def _literal_function_to_sympy(f: LiteralFunction) -> Any:
    """The undefined function, of the leaves of its arguments; of a derivative a Lambda of them."""
    shape = None if f.signature.takes_any_number else _shape(f.signature.arguments)
    if isinstance(f.expression, Symbol) and shape is not None:
        import sympy

        return function_to_sympy(sympy, f.expression, shape)
    return _as_lambda(f, f.signature.arguments)


def _shape(types: tuple[Any, ...]) -> Shape | None:
    parts: list[Any] = []
    for type_ in types:
        inner = _shape(type_.parts) if isinstance(type_, Tuple) else ()
        if inner is None or not (isinstance(type_, Tuple) or type_ is REAL):
            return None
        parts.append((type_.orientation, inner) if isinstance(type_, Tuple) else None)
    return tuple(parts)


@to_sympy.on(Procedure)
def _function_to_sympy(f: Any) -> Any:
    least, greatest = arity(f)
    if greatest is None or least == 0:
        raise WrongTypeError(f"to_sympy: it is not known how many arguments {describe(f)} takes")
    return _as_lambda(f, (REAL,) * least)


def _as_lambda(f: Any, types: tuple[Any, ...]) -> Any:
    import sympy

    variables: list[Any] = []

    def argument(type_: Any) -> Any:
        if isinstance(type_, Tuple):
            return (Up if type_.orientation == "up" else Down)(map(argument, type_.parts))
        if type_ is not REAL:
            raise WrongTypeError(f"to_sympy: {describe(f)} takes arguments of open type; apply it to symbols instead")
        variables.append(sympy.Dummy(f"x_{len(variables)}"))
        return from_sympy(variables[-1])

    value = to_sympy(f(*map(argument, types)))
    return sympy.Lambda(tuple(variables), value)


# --- from SymPy ------------------------------------------------------------------------------------------------


@register_package("sympy")
def _register() -> None:
    import sympy
    from sympy.core.function import FunctionClass

    for type_ in (sympy.MatrixBase, sympy.ImmutableDenseMatrix, sympy.ImmutableSparseMatrix):  # these are Expr too
        from_sympy.add((type_,), _matrix_from_sympy)
    from_sympy.add((sympy.NDimArray,), lambda a: _tuple(sympy, a, levels_of(a) or ("up",) * a.rank()))
    from_sympy.add((sympy.Tuple,), _tuple_from_sympy)
    from_sympy.add((sympy.Lambda,), _lambda_from_sympy)
    from_sympy.add((sympy.Quaternion,), lambda q: Quaternion(*map(from_sympy, q.args[:4])))
    from_sympy.add((FunctionClass,), lambda f: _function_from_sympy(f))
    for type_ in (sympy.MatrixBase, FunctionClass, sympy.Lambda):
        convert(type_, from_sympy)


def _matrix_from_sympy(m: Any) -> Any:
    levels = levels_of(m)
    if levels is None:
        return matrix_by_rows(*(list(map(from_sympy, row)) for row in m.tolist()))
    rows = (m if levels[0] == "up" else m.T).tolist()
    inner = [[from_sympy(x) for x in row] for row in rows]
    return _TUPLES[levels[0]](row[0] if len(levels) == 1 else _TUPLES[levels[1]](row) for row in inner)


def _tuple(sympy: Any, a: Any, levels: Levels) -> Any:
    if not isinstance(a, sympy.NDimArray) or not a.rank():
        return from_sympy(a)
    return _TUPLES[levels[0]](_tuple(sympy, part, levels[1:]) for part in a)


def _tuple_from_sympy(items: Any) -> Any:
    levels = levels_of(items)
    return tuple(map(inward, items)) if levels is None else _TUPLES[levels[0]](map(inward, items))


def _lambda_from_sympy(e: Any) -> Any:
    variables, body = [from_sympy(x) for x in e.variables], from_sympy(e.expr)
    written_out = isinstance(body, Application) and isinstance(body.operator, Application)
    if written_out and [x for _, x in placed_leaves(body.operands)] == variables:
        return LiteralFunction(body.operator, _signature(nesting(body.operands)))
    return function_of_lambda(e)


def _function_from_sympy(f: Any) -> Any:
    """Our operation; the literal function of an undefined or special one: of one real argument, unless it says."""
    if not is_undefined(f):
        name, counts = f.__name__, f.nargs if f.nargs.is_FiniteSet else (1,)
        records = (record_in_sympy(name, int(count)) for count in counts)
        same = next((record.operation for record in records if record and not record.by_sympy), None)
        return same or LiteralFunction(symbol(PREFIX + name), _signature((None,) * _arity(f)))
    return LiteralFunction(function_from_sympy(f), _signature(shape_of(f, _arity(f))))


def _arity(f: Any) -> int:
    return max(map(int, f.nargs)) if f.nargs.is_FiniteSet else 1


def _signature(shape: Shape) -> Signature:
    def type_of(part: Any) -> Any:
        return REAL if part is None else Tuple(part[0], tuple(map(type_of, part[1])))

    return Signature(tuple(map(type_of, shape)), REAL)
