"""Metrics, symmetric functions of two vector fields that are linear over the functions: made, inverted, magnitudes.

Here are those of the space around a chart, of an embedding, of given or unknown components, and a metric over a map.
Source: FDG 9. Next: connection.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from scmpy.boundary import checks
from scmpy.calculus.derivative import D, Operator
from scmpy.calculus.dual_numbers import Differential
from scmpy.calculus.jet import traced
from scmpy.errors import ChartError, DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements, is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.types import Values, is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import (
    ACCENTED,
    Chart,
    Components,
    array,
    as_index,
    as_text,
    carried_out,
    dot,
    literal_manifold_function,
    named,
    of_coordinates,
    on_chart,
    plain_name,
    rows,
    shorter,
    spelled,
    symmetric,
    typical_point,
)
from scmpy.geometry.equivalence import magnitude, sign_or_zero, vanishes
from scmpy.geometry.fields import FormField, as_one_form
from scmpy.geometry.manifold import ManifoldFunction, charts_of
from scmpy.geometry.standard_manifolds import S2_spherical, make_chart
from scmpy.geometry.tensor import (
    FORMS,
    VECTORS,
    FieldFunction,
    Map,
    Tensor,
    as_tensor,
    form_field_to_form_field_over_map,
)
from scmpy.registry import public, register
from scmpy.render.latex import tex
from scmpy.render.notation import GREEK, infix
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, leaves, map_leaves, sum_of
from scmpy.structure.types import CoordinateFunction, Name
from scmpy.symbolic.arithmetic import OPERATION_OF
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.ball_arithmetic import is_surely_not_zero
from scmpy.symbolic.expression import Expression, Head, Symbol, application, expression_of, subexpressions, symbol
from scmpy.symbolic.real_numbers import exact_decimals
from scmpy.symbolic.ring import is_finite
from scmpy.symbolic.simplify import reduced

# --- metric components -----------------------------------------------------------------------------------------------
# What a metric gives in a basis: its components, their inverse, the volume, and the symbols of its connection.
#
#     2 Gamma_kji = e_k(g_ij) + e_j(g_ik) - e_i(g_jk) + g([e_k, e_j], e_i) - g([e_k, e_i], e_j) - g([e_j, e_i], e_k)
#
# with the direction k first; Gamma_kj^i = sum_m g^im Gamma_kjm. All of it is computed when first asked for, once for
# a metric and a basis. The metric is symmetric; in a coordinate basis, where the commutators vanish, the symbols are
# so in k and j: what follows by symmetry is not computed. Floats among the parameters of a metric are the decimals that
# they are written as: what is computed with them, the curvature, cancels as with letters, and is exact.

Metric = Callable[[Any, Any], Any]

#: Components that should be the same may differ by so much of the largest one.
ROUNDING = 1e-6


def _differ(x: Any, y: Any, tolerance: float) -> bool:
    difference = g.sub(x, y)
    if is_array(difference):
        return any(_differ(x, 0, tolerance) for x in elements(difference))
    if is_number(difference):
        return bool(abs(difference) > tolerance)
    return isinstance(difference, Expression) and is_surely_not_zero(difference)


def is_rounding(x: Any) -> bool:
    """Is a scalar proved to be zero, or a number that rounding leaves of a difference from 1?"""
    return abs(x) <= ROUNDING if is_number(x) else vanishes(x)


def _greatest(values: Iterable[Any]) -> Any:
    return max((abs(x) for value in values for x in elements(value) if is_number(x)), default=0)


@checks("Metric")
def as_metric(value: Any, operation: str) -> Metric:
    if callable(value) and not isinstance(value, FormField | Operator | Structure | Matrix):
        return value  # type: ignore[no-any-return]
    raise WrongTypeError(f"{operation} expects a metric, a function of two vector fields, got {no_metric(value)}")


def no_metric(value: Any) -> str:
    hint = ""
    if isinstance(value, FormField) and value.rank == 2:
        hint = ", which is antisymmetric: the symmetric product is (tensor-product2 dx dx), in Python dx @ dx"
    elif isinstance(value, Structure | Matrix | list):
        hint = ": (components->metric components basis) makes one of components"
    return describe(value) + hint


class MetricComponents:
    def __init__(self, metric: Metric, basis: Basis) -> None:
        self.metric, self.name = metric, name_of(metric)
        self.basis, n = basis, basis.dimension
        e = leaves(basis.vectors)
        upper = {(i, j): metric(e[i], e[j]) for i in range(n) for j in range(i, n)}
        transposed = {(i, j): metric(e[j], e[i]) for i, j in upper if i < j}
        parts = [entry for entry in upper.values() if callable(entry)]
        self._is_linear = False  # as far as is known

        def at(place: Any) -> list[Any]:
            values = {pair: apply_value(entry, (place,)) for pair, entry in upper.items()}
            coordinates = leaves(basis.chart.at(place))
            if not any(isinstance(x, Differential) for x in coordinates):
                for (i, j), x in values.items():
                    if isinstance(x, (float, complex)) and not is_finite(x):
                        raise DomainError(f"the metric {self.name} is {x} of {name_of(e[i])}, {name_of(e[j])}")
                basis.chart.check_coefficients(values.values(), f"the metric {self.name}", basis.chart.at(place))
                self._check_symmetry(values, {pair: apply_value(entry, (place,)) for pair, entry in transposed.items()})
                if not self._is_linear:
                    self._check_linearity(metric, values, place)
            if all(isinstance(x, Expression) for x in coordinates):
                values = {pair: exact_decimals(x) for pair, x in values.items()}
            return symmetric(n, lambda i, j: values[i, j])

        self.lower = Components(basis.chart, at, parts)

    def _check_linearity(self, metric: Metric, values: dict[tuple[int, int], Any], place: Any) -> None:
        """Raise an error unless the metric is linear at the first place where it is asked for.

        It is looked at with 2 e_0 + 3 e_1 + 4 e_2 + ... as the first argument; what is symmetric is linear in both.
        """
        e = leaves(self.basis.vectors)
        mixed = sum_of(g.mul(i + 2, v) for i, v in enumerate(e))
        for j, v in enumerate(e):
            terms = [g.mul(i + 2, values[min(i, j), max(i, j)]) for i in range(len(e))]
            size = _greatest(terms)
            value = apply_value(metric(mixed, v), (place,))
            if _differ(value, sum_of(terms), size * ROUNDING):
                raise StructureError(
                    f"the metric {self.name} is not linear: of {name_of(mixed)}, {name_of(v)} it is {value}, "
                    f"the sum of its values is {sum_of(terms)}"
                )
        self._is_linear = True

    def _check_symmetry(self, values: dict[tuple[int, int], Any], transposed: dict[tuple[int, int], Any]) -> None:
        size = _greatest(values.values())
        for (i, j), y in transposed.items():
            x = values[i, j]
            if x is not y and _differ(x, y, size * ROUNDING):
                e = [name_of(v) for v in leaves(self.basis.vectors)]
                raise StructureError(
                    f"the metric {self.name} is not symmetric: of {e[i]}, {e[j]} it is {x}, of {e[j]}, {e[i]} it is {y}"
                )

    def _matrix(self, place: Any) -> linear.Rows:
        return tuple(map(tuple, rows(self.lower(place), self.basis.dimension)))

    def _degenerate(self) -> DivisionByZeroError:
        return DivisionByZeroError(f"the metric {self.name} is degenerate in {describe(self.basis)}")

    @cached_property
    def inverse(self) -> Components:
        n = self.basis.dimension

        def at(place: Any) -> list[Any]:
            self.basis.chart.regular(self.basis.chart.at(place))
            matrix = self._matrix(place)
            try:
                inverse = linear.inverse(matrix)
            except ZeroDivisionError:
                raise self._degenerate() from None
            return symmetric(n, lambda i, j: inverse[i][j])

        return Components(self.basis.chart, at, (self.lower,))

    @cached_property
    def upper(self) -> Components:
        """g^ij with its arithmetic carried out: shorter to differentiate than the quotients of minors.

        The symbols of the connection are made of those, whose order of factors is that in which they are printed.
        """
        inverse = self.inverse
        return Components(self.basis.chart, lambda place: shorter(inverse(place)), (inverse,))

    @cached_property
    def determinant(self) -> Components:
        def at(place: Any) -> list[Any]:
            self.basis.chart.regular(self.basis.chart.at(place))
            value = carried_out(linear.determinant(self._matrix(place)))
            if vanishes(value):
                raise self._degenerate()
            return [value]

        return Components(self.basis.chart, at, (self.lower,))

    @cached_property
    def volume(self) -> Components:
        determinant = self.determinant
        return Components(self.basis.chart, lambda place: [g.sqrt(magnitude(determinant(place)[0]))], (determinant,))

    @cached_property
    def divergences(self) -> Components:
        """The divergence of every field of the basis, e_k(G)/2G - sum_i c^i_ki with the determinant G."""
        basis, n = self.basis, self.basis.dimension
        determinant, brackets = self.determinant, basis.brackets
        slopes = determinant.along(basis.frame)

        def at(place: Any) -> list[Any]:
            twice = g.mul(2, determinant(place)[0])
            growth = [x if is_exact_zero(x) else g.div(x, twice) for x in slopes(place)]
            if brackets is None:
                return growth
            turning = [sum_of(c[i][i] for i in range(n)) for c in array(brackets(place), n, 3)]
            return list(map(g.sub, growth, turning))

        return Components(basis.chart, at, (determinant,))

    @cached_property
    def symbols_1(self) -> Components:
        basis, n = self.basis, self.basis.dimension
        derivatives, brackets = self.lower.along(basis.frame), basis.brackets

        def at(place: Any) -> list[Any]:
            slope, matrix = array(derivatives(place), n, 3), rows(self.lower(place), n)
            c = array(brackets(place), n, 3) if brackets else None

            def bracket(i: int, j: int, k: int) -> Any:
                return 0 if c is None else dot(c[i][j], matrix[k])

            def entry(k: int, j: int, i: int) -> Any:
                value = g.sub(g.add(slope[k][i][j], slope[j][i][k]), slope[i][j][k])
                if c is not None:
                    value = g.sub(g.sub(g.add(value, bracket(k, j, i)), bracket(k, i, j)), bracket(j, i, k))
                return value if is_exact_zero(value) else g.mul(Fraction(1, 2), value)

            return [x for row in symmetric(n, lambda k, j: [entry(k, j, i) for i in range(n)], c is None) for x in row]

        return Components(basis.chart, at, (self.lower,))

    @cached_property
    def symbols_2(self) -> Components:
        n, first, in_coordinates = self.basis.dimension, self.symbols_1, self.basis.brackets is None

        def at(place: Any) -> list[Any]:
            inverse, lower = rows(self.inverse(place), n), array(first(place), n, 3)

            def raised(k: int, j: int) -> list[Any]:
                return [dot(row, lower[k][j]) for row in inverse]

            return [x for row in symmetric(n, raised, in_coordinates) for x in row]

        return Components(self.basis.chart, at, (first, self.inverse))


def components_of(metric: Metric, basis: Basis | Chart, operation: str) -> MetricComponents:
    return _components(as_metric(metric, operation), as_basis(basis, operation))


@lru_cache(maxsize=64)
def _components(metric: Metric, basis: Basis) -> MetricComponents:
    return MetricComponents(metric, basis)


def _symmetric(chart: Chart, entry: Callable[[Any, int, int], Any], name: str) -> Tensor:
    def at(place: Any) -> list[Any]:
        return symmetric(chart.dimension, lambda i, j: entry(place, i, j))

    return Tensor(coordinate_basis(chart), VECTORS, Components(chart, at), name)


@public("embedding-map->metric-components")
def embedding_map_to_metric_components(n: int, embedding: CoordinateFunction) -> Function:
    """The components of the metric that an embedding in Euclidean space induces, as a function of the coordinates.

    Scheme:  ((embedding-map->metric-components n xi->rectangular) xi)
    Math:    g_ij = d_i x . d_j x
    Shapes:  embedding: up(n) -> up(m);  result: up(n) -> down(n) of down(n)
    Raises:  StructureError unless the map takes n coordinates; WrongTypeError unless n is an integer and the map a
             function
    Source:  FDG 9
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
        return Down(map(Down, rows(symmetric(n, lambda i, j: dot(tangents[i], tangents[j])), n)))

    return Function(components, "metric-components")


@public("coordinate-system->metric-components")
def coordinate_system_to_metric_components(system: Chart) -> Function:
    """The components of the metric of the space in which the points of a chart are represented.

    Scheme:  ((coordinate-system->metric-components sys) coordinates)
    Shapes:  result: up(n) of coordinates -> down(n) of down(n)
    Source:  FDG 9
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
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> simplify(coordinate_system_to_metric(R2_polar)(d_dphi, d_dphi)(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """
    return _embedded(system)


@lru_cache(maxsize=64)
def _embedded(chart: Chart) -> Tensor:
    components = coordinate_system_to_metric_components(chart)
    computed = Components(chart, lambda place: leaves(components(chart.at(place))))
    return Tensor(coordinate_basis(chart), VECTORS, computed, f"(metric {chart})")


@public("coordinate-system->inverse-metric")
def coordinate_system_to_inverse_metric(system: Chart) -> Tensor:
    """The inverse of the metric of the space in which the points of a chart are represented.

    Scheme:  (((coordinate-system->inverse-metric sys) w1 w2) m)
    Shapes:  result: (one-form, one-form) -> function on the manifold
    Source:  FDG 9
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> simplify(coordinate_system_to_inverse_metric(R2_polar)(dphi, dphi)(R2_polar.point(*symbols("a b"))))
    (/ 1 (expt a 2))
    """
    metric = coordinate_system_to_metric(system)
    return metric_invert(metric, metric.basis)


def _sphere_entry(place: Any, i: int, j: int) -> Any:
    return int(i == j) if j == 0 else 0 if i == 0 else g.square(g.sin(S2_spherical.at(place)[0]))


S2_metric = _symmetric(S2_spherical, _sphere_entry, "S2-metric")
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
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> literal_metric("g", R2_rect)(d_dy, d_dx)(R2_rect.point(*symbols("a b")))
    (g_01 (up a b))
    """
    entry = make_metric(name, system)
    return _symmetric(system, lambda place, i, j: entry(i, j)(place), str(name))


def _square(components: Any, n: int) -> list[Any]:
    array = components.rows if isinstance(components, Matrix) else components
    if getattr(array, "ndim", 0) > 1:  # of numpy: the components may be arrays themselves
        array = list(map(list, array))
    elif type(array).__module__.partition(".")[0] == "sympy":
        array = getattr(array, "tolist", list)()
    nested = isinstance(array, (Structure, list, tuple)) and all(isinstance(x, (Structure, list, tuple)) for x in array)
    if not nested or len(array) != n or any(len(row) != n for row in array):
        raise StructureError(f"components->metric expects {n} by {n} components, got {describe(components)}")
    return [entry for row in array for entry in row]


def _entry(component: Any, chart: Chart) -> Any:
    names, entry = chart.names_or(None), converted(component)
    found = subexpressions(entry) if entry is not component and isinstance(entry, Expression) else ()
    places = {x: names.index(x.name) for x in found if isinstance(x, Symbol) and x.name in names}

    def at(q: Any) -> Any:
        parts = leaves(q)
        return traced(entry, {x: parts[i] for x, i in places.items()})

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
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
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
        computed = Components(basis.chart, lambda place: _square(components(basis.chart.at(place)), n))
        return Tensor(basis, VECTORS, computed, name_of(components))
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


# --- line elements ---------------------------------------------------------------------------------------------------
# Metrics as they are written, ds^2 = g_ij dx^i dx^j, of a coframe, and carried back by a map; their signature.

_WORD = rf"(?:\\?(?:var)?(?:{'|'.join(sorted(GREEK, key=len, reverse=True))})|[^\W\d_])(?:\d+|_\{{\w+\}}|_\w+)?"
_NAME = rf"(?:{ACCENTED}|\\?[A-Za-z]+|[^\W\d_])(?:\d+|_\{{\w+\}}|_\w+)?"
_SQUARED = r"\s*\^\s*\{?\s*2\s*\}?"
_INDEX = r"(?:_\{?\(?(\d+)\)?\}?)?"
_DIFFERENTIAL = re.compile(rf"(?<![A-Za-z\\_])d\s*({_NAME})(?![\w(])")
_JOINED = re.compile(rf"(?<![A-Za-z\\_])(?:d{_WORD}){{2,}}(?![\w(])")
_SPHERE = re.compile(rf"d\s*(?:Ω|\\?Omega)\s*{_INDEX}{_SQUARED}{_INDEX}")
_LEFT = re.compile(rf"\s*(?:(?:c{_SQUARED}[\s*]*)?d\s*{_NAME}{_SQUARED}|{_NAME}|g_.*d\s*x\^.*d\s*x\^.*)\s*")
_APPLIED = re.compile(r"([^\W\d_]\w*)(?:\^(?:\{[^{}()]*\}|-?\d+))?\(([^()]*)\)")
_PRIMED = re.compile(rf"d\s*({_WORD})\s*'")
_RADIUS = re.compile(r"(?<![^\W\d_])([^\W\d_])([A-Za-z])(?![\w(])")
_SECOND = re.compile(rf"⊗\s*(\([^()]*\)|d\s*{_NAME})")
_SIGNS = {"+": "plus", "-": "minus"}
_PLAIN = {  # what surrounds formulas in papers, an upright d, braces behind it, digits above and below
    r"(?<!\\)\\[][]|[$&]|\\(?:begin|end)\{(?:equation|align|gather|eqnarray|multline)\*?\}": lambda _: " ",
    r"\{\\(?:rm|mathrm)\s*(?:d|\{\s*d\s*\})\s*\}|\\(?:mathrm|rm|text|operatorname)(?:\s*\{\s*d\s*\}|\s+d\b)(?:\\!)?"
    r"|\\dd(?![A-Za-z])": lambda _: " d",
    r"(?<![A-Za-z\\_])d\s*\{\s*(\\?\w+)\s*\}": lambda x: f" d{x[1]}",
    r"⁻?[⁰¹²³⁴-⁹]+": lambda x: f"^{{{unicodedata.normalize('NFKC', x[0]).replace('−', '-')}}}",
    r"[₀-₉]+": lambda x: f"_{unicodedata.normalize('NFKC', x[0])}",
    r"′|\^\{?\s*\\prime\s*(\d*)\s*\}?": lambda x: f"'^{x[1]}" if x[1] else "'",
    r"(?:_|(?=\*\s*\^))\{?\s*(\*|\\ast|\\star|[+-])\s*\}?": lambda x: f"_{{{_SIGNS.get(x[1], 'star')}}}",
    rf"(?<=[A-Za-z])(?=d(?:{'|'.join(GREEK)}|[α-ω])(?![A-Za-z]))": lambda _: " ",
    rf"(d\s*{_NAME})\s*\(x\)(?=\s*d)": lambda x: f"{x[1]} ⊗",
    r"\\otimes(?![A-Za-z])": lambda _: "⊗",
}


def _sphere(found: re.Match[str]) -> str:
    if {found[1], found[2]} - {None, "2"}:
        raise StructureError(
            f"metric-from-line-element: {found[0]} is not known, dOmega^2 is that of the sphere of two dimensions; "
            "others are written by the differentials of their angles"
        )
    in_tex = "\\" in found.string
    return r"(d\theta^2 + \sin(\theta)^2 d\phi^2)" if in_tex else "(dtheta^2 + sin(theta)^2 dphi^2)"


def _right_side(text: str) -> str:
    """A quadratic form with its differentials as d and a name, each apart from the others."""
    for pattern, meant in _PLAIN.items():
        text = re.sub(pattern, meant, text)
    *left, body = re.split(r":?=|≡|\\equiv(?![A-Za-z])", text)
    for part in left:
        if not _LEFT.fullmatch(part):
            raise StructureError(
                f"metric-from-line-element: before = stands ds^2, or the name of a metric, not {part.strip()}"
            )
    for name in {*_PRIMED.findall(body)}:
        primed, letter = symbol(f"{plain_name(name)}prime"), re.escape(name)
        body = re.sub(rf"d\s*{letter}\s*'", f" d{primed}", body)
        shown = tex(primed).replace("\\", r"\\") if "\\" in body else str(primed)
        body = re.sub(rf"(?<![A-Za-z\\]){letter}\s*'", f" {shown}", body)
    return _JOINED.sub(lambda x: re.sub(rf"d({_WORD})", r" d\1", x[0]), _SPHERE.sub(_sphere, body))


@public("metric-from-line-element")
def metric_from_line_element(
    text: str, system: Chart | None = None, signature: Name | None = None, parameters: Values | str | None = None
) -> Tensor:
    r"""The metric that a text gives as papers write it, in infix notation or LaTeX: -f(r) dt^2 + dr^2/f(r) + ...

    Without a chart there is one made of the coordinates whose differentials occur, in their order: that of the metric's
    ``basis``. f(r), a(t), H(u, x, y) of coordinates are unknown functions; dOmega^2 is dtheta^2 + sin^2(theta) dphi^2.
    A coordinate or R with a letter that is nothing else there, as in 1 - rs/r, is one name; r s is a product. Products
    may be written dt (x) dr, dt ⊗ dr, coordinates r', r_* and constants r_+. The signature, as in "-+++", is checked.

    Scheme:  (metric-from-line-element text), (metric-from-line-element text sys "-+++" parameters)
    Math:    ds^2 = g_ij dx^i dx^j
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError for what is no text, SyntaxError_ for what is no formula; ChartError for differentials that
             the chart has not; StructureError for what is not quadratic in the differentials;
             DivisionByZeroError for a degenerate metric; DomainError for another signature, and if it is not decided
    Source:  Misner, Thorne, Wheeler, Gravitation, box 2.4
    1 ]=> (define g (metric-from-line-element "-(1 - 2M/r) dt^2 + dr^2/(1 - 2M/r) + r^2 dOmega^2" spacetime-sphere))
    1 ]=> ((Ricci-scalar g spacetime-sphere) ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    ;Value: 0
    >>> g = metric_from_line_element("ds^2 = -dt^2 + a(t)^2 (dx^2 + dy^2 + dz^2)")
    >>> Ricci_scalar(g, g.basis)(up(*symbols("t x y z")))
    (/ (+ (* 6 (((expt D 2) a) t) (a t)) (* 6 (expt ((D a) t) 2))) (expt (a t) 2))
    >>> metric_from_line_element(r"d\theta^2 + \sin^2\theta\, d\varphi^2")
    metric = dθ² + sin²(θ) dφ²
    2 of 4 components are not zero, 2 independent (symmetric in 1 2)
    g_θθ = 1
    g_φφ = sin²(θ)
    """
    from scmpy.reading.formulas import formula

    body = _right_side(as_text(text, "metric-from-line-element"))
    found = {spelled(x): plain_name(x) for x in _DIFFERENTIAL.findall(body)}
    if system is None:
        if not found:
            raise StructureError(f"metric-from-line-element: there are no differentials, such as dt^2, in {text!r}")
        system = make_chart(tuple(found.values()))
    names = [*map(spelled, system.names_or(None))]
    if others := [x for x in found if x not in names]:
        raise ChartError(
            f"metric-from-line-element: d{others[0]} is no differential of the coordinates {' '.join(names)}"
        )
    mark = tex if "\\" in body else str

    def differentials(letter: str, part: str) -> str:
        return _DIFFERENTIAL.sub(lambda x: f" {mark(symbol(letter + spelled(x[1])))} ", part)

    body = differentials("d", _SECOND.sub(lambda x: differentials("D", x[1]), body))
    form = _without_products(formula(body, reference=_reference(body, names, parameters)), names)
    entries = _quadratic_form(form, names)
    operands = {x for node in subexpressions(expression_of(Up(entries))) for x in getattr(node, "operands", ())}
    for x in operands:
        if getattr(x, "operator", None) is Head.D:
            raise StructureError(
                f"metric-from-line-element: {infix(x)} is a function, its value has places, as f'(r) has"
            )
    for marked, plain in ((x, re.sub("_star$|prime$", "", x)) for x in names):
        if plain not in names and symbol(plain) in operands:
            raise StructureError(
                f"metric-from-line-element: {plain} is no coordinate, as {marked} is; a function is {plain}({marked})"
            )

    values = of_coordinates(Up(entries), map(symbol, names))
    components = Components(system, lambda place: leaves(values(system.at(place))))
    metric = Tensor(coordinate_basis(system), VECTORS, components, "metric")
    if vanishes(linear.determinant(tuple(map(tuple, rows(entries, len(names)))))):
        raise DivisionByZeroError(f"metric-from-line-element: the metric {text} is degenerate in {' '.join(names)}")
    return metric if signature is None else _checked_signature(metric, str(signature))


def _reference(text: str, names: Sequence[str], parameters: Any) -> list[Any]:
    """What the names in a line element stand for: coordinates, differentials, unknown functions of coordinates."""
    known: list[Any] = [symbol(x) for name in names for x in (name, f"d{name}", f"D{name}")]
    given = parameters.replace(",", " ").split() if isinstance(parameters, str) else list(parameters or ())
    alone = {*map(str, given), *names, *re.findall(r"(?<![^\W\d_])[A-Za-z](?![^\W\d_])", text), *"cGMm"}
    radii = [x[0] for x in _RADIUS.finditer(text) if x[1] in {*names, "R"} and x[2] not in alone and "\\" not in text]
    known += map(symbol, dict.fromkeys([*map(str, given), *radii]))
    for head, operands in _APPLIED.findall(text):
        places = [spelled(x.strip()) for x in operands.split(",")]
        if symbol(head) in OPERATION_OF or head in {*names, *map(str, given)} or not all(map(str.isidentifier, places)):
            continue
        if others := {*places}.difference(names, map(str, given)):
            raise StructureError(
                f"metric-from-line-element: {head}({operands}) is no function of coordinates, as {others.pop()} is "
                "none; a product has a space or *, a parameter is given as one"
            )
        known.append(application(symbol(head), *map(symbol, places)))
    return known


def _without_products(form: Any, names: Sequence[str]) -> Any:
    """A form with dx for the second factors Dx of its tensor products, the sum of which is symmetric."""
    first, second = ([symbol(f"{letter}{x}") for x in names] for letter in "dD")
    swapped: dict[Expression, Any] = dict(zip((*first, *second), (*second, *first), strict=True))
    products = g.sub(form, traced(form, {x: g.negate(x) for x in second}))
    if not vanishes(g.sub(products, traced(products, swapped))):
        raise StructureError("metric-from-line-element: the sum of products ⊗ is not symmetric, as dt⊗dr + dr⊗dt is")
    return traced(form, {x: swapped[x] for x in second})


def _quadratic_form(form: Any, names: Sequence[str]) -> list[Any]:
    """The coefficients g_ij of an expression that is quadratic in the differentials, row after row."""
    d = [symbol(f"d{x}") for x in names]

    def of(chosen: Iterable[int]) -> Any:
        return traced(form, {x: int(i in {*chosen}) for i, x in enumerate(d)}) if isinstance(form, Expression) else form

    indices = range(len(d))
    squares = [of([i]) for i in indices]
    entries = [
        squares[i] if i == j else g.div(g.sub(of([i, j]), g.add(squares[i], squares[j])), 2)
        for i in indices
        for j in indices
    ]
    total = sum_of(g.mul(x, g.mul(d[k // len(d)], d[k % len(d)])) for k, x in enumerate(entries))
    rest = reduced(g.sub(form, total))
    if not vanishes(rest):
        terms = form.operands if getattr(form, "operator", None) is Head.PLUS else (form,)
        wrong = [x for x in terms if not vanishes(g.sub(traced(x, {y: g.mul(2, y) for y in d}), g.mul(4, x)))]
        raise StructureError(
            f"metric-from-line-element expects what is quadratic in {' '.join(map(str, d))}, "
            f"as dt^2 or dt dr are; {infix(sum_of(wrong) if wrong else rest)} is not"
        )
    return [reduced(x) for x in entries]


@public("metric-signature")
def metric_signature(metric: Metric, basis: AnyBasis) -> str:
    """The signs of a metric, the negative ones first: "-+++". They are proved, in the region of the basis' chart.

    Scheme:  (metric-signature g sys)
    Shapes:  result: a string of a sign for each dimension
    Raises:  DomainError where the signs are not decided, which says what has to be known
    Source:  Wald, General Relativity, 2.3
    >>> metric_signature(Minkowski_metric(R4_rect), R4_rect)
    '-+++'
    """
    known = components_of(metric, basis, "metric-signature")
    chart, n = known.basis.chart, known.basis.dimension
    place = typical_point(chart)
    with assuming(positive=chart.positive_at(place)):
        signs, undecided = proved_signs([[reduced(x) for x in row] for row in rows(known.lower(place), n)])
    if undecided is None:
        return signs
    shown = named(undecided, place, chart)
    raise DomainError(
        f"metric-signature of {known.name}: the sign of {infix(expression_of(reduced(shown)))} is not known; "
        f"(restrict-chart {chart} conditions) states it of a region"
    )


def proved_signs(matrix: Sequence[Sequence[Any]], left: str = "") -> tuple[str, Any]:
    """The signs of a symmetric matrix, by blocks of one or two rows whose signs are proved, and one without."""
    if not matrix:
        return "".join(sorted(left, reverse=True)), None
    N, undecided = range(len(matrix)), None
    for i in N:
        sign = sign_or_zero(matrix[i][i])
        if sign and not vanishes(matrix[i][i]):
            return proved_signs(_complement(matrix, [i]), left + ("+" if sign > 0 else "-"))
    for i, j in itertools.combinations(N, 2):
        minor = reduced(g.sub(g.mul(matrix[i][i], matrix[j][j]), g.square(matrix[i][j])))
        if not vanishes(minor):
            if sign_or_zero(minor) < 0:
                return proved_signs(_complement(matrix, [i, j]), left + "+-")
            undecided = undecided if undecided is not None else minor
    return left, next((matrix[i][i] for i in N if not vanishes(matrix[i][i])), undecided)


def _complement(matrix: Sequence[Sequence[Any]], block: list[int]) -> list[list[Any]]:
    rest = [i for i in range(len(matrix)) if i not in block]
    inverse = linear.inverse(tuple(tuple(matrix[i][j] for j in block) for i in block))

    def entry(i: int, j: int) -> Any:
        left = [dot(row, (matrix[k][j] for k in block)) for row in inverse]
        return reduced(g.sub(matrix[i][j], dot((matrix[i][k] for k in block), left)))

    return [[entry(i, j) for j in rest] for i in rest]


def _checked_signature(metric: Tensor, signature: str) -> Tensor:
    wanted = signature.strip("()").replace(",", "").replace(" ", "")
    if {*wanted} - {"+", "-"} or len(wanted) != metric.basis.dimension:
        raise DomainError(f'a signature is {metric.basis.dimension} signs such as "-+++" here, got {signature!r}')
    found = metric_signature(metric, metric.basis)
    if sorted(found) != sorted(wanted):
        raise DomainError(f"the metric has the signature {found}, not {signature}")
    return metric


@public("coframe->metric")
def coframe_to_metric(forms: Structure, signature: Name = "-+++") -> Tensor:
    """The metric in which one-forms are orthonormal, that of a tetrad by its forms.

    Scheme:  (coframe->metric (up w0 w1 ...) "-+++")
    Math:    g = sum_a eta_a w_a (x) w_a
    Shapes:  forms: up(n) of one-forms;  result: (vector field, vector field) -> function on the manifold
    Raises:  StructureError unless there are n forms, and a sign for each; ChartError if no form has a chart
    Source:  Misner, Thorne, Wheeler, Gravitation, 14.6
    >>> (r, phi), (dr, dphi) = R2_polar.coordinates("r phi"), R2_polar.form_basis("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> coframe_to_metric(up(dr, r * dphi), "++")(d_dphi, d_dphi)(R2_polar.point(*symbols("a b")))
    (expt a 2)
    """
    parts, signature = [as_one_form(w, "coframe->metric") for w in leaves(forms)], str(signature)
    chart = next((w.chart for w in parts if w.chart is not None), None)
    if chart is None:
        raise ChartError("coframe->metric: none of the forms has components in a chart")
    if not len(parts) == len(signature) == chart.dimension or {*signature} - {"+", "-"}:
        wanted = f"{chart.dimension} forms in {chart} and a sign for each"
        raise StructureError(f"coframe->metric expects {wanted}, got {len(parts)} forms and {signature!r}")
    products = (g.mul(1 if sign == "+" else -1, w @ w) for sign, w in zip(signature, parts, strict=True))
    basis = coordinate_basis(chart)
    return Tensor(basis, VECTORS, as_tensor(sum_of(products), VECTORS, basis).components, "metric")


@public("metric->components")
def metric_to_components(metric: Metric, basis: AnyBasis) -> Structure:
    """The components of a metric in a basis, a down tuple of down tuples of functions on the manifold.

    Scheme:  ((metric->components g basis) m)
    Math:    g_ij = g(e_i, e_j)
    Shapes:  result: down(n) of down(n) of functions on the manifold
    Source:  FDG 9
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
    >>> mu, (d_dt,) = literal_manifold_map("mu", R1_rect, R2_rect), R1_rect.vector_basis("t")
    >>> velocity = differential(mu)(d_dt)
    >>> metric_over_map(mu, coordinate_system_to_metric(R2_rect))(velocity, velocity)(R1_rect.point(symbols("t")))
    (+ (expt ((D mu^0) t) 2) (expt ((D mu^1) t) 2))
    """
    product = FormField(metric, symbol("metric"), 2)
    measured = form_field_to_form_field_over_map(mu)(product)
    return FieldFunction(measured, VECTORS, "metric-over-map")
