"""Compiled functions on arrays of numpy and JAX: the values are those of Python, jit, vmap and grad go through."""

import numpy
import pytest

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.numerics.compile.codegen import array_function, python_function
from scmpy.numerics.compile.ir import straight_line_program
from scmpy.structure.tuples import leaves

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
