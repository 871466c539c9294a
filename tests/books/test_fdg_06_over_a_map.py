"""FDG, fields over a map: velocities of paths, forms that measure them, pullbacks."""

import pytest

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


PATH = """
(define-coordinates (up theta phi) S2-spherical)
(define-coordinates t R1-rect)
(define mu (compose (point S2-spherical) (up (literal-function 'theta) (literal-function 'phi)) (chart R1-rect)))
(define basis-over-mu (basis->basis-over-map mu (coordinate-system->basis S2-spherical)))
(define h (literal-manifold-function 'h S2-spherical))
(define now ((point R1-rect) 't0))
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (
            "((basis->vector-basis basis-over-mu) h)",
            "(down (((partial 0) h) (up (theta t0) (phi t0))) (((partial 1) h) (up (theta t0) (phi t0))))",
        ),
        ("((basis->1form-basis basis-over-mu) (basis->vector-basis basis-over-mu))", "(up (down 1 0) (down 0 1))"),
        ("((basis->1form-basis basis-over-mu) ((differential mu) d/dt))", "(up ((D theta) t0) ((D phi) t0))"),
        (
            "(((differential mu) d/dt) h)",
            "(+ (* ((D phi) t0) (((partial 1) h) (up (theta t0) (phi t0))))"
            " (* ((D theta) t0) (((partial 0) h) (up (theta t0) (phi t0)))))",
        ),
        ("(compose phi mu)", "(phi t0)"),
        ("((pullback mu) (* theta phi))", "(* (phi t0) (theta t0))"),
        ("(((pullback mu) dphi) d/dt)", "((D phi) t0)"),
    ],
)
def test_paths_as_the_book_types_them(scheme, expression, text):
    scheme(PATH)
    assert scheme(f"(pe ({expression} now))") == text


@pytest.mark.parametrize(
    "residual",
    [
        "((- ((pullback mu) (d f)) (d ((pullback mu) f))) X)",
        "((- ((pullback mu) (d theta)) (d ((pullback mu) theta))) X Y)",
        "((- ((pullback mu) (wedge theta omega)) (wedge ((pullback mu) theta) ((pullback mu) omega))) X Y)",
    ],
)
def test_pullback_commutes_with_d_and_with_the_wedge(scheme, residual):
    scheme("""
    (define mu (literal-manifold-map 'mu R2-rect R3-rect))
    (define f (literal-manifold-function 'f R3-rect))
    (define theta (literal-1form-field 'theta R3-rect))
    (define omega (literal-1form-field 'omega R3-rect))
    (define X (literal-vector-field 'X R2-rect))
    (define Y (literal-vector-field 'Y R2-rect))
    """)
    assert scheme(f"(pe ({residual} ((point R2-rect) (up 'x0 'y0))))") == "0"


def test_a_pulled_back_form_measures_the_pushed_vector(scheme):
    scheme("""
    (define mu (literal-manifold-map 'mu R2-rect R3-rect))
    (define omega (literal-1form-field 'omega R3-rect))
    (define X (literal-vector-field 'X R2-rect))
    (define left (((pullback mu) omega) X))
    (define right (((form-field->form-field-over-map mu) omega) ((differential mu) X)))
    """)
    assert scheme("(pe ((- left right) ((point R2-rect) (up 'x0 'y0))))") == "0"


def test_a_vector_field_pushed_forward_by_a_diffeomorphism(scheme):
    """mu stretches x by two: d/dx becomes 2 d/dx, and a field pulled back by mu the half."""
    scheme("""
    (define-coordinates (up x y) R2-rect)
    (define (stretch k) (compose (point R2-rect) (lambda (q) (up (* k (ref q 0)) (ref q 1))) (chart R2-rect)))
    (define m ((point R2-rect) (up 'x0 'y0)))
    """)
    assert (
        scheme("(pe ((((pushforward-vector (stretch 2) (stretch 1/2)) (* x d/dx)) (chart R2-rect)) m))") == "(up x0 0)"
    )
    assert scheme("(pe ((((pushforward-vector (stretch 2) (stretch 1/2)) d/dx) (chart R2-rect)) m))") == "(up 2 0)"
    assert scheme("(pe ((((pullback-vector-field (stretch 2) (stretch 1/2)) d/dx) (chart R2-rect)) m))") == "(up 1/2 0)"
