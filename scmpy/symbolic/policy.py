"""The options of simplification and what it may assume."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.settings import SWITCH, Setting, checked_settings, derived, setting
from scmpy.symbolic.assumptions import REAL, Assumption, Facts, known, refuted
from scmpy.symbolic.expression import Expression

# --- switches --------------------------------------------------------------------------------------------------------
# The switches of simplification: the rewrites that a user can turn off and on, each of them a setting.
#
# They are declared once, with the rewrite that they stand for and an example, in the order in which they are listed.


def _switch(meaning: str, example: str, default: bool = True, scheme: str = "") -> Any:
    """A switch, whose Scheme name is that of the field unless another is given."""
    return field(default=default, metadata={"scheme": scheme, "meaning": meaning, "example": example})


@dataclass(frozen=True)
class SimplifyOptions:
    """The rewrites that can be switched off and on: settings, named as the procedures and variables of the original.

    For one call by arguments of ``simplify``, for a block by ``setting`` or ``switching``, from now on by a procedure,
    ``(sqrt-expt-simplify #f)``; those that are variables of the original by ``(set! *factoring* #t)``.
    """

    log_exp_simplify: bool = _switch(
        "log(exp x) = x, log(x^a) = a log x, log(x/y) = log x - log y.",
        """
        >>> x = symbols("x")
        >>> simplify(log(exp(x))), simplify(log(exp(x)), log_exp_simplify=False)
        (x, (log (exp x)))
        """,
    )
    exponent_product_simplify: bool = _switch(
        "(x^a)^b = x^(a b).",
        """
        >>> x = symbols("x")
        >>> e = expt(expt(x, 3), div(1, 4))
        >>> simplify(e), simplify(e, exponent_product_simplify=False)
        ((expt x 3/4), (expt (expt x 3) 1/4))
        """,
    )
    expt_half_to_sqrt: bool = _switch(
        "x^(1/2) = sqrt x.",
        """
        >>> x = symbols("x")
        >>> e = expt(x, div(1, 2))
        >>> simplify(e), simplify(e, expt_half_to_sqrt=False)
        ((sqrt x), (expt x 1/2))
        """,
        scheme="^1/2->sqrt",
    )
    sqrt_expt_simplify: bool = _switch(
        "sqrt(x^2) = x.",
        """
        >>> x = symbols("x")
        >>> simplify(sqrt(x**2)), simplify(sqrt(x**2), sqrt_expt_simplify=False)
        (x, (sqrt (expt x 2)))
        """,
    )
    sqrt_factor_simplify: bool = _switch(
        "sqrt(x y) = sqrt x sqrt y, sqrt(x/y) = sqrt x / sqrt y.",
        """
        >>> x, y = symbols("x y")
        >>> simplify(sqrt(x / y)), simplify(sqrt(x / y), sqrt_factor_simplify=False)
        ((/ (sqrt x) (sqrt y)), (sqrt (/ x y)))
        """,
    )
    aggressive_atan_simplify: bool = _switch(
        "atan(a y, a x) = atan(y, x) without sines and cosines too: off, as the original's answers keep the factor.",
        """
        >>> a, x, y = symbols("a x y")
        >>> simplify(atan(a * y, a * x)), simplify(atan(a * y, a * x), aggressive_atan_simplify=True)
        ((atan (* a y) (* a x)), (atan y x))
        """,
        default=False,
    )
    inverse_simplify: bool = _switch(
        "asin(sin x) = x, acos(cos x) = x, atan(a sin x, a cos x) = x, atan(y/x) = atan(y, x).",
        """
        >>> x = symbols("x")
        >>> simplify(asin(sin(x))), simplify(asin(sin(x)), inverse_simplify=False)
        (x, (asin (sin x)))
        """,
    )
    half_angle_simplify: bool = _switch(
        "sin(x/2)^2 = (1 - cos x)/2: off, since the original's answers keep half angles.",
        """
        1 ]=> (half-angle-simplify #t)
        1 ]=> (simplify (square (sin (/ 'x 2))))
        ;Value: (+ 1/2 (* -1/2 (cos x)))
        >>> x = symbols("x")
        >>> simplify(sin(x / 2) ** 2, half_angle_simplify=True)
        (+ 1/2 (* -1/2 (cos x)))
        """,
        default=False,
    )
    trig_product_to_sum_simplify: bool = _switch(
        "Products and powers of sines and cosines as sums over multiple angles.",
        """
        1 ]=> (trig-product-to-sum-simplify #t)
        1 ]=> (simplify (* (sin 'x) (cos 'x)))
        ;Value: (* 1/2 (sin (* 2 x)))
        >>> x = symbols("x")
        >>> simplify(sin(x) * cos(x), trig_product_to_sum_simplify=True)
        (* 1/2 (sin (* 2 x)))
        """,
        default=False,
    )
    sin_cos_simplify: bool = _switch(
        "Exact sines and cosines of multiples of a symbolic pi, ``(sin (/ ':pi 6))``.",
        """
        >>> e = sin(pi / 6)
        >>> simplify(e), simplify(e, sin_cos_simplify=False)
        (Fraction(1, 2), (sin (* 1/6 π)))
        """,
    )
    commute_partials_simplify: bool = _switch(
        "Mixed partial derivatives of a literal function are one, however they are ordered.",
        """
        >>> x, y = symbols("x y")
        >>> F = literal_function("F", "(-> (X Real Real) Real)")
        >>> e = partial(0)(partial(1)(F))(x, y) - partial(1)(partial(0)(F))(x, y)
        >>> simplify(e), simplify(e, commute_partials_simplify=False) == 0
        (0, False)
        """,
    )
    divide_numbers_through_simplify: bool = _switch(
        "Numeric denominators become coefficients: (x + 1)/2 = 1/2 + x/2.",
        """
        >>> x = symbols("x")
        >>> simplify((x + 1) / 2), simplify((x + 1) / 2, divide_numbers_through_simplify=False)
        ((+ 1/2 (* 1/2 x)), (/ (+ 1 x) 2))
        """,
    )
    ignore_zero_simplify: bool = _switch(
        "|x^2| = x^2 for a real x; so the derivative of the magnitude at x^2, x^2/|x^2|, is 1, x = 0 ignored.",
        """
        >>> x = symbols("x")
        >>> simplify(D(magnitude)(x**2)), simplify(D(magnitude)(x**2), ignore_zero_simplify=False)
        (1, (/ (expt x 2) (abs (expt x 2))))
        """,
    )
    inhibit_expt_simplify: bool = _switch(
        "Powers that are not whole are left alone. Switched off, those of one base are merged, x^a x^b = x^(a + b);"
        " the original's arithmetic then stops at them with an error.",
        """
        >>> a, x = symbols("a x")
        >>> e = expt(x, a) * sqrt(x) / x
        >>> simplify(e), simplify(e, inhibit_expt_simplify=False)
        ((/ (expt x a) (sqrt x)), (expt x (+ -1/2 a)))
        """,
        scheme="*inhibit-expt-simplify*",
    )
    trig_fewest_terms_simplify: bool = _switch(
        "Of sin^2 and cos^2 the one that leaves the fewest terms, sin^2 where both leave as many: off, since the"
        " original's answers write sin^2 as 1 - cos^2.",
        """
        >>> a, x = symbols("a x")
        >>> e = sin(x) ** 2 * cos(x) - a * sin(x) ** 2
        >>> simplify(e)
        (+ (* a (expt (cos x) 2)) (* -1 (expt (cos x) 3)) (* -1 a) (cos x))
        >>> simplify(e, trig_fewest_terms_simplify=True)
        (+ (* -1 a (expt (sin x) 2)) (* (expt (sin x) 2) (cos x)))
        """,
        default=False,
    )
    factoring: bool = _switch(
        "Numerator and denominator, inside of functions too, as products of powers of square-free polynomials.",
        """
        1 ]=> (set! *factoring* #t)
        1 ]=> (simplify (+ (square 'x) (* 2 'x 'y) (square 'y)))
        ;Value: (expt (+ x y) 2)
        >>> x, y = symbols("x y")
        >>> simplify(x**2 + 2 * x * y + y**2, factoring=True)
        (expt (+ x y) 2)
        """,
        default=False,
        scheme="*factoring*",
    )
    divide_out_terms_simplify: bool = _switch(
        "A sum is divided term by term: (a + b)/c = a/c + b/c, each simplified by itself.",
        """
        1 ]=> (divide-out-terms-simplify #t)
        1 ]=> (simplify (/ (+ 'x 'y) (* 'x 'y)))
        ;Value: (+ (/ 1 y) (/ 1 x))
        >>> x, y = symbols("x y")
        >>> simplify((x + y) / (x * y), divide_out_terms_simplify=True)
        (+ (/ 1 y) (/ 1 x))
        """,
        default=False,
    )
    identities_simplify: bool = _switch(
        "The shortest form by the addition theorems of sines, exponentials and hyperbolic functions, at real values of"
        " the symbols: cos a cos b + sin a sin b = cos(a - b), and what is proved to be zero is 0.",
        """
        1 ]=> (identities-simplify #t)
        1 ]=> (simplify (+ (* (cos 'a) (cos 'b)) (* (sin 'a) (sin 'b))))
        ;Value: (cos (+ a (* -1 b)))
        >>> a, b = symbols("a b")
        >>> e = cos(a) * cos(b) + sin(a) * sin(b)
        >>> simplify(e, identities_simplify=True), simplify(cosh(a) ** 2 - sinh(a) ** 2, identities_simplify=True)
        ((cos (+ a (* -1 b))), 1)
        """,
        default=False,
    )
    heuristic_numbers: bool = _switch(
        "Floats that are very nearly small rational multiples of 1, pi, e or a root of 2, 3, 5 or 7 are written as"
        " these: a guess, not an equality.",
        """
        1 ]=> (fluid-let ((*heuristic-numbers* #t)) (simplify (* 'x 1.5707963267948966)))
        ;Value: (* 1/2 x π)
        >>> x = symbols("x")
        >>> simplify(x * 1.5707963267948966, heuristic_numbers=True)
        (* 1/2 π x)
        """,
        default=False,
        scheme="*heuristic-numbers*",
    )

    def restored(self, names: Container[str]) -> SimplifyOptions:
        return replace(self, **{name: getattr(AS_THE_ORIGINAL, name) for name in SWITCHES if name in names})

    def turned(self, names: Container[str]) -> Iterator[str]:
        if self != AS_THE_ORIGINAL:
            for name in SWITCHES:
                if name in names and getattr(self, name) != getattr(AS_THE_ORIGINAL, name):
                    yield name


#: The switches as they are in the original.
AS_THE_ORIGINAL = SimplifyOptions()

#: The switches among the settings.
SWITCHES = {
    name: Setting(
        metadata["scheme"] or name.replace("_", "-"),
        each.default,
        SWITCH,
        metadata["meaning"],
        metadata["example"],
        python=name,
        variable=metadata["scheme"].startswith("*"),
    )
    for each in fields(SimplifyOptions)
    for name, metadata in ((each.name, each.metadata),)
}


def switches_of_the_moment() -> SimplifyOptions:
    return derived(_switches_that_hold)


def _switches_that_hold() -> SimplifyOptions:
    return SimplifyOptions(**{name: switch.value for name, switch in SWITCHES.items()})


def switches_named(given: dict[str, Any]) -> SimplifyOptions:
    """The switches of the moment with some of them set, by Scheme or Python name."""
    now = switches_of_the_moment()
    return replace(now, **checked_settings(given, SWITCHES, "simplify has no switch")) if given else now


def switching(*unnamed: Any, **switches: bool) -> setting:
    """``setting`` of switches alone: ``with switching(sqrt_expt_simplify=False): ...``.

    >>> with switching(sqrt_expt_simplify=False):
    ...     switches_of_the_moment().sqrt_expt_simplify
    False
    """
    if unnamed:
        raise WrongTypeError("switching expects switches by name, as in switching(sqrt_expt_simplify=False)")
    return setting(**checked_settings(switches, SWITCHES, "simplify has no switch"))


# --- policy ----------------------------------------------------------------------------------------------------------
# The policy of a simplification: which rewrites it may take, and which assumptions it took for them.
#
# The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
# takes a rewrite only where what it needs is known.

#: Switches that, turned from their default, stand for a whole rewriting of the simplified expression, after which it
#: is simplified again: name -> rewriting, as the modules that have such rewritings enter them.
REWRITINGS: dict[str, Callable[[Any, Policy], Any]] = {}

#: Switches that, turned from their default, stand for the form in which the result is written at last; they enter it.
FORMS: dict[str, Callable[[Any, Policy], Any]] = {}


class Policy:
    """What one simplification may do, and what it has assumed.

    ``unknown`` are the facts taken to hold of everything of which nothing is known (the domain of the reals, say).
    With ``exact_roots`` a (sqrt 2) that is given stays so beside other roots: it was taken out of one before.
    """

    def __init__(
        self,
        switches: SimplifyOptions | None = None,
        *,
        careful: bool = False,
        recording: bool = False,
        unknown: Facts = frozenset(),
        exact_roots: bool = False,
    ) -> None:
        self.switches = switches_of_the_moment() if switches is None else switches
        self.careful = careful
        self.recording = recording
        self.unknown = unknown
        self.exact_roots = exact_roots
        self.taken: dict[Assumption, None] = {}

    def with_switches(self, switches: SimplifyOptions) -> Policy:
        """The same policy with other switches; what it takes for granted is noted here too."""
        other = copy(self)
        other.switches = switches
        return other

    def grants(self, fact: str, x: Any, rewrite: str) -> bool:
        """May a rewrite be taken that needs a fact of an expression?

        What is known to be false is never assumed, nor is anything of an exact constant: that is known, or it is not.
        """
        return self.grants_all(((fact, x),), rewrite)

    def grants_all(self, needed: Sequence[tuple[str, Any]], rewrite: str) -> bool:
        """May a rewrite be taken that needs several facts? What it assumes is noted only if it is taken."""
        may = self.knows if self.careful else self._may_assume
        if not all(may(fact, x) for fact, x in needed):
            return False
        if self.recording:
            self.taken |= {Assumption(fact, x, rewrite): None for fact, x in needed if not self.knows(fact, x)}
        return True

    def _may_assume(self, fact: str, x: Any) -> bool:
        """Is nothing known, with all unknowns real, by which a fact is false, or but where the expression is zero?"""
        if isinstance(x, Expression) and x.constant:
            return self.knows(fact, x)
        opposite = _OPPOSITE.get(fact)
        unknown = self.unknown or REAL
        return not refuted(fact, x, unknown) and not (
            opposite and known(opposite, x, unknown) and not self.knows(fact, x)
        )

    def is_never(self, sign: str, x: Any) -> bool:
        """Is an expression, with all unknowns real, nowhere "positive", or nowhere "negative"?"""
        return known("nonpositive" if sign == "positive" else "nonnegative", x, self.unknown or REAL)

    def knows(self, fact: str, x: Any) -> bool:
        return known(fact, x, self.unknown)


#: Where these hold, the others do only where the expression is zero.
_OPPOSITE = {
    "positive": "nonpositive",
    "nonnegative": "nonpositive",
    "negative": "nonnegative",
    "nonpositive": "nonnegative",
}


#: No assumption at all.
CAREFUL = Policy(AS_THE_ORIGINAL, careful=True)
