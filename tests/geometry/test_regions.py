"""Operations of a metric at points inside each region of each named spacetime, against components from the metric alone.

The reference knows the metric as a matrix of functions and its derivatives by differences in 100 digits: no form, no
field, no sign of a square root is shared. An operation without a row fails.
"""

from functools import cache
from itertools import product

import numpy
import pytest
from mpmath import cos as cosine
from mpmath import mp, mpf
from mpmath import sin as sine

import scmpy as s
from scmpy.registry import entries, load_all, lookup

from ..oracle import differences as by
from ..tables import rows

SPHERE = s.spacetime_sphere


def static(f):
    return lambda t, r, u, v: [-f(r), 1 / f(r), r**2, (r * sine(u)) ** 2]


def boyer_lindquist(a):
    def g(t, r, u, v):
        S, D, q = r**2 + (a * cosine(u)) ** 2, r**2 - 2 * r + a**2, sine(u) ** 2
        rows = [[0] * 4 for _ in range(4)]
        rows[0][0], rows[1][1], rows[2][2] = 2 * r / S - 1, S / D, S
        rows[0][3] = rows[3][0] = -2 * a * r * q / S
        rows[3][3] = (r**2 + a**2 + 2 * r * a**2 * q / S) * q
        return rows

    return g


def expanding(k):
    return lambda t, r, u, v: [-1, *((t**2 + 1) ** 2 * x for x in (1 / (1 - k * r**2), r**2, (r * sine(u)) ** 2))]


def of_scale(k):
    return lambda chart: s.FLRW_metric(chart, lambda t: t**2 + 1, k)


EIGHT, CHARGE = mpf(8) / 10, mpf("0.64")
#: The metric, the same as a matrix or its diagonal, and the radii of places in its regions.
SPACETIMES = {
    "Schwarzschild": (lambda c: s.Schwarzschild_metric(c, 2), static(lambda r: 1 - 2 / r), (5.0, 1.25)),
    "Reissner-Nordstrom": (
        lambda c: s.Reissner_Nordstrom_metric(c, 2, s.div(4, 5)),
        static(lambda r: 1 - 2 / r + CHARGE / r**2),
        (3.0, 1.0, 0.25),
    ),
    "Kerr": (lambda c: s.Kerr_metric(c, 1, s.div(4, 5)), boyer_lindquist(EIGHT), (4.0, 1.75, 1.0, 0.25)),
    "de Sitter": (lambda c: s.de_Sitter_metric(c, 3), static(lambda r: 1 - r**2 / 9), (1.0, 5.0)),
    "FLRW, closed": (of_scale(1), expanding(1), (0.5,)),
    "FLRW, flat": (of_scale(0), expanding(0), (2.0,)),
    "FLRW, open": (of_scale(-1), expanding(-1), (2.0,)),
    "Minkowski": (s.Minkowski_metric, lambda t, x, y, z: [-1, 1, 1, 1], (2.0,)),
}
PLACES = [(name, r) for name, (_, _, radii) in SPACETIMES.items() for r in radii]
N = range(4)


def of_place(f):
    """A function of a place, a list or tuple, that keeps its values."""
    kept = cache(f)
    return lambda x: kept(tuple(x))


class Components:
    """Arrays of numbers at a place, by the metric and differences."""

    def __init__(self, metric, place):
        self.place = tuple(map(mpf, place))
        self.g = of_place(lambda x: matrix_of(metric(*x)))
        self.inverse = of_place(lambda x: by.inverted(self.g(x)))
        self.first = lambda x: by.lowered_christoffel(self.g, x)
        self.second = of_place(lambda x: by.christoffel(self.g, x))
        self.riemann = of_place(lambda x: by.riemann(self.second, x))
        self.lowered = lambda x: by.sums("im,mjkl->ijkl", self.g(x), self.riemann(x))
        self.ricci = of_place(lambda x: by.ricci(self.riemann(x)))
        self.scalar = lambda x: (self.inverse(x) * self.ricci(x)).sum()
        self.schouten = of_place(lambda x: by.schouten(self.g(x), self.ricci(x)))
        self.weyl = of_place(lambda x: by.weyl(self.g(x), self.riemann(x)))
        self.raised = lambda T, x: by.raised(T, self.g(x))
        self.volume = lambda x: by.volume(self.g(x))
        self.divergence = lambda V, x: by.divergence(self.g, V, x)

    def slope(self, f, x):
        """The derivatives of an array by the coordinates, the last index."""
        return numpy.moveaxis(by.derivatives(f, x), 0, -1)

    def nabla(self, T, rank):
        """The covariant derivative of a tensor with indices below, by the last index."""
        along = [lambda q, i=i: numpy.eye(4, dtype=int)[i] for i in N]
        return lambda x: numpy.stack([by.covariant(T, "d" * rank, self.second, X, x) for X in along], -1)

    def cotton(self, x):
        found = self.nabla(self.schouten, 2)(x)  # P_ab;c
        return found - numpy.einsum("abc->acb", found)


def matrix_of(given):
    return numpy.array(given if isinstance(given[0], list) else numpy.diag(numpy.array(given, object)), object)


def f(t, r, u, v):
    return t * r**2 + u * v


def V(t, r, u, v):
    return [r, t * u, v + 1, t + r * u]


def w(t, r, u, v):
    return [t * v, r**2, u, r * v + 1]


class Case:
    """A place in a region: the objects of the library there, and the arrays."""

    def __init__(self, name, radius):
        make, metric, _ = SPACETIMES[name]
        self.chart = s.spacetime_rect if name == "Minkowski" else SPHERE
        self.place = (0.75, radius, 1.25, 0.5)
        self.g, self.basis, self.m = make(self.chart), self.chart.basis(), self.chart.point(*self.place)
        self.e, self.forms, self.x = self.chart.vector_basis(), self.chart.form_basis(), self.chart.coordinates()
        self.c = Components(metric, self.place)
        self.at = self.c.place
        self.f = f(*self.x)
        self.V = sum(a * e for a, e in zip(V(*self.x), self.e, strict=True))
        self.w = sum(a * e for a, e in zip(w(*self.x), self.forms, strict=True))
        self.nabla = s.Levi_Civita(self.g, self.basis)
        self.numbers = {"f": f(*self.at), "V": numpy.array(V(*self.at)), "w": numpy.array(w(*self.at))}

    def of(self, T, kinds):
        """The components of a tensor, by kinds of arguments: v of fields, w of forms."""
        given = product(*(self.forms if kind == "w" else self.e for kind in kinds))
        return [T(*fields)(self.m) for fields in given]

    def of_form(self, form):
        return [form(e)(self.m) for e in self.e]

    def of_vector(self, field):
        return [field(x)(self.m) for x in self.x]


def vector(x):
    return numpy.array(V(*x), object)


def form(x):
    return numpy.array(w(*x), object)


def gradient_of_f(K):
    return lambda x: K.c.slope(lambda y: numpy.array(f(*y), object), x)


def up_gradient(K):
    return lambda x: K.c.inverse(x) @ gradient_of_f(K)(x)


def lowered_vector(K):
    return lambda x: K.c.g(x) @ vector(x)


def raised_form(K):
    return lambda x: K.c.inverse(x) @ form(x)


def einstein(K):
    return K.c.ricci(K.at) - K.c.scalar(K.at) / 2 * K.c.g(K.at)


def exterior_of_form(K):
    d = K.c.slope(form, K.at)
    return d.T - d


def star_of_form(K):
    """(star w)_abc = sqrt|g| epsilon_dabc w^d"""
    up = raised_form(K)(K.at) * K.c.volume(K.at)
    return [sum(mp.mpf(by.sign((d, *abc))) * up[d] for d in N) for abc in product(N, repeat=3)]


def killing(K):
    return K.c.nabla(lowered_vector(K), 1)(K.at) + K.c.nabla(lowered_vector(K), 1)(K.at).T


def products_of(K, frame):
    """The products of an orthonormal frame, without the sign of each square."""
    rows = numpy.array([K.of_vector(e) for e in frame], object)
    return numpy.abs((rows @ K.c.g(K.at) @ rows.T).astype(float)).ravel()


def fluid(K):
    """Of density 3 and pressure 1/2, of a velocity of length 1."""
    low = K.c.g(K.at) @ K.numbers["V"]
    return (numpy.outer(low, low) * 7 / 2 + K.c.g(K.at) / 2).ravel()


def codifferential_of_form(K):
    return -K.c.divergence(raised_form(K), K.at)


def bach(K):
    second = K.c.nabla(K.c.nabla(K.c.weyl, 4), 5)(K.at)
    inverse = K.c.inverse(K.at)
    sharp = K.c.raised(K.c.schouten(K.at), K.at)
    found = numpy.einsum("acbdef,ec,fd->ab", second, inverse, inverse)
    return found + numpy.einsum("acbd,cd->ab", K.c.weyl(K.at), sharp)


def bel_robinson(K):
    """W_aecf W_b^e_d^f + *W_aecf *W_b^e_d^f"""
    W, inverse = K.c.weyl(K.at), K.c.inverse(K.at)
    epsilon = by.built(4, 4, lambda *order: K.c.volume(K.at) * by.sign(order))
    mixed = numpy.einsum("abij,ic,jd->abcd", epsilon, inverse, inverse)
    dual = numpy.einsum("abij,ijcd->abcd", mixed, W) / 2
    return sum(numpy.einsum("aecf,bgdh,eg,fh->abcd", X, X, inverse, inverse) for X in (W, dual))


def square(K, T):
    return (T * K.c.raised(T, K.at)).sum()


#: The rows of regions.txt: what an operation gives, and what it is to give.
ROWS = {name: row for name, *row in (row.split(" : ") for row in rows(__file__, "regions.txt"))}

#: What has no row, and why.
EXCUSED = {
    "the metrics themselves are what is tested": """
        FLRW-metric Kerr-metric Minkowski-metric Reissner-Nordstrom-metric Schwarzschild-metric de-Sitter-metric""",
    "of charts of Euclidean spaces, and of three dimensions: no spacetime": """
        coordinate-system->Lame-coefficients coordinate-system->inverse-metric coordinate-system->metric curl
        coordinate-system->metric-components coordinate-system->orthonormal-vector-basis embedding-map->metric-components""",
    "unknown metrics and connections, and parts of given ones: no metric is read": """
        Cartan->basis Cartan->forms Cartan? Christoffel->Cartan Christoffel->basis Christoffel->symbols Christoffel?
        Cartan-transform coframe->metric literal-Cartan literal-Christoffel-1 literal-Christoffel-2 literal-metric
        make-Cartan make-Christoffel make-Christoffel-1 make-metric metric-from-line-element symmetrize-Cartan
        symmetrize-Christoffel structure-constants-of-fields""",
    "of maps and curves: tests/geometry/test_hypersurfaces.py and test_numerical.py": """
        ADM-split Cartan->Cartan-over-map congruence extrinsic-curvature geodesic geodesic-equation holonomy
        induced-metric integral-curve metric-over-map parallel-transport parallel-transport-equation
        shell-stress unit-normal""",
    "of a whole region, not of a place: tests/geometry/test_spacetimes.py, test_charts.py": """
        ISCO Killing-Yano-forms Killing-fields Killing-tensors Newman-Penrose-scalars Petrov-type Segre-type
        circular-orbits energy-conditions isometry-dimension metric-signature momentum-on-shell photon-orbit shadow
        surface-gravity""",
}
PACKAGES = ("metric", "connection", "curvature", "hodge", "isometries", "general_relativity", "submanifolds")


def test_every_operation_of_a_metric_has_a_row_or_an_excuse():
    load_all()
    known = ROWS.keys() | {name for names in EXCUSED.values() for name in names.split()}
    found = {}
    for entry in entries():
        if entry.module in {f"scmpy.geometry.{package}" for package in PACKAGES}:
            found.setdefault(id(entry.value), set()).add(entry.scheme)
    assert [names for names in found.values() if known.isdisjoint(names)] == []
    assert known <= {name for names in found.values() for name in names}


@pytest.fixture(scope="module")
def case():
    with mp.workdps(100):
        yield cache(Case)


#: Those that take seconds are tried at one place.
AT_ONE = {"Bach": ("Kerr", 1.0), "Bel-Robinson": ("Kerr", 1.0)}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "radius"), PLACES)
def test_regions(name, radius, case):
    K = case(name, radius)
    for operation, texts in ROWS.items():
        got, reference = (eval(f"lambda K, f: {text}", globals()) for text in texts)
        if AT_ONE.get(operation, (name, radius)) == (name, radius):
            values = [float(x) for x in got(K, lookup(operation).value)]
            wanted = numpy.ravel(numpy.array(reference(K, None), object)).astype(float)
            assert values == pytest.approx(wanted, rel=1e-9, abs=1e-9 * max(1.0, abs(wanted).max())), operation
