"""The generic operations under the names that say that they act on operators, series or matrix functions.

They are those of programs written for the course; in Python there are the operators and the generic names.
"""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.registry import register

_NAMES: dict[Any, str] = {
    g.add: "o:+ o:o+f o:f+o series:add coefficient+series series+coefficient",
    g.sub: "o:- o:o-f o:f-o series:sub coefficient-series series-coefficient",
    g.mul: "o:* o:f*o o:o*f series:mul coefficient*series series*coefficient",
    g.div: "o:o/n series:div coefficient/series series/coefficient",
    g.expt: "o:expt series:expt",
    g.negate: "o:negate series:negate",
    g.invert: "series:invert",
    g.exp: "o:exp m:exp",
    g.sin: "o:sin m:sin",
    g.cos: "o:cos m:cos",
}

for _operation, _names in _NAMES.items():
    for _name in _names.split():
        register(_name, _operation, python=None)
