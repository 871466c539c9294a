"""Geometry in every region of spacetimes and surfaces, by value: inside and outside of horizons, beyond poles.

What is computed once at symbols has to be right in all regions; it is compared with components that mpmath computes at
a place of each. A metric is a text in its coordinates and parameters, read by the library and by mpmath.
"""

import itertools
from fractions import Fraction

import pytest
from mpmath import det, eigsy, matrix, mp, mpf

import scmpy.generic.operations as g
from scmpy import *
from scmpy.symbolic.expression import subexpressions

from . import differences as by

F, SPHERE = Fraction, "t r theta phi"


def static(lapse):
    return {"00": f"-c**2 * ({lapse})", "11": f"1 / ({lapse})", "22": "r**2", "33": "r**2 * sin(theta)**2"}


SIGMA = "(r**2 + a**2 * cos(theta)**2)"
KERR = {
    "00": f"2 * M * r / {SIGMA} - 1",
    "03": f"-2 * M * r * a * sin(theta)**2 / {SIGMA}",
    "11": f"{SIGMA} / (r**2 - 2 * M * r + a**2)",
    "22": SIGMA,
    "33": f"sin(theta)**2 * (r**2 + a**2 + 2 * M * r * a**2 * sin(theta)**2 / {SIGMA})",
}
FLRW = {"00": "-c**2", "11": "R(t)**2 / (1 - k * r**2)", "22": "R(t)**2 * r**2", "33": "R(t)**2 * r**2 * sin(theta)**2"}

#: Coordinates, components, the library's own, if it has a name for it; then parameters and a place for every region.
#: Unknown functions are given by their values.
METRICS = {
    "Minkowski": (
        "t x y z",
        {"00": "-c**2", "11": "1", "22": "1", "33": "1"},
        Minkowski_metric,
        [({"c": -3}, (1, 2, -1, 3))],
    ),
    "Schwarzschild": (
        SPHERE,
        static("1 - rs / r"),
        Schwarzschild_metric,
        [({"rs": 2, "c": F(3, 2)}, (1, r, th, 1)) for r, th in ((3, 1), (F(1, 2), 1), (-2, 1), (1, -1))],
    ),
    "Reissner-Nordstrom": (
        SPHERE,
        static("1 - rs / r + rq**2 / r**2"),
        Reissner_Nordstrom_metric,
        [({"rs": 2, "rq": F(3, 5), "c": 1}, (1, r, 1, 1)) for r in (4, 1, F(1, 10))],
    ),
    "Kerr": (
        SPHERE,
        KERR,
        Kerr_metric,
        [
            ({"M": 1, "a": F(s * 9, 10)}, (1, r, theta, 1))
            for r, theta in ((3, 1), (F(3, 2), F(3, 2)), (1, F(1, 2)), (F(1, 3), 1), (F(-1, 5), F(3, 2)), (-2, 1))
            for s in (1, -1)
        ],
    ),
    "de Sitter": (
        SPHERE,
        static("1 - r**2 / L**2"),
        de_Sitter_metric,
        [({"L": 2, "c": 1}, (1, r, 1, 1)) for r in (1, 4)],
    ),
    "anti-de Sitter": (SPHERE, static("1 + r**2 / L**2"), None, [({"L": 2, "c": 1}, (1, 3, 1, 1))]),
    "FLRW": (
        SPHERE,
        FLRW,
        FLRW_metric,
        [({"R": R, "k": k, "c": 2}, (1, r, 1, 1)) for k, r, R in ((1, F(1, 2), -3), (1, 2, 3), (0, 2, 3), (-1, 2, 3))],
    ),
    **{
        f"any lapse, {name}": (
            SPHERE,
            {key: f"{sign}({text})" for key, text in static("f(r)").items()},
            None,
            [({"c": 1, "f": f}, (1, 3, 1, 1)) for f in (2, -2)],
        )
        for name, sign in (("mostly plus", ""), ("mostly minus", "-"))
    },
    "wave": (
        "t x y z",
        {"00": "-1", "11": "1 + h(t - z)", "22": "1 - h(t - z)", "33": "1"},
        None,
        [({"h": h}, (1, 2, 3, 4)) for h in (F(1, 5), 2)],
    ),
    "weak field": (
        "t x y z",
        {"00": "-1 - 2 * V(x)", **dict.fromkeys(("11", "22", "33"), "1 - 2 * V(x)")},
        None,
        [({"V": F(-1, 5)}, (1, 2, 3, 4))],
    ),
    "Rindler": ("eta xi", {"00": "-xi**2", "11": "1"}, None, [({}, (1, -2))]),
    "hyperbolic plane": ("x y", dict.fromkeys(("00", "11"), "1 / y**2"), None, [({}, (1, -2))]),
    "disk": (
        "x y",
        dict.fromkeys(("00", "11"), "4 / (1 - x**2 - y**2)**2"),
        None,
        [({}, (x, F(1, 3))) for x in (F(1, 2), 2)],
    ),
    "torus": (
        "u v",
        {"00": "(a + b * cos(v))**2", "11": "b**2"},
        None,
        [({"a": 1, "b": b}, (1, 3)) for b in (F(1, 2), -2)],
    ),
    "bipolar": ("s tau", dict.fromkeys(("00", "11"), "(a / (cosh(tau) - cos(s)))**2"), None, [({"a": -2}, (1, -1))]),
    "prolate": (
        "mu nu phi",
        {**dict.fromkeys(("00", "11"), "a**2 * (sinh(mu)**2 + sin(nu)**2)"), "22": "(a * sinh(mu) * sin(nu))**2"},
        None,
        [({"a": -2}, (F(-1, 2), -1, 1))],
    ),
    "any signature": (
        "x y z",
        {"00": "p(x)", "01": "x", "11": "q(y)", "22": "p(x) * q(y) * x"},
        None,
        [({"p": p, "q": q}, (x, 1, 1)) for p, q, x in ((3, 2, 1), (-3, 2, -1), (-3, -2, 1), (1, -1, 2))],
    ),
}

NUMBERS = {name: getattr(mp, name) for name in ("sin", "cos", "sinh", "cosh")}
SYMBOLIC = {"sin": sin, "cos": cos, "sinh": sinh, "cosh": cosh}


def number(x):
    return mpf(F(x).numerator) / F(x).denominator


class Space:
    """A metric at symbols, and its components at a place of every region."""

    def __init__(self, coordinates, texts, named, regions):
        self.names, self.texts, self.regions = coordinates.split(), texts, regions
        self.n = len(self.names)
        self.unknown = {x for x in regions[0][0] if any(f"{x}(" in text for text in texts.values())}
        self.parameters = {x: literal_function(x) if x in self.unknown else symbols(x) for x in regions[0][0]}
        self.chart = spacetime_sphere if coordinates == SPHERE else make_chart(self.names)
        self.place = symbols(" ".join(f"{x}_" for x in self.names))
        self.m, self.e, self.w = self.chart.point(*self.place), self.chart.vector_basis(), self.chart.form_basis()
        given = SYMBOLIC | self.parameters
        written = components_to_metric(lambda q: self.square(given | dict(zip(self.names, q, strict=True))), self.chart)
        self.metric = written if named is None else named(self.chart, *self.parameters.values())
        self.squares = [self.square(self.numbers(*region)) for region in regions]

    def numbers(self, parameters, place):
        values = {
            x: (lambda *_, x=x: number(parameters[x])) if x in self.unknown else number(parameters[x])
            for x in parameters
        }
        return NUMBERS | values | dict(zip(self.names, map(number, place), strict=True))

    def square(self, names):
        """The components, where these names stand for these values."""
        given = {key: eval(text, names) for key, text in self.texts.items()}
        return [[given.get(f"{min(i, j)}{max(i, j)}", 0) for j in range(self.n)] for i in range(self.n)]

    def values(self, f):
        """The values in all regions of what a function on the manifold is at symbols."""
        value = f(self.m)
        heads = [x for x in subexpressions(value) if getattr(x.operator, "name", None) in self.unknown]
        for parameters, place in self.regions:
            known = {v: parameters[x] for x, v in self.parameters.items() if x not in self.unknown}
            known |= dict(zip(self.place, place, strict=True))
            found = g.inexact(substitute(substitute(value, {x: parameters[x.operator.name] for x in heads}), known))
            assert not isinstance(found, complex)
            yield found


@pytest.fixture(params=METRICS)
def space(request):
    with mp.workdps(by.DIGITS):
        yield Space(*METRICS[request.param])


def close(values, expected):
    assert list(map(float, values)) == pytest.approx(list(map(float, expected)), rel=1e-9, abs=1e-9)


def test_an_orthonormal_frame(space):
    """Its products are 1 and -1, as often as the metric says; it goes the way of the coordinates."""
    N, metric, e = range(space.n), space.metric, Gram_Schmidt(space.chart, space.metric)
    signs = []
    for G, *flat in zip(space.squares, *(map(mpf, space.values(w(v))) for v in e for w in space.w), strict=True):
        turned = [flat[i * space.n : (i + 1) * space.n] for i in N]
        squares = [by.applied(G, v, v) for v in turned]
        signs.append([1 if x > 0 else -1 for x in squares])
        close(squares, signs[-1])
        assert sum(signs[-1]) == sum(1 if x > 0 else -1 for x in eigsy(matrix(G), eigvals_only=True))
        assert det(matrix(turned)) > 0 and all(turned[i][i] > 0 for i in N)
    for i, j in itertools.product(N, N):
        close(space.values(metric(e[i], e[j])), [row[i] * (i == j) for row in signs])


#: Where the star is found in an orthonormal frame too, which the test before has tried of each: one of each shape.
FRAMED = "Schwarzschild, wave, any signature, prolate, bipolar, disk, torus, hyperbolic plane, Rindler".split(", ")


@pytest.mark.parametrize(
    ("space", "orthonormal"),
    [*((name, False) for name in METRICS), *(pytest.param(name, True, marks=pytest.mark.slow) for name in FRAMED)],
    indirect=["space"],
)
def test_the_star_of_every_form(space, orthonormal):
    N, n = range(space.n), space.n
    star = Hodge_star(space.metric, space.chart, orthonormal)
    for p in range(1, n):
        for K in itertools.combinations(N, p):
            form = wedge(*(space.w[k] for k in K)) if p > 1 else space.w[K[0]]
            basic = by.built(n, p, lambda *J, K=K: by.sign(J) * (sorted(J) == list(K)))
            duals = [by.star(basic, p, G) for G in space.squares]
            for J in itertools.combinations(N, n - p):
                close(space.values(star(form)(*(space.e[j] for j in J))), [dual[J] for dual in duals])
        signs = [(-1) ** (p * (n - p)) * (1 if det(matrix(G)) > 0 else -1) for G in space.squares]
        close(space.values(star(star(form))(*(space.e[k] for k in K))), signs)
