"""Isometries: the fields whose flow leaves all products of vectors as they are, L_K g = 0.

Source: FDG 9; Wald, General Relativity, appendix C
"""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain
from typing import Any

from scmpy.calculus.derivative import Lie_derivative, Operator, commutator, label_of
from scmpy.calculus.jet import traced
from scmpy.errors import CALLED, DomainError, WrongTypeError, warn
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import exact, is_exact_zero, permutation_parity
from scmpy.generic.settings import MOST_COMPONENTS, count, temporarily
from scmpy.generic.types import is_number
from scmpy.geometry.basis import AnyBasis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, of_coordinates, on_chart, rows, typical_point
from scmpy.geometry.equivalence import factors_of, vanishes
from scmpy.geometry.fields import FormField, VectorField, as_vector_field, components_in
from scmpy.geometry.general_relativity import Riemann_lowered
from scmpy.geometry.metric import Metric, MetricComponents, components_of
from scmpy.geometry.tensor import FORMS, VECTORS, FieldFunction, Tensor, alternating_form, chart_of
from scmpy.numerics.linear import row_reduced
from scmpy.registry import flint, numpy, public, scipy
from scmpy.structure.tuples import Up, leaves, sum_of
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.assumptions import assumed, assumptions_in_force
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, precision
from scmpy.symbolic.decision.equivalence import proved_sign
from scmpy.symbolic.expression import Application, Expression, Head, expression_of, subexpressions, symbol, variables_in
from scmpy.symbolic.normal_forms import factor
from scmpy.symbolic.printed_form import has_negative_sign
from scmpy.symbolic.simplify import reduced


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
        changes = along(FieldFunction(metric, VECTORS, "metric", chart_of(metric)))
        return FieldFunction(changes, VECTORS, f"(Killing-residual {name_of(K)})", chart_of(metric, K))

    return residual


# Equations hold at random places: floats tell which functions count, balls their coefficients; these are proved.

SAMPLES = 2  #: equations for each unknown coefficient, at least
MORE = 4  #: places than are needed
SMALL = 1e-8  #: coefficients, beside the largest, that are zero; so are singular values of functions
FAINT = 1e-4  #: coefficients, at first, that are zero
NEAR = 1e-4  #: differences of eigenvalues that are the same, beside the matrix
LARGER = 65 / 64  #: is a parameter, to see by which power of it something grows
ROUNDING = 1e-10  #: singular values, and sums beside their terms, that are zero
BITS = 640  #: of the balls from which ranks, coefficients and rates are found
NEWTON = 12  #: steps to these from floats
MOST_PLACES = 1000
MOST_FUNCTIONS = 100  #: in the components of tensors, unless they are given
DEGREE = 2  #: of polynomials
_TURNS = (Head.SIN, Head.COS, Head.SINH, Head.COSH)
_PARTS = operator.attrgetter("real"), operator.attrgetter("imag")
BALANCED = 3  #: times are the sizes of rows and columns made one


@public("Killing-fields")
def Killing_fields(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, conformal: bool = False
) -> tuple[VectorField, ...]:
    """A basis of the Killing fields, or of the conformal ones, whose components are sums of given functions.

    The functions are given, or all products of at most so many coordinates. If nothing is said all local fields are
    sought: how they depend on the coordinates that the metric does not depend on is found from the curvature at one
    place, as exponentials, sines and powers; on the others they depend by products of what is in the metric: powers of
    the coordinates, sines, hyperbolic sines and exponentials, roots of components, reciprocals. Coefficients and rates
    are rational numbers, as floats are that are written in decimals, or linear in the parameters, or reciprocals of
    such, times powers of the parameters, or roots of these; where the sign under a root is not known the fields are
    real for both. Each field is proved to solve the equation, and one that is not is an error. ``isometry-dimension``
    says how many there are, and a warning that not all of them were found; of conformal ones, that there may be more.

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
    chart, fields = known.basis.chart, []
    solutions, number = _solutions_of(known, functions, conformal)
    for row, chosen in solutions:
        pairs = zip(row, itertools.product(leaves(known.basis.vectors), chosen), strict=True)
        terms = [(f if c == 1 else g.mul(c, f), e) for c, (e, f) in pairs if not is_exact_zero(c)]
        field = sum_of(e if is_number(f) and f == 1 else g.mul(f, e) for f, e in terms)
        fields.append(VectorField(chart, components_in(field, chart), label_of(field)))
    if len(fields) < number:
        rest = "the others are no sums of the functions tried; (Killing-fields g basis (list f ...)) tries others"
        warn(f"Killing-fields: these are {len(fields)} of {number} independent local fields; {rest}")
    n, given = chart.dimension, functions if conformal else ()
    return _warned(tuple(fields), math.comb(n + 2, 2) if n > 2 else math.inf, given, "Killing-fields")


def _warned(found: tuple[Any, ...], most: float, functions: Any, operation: str) -> tuple[Any, ...]:
    if (functions is None or functions is False) and len(found) < most:
        them = "these have components that are sums of the functions tried, which are those of Killing fields and more"
        warn(f"{operation}: {them}; there may be others, ({operation} g basis (list f ...)) tries other functions")
    return found


def _solutions_of(known: MetricComponents, functions: Any, conformal: bool) -> tuple[list[tuple[Any, Any]], int]:
    equation, all_are_sought = _Killing_equation(known, 1, conformal), functions is None and not conformal
    solutions, total = list[tuple[Any, Any]](), 0
    for number, choices in _by_weights(known) if all_are_sought else [(0, [_ansatz(known, functions)])]:
        for chosen in choices:
            found = equation.solved(chosen, "Killing-fields")
            if len(found) >= number:
                break
        solutions += [(row, chosen) for row in found]
        total += number
    return solutions, total


@public("Killing-tensors")
def Killing_tensors(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[Tensor, ...]:
    """A basis of the symmetric Killing tensors whose upper components are sums of given functions, as Killing-fields.

    Products of Killing fields are among them, and the inverse of the metric, where the functions give these, as they do
    if nothing is said; a warning says then that there may be others.

    Scheme:  (Killing-tensors g basis), (Killing-tensors g basis (list f ...) rank)
    Math:    nabla^(a K^b..c) = 0: K^b..c p_b .. p_c is constant along geodesics
    Shapes:  result: functions of as many one-forms as the rank
    Raises:  DomainError if a tensor is not proved to be one; WrongTypeError for a rank of 0
    Source:  Wald, General Relativity, appendix C.3
    1 ]=> (length (Killing-tensors (coordinate-system->metric R2-rect) R2-rect 2))
    ;Value: 6
    >>> len(Killing_tensors(coordinate_system_to_metric(R2_rect), R2_rect, 2))
    6
    """
    known = _in_coordinates(metric, basis, "Killing-tensors")
    n, rank, chosen = known.basis.dimension, count(rank, "Killing-tensors", 1), _ansatz(known, functions, rank)
    monomials = list(itertools.combinations_with_replacement(range(n), rank))
    places = [monomials.index(tuple(sorted(i))) for i in itertools.product(range(n), repeat=rank)]
    where = [(i, places.count(i)) for i in places]
    found = tuple(
        Tensor(
            known.basis,
            FORMS[:1] * rank,
            _combined(known.basis.chart, chosen, row, where),
            "Killing-tensor",
        )
        for row in _Killing_equation(known, rank).solved(chosen, "Killing-tensors")
    )
    most = len(monomials) * math.comb(n + rank, rank) // (rank + 1)  # in spaces of constant curvature
    return _warned(found, most, functions, "Killing-tensors")


@public("Killing-Yano-forms")
def Killing_Yano_forms(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[FormField, ...]:
    """A basis of the Killing-Yano forms whose components are sums of given functions, as those of Killing-fields.

    If nothing is said about functions a warning says where there may be others.

    Scheme:  (Killing-Yano-forms g basis), (Killing-Yano-forms g basis (list f ...) rank)
    Math:    nabla_(a f_b)c.. = 0; f_ac f_b^c is a Killing tensor
    Shapes:  result: forms of the rank
    Raises:  DomainError if a form is not proved to be one; WrongTypeError for a rank of 0
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, 35.3
    1 ]=> (length (Killing-Yano-forms (coordinate-system->metric R3-rect) R3-rect 1))
    ;Value: 4
    >>> len(Killing_Yano_forms(coordinate_system_to_metric(R3_rect), R3_rect, 1))
    4
    """
    known = _in_coordinates(metric, basis, "Killing-Yano-forms")
    n, rank, chosen = known.basis.dimension, count(rank, "Killing-Yano-forms", 1), _ansatz(known, functions, rank)
    choices = list(itertools.combinations(range(n), rank))
    where = [(i, 1) for i in range(len(choices))]
    found = tuple(
        alternating_form(
            known.basis,
            rank,
            _combined(known.basis.chart, chosen, row, where),
            symbol("Killing-Yano"),
        )
        for row in _Yano_equation(known, rank).solved(chosen, "Killing-Yano-forms")
    )
    return _warned(found, math.comb(n + 1, rank + 1), functions, "Killing-Yano-forms")


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


class _Equation:
    """Linear equations of first order, ``each`` of them, for the components of a kind of tensor, so many places.

    ``residuals`` are those of every place in turn holding each function: of the parts at a place, the functions'
    values and their gradients.
    """

    def __init__(
        self, chart: Chart, places: int, each: int, parts: Sequence[Components], residuals: Callable[..., list[Any]]
    ) -> None:
        self.chart, self.places, self.each, self.parts, self.residuals = chart, places, each, parts, residuals
        self.typical = typical_point(chart)

    def _expressions(self, functions: Sequence[Any]) -> list[Sequence[Any]]:
        values = Components(
            self.chart, lambda place: [apply_value(f, (place,)) for f in functions], functions, shorten=False
        )
        return [f(self.typical) for f in (*self.parts, values, values.partials)]

    def solved(self, functions: Sequence[Any], operation: str) -> list[list[Any]]:
        """The coefficients of each solution: of every place, by functions; proved to solve the equation."""
        used, solutions = self._used(functions), []
        if not used:
            return []
        kept = sorted({m for _, m in used})
        columns = [place * len(kept) + kept.index(m) for place, m in used]
        entries = self.residuals(*self._expressions([functions[m] for m in kept]))
        parts = [[row[i] for i in columns] for row in rows(entries, self.places * len(kept))]
        for found in _null_space(parts, leaves(self.chart.at(self.typical))):
            known = dict(zip(used, found, strict=True))
            solutions.append([known.get(x, 0) for x in itertools.product(range(self.places), range(len(functions)))])
            self._prove(solutions[-1], functions, operation)
        return solutions

    def _used(self, functions: Sequence[Any]) -> list[tuple[int, int]]:
        """The places and functions that have part in solutions: from floats at random places."""
        known, unknowns = self._expressions(functions), self.places * len(functions)
        number = max(len(functions), SAMPLES * unknowns // self.each) // 2 + MORE
        found = _sampled(Up(tuple(chain(*known))), leaves(self.chart.at(self.typical)), number)
        given = [numpy.array([next(found) for _ in part]) for part in known]
        shape, source = (len(functions), number), numpy.random.default_rng(1)

        def table(*parts: Any) -> Any:
            *others, values, slopes = parts
            entries = self.residuals(*others, [values], slopes.reshape(-1, *shape))  # of all functions at once
            found = numpy.array([numpy.broadcast_to(x, shape) for x in entries])
            return found.reshape(self.each, unknowns, number).transpose(2, 0, 1).reshape(-1, unknowns)

        sizes = numpy.abs(table(*(abs(part) * source.uniform(1, 2, (len(part), 1)) for part in given)))
        equations, values = (numpy.concatenate([x.real, x.imag]) for x in (table(*given), given[-2].T))
        equations = numpy.where(abs(equations) > ROUNDING * numpy.tile(sizes, (2, 1)), equations, 0)
        new = abs(numpy.diagonal(numpy.linalg.qr(_balanced(values), mode="r"))) > SMALL
        new = numpy.tile(new, self.places)
        for least in (FAINT, SMALL):  # nearly dependent functions hide at first how small a coefficient is
            new = abs(_kernel(_balanced(equations, BALANCED), new)).max(axis=0, initial=0.0) > least
        return [divmod(int(k), len(functions)) for k in numpy.flatnonzero(new)]

    def _prove(self, row: Sequence[Any], functions: Sequence[Any], operation: str) -> None:
        n = self.places
        combined = _combined(self.chart, functions, row, [(i, 1) for i in range(n)])
        known = self._expressions([combined.entry(i, "solution") for i in range(n)])
        if not all(vanishes(sum_of(entry[:: n + 1])) for entry in rows(self.residuals(*known), n * n)):
            raise DomainError(f"{operation}: what solves the equation in floats is not proved to do so")


def _ansatz(known: MetricComponents, given: Any, rank: int = 2) -> list[Any]:
    """The functions that are given, products of so many coordinates, or if none are given those of Killing fields."""
    chart = known.basis.chart
    if isinstance(given, int):
        degrees = range(1, count(given, "Killing-fields") + 1)
        chosen = (itertools.combinations_with_replacement(chart.coordinates(), k) for k in degrees)
        return [1, *(reduce(g.mul, x) for x in chain(*chosen))]
    if given is not None and given is not False:
        return list(given)
    found: dict[str, Any] = {}
    for row, functions in _solutions_of(known, None, False)[0]:
        pairs = zip(row, functions * known.basis.dimension, strict=True)
        found |= {str(f): f for c, f in pairs if not is_exact_zero(c)}
    products = (reduce(g.mul, x) for x in itertools.combinations_with_replacement([1, *found.values()], rank))
    inverse = [known.upper.entry(i, f"inverse-{i}") for i in range(chart.dimension**2)]
    of_weights = chain(*(next(choices) for _, choices in _by_weights(known)))
    listed = [*products, *inverse, *_ansatz(known, DEGREE), *of_weights]
    return [*{str(f): f for f in listed}.values()][:MOST_FUNCTIONS]


def _by_weights(known: MetricComponents) -> Iterator[tuple[int, Iterator[list[Any]]]]:
    """How many Killing fields there are of each weight, and ever more functions in which to seek them.

    How they depend on coordinates that the metric does not depend on is known; on the others they do as its components,
    their roots and reciprocals.
    """
    chart, names = known.basis.chart, [*map(symbol, known.basis.chart.names)]
    lower = [expression_of(x) for x in known.lower(chart.tuple_of(Up, names))]
    free = {x for y in lower for x in variables_in(y)}
    idle = [i for i, x in enumerate(names) if x not in free]
    nodes = (y for y in subexpressions(*lower) if isinstance(y, Application) and y.operator in _TURNS)
    turned = {x for y in nodes for x in variables_in(y)}
    tries = [(None, False), (None, True), *((x, False) for x in names if x in turned)]
    shapes = [_shapes(names, idle, lower, *some) for some in tries]

    def functions(shapes: Sequence[Any], waves: Any, moved: Sequence[int]) -> list[Any]:
        parts = itertools.product(_powers([names[i] for i in moved]), shapes, *waves)
        products = [reduce(g.mul, part) for part in parts]
        return [x if is_number(x) else on_chart(chart, of_coordinates(x, names), str(x)) for x in products]

    with temporarily(assumed, {**assumptions_in_force(), **chart.facts_at(chart.tuple_of(Up, names))}):
        weights = _weights(known, idle)
    for waves, moved, number in weights:
        yield number, (functions(x, waves, moved) for x in shapes)


def _powers(coordinates: Sequence[Any]) -> list[Any]:
    return [reduce(g.mul, x) for x in itertools.combinations_with_replacement([1, *coordinates], DEGREE)]


def _shapes(names: Sequence[Any], idle: Sequence[int], lower: Sequence[Any], half: Any, with_roots: bool) -> list[Any]:
    """Products of functions of each coordinate that occurs in the components of a metric, and polynomials of those
    coordinates that occur together; for one coordinate those of half the angles too.
    """
    n, families, joint = len(names), [], []
    nodes = [y for y in subexpressions(*lower) if isinstance(y, Application)]
    factors = [[*factors_of(getattr(factor(x), "value", x))] for x in lower]
    for i, x in enumerate(names):
        if i in idle:
            continue
        alone = [y for y in nodes if {*names}.intersection(variables_in(y)) == {x}]
        family: list[Any] = [1]
        for one, other in (_TURNS[:2], _TURNS[2:]):
            for angle in dict.fromkeys(y.operands[0] for y in alone if y.operator in (one, other)):
                a, b = (apply_head(head, (angle,)) for head in (one, other))
                family += [g.div(b, a), a, b, g.invert(a)]
                if one is Head.SINH or any(y.operator is other and y.operands[0] is angle for y in alone):
                    family += [g.div(a, b), g.invert(b)]
                if x is half:
                    a, b = (apply_head(head, (g.div(angle, 2),)) for head in (one, other))
                    family += [a, b, g.invert(a), g.invert(b)]
        exponentials = {y: k for y, k in map(_exponential, alone) if y is not None}
        family += [g.expt(y, -j * (k if k % 2 else k // 2)) for y, k in exponentials.items() for j in (1, 2)]
        bases = [(_of_size_1(b), k, f is factors[i * (n + 1)]) for f in factors for b, k in f if _is_polynomial(b, x)]
        if any({*names}.intersection(variables_in(b)) != {x} for b, _, _ in bases):
            joint.append(x)
        elif bases:
            sign = reduce(g.mul, (b for b, _ in factors[i * (n + 1)] if is_number(b)), 1)
            singles = [b for b, k, own in bases if own and k % 2]
            odd: Any = reduce(g.mul, singles, 1 if sign > 0 or not singles else -1)
            even = (g.expt(b, k // 2) for b, k, own in bases if own)
            root = g.div(g.sqrt(odd), reduce(g.mul, even, odd))
            roots = [root, *(b for b, k, own in bases if not own and b is not x and k % 2 == 0)] * with_roots
            multiples = (y for z in dict.fromkeys(roots) for y in (z, g.mul(z, x), g.div(z, x)))
            others = (y for z in multiples for y in (z, g.invert(z)))
            powers = 1, x, g.invert(x), g.square(x), g.invert(g.square(x))
            family = [g.mul(f, y) for f in family for y in (*powers, *others)]
        families.append(family)
    shared = {b: None for f in factors for b, _ in f if len({*names}.intersection(variables_in(b))) > 1}
    ratios = [1, *map(g.invert, shared)] if with_roots else [1]
    return [reduce(g.mul, y) for y in itertools.product(ratios, _powers(joint), *families)]


def _of_size_1(polynomial: Any) -> Any:
    """A polynomial divided by its largest coefficient."""
    terms = polynomial.operands if getattr(polynomial, "operator", None) is Head.PLUS else (polynomial,)
    sizes = (math.prod(abs(b) ** k for b, k in factors_of(x) if is_number(b)) for x in terms)
    return reduced(g.div(polynomial, exact(max(sizes))))


def _exponential(node: Application) -> tuple[Any, int]:
    base, k = node.operands if node.operator is Head.EXPT else (node, 1)
    is_one = isinstance(base, Application) and base.operator is Head.EXP and isinstance(k, int)
    return (base, abs(k)) if is_one else (None, 0)


def _is_polynomial(value: Any, x: Any) -> bool:
    nodes = [y for y in subexpressions(value) if isinstance(y, Application) and x in variables_in(y)]
    return (value is x or bool(nodes)) and all(y.operator in (Head.PLUS, Head.TIMES, Head.EXPT) for y in nodes)


def _Killing_equation(known: MetricComponents, rank: int, conformal: bool = False) -> _Equation:
    """The brackets of f p_a .. p_c with the square g^ab p_a p_b / 2, or their parts without trace, by products of p."""
    n, N = known.basis.dimension, range(known.basis.dimension)
    monomials, products = (list(itertools.combinations_with_replacement(N, k)) for k in (rank, rank + 1))

    def residuals(lower: Any, upper: Any, slopes: Any, values: Any, gradients: Any) -> list[Any]:
        upper, slopes, gradients, columns = rows(upper, n), array(slopes, n, 3), rows(gradients, len(values)), []
        for factors, (m, f) in itertools.product(monomials, enumerate(values)):
            terms: dict[tuple[int, ...], list[Any]] = {x: [] for x in products}
            half = g.div(f, -2)
            for a, b in itertools.product(N, repeat=2):
                terms[*sorted((*factors, b)),].append(g.mul(upper[a][b], gradients[a][m]))
                for k, c in enumerate(factors):
                    terms[*sorted((*factors[:k], *factors[k + 1 :], a, b)),].append(g.mul(half, slopes[c][a][b]))
            columns.append({x: sum_of(terms[x]) for x in products})
        if conformal:
            columns = [_without_trace(column, rows(lower, n), upper) for column in columns]
        return [column[x] for x in products for column in columns]

    parts = known.lower, known.upper, known.upper.partials
    return _Equation(known.basis.chart, len(monomials), len(products), parts, residuals)


def _without_trace(column: dict[tuple[int, ...], Any], lower: Any, upper: Any) -> dict[tuple[int, ...], Any]:
    trace = g.div(sum_of(g.mul(lower[a][b], x) for (a, b), x in column.items()), len(lower))
    return {(a, b): g.sub(x, g.mul(trace, g.mul(1 + (a != b), upper[a][b]))) for (a, b), x in column.items()}


def _Yano_equation(known: MetricComponents, rank: int) -> _Equation:
    """The symmetric parts nabla_(a f_b)c.. of the basis forms of a rank."""
    n = known.basis.dimension
    choices = list(itertools.combinations(range(n), rank))
    places = [
        (a, b, *rest) for a in range(n) for b in range(a, n) for rest in itertools.combinations(range(n), rank - 1)
    ]

    def residuals(gamma: Any, values: Any, gradients: Any) -> list[Any]:
        gamma, gradients = array(gamma, n, 3), rows(gradients, len(values))

        def entry(chosen: tuple[int, ...], index: tuple[int, ...]) -> int:
            return permutation_parity(index) if tuple(sorted(index)) == chosen else 0

        def along(a: int, index: tuple[int, ...], chosen: tuple[int, ...], m: int, f: Any) -> Any:
            moved = itertools.product(range(rank), range(n))
            turned = (g.mul(entry(chosen, (*index[:s], k, *index[s + 1 :])), gamma[a][index[s]][k]) for s, k in moved)
            return g.sub(g.mul(entry(chosen, index), gradients[a][m]), g.mul(f, sum_of(turned)))

        return [
            g.add(along(a, (b, *rest), chosen, m, f), along(b, (a, *rest), chosen, m, f))
            for a, b, *rest in places
            for chosen in choices
            for m, f in enumerate(values)
        ]

    return _Equation(known.basis.chart, len(choices), len(places), (known.symbols_2,), residuals)


@precision(BITS)
def _null_space(entries: Sequence[Sequence[Any]], names: Sequence[Any]) -> list[list[Any]]:
    """Coefficients of all combinations of columns that vanish at random places, reduced by rows.

    Floats tell which equations count, for which unknowns; these are solved in balls. How coefficients depend on a
    parameter is seen where it is larger.
    """
    evaluator, columns = _evaluator(chain(*entries)), len(entries[0])
    numbers = {x: _number(x) for x in evaluator.symbols if x not in names}
    units = _units(chain(*entries), names, numbers)

    def table(parameters: dict[Any, Any]) -> Any:
        source, found = random.Random(1), list[Any]()
        for seed in range(MOST_PLACES):
            with suppress(PointRejected):
                place = {x: flint.acb(source.uniform(0.3, 2.7), source.uniform(-2.7, 2.7)) * units[x] for x in names}
                found += rows(evaluator.at(place | parameters, seed), columns)
            if len(found) > SAMPLES * columns:
                break
        return _without_zeros(numpy.array([[part(flint.acb(x)) for x in row] for part in _PARTS for row in found]))

    def solved(table: Any) -> Any:
        space = numpy.full((len(free), columns), flint.arb(0))
        space[range(len(free)), free] = flint.arb(1)
        if bound:
            left, right = (flint.arb_mat(table[numpy.ix_(chosen, x)].tolist()) for x in (bound, free))
            space[:, bound] = -numpy.array(left.solve(right).tolist(), object).T
        return space

    tables = [table(x) for x in (numbers, *(numbers | {x: LARGER * y} for x, y in numbers.items()))]
    floats = _balanced(tables[0].astype(float), BALANCED)
    kernel = abs(row_reduced(_kernel(floats, numpy.ones(columns, bool)), SMALL)) > SMALL
    free = [int(row.argmax()) for row in kernel]
    bound = [j for j in range(columns) if j not in free]
    chosen = scipy.linalg.qr(floats[:, bound].T, mode="r", pivoting=True)[1][: len(bound)]
    with suppress(ZeroDivisionError):  # where parameters are larger
        spaces = [*map(solved, tables)] if free else []
        if len({str([0 in x for x in space.ravel()]) for space in spaces}) <= 1:
            return [[_exact(x, numbers, y) for x, *y in zip(*row, strict=True)] for row in zip(*spaces, strict=True)]
    raise DomainError("the solutions' coefficients do not change evenly with the parameters")


def _balanced(table: Any, times: int = 1) -> Any:
    """Equations with rows and columns brought to one size."""
    for axis in (1, 0) * times:
        largest = abs(table).max(axis=axis, keepdims=True)
        table = table / numpy.where(largest > 0, largest, 1)
    return table


def _kernel(table: Any, kept: Any) -> Any:
    R, order = scipy.linalg.qr(numpy.linalg.qr(table[:, kept], mode="r"), mode="r", pivoting=True)
    rank, places = (abs(numpy.diagonal(R)) > ROUNDING).sum(), numpy.flatnonzero(kept)[order]
    found = numpy.zeros((len(order) - rank, len(kept)))
    found[range(len(found)), places[rank:]] = 1
    found[:, places[:rank]] = -scipy.linalg.solve_triangular(R[:rank, :rank], R[:rank, rank:]).T
    return found


def _exact(value: Any, numbers: dict[Any, Any], changed: Sequence[Any]) -> Any:
    """What _rational_function finds, or its root; what is neither is left as it is."""
    known = _rational_function(value, numbers, changed)
    if known is None and (square := _rational_function(value**2, numbers, [x**2 for x in changed])) is not None:
        known = g.mul(1 if value > 0 else -1, reduced(g.sqrt(square)))
    return float(value) if known is None else known


def _rational_function(value: Any, numbers: dict[Any, Any], changed: Sequence[Any]) -> Any:
    """A rational number, or what is linear in the parameters, or its square, or a reciprocal, times powers of the
    parameters; so it is when each of these is larger. None of what is nothing of these.
    """
    if 0 in value:
        return 0
    growth = tuple(round(math.log(abs(float(x / value)) or 1, LARGER)) for x in changed)
    products = sorted(itertools.product(range(-2, 3), repeat=len(numbers)), key=lambda powers: sum(map(abs, powers)))
    for powers, k in itertools.product([growth, *products], (1, -1, 2, -2)):
        scale = math.prod(x**p for x, p in zip(numbers.values(), powers, strict=True))
        larger = (y / flint.arb(LARGER) ** p for y, p in zip(changed, powers, strict=True))
        first, *rest = (
            (abs(y / scale).sqrt() if k % 2 == 0 else y / scale) ** (1 if k > 0 else -1) for y in (value, *larger)
        )
        slopes = [(y - first) / (LARGER - 1) for y in rest]
        terms = (y / x for x, y in zip(numbers.values(), slopes, strict=True))
        linear = [_rational(x) for x in (first - sum(slopes), *terms)]  # c + c_i x_i
        if None not in linear:
            total = sum_of(g.mul(exact(c), x) for c, x in zip(linear, (1, *numbers), strict=True))
            found = reduce(g.mul, map(g.expt, numbers, powers), g.expt(total, k))
            return g.negate(found) if k % 2 == 0 and value < 0 else found
    return None


def _rational(ball: Any) -> Any:
    """The number in a ball of a denominator so short, beside the radius, that it is no accident."""
    mid, rad = (Fraction(int(x)) * Fraction(2) ** int(k) for x, k in (ball.mid().man_exp(), ball.rad().man_exp()))
    rad = max(rad, Fraction(1, 2 ** (BITS * 3 // 4)), abs(mid) / 2 ** (BITS * 3 // 4))
    found = mid.limit_denominator(max(1, math.isqrt(int(1 / rad)) >> 32))
    return found if abs(found - mid) <= rad < 1 else None


def _evaluator(expressions: Iterable[Any]) -> Evaluator:
    listed = list(expressions)
    if any(map(is_array, listed)):
        raise WrongTypeError(f"{CALLED} expects one metric or field, not arrays of them")
    return Evaluator(*listed, complex_domain=True)


def _units(expressions: Iterable[Any], names: Sequence[Any], parameters: dict[Any, Any]) -> dict[Any, float]:
    """The lengths on which functions of coordinates change: 1/1000 of exp(1000 x), 1/10 of 1 - 100 x^2, else 1."""
    numbers = {x: float(y) for x, y in parameters.items()}
    nodes, units = [y for y in subexpressions(*expressions) if isinstance(y, Application)], {}
    arguments = [y.operands[0] for y in nodes if y.operator in (*_TURNS, Head.EXP)]
    arguments += [g.mul(k, y.operands[0]) for y, k in map(_exponential, nodes) if k > 1]
    for x in names:
        ends = ((substitute(y, numbers | {x: k}) for k in (1.75, 0.75)) for y in arguments if x in variables_in(y))
        turned = [g.sub(*pair) for pair in ends]
        scales = [abs(complex(k)) for k in turned if is_number(k) or (isinstance(k, Expression) and k.constant)]
        for found in ([_monomial(term, x, numbers) for term in y.operands] for y in nodes if y.operator is Head.PLUS):
            terms = [x for x in found if x is not None]
            least, first = min(((k, c) for c, k in terms), default=(0, 1))
            if len(terms) == len(found):
                scales += [abs(c / first) ** (1 / (k - least)) for c, k in terms if k > least]
        units[x] = 1 / max(filter(None, scales), default=1)
    return units


def _monomial(term: Any, x: Any, numbers: dict[Any, float]) -> tuple[float, int] | None:
    """The real number c and the power k of c x^k; None of what is none."""
    number, power = 1.0, 0
    for base, k in factors_of(term):
        value = numbers.get(base, base)
        if base is x:
            power += k
        elif isinstance(value, (int, float, Fraction)):
            number *= float(value) ** k
        else:
            return None
    return (number, power) if number else None


def _sampled(expressions: Up, names: Sequence[Any], count: int) -> Iterator[Any]:
    """The values of expressions in complex floats, at so many random places, whose coordinates have these names.

    The values and derivatives of an unknown function at one place are independent: each is random.
    """
    evaluator, source = _evaluator(expressions), numpy.random.default_rng(1)
    numbers = {x: float(_number(x)) for x in evaluator.symbols if x not in names}
    units = _units(expressions, names, numbers)
    ranges = [(x, 2.7, units[x]) for x in names]
    ranges += [(node, 1.4, 1.0) for node, _ in evaluator.literals()]
    places = {x: u * (source.uniform(0.3, n, count) + 1j * source.uniform(-n, n, count)) for x, n, u in ranges}
    for x in traced(expressions, numbers | places).components:
        yield numpy.broadcast_to(x if is_array(x) else complex(g.inexact(x)), (count,))


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
    return len(_local_fields(_in_coordinates(metric, basis, "isometry-dimension"))[0])


@lru_cache(maxsize=16)
def _local_fields(known: MetricComponents, larger: Any = None) -> tuple[Any, Callable[[int], Any], dict[Any, Any]]:
    """The data (K^a, w_ab) of a basis of the Killing fields at a random place, as rows; how these change along a
    coordinate, by nabla_c w_ab = R_bacd K^d; and the parameters, one of which may be larger.
    """
    n, tensor = known.basis.dimension, Riemann_lowered(known.metric, known.basis).components
    order, space, before = 0, numpy.eye(n * (n + 1) // 2), 0
    with precision(BITS):
        while len(space) != before:
            number = n ** (order + 5)
            MOST_COMPONENTS.check(number, "isometry-dimension", "components of derivatives of the curvature", 100)
            fields, equations = ((known.upper, 2, 0), (known.symbols_2, 3, order), (tensor, 4, order + 1)), []
            ((upper,), gammas, jet), numbers = _jets(known.basis.chart, larger, *fields)
            gamma, curvature = gammas[0], jet[0]
            for _ in range(order + 1):
                last, jet = jet, _covariant_derivative(jet, gammas)
                equations += _changes(last[0], jet[0], upper)
            before, (space, free) = len(space), _solutions(equations, n * (n + 1) // 2)
            order += 1
    pairs = numpy.triu_indices(n, 1)

    def along(c: int) -> Any:
        K, w = space[:, :n], numpy.zeros((len(space), n, n), object)
        w[:, pairs[0], pairs[1]] = space[:, n:]
        w = w - w.transpose(0, 2, 1)
        moved = w @ gamma[c].T
        moved = numpy.einsum("bad,id->iab", curvature[:, :, c], K) + moved - moved.transpose(0, 2, 1)
        rates = numpy.concatenate([w[:, c] @ upper - K @ gamma[c], moved[:, pairs[0], pairs[1]]], axis=1)
        return _without_zeros(rates[:, free])

    return space, along, numbers


def _solutions(equations: Iterable[Sequence[Any]], unknowns: int) -> tuple[Any, list[int]]:
    """What solves rows of balls, for each unknown that is free, which is 1; the first ones are free where they can."""
    solved: dict[int, Any] = {}
    for row in equations:
        rest = numpy.array(row, object)
        for column, one in solved.items():
            rest = _without_zeros(rest - rest[column] * one)
        found = rest.nonzero()[0]
        if len(found):
            rest = rest / rest[found[-1]]
            solved = {c: _without_zeros(one - one[found[-1]] * rest) for c, one in solved.items()}
            solved[found[-1]] = rest
    free = [j for j in range(unknowns) if j not in solved]
    space = numpy.zeros((len(free), unknowns), object)
    space[range(len(free)), free] = 1
    for column, one in solved.items():
        space[:, column] = -one[free]
    return space, free


@precision(BITS)
def _weights(known: MetricComponents, idle: Sequence[int]) -> list[tuple[list[Any], list[int], int]]:
    """By which functions, and powers, of coordinates that do not occur in the metric so many Killing fields depend."""
    spectrum, numbers = _spectrum(known, idle)
    rates = [part(z) for weight, *_ in spectrum for z in weight for part in _PARTS]
    if None not in (_rational_function(x, {}, []) for x in rates):
        numbers = {}  # the rates depend on no parameter
    changed, weights = [_spectrum(known, idle, x)[0] for x in numbers], dict[str, Any]()
    coordinates = [symbol(known.basis.chart.names[i]) for i in idle]
    for weight, moved, number in spectrum:
        others = [min(one, key=lambda y: abs(_floats(y[0]) - _floats(weight)).sum())[0] for one in changed]
        waves = []
        for sign, part in zip((1, -1), _PARTS, strict=True):
            rates = [(x, *map(part, rate)) for x, *rate in zip(coordinates, weight, *others, strict=True)]
            waves += _waves(sign, rates, numbers)
        *_, before = weights.get(str(waves), (0,))
        weights[str(waves)] = waves, moved, number + before
    return [*weights.values()]


def _waves(sign: int, rates: Sequence[Any], numbers: dict[Any, Fraction]) -> list[tuple[Any, ...]]:
    """The functions exp, or cos and sin, of coordinates times these rates, which may be larger with each parameter.

    Where rates are roots, of what may be positive or negative, they are the functions that are real in both cases.
    """
    exponent, roots, waves = 0, list[Any](), list[Any]()
    for x, rate, *others in rates:
        plain = _rational_function(rate, numbers, others)
        if plain is not None:
            exponent = g.add(exponent, g.mul(plain, x))
            continue
        for root in roots:
            ratio = _rational_function(rate / root[0], numbers, [*map(operator.truediv, others, root[1])])
            if ratio is not None:
                root[2] = g.add(root[2], g.mul(ratio, x))
                break
        else:
            roots.append([rate, others, x])
    if not is_exact_zero(exponent):
        angle = g.negate(exponent) if has_negative_sign(exponent) else exponent  # which may be that of the other pair
        waves.append((g.exp(exponent),) if sign > 0 else (g.cos(angle), g.sin(angle)))
    for rate, others, x in roots:
        square = _rational_function(rate**2, numbers, [y**2 for y in others])
        square = g.mul(sign, float(rate) ** 2 if square is None else square)
        known = proved_sign(square) if isinstance(square, Expression) else square
        if known < 0 or (not known and has_negative_sign(square)):
            square, functions = g.negate(square), (g.cos, g.sin)
        else:
            functions = (g.cosh, g.sinh)
        root = reduced(g.sqrt(square))
        angle = g.mul(root, x)
        waves.append((functions[0](angle), g.mul(root, functions[1](angle))))
    return waves


def _floats(balls: Any) -> Any:
    return numpy.vectorize(complex, otypes=[complex])(balls)


@precision(BITS)
def _spectrum(known: MetricComponents, idle: Sequence[int], larger: Any = None) -> tuple[list[Any], dict[Any, Any]]:
    """The joint eigenvalues of the changes of the Killing fields along coordinates, one of each pair, as balls."""
    (space, along, numbers), found = _local_fields(known, larger), []
    balls = [along(c) for c in idle]
    changes, none = [*map(_floats, balls)], 0j * numpy.eye(len(space))
    scales = scipy.linalg.matrix_balance(sum(map(abs, changes), none), permute=False, separate=True)[1][0]
    changes = [x / scales[:, None] * scales for x in changes]
    sizes = [abs(x).max(initial=0.0) or 1.0 for x in changes]
    changes = [x / size for x, size in zip(changes, sizes, strict=True)]
    mixed = sum((x * (1 + 0.618 * k) for k, x in enumerate(changes)), none)
    near = NEAR * numpy.linalg.norm(mixed)
    values = sorted(numpy.linalg.eigvals(mixed), key=lambda z: (*numpy.round([abs(z), z.real, z.imag], 6),))
    while values:
        group = [x for x in values if abs(x - values[0]) <= near]
        values, size = [x for x in values if abs(x - values[0]) > near], len(group)
        left = mixed - numpy.mean(group) * numpy.eye(len(space))
        part = numpy.linalg.svd(numpy.linalg.matrix_power(left, min(size, 4)))[0][:, -size:].conj().T
        inside = [part @ x @ part.conj().T for x in changes]
        means = numpy.array([numpy.trace(x) / size for x in inside])
        weight = numpy.where(abs(means.real) <= near, 0, means.real) + 0j
        weight.imag = numpy.where(abs(means.imag) <= near, 0, means.imag)
        moved = [i for i, x, k in zip(idle, inside, means, strict=True) if abs(x - k * numpy.eye(size)).max() > near]
        if [*weight.imag] >= [0] * len(idle):
            same = [(abs(numpy.linalg.eigvals(x) - z) <= near).sum() for x, z in zip(changes, weight, strict=True)]
            close = [*itertools.starmap(_eigenvalue, zip(balls, weight * sizes, same, strict=True))]
            found.append((close, moved, size * (1 + weight.imag.any())))
    return found, numbers


def _eigenvalue(matrix: Any, value: complex, times: int) -> Any:
    """The eigenvalue of balls near a number, so often one: a simple root of a derivative of the polynomial."""
    if not value:
        return flint.acb(0)
    polynomial, z = flint.acb_mat(matrix.tolist()).charpoly(), flint.acb(value.real, value.imag)
    for _ in range(times - 1):
        polynomial = polynomial.derivative()
    for _ in range(NEWTON):
        z = (z - polynomial(z) / polynomial.derivative()(z)).mid()
    return flint.acb(z.real if value.real else 0, z.imag if value.imag else 0)


def _jets(chart: Chart, larger: Any, *fields: tuple[Components, int, int]) -> tuple[list[list[Any]], dict[Any, Any]]:
    """The values and partial derivatives of components at one random place, of a rank and up to an order, as balls.

    The axes of an array are those of the derivatives before those of the components. The parameters' values come too.
    """
    place, n, parts = typical_point(chart), chart.dimension, []
    for f, _, order in fields:
        parts.append([f])
        for _ in range(order):
            parts[-1].append(parts[-1][-1].partials)
    values = [[f(place) for f in jet] for jet in parts]
    evaluator, source = _evaluator(chain(*chain(*values))), random.Random(1)
    names = leaves(chart.at(place))
    parameters = {x: _number(x) * (LARGER if x is larger else 1) for x in evaluator.symbols if x not in names}
    units = _units(chain(*chain(*values)), names, parameters)
    chosen = {x: Fraction(source.randint(300, 1400), 1000) * Fraction(units[x]) for x in names}
    try:
        numbers = iter(evaluator.at(chosen | parameters, 1))
    except PointRejected:
        raise DomainError(f"{CALLED}: the metric has no value at a random place") from None

    def tensor(rank: int) -> Any:
        balls = numpy.empty(n**rank, object)
        balls[:] = [next(numbers) for _ in range(n**rank)]
        return _without_zeros(balls.reshape((n,) * rank))

    jets = [[tensor(rank + k) for k in range(order + 1)] for _, rank, order in fields]
    return jets, parameters


def _number(parameter: Any) -> Any:
    """The value of a parameter near which solutions are sought, the same wherever they are: no short fraction."""
    return flint.arb(random.Random(f"number {parameter}").getrandbits(BITS)) / 2**BITS + 0.6


def _without_zeros(balls: Any) -> Any:
    """Balls with 0 for those that hold it: at this precision nothing else is as small."""
    flat = balls.ravel()
    flat[:] = [0 if isinstance(x, int) or 0 in x else x for x in flat]
    return flat.reshape(balls.shape)


def _covariant_derivative(jet: list[Any], gamma: list[Any]) -> list[Any]:
    """nabla_m T_ab.. = d_m T_ab.. - Gamma_ma^p T_pb.. - .. and the partial derivatives of it, by Leibniz's rule."""
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
    changes = list(slopes)
    for pair in itertools.combinations(range(len(upper)), 2):
        change = numpy.zeros(T.shape, object)
        for sign, (a, b) in zip((1, -1), itertools.permutations(pair), strict=True):
            for slot in range(T.ndim):
                numpy.moveaxis(change, slot, 0)[a] += sign * numpy.tensordot(upper[b], T, axes=(0, slot))
        changes.append(_without_zeros(change))
    return [column for column in zip(*(change.ravel() for change in changes), strict=True) if any(column)]


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
    m, place = len(given), typical_point(chart)
    columns = [leaves(components_in(v, chart)(place)) for v in given]
    constants = dict.fromkeys(itertools.product(range(m), repeat=2), tuple[Any, ...]((0,) * m))
    for a, b in itertools.combinations(range(m), 2):
        bracket = components_in(commutator(given[a], given[b]), chart)(place)
        values = [*chain(*zip(*columns, leaves(bracket), strict=True))]
        entries = rows(values, m + 1)
        found = [row for row in _null_space(entries, leaves(chart.at(place))) if not is_exact_zero(row[m])]
        if len(found) != 1 or not all(vanishes(dot(found[0], row)) for row in entries):
            both = f"{name_of(given[a])} and {name_of(given[b])}"
            raise DomainError(
                f"structure-constants-of-fields: the commutator of {both} is no combination of the fields"
            )
        constants[a, b] = tuple(g.div(g.negate(x), found[0][m]) for x in found[0][:m])
        constants[b, a] = tuple(map(g.negate, constants[a, b]))
    return tuple(tuple(constants[a, b] for b in range(m)) for a in range(m))
