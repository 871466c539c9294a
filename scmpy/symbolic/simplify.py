"""simplify: the printed normal form of any value; how values are printed and shown: pe, TeX, graphs.

Every call starts afresh: the result is a function of the input alone. The components of a tuple are simplified
from the last to the first and share their kernels, as in the original, whose order of printing follows from it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import compress, groupby
from operator import itemgetter
from types import FunctionType, MethodType
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import convert
from scmpy.generic.display import NOTATIONS, Displayed, Shown, show_tex
from scmpy.generic.numbers import is_exact
from scmpy.generic.settings import MOST_PARTS, SWITCH, Setting, setting
from scmpy.generic.types import Value, is_container, is_number, is_zero_number, parts_first, tree_leaves, tree_map
from scmpy.registry import public
from scmpy.render.latex import tex as tex_of
from scmpy.render.notation import filled
from scmpy.render.notation import infix as infix_of
from scmpy.render.scheme import atom_text, operator_of, pretty_text, scheme_text
from scmpy.symbolic.arithmetic import numerical_value
from scmpy.symbolic.assumptions import CAREFUL, FORMS, REWRITINGS, Assumption, Policy, switches_named
from scmpy.symbolic.ball_arithmetic import is_proved_zero, is_surely_not_zero
from scmpy.symbolic.canonical import Canonicalizer, NotFinite
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_of,
    flattened,
    fold,
    is_inexact_in_print,
    subexpressions,
    symbol,
)
from scmpy.symbolic.printed_form import (
    HeldForm,
    Negated,
    build,
    held,
    in_order,
    is_application,
    is_negated,
    ordered,
    sines_restored,
)
from scmpy.symbolic.ring import Form, Ring, has_inexact, is_finite, rounded, to_number

# --- ranking ---------------------------------------------------------------------------------------------------------
# The order of the atoms in print.
#
# The order of the atoms is that of the original: symbols by name, then kernels in the order in which its second
# pass first meets them. That pass reads the result of the first one, written in Horner form, where the coefficient
# precedes the power of the main variable: see :class:`MonomialOrder`.


class MonomialOrder:
    """The order in which the original's second pass first meets the kernels."""

    def __init__(self, canonicalizer: Canonicalizer) -> None:
        self.canonicalizer = canonicalizer
        self.rank: dict[Expression, int] = {}

    def meet(self, form: Form) -> None:
        """Rank the kernels of a form, those inside a kernel before it (iterative: any depth)."""
        stack: list[Iterator[Any]] = [self._horner(form)]
        while stack:
            for atom in stack[-1]:
                if isinstance(atom, Symbol) or not isinstance(atom, Expression) or atom in self.rank:
                    continue
                stack.append(self._inside(atom))
                break
            else:
                stack.pop()

    def close(self, reduced: Form) -> None:
        """Rank what relations brought into a form, cosines for squares of sines, before the next form is met."""
        new = [atom for atom in reduced.occurring() if not isinstance(atom, Symbol) and atom not in self.rank]
        for atom in sorted(new, key=self.canonicalizer.creation.__getitem__):
            self.rank[atom] = len(self.rank)

    def _inside(self, atom: Any) -> Iterator[Any]:
        for part in (atom.operator, *atom.operands):
            if isinstance(part, Application):
                form = self.canonicalizer.forms.get(part)
                yield from (part,) if form is None else self._horner(form)
        self.rank.setdefault(atom, len(self.rank))

    def _horner(self, form: Form) -> Iterator[Any]:
        atoms = form.atoms
        if all(isinstance(atom, Symbol) or atom in self.rank for atom in atoms):
            return
        order = self.canonicalizer.order(atoms)
        for polynomial in form[1:2] if form.is_polynomial else form[1:]:
            monomials = set(map(ordered(order), polynomial.monoms()))
            for position in _first_met(sorted(monomials, reverse=True)):
                yield atoms[order[position]]

    def order(self, atoms: tuple[Expression, ...]) -> list[int]:
        last, creation = len(self.rank), self.canonicalizer.creation
        return in_order(atoms, lambda atom: (_is_repeated(atom), self.rank.get(atom, last + creation[atom])))


def _is_repeated(atom: Expression) -> bool:
    """Is this a value of a partial derivative of a partial derivative? The original names it only after the others."""
    derivative = getattr(atom.operator, "operator", None)
    if not isinstance(derivative, Application):
        return False
    return derivative.operator is Head.TIMES or (
        derivative.operator is Head.EXPT and derivative.operands[0] is not Head.D
    )


def _first_met(monomials: list[tuple[int, ...]]) -> list[int]:
    """The variables of a polynomial in the order in which its Horner form first mentions them.

    The form of a polynomial in its main variable is: leading coefficient, the variable, the other coefficients in
    falling order. The monomials come sorted, largest first: the main variable is the first one of the first.
    """
    met: dict[int, None] = {}
    occurring = sum(map(any, zip(*monomials, strict=True)))
    pending: list[Any] = [(0, len(monomials), 0)]  # a variable, or monomials from, to, and where they begin to differ
    while len(met) < occurring:
        item = pending.pop()
        if isinstance(item, int):
            met.setdefault(item)
            continue
        start, stop, place = item
        first = monomials[start]
        variables = [*compress(range(place, len(first)), first[place:])]
        if stop - start == 1 or not variables:  # the coefficient of the first variable has the others
            met |= dict.fromkeys(reversed(variables))
            continue
        place = variables[0]
        groups: list[Any] = []
        for _, alike in groupby(monomials[start:stop], itemgetter(place)):
            end = start + len(list(alike))
            groups.append((start, end, place + 1))
            start = end
        groups.insert(1, place)
        pending.extend(reversed(groups))
    return list(met)


# --- simplify --------------------------------------------------------------------------------------------------------


_CONTAINERS = (Head.UP, Head.DOWN, Head.LIST, Head.MATRIX, symbol("quaternion"), symbol("series"))

#: Of sin^2 under these a sine would be expected before them, which has no known sign: 1 - cos^2 stays.
_TAKING_POWERS_APART = (Head.SQRT, Head.EXPT, Head.LOG, Head.ABS)

#: The expression that is printed for a container, of its operands, as the kinds of containers enter it by their heads.
PRINTED: dict[Any, Callable[..., Any]] = {}


class Simplifier:
    """One simplification: the expressions that are simplified together, and their printed forms.

    A careful one takes no assumption (sqrt(x^2) stays) and leaves constants such as (sqrt 2) exact.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.careful = policy.careful
        self.canonicalizer = Canonicalizer(policy)
        self.ranking = MonomialOrder(self.canonicalizer)
        self.shown: dict[Expression, Any] = {}

    def simplify(self, expressions: list[Any]) -> list[Any]:
        """The printed forms of expressions, which are met in this order."""
        self.given = expressions
        forms = [self.canonical_form(expression) for expression in expressions]
        if any(isinstance(form, Form) and form.occurring() for form in forms):
            for atom in list(self.canonicalizer.creation):
                self.shown[atom] = self._printed_atom(atom)
        printed = [self._printed(form) if isinstance(form, Form) else form for form in forms]
        return self._switched(printed)

    def _switched(self, printed: list[Any]) -> list[Any]:
        switches = self.policy.switches
        name = next(switches.turned(REWRITINGS), None)
        if name is not None:
            rest = self.policy.with_switches(switches.restored([name]))
            return Simplifier(rest).simplify([REWRITINGS[name](expression, self.policy) for expression in printed])
        return [in_form(expression, self.policy) for expression in printed]

    def canonical_form(self, expression: Any) -> Any:
        if not isinstance(expression, Application):
            return expression
        try:
            self.canonicalizer.visit(expression)
            form = self.canonicalizer.evaluate(expression)
        except NotFinite:
            return numerical_value(expression) if is_inexact_in_print(expression) else expression
        self.ranking.meet(form)
        reduced = self.canonicalizer.reduce(form)
        if self.careful:
            reduced = self.canonicalizer.with_sines(reduced)
        self.ranking.close(reduced)
        return reduced

    def _printed_atom(self, atom: Any) -> Any:
        if self._is_shown_as_float(atom):
            return numerical_value(atom)
        whole = atom.operator not in _TAKING_POWERS_APART
        head, operands = self._shown(atom.operator), tuple(self._shown(x, whole=whole) for x in atom.operands)
        if head in (Head.SIN, Head.COS):
            negated = is_negated(operands[0])
            if negated or self.canonicalizer.signs.get(atom) == {True}:
                opposite = self._shown(atom.operands[0], negative=True)
                if negated or not is_negated(opposite):
                    flipped = application(head, opposite)
                    return Negated(flipped) if head is Head.SIN else flipped
        return application(head, *operands)

    def _shown(self, part: Any, negative: bool = False, whole: bool = True) -> Any:
        form = self.canonicalizer.forms.get(part)
        if form is not None:
            if negative:
                form = form.ring.negate(form)
            return self._printed(form, whole)
        if negative:
            return self._printed_negative(part)
        found = self.shown.get(part, part) if isinstance(part, Expression) else part
        return g.negate(found.atom) if isinstance(found, Negated) else found

    def _printed_negative(self, part: Any) -> Any:
        if not isinstance(part, Expression):
            return g.negate(part)
        found = self.shown.get(part, part)
        return found.atom if isinstance(found, Negated) else application(Head.TIMES, -1, found)

    def _printed(self, form: Form, whole_sines: bool = True) -> Any:
        MOST_PARTS.check(len(form.num) + len(form.den), "simplify", "terms of one result; take parts of it", each=5)
        constants = list(filter(self._is_shown_as_float, form.atoms))
        roots = [atom for atom in constants if is_application(atom, Head.SQRT)]
        has_floats = has_inexact(form.num) or has_inexact(form.den)
        if roots and (has_floats or self._given_root_of_number() or not _has_symbolic_root(form)):
            roots = []
        if len(constants) > len(roots):
            floats = self._with_floats(form, set(constants).difference(roots))
            form, roots = (floats, roots) if _are_in_range(floats) else (form, constants)
        order = self.ranking.order(form.atoms)
        signs = self.canonicalizer.order(form.atoms)
        shown = {**self.shown, **dict(zip(roots, roots, strict=True))} if roots else self.shown
        if self.careful:
            found = build(form, order, shown, signs)
            return with_tangents(_joined(found) if any(is_application(x, Head.EXPT) for x in form.atoms) else found)
        switches = self.policy.switches
        whole_sines, divide = whole_sines and switches.whole_sines_simplify, switches.divide_numbers_through_simplify
        found = build(form, order, shown, signs, divide_numbers=divide, finish=sines_restored, whole_sines=whole_sines)
        return with_tangents(found)

    def _given_root_of_number(self) -> bool:
        return not self.policy.exact_roots and any(map(_has_root_of_number, self.given))

    def _is_shown_as_float(self, atom: Any) -> bool:
        """Is this a constant such as (sqrt 2)? One too large or too small for a float stays as it is."""
        if self.careful or not is_inexact_in_print(atom):
            return False
        value = numerical_value(atom)
        return is_finite(value) and abs(value) >= sys.float_info.min

    @staticmethod
    def _with_floats(form: Form, constants: set[Any]) -> Form:
        ring, num, den = form
        images = [
            ring.constant(numerical_value(atom)).num if atom in constants else generator
            for atom, generator in zip(ring.atoms, ring.generators, strict=False)
        ] + list(ring.generators[-2:])

        def at(polynomial: Any) -> Any:
            return _with_sums_of_constants(ring, polynomial, constants).compose(*images, ctx=ring.context)

        _, num, den = ring.modulo().cancelled(at(num), at(den))
        return Form(ring, num, den)


def _with_sums_of_constants(ring: Ring, polynomial: Any, constants: set[Any]) -> Any:
    """A polynomial with the float nearest to every sum of real constants among its coefficients: 1 - cos(10^-8)^2.

    Some of the atoms are constants: the terms that differ in these alone have a sum of them as their common factor.
    """
    places = [i for i, atom in enumerate(ring.atoms) if atom in constants]
    others = [i for i, atom in enumerate(ring.atoms) if atom not in constants]
    for powers, factor in ring.collected(polynomial, others).items():
        if len(factor) < 2 or not any(factor.degrees()[i] for i in places) or factor.degrees()[-2]:
            continue
        products = [
            reduce(g.mul, (g.expt(ring.atoms[i], int(powers[i])) for i in places), to_number(coefficient))
            for powers, coefficient in factor.terms()
        ]
        total = reduce(g.add, products)
        size, value = 1, numerical_value(total)
        if not sys.float_info.min <= abs(value) <= sys.float_info.max:  # there may be no float with all its digits
            size = abs(factor.leading_coefficient())
            value = numerical_value(g.div(total, to_number(size)))
        if is_finite(value):
            exponents = [0] * len(ring.generators)
            for i, power in zip(others, powers, strict=True):
                exponents[i] = power
            sum_of_them = ring.constant(value).num * size
            polynomial += ring.context.term(exp_vec=tuple(exponents)) * (sum_of_them - factor)
    return polynomial


def _has_root_of_number(value: Any) -> bool:
    return any(node.constant and node.operator is Head.SQRT for node in subexpressions(value))


def _are_in_range(form: Form) -> bool:
    """Is there a float for every inexact coefficient? There is none for exp(500)^2, which stays as it is."""
    terms = (term for polynomial in form[1:] for term in polynomial.terms())
    return all(isinstance(rounded(to_number(c)), float) for powers, c in terms if int(powers[-1]))


def _has_symbolic_root(form: Form) -> bool:
    """Does a square root of something that is no number occur in a form? Then sqrt(2 x) is (sqrt 2) times another."""
    return any(is_application(atom, Head.SQRT) and not atom.constant for atom in form.occurring())


def _joined(expression: Any) -> Any:
    """Powers of roots, (t^(1/3))^2, as powers with rational exponents."""

    def join(node: Application, operands: list[Any]) -> Any:
        if node.operator is Head.EXPT and is_application(operands[0], Head.EXPT):
            base, part = operands[0].operands
            if isinstance(part, Fraction) and isinstance(operands[1], int):
                return application(Head.EXPT, base, part * operands[1])
        return application(node.operator, *operands)

    return fold(expression, lambda x: x, join)


def with_tangents(expression: Any) -> Any:
    """(/ (sin x) (cos x)) as (tan x), where the original does: when the sine is not the last of several factors."""
    if not is_application(expression, Head.OVER):
        return expression
    top, bottom = expression.operands
    factors = list(top.operands) if is_application(top, Head.TIMES) else [top]
    if not is_application(bottom, Head.COS):
        return expression
    for i, factor in enumerate(factors):
        if is_application(factor, Head.SIN) and factor.operands == bottom.operands:
            if len(factors) > 1 and i == len(factors) - 1:
                return expression
            del factors[i]  # the original names the tangent after the other kernels
            tangent = application(Head.TAN, *factor.operands)
            return application(Head.TIMES, *factors, tangent) if factors else tangent
    return expression


def simplified_expression(value: Any) -> Any:
    """The simplified S-expression of any value: what the printers show."""
    if hasattr(value, "_printed_expression_"):  # a form that was asked for prints as it stands
        return value._printed_expression_()
    if prints_itself(value):
        return expression_of(tree_map(simplified_expression, value))
    return _simplify_tree(expression_of(value), Policy(), in_print)


def prints_itself(value: Any) -> bool:
    """Is this, or a part of a container, a form that was asked for, or a field, which says how it is printed?"""
    parts = tree_leaves(value) if is_container(value) else [value]
    return any(hasattr(part, "_printed_expression_") for part in parts)


def in_print(head: Any, *operands: Any) -> Any:
    return PRINTED[head](*operands) if head in PRINTED else application(head, *operands)


def _simplify_tree(tree: Any, policy: Policy, make: Callable[..., Any] = application) -> Any:
    def parts(x: Any) -> tuple[Any, ...] | None:
        if not isinstance(x, Expression):
            return None
        if not _is_container(x):
            return ()
        return x.operands[::-1] if x.operator in (Head.UP, Head.DOWN) else x.operands

    nodes = list(parts_first((tree,), parts))
    containers = [x for x in nodes if _is_container(x)]
    scalars = {x: x for x in nodes if not _is_container(x)}
    for part in (tree, *(part for node in containers for part in node.operands)):
        if not isinstance(part, Expression):
            scalars[_key(part)] = part
    compound = sum(isinstance(x, Application) for x in scalars.values())
    MOST_PARTS.check(compound, "simplify", "expressions in one value; take parts of it", each=5)
    values = dict(zip(scalars, Simplifier(policy).simplify(list(scalars.values())), strict=True))
    for node in containers:
        values[node] = make(node.operator, *(values[_key(part)] for part in node.operands))
    return values[_key(tree)]


def _is_container(x: Expression) -> bool:
    return x.operator in _CONTAINERS or x.operator in PRINTED


def _key(x: Any) -> Any:
    """What tells scalars apart: 1 is not 1., nor 0. -0. (Python writes no integer of 4300 digits.)"""
    return x if isinstance(x, Expression) else (type(x), x if is_number(x) and is_exact(x) else repr(x))


@dataclass(frozen=True)
class Simplification(Shown):
    """A simplified value, and what was taken for granted on the way: where all of it holds, nothing has changed."""

    value: Any
    assumptions: tuple[Assumption, ...]


convert(Simplification, lambda found: found.value)
expression_of.add((Simplification,), lambda found: expression_of(found.value))


@public("simplify", "full-simplify")
def simplify(value: Value, *pairs: Value, report: bool = False, careful: bool = False, **switches: bool) -> Value:
    """The value in normal form: what the original prints.

    Scheme:  (simplify e), (simplify e 'sqrt-expt-simplify #f), (simplify-report e)
    Some rewrites take an assumption, such as sqrt(x^2) = x; ``report=True`` gives a ``Simplification``, which
    lists those that are not known to hold. Rewrites are switched by name (see ``Switches``); ``careful=True`` takes
    none that is not known to hold. Whatever is shown is simplified by the switches of the moment (``setting``), but
    for what was asked for with others, which prints as it stands.

    >>> x = symbols("x")
    >>> simplify(sin(x) ** 2 + cos(x) ** 2)
    1
    >>> simplify(sqrt(x**2), report=True)
    Simplification(value=x, assumptions=(x nonnegative: sqrt(u^2) = u,))
    >>> simplify(sqrt(x**2), sqrt_expt_simplify=False)
    (sqrt (expt x 2))
    """
    named = _switches_in_pairs(pairs)
    careful = named.pop("careful", careful)
    policy = Policy(
        switches_named({**named, **switches}),
        careful=careful,
        recording=report,
        exact_roots=isinstance(value, HeldForm),
    )
    simplified = _simplified(value, policy)
    if named or switches or careful or (isinstance(simplified, Application) and _has_root_of_number(simplified)):
        simplified = held(simplified)
    return Simplification(simplified, tuple(policy.taken)) if report else simplified


def _switches_in_pairs(pairs: tuple[Any, ...]) -> dict[str, Any]:
    names = [getattr(name, "name", name) for name in pairs[::2]]
    if len(pairs) % 2 or not all(isinstance(name, str) for name in names):
        raise WrongTypeError("simplify expects a value, then names of switches, each followed by #t or #f")
    return dict(zip(names, pairs[1::2], strict=True))


@public("simplify-report")
def simplify_report(value: Value) -> Value:
    """The simplified value with the assumptions taken for it, each with the rewrite that needs it.

    Scheme:  (simplify-report e)  gives the list (value (fact expression rewrite) ...)
    >>> simplify_report(log(exp(symbols("x"))))
    (x, ('real', x, 'log(exp u) = u'))
    """
    found = simplify(value, report=True)
    return (found.value, *((taken.fact, taken.expression, taken.rewrite) for taken in found.assumptions))


def in_form(expression: Any, policy: Policy) -> Any:
    """A simplified expression in the form that the switches ask for."""
    for name in policy.switches.turned(FORMS):
        expression = FORMS[name](expression, policy)
    return expression


def _simplified(value: Any, policy: Policy) -> Any:
    if is_number(value):
        return in_form(value, policy)
    if isinstance(value, Expression):
        return Simplifier(policy).simplify([value])[0] if policy.careful else _simplify_tree(value, policy)
    if not is_container(value):
        return value
    scalars: list[Any] = []
    _in_order(value, scalars.append)
    simplified = iter(Simplifier(policy).simplify(scalars))
    return _in_order(value, lambda leaf: next(simplified))


def _in_order(value: Any, function: Callable[[Any], Any]) -> Any:
    """A value with a function applied to its scalars in the original's order: tuples from the last to the first."""
    if not is_container(value):
        return function(value)
    if not hasattr(value, "orientation"):
        return value._mapped_(lambda part: _in_order(part, function))
    parts = [_in_order(part, function) for part in reversed(value._children_())]
    return value._with_children_(parts[::-1])


def reduced(value: Any) -> Any:
    """A scalar or a container of scalars with its arithmetic carried out, by rewrites that take no assumption.

    Where a sine occurs, factors 1 - cos^2 are its squares: what is computed with stays short, and cancels.
    """
    return _simplified(value, CAREFUL)


def reduces_to_zero(x: Any) -> bool:
    """Is a scalar zero by arithmetic alone, whatever its symbols stand for? ``equivalent`` decides more."""
    return not (isinstance(x, Expression) and is_surely_not_zero(x)) and is_zero_number(reduced(x))


# --- shown value -----------------------------------------------------------------------------------------------------
# What stands for a value in print: its simplified expression; for a procedure its name.


def display_form(value: Any) -> Any:
    """The expression that stands for a value in print, as it is.

    A value has an expression, or shows itself as one (``_shown_``), or is known by its name.
    """
    if isinstance(value, Decimal):
        return symbol(str(value))  # with all its digits
    if isinstance(value, list):  # a vector of what is no scalar
        return application(Head.UP, *map(display_form, value))
    own = getattr(type(value), "_shown_", None)
    if own and is_container(value):  # each part by itself: those of a deep structure are not tried at every level
        return own(value)
    try:
        return expression_of(value)
    except (GenericOperationError, WrongTypeError):
        return own(value) if own else symbol(_name(value))


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    name = getattr(value, "__name__", None)
    if not name:  # the text of a value that is displayed would be asked for here
        name = describe(value) if isinstance(value, Displayed) else " ".join(repr(value).split())
    return str(name)


def tree_of(value: Any, convert: Callable[[Any], Any] | None = None, head: tuple[Any, ...] = ()) -> Any:
    """The tree that the printers show: of a tuple its elements (behind ``head``), else the converted expression.

    ``convert`` makes the expression from the value; without it, it is simplified.
    """
    if isinstance(value, tuple) and (value or head):
        operator, *operands = (*head, *(tree_of(item, convert, head) for item in value))
        return application(operator, *operands)
    if convert:
        return convert(value)
    return simplified_expression(value if prints_itself(value) else display_form(value))


# --- graph -----------------------------------------------------------------------------------------------------------


def dot(tree: Any) -> str:
    """The graph of a tree, each of its parts once, the nodes numbered from the root on, level by level.

    A node is labelled with its operator; an operator that is itself a combination hangs from it by a dashed edge.
    """
    parts, numbers = [tree], {_part_key(tree): 0}
    edges: list[str] = []
    for number, part in enumerate(parts):  # grows as we go
        for child, style in _children(part):
            if _part_key(child) not in numbers:
                numbers[_part_key(child)] = len(parts)
                parts.append(child)
            edges.append(f"  n{number} -> n{numbers[_part_key(child)]}{style};")
    nodes = [f'  n{number} [label="{_escaped(_label(part))}"];' for number, part in enumerate(parts)]
    return "\n".join(["digraph expression {", "  node [shape=plaintext];", *nodes, *edges, "}"])


def _children(tree: Any) -> list[tuple[Any, str]]:
    operator = operator_of(tree)
    if operator is None:
        return []
    head = [] if _is_atom(operator) else [(operator, " [style=dashed]")]
    return head + [(operand, "") for operand in tree.operands]


def _is_atom(tree: Any) -> bool:
    return operator_of(tree) is None


def _part_key(tree: Any) -> Any:
    """Combinations and symbols are told apart by identity, numbers by their text."""
    return id(tree) if hasattr(tree, "operator") else atom_text(tree)


def _label(tree: Any) -> str:
    operator = operator_of(tree)
    if operator is None:
        return atom_text(tree)
    return atom_text(operator) if _is_atom(operator) else "( )"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


# --- printing --------------------------------------------------------------------------------------------------------
# Printing, from Python and from Scheme: Scheme text, unicode infix and TeX of any value.
#
# Everything but ``pp`` shows the simplified value; a ``simplifier`` given instead is applied to the value first (the
# identity function leaves it as it is). :class:`~scmpy.generic.display.Shown` makes the notations formats:
# ``f"{e:infix}"``.

Simplify = Callable[[Any], Any] | None

only_printing = Setting(
    "*only-printing*",
    False,
    SWITCH,
    "Whether show-expression prints Scheme text, and shows nothing else.",
    """
    >>> x = symbols("x")
    >>> with setting(only_printing=True):
    ...     se(x + x)
    (* 2 x)
    """,
)


def unsimplified(tree: Any) -> Any:
    """How an expression that is not simplified is shown: sums of sums as one sum, a constant as a number.

    A sum of constants that is proved to be zero is shown as 0, whatever the rounding of their floats leaves.
    """
    if isinstance(tree, Application) and is_inexact_in_print(tree):
        value = numerical_value(tree)
        if value == value:  # no number is that of one whose digits are not known
            return 0 if value == 0 and is_proved_zero(tree) else value
    return flattened(tree)


def as_it_stands(value: Any) -> Any:
    return as_printed(unsimplified(display_form(value)))


def as_printed(tree: Any) -> Any:
    """An expression with what prints in a form of its own in it, such as multivectors as sums."""
    return fold(tree, lambda leaf: leaf, lambda node, operands: in_print(node.operator, *operands))


def _tree(value: Any, simplifier: Simplify, head: tuple[Any, ...] = ()) -> Any:
    return tree_of(value, simplifier and (lambda part: as_it_stands(simplifier(part))), head)


# Scheme text


@public("expression->string", python="scheme_text")
def expression_to_string(value: Value, simplifier: Simplify = None) -> str:
    """The Scheme text of the simplified value, broken into lines of 79 columns where it is long.

    Scheme:  (expression->string e)
    >>> x = symbols("x")
    >>> scheme_text(x + x)
    '(* 2 x)'
    """
    return pretty_text(_tree(value, simplifier))


@public("print-expression", "pe", python="print_expression")
def print_expression(value: Value, simplifier: Simplify = None) -> None:
    """Print the simplified value as Scheme text.

    Scheme:  (print-expression e), (pe e)
    >>> pe(D(sin)(symbols("x")))
    (cos x)
    """
    print(expression_to_string(value, simplifier))


@public("pp", python="pp")
def pp(value: Value) -> None:
    """Print a value as it stands, in lines of 79 columns; of a Python function its program.

    Scheme:  (pp e)
    >>> x = symbols("x")
    >>> pp(up(x + x, 1))
    (up (+ x x) 1)
    """
    print(
        _program(value) if isinstance(value, FunctionType | MethodType) else pretty_text(tree_of(value, as_it_stands))
    )


def _program(function: Any) -> str:
    import textwrap

    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return f"<function {function.__name__}>"


# Mathematical notation


def as_typeset() -> AbstractContextManager[Any]:
    """While a block runs, what is shown is as the books' pages have it."""
    return setting(whole_sines_simplify=True)


@public("->infix", "expression->infix", python="infix")
def infix(value: Value, columns: int | None = 79, simplifier: Simplify = None) -> str:
    """The simplified value as people write it in unicode text, in lines of at most ``columns`` (None: one line).

    Scheme:  (->infix e)
    >>> t, theta = symbols("t"), literal_function("theta")
    >>> infix((D**2)(theta)(t) ** 2 / 2 - sqrt(t))
    '½ (D²θ(t))² - √t'
    """
    text = infix_of(_tree(value, simplifier, (Head.LIST,)))
    return text if columns is None else filled(text, columns)


@public("->TeX", "->tex-string", "expression->tex-string", "get-expression-tex", python="tex")
def tex(value: Value, simplifier: Simplify = None) -> str:
    r"""The simplified value in TeX (LaTeX), for mathematics mode with amsmath, MathJax or KaTeX.

    Scheme:  (->TeX e), (expression->tex-string e)
    >>> print(tex(up(symbols("x_0") / 2, 1)))
    \begin{pmatrix} \frac{1}{2} x_{0} \\ 1 \end{pmatrix}
    """
    with as_typeset():
        return tex_of(_tree(value, simplifier, (Head.LIST,)))


@public("show-expression", "se", python="show_expression")
def show_expression(value: Value, simplifier: Simplify = None) -> None:
    r"""Show the simplified value as a formula: typeset in a notebook, elsewhere as TeX (but see ``*only-printing*``).

    Scheme:  (show-expression e), (se e)
    As on the pages of SICM and FDG, a sin^2 stands for every a - a cos^2 (``whole_sines_simplify``).
    >>> se(sqrt(symbols("alpha")))
    \sqrt{\alpha}
    """
    if only_printing.value:
        return print_expression(value, simplifier)
    text = tex(value, simplifier)
    if not show_tex(text):
        print(text)


@public("print-expression-tex", "pet", python="print_expression_tex")
def print_expression_tex(value: Value, simplifier: Simplify = None) -> None:
    r"""Print the simplified value in TeX.

    Scheme:  (print-expression-tex e), (pet e)
    >>> pet(sqrt(symbols("alpha")))
    \sqrt{\alpha}
    """
    print(tex(value, simplifier))


# Pictures


@public("->graphviz", python="graphviz")
def graphviz(value: Value) -> str:
    """The graph of a value as it stands, in Graphviz's language: equal parts are one node.

    Scheme:  (->graphviz e)
    >>> x = symbols("x")
    >>> print(graphviz(sin(x) * sin(x)))
    digraph expression {
      node [shape=plaintext];
      n0 [label="*"];
      n1 [label="sin"];
      n2 [label="x"];
      n0 -> n1;
      n0 -> n1;
      n1 -> n2;
    }
    """
    return dot(tree_of(value, display_form, (Head.LIST,)))


NOTATIONS.update(
    scheme=lambda value: scheme_text(tree_of(value)), infix=lambda value: infix(value, columns=None), tex=tex
)
