"""Units of motions: times and rates have the dimensions that those of the state ask for."""

from __future__ import annotations

from typing import Any

from scmpy.errors import DimensionError, describe
from scmpy.generic import operations as g
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.composite import coordinates_of, measure_of, ones_like
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import is_zero_number
from scmpy.structure.measures import has_units
from scmpy.structure.structure import Structure


def time_measure(value: Any, state: Structure, operation: str, what: str) -> Any:
    """A time or a duration as a number of the unit that the time of the state has, if it has any."""
    given = converted(value)
    if has_units(state[0], given) and ones_like(given) != ones_like(state[0]) and not is_zero_number(given):
        raise DimensionError(
            f"{operation}: {what} is {describe(given)}, and the time of the state {describe(state[0])}: "
            "they have one dimension"
        )
    return measure_of(given)


def check_rates(state: Structure, rates: Any, operation: str) -> None:
    """An error where a rate times the time has another dimension than what it is the rate of; 0 has every one."""
    time = ones_like(state[0])
    for place, rate in zip(coordinates_of(state), coordinates_of(rates), strict=True):
        if g.mul(ones_like(rate), time) != ones_like(place) and not is_exact_zero(rate):
            raise DimensionError(
                f"{operation}: {describe(rate)} is no rate of {describe(place)} by {describe(state[0])}: "
                "the dimensions differ"
            )
