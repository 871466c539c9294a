"""Compiled functions: a function of numbers and tuples, called once on unknowns, runs as code made of its graph.

The graph is compiled as it was computed, never simplified: simplification takes assumptions, sqrt(x^2) = x, and what
it gives is often longer. A compiled function asks the function that it was made of

- where it is compiled, at the place given: the two must agree there,
- where its code finds no finite real number, such as the square root of a negative one,
- at what is neither a number nor an array, such as symbols and differentials: so it can be differentiated.

What decides by the value of an argument is not compiled: it runs as it is, and a notice says where it decides.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import NoneType
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import ArityError, ScmpyError, StructureError, WrongTypeError, counted, describe, warn
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, arity, name_of
from scmpy.generic.settings import Limit
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.derivative_products import Derived, covector_of, direction_of, pulled, pushed
from scmpy.numerics.compile.elementwise import of_arrays
from scmpy.numerics.compile.expression_functions import function_of, is_expression
from scmpy.numerics.compile.parametric import Family
from scmpy.numerics.compile.schedule import Schedule
from scmpy.numerics.compile.targets import C_WAYS, PYTHON_WAYS, Code, c_source, python_source, sources
from scmpy.numerics.compile.values import leaves_alike, same_shape
from scmpy.numerics.compile.variants import Uncompiled, Variant, Variants, as_tuples
from scmpy.pickling import portable
from scmpy.registry import public
from scmpy.structure.aliases import Value, Values
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves, map_leaves, unflatten
from scmpy.symbolic.enclosure.ball import precision
from scmpy.symbolic.real_numbers import is_real_number


class CompiledFunction(Function):
    """A function that runs as code for arguments of certain shapes; see :func:`compile_function`.

    It may be one of a family of functions, made from parameters: the code then takes these as well, and all functions
    of the family have the same code.
    """

    __slots__ = ("_derived", "_numbers", "family", "place", "variants")

    def __init__(self, family: Family, place: Structure, variants: Variants) -> None:
        super().__init__(family.member, lambda: f"compiled {name_of(family)}")
        self.family = family
        self.place = place
        self.variants = variants
        self._numbers = family.numbers
        self._derived: dict[str, Any] = {}

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        values = None if keywords else leaves_alike(args, self.place.components)
        if values is not None:
            if _NUMBERS.issuperset(map(type, values)) or all(map(_is_plain, values)):
                found = self._computed(list(map(float, values))) if self._takes_floats(values) else None
                if found is not None:
                    return found[0].shaped(iter(found[1]))
            elif any(map(is_array, values)) and all(_holds_reals(x) for x in values):
                arrays = [x.astype(float) if is_array(x) else float(x) for x in values]
                batch = of_arrays(self.variants, arrays, self._numbers, self._alone)
                if batch is not None:
                    return batch
        if not keywords:
            self._refuse_other_shapes(args)
        return super().__call__(*args, **keywords)

    def _takes_floats(self, values: list[Any]) -> bool:
        """Does nothing depend on whether these are the floats nearest to them?"""
        return not self.variants.decides or all(type(x) is float or float(x) == x for x in values)

    def _refuse_other_shapes(self, args: tuple[Any, ...]) -> None:
        """An error where arguments are numbers in another arrangement than it was compiled for."""
        place = self.place.components
        if len(args) != len(place):
            raise ArityError(f"{name_of(self)} takes {counted(len(place))}, and has been called with {len(args)}")
        given = tuple(map(as_tuples, args))
        if not same_shape(given, place) and all(is_array(x) or type(x) in _NUMBERS for x in leaves(Up(given))):
            wanted, got = (", ".join(map(str, values)) for values in (place, args))
            raise StructureError(f"{name_of(self)} expects arguments shaped like {wanted}; got {got}")

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((CompiledFunction, (self.family, self.place, self.variants)))

    def with_parameters(self, *parameters: Any) -> Any:
        """The function that other parameters make; where only numbers differ, by the same code.

        Raises:  WrongTypeError where they are not as those that it was compiled with

        >>> from scmpy import compile_function
        >>> f = compile_function(lambda a: lambda x: a * x, 1.0, parameters=[2])
        >>> f(5), f.with_parameters(3)(5), f.with_parameters(3).code is f.code
        (10.0, 15.0, True)
        """
        wanted = self.family.parameters
        if wanted is None:
            raise WrongTypeError(f"with_parameters: {name_of(self)} was compiled without parameters")
        numbers = [given for given, kept in zip(parameters, wanted, strict=False) if is_real_number(kept)]
        if len(parameters) != len(wanted) or any(isinstance(x, _NO_NUMBERS) for x in numbers):
            raise WrongTypeError(
                f"with_parameters expects parameters one after the other, like {', '.join(map(str, wanted))}; got "
                + (", ".join(map(str, parameters)) or "none")
            )
        family = self.family.with_parameters(parameters)
        if family is None:
            place, target = self.place.components, self.variants.target
            return compile_function(self.family.make, *place, parameters=parameters, target=target)
        return CompiledFunction(family, self.place, self.variants)

    def _computed(self, values: list[float], complete: bool = False) -> tuple[Variant, list[float]] | None:
        floats = [*values, *map(float, self._numbers)]
        return self.variants.numbers(floats, [*values, *self._numbers], complete)

    def _alone(self, values: list[float]) -> Any:
        """The value of the function itself at these numbers."""
        return as_tuples(self.function(*unflatten(iter(values), self.place).components))

    def numbers(self, values: list[float]) -> list[float] | None:
        """All leaves of the value where those of the arguments are floats; None where one is no finite real number."""
        found = self._computed(values, complete=True)
        return None if found is None else found[1]

    def balls(self, *args: Any, digits: int = 16) -> Any:
        """The value as balls of python-flint that hold it for certain, computed with so many digits.

        The arguments are numbers, constants, decimals, or balls themselves, real (arb) or complex (acb).

        Raises:  DomainError where there is no value, or where balls are too wide to tell how the function decides
        >>> from fractions import Fraction
        >>> from scmpy import compile_function, exp
        >>> f = compile_function(lambda x: exp(x) / 3, 1.0)
        >>> print(f.balls(Fraction(1, 7), digits=30).str(30, radius=False))
        0.384521664965035917820446541491
        """
        from scmpy.numerics.compile.balls import ball_of, bits_of, enclosed

        bits = bits_of(digits, "balls")
        if not same_shape(args, self.place.components):
            raise StructureError(f"balls expects arguments shaped as {self.place.components}, got {args}")
        with precision(bits):
            inputs = [ball_of(x, bits) for x in (*leaves(Up(args)), *self._numbers)]
            middle = [float(x.real.mid()) for x in inputs[: len(inputs) - len(self._numbers)]]
            way = self.variant(middle) or self.variants.known[0]
            return enclosed(way, inputs, bits)

    def variant(self, values: list[float]) -> Variant | None:
        """The variant of the code at these numbers; None where the function cannot be compiled."""
        found = self._computed(values)
        return None if found is None else found[0]

    @property
    def parameter_numbers(self) -> list[float]:
        """The numbers of the parameters, which the code takes after those of the arguments."""
        return list(map(float, self._numbers))

    @property
    def schedule(self) -> Schedule:
        """The operations of the code, of the variant that was used last."""
        return self.variants.known[0].schedule

    @property
    def whole(self) -> Schedule:
        """The same for all leaves of the value, those that are constant as well."""
        return self.variants.known[0].complete

    @property
    def code(self) -> Code:
        """The code of the variant that was used last: from the numbers of the arguments and of the parameters."""
        return self.variants.known[0].code

    @property
    def jacobian(self) -> Any:
        """The derivative, compiled in its turn: of a function of one tuple, the partial derivatives."""
        if "jacobian" not in self._derived:
            self._derived["jacobian"] = self._with(D)
        return self._derived["jacobian"]

    @property
    def jvp(self) -> Any:
        """The product of the derivative and a direction, compiled: a function of the arguments, then their directions.

        It costs about two times the function, and never more than three.

        >>> from scmpy import compile_function, sin, up
        >>> f = compile_function(lambda s: up(1, s[2], -sin(s[1])), up(0.0, 0.5, 0.0))
        >>> f.jvp(up(0.0, 0.0, 2.0), up(0.0, 1.0, 10.0))
        (up 0 10. -1.)
        """
        if "jvp" not in self._derived:
            directions = map(direction_of, self.place.components)
            self._derived["jvp"] = self._with(pushed, *directions)
        return self._derived["jvp"]

    @property
    def vjp(self) -> Any:
        """The product of a covector and the derivative, compiled: a function of the arguments, then the covector.

        It is shaped like the derivative of a scalar; its cost is a few times that of the function.

        >>> from scmpy import compile_function, down, sin, up
        >>> f = compile_function(lambda s: up(1, s[2], -sin(s[1])), up(0.0, 0.5, 0.0))
        >>> f.vjp(up(0.0, 0.0, 2.0), down(5.0, 1.0, 10.0))
        (down 0 -10. 1.)
        """
        if "vjp" not in self._derived:
            self._derived["vjp"] = self._with(pulled, covector_of(self.variants.known[0].value_shape))
        return self._derived["vjp"]

    def _with(self, derive: Derived, *more: Any) -> Any:
        """What is made of the function, compiled, a function of its arguments and more."""
        place = Up((*self.place.components, *more))
        return _compiled(self.family.derived(derive, len(place)), place, self.variants.target, self.variants.smooth)

    @property
    def python_source(self) -> str:
        """The text of the code in Python: from the list of the leaves of the arguments to that of the value's.

        Of a function that decides it has all ways; it is None where no way has a value.

        Raises:  ScmpyError where these are more than 32, or not known: a rounding of an argument is one of many
        """
        return sources(self.variants.every_way(), python_source, PYTHON_WAYS)

    @property
    def c_source(self) -> str:
        """The text of the same function in C: ``void f(const double *x, double *y)``.

        Of a function that decides it is an int, which says whether there is a value.

        Raises:  as of python_source
        """
        return sources(self.variants.every_way(), c_source, C_WAYS)


MOST_NUMBERS = Limit(
    "most-code-arguments",
    100_000,
    "Numbers that compiled code takes as arguments: some ten seconds to trace.",
    "numbers as arguments",
)

_NUMBERS = frozenset((float, int, Fraction))
_NO_NUMBERS = (list, tuple, str, dict, Structure, NoneType)


def _is_plain(x: Any) -> bool:
    """Is this a real number, as Python or numpy have them? Its floats are floats."""
    return type(x) in _NUMBERS or isinstance(x, float)


def _holds_reals(x: Any) -> bool:
    return x.dtype.kind in "fiu" if is_array(x) else type(x) in _NUMBERS


@public("compile-function")
def compile_function(
    f: Callable[..., Any], *place: Value, parameters: Values | None = None, target: str | None = None
) -> CompiledFunction:
    """The function as code for arguments shaped as those given: many times as fast on numbers, and on arrays.

    The arguments are numbers and tuples of them. On arrays in their places the code runs for all elements at once. The
    value has ``jacobian``, the compiled derivative, ``jvp`` and ``vjp``, its products with a direction and a covector,
    and the texts ``python_source`` and ``c_source``. Symbols and differentials are given to f itself. Where f decides
    by numbers, ``x > 0``, the code holds where all decisions are the same; at arguments where they are not, another
    code is made and kept beside it. What f does besides computing its value, it does when it is compiled; what it takes
    from outside is taken then.

    The code is Python's for numbers; for arrays it is LLVM's if llvmlite is installed (the extra ``fast``), else
    numpy's. The target "llvm" wants LLVM's for numbers too, which pays for long functions; "python" never wants it.

    An expression, or a tuple or matrix of them, is a function of those of its parts that are given in place of numbers.

    With parameters, f makes the function from them, ``f(*parameters)(*place)``: their numbers are arguments of the
    code, and the value has ``with_parameters``, which gives the function for others without compiling again.

    Scheme:  ((compile-function f (up 0. 1. 2.)) state)
    Shapes:  f: place -> number, or a tuple or matrix of numbers;  place: numbers and tuples of them, or arrays in their
             places
    Raises:  WrongTypeError if f has symbols or literal functions in it, or for another target; ScmpyError if the code
             disagrees with f, or llvmlite is asked for and not there; the value: StructureError for numbers in another
             arrangement; ArityError without a place, of an f that takes arguments; LimitError for too many numbers
    >>> from scmpy import *
    >>> def f(state):
    ...     return up(1, state[2], -sin(state[1]))
    >>> g = compile_function(f, up(0.0, 0.5, 0.0))
    >>> g(up(0.0, pi / 2, 0.25))
    (up 1 .25 -1)
    >>> print(g.python_source)
    def f(x):
        x0, x1, x2, = x
        return [1.0, x2, (-sin(x1))]
    >>> g.jacobian(up(0.0, 0.0, 0.0))
    (down (up 0 0 0) (up 0 0 -1.) (up 0 1 0))
    >>> h = compile_function(lambda k: lambda x: k * x if x > 0 else 0, 1.0, parameters=[2.0])
    >>> h(3), h(-3), h.with_parameters(5.0)(3)
    (6.0, 0, 15.0)
    >>> x, y = symbols("x y")
    >>> compile_function(x**2 / y, x, y)(3.0, 2.0)
    4.5
    """
    _check_target(target)
    example = Up(map(as_tuples, place))
    if is_expression(f):
        f, example = function_of(f, example.components)
    check_callable(f, wanted="a function or an expression")
    if not place and arity(f)[0]:
        raise ArityError(f"compile-function expects a place for {name_of(f)}: arguments such as it takes")
    numbers = list(leaves(example))
    given = None if parameters is None else tuple(items(parameters))
    MOST_NUMBERS.check(len(numbers) + len(given or ()))
    for leaf in numbers:
        if type(leaf) not in _NUMBERS:
            raise WrongTypeError(f"compile-function expects arguments of real numbers, got {describe(leaf)}")
    return _compiled(Family(f, len(example), given), map_leaves(float, example), target)


def _check_target(target: str | None) -> None:
    if target not in (None, "python", "llvm"):
        raise WrongTypeError(f"compile-function expects the target python or llvm, got {describe(target)}")
    if target == "llvm" and not machine.is_available():
        raise ScmpyError("compile-function: the target llvm needs llvmlite, which scmpy's extra fast installs")


def compile_smooth(make: Callable[..., Any], place: Structure, parameters: tuple[Any, ...] | None) -> Any:
    """A function of one tuple as code for integration: where it is rounded, that is a decision, so nothing jumps."""
    return _compiled(Family(make, 1, parameters), Up((place,)), None, smooth=True)


def _compiled(family: Family, place: Structure, target: str | None, smooth: bool = False) -> Any:
    """The function of a family as code; what cannot take its parameters from the code has them kept."""
    families = [family, Family(family.make, family.count, family.parameters, kept=True)] if family.numbers else [family]
    for attempt in families:
        try:
            return CompiledFunction(attempt, place, Variants(attempt, attempt.place(place), target, smooth))
        except Uncompiled as error:
            refusal = error.message
    member = family.member
    warn(f"{name_of(family)} {refusal}; it is not compiled and runs as it is, which takes longer")
    return member if isinstance(member, Function) else Function(member, name_of(member))
