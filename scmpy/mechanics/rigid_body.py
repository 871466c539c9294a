"""Rotations, Euler angles, rigid bodies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, compose
from scmpy.generic.settings import check_callable
from scmpy.generic.types import Angle, Scalar, ScalarValue, is_number
from scmpy.geometry.special_relativity import as_direction
from scmpy.mechanics.lagrangian import Lagrangian_to_state_derivative
from scmpy.mechanics.state import Gamma_bar, check_state, coordinate, of_time
from scmpy.registry import docstring, public, python_name
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.matrix import Matrix, column_matrix, m_make_identity
from scmpy.structure.quaternion import Quaternion, components, quaternion_to_rotation_matrix, quaternion_to_three_vector
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, sum_of
from scmpy.structure.types import MatrixFunction, Path, State, Vector
from scmpy.symbolic.simplify import reduced

# --- rotation --------------------------------------------------------------------------------------------------------
# Rotations of space: matrices about the axes, Euler angles, antisymmetric matrices.
#
# Euler angles are (theta, phi, psi) with M = Rz(phi) Rx(theta) Rz(psi). Source: SICM 2.7.

ROUNDING = 1e-9  # how much the scalar products of a numerical rotation's columns may be off


#: Of each axis the matrix of a rotation, by its cosine and sine; a place, and where the rotation by a takes that.
_AXES: dict[str, tuple[Callable[[Any, Any], Any], str, str]] = {
    "x": (lambda c, s: ((1, 0, 0), (0, c, g.negate(s)), (0, s, c)), "0, 1, 0", "(up 0 (cos a) (sin a))"),
    "y": (lambda c, s: ((c, 0, s), (0, 1, 0), (g.negate(s), 0, c)), "0, 0, 1", "(up (sin a) 0 (cos a))"),
    "z": (lambda c, s: ((c, g.negate(s), 0), (s, c, 0), (0, 0, 1)), "1, 0, 0", "(up (cos a) (sin a) 0)"),
}


def _rotations(axis: str) -> Callable[[Any], Matrix]:
    entries, place, turned = _AXES[axis]

    def by_cosine_and_sine(c: Scalar, s: Scalar) -> Matrix:
        return Matrix(entries(c, s))

    def matrix(angle: Angle) -> Matrix:
        return Matrix(entries(g.cos(angle), g.sin(angle)))

    def columns(angle: Angle) -> Down:
        return Down(map(Up, matrix(angle).transpose.rows))

    def rotation(angle: Angle) -> Function:
        return Function(lambda v: g.mul(matrix(angle), Up(as_structure(v))), f"R{axis}")

    def turning(angle: Angle) -> Function:
        return Function(lambda v: g.mul(columns(angle), as_structure(v)), f"rotate-{axis}")

    about, a = f"about the {axis} axis", 'symbols("a")'
    of_place, map_of_place = f" * up({place})", "up(3) -> up(3)"
    by_position = f"""The rotation of three coordinates {about}.

    An up tuple, also of the components of a down tuple, by position, as in the original;
    rotate-{axis} multiplies by a linear map of up tuples."""
    whole = f"The linear map of up tuples that rotates {about}, a down tuple of columns."
    product = f"The product with the linear map of up tuples that rotates {about}."
    parts = f"The matrix of a rotation {about}, by the cosine and the sine of its angle."
    for names, function, meaning, shapes, source in (
        (f"R{axis}-matrix rotate-{axis}-matrix", matrix, f"The matrix of a rotation {about}.", "3 by 3", "SICM 2.7"),
        (f"rotate-{axis}-matrix-2", by_cosine_and_sine, parts, "3 by 3", "SICM 2.7"),
        (f"rotate-{axis}-tuple", columns, whole, "down(3) of up(3)", "SICM 1.8.5"),
        (
            f"R{axis}",
            rotation,
            f"The rotation of three coordinates {about}.\n\n    {by_position}",
            map_of_place,
            "SICM 1.8.5",
        ),
        (f"rotate-{axis}", turning, product, map_of_place, "FDG 7.2"),
    ):
        name, *_ = names.split()
        fields = {"shapes": f"result: {shapes}", "units": "the angle in radians", "source": source}
        arguments, call, given = a, f"({name} angle)", ""
        if function is by_cosine_and_sine:
            del fields["units"]
            arguments, call, given = "cos(a), sin(a)", f"({name} c s)", f"a = {a}"
        typed = f"{python_name(name)}({arguments})" + (f"(up({place}))" if "->" in shapes else of_place)
        call = f"({call} v)" if "->" in shapes else call
        function.__doc__ = docstring(meaning, call, typed, turned, given, **fields)
        public(*names.split())(function)
    return matrix


Rx_matrix, Ry_matrix, Rz_matrix = map(_rotations, _AXES)


@public("Euler->M")
def Euler_to_M(angles: Vector) -> Matrix:
    """The rotation matrix of Euler angles (theta, phi, psi).

    Scheme:  (Euler->M (up theta phi psi))
    Math:    M = Rz(phi) Rx(theta) Rz(psi)
    Shapes:  angles: up(3);  result: 3 by 3
    Raises:  StructureError unless there are three angles
    Source:  SICM 2.7
    >>> Euler_to_M(up(symbols("theta"), 0, 0))
    (matrix-by-rows (list 1 0 0) (list 0 (cos theta) (* -1 (sin theta))) (list 0 (sin theta) (cos theta)))
    """
    theta, phi, psi = three(angles)
    return g.mul(Rz_matrix(phi), g.mul(Rx_matrix(theta), Rz_matrix(psi)))  # type: ignore[no-any-return]


def three(value: Any, operation: str = CALLED) -> tuple[Any, ...]:
    components = value.column(0) if isinstance(value, Matrix) else tuple(as_structure(value))
    if len(components) != 3:
        raise StructureError(f"{operation} expects three components, got {describe(value)}")
    return components


@public("M->Euler")
@orbit_by_orbit
def M_to_Euler(M: Matrix) -> Up:
    """The Euler angles of a rotation matrix: the inverse of Euler->M.

    Math:    theta = acos(M22), phi = atan(M02, -M12), psi = atan(M20, M21); psi = 0 where theta is 0 or pi and only
             phi + psi, or phi - psi, is determined
    Shapes:  M: 3 by 3;  result: up(theta, phi, psi), with theta between 0 and pi
    Raises:  StructureError if M is no 3 by 3 matrix, or a numerical one that is not a rotation
    Source:  SICM 2.7
    1 ]=> (M->Euler (Euler->M (up .5 -1.2 3.)))
    ;Value: (up .5 -1.2 3.)
    >>> [round(angle, 9) for angle in M_to_Euler(Euler_to_M([0.5, -1.2, 3.0]))]
    [0.5, -1.2, 3.0]
    """
    check_square(M, "M->Euler")
    if any(is_number(x) and not -ROUNDING <= x <= ROUNDING for row in _excess(M).rows for x in row):
        raise StructureError(
            f"M->Euler expects a rotation matrix, got {describe(M)}, whose columns are not orthonormal"
        )
    (m00, m01, m02), (m10, m11, m12), (m20, m21, m22) = M.rows
    if not all(map(is_number, (m02, m12, m22))):
        theta = g.acos(m22)
        sine = g.sin(theta)  # positive: it divides out, and where it is symbolic atan could not see that
        phi = g.atan(g.div(m02, sine), g.negate(g.div(m12, sine)))
        return Up((theta, phi, g.atan(g.div(m20, sine), g.div(m21, sine))))
    theta = g.atan(g.sqrt(g.add(g.square(m02), g.square(m12))), m22)
    sine = max(abs(m02), abs(m12))
    if sine <= 1e-15:
        return Up((theta, g.atan(m10, m00), 0))
    phi = g.atan(m02, g.negate(m12))
    if sine > 1e-4:
        return Up((theta, phi, g.atan(m20, m21)))
    c, s = g.cos(phi), g.sin(phi)  # what phi leaves: their sum, or difference, is known better than each
    psi = g.atan(g.negate(g.add(g.mul(c, m01), g.mul(s, m11))), g.add(g.mul(c, m00), g.mul(s, m10)))
    return Up((theta, phi, psi))


def _excess(M: Matrix) -> Matrix:
    return reduced(g.sub(g.mul(M.transpose, M), m_make_identity(3)))  # type: ignore[no-any-return]


def check_square(M: Any, operation: str) -> None:
    if not isinstance(M, Matrix) or (len(M.rows), len(M.rows[0])) != (3, 3):
        raise StructureError(f"{operation} expects a 3 by 3 matrix, got {describe(M)}")


@public("3vector-components->antisymmetric", python="three_vector_components_to_antisymmetric")
def antisymmetric(v: Vector) -> Matrix:
    """The matrix A with A w = v x w.

    Scheme:  (3vector-components->antisymmetric (up a b c))
    Shapes:  v: up(3);  result: 3 by 3
    Raises:  StructureError if there are not three components
    Source:  SICM 2.2
    >>> three_vector_components_to_antisymmetric(up(0, 0, 1)) * up(1, 0, 0)
    (up 0 1 0)
    """
    a, b, c = three(v)
    return Matrix(((0, g.negate(c), b), (c, 0, g.negate(a)), (g.negate(b), a, 0)))


@public("antisymmetric->column-matrix")
@orbit_by_orbit
def antisymmetric_to_column_matrix(matrix: Matrix) -> Matrix:
    """The column v of an antisymmetric matrix A, with A w = v x w.

    Scheme:  (antisymmetric->column-matrix A)
    Shapes:  A: 3 by 3;  result: 3 by 1
    Raises:  StructureError if the matrix is not antisymmetric
    Source:  SICM 2.2
    >>> antisymmetric_to_column_matrix(three_vector_components_to_antisymmetric(up(1, 2, 3)))
    (matrix-by-rows (list 1) (list 2) (list 3))
    """
    symmetric = reduced(g.add(matrix, matrix.transpose))
    if any(not _is_rounding(entry) for row in symmetric.rows for entry in row):
        raise StructureError("antisymmetric->column-matrix expects an antisymmetric matrix")
    return axis_of(matrix)


def axis_of(matrix: Matrix) -> Matrix:
    return column_matrix(matrix.rows[2][1], matrix.rows[0][2], matrix.rows[1][0])


def _is_rounding(x: Any) -> bool:
    return isinstance(x, (int, float)) and abs(x) < 1e-12


@public("angle&axis->rotation-matrix", python="angle_and_axis_to_rotation_matrix")
@orbit_by_orbit
def angle_and_axis_to_rotation_matrix(angle: Angle, axis: Vector) -> Matrix:
    """The matrix of the rotation by an angle about a unit vector.

    Scheme:  (angle&axis->rotation-matrix angle (up nx ny nz))
    Math:    cos(angle) 1 + sin(angle) [n x] + (1 - cos(angle)) n n^T
    Shapes:  axis: up(3), of norm 1;  result: 3 by 3
    Units:   the angle in radians
    Raises:  DomainError for numbers that are not the components of a unit vector; StructureError unless there are three
             of them
    Source:  SICM 2.2
    >>> angle_and_axis_to_rotation_matrix(symbols("a"), up(0, 0, 1))
    (matrix-by-rows (list (cos a) (* -1 (sin a)) 0) (list (sin a) (cos a) 0) (list 0 0 1))
    """
    n = three(axis, "angle&axis->rotation-matrix")
    as_direction(Up(n), "angle&axis->rotation-matrix")
    c, s = g.cos(angle), g.sin(angle)
    outer = Matrix([[g.mul(a, b) for b in n] for a in n])
    return g.add(  # type: ignore[no-any-return]
        g.add(g.mul(c, m_make_identity(3)), g.mul(s, antisymmetric(leaves(axis)))), g.mul(g.sub(1, c), outer)
    )


# --- rigid -----------------------------------------------------------------------------------------------------------
# Rigid bodies: angular velocity from a path of rotations, kinetic energy and angular momentum.
#
# The body's orientation is M; with omega x the antisymmetric matrix of the angular velocity, DM M^T = omega x.
# A, B, C are the principal moments of inertia. Source: SICM 2.

HALF = Fraction(1, 2)


def _angular_velocity(M_of_q: Any, name: str, on_body: bool) -> Function:
    """The angular velocity on the axes of space or of the body, as a function of a path of coordinates, then time."""

    def of_path(q: Any) -> Function:
        for function, wanted in ((M_of_q, "a function from coordinates to rotation matrices"), (q, "a path")):
            check_callable(function, name, wanted)

        def orientation(t: Any) -> Any:
            value = M_of_q(q(t))
            check_square(value, name)
            return value

        M = of_time(orientation, "M")

        def omega(t: Any) -> Any:
            in_space = axis_of(g.mul(D(M)(t), M(t).transpose))
            return g.mul(M(t).transpose, in_space) if on_body else in_space

        return of_time(omega, "omega-body" if on_body else "omega")

    return Function(of_path, name)


@public("M-of-q->omega-of-t")
def M_of_q_to_omega_of_t(M_of_q: MatrixFunction) -> Function:
    """The angular velocity in space, as a column, of a path of coordinates.

    Scheme:  (((M-of-q->omega-of-t M-of-q) q) t)
    Math:    (omega x) = DM M^T
    Shapes:  M-of-q: q -> 3 by 3 rotation matrix;  q: t -> coordinates;  result: t -> 3 by 1 matrix
    Source:  SICM 2.2
    >>> w, t = symbols("w t")
    >>> M_of_q_to_omega_of_t(Rz_matrix)(lambda t: w * t)(t)
    (matrix-by-rows (list 0) (list 0) (list w))
    """

    return _angular_velocity(M_of_q, "M-of-q->omega-of-t", on_body=False)


@public("M-of-q->omega-body-of-t")
def M_of_q_to_omega_body_of_t(M_of_q: MatrixFunction) -> Function:
    """The angular velocity on the body's axes, as a column, of a path of coordinates.

    Scheme:  (((M-of-q->omega-body-of-t M-of-q) q) t)
    Math:    omega' = M^T omega, (omega' x) = M^T DM
    Shapes:  M-of-q: q -> 3 by 3 rotation matrix;  q: t -> coordinates;  result: t -> 3 by 1 matrix
    Source:  SICM 2.2
    >>> w, t = symbols("w t")
    >>> M_of_q_to_omega_body_of_t(Rx_matrix)(lambda t: w * t)(t)
    (matrix-by-rows (list w) (list 0) (list 0))
    """

    return _angular_velocity(M_of_q, "M-of-q->omega-body-of-t", on_body=True)


@public("M->omega")
def M_to_omega(M_of_q: MatrixFunction) -> Function:
    """The angular velocity in space as a function of the state.

    Scheme:  ((M->omega M) (up t q v))
    Shapes:  M: q -> 3 by 3;  result: up(t, q, v) -> 3 by 1
    Source:  SICM 2.2
    >>> M_to_omega(Rz_matrix)(up(0, symbols("a"), symbols("adot")))
    (matrix-by-rows (list 0) (list 0) (list adot))
    """
    return Gamma_bar(M_of_q_to_omega_of_t(M_of_q))


@public("M->omega-body")
def M_to_omega_body(M_of_q: MatrixFunction) -> Function:
    """The angular velocity on the body's axes as a function of the state.

    Scheme:  ((M->omega-body M) (up t q v))
    Shapes:  M: q -> 3 by 3;  result: up(t, q, v) -> 3 by 1
    Source:  SICM 2.2
    >>> M_to_omega_body(Rx_matrix)(up(0, symbols("a"), symbols("adot")))
    (matrix-by-rows (list adot) (list 0) (list 0))
    """
    return Gamma_bar(M_of_q_to_omega_body_of_t(M_of_q))


@public("Euler->omega")
def Euler_to_omega(path: Path) -> Function:
    """The angular velocity in space, as a column, of a path of Euler angles.

    Scheme:  ((Euler->omega path) t)
    Shapes:  path: t -> up(theta, phi, psi);  result: t -> 3 by 1
    Source:  SICM 2.7
    >>> Euler_to_omega(lambda t: up(0, symbols("w") * t, 0))(symbols("t"))
    (matrix-by-rows (list 0) (list 0) (list w))
    """
    return M_of_q_to_omega_of_t(Euler_to_M)(path)  # type: ignore[no-any-return]


@public("Euler->omega-body")
def Euler_to_omega_body(path: Path) -> Function:
    """The angular velocity on the body's axes, as a column, of a path of Euler angles.

    Scheme:  ((Euler->omega-body path) t)
    Shapes:  path: t -> up(theta, phi, psi);  result: t -> 3 by 1
    Source:  SICM 2.7
    >>> Euler_to_omega_body(lambda t: up(0, symbols("w") * t, 0))(symbols("t"))
    (matrix-by-rows (list 0) (list 0) (list w))
    """
    return M_of_q_to_omega_body_of_t(Euler_to_M)(path)  # type: ignore[no-any-return]


@public("Euler-state->omega-body")
def Euler_state_to_omega_body(state: State) -> Up:
    """The components of the angular velocity on the principal axes, from Euler angles and their rates.

    Scheme:  (Euler-state->omega-body (up t (up theta phi psi) (up thetadot phidot psidot)))
    Shapes:  state: up(t, up(3), up(3));  result: up(3)
    Raises:  StructureError unless q and v have three components
    Source:  SICM 2.7
    >>> t, theta, phi, v, w = symbols("t theta phi v w")
    >>> Euler_state_to_omega_body(up(t, up(theta, phi, 0), up(0, v, w)))
    (up 0 (* v (sin theta)) (+ (* v (cos theta)) w))
    """
    _, q, v = check_state(state)[:3]
    theta, _, psi = three(q)
    theta_dot, phi_dot, psi_dot = three(v)
    across = g.mul(phi_dot, g.sin(theta))
    return Up(
        (
            g.add(g.mul(theta_dot, g.cos(psi)), g.mul(across, g.sin(psi))),
            g.add(g.mul(g.mul(-1, theta_dot), g.sin(psi)), g.mul(across, g.cos(psi))),
            g.add(g.mul(phi_dot, g.cos(theta)), psi_dot),
        )
    )


@public("T-body")
def T_body(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The rotational kinetic energy of a body from its angular velocity on the principal axes.

    Scheme:  ((T-body A B C) omega)
    Math:    1/2 (A omega_a^2 + B omega_b^2 + C omega_c^2)
    Shapes:  result: up(3) -> scalar
    Units:   those of a moment of inertia times the square of an angular velocity
    Raises:  StructureError unless the angular velocity has three components
    Source:  SICM 2.5
    >>> T_body(1, 2, 3)(up(1, 1, 1))
    3
    """

    def kinetic_energy(omega: Any) -> Any:
        components = three(omega, "T-body")
        if any(isinstance(component, Structure) for component in components):
            raise StructureError(f"T-body expects the angular velocity (up a b c), got {describe(omega)} of tuples")
        squares = map(g.square, components)
        return g.mul(HALF, sum_of(map(g.mul, (A, B, C), squares)))

    return Function(kinetic_energy, "T-body")


@public("T-body-Euler", "T-rigid-body", "Lrigid")
def T_body_Euler(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The kinetic energy of a free rigid body, its Lagrangian, in Euler angles.

    Scheme:  ((T-body-Euler A B C) (up t (up theta phi psi) (up thetadot phidot psidot)))
    Source:  SICM 2.8; the lecture on Poincaré's equations calls it Lrigid
    >>> A, B, C, t, w = symbols("A B C t w")
    >>> T_body_Euler(A, B, C)(up(t, up(0, 0, 0), up(0, 0, w)))
    (* 1/2 C (expt w 2))
    """
    return compose(T_body(A, B, C), Euler_state_to_omega_body)  # type: ignore[no-any-return]


@public("L-body")
def L_body(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The angular momentum on the principal axes, from the angular velocity on them.

    Scheme:  ((L-body A B C) (up omega^a omega^b omega^c))
    Shapes:  result: up(3) -> down(3)
    Raises:  StructureError unless there are three components
    Source:  SICM 2.6
    >>> L_body(1, 2, 3)(up(1, 1, 1))
    (down 1 2 3)
    """
    return Function(lambda omega: Down(map(g.mul, (A, B, C), three(omega, "L-body"))), "L-body")


@public("Euler-state->L-body", "L-body-Euler")
def Euler_state_to_L_body(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The angular momentum on the principal axes, from Euler angles and their rates.

    Scheme:  ((Euler-state->L-body A B C) state)
    Shapes:  state: up(t, up(theta, phi, psi), up(theta', phi', psi'));  result: down(3)
    Source:  SICM 2.8
    >>> A, B, C, t, theta, w = symbols("A B C t theta w")
    >>> Euler_state_to_L_body(A, B, C)(up(t, up(theta, 0, 0), up(0, 0, w)))
    (down 0 0 (* C w))
    """
    return compose(L_body(A, B, C), Euler_state_to_omega_body)  # type: ignore[no-any-return]


@public("Euler-state->L-space", "L-space-Euler")
def Euler_state_to_L_space(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The angular momentum on axes fixed in space, from Euler angles and their rates.

    Scheme:  ((Euler-state->L-space A B C) state)
    Shapes:  state: up(t, up(theta, phi, psi), up(theta', phi', psi'));  result: down(3)
    Source:  SICM 2.8
    >>> A, B, C, t, theta, w = symbols("A B C t theta w")
    >>> Euler_state_to_L_space(A, B, C)(up(t, up(theta, 0, 0), up(0, 0, w)))
    (down 0 (* -1 C w (sin theta)) (* C w (cos theta)))
    """
    on_body = Euler_state_to_L_body(A, B, C)

    def at(state: Any) -> Down:
        return g.mul(on_body(state), Euler_to_M(coordinate(state)).transpose)  # type: ignore[no-any-return]

    return Function(at, "Euler-state->L-space")


@public("L-space")
def L_space(M: Matrix) -> Function:
    """The angular momentum in space of a body with orientation M, from moments and body angular velocity.

    Scheme:  (((L-space M) A B C) omega)
    Math:    M L, with the angular momentum L on the body's axes
    Shapes:  M: 3 by 3;  omega: up(3);  result: down(3)
    Source:  SICM 2.6
    >>> L_space(rotate_x_matrix_2(0, 1))(1, 2, 3)(up(0, 1, 0))
    (down 0 0 2)
    """
    return Function(lambda A, B, C: Function(lambda omega: g.mul(L_body(A, B, C)(omega), M.transpose)), "L-space")


def _quaternion_omega(state: Any, on_body: bool) -> Up:
    _, q, v = check_state(state)[:3]
    orientation, rate = (Quaternion(*components(part, 4)) for part in (q, v))
    pair = (orientation.conjugate, rate) if on_body else (rate, orientation.conjugate)
    omega = quaternion_to_three_vector(g.mul(*pair))
    return g.div(g.mul(2, omega), orientation.norm)  # type: ignore[no-any-return]


@public("quaternion-state->omega-body")
def quaternion_state_to_omega_body(state: State) -> Up:
    """The angular velocity on the body's axes, from the components of a quaternion and their rates.

    Scheme:  (quaternion-state->omega-body (up t (up q0 q1 q2 q3) (up v0 v1 v2 v3)))
    Math:    2 q* Dq / |q|^2
    Shapes:  state: up(t, up(4), up(4));  result: up(3)
    Source:  SICM 2.12
    >>> quaternion_state_to_omega_body(up(0, up(0, 1, 0, 0), up(0, 0, symbols("w"), 0)))
    (up 0 0 (* -2 w))
    """
    return _quaternion_omega(state, True)


@public("quaternion-state->omega-space")
def quaternion_state_to_omega_space(state: State) -> Up:
    """The angular velocity on axes fixed in space, from the components of a quaternion and their rates.

    Scheme:  (quaternion-state->omega-space (up t (up q0 q1 q2 q3) (up v0 v1 v2 v3)))
    Math:    2 Dq q* / |q|^2
    Shapes:  state: up(t, up(4), up(4));  result: up(3)
    Source:  SICM 2.12
    >>> quaternion_state_to_omega_space(up(0, up(0, 1, 0, 0), up(0, 0, symbols("w"), 0)))
    (up 0 0 (* 2 w))
    """
    return _quaternion_omega(state, False)


@public("T-quaternion-state")
def T_quaternion_state(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The kinetic energy of a rigid body from the components of a quaternion and their rates.

    Scheme:  ((T-quaternion-state A B C) state)
    Shapes:  state: up(t, up(4), up(4)) -> scalar
    Source:  SICM 2.12
    >>> T_quaternion_state(*symbols("A B C"))(up(0, up(1, 0, 0, 0), up(0, 0, 0, symbols("w"))))
    (* 2 C (expt w 2))
    """
    return compose(T_body(A, B, C), quaternion_state_to_omega_body)  # type: ignore[no-any-return]


@public("rigid-sysder")
def rigid_sysder(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The state derivative of a free rigid body in Euler angles.

    Scheme:  ((rigid-sysder A B C) state)
    Shapes:  result: up(t, up(3), up(3)) -> up(1, up(3), up(3))
    Source:  SICM 2.8.1
    >>> A, B, C, theta, phi, psi, w = symbols("A B C theta phi psi w")
    >>> rigid_sysder(A, B, C)(up(0, up(theta, phi, psi), up(0, 0, w)))
    (up 1 (up 0 0 w) (up 0 0 0))
    """
    return Lagrangian_to_state_derivative(T_body_Euler(A, B, C))  # type: ignore[no-any-return]


@public("relative-error")
def relative_error(value: Scalar, reference: Scalar) -> ScalarValue:
    """The difference from a reference value, relative to it.

    Source:  SICM 2.8.1
    >>> relative_error(3, 2)
    Fraction(1, 2)
    """
    return g.div(g.sub(value, reference), reference)


def _orientation_and_omega(state: Any, name: str) -> tuple[Quaternion, tuple[Any, ...]]:
    _, q, omega = check_state(state, name)[:3]
    return q if isinstance(q, Quaternion) else Quaternion(*components(q, 4, name)), three(omega, name)


@public("qw-state->L-body")
def qw_state_to_L_body(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The angular momentum on the body's axes, from an orientation and the angular velocity on these axes.

    Scheme:  ((qw-state->L-body A B C) (up t q (up a b c)))
    Shapes:  state: up(t, up(4), up(3));  result: down(3)
    Source:  SICM 2.12
    >>> qw_state_to_L_body(1, 2, 3)(up(0, up(1, 0, 0, 0), up(4, 5, 6)))
    (down 4 10 18)
    """
    return Function(
        lambda state: L_body(A, B, C)(_orientation_and_omega(state, "qw-state->L-body")[1]), "qw-state->L-body"
    )


@public("qw-state->L-space")
def qw_state_to_L_space(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The angular momentum in space, from an orientation and the angular velocity on the body's axes.

    Scheme:  ((qw-state->L-space A B C) (up t q (up a b c)))
    Shapes:  state: up(t, up(4), up(3));  result: down(3)
    Source:  SICM 2.12
    >>> qw_state_to_L_space(1, 2, 3)(up(0, up(0, 1, 0, 0), up(0, 0, 1)))
    (down 0 0 -3)
    """

    def at(state: Any) -> Down:
        orientation, omega = _orientation_and_omega(state, "qw-state->L-space")
        M = quaternion_to_rotation_matrix(orientation)
        return g.mul(L_body(A, B, C)(omega), M.transpose)  # type: ignore[no-any-return]

    return Function(at, "qw-state->L-space")


@public("qw-sysder")
def qw_sysder(A: Scalar, B: Scalar, C: Scalar) -> Function:
    """The rate of change of an orientation and of the angular velocity on the body's axes: no angles, no poles.

    Scheme:  ((qw-sysder A B C) (up t q (up a b c)))
    Math:    Dq = q (0, omega') / 2,  and Euler's equations for omega'
    Shapes:  q: a unit quaternion, or its components, up(4);  result: up(1, shaped like q, up(3))
    Source:  SICM 2.12
    >>> qw_sysder(*symbols("A B C"))(up(0, up(1, 0, 0, 0), up(0, 0, symbols("c"))))
    (up 1 (up 0 0 0 (* 1/2 c)) (up 0 0 0))
    """

    def at(state: Any) -> Up:
        orientation, (a, b, c) = _orientation_and_omega(state, "qw-sysder")
        turn = g.mul(HALF, g.mul(orientation, Quaternion(0, a, b, c)))
        rates = ((B, C, b, c, A), (C, A, c, a, B), (A, B, a, b, C))
        return Up(
            (
                1,
                turn if isinstance(state[1], Quaternion) else Up(turn),
                Up(g.div(g.mul(g.mul(g.sub(J, K), x), y), moment) for J, K, x, y, moment in rates),
            )
        )

    return Function(at, "qw-sysder")
