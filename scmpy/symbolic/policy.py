"""The policy of a simplification: which rewrites it may take, and which assumptions it took for them.

The printed policy rewrites as the original does, ``sqrt(x^2) = x``, and can list what it assumed. The careful policy
takes a rewrite only where what it needs is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.registry import register
from scmpy.symbolic.assumptions import Assumption, Facts, known
from scmpy.symbolic.facts import closure


def _switch(default: bool, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Switches:
    """The rewrites that can be switched off and on, named as the global variables of the original.

    >>> Switches().sqrt_expt_simplify
    True
    """

    log_exp_simplify: bool = _switch(True, "log(exp x) = x, log(x^a) = a log x, log(x/y) = log x - log y.")
    exponent_product_simplify: bool = _switch(True, "(x^a)^b = x^(a b).")
    expt_half_to_sqrt: bool = _switch(True, "x^(1/2) = sqrt x; the switch ``^1/2->sqrt`` of the original.")
    sqrt_expt_simplify: bool = _switch(True, "sqrt(x^2) = x.")
    sqrt_factor_simplify: bool = _switch(True, "sqrt(x y) = sqrt x sqrt y, sqrt(x/y) = sqrt x / sqrt y.")
    aggressive_atan_simplify: bool = _switch(
        False, "atan(a y, a x) = atan(y, x): off, since the original's answers keep the factor."
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


#: Switches that stand for a whole rewriting of the simplified expression: name -> rewriting. The modules enter theirs.
REWRITINGS: dict[str, Callable[[Any], Any]] = {}

_AS_THE_ORIGINAL = Switches()

#: The switches of the moment, which what is displayed is simplified by.
current: ContextVar[Switches] = ContextVar("switches", default=_AS_THE_ORIGINAL)

_SPELLINGS = {"^1/2->sqrt": "expt_half_to_sqrt"}
_MEANINGS = {switch.name: switch.metadata["meaning"] for switch in fields(Switches)}
SWITCHES = tuple(_MEANINGS)


def switches_named(settings: dict[str, Any]) -> Switches:
    """The switches of the moment with some of them set, by Scheme or Python name.

    >>> switches_named({"sqrt-expt-simplify": False}).sqrt_expt_simplify
    False
    """
    found = {}
    for name, value in settings.items():
        spelled = _SPELLINGS.get(name, name.replace("-", "_"))
        if spelled not in SWITCHES:
            raise WrongTypeError(f"simplify has no switch {name}; there are {', '.join(SWITCHES)}")
        if not isinstance(value, bool):
            raise WrongTypeError(
                f"simplify: {name} is switched on by #t (True) and off by #f (False), got {describe(value)}"
            )
        found[spelled] = value
    return replace(current.get(), **found) if found else current.get()


@contextmanager
def switching(*unnamed: Any, **settings: bool) -> Iterator[None]:
    """Set switches while a block runs: ``with switching(sqrt_expt_simplify=False): ...``.

    >>> with switching(sqrt_expt_simplify=False):
    ...     current.get().sqrt_expt_simplify
    False
    """
    if unnamed:
        raise WrongTypeError("switching expects switches by name, as in switching(sqrt_expt_simplify=False)")
    token = current.set(switches_named(settings))
    try:
        yield
    finally:
        current.reset(token)


def _declare_toggle(name: str) -> None:
    def toggle(on: bool) -> None:
        current.set(switches_named({name: on}))

    scheme = next((scheme for scheme, python in _SPELLINGS.items() if python == name), name.replace("_", "-"))
    toggle.__name__ = name
    toggle.__doc__ = f"""Switch a rewrite of simplify on or off from now on, in this session: {_MEANINGS[name]}

    Scheme:  ({scheme} #f)
    """
    register(scheme, toggle, python=name)


for _name in SWITCHES:
    _declare_toggle(_name)


class Policy:
    """What one simplification may do, and what it has assumed.

    ``unknown`` are the facts taken to hold of everything of which nothing is known (the domain of the reals, say).
    """

    def __init__(
        self,
        switches: Switches | None = None,
        *,
        careful: bool = False,
        recording: bool = False,
        unknown: Facts = frozenset(),
    ) -> None:
        self.switches = current.get() if switches is None else switches
        self.careful = careful
        self.recording = recording
        self.unknown = unknown
        self.taken: dict[Assumption, None] = {}

    def with_switches(self, switches: Switches) -> Policy:
        """The same policy with other switches; what it takes for granted is noted here too."""
        other = Policy(switches, careful=self.careful, recording=self.recording, unknown=self.unknown)
        other.taken = self.taken
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
