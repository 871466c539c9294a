"""The course's words for quantities and units: making them, taking them apart, comparing, expressing in given units."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import (
    CALLED,
    DimensionError,
    StructureError,
    UnboundVariableError,
    WrongTypeError,
    describe,
    did_you_mean,
    expected,
    wrong_number,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.settings import items
from scmpy.generic.types import Angle, Formula, Scalar, ScalarValue, Value, Values, is_number, is_procedure
from scmpy.registry import public
from scmpy.structure.tuples import Structure, map_leaves
from scmpy.structure.types import Name
from scmpy.symbolic.expression import (
    EXPT,
    OVER,
    TIMES,
    Application,
    Expression,
    application,
    expression_of,
    fold,
    symbol,
)
from scmpy.symbolic.simplify import simplify
from scmpy.units.quantity import (
    AMPERSAND,
    Dimension,
    Exponent,
    Quantity,
    Unit,
    UnitSystem,
    as_system,
    as_unit,
    dimension_of,
    exponent,
    value_of,
    with_unit,
)
from scmpy.units.si import NAMED


@public("&", "with-units", python=None)
def with_units(value: Scalar | Structure | Callable[..., Any], unit: Unit | Scalar, *more: Unit | Scalar) -> Value:
    """A number or expression with a unit, of which a multiplier may stand before it; or a function of quantities.

    The components of a tuple all have the unit. Of a function the units of its value and of its arguments are given,
    tuples of units for tuples: it takes its arguments in these.

    Scheme:  (& x unit), (& x multiplier unit), (& f unit-of-value unit-of-argument ...), (with-units x unit)
    Math:    the value is kept in base units: 3 kilometers are 3000 meters
    Shapes:  x: a scalar, a tuple or a function;  result: of a tuple one shaped like it
    Units:   that of a multiplier is none, of the unit any; of quantities only those of the same dimension are taken
    Raises:  DimensionError if x is a quantity of another dimension; WrongTypeError for what is no number or unit;
             ArityError for more than a multiplier and a unit
    1 ]=> (& 3 &kilo &meter)
    ;Value: (& 3000 &meter)
    1 ]=> (define x (& (literal-function 'x) &meter &second))
    1 ]=> ((D x) (& 't &second))
    ;Value: (& ((D x) t) (* &meter (expt &second -1)))
    >>> from scmpy import D, literal_function, symbols
    >>> from scmpy.units import inch, kilo, meter, second, with_units
    >>> with_units(9.8, meter / second**2), with_units(3, kilo, meter), with_units(3, inch)
    ((& 9.8 (* &meter (expt &second -2))), (& 3000 &meter), (& 381/5000 &meter))
    >>> x = with_units(literal_function("x"), meter, second)
    >>> D(x)(symbols("t") * second)
    (& ((D x) t) (* &meter (expt &second -1)))
    """
    if is_procedure(value):
        return _function_with_units(value, unit, more)
    if len(more) > 1:
        raise wrong_number("&", 2 + len(more), 2, 3)
    if not more:
        return with_unit(value, as_unit(unit))
    if not is_number(unit):
        raise WrongTypeError(f"& expects a number, a multiplier and a unit, got {describe(unit)} for a multiplier")
    return with_unit(g.mul(value, unit), as_unit(more[0]))


def _function_with_units(function: Any, unit: Any, arguments: tuple[Any, ...]) -> Function:
    name = name_of(function)

    def of_quantities(*args: Any) -> Any:
        if len(args) != len(arguments):
            raise wrong_number(name, len(args), len(arguments), len(arguments))
        plain = [_measures(x, units, name) for x, units in zip(args, arguments, strict=True)]
        return _with_measures(apply_value(function, tuple(plain)), unit, name)

    return Function(of_quantities, name)


def _alike(value: Any, units: Any, name: str) -> bool:
    if not isinstance(units, Structure):
        return False
    if type(value) is not type(units) or len(value) != len(units):
        raise StructureError(f"{name} has units like {describe(units)}, got {describe(value)}")
    return True


def _measures(value: Any, units: Any, name: str) -> Any:
    if _alike(value, units, name):
        return type(value)(_measures(x, u, name) for x, u in zip(value, units, strict=True))
    unit = as_unit(units, name)
    if dimension_of(value) != unit.dims and not is_exact_zero(value):
        raise DimensionError(f"{name} expects an argument in {describe(unit)}, got {describe(value)}")
    return g.div(value_of(value), unit.scale)


def _with_measures(value: Any, units: Any, name: str) -> Any:
    if _alike(value, units, name):
        return type(value)(_with_measures(x, u, name) for x, u in zip(value, units, strict=True))
    return with_unit(value, as_unit(units, name), name)


@public("unitless?", python=None)
def is_unitless(value: object) -> bool:
    """Is this the unit of plain numbers, of scale 1, as the radian is?

    Scheme:  (unitless? unit)
    >>> from scmpy.units import is_unitless, degree, radian
    >>> is_unitless(radian), is_unitless(degree)
    (True, False)
    """
    return isinstance(value, Unit) and not value.dims and bool(value.scale == 1)


@public("without-units?", python=None)
def is_without_units(value: object) -> bool:
    """Has this no units: is it neither a quantity with a dimension nor a unit, but for that of plain numbers?

    Scheme:  (without-units? x)
    >>> from scmpy.units import is_without_units, meter
    >>> is_without_units(3 * meter), is_without_units(3)
    (False, True)
    """
    return not isinstance(value, (Quantity, Unit)) or is_unitless(value)


@public("has-units?", python=None)
def has_units(value: Value, unit: Unit | Scalar) -> bool:
    """Has a quantity the dimension of a unit? A plain number has that of the unit of plain numbers.

    Scheme:  (has-units? x unit)
    >>> from scmpy.units import foot, has_units, inch, second
    >>> has_units(3 * inch, foot), has_units(3 * inch, second)
    (True, False)
    """
    return dimension_of(value) == as_unit(unit).dims


@public("u:value", python=None)
def u_value(value: Scalar | Structure) -> Value:
    """The measure of a quantity in base units, for each component of a tuple; of a plain number itself.

    Scheme:  (u:value x)
    Shapes:  result: shaped like x
    >>> from scmpy.units import inch, u_value
    >>> u_value(3 * inch), u_value(3)
    (Fraction(381, 5000), 3)
    """
    return type(value)(map(u_value, value)) if isinstance(value, Structure) else value_of(value)


@public("u:units", python=None)
def u_units(value: Scalar | Structure) -> Value:
    """The base unit of a quantity's dimension, for each component of a tuple; &unitless of a plain number.

    Scheme:  (u:units x)
    Shapes:  result: shaped like x
    >>> from scmpy import up
    >>> from scmpy.units import inch, u_units
    >>> u_units(3 * inch), u_units(up(3, 4 * inch))
    (&meter, (up &unitless &meter))
    """
    if isinstance(value, Structure):
        return type(value)(map(u_units, value))
    dims = dimension_of(value)
    return Unit(dims) if dims else NAMED["&unitless"]


# --- units -------------------------------------------------------------------------------------------------------


@public("make-unit", python=None)
def make_unit(system: UnitSystem | Name, exponents: Values, scale: Scalar) -> Unit:
    """The unit of a scale and exponents of the base units of a system.

    Scheme:  (make-unit 'SI (vector 1 0 -1 0 0 0 0) 1)
    Units:   of the dimension with these exponents of the base units, of which it is scale times the unit
    Raises:  WrongTypeError if the exponents are not as many as the system has base units; DimensionError for an
             exponent that is no fraction
    >>> from scmpy.units import SI, make_unit
    >>> make_unit(SI, [1, 0, -1, 0, 0, 0, 0], 1)
    (& 1 (* &meter (expt &second -1)))
    """
    found = as_system(system)
    given = [exponent(x) for x in exponents]
    if len(given) not in (0, len(found.bases)):
        raise WrongTypeError(f"make-unit: {found.name} has {len(found.bases)} base units, got {len(given)} exponents")
    return Unit(Dimension(found, given), scale)


@public("unit-exponents", python=None)
def unit_exponents(unit: Unit | Scalar) -> list[Exponent]:
    """The exponents of the base units in a unit; none if it is one of plain numbers.

    Scheme:  (unit-exponents unit)
    >>> from scmpy.units import newton, unit_exponents
    >>> unit_exponents(newton)
    [1, 1, -2, 0, 0, 0, 0]
    """
    return list(as_unit(unit).dims.exponents)


@public("unit-scale", python=None)
def unit_scale(unit: Unit | Scalar) -> ScalarValue:
    """The scale of a unit: its measure in base units.

    Scheme:  (unit-scale unit)
    >>> from scmpy.units import inch, unit_scale
    >>> unit_scale(inch)
    Fraction(127, 5000)
    """
    return as_unit(unit).scale


@public("same-dimensions?", python=None)
def is_same_dimensions(x: Value, y: Value) -> bool:
    """Have two units, or quantities, one dimension?

    Scheme:  (same-dimensions? x y)
    >>> from scmpy.units import foot, inch, is_same_dimensions
    >>> is_same_dimensions(foot, 3 * inch)
    True
    """
    return dimension_of(x) == dimension_of(y)


# --- expressed in units ------------------------------------------------------------------------------------------


def _datum(value: Any) -> Any:
    if isinstance(value, Expression):
        return value
    is_list = isinstance(value, Iterable) and not isinstance(value, str)
    parts = items(value, "express-as") if is_list else ()
    return application(*map(_datum, parts)) if parts else value


_ARITHMETIC = {TIMES: g.mul, OVER: g.div, EXPT: g.expt}


def _meant(tree: Any) -> Any:
    def named(leaf: Any) -> Any:
        if is_number(leaf):
            return leaf
        name = str(leaf)
        if name not in NAMED:
            raise UnboundVariableError(f"there is no unit {name}{did_you_mean(name, NAMED)}")
        return NAMED[name]

    def combined(node: Application, operands: list[Any]) -> Any:
        operation = _ARITHMETIC.get(node.operator)
        if operation is None:
            raise expected("a product, quotient or power of units", describe(node))
        return operation(*operands)

    if not (is_number(tree) or isinstance(tree, Expression)):
        raise expected("a product, quotient or power of units", describe(tree))
    return fold(tree, named, combined)


def from_printed(head: str, parts: list[Any]) -> Any:
    """The quantity, or unit, that a printed form stands for: (& 3 &meter), (*with-units* 3 (*unit* SI #(1 ...) 1))."""
    if head == "*unit*" and len(parts) == 3:
        return make_unit(*parts)
    if len(parts) != 2:
        raise WrongTypeError(f"{head} expects a value and a unit, got {len(parts)} parts")
    value, unit = parts
    return with_unit(value, as_unit(unit if isinstance(unit, Unit) else _meant(unit), head))


def _expressed(value: Any, unit: Any, shown: Any) -> Any:
    if isinstance(value, Structure):
        return type(value)(_expressed(x, unit, shown) for x in value)
    if is_array(value_of(value)):
        raise WrongTypeError(f"{CALLED} expects single quantities; (unit-convert array unit) gives plain numbers")
    measure = simplify(_measure_in(as_unit(unit), value))
    return application(AMPERSAND, expression_of(measure), _datum(shown))


def _measure_in(unit: Unit, value: Any) -> Any:
    """How many of a unit a quantity is; the exact 0 is none of any."""
    if dimension_of(value) != unit.dims and not is_exact_zero(value):
        raise DimensionError(f"{CALLED}: {describe(value)} has another dimension than {describe(unit)}")
    return g.div(value_of(value), unit.scale)


@public("express-as", python=None)
def express_as(value: Scalar | Structure, units: Unit | Formula) -> Value:
    """The expression of a quantity in given units: a quoted expression of their names, or a unit; of each of a tuple.

    Scheme:  (express-as x '(/ (* &kilo &meter) &hour))
    Shapes:  result: shaped like x
    Units:   x has the dimension of the unit; the exact 0 has every
    Raises:  DimensionError if the dimensions differ; UnboundVariableError for the name of no unit
    1 ]=> (express-as (& 10 (/ &meter &second)) '(/ (* &kilo &meter) &hour))
    ;Value: (& 36 (/ (* &kilo &meter) &hour))
    >>> from scmpy.units import express_as, foot, inch
    >>> express_as(3 * foot, inch)
    (& 36 &inch)
    """
    if isinstance(units, Quantity):
        units = Unit(units.dims, units.value)
    if isinstance(units, Unit):
        return _expressed(value, units, units.expression)
    tree = _datum(units)
    return _expressed(value, _meant(tree), tree)


@public("unit-convert", python=None)
def unit_convert(value: Scalar | Structure, unit: Unit | Scalar) -> Value:
    """The measure of a quantity in a unit, a plain number, for each component of a tuple.

    Scheme:  (unit-convert x unit)
    Math:    x / unit, which has to have no dimension
    Shapes:  result: shaped like x
    Units:   x has the dimension of the unit, the result none; the exact 0 has every
    Raises:  DimensionError if the dimensions differ
    >>> from scmpy.units import foot, inch, unit_convert
    >>> unit_convert(3 * foot, inch)
    36
    """
    if isinstance(value, Structure):
        return type(value)(unit_convert(part, unit) for part in value)
    return _measure_in(as_unit(unit), value)


@public("check-units", python=None)
def check_units(function: Callable[..., Any], *units: Unit | Scalar | Structure) -> Value:
    """The unit of the value of a function of quantities in these units: the dimensional check of a Lagrangian.

    The function is called with unknowns of these units, tuples of them for a state; terms that do not fit each other
    are an error that shows both. In the place of a unit there may be any quantity, or a plain number or symbol.

    Scheme:  (check-units L (up &second &meter (/ &meter &second)))
    Units:   the result is that of the function's value; sums have terms of one dimension
    Raises:  DimensionError with the terms that have different dimensions; WrongTypeError for what is no function, and
             for other units
    1 ]=> (define L (L-harmonic (& 'm &kilogram) (& 'k (/ &newton &meter))))
    1 ]=> (check-units L (up &second &meter (/ &meter &second)))
    ;Value: &joule
    >>> from scmpy import L_harmonic, symbols, up
    >>> from scmpy.units import check_units, kilogram, meter, newton, second
    >>> m, k = symbols("m k")
    >>> check_units(L_harmonic(m * kilogram, k * newton / meter), up(second, meter, meter / second))
    &joule
    """
    if not is_procedure(function):
        raise WrongTypeError(f"check-units expects a function of quantities, got {describe(function)}")
    numbers = itertools.count()

    def unknown(unit: Any) -> Any:
        given = converted(unit)
        named = given if isinstance(given, (Quantity, Expression)) else as_unit(unit, "check-units")
        return with_unit(symbol(f"x:{next(numbers)}"), Unit(dimension_of(named)))

    return u_units(apply_value(function, tuple(map_leaves(unknown, given) for given in units)))


# --- degrees ---------------------------------------------------------------------------------------------------------


@public("degrees->radians", python=None)
def degrees_to_radians(degrees: Scalar) -> ScalarValue:
    """The radians of an angle in degrees.

    Scheme:  (degrees->radians 180)
    Units:   degrees; result: radians, a number
    >>> from scmpy.units import degrees_to_radians
    >>> degrees_to_radians(180)
    3.141592653589793
    """
    return g.mul(degrees, math.pi / 180)


@public("radians->degrees", python=None)
def radians_to_degrees(radians: Angle) -> ScalarValue:
    """The degrees of an angle in radians.

    Scheme:  (radians->degrees 3.141592653589793)
    Units:   radians; result: degrees, a number
    >>> from scmpy.units import radians_to_degrees
    >>> radians_to_degrees(3.141592653589793)
    180.0
    """
    return g.div(radians, math.pi / 180)
