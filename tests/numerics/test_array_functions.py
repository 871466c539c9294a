"""Compiled functions on arrays of numpy and JAX, on balls, and with functions of one's own: the values are those of Python."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy
import numpy as np
import pytest
from flint import acb, arb, fmpq

import scmpy as s
from scmpy.errors import DomainError, StructureError, WrongTypeError
from scmpy.numerics.compile.codegen import array_function, python_function
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.structure.tuples import leaves

from .systems import random_function
from .test_compiled_loop import SYSTEMS
from .test_decisions import TEXTS


def damped(k):
    """A force that changes where the place is above 1/2."""
    return lambda state: s.up(1, state[2], -k * s.sin(state[1]) + (state[1] ** 2 if state[1] > 0.5 else 0))


def test_all_ways_of_functions_that_decide():
    points = [-2.5, -0.9, 0.0, 0.2, 0.4, 0.8, 0.95, 1.7, 2.0**53, 2.0**53 + 2]
    for function in TEXTS.values():
        with numpy.errstate(all="ignore"):
            found = s.compile_function(function, 0.2).array_function(numpy)(numpy.array(points)[:, None])
        for x, value in zip(points, numpy.asarray(found), strict=True):
            try:
                wanted = leaves(s.up(function(x)))
            except s.ScmpyError:
                wanted = [numpy.nan] * len(value)
            assert value == pytest.approx([*map(float, wanted)], rel=1e-13, abs=1e-13, nan_ok=True)


def test_right_hand_sides():
    for inputs, outputs, start in SYSTEMS.values():
        graph = straight_line_program(inputs, outputs)
        batch = array_function([graph], numpy)(numpy.array([start, start]))
        assert numpy.asarray(batch) == pytest.approx(numpy.array([python_function(graph)(start)] * 2), rel=1e-13)


@pytest.mark.slow
def test_jit_vmap_and_grad():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    f = s.compile_function(damped, s.up(0.0, 0.4, 0.0), parameters=[9.8])
    h = f.array_function(jax.numpy)
    states = numpy.random.default_rng(1).normal(size=(8, 3))
    values = [[float(x) for x in f(s.up(*state))] for state in states.tolist()]
    assert numpy.asarray(jax.jit(jax.vmap(h))(states)) == pytest.approx(numpy.array(values), rel=1e-14)
    slopes, by_k = jax.jit(jax.vmap(jax.jacfwd(h)))(states), jax.jit(jax.grad(lambda k, state: h(state, k)[2]))
    for state, found in zip(states, slopes, strict=True):
        wanted = numpy.array([leaves(row) for row in f.jacobian(s.up(*state.tolist()))], float).T
        assert numpy.asarray(found) == pytest.approx(wanted, rel=1e-13)
        assert by_k(jax.numpy.array([3.0]), state) == pytest.approx(-numpy.sin(state[1]), rel=1e-13)


def test_what_numpy_does_not_have_is_told():
    with pytest.raises(WrongTypeError, match="Airy-Ai"):
        s.compile_function(s.Airy_Ai, 0.5).array_function(numpy)


@pytest.mark.parametrize("seed", range(10))
def test_values_are_enclosed(seed):
    compiled = s.compile_function(random_function(seed, s.sqrt(2), 2), s.up(0.3, s.down(-0.6, 1.2)))
    exact = s.up(Fraction(3, 10), s.down(Fraction(-3, 5), Fraction(6, 5)))
    coarse, fine = (leaves(compiled.balls(exact, digits=digits)) for digits in (20, 60))
    floats = leaves(compiled(s.up(0.3, s.down(-0.6, 1.2))))
    for wide, narrow, x in zip(coarse, fine, floats, strict=True):
        assert wide.contains(narrow)
        assert narrow.rad() <= abs(narrow.mid()) * 10.0**-45
        assert float(narrow.mid()) == pytest.approx(float(x), rel=1e-12, abs=1e-12)


def test_all_points_of_a_ball_are_meant():
    compiled = s.compile_function(lambda x: s.sin(x) * x - x**3 / 6, 0.5)
    wide = compiled.balls(arb(0.5, 0.01))
    for i in range(-10, 11):
        assert wide.contains(compiled.balls(Fraction(1, 2) + Fraction(i, 1000), digits=30))
    assert compiled.balls(Decimal("0.5")).overlaps(compiled.balls(0.5))


def test_exact_parameters_and_constants_stay_exact():
    compiled = s.compile_function(lambda a: lambda x: a * x + s.pi, 1.0, parameters=[Fraction(1, 3)])
    found = compiled.balls(Fraction(3, 7), digits=50)
    assert abs(found - arb(fmpq(1, 7)) - arb.pi()) < 1e-15
    sharp = s.compile_function(lambda a: lambda x: a * x, 1.0, parameters=[Fraction(1, 3)]).balls(3, digits=100)
    assert sharp.rad() < 1e-99 and sharp.contains(1)


def test_complex_balls():
    compiled = s.compile_function(lambda x: s.exp(x) * s.sqrt(x), 0.5)
    found = compiled.balls(acb(0, 1), digits=30)
    expected = acb(0, 1).exp() * acb(0, 1).sqrt()
    assert found.overlaps(expected)


def test_decisions_are_certain_or_refused():
    compiled = s.compile_function(lambda x: x if x > 0 else -2 * x, 0.5)
    assert compiled.balls(Fraction(-1, 3), digits=30).overlaps(arb(2) / 3)
    with pytest.raises(DomainError, match="too wide to tell"):
        compiled.balls(arb(0, 1))
    with pytest.raises(DomainError, match="no finite real value"):
        s.compile_function(lambda x: s.sqrt(x), 0.5).balls(arb(0, 1))


def test_bad_arguments():
    compiled = s.compile_function(lambda x: x, 0.5)
    with pytest.raises(StructureError, match="shaped as"):
        compiled.balls(s.up(1, 2))
    with pytest.raises(WrongTypeError, match="digits"):
        compiled.balls(1, digits=0)
    with pytest.raises(WrongTypeError, match="numbers and balls"):
        compiled.balls(s.symbols("x"))


@pytest.mark.parametrize("power", [0, 1, 2, 3, 7])
def test_whole_powers_around_zero(power):
    found = s.compile_function(lambda x: x**power + 0 * x, 0.5).balls(arb(0, 1))
    assert found.is_finite() and found.contains(1 if power == 0 else 0)
    assert found.rad() <= 1.001


@pytest.fixture(scope="module")
def slope():
    erf = s.elementary_function(
        "an-error-function", numbers=math.erf, derivative=lambda x: 2 / s.sqrt(s.pi) * s.exp(-(x**2))
    )
    return lambda state: s.up(1, state[2], -erf(state[1]))


@pytest.mark.parametrize("method", ["taylor", "radau", "bulirsch-stoer", "gauss-legendre-6"])
def test_a_method_with_derivatives_takes_constants_in_them(slope, method):
    step = {"step": 0.01} if method == "gauss-legendre-6" else {}
    expected = s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0).end
    found = s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0, method=method, **step).end
    assert list(found) == pytest.approx(list(expected), abs=1e-9)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:there is no machine code")
def test_many_orbits_images_and_crossings_of_functions_that_machine_code_does_not_have(slope):
    end = s.ensemble(slope, s.up(0.0, np.array([0.5, 1.0]), 0.0), 3.0).states
    assert end[1][1] == pytest.approx(s.trajectory(slope, s.up(0.0, 1.0, 0.0), 3.0).end[1], abs=1e-9)

    turns = s.poincare_map(slope, lambda state: state[2], "falling")
    first, *_, last = turns.numpy(s.up(0.0, 1.0, 0.0), 400)[:, 0]
    assert last == pytest.approx(400 * first, rel=1e-9)

    def image(x, y, proceed, fail):
        return proceed(y, slope(s.up(0, x, 0))[2])

    few, many = (s.map_orbit(image, s.up(0.4, 0.8), n) for n in (50, 30_000))
    assert many.shape == (30_001, 2)
    assert np.array_equal(many[:51], few)


def test_a_motion_to_many_digits_refuses_functions_that_have_fewer(slope):
    with pytest.raises(WrongTypeError, match="an-error-function"):
        s.trajectory(slope, s.up(0, 1, 0), 3, digits=30)

    import flint

    erf = s.elementary_function(
        "enclosed-erf",
        numbers=math.erf,
        derivative=lambda x: 2 / s.sqrt(s.pi) * s.exp(-(x**2)),
        enclosure=flint.arb.erf,
    )
    with pytest.raises(WrongTypeError, match="rational"):
        s.trajectory(lambda state: s.up(1, erf(state[1])), s.up(0, 1), 3, digits=30)
