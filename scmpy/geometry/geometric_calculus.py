"""Geometric calculus: multivectors in an orthonormal frame, their derivatives; integrals of forms over chains.

    D_k F = e_k(F) + w_k x F,    w_k = sum_(i < j) g(D_k e_j, e_i) e^i ^ e^j,    nabla F = sum_k e^k D_k F

with half the commutator x and the reciprocal vectors e^k; nabla ^ F is the exterior derivative, nabla . F the
divergence. Source: Hestenes and Sobczyk, Clifford Algebra to Geometric Calculus 5, 6; Doran and Lasenby 6, 14
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

from scmpy.calculus.derivative import Operator, label_of
from scmpy.calculus.dual_numbers import finite_part
from scmpy.calculus.jet import traced
from scmpy.clifford.models import Algebra
from scmpy.clifford.multivector import Multivector, check_grade, in_algebra
from scmpy.clifford.operations import commutator_product
from scmpy.errors import CALLED, ConvergenceError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import Procedure, ScalarKind, Values, is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Components, carried_out, rows
from scmpy.geometry.equivalence import sign_of
from scmpy.geometry.fields import VectorField, as_vector_field, field_of
from scmpy.geometry.hodge import orthonormal_combinations, orthonormalize
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.metric import Metric, components_of
from scmpy.geometry.standard_manifolds import make_chart
from scmpy.geometry.submanifolds import TOLERANCE
from scmpy.geometry.tensor import alternating_form, get_rank, of_each, pullback_form
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.quadrature import definite_integral
from scmpy.registry import public, scipy
from scmpy.solving.integration import integrate
from scmpy.structure.tuples import Up, leaves, sum_of
from scmpy.structure.types import CoordinateFunction, Form
from scmpy.symbolic.expression import Symbol, application, expression_of, subexpressions, symbol
from scmpy.symbolic.simplify import reduced

#: A field of multivectors: a function on the manifold, or a constant by the frame.
MultivectorField = Callable[[Any], Any] | Multivector | ScalarKind

ORTHONORMAL = (
    "Where symbols leave the sign of a square open, as inside and outside of a horizon, assume it, "
    "(assume! '(positive? ...)), or give an orthonormal basis"
)


class Frame:
    """An orthonormal frame for whose fields the vectors of an algebra stand."""

    def __init__(self, algebra: Algebra, metric: Metric, given: Basis) -> None:
        if given.dimension != algebra.dimension:
            raise StructureError(
                f"{describe(algebra)} has {algebra.dimension} vectors, {describe(given)} has {given.dimension}"
            )
        self.algebra, self.given = algebra, given
        self.products = components_of(metric, given, "vector-derivative").lower
        self.basis = orthonormalize(given, metric)
        self.fields = leaves(self.basis.vectors)
        self.turning = Components(given.chart, self._turning, (self.products, self.basis.frame))

    def function(self, at: Callable[[Any], Any], parts: Sequence[Any], label: str) -> ManifoldFunction:
        return made_from((*parts, self.products, self.given.chart.map), at, label)  # type: ignore[return-value]

    def squares(self, place: Any) -> list[int]:
        n = self.given.dimension
        found = []
        for _, square in orthonormal_combinations(rows(self.products(place), n), str(self.given.vectors)):
            values = elements(carried_out(finite_part(sign_of(square))))
            signs = {bool(x > 0) for x in values if is_number(x)}
            if len(signs) != 1 or not all(map(is_number, values)):
                shown = values[0] if len(values) == 1 else "both 1 and -1"
                raise StructureError(f"a field of the frame has the square {shown} at {describe(place)}. {ORTHONORMAL}")
            found.append(1 if signs.pop() else -1)
        return found

    def vectors(self, place: Any) -> tuple[list[int], list[int]]:
        squares, algebra = self.squares(place), self.algebra
        blades = {sign: iter([1 << i for i, x in enumerate(algebra.squares) if x == sign]) for sign in (1, -1)}
        if sorted(squares) != sorted(algebra.squares):
            raise StructureError(
                f"the metric has {squares.count(1)} squares of 1 and {squares.count(-1)} of -1 at {describe(place)}; "
                f"{describe(algebra)} has others. {ORTHONORMAL}"
            )
        return [next(blades[sign]) for sign in squares], squares

    def _turning(self, place: Any) -> list[Any]:
        """g(D_k e_j, e_i) by k and i < j: half the sum of three structure constants, as the metric is constant."""
        n, squares = self.given.dimension, self.squares(place)
        constants = self.basis.brackets
        c = rows(rows(constants(place), n), n) if constants else None  # type: ignore[arg-type]

        def bracket(i: int, j: int, k: int) -> Any:
            return 0 if c is None else g.mul(squares[k], c[i][j][k])

        return [
            g.div(g.sub(g.sub(bracket(k, j, i), bracket(k, i, j)), bracket(j, i, k)), 2)
            for k in range(n)
            for i, j in itertools.combinations(range(n), 2)
        ]

    def rotations(self, place: Any) -> list[Multivector]:
        n, (blades, squares) = self.given.dimension, self.vectors(place)
        pairs = list(itertools.combinations(range(n), 2))
        found = []
        for row in rows(self.turning(place), -n):
            terms: dict[int, Any] = {}
            for (i, j), x in zip(pairs, row, strict=True):
                sign = squares[i] * squares[j] * self.algebra.signs(blades[i])[blades[j]]
                terms[blades[i] ^ blades[j]] = g.mul(sign, x)
            found.append(Multivector(self.algebra, terms))
        return found

    def combination(self, place: Any, rank: int, parts: Sequence[Any]) -> Multivector:
        """The multivector of a grade that has these parts for its reciprocal blades, by increasing fields."""
        terms = zip(self.blades(place, rank), parts, strict=True)
        return Multivector(self.algebra, {blade: g.mul(sign, x) for (blade, sign), x in terms})

    def blades(self, place: Any, rank: int) -> list[tuple[int, int]]:
        """The blades that the reciprocal fields have for their outer products, by increasing fields, with signs."""
        blades, squares = self.vectors(place)
        found = []
        for chosen in itertools.combinations(range(self.given.dimension), rank):
            blade, sign = 0, 1
            for i in chosen:
                sign *= squares[i] * self.algebra.signs(blade)[blades[i]]  # of different vectors: no squares occur
                blade |= blades[i]
            found.append((blade, sign))
        return found


@lru_cache(maxsize=64)
def _frame(algebra: Algebra, metric: Metric, basis: AnyBasis) -> Frame:
    return Frame(algebra, metric, as_basis(basis, CALLED))


def _as_field(F: Any, operation: str) -> Any:
    if isinstance(F, Operator) or not isinstance(F, (Multivector, ScalarKind, Procedure)):
        raise WrongTypeError(
            f"{operation} expects a field of multivectors, a function on a manifold, got {describe(F)}"
        )
    return F


def _covariant(frame: Frame, F: Any, operation: str) -> Callable[[Any], list[Any]]:
    _as_field(F, operation)
    slopes = [e(F) for e in frame.fields]

    def at(place: Any) -> list[Any]:
        value = in_algebra(apply_value(F, (place,)), frame.algebra, operation)
        return [
            g.add(apply_value(slope, (place,)), commutator_product(turning, value))
            for slope, turning in zip(slopes, frame.rotations(place), strict=True)
        ]

    return at


@public("vector-derivative")
def vector_derivative(
    algebra: Algebra, metric: Metric, basis: AnyBasis, product: Callable[[Any, Any], Any] = g.mul
) -> Callable[[MultivectorField], ManifoldFunction]:
    """The vector derivative of fields of multivectors; with another product than the geometric one, a part of it.

    The values are multivectors by the orthonormal frame that Gram and Schmidt's process makes of the basis, of a chart
    the coordinate basis. With ``wedge2`` it is the exterior derivative, with ``left_contraction`` the divergence.

    Scheme:  (((vector-derivative A g basis) F) m), ((vector-derivative A g basis wedge2) F)
    Math:    nabla F = sum_k e^k D_k F
    Shapes:  result: multivector field -> multivector field
    Raises:  StructureError if the algebra has not the signature of the metric, or the field is one of another algebra
    Source:  Doran and Lasenby 6.2, 14
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> nabla, m = vector_derivative(VGA2, coordinate_system_to_metric(R2_polar), R2_polar), R2_polar.point(3, 5)
    >>> simplify(nabla(r * phi)(m)), simplify(nabla(r**2 * VGA2.e1)(m)), simplify(nabla(VGA2.e2)(m))
    ((+ (* 5 e1) e2), 9, (* 1/3 e12))
    """
    frame = _frame(algebra, metric, basis)

    def derivative(F: MultivectorField) -> ManifoldFunction:
        along = _covariant(frame, F, "vector-derivative")

        def at(place: Any) -> Any:
            blades, squares = frame.vectors(place)
            reciprocal = [Multivector(algebra, {blade: sign}) for blade, sign in zip(blades, squares, strict=True)]
            return sum_of(map(product, reciprocal, along(place)))

        return frame.function(at, (F,), f"(vector-derivative {name_of(F)})")

    return derivative


@public("multivector-covariant-derivative")
def multivector_covariant_derivative(
    algebra: Algebra, metric: Metric, basis: AnyBasis
) -> Callable[[Operator], Callable[[MultivectorField], ManifoldFunction]]:
    """The covariant derivative of fields of multivectors along a vector field, by the metric's connection.

    Scheme:  ((((multivector-covariant-derivative A g basis) v) F) m)
    Math:    D_v F = v(F) + w(v) x F = (v . nabla) F
    Shapes:  result: vector field -> multivector field -> multivector field
    Source:  Doran and Lasenby 6.5
    >>> g, (d_dr, d_dphi) = coordinate_system_to_metric(R2_polar), R2_polar.vector_basis("r phi")
    >>> along = multivector_covariant_derivative(VGA2, g, R2_polar)(d_dphi)
    >>> simplify(along(VGA2.e1)(R2_polar.point(3, 5)))
    e2
    """
    frame = _frame(algebra, metric, basis)

    def along_field(v: Operator) -> Callable[[MultivectorField], ManifoldFunction]:
        components = frame.basis.components_of(as_vector_field(v, "multivector-covariant-derivative"))

        def derivative(F: MultivectorField) -> ManifoldFunction:
            along = _covariant(frame, F, "multivector-covariant-derivative")
            label = f"((multivector-covariant-derivative {name_of(v)}) {name_of(F)})"
            return frame.function(
                lambda place: sum_of(map(g.mul, components(place), along(place))), (F, components), label
            )

        return derivative

    return along_field


@public("form-field->multivector-field")
def form_field_to_multivector_field(
    algebra: Algebra, metric: Metric, basis: AnyBasis
) -> Callable[[Form], ManifoldFunction]:
    """The function from forms to fields of multivectors: of a form of rank p one of grade p.

    Scheme:  ((form-field->multivector-field A g basis) w)
    Math:    sum_I w(e_I) e^I with the reciprocal frame e^k
    Shapes:  result: form of rank p -> multivector field of grade p
    Source:  Hestenes and Sobczyk, Clifford Algebra to Geometric Calculus
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> as_multivectors = form_field_to_multivector_field(VGA2, coordinate_system_to_metric(R2_polar), R2_polar)
    >>> m = R2_polar.point(3, 5)
    >>> simplify(as_multivectors(dphi)(m)), simplify(as_multivectors(wedge(dr, dphi))(m))
    ((* 1/3 e2), (* 1/3 e12))
    """
    frame = _frame(algebra, metric, basis)

    def converted(form: Form) -> ManifoldFunction:
        rank = get_rank(form)
        choices = itertools.combinations(frame.fields, rank)
        parts = [form(*chosen) for chosen in choices] if rank else [form]  # type: ignore[operator]

        def at(place: Any) -> Multivector:
            return frame.combination(place, rank, [apply_value(part, (place,)) for part in parts])

        return frame.function(at, parts, f"(form-field->multivector-field {name_of(form)})")

    return converted


@public("multivector-field->form-field")
def multivector_field_to_form_field(
    algebra: Algebra, metric: Metric, basis: AnyBasis, rank: int
) -> Callable[[MultivectorField], Any]:
    """The function from fields of multivectors to forms: the form of the part of one grade.

    Scheme:  ((multivector-field->form-field A g basis p) F)
    Math:    w(e_I) = <F, e_I>, what form-field->multivector-field takes to the part of grade p
    Shapes:  result: multivector field -> form of rank p
    Raises:  BadIndexError for a grade that the algebra has not; StructureError for a value of another algebra
    Source:  Hestenes and Sobczyk, Clifford Algebra to Geometric Calculus
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> to_form = multivector_field_to_form_field(VGA2, coordinate_system_to_metric(R2_polar), R2_polar, 1)
    >>> simplify(to_form(VGA2.e1 + 2 * VGA2.e2 + 7)(d_dphi)(R2_polar.point(3, 5)))
    6
    """
    frame = _frame(algebra, metric, basis)
    check_grade(algebra, rank)

    def converted(F: MultivectorField) -> Any:
        _as_field(F, "multivector-field->form-field")

        def at(place: Any) -> list[Any]:
            value = in_algebra(apply_value(F, (place,)), algebra, "multivector-field->form-field")
            return [g.mul(sign, value.terms.get(blade, 0)) for blade, sign in frame.blades(place, rank)]

        components = Components(frame.basis.chart, at, (F, frame.products), shorten=False)
        label = application(symbol("multivector-field->form-field"), label_of(F))
        return alternating_form(frame.basis, rank, components, label) if rank else components.entry(0, str(label))

    return converted


@public("vector-field->multivector-field")
def vector_field_to_multivector_field(
    algebra: Algebra, metric: Metric, basis: AnyBasis
) -> Callable[[Operator], ManifoldFunction]:
    """The function from vector fields to fields of multivectors, of grade 1.

    Scheme:  ((vector-field->multivector-field A g basis) v)
    Shapes:  result: vector field -> multivector field of grade 1
    Source:  Hestenes and Sobczyk, Clifford Algebra to Geometric Calculus
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> as_multivectors = vector_field_to_multivector_field(VGA2, coordinate_system_to_metric(R2_polar), R2_polar)
    >>> simplify(as_multivectors(d_dr + d_dphi)(R2_polar.point(3, 5)))
    (+ e1 (* 3 e2))
    """
    frame = _frame(algebra, metric, basis)

    def converted(v: Operator) -> ManifoldFunction:
        components = frame.basis.components_of(as_vector_field(v, "vector-field->multivector-field"))

        def at(place: Any) -> Multivector:
            return Multivector(algebra, dict(zip(frame.vectors(place)[0], components(place), strict=True)))

        return frame.function(at, (components,), f"(vector-field->multivector-field {name_of(v)})")

    return converted


@public("multivector-field->vector-field")
def multivector_field_to_vector_field(
    algebra: Algebra, metric: Metric, basis: AnyBasis
) -> Callable[[MultivectorField], VectorField]:
    """The function from fields of multivectors to vector fields: the field of the part of grade 1.

    Scheme:  (((multivector-field->vector-field A g basis) F) f)
    Shapes:  result: multivector field -> vector field
    Raises:  StructureError for a value of another algebra
    Source:  Hestenes and Sobczyk, Clifford Algebra to Geometric Calculus
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> to_vectors = multivector_field_to_vector_field(VGA2, coordinate_system_to_metric(R2_polar), R2_polar)
    >>> simplify(to_vectors(VGA2.e1 + 6 * VGA2.e2)(r + phi)(R2_polar.point(3, 5)))
    3
    """
    frame = _frame(algebra, metric, basis)

    def converted(F: MultivectorField) -> VectorField:
        _as_field(F, "multivector-field->vector-field")

        def at(place: Any) -> Sequence[Any]:
            value = in_algebra(apply_value(F, (place,)), algebra, "multivector-field->vector-field")
            return frame.basis.in_chart([value.terms.get(blade, 0) for blade in frame.vectors(place)[0]], place)

        label = application(symbol("multivector-field->vector-field"), label_of(F))
        return field_of(Components(frame.basis.chart, at, (F, frame.products), shorten=False), label)

    return converted


# --- chains ----------------------------------------------------------------------------------------------------------
# A singular cube is a map of a box of k intervals into a manifold, a chain a sum of such with signs. A form of rank k
# has an integral over it, that of the form pulled back; the boundary has for each interval the faces at its ends:
#
#     int_c w = int w(d_1 mu, ..., d_k mu) du_1 ... du_k,     int_c dw = int_{boundary of c} w  (Stokes).


class Chain(Function):
    """A chain, a function of forms; its terms are signs, maps of as many numbers as there are intervals, and these."""

    def __init__(self, terms: Sequence[tuple[int, Callable[..., Any], tuple[tuple[Any, Any], ...]]]) -> None:
        super().__init__(of_each(self._integral), "chain")
        self.terms = tuple(terms)

    def _integral(self, w: Any) -> Any:
        rank, dimension = get_rank(w), len(self.terms[0][2])
        if rank != dimension:
            raise StructureError(
                f"a chain of dimension {dimension} expects a form of this rank, got one of rank {rank}"
            )
        return sum_of(g.mul(sign, _over_cube(w, mu, intervals)) for sign, mu, intervals in self.terms)


def _over_cube(w: Any, mu: Callable[..., Any], intervals: tuple[tuple[Any, Any], ...]) -> Any:
    names = [f"place-{i}" for i in range(len(intervals))]
    if not names:
        return apply_value(w, (mu(),))
    system = make_chart(names)
    on_manifold = Function(lambda m: mu(*leaves(system.map(m))), "cube")
    unknowns = [symbol(name, "real") for name in names]
    density = reduced(pullback_form(on_manifold)(w)(*leaves(coordinate_basis(system).vectors))(system.point(*unknowns)))
    given = expression_of([density, *(x for interval in intervals for x in interval)])
    found = {x for node in subexpressions(given) for x in node.operands if isinstance(x, Symbol) and not x.constant}
    if found - {*unknowns}:
        for u, (a, b) in zip(unknowns, intervals, strict=True):
            density = integrate(density, u, a, b)
        return density

    density = traced(density, {})
    if is_number(density):
        return reduce(g.mul, (g.sub(b, a) for a, b in intervals), density)
    code = compile_function(density, *unknowns)
    if len(intervals) == 1:
        return definite_integral(code, *intervals[0])
    return _in_box(code, [[real(x, "singular-cube", "an end") for x in interval] for interval in intervals])


def _in_box(f: Callable[..., float], box: list[list[float]]) -> float:
    places = itertools.product(*((a + (b - a) * x for x in (0.1, 0.3, 0.6, 0.8)) for a, b in box))
    volume, values = math.prod(b - a for a, b in box), [abs(f(*place)) for place in places]
    allowed = TOLERANCE * abs(volume) * sum(values) / len(values)
    with warnings.catch_warnings(action="ignore"):
        value, error = scipy.integrate.nquad(f, box, opts={"epsrel": TOLERANCE, "epsabs": allowed})
    if not error <= 10 * max(allowed, TOLERANCE * abs(value)):
        raise ConvergenceError(f"singular-cube: the integral is about {value}, with an error of {error:.1g}")
    return float(value)


@public("singular-cube")
def singular_cube(mu: CoordinateFunction, *intervals: Values) -> Function:
    """A map of a box into a manifold, over which forms of the rank of its dimension are integrated: a function of them.

    With letters the integral is sought in closed form, as by integrate; without any, by definite-integral.

    Scheme:  ((singular-cube mu '(a b) ...) w)
    Math:    int w(d_1 mu, ..., d_k mu) du_1 ... du_k
    Shapes:  mu: a number, or up(k) for k intervals -> point
    Raises:  StructureError for a form of another rank and an interval that is no pair; LimitError as integrate,
             ConvergenceError as definite-integral
    Source:  Spivak, Calculus on Manifolds, 4
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (define (curve t) ((point R2-rect) (up t (* 'a (square t)))))
    1 ]=> ((singular-cube curve (list 0 'b)) (* x dy))
    ;Value: (* 2/3 a (expt b 3))
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> disk = singular_cube(lambda q: R2_rect.point(q[0] * cos(q[1]), q[0] * sin(q[1])), (0, 1), (0, 2 * pi))
    >>> disk(wedge(dx, dy)), round(boundary_of(disk)(x * dy), 12)
    (3.141592653589793, 3.14159265359)
    """
    check_callable(mu, "singular-cube", "a map to points")
    boxes = tuple(items(interval, "singular-cube") for interval in intervals)
    if any(len(box) != 2 for box in boxes):
        raise StructureError(f"singular-cube expects intervals of two ends, got {', '.join(map(str, map(len, boxes)))}")
    flat = (lambda *q: mu(Up(q))) if len(boxes) > 1 else mu
    return Chain([(1, flat, boxes)])  # type: ignore[list-item]


@public("boundary-of")
def boundary_of(chain: Function) -> Function:
    """The boundary of a singular cube, or of the boundary of one, which nothing is left of.

    Scheme:  ((boundary-of cube) w)
    Math:    sum_i (-1)^i (mu at u_i = b_i  -  mu at u_i = a_i)
    Raises:  WrongTypeError for another value; StructureError for a chain of points
    Source:  Spivak, Calculus on Manifolds, 4
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (define path (singular-cube (lambda (t) ((point R2-rect) (up t (square t)))) '(0 b)))
    1 ]=> ((boundary-of path) y)
    ;Value: (expt b 2)
    >>> path = singular_cube(lambda t: R2_rect.point(t, t**2), (0, symbols("b")))
    >>> boundary_of(path)(R2_rect.coordinates("x y")[1])
    (expt b 2)
    """
    if not isinstance(chain, Chain):
        raise WrongTypeError(f"boundary-of expects a singular cube, got {describe(chain)}")
    faces = []
    for sign, mu, intervals in chain.terms:
        for i, ends in enumerate(intervals):
            for side, end in zip((-1, 1), ends, strict=True):
                face = Function(lambda *q, mu=mu, i=i, end=end: mu(*q[:i], end, *q[i:]), "face")
                faces.append((sign * side * (-1) ** i, face, (*intervals[:i], *intervals[i + 1 :])))
    if not faces:
        raise StructureError("boundary-of expects a chain of dimension 1 or more, got one of points")
    return Chain(faces)
