"""The value of an expression at a point, in ball arithmetic, head by head from their definitions.

This is the tests' own evaluator: nothing is rewritten, and it shares no code with the library's. A literal function
stands for a polynomial of three degrees whose coefficients follow from its name, so that its derivatives of every
order have values as well.
"""

from __future__ import annotations

import itertools
import math
import zlib
from contextlib import contextmanager
from fractions import Fraction

from flint import acb, arb, ctx, fmpq

#: Coefficients by exponents: a polynomial in any number of variables.
Polynomial = dict[tuple[int, ...], Fraction]


class OutsideDomain(Exception):
    """The expression has no real value, or no finite one, at this point."""


@contextmanager
def precision(bits: int = 200):
    """Ball arithmetic at this precision."""
    before, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(number) -> acb:
    """The ball of an exact or floating-point number."""

    def real(part):
        exact = Fraction(part)
        return arb(fmpq(exact.numerator, exact.denominator))

    return acb(real(number.real), real(number.imag))


def value(expression, point: dict[str, Fraction], *, real: bool = True) -> acb:
    """The value where symbols have the values of ``point``; with ``real``, an error outside the real domain."""
    known: dict = {}

    def of(node):
        if not hasattr(node, "operands"):
            return ball(node)
        if node not in known:
            known[node] = ball(point[node.name]) if node.operator is None else of_application(node)
        return known[node]

    def of_application(node):
        head = getattr(node.operator, "name", None)
        if head not in HEADS:
            return literal(node)
        operands = [of(operand) for operand in node.operands]
        if real and not in_real_domain(head, operands):
            raise OutsideDomain
        result = HEADS[head](*operands)
        if not result.is_finite():
            raise OutsideDomain
        return result

    def literal(node):
        leaves = list(flattened(node.operands))
        polynomial = derived(node.operator, node.operands, [path for path, _ in leaves])
        return evaluated(polynomial, [of(leaf) for _, leaf in leaves])

    return of(expression)


def same(left: acb, right: acb, tolerance: float = 0.0) -> bool:
    """Do two balls overlap, or lie within a relative tolerance of each other?"""
    if left.overlaps(right):
        return True
    return bool(abs(left - right) <= tolerance * (1 + abs(left)))


# --- elementary functions --------------------------------------------------------------------------------------


def _atan(y, x=None):
    return y.atan() if x is None else acb(arb.atan2(y.real, x.real))


def _power(x, y):
    return x ** int(y.real.unique_fmpz()) if y.real.is_integer() else (y * x.log()).exp()


HEADS = {
    "+": lambda *xs: sum(xs, acb(0)),
    "*": lambda *xs: math.prod(xs, start=acb(1)),
    "-": lambda x, *ys: x - sum(ys, acb(0)) if ys else -x,
    "/": lambda x, *ys: x / math.prod(ys, start=acb(1)) if ys else 1 / x,
    "expt": _power,
    "sqrt": lambda x: x.sqrt(),
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tan": lambda x: x.sin() / x.cos(),
    "cot": lambda x: x.cos() / x.sin(),
    "sec": lambda x: 1 / x.cos(),
    "csc": lambda x: 1 / x.sin(),
    "asin": lambda x: x.asin(),
    "acos": lambda x: x.acos(),
    "atan": _atan,
    "sinh": lambda x: x.sinh(),
    "cosh": lambda x: x.cosh(),
    "tanh": lambda x: x.sinh() / x.cosh(),
    "sech": lambda x: 1 / x.cosh(),
    "csch": lambda x: 1 / x.sinh(),
    "abs": lambda x: acb(abs(x)),
}


def in_real_domain(head, operands) -> bool:
    """Is the value real, by the enclosures of the operands?"""
    x = operands[0].real
    if head == "sqrt":
        return x >= 0
    if head == "log" or (head == "expt" and not operands[1].real.is_integer()):
        return x > 0
    if head in ("asin", "acos"):
        return x >= -1 and x <= 1
    if head == "atan" and len(operands) == 2:
        return operands[1].real > 0 or not operands[0].real.contains(0)
    return True


# --- literal functions as polynomials --------------------------------------------------------------------------


def flattened(operands, path=()):
    """The scalar leaves of operands with their paths into nested up and down tuples."""
    for i, operand in enumerate(operands):
        if getattr(getattr(operand, "operator", None), "name", None) in ("up", "down"):
            yield from flattened(operand.operands, (*path, i))
        else:
            yield (*path, i), operand


def polynomial_of(name: str, variables: int) -> Polynomial:
    """The polynomial that a literal function of this name stands for."""
    exponents = [e for e in itertools.product(range(4), repeat=variables) if sum(e) <= 3]
    return {e: Fraction(1 + zlib.crc32(f"{name}{e}".encode()) % 97, 64) for e in exponents}


def derived(operator, operands, paths) -> Polynomial:
    """The polynomial of an operator such as ``f``, ``(D f)`` or ``((* (partial 0) (partial 1)) f)``."""
    if operator.operator is None:
        return polynomial_of(operator.name, len(paths))
    (inner,) = operator.operands
    polynomial = derived(inner, operands, paths)
    for selector in selectors(operator.operator):
        path = selector if len(operands) > 1 else (0, *selector)
        polynomial = derivative(polynomial, paths.index(path))
    return polynomial


def selectors(operator):
    """The paths by which an operator such as ``(* (partial 0) (expt (partial 1) 2))`` differentiates."""
    head = operator.name if operator.operator is None else operator.operator.name
    if head == "D":
        return [()]
    if head == "partial":
        return [operator.operands]
    if head == "expt":
        return selectors(operator.operands[0]) * operator.operands[1]
    assert head == "*", f"not a derivative: {head}"
    return [path for factor in operator.operands for path in selectors(factor)]


def derivative(polynomial: Polynomial, i: int) -> Polynomial:
    """The partial derivative by variable i."""
    return {(*e[:i], e[i] - 1, *e[i + 1 :]): c * e[i] for e, c in polynomial.items() if e[i]}


def evaluated(polynomial: Polynomial, values) -> acb:
    """The value of a polynomial."""
    return sum(
        (
            ball(c) * math.prod((v**k for v, k in zip(values, e, strict=True)), start=acb(1))
            for e, c in polynomial.items()
        ),
        acb(0),
    )
