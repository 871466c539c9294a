"""Procedures as compiled code, and expressions of procedures."""

import itertools
from typing import Any

from scmpy.errors import ArityError, ScmpyError, StructureError, describe, teller
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import arity
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.scheme.data import Pair, list_of
from scmpy.scheme.primitives.base import PRIMITIVES, Index, bad_range, primitive, wrong_type
from scmpy.scheme.primitives.environments import eval_
from scmpy.scheme.primitives.lists import as_pair, items_of
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, Up
from scmpy.symbolic.expression import UP, expression_of, symbol

LAMBDA, LET, DEFINE, VECTOR = map(symbol, ("lambda", "let", "define", "vector"))
LIST_REF, VECTOR_REF = map(symbol, ("list-ref", "vector-ref"))

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


def _compiled(procedure: Any, arguments: tuple[Any, ...]) -> Any:
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


def _code(value: Any) -> Any:
    """A value as an expression, where it is a structure of them."""
    return expression_of(value) if isinstance(value, (Structure, Matrix)) else value


@primitive("lambda->generic-procedure", "lambda->symbolic-procedure", "lambda->interpreted-generic-procedure")
def lambda_to_generic_procedure(expression: Any) -> Any:
    """The procedure that a lambda expression evaluates to."""
    procedure = eval_(expression)
    if not callable(procedure):
        raise wrong_type(expression, 1, "lambda->generic-procedure")
    return procedure


@primitive("symbolic-procedure->lambda")
def symbolic_procedure_to_lambda(procedure: Any) -> Any:
    """The lambda expression whose body is what the procedure makes of symbols, one for each of its arguments."""
    if not callable(procedure):
        raise wrong_type(procedure, 1, "symbolic-procedure->lambda")
    least, most = arity(procedure)
    if least != most:
        raise ArityError(
            f"symbolic-procedure->lambda expects a procedure with a fixed number of arguments, "
            f"got {describe(procedure)}"
        )
    return lambdafy(least, procedure)


@primitive("lambdafy")
def lambdafy(count: Index, body: Any) -> Any:
    """The lambda expression of so many names, whose body a procedure of them makes."""
    names = _names(count)
    return list_of((LAMBDA, names, _code(body(*names))))


@primitive("letify")
def letify(expressions: Any, body: Any) -> Any:
    """The let expression that gives names to expressions, whose body a procedure of the list of names makes."""
    given = items_of(expressions, 1, "letify")
    names = _names(len(given))
    return list_of((LET, list_of(map(list_of, zip(names, map(_code, given), strict=True))), _code(body(names))))


@primitive("definify")
def definify(name: Any, expression: Any) -> Any:
    """The definition of a name by a lambda expression."""
    parts = items_of(expression, 2, "definify")
    if len(parts) < 3 or parts[0] is not LAMBDA:
        raise wrong_type(expression, 2, "definify")
    return list_of((DEFINE, Pair(name, parts[1]), *parts[2:]))


# -- interpolating polynomials ----------------------------------------------------------------------------------


@primitive("lagrange")
def lagrange(values: Any, places: Any) -> Any:
    """The lambda expression of the polynomial that has these values at these places, by lines through lines."""
    vs, xs = items_of(values, 1, "lagrange"), items_of(places, 2, "lagrange")
    if not vs or len(vs) != len(xs):
        raise StructureError(f"lagrange expects as many values as places, got {len(vs)} for {len(xs)}")

    def polynomial(t: Any) -> Any:
        return letify(list_of(g.sub(t, x) for x in xs), lambda away: level(1, tuple(away), vs))

    def level(span: int, away: Any, lines: list[Any]) -> Any:
        """What the lines between neighbours make of values, or of lines between places as far apart as the span."""
        if len(lines) == 1:
            return lines[0]
        found = [
            g.div(g.sub(g.mul(b, away[i]), g.mul(a, away[i + span])), g.sub(xs[i + span], xs[i]))
            for i, (a, b) in enumerate(itertools.pairwise(lines))
        ]
        if len(found) == 1:
            return found[0]
        return letify(list_of(found), lambda names: level(span + 1, away, list(names)))

    return lambdafy(1, polynomial)


# -- functions of states with parameters ------------------------------------------------------------------------


@primitive("compile-parametric")
def compile_parametric(
    parameters: Index, components: Index, procedure: Any, simplifier: Any = None, compiler: Any = None
) -> Any:
    """The procedure of a list of parameters that gives a compiled procedure of a vector, or what a compiler makes.

    The procedure is one of a list of so many parameters, that gives one of a vector of so many components. It is called
    on symbols. What it makes of them, simplified if there is a simplifier, is a lambda expression's, of the list and
    then of the vector; a compiler is given that.
    """
    for position, function in enumerate((procedure, simplifier or _code, compiler or _code), 3):
        if not callable(function):
            raise wrong_type(function, position, "compile-parametric")
    given, place = _names(parameters), _names(components)
    constants, state = _names(2)
    found = procedure(given)(Up(tuple(place)))
    body = as_pair((simplifier or _code)(_code(found)))
    if isinstance(body, Pair) and body.car is UP:
        body = Pair(VECTOR, body.cdr)
    inner = list_of((LAMBDA, list_of((state,)), _parts_named(place, VECTOR_REF, state, body)))
    expression = list_of((LAMBDA, list_of((constants,)), _parts_named(given, LIST_REF, constants, inner)))
    return (compiler or _compiled_of_parameters)(expression)


def _parts_named(names: Any, ref: Any, whole: Any, body: Any) -> Any:
    """The let expression that names the parts of a list or vector."""
    parts = [list_of((name, list_of((ref, whole, i)))) for i, name in enumerate(names)]
    return list_of((LET, list_of(parts), body))


def _compiled_of_parameters(expression: Any) -> Any:
    procedure = eval_(expression)
    return lambda parameters: _of_vectors(procedure(parameters))


def _of_vectors(procedure: Any) -> Any:
    """The procedure of a vector, compiled for vectors of floats."""
    compiled: dict[int, Any] = {}

    def of_vector(vector: Any) -> Any:
        state = Up(items(vector, "compile-parametric"))
        if not all(type(x) is float for x in state):
            return procedure(vector)
        if len(state) not in compiled:
            compiled[len(state)] = _compiled(procedure, (state,))
        return compiled[len(state)](state)

    return of_vector


@primitive("compile-parametric-memoized")
def compile_parametric_memoized(original: Any, procedure: Any, parameters: Any, state: Any) -> Any:
    """What compile-parametric makes of a procedure, for as many parameters and components as are given."""
    name = "compile-parametric-memoized"
    return compile_parametric(len(items_of(parameters, 3, name)), len(items(state, name)), procedure)
