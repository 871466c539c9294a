"""Random numbers, and their sources: a state made from an integer gives the same numbers every time."""

import random as generators
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.arguments import length
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives.base import PRIMITIVES, Index, primitive, wrong_type
from scmpy.scheme.runtime import current_session
from scmpy.structure.structure import Up, as_structure


class RandomState:
    """A source of random numbers."""

    __slots__ = ("source",)

    def __init__(self, source: generators.Random | None = None) -> None:
        self.source = source or generators.Random()


#: The variable of a session that holds its source; Python has one.
RANDOM_STATE = "*random-state*"
PRIMITIVES[RANDOM_STATE] = RandomState()


@primitive("random")
def random(bound: Any = 1.0, state: Any = None) -> Any:
    """A random number below the bound: exact for an exact bound, else a float. It comes from ``*random-state*``."""
    source = _state(state, "random").source
    if type(bound) is int and bound > 0:
        return source.randrange(bound)
    if isinstance(bound, float) and bound > 0:
        return source.random() * bound
    raise wrong_type(bound, 1, "random")


def _state(state: Any, name: str) -> RandomState:
    found = _current_state() if state in (None, False) else state
    if found is True:
        return RandomState()
    if not isinstance(found, RandomState):
        raise wrong_type(state, 2, name)
    return found


def _current_state() -> Any:
    session = current_session.get(None)
    return PRIMITIVES[RANDOM_STATE] if session is None else session.lookup(RANDOM_STATE)


@primitive("make-random-state", "make-random-source")
def make_random_state(state: Any = None, *_: Any) -> Any:
    """A source of its own: a copy of ``*random-state*``, a new one for #t, that of a seed for an integer."""
    if type(state) is int:
        return RandomState(generators.Random(state))
    source = generators.Random()
    if state is not True:
        source.setstate(_state(state, "make-random-state").source.getstate())
    return RandomState(source)


@primitive("random-integer")
def random_integer(bound: Index) -> Any:
    """A random natural number below the bound."""
    return random(bound)


@primitive("random-real")
def random_real() -> Any:
    """A random number between 0 and 1."""
    return random()


@primitive("uniform-random")
def uniform_random() -> Any:
    """A random float from 0 on and below 1."""
    return random()


@primitive("nonzero-uniform-random")
def nonzero_uniform_random() -> Any:
    """A random float above 0 and below 1."""
    return next(x for x in iter(random, None) if x)


@primitive("gaussian-random")
def gaussian_random() -> Any:
    """A random float from the normal distribution, of mean 0 and standard deviation 1."""
    return _state(None, "gaussian-random").source.gauss(0.0, 1.0)


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
    source = _state(state, "make-uniform-noise-vector").source
    return [source.random() - 0.5 for _ in range(length(count, "make-uniform-noise-vector"))]


@primitive("make-gaussian-noise-vector:polar-method")
def make_gaussian_noise_vector(state: Any, count: Index) -> Any:
    """A vector of so many random floats, or one more to an even number, from the normal distribution, from a source."""
    source = _state(state, "make-gaussian-noise-vector").source
    return [source.gauss(0.0, 1.0) for _ in range(length(count + count % 2, "make-gaussian-noise-vector"))]
