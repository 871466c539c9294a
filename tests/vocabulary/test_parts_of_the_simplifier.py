"""The simplifier's parts by the names of the original: rules, memories, assumptions, and the parts of the TeX printer."""

import pytest

from scmpy import assume_bang, forget_assumptions_bang, setting, symbols, tex, unparse, unparse_number, unparse_symbol
from scmpy.errors import DomainError, WrongTypeError
from scmpy.registry import lookup
from scmpy.scheme import Session


def test_settings_in_python():
    foo = symbols("foo")
    with setting(tex_symbol_substs={"foo": r"\mathcal{F}"}):
        assert tex(foo + 1) == r"1 + \mathcal{F}"
        assert unparse("(* 2 foo_1)") == r"2 \mathcal{F}_{1}"
        with setting(tex_unparse_table={"cross": r" \times ".join}):
            assert unparse("(cross foo b)") == r"\mathcal{F} \times b"
    assert tex(foo + 1) == r"1 + \mathsf{foo}"
    assert unparse_number(-1.5) == "-1.5"
    assert unparse_symbol("thetadot_1") == r"\dot{\theta}_{1}"
    with pytest.raises(WrongTypeError, match="there is no setting happiness"):
        setting(happiness=1)


def test_a_setting_of_python_holds_where_a_program_has_not_set_it():
    with setting(tex_symbol_substs=[("foo", "F")]):
        session = Session()
        assert session.run("(unparse 'foo)") == "F"
        session.run("""(set! tex:symbol-substs '((foo "G")))""")
        assert session.run("(unparse 'foo)") == "G"


def test_assumptions_about_expressions_from_python():
    y = symbols("y")
    try:
        assume_bang((symbols("positive?"), y))
        with pytest.raises(DomainError, match="the expression y is negative"):
            assume_bang((symbols("negative?"), y))
        assert assume_bang((symbols("negative?"), y), "me", lambda: 1) == 1
    finally:
        forget_assumptions_bang()


def test_settings_are_documented():
    for name in ("tex:symbol-substs", "*assumption-tolerance-multiplier*"):
        entry = lookup(name)
        assert entry is not None
        assert "setting(" in entry.doc
        assert f"(set! {name}" in entry.doc
