"""D and partial: exact derivatives of functions.

The derivative of a function of one scalar is its slope; of a tuple, the tuple of the opposite shape of its
partial derivatives; of several arguments, the down tuple of the derivatives by each. All directions are carried
through the function at once. A function that returns a function is differentiated when the returned function is
applied, each time with a fresh tag, so that no tag ever escapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scmpy.calculus.differential import Differential, new_tag, tangent
from scmpy.calculus.operator import Operator
from scmpy.errors import BadIndexError, DifferentiationError
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, made_from, name_of
from scmpy.generic.kinds import Scalar, describe
from scmpy.registry import public, register
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.signature import REAL
from scmpy.structure.structure import Structure, Up, as_structure, map_leaves, opposite
from scmpy.symbolic.expression import D_SYMBOL, PARTIAL, application

Path = tuple[int, ...]


def derivative(f: Any, path: Path = ()) -> Any:
    """The derivative of f by all its arguments, or by the part of them at a path."""
    if isinstance(f, Structure):
        return type(f)([derivative(component, path) for component in f.components])
    if hasattr(f, "_derivative_"):
        return f._derivative_(path)
    if isinstance(f, LiteralFunction) and f.signature.arguments == (REAL,) and not path:
        return f.partial(())
    if not callable(f):
        if isinstance(f, Scalar):
            return Function(lambda *args: 0, "zero")
        raise DifferentiationError(f"D expects a function, got {describe(f)}")
    return made_from((f,), lambda *args: _derivative_at(f, path, args), lambda: f"(D {name_of(f)})")


def _derivative_at(f: Any, path: Path, args: tuple[Any, ...]) -> Any:
    if not args:
        return 0
    single = len(args) == 1
    place = args[0] if single else Up(args)
    if single and not isinstance(place, (Structure, list)) and path:
        if path != (0,):
            raise BadIndexError(f"partial {' '.join(map(str, path))} of a function of {describe(place)}")
        path = ()
    part = _part(place, path)
    tag = new_tag()
    seeds: list[Any] = []

    def seed(leaf: Any) -> Differential:
        leaf = converted(leaf)
        if not isinstance(leaf, Scalar) or isinstance(leaf, bool):
            raise DifferentiationError(f"D: cannot differentiate by {describe(leaf)}")
        seeds.append(leaf)
        return Differential(tag, leaf, {len(seeds) - 1: 1})

    perturbed = _replaced(place, path, map_leaves(seed, part))
    result = f(perturbed) if single else f(*perturbed)
    if _is_function(result):
        return Function(lambda *more: _derivative_at(lambda *xs: f(*xs)(*more), path, args), "derivative")
    directions = enumerate(_leaf_paths(part, path))

    def extract(_: Any) -> Any:
        direction, leaf_path = next(directions)
        return _extract(f, args, leaf_path, result, tag, direction)

    return map_leaves(extract, opposite(part))


def _extract(f: Any, args: tuple[Any, ...], path: Path, result: Any, tag: int, direction: int) -> Any:
    """The tangent of a result by the leaf at a path; components that are functions wait until they are applied."""
    if isinstance(result, Structure):
        return type(result)(
            [
                _extract(lambda *xs, i=i: f(*xs)[i], args, path, component, tag, direction)
                for i, component in enumerate(result.components)
            ]
        )
    if _is_function(result):
        return Function(lambda *more: _derivative_at(lambda *xs: f(*xs)(*more), path, args), "derivative")
    return tangent(result, tag, direction)


def _leaf_paths(part: Any, path: Path) -> Iterator[Path]:
    """The paths of the leaves of a part that itself is at a path."""
    if isinstance(part, Structure):
        for i, component in enumerate(part.components):
            yield from _leaf_paths(component, (*path, i))
    else:
        yield path


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, (Structure, Scalar)) and not hasattr(value, "map")


def _part(value: Any, path: Path) -> Any:
    for index in path:
        if not isinstance(value, (Structure, list)):
            raise BadIndexError(f"partial: {describe(value)} has no component {index}")
        value = as_structure(value)[index]
    return as_structure(value) if isinstance(value, list) else value


def _replaced(value: Any, path: Path, part: Any) -> Any:
    """The value with another part at a path."""
    if not path:
        return part
    index, structure = path[0], as_structure(value)
    components = list(structure.components)
    components[index] = _replaced(components[index], path[1:], part)
    return type(structure)(components)


D = Operator(lambda f: derivative(f), D_SYMBOL, "derivative")
_D_DOC = """The derivative.

    Scheme:  ((D f) x)
    Math:    Df, the slope; of a function of a tuple the tuple of the opposite shape of its partial derivatives
    Source:  SICM 1.4, FDG appendix B
"""
register("D", D, doc=_D_DOC)
register("derivative", D, doc=_D_DOC)


@public("partial", python="partial")
def partial(*path: int) -> Operator:
    """The partial derivative by the argument, or the part of it, at a path of indices.

    Scheme:  ((partial i j ...) f)
    Math:    partial_i f; of a function of one tuple the first index selects a component of it
    Source:  SICM 1.6, FDG 3
    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> partial(1)(lambda x, y: x * y)(x, y)
    x
    """
    for index in path:
        if not isinstance(index, int) or isinstance(index, bool):
            raise BadIndexError(f"partial expects indices, got {describe(index)}")
    return Operator(lambda f: derivative(f, path), application(PARTIAL, *path), "derivative")
