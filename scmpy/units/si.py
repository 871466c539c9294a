"""The units of SI, physical constants, and the course's words for quantities and units: making, comparing, expressing.

The units and names are the original's. Scales that are exact by definition are exact numbers, so that quantities in
inches stay exact; the slug, the year and the degree, which are not, are floats. Where the original's scale is wrong or
old, the unit has today's: the light year, which is 299792458 m there, the pound (there 4.4482 N), the slug (14.594 kg),
the calorie (4.1819 J; here the thermochemical one) and the electron volt (1.602e-19 J; exact since 2019).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

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
from scmpy.generic.dispatch import converted, register_package
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import ANGLES, is_exact_zero
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.settings import items
from scmpy.generic.types import Formula, Scalar, Value, Values, as_name, is_number, is_procedure
from scmpy.registry import docstring, public, python_name, register, text_beside
from scmpy.render.notation import UNITS as SYMBOLS_OF_UNITS
from scmpy.structure.tuples import Structure, map_leaves
from scmpy.structure.types import Name
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    application,
    expression_from,
    expression_of,
    fold,
    symbol,
)
from scmpy.symbolic.simplify import simplify
from scmpy.symbolic.to_sympy import from_sympy
from scmpy.units.quantity import (
    AMPERSAND,
    SI,
    Dimension,
    Quantity,
    Unit,
    UnitSystem,
    as_system,
    as_unit,
    dimension_of,
    exponent,
    measured,
    value_of,
    with_unit,
)

# --- si --------------------------------------------------------------------------------------------------------------


#: The units by name; those that a program in Scheme defines are entered in its session. Multipliers are numbers.
NAMED: Table[str, Any] = Table()


class Description(NamedTuple):
    """Of a unit: its system, whether it is a base, derived or additional one, its symbol, and what is measured."""

    system: UnitSystem
    kind: str
    symbol: str
    meaning: str


DESCRIPTIONS: Table[str, Description] = Table()

#: The decimal multipliers by name: their exponents.
PREFIXES = {
    **dict(zip("atto femto pico nano micro milli centi deci".split(), (*range(-18, -2, 3), -2, -1), strict=True)),
    **dict(zip("deka hecto kilo mega giga tera peta exa".split(), (1, 2, *range(3, 19, 3)), strict=True)),
    **dict(zip("a f p n u m c d".split(), (*range(-18, -2, 3), -2, -1), strict=True)),
    **dict(zip("da h k M G T P E".split(), (1, 2, *range(3, 19, 3)), strict=True)),
}


def define(name: str, unit: Unit, description: Description) -> Unit:
    """Give a unit a name; a dimension prints as the base or derived unit that is the newest of it."""
    known = DESCRIPTIONS.get(name)
    if known is not None and known.kind == "base" and description.kind != "base":
        raise WrongTypeError(f"{name} is a base unit, by which quantities are written: it cannot be another one")
    named = NAMED[name] = Unit(unit.dims, unit.scale, name)
    DESCRIPTIONS[name] = description
    description.system.symbols[name] = description.symbol
    if description.kind == "derived" and unit.scale == 1 and unit.dims:
        description.system.names[unit.dims.exponents] = name, description.meaning
    return named


_ARITHMETIC = {Head.TIMES: g.mul, Head.OVER: g.div, Head.EXPT: g.expt}


def _meant(tree: Any, known: Mapping[str, Any] = NAMED) -> Any:
    """What a product, quotient or power of named units is; of constants, too, where these are among what is known."""

    def named(leaf: Any) -> Any:
        if is_number(leaf):
            return leaf
        name = str(leaf)
        if name not in known:
            raise UnboundVariableError(f"there is no unit {name}{did_you_mean(name, known)}")
        return known[name]

    def combined(node: Application, operands: list[Any]) -> Any:
        operation = _ARITHMETIC.get(node.operator)
        if operation is None:
            raise expected("a product, quotient or power of units", describe(node))
        return operation(*operands)

    if not (is_number(tree) or isinstance(tree, Expression)):
        raise expected("a product, quotient or power of units", describe(tree))
    return fold(tree, named, combined)


#: What the table of units and constants has told so far, by name.
_known: dict[str, Any] = {"pi": math.pi}


def _said(text: str) -> Any:
    return _meant(expression_from(text), _known)


def _declare(kind: str, name: str, symbol: str, unit: Unit, meaning: str) -> None:
    named = define(f"&{name}", unit, Description(SI, kind, symbol, meaning))
    SYMBOLS_OF_UNITS[f"&{name}"] = symbol
    python = name.replace("-", "_")
    doc = docstring(
        f"The unit {name.replace('-', ' ')}: {meaning if kind == 'additional' else f'the {kind} unit of {meaning}'}.",
        f"(& 3 &{name})",
        f"1 * {python}",
        repr(g.mul(1, named)),
        f"from scmpy.units import {python}",
    )
    _known[f"&{name}"] = register(f"&{name}", named, python=None, module=__name__, doc=doc)


for _i, _symbol in enumerate("m kg s A K mol cd".split()):
    _declare("base", SI.bases[_i][1:], _symbol, Unit(SI.base(_i)), SI.quantities[_i])

# The blocks of units.txt: derived units, of which a dimension prints as the one that is there, further units, both with
# symbol, definition and what is measured; constants with value, unit, TeX, relative uncertainty and what they are.
_derived, _additional, _constants = (
    [re.split("  +", line) for line in block.splitlines()] for block in text_beside("units/units.txt").split("\n\n")
)
for _kind, _rows in (("derived", _derived), ("additional", _additional)):
    for _name, _symbol, _definition, _meaning in _rows:
        _declare(_kind, _name, _symbol, as_unit(_said(_definition)), _meaning)

for _name, _power in PREFIXES.items():
    _value = NAMED[f"&{_name}"] = g.expt(10, _power)
    _long = next(name for name, power in PREFIXES.items() if power == _power)
    register(
        f"&{_name}",
        _value,
        python=None,
        module=__name__,
        doc=docstring(
            f"The multiplier 10^{_power} of units.",
            f"(& 3 &{_name} &meter)",
            f"with_units(3, {_long}, meter)",
            repr(g.mul(3 * _value, NAMED["&meter"])),
            f"from scmpy.units import {_long}, meter, with_units",
        ),
    )
register(
    "SI",
    SI,
    python=None,
    module=__name__,
    doc=docstring("The international system of units.", "SI", "SI", "<unit system SI>", "from scmpy.units import SI"),
)


# --- codata ----------------------------------------------------------------------------------------------------------
# Physical constants with their units: CODATA's values of 2022, astronomical ones, and what a program defines.
#
# The names are the original's, ``:c``, ``:G``, ``:h``; its values are those of 2002 and 2006. The values are floats,
# as there, also of those that define the units since 2019 (c, h, e, k, N_A), whose uncertainty is 0. Derived
# constants are computed from those by which they are defined. An uncertainty is relative, one standard deviation.
#
# A constant is a quantity; ``symbolic-constants`` makes it its name with the unit, ``numerical-constants`` the number
# again. In Python ``constants.h_bar`` is the quantity and ``constants.symbol("h_bar")`` that of the name.


class Constant(NamedTuple):
    """A constant: its name, value in base units, unit, TeX, what it is, and its relative uncertainty, if known."""

    name: str
    value: Any
    unit: Unit
    tex: str
    meaning: str
    uncertainty: float | None = None

    @property
    def quantity(self) -> Any:
        return g.mul(self.value, self.unit.quantity)

    @property
    def base_value(self) -> Any:
        return value_of(self.quantity)

    @property
    def symbolic(self) -> Any:
        return measured(symbol(self.name), self.unit.dims)


#: The constants by name; those that a session defines are in the session.
CONSTANTS: Table[str, Constant] = Table()


def _declare_constant(name: str, value: Any, unit: Unit, tex: str, uncertainty: float, meaning: str) -> Constant:
    _known[f":{name}"] = value
    found = CONSTANTS[f":{name}"] = Constant(f":{name}", value, unit, tex, meaning, uncertainty)
    return found


for _name, _value, _unit, _tex, _uncertainty, _meaning in _constants:
    _constant = _declare_constant(_name, _said(_value), _said(_unit), _tex, float(_uncertainty), _meaning)
    _doc = docstring(
        f"A physical constant: {_meaning}.",
        f":{_name}",
        f"constants.{python_name(_name)}",
        repr(_constant.quantity),
        "from scmpy.units import constants",
        units=f"{_constant.unit}; the relative uncertainty is {_constant.uncertainty}",
    )
    register(f":{_name}", _constant.quantity, python=None, module=__name__, doc=_doc)

for _name, _value in ANGLES.items():
    for _sign, _factor in (("", 1), ("+", 1), ("-", -1)):
        _tex = _sign + _name.replace("pi", r"\pi")
        _angle = f"{_sign}{_name}"
        _declare_constant(_angle, _factor * _value, NAMED["&unitless"], _tex, 0.0, f"the angle {_angle}")


def constant_named(name: Any, operation: str) -> Constant:
    text = as_name(name, operation)
    found = CONSTANTS.get(text) or CONSTANTS.get(f":{text}")
    if found is None:
        near = did_you_mean(f":{text.lstrip(':')}", CONSTANTS)
        raise WrongTypeError(f"{operation}: there is no constant {text}{near}")
    return found


@public("get-constant-data", python=None)
def get_constant_data(name: Name) -> Value:
    """What is known of a constant: a list of its name, value, units, TeX, description and relative uncertainty.

    Scheme:  (get-constant-data ':G)
    Raises:  WrongTypeError if there is no such constant
    1 ]=> (cadr (assq 'uncertainty (cdr (get-constant-data ':G))))
    ;Value: .000022
    >>> from scmpy import symbols
    >>> from scmpy.units import get_constant_data
    >>> for entry in get_constant_data(symbols(":G"))[1:]:
    ...     print(*entry)
    expression :G
    name :G
    numerical-value 6.6743e-11
    units (& 1 (* (expt &meter 3) (expt &kilogram -1) (expt &second -2)))
    tex-string G
    description the gravitational constant
    uncertainty 2.2e-05
    """
    found = constant_named(name, "get-constant-data")
    fields = {
        "expression": symbol(found.name),
        "name": symbol(found.name),
        "numerical-value": found.value,
        "units": found.unit,
        "tex-string": found.tex,
        "description": found.meaning,
        **({} if found.uncertainty is None else {"uncertainty": found.uncertainty}),
    }
    return (symbol("*number*"), *((symbol(key), value) for key, value in fields.items()))


def new_constant(name: Any, tex: Any, meaning: Any, value: Any, unit: Any, uncertainty: Any = None) -> Constant:
    text = as_name(name, "define-constant")
    if not isinstance(tex, str) or not isinstance(meaning, str):
        raise WrongTypeError(f"define-constant expects texts for TeX and description, got {describe(tex)}")
    found = Constant(text, value, as_unit(unit, "define-constant"), tex, meaning, uncertainty)
    CONSTANTS[text] = found
    return found


class Constants:
    """The constants as attributes, by Python's names: ``constants.h_bar``.

    >>> from scmpy.units import constants
    >>> constants.c, constants.symbolic("c")
    ((& 299792458. (* &meter (expt &second -1))), (& :c (* &meter (expt &second -1))))
    """

    def __getattr__(self, name: str) -> Any:
        for constant in CONSTANTS.values():
            if python_name(constant.name[1:]) == name:
                return constant.quantity
        raise AttributeError(f"there is no constant {name}{did_you_mean(name, dir(self))}")

    def __dir__(self) -> list[str]:
        return sorted(python_name(name[1:]) for name in CONSTANTS)

    @staticmethod
    def symbolic(name: Any) -> Any:
        return constant_named(name, "symbolic").symbolic


constants = Constants()


# --- from sympy units ------------------------------------------------------------------------------------------------
# SymPy's units, those of :mod:`sympy.physics.units`, as quantities.
#
# They come back in base units, so that 3 newtons are 3 meter kilogram second^-2 on the way; angles, which have units
# there, are numbers of radians.

#: SymPy's units that are plain numbers.
_NUMBERS = frozenset("radian steradian degree percent permille angular_mil".split())


def _from_sympy(unit: Any) -> Any:
    """The quantity that one of SymPy's units is; of a prefix its number.

    >>> from sympy.physics import units
    >>> from_sympy(3 * units.kilo * units.meter / units.hour)
    (& 5/6 (* &meter (expt &second -1)))
    """
    from sympy.physics import units

    if f"&{unit.name}" in SI.bases:
        return NAMED[f"&{unit.name}"].quantity
    if str(unit.name) in _NUMBERS or not isinstance(unit, units.Quantity):
        return from_sympy(unit.scale_factor)
    bases = [getattr(units, name[1:]) for name in SI.bases]
    found = units.convert_to(unit, bases)
    if found == unit:
        raise WrongTypeError(f"from_sympy: {unit} is no product of powers of the base units of SI")
    return from_sympy(found)


@register_package("sympy")
def _register() -> None:
    from sympy.physics import units
    from sympy.physics.units.dimensions import Dimension
    from sympy.physics.units.prefixes import Prefix

    for type_ in (units.Quantity, Prefix, Dimension):
        from_sympy.add((type_,), _from_sympy)


# --- conversions -----------------------------------------------------------------------------------------------------


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
        plain = [_with_each(_measure_in, x, units, name) for x, units in zip(args, arguments, strict=True)]
        return _with_each(with_unit, apply_value(function, tuple(plain)), unit, name)

    return Function(of_quantities, name)


def _with_each(function: Callable[[Any, Unit, str], Any], value: Any, units: Any, name: str) -> Any:
    if not isinstance(units, Structure):
        return function(value, as_unit(units, name), name)
    if type(value) is not type(units) or len(value) != len(units):
        raise StructureError(f"{name} has units like {describe(units)}, got {describe(value)}")
    return type(value)(_with_each(function, x, unit, name) for x, unit in zip(value, units, strict=True))


def _measure_in(value: Any, unit: Unit, operation: str = CALLED) -> Any:
    """How many of a unit a quantity is; the exact 0 is none of any."""
    if dimension_of(value) != unit.dims and not is_exact_zero(value):
        raise DimensionError(f"{operation} expects a quantity in {describe(unit)}, got {describe(value)}")
    return g.div(value_of(value), unit.scale)


@public("u:value", python=None)
def u_value(value: Scalar | Structure) -> Value:
    """The measure of a quantity in base units, for each component of a tuple; of a plain number itself.

    Scheme:  (u:value x)
    Shapes:  result: shaped like x
    >>> from scmpy.units import inch, u_value
    >>> u_value(3 * inch), u_value(3)
    (Fraction(381, 5000), 3)
    """
    return map_leaves(value_of, value)


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
    return map_leaves(lambda x: Unit(dims) if (dims := dimension_of(x)) else NAMED["&unitless"], value)


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


# --- expressed in units ------------------------------------------------------------------------------------------


def _datum(value: Any) -> Any:
    if isinstance(value, Expression):
        return value
    is_list = isinstance(value, Iterable) and not isinstance(value, str)
    parts = items(value, "express-as") if is_list else ()
    return application(*map(_datum, parts)) if parts else value


def from_printed(head: str, parts: list[Any]) -> Any:
    """The quantity, or unit, that a printed form stands for: (& 3 &meter), (*with-units* 3 (*unit* SI #(1 ...) 1))."""
    if head == "*unit*" and len(parts) == 3:
        return make_unit(*parts)
    if len(parts) != 2:
        raise WrongTypeError(f"{head} expects a value and a unit, got {len(parts)} parts")
    value, unit = parts
    return with_unit(value, as_unit(unit if isinstance(unit, Unit) else _meant(unit), head))


def _expressed(value: Any, unit: Any, shown: Any) -> Any:
    if is_array(value_of(value)):
        raise WrongTypeError(f"{CALLED} expects single quantities; (unit-convert array unit) gives plain numbers")
    measure = simplify(_measure_in(value, as_unit(unit)))
    return application(AMPERSAND, expression_of(measure), _datum(shown))


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
    shown = units.expression if isinstance(units, Unit) else _datum(units)
    unit = units if isinstance(units, Unit) else _meant(shown)
    return map_leaves(lambda x: _expressed(x, unit, shown), value)


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
    return map_leaves(lambda x: _measure_in(x, as_unit(unit)), value)


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
