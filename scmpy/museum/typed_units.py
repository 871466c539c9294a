"""The generic operations under the original's names for those of quantities and units, ``u:+``."""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.registry import register

_NAMES: dict[Any, str] = {
    g.add: "u:+",
    g.sub: "u:-",
    g.mul: "u:* u:*u u:u* u:u*t u:t*u *units",
    g.div: "u:/ u:/u u:u/ u:u/t u:t/u /units",
    g.expt: "u:expt expt-units",
    g.invert: "u:invert invert-units",
    g.negate: "u:negate",
    g.sqrt: "u:sqrt",
    g.sin: "u:sin",
    g.cos: "u:cos",
    g.exp: "u:exp",
    g.atan: "u:atan2",
    g.abs_: "u:magnitude",
    g.conjugate: "u:conjugate",
    g.real_part: "u:real-part",
    g.imag_part: "u:imag-part",
    g.zero_like: "u:zero-like",
    g.one_like: "u:one-like",
}

for _operation, _names in _NAMES.items():
    for _name in _names.split():
        register(_name, _operation, python=None)
