"""Quantities in print, in pictures and compared; the dimensional check of functions."""

from __future__ import annotations

import pytest

from scmpy import (
    L_harmonic,
    Lagrangian_to_energy,
    Lagrangian_to_state_derivative,
    cos,
    equivalent,
    infix,
    plot_trajectory,
    sin,
    symbols,
    tex,
    trajectory,
    up,
)
from scmpy.errors import ScmpyError
from scmpy.units import check_units, foot, inch, joule, kilogram, meter, newton, ohm, second

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
    assert plot_trajectory(motion, "x", units={"x": "cm"}).get_ylabel() == "$x$ (cm)"


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
        check_units(L, up(second, x, meter))
