"""Form fields: functions of vector fields, linear over the functions on the manifold.

A one-form applied to a vector field is a function on the manifold. Forms add, and are multiplied by functions; a
tuple of vector fields gives the tuple of the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operators import Operator, label_of
from scmpy.errors import CALLED, ArityError, GenericOperationError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, binary
from scmpy.generic.functions import Function, made_from, name_of
from scmpy.generic.settings import check_callable, instances
from scmpy.generic.types import Procedure, ScalarKind, Value, is_zero_number
from scmpy.geometry.chart import Chart, as_index, literal_of_coordinates, on_chart
from scmpy.geometry.manifold import ZERO, ManifoldFunction
from scmpy.geometry.vector_field import as_vector_field, components_in, coordinate_vector_fields
from scmpy.registry import Registered, public, register
from scmpy.render.scheme import scheme_text
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, map_leaves, sum_of
from scmpy.structure.types import CoordinateFunction, Name
from scmpy.symbolic.expression import MINUS, PLUS, TIMES, Expression, application, expression_of, symbol

# --- tensor factor ---------------------------------------------------------------------------------------------------
# What has tensor products: forms, and tensors as functions of fields. The product is declared here, and made above.

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
    """What has tensor products, written ``v @ w`` in Python."""

    __slots__ = ()

    def __matmul__(self, other: Any) -> Any:
        return tensor_product2(self, other)


class FormField(TensorFactor, Registered, Arithmetic):
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

    def __repr__(self) -> str:
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


expression_of.add((FormField,), lambda w: w.expression)


@public("form-field?")
def is_form_field(value: object) -> bool:
    """Is this a form field?

    Scheme:  (form-field? x)
    Source:  FDG 5
    >>> x, y = R2_rect.coordinates("x y")
    >>> is_form_field(d(x)), is_form_field(d(x) * d(y)), is_form_field(x)
    (True, True, False)
    """
    return isinstance(value, FormField)


#: The value, if it is a form field.
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
    """The value, if it is a one-form field."""
    if not isinstance(value, FormField) or value.rank != 1:
        raise WrongTypeError(f"{operation} expects a one-form field, got {describe(value)}")
    return value


def entries_of(components: Any, n: int) -> list[Any]:
    """The components of a field, a tuple of functions or a function whose values are tuples, one by one."""
    if isinstance(components, (Structure, list)):
        parts = leaves(as_structure(components))
    elif callable(components):
        parts = [made_from((components,), lambda m, i=i: components(m)[i], f"component-{i}") for i in range(n)]
    else:
        parts = [components]
    if len(parts) != n:
        raise StructureError(f"{CALLED} expects {n} components, got {len(parts)}")
    return parts


def _linear(operation: Any, head: Expression) -> None:
    """Sums of forms of one rank; an exact zero adds nothing."""

    @operation.on(FormField, FormField)
    def _both(v: FormField, w: FormField) -> FormField:
        if v.rank != w.rank:
            raise StructureError(f"{operation.name} expects forms of one rank, got {describe(v)} and {describe(w)}")
        label = application(head, v.expression, w.expression)
        return FormField(lambda *fields: operation(v(*fields), w(*fields)), label, v.rank, v.chart or w.chart)

    def with_zero(x: Any, y: Any) -> Any:
        form, zero = (x, y) if isinstance(x, FormField) else (y, x)
        if not is_zero_number(zero):
            raise GenericOperationError(f"{operation.name} does not apply to {describe(x)} and {describe(y)}")
        return form if form is x else operation(form)

    for types in ((FormField, ScalarKind), (FormField, Procedure), (ScalarKind, FormField), (Procedure, FormField)):
        operation.add(types, with_zero)


_linear(g.add, PLUS)
_linear(g.sub, MINUS)


def _coefficient(f: Any) -> Any:
    """What multiplies a form: a number or a function on the manifold."""
    if isinstance(f, Operator):
        raise GenericOperationError(f"a form is multiplied by numbers and functions, got {describe(f)}")
    return f


def _scaled(f: Any, w: FormField) -> FormField:
    label = application(TIMES, label_of(_coefficient(f)), w.expression)
    if w.chart is not None:
        w.chart.check_coefficients([f], f"the form {scheme_text(label)}")
    return FormField(lambda *v: g.mul(f, w(*v)), label, w.rank, w.chart)


@g.mul.on(FormField, Structure)
def _times_structure(w: FormField, s: Structure) -> Structure:
    return type(s)(g.mul(w, component) for component in s)


@g.mul.on(Structure, FormField)
def _structure_times(s: Structure, w: FormField) -> Structure:
    return type(s)(g.mul(component, w) for component in s)


for _type in (ScalarKind, Procedure):
    g.mul.add((_type, FormField), _scaled)
    g.mul.add((FormField, _type), lambda w, f: _scaled(f, w))
    g.div.add((FormField, _type), lambda w, f: _scaled(g.invert(_coefficient(f)), w))


@g.negate.on(FormField)
def _negative(w: FormField) -> FormField:
    return FormField(lambda *v: g.negate(w(*v)), application(TIMES, -1, w.expression), w.rank, w.chart)


def contraction(chart: Chart, components: ManifoldFunction, name: str) -> FormField:
    """The one-form with these components in a chart, a function on the manifold."""
    components = chart.components(components, Down)

    def value(v: Operator) -> ManifoldFunction:
        product = g.mul(components, components_in(v, chart))
        return ManifoldFunction(product.function, lambda: f"({name} {name_of(v)})", product.charts)

    return FormField(value, symbol(name), 1, chart)


def coordinate_form_fields(chart: Chart, names: Any = None) -> tuple[FormField, ...]:
    """The one-forms dx of the coordinates x of a chart."""
    forms = enumerate(chart.names_or(names))
    return tuple(contraction(chart, chart.unit(Down, i), f"d{name}") for i, name in forms)


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

    Scheme:  (ff:zero-like w)
    Shapes:  result: of the rank of w
    Source:  FDG 3
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> ff_zero_like(wedge(dx, dy))(d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    0
    """
    return FormField(lambda *v: ZERO, zero_form.expression, as_form(w).rank)


g.zero_like.add((FormField,), ff_zero_like)


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
    n, text = system.dimension, str(name)

    def form(i: int, label: str) -> FormField:
        return contraction(system, system.unit(Down, i), label)

    if index is not None:
        return form(as_index(index, n), text)
    return form(0, text) if n == 1 else Up(form(i, f"{text}^{i}") for i in range(n))


@public("1form-field->basis-components", python="one_form_field_to_basis_components")
def one_form_field_to_basis_components(w: FormField, frame: Structure) -> Structure:
    """The values of a one-form on the fields of a frame, a tuple of functions on the manifold.

    Scheme:  (1form-field->basis-components w frame)
    Math:    w_i = w(e_i)
    Shapes:  result: down(n) of functions on the manifold
    Source:  FDG 4
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> ((1form-field->basis-components (* x dy) (down d/dx d/dy)) ((point R2-rect) (up 'a 'b)))
    ;Value: (down 0 a)
    >>> x, y = R2_rect.coordinates("x y")
    >>> frame = down(*R2_rect.vector_basis("x y"))
    >>> one_form_field_to_basis_components(x * d(y), frame)(R2_rect.point(*symbols("a b")))
    (down 0 a)
    """
    return map_leaves(as_one_form(w), frame)


@public("basis-components->1form-field", python="basis_components_to_one_form_field")
def basis_components_to_1form_field(components: Structure, dual: Structure) -> FormField:
    """The one-form with these components, functions on the manifold, by a basis of one-forms.

    Scheme:  (basis-components->1form-field components dual)
    Math:    w = sum_i w_i e~i
    Shapes:  components: down(n) of functions on the manifold;  dual: up(n) of one-forms
    Raises:  StructureError unless there are as many components as forms
    Source:  FDG 4
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> basis_components_to_one_form_field(down(y, 2), up(d(x), d(y)))(d_dx)(R2_rect.point(*symbols("a b")))
    b
    """
    forms = [as_one_form(w) for w in leaves(dual)]
    parts = entries_of(components, len(forms))
    products = (application(TIMES, label_of(c), w.expression) for c, w in zip(parts, forms, strict=True))
    label = application(PLUS, *products)
    if forms and forms[0].chart is not None:
        forms[0].chart.check_coefficients(parts, f"the form {scheme_text(label)}")
    return FormField(lambda v: sum_of(g.mul(c, w(v)) for c, w in zip(parts, forms, strict=True)), label)
