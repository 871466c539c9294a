"""Vector fields, derivations of the functions on a manifold, and form fields, linear functions of vector fields.

    v(f)(m) = sum_i  d_i(f o chi^-1)(chi(m))  b^i(chi(m))   for a chart chi and the components b of v in it

Sums, multiples by functions and commutators are made by arithmetic on the components, so that a field costs one
evaluation of the function that it is applied to. Source: FDG 3. Next: basis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from scmpy.calculus.derivative import D, Operator, commutator, label_of, named
from scmpy.calculus.series import series_sum
from scmpy.errors import (
    CALLED,
    ArityError,
    ChartError,
    GenericOperationError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, binary
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.numbers import is_exact_one, is_exact_zero
from scmpy.generic.settings import check_callable, count, instances
from scmpy.generic.types import Procedure, ScalarKind, TreeNode, Value, is_zero_number
from scmpy.geometry.chart import (
    Chart,
    Components,
    as_index,
    literal_manifold_function,
    literal_of_coordinates,
    on_chart,
    typical_point,
)
from scmpy.geometry.manifold import ZERO, ManifoldFunction, ShowsComponents, charts_of, remembered
from scmpy.registry import Registered, declare_predicate, public, register
from scmpy.render.scheme import scheme_text
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, map_leaves, sum_of
from scmpy.structure.types import CoordinateFunction, Multilinear, Name
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, Head, application, expression_of, symbol

# --- field operator --------------------------------------------------------------------------------------------------
# Operators on the functions of a manifold: vector fields, and what is made of them by products and powers.
#
# A vector field v is a derivation,
#
#     v(f g) = f v(g) + g v(f).
#
# The product of two fields, the product v a of a field and a function, (v a) f = v(a f), a power, an exponential and
# the sum of a field and something else are operators of the same kind, but in general not derivations: they have no
# components, and forms have no value on them. Some are, such as v w - w v. Since the rule for all f and g follows
# from that for squares, A is a derivation if A(h^2) = 2 h A(h) for an unknown function h at a typical point.

KIND = "vector-field"


class FieldOperator(Operator):
    """An operator made of vector fields, which may be a vector field or not; the chart is that of such a field."""

    __slots__ = ("_derivation", "chart")

    def __init__(self, function: Callable[..., Any], expression: Any, chart: Chart | None = None) -> None:
        super().__init__(function, expression, KIND)
        self.chart = chart
        self._derivation: bool | None = None

    def remake(self, function: Callable[..., Any], expression: Any) -> Operator:
        return FieldOperator(function, expression, self.chart)

    @property
    def is_derivation(self) -> bool:
        if self._derivation is None:
            self._derivation = False
            if self.chart is not None:
                h, m = literal_manifold_function("unknown-function", self.chart), typical_point(self.chart)
                with suppress(ScmpyError):  # operators that have no value on such a function
                    of_square, twice = self(g.mul(h, h))(m), g.mul(2, g.mul(h(m), self(h)(m)))
                    self._derivation = equivalent(of_square, twice).verdict == "equal"
        return self._derivation


class Derivation(FieldOperator):
    __slots__ = ()

    def __init__(self, function: Callable[..., Any], expression: Any, chart: Chart | None = None) -> None:
        super().__init__(function, expression, chart)
        self._derivation = True

    def _describe_(self) -> str:
        return f"the vector field {self.__name__}"

    def scaled(self, f: Any, expression: Any) -> Derivation:
        return Derivation(lambda *functions: g.mul(f, self(*functions)), expression, self.chart)


@public("vector-field?")
def is_vector_field(value: object) -> bool:
    """Is this a vector field, or an operator made of vector fields?

    Scheme:  (vector-field? x)
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> is_vector_field(x * d_dy), is_vector_field(d_dx * d_dy), is_vector_field(x)
    (True, True, False)
    """
    return isinstance(value, FieldOperator)


def as_vector_field(value: Any, operation: Any) -> FieldOperator:
    if isinstance(value, FieldOperator) and value.is_derivation:
        return value
    reason = ", which is not seen to be a derivation" if isinstance(value, FieldOperator) else ""
    name = operation if isinstance(operation, str) else describe(operation)
    raise WrongTypeError(f"{name} expects a vector field, got {describe(value)}{reason}")


class VectorField(ShowsComponents, Derivation):
    """A vector field with its components b in a chart, which takes f to Df b; ``expression`` is how it prints.

    Fields are a left module over the functions: a ``combination`` of fields takes f to the sum of its coefficients
    times derivatives of f, b Df. The ``coefficients``, functions and constants, are known of those that are made of
    coordinate fields: 0 where none of these has a part, so that a float elsewhere leaves that component exact.
    """

    _kind_ = "vector fields"
    __slots__ = ("coefficients", "combination", "components")

    chart: Chart

    def __init__(
        self,
        chart: Chart,
        components: ManifoldFunction,
        expression: Expression,
        *,
        combination: bool = False,
        coefficients: Sequence[Any] = (),
    ) -> None:
        components = remembered(chart.components(components, Up))

        def apply(*functions: Any) -> Any:
            if len(functions) != 1:
                raise ArityError(
                    f"{scheme_text(expression)} takes one function on {chart.manifold}, got {len(functions)}"
                )
            return directional_derivative(chart, components, functions[0], combination)

        super().__init__(apply, expression, chart)
        self.components = components
        self.combination = combination
        self.coefficients = coefficients

    def __str__(self) -> str:
        return self.__name__

    def scaled(self, f: Any, expression: Any) -> VectorField:
        self.chart.check_coefficients([f], f"the vector field {scheme_text(expression)}")
        if self.coefficients:
            scaled = [0 if is_exact_zero(c) else f if is_exact_one(c) else g.mul(f, c) for c in self.coefficients]
            return _combination(self.chart, scaled, expression)
        return VectorField(self.chart, g.mul(f, self.components), expression, combination=True)


def field_of(components: Components, label: Any) -> VectorField:
    chart = components.chart
    function = ManifoldFunction(lambda place: chart.tuple_of(Up, components(place)), str(label), components.charts)
    return VectorField(chart, function, label)


def coordinate_vector_fields(chart: Chart, names: Any = None, mark: str = "d/d") -> tuple[VectorField, ...]:
    coefficients = [[int(i == j) for j in range(chart.dimension)] for i in range(chart.dimension)]
    names = [symbol(mark + name) for name in chart.names_or(names)]
    return tuple(_combination(chart, c, name, False) for c, name in zip(coefficients, names, strict=True))


def _combination(
    chart: Chart, coefficients: Sequence[Any], expression: Expression, combination: bool = True
) -> VectorField:
    """The sum of the coordinate fields with these coefficients."""

    def components(place: Any) -> Any:
        return chart.tuple_of(Up, (apply_value(c, (place,)) for c in coefficients))

    function = ManifoldFunction(components, lambda: scheme_text(expression), charts_of((*coefficients, chart.map)))
    return VectorField(chart, function, expression, combination=combination, coefficients=coefficients)


def _coordinate_fields(made: Any, chart: Chart, name: Name, index: int | None, orientation: type[Structure]) -> Any:
    """The coordinate field of an index by this name, or the tuple of all, whose names have indices too."""
    n, mark = chart.dimension, "_" if orientation is Down else "^"
    if index is not None or n == 1:
        return made(chart, [str(name)] * n, "")[as_index(index or 0, n)]
    return orientation(made(chart, [f"{name}{mark}{i}" for i in range(n)], ""))


def directional_derivative(chart: Chart, components: ManifoldFunction, f: Any, combination: bool = False) -> Any:
    if isinstance(f, Structure):
        return type(f)(directional_derivative(chart, components, part, combination) for part in f)
    if isinstance(f, Operator) or not (callable(f) or isinstance(f, ScalarKind)):
        raise WrongTypeError(f"a vector field differentiates functions on {chart.manifold}, got {describe(f)}")

    def derivative_at(place: Any) -> Any:
        start, direction = leaves(chart.at(place)), leaves(components(place))
        moving = [i for i, b in enumerate(direction) if not is_zero_number(b)] or [0]

        def value_after(steps: Up) -> Any:
            moved = list(start)
            for i, step in zip(moving, steps, strict=True):
                moved[i] = g.add(start[i], step)
            return apply_value(f, (chart.place(chart.tuple_of(Up, moved), place),))

        still = Up(g.zero_like(start[i]) if isinstance(start[i], TreeNode) else 0 for i in moving)
        gradient = D(value_after)(still)
        components_there = Up(direction[i] for i in moving)
        return g.mul(components_there, gradient) if combination else g.mul(gradient, components_there)

    return ManifoldFunction(derivative_at, lambda: f"(derivative {name_of(f)})", charts_of((components, f)))


def components_in(v: Operator, chart: Chart) -> ManifoldFunction:
    if isinstance(v, VectorField):
        if v.chart is chart:
            return v.components
        if v.chart.manifold is not chart.manifold:
            raise ChartError(
                f"{describe(v)} is a field on {v.chart.manifold} (chart {v.chart}), "
                f"which has no components in {chart} of {chart.manifold}"
            )
    return as_vector_field(v, chart.name)(chart.map)


def _linear_fields(operation: Any, head: Expression) -> None:
    """Sums of vector fields are vector fields, in the chart of the first; an exact zero adds nothing."""

    def sum_of_two(c: Any, d: Any) -> Any:
        if is_exact_zero(c) and operation is g.add:
            return d
        return c if is_exact_zero(d) else operation(c, d)

    @operation.on(Derivation, Derivation)
    def _derivations(v: Derivation, w: Derivation) -> Derivation:
        label = application(head, v.expression, w.expression)
        return Derivation(lambda f: operation(v(f), w(f)), label, v.chart or w.chart)

    @operation.on(VectorField, VectorField)
    def _both(v: VectorField, w: VectorField) -> VectorField:
        label, is_combination = application(head, v.expression, w.expression), v.combination or w.combination
        if v.chart is w.chart and v.coefficients and w.coefficients:
            sums = map(sum_of_two, v.coefficients, w.coefficients)
            return _combination(v.chart, list(sums), label, is_combination)
        components = operation(v.components, components_in(w, v.chart))
        return VectorField(v.chart, components, label, combination=is_combination)

    @operation.on(Derivation, ScalarKind)
    def _right(v: Derivation, x: Any) -> Any:
        return v if is_zero_number(x) else operation.dispatch(Operator, ScalarKind)(v, x)

    @operation.on(ScalarKind, Derivation)
    def _left(x: Any, v: Derivation) -> Any:
        return operation(v) if is_zero_number(x) else operation.dispatch(ScalarKind, Operator)(x, v)


_linear_fields(g.add, Head.PLUS)
_linear_fields(g.sub, Head.MINUS)


@g.mul.on(Derivation, ScalarKind)
def _times_constant(v: Derivation, c: Any) -> Derivation:
    return Derivation(lambda f: v(g.mul(c, f)), application(Head.TIMES, v.expression, label_of(c)), v.chart)


def _label_of_bracket(v: Operator, w: Operator) -> Expression:
    products = application(Head.TIMES, v.expression, w.expression), application(Head.TIMES, w.expression, v.expression)
    return application(Head.MINUS, *products)


@commutator.on(Derivation, Derivation)
def _bracket(v: Derivation, w: Derivation) -> Derivation:
    """[v, w] f = v(w(f)) - w(v(f)): the derivatives of second order cancel."""
    return Derivation(lambda f: g.sub(v(w(f)), w(v(f))), _label_of_bracket(v, w), v.chart or w.chart)


@commutator.on(VectorField, VectorField)
def _bracket_by_components(v: VectorField, w: VectorField) -> VectorField:
    components = g.sub(v(components_in(w, v.chart)), w(v.components))
    return VectorField(v.chart, components, _label_of_bracket(v, w))


@public("components->vector-field")
def components_to_vector_field(components: CoordinateFunction, system: Chart, name: Name = "field") -> VectorField:
    """The vector field with these components, a function from coordinate tuples to up tuples.

    Scheme:  (components->vector-field components sys)
    Shapes:  components: up(n) -> up(n)
    Source:  FDG 3
    >>> x, y = R2_rect.coordinates("x y")
    >>> spin = components_to_vector_field(lambda q: up(-q[1], q[0]), R2_rect)
    >>> spin(x)(up(*symbols("a b")))
    (* -1 b)
    """
    check_callable(components, wanted="a function of coordinates")
    return VectorField(system, on_chart(system, components, name_of(name), system.shaped), symbol(name_of(name)))


@public("vector-field->components")
def vector_field_to_components(v: Operator, system: Chart) -> Function:
    """The components of a vector field in a chart, as a function of the coordinates.

    Scheme:  ((vector-field->components v sys) coordinates)
    Shapes:  result: up(n) of coordinates -> up(n)
    Raises:  ChartError if the field is on another manifold
    Source:  FDG 3
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> vector_field_to_components(d_dx, R2_polar)(up(*symbols("r a")))
    (up (cos a) (/ (* -1 (sin a)) r))
    """
    components = components_in(as_vector_field(v, "vector-field->components"), system)
    return Function(lambda q: components(system.point(q)), f"(vector-field->components {name_of(v)} {system})")


@public("literal-vector-field")
def literal_vector_field(name: Name, system: Chart) -> VectorField:
    """An unknown vector field, with the literal functions name^0, name^1, ... as components.

    Scheme:  (literal-vector-field 'v sys)
    Shapes:  result: vector field of n unknown components, functions of up(n)
    Source:  FDG 3
    >>> x, y = R2_rect.coordinates("x y")
    >>> literal_vector_field("v", R2_rect)(y)(R2_rect.point(*symbols("a b")))
    (v^1 (up a b))
    """
    parts = [literal_of_coordinates(system, f"{name}^{i}") for i in range(system.dimension)]
    return components_to_vector_field(
        lambda q: system.tuple_of(Up, (b(system.checked(q)) for b in parts)), system, name
    )


@public("procedure->vector-field")
def procedure_to_vector_field(procedure: Callable[[Any], Any], name: Name = "unnamed-vector-field") -> Derivation:
    """The vector field that takes functions on the manifold to functions as a procedure does.

    Scheme:  (procedure->vector-field (lambda (f) ...) name)
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> procedure_to_vector_field(lambda f: x * d_dx(f))(x**2)(R2_rect.point(*symbols("a b")))
    (* 2 (expt a 2))
    """
    check_callable(procedure, wanted="a function")
    return Derivation(procedure, named(name))


def nothing(f: object) -> ManifoldFunction:
    return ZERO


zero_field = Derivation(nothing, symbol("vf:zero"))
register(
    "vf:zero",
    zero_field,
    doc="""The vector field that is zero everywhere.

    Scheme:  ((vf:zero f) m)
    >>> vf_zero(literal_manifold_function("f", R2_rect))(R2_rect.point(*symbols("a b")))
    0
""",
)


@public("vf:zero-like")
def vf_zero_like(v: Operator) -> Operator:
    """The zero vector field.

    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> vf_zero_like(d_dx)(x * y)(R2_rect.point(*symbols("a b")))
    0
    """
    as_vector_field(v, "vf:zero-like")
    return zero_field


g.zero_like.add((Derivation,), vf_zero_like)


@public("coordinate-basis-vector-field")
def coordinate_basis_vector_field(system: Chart, name: Name, index: int | None = None) -> Value:
    """The coordinate vector field of an index, with a name; without an index the down tuple of all of them.

    Scheme:  (coordinate-basis-vector-field sys 'd/dx 0), (coordinate-basis-vector-field sys 'e)
    Shapes:  without an index, of a chart of one coordinate: its vector field
    Raises:  BadIndexError if there is no such coordinate
    Source:  FDG 3
    >>> (x, y), m = R2_rect.coordinates("x y"), R2_rect.point(*symbols("a b"))
    >>> coordinate_basis_vector_field(R2_rect, "d/dy", 1)(x * y)(m)
    a
    >>> coordinate_basis_vector_field(R2_rect, "e")(x * y)(m)
    (down b a)
    """
    return _coordinate_fields(coordinate_vector_fields, system, name, index, Down)


@public("vector-field->basis-components")
def vector_field_to_basis_components(v: Operator, dual: Structure) -> Structure:
    """The values of a basis of one-forms on a vector field, a tuple of functions on the manifold.

    Math:    v^i = e~i(v)
    Shapes:  result: up(n) of functions on the manifold
    Source:  FDG 4
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> vector_field_to_basis_components(x * d_dy, up(d(x), d(y)))(R2_rect.point(*symbols("a b")))
    (up 0 a)
    """
    as_vector_field(v, "vector-field->basis-components")
    return map_leaves(lambda w: w(v), dual)


@public("coordinatize")
def coordinatize(v: Operator, system: Chart) -> Operator:
    """A vector field as an operator on functions of coordinates; it can be exponentiated.

    Scheme:  ((coordinatize v sys) f)
    Math:    (v f)(x) = Df(x) b(x), b the components of v in the chart
    Raises:  ChartError if the field is on another manifold
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> spin = coordinatize(x * d_dy - y * d_dx, R2_rect)
    >>> series_sum(exp(symbols("a") * spin)(identity)(up(1, 0)), 3)
    (up (+ 1 (* -1/2 (expt a 2))) (+ (* -1/6 (expt a 3)) a))
    """
    components = components_in(as_vector_field(v, "coordinatize"), system)

    def along(f: Any) -> Function:
        return Function(lambda x: g.mul(D(f)(x), components(system.point(x))), "coordinatized")

    return Operator(along, application(symbol("coordinatized"), v.expression))


@public("evolution")
def evolution(order: int) -> Callable[[Any, Operator], Operator]:
    """The flow of a vector field as the beginning of a series: functions at points moved by v for a time dt.

    Scheme:  ((((evolution order) dt v) f) m)
    Math:    sum_n (dt^n / n!) v^n(f)(m)
    Raises:  WrongTypeError for an order that is no natural number, and for what is no vector field
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> evolution(3)(symbols("a"), x * d_dy - y * d_dx)(x)(R2_rect.point(1, 0))
    (+ 1 (* -1/2 (expt a 2)))
    """
    count(order, "evolution")

    def flow(dt: Any, v: Operator) -> Operator:
        as_vector_field(v, "evolution")

        def moved(f: Any) -> Function:
            def at(place: Any) -> Any:
                return series_sum(g.exp(g.mul(dt, v))(f)(place), order)

            return made_from((v(f),), at, "evolution")

        return Operator(moved, application(symbol("evolution"), order))

    return flow


# --- form fields -----------------------------------------------------------------------------------------------------
# Functions of vector fields, linear over the functions on the manifold. They add, and are multiplied by functions; a
# tuple of vector fields gives the tuple of the values.

tensor_product2 = binary(
    "tensor-product2",
    """The tensor product of two forms or tensors of vector fields, of as many fields as both take; in Python ``v @ w``.

    Scheme:  (tensor-product2 v w)
    Math:    (v w)(X.., Y..) = v(X..) w(Y..)
    Source:  FDG 5
    >>> from scmpy import *
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> t, m = tensor_product2(dx, dy), R2_rect.point(*symbols("a b"))
    >>> t(d_dx, d_dy)(m), (dx @ dy)(d_dy, d_dx)(m)
    (1, 0)
    """,
)
register("tensor-product2", tensor_product2)


class TensorFactor:
    __slots__ = ()

    def __matmul__(self, other: Any) -> Any:
        return tensor_product2(self, other)


class FormField(ShowsComponents, TensorFactor, Registered, Arithmetic):
    """A form: a multilinear function of as many vector fields as its rank; of some the chart is known."""

    _kind_ = "form fields"
    __slots__ = ("__weakref__", "chart", "expression", "function", "rank")

    def __init__(
        self, function: Callable[..., Any], expression: Expression, rank: int = 1, chart: Chart | None = None
    ) -> None:
        self.function = function
        self.expression = expression
        self.rank = rank
        self.chart = chart

    @property
    def __name__(self) -> str:
        return scheme_text(self.expression)

    def __str__(self) -> str:
        return self.__name__

    def _describe_(self) -> str:
        return f"the {self.rank}-form {self.__name__}"

    def __call__(self, *fields: Operator | Structure) -> Value:
        if len(fields) != self.rank:
            raise ArityError(
                f"{describe(self)} takes {self.rank} vector field{'s' * (self.rank != 1)}, got {len(fields)}"
            )
        if self.rank == 1 and isinstance(fields[0], Structure):
            return type(fields[0])(map(self, fields[0]))
        return self.function(*(as_vector_field(v, self) for v in fields))

    def joined(self, operation: Any, other: FormField, label: Expression) -> FormField:
        return FormField(lambda *v: operation(self(*v), other(*v)), label, self.rank, self.chart or other.chart)

    def scaled(self, f: Any, label: Expression) -> FormField:
        if isinstance(f, Operator):
            raise GenericOperationError(f"a form is multiplied by numbers and functions, got {describe(f)}")
        if self.chart is not None:
            self.chart.check_coefficients([f], f"the form {scheme_text(label)}")
        return FormField(lambda *v: g.mul(f, self(*v)), label, self.rank, self.chart)


expression_of.add((FormField,), lambda w: w.expression)


declare_predicate(
    *("form-field?", FormField, "Is this a form field?", "d(x)", "d(x) * d(y)", "x"),
    given='x, y = R2_rect.coordinates("x y")',
    source="FDG 5",
)


as_form = instances(FormField, "a form field")


@public("1form-field?", python="is_one_form_field")
def is_one_form_field(value: object) -> bool:
    """Is this a one-form field?

    Scheme:  (1form-field? x)
    Source:  FDG 3
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> is_one_form_field(dx), is_one_form_field(wedge(dx, dy))
    (True, False)
    """
    return isinstance(value, FormField) and value.rank == 1


def as_one_form(value: Any, operation: str = CALLED) -> FormField:
    if not isinstance(value, FormField) or value.rank != 1:
        raise WrongTypeError(f"{operation} expects a one-form field, got {describe(value)}")
    return value


def entries_of(components: Any, n: int) -> list[Any]:
    if isinstance(components, (Structure, list)):
        parts = leaves(as_structure(components))
    elif callable(components):
        parts = [made_from((components,), lambda m, i=i: components(m)[i], f"component-{i}") for i in range(n)]
    else:
        parts = [components]
    if len(parts) != n:
        raise StructureError(f"{CALLED} expects {n} components, got {len(parts)}")
    return parts


def linear_over(kind: type, coefficients: Iterable[type], type_of: Callable[[Any], Any], wanted: str) -> None:
    """Declare sums of fields of one type, by their ``joined``, and products with coefficients, by their ``scaled``."""

    def declare_sum(operation: Any, head: Expression) -> None:
        @operation.on(kind, kind)
        def both(v: Any, w: Any) -> Any:
            if type_of(v) != type_of(w):
                raise StructureError(f"{operation.name} expects {wanted}, got {describe(v)} and {describe(w)}")
            return v.joined(operation, w, application(head, v.expression, w.expression))

    def multiple(f: Any, w: Any) -> Any:
        return w.scaled(f, application(Head.TIMES, label_of(f), w.expression))

    declare_sum(g.add, Head.PLUS)
    declare_sum(g.sub, Head.MINUS)
    g.negate.add((kind,), lambda w: multiple(-1, w))
    for coefficient in coefficients:
        g.mul.add((coefficient, kind), multiple)
        g.mul.add((kind, coefficient), lambda w, f: multiple(f, w))
        g.div.add((kind, coefficient), lambda w, f: multiple(g.invert(f), w))


linear_over(FormField, (ScalarKind, Procedure), lambda w: w.rank, "forms of one rank")


def _with_zero(operation: Any, x: Any, y: Any) -> Any:
    form, zero = (x, y) if isinstance(x, FormField) else (y, x)
    if not is_zero_number(zero):
        raise GenericOperationError(f"{operation.name} does not apply to {describe(x)} and {describe(y)}")
    return form if form is x else operation(form)


for _operation in (g.add, g.sub):
    for _types in ((FormField, ScalarKind), (FormField, Procedure), (ScalarKind, FormField), (Procedure, FormField)):
        _operation.add(_types, lambda x, y, operation=_operation: _with_zero(operation, x, y))

g.mul.add((FormField, Structure), lambda w, s: type(s)(g.mul(w, component) for component in s))
g.mul.add((Structure, FormField), lambda s, w: type(s)(g.mul(component, w) for component in s))


def contraction(chart: Chart, components: ManifoldFunction, name: str) -> FormField:
    components = chart.components(components, Down)

    def value(v: Operator) -> ManifoldFunction:
        product = g.mul(components, components_in(v, chart))
        return ManifoldFunction(product.function, lambda: f"({name} {name_of(v)})", product.charts)

    return FormField(value, symbol(name), 1, chart)


def coordinate_form_fields(chart: Chart, names: Any = None, mark: str = "d") -> tuple[FormField, ...]:
    forms = enumerate(chart.names_or(names))
    return tuple(contraction(chart, chart.unit(Down, i), mark + name) for i, name in forms)


@public("components->1form-field")
def components_to_1form_field(components: CoordinateFunction, system: Chart, name: Name = "form") -> FormField:
    """The one-form with these components, a function from coordinate tuples to down tuples.

    Scheme:  (components->1form-field components sys)
    Shapes:  components: up(n) -> down(n)
    Source:  FDG 3
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> components_to_1form_field(lambda q: down(-q[1], q[0]), R2_rect)(d_dy)(R2_rect.point(*symbols("a b")))
    a
    """
    check_callable(components, wanted="a function of coordinates")
    return contraction(system, on_chart(system, components, name_of(name), system.shaped), name_of(name))


@public("1form-field->components", python="one_form_field_to_components")
def one_form_field_to_components(w: FormField, system: Chart) -> Function:
    """The components of a one-form in a chart, as a function of the coordinates.

    Scheme:  ((1form-field->components w sys) coordinates)
    Shapes:  result: up(n) of coordinates -> down(n)
    Source:  FDG 3
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> one_form_field_to_components(dphi, R2_rect)(up(*symbols("a b")))
    (down (/ (* -1 b) (+ (expt a 2) (expt b 2))) (/ a (+ (expt a 2) (expt b 2))))
    """
    as_one_form(w)
    components = system.tuple_of(Down, map(w, coordinate_vector_fields(system)))
    return Function(lambda q: components(system.point(q)), f"(1form-field->components {name_of(w)} {system})")


@public("literal-1form-field")
def literal_1form_field(name: Name, system: Chart) -> FormField:
    """An unknown one-form, with the literal functions name_0, name_1, ... as components.

    Scheme:  (literal-1form-field 'w sys)
    Shapes:  result: one-form of n unknown components, functions of up(n)
    Source:  FDG 3
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> literal_1form_field("w", R2_rect)(d_dy)(R2_rect.point(*symbols("a b")))
    (w_1 (up a b))
    """
    parts = [literal_of_coordinates(system, f"{name}_{i}") for i in range(system.dimension)]
    return components_to_1form_field(
        lambda q: system.tuple_of(Down, (a(system.checked(q)) for a in parts)), system, name
    )


zero_form = FormField(lambda v: ZERO, symbol("ff:zero"))
register(
    "ff:zero",
    zero_form,
    doc="""The one-form that is zero everywhere.

    Scheme:  ((ff:zero v) m)
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> ((ff:zero d/dx) ((point R2-rect) (up 'a 'b)))
    ;Value: 0
    >>> ff_zero(R2_rect.vector_basis("x y")[0])(R2_rect.point(*symbols("a b")))
    0
""",
)


@public("ff:zero-like")
def ff_zero_like(w: FormField) -> FormField:
    """The zero form of the rank of a form.

    Shapes:  result: of the rank of w
    Source:  FDG 3
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> ff_zero_like(wedge(dx, dy))(d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    0
    """
    return FormField(lambda *v: ZERO, zero_form.expression, as_form(w).rank)


g.zero_like.add((FormField,), ff_zero_like)


@public("procedure->nform-field")
def procedure_to_nform_field(procedure: Multilinear, rank: int, name: Name = "unnamed-nform-field") -> Value:
    """The form of a rank with these values, an alternating function of vector fields; of rank 0 its only value.

    Scheme:  (procedure->nform-field proc n name)
    Shapes:  proc: n vector fields -> function on the manifold
    Source:  FDG 5
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> area = procedure_to_nform_field(lambda u, v: dx(u) * dy(v) - dx(v) * dy(u), 2, "area")
    >>> area, area(d_dx, d_dx + 3 * d_dy)(R2_rect.point(*symbols("a b")))
    (area, 3)
    """
    check_callable(procedure, wanted="a function")
    count(rank)
    return FormField(procedure, named(name), rank) if rank else procedure()


@public("procedure->1form-field", python="procedure_to_one_form_field")
def procedure_to_1form_field(procedure: Callable[[Any], Any], name: Name = "unnamed-1form-field") -> FormField:
    """The one-form with these values, a function of vector fields.

    Scheme:  (procedure->1form-field proc name)
    Shapes:  proc: vector field -> function on the manifold
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> procedure_to_one_form_field(lambda v: x * v(y))(d_dy)(R2_rect.point(*symbols("a b")))
    a
    """
    return procedure_to_nform_field(procedure, 1, name)  # type: ignore[no-any-return]


@public("coordinate-basis-1form-field", python="coordinate_basis_one_form_field")
def coordinate_basis_1form_field(system: Chart, name: Name, index: int | None = None) -> Value:
    """The coordinate one-form of an index, with a name; without an index the up tuple of all of them.

    Scheme:  (coordinate-basis-1form-field sys 'dx 0), (coordinate-basis-1form-field sys 'w)
    Shapes:  without an index, of a chart of one coordinate: its one-form
    Raises:  BadIndexError if there is no such coordinate
    Source:  FDG 3
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> dy = coordinate_basis_one_form_field(R2_rect, "dy", 1)
    >>> dy, dy(down(d_dx, d_dy))(R2_rect.point(*symbols("a b")))
    (dy, (down 0 1))
    >>> coordinate_basis_one_form_field(R2_rect, "w")(3 * d_dx + d_dy)(R2_rect.point(*symbols("a b")))
    (up 3 1)
    """
    return _coordinate_fields(coordinate_form_fields, system, name, index, Up)


@public("1form-field->basis-components", python="one_form_field_to_basis_components")
def one_form_field_to_basis_components(w: FormField, frame: Structure) -> Structure:
    """The values of a one-form on the fields of a frame, a tuple of functions on the manifold.

    Math:    w_i = w(e_i)
    Shapes:  result: down(n) of functions on the manifold
    Source:  FDG 4
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> one_form_field_to_basis_components(x * dy, down(d_dx, d_dy))(R2_rect.point(*symbols("a b")))
    (down 0 a)
    """
    return map_leaves(as_one_form(w), frame)


@public("basis-components->1form-field", python="basis_components_to_one_form_field")
def basis_components_to_1form_field(components: Structure, dual: Structure) -> FormField:
    """The one-form with these components, functions on the manifold, by a basis of one-forms.

    Math:    w = sum_i w_i e~i
    Shapes:  components: down(n) of functions on the manifold;  dual: up(n) of one-forms
    Raises:  StructureError unless there are as many components as forms
    Source:  FDG 4
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> basis_components_to_one_form_field(down(y, 2), up(d(x), d(y)))(d_dx)(R2_rect.point(*symbols("a b")))
    b
    """
    forms = [as_one_form(w) for w in leaves(dual)]
    parts = entries_of(components, len(forms))
    products = (application(Head.TIMES, label_of(c), w.expression) for c, w in zip(parts, forms, strict=True))
    label = application(Head.PLUS, *products)
    if forms and forms[0].chart is not None:
        forms[0].chart.check_coefficients(parts, f"the form {scheme_text(label)}")
    return FormField(lambda v: sum_of(g.mul(c, w(v)) for c, w in zip(parts, forms, strict=True)), label)
