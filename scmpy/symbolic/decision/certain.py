"""The decision form: an expression as a form over atoms, by rewrites that hold at every point of the domain.

The domain are the real points where every part of the expression has a finite real value: there sqrt(x) says that x
is not negative, and log(x) that it is positive. When complex numbers occur, functions have their principal values
instead, and nothing is concluded from them. :mod:`~scmpy.symbolic.decision.radicals` writes roots, logarithms and
absolute values over the irreducible factors of what they are of,
:mod:`~scmpy.symbolic.decision.circular_functions` sines and exponentials over arguments that are linearly independent
over the rationals. Both may find that their atoms have to
be finer (x^(1/6) where a square and a cube root meet): then the form is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from scmpy.errors import LimitError, shown_text
from scmpy.generic.graphs import parts_first
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.generic.records import record_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.symmetry import representative_form
from scmpy.symbolic.decision.tower import Tower
from scmpy.symbolic.domains import is_finite
from scmpy.symbolic.enclosure.applied import applied_function, is_container
from scmpy.symbolic.evaluation import NotFinite, is_arithmetic, of_node
from scmpy.symbolic.expression import (
    EXPT,
    OVER,
    SQRT,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    numerical,
    symbol,
)
from scmpy.symbolic.function_facts import facts_of_values
from scmpy.symbolic.kernels import check_operands
from scmpy.symbolic.ring import Form

#: The imaginary unit as an atom.
I = application(SQRT, -1)  # noqa: E741

T = TypeVar("T")

#: How often the atoms may turn out to be too coarse.
MAXIMUM_REFINEMENTS = 60


class Refined(Exception):
    """The atoms have to be finer than those in use: start again."""


class Fact(NamedTuple):
    """The sign of a product of factors that are not known to be of one sign: positive, or zero unless strict.

    It is the sign of their product with these squares, and nothing is known where one of those is zero. Without factors
    the product is 1: if that is to be negative, there is no such point.
    """

    sign: int
    factors: tuple[Any, ...]  # keys
    strict: bool
    squares: tuple[Any, ...] = ()  # keys of what is squared


#: What an application costs, in products of terms.
_COST_OF_KERNEL = 4_000

Kernel = Callable[..., Form]

#: The form of an application of a head to forms: functions of the engine and the operands.
KERNELS: dict[Any, Kernel] = {}


def kernel_of(*names: str) -> Callable[[Kernel], Kernel]:
    """Decorator: this makes the forms of applications of these heads."""

    def declare(function: Kernel) -> Kernel:
        KERNELS.update((numerical(name), function) for name in names)
        return function

    return declare


class Certain:
    """The decision forms of the expressions of one comparison."""

    def __init__(self, complex_domain: bool = False, premises: Callable[[Certain], None] | None = None) -> None:
        self.premises = premises  # what notes the facts that are assumed
        self.complex_domain = complex_domain
        self.tower = Tower()
        self.values: dict[Any, Form] = {}
        self.known_signs: dict[Any, int] = {}  # key of a polynomial -> 1 where it is never negative, -1 never positive
        self.unsigned: set[Any] = set()  # keys whose sign was needed and not known
        self.facts: set[Fact] = set()
        self.nonzero: set[Any] = set()  # keys of polynomials without zeros in the domain
        self.perhaps_zero: set[Any] = set()  # keys that were asked for, and not known to be among them
        self.divisors: list[Form] = []  # what is divided by: it has no zeros there either
        self.critical: dict[Any, Form] = {}  # polynomials whose zeros may bound the domain, or separate its parts
        self.root_orders: dict[Any, int] = {}  # key -> n of the root |p|^(1/n) that is the atom
        self.divisions: dict[Any, int] = {}  # key of a base -> the n of base / n that is the argument of the atom
        self.half_angles: dict[Any, bool] = {}  # keys of bases whose sine and cosine are written by the half's tangent
        self.angle_of: dict[Any, Any] = {}  # sine or cosine -> key of its base
        self.not_real: set[Expression] = set()  # atoms that may have complex values
        self.originals: dict[Any, Any] = {}  # atom of an application of a literal function -> that application
        self.any_sign: set[Expression] = set()  # exponentials of formal logarithms: powers of what may be negative
        self.bases: dict[str, Any] = {}
        self.arcsines: dict[Any, tuple[Form, Form]] = {}  # arctangent that an arcsine is -> its cosine and sine

    def form(self, expression: Any) -> Form:
        """The decision form of an expression."""
        return self.forms([expression])[0]

    def forms(self, expressions: list[Any]) -> list[Form]:
        """The decision forms of expressions over the same atoms."""
        return self.settled(lambda: [self.expression_form(expression) for expression in expressions])

    def settled(self, make: Callable[[], T]) -> T:
        """What a function of no arguments makes, called again until the atoms are fine enough."""
        for _ in range(MAXIMUM_REFINEMENTS):
            self.tower.forget()
            self.values.clear()
            self.bases.clear()
            self.arcsines.clear()
            self.unsigned.clear()
            self.perhaps_zero.clear()
            self.divisors.clear()
            try:
                if self.premises is not None:
                    self.premises(self)
                return make()
            except Refined:
                continue
        raise LimitError("equivalent: the atoms of the canonical form were refined too often")

    def refine(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """Note a finer choice of atoms and start again."""
        table[key] = value
        raise Refined

    def note_nonzero(self, keys: set[Any]) -> None:
        """Note polynomials that have no zeros in the domain; start again if that would have been of use."""
        new = keys - self.nonzero
        self.nonzero |= new
        if new & self.perhaps_zero:
            raise Refined

    # --- kernels, innermost first -----------------------------------------------------------------------------

    def expression_form(self, root: Any) -> Form:
        """The form of an expression over the atoms in use."""

        def parts(x: Any) -> Sequence[Any] | None:
            if not isinstance(x, Application) or x in self.values:
                return None
            return x.operands if is_arithmetic(x) else _inner(x)

        for node in parts_first((root,), parts):
            if node not in self.values and not is_arithmetic(node):
                self.values[node] = self._kernel(node)
        return self.evaluate(root)

    def _kernel(self, node: Application) -> Form:
        self.tower.spend(_COST_OF_KERNEL)
        check_operands(node)
        if is_elementary(node):
            if node.operator in KERNELS:
                return KERNELS[node.operator](self, *map(self.evaluate, node.operands))
            return self.expression_form(_definition(node)(*node.operands))  # type: ignore[misc]
        applied = applied_function(node)
        leaves = list(map(self.evaluate, applied.leaves))
        sign = 1
        if len(leaves) == 1:
            sign, leaves[0] = representative_form(self.tower, self.expression_form, node.operator, leaves[0])
        if not sign:
            return self.tower.constant(0)
        facts = () if applied.orders else facts_of_values(applied.head)
        form = self.opaque(symbol(applied.text, *facts), *leaves)
        self.originals.setdefault(form.ring.atoms[0], application(TIMES, -1, node) if sign < 0 else node)
        return self.tower.scaled(form, -1) if sign < 0 else form

    def shown(self, key: Any) -> Any:
        """A key with the applications of literal functions as they came."""
        return substitute(key, self.originals)

    def note_critical(self, form: Form) -> None:
        """Note a polynomial at whose zeros the expressions may change their behaviour."""
        self.critical[self.tower.key(form)] = self.tower.shrunk(form)

    def argument(self, key: Any) -> Form:
        """The form of which this is the key."""
        if not isinstance(key, Expression):
            return self.tower.constant(Fraction(key))
        return self.tower.meaning.get(key) or self.tower.atom(key)

    def parts(self, form: Form) -> tuple[Form, Form]:
        """The real and the imaginary part of a form in real atoms."""
        form = self.tower.rationalized(form)
        place = form.ring.place.get(I)
        parts = {0: form.num} if place is None else form.ring.coefficients(form.num, place)
        zero = form.ring.zero
        return form._replace(num=parts.get(0, zero)), form._replace(num=parts.get(1, zero))

    def opaque(self, head: Expression, *operands: Form, real: bool = True) -> Form:
        """An atom of which nothing is known but that it is a function of its operands."""
        node = application(head, *map(self.tower.key, operands))
        if not (real and all(map(self.is_real, operands))):
            self.not_real.add(node)
        return self.tower.atom(node)

    def is_real(self, form: Form) -> bool:
        """Has this real values by its atoms alone?"""
        return not any(atom is I or atom in self.not_real for atom in form.occurring())

    # --- arithmetic between kernels ---------------------------------------------------------------------------

    def evaluate(self, root: Any) -> Form:
        """The form of an expression whose kernels have their forms."""
        if not isinstance(root, Application):
            return self.leaf(root)
        if root in self.values:
            return self.values[root]
        steps, leaves = self._plan(root)
        ring = self.tower.ring({atom for form in leaves.values() for atom in form.ring.atoms})
        values = {leaf: self.tower.into(form, ring) for leaf, form in leaves.items()}
        for node in steps:
            operands = [values[x] for x in _combined(node)]
            if node.operator is OVER:
                self.divisors += operands[1:] or operands
            elif node.operator is EXPT and node.operands[1] < 0:
                self.divisors += operands[:1]
            values[node] = of_node(ring, node, operands)
        self.values[root] = values[root]
        return values[root]

    def _plan(self, root: Any) -> tuple[list[Application], dict[Any, Form]]:
        """The arithmetic nodes below a root, operands first, and the forms they end in."""

        def is_leaf(x: Any) -> bool:
            return not isinstance(x, Application) or x in self.values

        def parts(x: Any) -> Sequence[Any]:
            return () if is_leaf(x) else _combined(x)[::-1]

        steps: list[Application] = []
        leaves: dict[Any, Form] = {}
        for node in parts_first((root,), parts):
            if is_leaf(node):
                leaves[node] = self.leaf(node)
            else:
                steps.append(node)
        return steps, leaves

    def leaf(self, x: Any) -> Form:
        """The form of a number, symbol or kernel."""
        if isinstance(x, Application):
            return self.values[x]
        if isinstance(x, Symbol):
            return self.tower.atom(x)
        if not is_finite(x):
            raise NotFinite(f"{shown_text(x)} is no finite number")
        if isinstance(x, (complex, ExactComplex)):
            real, imaginary = (self.tower.constant(Fraction(part)) for part in (x.real, x.imag))
            return self.tower.add(real, self.tower.mul(imaginary, self.imaginary_unit))
        return self.tower.constant(Fraction(x))

    @property
    def imaginary_unit(self) -> Form:
        return self.tower.atom(I, 2, self.tower.constant(-1))


def is_elementary(node: Application) -> bool:
    """Is this an elementary function of scalars whose form is known, or that of its definition by others?"""
    known = node.operator in KERNELS or _definition(node) is not None
    return known and not any(map(is_container, node.operands))


def _definition(node: Application) -> Callable[..., Any] | None:
    record = record_of(node.operator, len(node.operands))
    return None if record is None else record.definition


def _combined(node: Expression) -> tuple[Any, ...]:
    """The operands of an arithmetic node that have forms; an exponent is a number."""
    return node.operands[:1] if node.operator is EXPT else node.operands


def _inner(node: Application) -> Sequence[Any]:
    """The scalars that a kernel is a function of."""
    return node.operands if is_elementary(node) else applied_function(node).leaves
