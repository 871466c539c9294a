"""Families of manifolds: R^n, S^n, SO(3), ... A family knows the patches of its members and their coordinate systems.

A coordinate system is attached to a patch once, as a function from a manifold of the family to :class:`Transformations`
between coordinates and representations of points: given as such, as a pair of functions, or as the message-passing
procedure of the course. Source: FDG 2. Next: standard_manifolds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from scmpy.boundary import checks, guarded_call
from scmpy.errors import ChartError, WrongTypeError, did_you_mean
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.settings import check_callable, count, instances
from scmpy.generic.types import Formula, Values
from scmpy.geometry.basis import CoordinateChart
from scmpy.geometry.chart import Exclusion, names_in
from scmpy.geometry.manifold import Manifold, Point, answer
from scmpy.pickling import Individuals, portable
from scmpy.registry import Registered, public, scheme_name_of
from scmpy.structure.types import Name
from scmpy.symbolic.expression import Symbol, symbol


class Transformations(NamedTuple):
    to_manifold: Callable[[Any], Any]
    from_manifold: Callable[[Any], Any]
    names: str = ""
    excluded: dict[str, Exclusion] | None = None
    keeps_coordinates: bool = True


Maker = Callable[[Manifold], Any]


class Family(Registered):
    """A kind of manifold, of any dimension, with the coordinate systems attached to its patches."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.patches: Table[str, dict[str, Maker]] = Table()
        self.members = Individuals()
        self.place: tuple[Any, int] | None = None  # among the families of its name
        self._count = itertools.count(1)

    def __repr__(self) -> str:
        return self.name

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self.place is None or scheme_name_of(self):
            return super().__reduce_ex__(protocol)
        return portable((_family_at, self.place, {"patches": dict(self.patches)}, None, None, _attach_unless_known))

    def _describe_(self) -> str:
        return f"the family of manifolds {self.name}"

    def patch_names(self) -> tuple[Any, ...]:
        return tuple(map(symbol, reversed(list(self.patches))))

    def systems_of(self, patch: str) -> dict[str, Maker]:
        if patch not in self.patches:
            known = " ".join(self.patches) or "(none)"
            raise ChartError(f"{self.name} has the patches {known}, got {patch}{did_you_mean(patch, self.patches)}")
        return self.patches[patch]

    def member(
        self, dimension: int, embedding_dimension: int | None = None, name: str | None = None, coordinates: str = ""
    ) -> Manifold:
        def make() -> Manifold:
            generated = f"{self.name.replace('^n', f'^{dimension}')}-{next(self._count)}"
            return Manifold(name or generated, self, dimension, embedding_dimension)

        made: Manifold = self.members.made((dimension, embedding_dimension, name, coordinates), make)
        return made

    def chart(self, system: str, patch: str, manifold: Manifold, name: str | None = None) -> CoordinateChart:
        made = manifold.charts.get((patch, system))
        if isinstance(made, CoordinateChart):
            return made
        systems = self.systems_of(patch)
        if system not in systems:
            known = " ".join(systems) or "(none)"
            raise ChartError(
                f"the patch {patch} of {self.name} has the coordinate systems {known}, got {system}"
                f"{did_you_mean(system, systems)}"
            )
        ways = _transformations(systems[system](manifold), manifold)
        everybody_s = self.patches.shared.get(patch, {}).get(system) is systems[system]
        return new_chart(system, patch, manifold, ways, name or f"{manifold.name}-{system}", everybody_s)


_FAMILIES = Individuals()  #: those that programs have made


def _family_at(name: str, number: int) -> Any:
    return _FAMILIES.at(name, number, lambda: Family(name))


def _attach_unless_known(family: Family, state: dict[str, Any]) -> None:
    for patch, systems in state["patches"].items():
        family.patches[patch] = {**systems, **family.patches.get(patch, {})}


def new_chart(
    system: str, patch: str, manifold: Manifold, ways: Transformations, name: str, everybody_s: bool = False
) -> CoordinateChart:
    """A chart of a manifold, which knows it by its system and patch from now on: in this session, or for everybody."""
    names = ways.names or " ".join(f"x{i}" for i in range(manifold.dimension))
    made = CoordinateChart(name, manifold, names, *ways[:2], *ways[3:])
    made.system, made.patch = system, patch
    charts = manifold.charts.shared if everybody_s else manifold.charts
    charts[patch, system] = made
    return made


def _transformations(given: Any, manifold: Manifold) -> Transformations:
    if isinstance(given, Transformations):
        return given
    if isinstance(given, Iterable) and not callable(given):  # a list of Scheme's too
        given = tuple(given)
    if isinstance(given, tuple) and len(given) == 2 and all(map(callable, given)):
        return Transformations(*given)
    if not callable(given):
        raise WrongTypeError(f"coordinate transformations are a pair of functions, to points and back, got {given}")

    def to_manifold(coordinates: Any) -> Any:
        return given(symbol("coords->point"))(coordinates).representation

    def from_manifold(representation: Any) -> Any:
        return given(symbol("point->coords"))(Point.represented(manifold, representation))

    return Transformations(to_manifold, from_manifold)


as_family = checks("Family")(instances(Family, "a family of manifolds such as R^n"))


@public("specify-manifold")
def specify_manifold(name: Name, kind: Name | None = None) -> Family:
    """A new family of manifolds; patches and coordinate systems are attached to it.

    Scheme:  (specify-manifold 'R^n)
    Source:  FDG 2
    >>> torus = specify_manifold("torus")
    >>> make_manifold(torus, 2)("type")
    torus
    """
    family: Family = _FAMILIES.made(name, lambda: Family(str(name)))
    return family


@public("make-manifold")
def make_manifold(family: Family, dimension: int, embedding_dimension: int | None = None) -> Manifold:
    """A manifold of a family; its points are represented in a space of the embedding dimension.

    Scheme:  (make-manifold S^2-type 2 3)
    Raises:  ChartError if the dimension is above that of the embedding space; WrongTypeError unless both are counts
    Source:  FDG 2
    >>> flat = make_manifold(R_n, 2)
    >>> rectangular = coordinate_system_at("rectangular", "origin", flat)
    >>> chart(rectangular)(point(rectangular)(up(1, 2)))
    (up 1 2)
    """
    for given in (dimension, *((embedding_dimension,) if embedding_dimension is not None else ())):
        count(given, "make-manifold", 1)
    if embedding_dimension is not None and embedding_dimension < dimension:
        raise ChartError(f"make-manifold: a manifold of dimension {dimension} is not part of {embedding_dimension}")
    return family.member(dimension, embedding_dimension)


@public("attach-patch")
def attach_patch(name: Name, family: Family) -> Symbol:
    """Add a patch, to which coordinate systems are attached, to a family of manifolds.

    Scheme:  (attach-patch 'north-pole S^n-type)
    Source:  FDG 2
    >>> torus = specify_manifold("torus")
    >>> _ = attach_patch("square", torus)
    >>> patch_names(make_manifold(torus, 2))
    (square,)
    """
    family.patches.setdefault(str(name), {})
    return symbol(str(name))


@public("attach-coordinate-system")
def attach_coordinate_system(
    name: Name, patch: Name, family: Family, transformations: Maker, prototype: Formula | Values | None = None
) -> Symbol:
    """Attach a coordinate system to a patch of a family of manifolds.

    ``transformations`` takes a manifold of the family to a pair of functions, from coordinates to the representation
    of a point and back, or to a procedure of the messages coords->point and point->coords.

    Scheme:  (attach-coordinate-system 'polar 'origin R^n (lambda (manifold) (list to from)))
    Source:  FDG 2
    >>> curved = specify_manifold("curved")
    >>> _ = attach_patch("all", curved)
    >>> _ = attach_coordinate_system("cubed", "all", curved, lambda M: (lambda x: x**3, lambda m: m ** (1 / 3)))
    >>> line = make_manifold(curved, 1)
    >>> manifold_point_representation(point(coordinate_system_at("cubed", "all", line))(2))
    8
    """
    check_callable(transformations, wanted="a function")
    names = " ".join(names_in(prototype)) if prototype is not None else ""

    def maker(manifold: Manifold) -> Transformations:
        made = _transformations(transformations(manifold), manifold)
        return made._replace(names=names) if names else made

    systems = family.systems_of(str(patch))
    family.patches[str(patch)] = {**systems, str(name): maker}
    return symbol(str(name))


class Patch(NamedTuple):
    name: str
    manifold: Manifold

    @guarded_call
    def __call__(self, message: Any) -> Any:
        return answer(self, _PATCH_MESSAGES, message)

    def _describe_(self) -> str:
        return f"the patch {self.name} of {self.manifold}"


as_patch = checks("Patch")(instances(Patch, "a patch of a manifold"))

_PATCH_MESSAGES: dict[str, Callable[[Patch], Any]] = {
    "name": lambda patch: symbol(patch.name),
    "patch": lambda patch: patch,
    "manifold": lambda patch: patch.manifold,
    "coordinate-system-names": lambda patch: tuple(map(symbol, reversed(patch.manifold.family.systems_of(patch.name)))),
}


@public("patch")
def patch(name: Name, manifold: Manifold) -> Patch:
    """The patch of this name of a manifold.

    Scheme:  (patch 'origin R2)
    Raises:  ChartError if the manifold has no such patch
    Source:  FDG 2
    >>> patch("origin", R2)("manifold"), patch("tilted", S2)("coordinate-system-names")
    (R2, (spherical,))
    """
    manifold.family.systems_of(str(name))
    return Patch(str(name), manifold)


@public("patch-names")
def patch_names(manifold: Manifold) -> tuple[Any, ...]:
    """The names of the patches of a manifold, the last attached first.

    Scheme:  (patch-names S2)
    Source:  FDG 2
    >>> patch_names(S2)
    (south-pole, tilted, north-pole)
    """
    return manifold.family.patch_names()


@public("coordinate-system")
def coordinate_system(name: Name, patch: Patch) -> CoordinateChart:
    """The chart of this name of a patch.

    Scheme:  (coordinate-system 'rectangular (patch 'origin R2))
    Raises:  ChartError if the patch has no such coordinate system
    Source:  FDG 2
    >>> coordinate_system("polar/cylindrical", patch("origin", R2))
    R2-polar
    """
    return coordinate_system_at(name, patch.name, patch.manifold)


@public("coordinate-system-at")
def coordinate_system_at(name: Name, patch: Name, manifold: Manifold) -> CoordinateChart:
    """The chart of this name at a patch of a manifold.

    Scheme:  (coordinate-system-at 'rectangular 'origin R2)
    Raises:  ChartError if there is no such patch or coordinate system
    Source:  FDG 2
    1 ]=> (eq? (coordinate-system-at 'polar/cylindrical 'origin R2) R2-polar)
    ;Value: #t
    >>> coordinate_system_at("polar/cylindrical", "origin", R2) is R2_polar
    True
    """
    return manifold.family.chart(str(name), str(patch), manifold)
