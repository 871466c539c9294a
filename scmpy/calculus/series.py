"""Power series, elementary functions of them, SymPy's."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scmpy.boundary import checks, entry_point, guarded_call
from scmpy.calculus.derivative import Operator, derivative, label_of
from scmpy.errors import BadIndexError, DivisionByZeroError, GenericOperationError, LimitError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic import types as kinds
from scmpy.generic.dispatch import Arithmetic, register_package
from scmpy.generic.display import NOTATIONS
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.functions import apply_value, arity_of_parts
from scmpy.generic.numbers import by_squarings
from scmpy.generic.settings import MOST_FACTORS, MOST_TERMS, count, instances, length
from scmpy.generic.types import Procedure, Scalar, ScalarKind, TreeNode, Value, Values, is_number, is_zero_number
from scmpy.registry import Registered, declare_predicate, docstring, public, python_name, register, sympy
from scmpy.structure import linear_algebra as linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import sum_of
from scmpy.symbolic.expression import Symbol, application, symbol
from scmpy.symbolic.simplify import display_form, print_expression
from scmpy.symbolic.to_sympy import expression_from_sympy, from_sympy, to_sympy

# --- series ----------------------------------------------------------------------------------------------------------
# Series: lazily computed infinite sequences of terms, with the arithmetic of power series.
#
# Sums are term by term, products are Cauchy's. A series of terms is the sum of them: applied, it applies each of them,
# its derivative has their derivatives, and a number among them is a constant function. A power series is a function of
# one number, x to the series of the terms c_n x^n. ``(exp D)`` of an operator is a series of operators.
#
# Source: SICM 6 (Lie series), the course's series handout.

#: So many zeros at the start of a divisor are looked through for a term to divide by.
_LEADING_ZEROS = 32

#: The number of terms that are printed.
_SHOWN = 4


class Series(Registered, Arithmetic):
    """An infinite series, its terms computed when first asked for.

    >>> s = Series(lambda n: n)
    >>> s[3], (s + s)[3], (s * s)[3]
    (3, 6, 4)
    """

    _kind_ = "series"
    __slots__ = ("images", "is_power", "known", "term")

    endless = True  # iteration does not stop

    def __init__(self, term: Callable[[int], Any], *, power: bool = False) -> None:
        """A series from its n-th term, which raises a BadIndexError where the term is not known."""
        self.term = term
        self.is_power = power
        self.known: list[Any] = []
        self.images: dict[Any, Series] = {}  # what elementary functions make of it

    @guarded_call
    def __getitem__(self, n: int) -> Any:
        if not isinstance(n, int) or n < 0:
            raise BadIndexError(f"series:ref expects a count from zero, got {describe(n)}")
        length(n, "series:ref", MOST_TERMS)
        while len(self.known) <= n:
            self.known.append(self.term(len(self.known)))
        return self.known[n]

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, itertools.count())

    def __length_hint__(self) -> int:
        """What Python's ``list`` asks for before it begins."""
        raise LimitError("a series has no end: list(itertools.islice(series, 5)) has its first terms")

    def __call__(self, *args: Value) -> Series:
        """The series of the values of the terms; of a power series, of the terms c_n x^n.

        A value that is itself a series starts at its own place: one of order n adds its k-th term to order n + k.
        """
        if self.is_power and len(args) != 1:
            raise WrongTypeError(f"a power series takes one argument, got {len(args)}")

        def value(n: int) -> Any:
            own = self[n]
            if callable(own) or not self.is_power:
                return apply_value(own, args)
            return 0 if is_zero_number(own) else g.mul(own, g.expt(args[0], n))

        return _collapsed(Series(value))

    @property
    def number_of_arguments(self) -> tuple[int, int | None]:
        return (1, 1) if self.is_power else arity_of_parts((self[0],))

    def first(self, count: int) -> list[Any]:
        terms: list[Any] = []
        with contextlib.suppress(BadIndexError):
            terms.extend(map(self.__getitem__, range(count)))
        return terms

    def map(self, function: Callable[[Any], Any]) -> Series:
        return Series(lambda n: function(self[n]), power=self.is_power)

    def map_places(self, function: Callable[[Any, Any], Any]) -> Series:
        return Series(lambda n: function(n, self[n]), power=self.is_power)

    def _derivative_(self, path: tuple[int, ...]) -> Series:
        if not self.is_power:
            return self.map(lambda term: 0 if is_number(term) else derivative(term, path))
        if path not in ((), (0,)):
            raise BadIndexError("partial: a power series has one argument")
        return Series(lambda n: g.mul(n + 1, self[n + 1]), power=True)

    @property
    def __name__(self) -> str:
        return "series"

    def __repr__(self) -> str:
        return entry_point(NOTATIONS["scheme"], "print")(self)

    def _shown_(self) -> Any:
        return application(symbol("series"), *map(display_form, self.first(_SHOWN)), symbol("..."))

    def _describe_(self) -> str:
        return "a series"


def _collapsed(values: Series) -> Series:
    def term(n: int) -> Any:
        later = [values[k][n - k] for k in range(n) if isinstance(values[k], Series)]
        own = values[n]
        return sum_of([*later, own[0] if isinstance(own, Series) else own])

    return Series(term)


def of_sequence(terms: tuple[Any, ...], *, power: bool = False) -> Series:
    return Series(lambda n: terms[n] if n < len(terms) else 0, power=power)


@public("series", python="series")
def series(*terms: Value) -> Series:
    """The series with these terms, then zeros: their sum.

    Scheme:  (series a b ...)
    Source:  SICM 6.4, FDG 3
    >>> series_sum(series(1, 2, 3), 2), series_sum(series(square, cube)(2), 1)
    (6, 12)
    """
    return of_sequence(terms)


@public("power-series", python="power_series")
def power_series(*coefficients: Value) -> Series:
    """The power series with these coefficients, then zeros: a function of a number.

    Scheme:  (power-series a b ...)
    Math:    a + b x + c x^2 + ...
    >>> x = symbols("x")
    >>> power_series(1, 2, 3)(x)[2], D(power_series(1, 2, 3))[1]
    ((* 3 (expt x 2)), 6)
    """
    return of_sequence(coefficients, power=True)


@public("make-series")
def make_series(arity: int, terms: Values) -> Series:
    """The series of the terms of an iterator; 1 for a power series, 0 for one of plain terms.

    Scheme:  (make-series arity stream)
    Raises:  WrongTypeError unless the arity is 0 or 1
    1 ]=> (define (ones) (cons-stream 1 (ones)))
    1 ]=> (ref (make-series 1 (ones)) 100)
    ;Value: 1
    >>> import itertools
    >>> make_series(1, itertools.repeat(1))[100]
    1
    """
    if arity not in (0, 1):
        raise WrongTypeError(f"make-series expects the arity 0 or 1, got {describe(arity)}")
    rest: Iterator[Any] = iter(terms)
    return Series(lambda n: next(rest, 0), power=arity == 1)


declare_predicate("series?", Series, "Is this a series?", "exp_series", "[1, 1]")


@public("series:ref")
def series_ref(s: Series, n: int) -> Value:
    """The n-th term, from zero.

    Raises:  BadIndexError if n is no count
    >>> series_ref(exp_series, 3)
    Fraction(1, 6)
    """
    return s[n]


@public("series:sum")
def series_sum(s: Series, n: int) -> Value:
    """The sum of the terms up to the n-th.

    Raises:  WrongTypeError if the order is no count
    Source:  SICM 6.4, FDG 3
    >>> series_sum(exp_series, 3)
    Fraction(8, 3)
    """
    return sum_of(s[k] for k in range(length(n, "series:sum", MOST_TERMS) + 1))


@public("partial-sums")
def partial_sums(s: Series) -> Series:
    """The series of the partial sums.

    >>> sums = partial_sums(series(1, 2, 3))
    >>> [sums[n] for n in range(4)]
    [1, 3, 6, 6]
    """
    return Series(lambda n: series_sum(s, n))


@public("series:for-each")
def series_for_each(procedure: Callable[[Any], Any], s: Series, n: int) -> Symbol:
    """Call a procedure on the first n terms; the value is the symbol ``...``, for the others.

    Scheme:  (series:for-each print-expression s 6)
    Source:  SICM 6.4, FDG 3
    1 ]=> (series:for-each print-expression exp-series 3)
    ;Value: 1 1 1/2 ...
    >>> rest = series_for_each(print, exp_series, 3)
    1
    1
    1/2
    >>> rest.name
    '...'
    """
    for k in range(n):
        procedure(s[k])
    return symbol("...")


@public("series:print")
def series_print(s: Series, n: int = 10) -> None:
    """Print the first n terms, simplified.

    Scheme:  (series:print s), (series:print s n)
    >>> series_print(exp_series, 3)
    1
    1
    1/2
    """
    series_for_each(print_expression, s, length(n, "series:print"))


as_series = checks("Series")(instances(Series, "a series"))


# --- arithmetic ------------------------------------------------------------------------------------------------


def _joined(x: Series, y: Series, term: Callable[[int], Any]) -> Series:
    return Series(term, power=x.is_power and y.is_power)


for _operation in (g.add, g.sub):
    _operation.add((Series, Series), lambda x, y, op=_operation: _joined(x, y, lambda n: op(x[n], y[n])))


def constant_like(s: Series, value: Any) -> Series:
    return of_sequence((value,), power=s.is_power)


for _type in (kinds.ScalarKind, Procedure):
    for _operation in (g.add, g.sub):
        _operation.add((Series, _type), lambda s, x, op=_operation: op(s, constant_like(s, x)))
        _operation.add((_type, Series), lambda x, s, op=_operation: op(constant_like(s, x), s))
    g.mul.add((Series, _type), lambda s, x: s.map(lambda term: g.mul(term, x)))
    g.mul.add((_type, Series), lambda x, s: s.map(lambda term: g.mul(x, term)))
    g.div.add((Series, _type), lambda s, x: s.map(lambda term: g.div(term, x)))
    g.div.add((_type, Series), lambda x, s: g.div(constant_like(s, x), s))


@g.mul.on(Series, Series)
def _product(x: Series, y: Series) -> Series:
    return _joined(x, y, lambda n: sum_of(g.mul(x[k], y[n - k]) for k in range(n + 1)))


@g.div.on(Series, Series)
def _quotient(x: Series, y: Series) -> Series:
    first = next((n for n in range(_LEADING_ZEROS) if not is_zero_number(y[n])), None)
    if first is None or not all(map(is_zero_number, map(x.__getitem__, range(first)))):
        raise DivisionByZeroError("Division by zero signalled by /: the series starts with 0")

    def term(n: int) -> Any:
        known = sum_of(g.mul(quotient[k], y[first + n - k]) for k in range(n))
        return g.div(g.sub(x[first + n], known), y[first])

    quotient = _joined(x, y, term)
    return quotient


@g.expt.on(Series, int)
def _power(s: Series, n: int) -> Series:
    MOST_FACTORS.check(abs(n), "expt of a series", each=10_000)
    return by_squarings(s, n, constant_like(s, 1))  # type: ignore[no-any-return]


g.negate.add((Series,), lambda s: s.map(g.negate))
g.invert.add((Series,), lambda s: g.div(constant_like(s, 1), s))
g.zero_like.add((Series,), lambda s: constant_like(s, 0))
g.one_like.add((Series,), lambda s: constant_like(s, 1))
g.identity_like.add((Series,), lambda s: of_sequence((0, 1), power=True))
g.square.add((Series,), lambda s: g.mul(s, s))
g.cube.add((Series,), lambda s: _power(s, 3))


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


def _every_second(start: int, sign: int, term: Callable[[int], Any]) -> Series:
    return Series(lambda n: g.mul(sign ** (n // 2), term(n)) if n % 2 == start else 0, power=True)


exp_series = Series(lambda n: g.div(1, math.factorial(n)), power=True)
cos_series, cosh_series = (_every_second(0, sign, exp_series.__getitem__) for sign in (-1, 1))
sin_series, sinh_series = (_every_second(1, sign, exp_series.__getitem__) for sign in (-1, 1))
tan_series = g.div(sin_series, cos_series)
atan_series = _every_second(1, -1, lambda n: g.div(1, n))


def declare_series(name: str, s: Series, of: str, terms: str) -> None:
    python = python_name(name)
    register(
        name,
        s,
        module=__name__,
        doc=docstring(f"The power series of {of}.", name, f"[{python}[n] for n in range(4)]", f"[{terms}]"),
    )


declare_series("exp-series", exp_series, "exp", "1, 1, Fraction(1, 2), Fraction(1, 6)")
declare_series("sin-series", sin_series, "sin", "0, 1, 0, Fraction(-1, 6)")
declare_series("cos-series", cos_series, "cos", "1, 0, Fraction(-1, 2), 0")
declare_series("tan-series", tan_series, "tan", "0, 1, 0, Fraction(1, 3)")
declare_series("atan-series", atan_series, "atan", "0, 1, 0, Fraction(-1, 3)")
declare_series("sinh-series", sinh_series, "sinh", "0, 1, 0, Fraction(1, 6)")
declare_series("cosh-series", cosh_series, "cosh", "1, 0, Fraction(1, 2), 0")
declare_series("series:zero", power_series(), "the number 0", "0, 0, 0, 0")
declare_series("series:one", power_series(1), "the number 1", "1, 0, 0, 0")
declare_series("series:identity", power_series(0, 1), "x itself", "0, 1, 0, 0")


def _of_matrix(coefficients: Series) -> Callable[[Matrix], Series]:
    def apply(matrix: Matrix) -> Series:
        linear.check_square(matrix.rows, "a power series")
        terms = coefficients(matrix)
        if any(isinstance(x, TreeNode) for row in matrix.rows for x in row):  # which may not add to their powers
            sum_of(terms.first(4))
        return terms

    return apply


for _function, _coefficients in ((g.exp, exp_series), (g.sin, sin_series), (g.cos, cos_series)):
    _function.add((Operator,), _of_operator(_function.name, _coefficients))
    _function.add((Matrix,), _of_matrix(_coefficients))


@public("binomial-series")
def binomial_series(exponent: Scalar) -> Series:
    """The series of (1 + x)^exponent.

    Scheme:  (binomial-series a)
    Math:    c_n = a (a - 1) ... (a - n + 1) / n!
    1 ]=> (series:for-each print-expression (binomial-series 1/2) 4)
    ;Value: 1 1/2 -1/8 1/16 ...
    >>> [str(binomial_series(div(1, 2))[n]) for n in range(4)]
    ['1', '1/2', '-1/8', '1/16']
    """

    def term(n: int) -> Any:
        return 1 if n == 0 else g.mul(coefficients[n - 1], g.div(g.sub(exponent, n - 1), n))

    coefficients = Series(term, power=True)
    return coefficients


# --- series functions ------------------------------------------------------------------------------------------------
# Elementary functions of series: sqrt, exp, log, the circular and hyperbolic functions and their inverses, powers.
#
# With the series s and the derivation that takes the term of order n to n times itself, the chain rule for y = f(s),
#
#     n y_n = sum over k from 1 to n of k s_k f'(s)_(n-k),
#
# gives one term of y after the other from y_0 = f(s_0). The slope f'(s) is a series again, found in the same way; where
# it asks for y itself, as that of exp does, it gets the terms that are known. The terms of s must commute. A function
# of several arguments has a sum for each.
#
# Source: Knuth, The Art of Computer Programming, volume 2, 4.7.


def _commuting(s: Series, operation: str) -> Callable[[int], Any]:
    def term(n: int) -> Any:
        if isinstance(s[n], (Operator, Matrix, Quaternion)):
            raise GenericOperationError(f"{operation} of a series expects terms that commute, got {describe(s[n])}")
        return s[n]

    return term


def _from_slopes(
    arguments: tuple[Series, ...], first: Callable[..., Any], slopes: Sequence[Callable[[], Any]], name: str
) -> Series:
    """The series that starts with a function of the first terms, and whose slopes by the arguments are these series."""
    terms_of = [_commuting(s, name) for s in arguments]
    wanted: set[int] = set()

    def term(n: int) -> Any:
        starts = [of_s(0) for of_s in terms_of]
        if n == 0:
            return first(*starts)
        if n in wanted:
            which = " and ".join(map(describe, starts))
            raise DivisionByZeroError(f"{name} of a series that starts with {which} is no power series")
        wanted.add(n)
        try:
            terms = (
                g.mul(g.mul(k, of_s(k)), slope()[n - k])
                for of_s, slope in zip(terms_of, slopes, strict=True)
                for k in range(1, n + 1)
                if not is_zero_number(of_s(k))
            )
            return g.div(sum_of(terms), n)
        finally:
            wanted.discard(n)

    return Series(term, power=arguments[0].is_power)


@each("analytic")
def _install(record: Elementary) -> None:
    operation = record.operation

    def apply(*given: Any) -> Series:
        like = next(x for x in given if isinstance(x, Series))
        arguments = tuple(x if isinstance(x, Series) else constant_like(like, x) for x in given)

        def slope(derivative: Callable[..., Any]) -> Any:
            by_s = derivative(*given)
            return by_s if isinstance(by_s, Series) else constant_like(like, by_s)

        slopes = [functools.cache(functools.partial(slope, derivative)) for derivative in operation.derivatives]
        return _from_slopes(arguments, operation, slopes, str(operation.name))

    def remembered(*given: Any) -> Series:
        like = next(x for x in given if isinstance(x, Series))
        key = (operation, *(id(x) if isinstance(x, Series) else (type(x), x) for x in given))
        if key not in like.images:
            like.images[key] = apply(*given)
        return like.images[key]

    for types in record.beside(Series, ScalarKind):
        operation.add(types, record.definition or remembered)


@g.expt.on(Series, ScalarKind)
def _power_by_slopes(s: Series, exponent: Any) -> Series:
    """s^a: its slope is a s^a / s."""
    result = _from_slopes(
        (s,), lambda first: g.expt(first, exponent), [lambda: g.div(g.mul(exponent, result), s)], "expt"
    )
    return result


for _base in (Series, ScalarKind):
    g.expt.add((_base, Series), lambda base, exponent: g.exp(g.mul(exponent, g.log(base))))


# --- sympy series ----------------------------------------------------------------------------------------------------
# The bridge to SymPy for power series: a polynomial with a remainder ``O(x^n)``, and back.

_TERMS = 6


@public("series->sympy", python="series_to_sympy", in_scheme=False)
def series_to_sympy(s: Series, x: Symbol, terms: int = _TERMS) -> Value:
    """SymPy's form of a power series in x: so many terms, or those that are known, and the order of the remainder.

    In Python alone: no program of Scheme holds a value of SymPy's.

    Raises:  WrongTypeError if a coefficient depends on x
    >>> series_to_sympy(series(1, symbols("a"), 3), symbols("x"), 2)
    1 + a*x + O(x**2)
    """
    variable = to_sympy(x)
    coefficients = [to_sympy(c) for c in s.first(count(terms))]
    if any(c.has(variable) for c in coefficients):
        raise WrongTypeError(f"series->sympy: a coefficient depends on {x}; name another variable")
    total = sympy.Add(*(c * variable**n for n, c in enumerate(coefficients)))
    return total + sympy.Order(variable ** len(coefficients), variable)


to_sympy.add((Series,), lambda s: series_to_sympy(s, symbol("x")))


@to_sympy.on(Operator)
def _operator_to_sympy(o: Operator) -> Any:
    raise WrongTypeError(f"to_sympy: SymPy has no form for {describe(o)}; apply it to a function, and that to symbols")


@register_package("sympy")
def _register() -> None:
    from_sympy.add((sympy.Add,), _sum_from_sympy)


def _sum_from_sympy(e: Any) -> Any:
    remainder = e.getO()
    if remainder is None:
        return expression_from_sympy(e)
    if len(remainder.variables) != 1 or remainder.point[0] != 0:
        raise WrongTypeError(f"from_sympy: {e} is no power series in one variable at 0; its removeO() is an expression")
    x = remainder.variables[0]
    order = sympy.degree(remainder.expr, x) if remainder.expr.is_polynomial(x) else None
    polynomial = e.removeO()
    if order is None or not polynomial.is_polynomial(x):
        raise WrongTypeError(f"from_sympy: {e} is no power series in {x}; its removeO() is an expression")
    coefficients = [from_sympy(polynomial.coeff(x, n)) for n in range(order)]

    def term(n: int) -> Any:
        if n < len(coefficients):
            return coefficients[n]
        raise BadIndexError(f"the terms of this series are known up to {remainder}, term {n} is not")

    return Series(term, power=True)
