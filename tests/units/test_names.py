"""The names of units and constants in Scheme: what the original answers, but where it errs."""

import subprocess
import sys

import pytest

from scmpy import parse_printed
from scmpy.errors import ScmpyError
from scmpy.registry import entries
from scmpy.scheme import Session
from scmpy.units import constants, meter, second

from ..tables import answers

test_answers = answers(__file__, "answers.txt")


def test_what_a_program_defines():
    session = Session()
    session.run(
        """(define-unit-system 'toy (list '&bar "b" "barness") (list '&baz "z" "bazness"))
        (define-derived-unit toy '&qux "q" "quxness" (* &bar &baz))
        (define-additional-unit SI '&fathom "ftm" "depth" &foot 6)
        (define-multiplier '&myria "my" 4)
        (define-constant ':v "v" "my speed" 3 (/ &meter &second) .1)"""
    )
    shown = [
        session.result_text(session.run(text))
        for text in (
            "(* (& 3 &bar) &baz)",
            "(& 1 &fathom)",
            "(& 1 &myria &meter)",
            "(* 2 :v)",
            "(cdr (assq 'uncertainty (cdr (get-constant-data ':v))))",
        )
    ]
    expected = ["(& 3 &qux)", "(& 1143/625 &meter)", "(& 10000 &meter)", "(& 6 (* &meter (expt &second -1)))", "(.1)"]
    assert shown == expected
    with pytest.raises(ScmpyError, match="toy and &meter of SI"):
        session.run("(* &bar &meter)")


def test_sessions_keep_their_definitions():
    one, other = Session(), Session()
    one.run('(define-derived-unit SI \'&jerk "j" "jerk" (/ &meter (expt &second 3)))')
    one.run("(symbolic-constants)")
    assert one.result_text(one.run("(& 1 (/ &meter (expt &second 3)))")) == "(& 1 &jerk)"
    assert other.result_text(other.run("(& 1 (/ &meter (expt &second 3)))")) == "(& 1 (* &meter (expt &second -3)))"
    assert other.result_text(other.run(":c")) == "(& 299792458. (* &meter (expt &second -1)))"
    with pytest.raises(ScmpyError, match="&jerk"):
        other.run("&jerk")


def test_printed_forms_are_read():
    assert parse_printed("(& 3 (* &meter (expt &second -1)))") == 3 * meter / second
    assert parse_printed("(*with-units* 3 (*unit* SI #(1 0 -1 0 0 0 0) 1))") == 3 * meter / second
    with pytest.raises(ScmpyError, match="&nothing"):
        parse_printed("(& 3 &nothing)")


@pytest.mark.slow
def test_programs_without_units_do_not_load_them():
    program = """
import sys, scmpy
from scmpy.scheme import Session
session = Session()
session.run("(define (f x) (* 2 x)) (pe (f 'a)) (+ 1 2)")
before = "scmpy.units.quantity" in sys.modules
session.run("(& 3 &meter)")
print(before, "scmpy.units.quantity" in sys.modules, "&meter" in Session().names())
"""
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.split()[-3:] == ["False", "True", "True"]


def test_constants_agree_with_an_independent_table():
    """SciPy's of CODATA, of whichever year: to the digits that did not change since 2018."""
    scipy_constants = pytest.importorskip("scipy.constants")
    names = {
        "c": "speed of light in vacuum",
        "G": "Newtonian constant of gravitation",
        "e": "elementary charge",
        "h": "Planck constant",
        "h_bar": "reduced Planck constant",
        "k": "Boltzmann constant",
        "N_A": "Avogadro constant",
        "R": "molar gas constant",
        "F": "Faraday constant",
        "m_e": "electron mass",
        "m_p": "proton mass",
        "m_n": "neutron mass",
        "m_u": "atomic mass constant",
        "mu_e": "electron mag. mom.",
        "mu_p": "proton mag. mom.",
        "mu_B": "Bohr magneton",
        "mu_N": "nuclear magneton",
        "mu_e_over_mu_B": "electron mag. mom. to Bohr magneton ratio",
        "gamma_p": "proton gyromag. ratio",
        "R_H": "von Klitzing constant",
        "Phi_0": "mag. flux quantum",
        "mu_0": "vacuum mag. permeability",
        "epsilon_0": "vacuum electric permittivity",
        "Z0": "characteristic impedance of vacuum",
        "alpha": "fine-structure constant",
        "R_infinity": "Rydberg constant",
        "r_e": "classical electron radius",
        "lambda_C": "Compton wavelength",
        "a_0": "Bohr radius",
        "h_over_2m_e": "quantum of circulation",
        "e_over_m_e": "electron charge to mass quotient",
        "sigma": "Stefan-Boltzmann constant",
        "sigma_T": "Thomson cross section",
    }
    for name, theirs in names.items():
        ours = getattr(constants, name)
        value = getattr(ours, "value", ours)
        assert value == pytest.approx(scipy_constants.value(theirs), rel=3e-9), name


def test_every_constant_of_the_original_is_there():
    names = ":sigma_T :sigma :mu_N :mu_e/mu_B :mu_B :e/m_e :h/2m_e :Phi_0 :a_0 :lambda_C :r_e :R_infinity :alpha :Z0"
    names += " :epsilon_0 :mu_0 :F :h-bar :k :R :R_H :gamma_p :mu_p :mu_e :m_u :m_n :m_p :m_e :N_A :h :e :G :c :gamma"
    names += " :g :l_sun :m_sun :q :r_sun :pi :+pi/2 :-2pi"
    assert set(names.split()) <= {entry.scheme for entry in entries()} | {":+pi/2", ":+2pi"}
