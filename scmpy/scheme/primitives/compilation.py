"""Procedures as compiled code, and expressions of procedures."""

from typing import Any

from scmpy.errors import ScmpyError, teller
from scmpy.numerics.compile.function import compile_function
from scmpy.scheme.data import Pair, list_of
from scmpy.scheme.primitives.base import PRIMITIVES, Index, bad_range, primitive, wrong_type
from scmpy.scheme.primitives.environments import eval_
from scmpy.scheme.primitives.lists import items_of
from scmpy.symbolic.expression import symbol

LAMBDA, LET, DEFINE = map(symbol, ("lambda", "let", "define"))

#: So many names are made at most.
MOST_NAMES = 1000


@primitive("compile-procedure", "generic-procedure->numerical-procedure")
def compile_procedure(procedure: Any, *_: Any) -> Any:
    """The procedure, as machine code or Python's for floats where it can be compiled; for others it runs as it is."""
    if not callable(procedure):
        raise wrong_type(procedure, 1, "compile-procedure")
    compiled: dict[int, Any] = {}

    def procedure_of_floats(*arguments: Any) -> Any:
        if not all(type(x) is float for x in arguments):
            return procedure(*arguments)
        if len(arguments) not in compiled:
            compiled[len(arguments)] = _compiled(procedure, arguments)
        return compiled[len(arguments)](*arguments)

    return procedure_of_floats


def _compiled(procedure: Any, arguments: tuple[float, ...]) -> Any:
    token = teller.set(lambda message: None)  # what is not compiled only takes longer
    try:
        return compile_function(procedure, *arguments)
    except (ScmpyError, ArithmeticError, ValueError):
        return procedure
    finally:
        teller.reset(token)


@primitive("lambda->numerical-procedure", "compile-numerical", "compile-and-run")
def lambda_to_numerical_procedure(expression: Any, *_: Any) -> Any:
    """The procedure that a lambda expression evaluates to, compiled; the value of another expression."""
    value = eval_(expression)
    return compile_procedure(value) if callable(value) else value


def _names(count: int) -> Any:
    if count > MOST_NAMES:
        raise bad_range(count, 1, "lambdafy")
    return list_of(PRIMITIVES["generate-uninterned-symbol"]() for _ in range(count))


@primitive("lambdafy")
def lambdafy(count: Index, body: Any) -> Any:
    """The lambda expression of so many names, whose body a procedure of them makes."""
    names = _names(count)
    return list_of((LAMBDA, names, body(*names)))


@primitive("letify")
def letify(expressions: Any, body: Any) -> Any:
    """The let expression that gives names to expressions, whose body a procedure of the list of names makes."""
    given = items_of(expressions, 1, "letify")
    names = _names(len(given))
    return list_of((LET, list_of(map(list_of, zip(names, given, strict=True))), body(names)))


@primitive("definify")
def definify(name: Any, expression: Any) -> Any:
    """The definition of a name by a lambda expression."""
    parts = items_of(expression, 2, "definify")
    if len(parts) < 3 or parts[0] is not LAMBDA:
        raise wrong_type(expression, 2, "definify")
    return list_of((DEFINE, Pair(name, parts[1]), *parts[2:]))
