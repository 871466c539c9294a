"""MIT Scheme's arithmetic of one type, ``fix:+``, ``int:*``, ``flo:sqrt``: here the generic operations themselves."""

from typing import Any

from scmpy.generic import operations as g
from scmpy.registry import scheme_bindings
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive

_INTEGER = "+ - * = < > <= >= quotient remainder zero? positive? negative? 1+ -1+ min max"
_FLOAT = (
    "+ - * / = < > <= >= zero? positive? negative? abs sqrt exp log sin cos tan asin acos atan expt min max floor"
    " ceiling round truncate floor->exact ceiling->exact round->exact truncate->exact"
)

_known = {**scheme_bindings(), **PRIMITIVES}
for _prefix, _names in (("fix:", _INTEGER), ("int:", f"{_INTEGER} abs modulo negate"), ("flo:", f"{_FLOAT} negate")):
    for _name in _names.split():
        PRIMITIVES[_prefix + _name] = _known[_name]
PRIMITIVES["flo:atan2"] = _known["atan"]
PRIMITIVES["int:->flonum"] = _known["exact->inexact"]
PRIMITIVES["int:integer?"] = _known["exact-integer?"]
PRIMITIVES["bit-and"] = PRIMITIVES["fix:and"] = _known["bitwise-and"]
PRIMITIVES["bit-or"] = PRIMITIVES["fix:or"] = _known["bitwise-or"]
PRIMITIVES["bit-xor"] = PRIMITIVES["fix:xor"] = _known["bitwise-xor"]


@primitive("flo:flonum?", "flonum?")
def is_flonum(value: Any) -> Any:
    """Is this a floating-point number?

    Source:  MIT/GNU Scheme Reference, Numbers
    """
    return isinstance(value, float)


@primitive("flo:->integer", "flo:truncate->integer")
def flonum_to_integer(value: float) -> Any:
    """The exact integer that a whole float is."""
    return _known["truncate->exact"](value)


def _rounded_quotient(direction: str) -> None:
    rounded = _known[direction]

    @primitive(f"integer-{direction}", doc=f"The {direction} of a quotient.")
    def quotient(n: Any, d: Any) -> Any:
        return rounded(g.div(n, d))


for _direction in ("floor", "ceiling", "round", "truncate"):
    _rounded_quotient(_direction)
