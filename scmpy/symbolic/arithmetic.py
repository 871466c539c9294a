"""Generic operations on nodes; pi, bases 2 and 10, roots of whole numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from scmpy.errors import ArityError, DivisionByZeroError, LimitError, WrongTypeError, describe
from scmpy.generic import numbers as tower
from scmpy.generic import operations as g
from scmpy.generic.arrays import accept_in_arrays
from scmpy.generic.dispatch import Operation
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.functions import Function
from scmpy.generic.numbers import ANGLES, ExactComplex, exact, exact_root, python_angle
from scmpy.generic.types import Formula, Number, Value, Values, is_container, is_number, parts_first
from scmpy.registry import docstring, public, register
from scmpy.symbolic.assumptions import facts_within
from scmpy.symbolic.ball_arithmetic import float_of_constant, is_real_constant, rounded_constant, sign_of_constant
from scmpy.symbolic.expression import (
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    fold,
    is_text_of_formula,
    numerical,
    of_two,
    read_formula,
    rebuild,
)
from scmpy.symbolic.ring import to_float

# --- arithmetic ------------------------------------------------------------------------------------------------------
# The generic operations on expressions: each makes a node, after the simplifications that cost nothing.
#
# Zeros and ones disappear, constants meeting a float become floats, and ``x - x`` is 0 (one comparison, since
# equal expressions are one object). Everything else waits for :mod:`scmpy.symbolic.simplify`. Elementary functions
# of exact numbers that are not exact themselves stay exact nodes, ``(sqrt 2)``.

_FLOATS = (float, complex)

#: The operation that each arithmetic head stands for; special functions of several arguments enter theirs.
OPERATION_OF: dict[Symbol, Operation] = {}


def _div_right(x: Expression, y: Any) -> Any:
    if not y:
        raise DivisionByZeroError("Division by zero signalled by /.")
    return x if _is_unit(y, x) else _made(g.div, Head.OVER, x, y)


def _expt_right(x: Expression, y: Any) -> Any:
    if _is_unit(y, x):
        return x
    if not y and (type(y) is int or not x.constant):
        return 1
    return _made(g.expt, Head.EXPT, x, y)


def _is_unit(number: Any, beside: Expression) -> bool:
    """Is this number 1, or 1. beside an expression that is not made a float by it?"""
    return number == 1 and (type(number) is int or not beside.constant)


def _made(operation: Operation, head: Symbol, x: Any, y: Any) -> Any:
    if isinstance(x, _FLOATS) and y.constant:
        return operation(x, numerical_value(y))
    if isinstance(y, _FLOATS) and x.constant:
        return operation(numerical_value(x), y)
    return application(head, x, y)


for _operation, _both, _left, _right in (
    (
        g.add,
        partial(of_two, Head.PLUS),
        lambda x, y: _made(g.add, Head.PLUS, x, y) if x else y,
        lambda x, y: _made(g.add, Head.PLUS, x, y) if y else x,
    ),
    (
        g.sub,
        lambda x, y: 0 if x is y else of_two(Head.MINUS, x, y),
        lambda x, y: _made(g.sub, Head.MINUS, x, y) if x else g.negate(y),
        lambda x, y: _made(g.sub, Head.MINUS, x, y) if y else x,
    ),
    (
        g.mul,
        partial(of_two, Head.TIMES),
        lambda x, y: y if _is_unit(x, y) else _made(g.mul, Head.TIMES, x, y) if x else x,
        lambda x, y: x if _is_unit(y, x) else _made(g.mul, Head.TIMES, x, y) if y else y,
    ),
    (
        g.div,
        lambda x, y: 1 if x is y else of_two(Head.OVER, x, y),
        lambda x, y: _made(g.div, Head.OVER, 1 if _is_unit(x, y) else x, y) if x else x,
        _div_right,
    ),
    (
        g.expt,
        partial(of_two, Head.EXPT),
        lambda x, y: 1 if _is_unit(x, y) else _made(g.expt, Head.EXPT, x, y),
        _expt_right,
    ),
):
    _operation.add((Expression, Expression), _both)
    _operation.add((Number, Expression), _left)
    _operation.add((Expression, Number), _right)
    OPERATION_OF[numerical(_operation.name)] = _operation

accept_in_arrays(Expression)
g.negate.add((Expression,), lambda x: application(Head.MINUS, x))
g.invert.add((Expression,), lambda x: application(Head.OVER, 1, x))
g.square.add((Expression,), lambda x: application(Head.EXPT, x, 2))
g.cube.add((Expression,), lambda x: application(Head.EXPT, x, 3))
g.as_scalars(Expression, Number)


@each("analytic")
def _install(record: Elementary) -> None:
    operation, head = record.operation, numerical(record.head)
    OPERATION_OF[head] = operation

    def node(*xs: Any) -> Any:
        value = record.exact(*xs)
        return application(head, *xs) if value is None else value

    def checked(*xs: Any) -> Any:
        value = node(*xs)
        if not is_number(value):
            with suppress(LimitError):  # beyond the floats
                operation(*map(g.inexact, xs))  # an error where there is no value
        return value

    on_expressions = (lambda x: application(head, x)) if record.arity == 1 else node
    on_numbers = checked if record.arity > 1 or record.domain.high < math.inf else node
    if record.expanded == "at once" and record.definition is not None:
        on_expressions = record.definition
    for types in record.beside(Expression, Number):
        operation.add(types, on_expressions)
    for types in product((int, Fraction, ExactComplex), repeat=record.arity):
        operation.add(types, on_numbers)


for _operation in (g.conjugate, g.real_part, g.imag_part):
    OPERATION_OF[numerical(_operation.name)] = _operation

OPERATION_OF[Head.ATAN] = g.atan1  # of two operands it is atan2


@g.atan1.on(ExactComplex)
def _atan_of_exact_complex(z: ExactComplex) -> Any:
    """The node; below -i, where a float has lost that the real part has no sign, by symmetry."""
    return g.negate(application(Head.ATAN, g.negate(z))) if z.real == 0 and z.imag < -1 else application(Head.ATAN, z)


def _exact_angle(y: Any, x: Any) -> Any:
    """The angle of an exact point, exact only on the positive x-axis and at the origin."""
    if isinstance(y, ExactComplex) or isinstance(x, ExactComplex):
        near = g.atan1(g.div(y, x)) if x else 0
        is_near = abs(g.atan2(complex(y), complex(x)) - complex(g.inexact(near))) < 1
        return near if is_near else application(Head.ATAN, y, x)
    if not y and x >= 0:  # 0 at the origin, as of floats
        return 0
    return application(Head.ATAN, y, x)


for _types in product((int, Fraction, ExactComplex), repeat=2):
    g.atan2.add(_types, _exact_angle)


@g.expt.on(int, Fraction)
@g.expt.on(Fraction, Fraction)
def _rational_power(x: Any, p: Fraction) -> Any:
    if x >= 0:
        if not x and p < 0:
            raise DivisionByZeroError("Division by zero signalled by expt: a negative power of 0.")
        root = exact_root(x, p.denominator) if p.denominator < 1000 else None
        if root is not None:
            return g.expt(root, p.numerator)
    if p.denominator == 2:
        return g.expt(g.sqrt(x), p.numerator)
    return application(Head.EXPT, x, p)


for _pair in ((int, ExactComplex), (Fraction, ExactComplex), (ExactComplex, Fraction), (ExactComplex, ExactComplex)):
    g.expt.add(_pair, lambda x, y: application(Head.EXPT, x, y))


def apply_head(head: Any, operands: tuple[Any, ...]) -> Any:
    """The value of an arithmetic head on operands: the generic operation's result, or the node as it stands."""
    operation = OPERATION_OF.get(head)
    if operation is None:
        return application(head, *operands)
    if head is Head.ATAN and len(operands) == 2:
        return g.atan2(*operands)
    value = operation(*operands)
    if type(value) is int and value.bit_length() > tower.MOST_BITS.value:
        raise tower.MOST_BITS.refusal(f"{head.name}: the result has")
    return value


def with_leaves(value: Any, leaf: Callable[[Any], Any]) -> Any:
    """An expression with other numbers and symbols in the place of its own, computed."""
    return fold(value, leaf, lambda node, parts: apply_head(node.operator, tuple(parts)))


def numerical_value(expression: Any) -> Any:
    """The floating-point value of a constant expression: the float nearest to it, where it is enclosed."""
    found = float_of_constant(expression) if isinstance(expression, Expression) else expression
    return _by_floats(expression) if found is None else found


def _by_floats(expression: Any) -> Any:
    """The value by floats of what has no enclosure: an infinity, or a function that is not known of balls."""

    def value(node: Application, operands: list[Any]) -> Any:
        if node.operator.name not in ("+", "-", "*", "/", "expt") or any(isinstance(x, _FLOATS) for x in operands):
            operands = [g.inexact(x) if is_number(x) else x for x in operands]
        found = apply_head(node.operator, tuple(operands))
        if isinstance(found, Expression):  # an exact power without an exact value, such as (expt -8 1/3)
            found = apply_head(node.operator, tuple(map(g.inexact, operands)))
        return found

    return fold(expression, lambda leaf: math.pi if leaf is PI else leaf, value)


g.inexact.add((Expression,), lambda x: g.inexact(numerical_value(x)) if x.constant else x)


def _install_complex_parts() -> None:
    head = numerical("conjugate")
    half, i = Fraction(1, 2), ExactComplex(0, 1)
    g.conjugate.add((Expression,), lambda x: x if x.constant and is_real_constant(x) else _conjugate(x, head))
    g.real_part.add((Expression,), lambda x: g.mul(half, g.add(x, g.conjugate(x))))
    g.imag_part.add((Expression,), lambda x: g.mul(g.mul(half, g.negate(i)), g.sub(x, g.conjugate(x))))


def _conjugate(x: Expression, head: Symbol) -> Any:
    """Conjugation distributes over the operations that are real on real arguments."""
    facts, stays = facts_within(x), dict[Expression, bool]()

    def parts(node: Any) -> tuple[Any, ...] | None:
        if not isinstance(node, Expression):
            return None
        if node not in stays:
            stays[node] = "real" in facts[node] or (node.constant and bool(is_real_constant(node)))
        return () if stays[node] or node.operator not in _DISTRIBUTING else node.operands

    done: dict[Any, Any] = {}
    for node in parts_first((x,), parts, done):
        if stays[node]:
            done[node] = node
        elif node.operator in _DISTRIBUTING:
            operands = (done[o] if isinstance(o, Expression) else g.conjugate(o) for o in node.operands)
            done[node] = apply_head(node.operator, tuple(operands))
        else:
            done[node] = node.operands[0] if node.operator is head else application(head, node)
    return done[x]


_DISTRIBUTING = {Head.PLUS, Head.MINUS, Head.TIMES, Head.OVER}


@each("analytic")
def _let_conjugates_in(record: Elementary) -> None:
    if record.cuts == "none":
        _DISTRIBUTING.add(numerical(record.head))


_install_complex_parts()


def _absolute(x: Expression) -> Any:
    """The absolute value: of a real constant of known sign the constant, its negative, or 0."""
    sign = sign_of_constant(x) if x.constant else None
    return application(Head.ABS, x) if sign is None else x if sign > 0 else g.negate(x) if sign else 0


g.abs_.add((Expression,), _absolute)
OPERATION_OF[Head.ABS] = g.abs_


@each("rounding")
def _install_rounding(record: Elementary) -> None:
    operation, head = record.operation, numerical(record.head)

    def rounded(x: Expression) -> Any:
        whole = rounded_constant(record.real, x) if x.constant and record.real is not None else None
        if whole is None:
            return application(head, x)
        return float(whole) if to_float(whole) == whole else whole

    operation.add((Expression,), rounded)
    OPERATION_OF[head] = operation


@public("substitute", python="substitute")
def substitute(value: Value, old: Formula | Mapping[Any, Any] | Values, new: Value = None) -> Value:
    """Replace parts of an expression, or evaluate it: one by another, or all keys of a dictionary; in structures too.

    With numbers for its symbols an expression is evaluated; with an array of numpy in the place of one, at every
    element: the value is an array.

    Texts are formulas, but for single words: ``substitute("½ m v²", "v", "a t")``.

    Scheme:  (substitute new old expression) is (subst new old expression) of the original
    Raises:  ArityError without what is to stand there; WrongTypeError for what is no part of an expression
    1 ]=> (substitute 2 'y '(+ x y))
    ;Value: (+ 2 x)
    >>> x, y = symbols("x y")
    >>> substitute(x + y, y, 2)
    (+ 2 x)
    >>> substitute(exp(y + x), x + y, x)
    (exp x)
    >>> import numpy
    >>> [float(value) for value in substitute(x**2 + y, {x: numpy.array([1.0, 2.0]), y: 0.5})]
    [1.5, 4.5]
    """
    if is_text_of_formula(value):
        value = read_formula(value)
        old = {_named_in(value, part): x for part, x in old.items()} if isinstance(old, dict) else _named_in(value, old)
    if new is None and not isinstance(old, dict):
        raise ArityError(f"substitute expects what is to stand in the place of {describe(old)}, or a dictionary")
    known = dict(old) if isinstance(old, dict) else {old: new}
    known = {read_formula(part, value): read_formula(x, value) for part, x in known.items()}
    for part in known:
        if isinstance(part, str):
            raise WrongTypeError(f"substitute replaces parts of expressions, got {describe(part)}")
    return _substituted(value, known, [part for part in known if isinstance(part, Application)])


def _named_in(value: Any, part: Any) -> Any:
    """A part that is given by its name, in a formula that was given as a text."""
    return read_formula(f"({part})", value) if isinstance(part, str) else part


def _substituted(value: Any, known: dict[Any, Any], applications: list[Application]) -> Any:
    if is_container(value):
        return value._mapped_(lambda part: _substituted(part, known, applications))
    if not isinstance(value, Expression):
        return known.get(value, value)
    return rebuild(value, apply_head, _in_any_order(value, known, applications) if applications else known)


def _in_any_order(value: Expression, known: dict[Any, Any], applications: list[Application]) -> dict[Any, Any]:
    """What is known of parts, for those of the value too that differ from them in the order of terms and factors."""
    numbers: dict[Any, int] = {}  # of what is the same in any order
    seen: dict[Any, int] = {}

    def leaf(x: Any) -> int:
        return numbers.setdefault((type(x), x if isinstance(x, Expression) else repr(x)), len(numbers))

    def node(x: Application, operands: list[int]) -> int:
        ordered = sorted(operands) if x.operator in (Head.PLUS, Head.TIMES) else operands
        return numbers.setdefault((x.operator, *ordered), len(numbers))

    fold(value, leaf, node, seen)
    parts = {fold(part, leaf, node, seen): known[part] for part in applications}
    return {**{x: parts[number] for x, number in seen.items() if number in parts}, **known}


# --- exact angles ----------------------------------------------------------------------------------------------------
# The exact pi, and the parts of it that have names.
#
# In Python ``pi`` is the number itself: an expression, which becomes a float where one is asked for (beside a float, in
# ``math`` and numpy, in a numerical method), and is printed as ``π``. In Scheme the course's ``pi`` is a float, and
# ``π`` is exact, as is the quoted ``':pi``.

_TURNS = {"pi": 1, "2pi": 2, "-pi": -1, "-2pi": -2}


def _declare(angle: str) -> None:
    head, _, divisor = angle.partition("/")
    ratio = exact(Fraction(_TURNS[head], int(divisor or 1)))
    name, shown = angle.replace("pi", "π"), "π" if ratio == 1 else f"(* {ratio} π)"
    doc = docstring(f"The angle {name}, exact; a float where one is asked for.", name, python_angle(angle), shown)
    register(name, apply_head(Head.TIMES, (ratio, PI)), python=python_angle(angle), module=__name__, doc=doc)


for _angle in ANGLES:
    _declare(_angle)
    _declare(f"-{_angle}")


# --- bases -----------------------------------------------------------------------------------------------------------


def _exact_logarithm(x: Any, base: int) -> int | None:
    if not isinstance(x, (int, Fraction)) or isinstance(x, bool) or x <= 0:
        return None
    n = round(math.log(x.numerator, base) - math.log(x.denominator, base))
    return n if Fraction(base) ** n == x else None


def _define(base: int) -> None:
    def power(x: Any) -> Any:
        return g.expt(base, x)

    def logarithm(x: Any) -> Any:
        found = _exact_logarithm(x, base)
        return g.div(g.log(x), g.log(base)) if found is None else found

    power.__doc__ = docstring(
        f"The power of {base}.", f"(exp{base} x)", f"exp{base}(3), exp{base}(-1)", f"({base**3}, Fraction(1, {base}))"
    )
    logarithm.__doc__ = docstring(
        f"The logarithm to the base {base}, exact of exact powers.", f"(log{base} x)", f"log{base}({base**3})", "3"
    )
    functions: tuple[tuple[str, Callable[[Any], Any]], ...] = (("exp", power), ("log", logarithm))
    for name, function in functions:
        register(f"{name}{base}", Function(function, f"{name}{base}"), module=__name__)


_define(2)
_define(10)


# --- roots of numbers ------------------------------------------------------------------------------------------------
# Square roots of whole numbers that depend on others: sqrt(6) = sqrt(2) sqrt(3), sqrt(15) = sqrt(6) sqrt(10) / 2.
#
# Square roots of whole numbers are linearly independent over the rationals unless a product of some of the numbers is a
# square. So a root is written over smaller ones where the number times some of theirs is a square; those that are left
# are independent, and a polynomial that has no square of them vanishes only where all its coefficients do.

_MAXIMUM_INDEPENDENT = 8  # of so many roots there are 256 products


def dependent_roots(atoms: Iterable[Expression]) -> Iterator[tuple[Expression, Fraction, tuple[Expression, ...]]]:
    """The roots among atoms that are rational multiples of products of others: root, factor, the others."""
    roots = {atom.operands[0]: atom for atom in atoms if atom.operator is Head.SQRT and type(atom.operands[0]) is int}
    products: dict[int, tuple[Expression, ...]] = {1: ()}
    for n in sorted(n for n in roots if n > 1):
        found = next(((m, others) for m, others in products.items() if math.isqrt(n * m) ** 2 == n * m), None)
        if found is not None:
            m, others = found
            yield roots[n], Fraction(math.isqrt(n * m), m), others
        elif len(products) < 2**_MAXIMUM_INDEPENDENT:
            products |= {m * n: (*others, roots[n]) for m, others in products.items()}
