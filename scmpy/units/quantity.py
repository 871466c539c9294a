"""Quantities: numbers or expressions with a dimension, in the generic arithmetic, and units.

A quantity is a value, the measure in base units, and a dimension; what has none is a plain number. It adds to, and is
compared with, quantities of its dimension; functions such as the sine are of plain numbers: of quotients of quantities,
and of angles, which are numbers of radians.

The exact 0 belongs to every dimension: a sum may start with it, a quantity of value 0 equals it, and 0 times a quantity
is 0, so that matrices and tuples may hold it beside quantities of any kind. 0 of a unit, ``0 * meter``, has its
dimension, and 0. has none.

A unit is a dimension and a scale: &inch is 127/5000 of length. In arithmetic it is one of itself.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from operator import mul
from typing import Any, NoReturn

from scmpy.calculus.dual_numbers import Tagged, finite_part
from scmpy.errors import CALLED, DimensionError, WrongTypeError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.arrays import apply_ufunc, as_batch, is_array, is_array_of_objects
from scmpy.generic.dispatch import Arithmetic, Ordered, convert, converted, register_package
from scmpy.generic.display import Displayed
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.types import Number, ScalarKind, TreeNode, is_number
from scmpy.registry import numpy, sympy
from scmpy.render.scheme import scheme_text
from scmpy.structure.literal_functions import OTHER_APPLICATIONS, Applied, LiteralFunction
from scmpy.structure.tuples import Structure, Up, leaves
from scmpy.symbolic.decision.equivalence import Equivalence, compared, equivalent
from scmpy.symbolic.expression import Expression, Head, application, expression_of, symbol
from scmpy.symbolic.simplify import PRINTED, display_form
from scmpy.symbolic.to_sympy import accept, from_sympy, to_sympy

# --- dimensions ------------------------------------------------------------------------------------------------------
# Dimensions: products of rational powers of the base units of one unit system, an abelian group.
#
# A dimension is a vector of exact rational exponents over the base units (of SI: meter, kilogram, second, ampere,
# kelvin, mole, candela). As in the original an angle has none: radians are numbers. What has no dimension belongs to
# every system, dimensions of different systems do not mix.

Exponent = int | Fraction

#: The unit systems by name, beside SI, that programs in Scheme enter.
SYSTEMS: Table[str, UnitSystem] = Table()

#: An exponent that is a float stands for the fraction with a denominator up to this that it is the float of.
LARGEST_DENOMINATOR = 1000


def _simplest(x: Exponent) -> Exponent:
    return x.numerator if x.denominator == 1 else x


@dataclass(eq=False)
class UnitSystem:
    """A unit system: the names of its base units, each with what is measured by it and its symbol in TeX.

    ``names`` has the name and the quantity, such as (&newton, force), of dimensions that have one.
    """

    name: str
    bases: tuple[str, ...]
    quantities: tuple[str, ...]
    names: Table[tuple[Exponent, ...], tuple[str, str]] = field(default_factory=Table)
    symbols: Table[str, str] = field(default_factory=Table)

    def __post_init__(self) -> None:
        for i, (name, quantity) in enumerate(zip(self.bases, self.quantities, strict=True)):
            self.names[self.base(i).exponents] = name, quantity

    def base(self, i: int) -> Dimension:
        return Dimension(self, tuple(int(i == j) for j in range(len(self.bases))))

    def __repr__(self) -> str:
        return f"<unit system {self.name}>"

    def _describe_(self) -> str:
        return f"the unit system {self.name}"

    def __reduce__(self) -> Any:
        return (as_system, (self.name,)) if self is SI else (_system, (self.name, self.bases, self.quantities))


class Dimension:
    """A dimension of a unit system; the one of all plain numbers has no system and no exponents.

    >>> length, time = SI.base(0), SI.base(2)
    >>> print(length / time**2, (length**2) ** Fraction(1, 2) == length)
    (* &meter (expt &second -2)) True
    """

    __slots__ = ("exponents", "system")

    system: UnitSystem | None
    exponents: tuple[Exponent, ...]

    def __init__(self, system: UnitSystem | None, exponents: Sequence[Exponent]) -> None:
        self.system = system if any(exponents) else None
        self.exponents = tuple(map(_simplest, exponents)) if self.system else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dimension) and self.system is other.system and self.exponents == other.exponents

    def __hash__(self) -> int:
        return hash(self.exponents)

    def __bool__(self) -> bool:
        """Is this a dimension that plain numbers have not?"""
        return self.system is not None

    def __reduce__(self) -> Any:
        return Dimension, (self.system, self.exponents)

    def __mul__(self, other: Dimension) -> Dimension:
        return _dimension_of_product(self, other)

    def __truediv__(self, other: Dimension) -> Dimension:
        return _dimension_of_product(self, other**-1)

    def __pow__(self, exponent: Exponent) -> Dimension:
        return Dimension(self.system, [exponent * x for x in self.exponents])

    @property
    def expression(self) -> Any:
        """The unit of this dimension: its name, or the product of powers of base units; 1 if there is none."""
        if self.system is None:
            return 1
        named = self.system.names.get(self.exponents)
        if named is not None:
            return symbol(named[0])
        bases = zip(map(symbol, self.system.bases), self.exponents, strict=True)
        factors = [base if x == 1 else application(Head.EXPT, base, x) for base, x in bases if x]
        return factors[0] if len(factors) == 1 else application(Head.TIMES, *factors)

    @property
    def text(self) -> str:
        """The unit of this dimension by the symbols of units, as they are written: N, or m s^-2."""
        if self.system is None:
            return ""
        symbols, named = self.system.symbols, self.system.names.get(self.exponents)
        if named is not None:
            return symbols.get(named[0], named[0])
        powers = ((symbols.get(base, base), x) for base, x in zip(self.system.bases, self.exponents, strict=True) if x)
        return " ".join(
            base if x == 1 else f"{base}^{x}" if x.denominator == 1 else f"{base}^({x})" for base, x in powers
        )

    @property
    def quantity(self) -> str:
        """What is measured by it, if that has a name: length, force."""
        return self.system.names.get(self.exponents, ("", ""))[1] if self.system else "number"

    def __str__(self) -> str:
        return scheme_text(self.expression)

    __repr__ = __str__


#: The dimension of plain numbers.
NONE = Dimension(None, ())

SI = UnitSystem(
    "SI",
    tuple(f"&{name}" for name in "meter kilogram second ampere kelvin mole candela".split()),
    (*("length", "mass", "time", "electric current", "temperature"), *("amount of substance", "luminous intensity")),
)


@lru_cache(4096)
def _dimension_of_product(x: Dimension, y: Dimension) -> Dimension:
    if not x or not y:
        return x or y
    if x.system is not y.system and x.system is not None and y.system is not None:
        raise DimensionError(
            f"units of different systems do not mix: {x} of {x.system.name} and {y} of {y.system.name}"
        )
    return Dimension(x.system, [a + b for a, b in zip(x.exponents, y.exponents, strict=True)])


def exponent(value: Any, operation: str = CALLED) -> Exponent:
    """The exact exponent that a number is: a float stands for the simplest fraction that it is the float of."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and abs(value) <= LARGEST_DENOMINATOR:
        found = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
        if float(found) == value:
            return _simplest(found)
    raise DimensionError(f"{operation}: the exponent of a unit is a rational number, got {describe(value)}")


def as_system(value: Any, operation: str = CALLED) -> UnitSystem:
    name = getattr(value, "name", value)
    found = value if isinstance(value, UnitSystem) else SI if name == "SI" else SYSTEMS.get(name)
    if found is None:
        raise WrongTypeError(f"{operation} expects a unit system, such as SI, got {describe(value)}")
    return found


def _system(name: str, bases: tuple[str, ...], quantities: tuple[str, ...]) -> UnitSystem:
    found = SYSTEMS.get(name)
    if found is None or found.bases != bases:
        found = SYSTEMS[name] = UnitSystem(name, bases, quantities)
    return found


# --- measured --------------------------------------------------------------------------------------------------------
# What has a dimension, quantities and units: its measure in base units, and comparison where dimensions agree.


class Dimensional(Displayed, Ordered, Arithmetic):
    """What quantities and units have in common: they are compared and divided where they have one dimension."""

    __slots__ = ()

    dims: Dimension

    @property
    def measure(self) -> Any:
        raise NotImplementedError

    def _of_measure_(self, measure: Any) -> Any:
        return measured(measure, self.dims)

    @property
    def unit(self) -> str:
        return self.dims.text

    def _compared(self, other: Any, relation: Callable[[Any, Any], Any]) -> Any:
        return relation(*values_of_one_dimension(_WRITTEN[relation], self, other))

    def __floordiv__(self, other: Any) -> Any:
        """How often the other one goes into this one, a plain number."""
        return _of_measures(operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return _of_measures(operator.floordiv, other, self)

    def __mod__(self, other: Any) -> Any:
        """What is left of this one then."""
        return self._of_measure_(_of_measures(operator.mod, self, other))

    def __rmod__(self, other: Any) -> Any:
        return self._of_measure_(_of_measures(operator.mod, other, self))

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def _no_number(self, *_: Any) -> Any:
        raise DimensionError(f"{describe(self)} is no plain number: divide it by a unit")

    __float__ = __int__ = __complex__ = __index__ = _no_number

    def __round__(self, digits: int | None = None) -> Any:
        """The measure in base units, which is what is printed, rounded."""
        measure = self.measure
        return self._of_measure_(g.to_nearest(measure) if digits is None else round(measure, digits))

    def __format__(self, spec: str) -> str:
        """The formats of a number are those of the measure in base units, with the unit after it: 3.14 m."""
        if spec[-1:] in tuple("eEfFgG%n"):
            with suppress(TypeError, ValueError):
                return f"{format(g.inexact(self.measure), spec)} {self.unit}".rstrip()
        return super().__format__(spec)


def dimension_of(x: Any) -> Dimension:
    return x.dims if isinstance(x, Dimensional) else NONE


def value_of(x: Any) -> Any:
    """The measure of a quantity in base units, the scale of a unit, or a plain number itself."""
    return x.measure if isinstance(x, Dimensional) else x


def have_one_dimension(x: Any, y: Any) -> bool:
    """Have two quantities one dimension, or has a plain number that of the quantity beside it?"""
    one, other = dimension_of(x), dimension_of(y)
    plain = x if other else y
    return one == other or (not (one and other) and is_exact_zero(plain))


def values_of_one_dimension(operation: str, x: Any, y: Any) -> tuple[Any, Any]:
    if not have_one_dimension(x, y):
        raise DimensionError(f"{operation} expects quantities of one dimension, got {describe(x)} and {describe(y)}")
    return value_of(x), value_of(y)


def common_dimension(operation: str, *values: Any) -> Dimension:
    first = next(filter(dimension_of, values), 0)
    for x in values:
        values_of_one_dimension(operation, first, x)
    return dimension_of(first)


#: How Python writes what it does with the measures of quantities of one dimension.
_SIGNS = operator.lt, operator.le, operator.gt, operator.ge, operator.floordiv, operator.mod
_WRITTEN = dict(zip(_SIGNS, "< <= > >= // %".split(), strict=True))


def _of_measures(operation: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    return operation(*values_of_one_dimension(_WRITTEN[operation], x, y))


# --- array dimensions ------------------------------------------------------------------------------------------------
# What numpy's functions make of quantities: which dimension their values have.


def _named(names: str, measured: slice, power: int) -> dict[str, tuple[slice, int]]:
    return dict.fromkeys(names.split(), (measured, power))


_FIRST, _TWO = slice(0, 1), slice(0, 2)

#: Which arguments of a function have units, of one dimension, and the power of it that its value has.
_POWERS = {
    **_named("sum mean median max amax min amin ptp std cumsum sort diff average percentile quantile", _FIRST, 1),
    **_named("nansum nanmean nanmax nanmin flip roll reshape ravel squeeze transpose round around", _FIRST, 1),
    **_named("concatenate stack hstack vstack norm", _FIRST, 1),
    **_named("linspace append maximum minimum fmax fmin hypot", _TWO, 1),
    **_named("where", slice(1, 3), 1),
    **_named("clip", slice(0, 3), 1),
    **_named("var", _FIRST, 2),
    **_named("argmax argmin argsort count_nonzero shape size ndim sign isfinite isnan isinf", _FIRST, 0),
    **_named("allclose isclose array_equal searchsorted", _TWO, 0),
}

#: The functions whose value has the product of the dimensions of two arguments: the integral over x among them.
_PRODUCTS = frozenset("dot inner vdot outer cross convolve trapezoid".split())


def _of_gradient(values: Any, *steps: Any) -> Dimension:
    return common_dimension("numpy's gradient", *_flat(values)) / common_dimension("numpy's gradient", *steps)


def _of_interp(x: Any, places: Any, values: Any, *ends: Any) -> Dimension:
    common_dimension("numpy's interp", x, *_flat(places))
    return common_dimension("numpy's interp", *_flat(values), *ends)


#: The functions that have a dimension by a rule of their own.
_OWN: dict[str, Callable[..., Dimension]] = {"gradient": _of_gradient, "interp": _of_interp}


def value_and_dimension(function: Any, arguments: Sequence[Any], keywords: dict[str, Any]) -> tuple[Any, Dimension]:
    """What a function of numpy's makes of the measures of quantities, and which dimension that has, if it is known."""
    name = function.__name__
    if name in _OWN and not keywords:
        return numpy.asarray(function(*map(_plain, arguments))), _OWN[name](*arguments)
    places, power = (_TWO, 1) if name in _PRODUCTS else _POWERS.get(name, (slice(0), 0))
    others = [*arguments, *keywords.values()]
    del others[places]
    if any(map(dimension_of, _flat(others))):
        raise DimensionError(f"numpy's {name} takes no quantities there: give it plain arrays, (unit-convert x unit)")
    if name in _PRODUCTS:
        dimension = reduce(mul, (common_dimension(f"numpy's {name}", *_flat(x)) for x in arguments[places]))
    else:
        dimension = common_dimension(f"numpy's {name}", *_flat(arguments[places])) ** power
    value = function(*map(_plain, arguments), **keywords)
    return value.item() if dimension and isinstance(value, numpy.generic) else value, dimension


def merged(array: Any) -> tuple[Any, Dimension]:
    """The measures in an array of quantities, and the dimension that they have in common."""
    plain = numpy.array([value_of(x) for x in array.flat]).reshape(array.shape)
    return plain, common_dimension("an array", *array.flat)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for x in value:
            yield from _flat(x)
    else:
        yield value


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    plain = value_of(value)
    if is_array(plain):
        return numpy.asarray(plain)
    return plain


# --- to sympy units --------------------------------------------------------------------------------------------------
# Quantities in SymPy: the product of the value and powers of the base units of :mod:`sympy.physics.units`.


def in_units_of_sympy(x: Any) -> Any:
    from sympy.physics import units

    dims = dimension_of(x)
    if dims and dims.system is not SI:
        raise WrongTypeError(f"to_sympy: units of {dims.system} are not among SymPy's")
    bases = zip(SI.bases, dims.exponents, strict=False)
    factors = (getattr(units, name[1:]) ** sympy.Rational(power) for name, power in bases if power)
    return sympy.Mul(to_sympy(value_of(x)), *factors)


AMPERSAND = symbol("&")

#: The head of a quantity's expression: its value, the unit system and the exponents.
WITH_UNITS = symbol("*with-units*")


@ScalarKind.register
class Quantity(Dimensional, TreeNode):
    """A scalar with a dimension that plain numbers have not; the value is its measure in base units.

    Of an array, which is a batch, the elements are quantities.

    >>> import numpy
    >>> from scmpy.units import meter, second
    >>> 3 * meter / (2 * second)
    (& 3/2 (* &meter (expt &second -1)))
    >>> lengths = numpy.array([1.0, 2.0]) * meter
    >>> lengths[0], len(lengths), numpy.sum(lengths)
    ((& 1. &meter), 2, (& 3. &meter))
    """

    _kind_ = "quantities with units"
    __slots__ = ("dims", "value")

    is_scalar = True

    def __init__(self, value: Any, dimension: Dimension) -> None:
        self.value = value
        self.dims = dimension

    def _children_(self) -> Sequence[Any]:
        return (self.value,)

    def _with_children_(self, parts: Sequence[Any]) -> Any:
        (value,) = parts
        return measured(value, self.dims)

    @property
    def leaf_count(self) -> int:
        return 1

    def _dual_(self, parts: Sequence[Any]) -> Any:
        """The derivative by this quantity: that by its value, with the dimension divided out."""
        return g.div(parts[0], Unit(self.dims))

    def _form_(self) -> Any:
        return _key(self.dims)

    def _contents_(self) -> list[Any]:
        """What equal ones have the same of, as they are lists in the original."""
        return ["*with-units*", self.value, *_key(self.dims)]

    @property
    def measure(self) -> Any:
        return self.value

    def map(self, function: Callable[[Any], Any]) -> Any:
        return measured(function(self.value), self.dims)

    def __reduce__(self) -> Any:
        return measured, (self.value, self.dims)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        return measured(*value_and_dimension(function, arguments, keywords))

    def __array_ufunc__(self, function: Any, method: str, *arguments: Any, **keywords: Any) -> Any:
        """What numpy's functions of elements make of it: the generic operations, or of the measures."""

        if method == "__call__" and function.__name__ in _POWERS:
            return self.__array_function__(function, (), arguments, keywords)
        return apply_ufunc(function, method, arguments, keywords)

    def __eq__(self, other: object) -> bool:
        same: Any = have_one_dimension(self, other) and self.value == value_of(other)
        return bool(same.all() if is_array(same) else same)

    def __hash__(self) -> int:
        return hash(self.value)

    def __bool__(self) -> bool:
        return not (is_number(self.value) and self.value == 0)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape if is_array(self.value) else ()

    def __len__(self) -> int:
        return len(self._array())

    def __getitem__(self, index: Any) -> Any:
        return measured(converted(self._array()[index]), self.dims)

    def _array(self) -> Any:
        if not is_array(self.value):
            raise WrongTypeError(f"elements are those of an array of quantities, got {describe(self)}")
        return self.value

    def _describe_(self) -> str:
        value = finite_part(self.value)
        what = "an array" if is_array(value) else shown_text(value)
        return f"the {self.dims.quantity or 'quantity'} (& {what} {self.dims})"

    def _shown_(self) -> Any:
        return _tree(display_form(self.value), self.dims)


def _key(dims: Dimension) -> tuple[Any, ...]:
    return (dims.system.name if dims.system else "", *dims.exponents)


def _tree(value: Any, dimension: Dimension) -> Any:
    assert dimension.system is not None
    return application(WITH_UNITS, value, symbol(dimension.system.name), *dimension.exponents)


def _as_printed(value: Any, system: Any, *exponents: Exponent) -> Any:
    return application(AMPERSAND, value, Dimension(as_system(system, "&"), exponents).expression)


PRINTED[WITH_UNITS] = _as_printed


@expression_of.on(Quantity)
def _expression(x: Quantity) -> Any:
    return _tree(expression_of(x.value), x.dims)


@ScalarKind.register
class Unit(Dimensional):
    """A unit of measurement: a scale, in base units, of a dimension. The scale of a degree is pi/180, of no dimension.

    >>> from scmpy.units import inch, meter, second
    >>> meter / second**2, 12 * inch
    ((& 1 (* &meter (expt &second -2))), (& 381/1250 &meter))
    """

    __slots__ = ("dims", "name", "scale")

    def __init__(self, dimension: Dimension, scale: Any = 1, name: str = "") -> None:
        self.dims = dimension
        self.scale = scale
        self.name = name

    @property
    def measure(self) -> Any:
        return self.scale

    @property
    def quantity(self) -> Any:
        return measured(self.scale, self.dims)

    @property
    def expression(self) -> Any:
        """Its name, or the product of the base units and the scale that it is."""
        if self.name or not self.dims:
            return self._shown_()
        expression = self.dims.expression
        return (
            expression
            if is_number(self.scale) and self.scale == 1
            else application(Head.TIMES, display_form(self.scale), expression)
        )

    def __reduce__(self) -> Any:
        return Unit, (self.dims, self.scale, self.name)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Unit):
            return self.dims == other.dims and bool(self.scale == other.scale)
        return bool(self.quantity == other)

    def __hash__(self) -> int:
        return hash(self.quantity)

    def _contents_(self) -> list[Any]:
        return ["*unit*", self.scale, *_key(self.dims)]

    def _describe_(self) -> str:
        return f"the unit {self!r}"

    def _shown_(self) -> Any:
        if self.name:
            return symbol(self.name)
        if self.scale == 1 and self.dims and self.dims.expression.operator is None:
            return self.dims.expression
        return (
            _tree(display_form(self.scale), self.dims)
            if self.dims
            else application(AMPERSAND, display_form(self.scale), 1)
        )


expression_of.add((Unit,), lambda u: u._shown_())
convert(Unit, lambda u: u.quantity)


def measured(value: Any, dimension: Dimension) -> Any:
    """The quantity of this value and dimension; without a dimension the value. An array is a batch.

    What has been put in the place of the value may be a quantity itself: its dimension counts too.
    """
    if isinstance(value, Quantity):
        return measured(value.value, value.dims * dimension)
    if not is_array(value):
        return Quantity(value, dimension) if dimension else value
    if is_array_of_objects(value) and any(isinstance(x, Quantity) for x in value.flat):
        plain, common = merged(value)
        return measured(plain, common * dimension)
    return Quantity(as_batch(value), dimension) if dimension else value


# --- arithmetic --------------------------------------------------------------------------------------------------


def _install(operation: Any, method: Callable[[Any, Any], Any]) -> None:
    _of_two[operation] = method
    _beside(operation, Quantity, Unit, ScalarKind, Tagged, Number, Expression, *_arrays)


def _beside(operation: Any, *types: type) -> None:
    for kind in (Quantity, Unit):
        for other in types:
            operation.add((kind, other), _of_two[operation])
            operation.add((other, kind), _of_two[operation])


_of_two: dict[Any, Callable[[Any, Any], Any]] = {}
_arrays: list[type] = []  # when numpy is there


def _sum(operation: Any) -> Callable[[Any, Any], Any]:
    def combine(x: Any, y: Any) -> Any:
        values = values_of_one_dimension(operation.name, x, y)
        return measured(operation(*values), dimension_of(x) or dimension_of(y))

    return combine


_install(g.add, _sum(g.add))
_install(g.sub, _sum(g.sub))


def _product(operation: Any, combine: Callable[[Dimension, Dimension], Dimension]) -> Callable[[Any, Any], Any]:
    """Of an exact zero and a quantity it is one, of every dimension; so many of a unit are of the unit's, zero too."""

    def of_two(x: Any, y: Any) -> Any:
        value = operation(value_of(x), value_of(y))
        if not isinstance(x, Unit) and not isinstance(y, Unit) and (is_exact_zero(x) or is_exact_zero(y)):
            return 0
        return measured(value, combine(dimension_of(x), dimension_of(y)))

    return of_two


_install(g.mul, _product(g.mul, Dimension.__mul__))
_install(g.div, _product(g.div, Dimension.__truediv__))
_install(g.dot_product, g.mul)
_install(g.atan2, lambda y, x: g.atan2(*values_of_one_dimension("atan", y, x)))


def _power(x: Any, p: Any) -> Any:
    if isinstance(p, Dimensional):
        raise DimensionError(f"expt: an exponent has no dimension, got {describe(p)}")
    return measured(g.expt(value_of(x), p), dimension_of(x) ** exponent(p, "expt"))


_install(g.expt, _power)


@register_package("numpy")
def _install_arrays() -> None:
    from scmpy.generic.batch import Batch

    _arrays[:] = numpy.ndarray, Batch
    for operation in _of_two:
        _beside(operation, *_arrays)


if "numpy" in sys.modules:  # its types may have been met already
    _install_arrays()


def _of_one(operation: Any, power: Exponent = 1) -> None:
    operation.add((Quantity,), lambda x: measured(operation(x.value), x.dims**power))


for _operation in (
    *(g.negate, g.abs_, g.conjugate, g.real_part, g.imag_part, g.inexact, g.zero_like),
    *(g.trace, g.determinant, g.transpose1),  # of a single entry
):
    _of_one(_operation)
_of_one(g.invert, -1)
_of_one(g.square, 2)
_of_one(g.cube, 3)
for _operation in (g.one_like, g.identity_like):
    _operation.add((Quantity,), lambda x: 1)


@each("rounding")
def _round(record: Elementary) -> None:
    """What is rounded is the measure in base units, which is what is printed."""
    _of_one(record.operation)


@each("analytic")
def _refuse(record: Elementary) -> None:
    """Functions of plain numbers; but the square root has a dimension, and the angle of a point none."""
    operation = record.operation
    if record.name == "sqrt":
        _of_one(operation, exponent(0.5, "sqrt"))
    elif operation not in _of_two:

        def refuse(*xs: Any) -> Any:
            given = describe(next(x for x in xs if isinstance(x, (Quantity, Unit))))
            raise DimensionError(
                f"{record.head} expects a plain number, got {given}: divide by a quantity of its dimension"
            )

        if record.arity == 1:
            operation.add((Quantity,), refuse)
        else:
            _install(operation, refuse)


def _of_units(operation: Any, combine: Callable[[Dimension, Dimension], Dimension]) -> None:
    @operation.on(Unit, Unit)
    def combined(x: Unit, y: Unit) -> Unit:
        return Unit(combine(x.dims, y.dims), operation(x.scale, y.scale))


_of_units(g.mul, Dimension.__mul__)
_of_units(g.div, Dimension.__truediv__)
g.expt.add((Unit, Number), lambda u, p: Unit(u.dims ** exponent(p, "expt"), g.expt(u.scale, p)))
g.sqrt.add((Unit,), lambda u: Unit(u.dims ** exponent(0.5, "sqrt"), g.sqrt(u.scale)))
g.square.add((Unit,), lambda u: g.mul(u, u))
g.cube.add((Unit,), lambda u: g.mul(u, g.mul(u, u)))
g.invert.add((Unit,), lambda u: Unit(u.dims**-1, g.invert(u.scale)))


def _refuse_quantities(args: tuple[Any, ...]) -> Applied | None:
    def refuse(function: LiteralFunction) -> NoReturn:
        raise DimensionError(
            f"the literal function {function} is of plain numbers, got {describe(given)}; with units a function f is "
            "(& (literal-function 'f) unit-of-value unit-of-argument ...), which D then differentiates with them"
        )

    given = next((x for x in leaves(Up(args)) if isinstance(x, Quantity)), None)
    return None if given is None else refuse


OTHER_APPLICATIONS.append(_refuse_quantities)


# --- made and taken apart ----------------------------------------------------------------------------------------


def as_unit(value: Any, operation: str = CALLED) -> Unit:
    """The unit that a value is: a quantity of a number, such as 1000 meters, counts as one, and so does a number."""
    if isinstance(value, Unit):
        return value
    value = converted(value)
    if isinstance(value, (Quantity, ScalarKind)) and not isinstance(value, bool) and is_number(value_of(value)):
        return Unit(dimension_of(value), value_of(value))
    raise WrongTypeError(f"{operation} expects a unit, such as &meter, got {describe(value)}")


def with_unit(value: Any, unit: Unit, operation: str = "&") -> Any:
    """The value times the unit, for each component of a tuple; a quantity must have the dimension already."""
    if isinstance(value, Structure):
        return type(value)(with_unit(x, unit, operation) for x in value)
    value = converted(value)
    if isinstance(value, Quantity):
        if value.dims != unit.dims:
            raise DimensionError(f"{operation}: {describe(value)} has another dimension than {describe(unit)}")
        return value
    if not isinstance(value, ScalarKind) or isinstance(value, bool):
        raise WrongTypeError(f"{operation} expects a number or an expression, and a unit, got {describe(value)}")
    return g.mul(value, unit)


@compared.on((Quantity, Unit), (Quantity, Unit))
@compared.on((Quantity, Unit), ScalarKind)
@compared.on(ScalarKind, (Quantity, Unit))
def _compare(a: Any, b: Any) -> Equivalence:
    """Equal are quantities of one dimension whose values are; the exact 0 has every dimension."""
    if not (have_one_dimension(a, b) and isinstance(a, ScalarKind) and isinstance(b, ScalarKind)):
        return Equivalence("different", f"{describe(a)} and {describe(b)} have different dimensions")
    return equivalent(value_of(a), value_of(b))


for _measured in (Quantity, Unit):
    to_sympy.add((_measured,), in_units_of_sympy)
    from_sympy.add((_measured,), lambda x: x)
    accept(_measured)
