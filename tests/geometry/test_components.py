"""Components that are made while others are being computed keep what they hold of the place as it is."""

import pytest

from scmpy import R2_rect, covariant_derivative, literal_Cartan, simplify, sin, substitute, symbols, up
from scmpy.geometry.chart import Components

x, y = R2_rect.coordinates()
d_dx, _ = R2_rect.vector_basis()
a, b = symbols("a b")


def one(f):
    """A function on the plane as Components, which differentiate it by a tape."""
    return Components(R2_rect, lambda place: (f(place),))


def slope_with_the_place_held(place):
    """The derivative of c x by x, where c is the coordinate x of this place."""
    return one(lambda there: x(place) * x(there)).partials(place)[0]


def slope_of_a_field_with_the_place_held(place):
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    field = (x(place) * x) * d_dx
    return nabla(d_dx)(field)(x)(place) - x(place) * nabla(d_dx)(x * d_dx)(x)(place)


@pytest.mark.parametrize("place", [R2_rect.point(a, b), up(a, b), R2_rect.point(3, 4)], ids=str)
def test_what_is_held_of_a_place_is_not_differentiated(place):
    value = x(place)
    assert slope_with_the_place_held(place) == value
    outer = one(slope_with_the_place_held)
    assert outer(place) == (value,)
    assert outer.partials(place) == (1, 0)
    twice = one(lambda there: slope_with_the_place_held(there) * outer(there)[0])
    assert simplify(up(*twice.partials(place))) == up(2 * value, 0)
    fields = one(slope_of_a_field_with_the_place_held)
    assert simplify(up(*fields(place), *fields.partials(place))) == up(0, 0, 0)


def test_components_of_one_level_hand_each_other_their_tapes():
    made = []

    def product(place):
        made.append(place)
        return x(place) * y(place)

    inner = one(product)
    outer = [one(lambda place, n=n: n * inner.partials(place)[0]) for n in (2, 3)]
    assert [each.partials(R2_rect.point(a, b)) for each in outer] == [(0, 2), (0, 3)]
    assert len(made) == 1


def test_long_components_that_are_equal_up_to_sign_are_written_once():
    def one_way(place):
        return sum((sin(n * x(place)) + y(place) / n) ** 2 for n in range(1, 40))

    def other_way(place):
        """The negative, written otherwise."""
        return -sum(
            sin(n * x(place)) * (sin(n * x(place)) + 2 * y(place) / n) + (y(place) / n) ** 2 for n in range(1, 40)
        )

    def quotient(place):
        return one_way(place) / (x(place) + 2)

    def all_of_them(place):
        return one_way(place), other_way(place), quotient(place), -quotient(place), other_way(place) + one_way(place)

    f, g, h, k, zero = Components(R2_rect, all_of_them)(R2_rect.point(a, b))
    assert g == -f
    assert k == -h
    assert zero == 0
    there = {a: 3, b: 5}
    for value, written in ((f, one_way), (g, other_way), (h, quotient)):
        assert abs(float(substitute(value, there)) - float(written(R2_rect.point(3, 5)))) < 1e-9
