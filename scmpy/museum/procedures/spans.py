"""Signal functions whose spans are pairs."""

from functools import wraps
from typing import Any

from scmpy.generic.kinds import is_number
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives.base import adapt
from scmpy.scheme.primitives.numerical import giving


def _taking(procedure: Any) -> Any:
    """The procedure, which takes spans that are pairs."""

    @wraps(procedure)
    def operate(*arguments: Any) -> Any:
        return procedure(*((x.car, x.cdr) if isinstance(x, Pair) and is_number(x.cdr) else x for x in arguments))

    return operate


adapt("sigfun:make-span sigfun:span", giving(lambda span: Pair(*span)))
adapt("sigfun:make sigfun:min sigfun:max", _taking)
