# Vector fields, one-forms and commutators.
#
# A vector field is a derivation: it takes a function on the manifold to its rate of change in a direction. Functions
# and fields do not depend on the coordinates in which they are written.

from scmpy import *
from scmpy.scheme.language import series_print, show

x0, y0, r0, theta0, z0, phi, psi, t = symbols("x0 y0 r0 theta0 z0 phi psi t")

x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, _ = R2_rect.form_basis("x y")
r, theta = R2_polar.coordinates("r theta")
d_dr, d_dtheta = R2_polar.vector_basis("r theta")
dr, dtheta = R2_polar.form_basis("r theta")

here = point(R2_rect)(up(x0, y0))
there = point(R2_polar)(up(r0, theta0))

# Coordinates are functions: each applies to points however they were made.

show((r(here), theta(here)))
# ((sqrt (+ (expt x0 2) (expt y0 2))) (atan y0 x0))

show((x(there), y(there)))
# ((* r0 (cos theta0)) (* r0 (sin theta0)))

# The rotation about the origin, in both systems.

rotation = x * d_dy - y * d_dx

f = literal_manifold_function("f", R2_rect)

show(rotation(f)(here))
# (+ (* x0 (((partial 1) f) (up x0 y0))) (* -1 y0 (((partial 0) f) (up x0 y0))))

show((rotation - d_dtheta)(f)(there))
# 0

# One-forms take vector fields to functions.

show(dx(rotation)(here))
# (* -1 y0)

show((dr(rotation)(here), dtheta(rotation)(here)))
# (0 1)

# The components of an unknown field are functions of the coordinates.

v = literal_vector_field("v", R2_rect)

show(v(f)(here))
# (+ (* (v^0 (up x0 y0)) (((partial 0) f) (up x0 y0)))
#    (* (v^1 (up x0 y0)) (((partial 1) f) (up x0 y0))))

# The differential of a function: df(v) = v(f).

show(d(f)(v)(here) - v(f)(here))
# 0

# The commutator of two fields is a field again: the second derivatives cancel. Coordinate fields commute,

show(commutator(d_dr, d_dtheta)(f)(there))
# 0

# a rotation and a translation do not,

show((commutator(rotation, d_dx) + d_dy)(f)(here))
# 0

# and a rotation and the dilation do.

dilation = x * d_dx + y * d_dy

show(commutator(rotation, dilation)(f)(here))
# 0

# In space: the rotations about the three axes close among themselves.

x_2, y_2, z = R3_rect.coordinates("x y z")
d_dx_2, d_dy_2, d_dz = R3_rect.vector_basis("x y z")
Jx = y_2 * d_dz - z * d_dy_2
Jy = z * d_dx_2 - x_2 * d_dz
Jz = x_2 * d_dy_2 - y_2 * d_dx_2
g_2 = literal_manifold_function("g", R3_rect)
a_point = point(R3_rect)(up(x0, y0, z0))
show(
    (
        (commutator(Jx, Jy) + Jz)(g_2)(a_point),
        (commutator(Jy, Jz) + Jx)(g_2)(a_point),
        (commutator(Jz, Jx) + Jy)(g_2)(a_point),
    )
)
# (0 0 0)

# The same relations hold on the group of rotations itself, for the fields that turn the body about fixed axes.

on_SO3 = literal_manifold_function("h", Euler_angles)
orientation = point(Euler_angles)(up(symbols("theta"), phi, psi))

show((commutator(e_x, e_y) + e_z)(on_SO3)(orientation))
# 0

# Following a field: the exponential of t times the rotation moves a function along the circle.

series_print(exp(t * rotation)(x)(here), 5)
# x0
# (* -1 t y0)
# (* -1/2 (expt t 2) x0)
# (* 1/6 (expt t 3) y0)
# (* 1/24 (expt t 4) x0)
