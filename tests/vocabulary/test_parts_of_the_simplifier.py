"""The simplifier's parts by the names of the original: rules, memories, assumptions, and the parts of the TeX printer."""

import pytest

from scmpy import assume_bang, forget_assumptions_bang, setting, symbols, tex, unparse, unparse_number, unparse_symbol
from scmpy.errors import DomainError, WrongTypeError
from scmpy.registry import lookup
from scmpy.scheme import Session

#: Scheme, and what it prints.
CASES = [
    # rules
    # one object for equal data
    # assumptions
    ("(assume! '(= 1.00000000000001 1))", ""),
    ("(assume! '(positive? -1) 'me (lambda () 'no))", "no"),
    ("(begin (assume! '(positive? u)) (assume! '(negative? u) 'me (lambda () 'no)))", "no"),
    ("(begin (set! *assumption-tolerance-multiplier* 1e6) (assume! '(= 1.0000000000001 1)))", ""),
    ("(begin (non-negative-factors 'v 'w 'me) (simplify-report (sqrt (square 'v))))", "(v)"),
    ("(non-negative-factors 'v -2 'me)", "#f"),
    # memory
    ("(simplify-units (+ 'x 'x))", "(* 2 x)"),
    # TeX
    ('(split-at-underscore-or-caret "x_0" list)', '("x" subscript "0")'),
    ('(split-at-underscore-or-caret "x^0_1" list)', '("x" superscript "0_1")'),
    ('(split-at-underscore-or-caret "x" list)', "(#f #f #f)"),
    ("(process-sum '(+ a (* -2 b)))", '"a - 2 b"'),
    (r"""(unparse '(+ foo x) '((foo "\\phi_1")))""", r'"\\phi_1 + x"'),
    (r"""(begin (set! tex:symbol-substs '((foo "F"))) (->TeX (+ 'foo 'x_foo)))""", '"F + x_{F}"'),
    (
        '(begin (set! tex:unparse-table (list (list \'cross (lambda (ops) (string-append (car ops) " x " (cadr ops))))))'
        " (unparse '(* 2 (cross a b))))",
        '"2 a x b"',
    ),
]


@pytest.mark.parametrize(("program", "printed"), CASES, ids=[case[0][:50] for case in CASES])
def test_in_scheme(program, printed):
    session = Session()
    assert session.result_text(session.run(program)) == printed


BAD = [
    ("(assume! '(positive? -1))", DomainError, "it is false that the number -1 is positive"),
    ("(assume! '(= 1.0000000000001 1))", DomainError, "is negligible"),
    ("(begin (set! *assumption-tolerance-multiplier* 'a) (assume! '(= 1. 1)))", WrongTypeError, "not negative, got"),
    ("(begin (set! tex:symbol-substs 'a) (->TeX 'x))", WrongTypeError, r"list of \(name"),
    ("(begin (set! tex:unparse-table '((f 1))) (->TeX 'x))", WrongTypeError, r"list of \(operator procedure"),
    ("(unparse '(f x) '() (list (list 'f (lambda (ops) #!unspecific))))", WrongTypeError, "gives no TeX"),
    ("(unparse-number 'x)", WrongTypeError, "expects a number"),
    ("(unparse-symbol 3)", WrongTypeError, "expects a name, a symbol"),
    ("(process-sum '(* a b))", WrongTypeError, "expects a sum"),
]


@pytest.mark.parametrize(("program", "error", "message"), BAD, ids=[case[0][:50] for case in BAD])
def test_bad_input(program, error, message):
    with pytest.raises(error, match=message):
        Session().run(program)


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
