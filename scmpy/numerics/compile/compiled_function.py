"""Functions compiled: families with parameters, Jacobian products, elementwise functions of arrays."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import make, new_tag, tangent
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import ArityError, ScmpyError, StructureError, WrongTypeError, counted, describe, warn
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.functions import Function, arity, name_of
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, items
from scmpy.generic.types import (
    TreeNode,
    Value,
    Values,
    is_number,
    nested_leaves,
    nested_map,
    tree_leaves,
    tree_map,
    tree_unflatten,
)
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.codegen import (
    C_WAYS,
    JAVASCRIPT_WAYS,
    PYTHON_WAYS,
    Code,
    Specializations,
    Uncompiled,
    Variant,
    array_function,
    as_tuples,
    ball_of,
    bits_of,
    c_source,
    enclosed,
    javascript_source,
    python_source,
    sources,
)
from scmpy.numerics.compile.ir import RELATIONS, StraightLineProgram
from scmpy.numerics.compile.tracing import entries, leaves_alike, map_entries, same_shape, with_entries
from scmpy.pickling import portable
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, Up, opposite
from scmpy.symbolic.ball_arithmetic import precision
from scmpy.symbolic.expression import Expression, symbol
from scmpy.symbolic.real_numbers import is_real_number

# --- parametric ------------------------------------------------------------------------------------------------------
# Families of functions: made from parameters, whose numbers are arguments of the code beside those of the function.

Maker = Callable[..., Callable[..., Any]]


class Family(Function):
    """A function of arguments and parameters, ``(make p ...)(x ...)``, called with the numbers of all parameters last.

    Parameters that are not numbers, nor tuples or lists of them, are kept as they are. Without a maker's parameters,
    which is None for them, the function is the maker itself.
    """

    __slots__ = ("count", "kept", "make", "parameters")

    def __init__(self, make: Maker, count: int, parameters: tuple[Any, ...] | None, kept: bool = False) -> None:
        super().__init__(self._called, lambda: name_of(make))
        self.make = make
        self.count = count  # of the arguments
        self.parameters = parameters
        self.kept = kept  # are all parameters, the numbers too

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Family, (self.make, self.count, self.parameters, self.kept)))

    @property
    def member(self) -> Callable[..., Any]:
        return self.make if self.parameters is None else self.make(*self.parameters)

    @property
    def numbers(self) -> list[Any]:
        """The numbers among the parameters that are arguments of the code."""
        return (
            [] if self.kept or self.parameters is None else list(filter(is_real_number, nested_leaves(self.parameters)))
        )

    def place(self, arguments: Iterable[Any]) -> Up:
        return Up((*arguments, *self.numbers))

    def derived(self, derive: Callable[[Any], Any], count: int) -> Family:
        make = self.make
        if self.parameters is None:
            return Family(derive(make), count, None)
        return Family(lambda *parameters: derive(make(*parameters)), count, self.parameters, self.kept)

    def with_parameters(self, parameters: tuple[Any, ...]) -> Family | None:
        """The same with other parameters; None if what is no number among them, or kept, is another."""
        if self.parameters is None or self.kept or not _alike(self.parameters, parameters):
            return None
        return Family(self.make, self.count, parameters)

    def _called(self, *inputs: Any) -> Any:
        if self.parameters is None or self.kept:
            return self.member(*inputs)
        arguments, numbers = inputs[: self.count], iter(inputs[self.count :])
        return self.make(*nested_map(lambda x: next(numbers) if is_real_number(x) else x, self.parameters))(*arguments)


def _alike(x: Any, y: Any) -> bool:
    if isinstance(x, TreeNode):
        return type(x) is type(y) and x._form_() == y._form_() and all(map(_alike, x._children_(), y._children_()))
    if isinstance(x, (list, tuple)):
        return type(x) is type(y) and len(x) == len(y) and all(map(_alike, x, y))
    return (is_real_number(x) and is_real_number(y)) or x is y


# --- derivative products ---------------------------------------------------------------------------------------------
# Products of derivatives with vectors: of the Jacobian with a direction, and of a covector with the Jacobian.
#
# A direction goes through the function along with its argument, as a tangent; a covector comes back from its value, by
# reverse mode. Neither takes the Jacobian: each costs a small multiple of the function, whatever the dimensions are.
#
# Source: Griewank, Walther, Evaluating Derivatives, chapters 3, 4

Derived = Callable[[Callable[..., Any]], Callable[..., Any]]


def pushed(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function of arguments and as many directions that gives the rate of change of f."""

    def rate(*inputs: Any) -> Any:
        count = len(inputs) // 2
        arguments, directions = Up(inputs[:count]), Up(inputs[count:])
        tag = new_tag()
        moved = (make(tag, x, {0: v}) for x, v in zip(tree_leaves(arguments), tree_leaves(directions), strict=True))
        value = f(*tree_unflatten(moved, arguments).components)
        return tangent(value, tag, 0)

    return rate


def pulled(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function of arguments and a covector that gives the product of the covector and the derivative of f."""
    return lambda *inputs: D(lambda *arguments: g.mul(inputs[-1], f(*arguments)))(*inputs[:-1])


def direction_of(value: Any) -> Any:
    return tree_map(lambda _: 1.0, value)


def covector_of(value: Any) -> Any:
    """What contracts with a value of this shape.

    Raises:  StructureError if nothing does, as with a matrix
    """
    if any(x is not None and not is_number(x) for x in tree_leaves(value)):
        raise StructureError(f"vjp is of functions whose value is a number or a tuple, got {describe(value)}")
    return opposite(direction_of(value))


# --- expression functions --------------------------------------------------------------------------------------------
# Expressions as functions of some of their parts, which is what is to be compiled of a result on paper.

SOMEWHERE = 0.5  # a number for the arguments of an expression: it decides nothing, so any place will do


def is_expression(value: Any) -> bool:
    parts = entries(value)
    is_scalars = all(isinstance(x, Expression) or is_number(x) for x in parts)
    return is_scalars and any(isinstance(x, Expression) for x in parts)


def function_of(value: Any, arguments: Sequence[Any]) -> tuple[Callable[..., Any], Up]:
    """The value as a function of these symbols or applications, or tuples of them, and a place for its arguments."""
    shape = Up(arguments)
    parts = tree_leaves(shape)
    for part in parts:
        if not isinstance(part, Expression) or part.constant:
            raise WrongTypeError(
                f"compile-function expects the parts of an expression that are its arguments, such as x or (x t), "
                f"got {describe(part)}"
            )
    if len(set(parts)) < len(parts):
        raise WrongTypeError(f"compile-function expects different arguments of an expression, got {shape}")

    def function(*args: Any) -> Any:
        if not same_shape(tuple(args), shape.components):
            raise StructureError(f"a function of {shape.components} takes arguments shaped like these, got {args}")
        known = TracedFunction(dict(zip(parts, tree_leaves(Up(args)), strict=True)))
        return map_entries(known.of, value)

    return function, tree_map(lambda _: SOMEWHERE, shape)  # type: ignore[return-value]


# --- elementwise -----------------------------------------------------------------------------------------------------
# Compiled functions of arrays: the code runs for all elements at once, each variant for the elements that take it.


def of_arrays(
    variants: Specializations, values: list[Any], exact: list[Any], alone: Callable[[list[float]], Any]
) -> Any:
    """The value for arrays among the arguments; None where the code finds no finite real number.

    Exact are the further arguments, shared by all elements. Of a function that decides, what no code on arrays computes
    is asked for element by element.
    """
    first = variants.known[0]
    if _holds_arrays(first.value_shape):
        return None
    try:
        numpy.broadcast_shapes(*(x.shape for x in values if is_array(x)))
    except ValueError as error:
        raise StructureError(f"a compiled function of arrays whose shapes do not fit: {error}") from None
    try:
        with numpy.errstate(all="ignore"):
            if first.decisions:
                return _by_variants(variants, values, exact, alone)
            found = first.arrays([*map(as_batch, values), *map(float, exact)])
    except (FloatingPointError, WrongTypeError):  # there is no such function for arrays
        return None
    return first.shaped(map(as_batch, found)) if all(numpy.isfinite(x).all() for x in found) else None


def _holds_arrays(value: Any) -> bool:
    parts = value._children_() if isinstance(value, TreeNode) else value if isinstance(value, tuple) else ()
    return is_array(value) or any(map(_holds_arrays, parts))


def _by_variants(
    variants: Specializations, values: list[Any], exact: list[Any], alone: Callable[[list[float]], Any]
) -> Any:
    arrays = numpy.broadcast_arrays(*values)
    rows = numpy.array([x.ravel() for x in arrays])
    columns: dict[int, Any] = {}
    rest = numpy.arange(rows.shape[1])
    shape = variants.known[0].value_shape
    waiting = list(variants.known)
    while rest.size:
        way = waiting.pop(0) if waiting else variants.another([*rows[:, rest[0]].tolist(), *exact])
        if way is None:
            break
        try:
            good, found = _where_it_holds(way, rows[:, rest], list(map(float, exact)))
        except (FloatingPointError, WrongTypeError):  # there is no such function for arrays
            break
        if not same_shape(way.value_shape, shape):
            return None
        columns.update(zip(rest[good].tolist(), found[:, good].T, strict=True))
        rest = rest[~good]
    for i in rest.tolist():
        columns[i] = entries(alone(rows[:, i].tolist()))
    table = numpy.array([columns[i] for i in range(rows.shape[1])]).T
    return with_entries((as_batch(row.reshape(arrays[0].shape)) for row in table), shape)


def _where_it_holds(way: Variant, rows: Any, extra: list[float]) -> tuple[Any, Any]:
    count = rows.shape[1]
    found = way.arrays([*map(as_batch, rows), *extra])
    number = len(way.schedule.outputs)
    computed, differences = iter(found[:number]), found[number:]
    every = [next(computed) if known is None else float(known) for known in entries(way.value_shape)]
    table = numpy.array([numpy.broadcast_to(x, count) for x in every])
    good = numpy.isfinite(table).all(axis=0)
    for guard, difference in zip(way.schedule.guards, differences, strict=True):
        good &= RELATIONS[guard.relation](difference, 0) == guard.holds
    return good, table


# --- compiled function -----------------------------------------------------------------------------------------------
# Compiled functions: a function of numbers and tuples, called once on unknowns, runs as code made of its graph.
#
# The graph is compiled as it was computed, never simplified: simplification takes assumptions, sqrt(x^2) = x, and what
# it gives is often longer. A compiled function asks the function that it was made of
#
# - where it is compiled, at the place given: the two must agree there,
# - where its code finds no finite real number, such as the square root of a negative one,
# - at what is neither a number nor an array, such as symbols and differentials: so it can be differentiated.
#
# What decides by the value of an argument is not compiled: it runs as it is, and a notice says where it decides.


class CompiledFunction(Function):
    """A function that runs as code for arguments of certain shapes; see :func:`compile_function`.

    It may be one of a family of functions, made from parameters: the code then takes these as well, and all functions
    of the family have the same code.
    """

    __slots__ = ("__dict__", "_numbers", "family", "place", "variants")

    def __init__(self, family: Family, place: Structure, variants: Specializations) -> None:
        super().__init__(family.member, lambda: f"compiled {name_of(family)}")
        self.family = family
        self.place = place
        self.variants = variants
        self._numbers = family.numbers

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        values = None if keywords else leaves_alike(args, self.place.components)
        if values is not None:
            if _NUMBERS.issuperset(map(type, values)) or all(map(_is_plain, values)):
                takes_floats = not self.variants.decides or all(type(x) is float or float(x) == x for x in values)
                found = self._computed(list(map(float, values))) if takes_floats else None
                if found is not None:
                    return found[0].shaped(iter(found[1]))
            elif any(map(is_array, values)) and all(map(_holds_reals, values)):
                batch = self.on_arrays([x.astype(float) if is_array(x) else float(x) for x in values])
                if batch is not None:
                    return batch
        if not keywords:
            self._refuse_other_shapes(args)
        return super().__call__(*args, **keywords)

    def _refuse_other_shapes(self, args: tuple[Any, ...]) -> None:
        place = self.place.components
        if len(args) != len(place):
            raise ArityError(f"{name_of(self)} takes {counted(len(place))}, and has been called with {len(args)}")
        given = tuple(map(as_tuples, args))
        if not same_shape(given, place) and all(is_array(x) or type(x) in _NUMBERS for x in tree_leaves(Up(given))):
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
        return as_tuples(self.function(*tree_unflatten(iter(values), self.place).components))

    def on_arrays(self, values: list[Any]) -> Any:
        """The value where leaves of the arguments are arrays of floats; None where it is no finite real number."""
        return of_arrays(self.variants, values, self._numbers, self._alone)

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
        bits = bits_of(digits, "balls")
        if not same_shape(args, self.place.components):
            raise StructureError(f"balls expects arguments shaped as {self.place.components}, got {args}")
        with precision(bits):
            inputs = [ball_of(x, bits) for x in (*tree_leaves(Up(args)), *self._numbers)]
            middle = [float(x.real.mid()) for x in inputs[: len(inputs) - len(self._numbers)]]
            way = self.variant(middle) or self.variants.known[0]
            return enclosed(way, inputs, bits)

    def variant(self, values: list[float]) -> Variant | None:
        """The variant of the code at these numbers; None where a function that decides has no value in code."""
        found = self._computed(values)
        return found[0] if found else None if self.variants.decides else self.variants.known[0]

    @property
    def parameter_numbers(self) -> list[float]:
        """The numbers of the parameters, which the code takes after those of the arguments."""
        return list(map(float, self._numbers))

    @property
    def schedule(self) -> StraightLineProgram:
        """The operations of the code, of the variant that was used last."""
        return self.variants.known[0].schedule

    @property
    def whole(self) -> StraightLineProgram:
        return self.variants.known[0].complete

    @property
    def code(self) -> Code:
        """The code of the variant that was used last: from the numbers of the arguments and of the parameters."""
        return self.variants.known[0].code

    @cached_property
    def jacobian(self) -> Any:
        """The derivative, compiled in its turn: of a function of one tuple, the partial derivatives."""
        return self._with(D)

    @cached_property
    def jvp(self) -> Any:
        """The product of the derivative and a direction, compiled: a function of the arguments, then their directions.

        It costs about two times the function, and never more than three.

        >>> from scmpy import compile_function, sin, up
        >>> f = compile_function(lambda s: up(1, s[2], -sin(s[1])), up(0.0, 0.5, 0.0))
        >>> f.jvp(up(0.0, 0.0, 2.0), up(0.0, 1.0, 10.0))
        (up 0 10. -1.)
        """
        return self._with(pushed, *map(direction_of, self.place.components))

    @cached_property
    def vjp(self) -> Any:
        """The product of a covector and the derivative, compiled: a function of the arguments, then the covector.

        It is shaped like the derivative of a scalar; its cost is a few times that of the function.

        >>> from scmpy import compile_function, down, sin, up
        >>> f = compile_function(lambda s: up(1, s[2], -sin(s[1])), up(0.0, 0.5, 0.0))
        >>> f.vjp(up(0.0, 0.0, 2.0), down(5.0, 1.0, 10.0))
        (down 0 -10. 1.)
        """
        return self._with(pulled, covector_of(self.variants.known[0].value_shape))

    def _with(self, derive: Derived, *more: Any) -> Any:
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
        return self._layout + sources(self.variants.every_way(), c_source, C_WAYS)

    @property
    def javascript_source(self) -> str:
        """The text of the same function in JavaScript: ``f(x, y = [])`` fills and gives y; it is null without a value.

        Raises:  as of python_source
        """
        return self._layout + sources(self.variants.every_way(), javascript_source, JAVASCRIPT_WAYS)

    def array_function(self, namespace: Any) -> Callable[..., Any]:
        """The same function for arrays of another library that has numpy's names: for JAX's jit, vmap and grad.

        The last axis of its argument has the leaves of the arguments, that of the result those of the value, NaN where
        there is none. A second argument is the numbers of the parameters, if others are wanted. JAX computes with
        floats of 32 bits unless its setting ``jax_enable_x64`` is true (the extra ``jax``).

        Raises:  as of python_source; WrongTypeError for a function that numpy does not have
        >>> import numpy
        >>> from scmpy import compile_function, sin, up
        >>> f = compile_function(lambda s: up(1, s[2], -sin(s[1])), up(0.0, 0.5, 0.0))
        >>> f.array_function(numpy)(numpy.array([[0.0, 0.0, 2.0], [0.0, 0.0, 3.0]]))
        array([[ 1.,  2., -0.],
               [ 1.,  3., -0.]])
        """
        code = array_function(self.variants.every_way(), namespace)
        own = self.parameter_numbers

        def at(x: Any, parameters: Any = None) -> Any:
            given = namespace.asarray(x)
            more = namespace.asarray(own if parameters is None else parameters)
            return code(namespace.concatenate([given, namespace.broadcast_to(more, (*given.shape[:-1], len(own)))], -1))

        return at

    @property
    def _layout(self) -> str:
        count = len(tree_leaves(self.place))
        x = (symbol(f"x[{i}]") for i in range(count))
        y = (symbol(f"y[{i}]") for i in itertools.count())
        lines = [f"arguments: {' '.join(map(str, tree_unflatten(x, self.place).components))}"]
        lines += [f"parameters: {' '.join(f'x[{count + i}]' for i in range(len(self._numbers)))}"] * bool(self._numbers)
        lines.append(f"value: {with_entries(y, self.variants.known[0].value_shape)!s}")
        return "".join(f"// {line}\n" for line in lines)


_NUMBERS = frozenset((float, int, Fraction))
_NO_NUMBERS = (list, tuple, str, dict, Structure, NoneType)


def _is_plain(x: Any) -> bool:
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
    and the texts ``python_source``, ``c_source`` and ``javascript_source``. Symbols and differentials are given to
    f itself. Where f decides by numbers, ``x > 0``, the code holds where all decisions are the same; at arguments where
    they are not, another code is made and kept beside it. What f does besides computing its value, it does when it is
    compiled; what it takes from outside is taken then.

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
    >>> def f(state):
    ...     return up(1, state[2], -sin(state[1]))
    >>> g = compile_function(f, up(0.0, 0.5, 0.0))
    >>> g(up(0.0, pi / 2, 0.25))
    (up 1 .25 -1)
    >>> print(g.python_source)
    def f(x):
        x0, x1, x2, = x
        return [1.0, x2, (-sin(x1))]
    >>> h = compile_function(lambda k: lambda x: k * x if x > 0 else 0, 1.0, parameters=[2.0])
    >>> h(3), h(-3), h.with_parameters(5.0)(3)
    (6.0, 0, 15.0)
    >>> x, y = symbols("x y")
    >>> compile_function(x**2 / y, x, y)(3.0, 2.0)
    4.5
    """
    if target not in (None, "python", "llvm"):
        raise WrongTypeError(f"compile-function expects the target python or llvm, got {describe(target)}")
    if target == "llvm" and not machine.is_available():
        raise ScmpyError("compile-function: the target llvm needs llvmlite, which scmpy's extra fast installs")
    example = Up(map(as_tuples, place))
    if is_expression(f):
        f, example = function_of(f, example.components)
    check_callable(f, wanted="a function or an expression")
    if not place and arity(f)[0]:
        raise ArityError(f"compile-function expects a place for {name_of(f)}: arguments such as it takes")
    numbers = list(tree_leaves(example))
    given = None if parameters is None else tuple(items(parameters))
    MOST_COMPONENTS.check(len(numbers) + len(given or ()), things="numbers as arguments", each=100)
    for leaf in numbers:
        if type(leaf) not in _NUMBERS:
            raise WrongTypeError(f"compile-function expects arguments of real numbers, got {describe(leaf)}")
    return _compiled(Family(f, len(example), given), tree_map(float, example), target)


def compile_smooth(make: Callable[..., Any], place: Structure, parameters: tuple[Any, ...] | None) -> Any:
    """A function of one tuple as code for integration: where it is rounded, that is a decision, so nothing jumps."""
    return _compiled(Family(make, 1, parameters), Up((place,)), None, smooth=True)


def _compiled(family: Family, place: Structure, target: str | None, smooth: bool = False) -> Any:
    """The function of a family as code; what cannot take its parameters from the code has them kept."""
    families = [family, Family(family.make, family.count, family.parameters, kept=True)] if family.numbers else [family]
    for attempt in families:
        try:
            return CompiledFunction(attempt, place, Specializations(attempt, attempt.place(place), target, smooth))
        except Uncompiled as error:
            refusal = error.message
    member = family.member
    warn(f"{name_of(family)} {refusal}; it is not compiled and runs as it is, which takes longer")
    return member if isinstance(member, Function) else Function(member, name_of(member))
