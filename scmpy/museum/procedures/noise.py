"""Random numbers of the normal distribution in pairs, lists and vectors, and what adds noise."""

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.arguments import length
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives.base import Index, primitive
from scmpy.scheme.primitives.randomness import gaussian_random, random, source_of
from scmpy.structure.structure import Up, as_structure


@primitive("nonzero-uniform-random")
def nonzero_uniform_random() -> Any:
    """A random float above 0 and below 1."""
    return next(x for x in iter(random, None) if x)


@primitive("gaussian-random-pair")
def gaussian_random_pair(receive: Any = Pair) -> Any:
    """What a procedure makes of two random floats from the normal distribution; their pair, unless one is given."""
    return receive(gaussian_random(), gaussian_random())


@primitive("gaussian-random-list")
def gaussian_random_list(count: Index) -> Any:
    """A list of so many random floats from the normal distribution."""
    return tuple(gaussian_random() for _ in range(length(count, "gaussian-random-list")))


@primitive("gaussian-random-pairs")
def gaussian_random_pairs(count: Index) -> Any:
    """A list of so many vectors of two random floats from the normal distribution."""
    return gaussian_random_tuples(2, count)


@primitive("gaussian-random-tuples")
def gaussian_random_tuples(size: Index, count: Index) -> Any:
    """A list of so many vectors of this size of random floats from the normal distribution."""
    length(size * count, "gaussian-random-tuples")
    return tuple(Up(gaussian_random_list(size)) for _ in range(count))


@primitive("add-noise")
def add_noise(sigma: Any) -> Any:
    """The procedure that adds to the components of a vector normal noise of a standard deviation."""

    def noisy(vector: Any) -> Any:
        return Up(g.add(x, g.mul(sigma, gaussian_random())) for x in as_structure(vector))

    return noisy


@primitive("make-uniform-noise-vector")
def make_uniform_noise_vector(state: Any, count: Index) -> Any:
    """A vector of so many random floats from -1/2 on and below 1/2, from a source of random numbers."""
    source = source_of(state, "make-uniform-noise-vector").source
    return [source.random() - 0.5 for _ in range(length(count, "make-uniform-noise-vector"))]


@primitive("make-gaussian-noise-vector:polar-method")
def make_gaussian_noise_vector(state: Any, count: Index) -> Any:
    """A vector of so many random floats, or one more to an even number, from the normal distribution, from a source."""
    source = source_of(state, "make-gaussian-noise-vector").source
    return [source.gauss(0.0, 1.0) for _ in range(length(count + count % 2, "make-gaussian-noise-vector"))]
