"""The exterior calculus, tensor fields and maps: products, derivatives, components, what maps carry.

    (v ^ w)(X1, ..., Xp+q) = sum sign  v(X..) w(X..)    over the ways to deal p + q vectors into p and q
    (d w)(X0, ..., Xk) = sum_i (-1)^i X_i(w(X0, .. without X_i .., Xk))    of fields with constant components in a chart

Source: FDG 5; Spivak, A Comprehensive Introduction to Differential Geometry, volume 1, chapter 7. Next: metric.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import reduce, wraps
from itertools import combinations, permutations, product
from typing import Any, Literal

from scmpy.calculus.derivative import Lie_derivative, Operator, commutator, label_of
from scmpy.errors import CALLED, ArityError, ChartError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, apply_value, compose, constant, made_from, name_of
from scmpy.generic.numbers import factorial, permutation_parity
from scmpy.generic.operations import pointwise
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.types import Procedure, ScalarKind, Value, is_procedure
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart, Components, dot, literal_of_coordinates, rows
from scmpy.geometry.fields import (
    Derivation,
    FormField,
    TensorFactor,
    VectorField,
    as_form,
    as_vector_field,
    components_in,
    is_one_form_field,
    is_vector_field,
    linear_over,
    tensor_product2,
)
from scmpy.geometry.manifold import SHOWN, ManifoldFunction, Point, ShowsComponents, charts_of
from scmpy.registry import public, register, scheme_name_of
from scmpy.render.scheme import scheme_text
from scmpy.structure.linear_algebra import determinant
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, leaves, map_leaves, sum_of
from scmpy.structure.types import Form, Multilinear, Name
from scmpy.symbolic.expression import Expression, application, expression_of, symbol

# --- typed -----------------------------------------------------------------------------------------------------------
# Argument types: what a multilinear function of one-forms and vector fields takes.
# They are declared of a function; forms, tensors, and sums and multiples of such know their own.

Types = tuple[str, ...]

VECTORS: Types = ("vector", "vector")
FORMS: Types = ("form", "form")

#: The types declared of functions: of public ones in the session that says so, of others for all.
_declared: Table[Any, Types] = Table(make=weakref.WeakKeyDictionary)

_PREDICATES = {"vector": is_vector_field, "form": is_one_form_field}


def argument_types_of(function: Any) -> Types | None:
    if isinstance(function, FormField):
        return ("vector",) * function.rank
    own = getattr(function, "argument_types", None)
    if isinstance(own, tuple):
        return own
    try:
        return _declared.get(function)
    except TypeError:  # a value that cannot be a key
        return None


class FieldFunction(ShowsComponents, TensorFactor, Function):
    """A multilinear function of fields that knows the types of its arguments.

    Sums of such functions of one type, and products with functions on the manifold, are such functions: they are taken
    where the fields are given, not where a point is.

    >>> from scmpy import *
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> half_plane = (dx @ dx + dy @ dy) / y**2
    >>> simplify(Ricci_scalar(half_plane, R2_rect)(up(*symbols("x y"))))
    -2
    """

    __slots__ = ("argument_types", "chart", "expression")

    argument_types: Types

    def __init__(self, function: Callable[..., Any], types: Types, label: str | Expression, chart: Any = None) -> None:
        self.chart = chart
        self.expression = symbol(label) if isinstance(label, str) else label
        super().__init__(function, lambda: scheme_text(self.expression))
        self.argument_types = types

    def _describe_(self) -> str:
        return f"the tensor {self.__name__}"

    def __repr__(self) -> str:
        return str(SHOWN["text"](self)) if self.chart else f"<tensor {self.__name__}>"

    def _repr_latex_(self) -> str | None:
        return (SHOWN["tex"](self) if self.chart else None) or super()._repr_latex_()

    def joined(self, operation: Any, other: FieldFunction, label: Expression) -> FieldFunction:
        types, chart = self.argument_types, self.chart or other.chart
        return FieldFunction(lambda *fields: operation(self(*fields), other(*fields)), types, label, chart)

    def scaled(self, f: Any, label: Expression) -> FieldFunction:
        return FieldFunction(lambda *fields: g.mul(f, self(*fields)), self.argument_types, label, self.chart)


expression_of.add((FieldFunction,), lambda t: t.expression)


linear_over(FieldFunction, (ScalarKind, ManifoldFunction), lambda t: t.argument_types, "tensors of one type")


@g.add.on(int, FieldFunction)
def _after(x: int, t: FieldFunction) -> Any:
    return t if x == 0 else Function(lambda *fields: g.add(x, t(*fields)), f"(+ {x} {name_of(t)})")


def type_of_argument(value: Any) -> str | None:
    return next((name for name, holds in _PREDICATES.items() if holds(value)), None)


def _type_named(predicate: Any) -> str:
    name = getattr(predicate, "__name__", predicate)
    for kind, known in _PREDICATES.items():
        if predicate is known or name in (kind, known.__name__):
            return kind
    raise WrongTypeError(f"an argument of a tensor is a 1form-field? or a vector-field?, got {describe(predicate)}")


@public("declare-argument-types!")
def declare_argument_types_bang(function: Multilinear, types: Iterable[Any]) -> None:
    """Declare which arguments of a multilinear function are one-forms and which are vector fields.

    Scheme:  (declare-argument-types! T (list 1form-field? vector-field?))
    Shapes:  types: a predicate for each argument
    Raises:  WrongTypeError if the function knows its types, and they are others
    Source:  FDG C
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> def g(u, v):
    ...     return dx(u) * dx(v) + dy(u) * dy(v)
    >>> declare_argument_types_bang(g, [is_vector_field, is_vector_field])
    >>> has_argument_types(g)
    True
    """
    declared = tuple(map(_type_named, types))
    known = argument_types_of(function)
    if known is not None and function not in _declared:
        if known != declared:
            raise WrongTypeError(f"declare-argument-types!: {describe(function)} takes other arguments, {known}")
    elif is_procedure(function):
        (_declared.shared if scheme_name_of(function) is None else _declared)[function] = declared
    else:
        raise WrongTypeError(f"declare-argument-types! expects a function, got {describe(function)}")


@public("argument-types")
def argument_types(function: Multilinear) -> tuple[Any, ...] | Literal[False]:
    """The types of the arguments of a tensor, as a list of predicates; False if they are not known.

    Scheme:  (argument-types T)
    Shapes:  result: a predicate for each argument
    Source:  FDG C
    >>> argument_types(S2_metric) == (is_vector_field, is_vector_field), argument_types(sin)
    (True, False)
    """
    types = argument_types_of(function)
    return False if types is None else tuple(_PREDICATES[name] for name in types)


@public("get-rank")
def get_rank(form: Form) -> int:
    """The number of vector fields that a form takes; 0 of a function on the manifold.

    Scheme:  (get-rank w)
    Shapes:  result: the number of vector fields that w takes
    Raises:  WrongTypeError for anything else
    Source:  FDG 5
    >>> x, y = R2_rect.coordinates("x y")
    >>> get_rank(x), get_rank(d(x)), get_rank(d(x) * d(y))
    (0, 1, 2)
    """
    if isinstance(form, FormField):
        return form.rank
    types = argument_types_of(form)
    if types is not None and set(types) == {"vector"}:
        return len(types)
    if isinstance(form, Operator) or not (is_procedure(form) or isinstance(form, ScalarKind)):
        raise WrongTypeError(f"get-rank expects a form or a function on a manifold, got {describe(form)}")
    return 0


def chart_of(*parts: Any) -> Chart | None:
    return next((chart for part in parts if (chart := getattr(part, "chart", None))), None)


def derivation(
    X: Operator,
    on_function: Callable[[Any, Expression], Any],
    on_vector: Callable[[Any], Any],
    label: Expression,
    on_tensor: Callable[[Any, Types, Expression], FieldFunction] | None = None,
) -> Operator:
    """The derivation along a field of all that lives on a manifold that is known of functions and vector fields.

    (A w)(Y, ...) = A(w(Y, ...)) - w(A Y, ...) - ...  by Leibniz's rule, unless tensors are given another way.
    """

    def derivative(value: Any) -> Any:
        if isinstance(value, (Structure, Matrix)):
            return map_leaves(derivative, value)
        if is_vector_field(value):
            return on_vector(value)
        name, types = application(label, label_of(value)), argument_types_of(value)
        if types is None:
            return on_function(value, name)

        def of_fields(*fields: Any) -> Any:
            total = derivative(value(*fields))
            for i, field in enumerate(fields):
                total = g.sub(total, value(*fields[:i], derivative(field), *fields[i + 1 :]))
            return total

        chart = chart_of(value, X)
        tensor = on_tensor(value, types, name) if on_tensor else FieldFunction(of_fields, types, name, chart)
        if isinstance(value, Tensor) and not isinstance(tensor, Tensor):
            return Tensor(value.basis, types, as_tensor(tensor, types, value.basis).components, name)
        return FormField(tensor, name, value.rank, chart) if isinstance(value, FormField) else tensor

    return Operator(derivative, label)


@public("wedge")
def wedge(*forms: Form) -> Value:
    """The exterior product of forms, the outer product of multivectors; functions and scalars multiply.

    Matrices of forms, as those of a connection, are multiplied as such: (d w) + w ^ w is that of the curvature.

    Scheme:  (wedge w ...)
    Math:    v ^ w = ((p + q)! / (p! q!)) Alt(v w)
    Shapes:  result: a form of the sum of the ranks
    Raises:  ArityError if the product is applied to another number of fields than its rank
    Source:  FDG 5
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> wedge(dx, dy)(x * d_dx + d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    -1
    """
    if not forms:
        return constant(1)
    return reduce(lambda w, v: g.wedge2(v, w), reversed(forms))


def _of_forms(v: Any, w: Any) -> Any:
    p, q = get_rank(v), get_rank(w)
    if not (p or q) and not (isinstance(v, ScalarKind) and isinstance(w, ScalarKind)):
        return _of_functions(v, w)
    if not (p and q):
        return g.mul(v, w)
    v, w = (form if isinstance(form, FormField) else Alt(form) for form in (v, w))
    hands = [(hand, tuple(i for i in range(p + q) if i not in hand)) for hand in combinations(range(p + q), p)]

    def value(*fields: Any) -> Any:
        return sum_of(
            g.mul(permutation_parity(hand + rest), g.mul(v(*(fields[i] for i in hand)), w(*(fields[i] for i in rest))))
            for hand, rest in hands
        )

    return FormField(value, application(symbol("wedge"), label_of(v), label_of(w)), p + q, chart_of(v, w))


_of_functions = pointwise(g.wedge2)

for _types in product((FormField, Procedure, ScalarKind), repeat=2):
    g.wedge2.add(_types, _of_forms)
g.mul.add((FormField, FormField), _of_forms)


@g.square.on(FormField)
@g.cube.on(FormField)
@g.expt.on(FormField, ScalarKind)
def _power(w: FormField, _: Any = 2) -> Any:
    term = "the metric's term dx^2 should be dx (x) dx, (tensor-product2 dx dx), in Python dx @ dx"
    raise WrongTypeError(f"the powers of {describe(w)} are exterior products, and 0: {term}")


for _form, _whole in product((FormField, Procedure, ScalarKind), (Structure, Matrix)):
    g.wedge2.add((_form, _whole), lambda v, w: map_leaves(lambda x: g.wedge2(v, x), w))
    g.wedge2.add((_whole, _form), lambda v, w: map_leaves(lambda x: g.wedge2(x, w), v))
for _types in ((Matrix, Matrix), (Matrix, Structure), (Structure, Matrix)):
    g.wedge2.add(_types, g.mul)  # which multiplies forms so


@g.wedge2.on(Structure, Structure)
def _of_matrices(v: Structure, w: Structure) -> Structure:
    """The product of matrices of forms as (connection-forms nabla) gives them, or of such a matrix and a coframe."""
    if isinstance(w, Down):
        return Down(_of_matrices(v, column) for column in w)
    if len(v) != len(w):
        raise StructureError(f"wedge expects matrices of forms of one size, got {describe(v)} and {describe(w)}")
    return Up(sum_of(g.wedge2(row[j], x) for row, x in zip(v, w, strict=True)) for j in range(len(v[0])))


@tensor_product2.on(object, object)
def _tensor_product(v: Any, w: Any) -> Any:
    p, q = get_rank(v), get_rank(w)
    if not (p and q):
        return g.mul(v, w)

    def product(*fields: Any) -> Any:
        return g.mul(v(*fields[:p]), w(*fields[p:]))

    label = application(symbol("tensor-product"), label_of(v), label_of(w))
    return FieldFunction(product, ("vector",) * (p + q), label, chart_of(v, w))


@public("Alt")
def Alt(form: Multilinear) -> Value:
    """The alternation of a function of vector fields: the mean over all orders of them, with their signs.

    Scheme:  (Alt t)
    Math:    Alt(t)(X1, ..., Xn) = (1/n!) sum_p sign(p) t(X_p1, ..., X_pn)
    Shapes:  result: of as many vector fields as t
    Source:  FDG 5
    >>> (dx, dy), (d_dx, d_dy) = R2_rect.form_basis("x y"), R2_rect.vector_basis("x y")
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

    return FormField(value, application(symbol("Alt"), label_of(form)), n, chart_of(form))


@public("w2")
def w2(v: Form, w: Form) -> Value:
    """The wedge product of two forms by alternation of their tensor product.

    Math:    ((p + q)! / (p! q!)) Alt(v w)
    Shapes:  v, w: forms of rank m and n;  result: form of rank m + n
    Source:  FDG 5
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> w2(dx, dy)(d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    -1
    """
    p, q = get_rank(v), get_rank(w)
    scale = factorial(p + q) // (factorial(p) * factorial(q))
    return g.mul(scale, Alt(tensor_product2(v, w)))


def chart_for(fields: tuple[Any, ...], place: Any) -> Chart:
    for v in fields:
        if isinstance(v, VectorField):
            return v.chart
    chart = place.chart if isinstance(place, Point) else None
    if not isinstance(chart, Chart):
        raise ChartError(f"none of {', '.join(map(describe, fields))} has components in a chart")
    return chart


def frozen(v: Any, chart: Chart, place: Any) -> VectorField:
    return VectorField(chart, chart.constant(components_in(v, chart)(place)), v.expression)


def of_each(operation: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return wraps(operation)(lambda form: map_leaves(operation, form))


@of_each
def _exterior_derivative(form: Form) -> FormField:
    """The exterior derivative: of a function the one-form with (d f)(v) = v(f), of a k-form a (k + 1)-form.

    Scheme:  (d f), (d w)
    Source:  FDG 3, 5
    >>> from scmpy import *
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> m = R2_rect.point(*symbols("a b"))
    >>> d(x * y)(d_dx)(m), d(x**2 * dy)(d_dx, d_dy)(m)
    (b, (* 2 a))
    """
    label, chart = application(symbol("d"), label_of(form)), next(iter(charts_of((form,))), None)
    if not isinstance(form, FormField):
        if not (callable(form) or isinstance(form, ScalarKind)) or isinstance(form, Operator):
            raise WrongTypeError(f"d expects a form or a function on a manifold, got {describe(form)}")
        return FormField(lambda v: v(form), label, 1, chart if isinstance(chart, Chart) else None)
    return FormField(lambda *fields: _derivative(form, fields), label, form.rank + 1, form.chart)


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
    >>> (dx, dy), (d_dx, d_dy) = R2_rect.form_basis("x y"), R2_rect.vector_basis("x y")
    >>> interior_product(d_dx)(wedge(dx, dy))(d_dy)(R2_rect.point(*symbols("a b")))
    1
    """
    as_vector_field(X, "interior-product")

    @of_each
    def product(form: Any) -> Any:
        if as_form(form, "interior-product").rank == 1:
            return form(X)
        label = application(application(symbol("interior-product"), X.expression), form.expression)
        return FormField(lambda *fields: form(X, *fields), label, form.rank - 1, form.chart)

    return product


# --- tensor ----------------------------------------------------------------------------------------------------------
# Tensor fields: functions of one-forms and vector fields, linear over the functions on the manifold.
#
# A :class:`Tensor` holds its components in a basis, as :class:`Components`: in the order of its arguments, an upper
# index for a one-form, a lower one for a vector field. Applied to fields it contracts the components with theirs;
# whatever the fields are, they are not differentiated. Any function whose argument types are declared becomes one in
# a basis.

_NAMES = {"form": "a one-form field", "vector": "a vector field"}


class Tensor(FieldFunction):
    __slots__ = ("basis", "components")

    def __init__(self, basis: Basis, types: Types, components: Components, label: str | Expression) -> None:
        super().__init__(self._of_fields, types, label, basis.chart)
        self.basis = basis
        self.components = components

    def _of_fields(self, *fields: Any) -> Function:
        if len(fields) != len(self.argument_types):
            raise ArityError(f"{describe(self)} takes {len(self.argument_types)} fields, got {len(fields)}")
        for i, (field, kind) in enumerate(zip(fields, self.argument_types, strict=True)):
            if type_of_argument(field) != kind:
                raise WrongTypeError(f"{describe(self)} takes {_NAMES[kind]} in slot {i + 1}, got {describe(field)}")
        factors = [self.basis.components_of(field) for field in fields]

        def value(place: Any) -> Any:
            return contracted(self.components(place), [factor(place) for factor in factors])

        return made_from((*factors, self.components), value, self.__name__)

    def with_components(
        self, function: Callable[[Any], Iterable[Any]], parts: Iterable[Any], label: str | Expression
    ) -> Tensor:
        return Tensor(self.basis, self.argument_types, Components(self.basis.chart, function, parts), label)

    def joined(self, operation: Any, other: FieldFunction, label: Expression) -> FieldFunction:
        if not isinstance(other, Tensor):
            return super().joined(operation, other, label)
        mine, others = self.components, as_tensor(other, None, self.basis, str(operation.name)).components
        return self.with_components(lambda place: map(operation, mine(place), others(place)), (mine, others), label)

    def scaled(self, f: Any, label: Expression) -> Tensor:
        def at(place: Any) -> list[Any]:
            factor = apply_value(f, (place,))
            return [g.mul(factor, x) for x in self.components(place)]

        return self.with_components(at, (f, self.components), label)


def contracted(values: Sequence[Any], factors: Sequence[Sequence[Any]]) -> Any:
    for factor in reversed(factors):
        values = [dot(row, factor) for row in rows(values, len(factor))]
    return values[0]


def as_tensor(value: Any, types: Types | None, basis: Basis, operation: str = CALLED) -> Tensor:
    own = argument_types_of(value)
    if types is not None and own is not None and own != types:
        wanted = ", ".join(_NAMES[kind] for kind in types)
        raise WrongTypeError(f"{operation} expects a tensor that takes {wanted}; got {describe(value)}")
    if isinstance(value, Tensor) and value.basis.has_fields_of(basis):
        return value
    types = types or own
    if types in (None, FORMS[:1]) and is_vector_field(value):
        column = basis.components_of(value)
        return Tensor(basis, FORMS[:1], Components(basis.chart, column, (column,)), name_of(value))
    if types is None:
        raise WrongTypeError(
            f"{operation} expects a tensor, whose argument types are declared with declare-argument-types!, "
            f"got {describe(value)}"
        )
    if isinstance(value, FormField):
        entries = _alternating(value, basis)
    else:
        fields = {"vector": leaves(basis.vectors), "form": leaves(basis.forms)}
        entries = [value(*chosen) for chosen in itertools.product(*(fields[kind] for kind in types))]
    parts = [entry for entry in entries if callable(entry)]
    components = Components(basis.chart, lambda place: [apply_value(entry, (place,)) for entry in entries], parts)
    return Tensor(basis, types, components, name_of(value))


def _alternating(form: FormField, basis: Basis) -> list[Any]:
    """The values of a form on all fields of a basis: those that its signs give are not computed again."""
    e, known = leaves(basis.vectors), {}
    entries: list[Any] = []
    for chosen in itertools.product(range(basis.dimension), repeat=form.rank):
        ordered = tuple(sorted(chosen))
        sign = permutation_parity(chosen)
        if sign and ordered not in known:
            known[ordered] = form(*(e[i] for i in ordered))
        entries.append(g.mul(sign, known[ordered]) if sign else 0)
    return entries


def alternating_form(basis: Basis, rank: int, components: Components, label: Any) -> FormField:
    choices = list(itertools.combinations(range(basis.dimension), rank))

    def value(*fields: Any) -> Function:
        columns = [basis.components_of(v) for v in fields]

        def at(place: Any) -> Any:
            vectors = [column(place) for column in columns]
            minors = (determinant(tuple(tuple(v[i] for i in chosen) for v in vectors)) for chosen in choices)
            return dot(components(place), minors)

        return made_from((*columns, components), at, scheme_text(label))

    return FormField(value, label, rank, basis.chart)


# --- maps ------------------------------------------------------------------------------------------------------------
# Maps mu: N -> M between manifolds, and what they carry: functions, vectors and forms.
#
# Functions and forms on M are pulled back to N. A vector field v on N becomes one over the map, which differentiates
# functions on M at points of N: ((d mu) v)(f) = v(f o mu). Fields on M become such too, and a form over the map
# measures them; to carry a field from one manifold to the other needs the inverse map. Source: FDG 6.

Map = Callable[[Any], Any]


def _as_map(value: Any) -> Map:
    if not callable(value) or isinstance(value, (Operator, FormField, Chart)):
        raise WrongTypeError(f"{CALLED} expects a map from a manifold to another, got {describe(value)}")
    return value


def _label(operation: str, mu: Map, field: Any) -> Any:
    return application(application(symbol(operation), symbol(name_of(mu))), label_of(field))


@public("literal-manifold-map")
def literal_manifold_map(name: Name, source: Chart, target: Chart) -> Function:
    """An unknown map between manifolds, with the literal functions name^0, name^1, ... as coordinates of its values.

    Scheme:  (literal-manifold-map 'mu source target)
    Source:  FDG 6
    >>> chart(R2_rect)(literal_manifold_map("mu", R1_rect, R2_rect)(R1_rect.point(symbols("t"))))
    (up (mu^0 t) (mu^1 t))
    """
    parts = [literal_of_coordinates(source, f"{name}^{i}") for i in range(target.dimension)]

    def image(place: Any) -> Point:
        coordinates = source.at(place)
        return target.point(target.tuple_of(Up, (f(coordinates) for f in parts)))

    return ManifoldFunction(image, str(name), (source,))


@public("differential", "differential-of-map")
def differential(mu: Map) -> Callable[[Operator], Operator]:
    """The differential of a map: it takes vector fields to vector fields over the map.

    Scheme:  ((differential mu) v)
    Math:    ((d mu)(v))(f) = v(f o mu)
    Shapes:  result: vector fields on the source -> vector fields over the map
    Source:  FDG 6
    >>> (d_dt,) = R1_rect.vector_basis("t")
    >>> mu = literal_manifold_map("mu", R1_rect, R2_rect)
    >>> f = literal_manifold_function("f", R2_polar)
    >>> differential(mu)(d_dt)(chart(R2_rect))(R1_rect.point(symbols("t")))
    (up ((D mu^0) t) ((D mu^1) t))
    """
    _as_map(mu)

    def over(v: Operator) -> Operator:
        as_vector_field(v, "differential")
        return Derivation(lambda f: v(map_leaves(lambda part: _composed(part, mu), f)), _label("d", mu, v))

    return over


def _composed(f: Any, mu: Map) -> Any:
    return compose(f, mu) if callable(f) else f


@public("pullback-function")
def pullback_function(mu: Map) -> Callable[[Any], Any]:
    """The function from functions on the target of a map to functions on its source.

    Scheme:  ((pullback-function mu) f)
    Math:    mu^* f = f o mu
    Shapes:  result: function on the target -> function on the source
    Source:  FDG 6
    >>> x, y = R2_rect.coordinates("x y")
    >>> mu = literal_manifold_map("mu", R1_rect, R2_rect)
    >>> pullback_function(mu)(3 * x**2)(R1_rect.point(symbols("t")))
    (* 3 (expt (mu^0 t) 2))
    """
    _as_map(mu)
    return lambda f: map_leaves(lambda part: _composed(part, mu), f)


@public("pushforward-function")
def pushforward_function(inverse: Map) -> Callable[[Any], Any]:
    """The function from functions on the source of a map to functions on its target, from the inverse of the map.

    Scheme:  ((pushforward-function mu^-1) f)
    Math:    mu_* f = f o mu^-1
    Shapes:  result: function on the source -> function on the target
    Source:  FDG 6
    >>> x, y = R2_rect.coordinates("x y")
    >>> back = compose(point(R2_rect), lambda q: q - up(1, 0), chart(R2_rect))  # of a shift by 1
    >>> pushforward_function(back)(x)(R2_rect.point(*symbols("a b")))
    (+ -1 a)
    """
    return pullback_function(inverse)


@public("pushforward-vector")
def pushforward_vector(mu: Map, inverse: Map) -> Callable[[Operator], Operator]:
    """The function from vector fields on the source of a map to vector fields on its target.

    Scheme:  ((pushforward-vector mu mu^-1) v)
    Math:    (mu_* v)(f) = v(f o mu) o mu^-1
    Shapes:  result: vector field on the source -> vector field on the target
    Source:  FDG 6
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> turn = compose(point(R2_rect), lambda q: up(-q[1], q[0]), chart(R2_rect))
    >>> back = compose(point(R2_rect), lambda q: up(q[1], -q[0]), chart(R2_rect))
    >>> pushforward_vector(turn, back)(d_dx)(chart(R2_rect))(R2_rect.point(*symbols("a b")))
    (up 0 1)
    """
    _as_map(mu)
    _as_map(inverse)

    def pushed(v: Operator) -> Operator:
        over = differential(mu)(v)
        return Derivation(lambda f: compose(over(f), inverse), _label("pushforward", mu, v))

    return pushed


@public("pullback-vector-field")
def pullback_vector_field(mu: Map, inverse: Map) -> Callable[[Operator], Operator]:
    """The function from vector fields on the target of a map to vector fields on its source.

    Scheme:  ((pullback-vector-field mu mu^-1) v)
    Math:    (mu^* v)(f) = v(f o mu^-1) o mu
    Shapes:  result: vector field on the target -> vector field on the source
    Source:  FDG 6
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> turn = compose(point(R2_rect), lambda q: up(-q[1], q[0]), chart(R2_rect))
    >>> back = compose(point(R2_rect), lambda q: up(q[1], -q[0]), chart(R2_rect))
    >>> pullback_vector_field(turn, back)(d_dx)(chart(R2_rect))(R2_rect.point(*symbols("a b")))
    (up 0 -1)
    """
    return pushforward_vector(inverse, mu)


@public("vector-field->vector-field-over-map")
def vector_field_to_vector_field_over_map(mu: Map) -> Callable[[Operator], Operator]:
    """The function from vector fields on the target of a map to vector fields over the map.

    Scheme:  ((vector-field->vector-field-over-map mu) v)
    Math:    v_mu(f) = v(f) o mu
    Shapes:  result: vector field on the target -> vector field over the map
    Source:  FDG 6
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> mu = literal_manifold_map("mu", R1_rect, R2_rect)
    >>> vector_field_to_vector_field_over_map(mu)(x * d_dy)(y)(R1_rect.point(symbols("t")))
    (mu^0 t)
    """
    _as_map(mu)

    def over(v: Operator) -> Operator:
        as_vector_field(v, "vector-field->vector-field-over-map")
        label = _label("vector-field->vector-field-over-map", mu, v)
        return Derivation(lambda f: map_leaves(lambda part: compose(part, mu), v(f)), label)

    return over


@public("form-field->form-field-over-map")
def form_field_to_form_field_over_map(mu: Map) -> Callable[[FormField], FormField]:
    """The function from forms on the target of a map to forms over the map, which measure vector fields over it.

    Scheme:  ((form-field->form-field-over-map mu) w)
    Math:    w_mu(v_mu, ...)(n) = w(v, ...)(mu(n)), v a field on the target with the values of v_mu at n
    Shapes:  result: form -> form over the map, of the same rank
    Raises:  ChartError, when applied, unless the values of the map are points
    Source:  FDG 6
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> mu, (d_dt,) = literal_manifold_map("mu", R1_rect, R2_rect), R1_rect.vector_basis("t")
    >>> form_field_to_form_field_over_map(mu)(dy)(differential(mu)(d_dt))(R1_rect.point(symbols("t")))
    ((D mu^1) t)
    """
    _as_map(mu)

    def over(w: FormField) -> FormField:
        as_form(w, "form-field->form-field-over-map")

        def measured(*fields: Any) -> Function:
            def at(place: Any) -> Any:
                image = mu(place)
                if not isinstance(image, Point):
                    raise ChartError(
                        f"the values of {name_of(mu)} should be points of a manifold, got {describe(image)}"
                    )
                if not isinstance(chart := image.chart, Chart):
                    raise ChartError(f"{describe(image)} has no chart: vectors over the map have no components there")
                return w(*(frozen(v, chart, place) for v in fields))(image)

            return made_from((mu,), at, name_of(w))

        return FormField(measured, _label("form-field->form-field-over-map", mu, w), w.rank)

    return over


@public("basis->basis-over-map")
def basis_to_basis_over_map(mu: Map, basis: Basis) -> Basis:
    """A basis on the target of a map as a basis over the map.

    Shapes:  result: as many vector fields and one-forms as the basis
    Source:  FDG 6
    >>> mu = literal_manifold_map("mu", R1_rect, R2_polar)
    >>> over = basis_to_basis_over_map(mu, R2_polar.basis())
    >>> basis_to_1form_basis(over)(basis_to_vector_basis(over))(R1_rect.point(symbols("t")))
    (up (down 1 0) (down 0 1))
    """
    vectors = map_leaves(vector_field_to_vector_field_over_map(mu), basis.vectors)
    return Basis(vectors, map_leaves(form_field_to_form_field_over_map(mu), basis.forms))


@public("pullback-form")
def pullback_form(mu: Map) -> Callable[[Any], Any]:
    """The function from forms on the target of a map to forms on its source.

    Scheme:  ((pullback-form mu) w)
    Math:    (mu^* w)(v, ...) = w_mu((d mu)(v), ...)
    Shapes:  result: form on the target -> form of the same rank on the source
    Source:  FDG 6
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> polar = compose(point(R2_rect), lambda q: up(q[0] * cos(q[1]), q[0] * sin(q[1])), chart(R2_rect))
    >>> simplify(pullback_form(polar)(wedge(dx, dy))(d_dx, d_dy)(R2_rect.point(*symbols("r phi"))))
    r
    """
    _as_map(mu)

    @of_each
    def pulled(w: Any) -> Any:
        rank = get_rank(w)
        if not rank:
            return pullback_function(mu)(w)
        over, push = form_field_to_form_field_over_map(mu)(w), differential(mu)
        source = next((x for x in charts_of((mu,)) if isinstance(x, Chart)), None)
        return FormField(lambda *fields: over(*map(push, fields)), _label("pullback", mu, w), rank, source)

    return pulled


@public("pullback")
def pullback(mu: Map, inverse: Map | None = None) -> Callable[[Any], Any]:
    """The function from functions, forms and (with the inverse map) vector fields on the target to the source of a map.

    Scheme:  ((pullback mu) w), ((pullback mu mu^-1) v)
    Shapes:  result: function, form or vector field on the target -> one of that kind and rank on the source
    Raises:  WrongTypeError for a vector field if no inverse of the map is given
    Source:  FDG 6
    >>> (t,), (d_dt,) = R1_rect.coordinates("t"), R1_rect.vector_basis("t")
    >>> mu = literal_manifold_map("mu", R1_rect, R2_rect)
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> pullback(mu)(dx)(d_dt)(R1_rect.point(symbols("t")))
    ((D mu^0) t)
    """
    _as_map(mu)

    @of_each
    def pulled(value: Any) -> Any:
        if is_vector_field(value):
            if inverse is None:
                raise WrongTypeError(
                    f"pullback expects the inverse of the map too, ((pullback {name_of(mu)} inverse) v), "
                    f"for {describe(value)}"
                )
            return pullback_vector_field(mu, inverse)(value)
        if not (callable(value) or isinstance(value, ScalarKind)):
            raise WrongTypeError(f"pullback expects a function, a form or a vector field, got {describe(value)}")
        return pullback_form(mu)(value)

    return pulled


# --- lie -------------------------------------------------------------------------------------------------------------
# The Lie derivative along a vector field: of functions, vector fields, forms and tensors.
#
#     L_X f = X(f),   L_X Y = [X, Y],   (L_X w)(Y, ...) = X(w(Y, ...)) - w([X, Y], ...) - ...
#
# and so for every argument of a tensor, one-forms included. Source: FDG 7.1.


@Lie_derivative.on((Operator, FieldFunction, ManifoldFunction, object))
def _along_field(x: Operator) -> Operator:
    as_vector_field(x, "Lie-derivative")
    name = application(symbol("Lie-derivative"), x.expression)
    return derivation(x, lambda f, _: x(f), lambda y: commutator(x, y), name)
