"""Metrics: symmetric functions of two vector fields, how they are made, and their inverses.

Any function of two vector fields that is symmetric, and linear over the functions on the manifold, is a metric. Here
are those of the space around a chart, of an embedding, of given or unknown components, and a metric over a map.

Source: FDG 9
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.tape import replay
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.kinds import is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, as_index, literal_manifold_function, on_chart
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.form_field import FormField
from scmpy.geometry.manifold_function import ManifoldFunction, charts_of
from scmpy.geometry.manifold_maps import Map, form_field_to_form_field_over_map
from scmpy.geometry.metric_components import ROUNDING, Metric, components_of
from scmpy.geometry.spheres import S2_spherical
from scmpy.geometry.tensor import Tensor
from scmpy.geometry.typed import FORMS, VECTORS, FieldFunction
from scmpy.registry import public, register
from scmpy.structure.aliases import CoordinateFunction, Name, Values
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Down, Structure, Up, leaves, map_leaves
from scmpy.symbolic.expression import Expression, Symbol, symbol
from scmpy.symbolic.fold import subexpressions


def _symmetric(chart: Chart, entry: Callable[[Any, int, int], Any], name: str, parts: tuple[Any, ...] = ()) -> Tensor:
    """The metric with components entry(place, i, j), i <= j, in the coordinate basis of a chart."""
    n = chart.dimension

    def at(place: Any) -> list[Any]:
        values = {(i, j): entry(place, i, j) for i in range(n) for j in range(i, n)}
        return [values[min(i, j), max(i, j)] for i in range(n) for j in range(n)]

    return Tensor(coordinate_basis(chart), VECTORS, Components(chart, at, parts), name)


@public("embedding-map->metric-components")
def embedding_map_to_metric_components(n: int, embedding: CoordinateFunction) -> Function:
    """The components of the metric that an embedding in Euclidean space induces, as a function of the coordinates.

    Scheme:  ((embedding-map->metric-components n xi->rectangular) xi)
    Math:    g_ij = d_i x . d_j x
    Shapes:  embedding: up(n) -> up(m);  result: up(n) -> down(n) of down(n)
    Raises:  StructureError unless the map takes n coordinates; WrongTypeError unless n is an integer and the map a
             function
    Source:  FDG 9
    >>> from scmpy import *
    >>> embedding_map_to_metric_components(2, lambda q: up(q[0] * cos(q[1]), q[0] * sin(q[1]), 0))(up(3, 0))
    (down (down 1 0) (down 0 9))
    """
    if not isinstance(n, int) or not callable(embedding):
        raise WrongTypeError(
            f"embedding-map->metric-components expects a dimension and a map, got {describe(n)}, {describe(embedding)}"
        )

    def components(q: Any) -> Structure:
        slopes = D(embedding)(q)
        tangents = [leaves(x) for x in ([slopes] if n == 1 else slopes)]
        if len(tangents) != n:
            raise StructureError(f"embedding-map->metric-components expects {n} coordinates, got {len(tangents)}")
        values = {(i, j): dot(tangents[i], tangents[j]) for i in range(n) for j in range(i, n)}
        return Down(Down(values[min(i, j), max(i, j)] for j in range(n)) for i in range(n))

    return Function(components, "metric-components")


@public("coordinate-system->metric-components")
def coordinate_system_to_metric_components(system: Chart) -> Function:
    """The components of the metric of the space in which the points of a chart are represented.

    Scheme:  ((coordinate-system->metric-components sys) coordinates)
    Shapes:  result: up(n) of coordinates -> down(n) of down(n)
    Source:  FDG 9
    >>> from scmpy import *
    >>> simplify(coordinate_system_to_metric_components(R2_polar)(up(*symbols("r theta"))))
    (down (down 1 0) (down 0 (expt r 2)))
    """
    return embedding_map_to_metric_components(system.dimension, lambda q: system.to_manifold(system.checked(q)))


@public("coordinate-system->metric")
def coordinate_system_to_metric(system: Chart) -> Tensor:
    """The metric of the space in which the points of a chart are represented.

    Scheme:  (((coordinate-system->metric sys) u v) m)
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> simplify(coordinate_system_to_metric(R2_polar)(d_dphi, d_dphi)(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """
    return _embedded(system)


@lru_cache(maxsize=64)
def _embedded(chart: Chart) -> Tensor:
    """The metric of a chart, made once: its components are remembered with it."""
    components = coordinate_system_to_metric_components(chart)

    def at(place: Any) -> list[Any]:
        return leaves(components(chart.at(place)))

    return Tensor(coordinate_basis(chart), VECTORS, Components(chart, at), f"(metric {chart})")


@public("coordinate-system->inverse-metric")
def coordinate_system_to_inverse_metric(system: Chart) -> Tensor:
    """The inverse of the metric of the space in which the points of a chart are represented.

    Scheme:  (((coordinate-system->inverse-metric sys) w1 w2) m)
    Shapes:  result: (one-form, one-form) -> function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> simplify(coordinate_system_to_inverse_metric(R2_polar)(dphi, dphi)(R2_polar.point(*symbols("a b"))))
    (/ 1 (expt a 2))
    """
    metric = coordinate_system_to_metric(system)
    return metric_invert(metric, metric.basis)


def _sphere(place: Any, i: int, j: int) -> Any:
    return int(i == j) if j == 0 else 0 if i == 0 else g.square(g.sin(S2_spherical.at(place)[0]))


S2_metric = _symmetric(S2_spherical, _sphere, "S2-metric")
register(
    "S2-metric",
    S2_metric,
    doc="""The metric of the unit sphere.

    Scheme:  ((S2-metric u v) m)
    Math:    dtheta^2 + sin^2 theta dphi^2
    Source:  FDG 9
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> m = S2_spherical.point(*symbols("a b"))
    >>> S2_metric(d_dtheta, d_dtheta)(m), simplify(S2_metric(d_dphi, d_dphi)(m) - sin(symbols("a")) ** 2)
    (1, 0)
""",
)


@public("make-metric")
def make_metric(name: Name, system: Chart) -> Callable[[int, int], ManifoldFunction]:
    """The components of an unknown metric: the function of i and j with the literal functions name_ij as values.

    Scheme:  ((make-metric 'g sys) i j)
    Raises:  BadIndexError if there is no such coordinate
    Source:  FDG 9
    >>> from scmpy import *
    >>> make_metric("g", R2_rect)(1, 0)(R2_rect.point(*symbols("a b")))
    (g_01 (up a b))
    """
    n = system.dimension

    def entry(i: int, j: int) -> ManifoldFunction:
        first, last = sorted(as_index(index, n, "make-metric") for index in (i, j))
        return literal_manifold_function(f"{name}_{first}{last}", system)

    return entry


@public("literal-metric")
def literal_metric(name: Name, system: Chart) -> Tensor:
    """An unknown metric, with the literal functions name_00, name_01, ... as components.

    Scheme:  (literal-metric 'g sys)
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> literal_metric("g", R2_rect)(d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    (g_01 (up a b))
    """
    entry = make_metric(name, system)
    return _symmetric(system, lambda place, i, j: entry(i, j)(place), str(name))


def _square(components: Any, n: int) -> list[Any]:
    """The entries of n tuples of n components, or of a matrix, row after row."""
    array = components.rows if isinstance(components, Matrix) else components
    if getattr(array, "ndim", 0) > 1:  # of numpy: the components may be arrays themselves
        array = list(map(list, array))
    elif type(array).__module__.partition(".")[0] == "sympy":
        array = getattr(array, "tolist", list)()
    nested = isinstance(array, (Structure, list, tuple)) and all(isinstance(x, (Structure, list, tuple)) for x in array)
    if not nested or len(array) != n or any(len(row) != n for row in array):
        raise StructureError(f"components->metric expects {n} by {n} components, got {describe(components)}")
    return [entry for row in array for entry in row]


def _of_coordinates(components: Callable[[Any], Any], basis: Basis) -> Tensor:
    """The metric with the components that a function of the coordinates has as values."""
    chart, n = basis.chart, basis.dimension
    computed = Components(chart, lambda place: _square(components(chart.at(place)), n))
    return Tensor(basis, VECTORS, computed, name_of(components))


def _entry(component: Any, chart: Chart) -> Any:
    """A component; in an expression of SymPy's the symbols with the names of coordinates are the coordinates."""
    names, entry = chart.names_or(None), converted(component)
    found = subexpressions(entry) if entry is not component and isinstance(entry, Expression) else ()
    places = {x: names.index(x.name) for x in found if isinstance(x, Symbol) and x.name in names}

    def at(q: Any) -> Any:
        parts = leaves(q)
        return replay(entry, {x: parts[i] for x, i in places.items()})

    return on_chart(chart, at, str(entry)) if places else entry


@public("components->metric")
def components_to_metric(components: Values | CoordinateFunction, basis: AnyBasis) -> Tensor:
    """The metric with these components in a basis: functions on the manifold, or one function of the coordinates.

    They are a tuple of tuples, a list of lists, a matrix, or an array of numpy. In components of SymPy's the symbols
    that have the names of coordinates are the coordinates.

    Scheme:  (components->metric (down (down g_00 ...) ...) basis)
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  StructureError if their number is wrong or they are seen not to be symmetric
    Source:  FDG 9
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> g = components_to_metric(down(down(1, 0), down(0, r**2)), R2_polar.basis())
    >>> g(d_dr + d_dphi, d_dphi)(R2_polar.point(*symbols("a b")))
    (expt a 2)
    >>> sphere = embedding_map_to_metric_components(
    ...     2, lambda q: up(sin(q[0]) * cos(q[1]), sin(q[0]) * sin(q[1]), cos(q[0]))
    ... )
    >>> simplify(Ricci_scalar(components_to_metric(sphere, R2_rect), R2_rect)(up(*symbols("theta phi"))))
    2
    >>> import sympy
    >>> system = make_chart("rho phi")
    >>> g = components_to_metric(sympy.diag(1, sympy.Symbol("rho") ** 2), system)
    >>> Ricci_scalar(g, system)(system.point(*symbols("rho phi")))
    0
    """
    basis = as_basis(basis, "components->metric")
    n = basis.dimension
    if not isinstance(components, (Structure, Matrix, list)) and callable(components):
        return _of_coordinates(components, basis)
    entries = [_entry(component, basis.chart) for component in _square(components, n)]
    matrix = rows(entries, n)
    for i, j in itertools.combinations(range(n), 2):
        x, y = matrix[i][j], matrix[j][i]
        rounding = ROUNDING * max(
            (abs(z) for part in (x, y) for z in elements(part) if isinstance(z, float)), default=0
        )
        if any(abs(z) > rounding for z in elements(g.sub(x, y)) if is_number(z)):
            raise StructureError(f"components->metric expects symmetric components, got g_{i}{j} = {x}, g_{j}{i} = {y}")
    parts = [entry for entry in entries if callable(entry)]
    computed = Components(basis.chart, lambda place: [apply_value(entry, (place,)) for entry in entries], parts)
    return Tensor(basis, VECTORS, computed, "metric")


@public("metric->components")
def metric_to_components(metric: Metric, basis: AnyBasis) -> Structure:
    """The components of a metric in a basis, a down tuple of down tuples of functions on the manifold.

    Scheme:  ((metric->components g basis) m)
    Math:    g_ij = g(e_i, e_j)
    Shapes:  result: down(n) of down(n) of functions on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> simplify(metric_to_components(coordinate_system_to_metric(R2_polar), R2_polar.basis())(R2_polar.point(3, 0)))
    (down (down 1 0) (down 0 9))
    """
    e = as_basis(basis, "metric->components").vectors
    return map_leaves(lambda u: map_leaves(lambda v: metric(u, v), e), e)  # type: ignore[no-any-return]


@public("metric->inverse-components")
def metric_to_inverse_components(metric: Metric, basis: AnyBasis) -> Function:
    """The components of the inverse of a metric in a basis, up of up, as a function on the manifold.

    Scheme:  ((metric->inverse-components g basis) m)
    Shapes:  result: point -> up(n) of up(n)
    Raises:  DivisionByZeroError, when applied, where the metric is degenerate
    Source:  FDG 9
    >>> from scmpy import *
    >>> g = coordinate_system_to_metric(R2_polar)
    >>> simplify(metric_to_inverse_components(g, R2_polar.basis())(R2_polar.point(*symbols("a b"))))
    (up (up 1 0) (up 0 (/ 1 (expt a 2))))
    """
    basis = as_basis(basis, "metric->inverse-components")
    inverse = components_of(metric, basis, "metric->inverse-components").inverse
    n = basis.dimension
    return ManifoldFunction(
        lambda place: Up(map(Up, rows(inverse(place), n))), "inverse-components", charts_of((inverse,))
    )


@public("metric:invert")
def metric_invert(metric: Metric, basis: AnyBasis) -> Tensor:
    """The inverse of a metric, a function of two one-forms.

    Scheme:  (((metric:invert g basis) w1 w2) m)
    Math:    g^ij = g^-1(e~i, e~j)
    Shapes:  result: (one-form, one-form) -> function on the manifold
    Raises:  DivisionByZeroError, when applied, where the metric is degenerate
    Source:  FDG 9
    >>> from scmpy import *
    >>> g, (dr, dphi) = coordinate_system_to_metric(R2_polar), R2_polar.form_basis("r phi")
    >>> simplify(metric_invert(g, R2_polar.basis())(dphi, dphi)(R2_polar.point(*symbols("a b"))))
    (/ 1 (expt a 2))
    """
    basis = as_basis(basis, "metric:invert")
    inverse = components_of(metric, basis, "metric:invert").inverse
    return Tensor(basis, FORMS, inverse, f"(inverse {name_of(metric)})")


@public("metric-over-map")
def metric_over_map(mu: Map, metric: Metric) -> Function:
    """A metric on the target of a map as a function of vector fields over the map.

    Scheme:  ((metric-over-map mu g) u v)
    Math:    g_mu(u, v)(n) = g(u(n), v(n)) at mu(n)
    Shapes:  result: function of two vector fields over the map
    Source:  FDG 9
    >>> from scmpy import *
    >>> mu, (d_dt,) = literal_manifold_map("mu", R1_rect, R2_rect), R1_rect.vector_basis("t")
    >>> velocity = differential(mu)(d_dt)
    >>> metric_over_map(mu, coordinate_system_to_metric(R2_rect))(velocity, velocity)(R1_rect.point(symbols("t")))
    (+ (expt ((D mu^0) t) 2) (expt ((D mu^1) t) 2))
    """
    product = FormField(metric, symbol("metric"), 2)
    measured = form_field_to_form_field_over_map(mu)(product)
    return FieldFunction(measured, VECTORS, "metric-over-map")
