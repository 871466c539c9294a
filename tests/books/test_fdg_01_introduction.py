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


METRIC_LAGRANGIAN = """
(define ((Lfree mass metric coordsys) state)
  (let ((q (coordinate state)) (qdot (velocity state)))
    (let ((v (components->vector-field (lambda (x) qdot) coordsys)))
      ((* 1/2 mass (metric v v)) ((point coordsys) q)))))
(define the-metric (literal-metric 'g R2-rect))
"""


def test_the_lagrangian_of_a_metric(scheme):
    scheme(METRIC_LAGRANGIAN)
    assert scheme("(pe ((Lfree 'm the-metric R2-rect) (up 't (up 'x 'y) (up 'vx 'vy))))") == (
        "(+ (* 1/2 m (expt vx 2) (g_00 (up x y))) (* m vx vy (g_01 (up x y))) (* 1/2 m (expt vy 2) (g_11 (up x y))))"
    )


def test_the_equations_on_the_sphere(scheme):
    scheme("""
    (define ((Lsphere m R) state)
      (let ((theta (ref state 1 0)) (thetadot (ref state 2 0)) (phidot (ref state 2 1)))
        (* 1/2 m (square R) (+ (square thetadot) (square (* (sin theta) phidot))))))
    """)
    path = "(up (literal-function 'theta) (literal-function 'phi))"
    assert scheme(f"(pe (((Lagrange-equations (Lsphere 'm 'R)) {path}) 't))") == (
        "(down (+ (* -1 (expt R 2) m (sin (theta t)) (expt ((D phi) t) 2) (cos (theta t)))"
        " (* (expt R 2) m (((expt D 2) theta) t)))"
        " (+ (* 2 (expt R 2) m (sin (theta t)) ((D phi) t) ((D theta) t) (cos (theta t)))"
        " (* -1 (expt R 2) m (((expt D 2) phi) t) (expt (cos (theta t)) 2))"
        " (* (expt R 2) m (((expt D 2) phi) t))))"
    )


def test_free_motion_follows_the_geodesics_of_any_metric(scheme):
    scheme(METRIC_LAGRANGIAN)
    scheme("""
    (define-coordinates t R1-rect)
    (define gamma (literal-manifold-map 'q R1-rect R2-rect))
    (define R2-basis (coordinate-system->basis R2-rect))
    (define Cartan (Christoffel->Cartan (metric->Christoffel-2 the-metric R2-basis)))
    (define geodesic-residuals
      (((((covariant-derivative Cartan gamma) d/dt) ((differential gamma) d/dt)) (chart R2-rect))
       ((point R1-rect) 't)))
    (define Lagrange-residuals
      (((Lagrange-equations (Lfree 1 the-metric R2-rect)) (compose (chart R2-rect) gamma (point R1-rect))) 't))
    (define g ((metric->components the-metric R2-basis) (gamma ((point R1-rect) 't))))
    """)
    assert scheme("(pe (- Lagrange-residuals (* g geodesic-residuals)))") == "(down 0 0)"
