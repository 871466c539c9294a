"""Rule sets beyond those of the core, the matcher by the original's names, literals, TeX in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.compat import declare_documented, rare
from scmpy.errors import DivisionByZeroError, LimitError, WrongTypeError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Operation
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import Formula, ScalarValue, Value, Values, as_name, is_number, is_zero_number
from scmpy.registry import lookup, public
from scmpy.structure.literal_functions import LiteralFunction, literal_number
from scmpy.structure.types import Name
from scmpy.symbolic.expression import (
    PI,
    Expression,
    Head,
    Symbol,
    application,
    derivative_orders,
    expression_from,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.normal_forms import rcf_simplify
from scmpy.symbolic.patterns import Bindings, Search, as_pattern, combined, compiled, is_rational, matches
from scmpy.symbolic.printed_form import HeldForm, coefficient_and_rest, rewritten
from scmpy.symbolic.rules import Rule, declare_sets, named
from scmpy.symbolic.simplify import Simplify as Simplifier
from scmpy.symbolic.simplify import reduced, tex

declare_sets("compat/rule_sets.txt")

# --- euler -----------------------------------------------------------------------------------------------------------


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

_COSINES = {
    Fraction(0): 1,
    Fraction(1, 6): g.div(g.sqrt(3), 2),
    Fraction(1, 4): g.div(g.sqrt(2), 2),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): 0,
}


def multiple_of_pi(x: Any) -> Any:
    """The rational r where x is r times the symbol pi; None where it is not.

    >>> multiple_of_pi(3 * PI / 4)
    Fraction(3, 4)
    """
    if not isinstance(x, Expression):
        return 0 if is_zero_number(x) else None
    coefficient, rest = coefficient_and_rest(reduced(x)) if PI in subexpressions(x) else (None, None)
    return coefficient if rest is PI and is_rational(coefficient) else None


def exact_cosine(turns: Any) -> Any:
    """cos(r pi) where it is a number or half a square root; None where it is neither.

    >>> exact_cosine(Fraction(2, 3)), exact_cosine(Fraction(1, 5))
    (Fraction(-1, 2), None)
    """
    r = abs((Fraction(turns) + 1) % 2 - 1)  # from 0 to 1
    value = _COSINES.get(min(r, 1 - r))
    return value if value is None or 2 * r <= 1 else g.negate(value)


def _exact_sine(turns: Any) -> Any:
    return exact_cosine(Fraction(1, 2) - turns)


def _exact_tangent(turns: Any) -> Any:
    sine, cosine = _exact_sine(turns), exact_cosine(turns)
    if cosine == 0 and is_number(cosine):
        angle = shown_text(g.mul(turns, PI))
        raise DivisionByZeroError(f"Division by zero signalled by tan: {angle} is an odd multiple of a right angle")
    return None if cosine is None else reduced(g.div(sine, cosine))


def _is_whole_multiple(x: Any) -> bool:
    turns = multiple_of_pi(x)
    return turns is not None and turns != 0 and turns == int(turns)


def _special(name: str, exact: Callable[[Any], Any], at_odd: Callable[[Any], Any]) -> tuple[Rule, Rule]:
    """The value of a function at a multiple of pi, and the function without the whole multiple that is in a sum."""
    head = numerical(name)

    def value(x: Any) -> Any:
        found = exact(multiple_of_pi(x))
        return application(head, x) if found is None else found

    def shifted(a: Any, m: Any, b: Any) -> Any:
        rest = application(head, combined(Head.PLUS, (*a, *b)))
        return rest if multiple_of_pi(m) % 2 == 0 else at_odd(rest)

    one, some = symbol("?"), symbol("??")
    in_sum = Head.PLUS, (some, symbol("a")), (one, symbol("m"), _is_whole_multiple), (some, symbol("b"))
    at_angle = one, symbol("x"), lambda x: multiple_of_pi(x) is not None
    return Rule((head, at_angle), None, value, "special-trig"), Rule((head, in_sum), None, shifted, "special-trig")


special_trig = named(
    "special-trig",
    "Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums.",
    ("(cos (/ :pi 4))", "(/ (sqrt 2) 2)"),
    *_special("cos", exact_cosine, g.negate),
    *_special("sin", _exact_sine, g.negate),
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


# --- tex forms -------------------------------------------------------------------------------------------------------


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


declare_documented(globals())
