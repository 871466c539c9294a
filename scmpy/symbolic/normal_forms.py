"""One fraction, factored, collected; common subexpressions; parts of expressions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import convert
from scmpy.generic.settings import items
from scmpy.generic.tree import parts_first
from scmpy.generic.types import Formula, ScalarValue, Value, Values, is_number
from scmpy.registry import declare_predicate, public
from scmpy.symbolic.arithmetic import apply_head, substitute
from scmpy.symbolic.canonical import Canonicalizer
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import (
    DOWN,
    EXP,
    EXPT,
    LIST,
    LOG,
    MATRIX,
    MINUS,
    OVER,
    PLUS,
    SQRT,
    TIMES,
    UP,
    Application,
    Expression,
    Symbol,
    application,
    expression_from,
    expression_of,
    flattened,
    operands_first,
    subexpressions,
    symbol,
)
from scmpy.symbolic.kernels import is_application
from scmpy.symbolic.patterns import combined
from scmpy.symbolic.policy import CAREFUL, FORMS, Policy
from scmpy.symbolic.printed_form import build, rewritten, terms_of
from scmpy.symbolic.printing import display_form
from scmpy.symbolic.ring import Form, factored, factored_by_multiplicity, has_inexact
from scmpy.symbolic.simplify import Simplifier
from scmpy.symbolic.undefined_functions import is_derivative_operator

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


def _divided_out(expression: Any, policy: Policy) -> Any:
    if not is_application(expression, OVER) or not is_application(expression.operands[0], PLUS):
        return expression
    numerator, denominator = expression.operands
    plain = policy.with_switches(policy.switches.restored(FORMS))
    quotients = [application(OVER, term, denominator) for term in numerator.operands]
    return combined(PLUS, tuple(Simplifier(plain).simplify([quotient])[0] for quotient in quotients))


FORMS["divide_out_terms_simplify"] = _divided_out


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
        power, shown = combined(EXPT, (atom, exponent)), fraction.written(coefficient)
        terms.append(combined(TIMES, (shown, power) if len(coefficient) == 1 else (power, shown)))
    return g.div(combined(PLUS, tuple(terms)), fraction.written(den))


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
        return combined(TIMES, (number, *factors))
    divisor, divisors = powers_of(fraction, den, split)
    top = combined(TIMES, (g.div(number, divisor), *factors))
    return g.div(top, combined(TIMES, tuple(divisors)))


def powers_of(fraction: KernelFraction, polynomial: Any, split: Callable[[Any], Any]) -> tuple[Any, list[Any]]:
    """The constant and the powers of factors whose product is a polynomial, small factors first."""
    constant, factors = split(polynomial)
    number = fraction.written(fraction.ring.context.constant(constant))
    found = []
    for base, power in factors:
        content, base = _primitive(fraction, base)
        number = g.mul(number, g.expt(content, int(power)))
        shown = fraction.written(base)
        found.append((base.total_degree(), len(base), str(base), combined(EXPT, (shown, int(power)))))
    return number, [shown for *_, shown in sorted(found, key=lambda item: item[:3])]


def _primitive(fraction: KernelFraction, polynomial: Any) -> tuple[Any, Any]:
    """Its content with the sign of the first coefficient in the order of printing, and the rest."""
    terms = terms_of(polynomial, fraction.order)
    leading = max(terms)[1]
    content = polynomial.context().constant(_rational_content(polynomial))
    if is_number(leading) and not isinstance(leading, complex) and leading.real < 0:
        content = -content
    return fraction.written(content), polynomial / content


def _rational_content(polynomial: Any) -> Any:
    from flint import fmpq, fmpz

    coefficients = polynomial.coeffs()
    top = reduce(fmpz.gcd, (c.p for c in coefficients), fmpz(0))  # not negative, of one coefficient too
    return fmpq(top, reduce(fmpz.lcm, (c.q for c in coefficients)))


# --- sharing ---------------------------------------------------------------------------------------------------------
# Long expressions made readable: parts that occur more than once get names.

_CONTAINERS = (UP, DOWN, LIST, MATRIX)
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
        if uses[node] > 1 and node.operator not in _CONTAINERS:
            name = next(fresh)
            names[name], values[node] = values[node], name
    return CommonSubexpressions(names, values.get(tree, tree) if isinstance(tree, Expression) else tree)


# --- parts -----------------------------------------------------------------------------------------------------------
# The parts of expressions: what kind of expression one is, its operands, walks over it.
#
# Predicates look at the expression as it stands, not at what it simplifies to.


def _head_predicate(name: str, head: Symbol, noun: str, example: str, other: str) -> None:
    def is_made_with(expression: object) -> bool:
        return isinstance(expression, Application) and expression.operator is head

    declare_predicate(name, is_made_with, f"Is this {noun}?", example, other, given='x, y = symbols("x y")')


for _entry in (
    ("sum?", PLUS, "a sum", "x + y", "x * y"),
    ("product?", TIMES, "a product", "x * y", "x + y"),
    ("quotient?", OVER, "a quotient", "x / y", "x * y"),
    ("difference?", MINUS, "a difference", "x - y", "x + y"),
    ("expt?", EXPT, "a power", "x**2", "x"),
    ("sqrt?", SQRT, "a square root", "sqrt(x)", "x"),
    ("exp?", EXP, "an exponential", "exp(x)", "2**x"),
    ("log?", LOG, "a logarithm", "log(x)", "exp(x)"),
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


def _operands(expression: Any, head: Symbol) -> tuple[Any, ...]:
    whole = flattened(expression_of(expression))
    return whole.operands if isinstance(whole, Application) and whole.operator is head else (whole,)


@public("symb:addends")
def addends(expression: Formula) -> tuple[Any, ...]:
    """The terms of a sum, those of sums inside it included; anything else is its only term.

    Scheme:  (symb:addends e)
    >>> a, b, c = symbols("a b c")
    >>> symb_addends(a + b + c)
    (a, b, c)
    """
    return _operands(expression, PLUS)


@public("symb:multiplicands")
def multiplicands(expression: Formula) -> tuple[Any, ...]:
    """The factors of a product, those of products inside it included; anything else is its only factor.

    Scheme:  (symb:multiplicands e)
    >>> a, b = symbols("a b")
    >>> symb_multiplicands(2 * a * b), symb_multiplicands(a + b)
    ((2, a, b), ((+ a b),))
    """
    return _operands(expression, TIMES)


def _fraction(expression: Any) -> tuple[Any, Any]:
    if isinstance(expression, Application) and expression.operator is OVER:
        return expression.operands[0], expression.operands[1]
    if isinstance(expression, (int, Fraction)):
        return expression.numerator, expression.denominator
    return expression, 1


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
