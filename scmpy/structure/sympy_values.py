"""The bridge to SymPy for tuples, matrices, quaternions and functions.

A tuple of scalars is a column or a row, and a matrix comes back as a matrix, so that ``m * up(x, y)`` goes on as it
would with SymPy's; arrays come back as up tuples. A function of known arity is a ``Lambda``, a literal function an
undefined function.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.dispatch import convert
from scmpy.generic.functions import arity
from scmpy.generic.kinds import Procedure, describe
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.matrix import Matrix, matrix_by_rows
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.signature import REAL, Signature, Tuple
from scmpy.structure.structure import Down, Structure, Up
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.expression import Symbol, expression_of, numerical, symbol
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy
from scmpy.symbolic.sympy_bridge.inward import WHEN_MET
from scmpy.symbolic.sympy_bridge.names import (
    OUR_NAMES,
    PREFIX,
    Shape,
    function_from_sympy,
    function_to_sympy,
    is_undefined,
    shape_of,
)
from scmpy.symbolic.sympy_bridge.operations import accept

for _type in (Structure, Matrix):
    to_sympy.add((_type,), lambda value: to_sympy(expression_of(value)))
for _accepted in (Structure, Matrix, Quaternion, LiteralFunction):
    accept(_accepted)
    from_sympy.add((_accepted,), lambda value: value)


@to_sympy.on(Quaternion)
def _quaternion_to_sympy(q: Quaternion) -> Any:
    import sympy

    return sympy.Quaternion(*map(to_sympy, q))


@to_sympy.on(LiteralFunction)
def _literal_function_to_sympy(f: LiteralFunction) -> Any:
    """The undefined function; of a derivative, or where arguments are tuples, a Lambda of their leaves."""
    if isinstance(f.expression, Symbol) and all(type_ is REAL for type_ in f.signature.arguments):
        import sympy

        return function_to_sympy(sympy, f.expression, ())
    return _as_lambda(f, f.signature.arguments)


@to_sympy.on(Procedure)
def _function_to_sympy(f: Any) -> Any:
    """The Lambda of a function that takes scalars."""
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


def _register(sympy: Any) -> None:
    from sympy.core.function import FunctionClass

    from_sympy.add((sympy.MatrixBase,), lambda m: matrix_by_rows(*(list(map(from_sympy, row)) for row in m.tolist())))
    from_sympy.add((sympy.NDimArray,), lambda a: _up(sympy, a))
    from_sympy.add((sympy.Quaternion,), lambda q: Quaternion(*map(from_sympy, q.args[:4])))
    from_sympy.add((FunctionClass,), lambda f: _function_from_sympy(f))
    for type_ in (sympy.MatrixBase, FunctionClass, sympy.Lambda):
        convert(type_, from_sympy)


def _up(sympy: Any, a: Any) -> Any:
    return Up(_up(sympy, part) for part in a) if isinstance(a, sympy.NDimArray) and a.rank() else from_sympy(a)


def _function_from_sympy(f: Any) -> Any:
    """Our operation; the literal function of an undefined or special one: of one real argument, unless it says."""
    if not is_undefined(f):
        name = f.__name__
        operation = OPERATION_OF.get(numerical(OUR_NAMES[name])) if name in OUR_NAMES else None
        return operation or LiteralFunction(symbol(PREFIX + name), _signature((None,) * _arity(f)))
    return LiteralFunction(function_from_sympy(f), _signature(shape_of(f, _arity(f))))


def _arity(f: Any) -> int:
    return max(map(int, f.nargs)) if f.nargs.is_FiniteSet else 1


def _signature(shape: Shape) -> Signature:
    def type_of(part: Any) -> Any:
        return REAL if part is None else Tuple(part[0], tuple(map(type_of, part[1])))

    return Signature(tuple(map(type_of, shape)), REAL)


WHEN_MET.append(_register)
