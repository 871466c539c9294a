"""Physical constants with their units: CODATA's values of 2022, astronomical ones, and what a program defines.

The names are the original's, ``:c``, ``:G``, ``:h``; its values are those of 2002 and 2006. The values are floats, as
there, also of those that define the units since 2019 (c, h, e, k, N_A), whose uncertainty is 0. Derived constants are
computed from those by which they are defined. An uncertainty is relative, one standard deviation.

A constant is a quantity; ``symbolic-constants`` makes it its name with the unit, ``numerical-constants`` the number
again. In Python ``constants.h_bar`` is the quantity and ``constants.symbol("h_bar")`` that of the name.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError, describe, did_you_mean
from scmpy.generic import operations as g
from scmpy.generic.kinds import as_name
from scmpy.generic.session_tables import Table
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure.aliases import Name, Value
from scmpy.symbolic.expression import symbol
from scmpy.units.measured import value_of
from scmpy.units.quantity import Unit, as_unit, measured
from scmpy.units.system import NAMED

_M, _KG, _S, _A, _K, _MOL, _N, _J, _W, _C, _V, _T = (
    NAMED[f"&{name}"]
    for name in "meter kilogram second ampere kelvin mole newton joule watt coulomb volt tesla".split()
)


class Constant(NamedTuple):
    """A constant: its name, value in base units, unit, TeX, what it is, and its relative uncertainty, if known."""

    name: str
    value: Any
    unit: Unit
    tex: str
    meaning: str
    uncertainty: float | None = None

    @property
    def quantity(self) -> Any:
        """The number with the unit."""
        return g.mul(self.value, self.unit.quantity)

    @property
    def base_value(self) -> Any:
        """The number in base units."""
        return value_of(self.quantity)

    @property
    def symbolic(self) -> Any:
        """The name with the unit."""
        return measured(symbol(self.name), self.unit.dims)


#: The constants by name; those that a session defines are in the session.
CONSTANTS: Table[str, Constant] = Table()


def _declare(
    name: str, value: Any, unit: Unit, tex: str, meaning: str, uncertainty: float | None = None, own: bool = True
) -> Any:
    constant = CONSTANTS[f":{name}"] = Constant(f":{name}", value, unit, tex, meaning, uncertainty)
    if own:
        python = python_name(name)
        doc = docstring(
            f"A physical constant: {meaning}.",
            f":{name}",
            f"constants.{python}",
            repr(constant.quantity),
            "from scmpy.units import constants",
            units=f"{unit}; the relative uncertainty is {'not known' if uncertainty is None else uncertainty}",
        )
        register(f":{name}", constant.quantity, python=None, module=__name__, doc=doc)
    return value


_ONE = NAMED["&unitless"]
_PI = math.pi

_c = _declare("c", 299792458.0, _M / _S, "c", "the speed of light in vacuum", 0.0)
_declare("G", 6.67430e-11, _N * _M**2 / _KG**2, "G", "the gravitational constant", 2.2e-5)
_e = _declare("e", 1.602176634e-19, _C, "e", "the elementary charge", 0.0)
_h = _declare("h", 6.62607015e-34, _J * _S, "h", "the Planck constant", 0.0)
_N_A = _declare("N_A", 6.02214076e23, _MOL**-1, "N_A", "the Avogadro constant", 0.0)
_m_e = _declare("m_e", 9.1093837139e-31, _KG, "m_e", "the mass of the electron", 3.1e-10)
_m_p = _declare("m_p", 1.67262192595e-27, _KG, "m_p", "the mass of the proton", 3.1e-10)
_declare("m_n", 1.67492750056e-27, _KG, "m_n", "the mass of the neutron", 5.1e-10)
_declare("m_u", 1.66053906892e-27, _KG, "m_u", "the atomic mass constant", 3.1e-10)
_declare("mu_e", -9.2847646917e-24, _J / _T, r"\mu_e", "the magnetic moment of the electron", 3.0e-10)
_declare("mu_p", 1.41060679545e-26, _J / _T, r"\mu_p", "the magnetic moment of the proton", 3.4e-10)
_declare("gamma_p", 2.6752218708e8, (_S * _T) ** -1, r"\gamma_p", "the gyromagnetic ratio of the proton", 4.1e-10)
_declare("R_H", _h / _e**2, _V / _A, "R_H", "the quantum of Hall resistance, von Klitzing's constant", 0.0)
_k = _declare("k", 1.380649e-23, _J / _K, "k", "the Boltzmann constant", 0.0)
_declare("R", _N_A * _k, _J / (_MOL * _K), "R", "the molar gas constant", 0.0)
_h_bar = _declare("h-bar", _h / (2 * _PI), _J * _S, r"\hbar", "the reduced Planck constant", 0.0)
_declare("F", _N_A * _e, _C / _MOL, "F", "the Faraday constant", 0.0)
_mu_0 = _declare("mu_0", 1.25663706127e-6, _N / _A**2, r"\mu_0", "the permeability of free space", 1.6e-10)
_declare("epsilon_0", 1 / (_mu_0 * _c**2), (_C / _V) / _M, r"\epsilon_0", "the permittivity of free space", 1.6e-10)
_declare("Z0", _mu_0 * _c, _V / _A, "Z_0", "the impedance of free space", 1.6e-10)
_declare("alpha", 7.2973525643e-3, _ONE, r"\alpha", "the fine structure constant", 1.6e-10)
_declare("R_infinity", 10973731.568157, _M**-1, r"R_\infty", "the Rydberg constant", 1.1e-12)
_r_e = _declare("r_e", 2.8179403205e-15, _M, "r_e", "the classical radius of the electron", 4.7e-10)
_declare("lambda_C", 2.42631023538e-12, _M, r"\lambda_C", "the Compton wavelength of the electron", 3.1e-10)
_declare("a_0", 5.29177210544e-11, _M, "a_0", "the Bohr radius", 1.6e-10)
_declare("Phi_0", _h / (2 * _e), _V * _S, r"\Phi_0", "the quantum of magnetic flux", 0.0)
_declare("h/2m_e", _h / (2 * _m_e), _J * _S / _KG, "h/(2m_e)", "the quantum of circulation", 3.1e-10)
_declare("e/m_e", -_e / _m_e, _C / _KG, "e/m_e", "the specific charge of the electron", 3.1e-10)
_declare("mu_B", _e * _h_bar / (2 * _m_e), _J / _T, r"\mu_B", "the Bohr magneton", 3.1e-10)
_declare("mu_e/mu_B", -1.00115965218046, _ONE, r"\mu_e/\mu_B", "the magnetic moment ratio of the electron", 1.8e-13)
_declare("mu_N", _e * _h_bar / (2 * _m_p), _J / _T, r"\mu_N", "the nuclear magneton", 3.1e-10)
_declare(
    *("sigma", 2 * _PI**5 * _k**4 / (15 * _h**3 * _c**2), _W / (_M**2 * _K**4), r"\sigma"),
    *("the Stefan-Boltzmann constant", 0.0),
)
_declare("sigma_T", 8 * _PI / 3 * _r_e**2, _M**2, r"\sigma_T", "the Thomson cross section", 9.4e-10)
_declare("gamma", 0.5772156649015329, _ONE, r"\gamma", "Euler's constant, a number", 0.0)
_declare("g", 9.80665, _M / _S**2, "g", "the standard acceleration of gravity", 0.0)
_declare("q", _e, _C, "q", "the elementary charge", 0.0)
_declare("m_sun", 1.98841e30, _KG, r"m_\odot", "the mass of the sun", 2.2e-5)
_declare("r_sun", 6.957e8, _M, r"r_\odot", "the nominal radius of the sun", 0.0)
_declare("l_sun", 3.828e26, _W, r"l_\odot", "the nominal luminosity of the sun", 0.0)
for _name, _value in {"pi": _PI, "2pi": 2 * _PI, **{f"pi/{n}": _PI / n for n in (2, 3, 4, 6)}}.items():
    for _sign, _factor in (("", 1), ("+", 1), ("-", -1)):
        _tex = _sign + _name.replace("pi", r"\pi")
        _declare(f"{_sign}{_name}", _factor * _value, _ONE, _tex, f"the angle {_sign}{_name}", 0.0, own=False)


def constant_named(name: Any, operation: str) -> Constant:
    """The constant of a name; an error that says which is near."""
    text = as_name(name, operation)
    found = CONSTANTS.get(text) or CONSTANTS.get(f":{text}")
    if found is None:
        near = did_you_mean(f":{text.lstrip(':')}", CONSTANTS)
        raise WrongTypeError(f"{operation}: there is no constant {text}{near}")
    return found


@public("get-constant-data", python=None)
def get_constant_data(name: Name) -> Value:
    """What is known of a constant: a list of its name, value, units, TeX, description and relative uncertainty.

    Scheme:  (get-constant-data ':G)
    Raises:  WrongTypeError if there is no such constant
    1 ]=> (cadr (assq 'uncertainty (cdr (get-constant-data ':G))))
    ;Value: .000022
    >>> from scmpy import symbols
    >>> from scmpy.units import get_constant_data
    >>> for entry in get_constant_data(symbols(":G"))[1:]:
    ...     print(*entry)
    expression :G
    name :G
    numerical-value 6.6743e-11
    units (& 1 (* (expt &meter 3) (expt &kilogram -1) (expt &second -2)))
    tex-string G
    description the gravitational constant
    uncertainty 2.2e-05
    """
    found = constant_named(name, "get-constant-data")
    fields = {
        "expression": symbol(found.name),
        "name": symbol(found.name),
        "numerical-value": found.value,
        "units": found.unit,
        "tex-string": found.tex,
        "description": found.meaning,
        **({} if found.uncertainty is None else {"uncertainty": found.uncertainty}),
    }
    return (symbol("*number*"), *((symbol(key), value) for key, value in fields.items()))


def new_constant(name: Any, tex: Any, meaning: Any, value: Any, unit: Any, uncertainty: Any = None) -> Constant:
    """Enter a constant that a program defines."""
    text = as_name(name, "define-constant")
    if not isinstance(tex, str) or not isinstance(meaning, str):
        raise WrongTypeError(f"define-constant expects texts for TeX and description, got {describe(tex)}")
    found = Constant(text, value, as_unit(unit, "define-constant"), tex, meaning, uncertainty)
    CONSTANTS[text] = found
    return found


class Constants:
    """The constants as attributes, by Python's names: ``constants.h_bar``.

    >>> from scmpy.units import constants
    >>> constants.c, constants.symbolic("c")
    ((& 299792458. (* &meter (expt &second -1))), (& :c (* &meter (expt &second -1))))
    """

    def __getattr__(self, name: str) -> Any:
        for constant in CONSTANTS.values():
            if python_name(constant.name[1:]) == name:
                return constant.quantity
        raise AttributeError(f"there is no constant {name}{did_you_mean(name, dir(self))}")

    def __dir__(self) -> list[str]:
        return sorted(python_name(name[1:]) for name in CONSTANTS)

    @staticmethod
    def symbolic(name: Any) -> Any:
        """The constant as a symbol of its name with its unit."""
        return constant_named(name, "symbolic").symbolic


constants = Constants()
