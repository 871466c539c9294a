"""The value of an expression at a point, in ball arithmetic, head by head from their definitions.

This is the tests' own evaluator: nothing is rewritten, and it shares no code with the library's. Symbols have rational
values that follow from their names. A literal function stands for a sum of two exponentials of linear forms whose
coefficients follow from its name, so that its derivatives of every order have values, none of them zero.
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from operator import methodcaller
from typing import Any

from flint import acb, arb, ctx, fmpq

from scmpy.symbolic.expression import read_expression


class OutsideDomain(Exception):
    """The expression has no value at this point, or none that this evaluator knows."""


@contextmanager
def precision(bits: int = 200) -> Iterator[None]:
    """Ball arithmetic at this precision."""
    before, ctx.prec = ctx.prec, bits
    try:
        yield
    finally:
        ctx.prec = before


def ball(number: Any) -> acb:
    """The ball of an exact or floating-point number."""

    def real(part: Any) -> arb:
        if isinstance(part, int):
            return arb(part)
        if isinstance(part, float) and not math.isfinite(part):
            raise OutsideDomain(f"the number {part}")
        exact = Fraction(part)
        return arb(fmpq(exact.numerator, exact.denominator))

    return acb(real(number.real), real(number.imag))


@dataclass(frozen=True)
class Point:
    """Values of all symbols and literal functions: positive, negative, real of either sign, or complex.

    Symbols that are declared to be positive or integers are so at every point.
    """

    domain: str = "positive"
    seed: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)

    def symbol(self, symbol: Any) -> acb:
        """The value of a symbol."""
        if symbol.name in self.given:
            return ball(self.given[symbol.name])
        if symbol.name == "π":
            return acb.pi()
        facts = getattr(symbol, "facts", frozenset())
        if "real" in facts:
            return ball(self._declared(symbol.name, facts))
        real = ball(self._signed(symbol.name))
        if self.domain != "complex":
            return real
        return real + ball(4 * self._signed(f"{symbol.name} i")) * acb(0, 1)  # beyond pi, where branches end

    def _declared(self, name: str, facts: frozenset[str]) -> Fraction:
        """A real number with these facts."""
        size = self.rational(name)
        if "integer" in facts:
            size = Fraction(1 + size.numerator % 5)
            if "even" in facts or ("odd" in facts and size % 2 == 0):
                size += size % 2 if "even" in facts else 1
        if facts & {"positive", "nonnegative"}:
            return size
        return -size if facts & {"negative", "nonpositive"} or self._is_negative(name) else size

    def _signed(self, name: str) -> Fraction:
        return -self.rational(name) if self._is_negative(name) else self.rational(name)

    def _is_negative(self, name: str) -> bool:
        return self.domain == "negative" or (self.domain != "positive" and self._hash("sign", name) % 2 == 1)

    def rational(self, *key: Any) -> Fraction:
        """A rational between 1/2 and 2 that is a function of the point and the key alone."""
        return Fraction(50 + self._hash(*key) % 151, 101)

    def _hash(self, *key: Any) -> int:
        return _digest(self.seed, *key)

    def literal(self, function: Any, orders: list[int], arguments: list[acb]) -> acb:
        """The value of a derivative, of these orders by each argument, of the function that a symbol stands for.

        One with facts is made of others: an even one of a function and its mirror image, a periodic one of sines.
        """
        name, facts = function.name, function.facts
        if facts and self.domain == "complex":
            raise OutsideDomain(f"facts of {name} are those of a real function")
        period = next((fact.removeprefix("period ") for fact in facts if fact.startswith("period ")), None)
        parity = ("even function" in facts) - ("odd function" in facts)
        sign = bool(facts & {"nonzero", "nonnegative", "nonpositive"})
        if period is not None:
            total = self._periodic(name, orders[0], arguments[0], value(read_expression(period), self), parity)
            total += ball(20) if sign and not orders[0] else ball(0)
        elif parity:
            mirrored = self._waves(name, orders, [-x for x in arguments], sign)
            total = self._waves(name, orders, arguments, sign) + parity * (-1) ** sum(orders) * mirrored
        else:
            total = self._waves(name, orders, arguments, sign)
        return -total if "nonpositive" in facts else total

    def _periodic(self, name: str, order: int, x: acb, period: acb, parity: int) -> acb:
        """Sines of one and of two turns in a period, by exponentials."""
        total = acb(0)
        for turns in (1, 2):
            rate = acb(0, 2) * turns * acb.pi() / period
            phase = {1: acb(0), -1: -acb(0, 1) * acb.pi() / 2, 0: acb(0, 1) * ball(self.rational(name, turns))}[parity]
            wave = rate**order * (rate * x + phase).exp() + (-rate) ** order * (-rate * x - phase).exp()
            total += ball(self._signed(f"{name} {turns}")) * wave
        return total

    def _waves(self, name: str, orders: list[int], arguments: list[acb], positive: bool) -> acb:
        total = acb(0)
        for wave in range(2):
            slopes = [self.rational(name, wave, i) / 3 for i in range(len(arguments))]
            scale = self._signed(f"{name} {wave}")
            scale = abs(scale) if positive else scale
            factor = scale * math.prod(b**n for b, n in zip(slopes, orders, strict=True))
            phase = sum((ball(b) * x for b, x in zip(slopes, arguments, strict=True)), acb(0))
            total += ball(factor) * phase.exp()
        return total


@cache
def _digest(*key: Any) -> int:
    return int.from_bytes(hashlib.blake2b(repr(key).encode(), digest_size=8).digest(), "big")


def value(
    expression: Any, point: Point | Mapping[str, Any], known: dict[Any, acb] | None = None, *, real: bool = True
) -> acb:
    """The value at a point; an error outside the domain, which at a point of real numbers is the real one.

    The values of the symbols alone make a point, too: of real numbers, or with ``real`` false of complex ones. Those of
    other expressions at the point may be known.
    """
    if not isinstance(point, Point):
        point = Point("real" if real else "complex", 0, point)
    known = {} if known is None else known
    pending = [expression]
    while pending:
        node = pending[-1]
        if node in known or not hasattr(node, "operands"):
            pending.pop()
            continue
        operands = [leaf for _, leaf in _leaves(node)]
        missing = [x for x in operands if hasattr(x, "operands") and x not in known]
        if missing:
            pending += missing
            continue
        known[node] = _of_node(node, [known[x] if hasattr(x, "operands") else ball(x) for x in operands], point)
        pending.pop()
    return known[expression] if hasattr(expression, "operands") else ball(expression)


def _of_node(node: Any, operands: list[acb], point: Point) -> acb:
    if node.operator is None:
        return point.symbol(node)
    head = getattr(node.operator, "name", None)
    if head not in HEADS:
        function, paths = _derivatives(node.operator, len(node.operands))
        places = [path for path, _ in _leaves(node)]
        if not set(paths) <= set(places):
            raise OutsideDomain(f"a derivative that is no scalar: {node}")
        return point.literal(function, [paths.count(place) for place in places], operands)
    if point.domain != "complex" and all(x.imag == 0 for x in operands) and not in_real_domain(head, operands):
        raise OutsideDomain(f"{head} at {operands}")
    try:
        result = HEADS[head](*operands)
    except (ZeroDivisionError, ValueError) as error:
        raise OutsideDomain(str(error)) from error
    if not result.is_finite():
        raise OutsideDomain(f"{head} at {operands}")
    return result


def same(left: acb, right: acb, tolerance: float = 0.0) -> bool:
    """Do two balls overlap, or lie within a relative tolerance of each other?"""
    if left.overlaps(right):
        return True
    return bool(abs(left - right) <= tolerance * (1 + abs(left)))


# --- elementary functions --------------------------------------------------------------------------------------


def _off_the_cuts(function: Any, cut: Any) -> Any:
    """A function where its branches are not a matter of convention."""

    def apply(x: acb) -> acb:
        if x.imag.contains(0) and not cut(x.real):
            raise OutsideDomain(f"a branch cut at {x}")
        return function(x)

    return apply


def _atan(y: acb, x: acb | None = None) -> acb:
    if x is None:
        if y.real.contains(0) and not abs(y.imag) < 1:
            raise OutsideDomain(f"a branch cut at {y}")
        return y.atan()
    if not (y.imag == 0 and x.imag == 0):
        raise OutsideDomain("the angle of a point with complex coordinates")
    return acb(arb.atan2(y.real, x.real))


def _power(x: acb, y: acb) -> acb:
    return x ** int(y.real.unique_fmpz()) if y.imag == 0 and y.real.is_integer() else (y * x.log()).exp()


def _rounded(whole: Callable[[Fraction], int]) -> Callable[[acb], acb]:
    """The whole number that both ends of an enclosure of a real number have."""

    def apply(x: acb) -> acb:
        if x.imag != 0:
            raise OutsideDomain("a whole number near a complex one")
        ends = {whole(_exact(end)) for end in (x.real.lower(), x.real.upper())}
        if len(ends) > 1:
            raise OutsideDomain(f"a jump at {x}")
        return acb(ends.pop())

    return apply


def _exact(x: arb) -> Fraction:
    digits, power = x.man_exp()
    return int(digits) * Fraction(2) ** int(power)


def _thetas(u: acb, k: acb) -> tuple[acb, acb, acb]:
    """sn, cn and dn by theta functions: Digital Library of Mathematical Functions, 22.2."""
    K, other = (k * k).elliptic_k(), (1 - k * k).elliptic_k()
    tau = acb(0, 1) * other / K
    one, two, three, four = acb.modular_theta(u / (2 * K), tau)
    _, b, c, d = acb.modular_theta(acb(0), tau)
    return c * one / (b * four), d * two / (b * four), d * three / (c * four)


def _amplitude(u: acb, k: acb) -> acb:
    sn, cn, _ = _thetas(u, k)
    turns = round(float((u / (2 * (k * k).elliptic_k())).real.mid()))
    return acb(arb.atan2((sn * (-1) ** turns).real, (cn * (-1) ** turns).real)) + turns * arb.pi()


#: Functions of one ball, by the names of flint's methods where these are others.
_METHODS = """
    erf erfc erfi sqrt exp log sin cos sinh cosh asinh
    sine-integral:si cosine-integral:ci hyperbolic-sine-integral:shi hyperbolic-cosine-integral:chi
    exponential-integral:ei logarithmic-integral:li Fresnel-S:fresnel_s Fresnel-C:fresnel_c gamma-function:gamma
    log-gamma:lgamma zeta-function:zeta Lambert-W:lambertw Airy-Ai:airy_ai Airy-Bi:airy_bi
"""

HEADS = {
    **{name: methodcaller(method or name) for name, _, method in (x.partition(":") for x in _METHODS.split())},
    "bessj": lambda n, x: x.bessel_j(n),
    "bessy": lambda n, x: x.bessel_y(n),
    "complete-elliptic-integral-K": lambda k: (k * k).elliptic_k(),
    "complete-elliptic-integral-E": lambda k: (k * k).elliptic_e(),
    "elliptic-integral-F": lambda phi, k: acb.elliptic_f(phi, k * k),
    "elliptic-integral-E": lambda phi, k: acb.elliptic_e_inc(phi, k * k),
    "bessi": lambda n, x: x.bessel_i(n),
    "bessk": lambda n, x: x.bessel_k(n),
    "polygamma": lambda n, x: x.polygamma(n),
    "upper-gamma": lambda a, x: x.gamma_upper(a),
    "lower-gamma": lambda a, x: x.gamma_lower(a),
    "polylogarithm": lambda n, x: x.polylog(n),
    "Airy-Ai-prime": lambda x: x.airy_ai(derivative=1),
    "Airy-Bi-prime": lambda x: x.airy_bi(derivative=1),
    "jacobi-sn": lambda u, k: _thetas(u, k)[0],
    "jacobi-cn": lambda u, k: _thetas(u, k)[1],
    "jacobi-dn": lambda u, k: _thetas(u, k)[2],
    "jacobi-am": _amplitude,
    "+": lambda *xs: sum(xs, acb(0)),
    "*": lambda *xs: math.prod(xs, start=acb(1)),
    "-": lambda x, *ys: x - sum(ys, acb(0)) if ys else -x,
    "/": lambda x, *ys: x / math.prod(ys, start=acb(1)) if ys else 1 / x,
    "expt": _power,
    "log1p": lambda x: (1 + x).log(),
    "tan": lambda x: x.sin() / x.cos(),
    "cot": lambda x: x.cos() / x.sin(),
    "sec": lambda x: 1 / x.cos(),
    "csc": lambda x: 1 / x.sin(),
    "asin": _off_the_cuts(lambda x: x.asin(), lambda x: abs(x) <= 1),
    "acos": _off_the_cuts(lambda x: x.acos(), lambda x: abs(x) <= 1),
    "atan": _atan,
    "tanh": lambda x: x.sinh() / x.cosh(),
    "sech": lambda x: 1 / x.cosh(),
    "csch": lambda x: 1 / x.sinh(),
    "coth": lambda x: x.cosh() / x.sinh(),
    "acosh": _off_the_cuts(lambda x: x.acosh(), lambda x: x >= 1),
    "atanh": _off_the_cuts(lambda x: x.atanh(), lambda x: abs(x) < 1),
    "floor": _rounded(math.floor),
    "ceiling": _rounded(math.ceil),
    "truncate": _rounded(math.trunc),
    "round": _rounded(round),
    "abs": lambda x: acb(abs(x)),
    "magnitude": lambda x: acb(abs(x)),
    "conjugate": lambda x: acb(x.real, -x.imag),
    "real-part": lambda x: acb(x.real),
    "imag-part": lambda x: acb(x.imag),
    "angle": lambda x: acb(arb.atan2(x.imag, x.real)),
    "make-rectangular": lambda x, y: x + acb(0, 1) * y,
    "make-polar": lambda r, a: r * (acb(0, 1) * a).exp(),
}


def in_real_domain(head: str, operands: list[acb]) -> bool:
    """Is the value real, by the enclosures of the operands?"""
    x = operands[0].real
    if head == "sqrt":
        return x >= 0
    if head == "log" or (head == "expt" and not operands[1].real.is_integer()):
        return x > 0
    if head in ("bessj", "bessy"):
        return operands[1].real > 0
    if head in ("cosine-integral", "hyperbolic-cosine-integral", "exponential-integral"):
        return x > 0
    if head == "logarithmic-integral":
        return x > 1
    if head in ("complete-elliptic-integral-K", "complete-elliptic-integral-E"):
        return x > -1 and x < 1
    if head.startswith(("jacobi-", "elliptic-integral-")):
        return operands[1].real > -1 and operands[1].real < 1
    if head in ("asin", "acos"):
        return x >= -1 and x <= 1
    if head == "acosh":
        return x >= 1
    if head == "log1p":
        return x > -1
    if head == "atanh":
        return x > -1 and x < 1
    if head == "atan" and len(operands) == 2:
        return operands[1].real > 0 or not operands[0].real.contains(0)
    return True


# --- literal functions -----------------------------------------------------------------------------------------


def _leaves(node: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The scalar operands with their paths into nested up and down tuples."""
    for i, operand in enumerate(node.operands):
        if getattr(getattr(operand, "operator", None), "name", None) in ("up", "down"):
            yield from _leaves(operand, (*path, i))
        else:
            yield (*path, i), operand


def _derivatives(operator: Any, arity: int) -> tuple[Any, list[tuple[int, ...]]]:
    """The symbol in an operator such as ``f`` or ``((* (partial 0) (partial 1)) f)``, and the paths of the derivatives."""
    paths: list[tuple[int, ...]] = []
    if not hasattr(operator, "operator"):
        raise OutsideDomain(f"not a function: {operator}")
    while operator.operator is not None:
        if len(operator.operands) != 1 or not hasattr(operator.operands[0], "operator"):
            raise OutsideDomain(f"not a derivative: {operator}")
        paths += (path if arity > 1 else (0, *path) for path in _selectors(operator.operator))
        (operator,) = operator.operands
    return operator, paths


def _selectors(operator: Any) -> list[tuple[int, ...]]:
    """The paths by which an operator such as ``(* (partial 0) (expt (partial 1) 2))`` differentiates."""
    head = getattr(operator if operator.operator is None else operator.operator, "name", None)
    if head == "D":
        return [()]
    if head == "partial":
        return [operator.operands]
    if head == "expt" and isinstance(operator.operands[1], int):
        return _selectors(operator.operands[0]) * operator.operands[1]
    if head == "*":
        return [path for factor in operator.operands for path in _selectors(factor)]
    raise OutsideDomain(f"not a derivative: {operator}")
