"""Multivectors: sums of the basis blades of one geometric algebra with generic scalars as coefficients.

A multivector keeps the coefficients that its making could give, zeros among them: which blades it has follows from what
was multiplied and added, never from the values. So a motor that starts as 1 can be integrated, and code compiled for a
multivector fits the next one. Two multivectors are equal where all coefficients are; a scalar equals the multivector of
grade 0.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from scmpy.clifford.blades import Blades, blade_name, reversion_sign
from scmpy.clifford.motor_group import CLOSE, MAXIMUM_DIMENSION, group_of
from scmpy.errors import CALLED, BadIndexError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import instances
from scmpy.generic.arrays import as_batch
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.functions import OfFunctions, apply_value, arity_of_parts, made_from, name_of
from scmpy.generic.kinds import Procedure, Scalar, is_zero_number
from scmpy.generic.numeric_tower import by_squarings
from scmpy.generic.settings import Limit
from scmpy.structure import aliases
from scmpy.structure.structure import Down, Structure
from scmpy.symbolic.expression import PLUS, TIMES, application, expression_of, symbol
from scmpy.symbolic.shown_value import shown
from scmpy.symbolic.simplify import PRINTED

MULTIVECTOR = symbol("multivector")
MOST_FACTORS = Limit("most-multivector-factors", 1_000, "Power of a multivector.")

#: An element of an algebra: a multivector, or a scalar, which is one of grade 0.
Element: TypeAlias = "Multivector | aliases.Scalar"

#: Which products of blades, given by their bits, a product of multivectors keeps.
Keep = Callable[[int, int], bool]


class Multivector(Displayed, OfFunctions, Arithmetic):
    """A multivector: the coefficients of the blades of an algebra.

    Python's operators, from those that bind most: ``~a`` reverses, ``a * b`` is the geometric product, ``a & b`` the
    regressive one (the join of planes' intersections), ``a ^ b`` the outer and ``a | b`` the inner product. Sums bind
    more than the last three: write ``(a ^ b) + c``.

    >>> from scmpy import VGA3, symbols
    >>> a, b = symbols("a b")
    >>> e1, e2, e3 = VGA3.vectors
    >>> (a * e1 + b * e2) * e1
    (+ a (* -1 b e12))
    """

    _kind_ = "multivectors"
    __slots__ = ("algebra", "terms")

    algebra: Blades
    terms: dict[int, Any]

    def __init__(self, algebra: Blades, terms: dict[int, Any]) -> None:
        self.algebra = algebra
        self.terms = terms

    # --- its coefficients ------------------------------------------------------------------------------------------

    def __getitem__(self, name: Any) -> Any:
        """The coefficient of a blade, ``M["e12"]``, or of 1, ``M["1"]``; in Scheme ``(coefficient-of 'e12 M)``."""
        wanted = blade_name(name, "a multivector")
        blade, sign = self.algebra.named(wanted)
        found = self.terms.get(blade, 0)
        return found if sign == 1 else g.negate(found)

    @property
    def scalar(self) -> Any:
        """The coefficient of 1."""
        return self.terms.get(0, 0)

    @property
    def grades(self) -> tuple[int, ...]:
        """The grades of its blades, of those with the coefficient 0 too."""
        return tuple(sorted({blade.bit_count() for blade in self.terms}))

    def selected(self, blades: Sequence[int]) -> Multivector:
        """The multivector of these blades, with 0 where this one has none."""
        return Multivector(self.algebra, {blade: self.terms.get(blade, 0) for blade in blades})

    def signed(self, sign: Callable[[int], int]) -> Multivector:
        """The multivector with those coefficients negated for whose grade the sign is -1."""
        return Multivector(
            self.algebra,
            {blade: x if sign(blade.bit_count()) > 0 else g.negate(x) for blade, x in self.terms.items()},
        )

    def map(self, function: Callable[[Any], Any]) -> Multivector:
        """Apply a function to every coefficient."""
        return Multivector(self.algebra, {blade: function(x) for blade, x in self.terms.items()})

    def _parts_(self) -> Sequence[Any]:
        """The coefficients in the order of the bits of the blades, in which all multivectors of the same ones agree."""
        return [self.terms[blade] for blade in sorted(self.terms)]

    def _with_parts_(self, parts: Sequence[Any]) -> Multivector:
        return Multivector(self.algebra, dict(zip(sorted(self.terms), parts, strict=True)))

    def _names_(self) -> Sequence[str]:
        return [self.algebra.names[blade] for blade in sorted(self.terms)]

    def _group_(self) -> Any:
        """The group of motors, if this is one of its elements: of all even blades, with M M~ = 1."""
        algebra = self.algebra
        if algebra.dimension > MAXIMUM_DIMENSION or set(self.terms) != set(algebra.of_grade(0, 2, 4)):
            return None
        product = (self * ~self).terms
        return group_of(algebra) if all(abs(x - (blade == 0)) < CLOSE for blade, x in product.items()) else None

    def _form_(self) -> Any:
        return self.algebra, *sorted(self.terms)

    def _in_form_of_(self, other: Any) -> Multivector:
        """The multivector with the blades of another one too, if that has all of its own."""
        if isinstance(other, Multivector) and other.algebra is self.algebra and self.terms.keys() < other.terms.keys():
            return self.selected(sorted(other.terms))
        return self

    def _squares(self) -> list[int]:
        """The squares of its blades, in the order of its parts."""
        return [self.algebra.signs(blade)[blade] for blade in sorted(self.terms)]

    def _dual_(self, parts: Sequence[Any]) -> Any:
        """The multivector derivative: the sum of the reciprocal blades times the derivatives by the coefficients.

        Where the square of a blade is 0, so that it has no reciprocal, the down tuple of the derivatives by them.
        """
        squares = self._squares()
        if 0 in squares:
            return Down(parts)
        total: Any = Multivector(self.algebra, {})
        for blade, square, part in zip(sorted(self.terms), squares, parts, strict=True):
            total = g.add(total, g.mul(Multivector(self.algebra, {blade: square}), part))
        return total

    def _parts_of_dual_(self, dual: Any) -> Sequence[Any] | None:
        squares = self._squares()
        if 0 in squares:
            return dual.components if isinstance(dual, Down) and len(dual) == len(squares) else None
        dual = Multivector(self.algebra, {0: dual}) if isinstance(dual, Scalar) and 0 in self.terms else dual
        if not isinstance(dual, Multivector) or not dual._content().keys() <= self.terms.keys():
            return None
        return [
            g.mul(square, dual.terms.get(blade, 0)) for blade, square in zip(sorted(self.terms), squares, strict=True)
        ]

    def _scalar_and_rest_(self) -> tuple[Any, Sequence[Any]]:
        return self.scalar, [x for blade, x in self.terms.items() if blade]

    # --- as a value ------------------------------------------------------------------------------------------------

    def _content(self) -> dict[int, Any]:
        """What equal multivectors have the same of."""
        return {blade: x for blade, x in self.terms.items() if not is_zero_number(x)}

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Multivector):
            mine, others = self._content(), other._content()
            return mine == others and (self.algebra is other.algebra or mine.keys() <= {0})
        if isinstance(other, Scalar):
            content = self._content()
            return content.keys() <= {0} and bool(content.get(0, 0) == other)
        return NotImplemented

    def __hash__(self) -> int:
        content = self._content()
        if content.keys() <= {0}:
            return hash(content.get(0, 0))
        return hash((self.algebra.signature, frozenset(content.items())))

    def __reduce__(self) -> Any:
        return Multivector, (self.algebra, self.terms)

    def _apply(self, *args: Any) -> Multivector:
        return self.map(lambda x: apply_value(x, args) if isinstance(x, Procedure) else x)

    @property
    def number_of_arguments(self) -> tuple[int, int | None]:
        """The least and the greatest number of arguments that all its functions take."""
        return arity_of_parts([x for x in self._parts_() if isinstance(x, Procedure)])

    def _describe_(self) -> str:
        return f"a multivector of {self.algebra._describe_()}"

    def _shown_(self) -> Any:
        return self._tree(shown)

    def _tree(self, of: Callable[[Any], Any]) -> Any:
        """The expression of the coefficients: the algebra, then every blade that has one, with its coefficient."""
        content = self._content()
        ordered = [blade for blade in self.algebra.blades if blade in content]
        pairs = [part for blade in ordered for part in (symbol(self.algebra.names[blade]), of(content[blade]))]
        return application(MULTIVECTOR, symbol(self.algebra.label), *pairs)

    # --- Python's operators; what they mean is in products -----------------------------------------------------------

    def __invert__(self) -> Multivector:
        return self.signed(reversion_sign)

    def __xor__(self, other: Any) -> Any:
        return g.wedge2(self, other)

    def __rxor__(self, other: Any) -> Any:
        return g.wedge2(other, self)

    def __and__(self, other: Any) -> Any:
        return g.vee(self, other)

    def __rand__(self, other: Any) -> Any:
        return g.vee(other, self)

    def __or__(self, other: Any) -> Any:
        return g.dot_product(self, other)

    def __ror__(self, other: Any) -> Any:
        return g.dot_product(other, self)


#: The value, if it is a multivector.
as_multivector = instances(Multivector, "a multivector")


def in_algebra(value: Any, algebra: Blades, operation: str) -> Multivector:
    """The value as a multivector of an algebra; a scalar is one of grade 0."""
    if isinstance(value, Scalar) and not isinstance(value, bool):
        return Multivector(algebra, {0: value})
    if as_multivector(value, operation).algebra is not algebra:
        raise _mixed(operation, algebra, value.algebra)
    return value  # type: ignore[no-any-return]


Operation = TypeVar("Operation", bound=Callable[..., Any])


def pointwise(operation: Operation) -> Operation:
    """The operation, which of functions makes the function of what it makes of their values."""

    @functools.wraps(operation)
    def apply(*args: Any) -> Any:
        if not any(isinstance(x, Procedure) for x in args):
            return operation(*args)
        name = f"({operation.__name__} {' '.join(map(name_of, args))})"
        return made_from(args, lambda *place: operation(*(apply_value(x, place) for x in args)), name)

    return apply  # type: ignore[return-value]


def check_grade(algebra: Blades, grade: Any, operation: str = CALLED) -> int:
    """The grade, if the algebra has it."""
    if not isinstance(grade, int) or isinstance(grade, bool) or not 0 <= grade <= algebra.dimension:
        raise BadIndexError(
            f"{operation}: {algebra._describe_()} has the grades 0 to {algebra.dimension}, not {describe(grade)}"
        )
    return grade


def _mixed(operation: str, one: Blades, other: Blades) -> StructureError:
    names = [algebra._describe_() for algebra in (one, other)]
    if one.signature == other.signature:
        names = [f"{algebra._describe_()} with the vectors {algebra.vector_names}" for algebra in (one, other)]
    return StructureError(f"{operation} of multivectors of different algebras: {' and '.join(names)}")


def multiplied(x: Multivector, y: Multivector, operation: str, keep: Keep | None = None) -> Multivector:
    """The product of two multivectors, of whose products of blades only those are taken that are to be kept."""
    if x.algebra is not y.algebra:
        raise _mixed(operation, x.algebra, y.algebra)
    add, sub, mul, negate = g.add, g.sub, g.mul, g.negate
    terms: dict[int, Any] = {}
    right = y.terms.items()
    for left, a in x.terms.items():
        signs = x.algebra.signs(left)
        for blade, b in right:
            sign = signs[blade]
            if not sign or (keep is not None and not keep(left, blade)):
                continue
            found = left ^ blade
            product = mul(a, b)
            if found in terms:
                terms[found] = add(terms[found], product) if sign > 0 else sub(terms[found], product)
            else:
                terms[found] = product if sign > 0 else negate(product)
    return Multivector(x.algebra, terms)


def _combined(operation: Any) -> Callable[[Multivector, Multivector], Multivector]:
    def combine(x: Multivector, y: Multivector) -> Multivector:
        if x.algebra is not y.algebra:
            raise _mixed(operation.name, x.algebra, y.algebra)
        terms = dict(x.terms)
        for blade, b in y.terms.items():
            terms[blade] = operation(terms.get(blade, 0), b)
        return Multivector(x.algebra, terms)

    return combine


def _lifted(operation: Any) -> None:
    """A scalar beside a multivector is one of grade 0."""
    operation.add((Scalar, Multivector), lambda x, y: operation(Multivector(y.algebra, {0: as_batch(x)}), y))
    operation.add((Multivector, Scalar), lambda x, y: operation(x, Multivector(x.algebra, {0: as_batch(y)})))


for _operation in (g.add, g.sub):
    _operation.add((Multivector, Multivector), _combined(_operation))
    _lifted(_operation)

g.mul.add((Multivector, Multivector), lambda x, y: multiplied(x, y, "*"))


def _scaled(operation: Any, x: Multivector, scalar: Any, left: bool = False) -> Multivector:
    """All coefficients with a scalar; an array is one scalar for each of many multivectors."""
    c = as_batch(scalar)
    return x.map((lambda part: operation(c, part)) if left else (lambda part: operation(part, c)))


g.mul.add((Scalar, Multivector), lambda x, y: _scaled(g.mul, y, x, left=True))
g.mul.add((Multivector, Scalar), lambda x, y: _scaled(g.mul, x, y))
g.div.add((Multivector, Scalar), lambda x, y: _scaled(g.div, x, y))
g.mul.add((Multivector, Structure), lambda x, s: type(s)([g.mul(x, part) for part in s.components]))
g.mul.add((Structure, Multivector), lambda s, x: type(s)([g.mul(part, x) for part in s.components]))
g.square.add((Multivector,), lambda x: multiplied(x, x, "square"))
g.cube.add((Multivector,), lambda x: g.mul(x, multiplied(x, x, "cube")))
for _operation in (g.negate, g.inexact, g.conjugate):
    _operation.add((Multivector,), lambda x, operation=_operation: x.map(operation))
g.zero_like.add((Multivector,), lambda x: x.map(lambda c: 0))
for _operation in (g.one_like, g.identity_like):
    _operation.add((Multivector,), lambda x: Multivector(x.algebra, {0: 1}))


@g.expt.on(Multivector, int)
def _power(x: Multivector, n: int) -> Any:
    MOST_FACTORS.check(abs(n), "expt of a multivector")
    if n < 0:
        return _power(g.invert(x), -n)
    return by_squarings(x, n, Multivector(x.algebra, {0: 1}))


expression_of.add((Multivector,), lambda x: x._tree(expression_of))


def _as_sum(_: Any, *parts: Any) -> Any:
    """How a multivector prints: the sum of its coefficients times the names of the blades."""
    terms: list[Any] = []
    for name, c in zip(parts[::2], parts[1::2], strict=True):
        if is_zero_number(c):
            continue
        if name.name == "1":
            terms.extend(c.operands if getattr(c, "operator", None) is PLUS else (c,))
        elif type(c) is int and c == 1:
            terms.append(name)
        else:
            factors = c.operands if getattr(c, "operator", None) is TIMES else (c,)
            terms.append(application(TIMES, *factors, name))
    return application(PLUS, *terms) if len(terms) > 1 else terms[0] if terms else 0


PRINTED[MULTIVECTOR] = _as_sum
