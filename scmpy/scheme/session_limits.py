"""The stated limits of sessions: how large data may be, how long an evaluation may take, how much memory it may use.

What passes a limit ends in a LimitError in the words of the original, ``;Aborting!: out of memory``.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

from scmpy.errors import LimitError
from scmpy.generic.settings import Limit

MOST_ELEMENTS = Limit("most-elements", 10_000_000, "Elements of a list, a vector or a string.")
MOST_SOURCE = Limit("most-program-characters", 200_000_000, "Characters of a program.")
MOST_DATA = Limit("most-data", 2_000_000, "Data in one form of a program.")

_STATUS = "/proc/self/statm"


class TimeLimitError(LimitError):
    """An evaluation took longer than it may."""


def room_for(count: int, what: str) -> int:
    """The number of elements that something is to have, if that is within reason.

    >>> room_for(10**12, "a vector")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    scmpy.errors.LimitError: Aborting!: out of memory (a vector of 1000000000000 elements; at most 10000000; ...)
    """
    most = MOST_ELEMENTS.value
    if count > most:
        size = str(count) if count.bit_length() < 1000 else "far too many"
        raise LimitError(
            f"Aborting!: out of memory ({what} of {size} elements; at most {most}; {MOST_ELEMENTS.advice})"
        )
    return count


def half_of_memory() -> int | None:
    """Half of the machine's memory in bytes, where that is known."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return None


def memory_in_use() -> int:
    """The bytes that this process has in memory; 0 where the system does not say."""
    try:
        with open(_STATUS) as status:
            return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


@dataclass
class Budget:
    """What one evaluation may use: seconds, and bytes of memory beyond those in use when it starts."""

    seconds: float | None = None
    memory: int | None = None
    start: float = field(default_factory=time.monotonic)
    before: int = field(default_factory=memory_in_use)

    def check(self) -> None:
        """A LimitError if it is used up."""
        if self.seconds is not None and time.monotonic() - self.start >= self.seconds:
            raise TimeLimitError(f"Aborting!: time limit exceeded ({self.seconds:g} s)")
        if self.memory is not None and memory_in_use() - self.before > self.memory:
            raise LimitError(f"Aborting!: out of memory (an evaluation may use {self.memory / 1e6:.0f} MB)")

    def patience(self, longest: float) -> float:
        """How long to wait until the next check."""
        if self.seconds is None:
            return longest
        return max(0.0, min(longest, self.start + self.seconds - time.monotonic()))
