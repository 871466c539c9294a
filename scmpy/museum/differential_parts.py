"""Differentials in a program's hands: making them, taking them apart, and new primitives with their derivatives.

A differential x + dx is made with a tag; the derivative by x is what a function's value holds beside that tag. ``D``
does all of this by itself; these procedures are for programs that add primitives or look inside.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from scmpy.calculus import differential
from scmpy.calculus.derivative import D, derivative
from scmpy.calculus.differential import Differential, make, new_tag, primal_part, split, tangent
from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import kinds
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function, name_of
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, Value, Values
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.structure import Structure, sum_of


@public("finite-part")
def finite_part(x: Value) -> Value:
    """The value without any infinitesimals.

    Scheme:  (finite-part x)
    >>> finite_part(make_differential(3)), finite_part(5)
    (3, 5)
    """
    return differential.finite_part(x)


@public("make-differential-tag")
def make_differential_tag() -> int:
    """A tag that no differential has yet.

    Scheme:  (make-differential-tag)
    >>> make_differential_tag() == make_differential_tag()
    False
    """
    return new_tag()


@public("make-x+dx", python="make_differential")
def make_differential(x: Scalar, tag: int | None = None) -> Differential:
    """The differential x + dx, whose infinitesimal part has a tag: a new one, unless one is given.

    Scheme:  (make-x+dx x tag)
    Raises:  WrongTypeError for what is no scalar, and for another tag
    >>> from scmpy import square
    >>> infinitesimal_part(square(make_differential(3)))
    6
    """
    if not isinstance(x, kinds.Scalar) or isinstance(x, bool):
        raise WrongTypeError(f"make-x+dx expects a number or an expression, got {describe(x)}")
    return Differential(new_tag() if tag is None else _tag(tag), x, {0: 1})


def _tag(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongTypeError(f"{CALLED} expects a tag, made by make-differential-tag; got {describe(value)}")
    return value


@public("differential-object", "differential?", python="is_differential")
def is_differential(value: object) -> bool:
    """Is this a differential?

    Scheme:  (differential-object x)
    >>> is_differential(make_differential(3)), is_differential(3)
    (True, False)
    """
    return isinstance(value, Differential)


@public("extract-dx-part", "extract-dx-function", "extract-dx-operator")
def extract_dx_part(tag: int, value: Value) -> Value:
    """What a value holds beside a tag: the derivative by what was perturbed. Functions are taken apart when applied.

    Scheme:  (extract-dx-part tag value)
    >>> x = make_differential(3, 10**9)
    >>> extract_dx_part(10**9, x * x * x)
    27
    """
    tag = _tag(tag)
    if callable(value) and not isinstance(value, (Structure, kinds.Scalar)) and not hasattr(value, "map"):
        return Function(lambda *args: extract_dx_part(tag, value(*args)), lambda: f"(extract-dx {name_of(value)})")
    return tangent(value, tag, 0)


@public("infinitesimal-part")
def infinitesimal_part(x: Value) -> Value:
    """The factor of the newest infinitesimal in a differential; 0 for a value without one.

    Scheme:  (infinitesimal-part x)
    >>> infinitesimal_part(make_differential(3)), infinitesimal_part(3)
    (1, 0)
    """
    return x.tangents.get(0, 0) if isinstance(x, Differential) else 0


@public("max-order-tag")
def max_order_tag(*values: Value) -> int | Literal[False]:
    """The newest tag among differentials; False if there is none.

    Scheme:  (max-order-tag x ...)
    >>> max_order_tag(make_differential(1, 10**9), 2, make_differential(3, 10**9 + 1)) - 10**9, max_order_tag(2)
    (1, False)
    """
    return max((x.tag for x in values if isinstance(x, Differential)), default=False)


@public("without-tag")
def without_tag(tag: int, x: Value) -> Value:
    """A value without its infinitesimals of a tag.

    Scheme:  (without-tag tag x)
    >>> without_tag(10**9, make_differential(3, 10**9))
    3
    """
    return primal_part(x, _tag(tag))


@public("with-tag")
def with_tag(tag: int, x: Value) -> Value:
    """The infinitesimals of a tag in a value: what without-tag takes away.

    Scheme:  (with-tag tag x)
    >>> x = make_differential(3, 10**9)
    >>> without_tag(10**9, with_tag(10**9, x)), extract_dx_part(10**9, with_tag(10**9, x))
    (0, 1)
    """
    return g.sub(x, without_tag(tag, x))


@public("replace-differential-tag")
def replace_differential_tag(value: Value, new: int, old: int) -> Value:
    """A value with the infinitesimals of one tag given another; a function does it to its values.

    Scheme:  (replace-differential-tag object new-tag old-tag)
    >>> x = replace_differential_tag(make_differential(3, 10**9), 10**9 + 1, 10**9)
    >>> extract_dx_part(10**9, x), extract_dx_part(10**9 + 1, x)
    (0, 1)
    """
    for tag in (new, old):
        _tag(tag)
    if isinstance(value, Differential):
        tag = new if value.tag == old else value.tag  # which may be older than those in the tangents
        parts = [(make(tag, 0, {i: 1}), replace_differential_tag(t, new, old)) for i, t in value.tangents.items()]
        return sum_of([replace_differential_tag(value.primal, new, old), *itertools.starmap(g.mul, parts)])
    if isinstance(value, Structure):
        return type(value)([replace_differential_tag(x, new, old) for x in value.components])
    if callable(value) and not isinstance(value, kinds.Scalar):
        return Function(lambda *args: replace_differential_tag(value(*args), new, old), lambda: name_of(value))
    return value


@public("hide-tag-in-procedure")
def hide_tag_in_procedure(tag: int, procedure: Callable[..., Any]) -> Function:
    """The procedure with a tag of its own at every call: infinitesimals of this tag in its arguments are others'.

    Scheme:  (hide-tag-in-procedure tag procedure)
    >>> tag = make_differential_tag()
    >>> hide_tag_in_procedure(tag, lambda x: max_order_tag(x) == tag)(make_differential(3, tag))
    False
    """
    _tag(tag)

    def hidden(*args: Any) -> Any:
        own = new_tag()
        value = procedure(*(replace_differential_tag(x, own, tag) for x in args))
        return replace_differential_tag(value, tag, own)

    return Function(hidden, lambda: name_of(procedure))


# --- new primitives --------------------------------------------------------------------------------------------


def _primitive(f: Callable[..., Any], partials: Sequence[Callable[..., Any]]) -> Function:
    for function in (f, *partials):
        if not callable(function):
            raise WrongTypeError(f"a primitive is made from functions, got {describe(function)}")

    def apply(*args: Any) -> Any:
        tag = max((x.tag for x in args if isinstance(x, Differential)), default=0)
        if not tag:
            return f(*args)
        parts = [split(x, tag) for x in args]
        primals = [primal for primal, _ in parts]
        total: dict[int, Any] = {}
        for partial, (_, tangents) in zip(partials, parts, strict=True):
            slope = partial(*primals) if tangents else 0
            for i, t in tangents.items():
                total[i] = g.add(total.get(i, 0), g.mul(slope, t))
        return make(tag, apply(*primals), total)

    return Function(apply, lambda: name_of(f))


@public("diff:unary-op")
def differentiable_unary(f: Callable[[Any], Any], derivative_of_f: Callable[[Any], Any]) -> Function:
    """A new primitive of one argument, from its values and its derivative.

    Scheme:  (diff:unary-op f df/dx)
    Shapes:  f, df/dx: number -> number
    1 ]=> (define my-square (diff:unary-op square (lambda (x) (* 2 x))))
    1 ]=> ((D my-square) 5)
    ;Value: 10
    >>> import math
    >>> from scmpy import diff_unary_op
    >>> import math
    >>> error_function = diff_unary_op(math.erf, lambda x: 2 / math.sqrt(math.pi) * math.exp(-x * x))
    >>> round(D(error_function)(0.0), 6)
    1.128379
    """
    return _primitive(f, (derivative_of_f,))


@public("diff:binary-op")
def differentiable_binary(f: Callable[..., Any], by_x: Callable[..., Any], by_y: Callable[..., Any]) -> Function:
    """A new primitive of two arguments, from its values and its two partial derivatives.

    Scheme:  (diff:binary-op f df/dx df/dy)
    Shapes:  f, df/dx, df/dy: (number, number) -> number
    >>> from scmpy import diff_binary_op
    >>> D(diff_binary_op(lambda x, y: x * y, lambda x, y: y, lambda x, y: x))(3, 4)
    (down 4 3)
    """
    return _primitive(f, (by_x, by_y))


@public("diff:nary-op")
def differentiable_nary(f: Callable[..., Any], partials: Iterable[Callable[..., Any]]) -> Function:
    """A new primitive of several arguments, from its values and the list of its partial derivatives.

    Scheme:  (diff:nary-op f (list df/dx0 df/dx1 ...))
    Shapes:  f, df/dx0, ...: n numbers -> number
    Raises:  WrongTypeError if one of them is no function
    >>> from scmpy import diff_nary_op
    >>> D(diff_nary_op(lambda x, y: x * y, [lambda x, y: y, lambda x, y: x]))(3, 4)
    (down 4 3)
    """
    return _primitive(f, items(partials))


@public("diff:binary-comparator")
def differentiable_comparator(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The comparison of differentials by their finite parts.

    Scheme:  (diff:binary-comparator <)
    Shapes:  compare: (number, number) -> boolean
    1 ]=> ((D (lambda (x) (if ((diff:binary-comparator <) x 3) (square x) x))) 2)
    ;Value: 4
    >>> from scmpy import diff_binary_comparator
    >>> import operator
    >>> diff_binary_comparator(operator.lt)(make_differential(1), 2)
    True
    """
    return lambda x, y: compare(finite_part(x), finite_part(y))


# --- the engine under its names --------------------------------------------------------------------------------


@public("deriv:multivariate-derivative", "partial-derivative", "m:partial-derivative", "q:partial-derivative")
def multivariate_derivative(f: Callable[..., Any], path: Values = ()) -> Value:
    """The derivative of a function by all its arguments, or by the part of them at a chain of indices.

    Scheme:  (partial-derivative f (list i j ...))
    >>> from scmpy import deriv_multivariate_derivative, symbols
    >>> x, y = symbols("x y")
    >>> deriv_multivariate_derivative(lambda x, y: x * y, (1,))(x, y)
    x
    """
    return derivative(f, items(path, "partial-derivative"))


@public("deriv:euclidean-structure")
def euclidean_derivative(f: Callable[..., Any]) -> Value:
    """The derivative of a function of structures: the tuple of the opposite shape of its partial derivatives.

    Scheme:  ((deriv:euclidean-structure f) s)
    Shapes:  f: structure -> anything;  result: structure -> the opposite shape
    >>> from scmpy import deriv_euclidean_structure, up
    >>> deriv_euclidean_structure(lambda s: s[0] * s[1])(up(3, 4))
    (down 4 3)
    """
    return derivative(f)


@public("simple-derivative-internal")
def simple_derivative(f: Callable[[Any], Any], x: Value) -> Value:
    """The derivative of a function of one argument at a point.

    Scheme:  (simple-derivative-internal f x)
    >>> from scmpy import simple_derivative_internal
    >>> simple_derivative_internal(lambda x: x * x, 3)
    6
    """
    return derivative(f)(x)


@public("diff:derivative")
def one_argument_derivative(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The derivative of a function of one argument.

    Scheme:  ((diff:derivative f) x)
    Shapes:  f: scalar -> anything;  result: shaped like f
    >>> from scmpy import diff_derivative
    >>> diff_derivative(lambda x: x**3)(2)
    12
    """
    return lambda x: simple_derivative(f, x)


@public("make-partials")
def make_partials(f: LiteralFunction, arguments: Values) -> Value:
    """The partial derivatives of a literal function at a list of arguments.

    Scheme:  (make-partials f (list x ...))
    Raises:  WrongTypeError if it is no literal function
    >>> from scmpy import literal_function, symbols
    >>> make_partials(literal_function("f"), [symbols("x")])
    ((D f) x)
    """
    if not isinstance(f, LiteralFunction):
        raise WrongTypeError(f"make-partials expects a literal function, got {describe(f)}")
    return derivative(f)(*items(arguments))


@public("litderiv")
def literal_derivative(f: LiteralFunction, arguments: Values) -> Value:
    """A literal function at arguments that may be differentials, by the chain rule.

    Scheme:  (litderiv f (list x ...))
    Raises:  WrongTypeError if it is no literal function
    >>> from scmpy import litderiv, literal_function, symbols
    >>> x = make_differential(symbols("x"))
    >>> infinitesimal_part(litderiv(literal_function("f"), [x]))
    ((D f) x)
    """
    if not isinstance(f, LiteralFunction):
        raise WrongTypeError(f"litderiv expects a literal function, got {describe(f)}")
    return f(*items(arguments))


@public("F->directional-derivative")
def directional_derivative(transport: Callable[..., Any]) -> Callable[..., Any]:
    """The derivative along a vector field that belongs to a way of transporting things along it.

    Scheme:  (((F->directional-derivative F) v) u), where (((F v) delta) u) is u carried by delta along v
    Math:    D_v u is the derivative at 0 of delta -> F(v, -delta) u
    Shapes:  F: v -> delta -> u -> field;  result: v -> u -> field
    Source:  FDG 7
    >>> from scmpy import F_to_directional_derivative
    >>> carry = lambda v: lambda delta: lambda f: lambda x: f(x - delta * v)
    >>> F_to_directional_derivative(carry)(3)(lambda x: x * x)(5)
    30
    """
    return lambda v: lambda u: D(lambda delta: transport(v)(g.negate(delta))(u))(0)
