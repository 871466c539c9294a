"""Christoffel symbols and Cartan forms are what they were made as: nothing of them is changed afterwards."""

import pickle

import pytest

from scmpy import *
from scmpy.errors import WrongTypeError
from scmpy.scheme import Session

CONNECTIONS = [
    literal_Cartan("G", R2_rect),
    literal_Christoffel_1("G", R2_rect),
    literal_Christoffel_2("G", R2_rect),
    metric_to_Christoffel_2(coordinate_system_to_metric(R2_polar), R2_polar.basis()),
    Christoffel_to_Cartan(literal_Christoffel_2("G", R2_rect)),
    Cartan_to_Christoffel(literal_Cartan("G", R2_rect)),
]


@pytest.mark.parametrize("connection", CONNECTIONS, ids=lambda made: f"{type(made).__name__} of kind {made.kind}")
def test_nothing_of_a_connection_is_set(connection):
    for name in ("kind", "known", "metric", "over_map", "basis", "components", "anything"):
        with pytest.raises(AttributeError):
            setattr(connection, name, None)
        with pytest.raises(AttributeError):
            delattr(connection, name)
    with pytest.raises(TypeError):
        connection[1] = None
    assert pickle.loads(pickle.dumps(connection)).kind == connection.kind


@pytest.mark.parametrize("change", ["(list-set! C 1 3)", "(set-car! C 3)", "(set-cdr! C 3)"])
def test_nothing_of_a_connection_is_set_in_scheme(change):
    """They are lists there, but no pairs of the program's."""
    with pytest.raises(WrongTypeError, match="first argument"):
        Session().run("(define C (Christoffel->Cartan (literal-Christoffel-2 'G R2-rect)))" + change)


def test_what_is_computed_from_a_connection_leaves_it_as_it_was():
    cartan = literal_Cartan("G", R2_rect)
    before = {name: vars(cartan)[name] for name in ("kind", "known", "metric", "over_map")}, tuple(cartan)
    d_dx, d_dy = R2_rect.vector_basis("x y")
    dx, _ = R2_rect.form_basis("x y")
    nabla = covariant_derivative(cartan)
    Riemann(nabla)(dx, d_dy, d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    assert ({name: vars(cartan)[name] for name in before[0]}, tuple(cartan)) == before


def test_the_curvature_of_a_covariant_derivative_is_computed_once():
    nabla = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    assert Riemann(nabla) is Riemann(nabla)
