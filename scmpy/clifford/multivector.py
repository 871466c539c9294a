"""Multivectors: their basis blades, sums, geometric products; motors as a group for methods of integration.

The algebra (p, q, r) has r orthogonal vectors of square 0, then p of square 1 and q of square -1. A blade, a product of
different ones in ascending order, is known by the set of them, as bits of an integer: the product of two is the
exclusive or, with a sign from the transpositions that sort the vectors and from the squares of those that both have.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from scmpy.errors import CALLED, BadIndexError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.functions import OfFunctions, apply_value, arity, arity_of_parts, made_from, name_of
from scmpy.generic.numbers import by_squarings
from scmpy.generic.settings import MOST_FACTORS, instances
from scmpy.generic.types import Procedure, Scalar, ScalarKind, as_name, is_zero_number
from scmpy.numerics.ode.lie_group_methods import Group
from scmpy.structure.tuples import Down, Structure, Up
from scmpy.symbolic.decision.equivalence import Equivalence, compared, equivalent
from scmpy.symbolic.expression import Head, application, expression_of, symbol
from scmpy.symbolic.simplify import PRINTED, display_form

_DIGITS = "0123456789"


def blade_name(value: Any, operation: str) -> str:
    return "1" if type(value) is int and value == 1 else as_name(value, operation)


class Blades:
    """The basis blades of an algebra; ``first`` is the number of its first vector, 0 or 1."""

    __slots__ = ("_signs", "blades", "dimension", "first", "names", "signature", "squares")

    def __init__(self, p: int, q: int, r: int, first: int) -> None:
        self.signature = (p, q, r)
        self.dimension = n = p + q + r
        self.squares = (0,) * r + (1,) * p + (-1,) * q
        self.first = first
        #: All basis blades, by grade and then in the order of their names.
        self.blades = tuple(sum(1 << i for i in c) for k in range(n + 1) for c in itertools.combinations(range(n), k))
        self.names = {blade: "e" + "".join(_DIGITS[i + first] for i in vectors_of(blade)) for blade in self.blades}
        self.names[0] = "1"
        self._signs: dict[int, dict[int, int]] = {}

    def signs(self, blade: int) -> dict[int, int]:
        """The signs of the products of a blade by the others from the right; 0 where a null vector meets itself."""
        row = self._signs.get(blade)
        if row is None:
            row = self._signs[blade] = {other: self._sign(blade, other) for other in self.blades}
        return row

    def _sign(self, left: int, right: int) -> int:
        swaps = sum((left >> i & right).bit_count() for i in range(1, self.dimension))
        sign = -1 if swaps & 1 else 1
        for i in vectors_of(left & right):
            sign *= self.squares[i]
        return sign

    def complement_sign(self, blade: int) -> int:
        """The sign with which a blade's complement is wedged to it, for the unit pseudoscalar: no squares occur."""
        return self.signs(blade)[blade ^ self.pseudoscalar]

    @property
    def pseudoscalar(self) -> int:
        return (1 << self.dimension) - 1

    def of_grade(self, *grades: int) -> tuple[int, ...]:
        return tuple(blade for blade in self.blades if blade.bit_count() in grades)

    @property
    def is_euclidean(self) -> bool:
        """Has the square of every vector the same sign, or is 0? Then no bivector has a square of both signs."""
        p, q, _ = self.signature
        return not (p and q)

    def named(self, name: str) -> tuple[int, int]:
        if name == "I":
            return self.pseudoscalar, 1
        if name == "1":
            return 0, 1
        digits = name[1:] if name[:1] == "e" else ""
        places = [_DIGITS.find(digit) - self.first for digit in digits]
        if not places or not all(0 <= place < self.dimension for place in places) or len({*places}) < len(places):
            raise BadIndexError(f"{self._describe_()} has no blade {name}; its vectors are {self.vector_names}")
        order = sum(a > b for a, b in itertools.combinations(places, 2))
        return sum(1 << place for place in places), -1 if order & 1 else 1

    @property
    def label(self) -> str:
        """What tells it from other algebras: the signature, and the first vector where it might be another."""
        own = "" if self.first == first_of(*self.signature) else f"-from-e{self.first}"
        return "geometric-algebra-" + "-".join(map(str, self.signature)) + own

    @property
    def vector_names(self) -> str:
        return " ".join(self.names[1 << i] for i in range(self.dimension)) or "none"

    def _contents_(self) -> list[Any]:
        return ["*geometric-algebra*", self.label]

    def _describe_(self) -> str:
        return f"the geometric algebra ({', '.join(map(str, self.signature))})"


def first_of(p: int, q: int, r: int) -> int:
    """The number of the first vector of the algebra of a signature: e0 is the null vector where there is one."""
    return 0 if r == 1 else 1


def vectors_of(blade: int) -> list[int]:
    return [i for i in range(blade.bit_length()) if blade >> i & 1]


def reversion_sign(grade: int) -> int:
    return -1 if grade & 2 else 1


# --- motor group -----------------------------------------------------------------------------------------------------
# Motors as a group for methods of Munthe-Kaas: coordinates about a motor by Cayley's map of bivectors.
#
# M = M0 cay(u) with cay(u) = (1 + u/2)/(1 - u/2) is a motor where M0 is one, in up to five dimensions. With u^2 = s +
# W (:mod:`~scmpy.clifford.operations`) it is rational, and from M' = M B follows u' = (1 + u/2) B (1 - u/2).
#
# Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd edition 2006, IV.8.3

MAXIMUM_DIMENSION = 5  # up to which M M~ = 1 tells the motors among all even multivectors

CLOSE = 1e-6  # M M~ is to 1, if M is a motor

#: A list of coefficients: of anything that adds and multiplies.
Numbers = Sequence[Any]
Chosen = tuple[int, ...]


def _product(algebra: Blades, left: Chosen, right: Chosen, wanted: Chosen) -> Callable[[Numbers, Numbers], list[Any]]:
    terms: dict[int, list[tuple[int, int, int]]] = {blade: [] for blade in wanted}
    for i, a in enumerate(left):
        for k, b in enumerate(right):
            sign = algebra.signs(a)[b]
            if sign and a ^ b in terms:
                terms[a ^ b].append((i, k, sign))

    def product(x: Numbers, y: Numbers) -> list[Any]:
        found = []
        for places in terms.values():
            total: Any = 0
            for i, k, sign in places:
                total = total + x[i] * y[k] if sign > 0 else total - x[i] * y[k]
            found.append(total)
        return found

    return product


@functools.cache
def group_of(algebra: Blades) -> Group:
    n, even = algebra.dimension, tuple(sorted(algebra.of_grade(0, 2, 4)))
    planes, split = tuple(sorted(algebra.of_grade(2))), tuple(sorted(algebra.of_grade(0, 4)))
    square = _product(algebra, planes, planes, split)
    norm = _product(algebra, split[1:], split[1:], (0,))
    commuting = _product(algebra, even, split, even)
    motors = _product(algebra, even, even, even)
    velocity = _product(algebra, even, even, planes)
    scalar = _product(algebra, even, even, (0,))
    after, before = _product(algebra, planes, even, even), _product(algebra, (0, *planes), even, planes)
    dual = tuple(sorted(algebra.of_grade(n - 2)))
    half_bracket = _product(algebra, dual, planes, dual)  # what commutes gives other grades
    reverse = [reversion_sign(blade.bit_count()) for blade in even]

    squares: dict[tuple[int, int], Counter[tuple[int, ...]]] = defaultdict(Counter)  # of k, in the matrix of k~ mu k
    for (i, a), (j, b), (column, c) in itertools.product(*map(enumerate, (even, even, dual))):
        if (found := a ^ b ^ c) in dual and (sign := reverse[i] * algebra.signs(a)[c] * algebra.signs(a ^ c)[b]):
            squares[dual.index(found), column][tuple(sorted((i, j)))] += sign

    def spread(blades: Chosen, numbers: Numbers) -> list[Any]:
        held = dict(zip(blades, numbers, strict=True))
        return [held.get(blade, 0) for blade in even]

    def reversed_(m: Numbers) -> list[Any]:
        return [x if sign > 0 else -x for x, sign in zip(m, reverse, strict=True)]

    def cayley(u: Numbers) -> list[Any]:
        s, *W = square(u, u)
        a = 1 - s / 4
        below = (16 * a * a - norm(W, W)[0]) / 16
        above = spread(planes, u)
        for blade, x in zip(split, (1 + s / 4, *(x / 4 for x in W)), strict=True):
            above[even.index(blade)] = x
        inverse = [a / below, *(x / (4 * below) for x in W)]
        return commuting(above, inverse)

    def moved(m: Numbers, u: Numbers) -> list[Any]:
        return motors(m, cayley(u))

    def coadjoint(u: Numbers, mu: Numbers) -> list[Any]:
        k, rows = cayley(u), [0] * len(dual)
        for (row, column), terms in squares.items():
            entry = sum(n * (k[i] * k[j]) for (i, j), n in terms.items() if n)
            rows[row] += entry * mu[column]
        return rows

    def bracket(mu: Numbers, B: Numbers) -> list[Any]:
        return [2 * x for x in half_bracket(mu, B)]

    def rates(u: Numbers, m: Numbers, slope: Numbers) -> list[Any]:
        back = reversed_(m)
        inverse, half = 1 / scalar(m, back)[0], [g.div(x, 2) for x in u]  # exact zeros stay so
        B = [x * inverse for x in velocity(back, slope)]
        return before([1, *half], after(B, spread((0, *planes), [1, *map(g.negate, half)])))

    return Group(len(even), len(planes), moved, rates, (algebra, *dual), coadjoint, bracket)


# --- multivector -----------------------------------------------------------------------------------------------------
# Multivectors: sums of the basis blades of one geometric algebra with generic scalars as coefficients.
#
# A multivector keeps the coefficients that its making could give, zeros among them: which blades it has follows from
# what was multiplied and added, never from the values. So a motor that starts as 1 can be integrated, and code
# compiled for a multivector fits the next one. Two multivectors are equal where all coefficients are; a scalar equals
# the multivector of grade 0.

MULTIVECTOR = symbol("multivector")

#: An element of an algebra: a multivector, or a scalar, which is one of grade 0.
Element: TypeAlias = "Multivector | Scalar"

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

    def __getitem__(self, name: Any) -> Any:
        """The coefficient of a blade, ``M["e12"]``, or of 1, ``M["1"]``; in Scheme ``(coefficient-of 'e12 M)``."""
        wanted = blade_name(name, "a multivector")
        blade, sign = self.algebra.named(wanted)
        found = self.terms.get(blade, 0)
        return found if sign == 1 else g.negate(found)

    @property
    def scalar(self) -> Any:
        return self.terms.get(0, 0)

    @property
    def grades(self) -> tuple[int, ...]:
        return tuple(sorted({blade.bit_count() for blade in self.terms}))

    def selected(self, blades: Sequence[int]) -> Multivector:
        return Multivector(self.algebra, {blade: self.terms.get(blade, 0) for blade in blades})

    def signed(self, sign: Callable[[int], int]) -> Multivector:
        return Multivector(
            self.algebra, {blade: x if sign(blade.bit_count()) > 0 else g.negate(x) for blade, x in self.terms.items()}
        )

    def map(self, function: Callable[[Any], Any]) -> Multivector:
        return Multivector(self.algebra, {blade: function(x) for blade, x in self.terms.items()})

    def _children_(self) -> Sequence[Any]:
        """The coefficients in the order of the bits of the blades, in which all multivectors of the same ones agree."""
        return [self.terms[blade] for blade in sorted(self.terms)]

    def _with_children_(self, parts: Sequence[Any]) -> Multivector:
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
        """The multivector with the blades of another one too, if that has all of its own, or the same grades."""
        if isinstance(other, Multivector) and other.algebra is self.algebra:
            mine, theirs = self.terms.keys(), other.terms.keys()
            if mine < theirs or set(map(int.bit_count, mine)) == set(map(int.bit_count, theirs)):
                return self.selected(sorted(mine | theirs))
        return self

    def _squares(self) -> list[int]:
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
        dual = Multivector(self.algebra, {0: dual}) if isinstance(dual, ScalarKind) and 0 in self.terms else dual
        if not isinstance(dual, Multivector) or not dual._content().keys() <= self.terms.keys():
            return None
        return [
            g.mul(square, dual.terms.get(blade, 0)) for blade, square in zip(sorted(self.terms), squares, strict=True)
        ]

    def _scalar_and_rest_(self) -> tuple[Any, Sequence[Any]]:
        return self.scalar, [x for blade, x in self.terms.items() if blade]

    def _content(self) -> dict[int, Any]:
        return {blade: x for blade, x in self.terms.items() if not is_zero_number(x)}

    def _contents_(self) -> list[Any]:
        return ["*multivector*", self.algebra, *map(list, sorted(self._content().items()))]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Multivector):
            mine, others = self._content(), other._content()
            return mine == others and (self.algebra is other.algebra or mine.keys() <= {0})
        if isinstance(other, ScalarKind):
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
        return arity_of_parts([x for x in self._children_() if isinstance(x, Procedure)])

    def _describe_(self) -> str:
        return f"a multivector of {self.algebra._describe_()}"

    def _shown_(self) -> Any:
        return self._tree(display_form)

    def _tree(self, of: Callable[[Any], Any]) -> Any:
        content = self._content()
        ordered = [blade for blade in self.algebra.blades if blade in content]
        pairs = [part for blade in ordered for part in (symbol(self.algebra.names[blade]), of(content[blade]))]
        return application(MULTIVECTOR, symbol(self.algebra.label), *pairs)

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


as_multivector = instances(Multivector, "a multivector")


def in_algebra(value: Any, algebra: Blades, operation: str) -> Multivector:
    if isinstance(value, ScalarKind) and not isinstance(value, bool):
        return Multivector(algebra, {0: value})
    if as_multivector(value, operation).algebra is not algebra:
        raise _mixed(operation, algebra, value.algebra)
    return value  # type: ignore[no-any-return]


Operation = TypeVar("Operation", bound=Callable[..., Any])


def pointwise(operation: Operation) -> Operation:

    least, most = arity(operation)

    @functools.wraps(operation)
    def apply(*args: Any) -> Any:
        fits = least <= len(args) and (most is None or len(args) <= most)
        if not (fits and any(isinstance(x, Procedure) for x in args)):
            return operation(*args)
        name = f"({operation.__name__} {' '.join(map(name_of, args))})"
        return made_from(args, lambda *place: operation(*(apply_value(x, place) for x in args)), name)

    return apply  # type: ignore[return-value]


def check_grade(algebra: Blades, grade: Any, operation: str = CALLED) -> int:
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
    if x.algebra is not y.algebra:
        raise _mixed(operation, x.algebra, y.algebra)
    add, sub, mul, negate = g.add, g.sub, g.mul, g.negate
    terms: dict[int, Any] = {}
    right, is_square = y.terms.items(), x is y and keep is None
    for left, a in x.terms.items():
        signs = x.algebra.signs(left)
        for blade, b in right:
            sign = signs[blade]
            if not sign or (keep is not None and not keep(left, blade)):
                continue
            if is_square and x.algebra.signs(blade)[left] != sign:  # both orders together are zero
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


def lifted(operation: Any) -> None:
    operation.add((ScalarKind, Multivector), lambda x, y: operation(Multivector(y.algebra, {0: as_batch(x)}), y))
    operation.add((Multivector, ScalarKind), lambda x, y: operation(x, Multivector(x.algebra, {0: as_batch(y)})))


for _operation in (g.add, g.sub):
    _operation.add((Multivector, Multivector), _combined(_operation))
    lifted(_operation)

g.mul.add((Multivector, Multivector), lambda x, y: multiplied(x, y, "*"))


def _scaled(operation: Any, x: Multivector, scalar: Any, left: bool = False) -> Multivector:
    c = as_batch(scalar)
    return x.map((lambda part: operation(c, part)) if left else (lambda part: operation(part, c)))


g.mul.add((ScalarKind, Multivector), lambda x, y: _scaled(g.mul, y, x, left=True))
g.mul.add((Multivector, ScalarKind), lambda x, y: _scaled(g.mul, x, y))
g.div.add((Multivector, ScalarKind), lambda x, y: _scaled(g.div, x, y))
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
    MOST_FACTORS.check(abs(n), "expt of a multivector", each=10_000)
    if n < 0:
        return _power(g.invert(x), -n)
    return by_squarings(x, n, Multivector(x.algebra, {0: 1}))


expression_of.add((Multivector,), lambda x: x._tree(expression_of))


def _as_sum(_: Any, *parts: Any) -> Any:
    terms: list[Any] = []
    for name, c in zip(parts[::2], parts[1::2], strict=True):
        if is_zero_number(c):
            continue
        if name.name == "1":
            terms.extend(c.operands if getattr(c, "operator", None) is Head.PLUS else (c,))
        elif type(c) is int and c == 1:
            terms.append(name)
        else:
            factors = c.operands if getattr(c, "operator", None) is Head.TIMES else (c,)
            terms.append(application(Head.TIMES, *factors, name))
    return application(Head.PLUS, *terms) if len(terms) > 1 else terms[0] if terms else 0


PRINTED[MULTIVECTOR] = _as_sum


# --- multivector comparison ------------------------------------------------------------------------------------------
# Multivectors compared: equal are those of one algebra whose coefficients are; a scalar is one of grade 0.


@compared.on(Multivector, Multivector)
@compared.on(Multivector, (ScalarKind, Callable))
@compared.on((ScalarKind, Callable), Multivector)
def _compare(a: Any, b: Any) -> Equivalence:
    algebras = {x.algebra for x in (a, b) if isinstance(x, Multivector)}
    if len(algebras) > 1 or not all(isinstance(x, (Multivector, ScalarKind)) for x in (a, b)):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
    (algebra,) = algebras
    terms = [x.terms if isinstance(x, Multivector) else {0: x} for x in (a, b)]
    blades = [blade for blade in algebra.blades if any(blade in held for held in terms)]
    left, right = (Up(held.get(blade, 0) for blade in blades) for held in terms)
    return equivalent(left, right)
