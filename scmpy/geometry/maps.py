"""Maps mu: N -> M between manifolds, and what they carry: functions, vectors and forms; Lie derivatives.

Functions and forms on M are pulled back to N. A vector field v on N becomes one over the map, which differentiates
functions on M at points of N: ((d mu) v)(f) = v(f o mu). Fields on M become such too, and a form over the map measures
them; to carry a field from one manifold to the other needs the inverse map. Source: FDG 6. Next: metric.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import Lie_derivative, Operator, commutator, label_of
from scmpy.errors import CALLED, ChartError, WrongTypeError, describe
from scmpy.generic.functions import Function, compose, made_from, name_of
from scmpy.generic.types import ScalarKind
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart, literal_of_coordinates
from scmpy.geometry.fields import Derivation, FormField, VectorField, as_form, as_vector_field, is_vector_field
from scmpy.geometry.manifold import ManifoldFunction, Point, charts_of
from scmpy.geometry.tensor import derivation, get_rank, of_each
from scmpy.registry import public
from scmpy.structure.tuples import Up, map_leaves
from scmpy.structure.types import Name
from scmpy.symbolic.expression import application, symbol

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
        return Derivation(lambda f: v(map_leaves(lambda part: _after(part, mu), f)), _label("d", mu, v))

    return over


def _after(f: Any, mu: Map) -> Any:
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
    return lambda f: map_leaves(lambda part: _after(part, mu), f)


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
    _as_map(inverse)
    return lambda f: map_leaves(lambda part: _after(part, inverse), f)


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
                return w(*(_extended(v, place, image) for v in fields))(image)

            return made_from((mu,), at, name_of(w))

        return FormField(measured, _label("form-field->form-field-over-map", mu, w), w.rank)

    return over


def _extended(v: Any, place: Any, image: Point) -> VectorField:
    """A field on the target that has everywhere the components that a field over the map has at a place."""
    chart = image.chart
    if not isinstance(chart, Chart):
        raise ChartError(f"{describe(image)} has no chart: vectors over the map have no components there")
    return VectorField(chart, chart.constant(v(chart.map)(place)), v.expression)


@public("basis->basis-over-map")
def basis_to_basis_over_map(mu: Map, basis: Basis) -> Basis:
    """A basis on the target of a map as a basis over the map.

    Scheme:  (basis->basis-over-map mu basis)
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


@Lie_derivative.on(Operator)
def _along_field(x: Operator) -> Operator:
    as_vector_field(x, "Lie-derivative")
    name = application(symbol("Lie-derivative"), x.expression)
    return derivation(x, lambda f, _: x(f), lambda y: commutator(x, y), name)
