"""Rule sets, the matcher, literals, TeX in lines; polynomials by the original's names, analyzers."""

from __future__ import annotations

import inspect
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from scmpy.compat import declare_documented, rare
from scmpy.errors import (
    CALLED,
    DivisionByZeroError,
    LimitError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
    shown_text,
)
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Operation
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.settings import MOST_TERMS, check_callable, items, length
from scmpy.generic.types import Formula, ScalarValue, Value, Values, as_name, is_number, is_zero_number
from scmpy.registry import Registered, docstring, flint, lookup, public, register
from scmpy.structure.literal_functions import LiteralFunction, literal_number
from scmpy.structure.types import Name
from scmpy.symbolic.assumptions import Policy
from scmpy.symbolic.expression import (
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_orders,
    expression_from,
    numerical,
    subexpressions,
    symbol,
    variables_in,
)
from scmpy.symbolic.normal_forms import fraction_of, powers_of, rcf_simplify
from scmpy.symbolic.patterns import Bindings, Search, as_pattern, combined, compiled, matches
from scmpy.symbolic.polynomials import (
    Polynomial,
    as_polynomial,
    divide,
    from_ring,
    in_ring,
)
from scmpy.symbolic.printed_form import HeldForm, multiple_of_pi, rewritten, sine_at_multiple_of_pi, terms_of
from scmpy.symbolic.ring import factored_by_multiplicity, gcd, has_inexact
from scmpy.symbolic.rules import Rewrite, Rule, declare_sets, named, rewrite_bottom_up
from scmpy.symbolic.simplify import Simplify as Simplifier
from scmpy.symbolic.simplify import reduced, tex

declare_sets("compat/rule_sets.txt")


def _turn(c: Any, x: tuple[Any, ...]) -> Any:
    """exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x))."""
    growth, angle = (combined(Head.TIMES, (part, *x)) for part in (c.real, c.imag))
    turned = g.add(g.cos(angle), g.mul(ExactComplex(0, 1), g.sin(angle)))
    return turned if c.real == 0 else g.mul(g.exp(growth), turned)


exp_to_sincos = named(
    "exp->sincos",
    "Exponentials of complex multiples by sine and cosine: exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x)).",
    ("(exp (* +2i x))", "(+ (cos (* 2 x)) (* +i (sin (* 2 x))))"),
    Rule("(exp (? c complex-number?))", None, lambda c: _turn(c, ()), "exp->sincos"),
    Rule("(exp (* (? c complex-number?) (?? x)))", None, _turn, "exp->sincos"),
)


# --- partials --------------------------------------------------------------------------------------------------------
# The order of partial derivatives: mixed partials of smooth functions commute.


def sorted_operator(*operators: Any) -> Expression:
    """The product of derivatives in the order of their selectors, repeated ones as powers."""
    orders: Counter[tuple[int, ...]] = Counter()
    for operator in operators:
        for path, order in derivative_orders(operator):
            orders[path] += order
    factors = []
    for path, order in sorted(orders.items()):
        base: Any = application(Head.PARTIAL, *path) if path else Head.D
        factors.append(base if order == 1 else application(Head.EXPT, base, order))
    return factors[0] if len(factors) == 1 else application(Head.TIMES, *factors)


def _applied(*operators_and_function: Any) -> Expression:
    *operators, function = operators_and_function
    return application(sorted_operator(*operators), function)


canonicalize_partials = named(
    "canonicalize-partials",
    "Nested derivatives as one ordered product: (partial 1) of (partial 0) of f is (* (partial 0) (partial 1)) of f.",
    ("(((partial 1) ((partial 0) f)) x y)", "(((* (partial 0) (partial 1)) f) x y)"),
    Rule("((? outer derivative?) ((? inner derivative?) (? f)))", None, _applied, "canonicalize-partials"),
    Rule("((? operator derivative?) (? f))", None, _applied, "canonicalize-partials"),
)


# --- sums as products ------------------------------------------------------------------------------------------------


def _sums(first: str, sign: str, second: str, product: str) -> str:
    """A sum or difference of two, each with the same factors or none, as a product of half sums and differences."""
    minus = "" if sign == "+" else "-1 "
    plain = f"({second} (? y))" if sign == "+" else f"(* -1 ({second} (? y)))"
    return f"""
    (+ (?? a) ({first} (? x)) (?? b) {plain} (?? c))    none   (+ (?? a) {product} (?? b) (?? c))
    (+ (?? a) (* (?? f) ({first} (? x)) (?? g)) (?? b) (* {minus}(?? f) ({second} (? y)) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) {product} (?? g)) (?? b) (?? c))
    ({sign} ({first} (? x)) ({second} (? y)))   none   {product}
    """


_HALF_SUM, _HALF_DIFFERENCE = "(* 1/2 (+ (? x) (? y)))", "(* 1/2 (- (? x) (? y)))"


trig_sum_to_product = named(
    "trig-sum-to-product",
    "Sums of two sines or cosines as products: sin x + sin y = 2 sin((x + y) / 2) cos((x - y) / 2).",
    ("(+ (sin x) (sin y))", "(* 2 (sin (* 1/2 (+ x y))) (cos (* 1/2 (- x y))))"),
    _sums("sin", "+", "sin", f"(* 2 (sin {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("sin", "-", "sin", f"(* 2 (sin {_HALF_DIFFERENCE}) (cos {_HALF_SUM}))"),
    _sums("cos", "+", "cos", f"(* 2 (cos {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("cos", "-", "cos", f"(* -2 (sin {_HALF_SUM}) (sin {_HALF_DIFFERENCE}))"),
    alias="trig:sum->product",
)


# --- special angles --------------------------------------------------------------------------------------------------
# Exact values at multiples of the symbol ``:pi``: sin(pi/6) = 1/2, cos(pi/4) = sqrt(2)/2.


def _turns(x: Any) -> Any:
    """The rational r where x is r times the symbol pi, else 0."""
    return multiple_of_pi(reduced(x)) if isinstance(x, Expression) and PI in subexpressions(x) else 0


def _exact_cosine(turns: Any) -> Any:
    return sine_at_multiple_of_pi(turns + Fraction(1, 2))


def _exact_tangent(turns: Any) -> Any:
    sine, cosine = sine_at_multiple_of_pi(turns), _exact_cosine(turns)
    if cosine == 0 and is_number(cosine):
        angle = shown_text(g.mul(turns, PI))
        raise DivisionByZeroError(f"Division by zero signalled by tan: {angle} is an odd multiple of a right angle")
    return None if cosine is None else reduced(g.div(sine, cosine))


def _is_whole_multiple(x: Any) -> bool:
    turns = _turns(x)
    return turns != 0 and turns == int(turns)


def _special(name: str, exact: Callable[[Any], Any], at_odd: Callable[[Any], Any]) -> tuple[Rule, Rule]:
    """The value of a function at a multiple of pi, and the function without the whole multiple that is in a sum."""
    head = numerical(name)

    def value(x: Any) -> Any:
        found = exact(_turns(x))
        return application(head, x) if found is None else found

    def shifted(a: Any, m: Any, b: Any) -> Any:
        rest = application(head, combined(Head.PLUS, (*a, *b)))
        return rest if _turns(m) % 2 == 0 else at_odd(rest)

    one, some = symbol("?"), symbol("??")
    in_sum = Head.PLUS, (some, symbol("a")), (one, symbol("m"), _is_whole_multiple), (some, symbol("b"))
    at_angle = one, symbol("x"), lambda x: is_zero_number(x) or _turns(x) != 0
    return Rule((head, at_angle), None, value, "special-trig"), Rule((head, in_sum), None, shifted, "special-trig")


special_trig = named(
    "special-trig",
    "Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums.",
    ("(cos (/ :pi 4))", "(/ (sqrt 2) 2)"),
    *_special("cos", _exact_cosine, g.negate),
    *_special("sin", sine_at_multiple_of_pi, g.negate),
    *_special("tan", _exact_tangent, lambda tangent: tangent),
    alias="trig:special",
)


# --- rewriting names -------------------------------------------------------------------------------------------------
# The matcher of patterns, and pipelines of simplifiers, by the original's names.

#: So often a pipeline of simplifiers is repeated at most.
_MOST = 100

ExpressionSimplifier = Callable[[Any], Any]


@rare(python=None)
def matcher(pattern: Formula) -> Callable[[Any], Any]:
    """((matcher '(+ (? a) (?? b))) '(+ x y z)) The dictionary of the first match with a pattern, or #f.
    matcher("(+ (? a) (?? b))")("(+ x y z)") => ((a, x), (b, (y, z)))
    1 ]=> ((matcher '(+ (? a) (?? b))) '(+ x y z))
    ;Value: ((a x) (b (y z)))"""
    match = compiled(as_pattern(pattern))

    def first(subject: Any) -> Any:
        found = next(match(expression_from(subject), {}, Search()), None)
        return False if found is None else _dictionary(found)

    return first


def _dictionary(bindings: Bindings) -> tuple[tuple[Symbol, Any], ...]:
    return tuple((symbol(name), value) for name, value in bindings.items())


@rare(python=None)
def all_results(pattern: Formula, subject: Formula) -> tuple[Any, ...]:
    """(match:all-results pattern e) The dictionaries of all matches of an expression with a pattern.
    len(all_results("(+ (?? a) (? x) (?? b))", "(+ u v w)")) => 3
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))"""
    return tuple(map(_dictionary, matches(pattern, subject)))


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, HeldForm) else value


def simplify_until_stable(rewrite: ExpressionSimplifier, canonicalize: ExpressionSimplifier) -> ExpressionSimplifier:
    """(simplify-until-stable rewrite canonicalize) Both on an expression in turn, until nothing changes.
    simplify_until_stable(sin_sq_to_cos_sq, rcf_simplify)("(+ (expt (sin x) 2) (expt (cos x) 2))") => 1
    Raises:  LimitError if something still changes after 100 repetitions"""
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        for _ in range(_MOST):
            found = _plain(canonicalize(_plain(rewrite(e))))
            if found is e or (not isinstance(e, Expression) and found == e):
                return found
            e = found
        raise LimitError(f"simplify-until-stable: the expression still changes after more than {_MOST} repetitions")

    return lambda value: rewritten(value, step)


def simplify_and_canonicalize(
    rewrite: ExpressionSimplifier, canonicalize: ExpressionSimplifier
) -> ExpressionSimplifier:
    """(simplify-and-canonicalize rewrite canonicalize) Rewritten, and canonicalized where that changed it.
    form = simplify_and_canonicalize(sin_2_to_cos_2, rcf_simplify);
    form("(+ (expt (sin x) 2) (expt (cos x) 2))"), form("(+ x x)") => (1, (+ x x))
    1 ]=> (define form (simplify-and-canonicalize sin^2->cos^2 rcf:simplify))
    1 ]=> (form '(+ (expt (sin x) 2) (expt (cos x) 2)))
    ;Value: 1"""
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        found = _plain(rewrite(e))
        return e if found is e else _plain(canonicalize(found))

    return lambda value: rewritten(value, step)


def simplify_and_flatten(rewrite: ExpressionSimplifier) -> ExpressionSimplifier:
    """(simplify-and-flatten rewrite) An expression rewritten and brought to one fraction, until nothing changes.
    simplify_and_flatten(sin_2_to_cos_2)("(* 2 (+ 1 (expt (sin x) 2)))") => (+ 4 (* -2 (expt (cos x) 2)))"""
    return simplify_until_stable(rewrite, rcf_simplify)


def only_if(condition: bool, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """(only-if condition f) The function where the condition is true, else the function that changes nothing.
    only_if(False, abs)(-2), only_if(True, abs)(-2) => (-2, 2)"""
    check_callable(function, wanted="a function")
    return function if condition is not False and condition is not None else lambda value: value


# --- constructors ----------------------------------------------------------------------------------------------------


def symbolic_operator(name: Name) -> Callable[..., Any]:
    """(symbolic-operator '+) The operation of this name, which builds expressions of expressions.
    symbolic_operator("+")(*symbols("a b")) => (+ a b)
    Raises:  WrongTypeError for another name"""
    entry = lookup(as_name(name, "symbolic-operator"))
    if entry is None or not (isinstance(entry.value, Operation) or entry.scheme in "+-*/"):
        raise WrongTypeError(f"symbolic-operator: there is none for {describe(name)}")
    return entry.value  # type: ignore[no-any-return]


def make_literal(tag: Name, name: Formula) -> ScalarValue:
    """(make-literal '*number* 'x) The unknown number with this name; the type is *number* or *real*.
    make_literal("*number*", "x") => x
    Raises:  WrongTypeError for another kind, and for what is no name"""
    if getattr(tag, "name", tag) not in ("*number*", "*real*", "*abstract-number*"):
        raise WrongTypeError(
            f"make-literal makes unknown numbers, *number*; literal-function and others, {describe(tag)}"
        )
    return literal_number(name)


def literal_apply(function: Callable[..., Any], arguments: Values) -> ScalarValue:
    """(literal-apply f (list x ...)) A literal function applied to a list of arguments.
    literal_apply(literal_function("f"), [symbols("x")]) => (f x)
    Raises:  WrongTypeError if it is no literal function, ArityError for another number of arguments"""
    if not isinstance(function, LiteralFunction):
        raise WrongTypeError(f"literal-apply expects a literal function, got {describe(function)}")
    return function(*items(arguments))


@rare(python="inline_tex")
def inline_tex(value: Value, simplifier: Simplifier = None) -> str:
    """(tex$ e) TeX for a line of text, between single dollars. | inline_tex(2) => '$2$'"""
    return f"${tex(value, simplifier)}$"


@rare(python="display_tex")
def display_tex(value: Value, simplifier: Simplifier = None) -> str:
    """(tex$$ e) TeX for a line of its own, between double dollars. | display_tex(2) => '$$2$$'"""
    return f"$${tex(value, simplifier)}$$"


@public("->tex-equation", python="tex_equation")
def tex_equation(value: Value, label: str | None = None, simplifier: Simplifier = None) -> str:
    r"""TeX of a numbered equation, with a label where one is given.

    Scheme:  (->tex-equation e "eq:label")
    >>> print(tex_equation(2, "eq:two"))
    \begin{equation}
    2 \label{eq:two}
    \end{equation}
    """
    body = tex(value, simplifier) + (rf" \label{{{label}}}" if label else "")
    return f"\\begin{{equation}}\n{body}\n\\end{{equation}}"


# --- polynomials -----------------------------------------------------------------------------------------------------
# Polynomials of numbers: the operations of the original's ``poly:``, on :mod:`scmpy.symbolic.polynomials`.


def _pair(p: Any, q: Any) -> tuple[Polynomial, Polynomial]:
    """Two polynomials in the same variables; numbers are constant ones."""
    arity = next((x.arity for x in (p, q) if isinstance(x, Polynomial)), 1)
    return as_polynomial(p, arity), as_polynomial(q, arity)


def polynomial_gcd(*polynomials: Any) -> Any:
    """The greatest common divisor, with whole coefficients without common factor, the leading one positive."""
    total: Any = Polynomial(next((p.arity for p in polynomials if isinstance(p, Polynomial)), 1), {})
    for each in polynomials:
        p, q = _pair(total, each)
        if p.arity != q.arity:
            raise WrongTypeError(f"gcd: polynomials in {p.arity} and in {q.arity} variables do not combine")
        total = _primitive(from_ring(gcd(in_ring(p), in_ring(q))))
    return total


def _primitive(p: Polynomial) -> Polynomial:
    if not p.terms:
        return p
    whole = [Fraction(c) for c in p.terms.values()]
    content = Fraction(math.gcd(*(c.numerator for c in whole)), math.lcm(*(c.denominator for c in whole)))
    return g.div(p, content if p.terms[max(p.terms)] > 0 else -content)  # type: ignore[no-any-return]


def _divided(p: Any, q: Any, receiver: Any = None) -> Any:
    found = divide(*_pair(p, q))
    return found if receiver is None else receiver(*found)


def _variables(n: int) -> tuple[Polynomial, ...]:
    if type(n) is not int or n < 1:
        raise WrongTypeError(f"poly:new-variables expects a positive whole number, got {describe(n)}")
    return tuple(Polynomial.variables(length(n, "poly:new-variables", things="variables", each=10_000)))


def _falling_coefficients(p: Any) -> tuple[Any, ...]:
    p = as_polynomial(p)
    return tuple(p.coefficient(n) for n in sorted({e[0] for e in p.terms}, reverse=True))


def _split(p: Any) -> tuple[Any, ...]:
    found = as_polynomial(p)
    constant, factors = factored_by_multiplicity(in_ring(found))
    by_power: dict[int, Any] = {}
    for base, power in factors:
        by_power[int(power)] = by_power.get(int(power), Polynomial.constant(found.arity, 1)) * from_ring(base)
    first = from_ring(in_ring(found).context().constant(constant))
    powers = range(1, max(by_power, default=0) + 1)
    return first, *(by_power.get(power, Polynomial.constant(found.arity, 1)) for power in powers)


def expression_to_polynomial(datum: Any, receiver: Any) -> Any:
    """What a receiver makes of the polynomial that an expression is in its kernels, and of the kernels."""
    expression = expression_from(datum.value if isinstance(datum, HeldForm) else datum)
    if isinstance(expression, Expression):
        found = _polynomial_of(expression)
    else:
        found = Polynomial.constant(0, expression), ()
    return receiver(*found)


def _polynomial_of(expression: Expression) -> tuple[Polynomial, tuple[Any, ...]]:
    fraction = fraction_of(expression)
    if fraction is None or not fraction.form.is_polynomial:
        raise WrongTypeError(f"{describe(expression)} is no polynomial in its kernels")
    terms = dict(terms_of(fraction.form.num, fraction.order))
    used = [i for i in range(len(fraction.order)) if any(e[i] for e in terms)]
    kernels = tuple(fraction.form.atoms[fraction.order[i]] for i in used)
    return Polynomial(len(used), {tuple(e[i] for i in used): c for e, c in terms.items()}), kernels


def polynomial_to_expression(p: Any, variables: Any) -> Any:
    return as_polynomial(p, len(variables)).expression(map(expression_from, variables))


def _at(p: Any, change: Callable[[Any, Any], Any], values: Sequence[Any]) -> Polynomial:
    """A polynomial whose variables are changed by numbers, one for each, which may come in a list."""
    p, found = as_polynomial(p), items(values[0]) if len(values) == 1 and not is_number(values[0]) else values
    if len(found) < p.arity or not all(map(is_number, found[: p.arity])):
        raise expected("a number for each variable", f"{len(found)} of them", StructureError)
    return as_polynomial(p(*map(change, Polynomial.variables(p.arity), found)), p.arity)


#: The operations: names, how they are called, what they give, an example with x^2 - 1 and x + 1. (Those that are
#: generic are in aliases.txt.)
_VOCABULARY: tuple[tuple[Any, str], ...] = (
    (_divided, "poly:divide | p q | Quotient and remainder. | poly_divide(p + 5, q) | ((+ -1 x), 5)"),
    (lambda p, q: divide(*_pair(p, q))[0], "poly:quotient | p q | The quotient. | poly_quotient(p + 5, q) | (+ -1 x)"),
    (polynomial_gcd, "poly:gcd | p q ... | The greatest common divisor. | poly_gcd(p, q * q) | (+ 1 x)"),
    (lambda p: as_polynomial(p).derivative(), "poly:derivative | p | The derivative. | poly_derivative(p) | (* 2 x)"),
    (
        lambda p, *values: as_polynomial(p, len(values))(*values),
        "poly:value | p x ... | The value at these values of the variables. | poly_value(p, 3) | 8",
    ),
    (lambda p: as_polynomial(p).degree, "poly:degree | p | The degree by the first variable. | poly_degree(p) | 2"),
    (lambda p: as_polynomial(p, 0).arity, "poly:arity | p | The number of variables. | poly_arity(p) | 1"),
    (
        lambda p, *values: _at(p, g.add, values),
        "poly:arg-shift | p c ... | The polynomial of x + c. | poly_arg_shift(p, 1) | (+ (expt x 2) (* 2 x))",
    ),
    (
        lambda p, *values: _at(p, g.mul, values),
        "poly:arg-scale | p c ... | The polynomial of c x. | poly_arg_scale(p, 3) | (+ -1 (* 9 (expt x 2)))",
    ),
    (_variables, "poly:new-variables | n | The n variables of polynomials in n. | len(poly_new_variables(2)) | 2"),
    (_falling_coefficients, "poly/coefficients | p | The coefficients, falling. | poly_coefficients(q + q) | (2, 2)"),
    (
        _split,
        "split-polynomial | p | The constant, and the square-free factors of multiplicity 1, 2, ..."
        " | split_polynomial(q) | (1, (+ 1 x))",
    ),
    (
        lambda p: tuple(as_polynomial(p).coefficients()),
        "poly:->dense | p | The coefficients, that of the constant term first. | poly_to_dense(p) | (-1, 0, 1)",
    ),
    (
        lambda coefficients: Polynomial.dense(items(coefficients, "poly:dense->")),
        "poly:dense-> | coefficients | The polynomial of these coefficients. | poly_from_dense([1, 2]) | (+ 1 (* 2 x))",
    ),
)

_PYTHON_NAMES = {
    "poly:dense->": "poly_from_dense",
    "poly:->dense": "poly_to_dense",
    "poly/coefficients": "poly_coefficients",
}

#: What the operations take, by the names of their parameters.
_WORDS = {
    **dict.fromkeys(("p", "q", "polynomials"), f"{Polynomial.__name__} | Scalar"),
    "values": "Scalar",
    "coefficients": "Values",
    "n": "int",
    "receiver": "Callable[..., Any] | None",
}


def _declared(operation: Any, doc: str) -> Callable[..., Any]:
    """An operation of a table as a function of its own, whose parameters say what they are."""

    def operate(*args: Value) -> Value:
        return operation(*args)

    given = inspect.signature(operation).parameters.values()
    kinds = {x.name: x.kind if x.kind is x.VAR_POSITIONAL else x.POSITIONAL_ONLY for x in given}
    parameters = [x.replace(annotation=_WORDS[x.name], kind=kinds[x.name]) for x in given]
    operate.__signature__ = inspect.Signature(parameters, return_annotation="Value")  # type: ignore[attr-defined]
    operate.__doc__ = doc
    return operate


for _operation, _text in _VOCABULARY:
    _name, _call, _meaning, _typed, _answer = (part.strip() for part in _text.split("|"))
    _doc = docstring(
        _meaning, f"({_name} {_call})", _typed, _answer, "p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 1])"
    )
    register(_name, _declared(_operation, _doc), python=_PYTHON_NAMES.get(_name, ""))

register(
    "poly/identity",
    Polynomial.variables(1)[0],
    python="poly_identity",
    module=__name__,
    doc=docstring("The polynomial that is the variable.", "poly/identity", "poly_identity", "x"),
)


# --- analyzer --------------------------------------------------------------------------------------------------------
# Analyzers: an expression as a polynomial or rational function of symbols and auxiliary variables.
#
# Every part of an expression whose operator is not known, such as ``(sin x)``, is a kernel: an auxiliary variable
# stands for it, the same one wherever it occurs, its operands in canonical form. What remains has a canonical form by
# the operators that are known; in it the kernels are put back.

ToExpression = Callable[[Any, tuple[Any, ...]], Any]
FromExpression = Callable[[Any, Callable[[Any, Any], Any]], Any]


class Analyzer(Registered):
    """A canonical form, and the auxiliary variables that have been met since the last new beginning.

    ``from_expression(e, receiver)`` calls the receiver with the canonical value of an expression and with its
    variables; ``to_expression(value, variables)`` is the way back.
    """

    def __init__(self, to_expression: ToExpression, from_expression: FromExpression, known: Iterable[Symbol]) -> None:
        self.to_expression, self.from_expression = to_expression, from_expression
        self.known = frozenset(known)
        self.initialize()

    def initialize(self) -> None:
        self._variables: dict[Expression, Symbol] = {}
        self._taken: set[str] = set()

    def auxiliary_variables(self) -> tuple[tuple[Symbol, Any], ...]:
        """The variables, each with the kernel that it stands for, which may mention earlier ones."""
        return tuple((variable, kernel) for kernel, variable in self._variables.items())

    def simplify(self, value: Any) -> Any:
        """The canonical form, from a new beginning."""
        self.initialize()
        return self.simplify_expression(value)

    def simplify_expression(self, value: Any) -> Any:
        """The canonical form, by the auxiliary variables that there are."""
        return rewritten(value, lambda e: self._outer(self._canonical(self._inner(e))))

    def analyze(self, value: Any) -> Any:
        """The canonical form with auxiliary variables standing for its kernels."""
        return rewritten(value, lambda e: self._canonical(self._inner(e)))

    def _inner(self, expression: Any) -> Any:
        """The expression with a variable for every kernel, numbered from left to right."""
        if not self._variables:
            self._taken = {each.name for each in variables_in(expression)}
        found: dict[Any, Any] = {}
        for node in subexpressions(expression):
            if not isinstance(node, Application):
                found[node] = node
                continue
            operator, *operands = (found.get(part, part) for part in (node.operator, *node.operands))
            if self._is_known(node):
                found[node] = application(operator, *operands)
            else:
                found[node] = self._variable(application(operator, *map(self._canonical, operands)))
        return found.get(expression, expression)

    def _is_known(self, node: Application) -> bool:
        if node.operator not in self.known:
            return False
        if node.operator is not Head.EXPT:
            return True
        exponent = node.operands[1]
        return type(exponent) is int and (exponent >= 0 or Head.OVER in self.known)

    def _variable(self, kernel: Expression) -> Symbol:
        if kernel not in self._variables:
            names = (f"kernel{i}" for i in count(len(self._variables)))
            self._variables[kernel] = symbol(next(name for name in names if name not in self._taken))
            self._taken.add(self._variables[kernel].name)
        return self._variables[kernel]

    def _canonical(self, expression: Any) -> Any:
        if not isinstance(expression, Application):
            return expression
        found = self.from_expression(expression, lambda value, variables: self.to_expression(value, tuple(variables)))
        return found.value if isinstance(found, HeldForm) else found

    def _outer(self, expression: Any) -> Any:
        """With the kernels in place of their variables."""
        kernels: dict[Any, Any] = {}
        for kernel, variable in self._variables.items():
            kernels[variable] = _replaced(kernel, kernels)
        return _replaced(expression, kernels)


def _replaced(expression: Any, values: dict[Any, Any]) -> Any:
    """The expression with some of its symbols replaced, as it stands otherwise."""
    found: dict[Any, Any] = {}
    for node in subexpressions(expression) if values else ():
        if isinstance(node, Application):
            found[node] = application(*(found.get(part, part) for part in (node.operator, *node.operands)))
        else:
            found[node] = values.get(node, node)
    return found.get(expression, expression)


fpf_analyzer = register(
    "fpf:analyzer",
    Analyzer(polynomial_to_expression, expression_to_polynomial, (Head.PLUS, Head.MINUS, Head.TIMES, Head.EXPT)),
    python="fpf_analyzer",
    doc=docstring(
        "The analyzer of flat polynomials: sums of products, quotients being kernels.",
        "fpf:analyzer",
        'default_simplifier(fpf_analyzer)("(* x (+ x (/ x y)))")',
        "(+ (* (/ x y) x) (expt x 2))",
    ),
)


def make_analyzer(to_expression: ToExpression, from_expression: FromExpression, known: Values) -> Analyzer:
    """(make-analyzer (lambda (e variables) ...) (lambda (e receive) ...) '(+ * expt)) The analyzer of a canonical form.

    The form is given by the way to it, the way back, and the operators that it knows. The way to it is called with an
    expression and a receiver of the canonical value and its variables; the way back with such a value and variables.
    analyzer = make_analyzer(lambda e, _: e, lambda e, receive: receive(rcf_simplify(e), ()), ["+", "*", "expt"]);
    analyzer.simplify("(* 2 (+ x (sin (+ y x))))") => (+ (* 2 (sin (+ x y))) (* 2 x))
    Shapes:  to-expression: (canonical form, kernels) -> expression;  from-expression: (expression, receiver) ->
             anything
    Raises:  WrongTypeError unless the operators are symbols
    1 ]=> (define (from e receive) (receive (rcf:simplify e) '()))
    1 ]=> (define analyzer (make-analyzer (lambda (e variables) e) from '(+ * expt)))
    1 ]=> ((default-simplifier analyzer) '(* 2 (+ x (sin (+ y x)))))
    ;Value: (+ (* 2 (sin (+ x y))) (* 2 x))"""
    for procedure in (to_expression, from_expression):
        check_callable(procedure, wanted="two procedures and operators")
    operators = [expression_from(each) for each in items(known)]
    if not all(isinstance(each, Symbol) for each in operators):
        raise WrongTypeError("make-analyzer: the operators that are known are symbols")
    return Analyzer(to_expression, from_expression, operators)


def _declare(method: str, doc: str) -> None:
    def select(analyzer: Analyzer) -> Value:
        if not isinstance(analyzer, Analyzer):
            raise WrongTypeError(f"{CALLED} expects an analyzer, such as fpf:analyzer, got {describe(analyzer)}")
        return getattr(analyzer, method)

    select.__doc__ = f"{doc}\nRaises: WrongTypeError for what is no analyzer"
    rare()(select)


_declare(
    "simplify",
    """((default-simplifier fpf:analyzer) e) The procedure that brings a value to the analyzer's canonical form.
    default_simplifier(fpf_analyzer)("(* x (+ x 1))") => (+ (expt x 2) x)""",
)
_declare(
    "simplify_expression",
    """((expression-simplifier fpf:analyzer) e) That which does so by the auxiliary variables that have been met.
    expression_simplifier(fpf_analyzer)("(* (sin x) (sin x))") => (expt (sin x) 2)""",
)
_declare(
    "analyze",
    """((expression-analyzer fpf:analyzer) e) The procedure of the form in which variables stand for kernels.
    initializer(fpf_analyzer)(), expression_analyzer(fpf_analyzer)("(+ 2 (sin x))") => (None, (+ 2 kernel0))""",
)
_declare(
    "auxiliary_variables",
    """((auxiliary-variable-fetcher fpf:analyzer)) The procedure of the list of (variable kernel) that has been met.
    default_simplifier(fpf_analyzer)("(sin x)"), auxiliary_variable_fetcher(fpf_analyzer)()
    => ((sin x), ((kernel0, (sin x)),))""",
)
_declare(
    "initialize",
    """((initializer fpf:analyzer)) The procedure that lets the analyzer forget its auxiliary variables.
    initializer(fpf_analyzer)(), auxiliary_variable_fetcher(fpf_analyzer)() => (None, ())""",
)


class _RootsOfSquares(Rewrite):
    name = "root-out-squares"

    def step(self, subject: Any, policy: Policy, search: Search) -> Any:
        return rewrite_bottom_up(self._once, subject, policy, search)

    def _once(self, subject: Any, policy: Policy, search: Search) -> Any:
        if subject.operator is not Head.SQRT:
            return None
        fraction = fraction_of(subject.operands[0])
        if fraction is None or has_inexact(fraction.form.num):
            return None
        outside, inside, taken = [], [], False
        for polynomial, sign in ((fraction.form.num, 1), (fraction.form.den, -1)):
            number, factors = powers_of(fraction, polynomial, factored_by_multiplicity)
            inside.append(g.expt(number, sign))
            for each in factors:
                base, power = (
                    each.operands if isinstance(each, Application) and each.operator is Head.EXPT else (each, 1)
                )
                half = power // 2
                if half and policy.grants("nonnegative", g.expt(base, half), self.name):
                    outside.append(g.expt(base, sign * half))
                    power, taken = power % 2, True
                inside.append(g.expt(base, sign * power))
        return combined(Head.TIMES, (*outside, g.sqrt(combined(Head.TIMES, tuple(inside))))) if taken else None


@rare("clear-square-roots-of-perfect-squares")
def root_out_squares(value: Value, *, careful: bool = False, report: bool = False) -> Value:
    """(root-out-squares e) Perfect squares out of square roots: sqrt(x^2 + 2 x + 1) = x + 1, where not negative.
    root_out_squares("(sqrt (+ (* a (expt x 2)) (* 2 a x) a))") => (* (+ 1 x) (sqrt a))"""
    return _RootsOfSquares()(value, careful=careful, report=report)


def degree(n: Any, operation: str = CALLED) -> int:
    return length(n, operation, MOST_TERMS, "degrees", 20)


def chebyshev_polynomial(n: int) -> Polynomial:
    """(chebyshev-polynomial n) Chebyshev's polynomial of a degree.
    chebyshev_polynomial(3) => (+ (* 4 (expt x 3)) (* -3 x))
    Math:    T_n(cos u) = cos(n u)
    Raises:  LimitError for too large a degree"""
    return Polynomial.dense(map(int, flint.fmpz_poly.chebyshev_t(degree(n)).coeffs()))


def cheb_root_list(n: int) -> tuple[Any, ...]:
    """(cheb-root-list n)
    The roots of Chebyshev's polynomial of a degree, from the least; that in the middle is an exact 0.
    round(cheb_root_list(3)[2], 6) => 0.866025"""
    n = length(n, "cheb-root-list", things="roots")
    return tuple(0 if 2 * i == n - 1 else -math.cos((i + 0.5) * math.pi / n) for i in range(n))


def legendre_polynomial(n: int) -> Polynomial:
    """(legendre-polynomial n) Legendre's polynomial of a degree.
    legendre_polynomial(2) => (+ -1/2 (* 3/2 (expt x 2)))
    Math:    (k + 1) P_(k+1) = (2 k + 1) x P_k - k P_(k-1)
    Raises:  LimitError for too large a degree"""
    found = flint.fmpq_poly.legendre_p(degree(n))
    return Polynomial.dense(g.div(int(c.p), int(c.q)) for c in found.coeffs())


declare_documented(globals())
