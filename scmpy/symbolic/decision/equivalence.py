"""Equal, different or undecided, with proof or witness; vanishing sums of constants."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from scmpy.boundary import refuse_circular
from scmpy.errors import (
    DivisionByZeroError,
    DomainError,
    LimitError,
    ScmpyError,
    UndecidedError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.dispatch import OpenFunction, converted
from scmpy.generic.display import Shown
from scmpy.generic.numbers import ExactComplex, exact, is_exact
from scmpy.generic.settings import temporarily
from scmpy.generic.types import AnyChart, Value, is_number, is_procedure
from scmpy.registry import public
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import REAL, facts_of
from scmpy.symbolic.ball_arithmetic import (
    Evaluator,
    PointRejected,
    enclosure,
    enter_zero_test,
    has_real_parts,
    interval_of,
    is_real_constant,
    precision,
    rational_between,
)
from scmpy.symbolic.canonical import NotFinite
from scmpy.symbolic.decision.algebraic import (
    EIGHTH_TURN,
    SIGN,
    factors,
    has_no_roots,
    is_algebraic_zero,
    is_of_one_sign,
    is_positive,
    is_root,
    magnitude_under,
    never_zero,
    note_assumptions,
    of_its_sign,
    parts_over_root,
    power_of_magnitude,
    range_of,
    sign_of,
)
from scmpy.symbolic.decision.definite import ways_by_shape
from scmpy.symbolic.decision.forms import DecisionForm, budget, budget_in_force
from scmpy.symbolic.decision.transcendental import linear_terms
from scmpy.symbolic.decision.zero_test import (
    FIRST_TRIES,
    FURTHER_TRIES,
    Difference,
    Place,
    Search,
    have_no_common_zeros,
    is_divided_by,
    is_zero,
    unknown_sign,
    vanishes_with,
)
from scmpy.symbolic.expression import (
    HALF_TURN,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_from,
    expression_of,
    foreign,
    is_datum_list,
    is_text_of_formula,
    read_formula,
    strongest,
    subexpressions,
    symbol,
)
from scmpy.symbolic.ring import Form, factored, to_fraction

# --- zeros -----------------------------------------------------------------------------------------------------------
# Where does a decision form vanish? The same real points by simpler polynomials.
#
# A product vanishes where a factor does. Factors without real zeros are left out: exponentials, 1 + x^2, sqrt(x) + 1.
# Instead of exp(u) - 1 and atan(u) there is u, instead of log(u) u - 1, and instead of a root what is under it. Where a
# + b r has no zeros, a - b r vanishes where a^2 - b^2 r^2 does. A sum of terms that are not negative vanishes where all
# of them do; so does a positive definite form, and a strictly monotone function vanishes at one place. Sums with
# absolute values are taken apart by signs: |x| - 1 vanishes where x^2 - 1 does.

#: No polynomial with more terms is taken apart, and no expression of more parts compared by even functions.
_MAXIMUM_TERMS = 60


def vanishing_parts(engine: DecisionForm, form: Form) -> list[Form]:
    """Forms that vanish together exactly where this one does, among the points where it is defined."""
    if form.is_zero:
        return []
    ring, num, _ = form
    if num.is_constant() or len(num) > _MAXIMUM_TERMS:
        return [ring.form(num)]
    engine.tower.spend(1_000 * len(num))
    found = [parts for part, _ in factored(num)[1] for parts in alternatives(engine, ring.form(part))]
    for y in list(found):  # without those inside of another one
        found = [x for x in found if len(x) <= len(y) or not all(vanishes_with(engine, f, x, []) for f in y)]
    if len(found) == 1:
        return found[0]
    zero, one = map(engine.tower.constant, (0, 1))
    wholes = (parts[0] if len(parts) == 1 else sum((x * x for x in parts), zero) for parts in found)
    return [math.prod(wholes, start=one)]


def is_defined_where_not_divided(engine: DecisionForm, form: Form) -> bool:
    """Does the denominator vanish only where the expression itself divides by zero?

    Forms are made rational: 1 / (1 + sqrt(x)) may have the denominator 1 - x, which vanishes in the domain.
    """
    polynomials = [form.ring.form(part) for part, _ in factored(form.den)[1]]
    return all(_has_no_zeros(engine, p) or is_divided_by(engine, engine.tower.key(p)) for p in polynomials)


def _has_no_zeros(engine: DecisionForm, p: Form) -> bool:
    return has_no_roots(p, engine.known_signs, engine.any_sign) or never_zero(engine, engine.tower.key(p))


def alternatives(engine: DecisionForm, p: Form) -> list[list[Form]]:
    """The ways in which an irreducible polynomial vanishes, each with what vanishes; none if it has no real zeros.

    A number that is not zero vanishes in none: 1 + x^2 - exp(-2), of log(1 + x^2) + 2, has no zeros.
    """
    return [way for way in _ways(engine, p) if not any(x.number for x in way)]


def _ways(engine: DecisionForm, p: Form) -> list[list[Form]]:
    """The norm over a root is 0 where the root is not independent, and says nothing then."""
    if not engine.is_real(p):
        return [[p]]
    if _has_no_zeros(engine, p):
        return []
    inner = _inside(engine, p)
    if inner is not None and is_defined_where_not_divided(engine, inner):
        return [vanishing_parts(engine, inner)]
    logarithms, rest = linear_terms(p, (Head.LOG,))
    if logarithms and all(atom.constant for atom in rest.occurring()):
        return [over_powers(engine, p)]
    parts = parts_over_root(engine, p.ring, p.num)
    if parts is not None and not (norm := p.ring.form(p.ring.reduced(parts.norm(engine)))).is_zero:
        if _has_no_zeros(engine, norm):
            return []
        if _has_no_zeros(engine, p.ring.form(parts.a - parts.b * parts.root)):
            return [vanishing_parts(engine, norm)]
    sized = _over_size(engine, p)
    if sized is not None:
        return [[part for each in sized for part in vanishing_parts(engine, each)]]
    if len(p.num) > 1 and is_of_one_sign(p, engine.known_signs, engine.any_sign):
        terms = [p.ring.form(p.ring.context.from_dict({m: c})) for m, c in p.num.terms()]
        return [[part for term in terms for part in vanishing_parts(engine, term)]]
    shaped = ways_by_shape(engine, p)
    if shaped is None:
        return [[p]]
    found = [[part for each in way for part in vanishing_parts(engine, each)] for way in shaped]
    return [way for way in found if len(way) == 1 or not have_no_common_zeros(engine, way, [])]


def _over_size(engine: DecisionForm, p: Form) -> list[Form] | None:
    """What vanishes where a + b |q| does: a and b q if a and b have the same sign; a^2 - b^2 q^2 if opposite ones."""
    ring, num, _ = p
    for i, atom in enumerate(ring.atoms):
        parts = ring.coefficients(num, i) if atom.operator is SIGN else {}
        if len(parts) != 2 or not set((q := engine.argument(atom.operands[0])).occurring()).issubset(ring.atoms):
            continue
        b, remainder = divmod(parts[1], engine.tower.into(q, ring).num)
        together = math.prod(sign_of(engine, engine.tower.polynomial_key(ring, part)) for part in (parts[0], b))
        if remainder == 0 and together:
            norm = ring.reduced(parts[0] ** 2 - parts[1] ** 2)
            return [ring.form(part) for part in ([norm] if together < 0 else parts.values())]
    return None


def over_powers(engine: DecisionForm, p: Form) -> list[Form]:
    """Of a sum of multiples of logarithms and a rest what vanishes where it does: x^2 - exp(y) of 2 log|x| - y."""
    tower = engine.tower
    logarithms, rest = linear_terms(p, (Head.LOG,))
    whole = math.lcm(*(x.denominator for x in logarithms.values()))
    powers = {atom: int(power * whole) for atom, power in logarithms.items()}
    if not 0 < sum(map(abs, powers.values())) <= _MAXIMUM_TERMS or any(
        x.operator is Head.LOG for x in rest.occurring()
    ):
        return [p]
    products = {True: tower.constant(1), False: tower.constant(1)}
    for atom, power in powers.items():
        factor = power_of_magnitude(engine, magnitude_under(atom), Fraction(abs(power)))
        products[power > 0] = products[power > 0] * factor
    exponential = engine.expression_form(application(Head.EXP, engine.shown(tower.key(rest * -whole))))
    return vanishing_parts(engine, products[True] - products[False] * exponential)


def _inside(engine: DecisionForm, p: Form) -> Form | None:
    """What vanishes where an elementary function of it, less a constant, does."""
    atom = engine.tower.key(p)
    inner = of_its_sign(engine, atom)
    if inner is not None:
        return inner
    return engine.argument(magnitude_under(atom)) if is_root(atom) else None


# --- proof -----------------------------------------------------------------------------------------------------------
# Is an expression proved to be zero on its domain? By its decision form, by whole turns, and by cases of signs.
#
# A combination d of arctangents with n d over whole multiples of them is a whole number of turns if cos(n d) = 1, which
# is algebraic. If the ranges of the arctangents leave no room for a turn but the one of 0, d is zero.
#
# Where a form has signs that are not known, inside of other functions too, it is made again in every case: cos|x| is
# cos x where x is not negative and where it is not positive. Cases that contradict each other need no proof: 1 + x and
# 1 - x are not both negative, since their sum is 2.

#: Signs are assumed for no more polynomials at once.
MAXIMUM_CASES = 5

_MAXIMUM_PAIRED = 10  # the newest facts, among which a pair is looked for that contradict each other


def is_proved_zero(engine: DecisionForm, expression: Any) -> str:
    """By what the expression is proved to be zero wherever it is defined; empty where it is not.

    Raises what making the decision form raises.
    """
    if engine.settled(lambda: is_zero(engine, engine.expression_form(expression))):
        return "the canonical form of the difference is 0"
    if engine.settled(lambda: _is_no_angle(engine, expression)):
        return "the difference is a whole number of turns, and less than one"
    if _is_zero_by_cases(engine, expression, MAXIMUM_CASES):
        return "the canonical form of the difference is 0 in each case of signs"
    return ""


# --- cases of signs --------------------------------------------------------------------------------------------


def _is_zero_by_cases(engine: DecisionForm, expression: Any, depth: int) -> bool:
    """Is the expression zero in both cases of a sign that is not known, one of many perhaps?"""
    key = unknown_sign(engine)
    if key is None or depth == 0:
        return False
    return all(_is_zero_case(engine, {**engine.known_signs, key: s}, expression, depth) for s in (1, -1))


def _is_zero_case(engine: DecisionForm, signs: dict[Any, int], expression: Any, depth: int) -> bool:
    case = DecisionForm(engine.complex_domain, note_assumptions)
    case.tower.work = engine.tower.work
    case.known_signs.update(signs)

    def is_zero_or_no_case() -> bool:
        form = case.expression_form(expression)
        return is_zero(case, form) or _is_impossible(case, form) or _is_no_angle(case, expression)

    if case.settled(is_zero_or_no_case):
        return True
    if all(point is not None and _is_zero_at(case, point, expression, depth) for point in points_of_border(case)):
        return True
    return _is_zero_by_cases(case, expression, depth - 1)


def contradict(engine: DecisionForm, signs: dict[Any, int]) -> bool:
    """Is there no point where what an engine has learned holds, and these polynomials have these signs?"""
    if any(engine.known_signs.get(key) == -sign for key, sign in signs.items()):
        return True
    for fact in engine.facts:
        if not fact.squares and math.prod(signs.get(key, 0) for key in fact.factors) == -fact.sign:
            return True
        contrary = not fact.squares and math.prod(sign_of(engine, key) for key in fact.factors) == -fact.sign
        if contrary and (fact.strict or all(never_zero(engine, x) or is_divided_by(engine, x) for x in fact.factors)):
            return True
    engine.known_signs.update(signs)
    return _is_impossible(engine)


def points_of_border(engine: DecisionForm) -> list[dict[Any, Any] | None]:
    """Where a product that has to be positive or zero, and is not positive in this case, may be zero: a factor is."""
    for fact in engine.facts:
        if math.prod(sign_of(engine, key) for key in fact.factors) == -fact.sign:
            return [_zero_of(engine, key) for key in (*fact.factors, *fact.squares)]
    return [None]


def _zero_of(engine: DecisionForm, key: Any) -> dict[Any, Any] | None:
    ring, num, _ = engine.argument(key)
    for i, atom in enumerate(ring.atoms):
        parts = ring.coefficients(num, i)
        if isinstance(atom, Symbol) and set(parts) <= {0, 1} and 1 in parts and parts[1].is_constant():
            rest = parts.get(0, ring.zero) / -parts[1].leading_coefficient()
            return {atom: engine.tower.key(ring.form(rest))}
    return None


def _is_zero_at(engine: DecisionForm, point: dict[Any, Any], expression: Any, depth: int) -> bool:
    """Is the expression zero where a symbol has this value, or defined nowhere there?"""
    if depth == 0:
        return False
    try:
        there = substitute(expression, point)
        return (not isinstance(there, Expression) and there == 0) or _is_zero_case(engine, {}, there, depth)
    except (DivisionByZeroError, DomainError):
        return True


def _is_impossible(engine: DecisionForm, form: Form | None = None) -> bool:
    """Is a sum of positive multiples of forms, none of them negative, less than zero; or zero, where a form is too?

    Of two it may be any quantity, of three a number.
    """
    known = [((key,), sign) for key, sign in engine.known_signs.items()]
    known += [((*fact.factors, *fact.squares, *fact.squares), fact.sign) for fact in engine.facts]
    one = engine.tower.constant(1)
    forms = [math.prod(map(engine.argument, keys), start=one) * sign for keys, sign in known[-_MAXIMUM_PAIRED:]]
    pairs = [(x, (p, q)) for p, q in combinations(forms, 2) for x in _sums(engine, p, q)]
    for x, _ in pairs:
        if not x.is_zero and is_positive(engine, -x) and _no_factor_vanishes(engine, x):
            return True
    threes = ((y, (*two, r)) for x, two in pairs for r in forms if r not in two for y in _sums(engine, x, r))
    for x, parts in (*pairs, *threes):
        if x.number is not None and x.number < 0:
            return True
        if x.is_zero and any(_no_factor_vanishes(engine, part) for part in parts):
            return True
        if x.is_zero and form is not None and vanishes_with(engine, form, list(parts), []):
            return True
    return False


def _sums(engine: DecisionForm, p: Form, q: Form) -> Iterator[Form]:
    """The sums of a form and positive multiples of another one in which a term cancels."""
    p, q = engine.tower.joined((p, q))
    return (p + q * factor for factor in _cancelling_factors(p, q))


def _cancelling_factors(p: Form, q: Form) -> Iterator[Fraction]:
    """The positive numbers c for which terms of p and c q cancel."""
    theirs = {monomial: to_fraction(coefficient) for monomial, coefficient in q.num.terms()}
    found = {-to_fraction(c) / theirs[m] for m, c in p.num.terms() if any(m) and m in theirs}
    yield from sorted(factor for factor in found if factor > 0)


def _no_factor_vanishes(engine: DecisionForm, form: Form) -> bool:
    return all(power < 0 or never_zero(engine, k) or is_divided_by(engine, k) for k, power in factors(engine, form)[1])


# --- whole turns -----------------------------------------------------------------------------------------------


class End(NamedTuple):
    """An end of an interval, in half turns; where it is not attained, ``beyond`` says on which side the values are."""

    value: Fraction
    beyond: int = 0


def _is_no_angle(engine: DecisionForm, expression: Any) -> bool:
    """Is the expression a combination of arctangents, and a constant, that is proved to be zero?"""
    multiples, rest = linear_terms(engine.tower.rationalized(engine.expression_form(expression)), (Head.ATAN,))
    constant = engine.tower.key(rest)
    if not multiples or not (is_number(constant) or constant.constant) or not engine.not_real.isdisjoint(multiples):
        return False
    n = math.lcm(*(multiple.denominator for multiple in multiples.values()))
    try:
        low, high = (_scaled(end, Fraction(n)) for end in _in_half_turns(constant))
    except PointRejected:  # it is no real number
        return False
    for atom, multiple in multiples.items():
        ends = [_scaled(end, n * multiple) for end in _range(engine, atom)]
        low, high = _sum(low, min(ends)), _sum(high, max(ends))
    if low <= End(Fraction(-2)) or high >= End(Fraction(2)):
        return False
    turned = engine.expression_form(application(Head.COS, application(Head.TIMES, n, expression)))
    return is_zero(engine, turned - 1)


def _scaled(end: End, factor: Fraction) -> End:
    return End(end.value * factor, end.beyond if factor > 0 else -end.beyond)


def _sum(x: End, y: End) -> End:
    return End(x.value + y.value, x.beyond or y.beyond)


def _range(engine: DecisionForm, atom: Any) -> tuple[End, End]:
    half = Fraction(1, 2)
    if atom is EIGHTH_TURN:
        return End(half / 2), End(half / 2)
    if atom.constant:
        with suppress(PointRejected):
            return _in_half_turns(atom)
        return End(Fraction(-1), 1), End(Fraction(1))
    y, *others = map(engine.argument, atom.operands)
    if others:
        return _range_of_two(engine, y, others[0])
    closed = atom in engine.arcsines
    low = End(Fraction(0)) if is_positive(engine, y) else End(-half, 0 if closed else 1)
    high = End(Fraction(0)) if is_positive(engine, -y) else End(half, 0 if closed else -1)
    return low, high


def _in_half_turns(constant: Any) -> tuple[End, End]:
    """An interval around a constant; far around one that is not enclosed."""
    if is_number(constant) and constant == 0:
        return End(Fraction(0)), End(Fraction(0))
    ends = interval_of(enclosure(application(Head.OVER, constant, PI), 256)) or (Fraction(-2), Fraction(2))
    return End(ends[0]), End(ends[1])


def _range_of_two(engine: DecisionForm, y: Form, x: Form) -> tuple[End, End]:
    """The interval of the values of the angle of a point (x, y): half a turn where y is zero and x negative."""
    left = is_positive(engine, -x)  # where x is positive it is an angle of the quotient
    if is_positive(engine, y):
        return End(Fraction(left, 2)), End(Fraction(1))
    if is_positive(engine, -y) and _no_factor_vanishes(engine, y):
        return End(Fraction(-1), 1), End(Fraction(-left, 2))
    return End(Fraction(-1), 1), End(Fraction(1))


# --- equivalence -----------------------------------------------------------------------------------------------------
# Certified comparison: equal, different, or undecided, each with its certificate.
#
# The domain are the real points where every part of both sides has a real value: where sqrt(x) stands, x is not
# negative; declared facts of symbols restrict it further. (With complex numbers in it, functions have their principal
# values, at real points.) Two values are equal when the decision form of their difference is zero, different when at
# some rational point ball arithmetic encloses the difference away from zero. Anything else is undecided: a guess is
# never an answer.

#: Longer certificates are cut where an answer is shown.
_LONGEST_SHOWN = 300

#: So many values of the other symbols are tried where a few have theirs.
_CHOICES = 4


@dataclass(frozen=True, repr=False)
class Equivalence(Shown):
    """The answer of a comparison.

    ``bool`` of it is True for equal, False for different, and an error for undecided. The ``certificate`` is the reason
    in words. The ``witness`` of a difference has the value of every symbol by name, and functions for the literal
    functions; at its ``place`` other expressions can be evaluated.
    """

    verdict: str
    certificate: str
    witness: dict[str, Any] = field(default_factory=dict, hash=False)
    place: Place | None = field(default=None, compare=False, kw_only=True)

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"undecided, {self.certificate}; use .verdict to tell the cases apart")
        return self.verdict == "equal"

    def __repr__(self) -> str:
        reason = self.certificate
        if len(reason) > _LONGEST_SHOWN:
            reason = f"{reason[:_LONGEST_SHOWN]} ... (.certificate has all of it)"
        return f"{self.verdict}: {reason}"

    def _repr_latex_(self) -> None:
        """A notebook shows the text."""


expression_of.add((Equivalence,), lambda answer: symbol(answer.verdict))

_QUATERNION = symbol("quaternion")
_CONTAINERS = (Head.UP, Head.DOWN, Head.LIST, Head.MATRIX, _QUATERNION)

#: Two values that have no parts, compared; the layers above add methods for the types that they bring.
compared = OpenFunction("compared")

#: The name of a container and the list of its parts; None of what is none. The layers above add their types.
taken_apart = OpenFunction("taken_apart")

#: Types whose values are equal or different by their own equality, or by that of the value that a function makes;
#: Scheme enters its own.
PLAIN: dict[type, Callable[[Any], Any]] = dict.fromkeys((bool, str, bytes, type(None)), lambda x: x)


#: The charts on which functions of fields, forms and points are compared, where some were given.
charts_given: ContextVar[tuple[Any, ...]] = ContextVar("charts given", default=())


@public("equivalent", python="equivalent")
def equivalent(a: Value, b: Value, *charts: AnyChart) -> Equivalence:
    """Do two values say the same, at all real points where both are defined?

    Scheme:  (equivalent a b), (equivalent a b chart ...)
    Domain:  the real points where every part of both sides has a real value, and the declared facts hold
    Shapes:  structures, matrices, lists and pairs by components; functions at fresh numbers, for every number of
             arguments that both take; where they take none, at mixtures of fresh numbers, functions and tuples;
             series and streams by their first terms; functions, fields and tensors on a manifold at a typical point
             of a chart; points by their coordinates; strings of several words as the formulas that they are,
             other strings and booleans by their own equality.
             Functions of fields, forms, points and functions on manifolds are compared at unknown ones of the charts
             that are given, or of those that they are made of
    Raises:  StructureError for a vector that contains itself; WrongTypeError for an equation, SyntaxError_ for what is
             no formula
    1 ]=> (equivalent (sin (* 2 'x)) (* 2 (sin 'x) (cos 'x)))
    ;Value: equal
    >>> x, y = symbols("x y")
    >>> equivalent(sin(2 * x), 2 * sin(x) * cos(x)).verdict
    'equal'
    >>> answer = equivalent(sqrt(x**2), x)
    >>> answer.verdict, answer.witness["x"] < 0
    ('different', True)
    >>> equivalent(commutator, lambda v, w: v * w - w * v, R2_rect).verdict
    'equal'
    """
    refuse_circular("equivalent", a, b)
    if is_text_of_formula(a) or is_text_of_formula(b):
        a, b = (expression_from(x) if is_datum_list(x) else x for x in (a, b))  # a quoted list of Scheme
        a, b = read_formula(a, b), read_formula(b, a)  # what is a function of time in one is in the other
        if any(isinstance(x, Application) and getattr(x.operator, "name", "") == "=" for x in (a, b)):
            raise WrongTypeError("equivalent compares values: equations are compared by equivalent-equations")
    with temporarily(charts_given, charts or charts_given.get()), temporarily(budget, budget_in_force()):
        return _equivalent(a, b)


def _equivalent(a: Any, b: Any) -> Equivalence:
    undecided: Equivalence | None = None
    equal = Equivalence("equal", "there are no components")
    pending: list[tuple[Any, Any, tuple[int, ...]]] = [(a, b, ())]
    met: dict[tuple[int, int], tuple[Any, Any]] = {}  # containers, which may share parts; kept, for their ids
    while pending:
        left, right, place = pending.pop()
        left, right = converted(left), converted(right)
        if (id(left), id(right)) in met:
            continue
        parts = taken_apart(left), taken_apart(right)
        if parts == (None, None) or (None in parts and callable(left) and callable(right)):
            answer = _at(place, _compare(left, right))
        elif None in parts or parts[0][0] != parts[1][0] or len(parts[0][1]) != len(parts[1][1]):  # type: ignore[index]
            answer = _at(place, Equivalence("different", f"the shapes differ: {describe(left)} and {describe(right)}"))
        else:
            met[id(left), id(right)] = left, right
            pairs = list(enumerate(zip(parts[0][1], parts[1][1], strict=True)))  # type: ignore[index]
            pending.extend((x, y, (*place, i)) for i, (x, y) in reversed(pairs))
            continue
        if answer.verdict == "different":
            return answer
        if answer.verdict == "undecided":
            undecided = answer if undecided is None else undecided
        equal = answer
    return equal if undecided is None else undecided


def _at(place: tuple[int, ...], answer: Equivalence) -> Equivalence:
    if not place:
        return answer
    if answer.verdict == "equal":
        return Equivalence("equal", f"every component: {answer.certificate}")
    shown = " ".join(map(str, place[:20]))
    return Equivalence(answer.verdict, f"component {shown}: {answer.certificate}", answer.witness)


@taken_apart.on(object)
def _(value: Any) -> tuple[str, Sequence[Any]] | None:
    is_array = getattr(value, "ndim", 0) and hasattr(value, "__array__")
    return ("up", list(value)) if is_array else None


@taken_apart.on(Application)
def _(value: Application) -> Any:
    return (value.operator.name, value.operands) if value.operator in _CONTAINERS else None


taken_apart.add((list,), lambda items: ("up", items))
taken_apart.add((tuple,), lambda items: ("list", items))


def _compare(a: Any, b: Any) -> Equivalence:
    if a is b and not isinstance(a, float):  # a NaN is not equal to itself
        return Equivalence("equal", "the same value")
    if type(a) in PLAIN or type(b) in PLAIN:
        left, right = (PLAIN[type(x)](x) if type(x) in PLAIN else x for x in (a, b))
        if type(left) is not type(right):
            return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
        return Equivalence("equal" if left == right else "different", "by their own equality")
    return compared(a, b)  # type: ignore[no-any-return]


@compared.on(object, object)
def compare_expressions(a: Any, b: Any) -> Equivalence:
    if is_procedure(a) != is_procedure(b):
        return Equivalence("different", f"{describe(a)} and {describe(b)}: one is a function, the other is not")
    try:
        left, right = with_pi(expression_of(a)), with_pi(expression_of(b))
    except ScmpyError:
        same = type(a) is type(b) and a == b
        reason = "by their own equality" if same else f"{describe(a)} and {describe(b)} are of no kind that is compared"
        return Equivalence("equal" if same else "undecided", reason)
    if left is right and isinstance(left, Expression):
        return Equivalence("equal", "the same expression")
    return _compare_scalars(left, right)


def _compare_scalars(a: Any, b: Any) -> Equivalence:
    if is_number(a) and is_number(b):
        if a != a or b != b:
            return Equivalence("undecided", "not a number")
        kind = "exact" if is_exact(a) and is_exact(b) else "floating-point"
        return Equivalence("equal" if a == b else "different", f"{kind} numbers")
    complex_domain = is_complex(a, b)
    try:
        search = Search(a, b, complex_domain)
    except LimitError as error:
        return Equivalence("undecided", error.message)
    unknown = next((node for node in subexpressions(a, b) if isinstance(node, Symbol) and node in foreign), None)
    found = search.at_random(FIRST_TRIES) if unknown is None else None
    if found is not None:
        return _different(search, found)
    engine = DecisionForm(complex_domain, note_assumptions)
    proved, reason = _is_proved_zero(engine, application(Head.MINUS, a, b))
    if unknown is not None:
        reason = reason if proved else f"the values of {unknown.name} are not known here"
        return Equivalence("equal" if proved else "undecided", reason)
    if not (proved and search.usable):
        found = search.at_random(FURTHER_TRIES) or search.along_lines(list(engine.critical.values()))
    if found is not None:
        return _different(search, found)
    if not search.usable:
        return Equivalence("undecided", f"no point of the common domain was found; {reason}")
    if proved:
        return Equivalence("equal", reason)
    if not complex_domain and _are_equal_sizes(a, b):
        return Equivalence("equal", "neither is negative, and their squares, or hyperbolic cosines, are equal")
    return Equivalence("undecided", f"{reason}, and the difference encloses 0 at every point tried")


def _is_proved_zero(engine: DecisionForm, difference: Any) -> tuple[bool, str]:
    """Is the difference zero by its canonical form, and what is the reason?"""
    if is_algebraic_zero(difference, engine.complex_domain):
        return True, "the difference is an algebraic number closer to 0 than it could be without being 0"
    try:
        reason = is_proved_zero(engine, difference)
        if not reason:
            form = engine.form(difference)
            engine.note_critical(form.ring.form(form.den))
    except (NotFinite, LimitError) as error:
        return False, str(error).removeprefix("equivalent: ")
    except (DivisionByZeroError, DomainError) as error:
        return False, f"a part is defined nowhere ({error})"
    return bool(reason), reason or "the canonical form of the difference is not 0"


def _are_equal_sizes(a: Any, b: Any) -> bool:
    """Is neither of two negative, by its sign or that of its hyperbolic sine, and an even function of both equal?"""
    is_large = len(list(subexpressions(a, b))) > _MAXIMUM_TERMS
    if is_large or is_number(a) or is_number(b) or any(1 not in map(proved_sign, (x, g.sinh(x))) for x in (a, b)):
        return False
    pairs = (application(Head.MINUS, f(a), f(b)) for f in (g.square, g.cosh))
    return any(_is_proved_zero(DecisionForm(False, note_assumptions), pair)[0] for pair in pairs)


def proved_sign(expression: Any) -> int:
    """1 if an expression is never negative where its parts are real, -1 if never positive, 0 if neither is proved.

    Facts of symbols and what is assumed count; a literal function may have any values.
    """
    expression = with_pi(expression)
    if is_complex(expression):
        return 0
    low, high = range_of(expression)
    facts = facts_of(expression, REAL)
    if low >= 0 or "nonnegative" in facts:
        return 1
    if high <= 0 or "nonpositive" in facts:
        return -1
    engine = DecisionForm(premises=note_assumptions)

    def has(sign: int) -> bool:
        return is_positive(engine, engine.expression_form(expression) * sign)

    with suppress(NotFinite, ScmpyError):
        return next((sign for sign in (1, -1) if engine.settled(partial(has, sign))), 0)
    return 0


@enter_zero_test
def _is_zero_constant(x: Application) -> bool:
    try:
        return _is_proved_zero(DecisionForm(not has_real_parts(x)), with_pi(x))[0]
    except PointRejected:
        return False


def with_pi(expression: Any) -> Any:
    """The expression with the number in place of the symbol ``:pi``."""
    return substitute(expression, PI, HALF_TURN)


def is_complex(*values: Any) -> bool:
    """Do complex numbers occur, or constants that are proved to have no real value?"""
    nodes = list(subexpressions(*values))
    if any(isinstance(x, (complex, ExactComplex)) for x in (*values, *(y for node in nodes for y in node.operands))):
        return True
    return any(is_real_constant(node) is False for node in nodes if node.constant and isinstance(node, Application))


def is_defined(values: Sequence[Any], place: dict[Symbol, Fraction]) -> bool:
    """Have all parts of the values real values there, for one of a few choices of the other symbols?"""
    expressions = [with_pi(expression_of(value)) for value in values]
    evaluator = Evaluator(*expressions, complex_domain=is_complex(*expressions))
    with precision(64):
        for seed in range(_CHOICES):
            chosen = {x: abs(rational_between(seed, "symbol", x.name)) for x in evaluator.symbols}
            with suppress(PointRejected):
                evaluator.at(chosen | place, seed)
                return True
    return False


def _different(search: Search, found: Difference) -> Equivalence:
    names = [x.name for x in found.point]
    witness: dict[str, Any] = {}
    for x, value in found.point.items():
        facts = f" ({', '.join(strongest(x.facts))})" if x.facts and names.count(x.name) > 1 else ""
        witness[x.name + facts] = exact(value)
    for name, applied in search.evaluator.functions.items():
        label = name.partition("{")[0].partition("(")[0].partition("[")[0].rstrip(".|)]")
        size = len(applied.leaves)
        stand_in = search.evaluator.stand_in(found.seed, name, size, search.evaluator.order, applied.facts)
        witness[label] = stand_in.function()
    place = ", ".join(f"{name} = {value}" for name, value in list(witness.items())[:20])
    certificate = f"the difference is {found.ball}" + (f" at {place}" if place else "")
    where = Place(found.point, found.seed, search.evaluator.order, bits=found.bits)
    return Equivalence("different", certificate, witness, place=where)
