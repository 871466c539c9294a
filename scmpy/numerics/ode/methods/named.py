"""The methods by their names."""

from __future__ import annotations

from scmpy.numerics.ode.methods.classical import QCRK4
from scmpy.numerics.ode.methods.dormand_prince import DOP853
from scmpy.numerics.ode.methods.extrapolation import BULIRSCH_STOER
from scmpy.numerics.ode.methods.step import Method

METHODS: dict[str, Method] = {method.name: method for method in (DOP853, BULIRSCH_STOER, QCRK4)}
