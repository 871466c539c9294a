"""Operators under composition, commutators, the generic Lie derivative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import binary, unary
from scmpy.generic.functions import Function, apply_value, compose, identity, name_of
from scmpy.generic.settings import MOST_FACTORS, length
from scmpy.generic.tree import TreeNode
from scmpy.generic.types import Formula, Procedure, ScalarKind
from scmpy.registry import declare_predicate, public, register
from scmpy.render.scheme import scheme_text
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Selectors, Structure, component, ref, taken
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    expression_of,
    symbol,
)

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

_of_both(g.add, PLUS)
_of_both(g.sub, MINUS)


@g.mul.on(Operator, Operator)
def _compose(x: Operator, y: Operator) -> Operator:
    return _model(x, y).remake(lambda *args: x(y(*args)), _joined(TIMES, x, y))


def _scale_argument(o: Operator, f: Any) -> Operator:
    return o.remake(lambda *args: o(*(g.mul(f, argument) for argument in args)), _joined(TIMES, o, f))


for _type in _OTHERS:
    g.mul.add((_type, Operator), lambda f, o: o.scaled(f, _joined(TIMES, f, o)))
    g.mul.add((Operator, _type), _scale_argument)


@g.mul.on(Operator, Structure)
def _times_structure(o: Operator, s: Structure) -> Structure:
    return type(s)(g.mul(o, component) for component in s.components)


@g.mul.on(Structure, Operator)
def _structure_times(s: Structure, o: Operator) -> Structure:
    return type(s)(g.mul(component, o) for component in s.components)


def _no_quotient(x: Any, o: Operator) -> Operator:
    raise GenericOperationError(f"/ does not divide {describe(x)} by {describe(o)}: operators have no inverse")


g.div.add((Operator, Operator), _no_quotient)
for _type in (Procedure, ScalarKind):
    g.div.add((Operator, _type), lambda o, x: o.scaled(g.invert(x), _joined(OVER, o, x)))
    g.div.add((_type, Operator), _no_quotient)
g.invert.add((Operator,), lambda o: _no_quotient(1, o))

g.negate.add((Operator,), lambda o: o.scaled(-1, application(TIMES, -1, label_of(o))))


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

    return o.remake(repeated, application(EXPT, label_of(o), n))


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
for _types in ((Operator, Operator), (Matrix, Matrix), (Quaternion, Quaternion)):
    commutator.add(_types, lambda x, y: g.sub(g.mul(x, y), g.mul(y, x)))
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
