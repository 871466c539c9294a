"""Normal forms on request: one fraction, factored, collected by a variable.

All of them see an expression as a rational function of its kernels: of its symbols and of everything that is no
sum, product, quotient or whole power, such as ``(sin x)``. Kernels are taken as independent; identities between them
are the business of :func:`~scmpy.symbolic.simplify.simplify` and of the named rule sets. No assumption is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Formula, Value, Values
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.bounded import factored, factored_by_multiplicity
from scmpy.symbolic.canonical import Canonicalizer
from scmpy.symbolic.domains import has_inexact
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXPT, OVER, PLUS, TIMES, Application, Expression, application
from scmpy.symbolic.fold import flattened
from scmpy.symbolic.kernels import is_application
from scmpy.symbolic.policy import CAREFUL, FORMS, Policy
from scmpy.symbolic.printed import build, terms_of
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.ring import Form
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.simplify import Simplifier
from scmpy.symbolic.written import rewritten


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
        """The generator of an atom, -1 if it does not occur."""
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
    """The expression as a fraction of expanded polynomials in its kernels."""
    return formed(expression, lambda f: f.written(f.form.num, f.form.den))


def _divided_out(expression: Any, policy: Policy) -> Any:
    """The sum of the terms of a numerator, each over the denominator and simplified by itself."""
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
    total = combined(
        PLUS,
        tuple(
            combined(TIMES, (*_factors(fraction.written(coefficient)), combined(EXPT, (atom, power))))
            if len(coefficient) == 1
            else combined(TIMES, (combined(EXPT, (atom, power)), fraction.written(coefficient)))
            for power, coefficient in fraction.ring.coefficients(num, index).items()
        ),
    )
    return g.div(total, fraction.written(den))


def _factors(expression: Any) -> tuple[Any, ...]:
    is_product = isinstance(expression, Application) and expression.operator is TIMES
    return expression.operands if is_product else (expression,)


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
    content = polynomial.context().constant(1) * _rational_content(polynomial)
    if is_number(leading) and not isinstance(leading, complex) and leading.real < 0:
        content = -content
    return fraction.written(content), polynomial / content


def _rational_content(polynomial: Any) -> Any:
    from flint import fmpq, fmpz

    top, bottom = fmpz(0), fmpz(1)
    for coefficient in polynomial.coeffs():
        top = top.gcd(coefficient.p)
        bottom = bottom.lcm(coefficient.q)
    return fmpq(top, bottom)
