"""Curvature, from metrics and from unknown connections: derived, and printed as simplified text.

test_derivations has the sphere and Schwarzschild's metric. Every round uses symbols of its own and new connections, so
that no cache answers. No wall time is asserted;
``extra_info`` holds the first call and, where SymPy can do the job, the ratio to it in the same run.
"""

import importlib.util
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scmpy as s

fresh = itertools.count()


def place(chart, n):
    """A point of a chart whose coordinates are new symbols."""
    return chart.point(s.up(*(s.symbols(f"{name}{n}") for name in chart.names)))


def kerr(n):
    """The curvature of the metric of Kerr, all components, the Ricci tensor and the invariant of Kretschmann."""
    basis, m = s.spacetime_sphere.basis(), place(s.spacetime_sphere, n)
    metric = s.Kerr_metric(s.spacetime_sphere, *s.symbols(f"M{n} a{n}"))
    nabla = s.Levi_Civita(metric, basis)
    ricci, e = s.Ricci(nabla, basis), basis.vectors
    riemann = [s.Riemann(nabla)(w, x, y, z)(m) for w in basis.forms for x in e for y in e for z in e]
    zero = [s.simplify(ricci(x, y)(m)) for x in e for y in e]
    return str([zero, s.simplify(s.up(*riemann)), s.simplify(s.Kretschmann(metric, basis, nabla)(m))])


def kerr_newman(n):
    """The curvature of a mass that rotates and has a charge: all components, Ricci's, Weyl's, and the invariant."""
    names = {"M": f"M{n}", "a": f"a{n}", "q": f"q{n}", "S": f"(r^2 + a{n}^2 cos(theta)^2)", "r": "r", "theta": "theta"}
    names["D"] = "(r^2 - 2 {M} r + {a}^2 + {q}^2)".format_map(names)
    line = (
        "-({D} - {a}^2 sin(theta)^2)/{S} dt^2 - 2 {a} sin(theta)^2 (r^2 + {a}^2 - {D})/{S} dt dphi + {S}/{D} dr^2"
        " + {S} dtheta^2 + ((r^2 + {a}^2)^2 - {D} {a}^2 sin(theta)^2)/{S} sin(theta)^2 dphi^2"
    ).format_map(names)
    metric = s.metric_from_line_element(line, s.spacetime_sphere, parameters=[names[x] for x in "Maq"])
    place = s.up(*s.symbols("t r theta phi"))
    found = [s.up(*f(metric, s.spacetime_sphere).components(place)) for f in (s.Riemann, s.Ricci, s.Weyl)]
    return str([*map(s.simplify, found), s.simplify(s.Kretschmann(metric, s.spacetime_sphere)(place))])


def christoffel(n):
    """The symbols of the second kind of space in spherical coordinates."""
    basis, m = s.R3_spherical.basis(), place(s.R3_spherical, n)
    symbols = s.metric_to_Christoffel_2(s.coordinate_system_to_metric(s.R3_spherical), basis)
    return str(s.simplify(s.Christoffel_to_symbols(symbols)(m)))


def laplacian(n):
    """The Laplacian of an unknown function in spherical coordinates."""
    m, f = place(s.R3_spherical, n), s.literal_manifold_function(f"f{n}", s.R3_spherical)
    metric = s.coordinate_system_to_metric(s.R3_spherical)
    return str(s.simplify(s.Laplacian(metric, s.R3_spherical.basis())(f)(m)))


def bianchi(chart, n):
    """The cyclic sum of the second identity of Bianchi, for an unknown symmetric connection."""
    nabla = s.covariant_derivative(
        s.Christoffel_to_Cartan(s.symmetrize_Christoffel(s.literal_Christoffel_2(f"G{n}", chart)))
    )
    R, w = s.Riemann(nabla), s.literal_1form_field(f"w{n}", chart)
    X, Y, Z, V = (s.literal_vector_field(f"{name}{n}", chart) for name in "XYZV")
    total = nabla(X)(R)(w, V, Y, Z) + nabla(Y)(R)(w, V, Z, X) + nabla(Z)(R)(w, V, X, Y)
    return str(s.simplify(total(s.typical_point(chart))))


JOBS = {
    "Kerr": (kerr, str([0] * 16), 2),
    "Kerr-Newman": (kerr_newman, "960 M", 2),
    "Christoffel": (christoffel, "(/ 1 r", 5),
    "Laplacian": (laplacian, "(expt (partial 0) 2)", 5),
    "Bianchi R2": (lambda n: bianchi(s.R2_rect, n), "0", 2),
    "Bianchi R3": (lambda n: bianchi(s.R3_rect, n), "0", 2),
    "Bianchi R4": (lambda n: bianchi(s.R4_rect, n), "0", 1),
}


@pytest.mark.parametrize(("job", "expected", "rounds"), JOBS.values(), ids=JOBS)
def test_geometry(benchmark, job, expected, rounds):
    if not benchmark.disabled:
        start = time.perf_counter()
        job(next(fresh))
        benchmark.extra_info["first call (s)"] = time.perf_counter() - start
    text = benchmark.pedantic(job, setup=lambda: ((next(fresh),), {}), rounds=rounds)
    assert expected in text


#: Line elements of which the Ricci tensor and the invariant of Kretschmann are derived; Kerr's takes SymPy minutes.
LINES = {
    "Schwarzschild": "-(1 - 2 M/r) dt^2 + dr^2/(1 - 2 M/r) + r^2 dOmega^2",
    "Reissner-Nordstrom": "-(1 - 2 M/r + q^2/r^2) dt^2 + dr^2/(1 - 2 M/r + q^2/r^2) + r^2 dOmega^2",
    "de Sitter": "-(1 - r^2/L^2) dt^2 + dr^2/(1 - r^2/L^2) + r^2 dOmega^2",
    "FLRW": "-dt^2 + a(t)^2 (dr^2/(1 - k r^2) + r^2 dOmega^2)",
    "Kasner": "-dt^2 + t^4 dx^2 + t^2 dy^2 + t^6 dz^2",
    "Goedel": "-(dt + e^x dy)^2 + dx^2 + e^(2 x) dy^2/2 + dz^2",
    "plane wave": "2 du dv + H(u, x, y) du^2 + dx^2 + dy^2",
    "Vaidya": "-(1 - 2 m(u)/r) du^2 - 2 du dr + r^2 dOmega^2",
    "wormhole": "-dt^2 + dx^2 + (b^2 + x^2) (dtheta^2 + sin(theta)^2 dphi^2)",
    "anti-de Sitter": "(-dt^2 + dx^2 + dy^2 + dz^2)/z^2",
}


def in_sympy(metric):
    given = metric.components(s.up(*s.symbols(" ".join(metric.basis.chart.names))))
    return [s.to_sympy(y) if hasattr(y, "operator") else y for y in given]


def by_sympy(metric):
    """The Ricci tensor and the invariant of Kretschmann of a metric, component by component, simplified by SymPy."""
    import sympy

    names = metric.basis.chart.names
    n, x = len(names), sympy.symbols(names)
    g = sympy.Matrix(n, n, in_sympy(metric))
    g = g.subs({y: next(z for z in x if z.name == y.name) for y in g.free_symbols if y.name in names})
    upper, N = g.inv().applyfunc(sympy.simplify), range(n)

    def gamma(i, j, k):
        return sum(upper[i, m] * (g[m, j].diff(x[k]) + g[m, k].diff(x[j]) - g[j, k].diff(x[m])) / 2 for m in N)

    G = [[[sympy.simplify(gamma(i, j, k)) for k in N] for j in N] for i in N]

    def riemann(i, j, k, m):
        value = G[i][j][m].diff(x[k]) - G[i][j][k].diff(x[m])
        return value + sum(G[i][k][p] * G[p][j][m] - G[i][m][p] * G[p][j][k] for p in N)

    R = {(i, j, k, k): 0 for i in N for j in N for k in N}
    for i, j, k, m in ((*pair, *last) for pair in itertools.product(N, N) for last in itertools.combinations(N, 2)):
        R[i, j, k, m] = sympy.simplify(riemann(i, j, k, m))
        R[i, j, m, k] = -R[i, j, k, m]
    ricci = [sympy.simplify(sum(R[i, j, i, k] for i in N)) for j in N for k in N]
    square = 0
    for (i, j, k, m), value in R.items():
        if value != 0:
            others = (
                g[i, p] * upper[j, q] * upper[k, u] * upper[m, v] * R[p, q, u, v]
                for p, q, u, v in itertools.product(N, repeat=4)
                if R[p, q, u, v] != 0
            )
            square += value * sum(others)
    return ricci, sympy.simplify(square)


def derived(name):
    metric = s.metric_from_line_element(LINES[name])  # a chart of its own: no cache answers
    m = s.up(*s.symbols(" ".join(metric.basis.chart.names)))
    ricci = s.simplify(s.up(*s.Ricci(metric, metric.basis).components(m)))
    return metric, ricci, s.simplify(s.Kretschmann(metric, metric.basis)(m))


def compare(benchmark, peer, seconds):
    benchmark.extra_info[f"{peer} (s)"] = seconds
    if benchmark.stats is not None:
        benchmark.extra_info[f"times faster than {peer}"] = seconds / benchmark.stats.stats.median


@pytest.mark.parametrize("name", LINES)
def test_ricci_and_kretschmann_beside_sympy(benchmark, name):
    metric, _, found = benchmark(derived, name)
    start = time.perf_counter()
    _, expected = by_sympy(metric)
    compare(benchmark, "SymPy", time.perf_counter() - start)
    assert s.equivalent(found, s.from_sympy(expected))


@pytest.mark.parametrize("name", LINES)
def test_ricci_and_kretschmann_beside_einsteinpy(benchmark, name):
    here = sys.executable if importlib.util.find_spec("einsteinpy") else None
    python = os.environ.get("EINSTEINPY_PYTHON", here)
    if python is None:
        pytest.skip("einsteinpy is not installed, and EINSTEINPY_PYTHON names no Python that has it")
    metric, _, found = benchmark(derived, name)
    given = json.dumps([metric.basis.chart.names, list(map(str, in_sympy(metric)))])
    command = [python, "-W", "ignore", str(Path(__file__).with_name("curvature_in_einsteinpy.py")), given]
    seconds, expected = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    compare(benchmark, "einsteinpy", seconds)
    if "Derivative" not in expected:  # such are read by name
        assert s.equivalent(found, s.from_sympy(pytest.importorskip("sympy").sympify(expected)))
