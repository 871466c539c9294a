"""D and partial: exact derivatives of functions.

The derivative of a function of one scalar is its slope; of a tuple, the tuple of the opposite shape of its
partial derivatives; of several arguments, the down tuple of the derivatives by each. A vector counts as an up tuple.
The derivative by an array of numpy's is an array: its shape is that of the function's value (none for a scalar), then
that of the argument. A function of a number (sin, cube + 3 square) takes an array element by element, and so does its
derivative. An array that is a component of a tuple is no vector, but one scalar for each of many orbits
(:mod:`scmpy.generic.batch`): the derivative by it is that of each orbit.

All directions are carried through the function at once (forward mode), or the function is recorded and a sweep goes
back through the record (reverse mode, :mod:`scmpy.calculus.reverse`). D takes reverse mode for few values of many
variables, where it is cheaper. A function that returns a function is differentiated when the returned function is
applied, each time with a fresh tag, so that no tag ever escapes. At functions on a manifold the derivative is a
composition, as the elementary and the literal functions are there: ``D(cube)(t)`` of a coordinate t is (D cube) o t.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from scmpy.calculus.differential import NO_NUMBER, Differential, depth, is_list, map_scalars, new_tag, tag_at, tangent
from scmpy.calculus.jet import TAYLOR_ORDER, high_derivative
from scmpy.calculus.operator import Operator, label_of
from scmpy.calculus.reverse import Recorded
from scmpy.errors import BadIndexError, DifferentiationError, ScmpyError
from scmpy.generic.arrays import as_batch, is_array, is_batch, is_vector_array, map_array, stacked
from scmpy.generic.composite import Composite, map_composite, scalars_of
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, apply_value, is_elementwise, made_from, name_of
from scmpy.generic.kinds import Scalar, describe
from scmpy.generic.settings import Limit
from scmpy.guard import guarded_call, refuse_circular
from scmpy.registry import public, register
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.signature import REAL
from scmpy.structure.structure import Down, Structure, Up, as_structure, as_ups, leaves, map_leaves
from scmpy.symbolic.expression import D_SYMBOL, PARTIAL, Expression, application, symbol

Path = tuple[int, ...]

FORWARD, REVERSE, EITHER = "forward", "reverse", "either"

#: From so many variables on, reverse mode is tried when neither mode is asked for. (Of fewer the two cost the same.)
MANY = 24

#: From this order on, derivatives of derivatives at symbolic arguments are taken from one tape.
HIGH_ORDER = 3

MOST_DERIVATIVES = Limit("most-derivatives", 200, "Order of a derivative.")


def derivative(f: Any, path: Path = (), mode: str = EITHER) -> Any:
    """The derivative of f by all its arguments, or by the part of them at a path."""
    f = as_ups(f, "D") if isinstance(f, list) else converted(f)
    _refuse_expressions(f)
    if isinstance(f, Structure) and all(hasattr(part, "_derivative_") for part in leaves(f)):
        return map_leaves(lambda part: part._derivative_(path), f)
    return _derivative(f, path, mode)


def _refuse_expressions(f: Any) -> None:
    """An error for an expression, or a structure of such: it is no function, and zero is not what is wanted of it.

    An expression beside functions in a structure, and a number, stand for constant functions.
    """
    parts = list(leaves(f)) if isinstance(f, Structure) else [f]
    if any(isinstance(part, Expression) for part in parts) and not any(map(callable, parts)):
        how = "write D(lambda x: x**2), in Scheme (D (lambda (x) (expt x 2)))"
        raise DifferentiationError(f"D differentiates functions, and {describe(f)} is none: {how}")


def _derivative(f: Any, path: Path, mode: str) -> Any:
    if hasattr(f, "_derivative_"):
        return f._derivative_(path)
    if isinstance(f, LiteralFunction) and f.signature.arguments == (REAL,) and not path:
        return f.partial(())
    if not callable(f):
        if isinstance(f, Scalar):
            return Function(lambda *args: 0, "zero")
        raise DifferentiationError(f"D expects a function, got {describe(f)}")
    parts = leaves(f) if isinstance(f, Structure) else (f,)
    made = made_from(parts, lambda *args: _derivative_at(f, path, args, mode), lambda: f"(D {name_of(f)})")
    if type(made) is not Function or mode != EITHER:
        return made
    base, paths = (f.base, f.paths) if isinstance(f, Derivative) else (f, ())
    MOST_DERIVATIVES.check(len(paths), "D")
    return Derivative(made, base, (*paths, path))


class Derivative(Function):
    """A derivative of a derivative of ... a function, by the parts of its arguments at these paths, first to last."""

    __slots__ = ("base", "paths")

    def __init__(self, function: Function, base: Any, paths: tuple[Path, ...]) -> None:
        super().__init__(function.function, self._own_name, elementwise=function.elementwise)
        self.base = base
        self.paths = paths

    def _own_name(self) -> str:
        count = len(self.paths)
        return (
            f"((expt D {count}) {name_of(self.base)})"
            if count > 3
            else f"{'(D ' * count}{name_of(self.base)}{')' * count}"
        )

    @guarded_call
    def __call__(self, *args: Any) -> Any:
        """All orders at once, if the order is high and they can be had; else from the derivative of one order less.

        The derivatives that the arguments are being perturbed by count.
        """
        if len(self.paths) >= TAYLOR_ORDER and len(args) == 1 and is_array(args[0]) and is_elementwise(self.base):
            return _one_by_one(self, args[0])
        if len(self.paths) + max(map(depth, args), default=0) >= HIGH_ORDER:
            value = high_derivative(self.base, args, lambda places: [_part(*_place(places, p)) for p in self.paths])
            if value is not None:
                return value
        return self.function(*args)


def _derivative_at(f: Any, path: Path, args: tuple[Any, ...], mode: str) -> Any:
    if not args:
        return 0
    if len(args) > 1 and any(map(is_vector_array, args)):
        return _derivative_by_vectors(f, path, args, mode)
    place, path = _place(args, path)
    part = _part(place, path)
    if is_vector_array(part) and part is place and is_elementwise(f):
        return _at_elements(f, part)
    if any(map(_composes, scalars_of(part))):
        return _composed(f, path, args, mode)
    tag = tag_at(_numbers(part))

    def value_at(variable: Callable[[Any, int], Any]) -> Any:
        perturbed = _replaced(place, path, _with_variables(part, variable))
        try:
            return f(perturbed) if len(args) == 1 else f(*perturbed)
        except (TypeError, ValueError, AttributeError) as error:
            is_of_batch = "'Differential' object" in str(error) and any(map(is_batch, scalars_of(part)))
            if isinstance(error, ScmpyError) or not (is_of_batch or _is_of_arrays_or_sympy(error)):
                raise
            refused = DifferentiationError(NO_NUMBER.format(describe(Differential(tag, part, {}))))
            raise refused.with_traceback(error.__traceback__) from None

    result = _recorded(value_at, tag, part, mode) if mode != FORWARD else None
    if result is None:
        result = value_at(lambda x, direction: Differential(tag, x, {direction: 1}))
    if _is_function(result):
        return _of_function(result, f, path, args, mode)
    directions = enumerate(_leaf_paths(part, path))

    def extract(leaf: Any) -> Any:
        if is_vector_array(leaf):
            return _stacked([extract(None) for _ in range(leaf.size)], leaf) if leaf.size else leaf
        direction, leaf_path = next(directions)
        return _extract(f, args, leaf_path, result, tag, direction, mode)

    return _dual(extract, part)


def _dual(function: Callable[[Any], Any], part: Any) -> Any:
    """What holds the derivatives by the leaves of a part, which a function gives from left to right."""
    if isinstance(part, Composite):
        return part._dual_([_dual(function, x) for x in part._parts_()])
    return function(part)


def _composes(value: Any) -> bool:
    """Does this stand for its values, as a function on a manifold does?"""
    return hasattr(type(value), "_made_from_")


def _composed(f: Any, path: Path, args: tuple[Any, ...], mode: str) -> Function:
    """The derivative at functions on a manifold: the function whose value is that at their values."""

    def at(*where: Any) -> Any:
        values = map_leaves(lambda x: x(*where) if _composes(x) else x, Up(args))
        return _derivative_at(f, path, values.components, mode)

    inner = [x for x in leaves(Up(args)) if _composes(x)]
    return made_from(inner, at, lambda: f"((D {name_of(f)}) {' '.join(map(name_of, args))})")


def _derivative_by_vectors(f: Any, path: Path, args: tuple[Any, ...], mode: str) -> Any:
    """The derivative by arguments of which some are arrays, which in a tuple would be no vectors: one by one."""
    if not path:
        return Down(_derivative_by_vectors(f, (i,), args, mode) for i in range(len(args)))
    if not -len(args) <= path[0] < len(args):
        raise BadIndexError(f"partial {path[0]} of a function of {len(args)} arguments")
    before, (given, *after) = args[: path[0]], args[path[0] :]
    return _derivative_at(lambda x: f(*before, x, *after), path[1:], (given,), mode)


def _at_elements(f: Any, array: Any) -> Any:
    """The derivative of a function of a number at every element of an array."""
    if array.dtype == object:
        return _one_by_one(derivative(f), array)
    tag, zeros = new_tag(), as_batch(array * 0)
    value = apply_value(f, (Differential(tag, as_batch(array), {0: 1}),))
    return map_leaves(lambda x: x + zeros, tangent(value, tag, 0))


def _one_by_one(function: Any, array: Any) -> Any:
    """The values of a function at the elements of an array, as arrays like it."""
    return _stacked([function(x) for x in array.flat], array) if array.size else array


def _place(args: tuple[Any, ...], path: Path) -> tuple[Any, Path]:
    """The arguments as one value, and the path inside it."""
    if len(args) > 1:
        return Up(args), path
    (place,) = args
    if path and not isinstance(place, (Composite, list)) and not is_vector_array(place):
        if path != (0,):
            raise BadIndexError(f"partial {' '.join(map(str, path))} of a function of {describe(place)}")
        return place, ()
    return place, path


def _with_variables(part: Any, variable: Callable[[Any, int], Any]) -> Any:
    """The part with a variable of the derivative at every leaf, made from its value and the number of its direction."""
    numbers = itertools.count()

    def seed(leaf: Any) -> Any:
        leaf = converted(leaf)
        if is_vector_array(leaf):
            return map_array(seed, leaf)
        if not isinstance(leaf, Scalar) or isinstance(leaf, bool):
            raise DifferentiationError(f"D: cannot differentiate by {describe(leaf)}")
        return variable(leaf, next(numbers))

    return map_composite(seed, part)


def _recorded(value_at: Callable[..., Any], tag: int, part: Any, mode: str) -> Any:
    """The value with its tangents found in reverse mode; None if forward mode is to be preferred, or has to do."""
    variables = sum(1 for _ in _leaf_paths(part, ()))
    if mode == EITHER and variables < MANY:
        return None
    try:
        value = value_at(lambda x, direction: Recorded(tag, x, (), direction))
    except ScmpyError:
        if mode == REVERSE:
            raise
        return None
    results: list[Recorded] = []

    def collected(x: Any) -> Any:
        if isinstance(x, Recorded) and x.tag == tag:
            results.append(x)
        return x

    _each_scalar(collected, value)
    if mode == EITHER and 2 * len(results) > variables:
        return None
    return _each_scalar(lambda x: x.swept() if isinstance(x, Recorded) and x.tag == tag else x, value)


def _is_of_arrays_or_sympy(error: Exception) -> bool:
    """Is this what functions of numpy's and SymPy's raise that meet a value of a type unknown to them?"""
    return type(error).__module__.partition(".")[0] in ("numpy", "sympy") or "ufunc" in str(error)


def _numbers(part: Any) -> Iterator[Any]:
    """The leaves of a part, those of its arrays one by one; of real arrays one stands for all."""
    for leaf in scalars_of(part):
        if is_array(leaf):
            yield from leaf.flat if leaf.dtype.kind in "Oc" else leaf.flat[:1]
        else:
            yield converted(leaf)


def _each_scalar(function: Callable[[Any], Any], value: Any) -> Any:
    """A function applied to the scalars of a value, of which components may be functions."""
    if isinstance(value, Composite):
        return value._with_parts_([_each_scalar(function, x) for x in value._parts_()])
    if hasattr(value, "map_places"):
        return value.map_places(lambda _, x: _each_scalar(function, x))
    return value if _is_function(value) else map_scalars(function, value)


def _extract(f: Any, args: tuple[Any, ...], path: Path, result: Any, tag: int, direction: int, mode: str) -> Any:
    """The tangent of a result by the leaf at a path; components that are functions wait until they are applied."""

    def at(place: Any, part: Any) -> Any:
        return _extract(lambda *xs: _elements(f(*xs))[place], args, path, part, tag, direction, mode)

    if isinstance(result, Composite):
        return result._with_parts_(list(itertools.starmap(at, enumerate(result._parts_()))))
    if is_list(result) or isinstance(result, list):
        refuse_circular("D", result)
        return (list if isinstance(result, list) else tuple)(itertools.starmap(at, enumerate(result)))
    if hasattr(result, "map_places"):  # series
        return result.map_places(at)
    if _is_function(result):
        return _of_function(result, f, path, args, mode)
    return tangent(result, tag, direction)


def _elements(value: Any) -> Any:
    return value._parts_() if isinstance(value, Composite) else tuple(value) if is_list(value) else value


def _of_function(result: Any, f: Any, path: Path, args: tuple[Any, ...], mode: str) -> Any:
    """The derivative of a function that f returns: a function, or an operator of the kind of what is returned."""

    def apply(*more: Any) -> Any:
        return _derivative_at(lambda *xs: f(*xs)(*more), path, args, mode)

    if isinstance(result, Operator):
        return result.remake(apply, application(D_SYMBOL, label_of(result)))
    return Function(apply, "derivative")


def _stacked(parts: list[Any], array: Any) -> Any:
    """The derivatives by the elements of an array as one array like it, inside the structure of the result."""
    first = parts[0]
    if isinstance(first, Composite):
        columns = zip(*(x._parts_() for x in parts), strict=True)
        return first._with_parts_([_stacked(list(column), array) for column in columns])
    if isinstance(first, list):
        return [_stacked([x[i] for x in parts], array) for i in range(len(first))]
    if _is_function(first):
        return Function(lambda *more: _stacked([x(*more) for x in parts], array), "derivative")
    if not isinstance(first, Scalar):
        raise DifferentiationError(f"D: the derivative of {describe(first)} by an array has no form")
    return stacked(parts, array)


def _leaf_paths(part: Any, path: Path) -> Iterator[Path]:
    """The paths of the leaves of a part that itself is at a path."""
    if isinstance(part, Composite):
        for i, component in enumerate(part._parts_()):
            yield from _leaf_paths(component, (*path, i))
    elif is_vector_array(part):
        for index in itertools.product(*map(range, part.shape)):
            yield (*path, *index)
    else:
        yield path


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, (Structure, Scalar)) and not hasattr(value, "map")


def _part(value: Any, path: Path) -> Any:
    """The part of a value at a path, its vectors as up tuples."""
    for index in path:
        if is_vector_array(value):
            if not -len(value) <= index < len(value):
                raise BadIndexError(f"partial: an array of {len(value)} has no component {index}")
            value = value[index]
        elif isinstance(value, (Structure, list)):
            value = as_structure(value)[index]
        elif isinstance(value, Composite) and 0 <= index < len(value._parts_()):
            value = value._parts_()[index]
        else:
            raise BadIndexError(f"partial: {describe(value)} has no component {index}")
    return _with_tuples(value)


def _with_tuples(value: Any) -> Any:
    """The value with up tuples for vectors."""
    if isinstance(value, list):
        refuse_circular("D", value)
        return _tuples_of(value)
    return type(value)(map(_with_tuples, value.components)) if isinstance(value, Structure) else value


def _tuples_of(vector: Any) -> Any:
    """The up tuple for a vector with an end."""
    return Up(map(_tuples_of, vector)) if isinstance(vector, list) else _with_tuples(vector)


def _replaced(value: Any, path: Path, part: Any) -> Any:
    """The value with another part at a path."""
    if not path:
        return part
    index, *rest = path
    if is_vector_array(value):
        copy = value.astype(object)
        copy[index] = _replaced(copy[index], tuple(rest), part)
        return copy
    whole = value if isinstance(value, Composite) else as_structure(value)
    parts = list(whole._parts_())
    parts[index] = _replaced(parts[index], tuple(rest), part)
    return whole._with_parts_(parts)


D = Operator(lambda f: derivative(f), D_SYMBOL, "derivative")
D_forward = Operator(lambda f: derivative(f, (), FORWARD), symbol("D-forward"), "derivative")
D_reverse = Operator(lambda f: derivative(f, (), REVERSE), symbol("D-reverse"), "derivative")
_D_DOC = """The derivative.

    Scheme:  ((D f) x)
    Math:    Df, the slope; of a function of a tuple the tuple of the opposite shape of its partial derivatives
    Source:  SICM 1.4, FDG appendix B
    >>> from scmpy import D, symbols, up
    >>> x, y = symbols("x y")
    >>> D(lambda x: x**3)(x), D(lambda s: s[0] * s[1])(up(x, y))
    ((* 3 (expt x 2)), (down y x))
"""
register("D", D, doc=_D_DOC)
register("derivative", D, doc=_D_DOC)
register(
    "D-forward",
    D_forward,
    doc="""The derivative, in forward mode: every direction is carried along.

    Scheme:  ((D-forward f) x)
    Math:    Df, as D gives it
    >>> from scmpy import D_forward, sin, symbols
    >>> D_forward(sin)(symbols("x"))
    (cos x)
    """,
)
register(
    "D-reverse",
    D_reverse,
    doc="""The derivative, in reverse mode: one sweep back gives all partial derivatives.

    Scheme:  ((D-reverse f) x)
    Math:    Df, as D gives it
    >>> from scmpy import D_reverse, square, symbols, up
    >>> D_reverse(square)(up(*symbols("x y z")))
    (down (* 2 x) (* 2 y) (* 2 z))
    """,
)


@public("partial", python="partial")
def partial(*path: int) -> Operator:
    """The partial derivative by the argument, or the part of it, at a path of indices.

    Scheme:  ((partial i j ...) f)
    Math:    partial_i f; of a function of one tuple the first index selects a component of it
    Source:  SICM 1.6, FDG 3
    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> partial(1)(lambda x, y: x * y)(x, y)
    x
    """
    for index in path:
        if not isinstance(index, int) or isinstance(index, bool):
            raise BadIndexError(f"partial expects indices, got {describe(index)}")
    return Operator(lambda f: derivative(f, path), application(PARTIAL, *path), "derivative")
