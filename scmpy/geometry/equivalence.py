"""Comparison of what lives on a manifold, signs and zeros of its components, and the tables of those that are not zero.

Two things are compared at a typical point of a chart, whose coordinates are symbols:
vector fields are compared by what they make of an unknown function, forms and tensors by their values on the coordinate
basis. Functions of these are compared at unknown ones on the charts that are given, or that they are made of: these
show when a function is applied to fields without a chart, which note what they meet.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from scmpy.calculus.derivative import Operator
from scmpy.calculus.dual_numbers import finite_part
from scmpy.calculus.equivalence import (
    NO_ARGUMENTS,
    Kind,
    common_counts,
    compare_functions,
    depth_of_functions,
    values_at_scalars,
)
from scmpy.errors import LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements, is_array_of_objects, map_array
from scmpy.generic.display import typeset
from scmpy.generic.functions import apply_value, memoized, name_of
from scmpy.generic.numbers import is_exact_one, is_exact_zero
from scmpy.generic.settings import check_callable, temporarily
from scmpy.generic.types import ScalarKind, is_number, is_zero_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import (
    Chart,
    Components,
    as_chart,
    carried_out,
    in_coordinates,
    literal_manifold_function,
    rows,
    typical_point,
)
from scmpy.geometry.fields import (
    Derivation,
    FieldOperator,
    FormField,
    coordinate_form_fields,
    coordinate_vector_fields,
    is_vector_field,
    literal_1form_field,
    literal_vector_field,
)
from scmpy.geometry.manifold import SHOWN, ZERO, Charts, ManifoldCoordinates, ManifoldFunction, Point, charts_of
from scmpy.geometry.standard_manifolds import R3_rect
from scmpy.geometry.tensor import FORMS, VECTORS, Tensor, Types, argument_types_of, as_tensor, wedge
from scmpy.registry import public
from scmpy.render.latex import tex
from scmpy.render.notation import infix
from scmpy.structure.literal_functions import literal_function
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Structure, Up, leaves, map_leaves, sum_of
from scmpy.structure.types import Multilinear
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.ball_arithmetic import is_surely_not_zero
from scmpy.symbolic.decision.equivalence import (
    Equivalence,
    charts_given,
    compare_expressions,
    compared,
    equivalent,
    proved_sign,
)
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_from,
    expression_of,
    fold,
    subexpressions,
    symbol,
    variables_in,
)
from scmpy.symbolic.normal_forms import factor
from scmpy.symbolic.printed_form import has_negative_sign, held
from scmpy.symbolic.simplify import display_form, reduced, simplify

_GIVE_ONE = "give the chart that is meant, as in (equivalent a b R3-rect)"
_NO_CHART = Equivalence("undecided", f"no chart was found in which both could be compared; {_GIVE_ONE}")

#: Where functions are compared of which no chart is known.
_ANYWHERE = R3_rect

#: To see the charts of functions they are applied to so many mixtures of arguments, and no deeper than this.
_MAXIMUM_MIXTURES, _MAXIMUM_DEPTH = 300, 3


def _kind(value: Any) -> str | Types | None:
    if isinstance(value, Point):
        return "point"
    if isinstance(value, ManifoldFunction):
        return "function"
    return "field" if is_vector_field(value) else argument_types_of(value)


def _fits(a: Any, b: Any) -> bool:
    kinds = _kind(a), _kind(b)
    if None not in kinds:
        return True
    return any(kinds) and (
        isinstance(a if kinds[0] is None else b, ScalarKind)
        or (any(isinstance(kind, tuple) for kind in kinds) and callable(a) and callable(b))
    )


@compared.on(Point, Point)
@compared.on((Callable, Point), ScalarKind)
@compared.on(ScalarKind, (Callable, Point))
@compared.on(Callable, Point)
@compared.on(Point, Callable)
def _(a: Any, b: Any) -> Equivalence:
    return _compare(a, b) if _fits(a, b) else compare_expressions(a, b)


@compared.on(Callable, Callable)
def _(a: Any, b: Any) -> Equivalence:
    return _compare(a, b) if _fits(a, b) else _compare_functions(a, b)


def _compare(a: Any, b: Any) -> Equivalence:
    kinds = {kind for kind in map(_kind, (a, b)) if kind is not None}
    kind = kinds.pop()
    scalars = [x for x in (a, b) if isinstance(x, ScalarKind)]
    if kinds or not (kind == "function" or all(map(is_zero_number, scalars))):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
    if kind == "point":
        if not isinstance(a, Point) or not isinstance(b, Point) or a.manifold is not b.manifold:
            return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
        return equivalent(a.representation, b.representation)
    charts = (*_charts(a), *_charts(b))
    if any(chart.manifold is not charts[0].manifold for chart in charts):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
    places = [(chart, typical_point(chart)) for chart in _as_charts(charts[:1] or charts_given.get())]
    if not places:
        return _NO_CHART
    forms = [x for x in (a, b) if not is_zero_number(x)]
    if all(isinstance(w, FormField) and all(w.rank > chart.dimension for chart, _ in places) for w in forms):
        return Equivalence("equal", "forms of a higher rank than the dimension are zero")
    left, right = ([_values(x, kind, *place) for place in places] for x in (a, b))
    return equivalent(left, right) if len(places) > 1 else equivalent(left[0], right[0])


def _as_charts(charts: Charts) -> list[Chart]:
    return [as_chart(chart, "equivalent") for chart in charts]


def _charts(value: Any) -> Charts:
    if isinstance(value, FieldOperator) and value.chart is not None:
        return (value.chart,)
    if isinstance(value, Tensor):
        return (value.basis.chart,)
    if isinstance(value, Operator):
        return charts_of((value(ZERO),))
    types = argument_types_of(value)
    if types is None:
        return charts_of((value,))
    met: list[ManifoldCoordinates] = []
    probes = _probes(met)
    with suppress(Exception):  # functions of the user's may raise anything
        value(*map(probes.__getitem__, types))
    return tuple(met)


def _probes(met: list[ManifoldCoordinates]) -> dict[str, Any]:
    """A vector field, a form and a function without charts, which note the charts of what they are applied to."""

    def zero(place: Any) -> int:
        met.extend((place.home,) if isinstance(place, Point) and place.home else ())
        return 0

    def noted(charts: Charts) -> ManifoldFunction:
        met.extend(charts)
        return ManifoldFunction(zero, "probe", charts)

    return {
        "vector": Derivation(lambda f: noted(charts_of((f,))), symbol("probe")),
        "form": FormField(lambda v: noted(_charts(v)), symbol("probe")),
        "function": noted(()),
    }


def _values(value: Any, kind: str | Types, chart: Chart, place: Point) -> Any:
    if kind == "function":
        return apply_value(value, (place,))
    if kind == "field":
        return 0 if is_zero_number(value) else value(ManifoldFunction(_unknown, "a function", ()))(place)
    fields = {"vector": coordinate_vector_fields(chart), "form": coordinate_form_fields(chart)}
    choices = list(itertools.product(*(fields[name] for name in kind)))
    if is_zero_number(value):
        return Up([0] * len(choices))
    return Up(apply_value(value(*chosen), (place,)) for chosen in choices)


def _unknown(m: Point) -> Any:
    """An unknown function of the point itself: of its coordinates in a chart it might be one that is not continuous."""
    place = m.representation
    parts = [x for row in place.rows for x in row] if isinstance(place, Matrix) else leaves(place)
    return literal_function("a function", len(parts))(*parts)


def _compare_functions(a: Any, b: Any) -> Equivalence:
    if charts := charts_given.get():
        answer = compare_functions(a, b, _kinds_on(charts))
        return compare_functions(a, b) if answer is NO_ARGUMENTS else answer
    answer = compare_functions(a, b)
    unknown = answer is NO_ARGUMENTS or answer.certificate.endswith(_NO_CHART.certificate)
    if depth_of_functions.get() or not (unknown or answer.verdict != "undecided"):
        return answer
    at_scalars = values_at_scalars(a, b)
    if at_scalars is not None and (
        answer.verdict == "different" or not any(_kind(part) for part in leaves(Up(at_scalars)))
    ):
        return answer
    return _compare_at_fields(a, b, answer, unknown, at_scalars)


def _compare_at_fields(a: Any, b: Any, answer: Equivalence, unknown: bool, at_scalars: Any) -> Equivalence:
    """Compare two functions at fields on the charts that they are made of, if there are any; else the answer holds.

    Where they depend on scalars, a scalar may be a function on the manifold, as in products, but no field or form. A
    derivative does not depend on scalars, which are constants.
    """
    met: list[ManifoldCoordinates] = []
    probes = (*_probes(met).values(), symbol("a scalar"))
    taken = [_applied(f, common_counts(a, b)[0], probes, met, _MAXIMUM_DEPTH) for f in (a, b)]
    charts = tuple({chart.manifold: chart for chart in reversed(met)}.values())[::-1]
    if not charts and (answer.verdict == "different" or not (all(taken) or unknown)):
        return answer
    others = values_at_scalars(a, b, "another scalar")
    are_coefficients = others is not None and equivalent(at_scalars, others).verdict == "different"
    with temporarily(charts_given, charts or (_ANYWHERE,)):
        found = compare_functions(a, b, _kinds_on(charts_given.get(), are_coefficients))
    if found.verdict == "different" or (charts and found is not NO_ARGUMENTS):
        return found
    if unknown and found is not NO_ARGUMENTS:
        return Equivalence("undecided", f"{found.certificate}; {_GIVE_ONE}")
    if at_scalars is not None and not are_coefficients:
        return Equivalence("undecided", f"only scalars were found that both functions take; {_GIVE_ONE}")
    return answer


def _applied(
    f: Any, counts: Iterable[int], probes: tuple[Any, ...], met: list[ManifoldCoordinates], depth: int
) -> bool:
    taken = False
    mixtures = (mixture for count in counts for mixture in itertools.product(probes, repeat=count))
    for arguments in itertools.islice(mixtures, _MAXIMUM_MIXTURES):
        with suppress(Exception):  # functions of the user's may raise anything
            value = f(*arguments)
            kind = _kind(value)
            if kind is not None:
                taken = True
                charts = _as_charts(_charts(value))
                met.extend(charts)
                for chart in charts[:1]:
                    _values(value, kind, chart, typical_point(chart))
            elif callable(value) and depth:
                taken |= _applied(value, (1,), probes, met, depth - 1)
    return taken


def _kinds_on(charts: Charts, only_functions: bool = False) -> list[Kind]:
    literals: dict[str, Callable[[str, Chart], Any]] = {"functions": literal_manifold_function}
    if not only_functions:
        fields = {"vector fields": literal_vector_field, "1-forms": literal_1form_field}
        literals = {**fields, **literals, "2-forms": _literal_2form, "points": _literal_point}
    return [_kind_on(name, literal, chart) for chart in _as_charts(charts) for name, literal in literals.items()]


def _kind_on(name: str, literal: Callable[[str, Chart], Any], chart: Chart) -> Kind:
    return Kind(f"{name} on {chart}", lambda text: literal(text, chart), holds_scalars=name == "functions")


def _literal_2form(name: str, chart: Chart) -> Any:
    forms = coordinate_form_fields(chart)
    pairs = itertools.combinations(range(chart.dimension), 2)
    return sum_of(
        g.mul(literal_manifold_function(f"{name}_{i}{j}", chart), wedge(forms[i], forms[j])) for i, j in pairs
    )


def _literal_point(name: str, chart: Chart) -> Point:
    return chart.point(chart.tuple_of(Up, (symbol(f"{name}^{i}") for i in range(chart.dimension))))


# --- linearity -------------------------------------------------------------------------------------------------------
# Is a function of fields a tensor? It is if it is linear over the functions on the manifold, in every argument.

_MAKERS: dict[str, tuple[str, Callable[[str, Chart], Any]]] = {
    **dict.fromkeys(("scalar", "function"), ("g", literal_manifold_function)),
    **dict.fromkeys(("up", "vector"), ("v", literal_vector_field)),
    **dict.fromkeys(("down", "1form", "one-form"), ("omega", literal_1form_field)),
}

_count = itertools.count(1)


@public("literal-field")
def literal_field(system: Chart) -> Callable[[Any], Any]:
    """The function that makes unknown fields in a chart: of a type scalar, vector (up) or 1form (down).

    Scheme:  ((literal-field sys) 'vector)
    Raises:  WrongTypeError for another type
    Source:  FDG C
    1 ]=> (get-rank ((literal-field R2-rect) '1form))
    ;Value: 1
    >>> make = literal_field(R2_rect)
    >>> get_rank(make("1form")), is_vector_field(make("vector"))
    (1, True)
    """

    def made(kind: Any) -> Any:
        name = getattr(kind, "name", kind)
        if not isinstance(name, str) or name not in _MAKERS:
            raise WrongTypeError(f"literal-field expects one of the types {' '.join(_MAKERS)}, got {describe(kind)}")
        letter, maker = _MAKERS[name]
        return maker(f"{letter}:{next(_count)}", system)

    return made


@public("tensor-test")
def tensor_test(T: Callable[..., Any], types: Iterable[Any], system: Chart) -> tuple[Any, ...]:
    """What is missing, in each argument of a function of fields, to linearity over functions; of a tensor all are zero.

    Scheme:  (tensor-test T '(1form vector ...) sys)
    Math:    T(.., f u + v, ..) - f T(.., u, ..) - T(.., v, ..) at a typical point
    Source:  FDG C
    1 ]=> (define nabla (covariant-derivative (literal-Cartan 'G R2-rect)))
    1 ]=> (simplify (tensor-test (torsion nabla) '(1form vector vector) R2-rect))
    ;Value: (0 0 0)
    >>> nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    >>> [simplify(x) for x in tensor_test(torsion(nabla), ["1form", "vector", "vector"], R2_rect)]
    [0, 0, 0]
    >>> [simplify(x) == 0 for x in tensor_test(lambda w, u, v: w(nabla(u)(v)), ["1form", "up", "up"], R2_rect)]
    [True, True, False]
    """
    make = literal_field(system)
    check_callable(T, wanted="a function of fields")
    kinds = list(types)
    fields, others, f, m = [*map(make, kinds)], [*map(make, kinds)], make("scalar"), typical_point(system)

    def missing(i: int) -> Any:
        def value(field: Any) -> Any:
            return T(*fields[:i], field, *fields[i + 1 :])

        linear = g.add(g.mul(f, value(fields[i])), value(others[i]))
        return g.sub(value(g.add(g.mul(f, fields[i]), others[i])), linear)(m)

    return tuple(map(missing, range(len(kinds))))


# --- magnitude -------------------------------------------------------------------------------------------------------
# Signs and magnitudes of scalars: as numbers where the sign is proved for all places, else with an absolute value.
#
# What is symbolic stands for values in every region of a manifold, inside and outside of horizons: its sign is never
# looked up at some of them. Where it neither is proved nor follows from what is assumed, both hold abs.

T = TypeVar("T")


def factors_of(value: Any, times: int = 1) -> Iterator[tuple[Any, int]]:
    """What a product or a quotient is made of, with its exponents."""
    head, operands = (value.operator, value.operands) if isinstance(value, Expression) else (None, ())
    if head is Head.TIMES or head is Head.OVER:
        for k, x in enumerate(operands):
            yield from factors_of(x, -times if k and head is Head.OVER else times)
    elif head is Head.EXPT and isinstance(operands[1], int):
        yield from factors_of(operands[0], times * operands[1])
    else:
        yield value, times


def magnitude(x: Any) -> Any:
    """The absolute value of a scalar.

    What is differentiated has the sign of its finite part.
    """
    if is_array_of_objects(x):
        return map_array(magnitude, x)
    sign = _proved_sign(x)
    if sign == 0 and isinstance(x, Expression) and x.operator is Head.OVER:
        return g.div(*map(magnitude, x.operands))
    if sign < 0 or (not sign and isinstance(x, Expression) and has_negative_sign(x)):
        x = reduced(g.negate(x))
    return x if sign else g.abs_(x)


def sign_of(x: Any) -> Any:
    return _proved_sign(x) or carried_out(g.div(x, magnitude(x)))


def _proved_sign(x: Any) -> int:
    value = finite_part(x)
    if not isinstance(value, Expression):
        return 0
    return _decided(proved_sign, _sign, value) or (_sign_of_factors(value) if assumptions_in_force() else 0)


def _sign_of_factors(x: Expression) -> int:
    sign = 1
    for part, times in factors_of(_with_sines(expression_of(factor(x).value))):
        if sign and times % 2:
            sign *= (proved_sign(part) or _beside(part)) if isinstance(part, Expression) else (part > 0) - (part < 0)
    return sign


def _beside(x: Expression) -> int:
    """The sign that follows from what is assumed to be positive: of x less that, or of x by symbols less ends."""
    known = [y for y, facts in assumptions_in_force().items() if "positive" in facts]
    for y in known:
        for s in (1, -1):
            if not isinstance(y, Symbol) and proved_sign(reduced(g.sub(g.mul(s, x), y))) > 0:
                return s
    ends = [(v, reduced(g.sub(v, y))) for y in known for v in variables_in(y) if isinstance(v, Symbol)]
    ends, shifted = [(v, low) for v, low in ends if v not in variables_in(low)], x
    for i, (v, low) in enumerate(ends):
        for earlier in ends[:i]:
            low = substitute(low, {earlier[0]: g.add(earlier[1], symbol(f"above {earlier[0].name}", "positive"))})
        shifted = substitute(shifted, {v: g.add(low, symbol(f"above {v.name}", "positive"))})
    return proved_sign(reduced(shifted)) if ends else 0


def sign_or_zero(x: Any) -> int:
    return _proved_sign(x) if isinstance(x, Expression) else (x > 0) - (x < 0)


def _decided(decide: Callable[[Any], T], known: Callable[[Any], T], x: Expression) -> T:
    return decide(x) if assumptions_in_force() else known(x)


def _is_zero(x: Expression) -> bool:
    return not is_surely_not_zero(x) and equivalent(x, 0).verdict == "equal"


_sign, _zero = memoized(256)(proved_sign), memoized(256)(_is_zero)


def vanishes(x: Any) -> bool:
    if isinstance(x, Expression):
        return _decided(_is_zero, _zero, x)
    return any(vanishes(part) if isinstance(part, Expression) else is_zero_number(part) for part in elements(x))


@public("nonzero-components")
def nonzero_components(
    tensor: Multilinear, basis: AnyBasis, place: Point | None = None
) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """The components of a tensor in a basis that do not vanish, with their indices; in coordinates, or at a place.

    Those that are proved to be zero are left out, whatever they print as. Components are simplified. In Python ``dict``
    makes a table of them.

    Scheme:  (nonzero-components T basis), (nonzero-components T basis m)
    Shapes:  ((i j ...) component) for each, in the order of the indices
    Raises:  WrongTypeError if the types of the tensor's arguments are not known
    >>> R = Riemann(S2_metric, S2_spherical)
    >>> dict(nonzero_components(R, S2_spherical, S2_spherical.point(*symbols("theta phi"))))[1, 0, 1, 0]
    1
    >>> nonzero_components(Ricci(S2_metric, S2_spherical), S2_spherical)[1]
    ((1, 1), (expt (sin theta) 2))
    """
    known = as_tensor(tensor, None, as_basis(basis, "nonzero-components"))

    components, chart = known.components, known.basis.chart
    values = components(place) if place is not None else in_coordinates(lambda m: Up(components(m)), chart)
    indices = itertools.product(range(known.basis.dimension), repeat=len(known.argument_types))
    simple = ((index, simplify(value)) for index, value in zip(indices, values, strict=True))
    return tuple((index, held(concise(value))) for index, value in simple if not vanishes(value))


# --- tables of components --------------------------------------------------------------------------------------------
# What a tensor shows: its components in its basis that are not zero, one for all that differ by the order of indices.

#: What stands for a tensor with the indices of its components.
_LETTERS = {
    "Christoffel": "Γ",
    "Riemann": "R",
    "Riemann-lowered": "R",
    "Ricci": "R",
    "Einstein": "G",
    "Weyl": "C",
    "torsion": "T",
}

_PRODUCTS = symbol("wedge"), symbol("tensor-product")

LONGER = 4  #: characters that factors may have more than a sum
MOST_NODES = 20_000  #: of the components of what shows them without being asked to


class ComponentsTable(str):
    """The text of a tensor's components, with the rows of indices and values, and all of them as an array."""

    rows: tuple[tuple[tuple[int, ...], Any], ...]
    form: Any  #: the expression of a field or a metric in d/dx, dx ∧ dy, dx²; None of others
    tex: str
    entries: Sequence[Any]
    rank: int

    @property
    def array(self) -> Any:
        found: Any = tuple(self.entries)
        n = round(len(found) ** (1 / self.rank)) if self.rank else 1
        for _ in range(self.rank - 1):
            found = tuple(map(tuple, rows(found, n)))
        return found

    def __repr__(self) -> str:
        return str(self)

    def _repr_latex_(self) -> str | None:
        return typeset(self.tex)


def concise(value: Any) -> Any:
    """A simplified scalar, or factors with sin^2 for (1 + cos)(1 - cos), by one of sin and cos, if shorter to read."""
    if not isinstance(value, Application):
        return value
    heads = {x.operator for x in subexpressions(value) if isinstance(x, Application)}
    mixed = [value, _squares(value, Head.SIN, Head.COS, 1, -1)] if {Head.SIN, Head.COS} <= heads else [value]
    alike = dict.fromkeys(
        y for x in mixed for y in (x, _squares(x, Head.COSH, Head.SINH, 1, 1), _squares(x, Head.SINH, Head.COSH, -1, 1))
    )
    forms = [_with_sines(expression_of(factor(x).value)) for x in alike]
    return min((*forms, value), key=lambda x: len(infix(expression_of(x))) - LONGER * (x is not value))


def _squares(x: Any, one: Any, other: Any, k: int, sign: int) -> Any:
    powers = [y for y in subexpressions(x) if isinstance(y, Application) and isinstance(y.operands[-1], int)]
    even = (y for y in powers if y.operator is Head.EXPT and getattr(y.operands[0], "operator", None) is one)
    known = {y: g.add(k, g.mul(sign, g.square(application(other, *y.operands[0].operands)))) for y in even}
    known = {
        y: g.mul(g.expt(z, y.operands[1] // 2), g.expt(y.operands[0], y.operands[1] % 2)) for y, z in known.items()
    }
    return substitute(x, known) if known else x


def _with_sines(x: Any) -> Any:
    if not isinstance(x, Application):
        return x
    if x.operator not in (Head.TIMES, Head.OVER) and not (x.operator is Head.EXPT and isinstance(x.operands[1], int)):
        return application(x.operator, *map(_with_sines, x.operands))
    number, powers = 1, dict[Any, int]()
    pending = [*factors_of(x)]
    sums = [b for b, _ in pending if isinstance(b, Application) and b.operator is Head.PLUS]
    cosines = (y for b in sums for y in b.operands if isinstance(y, Application) and y.operator is Head.COS)
    for cosine in dict.fromkeys(cosines):
        pair = [application(Head.PLUS, i, cosine) for i in (1, -1)]
        of_pair = [sum(p for b, p in pending if b is y) for y in pair]
        if of_pair[0] * of_pair[1] > 0:
            common = min(of_pair, key=abs)
            pending += [(y, -common) for y in pair]
            pending += [(application(Head.SIN, *cosine.operands), 2 * common), (-1, common)]
    for base, power in pending:
        base = base if base in sums else _with_sines(base)
        if is_number(base):
            number = g.mul(number, g.expt(base, power))
        else:
            powers[base] = powers.get(base, 0) + power
    for base in [
        b for b, p in powers.items() if abs(p) == 1 and isinstance(b, Application) and b.operator is Head.PLUS
    ]:
        negative = sum(map(has_negative_sign, base.operands))
        if isinstance(number, (int, float, Fraction)) and number < 0 and 2 * negative >= len(base.operands):
            number, powers = -number, {reduced(g.negate(b)) if b is base else b: p for b, p in powers.items()}
    parts = [(p > 0, b if abs(p) == 1 else application(Head.EXPT, b, abs(p))) for b, p in powers.items() if p]
    top, bottom = ([b for is_above, b in parts if is_above is above] for above in (True, False))
    over, under = (number.numerator, number.denominator) if isinstance(number, Fraction) else (number, 1)
    top, bottom = ([*([n] if n != 1 else []), *factors] for n, factors in ((over, top), (under, bottom)))
    whole = [_joined(Head.TIMES, y, 1) for y in (top, bottom)]
    return application(Head.OVER, *whole) if bottom else whole[0]


@public("components-table")
def components_table(tensor: Multilinear, basis: AnyBasis | None = None) -> ComponentsTable:
    """The components of a tensor that are not zero, as a text; of a metric or a form in terms of dt^2, dx ^ dy too.

    Those that follow by symmetries, which are found and named by the places of indices, are not written. In Python its
    ``rows`` are the indices and values, its ``array`` is all of them, and a notebook typesets it. What a tensor, a
    connection or a covariant derivative prints as is this, unless it is too long.

    Scheme:  (display (components-table T)), (display (components-table T basis))
    Shapes:  result: a table, which prints as one line for each component that is not zero
    Raises:  WrongTypeError for what is no tensor; of a function that has no basis, if none is given
    Source:  Misner, Thorne, Wheeler, Gravitation, box 14.5
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (components-table (wedge dx dy) R2-rect)
    >>> components_table(S2_metric)
    S2-metric = dθ² + sin²(θ) dφ²
    2 of 4 components are not zero, 2 independent (symmetric in 1 2)
    g_θθ = 1
    g_φφ = sin²(θ)
    """
    return _table(tensor, basis, None)


def _table(tensor: Any, basis: Any, most: int | None) -> ComponentsTable:
    if own_table := getattr(tensor, "table", None):
        return own_table(most)  # type: ignore[no-any-return]
    if basis is not None:
        basis = as_basis(basis, "components-table")
    elif isinstance(tensor, Tensor):
        basis = tensor.basis
    elif chart := getattr(tensor, "chart", None):
        basis = coordinate_basis(chart)
    else:
        raise WrongTypeError(f"components-table of {describe(tensor)} needs a basis: (components-table T sys)")
    known = as_tensor(tensor, None, basis, "components-table")
    return table_of(known.components, known.basis, known.argument_types, tensor.__name__, most)


def table_of(components: Components, basis: Basis, types: Types, name: str, most: int | None = None) -> ComponentsTable:
    values = in_coordinates(lambda m: Up(components(m)), basis.chart)
    if most is not None and _size(values) > most:
        raise LimitError(f"{name} has components of more than {most} nodes")
    entries = [0 if vanishes(x) else x for x in map(simplify, values)]
    n, rank = basis.dimension, len(types)
    indices = list(product(range(n), repeat=rank))
    found = dict(zip(indices, entries, strict=True))
    present = {index: value for index, value in found.items() if not is_exact_zero(value)}
    symmetries = _symmetries(found, types) if present else {}
    chosen = _independent(present, symmetries)
    own = [*map(symbol, basis.chart.names_or(None) if basis.coordinate_system else map(str, range(n)))]
    rows_, typeset_names, shown, typeset_ = [*map(infix, own)], [*map(tex, own)], [], []
    letter = _LETTERS.get(name, "g" if name.endswith("metric") else name if name.isalpha() else "T")
    for index, value in chosen.items():
        head = "".join(_marked(rows_, index, types, kind) for kind in ("form", "vector"))
        form = expression_of(concise(value))
        shown.append(f"{letter}{head} = {infix(form)}")
        marks = "".join(_marked(typeset_names, index, types, kind, "{}{}{{{}}}") for kind in ("form", "vector"))
        typeset_.append(f"{letter.replace('Γ', chr(92) + 'Gamma')}{marks} &= {tex(form)}")
    title = _in_differentials(present, own, types, basis, symmetries)
    some = f", {len(chosen)} independent ({', '.join(symmetries.values())})" if symmetries else ""
    count = f"{len(present)} of {len(entries)} components are not zero{some}"
    head = name if title is None or not present else f"{name} = {infix(title)}"
    text = "\n".join([head, count if present else "it is zero", *shown])
    table = ComponentsTable(text)
    table.rows, table.entries, table.rank, table.form = tuple(chosen.items()), entries, rank, title
    table.tex = r"\begin{aligned}" + r" \\ ".join(typeset_ or ["0"]) + r"\end{aligned}"
    return table


def _marked(names: Sequence[str], index: Sequence[int], types: Types, kind: str, form: str = "") -> str:
    places = [i for i in range(len(types)) if types[i] == kind]
    chosen = [names[index[i]] for i in places]
    mark = "^" if kind == "form" else "_"
    if form and chosen:
        return form.format("{}" if mark == "_" else "", mark, " ".join(chosen))
    short = all(len(x) == 1 for x in chosen)
    text = ("" if short else " ").join(chosen)
    return f"{mark}{text}" if len(text) == 1 or (short and text) else f"{mark}{{{text}}}" if text else ""


def _symmetries(found: dict[tuple[int, ...], Any], types: Types) -> dict[tuple[int, ...], str]:
    """The exchanges of two indices, or of two pairs, under which a tensor stays or changes its sign, in words."""
    slots, known = range(len(types)), {}
    swaps = [(i, j) for i, j in itertools.combinations(slots, 2) if types[i] == types[j]]
    exchanges = {tuple({i: j, j: i}.get(k, k) for k in slots): f"{i + 1} {j + 1}" for i, j in swaps}
    if types == VECTORS * 2:
        exchanges[2, 3, 0, 1] = "pairs"
    for exchange, words in exchanges.items():
        for operation, kind in ((g.sub, "symmetric"), (g.add, "antisymmetric")):
            images = ((x, found[tuple(index[k] for k in exchange)]) for index, x in found.items())
            if all((x is y and kind == "symmetric") or vanishes(operation(x, y)) for x, y in images):
                known[exchange] = f"{kind} in {words}"
    return known


def _independent(present: dict[tuple[int, ...], Any], exchanges: Iterable[tuple[int, ...]]) -> dict[Any, Any]:
    chosen, passed = {}, set()
    for index, value in present.items():
        if index not in passed:
            chosen[index] = value
            pending = {index}
            while pending:
                passed |= pending
                pending = {tuple(i[k] for k in exchange) for i in pending for exchange in exchanges} - passed
    return chosen


def _in_differentials(present: Any, names: Sequence[Any], types: Types, basis: Basis, symmetries: Any) -> Any:
    """A vector field in d/dx, a tensor of two fields in dx² and dx dy, or dx ⊗ dy, a form in dx ∧ dy; else None."""
    n, signs = len(types), {x.split()[0] for x in symmetries.values()}
    alternating, is_vector = 2 * len(symmetries) == n * (n - 1) and signs <= {"antisymmetric"}, types == FORMS[:1]
    if basis.coordinate_system is None or not (is_vector or {*types} == {"vector"}) or (n > 2 and not alternating):
        return None
    terms = []
    for index, x in present.items():
        parts: list[Any] = [symbol(f"{'d/d' if is_vector else 'd'}{names[i]}") for i in index]
        if n == 2 and signs == {"symmetric"}:
            x, parts = (
                (x, [application(Head.EXPT, parts[0], 2)]) if index[0] == index[1] else (simplify(g.mul(2, x)), parts)
            )
        elif n > 1:
            parts = [application(_PRODUCTS[not alternating], *parts)]
        if not symmetries or tuple(sorted(index)) == index:
            c = expression_of(concise(x))
            factors = list(c.operands) if isinstance(c, Application) and c.operator is Head.TIMES else [c]
            terms.append(_joined(Head.TIMES, [*([] if is_exact_one(c) else factors), *parts], 1))
    return _joined(Head.PLUS, terms, 0)


def _joined(head: Any, parts: Sequence[Any], neutral: int) -> Any:
    return application(head, *parts) if len(parts) > 1 else parts[0] if parts else neutral


def table_or_none(tensor: Any) -> ComponentsTable | None:
    try:
        return _table(tensor, None, MOST_NODES)
    except ScmpyError:
        return None


SHOWN["text"] = lambda T: table_or_none(T) or f"<tensor {T.__name__} in {T.chart}: (components-table T) shows it>"
SHOWN["tex"] = lambda T: table._repr_latex_() if (table := table_or_none(T)) else None


def _form(value: Any) -> Any:
    """What a field or a function of one chart is in its coordinates, where its name does not say it."""
    charts = getattr(value, "charts", None) or (getattr(value, "chart", None),)
    if len(charts) != 1 or not isinstance(chart := charts[0], Chart):
        return None
    if isinstance(value, ManifoldFunction):
        with suppress(Exception):  # what a user's function may raise too
            found = carried_out(in_coordinates(value, chart))
            parts = leaves(found) if isinstance(found, Structure) else [found]
            if all(isinstance(x, ScalarKind) for x in parts) and _size(parts) < MOST_NODES:
                form = display_form(map_leaves(lambda x: expression_of(concise(simplify(x))), found))
                return None if _says(name_of(value), form) else form
        return None
    table = table_or_none(value)
    return None if table is None or _says(name_of(value), table.form) else table.form


def _says(name: str, form: Any) -> bool:
    """Is a name a sum of products that are of no two fields, or that of an unknown function or field?"""
    try:
        said = expression_from(name)
    except ScmpyError:  # it is shortened
        return False
    heads, others = ({x.operator for x in subexpressions(y) if isinstance(x, Application)} for y in (said, form))
    products = (x.operands for x in subexpressions(said) if isinstance(x, Application) and x.operator is Head.TIMES)
    if (heads or isinstance(form, Symbol)) and heads <= {*OPERATION_OF, *_PRODUCTS}:
        return all(sum("d/d" in str(y) for y in x) < 2 for x in products)
    return not others.isdisjoint({symbol(name), symbol(f"{name}^0"), symbol(f"{name}_0")})


def _size(values: Iterable[Any]) -> int:
    sizes: dict[Any, int] = {}
    nodes = (x for x in values if isinstance(x, Expression))
    return sum(fold(x, lambda _: 1, lambda _, parts: 1 + sum(parts), sizes) for x in nodes)


SHOWN["form"] = _form
