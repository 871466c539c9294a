"""Numbers as the language has them: predicates, comparison, integer division, rounding, conversion.

Constant expressions such as ``(sqrt 2)`` count as the numbers that they stand for.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import random as generators
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import DivisionByZeroError, GenericOperationError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import UnaryOperation
from scmpy.generic.numbers import MOST_BITS, ModularInteger
from scmpy.generic.numbers import exact as whole
from scmpy.generic.numbers import is_exact as is_exact_number
from scmpy.generic.numbers import make_rectangular as complex_of_parts
from scmpy.generic.types import TreeNode, is_number, number_in, tree_map
from scmpy.registry import documentation, flint
from scmpy.render.scheme import number_text
from scmpy.scheme.primitives.declare import PRIMITIVES, Index, Integer, bad_range, primitive, primitives, wrong_type
from scmpy.scheme.sandbox import PLAIN, current_session, sandboxed
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Structure
from scmpy.symbolic.ball_arithmetic import are_equal, exact_value
from scmpy.symbolic.real_numbers import (
    is_comparable,
    is_constant,
    is_finite_number,
    is_real_number,
    is_whole_number,
    number_predicate,
    numeral,
    simplest_fraction,
    toward_zero,
)

NOT_STANDARD = ("exact-rational?", "exact-complex?", "exact-nonnegative-integer?")


def _predicate(name: str, test: Callable[[Any], bool], doc: str) -> None:
    tell = number_predicate(name, test)

    @primitive(*name.split(), doc=doc, source="" if name.startswith(NOT_STANDARD) else "R7RS 6.2")
    def holds(value: Any) -> Any:
        return tell(value)


for _name, _test, _doc in (
    ("number? complex?", is_number, "Is this a number?"),
    ("real?", is_real_number, "Is this a real number?"),
    ("rational?", is_finite_number, "Is this a rational number?"),
    ("integer?", is_whole_number, "Is this a whole number?"),
    ("exact-rational?", lambda x: is_exact_number(x) and is_real_number(x), "Is this an exact rational number?"),
    ("exact-complex?", lambda x: is_exact_number(x), "Is this an exact number: are its real and imaginary parts?"),
    ("exact-integer? fix:fixnum?", lambda x: type(x) is int, "Is this an exact integer?"),
    ("exact-nonnegative-integer? index-fixnum?", lambda x: type(x) is int and x >= 0, "Is this a natural number?"),
    ("finite? flo:finite?", lambda z: is_number(z) and math.isfinite(abs(z)), "Is this a finite number?"),
    ("infinite?", lambda z: isinstance(z, (float, complex)) and math.isinf(abs(z)), "Is this an infinite number?"),
    ("nan?", lambda x: x != x, "Is this not a number?"),
):
    _predicate(_name, _test, _doc)


def _checked_number(value: Any, name: str) -> Any:
    number = numeral(value)
    if not is_number(number):
        raise wrong_type(value, 1, name)
    return number


@primitive("exact?", source="R7RS 6.2")
def is_exact(value: Any) -> Any:
    """Is this number exact?"""
    value = number_in(value)
    if hasattr(value, "_decide_"):
        return value.is_exact
    return is_exact_number(_checked_number(value, "exact?"))


@primitive("inexact?", source="R7RS 6.2")
def is_inexact(value: Any) -> Any:
    """Is this number inexact, or one of the components of this structure, vector or matrix?"""
    if isinstance(value, (Structure, Matrix, list, tuple)):
        return any(map(is_inexact, value))
    value = number_in(value)
    if hasattr(value, "_decide_"):
        return not value.is_exact
    return not is_exact_number(_checked_number(value, "inexact?"))


# -- comparison ---------------------------------------------------------------------------------------------------


def _equal(a: Any, b: Any) -> bool:
    """Are these equal numbers, or containers of such? Unknown numbers are equal to nothing, as in the original."""
    if isinstance(a, (Structure, Matrix, Quaternion, list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, ModularInteger):
        return a == b
    if hasattr(a, "_contents_") or hasattr(b, "_contents_"):
        return bool(a == b)
    a, b = finite_part(a), finite_part(b)
    if not all(is_number(x) or is_comparable(x) or getattr(x, "constant", False) for x in (a, b)):
        return False
    return are_equal(a, b) if is_constant(a) or is_constant(b) else bool(a == b)


primitives(
    "R7RS 6.2",
    ("=", (), "Are all equal numbers?", lambda *values: all(_equal(values[0], value) for value in values[1:])),
    ("even?", (), "Is this an even integer?", lambda value: not _is_odd(value)),
    ("odd?", (), "Is this an odd integer?", lambda value: _is_odd(value)),
    ("angle", (), "The angle of a complex number.", lambda z: g.atan(g.imag_part(z), g.real_part(z))),
    ("positive?", (), "Is this greater than zero?", lambda value: bool(_ordered(value, 1, "positive?") > 0)),
    ("negative?", (), "Is this less than zero?", lambda value: bool(_ordered(value, 1, "negative?") < 0)),
)


def _ordering(name: str, order: Callable[[Any, Any], bool]) -> None:
    @primitive(name, doc=f"Are the numbers in the order {name}, from each to the next?", source="R7RS 6.2")
    def ordered(*values: Any) -> Any:
        found = [_ordered(value, position, name) for position, value in enumerate(values, 1)]
        return all(map(order, found, found[1:]))


def _ordered(value: Any, position: int, name: str) -> Any:
    """What can be compared: real numbers, and values that compare themselves (differentials)."""
    if is_comparable(value):
        return value
    plain = isinstance(value, (str, list, bool, Structure, tuple)) or hasattr(value, "constant")
    if not plain and any("__lt__" in vars(base) for base in type(value).__mro__[:-1]):
        return value
    raise wrong_type(value, position, {"<": "integer-less?", ">": "integer-less?"}.get(name, "integer-less-or-equal?"))


for _name, _order in {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}.items():
    _ordering(_name, _order)


def _extreme(name: str, better: Callable[[Any, Any], bool]) -> None:
    @primitive(name, doc=f"The {name}imum of real numbers.", source="R7RS 6.2")
    def extreme(first: Any, *more: Any) -> Any:
        values = [_ordered(value, position, name) for position, value in enumerate((first, *more), 1)]
        best = values[0]
        for value in values[1:]:
            best = value if better(value, best) else best
        return best if all(map(_is_known_exactly, values)) else _as_float(best)


def _is_known_exactly(value: Any) -> bool:
    """Is this an exact number, or an unknown that is one where it is traced? (So is the rest of what is compared.)"""
    return is_exact_number(value) or getattr(value, "is_exact", not (is_number(value) or is_constant(value)))


def _as_float(value: Any) -> Any:
    """The float of an exact number beside floats, and beside constants, which count as such."""
    return float(value) if is_real_number(value) else value


_extreme("max", lambda a, b: a > b)
_extreme("min", lambda a, b: a < b)


# -- integers -----------------------------------------------------------------------------------------------------


def _division(names: str, part: Callable[[int, int], int], want: str, how: str) -> None:
    name = names.split()[0]

    @primitive(*names.split(), doc=f"The {want} of the division of integers, rounded {how}.", source="R7RS 6.2")
    def divide(n: Any, d: Any) -> Any:
        if n.__class__ is int and d.__class__ is int and d:
            return part(n, d)
        for position, value in enumerate((n, d), 1):
            if not is_whole_number(value):
                raise wrong_type(value, position, "integer-" + name)
        if d == 0:
            raise DivisionByZeroError(f"Division by zero signalled by {name}.")
        result = part(int(n), int(d))
        return float(result) if isinstance(n, float) or isinstance(d, float) else result


def _divisions(kind: str, whole_part: Callable[[int, int], int], how: str, quotients: str, remainders: str) -> None:
    rest = operator.mod if whole_part is operator.floordiv else lambda n, d: n - whole_part(n, d) * d
    _division(f"{quotients} {kind}-quotient", whole_part, "quotient", how)
    _division(f"{remainders} {kind}-remainder", rest, "remainder", how)

    @primitive(f"{kind}/", doc=f"Two values: the quotient, rounded {how}, and the remainder.", source="R7RS 6.2")
    def both(n: Any, d: Any) -> Any:
        return PRIMITIVES["values"](*(PRIMITIVES[f"{kind}-{part}"](n, d) for part in ("quotient", "remainder")))


_divisions("truncate", toward_zero, "to zero", "quotient integer-quotient", "remainder integer-remainder")
_divisions("floor", operator.floordiv, "down", "", "modulo integer-modulo")
_divisions("ceiling", lambda n, d: -(-n // d), "up", "", "")
_divisions("round", lambda n, d: round(Fraction(n, d)), "to the nearest, to even halfway", "", "")
_divisions("euclidean", lambda n, d: n // d if d > 0 else -(n // -d), "so that the remainder is not negative", "", "")


def _is_odd(value: Any) -> bool:
    if not is_whole_number(value):
        raise wrong_type(value, 1, "integer-remainder")
    return int(value) % 2 == 1


@primitive("exact-integer-sqrt", source="R7RS 6.2")
def exact_integer_sqrt(n: Index) -> Any:
    """Two values: the integer square root and the remainder."""
    root = math.isqrt(n)
    return PRIMITIVES["values"](root, n - root * root)


@primitive("arithmetic-shift", "shift-left", source="MIT Numbers")
def arithmetic_shift(value: Integer, places: Integer) -> Any:
    """Shifted to the left, or, by a negative number of places, to the right."""
    if places > 10_000_000:
        raise bad_range(places, 2, "arithmetic-shift")
    return value << places if places >= 0 else value >> -places


primitives(
    "MIT Numbers",
    ("1+", (), "One more.", lambda x: g.add(x, 1)),
    ("-1+ 1-", (), "One less.", lambda x: g.sub(x, 1)),
    ("bitwise-and", Integer, "The bits that all have.", lambda *values: functools.reduce(operator.and_, values, -1)),
    ("bitwise-or bitwise-ior", Integer, "The bits of any.", lambda *all_: functools.reduce(operator.or_, all_, 0)),
    ("bitwise-xor", Integer, "The bits that odd many have.", lambda *all_: functools.reduce(operator.xor, all_, 0)),
    ("bitwise-not", Integer, "All other bits.", lambda value: ~value),
    ("bitwise-nand", (Integer, Integer), "The bits that the integers do not both have.", lambda a, b: ~(a & b)),
    ("bitwise-nor", (Integer, Integer), "The bits that none of the integers has.", lambda a, b: ~(a | b)),
    (
        "bitwise-eqv",
        Integer,
        "The bits that an even number of the integers lacks.",
        lambda *all_: functools.reduce(lambda a, b: ~(a ^ b), all_, -1),
    ),
    ("bitwise-andc1", (Integer, Integer), "The bits that the second integer alone has.", lambda a, b: ~a & b),
    ("bitwise-andc2", (Integer, Integer), "The bits that the first integer alone has.", lambda a, b: a & ~b),
    ("bit-count", Integer, "The number of bits that are set.", lambda n: (n if n >= 0 else ~n).bit_count()),
    (
        "integer-length bit-length",
        Integer,
        "How many bits an integer needs, but the sign.",
        lambda n: (n if n >= 0 else ~n).bit_length(),
    ),
    ("first-set-bit", Integer, "The lowest bit that is set, or -1.", lambda n: (n & -n).bit_length() - 1),
    (
        "hamming-distance",
        (Integer, Integer),
        "How many bits two integers do not share.",
        lambda a, b: (a ^ b).bit_count() if a ^ b >= 0 else -1,
    ),
    ("bit-set?", (Index, Integer), "Is the bit at a position set?", lambda place, n: bool(n >> place & 1)),
    (
        "set-bit",
        (Index, Integer),
        "The integer with the bit at a position set.",
        lambda n, x: x | arithmetic_shift(1, n),
    ),
    (
        "clear-bit",
        (Index, Integer),
        "The integer without the bit at a position.",
        lambda n, x: x & ~arithmetic_shift(1, n),
    ),
    (
        "toggle-bit",
        (Index, Integer),
        "The integer with the bit at a position changed.",
        lambda n, x: x ^ arithmetic_shift(1, n),
    ),
    (
        "bit-mask",
        (Index, Index),
        "An integer with so many bits set, from a position on.",
        lambda n, k: arithmetic_shift(arithmetic_shift(1, n) - 1, k),
    ),
    ("shift-right", (Integer, Index), "Shifted to the right.", lambda value, places: value >> places),
)


# -- rounding and conversion --------------------------------------------------------------------------------------


def _rounding(operation: UnaryOperation) -> None:
    name = operation.name

    def rounded(x: Any) -> Any:
        try:
            return operation(x)
        except GenericOperationError:
            raise wrong_type(x, 1, name) from None

    def rounded_to_exact(x: Any) -> Any:
        value = rounded(x)
        return int(value) if hasattr(value, "_decide_") else exact(value)

    primitive(name, doc=documentation(operation).partition("\n")[0], source="R7RS 6.2")(rounded)
    doc = f"The exact whole number that {name} gives."
    primitive(f"{name}->exact", f"exact-{name}", doc=doc, source="MIT Numbers")(rounded_to_exact)


for _operation in g.ROUNDINGS:
    _rounding(_operation)


@primitive("inexact->exact", "exact", source="R7RS 6.2")
def exact(x: Any) -> Any:
    """The exact number equal to x."""
    if isinstance(x, TreeNode) and x.is_scalar:
        return tree_map(exact, x)
    number = numeral(x)
    if is_constant(x) and exact_value(x) is not None:
        return exact_value(x)
    if isinstance(number, float):
        if not math.isfinite(number):
            raise wrong_type(x, 1, "inexact->exact")
        return whole(Fraction(number))
    if isinstance(number, complex):
        return complex_of_parts(exact(number.real), exact(number.imag))
    if not is_exact_number(number):
        raise wrong_type(x, 1, "inexact->exact")
    return number


@primitive("exact->inexact", "inexact", source="R7RS 6.2")
def inexact(x: Any) -> Any:
    """The floating-point number nearest to x."""
    number = numeral(x) if is_constant(x) else x
    if not is_number(number) and not is_comparable(number) and not hasattr(number, "_contents_"):
        raise wrong_type(x, 1, "integer->flonum")
    return g.inexact(number)


@primitive("number->string", source="R7RS 6.2")
def number_to_string(x: Any, radix: Index = 10) -> Any:
    """The written form of a number."""
    number = _checked_number(x, "number->string")
    if radix == 10:
        return number_text(number)
    if not is_real_number(number) or not 2 <= radix <= 36:
        raise bad_range(radix, 2, "number->string")
    if isinstance(number, float):
        return _float_in_radix(number, radix) if math.isfinite(number) else number_text(number)
    if isinstance(number, Fraction):
        return f"{_in_radix(number.numerator, radix)}/{_in_radix(number.denominator, radix)}"
    return _in_radix(number, radix)


def _in_radix(number: int, radix: int) -> str:
    return flint.fmpz(number).str(radix)  # type: ignore[no-any-return]


def _float_in_radix(number: float, radix: int) -> str:
    """The fewest digits that are nearer to this float than to its neighbours."""
    exact, margin = abs(Fraction(number)), Fraction(math.ulp(number)) / 2
    places = next(n for n in itertools.count() if abs(round(exact * radix**n) - exact * radix**n) <= margin * radix**n)
    digits = _in_radix(round(exact * radix**places), radix).rjust(places, "0")
    point = len(digits) - places
    text = f"{digits[:point]}.{digits[point:]}" if round(exact) or places else "0."
    return "-" + text if math.copysign(1, number) < 0 else text


@primitive("make-rectangular", source="R7RS 6.2")
def make_rectangular(x: Any, y: Any) -> Any:
    """The complex number x + i y."""
    return complex_of_parts(x, y)


@primitive("make-polar", source="R7RS 6.2")
def make_polar(magnitude: Any, angle: Any) -> Any:
    """The complex number of this magnitude and angle."""
    return g.mul(magnitude, make_rectangular(g.cos(angle), g.sin(angle)))


def _in_lowest_terms(part: str) -> None:
    @primitive(part, doc=f"The {part} in lowest terms.", source="R7RS 6.2")
    def part_of(x: Any) -> Any:
        value = getattr(exact(x), part)
        return float(value) if isinstance(numeral(x), float) else value


_in_lowest_terms("numerator")
_in_lowest_terms("denominator")


@primitive("rationalize", source="R7RS 6.2")
def rationalize(x: Any, tolerance: Any) -> Any:
    """The simplest rational number that is as near as the tolerance."""
    x, tolerance = numeral(x), numeral(tolerance)
    if not is_real_number(x) or not is_real_number(tolerance):
        raise wrong_type(x if not is_real_number(x) else tolerance, 2 if is_real_number(x) else 1, "rationalize")
    a, b = Fraction(exact(x)), abs(Fraction(exact(tolerance)))
    simplest = simplest_fraction(a - b, a + b)
    return float(simplest) if isinstance(x, float) or isinstance(tolerance, float) else whole(simplest)


@primitive("rationalize->exact", source="MIT Numbers")
def rationalize_to_exact(x: Any, tolerance: Any) -> Any:
    """The simplest exact rational number that is as near as the tolerance."""
    return exact(rationalize(exact(x), exact(tolerance)))


# --- integrated ------------------------------------------------------------------------------------------------------
# Arithmetic and comparison of two arguments as compiled code calls them, quick for integers and floats.
#
# ``(+ a b)`` is compiled to a call of the global ``|+/2``, which holds such a procedure; whoever redefines ``+``
# replaces that too. Everything but a pair of integers or floats goes to the procedure proper, as what a program may
# hold: of two functions it makes one that applies both.


def integrated_key(name: str) -> str:
    """The global that stands for a procedure called with two arguments."""
    return f"|{name}/2"


#: Numbers that Python's own operators take, those of the generic operations.
_MACHINE: set[Any] = {int, float}


def _admitted(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    if a.__class__ not in PLAIN or b.__class__ not in PLAIN:
        a, b = sandboxed(a), sandboxed(b)
    return operation(a, b)


def add(a: Any, b: Any) -> Any:
    if a.__class__ in _MACHINE and b.__class__ in _MACHINE:
        try:
            return a + b
        except OverflowError:  # which the operation tells
            pass
    return _admitted(g.add, a, b)


def subtract(a: Any, b: Any) -> Any:
    if a.__class__ in _MACHINE and b.__class__ in _MACHINE:
        try:
            return a - b
        except OverflowError:  # which the operation tells
            pass
    return _admitted(g.sub, a, b)


def multiply(a: Any, b: Any) -> Any:
    if a.__class__ in _MACHINE and b.__class__ in _MACHINE and (_SMALL < a < _LARGE or _SMALL < b < _LARGE):
        try:
            return a * b
        except OverflowError:
            pass
    if type(a) is int and type(b) is int:
        MOST_BITS.check(a.bit_length() + b.bit_length(), "*: the product")
    return _admitted(g.mul, a, b)


_LARGE = 1 << 1_000_000
_SMALL = -_LARGE


def quotient(a: Any, b: Any) -> Any:
    if a.__class__ in _MACHINE and b.__class__ in _MACHINE and (a.__class__ is float or b.__class__ is float) and b:
        try:
            return a / b
        except OverflowError:
            pass
    return _admitted(g.div, a, b)


def equal_numbers(a: Any, b: Any) -> Any:
    return a == b if a.__class__ in _MACHINE and b.__class__ in _MACHINE else _generic_equal(a, b)


def less(a: Any, b: Any) -> Any:
    return a < b if a.__class__ in _MACHINE and b.__class__ in _MACHINE else _less(a, b)


def greater(a: Any, b: Any) -> Any:
    return a > b if a.__class__ in _MACHINE and b.__class__ in _MACHINE else _greater(a, b)


def at_most(a: Any, b: Any) -> Any:
    return a <= b if a.__class__ in _MACHINE and b.__class__ in _MACHINE else _at_most(a, b)


def at_least(a: Any, b: Any) -> Any:
    return a >= b if a.__class__ in _MACHINE and b.__class__ in _MACHINE else _at_least(a, b)


_generic_equal, _less, _greater, _at_most, _at_least = (PRIMITIVES[name] for name in ("=", "<", ">", "<=", ">="))

INTEGRATED: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": quotient,
    "=": equal_numbers,
    "<": less,
    ">": greater,
    "<=": at_most,
    ">=": at_least,
}


# --- randomness ------------------------------------------------------------------------------------------------------
# Random numbers, and their sources: a state made from an integer gives the same numbers every time.


class RandomState:
    __slots__ = ("source",)

    def __init__(self, source: generators.Random | None = None) -> None:
        self.source = source or generators.Random()


#: The variable of a session that holds its source; Python has one.
RANDOM_STATE = "*random-state*"
PRIMITIVES[RANDOM_STATE] = RandomState()


@primitive("random", source="MIT Numbers")
def random(bound: Any = 1.0, state: Any = None) -> Any:
    """A random number below the bound: exact for an exact bound, else a float. It comes from ``*random-state*``."""
    source = source_of(state, "random").source
    if type(bound) is int and bound > 0:
        return source.randrange(bound)
    if isinstance(bound, float) and bound > 0:
        return source.random() * bound
    raise (bad_range if isinstance(bound, (int, float, Fraction)) else wrong_type)(bound, 1, "random")


def source_of(state: Any, name: str) -> RandomState:
    session = current_session.get(None)
    held = PRIMITIVES[RANDOM_STATE] if session is None else session.lookup(RANDOM_STATE)
    found = held if state in (None, False) else state
    if found is True:
        return RandomState()
    if not isinstance(found, RandomState):
        raise wrong_type(state, 2, name)
    return found


@primitive("make-random-state", "make-random-source", source="SRFI 27")
def make_random_state(state: Any = None, *_: Any) -> Any:
    """A source of its own: a copy of ``*random-state*``, a new one for #t, that of a seed for an integer."""
    if type(state) is int:
        return RandomState(generators.Random(state))
    source = generators.Random()
    if state is not True:
        source.setstate(source_of(state, "make-random-state").source.getstate())
    return RandomState(source)


primitives(
    "SRFI 27",
    ("random-integer", Index, "A random natural number below the bound.", lambda bound: random(bound)),
    ("random-real", (), "A random number between 0 and 1.", lambda: random()),
)


@primitive("uniform-random")
def uniform_random() -> Any:
    """A random float from 0 on and below 1."""
    return random()


@primitive("gaussian-random")
def gaussian_random() -> Any:
    """A random float from the normal distribution, of mean 0 and standard deviation 1."""
    return source_of(None, "gaussian-random").source.gauss(0.0, 1.0)
