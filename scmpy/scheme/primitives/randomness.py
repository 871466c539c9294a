"""Random numbers, and their sources: a state made from an integer gives the same numbers every time."""

import random as generators
from typing import Any

from scmpy.scheme.primitives.base import PRIMITIVES, Index, primitive, wrong_type
from scmpy.scheme.runtime import current_session


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
    """A random number below the bound: exact for an exact bound, else a float. It comes from ``*random-state*``.

    Source:  MIT/GNU Scheme Reference, Numbers
    """
    source = source_of(state, "random").source
    if type(bound) is int and bound > 0:
        return source.randrange(bound)
    if isinstance(bound, float) and bound > 0:
        return source.random() * bound
    raise wrong_type(bound, 1, "random")


def source_of(state: Any, name: str) -> RandomState:
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
    """A source of its own: a copy of ``*random-state*``, a new one for #t, that of a seed for an integer.

    Source:  SRFI 27
    """
    if type(state) is int:
        return RandomState(generators.Random(state))
    source = generators.Random()
    if state is not True:
        source.setstate(source_of(state, "make-random-state").source.getstate())
    return RandomState(source)


@primitive("random-integer")
def random_integer(bound: Index) -> Any:
    """A random natural number below the bound.

    Source:  SRFI 27
    """
    return random(bound)


@primitive("random-real")
def random_real() -> Any:
    """A random number between 0 and 1.

    Source:  SRFI 27
    """
    return random()


@primitive("uniform-random")
def uniform_random() -> Any:
    """A random float from 0 on and below 1."""
    return random()


@primitive("gaussian-random")
def gaussian_random() -> Any:
    """A random float from the normal distribution, of mean 0 and standard deviation 1."""
    return source_of(None, "gaussian-random").source.gauss(0.0, 1.0)
