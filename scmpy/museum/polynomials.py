"""Polynomials of numbers: the operations of the original's ``poly:``, on :mod:`scmpy.symbolic.algebra.polynomials`.

>>> polynomial, kernels = expression_to_polynomial("(* (+ a b) (+ a (* -1 b)))")
>>> polynomial.terms, kernels
({(2, 0): 1, (0, 2): -1}, (a, b))
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.settings import Limit
from scmpy.registry import docstring, register
from scmpy.structure.aliases import Value
from scmpy.symbolic.algebra.normal_forms import fraction_of
from scmpy.symbolic.algebra.polynomials import (
    Polynomial,
    arg_scale,
    arg_shift,
    as_polynomial,
    divide,
    from_ring,
    in_ring,
    value,
)
from scmpy.symbolic.bounded import factored_by_multiplicity, gcd
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.printed import terms_of
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.written import Written

MOST_VARIABLES = Limit("most-polynomial-variables", 1_000, "Variables of polynomials that are asked for.")


def _pair(p: Any, q: Any) -> tuple[Polynomial, Polynomial]:
    """Two polynomials in the same variables; numbers are constant ones."""
    arity = next((x.arity for x in (p, q) if isinstance(x, Polynomial)), 1)
    return as_polynomial(p, arity), as_polynomial(q, arity)


def polynomial_gcd(*polynomials: Any) -> Any:
    """The greatest common divisor, with whole coefficients without common factor, the leading one positive."""
    total: Any = Polynomial(next((p.arity for p in polynomials if isinstance(p, Polynomial)), 1), {})
    for each in polynomials:
        p, q = _pair(total, each)
        if p.arity != q.arity:
            raise WrongTypeError(f"gcd: polynomials in {p.arity} and in {q.arity} variables do not combine")
        total = _primitive(from_ring(gcd(in_ring(p), in_ring(q))))
    return total


def _primitive(p: Polynomial) -> Polynomial:
    if not p.terms:
        return p
    whole = [Fraction(c) for c in p.terms.values()]
    content = Fraction(math.gcd(*(c.numerator for c in whole)), math.lcm(*(c.denominator for c in whole)))
    return g.div(p, content if p.terms[max(p.terms)] > 0 else -content)  # type: ignore[no-any-return]


def _divided(p: Any, q: Any, receiver: Any = None) -> Any:
    found = divide(*_pair(p, q))
    return found if receiver is None else receiver(*found)


def _variables(n: int) -> tuple[Polynomial, ...]:
    if type(n) is not int or n < 1:
        raise WrongTypeError(f"poly:new-variables expects a positive whole number, got {describe(n)}")
    return tuple(Polynomial.variables(length(n, "poly:new-variables", MOST_VARIABLES)))


def _falling_coefficients(p: Any) -> tuple[Any, ...]:
    p = as_polynomial(p)
    return tuple(p.coefficient(n) for n in sorted({e[0] for e in p.terms}, reverse=True))


def _split(p: Any) -> tuple[Any, ...]:
    found = as_polynomial(p)
    constant, factors = factored_by_multiplicity(in_ring(found))
    by_power: dict[int, Any] = {}
    for base, power in factors:
        by_power[int(power)] = by_power.get(int(power), Polynomial.constant(found.arity, 1)) * from_ring(base)
    first = from_ring(in_ring(found).context().constant(constant))
    powers = range(1, max(by_power, default=0) + 1)
    return first, *(by_power.get(power, Polynomial.constant(found.arity, 1)) for power in powers)


def expression_to_polynomial(datum: Any, receiver: Any = None) -> Any:
    """The polynomial that an expression is in its kernels, with the kernels; or what a receiver makes of the two."""
    expression = expression_from(datum.value if isinstance(datum, Written) else datum)
    if isinstance(expression, Expression):
        found = _polynomial_of(expression)
    else:
        found = Polynomial.constant(0, expression), ()
    return found if receiver is None else receiver(*found)


def _polynomial_of(expression: Expression) -> tuple[Polynomial, tuple[Any, ...]]:
    fraction = fraction_of(expression)
    if fraction is None or not fraction.form.is_polynomial:
        raise WrongTypeError(f"poly:expression->: {describe(expression)} is no polynomial in its kernels")
    terms = dict(terms_of(fraction.form.num, fraction.order))
    used = [i for i in range(len(fraction.order)) if any(e[i] for e in terms)]
    kernels = tuple(fraction.form.atoms[fraction.order[i]] for i in used)
    return Polynomial(len(used), {tuple(e[i] for i in used): c for e, c in terms.items()}), kernels


def polynomial_to_expression(p: Any, variables: Any) -> Any:
    """The expression of a polynomial in these variables."""
    names = items(variables, "poly:->expression")
    return as_polynomial(p, len(names)).expression(map(expression_from, names))


#: The operations with their arguments: names, how they are called, what they give, an example with x^2 - 1 and x + 1.
_VOCABULARY: tuple[tuple[Any, str], ...] = (
    (g.add, "poly:+ | p q ... | The sum of polynomials. | p + q | (+ (expt x 2) x)"),
    (
        g.sub,
        "poly:- | p q ... | The difference of polynomials. | p - q | (+ -2 (expt x 2) (* -1 x))",
    ),
    (g.mul, "poly:* poly/mul | p q ... | The product of polynomials. | q * q | (+ 1 (expt x 2) (* 2 x))"),
    (g.expt, "poly:expt | p n | A whole power of a polynomial. | poly_expt(q, 2) | (+ 1 (expt x 2) (* 2 x))"),
    (_divided, "poly:divide | p q | Quotient and remainder. | poly_divide(p + 5, q) | ((+ -1 x), 5)"),
    (lambda p, q: divide(*_pair(p, q))[0], "poly:quotient | p q | The quotient. | poly_quotient(p + 5, q) | (+ -1 x)"),
    (lambda p, q: divide(*_pair(p, q))[1], "poly:remainder | p q | The remainder. | poly_remainder(p + 5, q) | 5"),
    (polynomial_gcd, "poly:gcd | p q ... | The greatest common divisor. | poly_gcd(p, q * q) | (+ 1 x)"),
    (lambda p: as_polynomial(p).derivative(), "poly:derivative | p | The derivative. | poly_derivative(p) | (* 2 x)"),
    (value, "poly:value | p x ... | The value at these values of the variables. | poly_value(p, 3) | 8"),
    (lambda p: as_polynomial(p).degree, "poly:degree | p | The degree by the first variable. | poly_degree(p) | 2"),
    (lambda p: as_polynomial(p, 0).arity, "poly:arity | p | The number of variables. | poly_arity(p) | 1"),
    (arg_shift, "poly:arg-shift | p c | The polynomial of x + c. | poly_arg_shift(p, 1) | (+ (expt x 2) (* 2 x))"),
    (arg_scale, "poly:arg-scale | p c | The polynomial of c x. | poly_arg_scale(p, 3) | (+ -1 (* 9 (expt x 2)))"),
    (_variables, "poly:new-variables | n | The n variables of polynomials in n. | len(poly_new_variables(2)) | 2"),
    (
        _falling_coefficients,
        "poly/coefficients | p | The coefficients, falling. | poly_coefficients(q + q) | (2, 2)",
    ),
    (
        _split,
        "split-polynomial | p | The constant, and the square-free factors of multiplicity 1, 2, ..."
        " | split_polynomial(q) | (1, (+ 1 x))",
    ),
    (
        lambda p: tuple(as_polynomial(p).coefficients()),
        "poly:->dense | p | The coefficients, that of the constant term first. | poly_to_dense(p) | (-1, 0, 1)",
    ),
    (
        lambda coefficients: Polynomial.dense(items(coefficients, "poly:dense->")),
        "poly:dense-> | coefficients | The polynomial of these coefficients. | poly_from_dense([1, 2]) | (+ 1 (* 2 x))",
    ),
    (
        expression_to_polynomial,
        "poly:expression-> | e | The polynomial that an expression is in its kernels, with their list."
        " | poly_from_expression('(+ (sin t) 1)') | ((+ 1 x), ((sin t),))",
    ),
    (
        polynomial_to_expression,
        "poly:->expression | p variables | The expression of a polynomial in these variables."
        " | poly_to_expression(p, ['t']) | (+ -1 (expt t 2))",
    ),
)

#: What the operations take, by the names of their parameters.
_WORDS = {
    **dict.fromkeys("p q x y terms polynomials".split(), f"{Polynomial.__name__} | Scalar"),
    **dict.fromkeys("values shifts factors".split(), "Scalar"),
    **dict.fromkeys("coefficients variables".split(), "Values"),
    "n": "int",
    "datum": "object",
    "receiver": "Callable[..., Any] | None",
}


def _declared(operation: Any, doc: str) -> Callable[..., Any]:
    """An operation of a table as a function of its own, whose parameters say what they are."""

    def operate(*args: Value) -> Value:
        return operation(*args)

    given = inspect.signature(operation).parameters.values()
    kinds = {x.name: x.kind if x.kind is x.VAR_POSITIONAL else x.POSITIONAL_ONLY for x in given}
    parameters = [x.replace(annotation=_WORDS[x.name], kind=kinds[x.name]) for x in given]
    operate.__signature__ = inspect.Signature(parameters, return_annotation="Value")  # type: ignore[attr-defined]
    operate.__doc__ = doc
    return operate


def _python_name(name: str) -> str | None:
    """The Python name; Python has operators for some."""
    _, _, rest = name.partition(":")
    if not rest:
        return {"poly/mul": None, "poly/coefficients": "poly_coefficients"}.get(name, "")
    if rest in ("+", "-", "*"):
        return None
    return f"poly_from_{rest[:-2]}" if rest.endswith("->") else f"poly_to_{rest[2:]}" if rest.startswith("->") else ""


for _operation, _text in _VOCABULARY:
    _names, _call, _meaning, _typed, _answer = (part.strip() for part in _text.split("|"))
    _first = _names.split()[0]
    _doc = docstring(
        _meaning, f"({_first} {_call})", _typed, _answer, "p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 1])"
    )
    _function = _declared(_operation, _doc)
    for _name in _names.split():
        register(_name, _function, python=_python_name(_name))

register(
    "poly/identity",
    Polynomial.variables(1)[0],
    python="poly_identity",
    module=__name__,
    doc=docstring("The polynomial that is the variable.", "poly/identity", "poly_identity", "x"),
)
