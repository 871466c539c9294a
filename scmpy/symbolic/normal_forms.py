"""One fraction, factored, collected; addition theorems, Poisson's form; common subexpressions, parts of expressions."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import convert, converted
from scmpy.generic.settings import MOST_TERMS, items
from scmpy.generic.types import Formula, ScalarValue, Value, Values, is_number, parts_first
from scmpy.registry import declare_predicate, public
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.assumptions import CAREFUL, FORMS, REWRITINGS, Policy
from scmpy.symbolic.canonical import Canonicalizer, NotFinite
from scmpy.symbolic.decision.algebraic import note_assumptions
from scmpy.symbolic.decision.equivalence import equivalent, is_complex, with_pi
from scmpy.symbolic.decision.forms import UNSETTLED, DecisionForm
from scmpy.symbolic.expression import (
    CONTAINERS,
    HALF_TURN,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    expression_from,
    expression_of,
    flattened,
    fold,
    is_derivative_operator,
    operands_first,
    subexpressions,
    symbol,
)
from scmpy.symbolic.patterns import combined
from scmpy.symbolic.printed_form import build, coefficient_and_rest, is_application, quotient_parts, rewritten, terms_of
from scmpy.symbolic.ring import Form, content, factored, factored_by_multiplicity, has_inexact, to_flint, to_number
from scmpy.symbolic.rules import exp_contract, trig_to_sincos
from scmpy.symbolic.simplify import Simplifier, display_form

# --- normal forms ----------------------------------------------------------------------------------------------------
# Normal forms on request: one fraction, factored, collected by a variable.
#
# All of them see an expression as a rational function of its kernels: of its symbols and of everything that is no
# sum, product, quotient or whole power, such as ``(sin x)``. Kernels are taken as independent; identities between them
# are the business of :func:`~scmpy.symbolic.simplify.simplify` and of the named rule sets. No assumption is taken.


class KernelFraction:
    """An expression as a rational function of its kernels, with the order in which its atoms are written."""

    def __init__(self, form: Form, order: list[int]) -> None:
        self.form = form
        self.ring = form.ring
        self.order = order
        self.shown: dict[Expression, Any] = {}  # the atoms that are written otherwise

    def written(self, num: Any, den: Any = None) -> Any:
        """The expression of a quotient of polynomials of the same field."""
        return build(Form(self.ring, num, self.ring.one if den is None else den), self.order, self.shown)

    def index(self, atom: Any) -> int:
        return self.ring.place.get(atom, -1)


def _kernel(head: Any, operands: tuple[Any, ...]) -> Any:
    value = apply_head(head, operands) if operands and all(map(is_number, operands)) else None
    return value if is_number(value) else application(head, *operands)


def fraction_of(expression: Any, canonicalizer: Canonicalizer | None = None) -> KernelFraction | None:
    """The rational function that an expression is; None for infinities, NaN and what contains them."""
    canonicalizer = canonicalizer or Canonicalizer(CAREFUL, _kernel)
    try:
        canonicalizer.visit(expression)
        form = canonicalizer.evaluate(expression)
    except NotFinite:
        return None
    _, num, den = form.ring.modulo().cancelled(form.num, form.den)
    return KernelFraction(Form(form.ring, num, den), canonicalizer.order(form.atoms))


def formed(expression: Any, function: Callable[[KernelFraction], Any]) -> Any:
    """The form that a function gives to an expression; numbers and what is not finite stay."""
    found = fraction_of(expression) if isinstance(expression, Application) else None
    return expression if found is None else function(found)


# --- one fraction ----------------------------------------------------------------------------------------------


@public("rcf:simplify")
def rcf_simplify(value: Formula | Values) -> Value:
    """One fraction of expanded polynomials without a common factor; no identity between kernels is used.

    Scheme:  (rcf:simplify e)
    >>> rcf_simplify("(+ (/ 1 (- x 1)) (/ (expt (sin x) 2) (+ x 1)))")
    (/ (+ 1 (* x (expt (sin x) 2)) (* -1 (expt (sin x) 2)) x) (+ -1 (expt x 2)))
    """
    return rewritten(value, expanded)


def expanded(expression: Any) -> Any:
    return formed(expression, lambda f: f.written(f.form.num, f.form.den))


# --- collecting ------------------------------------------------------------------------------------------------


@public("collect", python="collect")
def collect(value: Formula | Values, variable: Formula) -> Value:
    """The numerator as a polynomial in a variable or kernel, its coefficients collected.

    Scheme:  (collect e 'x), (collect e '(sin x))
    Raises:  WrongTypeError unless it is a variable or a kernel
    >>> collect("(+ (* a x) (* b x) (* (sin x) x) 1)", "x")
    (+ 1 (* x (+ a b (sin x))))
    """
    atom = expression_from(variable)
    if not isinstance(atom, Expression):
        raise WrongTypeError(f"collect expects a variable or a kernel to collect by, got {describe(variable)}")
    return rewritten(value, lambda e: formed(e, lambda f: _collected(f, atom)))


def _collected(fraction: KernelFraction, atom: Any) -> Any:
    _, num, den = fraction.form
    index = fraction.index(atom)
    if index < 0:
        return fraction.written(num, den)
    terms = []
    for exponent, coefficient in fraction.ring.coefficients(num, index).items():
        power, shown = combined(Head.EXPT, (atom, exponent)), fraction.written(coefficient)
        terms.append(combined(Head.TIMES, (shown, power) if len(coefficient) == 1 else (power, shown)))
    return g.div(combined(Head.PLUS, tuple(terms)), fraction.written(den))


# --- factoring -------------------------------------------------------------------------------------------------


@public("factor", python="factor")
def factor(value: Formula | Values) -> Value:
    """Numerator and denominator as products of irreducible polynomials over the rationals.

    Scheme:  (factor e)
    >>> factor("(- (expt x 4) (expt y 4))")
    (* (+ x y) (+ x (* -1 y)) (+ (expt x 2) (expt y 2)))
    """
    return rewritten(value, lambda e: formed(e, lambda f: factored_fraction(f, factored)))


def factored_throughout(root: Any, policy: Policy) -> Any:
    """Powers of square-free polynomials, those inside the kernels too, from the inside out (iterative: any depth)."""
    root, canonicalizer = flattened(root), Canonicalizer(CAREFUL, _kernel)
    fractions: dict[Any, KernelFraction | None] = {}

    def parts(x: Any) -> list[Any] | None:
        if not isinstance(x, Application):
            return None
        if x not in fractions:
            fractions[x] = fraction_of(x, canonicalizer)
        return _operands_of_kernels(fractions[x])[::-1]

    factored_form: dict[Any, Any] = {}
    for node in parts_first((root,), parts, factored_form):
        fraction = fractions[node]
        if fraction is None:
            factored_form[node] = node
            continue
        for atom in fraction.form.atoms:
            if isinstance(atom, Application):
                operands = (factored_form[x] if isinstance(x, Application) else x for x in atom.operands)
                fraction.shown[atom] = application(atom.operator, *operands)
        factored_form[node] = factored_fraction(fraction, factored_by_multiplicity)
    return factored_form.get(root, root) if isinstance(root, Application) else root


def _operands_of_kernels(fraction: KernelFraction | None) -> list[Any]:
    atoms = () if fraction is None else fraction.form.atoms
    return [x for atom in atoms if isinstance(atom, Application) for x in atom.operands if isinstance(x, Application)]


FORMS["factoring"] = factored_throughout


def factored_fraction(fraction: KernelFraction, split: Callable[[Any], Any]) -> Any:
    """The product of the factors over that of the denominator's; inexact coefficients are not factored."""
    _, num, den = fraction.form
    if has_inexact(num):
        return fraction.written(num, den)
    number, factors = powers_of(fraction, num, split)
    if fraction.form.is_polynomial:
        return combined(Head.TIMES, (number, *factors))
    divisor, divisors = powers_of(fraction, den, split)
    top = combined(Head.TIMES, (g.div(number, divisor), *factors))
    return g.div(top, combined(Head.TIMES, tuple(divisors)))


def powers_of(fraction: KernelFraction, polynomial: Any, split: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    """The constant and the powers of factors whose product is a polynomial, small factors first."""
    constant, factors = split(polynomial)
    number = fraction.written(fraction.ring.context.constant(constant))
    found = []
    for base, power in factors:
        common, base = _primitive(fraction, base)
        number = g.mul(number, g.expt(common, int(power)))
        shown = fraction.written(base)
        found.append((base.total_degree(), len(base), str(base), combined(Head.EXPT, (shown, int(power)))))
    return number, [shown for *_, shown in sorted(found, key=lambda item: item[:3])]


def _primitive(fraction: KernelFraction, polynomial: Any) -> tuple[Any, Any]:
    """Its content with the sign of the first coefficient in the order of printing, and the rest."""
    terms = terms_of(polynomial, fraction.order)
    leading = max(terms)[1]
    common = polynomial.context().constant(to_flint(content([to_number(c) for c in polynomial.coeffs()])))
    if is_number(leading) and not isinstance(leading, complex) and leading.real < 0:
        common = -common
    return fraction.written(common), polynomial / common


# --- sharing ---------------------------------------------------------------------------------------------------------
# Long expressions made readable: parts that occur more than once get names.

_LET = symbol("let*")


@dataclass(frozen=True)
class CommonSubexpressions:
    """An expression with names for its common parts, each defined by those before it; it prints as a ``let*``."""

    names: dict[Symbol, Any]
    value: Any


def _whole(shared: CommonSubexpressions) -> Any:
    known: dict[Any, Any] = {}
    for name, definition in shared.names.items():
        known[name] = substitute(definition, known)
    return substitute(shared.value, known)


convert(CommonSubexpressions, _whole)


@expression_of.on(CommonSubexpressions)
def _expression(shared: CommonSubexpressions) -> Any:
    if not shared.names:
        return shared.value
    first, *others = (application(name, definition) for name, definition in shared.names.items())
    return application(_LET, application(first, *others), shared.value)


@public("with-names")
def with_names(value: Value, prefix: str = "s") -> CommonSubexpressions:
    """The value as it stands, with a name for every part that occurs more than once; it is not simplified.

    Scheme:  (with-names e)
    >>> x = symbols("x")
    >>> shared = with_names(sin(x) + cos(sin(x)))
    >>> shared.names, shared.value
    ({s0: (sin x)}, (+ s0 (cos s0)))
    >>> pp(shared)
    (let* ((s0 (sin x))) (+ s0 (cos s0)))
    """
    tree = display_form(value)
    nodes = [node for node in operands_first(tree) if isinstance(node, Application)]
    uses = Counter(part for node in nodes for part in node.operands)
    taken = {node for node in subexpressions(tree) if isinstance(node, Symbol)}
    fresh = (name for i in itertools.count() if (name := symbol(f"{prefix}{i}")) not in taken)
    names: dict[Symbol, Any] = {}
    values: dict[Any, Any] = {}
    for node in nodes:
        operands = [values.get(x, x) if isinstance(x, Expression) else x for x in node.operands]
        values[node] = application(node.operator, *operands)
        if uses[node] > 1 and node.operator not in CONTAINERS:
            name = next(fresh)
            names[name], values[node] = values[node], name
    return CommonSubexpressions(names, values.get(tree, tree) if isinstance(tree, Expression) else tree)


# --- parts -----------------------------------------------------------------------------------------------------------
# The parts of expressions: what kind of expression one is, its operands, walks over it.
#
# Predicates look at the expression as it stands, not at what it simplifies to.


def _head_predicate(name: str, head: Symbol, noun: str, example: str, other: str) -> None:
    def is_made_with(expression: object) -> bool:
        return is_application(expression, head)

    declare_predicate(name, is_made_with, f"Is this {noun}?", example, other, given='x, y = symbols("x y")')


for _entry in (
    ("sum?", Head.PLUS, "a sum", "x + y", "x * y"),
    ("product?", Head.TIMES, "a product", "x * y", "x + y"),
    ("quotient?", Head.OVER, "a quotient", "x / y", "x * y"),
    ("difference?", Head.MINUS, "a difference", "x - y", "x + y"),
    ("expt?", Head.EXPT, "a power", "x**2", "x"),
    ("sqrt?", Head.SQRT, "a square root", "sqrt(x)", "x"),
    ("exp?", Head.EXP, "an exponential", "exp(x)", "2**x"),
    ("log?", Head.LOG, "a logarithm", "log(x)", "exp(x)"),
):
    _head_predicate(*_entry)


@public("derivative?")
def is_derivative(expression: object) -> bool:
    """Is this the name of a derivative, such as (D f), ((expt D 2) f) or ((partial 0) f)?

    Scheme:  (derivative? e)
    >>> f = literal_function("f")
    >>> is_derivative(expression(D(f))), is_derivative(expression(f))
    (True, False)
    """
    return isinstance(expression, Application) and is_derivative_operator(expression.operator)


@public("symb:addends")
def addends(expression: Formula) -> tuple[Any, ...]:
    """The terms of a sum, those of sums inside it included; anything else is its only term.

    Scheme:  (symb:addends e)
    >>> a, b, c = symbols("a b c")
    >>> symb_addends(a + b + c)
    (a, b, c)
    """
    return _parts(flattened(expression_of(expression)), Head.PLUS)


@public("symb:multiplicands")
def multiplicands(expression: Formula) -> tuple[Any, ...]:
    """The factors of a product, those of products inside it included; anything else is its only factor.

    Scheme:  (symb:multiplicands e)
    >>> a, b = symbols("a b")
    >>> symb_multiplicands(2 * a * b), symb_multiplicands(a + b)
    ((2, a, b), ((+ a b),))
    """
    return _parts(flattened(expression_of(expression)), Head.TIMES)


def _fraction(expression: Any) -> tuple[Any, Any]:
    if isinstance(expression, (int, Fraction)):
        return expression.numerator, expression.denominator
    return quotient_parts(expression)


@public("symb:numerator")
def symbolic_numerator(expression: Formula) -> ScalarValue:
    """The numerator of a quotient, as it is written; of anything else the whole.

    Scheme:  (symb:numerator e)
    >>> x, y = symbols("x y")
    >>> symb_numerator(x / y), symb_denominator(x / y)
    (x, y)
    """
    return _fraction(expression)[0]


@public("symb:denominator")
def symbolic_denominator(expression: Formula) -> ScalarValue:
    """The denominator of a quotient, as it is written; of anything else 1.

    Scheme:  (symb:denominator e)
    >>> x, y = symbols("x y")
    >>> symb_denominator(x / y), symb_denominator(div(2, 3)), symb_denominator(x)
    (y, 3, 1)
    """
    return _fraction(expression)[1]


# --- walks -----------------------------------------------------------------------------------------------------


def pairs(dictionary: Any) -> dict[Any, Any]:
    """A dictionary from one, or from a list of pairs (lists of two, or Scheme's pairs)."""
    if isinstance(dictionary, Mapping):
        return dict(dictionary)
    found = {}
    for pair in items(dictionary):
        key, value = (pair.car, pair.cdr) if hasattr(pair, "car") else pair
        found[key] = value.car if hasattr(value, "car") else value
    return found


@public("expression-walker")
def expression_walker(environment: Mapping[Any, Any] | Values) -> Callable[[Any], Any]:
    """The function that evaluates an expression where symbols, operators too, have these values.

    Scheme:  ((expression-walker (list (cons 'x 3))) e)
    Raises:  what the operations raise, such as LimitError for a number with too many digits
    1 ]=> ((expression-walker (list (cons 'x 3) (cons '+ max))) (+ 'x 5))
    ;Value: 5
    >>> f, x = symbols("f x")
    >>> expression_walker({"x": 3, "+": max})(x + 5)
    5
    """
    values = {getattr(name, "name", name): value for name, value in pairs(environment).items()}

    def walk(expression: Any) -> Any:
        known: dict[Any, Any] = {}
        whole = expression_of(expression)
        for node in subexpressions(whole):
            if isinstance(node, Symbol):
                known[node] = values.get(node.name, node)
            else:
                head = known[node.operator]
                operands = tuple(known.get(x, x) if isinstance(x, Expression) else x for x in node.operands)
                known[node] = head(*operands) if callable(head) else apply_head(head, operands)
        return known[whole] if isinstance(whole, Expression) else whole

    return walk


# --- shortest --------------------------------------------------------------------------------------------------------
# The shortest form in sines and cosines: for each angle the squares of the one or of the other, by sin^2 + cos^2 = 1.
#
# The simplifier of the original writes the squares of sines by cosines, whatever that makes of a sum. Here, in
# numerator and denominator and for each of their angles in turn, the terms that differ by functions of this angle alone
# are written with the squares of cosines by sines, as they are, or with those of sines by cosines: in the way that
# leaves the fewest terms, of equally many the fewest factors, and of equally many of these the first of the three. The
# rewrites hold everywhere.


def shortest(expression: Any) -> Any:
    """The shortest form of a simplified expression.

    >>> from scmpy import cos, pp, simplify, sin, symbols
    >>> A, x = symbols("A x")
    >>> e = simplify(A * sin(x) ** 2 - sin(x) ** 2 * cos(x))
    >>> pp(shortest(e))
    (+ (* A (expt (sin x) 2)) (* -1 (expt (sin x) 2) (cos x)))
    """
    if is_application(expression, Head.OVER):
        return combined(Head.OVER, tuple(map(shortest, expression.operands)))
    for angle in _angles(expression):
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for term in _parts(expression, Head.PLUS):
            groups.setdefault(_others(term, angle), []).append(term)
        expression = expanded(g.add(*(_shorter(terms, angle) for terms in groups.values())))
    return expression


def _others(term: Any, angle: Expression) -> tuple[Any, ...]:
    own = (application(Head.SIN, angle), application(Head.COS, angle))
    return tuple(x for x in _parts(term, Head.TIMES) if isinstance(x, Expression) and _power(x)[0] not in own)


def _shorter(terms: list[Any], angle: Expression) -> Any:
    by_sines, by_cosines = (_without_squares(terms, head, angle) for head in (Head.COS, Head.SIN))
    return min((by_sines, expanded(g.add(*terms)), by_cosines), key=_size)


FORMS["trig_fewest_terms_simplify"] = lambda expression, policy: shortest(expression)


def _parts(expression: Any, head: Any) -> tuple[Any, ...]:
    return expression.operands if is_application(expression, head) else (expression,)


def _power(factor: Any) -> tuple[Any, Any]:
    return factor.operands if is_application(factor, Head.EXPT) else (factor, 1)


def _angles(expression: Any) -> list[Expression]:
    bases = (_power(factor)[0] for term in _parts(expression, Head.PLUS) for factor in _parts(term, Head.TIMES))
    return list(
        dict.fromkeys(x.operands[0] for x in bases if isinstance(x, Application) and x.operator in (Head.SIN, Head.COS))
    )


def _without_squares(terms: list[Any], head: Any, angle: Expression) -> Any:
    function, other = (application(each, angle) for each in (head, Head.COS if head is Head.SIN else Head.SIN))
    square = g.sub(1, g.square(other))
    lowered = [g.mul(*(_lowered(factor, function, square) for factor in _parts(term, Head.TIMES))) for term in terms]
    return expanded(g.add(*lowered))


def _lowered(factor: Any, function: Expression, square: Any) -> Any:
    base, power = _power(factor)
    if base is not function or not isinstance(power, int) or power < 2:
        return factor
    return g.mul(g.expt(square, power // 2), g.expt(function, power % 2))


def _size(expression: Any) -> tuple[int, int]:
    terms = _parts(expression, Head.PLUS)
    return len(terms), sum(len(_parts(term, Head.TIMES)) for term in terms)


# --- poisson ---------------------------------------------------------------------------------------------------------
# Poisson form: products and powers of sines and cosines as sums of sines and cosines of multiple angles.
#
# An expression is a table of Fourier terms: for every angle, a combination of base angles with rational coefficients,
# the coefficient of e^(i angle), a polynomial in the other kernels. Products of expressions are products of tables, as
# cos x = (e^(ix) + e^(-ix)) / 2 and sin x = (e^(ix) - e^(-ix)) / 2i; in the end the terms of an angle and of its
# negative make a sine and a cosine. Perturbation theory averages by striking out all but the constant term.

Angle = tuple[Fraction, ...]  # multiples of the base angles
Table = dict[Angle, Any]  # angle -> coefficient of e^(i angle)


@public("->poisson-form", "trigcontract", python="to_poisson_form")
def to_poisson_form(value: Formula | Values) -> Value:
    """Products and powers of sines and cosines as a sum over multiple angles.

    Scheme:  (->poisson-form e), (trigcontract e)
    >>> to_poisson_form("(* a (expt (sin x) 2) (cos y))")
    (+ (* 1/2 a (cos y)) (* -1/4 a (cos (+ (* 2 x) y))) (* -1/4 a (cos (+ (* 2 x) (* -1 y)))))
    """
    return rewritten(value, _poisson)


REWRITINGS["trig_product_to_sum_simplify"] = lambda e, policy: converted(to_poisson_form(e))


def harmonics(graph: Any, unknown: Symbol) -> list[Any]:
    """The terms of an expression with one angle each: a sum over them, if there are several; else none.

    >>> from scmpy import sin, symbols
    >>> x = symbols("x")
    >>> harmonics(sin(x) ** 2 / x**2, x)
    [(/ 1/2 (expt x 2)), (/ (* -1/2 (cos (* 2 x))) (expt x 2))]
    """
    if not isinstance(graph, Application) or not any(_is_wave(x, unknown) for x in subexpressions(graph)):
        return []
    floats: dict[float, Symbol] = {}

    def named(x: Any) -> Any:
        return floats.setdefault(x, symbol(f"$float-{len(floats)}")) if isinstance(x, float) else x

    exactly = fold(graph, named, lambda node, operands: application(node.operator, *operands))
    form = converted(to_poisson_form(exactly))
    top, below = form.operands if is_application(form, Head.OVER) else (form, 1)
    by_angle: dict[Any, list[Any]] = {}
    for term in _parts(top, Head.PLUS):
        angles = tuple(x.operands[0] for x in _parts(term, Head.TIMES) if _is_wave(x, unknown))
        by_angle.setdefault(angles, []).append(term)
    parts = [g.div(reduce(g.add, terms), below) for terms in by_angle.values()]
    if len(parts) < 2 or equivalent(reduce(g.add, parts), exactly).verdict != "equal":
        return []
    return [substitute(part, {name: x for x, name in floats.items()}) for part in parts]


def _is_wave(node: Any, unknown: Symbol) -> bool:
    return isinstance(node, Application) and node.operator in (Head.SIN, Head.COS) and unknown in subexpressions(node)


def _poisson(expression: Any) -> Any:
    plain = converted(trig_to_sincos(expression))
    fraction = fraction_of(plain) if isinstance(plain, Application) else None
    if fraction is None:
        return plain
    terms = _Terms(fraction)
    return g.div(*(terms.written(terms.table(p)) for p in (fraction.form.num, fraction.form.den)))


class _Terms:
    """The Fourier terms of polynomials in the kernels of a fraction."""

    def __init__(self, fraction: KernelFraction) -> None:
        self.fraction = fraction
        self.ring = fraction.ring
        self.i = self.ring.generators[-2]
        self.base: list[Any] = []
        atoms = fraction.form.atoms
        self.angles = {
            i: _terms_of_angle(atom.operands[0])
            for i, atom in enumerate(atoms)
            if atom.operator in (Head.SIN, Head.COS)
        }
        for terms in self.angles.values():
            self.base += [rest for rest in terms if rest not in self.base]
        self.base.sort(key=scheme_text)

    def angle(self, index: int) -> Angle:
        terms = self.angles[index]
        return tuple(Fraction(terms.get(base, 0)) for base in self.base)

    def table(self, polynomial: Any) -> Table:
        self._check(polynomial)
        total: Table = {}
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            factors = [(i, exponents[i]) for i in self.angles if exponents[i]]
            for i, _ in factors:
                exponents[i] = 0
            table = {
                (Fraction(0),) * len(self.base): self.ring.context.term(coeff=coefficient, exp_vec=tuple(exponents))
            }
            for i, power in factors:
                table = self.product(table, self.power(i, power))
            for angle, term in table.items():
                total[angle] = total[angle] + term if angle in total else term
        return total

    def _check(self, polynomial: Any) -> None:
        count = sum(math.prod(int(monomial[i]) + 1 for i in self.angles) for monomial in polynomial.monoms())
        MOST_TERMS.check(count, "->poisson-form", each=5)

    def power(self, index: int, n: int) -> Table:
        """The n-th power of a sine or cosine."""
        angle, half = self.angle(index), self.ring.one * to_flint(Fraction(1, 2))
        is_sine = self.fraction.form.atoms[index].operator is Head.SIN
        wave = (
            {angle: -self.i * half, _opposite(angle): self.i * half}
            if is_sine
            else {angle: half, _opposite(angle): half}
        )
        return reduce(self.product, [wave] * n)

    def product(self, left: Table, right: Table) -> Table:
        found: Table = {}
        for a, x in left.items():
            for b, y in right.items():
                angle = tuple(map(Fraction.__add__, a, b))
                found[angle] = found[angle] + x * y if angle in found else x * y
        return found

    def written(self, table: Table) -> Any:
        """The sum of sines and cosines, the constant term first, then by falling multiples."""
        zero = self.ring.zero
        terms = []
        for angle in sorted({max(a, _opposite(a)) for a in table}, key=_rank):
            term, other = table.get(angle, zero), table.get(_opposite(angle), zero)
            if not any(angle):
                terms += self._terms(term, ())
                continue
            shown = self._angle_written(angle)
            terms += self._terms(self.i * (term - other), (application(Head.SIN, shown),))
            terms += self._terms(term + other, (application(Head.COS, shown),))
        return combined(Head.PLUS, tuple(terms))

    def _terms(self, coefficient: Any, factors: tuple[Any, ...]) -> list[Any]:
        coefficient = self.ring.modulo().reduced(coefficient)
        if coefficient == 0:
            return []
        return [combined(Head.TIMES, (*_parts(self.fraction.written(coefficient), Head.TIMES), *factors))]

    def _angle_written(self, angle: Angle) -> Any:
        terms = [
            combined(Head.TIMES, (g.div(c.numerator, c.denominator), base))
            for c, base in zip(angle, self.base, strict=True)
            if c
        ]
        return combined(Head.PLUS, tuple(terms))


def _opposite(angle: Angle) -> Angle:
    return tuple([-part for part in angle])


def _rank(angle: Angle) -> tuple[Any, ...]:
    return sum(map(abs, angle)), _opposite(angle)


def _terms_of_angle(angle: Any) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for term in _parts(angle, Head.PLUS):
        coefficient, rest = coefficient_and_rest(term)
        if not isinstance(coefficient, (int, Fraction)):
            coefficient, rest = 1, term
        found[rest] = coefficient
    return found


# --- identities ------------------------------------------------------------------------------------------------------
# Results by addition theorems: the shortest of the forms in which they write an expression.
#
# The printed form of the original knows that sin^2 + cos^2 = 1, and not that cos a cos b + sin a sin b = cos(a - b) or
# that exp(x) exp(-x) = 1. Where that is asked for, the decision form (:mod:`scmpy.symbolic.decision.forms`) tells
# which expressions are zero, and writes sines, exponentials and hyperbolic functions over independent arguments; sums
# over multiple angles contract products of sines. The shortest of these is shown, the printed form among equals.

_WITH_THEOREMS = {Head.EXP, Head.SIN, Head.COS, Head.SINH, Head.COSH}


def length(expression: Any) -> int:
    """How many symbols and numbers an expression is written with."""
    found: dict[Any, int] = {}
    for node in subexpressions(expression):
        found[node] = sum(found.get(x, 1) for x in (node.operator, *node.operands)) if node.operands else 1
    return found.get(expression, 1)


def _shortest(expression: Any, policy: Policy) -> Any:
    if getattr(expression, "constant", False) or not any(
        node.operator in _WITH_THEOREMS for node in subexpressions(expression)
    ):
        return expression
    plain = policy.with_switches(policy.switches.restored(FORMS))
    forms = [expression]
    if is_application(expression, Head.OVER):
        parts = (_shortest(part, policy) for part in expression.operands)
        forms += Simplifier(plain).simplify([application(Head.OVER, *parts)])
    for write in (_decided, to_poisson_form, exp_contract):
        written = converted(write(expression))
        if written is not None:
            forms += Simplifier(plain).simplify([written]) if isinstance(written, Expression) else [written]
    return min(forms, key=length)


FORMS["identities_simplify"] = _shortest


def _decided(expression: Any) -> Any:
    given = with_pi(expression)
    if is_complex(given):
        return None
    engine = DecisionForm(premises=note_assumptions)
    try:
        form = engine.form(given)
        if engine.half_angles:
            return 0 if form.is_zero else None
        key = engine.shown(engine.tower.key(form))
    except UNSETTLED:
        return None
    return substitute(key, HALF_TURN, PI) if isinstance(key, Application) else key
