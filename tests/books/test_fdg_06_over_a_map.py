"""FDG, fields over a map: velocities of paths, forms that measure them, pullbacks."""

from scmpy import *

t = symbols("t")
now = R1_rect.point(t)
(d_dt,) = R1_rect.vector_basis("t")
path = compose(point(S2_spherical), up(*literal_functions("theta phi")), chart(R1_rect))
theta, phi = literal_functions("theta phi")


def test_the_velocity_of_a_path():
    velocity = differential(path)(d_dt)
    assert str(velocity(S2_spherical.map)(now)) == "(up ((D theta) t) ((D phi) t))"
    over = basis_to_basis_over_map(path, S2_spherical.basis())
    assert str(over.forms(velocity)(now)) == "(up ((D theta) t) ((D phi) t))"
    f = literal_manifold_function("f", S2_spherical)
    restricted = vector_field_to_vector_field_over_map(path)(S2_spherical.vector_basis()[0])
    assert str(restricted(f)(now)) == "(((partial 0) f) (up (theta t) (phi t)))"


def test_pullbacks_along_a_path():
    colatitude, _ = S2_spherical.coordinates()
    _, dphi = S2_spherical.form_basis()
    assert pullback(path)(colatitude)(now) == theta(t)
    assert simplify(pullback(path)(sin(colatitude) * dphi)(d_dt)(now) - sin(theta(t)) * D(phi)(t)) == 0
    assert simplify((pullback(path)(d(colatitude)) - d(pullback(path)(colatitude)))(d_dt)(now)) == 0
