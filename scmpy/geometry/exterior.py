"""The exterior calculus: wedge products, the exterior derivative, interior products, alternation.

The wedge product of a p-form and a q-form is the sum over the ways to deal p + q vectors into p and q,

    (v ^ w)(X1, ..., Xp+q) = sum sign  v(X..) w(X..),

so that dx ^ dy of d/dx, d/dy is 1. The exterior derivative is taken with the fields extended from the place by
constant components in a chart, whose commutators vanish,

    (d w)(X0, ..., Xk) = sum_i (-1)^i X_i(w(X0, .. without X_i .., Xk));

its value, linear over the functions, does not depend on how they are extended.

Source: FDG 5; Spivak, A Comprehensive Introduction to Differential Geometry, volume 1, chapter 7
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations, permutations, product
from typing import Any

from scmpy.calculus.operator import Operator, label_of, named
from scmpy.errors import CALLED, ArityError, ChartError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.combinatorics import factorial, permutation_parity
from scmpy.generic.functions import Function, constant, made_from
from scmpy.generic.kinds import Procedure, Scalar, is_procedure
from scmpy.generic.pointwise import pointwise
from scmpy.geometry.chart import Chart
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.form_field import FormField, as_form
from scmpy.geometry.manifold import Point
from scmpy.geometry.tensor_factor import tensor_product2
from scmpy.geometry.typed import FieldFunction, argument_types_of
from scmpy.geometry.vector_field import VectorField, components_in
from scmpy.registry import public, register
from scmpy.structure.aliases import Form, Multilinear, Name, Value
from scmpy.structure.structure import sum_of
from scmpy.symbolic.expression import application, symbol


@public("get-rank")
def get_rank(form: Form) -> int:
    """The number of vector fields that a form takes; 0 of a function on the manifold.

    Scheme:  (get-rank w)
    Shapes:  result: the number of vector fields that w takes
    Raises:  WrongTypeError for anything else
    Source:  FDG 5
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> get_rank(x), get_rank(d(x)), get_rank(d(x) * d(y))
    (0, 1, 2)
    """
    if isinstance(form, FormField):
        return form.rank
    types = argument_types_of(form)
    if types is not None and set(types) == {"vector"}:
        return len(types)
    if isinstance(form, Operator) or not (is_procedure(form) or isinstance(form, Scalar)):
        raise WrongTypeError(f"get-rank expects a form or a function on a manifold, got {describe(form)}")
    return 0


def as_rank(value: Any) -> int:
    """A rank of forms, or an error of the operation that is given something else."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ArityError(f"{CALLED} expects a rank, got {describe(value)}")
    return value


@public("wedge")
def wedge(*forms: Form) -> Value:
    """The exterior product of forms, the outer product of multivectors; functions and scalars multiply.

    Scheme:  (wedge w ...)
    Math:    v ^ w = ((p + q)! / (p! q!)) Alt(v w)
    Shapes:  result: a form of the sum of the ranks
    Raises:  ArityError if the product is applied to another number of fields than its rank
    Source:  FDG 5
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> wedge(dx, dy)(x * d_dx + d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    -1
    """
    if not forms:
        return constant(1)
    return reduce(lambda w, v: g.wedge2(v, w), reversed(forms))


def _of_forms(v: Any, w: Any) -> Any:
    """The exterior product of two forms; with a function it is the product, that of two functions has its values."""
    p, q = get_rank(v), get_rank(w)
    if not (p or q) and not (isinstance(v, Scalar) and isinstance(w, Scalar)):
        return _of_functions(v, w)
    if not (p and q):
        return g.mul(v, w)
    v, w = (form if isinstance(form, FormField) else Alt(form) for form in (v, w))
    hands = [(hand, tuple(i for i in range(p + q) if i not in hand)) for hand in combinations(range(p + q), p)]

    def value(*fields: Any) -> Any:
        return sum_of(
            g.mul(
                permutation_parity(hand + rest),
                g.mul(v(*(fields[i] for i in hand)), w(*(fields[i] for i in rest))),
            )
            for hand, rest in hands
        )

    return FormField(value, application(symbol("wedge"), label_of(v), label_of(w)), p + q, v.chart or w.chart)


_of_functions = pointwise(g.wedge2)

for _types in product((FormField, Procedure, Scalar), repeat=2):
    g.wedge2.add(_types, _of_forms)
g.mul.add((FormField, FormField), _of_forms)


@tensor_product2.on(object, object)
def _tensor_product(v: Any, w: Any) -> Any:
    p, q = get_rank(v), get_rank(w)
    if not (p and q):
        return g.mul(v, w)

    def product(*fields: Any) -> Any:
        return g.mul(v(*fields[:p]), w(*fields[p:]))

    label = application(symbol("tensor-product"), label_of(v), label_of(w))
    return FieldFunction(product, ("vector",) * (p + q), label)


@public("Alt")
def Alt(form: Multilinear) -> Value:
    """The alternation of a function of vector fields: the mean over all orders of them, with their signs.

    Scheme:  (Alt t)
    Math:    Alt(t)(X1, ..., Xn) = (1/n!) sum_p sign(p) t(X_p1, ..., X_pn)
    Shapes:  result: of as many vector fields as t
    Source:  FDG 5
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> Alt(tensor_product2(dx, dy))(d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    Fraction(1, 2)
    """
    n = get_rank(form)
    if not n:
        return form

    def value(*fields: Any) -> Any:
        terms = (
            g.mul(permutation_parity(order), form(*(fields[i] for i in order))) for order in permutations(range(n))
        )
        return g.div(sum_of(terms), factorial(n))

    return FormField(value, application(symbol("Alt"), label_of(form)), n)


@public("w2")
def w2(v: Form, w: Form) -> Value:
    """The wedge product of two forms by alternation of their tensor product.

    Scheme:  (w2 v w)
    Math:    ((p + q)! / (p! q!)) Alt(v w)
    Shapes:  v, w: forms of rank m and n;  result: form of rank m + n
    Source:  FDG 5
    >>> from scmpy import *
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> w2(dx, dy)(d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    -1
    """
    p, q = get_rank(v), get_rank(w)
    scale = factorial(p + q) // (factorial(p) * factorial(q))
    return g.mul(scale, Alt(tensor_product2(v, w)))


def chart_for(fields: tuple[Any, ...], place: Any) -> Chart:
    """A chart in which vector fields have components at a place."""
    for v in fields:
        if isinstance(v, VectorField):
            return v.chart
    chart = place.chart if isinstance(place, Point) else None
    if not isinstance(chart, Chart):
        raise ChartError(f"none of {', '.join(map(describe, fields))} has components in a chart")
    return chart


def frozen(v: Any, chart: Chart, place: Any) -> VectorField:
    """The vector field that has everywhere the components in a chart that v has at a place."""
    return VectorField(chart, chart.constant(components_in(v, chart)(place)), v.expression)


def _exterior_derivative(form: Form) -> FormField:
    """The exterior derivative: of a function the one-form with (d f)(v) = v(f), of a k-form a (k + 1)-form.

    Scheme:  (d f), (d w)
    Source:  FDG 3, 5
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> m = R2_rect.point(*symbols("a b"))
    >>> d(x * y)(d_dx)(m), d(x**2 * dy)(d_dx, d_dy)(m)
    (b, (* 2 a))
    """
    label = application(symbol("d"), label_of(form))
    if not isinstance(form, FormField):
        if not (callable(form) or isinstance(form, Scalar)) or isinstance(form, Operator):
            raise WrongTypeError(f"d expects a form or a function on a manifold, got {describe(form)}")
        return FormField(lambda v: v(form), label)
    return FormField(lambda *fields: _derivative(form, fields), label, form.rank + 1)


d = Operator(_exterior_derivative, symbol("d"), "exterior-derivative")
for _name, _python in {
    "d": "d",
    "exterior-derivative": "exterior_derivative",
    "differential-of-function": None,
    "function->1form-field": "function_to_one_form_field",
}.items():
    register(_name, d, python=_python, module=__name__, doc=_exterior_derivative.__doc__ or "")


def _derivative(form: FormField, fields: tuple[Any, ...]) -> Function:
    def at(place: Any) -> Any:
        chart = chart_for(fields, place)
        still = [frozen(v, chart, place) for v in fields]
        terms = (g.mul((-1) ** i, v(form(*still[:i], *still[i + 1 :]))(place)) for i, v in enumerate(still))
        return sum_of(terms)

    parts = (fields[0](form(*fields[1:])), form(*fields[:-1]))
    return made_from(parts, at, "d")


@public("interior-product")
def interior_product(X: Operator) -> Callable[[Any], Any]:
    """The function from forms to forms of a rank less, with a vector field put in the first place.

    Scheme:  ((interior-product X) w)
    Math:    (i_X w)(Y, ...) = w(X, Y, ...)
    Source:  FDG 7
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> interior_product(d_dx)(wedge(dx, dy))(d_dy)(R2_rect.point(*symbols("a b")))
    1
    """
    as_vector_field(X, "interior-product")

    def product(form: Any) -> Any:
        if as_form(form, "interior-product").rank == 1:
            return form(X)
        label = application(application(symbol("interior-product"), X.expression), form.expression)
        return FormField(lambda *fields: form(X, *fields), label, form.rank - 1)

    return product


@public("procedure->nform-field")
def procedure_to_nform_field(procedure: Multilinear, rank: int, name: Name = "unnamed-nform-field") -> Value:
    """The form of a rank with these values, an alternating function of vector fields; of rank 0 its only value.

    Scheme:  (procedure->nform-field proc n name)
    Shapes:  proc: n vector fields -> function on the manifold
    Source:  FDG 5
    >>> from scmpy import *
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> area = procedure_to_nform_field(lambda u, v: dx(u) * dy(v) - dx(v) * dy(u), 2, "area")
    >>> area, area(d_dx, d_dx + 3 * d_dy)(R2_rect.point(*symbols("a b")))
    (area, 3)
    """
    check_callable(procedure, wanted="a function")
    as_rank(rank)
    return FormField(procedure, named(name), rank) if rank else procedure()


@public("procedure->1form-field", python="procedure_to_one_form_field")
def procedure_to_1form_field(procedure: Callable[[Any], Any], name: Name = "unnamed-1form-field") -> FormField:
    """The one-form with these values, a function of vector fields.

    Scheme:  (procedure->1form-field proc name)
    Shapes:  proc: vector field -> function on the manifold
    Source:  FDG 3
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (((procedure->1form-field (lambda (v) (* x (v y))) 'x-dy) d/dy) ((point R2-rect) (up 'a 'b)))
    ;Value: a
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> procedure_to_one_form_field(lambda v: x * v(y), "x dy")(d_dy)(R2_rect.point(*symbols("a b")))
    a
    """
    return procedure_to_nform_field(procedure, 1, name)  # type: ignore[no-any-return]
