"""Operators under composition, the generic Lie derivative; D and partial; custom functions with rules of their own."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping
from functools import reduce
from importlib import import_module
from typing import Any

from scmpy.boundary import arity_of_signature, guarded_call
from scmpy.calculus.dual_numbers import NO_NUMBER, Differential, Indices, depth, map_scalars, part_at, tag_at, tangent
from scmpy.calculus.jet import TAYLOR_ORDER, Elements, Lens, ReverseNode, high_derivative
from scmpy.errors import (
    BadIndexError,
    DifferentiationError,
    GenericOperationError,
    ScmpyError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_batch
from scmpy.generic.dispatch import Arithmetic, Operation, binary, converted, unary
from scmpy.generic.elementary import REALS, Code, Elementary, Interval, declare
from scmpy.generic.functions import (
    Function,
    apply_value,
    compose,
    identity,
    is_elementwise,
    is_function,
    made_from,
    name_of,
)
from scmpy.generic.settings import MOST_DERIVATIVES, MOST_FACTORS, length
from scmpy.generic.types import Formula, Procedure, ScalarKind, TreeNode, as_name, is_number, map_dual
from scmpy.registry import declare_predicate, lookup, public, python_name, register
from scmpy.render.scheme import scheme_text
from scmpy.structure.literal_functions import REAL, LiteralFunction
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Selectors, Structure, Up, as_ups, component, leaves, map_leaves, ref, taken
from scmpy.symbolic.expression import Application, Expression, Head, Symbol, application, expression_of, symbol
from scmpy.symbolic.real_numbers import is_real_number

# --- operator --------------------------------------------------------------------------------------------------------
# Operators: functions of functions whose product is composition, such as D, partial and vector fields.
#
# An operator added to an operator acts by both; a scalar or a function times an operator multiplies its result,
# an operator times a function multiplies its argument first. What is not an operator is composed with the argument in a
# sum: ``((+ D g) f)`` is ``Df + g o f``, and ``((+ D 1) f)`` is ``Df + 1``, for a number is a constant function.

#: The kind of an operator that is of no particular kind.
PLAIN = "operator"


class Operator(Function):
    """A function of functions; ``expression`` is how it prints, ``kind`` tells vector fields from others."""

    _kind_ = "operators"
    __slots__ = ("expression", "kind")
    acts_on_functions = True

    def __init__(self, function: Callable[..., Any], expression: Any, kind: str = PLAIN) -> None:
        self.function = function
        self.expression = expression
        self.kind = kind

    @property
    def __name__(self) -> str:
        return scheme_text(self.expression)

    def __repr__(self) -> str:
        return self.__name__

    def _describe_(self) -> str:
        return f"the operator {self.__name__}"

    def remake(self, function: Callable[..., Any], expression: Any) -> Operator:
        return Operator(function, expression, self.kind)

    def scaled(self, f: Any, expression: Any) -> Operator:
        return self.remake(lambda *args: g.mul(f, self(*args)), expression)


@expression_of.on(Operator)
def _as_one_symbol(o: Operator) -> Expression:
    """The name as one symbol: the products of operators do not commute, so nothing may rearrange them."""
    return o.expression if isinstance(o.expression, Symbol) else symbol(o.__name__)


@public("make-operator")
def make_operator(function: Callable[..., Any], name: Formula | None = None) -> Operator:
    """An operator from a function of functions.

    Scheme:  (make-operator procedure name)
    >>> twice = make_operator(lambda f: lambda x: 2 * f(x), "twice")
    >>> (twice * twice)(lambda x: x)(3)
    12
    """
    label = name if isinstance(name, Expression) else symbol(name_of(name or function))
    return Operator(function, label)


declare_predicate("operator?", Operator, "Is this an operator?", "D", "abs")


def label_of(value: Any) -> Any:
    """The expression that names an operand inside the name of an operator."""
    if isinstance(value, Operator):
        return value.expression
    try:
        return expression_of(value)
    except TypeError:
        return symbol(getattr(value, "__name__", "f"))


def named(name: Any) -> Any:
    return symbol(name) if isinstance(name, str) else label_of(name)


def _joined(head: Expression, x: Any, y: Any) -> Application:
    return application(head, label_of(x), label_of(y))


def _of_both(operation: Any, head: Expression) -> None:
    """Sums: operators act on the argument, functions are composed with it, anything else is a constant function."""

    def apply(x: Any, y: Any) -> Operator:
        def combined(*args: Any) -> Any:
            return operation(_term(x, args), _term(y, args))

        return _model(x, y).remake(combined, _joined(head, x, y))

    for types in _MIXED:
        operation.add(types, apply)


def _term(term: Any, args: tuple[Any, ...]) -> Any:
    if isinstance(term, Operator):
        return term(*args)
    return compose(term, *args) if callable(term) and all(map(callable, args)) else apply_value(term, args)


def _model(*operands: Any) -> Operator:
    operators = {o.kind: o for o in reversed(operands) if isinstance(o, Operator) and o.kind != PLAIN}
    return next(iter(operators.values())) if len(operators) == 1 else identity_operator


_OTHERS = (Procedure, ScalarKind, TreeNode)
_MIXED = ((Operator, Operator), *((Operator, t) for t in _OTHERS), *((t, Operator) for t in _OTHERS))

_of_both(g.add, Head.PLUS)
_of_both(g.sub, Head.MINUS)


@g.mul.on(Operator, Operator)
def _compose(x: Operator, y: Operator) -> Operator:
    return _model(x, y).remake(lambda *args: x(y(*args)), _joined(Head.TIMES, x, y))


def _scale_argument(o: Operator, f: Any) -> Operator:
    return o.remake(lambda *args: o(*(g.mul(f, argument) for argument in args)), _joined(Head.TIMES, o, f))


for _type in _OTHERS:
    g.mul.add((_type, Operator), lambda f, o: o.scaled(f, _joined(Head.TIMES, f, o)))
    g.mul.add((Operator, _type), _scale_argument)
g.mul.add((Operator, Structure), lambda o, s: type(s)(g.mul(o, x) for x in s.components))
g.mul.add((Structure, Operator), lambda s, o: type(s)(g.mul(x, o) for x in s.components))


def _no_quotient(x: Any, o: Operator) -> Operator:
    raise GenericOperationError(f"/ does not divide {describe(x)} by {describe(o)}: operators have no inverse")


g.div.add((Operator, Operator), _no_quotient)
for _type in (Procedure, ScalarKind):
    g.div.add((Operator, _type), lambda o, x: o.scaled(g.invert(x), _joined(Head.OVER, o, x)))
    g.div.add((_type, Operator), _no_quotient)
g.invert.add((Operator,), lambda o: _no_quotient(1, o))

g.negate.add((Operator,), lambda o: o.scaled(-1, application(Head.TIMES, -1, label_of(o))))


@g.expt.on(Operator, ScalarKind)
def _no_power(o: Operator, n: Any) -> Operator:
    raise WrongTypeError(f"expt: {describe(o)} has no power {n}; the power of an operator is a count")


@g.expt.on(Operator, int)
def _iterate(o: Operator, n: int) -> Operator:
    if n < 0:
        return _no_power(o, n)
    length(n, f"expt of {describe(o)}", MOST_FACTORS, "repetitions", each=1_000)

    def repeated(*args: Any) -> Any:
        if not n:
            return args[0]
        result = o(*args)
        for _ in range(n - 1):
            result = o(result)
        return result

    return o.remake(repeated, application(Head.EXPT, label_of(o), n))


g.square.add((Operator,), lambda o: _iterate(o, 2))
g.cube.add((Operator,), lambda o: _iterate(o, 3))

identity_operator = Operator(identity, symbol("identity"))
register(
    "o:identity",
    identity_operator,
    doc="""The operator that leaves its argument alone.

    Scheme:  (o:identity f)
    >>> (D + o_identity)(sin)(symbols("x"))
    (+ (cos x) (sin x))
    """,
)


@taken.on(Operator, tuple)
def _component(o: Operator, selectors: Selectors) -> tuple[Operator, Selectors]:
    name = symbol(f"(compose {component(*selectors).__name__} {o.__name__})")
    return o.remake(lambda *args: ref(o(*args), *selectors), name), ()


g.zero_like.add((Operator,), lambda o: Operator(g.zero_like, symbol("zero")))
g.one_like.add((Operator,), lambda o: identity_operator)
g.identity_like.add((Operator,), lambda o: identity_operator)


commutator = binary(
    "commutator",
    """The commutator of two operators, matrices or quaternions, x y - y x.

    Scheme:  (commutator X Y)
    Math:    [X, Y] f = X(Y(f)) - Y(X(f))
    Source:  FDG 4.3
    >>> commutator(partial(0), partial(1))(lambda x, y: x**2 * y**3)(2, 5)
    0
    """,
)
register("commutator", commutator)


# --- anticommutator --------------------------------------------------------------------------------------------------

register(
    "I",
    identity_operator,
    doc="""The identity operator: (I f) is f.

    Scheme:  (I f)
    Source:  SICM 9, FDG appendix B
    >>> (D**2 + I)(sin)(symbols("x"))
    0
    """,
)

anticommutator = binary(
    "anticommutator",
    """The anticommutator of two operators, matrices or quaternions, x y + y x.

    Scheme:  (anticommutator X Y)
    Math:    {X, Y} f = X(Y(f)) + Y(X(f))
    >>> anticommutator(D, D)(cube)(5)
    60
    """,
)
for _types in ((Operator, Operator), (Matrix, Matrix), (Quaternion, Quaternion)):
    commutator.add(_types, lambda x, y: g.sub(g.mul(x, y), g.mul(y, x)))
    anticommutator.add(_types, lambda x, y: g.add(g.mul(x, y), g.mul(y, x)))
register("anticommutator", anticommutator)


# --- lie derivative --------------------------------------------------------------------------------------------------
# The Lie derivative, one generic operation: along a vector field, or along the flow of a Hamiltonian.
#
# The layers above add the methods.

Lie_derivative = unary(
    "Lie-derivative",
    """The derivative along a flow, an operator: of a Hamiltonian on functions of phase-space states.

    Scheme:  (((Lie-derivative H) F) state)
    Math:    L_H F = {F, H}
    Source:  SICM 6.4
    >>> m, k, t, q, p = symbols("m k t q p")
    >>> Lie_derivative(H_harmonic(m, k))(coordinate)(up(t, q, p))
    (/ p m)
    """,
)
register("Lie-derivative", Lie_derivative, module=__name__)


# --- derivative ------------------------------------------------------------------------------------------------------
# D and partial: exact derivatives of functions.
#
# The derivative of a function of one scalar is its slope; of a tuple, the tuple of the opposite shape of its
# partial derivatives; of several arguments, the down tuple of the derivatives by each. A vector counts as an up tuple.
# The derivative by an array of numpy's is an array: its shape is that of the function's value (none for a scalar), then
# that of the argument. A function of a number (sin, cube + 3 square) takes an array element by element, and so does its
# derivative. An array that is a component of a tuple is no vector, but one scalar for each of many orbits
# (:mod:`scmpy.generic.batch`): the derivative by it is that of each orbit.
#
# All directions are carried through the function at once (forward mode), or the function is recorded and a sweep goes
# back through the record (reverse mode, :mod:`scmpy.calculus.jet`). D takes reverse mode for few values of many
# variables, where it is cheaper. A function that returns a function is differentiated when the returned function is
# applied, each time with a fresh tag, so that no tag ever escapes. At functions on a manifold the derivative is a
# composition, as the elementary and the literal functions are there: ``D(cube)(t)`` of a coordinate t is (D cube) o t.

FORWARD, REVERSE, EITHER = "forward", "reverse", "either"

#: From so many variables on, reverse mode is tried when neither mode is asked for. (Of fewer the two cost the same.)
MANY = 24

#: From this order on, derivatives of derivatives at symbolic arguments are taken from one tape.
HIGH_ORDER = 3


def derivative(f: Any, path: Indices = (), mode: str = EITHER) -> Any:
    """The derivative of f by all its arguments, or by the part of them at a path.

    An expression beside functions in a structure, and a number, stand for constant functions. An expression alone, or
    a structure of such, is no function, and zero is not what is wanted of it.
    """
    f = as_ups(f, "D") if isinstance(f, list) else converted(f)
    parts = leaves(f) if isinstance(f, Structure) else [f]
    if any(isinstance(part, Expression) for part in parts) and not any(map(callable, parts)):
        how = "write D(lambda x: x**2), in Scheme (D (lambda (x) (expt x 2)))"
        raise DifferentiationError(f"D differentiates functions, and {describe(f)} is none: {how}")
    if all(hasattr(part, "_derivative_") for part in parts):
        return map_leaves(lambda part: part._derivative_(path), f)
    slopes = _literal_slopes(f, parts) if not path else None
    if slopes is not None and not isinstance(f, Structure):
        return slopes
    if not callable(f):
        if isinstance(f, ScalarKind):
            return Function(lambda *args: 0, "zero")
        raise DifferentiationError(f"D expects a function, got {describe(f)}")
    at = slopes or (lambda *args: _derivative_at(f, path, args, mode))
    made = made_from(parts, at, lambda: _name(f, (path,)))
    if type(made) is not Function or mode != EITHER:
        return made
    base, paths = (f.base, f.paths) if isinstance(f, Derivative) else (f, ())
    MOST_DERIVATIVES.check(len(paths) + 1, "D", each=5)
    return Derivative(made, base, (*paths, path))


def _literal_slopes(f: Any, parts: list[Any]) -> Any:
    if all(isinstance(part, LiteralFunction) and part.signature.arguments == (REAL,) for part in parts):
        return map_leaves(lambda part: part.partial(()), f)
    return None


def _name(base: Any, paths: tuple[Indices, ...]) -> str:
    name = name_of(base)
    if len(paths) > 3 and not any(paths):
        return f"((expt D {len(paths)}) {name})"
    for path in paths:
        name = f"((partial {' '.join(map(str, path))}) {name})" if path else f"(D {name})"
    return name


class Derivative(Function):
    """A derivative of a derivative of ... a function, by the parts of its arguments at these paths, first to last."""

    __slots__ = ("base", "paths")

    def __init__(self, function: Function, base: Any, paths: tuple[Indices, ...]) -> None:
        super().__init__(function.function, lambda: _name(base, paths), elementwise=function.elementwise)
        self.base = base
        self.paths = paths

    @guarded_call
    def __call__(self, *args: Any) -> Any:
        """All orders at once, if the order is high and they can be had; else from the derivative of one order less.

        The derivatives that the arguments are being perturbed by count.
        """
        order = len(self.paths)
        if args and order + max(map(depth, args)) >= HIGH_ORDER:
            place = Lens.of(args)
            if order >= TAYLOR_ORDER and place.array is not None and is_elementwise(self.base):
                return _one_by_one(self, place.array)
            value = high_derivative(self.base, place, self.paths)
            if value is not None:
                return value
        return self.function(*args)


def _derivative_at(f: Any, path: Indices, args: tuple[Any, ...], mode: str) -> Any:
    if not args and not path:
        f()  # or an error, if it takes some
        return 0
    place = Lens.of(args, path)
    if not path and isinstance(place.part, Elements) and is_elementwise(f):
        return _at_elements(f, place.part.array, mode)
    variables = place.variables
    if any(map(_composes, variables)):
        return _composed(f, path, args, mode)
    for variable in variables:
        if not isinstance(variable, ScalarKind) or isinstance(variable, bool):
            raise DifferentiationError(f"D: cannot differentiate by {describe(variable)}")
    return _derivative_by(f, place, mode)


def _derivative_by(f: Any, place: Lens, mode: str) -> Any:
    variables = place.variables
    tag = tag_at(variables)

    def value_at(perturbed: Callable[[Any, int], Any]) -> Any:
        try:
            return f(*place.arguments(map(perturbed, variables, itertools.count())))
        except (TypeError, ValueError, AttributeError) as error:
            is_of_batch = "'Differential' object" in str(error) and any(map(is_batch, variables))
            if isinstance(error, ScmpyError) or not (is_of_batch or _is_of_arrays_or_sympy(error)):
                raise
            refused = DifferentiationError(NO_NUMBER.format(describe(Differential(tag, place.part, {}))))
            raise refused.with_traceback(error.__traceback__) from None

    result = _recorded(value_at, tag, len(variables), mode) if mode != FORWARD else None
    if result is None:
        result = value_at(lambda x, direction: Differential(tag, x, {direction: 1}))
    if is_function(result):
        return _of_function(result, f, place, mode)

    def along(direction: int) -> Any:
        def waiting(part: Any, where: Indices) -> Any:
            return _of_function(part, lambda *xs: reduce(part_at, where, f(*xs)), place.only(direction), mode)

        return tangent(result, tag, direction, waiting)

    return place.dual(map(along, range(len(variables))))


def _of_function(result: Any, f: Any, place: Lens, mode: str) -> Any:
    def apply(*more: Any) -> Any:
        return _derivative_by(lambda *xs: f(*xs)(*more), place, mode)

    if isinstance(result, Operator):
        return result.remake(apply, application(Head.D, label_of(result)))
    return Function(apply, "derivative")


def _recorded(value_at: Callable[..., Any], tag: int, variables: int, mode: str) -> Any:
    """The value with its tangents found in reverse mode; None if forward mode is to be preferred, or has to do."""
    if mode == EITHER and variables < MANY:
        return None
    try:
        value = value_at(lambda x, direction: ReverseNode(tag, x, (), direction))
    except ScmpyError:
        if mode == REVERSE:
            raise
        return None
    results: list[ReverseNode] = []

    def collected(x: Any) -> Any:
        if isinstance(x, ReverseNode) and x.tag == tag:
            results.append(x)
        return x

    map_scalars(collected, value, lambda function, _: function)
    if mode == EITHER and 2 * len(results) > variables:
        return None

    def swept(x: Any) -> Any:
        return x.swept() if isinstance(x, ReverseNode) and x.tag == tag else x

    return map_scalars(swept, value, lambda function, _: function)


def _is_of_arrays_or_sympy(error: Exception) -> bool:
    text = str(error)
    return type(error).__module__.partition(".")[0] in ("numpy", "sympy") or "ufunc" in text or "dtype('O')" in text


def _composes(value: Any) -> bool:
    return hasattr(type(value), "_made_from_")


def _composed(f: Any, path: Indices, args: tuple[Any, ...], mode: str) -> Function:
    """The derivative at functions on a manifold: the function whose value is that at their values."""

    def at(*where: Any) -> Any:
        values = map_leaves(lambda x: x(*where) if _composes(x) else x, Up(args))
        return _derivative_at(f, path, values.components, mode)

    inner = [x for x in leaves(Up(args)) if _composes(x)]
    return made_from(inner, at, lambda: f"((D {name_of(f)}) {' '.join(map(name_of, args))})")


def _at_elements(f: Any, array: Any, mode: str) -> Any:
    if array.dtype == object:
        return _one_by_one(derivative(f), array)
    zeros = as_batch(array * 0)
    return map_leaves(lambda x: x + zeros, _derivative_by(f, Lens.of((as_batch(array),)), mode))


def _one_by_one(function: Any, array: Any) -> Any:
    return map_dual(function, Elements(array))


D = Operator(lambda f: derivative(f), Head.D, "derivative")
D_forward = Operator(lambda f: derivative(f, (), FORWARD), symbol("D-forward"), "derivative")
D_reverse = Operator(lambda f: derivative(f, (), REVERSE), symbol("D-reverse"), "derivative")
_D_DOC = """The derivative.

    Of a function that decides by numbers it is that of the way which is taken at the place, also where two ways meet.

    Scheme:  ((D f) x)
    Math:    Df, the slope; of a function of a tuple the tuple of the opposite shape of its partial derivatives
    Source:  SICM 1.4, FDG appendix B
    >>> x, y = symbols("x y")
    >>> D(lambda x: x**3)(x), D(lambda s: s[0] * s[1])(up(x, y))
    ((* 3 (expt x 2)), (down y x))
    >>> D(lambda x: x if x >= 0 else -x)(0)
    1
"""
register("D", D, doc=_D_DOC)
register("derivative", D, doc=_D_DOC)
register(
    "D-forward",
    D_forward,
    doc="""The derivative, in forward mode: every direction is carried along.

    Scheme:  ((D-forward f) x)
    Math:    Df, as D gives it
    >>> D_forward(sin)(symbols("x"))
    (cos x)
    """,
)
register(
    "D-reverse",
    D_reverse,
    doc="""The derivative, in reverse mode: one sweep back gives all partial derivatives.

    Scheme:  ((D-reverse f) x)
    Math:    Df, as D gives it
    >>> D_reverse(square)(up(*symbols("x y z")))
    (down (* 2 x) (* 2 y) (* 2 z))
    """,
)


@public("partial", python="partial")
def partial(*path: int) -> Operator:
    """The partial derivative by the argument, or the part of it, at a path of indices.

    Negative indices count from the end. The function of one scalar has it for the argument 0.

    Scheme:  ((partial i j ...) f)
    Math:    partial_i f; of a function of one tuple the first index selects a component of it
    Raises:  BadIndexError unless they are integers, and where the arguments have no such part; DifferentiationError,
             when applied, for what is no function; LimitError above most-derivatives
    Source:  SICM 1.6, FDG 3
    >>> x, y = symbols("x y")
    >>> partial(1)(lambda x, y: x * y)(x, y), partial(-2)(lambda x, y: x * y)(x, y)
    (x, y)
    """
    for index in path:
        if not isinstance(index, int) or isinstance(index, bool):
            raise BadIndexError(f"partial expects indices, got {describe(index)}")
    return Operator(lambda f: derivative(f, path), application(Head.PARTIAL, *path), "derivative")


# --- own functions ---------------------------------------------------------------------------------------------------
# Functions of one's own among the elementary ones: declared once, they are known to every part of the library.

AnyFunction = Callable[..., Any]

#: What TeX reads otherwise, and what it is written as.
_SPECIAL, _ESCAPED = re.compile(r"[#$%&_{}]"), r"\\\g<0>"

#: The names of those that programs have declared.
_own: set[str] = set()
_WORD = re.compile(r"[^\W\d][^\s()\[\]{}'\"`,;|#\\]*")


@public("elementary-function", in_scheme=False)
def elementary_function(
    name: str,
    definition: AnyFunction | None = None,
    *,
    derivative: AnyFunction | tuple[AnyFunction, ...] | None = None,
    numbers: AnyFunction | None = None,
    over_complex: AnyFunction | None = None,
    enclosure: AnyFunction | None = None,
    exact: Mapping[Any, Any] | None = None,
    inverse: AnyFunction | None = None,
    domain: tuple[float, float] = (-math.inf, math.inf),
    values: tuple[float, float] = (-math.inf, math.inf),
    parity: int = 0,
    period: int | None = None,
    expanded: bool = False,
    numpy: str | None = None,
    c: str | None = None,
    sympy: str | None = None,
    tex: str | None = None,
) -> Operation:
    """A new elementary function, known from now on to all of the library; declared again, it is another one.

    It takes numbers, symbols, differentials, series, functions and arrays; it is printed, converted to SymPy, compared
    and compiled. A definition by other functions is enough. Expressions have the application ``(name x)``, or the
    definition at once if it is to be ``expanded``. What has no definition is given by its ``numbers``, a function of
    floats that raises ValueError where the value is not real (there it is ``over_complex``), and by its derivative. It
    may have an ``enclosure`` on balls of python-flint, by which expressions are compared, an inverse, by which
    equations are solved, and names in numpy, in C and in SymPy. One of two arguments has a pair of derivatives.

    The values are real inside the domain; there they are not less than the first of ``values`` nor greater than the
    other. The function is even (parity 1) or odd (-1), and has a period, as a multiple of pi. In Python alone.

    Raises:  WrongTypeError if the name has a meaning, or if the function is not given
    >>> haversin = elementary_function("haversin", lambda x: div(1 - cos(x), 2), parity=1, period=2)
    >>> x = symbols("x")
    >>> haversin(0), haversin(1.0), haversin(x)
    (0, 0.22984884706593012, (haversin x))
    >>> D(haversin)(x), to_sympy(haversin(x)), compile_function(haversin, 0.0).python_source.splitlines()[-1]
    ((* 1/2 (sin x)), 1/2 - cos(x)/2, '    return [((1.0 - cos(x0)) / 2.0)]')
    """
    name = as_name(name, "elementary-function")
    if not _WORD.fullmatch(name):
        raise WrongTypeError(f"elementary-function expects a name that can be written, a word; got {describe(name)}")
    if name not in _own and (name in Arithmetic._operations or lookup(name)):
        raise WrongTypeError(f"elementary-function: {name} has a meaning")
    slopes = derivative if isinstance(derivative, tuple) else () if derivative is None else (derivative,)
    for function in (definition, *slopes, numbers, over_complex, enclosure, inverse):
        if not (function is None or callable(function)):
            raise WrongTypeError(f"elementary-function expects functions, got {describe(function)}")
    if definition is None and (numbers is None or not slopes):
        raise WrongTypeError(f"elementary-function: {name} needs a definition, or its numbers and its derivative")
    arity = len(slopes) or arity_of_signature(definition)[0]
    if arity not in (1, 2):
        raise WrongTypeError(f"elementary-function: {name} is of one argument or of two, got {arity} of them")
    if parity not in (-1, 0, 1):
        raise WrongTypeError(f"elementary-function: a parity is 1, -1 or 0, got {describe(parity)}")
    for library, called in (("numpy", numpy), ("sympy", sympy)):
        if called is not None and not callable(getattr(import_module(library), called, None)):
            raise WrongTypeError(f"elementary-function: {library} has no function {called}")
    if not (period is None or (type(period) is int and period > 0)):
        raise WrongTypeError(f"elementary-function: a period is a whole multiple of pi, got {describe(period)}")
    code = Code()
    if definition is None:
        code = Code(f"{python_name(name)}({', '.join(['{}'] * arity)})", numpy, c, c)
    arguments, results = _interval(domain, "()"), _interval(values, "[]")
    call = f"({name} x{' y' * (arity - 1)})"
    meaning = f"The function {name}, declared by a program.\n\n    Scheme:  {call}\n"
    if arity == 1:
        operation: Operation = unary(name, meaning, *(slopes or (D(definition),)))
    else:
        operation = binary(name, meaning, slopes or (partial(0)(definition), partial(1)(definition)))
    record = Elementary(
        name,
        name,
        operation,
        definition=definition,
        expanded="at once" if expanded and definition else "",
        exact=_exact_values(exact, definition),
        inverse=inverse,
        parity=parity,
        period=period,
        domain=arguments,
        range=results,
        real=numbers,
        over_complex=over_complex,
        ball=enclosure,
        complex_ball=enclosure,
        code=code,
        sympy=sympy,
        tex=tex or rf"\operatorname{{{_SPECIAL.sub(_ESCAPED, name)}}}",
    )
    _own.add(name)
    return declare(record)


def _interval(ends: tuple[float, float], brackets: str) -> Interval:
    if not (isinstance(ends, tuple) and len(ends) == 2 and all(map(is_real_number, ends)) and ends[0] < ends[1]):
        raise WrongTypeError(
            f"elementary-function: an interval is a pair of numbers, the lower one first, got {describe(ends)}"
        )
    low, high = ends
    return REALS if low == -math.inf and high == math.inf else Interval(low, high, brackets)


def _exact_values(given: Mapping[Any, Any] | None, definition: AnyFunction | None) -> AnyFunction:
    known = dict(given or {})

    def value(*xs: Any) -> Any:
        x = xs[0] if len(xs) == 1 else xs
        if x in known or definition is None or not all(map(is_number, xs)):
            return known.get(x)
        found = definition(*xs)
        return found if is_number(found) else None

    return value
