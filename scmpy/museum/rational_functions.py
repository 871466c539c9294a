"""Quotients of polynomials as values, without common factors, and the ``rcf:`` vocabulary.

>>> r = from_expression("(/ (- (expt x 2) 1) (- x 1))")[0]
>>> r, r(3)
((+ 1 x), 4)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import DivisionByZeroError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.kinds import Number, is_number
from scmpy.museum.polynomial_gcd import polynomial_gcd
from scmpy.museum.polynomial_operations import polynomial_to_expression, polynomials_in_kernels
from scmpy.museum.polynomial_words import WORDS, declared
from scmpy.registry import docstring, register
from scmpy.symbolic.algebra.normal_forms import fraction_of
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial, exact_quotient
from scmpy.symbolic.expression import Expression, expression_of
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.written import Written


class RationalFunction(Displayed, Arithmetic):
    """A quotient of two polynomials in the same variables; the denominator is primitive, its leading term positive."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Polynomial, denominator: Polynomial) -> None:
        if not denominator.terms:
            raise DivisionByZeroError("Division by zero signalled by rcf:/.")
        common = polynomial_gcd(numerator, denominator)
        top, bottom = exact_quotient(numerator, common), exact_quotient(denominator, common)
        primitive = polynomial_gcd(bottom, Polynomial(bottom.arity, {}))
        content = exact_quotient(bottom, primitive).terms[(0,) * bottom.arity]
        self.numerator, self.denominator = g.div(top, content), primitive

    @property
    def arity(self) -> int:
        """The number of variables."""
        return self.numerator.arity

    def __call__(self, *values: Any) -> Any:
        return g.div(self.numerator(*values), self.denominator(*values))

    def derivative(self, i: int = 0) -> RationalFunction:
        """The partial derivative by a variable: (n' d - n d') / d^2."""
        n, d = self.numerator, self.denominator
        return RationalFunction(n.derivative(i) * d - n * d.derivative(i), d * d)

    def _printed_expression_(self) -> Any:
        return g.div(*(p._printed_expression_() for p in (self.numerator, self.denominator)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (RationalFunction, Polynomial)) and not is_number(other):
            return False
        other = as_rational(other, self.arity)
        return self.numerator == other.numerator and self.denominator == other.denominator

    def __hash__(self) -> int:
        return hash((self.numerator, self.denominator))

    def _describe_(self) -> str:
        return f"a rational function in {self.arity} variable{'' if self.arity == 1 else 's'}"


expression_of.add((RationalFunction,), RationalFunction._printed_expression_)


def as_rational(value: Any, arity: int = 1) -> RationalFunction:
    """A rational function; a polynomial or number is one with denominator 1."""
    if isinstance(value, RationalFunction):
        return value
    polynomial = as_polynomial(value, arity)
    return RationalFunction(polynomial, Polynomial.constant(polynomial.arity, 1))


def _arity(*values: Any) -> int:
    return next((x.arity for x in values if isinstance(x, (Polynomial, RationalFunction))), 1)


def _both(combine: Callable[[Polynomial, Polynomial, Polynomial, Polynomial], tuple[Polynomial, Polynomial]]) -> Any:
    """An operation on two quotients a/b and c/d, given by the numerator and denominator of its result."""

    def operation(x: Any, y: Any) -> RationalFunction:
        left, right = (as_rational(value, _arity(x, y)) for value in (x, y))
        return RationalFunction(*combine(left.numerator, left.denominator, right.numerator, right.denominator))

    return operation


_add = _both(lambda a, b, c, d: (a * d + c * b, b * d))
_sub = _both(lambda a, b, c, d: (a * d - c * b, b * d))
_mul = _both(lambda a, b, c, d: (a * c, b * d))
_div = _both(lambda a, b, c, d: (a * d, b * c))


def _expt(x: Any, n: Any) -> RationalFunction:
    if type(n) is not int:
        raise WrongTypeError(f"rcf:expt expects a whole exponent, got {describe(n)}")
    x = as_rational(x)
    top, bottom = (x.numerator, x.denominator) if n >= 0 else (x.denominator, x.numerator)
    return RationalFunction(top ** abs(n), bottom ** abs(n))


for _operation, _combine in ((g.add, _add), (g.sub, _sub), (g.mul, _mul), (g.div, _div)):
    _operation.add((RationalFunction, RationalFunction), _combine)
    for _other in (Number, Polynomial):
        _operation.add((RationalFunction, _other), _combine)
        _operation.add((_other, RationalFunction), _combine)
g.negate.add((RationalFunction,), lambda x: _sub(0, x))
g.invert.add((RationalFunction,), lambda x: _div(1, x))
g.square.add((RationalFunction,), lambda x: _mul(x, x))
g.expt.add((RationalFunction, int), _expt)


def from_expression(value: Any, receiver: Any = None) -> Any:
    """The rational function that an expression is in its kernels, with them; or what a receiver makes of both."""
    expression = expression_from(value.value if isinstance(value, Written) else value)
    fraction = fraction_of(expression) if isinstance(expression, Expression) else None
    kernels: tuple[Any, ...] = ()
    if fraction is None:
        found = as_rational(expression, 0)
    else:
        parts, kernels = polynomials_in_kernels(fraction, fraction.form.num, fraction.form.den)
        found = RationalFunction(*parts)
    return (found, kernels) if receiver is None else receiver(found, kernels)


def to_expression(x: Any, variables: Any) -> Any:
    """The expression of a rational function in these variables."""
    names = items(variables, "rcf:->expression")
    found = as_rational(x, len(names))
    return g.div(*(polynomial_to_expression(p, names) for p in (found.numerator, found.denominator)))


def _compose(x: Any, *arguments: Any) -> Any:
    found = as_rational(x)
    if len(arguments) != found.arity:
        raise StructureError(f"a rational function in {found.arity} variables has been given {len(arguments)} others")
    return found(*(as_rational(argument) for argument in arguments))


def _folded(combine: Callable[[Any, Any], Any], unit: int) -> Callable[..., Any]:
    def operation(*values: Any) -> Any:
        total = as_rational(values[0] if values else unit, _arity(*values))
        for value in values[1:]:
            total = combine(total, value)
        return combine(unit, total) if len(values) == 1 and combine in (_sub, _div) else total

    return operation


#: The rational function that the examples speak of, (x + 1) / x, in a session of Scheme.
_GIVEN = """from scmpy.scheme import Session
    >>> run = Session().run
    >>> _ = run("(define f (rcf:expression-> '(/ (+ x 1) x) (lambda (f kernels) f)))")"""

#: Scheme name, the operation, how it is called, what it is, an example and its answer.
_VOCABULARY: tuple[tuple[str, Any, str, str, str, str], ...] = (
    ("rcf:+", _folded(_add, 0), "x ...", "The sum of rational functions.", "(rcf:+ f f)", "(/ (+ 2 (* 2 x)) x)"),
    (
        "rcf:-",
        _folded(_sub, 0),
        "x y ...",
        "The difference of rational functions, or the negative of one.",
        "(rcf:- f 1)",
        "(/ 1 x)",
    ),
    (
        "rcf:*",
        _folded(_mul, 1),
        "x ...",
        "The product of rational functions.",
        "(rcf:* f f)",
        "(/ (+ 1 (expt x 2) (* 2 x)) (expt x 2))",
    ),
    (
        "rcf:/",
        _folded(_div, 1),
        "x y ...",
        "The quotient of rational functions, or the inverse of one.",
        "(rcf:/ 1 f)",
        "(/ x (+ 1 x))",
    ),
    ("rcf:expt", _expt, "x n", "A whole power of a rational function.", "(rcf:expt f -1)", "(/ x (+ 1 x))"),
    (
        "rcf:gcd",
        polynomial_gcd,
        "p q ...",
        "The greatest common divisor of polynomials.",
        "(rcf:gcd (rcf:numerator f) (rcf:denominator f))",
        "1",
    ),
    (
        "rcf:numerator",
        lambda x: as_rational(x).numerator,
        "x",
        "The numerator, a polynomial.",
        "(rcf:numerator f)",
        "(+ 1 x)",
    ),
    (
        "rcf:denominator",
        lambda x: as_rational(x).denominator,
        "x",
        "The denominator, a primitive polynomial.",
        "(rcf:denominator f)",
        "x",
    ),
    (
        "rcf:value",
        lambda x, *at: as_rational(x, len(at))(*at),
        "x value ...",
        "The value at these values.",
        "(rcf:value f 2)",
        "Fraction(3, 2)",
    ),
    (
        "rcf:compose",
        _compose,
        "x y ...",
        "A rational function of rational functions.",
        "(rcf:compose f f)",
        "(/ (+ 1 (* 2 x)) (+ 1 x))",
    ),
    (
        "rcf:derivative",
        lambda x: as_rational(x).derivative(),
        "x",
        "The derivative by the principal variable.",
        "(rcf:derivative f)",
        "(/ -1 (expt x 2))",
    ),
    (
        "rcf:partial-derivative",
        lambda x, i: as_rational(x).derivative(i),
        "x i",
        "The derivative by variable i.",
        "(rcf:partial-derivative f 0)",
        "(/ -1 (expt x 2))",
    ),
    (
        "rcf:expression->",
        from_expression,
        "e",
        "The rational function that an expression is, with its kernels.",
        "(rcf:expression-> '(/ 1 (sin t)))",
        "((/ 1 x), ((sin t),))",
    ),
    (
        "rcf:->expression",
        to_expression,
        "x variables",
        "The expression of a rational function in these variables.",
        "(rcf:->expression f '(t))",
        "(/ (+ 1 t) t)",
    ),
)


_WORDS = WORDS | dict.fromkeys(("x", "values", "arguments"), "RationalFunction | Scalar")


def _declare(name: str, operation: Any, call: str, doc: str, typed: str, answer: str) -> None:
    text = docstring(doc, f"({name} {call})", f'run("{typed}")', answer, given=_GIVEN)
    register(name, declared(operation, text, _WORDS), python=None)


for _entry in _VOCABULARY:
    _declare(*_entry)
