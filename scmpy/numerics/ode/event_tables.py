"""Events in tables of steps: the text of :mod:`scmpy.numerics.ode.outlook` on arrays, of all steps at once.

The function of states, its rate and the slope run as compiled code on the columns of the table. What is left to be
looked at one by one are the steps with a crossing, and those of which the text does not tell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.generic.arrays import as_batch
from scmpy.numerics.compile.compiled_function import CompiledFunction
from scmpy.numerics.ode.outlook import Cubic, doubt, outlook, states
from scmpy.numerics.ode.record import VECTORS, Table
from scmpy.structure.structure import Structure
from scmpy.structure.within import leaves, unflatten


class Quiet(NamedTuple):
    """What is known of a function in the steps of a table: arrays, with an element or a row for every step.

    ``starts`` and ``ends`` are the values, their rates, and those of the state.
    """

    quiet: Any
    starts: tuple[Any, Any, Any]
    ends: tuple[Any, Any, Any]


def quiet_steps(table: Table, place: Structure, value: Any, rate: Any, slope: Any) -> Quiet | None:
    """The steps of a table in which a function is known to have no zero; None where it cannot be asked at once."""
    import numpy

    if not all(isinstance(f, CompiledFunction) for f in (value, rate, slope)) or not len(table):
        return None
    rows, n = numpy.frombuffer(table.rows).reshape(-1, table.width), table.count

    def asked(f: Any, *columns: Any) -> Any:
        given = (unflatten((as_batch(numpy.array(x)) for x in some), place) for some in columns)
        found = f(*given)
        numbers = [numpy.asarray(x) for x in (leaves(found) if isinstance(found, Structure) else [found])]
        if any(x.dtype.kind not in "fi" for x in numbers):
            raise WrongTypeError("an event is where a real number is zero")
        return [numpy.broadcast_to(x, len(rows)) for x in numbers]

    try:
        with numpy.errstate(all="ignore"):
            ends = []
            for t, first in ((rows[:, 0], VECTORS), (rows[:, 1], VECTORS + n)):
                y = _timed(t, rows[:, first : first + n].T)
                rates = asked(slope, y)
                [x], [v] = asked(value, y), asked(rate, y, rates)
                ends.append((y, x, v, rates))
            (y, x, v, rates), (after, end, last, later) = ends
            length = rows[:, 1] - rows[:, 0]
            cubic = Cubic(x, v * length, end, last * length)
            samples = [asked(value, inner)[0] for inner in states(list(y), rates, length, list(after), later)]
            told = outlook(cubic, doubt(cubic, samples))
    except (ScmpyError, ArithmeticError, TypeError, ValueError):
        return None
    quiet = told.plain & ~told.rises & ~told.falls
    return Quiet(quiet, (x, v, numpy.array(rates).T), (end, last, numpy.array(later).T))


def _timed(t: Any, y: Any) -> Any:
    """As :func:`scmpy.numerics.ode.numbers_of_states.timed`, of arrays."""
    import numpy

    first = numpy.where(abs(y[0] - t) <= 1e-9 * numpy.maximum(1.0, abs(t)), t, y[0])
    return numpy.array([first, *y[1:]])
