# Curvature: of a sphere, of spacetime around a mass, of an expanding universe.
#
# A metric gives a covariant derivative, Levi-Civita's, and with it the curvature. All of them are functions of fields;
# their components are the values on the fields of a basis.

from scmpy import *
from scmpy.scheme.language import round_, show

theta0, phi0, R, G, n1form, vector, t0, r0, M, T, W, s, k = symbols("theta0 phi0 R G 1form vector t0 r0 M T W s k")
ct0, x0, y0, z0, Ex, Ey, Ez, Bx, By, Bz = symbols("ct0 x0 y0 z0 Ex Ey Ez Bx By Bz")

theta, _ = S2_spherical.coordinates("theta phi")
d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
dtheta, dphi = S2_spherical.form_basis("theta phi")
sphere_basis = coordinate_system_to_basis(S2_spherical)
a_place = point(S2_spherical)(up(theta0, phi0))


# A sphere of radius R.


def g_sphere(u, v):
    return square(R) * (dtheta(u) * dtheta(v) + square(sin(theta)) * dphi(u) * dphi(v))


show(Christoffel_to_symbols(metric_to_Christoffel_2(g_sphere, sphere_basis))(a_place))
# (down
#  (down (up 0 0) (up 0 (/ (cos theta0) (sin theta0))))
#  (down (up 0 (/ (cos theta0) (sin theta0)))
#        (up (* -1 (cos theta0) (sin theta0)) 0)))

nabla = Levi_Civita(g_sphere, sphere_basis)

# Gauss' curvature is one component, the scalar twice that.

show(div(Riemann(nabla)(dtheta, d_dphi, d_dtheta, d_dphi)(a_place), g_sphere(d_dphi, d_dphi)(a_place)))
# (/ 1 (expt R 2))

show(Ricci_scalar(g_sphere, sphere_basis)(a_place))
# (/ 2 (expt R 2))

# A vector that is carried once around a circle of latitude comes back turned by the curvature inside: the circle of
# colatitude 60 degrees encloses a quarter of the sphere, a solid angle of pi, and half a turn is what remains.

on_the_unit_sphere = Christoffel_to_Cartan(metric_to_Christoffel_2(S2_metric, sphere_basis))

around = holonomy(on_the_unit_sphere, lambda t: point(S2_spherical)(up(div(pi, 3), t)), 0, 2 * pi)

show((round_(around[0][0]), round_(around[1][1])))
# (-1. -1.)

# Is a function of fields a tensor? The curvature is, the covariant derivative is not, in its last argument.

show(tensor_test(Riemann(covariant_derivative(literal_Cartan(G, R2_rect))), (n1form, vector, vector, vector), R2_rect))
# (0 0 0 0)

# The spacetime around a mass M: a vacuum, all of whose Ricci tensor is zero.

_, r, theta, _ = spacetime_sphere.coordinates("t r theta phi")
d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
_, _, dtheta, dphi = spacetime_sphere.form_basis("t r theta phi")
spacetime_basis = coordinate_system_to_basis(spacetime_sphere)
an_event = point(spacetime_sphere)(up(t0, r0, theta0, phi0))

g_mass = Schwarzschild_metric(spacetime_sphere, 2 * M)

show(g_mass(d_dt, d_dt)(an_event))
# (/ (+ (* 2 M) (* -1 r0)) r0)

ricci = Ricci(Levi_Civita(g_mass, spacetime_basis), spacetime_basis)

show((ricci(d_dt, d_dt)(an_event), ricci(d_dr, d_dr)(an_event), ricci(d_dtheta, d_dtheta)(an_event)))
# (0 0 0)

# Its curvature does not vanish: the invariant grows without bound towards the centre, but not at the horizon r = 2 M.

show(Kretschmann(g_mass, spacetime_basis)(an_event))
# (/ (* 48 (expt M 2)) (expt r0 6))

# Time does not change this metric, nor does a rotation: both fields are Killing's. A dilation is not.

show(
    (
        Killing_residual(g_mass)(d_dt)(d_dr, d_dr)(an_event),
        Killing_residual(g_mass)(d_dphi)(d_dtheta, d_dphi)(an_event),
        Killing_residual(g_mass)(r * d_dr)(d_dtheta, d_dtheta)(an_event),
    )
)
# (0 0 (* 2 (expt r0 2)))


# A Killing field is fixed by its value and its turning at one place, and the curvature does not change along it: linear
# equations for ten numbers. A mass leaves four, a universe the six of its space, one that grows exponentially all ten.

universe = FLRW_metric(spacetime_sphere, literal_function("a"), symbols("k"))
exponential = FLRW_metric(spacetime_sphere, lambda t: exp(symbols("H") * t), 0)
show(tuple(isometry_dimension(g, spacetime_sphere) for g in (g_mass, universe, exponential)))
# (4 6 10)

# The fields are found if their components are sums of given functions, and with them their algebra, as of rotations:

show(structure_constants_of_fields(Killing_fields(S2_metric, S2_spherical)))
# (((0 0 0) (0 0 -1) (0 1 0)) ((0 0 1) (0 0 0) (-1 0 0))
#                             ((0 -1 0) (1 0 0) (0 0 0)))


# A circular orbit is a geodesic if the radial residual of its equation vanishes: M T^2 = R^3 W^2, as Kepler has it.


def orbit(s):
    return point(spacetime_sphere)(up(T * s, R, asin(1), W * s))


mass_connection = Christoffel_to_Cartan(metric_to_Christoffel_2(g_mass, spacetime_basis))

show(
    geodesic_equation(R1_rect, spacetime_sphere, mass_connection)(compose(orbit, chart(R1_rect)))(point(R1_rect)(s))[1]
)
# (/
#  (+ (* 2 M (expt R 3) (expt W 2))
#     (* -1 (expt R 4) (expt W 2))
#     (* -2 (expt M 2) (expt T 2))
#     (* M R (expt T 2)))
#  (expt R 3))

# A homogeneous universe with the scale factor a(t): the component of Einstein's tensor along time is what Friedmann's
# equation sets equal to 8 pi G times the density.

g_universe = FLRW_metric(spacetime_sphere, literal_function("a"), k)

show(Einstein(g_universe, spacetime_basis)(d_dt, d_dt)(an_event))
# (/ (+ (* 3 (expt ((D a) t0) 2)) (* 3 k)) (expt (a t0) 2))

# The electromagnetic field is a two-form: its dual exchanges the electric and the magnetic field,

_, d_dx, d_dy, d_dz = R4_rect.vector_basis("ct x y z")
here = point(R4_rect)(up(ct0, x0, y0, z0))
g_flat = Minkowski_metric(R4_rect)
star = Hodge_star(g_flat, R4_rect)

show(
    (star(Faraday(Ex, Ey, Ez, Bx, By, Bz)) - Maxwell(Ex, Ey, Ez, Bx, By, Bz))(
        literal_vector_field("u", R4_rect), literal_vector_field("v", R4_rect)
    )(here)
)
# 0

# and Gauss' law is one of the components of its derivative.

residuals = Maxwell_residuals(
    g_flat,
    coordinate_system_to_basis(R4_rect),
    Faraday(
        literal_manifold_function("Ex", R4_rect),
        literal_manifold_function("Ey", R4_rect),
        literal_manifold_function("Ez", R4_rect),
        0,
        0,
        0,
    ),
    four_current(literal_manifold_function("rho", R4_rect), 0, 0, 0),
    4 * symbols("pi"),
)

show(residuals[1](d_dx, d_dy, d_dz)(here))
# (+ (* -4 pi (rho (up ct0 x0 y0 z0)))
#    (((partial 1) Ex) (up ct0 x0 y0 z0))
#    (((partial 2) Ey) (up ct0 x0 y0 z0))
#    (((partial 3) Ez) (up ct0 x0 y0 z0)))

# What an observer far from a rotating mass sees are rays of light; those traced back to the hole are dark. This is the sky
# around it, 14 M wide, from a place near the plane of the equator.

picture = shadow(Kerr_metric(spacetime_sphere, 1.0, 0.99), spacetime_sphere, up(200.0, 1.5), 1.3, 7.0, 15)

for i in range(15):
    print('"' + "".join("#" if picture[i, j] == 1 else "." for j in range(15)) + '"')
