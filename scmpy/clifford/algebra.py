"""Geometric algebras as values: their blades by name, and the algebras of the field by theirs."""

from __future__ import annotations

import functools
from typing import Any

from scmpy.clifford.blades import Blades, blade_name, first_of
from scmpy.clifford.multivector import Multivector
from scmpy.errors import BadIndexError, WrongTypeError, describe
from scmpy.generic.display import Shown
from scmpy.guard import guarded_call
from scmpy.registry import public, register, scheme_name_of
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.aliases import Name
from scmpy.symbolic.expression import application, symbol

#: Vectors are named by one digit each, and an algebra of n vectors has 2^n blades.
MAXIMUM_DIMENSION = 9


class Algebra(Blades, Shown):
    """A geometric algebra. Its blades are its attributes: ``A.e12``, the unit pseudoscalar ``A.I``.

    >>> A = geometric_algebra(3, 0, 1)
    >>> A.e1 * A.e2, A.e2 * A.e1, A.e0 * A.e0, A.e31
    (e12, (* -1 e12), 0, (* -1 e13))
    """

    __slots__ = ()

    def blade(self, name: str) -> Multivector:
        """The basis blade of a name, whose vectors may stand in any order; ``I`` is the unit pseudoscalar, ``1`` is 1.

        >>> geometric_algebra(3).blade("e21")
        (* -1 e12)
        """
        blade, sign = self.named(name)
        return Multivector(self, {blade: sign})

    @property
    def vectors(self) -> tuple[Multivector, ...]:
        """The basis vectors.

        >>> e1, e2 = geometric_algebra(2).vectors
        >>> e1 + 3 * e2
        (+ e1 (* 3 e2))
        """
        return tuple(self.blade(self.names[1 << i]) for i in range(self.dimension))

    def __getattr__(self, name: str) -> Multivector:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.blade(name)
        except BadIndexError as error:
            raise AttributeError(str(error)) from None

    @guarded_call
    def __call__(self, name: Name) -> Multivector:
        return self.blade(blade_name(name, "a geometric algebra"))

    def __repr__(self) -> str:
        return scheme_text(self._shown_())

    def _shown_(self) -> Any:
        name = scheme_name_of(self)
        return symbol(name) if name else application(symbol("geometric-algebra"), *self.signature)

    def __reduce__(self) -> Any:
        return _algebra, (*self.signature, self.first)


@functools.cache
def _algebra(p: int, q: int, r: int, first: int) -> Algebra:
    return Algebra(p, q, r, first)


@public("geometric-algebra", python="geometric_algebra")
def geometric_algebra(p: int, q: int = 0, r: int = 0) -> Algebra:
    """The geometric algebra with p vectors of the square 1, q of the square -1 and r of the square 0.

    Scheme:  (geometric-algebra p q r); its blades are (A 'e12) and so on, (A 'I) the unit pseudoscalar
    Math:    Cl(p, q, r); with r = 1 the vectors are e0 of the square 0, e1, e2, ..., else e1, e2, ..., null ones first
    Raises:  WrongTypeError for what are no numbers from 0; BadIndexError for more than nine vectors
    >>> A = geometric_algebra(1, 3)
    >>> A.e1**2, A.e2**2, (A.e1 * A.e2) ** 2
    (1, -1, 1)
    """
    for number in (p, q, r):
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise WrongTypeError(f"geometric-algebra expects numbers of vectors, from 0, got {describe(number)}")
    if p + q + r > MAXIMUM_DIMENSION:
        raise BadIndexError(f"geometric-algebra has up to {MAXIMUM_DIMENSION} vectors, got {p + q + r}")
    return _algebra(p, q, r, first_of(p, q, r))


_NAMED = (
    (
        "VGA2",
        (2, 0, 0, 1),
        "The geometric algebra of the plane.",
        "VGA2.I**2",
        "-1",
    ),
    (
        "VGA3",
        (3, 0, 0, 1),
        "The geometric algebra of space: its vectors are those of space.",
        "VGA3.e1 * VGA3.e2 * VGA3.e3",
        "e123",
    ),
    (
        "PGA2",
        (2, 0, 1, 0),
        "The projective geometric algebra of the plane: its vectors are lines, its bivectors points.",
        "PGA2.e0**2",
        "0",
    ),
    (
        "PGA3",
        (3, 0, 1, 0),
        "The projective geometric algebra of space: its vectors are planes, its trivectors points, its even elements "
        "motors.",
        "PGA3.e0 * PGA3.e1",
        "e01",
    ),
    (
        "CGA2",
        (3, 1, 0, 1),
        "The conformal geometric algebra of the plane: e3 and e4 have the squares 1 and -1; origin and infinity are "
        "(e4 - e3)/2 and e3 + e4.",
        "CGA2.e3**2, CGA2.e4**2",
        "(1, -1)",
    ),
    (
        "CGA3",
        (4, 1, 0, 1),
        "The conformal geometric algebra of space: e4 and e5 have the squares 1 and -1; origin and infinity are "
        "(e5 - e4)/2 and e4 + e5.",
        "CGA3.e4**2, CGA3.e5**2",
        "(1, -1)",
    ),
    (
        "STA",
        (1, 3, 0, 0),
        "The spacetime algebra: e0 has the square 1, e1, e2 and e3 the square -1.",
        "STA.e0**2, STA.e1**2",
        "(1, -1)",
    ),
)

for _name, _arguments, _meaning, _typed, _answer in _NAMED:
    register(
        _name,
        _algebra(*_arguments),
        module=__name__,
        doc=f"""{_meaning}

    Scheme:  {_name}
    >>> {_typed}
    {_answer}
    """,
    )

VGA2, VGA3, PGA2, PGA3, CGA2, CGA3, STA = (_algebra(*arguments) for _, arguments, *_ in _NAMED)


@public("geometric-algebra?")
def is_geometric_algebra(value: object) -> bool:
    """Is this a geometric algebra?

    Scheme:  (geometric-algebra? x)
    >>> is_geometric_algebra(geometric_algebra(2)), is_geometric_algebra(2)
    (True, False)
    """
    return isinstance(value, Algebra)
