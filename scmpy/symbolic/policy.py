"""The policy of a simplification: which rewrites it may take, and which assumptions it took for them.

The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
takes a rewrite only where what it needs is known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.settings import Setting, is_switch, setting
from scmpy.registry import register
from scmpy.symbolic.assumptions import Assumption, Facts, known
from scmpy.symbolic.facts import closure


def _switch(default: bool, meaning: str, variable: str = "") -> Any:
    """A switch: a procedure of the original, or a variable."""
    return field(default=default, metadata={"meaning": meaning, "variable": variable})


@dataclass(frozen=True)
class Switches:
    """The rewrites that can be switched off and on, named as the global variables of the original.

    From now on, in a session, most are set by a procedure, ``(sqrt-expt-simplify #f)``; those that are variables of
    the original by ``(set! *factoring* #t)``, in Python by ``setting(factoring=True)``.

    >>> Switches().sqrt_expt_simplify
    True
    """

    log_exp_simplify: bool = _switch(True, "log(exp x) = x, log(x^a) = a log x, log(x/y) = log x - log y.")
    exponent_product_simplify: bool = _switch(True, "(x^a)^b = x^(a b).")
    expt_half_to_sqrt: bool = _switch(True, "x^(1/2) = sqrt x; the switch ``^1/2->sqrt`` of the original.")
    sqrt_expt_simplify: bool = _switch(True, "sqrt(x^2) = x.")
    sqrt_factor_simplify: bool = _switch(True, "sqrt(x y) = sqrt x sqrt y, sqrt(x/y) = sqrt x / sqrt y.")
    aggressive_atan_simplify: bool = _switch(
        True, "atan(a y, a x) = atan(y, x) where y or x has sines or cosines: the others keep the factor, as printed."
    )
    inverse_simplify: bool = _switch(
        True, "asin(sin x) = x, acos(cos x) = x, atan(sin x, cos x) = x, atan(y/x) = atan(y, x)."
    )
    half_angle_simplify: bool = _switch(
        False, "sin(x/2)^2 = (1 - cos x)/2: off, since the original's answers keep half angles."
    )
    trig_product_to_sum_simplify: bool = _switch(
        False, "Products and powers of sines and cosines as sums over multiple angles."
    )
    sin_cos_simplify: bool = _switch(
        True, "Exact sines and cosines of multiples of a symbolic pi, ``(sin (/ ':pi 6))``."
    )
    commute_partials_simplify: bool = _switch(
        True, "Mixed partial derivatives of a literal function are one, however they are ordered."
    )
    divide_numbers_through_simplify: bool = _switch(
        True, "Numeric denominators become coefficients: (x + 1)/2 = 1/2 + x/2."
    )
    ignore_zero_simplify: bool = _switch(
        True, "|x^2| = x^2 for a real x; so the derivative of the magnitude at x^2, x^2/|x^2|, is 1, x = 0 ignored."
    )
    inhibit_expt_simplify: bool = _switch(
        True,
        "Powers that are not whole are left alone. Switched off, those of one base are merged, x^a x^b = x^(a + b);"
        " the original's arithmetic then stops at them with an error.",
        "*inhibit-expt-simplify*",
    )
    factoring: bool = _switch(
        False,
        "Numerator and denominator, inside of functions too, as products of powers of square-free polynomials.",
        "*factoring*",
    )
    divide_out_terms_simplify: bool = _switch(
        False, "A sum is divided term by term: (a + b)/c = a/c + b/c, each simplified by itself."
    )
    heuristic_numbers: bool = _switch(
        False,
        "Floats that are very nearly small rational multiples of 1, pi, e or a root of 2, 3, 5 or 7 are written as"
        " these: a guess, not an equality.",
        "*heuristic-numbers*",
    )

    def restored(self, names: Container[str]) -> Switches:
        """These switches with some of them as in the original."""
        return replace(self, **{name: getattr(_AS_THE_ORIGINAL, name) for name in SWITCHES if name in names})

    def turned(self, names: Container[str]) -> Iterator[str]:
        """Which of these switches are not as in the original?"""
        if self != _AS_THE_ORIGINAL:
            for name in SWITCHES:
                if name in names and getattr(self, name) != getattr(_AS_THE_ORIGINAL, name):
                    yield name


#: Switches that, turned from their default, stand for a whole rewriting of the simplified expression, after which it
#: is simplified again: name -> rewriting. The modules enter theirs.
REWRITINGS: dict[str, Callable[[Any, Policy], Any]] = {}

#: Switches that, turned from their default, stand for the form in which the result is written at last.
FORMS: dict[str, Callable[[Any, Policy], Any]] = {}

_AS_THE_ORIGINAL = Switches()

#: The switches of the moment, which what is displayed is simplified by; but for those that are variables.
current: ContextVar[Switches] = ContextVar("switches", default=_AS_THE_ORIGINAL)

_SPELLINGS = {"^1/2->sqrt": "expt_half_to_sqrt"}
_MEANINGS = {switch.name: switch.metadata["meaning"] for switch in fields(Switches)}
SWITCHES = tuple(_MEANINGS)

_VARIABLES = {
    switch.name: Setting(variable, switch.default, is_switch, "#t or #f (True or False)", _MEANINGS[switch.name])
    for switch in fields(Switches)
    if (variable := switch.metadata["variable"])
}


def switches_of_the_moment() -> Switches:
    """What whatever is displayed is simplified by."""
    switches = current.get()
    variables = {name: variable.value for name, variable in _VARIABLES.items()}
    return (
        replace(switches, **variables) if any(getattr(switches, n) != on for n, on in variables.items()) else switches
    )


def switches_named(settings: dict[str, Any]) -> Switches:
    """The switches of the moment with some of them set, by Scheme or Python name.

    >>> switches_named({"sqrt-expt-simplify": False}).sqrt_expt_simplify
    False
    """
    found = _checked(settings)
    return replace(switches_of_the_moment(), **found) if found else switches_of_the_moment()


def _checked(settings: dict[str, Any]) -> dict[str, bool]:
    found = {}
    for name, value in settings.items():
        spelled = _SPELLINGS.get(name, name.strip("*").replace("-", "_"))
        if spelled not in SWITCHES:
            raise WrongTypeError(f"simplify has no switch {name}; there are {', '.join(SWITCHES)}")
        if not isinstance(value, bool):
            raise WrongTypeError(
                f"simplify: {name} is switched on by #t (True) and off by #f (False), got {describe(value)}"
            )
        found[spelled] = value
    return found


@contextmanager
def switching(*unnamed: Any, **settings: bool) -> Iterator[None]:
    """Set switches while a block runs: ``with switching(sqrt_expt_simplify=False): ...``.

    >>> with switching(sqrt_expt_simplify=False):
    ...     current.get().sqrt_expt_simplify
    False
    """
    if unnamed:
        raise WrongTypeError("switching expects switches by name, as in switching(sqrt_expt_simplify=False)")
    found = _checked(settings)
    variables = {name: found.pop(name) for name in _VARIABLES if name in found}
    token = current.set(replace(current.get(), **found))
    try:
        with setting(**variables):
            yield
    finally:
        current.reset(token)


def _declare_toggle(name: str) -> None:
    def toggle(on: bool) -> None:
        current.set(replace(current.get(), **_checked({name: on})))

    scheme = next((scheme for scheme, python in _SPELLINGS.items() if python == name), name.replace("_", "-"))
    toggle.__name__ = name
    toggle.__doc__ = f"""Switch a rewrite of simplify on or off from now on, in this session: {_MEANINGS[name]}

    Scheme:  ({scheme} #f)
    """
    register(scheme, toggle, python=name)


for _name in SWITCHES:
    if _name not in _VARIABLES:
        _declare_toggle(_name)


class Policy:
    """What one simplification may do, and what it has assumed.

    ``unknown`` are the facts taken to hold of everything of which nothing is known (the domain of the reals, say).
    With ``exact_roots`` a (sqrt 2) that is given stays so beside other roots: it was taken out of one before.
    """

    def __init__(
        self,
        switches: Switches | None = None,
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

    def with_switches(self, switches: Switches) -> Policy:
        """The same policy with other switches; what it takes for granted is noted here too."""
        other = copy(self)
        other.switches = switches
        return other

    def grants(self, fact: str, x: Any, rewrite: str) -> bool:
        """May a rewrite be taken that needs a fact of an expression?"""
        if self.careful:
            return known(fact, x, self.unknown)
        if self.recording and not known(fact, x, self.unknown):
            self.taken[Assumption(fact, x, rewrite)] = None
        return True


#: No assumption at all.
CAREFUL = Policy(_AS_THE_ORIGINAL, careful=True)

#: None but that symbols and functions are real.
REAL = Policy(_AS_THE_ORIGINAL, careful=True, unknown=closure(["real"]))
