"""Batches: what a name of mechanics or geometry gives for arrays is what it gives for each element (scmpy.generic.batch).

The cases are the examples of the registry: numbers of every orbit stand in the place of their symbols, and of the
numbers in tuples and points. An example runs once for each orbit and once with arrays.
"""

import ast
import inspect
import random
import re
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from typing import Any

import numpy
import pytest

import scmpy
from scmpy.errors import ScmpyError
from scmpy.generic.arrays import native
from scmpy.generic.types import TreeNode
from scmpy.geometry.manifold import Point
from scmpy.registry import Entry, entries

ORBITS = 2

#: Those that walk along an orbit, or decide by values in ways that no array shares; they say so.
REFUSING = {
    "pendulum-advance",
    *("normal-form", "energy-conditions", "isometry-dimension"),
    *(
        "integral-curve",
        "geodesic",
        "parallel-transport",
        "holonomy",
        "refine-crossing",
        "map-orbit",
        "motion-gradient",
    ),
}

#: Examples in the place of those whose numbers must be just as they are.
UNIT = ">>> a, b, x, y, z, t = symbols('a b x y z t')\n>>> n = up(sin(a), cos(a) * cos(b), cos(a) * sin(b))\n"
ROLLING = (
    UNIT
    + """
>>> hoop = lambda s: x * square(s[2]) / 2 + sin(s[1][0]) * a
>>> rolling = lambda s: 2 * s[1][1] - s[1][0]
>>> state = up(t, up(y + y, y), up(z + z, z))
"""
)
INSTEAD = {
    "constrained-Lagrangian->acceleration": ROLLING
    + ">>> constrained_Lagrangian_to_acceleration(hoop, rolling)(state)",
    "Lagrange-multipliers": ROLLING + ">>> Lagrange_multipliers(hoop, rolling)(state)",
    "Lagrangian->constraint-forces": ROLLING + ">>> Lagrangian_to_constraint_forces(hoop, rolling)(state)",
    "angle&axis->rotation-matrix": UNIT + ">>> angle_and_axis_to_rotation_matrix(t, n)",
    "general-boost": UNIT + ">>> general_boost(up(a, b, 0) / 4)(up(t, x, y, z))",
    "general-boost2": UNIT + ">>> general_boost2(n, a / 4)(up(t, x, y, z))",
    "components->metric": UNIT
    + ">>> g = components_to_metric(down(down(3 + a, b), down(b, 4)), R2_rect)\n"
    + ">>> d_dx, d_dy = R2_rect.vector_basis('x y')\n>>> g(d_dx, d_dy)(R2_rect.point(x, y))",
    "eliminate-constraints": UNIT
    + ">>> hoop = lambda s: square(s[2]) + sin(s[1][0])\n>>> rolling = lambda s: 2 * s[1][1] - s[1][0]\n"
    + ">>> Lagrangian_to_acceleration(eliminate_constraints(hoop, rolling, 1))(up(t, a, b))",
    "M->Euler": UNIT + ">>> M_to_Euler(Euler_to_M(up(a, b, x)))",
    "surface-gravity": UNIT
    + ">>> M, sphere = len('MM'), spacetime_sphere  # a number that is no number in the text stays as it is\n"
    + ">>> gravity = surface_gravity(Schwarzschild_metric(sphere, M), sphere, sphere.vector_basis()[M - M])\n"
    + ">>> gravity(sphere.point(t, M, a, b))",
}

#: Those whose examples want certain numbers, or symbols (coordinates of an identity, dual bases, frames of others).
OTHERS = {
    *("group-generators", "corresponding-velocities", "claim!", "frame-params", "ancestor-frame"),
    *("event->coords", "coords->event", "coordinates->event", "event->coordinates", "make-SR-frame"),
    *("boost-direction", "v/c", "coordinate-origin"),
    *("equilibria", "stability", "normal-modes", "compile-motion", "dry-friction"),
    *("Newman-Penrose-scalars", "Segre-type", "shadow"),  # a null tetrad, a decision, one observer
}

#: What compares, or solves, systems of equations as wholes.
OF_EQUATIONS = ("mechanics.equations",)


class Places(ast.NodeTransformer):
    """Calls in the place of the symbols of an example, and of the numbers in its tuples and points."""

    TUPLES = frozenset("up down point Up Down coordinate_tuple velocity_tuple momentum_tuple".split())

    def __init__(self) -> None:
        self.inside = False
        self.count = 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in ("symbols", "symbol"):
            self.count += 1
            return ast.Call(ast.Name("_symbols_", ast.Load()), node.args, [])
        node.func = self.visit(node.func)
        outer, self.inside = self.inside, self.inside or name in self.TUPLES
        node.args = [self.visit(argument) for argument in node.args]
        self.inside = outer
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        outer, self.inside = self.inside, False
        node.body = self.visit(node.body)
        self.inside = outer
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node.left = self.visit(node.left)
        node.right = node.right if isinstance(node.op, ast.Pow) else self.visit(node.right)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not self.inside or type(node.value) not in (int, float):
            return node
        self.count += 1
        return ast.Call(ast.Name("_number_", ast.Load()), [node], [])


def transformed(doc: str) -> tuple[list[ast.Module], int]:
    places = Places()
    trees = [places.visit(ast.parse(example.source)) for example in DocTestParser().get_examples(inspect.cleandoc(doc))]
    return [ast.fix_missing_locations(tree) for tree in trees], places.count


def results(entry: Entry, doc: str, orbit: int | None) -> list[Any]:
    """What the examples give for one orbit; for all of them where none is said."""
    draws = random.Random(7)
    known: dict[str, Any] = {}

    def number(base: float) -> Any:
        values = [base + draws.uniform(0.2, 0.9) for _ in range(ORBITS)]
        return numpy.array(values) if orbit is None else values[orbit]

    def symbols(text: str) -> Any:
        values = tuple(known.setdefault(name, number(0.3)) for name in text.replace(",", " ").split())
        return values[0] if len(values) == 1 else values

    value = inspect.unwrap(entry.value)
    home = sys.modules.get(getattr(getattr(value, "__code__", None), "co_filename", "") and value.__module__)
    names = {**vars(home or scmpy), **{name: getattr(scmpy, name) for name in scmpy.__all__}}
    names |= vars(sys.modules[entry.module]) if entry.module in sys.modules else {}
    names |= {"_symbols_": symbols, "_number_": number}
    found = []
    for tree in transformed(doc)[0]:
        if isinstance(tree.body[0], ast.Expr):
            found.append(eval(compile(ast.Expression(tree.body[0].value), entry.scheme, "eval"), names))
        else:
            exec(compile(tree, entry.scheme, "exec"), names)
    return found


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The scalars in a value, with their places."""
    if isinstance(value, Point):
        value = value.representation
    if isinstance(value, (TreeNode, list, tuple)):
        name = type(value).__name__
        for i, x in enumerate(value._children_() if isinstance(value, TreeNode) else value):
            yield from parts(x, (*path, name, i))
    else:
        yield path, value


def agree(x: Any, y: Any) -> bool:
    """Are two scalars the same, but for rounding?"""
    if isinstance(y, (str, bool, type(None))) or (callable(y) and not isinstance(y, (int, float))):
        return x == y or repr(x) == repr(y)
    difference = scmpy.simplify(x - y)
    try:
        return abs(complex(difference)) <= 1e-8 * (1 + abs(complex(y)))
    except (TypeError, ValueError, ScmpyError):  # applications of literal functions, at numbers that rounding moved
        return written(x) == written(y)


def written(x: Any) -> list[str]:
    """What an expression is written of, its numbers rounded."""
    text = re.sub(r"-?\d*\.\d*(e-?\d+)?", lambda number: f"{float(number[0]):.5g}", str(scmpy.simplify(x)))
    return sorted(re.findall(r"[^\s()]+", text))


def of_orbit(part: Any, orbit: int) -> Any:
    if not isinstance(part, numpy.ndarray):
        return part
    assert part.shape == (ORBITS,)
    return native(part)[orbit]


def in_package(entry: Entry, *packages: str) -> bool:
    value = inspect.unwrap(entry.value)
    code = getattr(value, "__code__", None)
    module = entry.module if entry.module != "scmpy" or code is None else code.co_filename.replace("/", ".")
    return any(f"scmpy.{package}" in module for package in packages)


def cases() -> dict[str, tuple[Entry, str]]:
    """The names that take states or points, with their examples: one for each documentation."""
    found: dict[str, tuple[Entry, str]] = {}
    for entry in entries():
        if in_package(entry, "mechanics", "geometry", "compat.pendulum") or entry.scheme in ELSEWHERE:
            found.setdefault(entry.doc, (entry, INSTEAD.get(entry.scheme, entry.doc)))
    with_places = {entry.scheme: (entry, doc) for entry, doc in found.values() if transformed(doc)[1]}
    return {
        name: (entry, doc)
        for name, (entry, doc) in with_places.items()
        if name not in OTHERS and not in_package(entry, *OF_EQUATIONS)
    }


#: Names of linear algebra and quaternions that mechanics is made of.
ELSEWHERE = {
    *("determinant", "trace", "transpose", "s:invert", "s:determinant", "solve-linear-left", "solve-linear-right"),
    *("m:invert", "m:solve", "m:determinant", "quaternion->angle-axis", "quaternion->rotation-matrix", "q:rotate"),
    *("rotation-matrix->quaternion", "euclidean-norm", "v:make-unit", "cross-product"),
    "dot-product",
}
CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_a_batch_is_its_orbits(name: str) -> None:
    entry, doc = CASES[name]
    if name in REFUSING:
        with pytest.raises(ScmpyError):
            results(entry, doc, None)
        return
    together, *single = (results(entry, doc, orbit) for orbit in (None, *range(ORBITS)))
    batch = list(parts(together))
    for orbit, one in enumerate(single):
        separate = list(parts(one))
        assert [place for place, _ in batch] == [place for place, _ in separate]
        for (place, x), (_, y) in zip(batch, separate, strict=True):
            assert agree(of_orbit(x, orbit), y), (place, x, y)


def test_there_are_as_many_cases_as_names_that_take_states_and_points() -> None:
    assert len(CASES) > 350
    assert {"Lagrangian->acceleration", "Kretschmann", "Ricci", "M->Euler", "Lie-transform", "F->CH"} <= CASES.keys()
    assert not set(INSTEAD) - CASES.keys()
    assert not REFUSING - CASES.keys()
