"""Certified comparison: equal, different, or undecided, each with its certificate.

Two values are equal when their difference has canonical form zero, by rewrites that hold wherever both sides are
defined over the reals; they are different when at some rational point ball arithmetic encloses the difference away
from zero. Anything else is undecided: a guess is never an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from scmpy.errors import DivisionByZeroError, LimitError, UndecidedError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.numbers import ExactComplex, is_exact
from scmpy.registry import public
from scmpy.symbolic.ball import Point, Unusable
from scmpy.symbolic.canonical import Canonical, Canonicalizer, NotFinite
from scmpy.symbolic.certain import CertainKernels
from scmpy.symbolic.expression import DOWN, LIST, MATRIX, UP, Application, expression_of, subexpressions, symbol
from scmpy.symbolic.rational import Quotient

_CONTAINERS = (UP, DOWN, LIST, MATRIX)
_POINTS = 24
_PRECISIONS = (128, 512)


@dataclass(frozen=True)
class Equivalence:
    """The answer of a comparison.

    ``bool`` of it is True for equal, False for different, and an error for undecided.
    """

    verdict: str
    certificate: str
    witness: dict[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent: undecided, {self.certificate}; use .verdict to tell the cases apart")
        return self.verdict == "equal"


expression_of.add((Equivalence,), lambda answer: symbol(answer.verdict))


@public("equivalent", python="equivalent")
def equivalent(a: Any, b: Any) -> Equivalence:
    """Do two values say the same, over all reals where both are defined?

    Scheme:  (equivalent a b)
    >>> from scmpy.symbolic.expression import symbols
    >>> x = symbols("x")
    >>> equivalent(g.sin(2 * x), 2 * g.sin(x) * g.cos(x)).verdict
    'equal'
    >>> answer = equivalent(g.sqrt(x**2), x)
    >>> answer.verdict, answer.witness["x"] < 0
    ('different', True)
    """
    return _compare(expression_of(a), expression_of(b))


def _compare(a: Any, b: Any) -> Equivalence:
    if a is b:
        return Equivalence("equal", "the same expression")
    container_a, container_b = (isinstance(x, Application) and x.operator in _CONTAINERS for x in (a, b))
    if container_a or container_b:
        if not (container_a and container_b) or a.operator is not b.operator or len(a.operands) != len(b.operands):
            return Equivalence("different", "the shapes differ")
        answers = [_compare(x, y) for x, y in zip(a.operands, b.operands, strict=True)]
        for verdict in ("different", "undecided"):
            for i, answer in enumerate(answers):
                if answer.verdict == verdict:
                    return Equivalence(verdict, f"component {i}: {answer.certificate}", answer.witness)
        return Equivalence("equal", "every component: " + (answers[0].certificate if answers else "none"))
    return _compare_scalars(a, b)


def _compare_scalars(a: Any, b: Any) -> Equivalence:
    if is_number(a) and is_number(b):
        same = a == b
        kind = "exact" if is_exact(a) and is_exact(b) else "the same floating-point"
        return Equivalence("equal" if same else "different", f"{kind} numbers")
    try:
        difference = g.sub(a, b)
        canonicalizer, form = certain_form(difference)
    except (NotFinite, LimitError) as error:
        return Equivalence("undecided", str(error) or "not finite")
    except DivisionByZeroError:
        return Equivalence("undecided", "a denominator is zero everywhere")
    if not isinstance(form, Canonical):
        return Equivalence("equal" if form == 0 else "different", f"the difference is {form}")
    if form.quotient.num == 0:
        return Equivalence("equal", "the canonical form of the difference is 0")
    return _witness(canonicalizer, form, _is_complex(difference))


def certain_form(expression: Any) -> tuple[Canonicalizer, Any]:
    """The decision form of an expression, with the canonicalizer that made it."""
    kernels = CertainKernels(_is_complex(expression))
    while True:
        kernels.stale = False
        canonicalizer = Canonicalizer(kernels.policy, kernels)
        if not isinstance(expression, Application):
            return canonicalizer, canonicalizer.evaluate(expression) if not is_number(expression) else expression
        canonicalizer.visit(expression)
        form = _with_exact_numbers(canonicalizer.reduce(canonicalizer.evaluate(expression)))
        if not kernels.stale:
            return canonicalizer, form


def _with_exact_numbers(form: Canonical) -> Canonical:
    """The form with every float taken as the binary fraction that it is."""
    num, den = (None if p is None else form.field.exactly(p) for p in form.quotient)
    return form._replace(quotient=Quotient(num, den))


def _is_complex(expression: Any) -> bool:
    return any(isinstance(x, (complex, ExactComplex)) for node in subexpressions(expression) for x in node.operands)


def _witness(canonicalizer: Canonicalizer, form: Canonical, complex_domain: bool) -> Equivalence:
    """Look for a rational point where the difference is enclosed away from zero."""
    usable = 0
    for precision in _PRECISIONS:
        with _precision(precision):
            for seed in range(_POINTS):
                point = Point(canonicalizer, seed, complex_domain)
                try:
                    num, den = point.numerator_and_denominator(form)
                except (Unusable, ZeroDivisionError, ValueError):
                    continue
                if den.contains(0):
                    continue
                usable += 1
                if not num.contains(0):
                    place = {s.name: value for s, value in point.symbols.items()}
                    return Equivalence("different", f"the difference is {num / den} at {place}", place)
    reason = "the difference encloses 0 at every point tried" if usable else "no point of the common domain was found"
    return Equivalence("undecided", f"{reason}, and its canonical form is not 0")


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    from flint import ctx

    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before
