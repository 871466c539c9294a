"""Airy's functions and their derivatives, of which solutions at a turning point are made.

Math:    y'' = x y
Source:  F. W. J. Olver, Digital Library of Mathematical Functions, ch. 9
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.generic import operations as g
from scmpy.numerics.special.special_records import special

_AT_INFINITY = {"Ai": (0.0, 0.0), "Bi": (0.0, math.inf), "Ai-prime": (None, 0.0), "Bi-prime": (None, math.inf)}


def _airy(kind: str, derivative: Any) -> Any:
    sympy, tex = f"airy{kind.lower().replace('-', '')}", rf"\operatorname{{{kind[:2]}}}" + "'" * kind.endswith("prime")
    return special(
        f"Airy-{kind}",
        (derivative,),
        ends=_AT_INFINITY[kind],
        cuts="none",
        sympy=sympy,
        tex=tex,
    )


@_airy("Ai", lambda x: Airy_Ai_prime(x))
def Airy_Ai(x: Any) -> Any:
    """Airy's function Ai, the solution of y'' = x y that fades as x grows.

    Scheme:  (Airy-Ai x)
    Math:    1/pi integral from 0 to infinity of cos(t^3/3 + x t) dt
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> from scmpy import D, symbols
    >>> Airy_Ai(1.0), D(D(Airy_Ai))(symbols("x"))
    (0.13529241631288141, (* x (Airy-Ai x)))
    """
    return x.airy_ai()


@_airy("Bi", lambda x: Airy_Bi_prime(x))
def Airy_Bi(x: Any) -> Any:
    """Airy's function Bi, the solution of y'' = x y that oscillates a quarter period beside Ai.

    Scheme:  (Airy-Bi x)
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Bi(1.0)
    1.2074235949528713
    """
    return x.airy_bi()


@_airy("Ai-prime", lambda x: g.mul(x, Airy_Ai(x)))
def Airy_Ai_prime(x: Any) -> Any:
    """The derivative of Airy's function Ai.

    Scheme:  (Airy-Ai-prime x)
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Ai_prime(1.0)
    -0.1591474412967932
    """
    return x.airy_ai(derivative=1)


@_airy("Bi-prime", lambda x: g.mul(x, Airy_Bi(x)))
def Airy_Bi_prime(x: Any) -> Any:
    """The derivative of Airy's function Bi.

    Scheme:  (Airy-Bi-prime x)
    Source:  Digital Library of Mathematical Functions, 9.2
    >>> Airy_Bi_prime(1.0)
    0.9324359333927756
    """
    return x.airy_bi(derivative=1)
