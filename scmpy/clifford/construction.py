"""Multivectors made from coefficients and names, and taken apart again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scmpy.clifford.algebra import Algebra
from scmpy.clifford.blades import blade_name
from scmpy.clifford.multivector import Element, Multivector, as_multivector, check_grade, pointwise
from scmpy.errors import BadIndexError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import instances
from scmpy.generic.arrays import as_batch
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import Procedure, Scalar
from scmpy.guard import checks
from scmpy.registry import public
from scmpy.structure.aliases import Name, ScalarValue, Values
from scmpy.symbolic.expression import symbol


@public("multivector?")
def is_multivector(value: object) -> bool:
    """Is this a multivector?

    Scheme:  (multivector? x)
    >>> from scmpy import VGA2
    >>> is_multivector(VGA2.e1), is_multivector(1)
    (True, False)
    """
    return isinstance(value, Multivector)


@public("basis-blades")
def basis_blades(algebra: Algebra, *grades: int) -> tuple[Multivector, ...]:
    """The basis blades of an algebra, of all grades or of some, by grade and then by name.

    Scheme:  (basis-blades A), (basis-blades A k ...)
    Shapes:  a list; of grade 1 it is that of the basis vectors
    >>> from scmpy import VGA3
    >>> basis_blades(VGA3, 2)
    (e12, e13, e23)
    """
    wanted = algebra.of_grade(*_grades(algebra, grades))
    return tuple(Multivector(algebra, {blade: 1}) for blade in wanted)


@public("literal-multivector")
def literal_multivector(name: Name, algebra: Algebra, *grades: int) -> Multivector:
    """The multivector of symbols for coefficients, of all grades or of some.

    Scheme:  (literal-multivector 'B A 2)
    Shapes:  the coefficient of e12 is the symbol B_12, that of 1 the symbol B_0
    >>> from scmpy import VGA3
    >>> literal_multivector("B", VGA3, 2)
    (+ (* B_12 e12) (* B_13 e13) (* B_23 e23))
    """
    found = algebra.of_grade(*_grades(algebra, grades))
    return Multivector(algebra, {blade: symbol(f"{name}_{algebra.names[blade][1:] or '0'}") for blade in found})


@public("make-multivector")
def make_multivector(algebra: Algebra, coefficients: Values, *grades: int) -> Multivector:
    """The multivector of coefficients: as many as the algebra has blades of these grades, in the order of basis-blades.

    Scheme:  (make-multivector A (list c ...) k ...)
    Shapes:  a sequence of coefficients, or a mapping from the names of blades
    Raises:  StructureError if there are more or fewer, BadIndexError for the name of a blade of another grade,
             WrongTypeError for a coefficient that is no scalar and no function
    >>> from scmpy import VGA3
    >>> make_multivector(VGA3, [1, 2, 3], 2), make_multivector(VGA3, {"1": 5, "e31": 2})
    ((+ e12 (* 2 e13) (* 3 e23)), (+ 5 (* -2 e13)))
    """
    blades = algebra.of_grade(*_grades(algebra, grades))
    if isinstance(coefficients, Mapping):
        total: Any = Multivector(algebra, {})
        for name, c in coefficients.items():
            blade, sign = algebra.named(blade_name(name, "make-multivector"))
            if blade not in blades:
                raise BadIndexError(f"make-multivector of the grades {grades}: the blade {name} has another")
            total = g.add(total, g.mul(Multivector(algebra, {blade: sign}), _coefficient(c)))
        return total  # type: ignore[no-any-return]
    given = tuple(map(_coefficient, coefficients))
    if len(given) != len(blades):
        raise StructureError(
            f"make-multivector expects {len(blades)} coefficients in {algebra._describe_()}, got {len(given)}"
        )
    return Multivector(algebra, dict(zip(blades, given, strict=True)))


def _coefficient(value: Any) -> Any:
    """The value, if it is a scalar, or a function whose values are to be."""
    found = as_batch(converted(value))
    if isinstance(found, (Scalar, Procedure)) and not isinstance(found, bool):
        return found
    raise WrongTypeError(f"make-multivector expects scalars for coefficients, got {describe(value)}")


#: The value, if it is a geometric algebra.
as_algebra = checks("Algebra")(instances(Algebra, "a geometric algebra, such as VGA3"))


def _grades(algebra: Algebra, grades: Sequence[Any]) -> Sequence[int]:
    for grade in grades:
        check_grade(algebra, grade)
    return grades or range(algebra.dimension + 1)


@public("coefficient-of", python="coefficient_of")
@pointwise
def coefficient_of(blade: Name, value: Element) -> ScalarValue:
    """The coefficient of a basis blade in a multivector.

    Scheme:  (coefficient-of 'e12 M)
    Raises:  BadIndexError for the name of no blade
    >>> from scmpy import VGA3
    >>> coefficient_of("e21", 3 * VGA3.e12), (3 * VGA3.e12)["e12"]
    (-3, 3)
    """
    return as_multivector(value, "coefficient-of")[blade]
