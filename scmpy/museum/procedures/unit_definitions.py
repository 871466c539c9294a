"""Units and constants that a program defines: variables of its session, known by name there where quantities print."""

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.kinds import as_name, is_number
from scmpy.scheme.primitives.declare import primitive
from scmpy.scheme.sandbox import current_session
from scmpy.symbolic.expression import Symbol, symbol


def _bound(name: str, value: Any) -> Symbol:
    current_session.get().bind(name, value)
    return symbol(name)


@primitive("define-unit-system")
def define_unit_system(name: Any, *bases: Any) -> Any:
    """Define a unit system of base units, each a list of its name, symbol, and what is measured by it.

    1 ]=> (define-unit-system 'natural (list '&length "l" "length"))
    1 ]=> (& 3 (expt &length 2))
    ;Value: (& 3 (expt &length 2))
    """
    from scmpy.units.dimension import SYSTEMS, UnitSystem
    from scmpy.units.quantity import Unit
    from scmpy.units.si import Description, define

    text = as_name(name, "define-unit-system")
    given = [tuple(base) if isinstance(base, tuple) or hasattr(base, "car") else () for base in bases]
    if text == "SI" or not given or not all(len(base) == 3 for base in given):
        raise WrongTypeError(
            "define-unit-system expects a name, not SI, and lists of a unit's name, its symbol and what is measured"
        )
    names = [as_name(unit, "define-unit-system") for unit, _, _ in given]
    system = SYSTEMS[text] = UnitSystem(text, tuple(names), tuple(str(quantity) for _, _, quantity in given))
    for i, (_, tex, quantity) in enumerate(given):
        made = define(names[i], Unit(system.base(i)), Description(system, "base", str(tex), str(quantity)))
        _bound(names[i], made)
    return _bound(text, system)


def _define(operation: str, kind: str, system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any) -> Symbol:
    from scmpy.generic import operations as g
    from scmpy.units.dimension import as_system
    from scmpy.units.quantity import Unit, as_unit
    from scmpy.units.si import Description, define

    found, given = as_system(system, operation), as_unit(unit, operation)
    if not is_number(scale):
        raise WrongTypeError(f"{operation} expects a number for the scale, got {describe(scale)}")
    if given.dims and given.dims.system is not found:
        raise WrongTypeError(f"{operation}: {describe(given)} is of another system than {found.name}")
    text = as_name(name, operation)
    made = Unit(given.dims, g.mul(given.scale, scale))
    return _bound(text, define(text, made, Description(found, kind, tex, meaning)))


@primitive("define-derived-unit")
def define_derived_unit(system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any = 1) -> Any:
    """Define a unit of a system, by whose name quantities of its dimension are printed if its scale is 1.

    1 ]=> (define-derived-unit SI '&jerk "j" "jerk" (/ &meter (expt &second 3)))
    1 ]=> (/ (& 6 &newton) (* (& 2 &kilogram) (& 1 &second)))
    ;Value: (& 3 &jerk)
    """
    return _define("define-derived-unit", "derived", system, name, tex, meaning, unit, scale)


@primitive("define-additional-unit")
def define_additional_unit(system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any = 1) -> Any:
    """Define a further unit of a dimension.

    1 ]=> (define-additional-unit SI '&fathom "ftm" "depth" &foot 6)
    1 ]=> (express-as (& 12 &foot) '&fathom)
    ;Value: (& 2 &fathom)
    """
    return _define("define-additional-unit", "additional", system, name, tex, meaning, unit, scale)


@primitive("define-multiplier")
def define_multiplier(name: Any, _tex: str, exponent: Any) -> Any:
    """Define a multiplier of units, a power of 10.

    1 ]=> (define-multiplier '&myria "my" 4)
    1 ]=> (& 2 &myria &meter)
    ;Value: (& 20000 &meter)
    """
    from scmpy.generic import operations as g
    from scmpy.units.si import NAMED

    if type(exponent) is not int or abs(exponent) > 1000:
        raise WrongTypeError(f"define-multiplier expects an integer up to 1000, got {describe(exponent)}")
    text = as_name(name, "define-multiplier")
    NAMED[text] = g.expt(10, exponent)
    return _bound(text, NAMED[text])


@primitive("define-constant")
def define_constant(name: Any, tex: str, meaning: str, value: Any, unit: Any, uncertainty: Any = None) -> Any:
    """Define a constant with its unit.

    1 ]=> (define-constant ':v "v" "the speed of sound" 343 (/ &meter &second))
    1 ]=> (* :v (& 2 &second))
    ;Value: (& 686 &meter)
    """
    from scmpy.units.si import new_constant

    found = new_constant(name, tex, meaning, value, unit, uncertainty)
    return _bound(found.name, found.quantity)


def _constants(named: Any, choose: Any) -> None:
    from scmpy.units.si import CONSTANTS, constant_named

    if named is None:
        chosen = [constant for constant in CONSTANTS.values() if constant.unit.name != "&unitless"]
    else:
        chosen = [constant_named(name, "constants") for name in named]
    for constant in chosen:
        _bound(constant.name, choose(constant))


@primitive("numerical-constants")
def numerical_constants(units: Any = True, names: Any = None) -> Any:
    """Let the constants, or those named in a list, be numbers with their units, or in base units without (#f).

    1 ]=> (numerical-constants #f '(:c))
    1 ]=> :c
    ;Value: 299792458.
    """
    _constants(names, lambda constant: constant.quantity if units is not False else constant.base_value)


@primitive("symbolic-constants")
def symbolic_constants(units: Any = True, names: Any = None) -> Any:
    """Let the constants, or those named in a list, be symbols with their units, or without (#f).

    1 ]=> (symbolic-constants #t '(:c))
    1 ]=> (* :c (& 2 &second))
    ;Value: (& (* 2 :c) &meter)
    """
    _constants(names, lambda constant: constant.symbolic if units is not False else symbol(constant.name))
