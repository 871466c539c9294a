"""Quantities in print, in pictures and compared; the dimensional check of functions."""

import numpy
import pytest

from scmpy import *
from scmpy.errors import DimensionError, ScmpyError
from scmpy.units import check_units, express_as, foot, inch, joule, kilogram, meter, newton, ohm, second, unit_convert

x = symbols("x")
L = L_harmonic(1.0 * kilogram, 4.0 * newton / meter)


def test_formulas():
    assert tex(x * meter / second**2) == r"x\,\mathrm{m} \,\mathrm{s}^{-2}"
    assert tex((x + 1) * ohm) == r"\left(1 + x\right)\,\Omega"
    assert infix(-9.8 * x * newton) == "-9.8 x N"
    assert infix(up(3 * meter / second, 1)) == "up(3 m s⁻¹, 1)"
    assert infix(inch) == "in"


def test_axes_are_labelled_with_units():
    pytest.importorskip("matplotlib")
    start = up(0.0 * second, 1.0 * meter, 0.0 * meter / second)
    motion = trajectory(Lagrangian_to_state_derivative(L), start, 1 * second, names="x v")
    axes = plot_trajectory(motion, "x", "v")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("$x$ (m)", r"$v$ ($\mathrm{m\,s^{-1}}$)")
    axes = plot_trajectory(motion, Lagrangian_to_energy(L))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("$t$ (s)", "energy (J)")
    assert axes.lines[0].get_ydata() == pytest.approx(2.0)
    with pytest.raises(DimensionError, match="x is drawn in its unit m"):
        plot_trajectory(motion, "x", units={"x": "cm"})


def test_comparison():
    assert equivalent(3 * foot, 36 * inch).verdict == "equal"
    assert equivalent((sin(x) ** 2 + cos(x) ** 2) * meter, 1 * meter).verdict == "equal"
    assert equivalent(x * meter, x * foot).verdict == "different"
    assert "different dimensions" in equivalent(3 * foot, 3 * second).certificate
    assert equivalent(3 * foot, 3).verdict == "different"


def test_the_check_of_a_Lagrangian_shows_the_terms():
    assert check_units(L, up(second, meter, meter / second)) == joule
    with pytest.raises(ScmpyError, match=r"\(expt x:2 2\).*the energy.*\(expt x:1 2\)"):
        check_units(L, up(second, meter, meter))
    for bad in (3, None, "L"):
        with pytest.raises(ScmpyError):
            check_units(bad, meter)
    with pytest.raises(ScmpyError, match="expects a unit"):
        check_units(L, up(second, "x", meter))


def test_quantities_inside_other_values_print_as_such():
    assert repr(quaternion(1 * meter, x * meter, 0, 0)) == "(quaternion (& 1 &meter) (& x &meter) 0 0)"
    assert repr(series(1 * meter, 2 * meter)) == "(series (& 1 &meter) (& 2 &meter) 0 0 ...)"
    assert repr(exp(matrix_by_rows([0, x * meter], [0, 0]))).count("(& x &meter)") == 1
    assert repr(quaternion(x + x, x - x, 0, 0)) == "(quaternion (* 2 x) 0 0 0)"


def test_formats_of_numbers():
    assert f"{3.14159 * meter:.2f}" == "3.14 m"
    assert f"{3.14159 * meter / second:.1e}" == "3.1e+00 m s^-1"
    assert f"{inch:.4f}" == "0.0254 m"
    assert f"{3 * meter:>20}|" == "        (& 3 &meter)|"
    with pytest.raises(ScmpyError, match="formats of a value"):
        f"{x * meter:.2f}"


def test_units_alone_in_tex():
    assert tex(inch) == r"\mathrm{in}"


def motion_of(start, L=L):
    return trajectory(Lagrangian_to_state_derivative(L), start, 1 * second, names="x v")


@pytest.fixture
def springs():
    pytest.importorskip("matplotlib")
    return motion_of(up(0.0 * second, 1.0 * meter, 0.0 * meter / second))


def test_drifts_and_paths_are_labelled_with_units(springs):
    axes = plot_drift(springs, Lagrangian_to_energy(L))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("$t$ (s)", "drift of energy (J)")
    assert plot_drift(springs, Lagrangian_to_energy(L), relative=True).get_ylabel() == "relative drift of energy"
    flat = trajectory(
        lambda s: up(1, s[2], up(0, 0)), up(0 * second, up(0 * meter, 1 * meter), up(1, 2) * meter / second), second
    )
    axes = plot_configuration(flat)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("$x_{1,0}$ (m)", "$x_{1,1}$ (m)")
    axes = plot_configuration(flat, lambda s: up(s[2][0], s[2][1]))
    assert axes.get_xlabel() == r"$x$ ($\mathrm{m\,s^{-1}}$)"
    axes = plot_trajectory(springs, "x", times=[0 * second, 0.5 * second])
    assert axes.lines[0].get_xdata().tolist() == [0.0, 0.5]


def test_an_axis_has_one_unit(springs):
    axes = plot_trajectory(springs, "x")
    plot_trajectory(springs, "x", ax=axes)
    with pytest.raises(DimensionError, match="the y axis is in m, and cannot be in m s"):
        plot_trajectory(springs, "v", ax=axes)
    plain = trajectory(Lagrangian_to_state_derivative(L_harmonic(1, 4)), up(0.0, 1.0, 0.0), 1, names="x v")
    with pytest.raises(DimensionError, match="the x axis is in s, and cannot be in plain numbers"):
        plot_trajectory(plain, "x", ax=axes)
    with pytest.raises(DimensionError, match="what is drawn is in s, and cannot be in plain numbers"):
        plot_trajectory([springs, plain], "x")
    with pytest.raises(DimensionError, match="quantities in m s"):
        plot_configuration(springs, lambda s: up(s[1], s[2]))
    with pytest.raises(DimensionError, match="an angle is in plain numbers, and cannot be in m"):
        plot_torus(springs, "x", "x")


def test_quantities_in_given_units():
    assert repr(express_as(up(1 * foot, 2 * foot), inch)) == "(up (& 12 &inch) (& 24 &inch))"
    assert repr(express_as(0, inch)) == "(& 0 &inch)"
    assert unit_convert(0, inch) == 0
    lengths = numpy.array([1.0, 2.0]) * foot
    assert unit_convert(lengths, inch).tolist() == pytest.approx([12, 24])
    with pytest.raises(ScmpyError, match=r"express-as expects single quantities; \(unit-convert array unit\)"):
        express_as(lengths, inch)


def test_a_literal_function_says_how_it_gets_units():
    with pytest.raises(DimensionError, match=r"\(D f\) is of plain numbers.*\(& \(literal-function 'f\) unit-of-value"):
        D(literal_function("f"))(x * second)
