"""Isometries: the fields whose flow, and the maps which, leave all products of vectors as they are.

    L_K g = 0,      mu^* g = g

Source: FDG 9; Wald, General Relativity, appendix C
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any

from scmpy.calculus.derivative import Lie_derivative, Operator, commutator, label_of
from scmpy.calculus.jet import traced
from scmpy.errors import CALLED, DomainError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import exact, is_exact_zero, permutation_parity
from scmpy.generic.settings import MOST_COMPONENTS, count
from scmpy.generic.types import is_number
from scmpy.geometry.basis import AnyBasis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, of_coordinates, on_chart, rows, typical_point
from scmpy.geometry.equivalence import vanishes
from scmpy.geometry.fields import FormField, VectorField, as_vector_field, components_in
from scmpy.geometry.general_relativity import Riemann_lowered
from scmpy.geometry.maps import Map, differential
from scmpy.geometry.metric import Metric, MetricComponents, components_of, metric_over_map
from scmpy.geometry.tensor import FORMS, VECTORS, FieldFunction, Tensor, alternating_form
from scmpy.numerics.linear import row_reduced
from scmpy.registry import public
from scmpy.structure.tuples import Up, leaves, sum_of
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision
from scmpy.symbolic.expression import EXP, Application, Expression, subexpressions, symbol, variables_in
from scmpy.symbolic.printed_form import COS, COSH, SIN, SINH


@public("Killing-residual")
def Killing_residual(metric: Metric) -> Callable[[Operator], Function]:
    """The Lie derivative of a metric along a vector field: zero if the flow of the field consists of isometries.

    Scheme:  ((((Killing-residual g) K) u v) m)
    Math:    (L_K g)(u, v) = K(g(u, v)) - g([K, u], v) - g(u, [K, v])
    Shapes:  result: vector field -> function of two vector fields
    Source:  Wald, appendix C
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> simplify(Killing_residual(S2_metric)(d_dphi)(d_dtheta, d_dphi)(S2_spherical.point(*symbols("a b"))))
    0
    """

    def residual(K: Operator) -> Function:
        along = Lie_derivative(as_vector_field(K, "Killing-residual"))
        changes = along(FieldFunction(metric, VECTORS, "metric"))
        return FieldFunction(changes, VECTORS, f"(Killing-residual {name_of(K)})")

    return residual


@public("isometry-residual")
def isometry_residual(metric: Metric, target: Metric | None = None) -> Callable[[Map], Function]:
    """The metric that a map carries back, less the metric of its source: zero if the map is an isometry.

    Scheme:  ((((isometry-residual g) mu) u v) m), (((isometry-residual g h) mu) u v) for a map to a space of metric h
    Math:    (mu^* h - g)(u, v) = h((d mu) u, (d mu) v) - g(u, v)
    Shapes:  result: map -> function of two vector fields
    Source:  Wald, appendix C
    >>> metric, (e, _) = coordinate_system_to_metric(R2_rect), R2_rect.vector_basis("x y")
    >>> turn = compose(point(R2_rect), lambda q: up(-q[1], q[0]), chart(R2_rect))
    >>> simplify(isometry_residual(metric)(turn)(e, e)(R2_rect.point(*symbols("a b"))))
    0
    """
    image = metric if target is None else target

    def residual(mu: Map) -> Function:
        push, measured = differential(mu), metric_over_map(mu, image)

        def of_fields(u: Operator, v: Operator) -> Any:
            return g.sub(measured(push(u), push(v)), metric(u, v))

        return FieldFunction(of_fields, VECTORS, f"(isometry-residual {name_of(mu)})")

    return residual


# Killing's equations are solved for sums of given functions times elements of a basis: linear equations for the
# coefficients. Their solutions are found at random places, in floats, made rational beside powers of the parameters,
# and have to be proved.

SAMPLES = 2  #: equations for each unknown coefficient
SMALL = 1e-8  #: singular values, beside the largest, that are zero
MOST_DENOMINATOR = 60  #: of coefficients
BITS = 640  #: of the balls from which ranks are found
BALANCED = 3  #: times are the sizes of rows and columns made one


@public("Killing-fields")
def Killing_fields(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, conformal: bool = False
) -> tuple[VectorField, ...]:
    """A basis of the Killing fields, or of the conformal ones, whose components are sums of given functions.

    The functions are given, or all products of at most so many coordinates; of two of them if nothing is said, and the
    inverses of the metric's exponentials, or where it has sines products of cot, sin, cos, 1/sin of the angles, with
    hyperbolic sines of coth and tanh, and coordinates that do not occur. Of the fields in the span of these all are
    found whose coefficients are powers of the parameters times rational numbers of small denominators; each is proved
    to solve the equation, and one that is not is an error. ``isometry-dimension`` says how many there are at all.

    Scheme:  (Killing-fields g basis), (Killing-fields g basis (list f ...) #t)
    Math:    L_K g = 0, or for conformal fields L_K g = 2/n (div K) g
    Shapes:  result: vector fields
    Raises:  DomainError if a field is not proved to be one; ChartError for a basis of another chart
    Source:  Wald, General Relativity, appendix C
    1 ]=> (length (Killing-fields S2-metric S2-spherical))
    ;Value: 3
    >>> [len(Killing_fields(Minkowski_metric(R4_rect), R4_rect)), len(Killing_fields(S2_metric, S2_spherical))]
    [10, 3]
    """
    known = _in_coordinates(metric, basis, "Killing-fields")
    chart, chosen = known.basis.chart, _ansatz(known, functions)
    residuals = _Killing_residuals(known, chosen, 1, conformal)
    fields = []
    for row in _solved(residuals, chart, len(chosen) * chart.dimension, "Killing-fields"):
        pairs = zip(row, itertools.product(leaves(known.basis.vectors), chosen), strict=True)
        terms = [(f if c == 1 else g.mul(c, f), e) for c, (e, f) in pairs if not is_exact_zero(c)]
        field = sum_of(e if is_number(f) and f == 1 else g.mul(f, e) for f, e in terms)
        fields.append(VectorField(chart, components_in(field, chart), label_of(field)))
    return tuple(fields)


@public("Killing-tensors")
def Killing_tensors(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[Tensor, ...]:
    """A basis of the symmetric Killing tensors whose upper components are sums of given functions, as Killing-fields.

    Products of Killing fields are among them, and the inverse of the metric, where the functions give these.

    Scheme:  (Killing-tensors g basis), (Killing-tensors g basis (list f ...) rank)
    Math:    nabla^(a K^b..c) = 0: K^b..c p_b .. p_c is constant along geodesics
    Shapes:  result: functions of as many one-forms as the rank
    Raises:  DomainError if a tensor is not proved to be one, and for a rank of 0
    Source:  Wald, General Relativity, appendix C.3
    1 ]=> (length (Killing-tensors (coordinate-system->metric R2-rect) R2-rect 2))
    ;Value: 6
    >>> len(Killing_tensors(coordinate_system_to_metric(R2_rect), R2_rect, 2))
    6
    """
    known = _in_coordinates(metric, basis, "Killing-tensors")
    n, chosen, rank = known.basis.dimension, _ansatz(known, functions), _positive(rank, "Killing-tensors")
    residuals = _Killing_residuals(known, chosen, rank)
    monomials = list(itertools.combinations_with_replacement(range(n), rank))
    shares = [len(set(itertools.permutations(x))) for x in monomials]
    where = [(monomials.index(i), shares[monomials.index(i)]) for i in _ordered(n, rank)]
    return tuple(
        Tensor(known.basis, FORMS[:1] * rank, _combined(known.basis.chart, chosen, row, where), "Killing-tensor")
        for row in _solved(residuals, known.basis.chart, len(chosen) * len(monomials), "Killing-tensors")
    )


@public("Killing-Yano-forms")
def Killing_Yano_forms(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[FormField, ...]:
    """A basis of the Killing-Yano forms whose components are sums of given functions, as those of Killing-fields.

    Scheme:  (Killing-Yano-forms g basis), (Killing-Yano-forms g basis (list f ...) rank)
    Math:    nabla_(a f_b)c.. = 0; f_ac f_b^c is a Killing tensor
    Shapes:  result: forms of the rank
    Raises:  DomainError if a form is not proved to be one, and for a rank of 0
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, 35.3
    1 ]=> (length (Killing-Yano-forms (coordinate-system->metric R3-rect) R3-rect 1))
    ;Value: 4
    >>> len(Killing_Yano_forms(coordinate_system_to_metric(R3_rect), R3_rect, 1))
    4
    """
    known = _in_coordinates(metric, basis, "Killing-Yano-forms")
    n, chosen, rank = known.basis.dimension, _ansatz(known, functions), _positive(rank, "Killing-Yano-forms")
    choices = list(itertools.combinations(range(n), rank))
    where = [(i, 1) for i in range(len(choices))]
    return tuple(
        alternating_form(known.basis, rank, _combined(known.basis.chart, chosen, row, where), symbol("Killing-Yano"))
        for row in _solved(
            _Yano_residuals(known, chosen, rank), known.basis.chart, len(chosen) * len(choices), "Killing-Yano-forms"
        )
    )


def _positive(rank: Any, operation: str) -> int:
    if not count(rank, operation):
        raise DomainError(f"{operation} expects a rank of 1 or more")
    return rank  # type: ignore[no-any-return]


def _ordered(n: int, rank: int) -> Iterator[tuple[int, ...]]:
    return (tuple(sorted(i)) for i in itertools.product(range(n), repeat=rank))


def _combined(
    chart: Chart, functions: Sequence[Any], row: Sequence[Any], where: Sequence[tuple[int, int]]
) -> Components:
    coefficients = rows(row, len(functions))

    def at(place: Any) -> list[Any]:
        values = [apply_value(f, (place,)) for f in functions]
        sums = [dot(part, values) for part in coefficients]
        return [g.div(sums[i], share) for i, share in where]

    return Components(chart, at, functions)


def _in_coordinates(metric: Any, basis: Any, operation: str) -> MetricComponents:
    return components_of(metric, coordinate_basis(as_basis(basis, operation).chart), operation)


def _solved(residuals: Components, chart: Chart, unknowns: int, operation: str) -> list[list[Any]]:
    found, entries = _null_space(residuals, chart, unknowns), rows(residuals(typical_point(chart)), unknowns)
    for row in found:
        if not all(vanishes(dot(row, left)) for left in entries):
            raise DomainError(
                f"{operation}: the coefficients {row} solve the equation in floats, but that is not proved"
            )
    return found


MOST_FUNCTIONS = 80  # in the components of Killing fields, unless they are given


def _ansatz(known: MetricComponents, given: Any) -> list[Any]:
    """The functions that are given, products of so many coordinates, or those that are taken if none are given."""
    chart = known.basis.chart
    if isinstance(given, int):
        degrees = range(1, count(given, "Killing-fields") + 1)
        chosen = (itertools.combinations_with_replacement(chart.coordinates(), k) for k in degrees)
        return [1, *(reduce(g.mul, x) for x in chain(*chosen))]
    if given is not None and given is not False:
        return list(given)
    m = typical_point(chart)
    place, lower = leaves(chart.at(m)), [x for x in known.lower(m) if isinstance(x, Expression)]
    nodes = [y for y in subexpressions(*lower) if isinstance(y, Application)]
    round_, bent = ({y.operands[0] for y in nodes if y.operator in heads} for heads in ((SIN, COS), (SINH, COSH)))
    if not round_ and not bent:
        powers = [y for y in nodes if y.operator is EXP or str(y.operands[0]).startswith("(exp ")]
        return [*_ansatz(known, 2), *(_on_chart(chart, g.invert(y), place) for y in powers)]
    free = {x for y in lower for x in variables_in(y)}
    single: list[list[Any]] = []
    for x, q in zip(place, chart.coordinates(), strict=True):
        if x in bent:
            single.append([g.div(g.cosh(q), g.sinh(q)), g.div(g.sinh(q), g.cosh(q))])
        elif x in round_:
            single.append([g.div(g.cos(q), g.sin(q)), g.sin(q), g.cos(q), g.invert(g.sin(q))])
        elif x not in free:
            single.append([g.sin(q), g.cos(q)])
    products = [reduce(g.mul, x) for x in itertools.product(*([1, *some] for some in single))]
    linear = [q for x, q in zip(place, chart.coordinates(), strict=True) if x not in free]
    pairs = (g.mul(x, y) for one, other in itertools.combinations(single, 2) for x in one for y in other)
    return [*linear, *(products if len(products) <= MOST_FUNCTIONS else [1, *chain(*single), *pairs])]


def _on_chart(chart: Chart, expression: Any, names: Sequence[Any]) -> Any:
    return on_chart(chart, of_coordinates(expression, names), str(expression))


def _Killing_residuals(known: MetricComponents, functions: Any, rank: int, conformal: bool = False) -> Components:
    """The brackets of f p_a .. p_c with the square g^ab p_a p_b / 2, or their parts without trace, by products of p.

    The columns are those of the products p_a .. p_c, and for each of the functions.
    """
    chart, n = known.basis.chart, known.basis.dimension
    parts = Components(chart, lambda place: [apply_value(f, (place,)) for f in functions], functions, shorten=False)
    N = range(n)
    monomials, products = (list(itertools.combinations_with_replacement(N, k)) for k in (rank, rank + 1))

    def at(place: Any) -> list[Any]:
        upper, slopes = rows(known.upper(place), n), array(known.upper.partials(place), n, 3)
        values, gradients = parts(place), rows(parts.partials(place), len(functions))
        columns = []
        for factors in monomials:
            turned: dict[tuple[int, ...], list[Any]] = {x: [] for x in products}
            for k, a in enumerate(factors):
                for b, c in itertools.product(N, repeat=2):
                    turned[tuple(sorted((*factors[:k], *factors[k + 1 :], b, c)))].append(slopes[a][b][c])
            bent = {x: g.div(sum_of(terms), -2) for x, terms in turned.items()}
            for m, f in enumerate(values):
                change = {x: [g.mul(f, y)] for x, y in bent.items()}
                for a, b in itertools.product(N, repeat=2):
                    change[tuple(sorted((*factors, b)))].append(g.mul(upper[a][b], gradients[a][m]))
                columns.append({x: sum_of(terms) for x, terms in change.items()})
        if conformal:
            columns = [_without_trace(column, rows(known.lower(place), n), upper) for column in columns]
        return [column[x] for x in products for column in columns]

    return Components(chart, at, (known.lower, *functions), shorten=False)


def _without_trace(column: dict[tuple[int, ...], Any], lower: Any, upper: Any) -> dict[tuple[int, ...], Any]:
    trace = g.div(sum_of(g.mul(lower[a][b], x) for (a, b), x in column.items()), len(lower))
    return {(a, b): g.sub(x, g.mul(trace, g.mul(1 + (a != b), upper[a][b]))) for (a, b), x in column.items()}


def _Yano_residuals(known: MetricComponents, functions: Any, rank: int) -> Components:
    """The symmetric parts nabla_(a f_b)c.. of the basis forms of a rank, and for each of the functions."""
    chart, n = known.basis.chart, known.basis.dimension
    parts = Components(chart, lambda place: [apply_value(f, (place,)) for f in functions], functions, shorten=False)
    choices = list(itertools.combinations(range(n), rank))
    places = [
        (a, b, *rest) for a in range(n) for b in range(a, n) for rest in itertools.combinations(range(n), rank - 1)
    ]

    def at(place: Any) -> list[Any]:
        gamma, values = array(known.symbols_2(place), n, 3), parts(place)
        gradients = rows(parts.partials(place), len(functions))

        def entry(chosen: tuple[int, ...], index: tuple[int, ...]) -> int:
            return permutation_parity(index) if tuple(sorted(index)) == chosen else 0

        def turned(chosen: tuple[int, ...], a: int, index: tuple[int, ...]) -> Any:
            moved = ((s, m) for s in range(rank) for m in range(n))
            terms = (g.mul(entry(chosen, (*index[:s], m, *index[s + 1 :])), gamma[a][index[s]][m]) for s, m in moved)
            return g.negate(sum_of(terms))

        result = []
        for a, b, *rest in places:
            for chosen in choices:
                first, second = ((a, (b, *rest)), (b, (a, *rest)))
                bent = g.add(turned(chosen, *first), turned(chosen, *second))
                for m, f in enumerate(values):
                    grown = sum_of(g.mul(entry(chosen, index), gradients[i][m]) for i, index in (first, second))
                    result.append(g.add(grown, g.mul(f, bent)))
        return result

    return Components(chart, at, (known.lower, *functions), shorten=False)


def _null_space(residuals: Components, chart: Chart, unknowns: int) -> list[list[Any]]:
    """Coefficients of all combinations of columns that vanish at random places, reduced by rows.

    Each is a rational number times powers of the parameters, which are seen by doubling one after the other.
    """
    import numpy

    place, source = typical_point(chart), random.Random(1)
    values = _Sampled(residuals(place))
    names = leaves(chart.at(place))
    parameters = [x for x in values.symbols if x not in names]
    numbers = {x: source.uniform(0.3, 2.7) for x in parameters}

    def kernel(numbers: dict[Any, Any]) -> Any:
        equations = numpy.zeros((0, unknowns))
        while len(equations) < SAMPLES * unknowns:
            at = numbers | {x: source.uniform(0.3, 2.7) for x in names}
            equations = numpy.concatenate([equations, values.at(at, source).reshape(-1, unknowns)])
        _, sizes, directions = numpy.linalg.svd(equations, full_matrices=False)
        return row_reduced(directions[sizes <= SMALL * sizes[0]], SMALL)

    found = kernel(numbers)
    doubled = [kernel(numbers | {x: 2 * numbers[x]}) for x in parameters]

    def coefficient(i: int, j: int) -> Any:
        value, factor = found[i, j].real, 1
        if abs(value) <= SMALL:
            return 0
        for x, other in zip(parameters, doubled, strict=True):
            power = Fraction(round(2 * math.log2(abs(other[i, j] / found[i, j]))), 2)
            value, factor = value / numbers[x] ** float(power), g.mul(factor, g.expt(x, exact(power)))
        return g.mul(exact(Fraction(float(value)).limit_denominator(MOST_DENOMINATOR)), factor)

    if any(other.shape != found.shape or ((abs(other) > SMALL) != (abs(found) > SMALL)).any() for other in doubled):
        raise DomainError("the solutions' coefficients are no rational numbers beside powers of the parameters")
    return [[coefficient(i, j) for j in range(unknowns)] for i in range(len(found))]


def _evaluator(expressions: Iterable[Any]) -> Evaluator:
    listed = list(expressions)
    if any(map(is_array, listed)):
        raise WrongTypeError(f"{CALLED} expects one metric or field, not arrays of them")
    return Evaluator(*listed, complex_domain=True)


class _Sampled:
    """Expressions in complex floats, at any numbers for their symbols.

    The values and derivatives of an unknown function at one place are independent: each is random.
    """

    def __init__(self, expressions: Iterable[Any]) -> None:
        self._expressions = Up(tuple(expressions))
        evaluator = _evaluator(self._expressions)
        self.symbols = sorted(evaluator.symbols, key=lambda x: x.rank)
        self._unknown = [node for node, _ in evaluator.literals()]

    def at(self, numbers: dict[Any, Any], source: random.Random) -> Any:
        import numpy

        values = traced(self._expressions, numbers | {x: source.uniform(0.3, 1.4) for x in self._unknown})
        return numpy.array([complex(g.inexact(x)) for x in values.components])


@public("isometry-dimension")
def isometry_dimension(metric: Metric, basis: AnyBasis) -> int:
    """The number of independent Killing fields about a typical place: the dimension of the group of local isometries.

    A Killing field is fixed by its value and its turning w_ab = nabla_a K_b at one place, and the curvature and its
    covariant derivatives do not change along it: linear equations for these two. Their rank is found from balls, at a
    random place, of random parameters and unknown functions; it is all when a further derivative adds no equation.

    Scheme:  (isometry-dimension g basis)
    Math:    K^c nabla_c T_a.. + T_c.. nabla_a K^c + .. = 0 for T = R, nabla R, nabla nabla R, ..
    Shapes:  result: an integer from 0 to n (n + 1)/2, which is that of constant curvature
    Raises:  ChartError for a basis of another chart; DomainError if the metric has no value at the random place;
             LimitError if too many derivatives are needed; WrongTypeError for arrays of metrics
    Source:  Eisenhart, Riemannian Geometry, chapter VI; Wald, General Relativity, appendix C.3
    1 ]=> (isometry-dimension (de-Sitter-metric spacetime-sphere 'R) spacetime-sphere)
    ;Value: 10
    >>> isometry_dimension(Schwarzschild_metric(spacetime_sphere, symbols("r_s")), spacetime_sphere)
    4
    """
    import numpy

    known = _in_coordinates(metric, basis, "isometry-dimension")
    n, tensor = known.basis.dimension, Riemann_lowered(metric, known.basis).components
    order, dimension, before = 0, n * (n + 1) // 2, None
    while dimension != before:
        MOST_COMPONENTS.check(n ** (order + 5), "isometry-dimension", "components of derivatives of the curvature", 100)
        fields, equations = ((known.upper, 2, 0), (known.symbols_2, 3, order), (tensor, 4, order + 1)), []
        with precision(BITS):
            upper, gamma, jet = _jets(known.basis.chart, *fields)
            for _ in range(order + 1):
                last, jet = jet, _covariant_derivative(jet, gamma)
                equations.append(_changes(last[0], jet[0], upper[0]))
        before, dimension = dimension, n * (n + 1) // 2 - _rank(numpy.concatenate(equations, axis=1))
        order += 1
    return dimension


def _jets(chart: Chart, *fields: tuple[Components, int, int]) -> list[list[Any]]:
    """The values and partial derivatives of components at one random place, of a rank and up to an order, as balls.

    The axes of an array are those of the derivatives before those of the components.
    """
    import numpy

    place, n, parts = typical_point(chart), chart.dimension, []
    for f, _, order in fields:
        parts.append([f])
        for _ in range(order):
            parts[-1].append(parts[-1][-1].partials)
    values = [[f(place) for f in jet] for jet in parts]
    evaluator, source = _evaluator(chain(*chain(*values))), random.Random(1)
    symbols = sorted(evaluator.symbols, key=lambda x: x.rank)
    try:
        numbers = iter(evaluator.at({x: Fraction(source.randint(300, 1400), 1000) for x in symbols}, 1))
    except PointRejected:
        raise DomainError(f"{CALLED}: the metric has no value at a random place") from None

    def tensor(rank: int) -> Any:
        balls = numpy.empty(n**rank, object)
        balls[:] = [next(numbers) for _ in range(n**rank)]
        return _without_zeros(balls.reshape((n,) * rank))

    return [[tensor(rank + k) for k in range(order + 1)] for _, rank, order in fields]


def _without_zeros(balls: Any) -> Any:
    """Balls with 0 for those that hold it: at this precision nothing else is as small."""
    flat = balls.ravel()
    flat[:] = [0 if isinstance(x, int) or 0 in x else x for x in flat]
    return flat.reshape(balls.shape)


def _covariant_derivative(jet: list[Any], gamma: list[Any]) -> list[Any]:
    """nabla_m T_ab.. = d_m T_ab.. - Gamma_ma^p T_pb.. - .. and the partial derivatives of it, by Leibniz's rule."""
    import numpy

    result, names = jet[1:], "abcdefghijkl"[: jet[0].ndim]
    for order, value in enumerate(result):
        by = "uvwxyz"[:order]
        for name, mine in itertools.product(names, chain(*(itertools.combinations(by, k) for k in range(order + 1)))):
            first, second = "".join(mine), "".join(x for x in by if x not in mine)
            terms = f"{first}m{name}p,{second}{names.replace(name, 'p')}->{by}m{names}"
            value = value - numpy.einsum(terms, gamma[len(first)], jet[len(second)])
        result[order] = _without_zeros(value)
    return result


def _changes(T: Any, slopes: Any, upper: Any) -> Any:
    """The Lie derivative of a tensor with lower indices: a row for each K^a = 1, and for each w_ab = -w_ba = 1."""
    import numpy

    changes = list(slopes)
    for pair in itertools.combinations(range(len(upper)), 2):
        change = numpy.zeros(T.shape, object)
        for sign, (a, b) in zip((1, -1), itertools.permutations(pair), strict=True):
            for slot in range(T.ndim):
                numpy.moveaxis(change, slot, 0)[a] += sign * numpy.tensordot(upper[b], T, axes=(0, slot))
        changes.append(_without_zeros(change))
    columns = zip(*(change.ravel() for change in changes), strict=True)
    return numpy.array([_of_one_size(column) for column in columns if any(column)]).reshape(-1, len(changes)).T


def _of_one_size(balls: Sequence[Any]) -> list[complex]:
    largest = max(abs(x).mid() for x in balls if x)
    return [complex((x / largest).mid()) if x else 0j for x in balls]


def _rank(equations: Any) -> int:
    """The rank of a matrix whose rows and columns are first brought to one size: units do not matter."""
    import numpy

    for axis in (1, 0) * BALANCED:
        largest = abs(equations).max(axis=axis, keepdims=True, initial=0.0)
        equations = equations / numpy.where(largest > 0, largest, 1)
    sizes = numpy.linalg.svd(equations, compute_uv=False)
    return int((sizes > SMALL * max(sizes, default=0.0)).sum())


@public("structure-constants-of-fields")
def structure_constants_of_fields(fields: Iterable[Operator]) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """The structure constants of the Lie algebra that vector fields span: by a, b and c.

    Scheme:  (structure-constants-of-fields (list K1 K2 ...))
    Math:    [K_a, K_b] = sum_c C_ab^c K_c
    Raises:  DomainError if a commutator is no combination of them with rational coefficients; ChartError for fields of
             several charts
    Source:  Wald, General Relativity, appendix C
    >>> x, y, z = R3_rect.coordinates("x y z")
    >>> d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
    >>> structure_constants_of_fields([y * d_dz - z * d_dy, z * d_dx - x * d_dz, x * d_dy - y * d_dx])[0][1]
    (0, 0, -1)
    """
    given = [as_vector_field(v, "structure-constants-of-fields") for v in fields]
    chart = next((v.chart for v in given if getattr(v, "chart", None) is not None), None)
    if chart is None:
        raise DomainError("structure-constants-of-fields expects vector fields that have components in a chart")
    columns, m = [components_in(v, chart) for v in given], len(given)
    constants: dict[tuple[int, ...], tuple[Any, ...]]
    constants = dict.fromkeys(itertools.product(range(m), repeat=2), (0,) * m)
    for a, b in itertools.combinations(range(m), 2):
        together = [*columns, components_in(commutator(given[a], given[b]), chart)]
        values = Components(chart, _transposed(together), together, shorten=False)
        found = [row for row in _null_space(values, chart, m + 1) if not is_exact_zero(row[m])]
        entries = rows(values(typical_point(chart)), m + 1)
        if len(found) != 1 or not all(vanishes(dot(found[0], row)) for row in entries):
            names = f"{name_of(given[a])} and {name_of(given[b])}"
            raise DomainError(
                f"structure-constants-of-fields: the commutator of {names} is no combination of the fields"
            )
        constants[a, b] = tuple(g.div(g.negate(x), found[0][m]) for x in found[0][:m])
        constants[b, a] = tuple(map(g.negate, constants[a, b]))
    return tuple(tuple(constants[a, b] for b in range(m)) for a in range(m))


def _transposed(columns: Sequence[Any]) -> Callable[[Any], list[Any]]:
    return lambda place: [x for row in zip(*(leaves(column(place)) for column in columns), strict=True) for x in row]
