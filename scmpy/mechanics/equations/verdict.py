"""The answer of a comparison of systems: the verdict, where it does not hold, and its certificate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from scmpy.errors import UndecidedError
from scmpy.mechanics.equations.evidence import Evidence
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.decision.equivalence import Equivalence
from scmpy.symbolic.expression import Expression, expression_of

Verdict = Literal["equal", "equal except", "implies", "implied", "different", "undecided"]


@dataclass(frozen=True)
class Exceptional:
    """A set outside of which two systems are equal: where these quantities vanish.

    It is ``needed`` if a solution of one system inside of the set is shown to be none of the other.
    """

    where: tuple[Any, ...]
    needed: bool
    reason: str = ""
    witness: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, repr=False)
class EquationEquivalence(Equivalence):
    """The answer of a comparison of systems.

    ``verdict`` is "equal", "equal except", "implies" (the first system implies the second), "implied" (the second one
    implies the first), "different" or "undecided". ``exceptions`` are the sets where the verdict "equal except" does
    not hold, ``assumed`` is what the domain takes for granted, ``steps`` say how the answer was found. Where the
    residuals are proved to be E1 = M E2, ``multiplier`` and ``determinant`` are M and its determinant, ``zero_set`` the
    factors of the determinant that may vanish. ``evidence`` is what :func:`check_certificate` checks.
    """

    verdict: Verdict
    multiplier: Any = field(default=None, hash=False)
    determinant: Any = field(default=None, hash=False)
    zero_set: tuple[Any, ...] = ()
    unknowns: tuple[Expression, ...] = field(default=())
    exceptions: tuple[Exceptional, ...] = ()
    assumed: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    evidence: Evidence | None = field(default=None, hash=False)

    @property
    def explanation(self) -> str:
        """The verdict, its certificate, what was assumed, and the steps, in lines."""
        lines = [f"{self.verdict}: {self.certificate}"]
        for exception in self.exceptions:
            needed = "some solutions there are none of the other system" if exception.needed else exception.reason
            lines.append(f"except where {' and '.join(f'{scheme_text(x)} = 0' for x in exception.where)}: {needed}")
        lines += [f"assumed: {fact}" for fact in self.assumed]
        if self.multiplier is not None:
            lines += [
                f"multiplier: {scheme_text(expression_of(self.multiplier))}",
                f"determinant: {scheme_text(self.determinant)}",
            ]
        return "\n".join([*lines, *self.steps])

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent_equations: undecided, {self.certificate}; use .verdict to tell")
        return self.verdict == "equal"
