"""Records of elementary functions with derivatives; sums, products, powers declared."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from operator import methodcaller
from typing import Any, Literal, NamedTuple, TypeVar

from scmpy.errors import DifferentiationError
from scmpy.generic.dispatch import Operation, UnaryOperation, binary, unary
from scmpy.generic.types import binary_size, is_zero_number, number_in

# --- rational operations ---------------------------------------------------------------------------------------------
# The operations of rational arithmetic, each declared once: name, arity, documentation, derivative, example.
#
# Derivatives are functions of the operation's arguments, one for each argument.

add = binary(
    "+", "Generic sum.", (lambda x, y: 1, lambda x, y: 1), ("add(1, 2, 3), add(sin, cos)(0)", "(6, 1)"), unit=0
)
mul = binary(
    "*",
    "Generic product; contraction or outer product of structures, composition of operators.",
    (lambda x, y: y, lambda x, y: x),
    ("mul(2, up(3, 4)), mul(down(1, 2), up(3, 4))", "((up 6 8), 11)"),
    unit=1,
)
sub = binary(
    "-", "Generic difference, or the negative of one argument.", (), ("sub(5), sub(5, 2, 1)", "(-5, 2)"), unit=0
)
div = binary(
    "/",
    "Generic quotient, or the inverse of one argument; division by an exact zero is an error.",
    (),
    ("div(2), div(6, 4)", "(Fraction(1, 2), Fraction(3, 2))"),
    unit=1,
)
sub.derivatives = (lambda x, y: 1, lambda x, y: -1)
div.derivatives = (lambda x, y: invert(y), lambda x, y: mul(-1, div(div(x, y), y)))

negate = unary("negate", "Generic negative.", lambda x: -1, ("negate(up(1, -2))", "(up -1 2)"))
invert = unary(
    "invert",
    "Generic multiplicative inverse.",
    lambda x: mul(-1, square(invert(x))),
    ("invert(4), invert(0.5)", "(Fraction(1, 4), 2.0)"),
)
sub.alone = negate
div.alone = invert

square = unary(
    "square",
    "Square; of an up or down tuple the sum of the squares of its components.",
    lambda x: mul(2, x),
    ("square(3), square(up(3, 4))", "(9, 25)"),
)
cube = unary("cube", "Cube.", lambda x: mul(3, square(x)), ("cube(-2)", "-8"))


# --- records ---------------------------------------------------------------------------------------------------------
# Records of elementary functions: all that is known of a function, in one place, of which every layer reads its part.
#
# An application of a function is the expression ``(head x)``; its derivatives are functions in the generic arithmetic,
# and so is its definition by other functions, if it has one: what a layer has no rule of its own for, it does by the
# definition. Layers that keep something for each function read the records by :func:`each`, so that a function that is
# declared later reaches them too. The table itself is :mod:`scmpy.generic.elementary`.
#
# What only a layer above can say of some functions is a field that it fills by :func:`fill`: the exact roots of
# ``sqrt``, the expansions at the ends of integrals (numerics/quadrature/ends). Three layers add rules by the head,
# where they have something to say that follows from no other field: symbolic/kernels' ``rule`` what applications are
# made into, decision's ``kernel_of`` the relations that it knows, rewriting's rule sets their rules. A function without
# one is an atom there. Series, arrays, quantities and code are made from the fields and have no table.

#: Functions that have a derivative everywhere where they are defined, those of a whole number near the argument, the
#: parts of a complex number, and its absolute value.
Kind = Literal["analytic", "rounding", "part", "size"]

PythonFunction = Callable[..., Any]


class Interval(NamedTuple):
    low: float | Fraction
    high: float | Fraction
    ends: str = "[]"

    def __contains__(self, x: Any) -> bool:
        above = x > self.low if self.ends[0] == "(" else x >= self.low
        below = x < self.high if self.ends[1] == ")" else x <= self.high
        return bool(above and below)


REALS = Interval(-math.inf, math.inf, "()")


class Code(NamedTuple):
    """How targets write a function: a text in Python, with braces for the operands, and names in the others.

    The name in Python is one of its module ``math`` or a builtin. What numpy, C's library, or LLVM (an intrinsic, where
    the name begins with ``llvm.``, or C's library) has no name for is None.
    """

    python: str | None = None
    numpy: str | None = None
    c: str | None = None
    llvm: str | None = None


_NOWHERE = Code()


@dataclass(frozen=True, eq=False)
class Elementary:
    """An elementary function.

    The real numbers of its domain have real values, all of them in its range; elsewhere the values are complex, or
    there are none. The function is even (parity 1) or odd (-1), and has a period, in half turns. A definition writes it
    by other functions; where it is ``expanded``, expressions have the definition instead, at once or when they are
    simplified. An exact number may have an exact value. The inverse takes a value to an argument that has it.

    On floats it is ``real``, which raises ValueError where the value is no real number; there it is ``over_complex``.
    Its branch cuts are on the real axis, outside of the domain, on the imaginary axis, or on the negative real one; a
    positive number on a cut may belong to the side below it. Balls of real numbers in its domain, and of complex ones,
    have enclosures. Where SymPy's function takes other arguments, ``by_sympy`` makes these of ours, and ours of these.
    """

    name: str
    head: str
    operation: Operation
    kind: Kind = "analytic"
    definition: PythonFunction | None = None
    expanded: Literal["", "at once", "when simplified"] = ""
    exact: PythonFunction = lambda *xs: None
    inverse: PythonFunction | None = None
    parity: int = 0
    period: int | None = None
    domain: Interval = REALS
    range: Interval = REALS
    cuts: Literal["", "none", "real axis", "imaginary axis", "negative axis"] = ""
    below_cut: bool = False
    real: PythonFunction | None = None
    over_complex: PythonFunction | None = None
    ball: PythonFunction | None = None
    complex_ball: PythonFunction | None = None
    expansion: PythonFunction | None = None
    code: Code = _NOWHERE
    sympy: str | None = None
    by_sympy: tuple[PythonFunction, PythonFunction] | None = None
    tex: str = ""
    power_on_name: bool = False

    @property
    def arity(self) -> int:
        return self.operation.arity

    def beside(self, type_: type, *others: type) -> list[tuple[type, ...]]:
        """The types of its arguments where one at least is of a type, and the rest of that or of others."""
        return [types for types in product((type_, *others), repeat=self.arity) if type_ in types]


#: The records by the names of the functions: ``atan`` and ``atan2`` are two functions.
RECORDS: dict[str, Elementary] = {}

_by_head: dict[tuple[str, int], Elementary] = {}

_readers: list[Callable[[Elementary], None]] = []

R = TypeVar("R", bound=Callable[[Elementary], None])


def each(*kinds: Kind) -> Callable[[R], R]:
    """Decorator: this is called with the record of every function of these kinds, the ones declared later too."""

    def declare(reader: R) -> R:
        def read(record: Elementary) -> None:
            if record.kind in kinds:
                reader(record)

        for record in list(RECORDS.values()):
            read(record)
        _readers.append(read)
        return reader

    return declare


def record_of(head: Any, arity: int = 1) -> Elementary | None:
    """The record of the function that a head, a symbol or a name, is for so many operands; None if there is none.

    >>> record_of("atan", 2).name, record_of("f")
    ('atan2', None)
    """
    return _by_head.get((getattr(head, "name", head), arity))


def fill(name: str, **fields: Any) -> None:
    """Enter what a layer above knows of a function; it is read when it is needed, not by :func:`each`."""
    for field, value in fields.items():
        object.__setattr__(RECORDS[name], field, value)


def declare(record: Elementary) -> Operation:
    """Enter a record, and let every layer read it."""
    RECORDS[record.name] = _by_head[record.head, record.arity] = record
    for read in _readers:
        read(record)
    return record.operation


# --- elementary ------------------------------------------------------------------------------------------------------
# The elementary functions, each declared once: what every layer has to know of it, in one record.
#
# Whatever is not given is the same everywhere: ``sin`` is so called in ``math``, numpy, C, SymPy and of balls; an odd
# function vanishes at 0. The names that differ, and what is not to be had, are said. A derivative is a function in the
# generic arithmetic; the machinery of ``D`` knows no sine, it reads this table.
#
# To add a function to the library, add its record: here if ``math`` has it or others define it, else in
# :mod:`scmpy.numerics.special_functions` with its balls, from which its numbers come. Nothing else is
# written: its names, numbers, derivatives, series, simplification, printed forms, SymPy's form, comparison and code all
# come from the record. ``python tests/structure/stubs.py`` then makes the table of public names again, and
# tests/oracle/test_elementary_functions.py checks by value all that the record says; what it does not say, such as a
# special value, is the function's own test. A program declares functions of its own by ``elementary_function``.

_Function = Callable[..., Any]

#: Functions of C that LLVM has itself; how Python's names of inverse functions begin.
_INTRINSICS = frozenset("sqrt exp log sin cos fabs floor ceil trunc nearbyint".split())
_INVERSE = re.compile(r"^a(?=sin|cos|tan)")

_FROM_ZERO, _ABOVE_ZERO = Interval(0, math.inf, "[)"), Interval(0, math.inf, "()")
_FROM_ONE, _TO_ONE, _BELOW_ONE = Interval(1, math.inf, "[)"), Interval(-1, 1), Interval(-1, 1, "()")
_TURN, _HALF_TURN = 2, 1

#: Where angles are, with a little more: pi is less than 22/7.
_ANGLES, _UPPER_HALF = Interval(Fraction(-22, 7), Fraction(22, 7)), Interval(0, Fraction(22, 7))
_RIGHT_HALF = Interval(Fraction(-11, 7), Fraction(11, 7))


def _declared(operation: Any, **facts: Any) -> None:
    name = facts.setdefault("name", str(operation.name))
    real = facts.setdefault("real", getattr(math, name, None))
    analytic = facts.get("kind", "analytic") == "analytic" and operation.arity == 1
    facts.setdefault("cuts", "none" if analytic else "")
    if analytic and facts.get("parity") == -1:
        facts.setdefault("exact", {0: 0}.get)
    facts.setdefault("expanded", "when simplified" if "definition" in facts else "")
    facts.setdefault("over_complex", getattr(cmath, name, None))
    given = {target: facts.pop(target) for target in Code._fields if target in facts}
    called = given.get("c", name)
    braces, llvm = ", ".join(["{}"] * operation.arity), f"llvm.{called}" if called in _INTRINSICS else name
    code = Code() if real is None else Code(f"{name}({braces})", _INVERSE.sub("arc", name), name, llvm)
    facts["code"] = code._replace(**given)
    ball = facts.setdefault("ball", methodcaller(name))
    facts.setdefault("complex_ball", ball)
    facts.setdefault("head", name)
    facts.setdefault("sympy", name)
    facts.setdefault("tex", rf"\operatorname{{{name}}}")
    declare(Elementary(operation=operation, **facts))


def _function(
    operation_name: str, meaning: str, derivative: _Function, example: tuple[str, str] | None = None, **facts: Any
) -> UnaryOperation:
    operation = unary(operation_name, meaning, derivative, example)
    _declared(operation, **facts)
    return operation


# --- roots, powers, exponentials and logarithms ------------------------------------------------------------------

expt = binary(
    "expt",
    "Generic power, the principal one where there are several; x^0 is 1.",
    (lambda x, n: 0 if is_zero_number(n) else mul(n, expt(x, sub(n, 1))), lambda x, n: _by_exponent(x, n)),
    ("expt(2, -2), expt(9, div(1, 2))", "(Fraction(1, 4), 3)"),
)


def _by_exponent(x: Any, n: Any) -> Any:
    """The derivative of x^n by n; that of 0^n is 0, where there is one."""
    if not is_zero_number(x):
        return mul(log(x), expt(x, n))
    if is_zero_number(n):
        raise DifferentiationError("expt: 0^n has no derivative by n at 0, where it jumps from 1 to 0")
    return 0


sqrt = _function(
    "sqrt",
    "Principal square root, its real part not negative; exact where it can be.",
    lambda x: invert(mul(2, sqrt(x))),
    ("sqrt(div(9, 4)), sqrt(2), sqrt(-4)", "(Fraction(3, 2), 1.4142135623730951, +2i)"),
    domain=_FROM_ZERO,
    range=_FROM_ZERO,
    cuts="real axis",
    inverse=lambda y: square(y),
)
exp = _function(
    "exp",
    "Exponential.",
    lambda x: exp(x),
    ("exp(0), exp(1)", "(1, 2.718281828459045)"),
    exact={0: 1}.get,
    range=_ABOVE_ZERO,
    tex=r"\exp",
    inverse=lambda y: log(y),
)


log = _function(
    "log",
    "Principal natural logarithm, its imaginary part above -pi and up to pi; (log x b) is that to the base b.",
    lambda x: invert(x),
    ("log(1), log(10)", "(0, 2.302585092994046)"),
    exact={0: -math.inf, 1: 0}.get,
    domain=_ABOVE_ZERO,
    real=lambda x: -math.inf if x == 0 else math.log(x),
    tex=r"\log",
    cuts="real axis",
    inverse=lambda y: exp(y),
)
log.of_two = lambda x, base: div(log(x), log(base))
log.number_of_arguments = 1, 2  # type: ignore[attr-defined]


def _complex_log1p(z: complex) -> complex:
    """The logarithm of |1 + z|, by |1 + z|^2 - 1 where z is small, and the angle."""
    x, y = z.real, z.imag
    size = math.log1p(x * (2 + x) + y * y) / 2 if abs(z) < 0.5 else cmath.log(complex(1 + x, y)).real
    return complex(size, math.atan2(y, 1 + x))


log1p = _function(
    "log1p",
    "The logarithm of 1 + x, with all digits where x is small.",
    lambda x: invert(add(1, x)),
    ("log1p(0), log1p(1e-20)", "(0, 1e-20)"),
    definition=lambda x: log(add(1, x)),
    exact={0: 0}.get,
    domain=Interval(-1, math.inf, "()"),
    real=lambda x: -math.inf if x == -1 else math.log1p(x),
    over_complex=_complex_log1p,
    numpy=None,  # which has few digits for complex numbers
    sympy=None,
    cuts="real axis",
)

# --- circular functions --------------------------------------------------------------------------------------------


def _circular(operation_name: str, *declaration: Any, **facts: Any) -> UnaryOperation:
    facts.setdefault("tex", "\\" + _INVERSE.sub("arc", facts.get("name", operation_name)))
    facts.setdefault("period", _TURN)
    return _function(operation_name, *declaration, **facts, power_on_name=True)


def _pole_at_zero(x: Any) -> Any:
    return div(1, x) if x == 0 else None


sin = _circular(
    "sin",
    "Sine.",
    lambda x: cos(x),
    ("sin(0), sin(pi / 2)", "(0, 1)"),
    parity=-1,
    range=_TO_ONE,
    inverse=lambda y: asin(y),
)
cos = _circular(
    "cos",
    "Cosine.",
    lambda x: mul(-1, sin(x)),
    ("cos(0), cos(pi)", "(1, -1)"),
    exact={0: 1}.get,
    parity=1,
    range=_TO_ONE,
    inverse=lambda y: acos(y),
)
tan = _circular(
    "tan",
    "Tangent.",
    lambda x: invert(square(cos(x))),
    ("tan(0), tan(pi / 4)", "(0, 1)"),
    definition=lambda x: div(sin(x), cos(x)),
    parity=-1,
    period=_HALF_TURN,
    inverse=lambda y: atan1(y),
)
sec = _circular(
    "sec",
    "Secant.",
    lambda x: mul(sec(x), tan(x)),
    ("sec(0), sec(pi)", "(1, -1)"),
    definition=lambda x: div(1, cos(x)),
    exact={0: 1}.get,
    parity=1,
)
csc = _circular(
    "csc",
    "Cosecant.",
    lambda x: mul(-1, mul(csc(x), cot(x))),
    ("csc(pi / 2)", "1"),
    definition=lambda x: div(1, sin(x)),
    exact=_pole_at_zero,
    parity=-1,
)
cot = _circular(
    "cot",
    "Cotangent.",
    lambda x: mul(-1, square(csc(x))),
    ("cot(pi / 4)", "1"),
    definition=lambda x: div(cos(x), sin(x)),
    exact=_pole_at_zero,
    parity=-1,
    period=_HALF_TURN,
)


def _less(x: Any, y: Any) -> Any:
    """x - y; of a complex float with the sign of a zero part, which tells the side of a branch cut."""
    return x - y if isinstance(x, complex) else sub(x, y)


def _one_less_square(x: Any) -> Any:
    """1 - x^2; of numbers as a product, whose factors do not cancel: only on a cut of complex ones zeros have signs."""
    if isinstance(x, complex) and not x.imag:
        return -(x * x - 1)
    inexact = isinstance(number_in(x), (float, complex))
    return mul(sub(1, x), add(1, x)) if inexact else sub(1, square(x))


def _over_square_of_norm(x: Any, y: Any) -> Any:
    size = binary_size(x, y)
    if size != 1:
        return div(_over_square_of_norm(div(x, size), div(y, size)), size)
    return div(x, add(square(x), square(y)))


asin = _circular(
    "asin",
    "Inverse sine: of x from -1 to 1 an angle from -pi/2 to pi/2; of others -i log(i x + sqrt(1 - x^2)).",
    lambda x: invert(sqrt(_one_less_square(x))),
    ("asin(0), asin(1)", "(0, 1.5707963267948966)"),
    parity=-1,
    period=None,
    domain=_TO_ONE,
    range=_RIGHT_HALF,
    below_cut=True,
    cuts="real axis",
    inverse=lambda y: sin(y),
)
acos = _circular(
    "acos",
    "Inverse cosine: of x from -1 to 1 an angle from 0 to pi; of others pi/2 - asin x.",
    lambda x: mul(-1, invert(sqrt(_one_less_square(x)))),
    ("acos(1), acos(-1)", "(0, 3.141592653589793)"),
    exact={1: 0}.get,
    period=None,
    domain=_TO_ONE,
    range=_UPPER_HALF,
    below_cut=True,
    cuts="real axis",
    inverse=lambda y: cos(y),
)
atan1 = _circular(
    "atan1",
    "Inverse tangent of one argument.",
    lambda x: invert(add(1, square(x))),
    name="atan",
    parity=-1,
    period=None,
    range=_RIGHT_HALF,
    cuts="imaginary axis",
    inverse=lambda y: tan(y),
)
atan2 = binary(
    "atan2",
    "The angle of the point (x, y), with its quadrant.",
    (lambda y, x: _over_square_of_norm(x, y), lambda y, x: _over_square_of_norm(mul(-1, y), x)),
)


def _angle_ball(y: Any, x: Any) -> Any:
    if not (x != 0 or y != 0):
        raise ValueError("the origin has no angle")
    return type(y).atan2(y, x)


def _complex_angle_ball(y: Any, x: Any) -> Any:
    """The angle of a real point, which -i log((x + i y)/sqrt(x^2 + y^2)) continues."""
    if y.imag == 0 and x.imag == 0:
        return type(y)(_angle_ball(y.real, x.real))
    i = type(y)(0, 1)
    return -i * ((x + i * y) / (x * x + y * y).sqrt()).log()


def _complex_angle(y: complex, x: complex) -> complex:
    """The same on floats: an inverse tangent of y/x, in the half-plane of the logarithm, where terms cancel."""
    size = max(abs(x), abs(y))
    if not size:
        raise ValueError("the origin has no angle")
    y, x = y / size, x / size
    rough = -1j * cmath.log((x + 1j * y) / cmath.sqrt(x * x + y * y))
    near = cmath.atan(y / x) if x else rough
    return near + math.pi * round((rough - near).real / math.pi)


def _of_real(function: _Function) -> _Function:
    def of_complex(*balls: Any) -> Any:
        if not all(z.imag == 0 for z in balls):
            raise ValueError("of real numbers alone")
        return type(balls[0])(function(*(z.real for z in balls)))

    return of_complex


_declared(
    atan2,
    head="atan",
    range=_ANGLES,
    over_complex=_complex_angle,
    ball=_angle_ball,
    complex_ball=_complex_angle_ball,
    tex=r"\arctan",
)

# --- hyperbolic functions ------------------------------------------------------------------------------------------


def _hyperbolic(operation_name: str, *declaration: Any, **facts: Any) -> UnaryOperation:
    facts.setdefault("tex", "\\" + operation_name)
    return _function(operation_name, *declaration, **facts, power_on_name=True)


def _real_sinh(x: float) -> float:
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


sinh = _hyperbolic(
    "sinh",
    "Hyperbolic sine.",
    lambda x: cosh(x),
    ("sinh(0), sinh(1)", "(0, 1.1752011936438014)"),
    parity=-1,
    real=_real_sinh,
    inverse=lambda y: asinh(y),
)
cosh = _hyperbolic(
    "cosh",
    "Hyperbolic cosine.",
    lambda x: sinh(x),
    ("cosh(0), cosh(1)", "(1, 1.5430806348152437)"),
    exact={0: 1}.get,
    parity=1,
    range=_FROM_ONE,
    inverse=lambda y: acosh(y),
)
tanh = _hyperbolic(
    "tanh",
    "Hyperbolic tangent.",
    lambda x: sub(1, square(tanh(x))) if hasattr(x, "operands") else square(sech(x)),  # whose terms do not cancel
    ("tanh(0), tanh(1)", "(0, .7615941559557649)"),
    definition=lambda x: div(sinh(x), cosh(x)),
    parity=-1,
    range=_BELOW_ONE,
    inverse=lambda y: atanh(y),
)
sech = _hyperbolic(
    "sech",
    "Hyperbolic secant.",
    lambda x: mul(-1, mul(sech(x), tanh(x))),
    ("sech(0)", "1"),
    definition=lambda x: div(1, cosh(x)),
    exact={0: 1}.get,
    parity=1,
    range=Interval(0, 1, "(]"),
    tex=r"\operatorname{sech}",
)
csch = _hyperbolic(
    "csch",
    "Hyperbolic cosecant.",
    lambda x: mul(-1, div(csch(x), tanh(x))),
    ("round(csch(1) * sinh(1), 9)", "1.0"),
    definition=lambda x: div(1, sinh(x)),
    exact=_pole_at_zero,
    parity=-1,
    tex=r"\operatorname{csch}",
)
asinh = _function(
    "asinh",
    "Inverse hyperbolic sine, log(x + sqrt(1 + x^2)).",
    lambda x: invert(sqrt(_less(x * x, -1)) if isinstance(x, complex) or binary_size(x) <= 1 else abs_(x)),
    ("asinh(0), round(asinh(sinh(2)), 9)", "(0, 2.0)"),
    definition=lambda x: log(add(x, sqrt(add(1, square(x))))),
    expanded="at once",
    parity=-1,
    tex=r"\operatorname{arsinh}",
    cuts="imaginary axis",
)
acosh = _function(
    "acosh",
    "Inverse hyperbolic cosine, 2 log(sqrt((x + 1)/2) + sqrt((x - 1)/2)).",
    lambda x: invert(mul(sqrt(_less(x, 1)), sqrt(_less(x, -1)))),
    ("acosh(1), round(acosh(cosh(2)), 9)", "(0, 2.0)"),
    exact={1: 0}.get,
    definition=lambda x: sub(mul(2, log(add(sqrt(add(1, x)), sqrt(sub(x, 1))))), log(2)),
    expanded="at once",
    domain=_FROM_ONE,
    range=_FROM_ZERO,
    tex=r"\operatorname{arcosh}",
    cuts="real axis",
)
atanh = _function(
    "atanh",
    "Inverse hyperbolic tangent, (log(1 + x) - log(1 - x)) / 2.",
    lambda x: invert(_one_less_square(x)),
    ("atanh(0), round(atanh(tanh(2)), 9)", "(0, 2.0)"),
    definition=lambda x: mul(Fraction(1, 2), sub(log(add(1, x)), log(sub(1, x)))),
    expanded="at once",
    parity=-1,
    domain=_BELOW_ONE,
    below_cut=True,
    tex=r"\operatorname{artanh}",
    cuts="real axis",
)

# --- sizes, whole numbers near real ones, and parts ---------------------------------------------------------------

abs_ = _function(
    "abs",
    "Absolute value; of a tuple the root of its square, the Euclidean norm of real components.",
    lambda x: div(x, abs_(x)),
    ("abs(-3), abs(up(3, 4))", "(3, 5)"),
    kind="size",
    parity=1,
    range=_FROM_ZERO,
    real=abs,
    over_complex=abs,
    ball=abs,
    complex_ball=lambda z: type(z)(abs(z)),
    numpy="absolute",
    c="fabs",
    sympy="Abs",
)


def _between_jumps(ball: _Function) -> _Function:
    """The enclosure of a whole number near a real one, where the ball does not reach over a jump."""

    def enclosure(x: Any) -> Any:
        found = ball(x)
        if not found.is_exact():
            raise ValueError("there is a jump in the ball")
        return found

    return enclosure


def _ball_to_nearest(x: Any) -> Any:
    above = x + 0.5
    found = above.floor()
    if found.is_exact() and above.overlaps(found):
        if not above.is_exact():
            raise ValueError("there is a jump in the ball")
        return found if int(found.unique_fmpz()) % 2 == 0 else found - 1
    return found


def _rounding(
    name: str, meaning: str, ball: _Function, example: tuple[str, str] | None = None, **facts: Any
) -> UnaryOperation:
    enclosure = _between_jumps(ball)
    facts |= {"kind": "rounding", "over_complex": None, "ball": enclosure, "complex_ball": _of_real(enclosure)}
    return _function(name, meaning, lambda x: 0, example, **facts)


floor = _rounding(
    "floor",
    "The greatest whole number that is not greater than x; of a float a float.",
    methodcaller("floor"),
    ("floor(div(-5, 2)), floor(2.5), floor(symbols('x'))", "(-3, 2.0, (floor x))"),
    python="({} // 1.0)",
)
ceiling = _rounding(
    "ceiling",
    "The least whole number that is not less than x; of a float a float.",
    methodcaller("ceil"),
    ("ceiling(div(-5, 2)), ceiling(2.5)", "(-2, 3.0)"),
    real=math.ceil,
    python="(-(-{} // 1.0))",
    numpy="ceil",
    c="ceil",
)
truncate = _rounding(
    "truncate",
    "The number without its fractional part; of a float a float.",
    lambda x: x.ceil() if x < 0 else x.floor(),
    ("truncate(div(-5, 2)), truncate(2.5)", "(-2, 2.0)"),
    parity=-1,
    real=math.trunc,
    python="modf({})[1]",
    numpy="trunc",
    c="trunc",
    sympy=None,
)
to_nearest = _rounding(
    "round",
    """The nearest whole number, the even one of two as near; of a float a float.

    Scheme:  (round x)
    1 ]=> (list (round 2.5) (round 7/2))
    ;Value: (2. 4)
    >>> from scmpy.generic.operations import to_nearest
    >>> to_nearest(2.5), to_nearest(7)
    (2.0, 7)
    """,
    _ball_to_nearest,
    parity=-1,
    real=round,
    python="round({}, 0)",
    numpy="rint",
    c="nearbyint",
    sympy=None,
)
#: Whole numbers near a real number: constant between jumps, where they have no derivative.
ROUNDINGS = (floor, ceiling, truncate, to_nearest)

conjugate = unary("conjugate", "Complex conjugate.", example=("conjugate(make_rectangular(1, 2))", "1-2i"))
_declared(
    conjugate, kind="part", parity=-1, ball=lambda x: x, complex_ball=methodcaller("conjugate"), numpy="conjugate"
)
