"""FDG, the introduction: Lagrange's equations on a curved space are the equations of its geodesics."""

from scmpy import *

m, t, R = symbols("m t R")


def test_free_motion_on_a_sphere_follows_geodesics():
    def metric(u, v):
        return R**2 * S2_metric(u, v)

    def Lagrangian(state):
        field = components_to_vector_field(lambda _: state[2], S2_spherical)
        return m * metric(field, field)(S2_spherical.point(state[1])) / 2

    path = up(*literal_functions("alpha beta"))
    curve = compose(point(S2_spherical), path, chart(R1_rect))
    connection = Christoffel_to_Cartan(metric_to_Christoffel_2(metric, S2_spherical.basis()))
    acceleration = geodesic_equation(R1_rect, S2_spherical, connection)(curve)(R1_rect.point(t))
    alpha, _ = path
    inertia = m * R**2 * down(down(1, 0), down(0, sin(alpha(t)) ** 2))
    force = Lagrange_equations(Lagrangian)(path)(t)
    assert simplify(force - inertia * acceleration) == down(0, 0)
