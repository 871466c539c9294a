"""Normal forms on request: one fraction, flat or in Horner's form, factored, collected by a variable.

All of them see an expression as a rational function of its kernels: of its symbols and of everything that is no
sum, product, quotient or whole power, such as ``(sin x)``. Kernels are taken as independent; identities between them
are the business of :func:`~scmpy.symbolic.simplify.simplify` and of the named rule sets. No assumption is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Formula, Value
from scmpy.generic.graphs import parts_first
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.bounded import factored, factored_by_multiplicity
from scmpy.symbolic.canonical import Canonicalizer
from scmpy.symbolic.domains import has_inexact
from scmpy.symbolic.evaluation import NotFinite
from scmpy.symbolic.expression import EXPT, OVER, PLUS, SQRT, TIMES, Application, Expression, application
from scmpy.symbolic.fold import flattened
from scmpy.symbolic.kernels import is_application
from scmpy.symbolic.notation import expression_from
from scmpy.symbolic.policy import CAREFUL, FORMS, Policy
from scmpy.symbolic.printed import build, terms_of
from scmpy.symbolic.rewriting.everywhere import everywhere
from scmpy.symbolic.rewriting.matching import Search
from scmpy.symbolic.rewriting.rules import Rewrite
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.ring import Form
from scmpy.symbolic.simplify import Simplifier, reduced, simplify
from scmpy.symbolic.written import Written, rewritten


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


def _form(expression: Any, function: Callable[[KernelFraction], Any]) -> Any:
    """The form that a function gives to an expression; numbers and what is not finite stay."""
    found = fraction_of(expression) if isinstance(expression, Application) else None
    return expression if found is None else function(found)


# --- one fraction ----------------------------------------------------------------------------------------------


@public("rcf:simplify")
def rcf_simplify(value: Value) -> Value:
    """One fraction of expanded polynomials without a common factor; no identity between kernels is used.

    Scheme:  (rcf:simplify e)
    >>> rcf_simplify("(+ (/ 1 (- x 1)) (/ (expt (sin x) 2) (+ x 1)))")
    (/ (+ 1 (* x (expt (sin x) 2)) (* -1 (expt (sin x) 2)) x) (+ -1 (expt x 2)))
    """
    return rewritten(value, expanded)


def expanded(expression: Any) -> Any:
    """The expression as a fraction of expanded polynomials in its kernels."""
    return _form(expression, lambda f: f.written(f.form.num, f.form.den))


@public("pcf:simplify")
def pcf_simplify(value: Value) -> Value:
    """One fraction of polynomials in Horner's form: by the first variable, its coefficients by the next.

    Scheme:  (pcf:simplify e)
    >>> pcf_simplify("(+ (expt x 3) (* 2 (expt x 2)) 5)")
    (+ 5 (* (expt x 2) (+ 2 x)))
    """
    return rewritten(value, lambda e: _form(e, _nested))


def _nested(fraction: KernelFraction) -> Any:
    return g.div(*(_horner(fraction, p, 0) for p in (fraction.form.num, fraction.form.den)))


def _horner(fraction: KernelFraction, polynomial: Any, start: int) -> Any:
    """c0 + x^a (c1 + x^b (...)) by the first variable from a position on that occurs."""
    degrees = polynomial.degrees()
    for position in range(start, len(fraction.order)):
        index = fraction.order[position]
        if degrees[index] > 0:  # that of 0 is -1
            coefficients = [*fraction.ring.coefficients(polynomial, index).items()][::-1]
            break
    else:
        return fraction.written(polynomial)
    variable = fraction.form.atoms[index]
    total: Any = 0
    for (power, coefficient), (below, _) in zip(coefficients, [*coefficients[1:], (0, None)], strict=True):
        total = combined(PLUS, (_horner(fraction, coefficient, position + 1), total))
        total = combined(TIMES, (combined(EXPT, (variable, power - below)), total))
    return total


@public("eqn:simplify")
def eqn_simplify(value: Value) -> Value:
    """The numerator of the simplified value: residuals, which are to be zero, without their denominators.

    Scheme:  (eqn:simplify e)
    Holds where the denominators are not zero.
    >>> eqn_simplify("(+ (/ a x) (/ b (* 2 y)))")
    (+ (* 2 a y) (* b x))
    """

    def numerator(e: Any) -> Any:
        found = simplify(e)
        return _whole(found.operands[0] if isinstance(found, Application) and found.operator is OVER else found)

    return rewritten(value, numerator)


def _divided_out(expression: Any, policy: Policy) -> Any:
    """The sum of the terms of a numerator, each over the denominator and simplified by itself."""
    if not is_application(expression, OVER) or not is_application(expression.operands[0], PLUS):
        return expression
    numerator, denominator = expression.operands
    plain = policy.with_switches(policy.switches.restored(FORMS))
    quotients = [application(OVER, term, denominator) for term in numerator.operands]
    return combined(PLUS, tuple(Simplifier(plain).simplify([quotient])[0] for quotient in quotients))


FORMS["divide_out_terms_simplify"] = _divided_out


def _whole(expression: Any) -> Any:
    """The expression times the numbers that divide its terms."""
    return _form(expression, lambda f: f.written(*_cleared(f)))


def _cleared(fraction: KernelFraction) -> tuple[Any, Any]:
    num = fraction.form.num
    if has_inexact(num):
        return num, None
    multiple = 1
    for coefficient in num.coeffs():
        multiple = multiple * coefficient.q // coefficient.q.gcd(multiple)
    return num * multiple, None


@public("careful-simplify")
def careful_simplify(value: Value) -> Value:
    """The value simplified by rewrites that take no assumption that is not known to hold.

    Scheme:  (careful-simplify e)
    >>> careful_simplify("(sqrt (expt x 2))"), careful_simplify("(+ (expt (sin x) 2) (expt (cos x) 2))")
    ((sqrt (expt x 2)), 1)
    """
    return rewritten(value, reduced)


# --- collecting ------------------------------------------------------------------------------------------------


@public("collect", python="collect")
def collect(value: Value, variable: Formula) -> Value:
    """The numerator as a polynomial in a variable or kernel, its coefficients collected.

    Scheme:  (collect e 'x), (collect e '(sin x))
    Raises:  WrongTypeError unless it is a variable or a kernel
    >>> collect("(+ (* a x) (* b x) (* (sin x) x) 1)", "x")
    (+ 1 (* x (+ a b (sin x))))
    """
    atom = expression_from(variable)
    if not isinstance(atom, Expression):
        raise WrongTypeError(f"collect expects a variable or a kernel to collect by, got {describe(variable)}")
    return rewritten(value, lambda e: _form(e, lambda f: _collected(f, atom)))


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
def factor(value: Value) -> Value:
    """Numerator and denominator as products of irreducible polynomials over the rationals.

    Scheme:  (factor e)
    >>> factor("(- (expt x 4) (expt y 4))")
    (* (+ x y) (+ x (* -1 y)) (+ (expt x 2) (expt y 2)))
    """
    return rewritten(value, lambda e: _form(e, lambda f: _factored(f, factored)))


@public("split-polynomial->expression")
def split_polynomial_to_expression(value: Value) -> Value:
    """Numerator and denominator as products of powers of square-free polynomials: factors by their multiplicity.

    Scheme:  (split-polynomial->expression e)
    >>> split_polynomial_to_expression("(* (+ x 1) (- (expt x 2) 1))")
    (* (expt (+ 1 x) 2) (+ -1 x))
    """
    return rewritten(value, lambda e: _form(e, lambda f: _factored(f, factored_by_multiplicity)))


MOST_FACTORS = Limit(
    "most-multiplicities",
    10_000,
    "Multiplicity of a factor in a list of factors by their multiplicity.",
    "as a multiplicity",
)


@public("factor-polynomial-expression")
def factor_polynomial_expression(value: Formula) -> tuple[Any, ...]:
    """The list of the constant and the square-free factors of a polynomial by their multiplicity, 1, 2, ...

    Scheme:  (factor-polynomial-expression e)
    Raises:  WrongTypeError if it is no polynomial in its kernels
    >>> factor_polynomial_expression("(* 3 (expt z 3) (+ (expt x 2) y))")
    (3, (+ (expt x 2) y), 1, z)
    """
    expression = expression_from(value.value if isinstance(value, Written) else value)
    fraction = fraction_of(expression) if isinstance(expression, Expression) else None
    if fraction is None:
        return (expression,)
    num = fraction.form.num
    if not fraction.form.is_polynomial or has_inexact(num):
        raise WrongTypeError(f"factor-polynomial-expression expects a polynomial, got {describe(expression)}")
    number, factors = powers_of(fraction, num, factored_by_multiplicity)
    by_power: dict[int, Any] = {}
    for each in factors:
        base, power = each.operands if is_application(each, EXPT) else (each, 1)
        by_power[power] = g.mul(by_power.get(power, 1), base)
    highest = MOST_FACTORS.check(max(by_power, default=0), "factor-polynomial-expression")
    return number, *(simplify(by_power.get(power, 1)) for power in range(1, highest + 1))


def _factored_throughout(root: Any, policy: Policy) -> Any:
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
        factored_form[node] = _factored(fraction, factored_by_multiplicity)
    return factored_form.get(root, root) if isinstance(root, Application) else root


def _operands_of_kernels(fraction: KernelFraction | None) -> list[Any]:
    atoms = () if fraction is None else fraction.form.atoms
    return [x for atom in atoms if isinstance(atom, Application) for x in atom.operands if isinstance(x, Application)]


FORMS["factoring"] = _factored_throughout


def _factored(fraction: KernelFraction, split: Callable[[Any], Any]) -> Any:
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


class _RootsOfSquares(Rewrite):
    """The rewrite of :func:`root_out_squares`."""

    name = "root-out-squares"

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        return everywhere(self._once, subject, policy, search)

    def _once(self, subject: Any, policy: Policy, search: Search) -> Any:
        if subject.operator is not SQRT:
            return None
        fraction = fraction_of(subject.operands[0])
        if fraction is None or has_inexact(fraction.form.num):
            return None
        outside, inside, taken = [], [], False
        for polynomial, sign in ((fraction.form.num, 1), (fraction.form.den, -1)):
            number, factors = powers_of(fraction, polynomial, factored_by_multiplicity)
            inside.append(g.expt(number, sign))
            for each in factors:
                base, power = each.operands if isinstance(each, Application) and each.operator is EXPT else (each, 1)
                half = power // 2
                if half and policy.grants("nonnegative", g.expt(base, half), self.name):
                    outside.append(g.expt(base, sign * half))
                    power, taken = power % 2, True
                inside.append(g.expt(base, sign * power))
        return combined(TIMES, (*outside, g.sqrt(combined(TIMES, tuple(inside))))) if taken else None


@public("root-out-squares", "clear-square-roots-of-perfect-squares")
def root_out_squares(value: Value, *, careful: bool = False, report: bool = False) -> Value:
    """Perfect squares out of square roots: sqrt(x^2 + 2 x + 1) = x + 1, where that is not negative.

    Scheme:  (root-out-squares e)
    1 ]=> (root-out-squares '(sqrt (+ (* a (expt x 2)) (* 2 a x) a)))
    ;Value: (* (+ 1 x) (sqrt a))
    >>> root_out_squares("(sqrt (+ (* a (expt x 2)) (* 2 a x) a))", report=True)
    Simplification(value=(* (+ 1 x) (sqrt a)), assumptions=((+ 1 x) nonnegative: root-out-squares,))
    """
    return _RootsOfSquares()(value, careful=careful, report=report)


@public("poly:factor", python="poly_factor")
def factored_expression(value: Value) -> Value:
    """An expression as a product of powers of square-free polynomials in its kernels, and so what is in the kernels.

    Scheme:  (poly:factor e)
    >>> from scmpy import poly_factor
    >>> poly_factor("(+ (expt (sin (+ (expt x 2) (* 2 x) 1)) 2) (* 2 y (sin (+ (expt x 2) (* 2 x) 1))) (expt y 2))")
    (expt (+ y (sin (expt (+ 1 x) 2))) 2)
    """
    return rewritten(value, lambda e: _factored_throughout(e, CAREFUL))
