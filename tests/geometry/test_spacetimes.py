"""Spacetimes and manifolds of the literature: curvature scalar, invariant of Kretschmann, Petrov type, each with its source.

SKMHH: Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions; GP: Griffiths, Podolsky, Exact Space-Times; MTW:
Misner, Thorne, Wheeler, Gravitation; HE: Hawking, Ellis; MG: Mueller, Grave, Catalogue of Spacetimes.
"""

import random
from fractions import Fraction

import numpy as np
import pytest
import sympy
from mpmath import mp

from scmpy import *
from scmpy.errors import DomainError, ScmpyWarning, StructureError, WrongTypeError

from ..oracle import differences as by
from ..tables import rows

#: Line element; where it holds; curvature scalar; Kretschmann's invariant; Petrov type; source.
SPACETIMES = {name: row for name, *row in (row.split("; ") for row in rows(__file__, "spacetimes.txt"))}


def metric_of(name):
    line, where = SPACETIMES[name][:2]
    metric = metric_from_line_element(line)
    return (
        metric_from_line_element(line, restrict_chart(metric.basis.chart, where)) if where != "everywhere" else metric
    )


def same(f, text, chart):
    """Is a function on the manifold that of a text in the coordinates?"""
    known = formula(text, parameters=(*chart.names_or(None), *"MqLkabh"))
    return equivalent(f(up(*symbols(" ".join(chart.names_or(None))))), known)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPACETIMES)
def test_the_literature(name):
    *_, R, K, petrov, _ = SPACETIMES[name]
    metric = metric_of(name)
    basis, chart = metric.basis, metric.basis.chart
    if R != "-":
        assert same(Ricci_scalar(metric, basis), R, chart)
    if K != "-":
        assert same(Kretschmann(metric, basis), K, chart)
    if petrov != "-":
        assert Petrov_type(metric, basis) == petrov


#: A place and parameters, at which nothing is special.
PLACE = [Fraction(3, 5), Fraction(4, 7), Fraction(5, 6), Fraction(2, 7)]
GIVEN = dict(zip("MqLkabhw", [Fraction(n, 7) for n in (1, 2, 15, 5, 12, 11, 3, 2)], strict=True))


#: One of each shape: without a diagonal, of two and three dimensions, of one unknown and of several parameters.
SHAPES = """rotating frame; Painleve-Gullstrand; Reissner-Nordstrom; Kottler; Taub; Goedel; pp-wave; Vaidya;
    Ellis wormhole; Alcubierre's slice; four-sphere; torus; paraboloid; BTZ; Heisenberg group; Sol"""


@pytest.mark.slow
@pytest.mark.parametrize("name", [" ".join(name.split()) for name in SHAPES.split(";")])
def test_the_tensors_at_a_place_by_differences(name):
    """Of the metric alone, by textbooks' sums and differences of 60 digits: 20 digits of all components."""
    metric = metric_of(name)
    basis, names = metric.basis, metric.basis.chart.names
    n, x = len(names), symbols(" ".join(names))
    known = dict(zip((*x, *map(symbols, GIVEN)), (*PLACE[:n], *GIVEN.values()), strict=True))
    letters = [to_sympy(y) for y in known]
    entries = sympy.lambdify(letters, [to_sympy(y + 0 * x[0]) for y in metric.components(up(*x))], "mpmath")

    def numbers(tensor):
        values = tensor.components(up(*x)) if hasattr(tensor, "components") else [tensor(up(*x))]
        return [mp.mpf(sympy.N(to_sympy(substitute(y, known) + 0 * x[0]), 40)) for y in values]

    with mp.workdps(by.DIGITS):
        rest = [mp.mpf(y.numerator) / y.denominator for y in GIVEN.values()]
        q = [mp.mpf(y.numerator) / y.denominator for y in PLACE[:n]]

        def g_(q):
            return np.array(entries(*q, *rest), object).reshape(n, n).tolist()

        mixed = by.riemann(lambda q: by.christoffel(g_, q), q)
        g, ricci = np.array(g_(q), object), by.ricci(mixed)
        R, S = by.sums("im,mjkl->ijkl", g, mixed), (by.inverted(g) * ricci).sum()
        wanted = {Riemann_lowered: R, Ricci: ricci, Ricci_scalar: S, Einstein: ricci - S * g / 2}
        wanted[Kretschmann] = (R * by.raised(R, g)).sum()
        if n > 2:
            wanted |= {Schouten: by.schouten(g, ricci), Weyl: by.weyl(g, mixed)}
        for operation, expected in wanted.items():
            found, values = numbers(operation(metric, basis)), np.ravel(np.array(expected, object))
            scale = max(1, *map(abs, values), *map(abs, mixed.ravel()))
            assert max(abs(y - z) for y, z in zip(found, values, strict=True)) < 1e-20 * scale, operation


def test_a_wrong_invariant_is_seen():
    metric = metric_of("sphere")
    assert not same(Ricci_scalar(metric, metric.basis), "4/a^2", metric.basis.chart)


@pytest.fixture(scope="module")
def random_metric():
    """A metric of three dimensions without symmetries, with its tensors."""
    source = random.Random(3)
    names = ("x", "y", "z")
    terms = [f"{source.randint(1, 4)} {a} d{b} d{c}" for a in names for b in names for c in names]
    metric = metric_from_line_element(f"9 dx^2 + 8 dy^2 + 7 dz^2 + {' + '.join(terms)}/8 + x y z dx dy")
    tensors = {"R": Riemann(metric, metric.basis), "S": Ricci(metric, metric.basis), "C": Cotton(metric, metric.basis)}
    return metric, tensors, up(*(fraction / 8 for fraction in (1, 2, -1)))


IDENTITIES = {
    "the metric is constant": "g_ab;c",
    "Bianchi's first": "R_a[bcd]",
    "pairs": "R_abcd - R_cdab",
    "Bianchi's second": "R_ab[cd;e]",
    "Bianchi's second, contracted": "S_ab;c g^bc - 1/2 S_b^b;a",
    "Cotton's tensor is cyclic": "C_[abc]",
    "Cotton's tensor has no trace": "C^a_ab",
    "the trace of a symmetric part": "S_(ab) g^ab - S_c^c",
    "brackets around an index": "C_(a|b|c) - 1/2 C_abc - 1/2 C_cba",
    "brackets around several tensors": "S_[a|b C^b_|c]d - 1/2 S_ab C^b_cd + 1/2 S_cb C^b_ad",
    "Ricci's identity": "S_ab;[cd] - 1/2 R^e_acd S_eb - 1/2 R^e_bcd S_ae",
    "Weyl's tensor vanishes in three dimensions": "C_a[bc] - C_abc",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", IDENTITIES.values(), ids=IDENTITIES)
def test_identities(text, random_metric):
    metric, tensors, place = random_metric
    found = index_notation(text, tensors, metric, metric.basis)
    values = found.components(place) if isinstance(found, type(tensors["C"])) else [found(place)]
    assert max(map(abs, values)) < 1e-9


def test_indices_against_sums():
    metric = metric_from_line_element("x^2 dx^2 + y dx dy + (1 + y^2) dy^2")
    T = index_notation("T_ab = x_;a x_;b + 3 g_ab", {"x": metric.basis.chart.coordinates()[0]}, metric, metric.basis)
    inverse = [[5 / 44, -1 / 44], [-1 / 44, 9 / 44]]
    place = up(3.0, 2.0)
    assert T.components(place) == (28.0, 3.0, 3.0, 15.0)
    lower = [[28, 3], [3, 15]]
    mixed = [sum(inverse[i][k] * lower[k][j] for k in range(2)) for i in range(2) for j in range(2)]
    found = index_notation("T^a_b", {"T": T}, metric, metric.basis)
    assert found.components(place) == pytest.approx(mixed) and found(metric.basis.forms[0], metric.basis.vectors[1])
    square = index_notation("T_ab T^ab", {"T": T}, metric, metric.basis)
    assert square(place) == pytest.approx(sum(mixed[2 * i + j] * mixed[2 * j + i] for i in range(2) for j in range(2)))
    assert index_notation("T^a_a", {"T": T}, metric, metric.basis)(place) == pytest.approx(mixed[0] + mixed[3])
    # indices of derivatives may stand above; LaTeX's commands, decimals and quotients are read
    f = {"f": metric.basis.chart.coordinates()[0], "T": T}
    raised = index_notation("f^;a", f, metric, metric.basis)
    assert raised.argument_types == ("form",) and raised.components(place) == pytest.approx([5 / 44, -1 / 44])
    assert index_notation("f_;a f^;a", f, metric, metric.basis)(place) == pytest.approx(5 / 44)
    for text in (r"\frac{1}{2} T_{\mu\nu} T^{\mu\nu}", "0.5 T_ab T^ab", "T_ab T^ab/2"):
        assert index_notation(text, f, metric, metric.basis)(place) == pytest.approx(square(place) / 2)
    assert index_notation("A_[ab]", {"A": sum([T, T])}, metric, metric.basis).components(place) == (0, 0, 0, 0)


WRONG_INDICES = {
    "T_ab T_ab": "the index a stands twice below",
    "T_aa": "the index a stands twice below",
    "T_ab + T_ac": "have the free indices _a _b and _a _c",
    "T_a": "T has 2 indices, got 1",
    "Q_ab": "Q in 'Q_ab' is none of the tensors T g",
    "X_ab = T_ac": "the left side of .* has the indices _a _b",
    "T_(a^b)": "brackets hold two indices, or more, of one height",
    "T_a1": "is no index of T",
    "T_ab T^ab T_a^a": "the index a stands 4 times",
    "": "expects a formula such as",
    "T_ab +": "is expected at",
    "T_ab = T_ab = T_ab": "expects a formula such as",
}


@pytest.mark.parametrize(("text", "message"), WRONG_INDICES.items(), ids=WRONG_INDICES)
def test_wrong_indices_are_named(text, message):
    with pytest.raises(StructureError, match=message):
        index_notation(text, {"T": S2_metric}, S2_metric, S2_spherical)


@pytest.mark.slow
def test_bel_robinson_has_no_trace_and_bach_vanishes_for_einstein_spaces():
    kottler = metric_of("Kottler")
    T = {"T": Bel_Robinson(kottler, kottler.basis)}
    assert not nonzero_components(index_notation("T^a_abc", T, kottler, kottler.basis), kottler.basis)
    assert not nonzero_components(Bach(kottler, kottler.basis), kottler.basis)
    charged = metric_of("Reissner-Nordstrom")
    assert nonzero_components(Bach(charged, charged.basis), charged.basis)


def test_petrov_types_are_refused_where_they_are_not_decided():
    k = metric_from_line_element("-dt^2 + dr^2/(1 - k r^2) + r^2 dOmega^2")
    with pytest.raises(DomainError, match="it is not proved to be one"):
        Petrov_type(k, k.basis)
    two_times = metric_from_line_element("-dt^2 - du^2 + dx^2 + dy^2")
    with pytest.raises(DomainError, match="its determinant is positive"):
        Petrov_type(two_times, two_times.basis)
    with pytest.raises(WrongTypeError, match="expects 4 dimensions"):
        Petrov_type(S2_metric, S2_spherical)


def test_energy_conditions():
    region = restrict_chart(spacetime_sphere, "r > 0, r^2 - 2 M r + q^2 > 0")
    charged = Reissner_Nordstrom_metric(region, 2 * symbols("M"), symbols("q"))
    found = dict(energy_conditions(Einstein(charged, region), charged, region))
    q, r = symbols("q r")
    assert found["weak"] == (simplify(q**2 / r**4), 0, simplify(2 * q**2 / r**4))
    with pytest.raises(DomainError, match="expects the metric of a spacetime"):
        energy_conditions(S2_metric, S2_metric, S2_spherical)


def test_energy_conditions_of_light():
    """Hawking, Ellis 4.3: types I and II; those of III and IV meet none."""
    light = metric_from_line_element("-(1 - 2 m(v)/r + q^2/r^2) dv^2 + 2 dv dr + r^2 dOmega^2")
    q, r, v = symbols("q r v")
    flux, rho = simplify(2 * D(literal_function("m"))(v) / r**2), simplify(q**2 / r**4)
    for sign in (1, -1):  # the signatures -+++ and +---
        found = dict(energy_conditions(sign * Einstein(light, light.basis), sign * light, light.basis))
        assert found["null"] == tuple(simplify(sign * x) for x in (flux, 2 * rho))
        assert found["weak"] == tuple(simplify(sign * x) for x in (rho, flux, 2 * rho))
    flat, (dt, dx, dy, _) = Minkowski_metric(R4_rect), R4_rect.form_basis("t x y z")
    rho, p, q = symbols("rho p q")
    stress = rho * (dt @ dt - dx @ dx) + q * (dt - dx) @ (dt - dx) + p * dy @ dy
    found = dict(energy_conditions(stress, flat, R4_rect))
    assert {*found["strong"]} == {q, simplify(rho + p), rho, p}
    assert {*found["dominant"]} == {q, simplify(rho + p), rho, simplify(rho - p)}
    for stress in (dt @ dy + dy @ dt, (dt - dx) @ dy + dy @ (dt - dx)):
        with pytest.raises(DomainError, match="meets none of the conditions"):
            energy_conditions(stress, flat, R4_rect)


ISOMETRIES = {"Minkowski": 10, "Schwarzschild": 4, "sphere": 3, "Reissner-Nordstrom": 4, "FLRW, flat": 6, "cone": 3}
ISOMETRIES |= {"three-sphere": 6, "hyperbolic space": 6, "Poincare patch": 10, "hyperbolic plane": 3, "Vaidya": 3}
BTZ = "-(r^2 - M + J^2/(4 r^2)) dt^2 + dr^2/(r^2 - M + J^2/(4 r^2)) + r^2 (dphi - J/(2 r^2) dt)^2"
CP2 = "dchi^2 + sin(chi)^2 (dtheta^2 + sin(theta)^2 dphi^2 + cos(chi)^2 (dpsi + cos(theta) dphi)^2)/4"
ISOMETRIES |= {  # waves of coordinates that do not occur, and roots and reciprocals of what the components have
    "-(1 - r^2/L^2) dt^2 + dr^2/(1 - r^2/L^2) + r^2 dOmega^2": 10,
    "-(1 + r^2/L^2) dt^2 + dr^2/(1 + r^2/L^2) + r^2 dOmega^2": 10,
    BTZ: 6,
    BTZ.replace("J", "0.1234567").replace("M", "1.4142135"): 6,  # constants are the roots of what floats are
    "-(1 + 1.23456 r^2) dt^2 + dr^2/(1 + 1.23456 r^2) + r^2 dphi^2": 6,
    CP2: 8,  # of SU(3), by half angles: Gibbons, Pope, Comm. Math. Phys. 61 (1978) 239
    "-(1 - Lambda r^2/3) dt^2 + dr^2/(1 - Lambda r^2/3)": 3,
    "-c^2 (1 - r^2/L^2) dt^2 + dr^2/(1 - r^2/L^2)": 3,
    "1e-30 (dx^2 + cosh(0.37 x)^2 dy^2)": 3,
    "-(1 - 3.141592653589793 r^2) dt^2 + dr^2/(1 - 3.141592653589793 r^2)": 3,
    "-(1 - r^2) dv^2 + 2 dv dr + r^2 dphi^2": 6,
    "-dt^2 + a(t)^2 (dr^2/(1 - k r^2) + r^2 dOmega^2)": 6,
    "-dt^2 + L^2 cosh(t/L)^2 (dchi^2 + sin(chi)^2 dphi^2)": 6,
    "dr^2 + r^2 dOmega^2": 6,
    "-(dt + e^x dy)^2 + dx^2 + e^(2 x) dy^2/2 + dz^2": 5,
    "2 du dv + (x^2 - y^2) du^2 + dx^2 + dy^2": 6,
    "dtheta^2 + sin(theta)^2 dphi^2 + cos(theta)^2 dpsi^2": 6,
    "4 (dr^2 + r^2 dphi^2)/(1 - r^2)^2": 3,
    "(u^2 + v^2) (du^2 + dv^2)": 3,
    "(sinh(u)^2 + sin(v)^2) (du^2 + dv^2)": 3,
    "(R + a cos(u))^2 dv^2 + a^2 du^2": 1,
    "-299792458^2 (1 - r^2/L^2) dt^2 + dr^2/(1 - r^2/L^2)": 3,
    "-dt^2 + e^(200 t) dx^2": 3,  # that they do not turn is seen beside the size of what they do
    "-(1 - 2 mu) dt^2 + dr^2/(1 - 2 mu) + r^2 dphi^2": 6,  # linear in a parameter, roots and squares of such
}


@pytest.mark.parametrize(("name", "number"), ISOMETRIES.items(), ids=ISOMETRIES)
@pytest.mark.slow
def test_isometries(name, number):
    metric = metric_from_line_element(name) if "d" in name and "^2" in name else metric_of(name)
    fields = Killing_fields(metric, metric.basis)
    assert len(fields) == isometry_dimension(metric, metric.basis) == number  # a cone is locally a plane
    residual, e = Killing_residual(metric), metric.basis.vectors
    m = metric.basis.chart.point(*symbols(" ".join(metric.basis.chart.names)))
    assert all(equivalent(residual(K)(u, v)(m), 0).verdict == "equal" for K in fields for u in e for v in e)
    c = structure_constants_of_fields(fields)
    N = range(number)
    jacobi = (sum(c[i][j][m] * c[m][k][n] + c[j][k][m] * c[m][i][n] + c[k][i][m] * c[m][j][n] for m in N)
              for i in N for j in N for k in N for n in N)  # fmt: skip
    assert all(x == 0 or equivalent(x, 0).verdict == "equal" for x in jacobi)


@pytest.mark.parametrize(("M", "J"), [(1.25, 0.5), (0.5, 1.25), (-2.0, 0.75)])
def test_fields_are_real_whatever_the_sign_under_a_root_is(M, J):
    metric = metric_from_line_element(BTZ)
    m, known = metric.basis.chart.point(0.3, 1.75, 0.2), dict(zip(symbols("M J"), (M, J), strict=True))
    for K in Killing_fields(metric, metric.basis):
        values = [complex(substitute(K(x)(m), known)) for x in metric.basis.chart.coordinates()]
        assert max(abs(z.imag) for z in values) <= 1e-14 * max(map(abs, values))


def test_isometries_that_are_not_found_are_told():
    turning = metric_from_line_element("(1 + cos(u))^2 du^2 + dv^2")
    with pytest.warns(ScmpyWarning, match="1 of 3 independent"):
        assert len(Killing_fields(turning, turning.basis)) == 1


def expanding():
    return FLRW_metric(spacetime_sphere, literal_function("a"), symbols("k"))


DIMENSIONS = {"Heisenberg group": 4, "Sol": 3, "product of spheres": 6, "torus": 1, "BTZ": 6, "catenoid": 1}
DIMENSIONS |= {expanding: 6, lambda: literal_metric("g", R2_rect): 0, lambda: literal_metric("g", R1_rect): 1}
DIMENSIONS |= {lambda: de_Sitter_metric(spacetime_sphere, symbols("R")): 10}


@pytest.mark.parametrize(("metric", "number"), DIMENSIONS.items(), ids=map(str, range(len(DIMENSIONS))))
def test_the_dimension_of_the_group_of_isometries(metric, number):
    metric = metric() if callable(metric) else metric_of(metric)
    assert isometry_dimension(metric, metric.basis) == number


@pytest.mark.parametrize("k", ["1e-30", "1e-9", "1e9", "1e30"])
@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("K (dr^2 + sin(r)^2 dphi^2)", 3),
        ("K ((1 + 4 r^2) dr^2 + r^2 dphi^2)", 1),
        ("(1 + K r^2) dr^2 + r^2 dphi^2", 1),
        ("dx^2 + K dy^2 + (dz - x dy)^2", 4),
        ("e^(2 z) dx^2 + K e^(-2 z) dy^2 + dz^2", 3),
    ],
)
def test_sizes_do_not_matter_to_the_dimension(line, number, k):
    metric = metric_from_line_element(line.replace("K", k))
    assert isometry_dimension(metric, metric.basis) == number


def test_a_curve_is_flat():
    metric, m = literal_metric("g", R1_rect), R1_rect.point(symbols("x"))
    (e,) = R1_rect.vector_basis()
    assert Ricci(metric, R1_rect)(e, e)(m) == Ricci_scalar(metric, R1_rect)(m) == Kretschmann(metric, R1_rect)(m) == 0


def test_killing_fields_of_given_functions():
    for metric, conformal, number in (
        (metric_of("hyperbolic plane"), 0, 3),
        (coordinate_system_to_metric(R2_rect), 1, 6),
    ):
        x, y = metric.basis.chart.coordinates()
        assert len(Killing_fields(metric, metric.basis, [1, x, y, x**2, x * y, y**2], bool(conformal))) == number
    d_dx, d_dy = R2_rect.vector_basis()
    with pytest.raises(DomainError, match="is no combination of the fields"):
        structure_constants_of_fields([d_dx, x * d_dy])


SEGRE = {
    "FLRW, flat": "[(111),1]",
    "Vaidya": "[(11,2)]",
    "Bertotti-Robinson": "[(11)(1,1)]",
    "de Sitter, flat": "[(111,1)]",
    "-dt^2 + t^(12/7) dx^2 + t^(6/7) dy^2 + t^(-4/7) dz^2": "[(111,1)]",
}


@pytest.mark.parametrize("name", SEGRE)
def test_segre_types_of_the_ricci_tensor(name):
    metric = metric_from_line_element(name) if "dt" in name else metric_of(name)
    assert Segre_type(Ricci(metric, metric.basis), metric, metric.basis) == SEGRE[name]


def test_segre_types_of_tensors():
    flat, (dt, dx, dy, dz), (p, q) = Minkowski_metric(R4_rect), R4_rect.form_basis("t x y z"), symbols("p q")
    x, null = tensor_product2, dt + dz

    def both(v, w):
        return x(v, w) + x(w, v)

    found = {
        "[11,ZZ*]": both(dt, dz) + 3 * x(dx, dx),
        "[11,2]": x(null, null) + 5 * x(dx, dx) + 6 * x(dy, dy),
        "[1,3]": both(null, dx) + x(dy, dy),
        "[(1,3)]": both(null, dx),
        "[(11)1,1]": p * (x(dx, dx) + x(dy, dy)) + q * x(dz, dz),
        "[111,1]": p * both(dx, dy) + q * x(dz, dz),
    }
    assert {kind: Segre_type(T, flat, R4_rect) for kind, T in found.items()} == {kind: kind for kind in found}
    with pytest.raises(DomainError, match="is not decided which eigenvalues"):
        Segre_type(p * both(dt, dz) + q * x(dz, dz), flat, R4_rect)
    with pytest.raises(DomainError, match="the metric of a spacetime"):
        Segre_type(S2_metric, coordinate_system_to_metric(S2_spherical), restrict_chart(S2_spherical, "sin(theta) > 0"))


@pytest.mark.slow
@pytest.mark.parametrize("sign", [1, -1], ids=["-+++", "+---"])
def test_kinnersleys_tetrad(sign):
    """Kinnersley, J. Math. Phys. 10 (1969) 1195: rho = -1/(r - i a cos theta), Psi2 = M rho^3."""
    M, a, i = 1, Fraction(3, 5), sqrt(-1)
    (_, r, theta, _), e = spacetime_sphere.coordinates(), spacetime_sphere.vector_basis()
    S, Delta, kerr = r**2 + a**2 * cos(theta) ** 2, r**2 - 2 * M * r + a**2, Kerr_metric(spacetime_sphere, M, a)
    metric = components_to_metric(sign * metric_to_components(kerr, spacetime_sphere), spacetime_sphere)
    along = [((r**2 + a**2) * e[0] + s * Delta * e[1] + a * e[3]) / f for s, f in ((1, Delta), (-1, 2 * S))]
    across = [
        (s * i * a * sin(theta) * e[0] + e[2] + s * i / sin(theta) * e[3]) / (sqrt(2) * (r + s * i * a * cos(theta)))
        for s in (1, -1)
    ]
    m, rho = spacetime_sphere.point(0.1, 3.2, 0.7, 0.3), -1 / (r - i * a * cos(theta))
    scalars = dict(Newman_Penrose_scalars(metric, spacetime_sphere, up(*along, *across)))
    assert max(abs((x - M * rho**3 * int(name == "Psi2"))(m)) for name, x in scalars.items()) < 1e-14
    with pytest.raises(DomainError, match="whose products are 0"):
        Newman_Penrose_scalars(metric, spacetime_sphere, up(*along, *along))


@pytest.mark.parametrize("size", [1.0, 1e-4, 1e6])
def test_null_fields_are_so_beside_their_size(size):
    (e, x, y, z), i = R4_rect.vector_basis(), sqrt(-1)
    others = (x + i * y) / sqrt(2), (x - i * y) / sqrt(2)
    null = up(size * (e + z), (e - z) / (2 * size), *others)
    assert all(
        f(R4_rect.point(0, 1, 2, 3)) == 0 for _, f in Newman_Penrose_scalars(Minkowski_metric(R4_rect), R4_rect, null)
    )
    slow = up(size * (e + z / 2), (e - z) / (1.5 * size), *others)
    with pytest.raises(DomainError, match="whose products are 0"):
        Newman_Penrose_scalars(Minkowski_metric(R4_rect), R4_rect, slow)


ROUND = "4 (dx^2 + dy^2 + dz^2)/(1 + x^2 + y^2 + z^2)^2"
EXPANDING = "-dt^2 + e^(2 h t) (dx^2 + dy^2 + dz^2)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "number"),
    [
        (ROUND, 6),
        (ROUND.replace(" + dz^2", "").replace(" + z^2", ""), 3),
        (EXPANDING, 10),
        ("-dt^2 + t^(-2/3) dx^2 + t^(4/3) (dy^2 + dz^2)", 4),
        ("-dt^2 + t^2 (dr^2/(1 + r^2) + r^2 dphi^2)", 6),
        ("-r^2 dt^2 + dr^2/r^2 + dtheta^2 + sin(theta)^2 dphi^2", 6),
    ],
    ids=["three-sphere", "sphere", "de Sitter", "Kasner", "Milne", "Bertotti-Robinson"],
)
def test_all_isometries_of_a_space_are_found(line, number):
    metric = metric_from_line_element(line)
    fields = Killing_fields(metric, metric.basis)
    assert len(fields) == number
    assert len(structure_constants_of_fields(fields)) == number


def test_killing_tensors_and_yano_forms_of_flat_space():
    """n (n + 1)^2 (n + 2)/12 tensors of rank 2, binomial(n + 1, p + 1) forms of rank p: SKMHH 35.3."""
    flat = coordinate_system_to_metric(R3_rect)
    assert [len(Killing_Yano_forms(flat, R3_rect, 1, p)) for p in (1, 2, 3)] == [6, 4, 1]
    assert [len(Killing_fields(x, x.basis, 1, True)) for x in map(metric_of, ("Milne", "Sol"))] == [2, 3]
    assert [*map(len, (Killing_tensors(flat, R3_rect, 2), Killing_tensors(S2_metric, S2_spherical)))] == [20, 6]
    with pytest.warns(ScmpyWarning, match="Killing-tensors: .* there may be others"):  # (d/dphi)^2, the metric
        surface = metric_from_line_element("dr^2 + f(r)^2 dphi^2")
        assert len(Killing_tensors(surface, surface.basis)) == 2
    with pytest.warns(ScmpyWarning, match="Killing-fields: .* there may be others"):
        assert len(Killing_fields(surface, surface.basis, None, True)) == 1
    plane = coordinate_system_to_metric(R2_rect)
    (t,) = Killing_tensors(plane, R2_rect, [1], 1)[:1]
    assert t.argument_types == ("form",) and t.components(up(1, 2)) == (1, 0)
    _, cubic, _, _ = Killing_tensors(plane, R2_rect, [1], 3)
    assert cubic.components(up(1, 2)) == (0, *[Fraction(1, 3)] * 2, 0, Fraction(1, 3), 0, 0, 0)
    with pytest.raises(WrongTypeError, match="an integer from 1"):
        Killing_tensors(plane, R2_rect, 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plane wave", "plane wave, crossed"])
def test_killing_tensors_of_waves(name):
    """Keane, Tupper, Class. Quantum Grav. 27 (2010) 245011: those of plane waves are sums of products of Killing fields."""
    metric = metric_of(name)
    with pytest.warns(ScmpyWarning, match="there may be others"):
        assert len(Killing_tensors(metric, metric.basis)) == 21


@pytest.mark.slow
def test_the_yano_form_of_kerr_gives_carters_constant():
    """Floyd, Penrose 1973: f = a cos(theta) dr ^ (dt - a sin^2 dphi) + r sin(theta) dtheta ^ ((r^2 + a^2) dphi - a dt)."""
    (_, r, theta, _), a = spacetime_sphere.coordinates(), symbols("a")
    kerr = Kerr_metric(spacetime_sphere, symbols("M"), a)
    functions = [a * cos(theta), a**2 * cos(theta) * sin(theta) ** 2, a * r * sin(theta)]
    (f,) = Killing_Yano_forms(kerr, spacetime_sphere, [*functions, r * sin(theta) * (r**2 + a**2)])
    K = index_notation("K_ab = f_ac f_b^c", {"f": f}, kerr, spacetime_sphere)
    slope = index_notation("S_abc = K_(ab;c)", {"K": K}, kerr, spacetime_sphere)
    known = {symbols("M"): 1, a: 0.6}
    assert max(abs(float(substitute(x, known))) for x in slope.components(up(0.1, 3.0, 0.7, 0.2))) < 1e-12
    assert abs(float(substitute(K.components(up(0.1, 3.0, 0.7, 0.2))[0], known))) > 0.1
