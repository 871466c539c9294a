# Forms: the exterior derivative, Stokes' theorem, Hodge's star, and vector calculus in spherical coordinates.
#
# A form takes vector fields, and changes its sign when two of them change places. It can be integrated without a metric;
# a metric turns it into its dual, and vector calculus into operations on forms.

from scmpy import *
from scmpy.scheme.language import show

x0, y0, z0, r0, theta0, phi0, a, t0 = symbols("x0 y0 z0 r0 theta0 phi0 a t0")

x, y, _ = R3_rect.coordinates("x y z")
d_dx, d_dy, _ = R3_rect.vector_basis("x y z")
dx, dy, dz = R3_rect.form_basis("x y z")
r, theta, _ = R3_spherical.coordinates("r theta phi")
d_dr, d_dtheta, d_dphi = R3_spherical.vector_basis("r theta phi")
dr, dtheta, dphi = R3_spherical.form_basis("r theta phi")

here = point(R3_rect)(up(x0, y0, z0))
there = point(R3_spherical)(up(r0, theta0, phi0))

# The wedge product of one-forms.

show((wedge(dx, dy)(d_dx, d_dy)(here), wedge(dx, dy)(d_dy, d_dx)(here)))
# (1 -1)

# The form of volume has its well-known factor in spherical coordinates.

show(wedge(dx, dy, dz)(d_dr, d_dtheta, d_dphi)(there))
# (* (expt r0 2) (sin theta0))

# The derivative of a derivative vanishes, for any function and along any fields.

f = literal_manifold_function("f", R3_rect)
u = literal_vector_field("u", R3_rect)
v = literal_vector_field("v", R3_rect)

show(d(d(f))(u, v)(here))
# 0

# Stokes' theorem: this one-form has the derivative 2 dx ^ dy,

turning = x * dy - y * dx

show(d(turning)(d_dx, d_dy)(here))
# 2

# so that its integral around a circle of radius a is twice the area, 2 pi a^2. Pulled back to the parameter it is
# constant, and the parameter runs from 0 to 2 pi.

(d_dt,) = R1_rect.vector_basis("t")

circle = compose(point(R3_rect), lambda t: up(a * cos(t), a * sin(t), 0), chart(R1_rect))

show(pullback_form(circle)(turning)(d_dt)(point(R1_rect)(t0)))
# (expt a 2)

# A map of a box is what forms are integrated over. It has a boundary: a piece of a bowl and its edge have the same.

alpha = symbols("alpha")

show(singular_cube(compose(circle, point(R1_rect)), (0, alpha))(turning))
# (* (expt a 2) alpha)


def bowl(q):
    r, phi = q
    return point(R3_rect)(up(r * cos(phi), r * sin(phi), square(r)))


piece = singular_cube(bowl, (0, a), (0, alpha))

show((piece(d(turning)), boundary_of(piece)(turning)))
# ((* (expt a 2) alpha) (* (expt a 2) alpha))


# Cartan's formula: the Lie derivative of a form is made of its derivative and the interior product.


def Cartan(u):
    return lambda w: d(interior_product(u)(w)) + interior_product(u)(d(w))


show((Lie_derivative(u)(turning) - Cartan(u)(turning))(v)(here))
# 0

# A metric, here that of space in spherical coordinates, gives the dual of a form: of dr it is the form of area of the
# spheres.

g = coordinate_system_to_metric(R3_spherical)
spherical = coordinate_system_to_basis(R3_spherical)
star = Hodge_star(g, spherical)

show(star(dr)(d_dtheta, d_dphi)(there))
# (* (expt r0 2) (sin theta0))

show(star(wedge(dr, dtheta, dphi))(there))
# (/ 1 (* (expt r0 2) (sin theta0)))

# Vector calculus: the gradient raises the index of df,

h = literal_manifold_function("h", R3_spherical)

show(vector_field_to_components(gradient(g, spherical)(h), R3_spherical)(up(r0, theta0, phi0)))
# (up
#  (((partial 0) h) (up r0 theta0 phi0))
#  (/ (((partial 1) h) (up r0 theta0 phi0)) (expt r0 2))
#  (/ (* -1 (((partial 2) h) (up r0 theta0 phi0)))
#     (+ (* (expt r0 2) (expt (cos theta0) 2)) (* -1 (expt r0 2)))))

# a field that falls with the square of the distance has no divergence,

show(divergence(g, spherical)(d_dr / square(r))(there))
# 0

# a rigid rotation has a curl along its axis of twice its speed,

show(vector_field_to_components(curl(g, spherical)(d_dphi), R3_rect)(up(x0, y0, z0)))
# (up 0 0 2)

# and the divergence of a gradient is the Laplacian.

show(Laplacian(g, spherical)(h)(there))
# (/
#  (+
#   (* -1
#      (expt r0 2)
#      (expt (sin theta0) 2)
#      (((expt (partial 0) 2) h) (up r0 theta0 phi0)))
#   (* 2 r0 (((partial 0) h) (up r0 theta0 phi0)) (expt (cos theta0) 2))
#   (* -1 (expt (sin theta0) 2) (((expt (partial 1) 2) h) (up r0 theta0 phi0)))
#   (* -1 (sin theta0) (cos theta0) (((partial 1) h) (up r0 theta0 phi0)))
#   (* -2 r0 (((partial 0) h) (up r0 theta0 phi0)))
#   (* -1 (((expt (partial 2) 2) h) (up r0 theta0 phi0))))
#  (+ (* (expt r0 2) (expt (cos theta0) 2)) (* -1 (expt r0 2))))

# The solutions of Laplace's equation that do not depend on the angles are 1/r and constants; this is the next one.

show(Laplacian(g, spherical)(cos(theta) / square(r))(there))
# 0
