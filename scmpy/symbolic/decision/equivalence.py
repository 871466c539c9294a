"""Certified comparison: equal, different, or undecided, each with its certificate.

The domain are the real points where every part of both sides has a real value: where sqrt(x) stands, x is not
negative; declared facts of symbols restrict it further. (With complex numbers in it, functions have their principal
values, at real points.) Two values are equal when the decision form of their difference is zero, different when at
some rational point ball arithmetic encloses the difference away from zero. Anything else is undecided: a guess is
never an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, singledispatch
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, ScmpyError, UndecidedError, describe
from scmpy.generic.annotations import AnyChart, Value
from scmpy.generic.dispatch import converted
from scmpy.generic.display import Shown
from scmpy.generic.kinds import is_number, is_procedure
from scmpy.generic.numeric_tower import ExactComplex, is_exact
from scmpy.guard import refuse_circular
from scmpy.registry import public
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import REAL, facts_of
from scmpy.symbolic.decision import circular_functions, rounding, special  # noqa: F401  (declare the forms of elementary functions)
from scmpy.symbolic.decision.certain import Certain
from scmpy.symbolic.decision.known_signs import is_positive, note_assumptions
from scmpy.symbolic.decision.proof import is_proved_zero
from scmpy.symbolic.decision.separation import is_algebraic_zero
from scmpy.symbolic.decision.signs import range_of
from scmpy.symbolic.decision.witness import Difference, Place, Search
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, enter_zero_test, precision
from scmpy.symbolic.enclosure.exact_constants import is_real_constant
from scmpy.symbolic.enclosure.stand_ins import rational_between
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import (
    DOWN,
    HALF_TURN,
    LIST,
    MATRIX,
    MINUS,
    PI,
    UP,
    Application,
    Expression,
    Symbol,
    application,
    expression_of,
    foreign,
    symbol,
)
from scmpy.symbolic.facts import strongest
from scmpy.symbolic.fold import subexpressions

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
            raise UndecidedError(f"equivalent: undecided, {self.certificate}; use .verdict to tell the cases apart")
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
_CONTAINERS = (UP, DOWN, LIST, MATRIX, _QUATERNION)

#: How values of other kinds are compared, as the layers above enter it: (test of the two, comparison), the first one
#: that fits.
COMPARISONS: list[tuple[Callable[[Any, Any], bool], Callable[[Any, Any], Equivalence]]] = []

#: Types whose values are equal or different by their own equality, or by that of the value that a function makes;
#: Scheme enters its own.
PLAIN: dict[type, Callable[[Any], Any]] = dict.fromkeys((bool, str, bytes, type(None)), lambda x: x)


#: The charts on which functions of fields, forms and points are compared, where some were given.
charts_given: ContextVar[tuple[Any, ...]] = ContextVar("charts given", default=())


@contextmanager
def on_charts(charts: tuple[Any, ...]) -> Iterator[None]:
    """What is compared here is compared on these charts."""
    token = charts_given.set(charts)
    try:
        yield
    finally:
        charts_given.reset(token)


@public("equivalent", python="equivalent")
def equivalent(a: Value, b: Value, *charts: AnyChart) -> Equivalence:
    """Do two values say the same, at all real points where both are defined?

    Scheme:  (equivalent a b), (equivalent a b chart ...)
    Domain:  the real points where every part of both sides has a real value, and the declared facts hold
    Shapes:  structures, matrices, lists and pairs by components; functions at fresh numbers, for every number of
             arguments that both take; where they take none, at mixtures of fresh numbers, functions and tuples;
             series and streams by their first terms; functions, fields and tensors on a manifold at a typical point
             of a chart; points by their coordinates; strings and booleans by their own equality.
             Functions of fields, forms, points and functions on manifolds are compared at unknown ones of the charts
             that are given, or of those that they are made of
    Raises:  StructureError for a vector that contains itself
    1 ]=> (equivalent (sin (* 2 'x)) (* 2 (sin 'x) (cos 'x)))
    ;Value: equal
    1 ]=> (equivalent (sqrt (square 'x)) 'x)
    ;Value: different
    >>> from scmpy import cos, sin, sqrt, symbols
    >>> x, y = symbols("x y")
    >>> equivalent(sin(2 * x), 2 * sin(x) * cos(x)).verdict
    'equal'
    >>> equivalent(sqrt(x) * sqrt(y), sqrt(x * y)).verdict
    'equal'
    >>> answer = equivalent(sqrt(x**2), x)
    >>> answer.verdict, answer.witness["x"] < 0
    ('different', True)
    >>> from scmpy import R2_rect, commutator
    >>> equivalent(commutator, lambda v, w: v * w - w * v, R2_rect).verdict
    'equal'
    """
    refuse_circular("equivalent", a, b)
    with on_charts(charts or charts_given.get()):
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
    """The answer, telling of which component."""
    if not place:
        return answer
    if answer.verdict == "equal":
        return Equivalence("equal", f"every component: {answer.certificate}")
    shown = " ".join(map(str, place[:20]))
    return Equivalence(answer.verdict, f"component {shown}: {answer.certificate}", answer.witness)


@singledispatch
def taken_apart(value: Any) -> tuple[str, Sequence[Any]] | None:
    """The name of a container and the list of its parts; None of what is none. The layers above add their types."""
    is_array = getattr(value, "ndim", 0) and hasattr(value, "__array__")
    return ("up", list(value)) if is_array else None


@taken_apart.register(Application)
def _(value: Application) -> Any:
    return (value.operator.name, value.operands) if value.operator in _CONTAINERS else None


taken_apart.register(list, lambda items: ("up", items))
taken_apart.register(tuple, lambda items: ("list", items))


def _compare(a: Any, b: Any) -> Equivalence:
    """Compare what has no components."""
    if a is b and not isinstance(a, float):  # a NaN is not equal to itself
        return Equivalence("equal", "the same value")
    if type(a) in PLAIN or type(b) in PLAIN:
        left, right = (PLAIN[type(x)](x) if type(x) in PLAIN else x for x in (a, b))
        if type(left) is not type(right):
            return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
        return Equivalence("equal" if left == right else "different", "by their own equality")
    for fits, comparison in COMPARISONS:
        if fits(a, b):
            return comparison(a, b)
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
    found = search.at_random() if unknown is None else None
    if found is not None:
        return _different(search, found)
    engine = Certain(complex_domain, note_assumptions)
    proved, reason = _is_proved_zero(engine, application(MINUS, a, b))
    if unknown is not None:
        reason = reason if proved else f"the values of {unknown.name} are not known here"
        return Equivalence("equal" if proved else "undecided", reason)
    if not (proved and search.usable):
        found = search.along_lines(list(engine.critical.values()))
    if found is not None:
        return _different(search, found)
    if not search.usable:
        return Equivalence("undecided", f"no point of the common domain was found; {reason}")
    if proved:
        return Equivalence("equal", reason)
    return Equivalence("undecided", f"{reason}, and the difference encloses 0 at every point tried")


def _is_proved_zero(engine: Certain, difference: Any) -> tuple[bool, str]:
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


def proved_sign(expression: Any) -> int:
    """1 if an expression is never negative where its parts are real, -1 if never positive, 0 if neither is proved.

    Facts of symbols and what is assumed count; a literal function may have any values.

    >>> from scmpy import literal_function, symbols
    >>> x, y = symbols("x y")
    >>> proved_sign(-(x**2) - y**2), proved_sign(x - y), proved_sign(literal_function("f")(x) ** 2 / y**4)
    (-1, 0, 1)
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
    engine = Certain(premises=note_assumptions)

    def has(sign: int) -> bool:
        return is_positive(engine, engine.tower.scaled(engine.expression_form(expression), sign))

    with suppress(NotFinite, ScmpyError):
        return next((sign for sign in (1, -1) if engine.settled(partial(has, sign))), 0)
    return 0


@enter_zero_test
def _is_zero_constant(x: Application) -> bool:
    """Is a real constant zero by its canonical form?"""
    try:
        return _is_proved_zero(Certain(), with_pi(x))[0]
    except Unusable:
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
            with suppress(Unusable):
                evaluator.at(chosen | place, seed)
                return True
    return False


def _different(search: Search, found: Difference) -> Equivalence:
    """The answer that the values differ at a point."""
    names = [x.name for x in found.point]
    witness: dict[str, Any] = {}
    for x, value in found.point.items():
        facts = f" ({', '.join(strongest(x.facts))})" if x.facts and names.count(x.name) > 1 else ""
        witness[x.name + facts] = _plain(value)
    for name, applied in search.evaluator.functions.items():
        label = name.partition("{")[0].partition("(")[0].partition("[")[0].rstrip(".|)]")
        size = len(applied.leaves)
        stand_in = search.evaluator.stand_in(found.seed, name, size, search.evaluator.order, applied.facts)
        witness[label] = stand_in.function()
    place = ", ".join(f"{name} = {value}" for name, value in list(witness.items())[:20])
    certificate = f"the difference is {found.ball}" + (f" at {place}" if place else "")
    where = Place(found.point, found.seed, search.evaluator.order)
    return Equivalence("different", certificate, witness, place=where)


def _plain(x: Fraction) -> int | Fraction:
    return x.numerator if x.denominator == 1 else x
