"""Series: lazily computed infinite sequences of terms, with the arithmetic of power series.

Sums are term by term, products are Cauchy's. Applied, a series whose terms are functions applies each of them; a
constant term c_n of a power series becomes c_n x^n. ``(exp D)`` of an operator is a series of operators.

Source: SICM 6 (Lie series), the course's series handout.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from scmpy.calculus.operator import Operator, label_of
from scmpy.errors import BadIndexError, DivisionByZeroError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.arguments import length, limited
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.functions import apply_value
from scmpy.generic.kinds import Procedure, Scalar, describe, is_number
from scmpy.guard import guarded_call
from scmpy.registry import public, register
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.structure import sum_of
from scmpy.symbolic.display import shown, tree_of
from scmpy.symbolic.expression import application, symbol

MAXIMUM_POWER = 1000

#: The terms of a series before one are computed with it: more than these are refused.
MAXIMUM_TERMS = 100_000

#: The number of terms that are printed.
_SHOWN = 4


class Series(Arithmetic):
    """An infinite series, its terms computed when first asked for.

    >>> s = Series(lambda n: n)
    >>> s[3], (s + s)[3], (s * s)[3]
    (3, 6, 4)
    """

    __slots__ = ("known", "term")

    endless = True  # iteration does not stop

    def __init__(self, term: Callable[[int], Any]) -> None:
        """A series from its n-th term, which raises a BadIndexError where the term is not known."""
        self.term = term
        self.known: list[Any] = []

    @guarded_call
    def __getitem__(self, n: int) -> Any:
        if not isinstance(n, int) or n < 0:
            raise BadIndexError(f"series:ref expects a count from zero, got {describe(n)}")
        length(n, "series:ref", "terms", MAXIMUM_TERMS)
        while len(self.known) <= n:
            self.known.append(self.term(len(self.known)))
        return self.known[n]

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, itertools.count())

    def __call__(self, *args: Any) -> Series:
        """The series of the values: c_n x^n for a constant term, the application of a function.

        A value that is itself a series starts at its own place: one of order n adds its k-th term to order n + k.
        """

        def value(n: int) -> Any:
            own = self[n]
            if callable(own):
                return apply_value(own, args)
            return 0 if is_number(own) and not own else g.mul(own, g.expt(_one(args), n))

        return _collapsed(Series(value))

    def first(self, count: int) -> list[Any]:
        """The first terms, as many as are known."""
        terms: list[Any] = []
        with contextlib.suppress(BadIndexError):
            terms.extend(map(self.__getitem__, range(count)))
        return terms

    def map(self, function: Callable[[Any], Any]) -> Series:
        """The series with a function applied to every term."""
        return Series(lambda n: function(self[n]))

    def _derivative_(self, path: tuple[int, ...]) -> Series:
        """The derivative of a power series, term by term."""
        if path not in ((), (0,)):
            raise BadIndexError("partial: a power series has one argument")
        return Series(lambda n: g.mul(n + 1, self[n + 1]))

    @property
    def __name__(self) -> str:
        return "series"

    def __repr__(self) -> str:
        return scheme_text(tree_of(self))

    def _shown_(self) -> Any:
        return application(symbol("series"), *map(shown, self.first(_SHOWN)), symbol("..."))

    def _describe_(self) -> str:
        return "a series"


def _collapsed(values: Series) -> Series:
    """The series whose terms may be series in the same parameter, as one series."""

    def term(n: int) -> Any:
        later = [values[k][n - k] for k in range(n) if isinstance(values[k], Series)]
        own = values[n]
        return sum_of([*later, own[0] if isinstance(own, Series) else own])

    return Series(term)


def _one(args: tuple[Any, ...]) -> Any:
    if len(args) != 1:
        raise WrongTypeError(f"a power series takes one argument, got {len(args)}")
    return args[0]


def of_sequence(terms: tuple[Any, ...]) -> Series:
    """The series with these terms, then zeros."""
    return Series(lambda n: terms[n] if n < len(terms) else 0)


@public("series", "power-series", python="series")
def series(*terms: Any) -> Series:
    """The series with these terms, then zeros.

    Scheme:  (series a b ...), (power-series a b ...)
    >>> series_sum(series(1, 2, 3), 2)
    6
    """
    return of_sequence(terms)


@public("series:generate")
def series_generate(function: Callable[[int], Any]) -> Series:
    """The series whose n-th term is a function of n."""
    return Series(function)


@public("series?")
def is_series(value: Any) -> bool:
    """Is this a series?"""
    return isinstance(value, Series)


@public("series:ref")
def series_ref(s: Series, n: int) -> Any:
    """The n-th term, from zero."""
    return _checked(s, "series:ref")[n]


@public("series:sum")
def series_sum(s: Series, n: int) -> Any:
    """The sum of the terms up to the n-th.

    Scheme:  (series:sum s n)
    Raises:  WrongTypeError if the order is no count
    """
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise WrongTypeError(f"series:sum expects the order of the last term, a count from 0, got {describe(n)}")
    length(n, "series:sum", "terms", MAXIMUM_TERMS)
    return sum_of(_checked(s, "series:sum")[k] for k in range(n + 1))


@public("partial-sums")
def partial_sums(s: Series) -> Series:
    """The series of the partial sums."""
    return Series(lambda n: series_sum(s, n))


@public("series:for-each")
def series_for_each(procedure: Callable[[Any], Any], s: Series, n: int) -> None:
    """Call a procedure on the first n terms.

    Scheme:  (series:for-each print-expression s 6)
    """
    for k in range(n):
        procedure(_checked(s, "series:for-each")[k])


def _checked(s: Any, operation: str) -> Series:
    if not isinstance(s, Series):
        raise WrongTypeError(f"{operation} expects a series, got {describe(s)}")
    return s


# --- arithmetic ------------------------------------------------------------------------------------------------

for _operation in (g.add, g.sub):
    _operation.add((Series, Series), lambda x, y, op=_operation: Series(lambda n: op(x[n], y[n])))


def _constant(value: Any) -> Series:
    return of_sequence((value,))


for _type in (Scalar, Procedure):
    for _operation in (g.add, g.sub):
        _operation.add((Series, _type), lambda s, x, op=_operation: op(s, _constant(x)))
        _operation.add((_type, Series), lambda x, s, op=_operation: op(_constant(x), s))
    g.mul.add((Series, _type), lambda s, x: s.map(lambda term: g.mul(term, x)))
    g.mul.add((_type, Series), lambda x, s: s.map(lambda term: g.mul(x, term)))
    g.div.add((Series, _type), lambda s, x: s.map(lambda term: g.div(term, x)))
    g.div.add((_type, Series), lambda x, s: g.div(_constant(x), s))


@g.mul.on(Series, Series)
def _product(x: Series, y: Series) -> Series:
    return Series(lambda n: sum_of(g.mul(x[k], y[n - k]) for k in range(n + 1)))


@g.div.on(Series, Series)
def _quotient(x: Series, y: Series) -> Series:
    """The q with q y = x, for a y that starts with a term to divide by."""
    if is_number(y[0]) and not y[0]:
        raise DivisionByZeroError("Division by zero signalled by /: the series starts with 0")

    def term(n: int) -> Any:
        known = sum_of(g.mul(quotient[k], y[n - k]) for k in range(n))
        return g.div(g.sub(x[n], known), y[0])

    quotient = Series(term)
    return quotient


@g.expt.on(Series, int)
def _power(s: Series, n: int) -> Series:
    if n < 0:
        return _power(g.invert(s), -n)
    limited(n, "expt of a series", "factors", MAXIMUM_POWER)
    result: Any = _constant(1)
    for _ in range(n):
        result = g.mul(result, s)
    return result


g.negate.add((Series,), lambda s: s.map(g.negate))
g.invert.add((Series,), lambda s: g.div(_constant(1), s))
g.zero_like.add((Series,), lambda s: of_sequence(()))
g.one_like.add((Series,), lambda s: _constant(1))
g.identity_like.add((Series,), lambda s: of_sequence((0, 1)))
g.square.add((Series,), lambda s: g.mul(s, s))
g.cube.add((Series,), lambda s: _power(s, 3))


@public("series:inflate")
def series_inflate(s: Series, exponent: int) -> Series:
    """The power series in x^exponent."""
    return Series(lambda n: 0 if n % exponent else s[n // exponent])


# --- series of operators ---------------------------------------------------------------------------------------


def _of_operator(name: str, coefficients: Series) -> Callable[[Operator], Operator]:
    """A power series in an operator: applied to a function, the series of the terms c_n O^n f."""

    def apply(o: Operator) -> Operator:
        def expand(f: Any) -> Series:
            powers = [f]

            def term(n: int) -> Any:
                while len(powers) <= n:
                    powers.append(o(powers[-1]))
                return g.mul(coefficients[n], powers[n])

            return Series(term)

        return o.remake(expand, application(symbol(name), label_of(o)))

    return apply


def _alternating(start: int) -> Series:
    """x^n / n! with signs + 0 - 0 (start 0) or 0 + 0 - (start 1): cosine and sine."""

    def term(n: int) -> Any:
        if n % 2 != start:
            return 0
        return g.div((-1) ** (n // 2), math.factorial(n))

    return Series(term)


exp_series = Series(lambda n: g.div(1, math.factorial(n)))
cos_series = _alternating(0)
sin_series = _alternating(1)
tan_series = g.div(sin_series, cos_series)
atan_series = Series(lambda n: 0 if n % 2 == 0 else g.div((-1) ** (n // 2), n))
sinh_series = Series(lambda n: 0 if n % 2 == 0 else exp_series[n])
cosh_series = Series(lambda n: 0 if n % 2 else exp_series[n])
for _name, _series in (
    *(("exp", exp_series), ("sin", sin_series), ("cos", cos_series), ("tan", tan_series), ("atan", atan_series)),
    *(("sinh", sinh_series), ("cosh", cosh_series)),
):
    register(f"{_name}-series", _series, module=__name__, doc=f"The power series of {_name}.")
register("series:zero", of_sequence(()), module=__name__, doc="The series of zeros.")
register("series:one", _constant(1), module=__name__, doc="The series of the number 1.")

g.exp.add((Operator,), _of_operator("exp", exp_series))
g.sin.add((Operator,), _of_operator("sin", sin_series))
g.cos.add((Operator,), _of_operator("cos", cos_series))


@public("binomial-series")
def binomial_series(exponent: Any) -> Series:
    """The series of (1 + x)^exponent.

    >>> [str(binomial_series(g.div(1, 2))[n]) for n in range(4)]
    ['1', '1/2', '-1/8', '1/16']
    """

    def term(n: int) -> Any:
        return 1 if n == 0 else g.mul(coefficients[n - 1], g.div(g.sub(exponent, n - 1), n))

    coefficients = Series(term)
    return coefficients


@public("expn")
def expn(o: Operator, spread: int = 1) -> Operator:
    """The exponential of an operator with its powers spread by a number of places.

    Scheme:  (expn op n)
    """
    return _of_operator("exp", exp_series)(o) if spread == 1 else _spread(o, spread)


def _spread(o: Operator, spread: int) -> Operator:
    expand = _of_operator("exp", exp_series)(o)
    return expand.remake(lambda f: series_inflate(expand(f), spread), expand.expression)
