"""A generator of claims about pairs of systems of which the truth is known by construction.

A system D^k x = f with smooth f has a solution through every initial value. Another one is made of it: *equal* by steps
that change no solution (invertible matrices, derivatives of other residuals, functions that vanish at zero alone,
positive factors, factors of the variable, unknowns of its own, first order systems); *different* by another f; *implied*
where an equation is dropped, differentiated, or multiplied by one with as many solutions; *equal except* by a factor
that vanishes on fewer. A claim depends on its number alone.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import scmpy as s
from scmpy import D, equivalent_equations
from scmpy.errors import LimitError
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import Head, numerical, subexpressions

t, k = s.symbols("t k")
m = s.symbols("m", positive=True)
NAMES = s.literal_functions("x y")
OWN = s.literal_functions("p q w z")
u, v, w = s.symbols("u v w")

ABS = numerical("abs")

CONVERSE = {"implies": "implied", "implied": "implies"}

Residual = Callable[[Any], Any]  # of the time, so that it can be differentiated


class Claim(NamedTuple):
    """Two systems, the verdict that is true, and how they were made."""

    first: list[Any]
    second: list[Any]
    truth: str
    made: tuple[str, ...]
    coarse: str = ""  # a verdict that is true too, and says less


class Base(NamedTuple):
    """An explicit system, leaders D^order x plus forces: all of it as functions of the time."""

    orders: tuple[int, ...]
    forces: tuple[Residual, ...]
    coordinates: tuple[Residual, ...]  # what residuals and factors may be made of

    @property
    def residuals(self) -> list[Residual]:
        return [
            lambda t, f=f, n=n, force=force: _derivative(f, n)(t) + force(t)
            for f, n, force in zip(NAMES, self.orders, self.forces, strict=False)
        ]


def _derivative(f: Any, n: int) -> Any:
    return (D**n)(f) if n else f


#: Terms of forces: of two coordinates, the time excepted.
TERMS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a,
    lambda a, b: k * a,
    lambda a, b: b,
    lambda a, b: a * b,
    lambda a, b: a**2 - 1,
    lambda a, b: s.sin(a),
    lambda a, b: s.cos(b) * a,
    lambda a, b: b**3,
    lambda a, b: s.exp(-(a**2)),
    lambda a, b: s.div(b, 1 + a**2),
    lambda a, b: m * b,
    lambda a, b: 2,
]
DRIVEN: list[Callable[[Any], Any]] = [lambda t: t, s.sin, lambda t: s.exp(t), lambda t: t**2 + 1]

#: Functions of a residual that vanish where it does alone.
ONE_TO_ONE: dict[str, Callable[[Any], Any]] = {
    "cube": lambda r: r**3,
    "r + r^3": lambda r: r + r**3,
    "r + r^5": lambda r: r + r**5,
    "sinh": s.sinh,
    "atan": s.atan,
    "tanh": s.tanh,
    "exp - 1": lambda r: s.exp(r) - 1,
    "r exp r": lambda r: r * s.exp(r),
    "r / (1 + r^2)": lambda r: s.div(r, 1 + r**2),
    "r - sin(r) / 2": lambda r: r - s.div(s.sin(r), 2),
}
ZERO_ALONE: dict[str, Callable[[Any], Any]] = {
    "square": lambda r: r**2,
    "abs": abs,
    "root of the square": lambda r: s.sqrt(r**2),
    "cosh - 1": lambda r: s.cosh(r) - 1,
    "r^2 + r^4": lambda r: r**2 + r**4,
    "log(1 + r^2)": lambda r: s.log(1 + r**2),
    "sqrt(1 + r^2) - 1": lambda r: s.sqrt(1 + r**2) - 1,
    "r^2 exp r": lambda r: r**2 * s.exp(r),
}
POSITIVE: dict[str, Callable[[Any, Any], Any]] = {
    "1 + a^2": lambda a, b: 1 + a**2,
    "exp": lambda a, b: s.exp(b),
    "2 + sin": lambda a, b: 2 + s.sin(a),
    "a^2 + b^2 + 1": lambda a, b: a**2 + b**2 + 1,
    "a^2 + a b + b^2 + 1": lambda a, b: a**2 + a * b + b**2 + 1,
    "1 + |a|": lambda a, b: 1 + abs(a),
    "cosh": lambda a, b: s.cosh(a),
    "sqrt": lambda a, b: s.sqrt(1 + b**2),
    "k^2 + 1": lambda a, b: k**2 + 1,
    "m": lambda a, b: m,
}
OF_TIME: dict[str, Callable[[Any], Any]] = {
    "1 - cos t": lambda t: 1 - s.cos(t),
    "t": lambda t: t,
    "sin t": s.sin,
    "t^2": lambda t: t**2,
    "t - sin t": lambda t: t - s.sin(t),
    "1 + sin t": lambda t: 1 + s.sin(t),
    "t^2 - 1": lambda t: t**2 - 1,
    "exp t - 1": lambda t: s.exp(t) - 1,
}


class Maker:
    """One claim, from one source of chance."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(f"claim {number}")
        self.made: list[str] = []
        self.own = iter(OWN)

    def pick(self, table: dict[str, Any]) -> Any:
        name = self.chance.choice(list(table))
        self.made.append(name)
        return table[name]

    def two(self, base: Base) -> tuple[Residual, Residual]:
        return self.chance.choice(base.coordinates), self.chance.choice(base.coordinates)

    def base(self) -> Base:
        orders = self.chance.choice([(2,), (2,), (1,), (1, 1), (1, 1), (2, 2), (2, 1), (0, 1), (0,)])
        made = [_derivative(f, i) for f, n in zip(NAMES, orders, strict=False) for i in range(n)]
        coordinates = tuple(made) or (lambda t: t,)
        return Base(orders, tuple(self.force(coordinates) for _ in orders), coordinates)

    def force(self, coordinates: tuple[Residual, ...]) -> Residual:
        chosen = [self.term(coordinates) for _ in range(self.chance.randint(1, 2))]
        return lambda t: s.add(*(c * term(t) for c, term in chosen))

    def term(self, coordinates: tuple[Residual, ...]) -> tuple[int, Residual]:
        c = self.chance.choice([-2, -1, 1, 3])
        if self.chance.random() < 0.15:
            return c, self.chance.choice(DRIVEN)
        term, a, b = self.chance.choice(TERMS), *(self.chance.choice(coordinates) for _ in "ab")
        return c, lambda t: term(a(t), b(t))

    # --- steps that change no solution --------------------------------------------------------------------------

    def disguised(self, base: Base, residuals: list[Residual], most: int = 2) -> list[Residual]:
        for _ in range(self.chance.randint(0, most)):
            step = self.chance.choice(
                [
                    self.mixed,
                    self.mixed,
                    self.differentiated,
                    self.inside,
                    self.inside,
                    self.even,
                    self.positive,
                    self.timed,
                    self.defined,
                    self.repeated,
                    self.together,
                ]
            )
            self.made.append(step.__name__)
            residuals = step(base, residuals)
        self.chance.shuffle(residuals)
        return residuals

    def some(self, residuals: list[Residual]) -> tuple[int, int]:
        i = self.chance.randrange(len(residuals))
        return i, (i + 1) % len(residuals)

    def at(self, residuals: list[Residual], i: int, new: Residual) -> list[Residual]:
        return [*residuals[:i], new, *residuals[i + 1 :]]

    def mixed(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        i, j = self.some(residuals)
        r, other, a, c = (
            residuals[i],
            residuals[j],
            self.chance.choice(base.coordinates),
            self.chance.choice([-3, 2, 5]),
        )
        if i == j:
            return self.at(residuals, i, lambda t: c * r(t))
        if self.chance.random() < 0.5:
            return self.at(residuals, i, lambda t: c * r(t) + a(t) * other(t))
        first = self.at(residuals, i, lambda t: r(t) + c * other(t))
        return self.at(first, j, lambda t: r(t) + (c + 1) * other(t))

    def differentiated(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        i, j = self.some(residuals)
        r, other = residuals[i], residuals[j]
        if any(node.operator in (ABS, Head.SQRT) for node in subexpressions(other(t)) if hasattr(node, "operator")):
            return residuals  # what has no derivative where it vanishes
        if i == j:
            return [*residuals, D(r)]
        return self.at(residuals, i, lambda t: r(t) + D(other)(t))

    def inside(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        f, (i, _) = self.pick(ONE_TO_ONE), self.some(residuals)
        return self.at(residuals, i, lambda t, r=residuals[i]: f(r(t)))

    def even(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        f, (i, _) = self.pick(ZERO_ALONE), self.some(residuals)
        return self.at(residuals, i, lambda t, r=residuals[i]: f(r(t)))

    def positive(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        f, (i, _), (a, b) = self.pick(POSITIVE), self.some(residuals), self.two(base)
        return self.at(residuals, i, lambda t, r=residuals[i]: f(a(t), b(t)) * r(t))

    def timed(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        f, (i, _) = self.pick(OF_TIME), self.some(residuals)
        return self.at(residuals, i, lambda t, r=residuals[i]: f(t) * r(t))

    def repeated(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        i, j = self.some(residuals)
        return [*residuals, lambda t, r=residuals[i], o=residuals[j]: r(t) * (2 + o(t))]

    def together(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        """Residuals in one, of which each has to vanish."""
        i, j = self.some(residuals)
        if i == j:
            return residuals
        r, o = residuals[i], residuals[j]
        rest = [x for n, x in enumerate(residuals) if n not in (i, j)]
        form = self.pick(
            {
                "r^2 + o^2": lambda r, o: r**2 + o**2,
                "r^2 + r o + o^2": lambda r, o: r**2 + r * o + o**2,
                "r^2 - r o + 3 o^2": lambda r, o: r**2 - r * o + 3 * o**2,
                "r^4 + o^2": lambda r, o: r**4 + o**2,
                "|r| + |o|": lambda r, o: abs(r) + abs(o),
            }
        )
        return [*rest, lambda t: form(r(t), o(t))]

    def defined(self, base: Base, residuals: list[Residual]) -> list[Residual]:
        """An unknown of its own with its definition: by its value, or by its rate."""
        p = next(self.own, None)
        if p is None:
            return residuals
        (a, b), term, (i, _) = self.two(base), self.chance.choice(TERMS), self.some(residuals)
        kinds: dict[str, Callable[[Any], Any]] = {
            "p = h": lambda t: p(t) - term(a(t), b(t)),
            "2 p = h t": lambda t: 2 * p(t) - t * term(a(t), b(t)),
            "p' = h": lambda t: D(p)(t) - term(a(t), b(t)),
            "p + p^3 = h": lambda t: p(t) + p(t) ** 3 - term(a(t), b(t)),
        }
        definition = self.pick(kinds)
        if self.chance.random() < 0.5:
            self.made.append("used")
            return [*self.at(residuals, i, lambda t, r=residuals[i]: r(t) + definition(t)), definition]
        return [*residuals, definition]

    # --- systems that say something else ------------------------------------------------------------------------

    def another(self, base: Base) -> Base:
        """The same with another force: no solution through a general point is one of both."""
        i, (c, term) = self.chance.randrange(len(base.forces)), self.term(base.coordinates)
        forces = list(base.forces)
        force = forces[i]
        forces[i] = lambda t: force(t) + c * term(t)
        return base._replace(forces=tuple(forces))

    def weaker(self, base: Base) -> list[Residual]:
        """A system with more solutions, and as many functions."""
        residuals = base.residuals
        i = self.chance.randrange(len(residuals))
        r, force, f, n = residuals[i], base.forces[i], NAMES[i], base.orders[i]
        c, term = self.term(base.coordinates)
        ways: dict[str, Residual] = {
            "rate": D(r),
            "integral of motion": lambda t: D(r)(t) + r(t),
            "product": lambda t: r(t) * (r(t) + c * term(t)),
            "sizes": lambda t: (_derivative(f, n)(t)) ** 2 - (force(t)) ** 2,
            "absolute values": lambda t: abs(_derivative(f, n)(t)) - abs(force(t)),
            "region": lambda t: abs(r(t)) - r(t),
            "region of roots": lambda t: s.sqrt(r(t) ** 2) + r(t),
        }
        if s.equivalent(force(t), 0).verdict == "equal":  # x^2 = 0 says no less than x = 0
            del ways["sizes"], ways["absolute values"]
        return self.at(residuals, i, self.pick(ways))

    def exceptional(self, base: Base) -> tuple[list[Residual], str] | None:
        """A factor that vanishes on fewer solutions: do they solve the rest?"""
        residuals = base.residuals
        f = NAMES[0]
        if base.orders[0] == 0:
            return None
        c = self.chance.choice([0, 1, 2, -1])
        factors: dict[str, tuple[Residual, Any]] = {
            "x - c": (lambda t: f(t) - c, c),
            "(x - c)^2": (lambda t: (f(t) - c) ** 2, c),
            "|x - c|": (lambda t: abs(f(t) - c), c),
            "sinh(x - c)": (lambda t: s.sinh(f(t) - c), c),
            "k": (lambda t: k, None),
        }
        if base.orders == (2,):
            factors["x'"] = (D(f), w)
            factors["x' (x - c)"] = (lambda t: D(f)(t) * (f(t) - c), w)
        factor, value = self.pick(factors)
        new = self.at(residuals, 0, lambda t, r=residuals[0]: factor(t) * r(t))
        if value is None:
            return new, "equal except"
        left = substitute(base.forces[0](t), _resting(value))
        return new, "equal" if s.equivalent(left, 0).verdict == "equal" else "equal except"


def _resting(value: Any) -> dict[Any, Any]:
    f = NAMES[0]
    return {f(t): value, D(f)(t): 0}


def claim(number: int) -> Claim:
    """The claim of this number."""
    maker = Maker(number)
    base = maker.base()
    kind = maker.chance.choice(["equal"] * 4 + ["different"] * 2 + ["implies"] * 2 + ["except"] * 2)
    truth: str = kind
    second = base.residuals
    if kind == "different":
        second = maker.another(base).residuals
    elif kind == "implies":
        second = maker.weaker(base)
    elif kind == "except":
        found = maker.exceptional(base)
        second, truth = (second, "equal") if found is None else found
    maker.made.append(kind)
    one = maker.disguised(base, base.residuals, 1 if kind != "equal" else 2)
    maker.made.append("against")
    other = maker.disguised(base, second, 1)
    systems = [[r(t) for r in one], [r(t) for r in other]]
    coarse = "implies" if truth == "equal except" else ""
    if maker.chance.random() < 0.5:
        systems.reverse()
        truth, coarse = CONVERSE.get(truth, truth), CONVERSE.get(coarse, coarse)
    return Claim(systems[0], systems[1], truth, tuple(maker.made), coarse)


def answered(claim: Claim) -> Any:
    """What the comparison of the two systems answers, or the error."""
    try:
        return equivalent_equations(claim.first, claim.second)
    except s.ScmpyError as error:
        return error


def judged(claim: Claim, answer: Any = None) -> str:
    """ "right", "undecided: ..." or "wrong: ...", with the reason.

    Sets where the verdict is not decided may be excepted, if it says so. Systems of which neither is shown to imply the
    other may be called different, unless that a solution of the one is none of the other is said of the direction that
    holds.
    """
    if answer is None:
        answer = answered(claim)
    if isinstance(answer, s.ScmpyError):
        return f"{'undecided' if isinstance(answer, LimitError) else 'wrong'}: {answer}"
    if answer.verdict == claim.truth:
        return "right"
    is_open = (
        claim.truth == "equal" and answer.verdict == "equal except" and not any(x.needed for x in answer.exceptions)
    )
    if answer.verdict in ("undecided", claim.coarse) or is_open:
        return f"undecided: {answer.verdict}, {answer.certificate}"
    holds = {"implies": 0, "implied": 1}.get(claim.truth)
    solved = answer.evidence.solved if answer.evidence else ()
    if answer.verdict == "different" and holds is not None and all(x.implied or x.system != holds for x in solved):
        return f"undecided: one direction, {answer.certificate}"
    return f"wrong: {answer.explanation}"
