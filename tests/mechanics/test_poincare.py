"""Poincaré's equations and the rotation bases, against the group itself.

Source: MIT 12.620J, "Poincaré equations". What the printed lecture gets wrong is noted where it is tested.
"""

import io
import itertools

import pytest

from scmpy import *
from scmpy.errors import ChartError, WrongTypeError
from scmpy.scheme import Session, parse_printed

A, B, C, t = symbols("A B C t")
angles = up(*symbols("theta0 phi0 psi0"))
orientation = Euler_angles.point(*angles)
path = up(*literal_functions("theta phi psi"))
rates = up(*literal_functions("omega^a omega^b omega^c"))
space, body = so3_basis.vectors, so3p_basis.vectors
f = literal_manifold_function("f", Euler_angles)

#: The generators of rotations about the three axes: hat(i) v = e_i x v.
hats = [three_vector_components_to_antisymmetric(up(*(int(i == j) for j in range(3)))) for i in range(3)]


def zero(value):
    return set(str(simplify(value)).replace("(", " ").replace(")", " ").split()) <= {
        "0", "up", "down", "list", "matrix-by-rows"
    }  # fmt: skip


def L_hat(A, B, C):
    def quasi_Lagrangian(state):
        a, b, c = state[2]
        return (A * a**2 + B * b**2 + C * c**2) / 2

    return quasi_Lagrangian


# --- the fields ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("i", range(3))
def test_spatial_fields_are_the_infinitesimal_rotations_from_the_left(i):
    """The derivative of Ri(eps) M by eps is hat(i) M."""
    assert zero(space[i](Euler_to_M)(angles) - hats[i] * Euler_to_M(angles))


@pytest.mark.parametrize("i", range(3))
def test_body_fields_are_the_infinitesimal_rotations_from_the_right(i):
    assert zero(body[i](Euler_to_M)(angles) - Euler_to_M(angles) * hats[i])


@pytest.mark.parametrize(("i", "j"), list(itertools.product(range(3), repeat=2)))
def test_the_two_families_commute(i, j):
    assert zero(commutator(space[i], body[j])(f)(angles))


def epsilon(j, i, k):
    return (i - k) * (k - j) * (j - i) // 2


@pytest.mark.parametrize(("basis", "sign"), [(so3_basis, -1), (so3p_basis, +1), (Euler_basis, 0)], ids=str)
def test_structure_constants(basis, sign):
    constants = structure_constants(basis)
    for place in (angles, orientation):
        value = constants(place)
        for j, i, k in itertools.product(range(3), repeat=3):
            assert zero(value[j][i][k] - sign * epsilon(i, k, j))


@pytest.mark.parametrize("basis", [so3_basis, so3p_basis, Euler_basis], ids=str)
def test_dual_bases(basis):
    assert str(basis.forms(basis.vectors)(angles)) == "(up (down 1 0 0) (down 0 1 0) (down 0 0 1))"


# --- quasi-velocities ------------------------------------------------------------------------------------------


def test_quasi_velocities_are_angular_velocities():
    omega = M_of_q_to_omega_of_t(Euler_to_M)(path)(t)
    assert zero(quasi_velocities(so3_basis, path)(t) - up(*(row[0] for row in omega.rows)))
    assert zero(quasi_velocities(so3p_basis, path)(t) - Euler_state_to_omega_body(Gamma(path)(t)))
    assert zero(quasi_velocities(Euler_basis, path)(t) - D(path)(t))


# --- the equations ---------------------------------------------------------------------------------------------


def test_free_rigid_body_gives_eulers_equations():
    """The answer that the lecture prints."""
    residual = Poincare_equations(L_hat(A, B, C), so3p_basis)(path, rates)(t)
    a, b, c = rates(t)
    expected = down(
        A * D(rates)(t)[0] + (C - B) * b * c, B * D(rates)(t)[1] + (A - C) * a * c, C * D(rates)(t)[2] + (B - A) * a * b
    )
    assert zero(residual - expected)


def test_in_the_coordinate_basis_they_are_lagranges_equations():
    """The lecture's last snippet: for the zero to hold both sides need the Lagrangian in Euler angles, Lrigid."""
    L = T_body_Euler(A, B, C)
    lagrange = Lagrange_equations(L)(path)(t)
    assert zero(lagrange - Poincare_equations(L, Euler_basis)(path, D(path))(t))
    assert not zero(lagrange - Poincare_equations(L_hat(A, B, C), Euler_basis)(path, D(path))(t))


def test_the_index_that_is_summed():
    """sum_ij c^j_ik p_j w^i, as the program has it; the lecture's formula prints w^j."""
    c = structure_constants(so3p_basis)(angles)
    p, w = down(*symbols("p0 p1 p2")), up(*symbols("w0 w1 w2"))
    product = c * p * w
    for k in range(3):
        assert zero(product[k] - sum(c[j][i][k] * p[j] * w[i] for i in range(3) for j in range(3)))


# --- the lecture's own programs --------------------------------------------------------------------------------

LECTURE = """
(define ((structure-constants basis) q)
  (s:map (lambda (e~j)
           (s:map (lambda (e_i)
                    (s:map (lambda (e_k)
                             ((e~j (commutator e_i e_k)) q))
                           (basis->vector-basis basis)))
                  (basis->vector-basis basis)))
         (basis->1form-basis basis)))

(define (((Poincare-equations Lhat basis) q w) t)
  (let ((e (basis->vector-basis basis))
        (c (structure-constants basis)))
    (- ((D (lambda (t)
             (((partial 2) Lhat) (up t (q t) (w t)))))
        t)
       (+ ((e (lambda (x) (Lhat (up t x (w t))))) (q t))
          (* (* (c (q t))
                (((partial 2) Lhat) (up t (q t) (w t))))
             (w t))))))

(define ((Lhat A B C) s)
  (let ((omega (ref s 2)))
    (* 1/2 (+ (* A (square (ref omega 0)))
              (* B (square (ref omega 1)))
              (* C (square (ref omega 2)))))))

(define Euler-path
  (up (literal-function 'theta) (literal-function 'phi) (literal-function 'psi)))
"""

FREE_BODY = """
(((Poincare-equations (Lhat 'A 'B 'C) so3p-basis)
  (up (literal-function 'theta) (literal-function 'phi) (literal-function 'psi))
  (up (literal-function 'omega^a) (literal-function 'omega^b) (literal-function 'omega^c)))
 't)
"""

LAGRANGE_MINUS_POINCARE = """
(- (((Lagrange-equations (Lrigid 'A 'B 'C)) Euler-path) 't)
   (((Poincare-equations (Lrigid 'A 'B 'C) Euler-basis) Euler-path (D Euler-path)) 't))
"""


EULER_EQUATIONS = """
(down (+ (* -1 B (omega^b t) (omega^c t)) (* C (omega^b t) (omega^c t)) (* A ((D omega^a) t)))
      (+ (* A (omega^a t) (omega^c t)) (* -1 C (omega^a t) (omega^c t)) (* B ((D omega^b) t)))
      (+ (* -1 A (omega^a t) (omega^b t)) (* B (omega^a t) (omega^b t)) (* C ((D omega^c) t))))
"""


@pytest.mark.parametrize(
    "definitions", [LECTURE, LECTURE[LECTURE.index("(define ((Lhat") :]], ids=["lecture", "library"]
)
def test_the_lectures_programs_and_the_librarys(definitions):
    session = Session(stdout=io.StringIO())
    session.run(definitions)
    assert zero(session.run(FREE_BODY) - parse_printed(EULER_EQUATIONS))
    assert zero(session.run(LAGRANGE_MINUS_POINCARE))


# --- errors ----------------------------------------------------------------------------------------------------


def test_mistakes_are_reported():
    with pytest.raises(WrongTypeError, match="expects a basis"):
        Poincare_equations(L_hat(A, B, C), SO3)
    with pytest.raises(WrongTypeError, match="expects a basis"):
        quasi_velocities(space, path)
    with pytest.raises(ChartError, match="Euler-angles expects"):
        Poincare_equations(L_hat(A, B, C), so3p_basis)(up(*literal_functions("x y")), rates)(t)
