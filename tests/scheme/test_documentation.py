"""``(help name)``, ``(apropos "text")``, and hints at what a misspelt name was meant to be."""

import io
import re

import pytest

import scmpy
from scmpy.app import site
from scmpy.errors import WrongTypeError
from scmpy.plot.figure import collecting
from scmpy.registry import documentation
from scmpy.scheme import Session
from scmpy.scheme.primitives.declare import PRIMITIVES

from ..vocabulary.fields import fields


@pytest.mark.parametrize(
    ("source", "first", "more"),
    [
        ("(help Lagrange-equations)", "Lagrange-equations    in Python: Lagrange_equations", "Source:  SICM 1.5"),
        ("(help 'Lagrange-equations)", "Lagrange-equations    in Python: Lagrange_equations", "; => "),
        ('(help "Lagrange-equations")', "Lagrange-equations    in Python: Lagrange_equations", "; => "),
        ("(help *work-limit-multiplier*)", "*work-limit-multiplier*", "; => ;the greatest common divisor"),
        ("(help (if #t sin))", "sin    in Python: sin", "Sine."),
        ("(help settings)", "settings    in Python: settings", "; => Bounds:"),
        ("(help if)", "if", "(if test then [else])."),
        ("(help syntax-rules)", "syntax-rules", "(syntax-rules (literal ...) (pattern template) ...)."),
        ("(help car)", "(car pair)", "The first component of a pair."),
        ("(define (mine a b #!optional c . d) a) (help mine)", "(mine a b [c] d ...)", ""),
        ("(define sin 3) (help sin)", "sin", "Its value is 3."),
        ("(define-syntax swap! (syntax-rules ())) (help swap!)", "swap!", "A macro."),
        ("(help)", "(help Lagrange-equations)   what a name means", '(apropos "Hamilton")'),
    ],
)
def test_help(session: Session, output: io.StringIO, source: str, first: str, more: str) -> None:
    assert session.result_text(session.run(source)) == ""
    assert output.getvalue().splitlines()[0] == first
    assert more in output.getvalue()


def test_part_of_a_name_lists_names(session: Session, output: io.StringIO) -> None:
    session.run('(help "lagrange-eq")')
    names = [line.split()[0] for line in output.getvalue().splitlines()]
    assert "Lagrange-equations" in names and "Lagrange-equations-operator" in names


def test_apropos_looks_into_descriptions_too(session: Session, output: io.StringIO) -> None:
    session.run('(define (my-hamilton x) x) (apropos "hamilton")')
    lines = output.getvalue().splitlines()
    names = [line.split()[0] for line in lines]
    assert names[:2] == ["Hamilton-equations", "my-hamilton"]
    assert names.index("Hamiltonian") < names.index("phase-space-derivative")
    session.run('(apropos "qwerty")')
    assert output.getvalue().endswith(";Nothing matches qwerty\n")


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("scheme", '((up (* 1/2 a) theta_1) "s")'),
        ("unicode", '(up(½ a, θ₁) "s")'),
        ("tex", r'(\begin{pmatrix} \frac{1}{2} a \\ \theta_{1} \end{pmatrix} "s")'),
    ],
)
def test_display(session: Session, style: str, text: str) -> None:
    value = session.run(f"(set-display! '{style}) (list (up (/ 'a 2) 'theta_1) \"s\")")
    assert session.result_text(value) == text


def test_apropos_looks_for_words_and_topics(session: Session, output: io.StringIO) -> None:
    def names(text: str) -> list[str]:
        output.seek(0)
        output.truncate()
        session.run(f'(apropos "{text}")')
        return [line.split()[0] for line in output.getvalue().splitlines()]

    lie = names("Lie")
    assert all(name.startswith("Lie-") for name in lie[:5]) and "ad*" in lie
    assert not {"compose", "literal-apply"} & set(lie)
    assert "make-chart" in names("manifold of its own")
    assert {"Ricci", "chart", "S2-metric"} <= set(names("geometry"))
    assert names("euler angles")[0] == "Euler-angles"


@pytest.mark.parametrize(
    ("name", "python"), [("sum?", "is_sum"), ("integer?", "is_integer"), ("simplify", "simplify"), ("square", "square")]
)
def test_help_tells_the_name_in_python(session: Session, output: io.StringIO, name: str, python: str) -> None:
    session.run(f"(help {name})")
    assert output.getvalue().splitlines()[0].endswith(f"    in Python: {python}")
    session.run(f"(define ({name} x) x) (help {name})")
    assert output.getvalue().splitlines()[-1] == f"({name} x)"


def test_apropos_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    scmpy.apropos("hamilton")
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert "Hamilton_equations" in names and "Lagrangian_to_Hamiltonian" in names
    scmpy.apropos("qwerty")
    assert capsys.readouterr().out == "Nothing matches qwerty\n"
    with pytest.raises(WrongTypeError):
        scmpy.apropos(3)  # type: ignore[arg-type]


def test_the_examples_of_help_show_no_pictures(session: Session, output: io.StringIO) -> None:
    with collecting() as figures:
        session.run("(help plot-function)")
    assert "(plot-function window cos" in output.getvalue()
    assert figures == []


def test_what_the_language_has_says_what_it_is_and_where_it_is_from() -> None:
    """The standard is R7RS, by its section; what it has not is of a SRFI, or of MIT Scheme's manual."""
    language = {name: documentation(PRIMITIVES[name]) for name in PRIMITIVES.names()} | {
        name: documentation(form.expand) for name, form in Session().keywords.items()
    }
    procedures = [name for name in PRIMITIVES.names() if callable(PRIMITIVES[name])]
    assert [name for name in procedures if not language[name]] == []
    sources = {name: fields(doc)["Source"] for name, doc in language.items() if "Source: " in doc}
    sections = r"R7RS [456]\.\d+(\.\d)?|SRFI \d+|MIT/GNU Scheme Reference, .+"
    of_the_language = {name for name, source in sources.items() if re.fullmatch(sections, source)}
    assert len(of_the_language) > 500
    assert sources["car"] == "R7RS 6.4" and sources["let"] == "R7RS 4.2.2" and sources["string<?"] == "R7RS 6.7"
    assert sources["fold"] == "SRFI 1" and sources["hash-table-set!"] == "SRFI 69"


@pytest.mark.slow
def test_the_reference_has_examples_of_every_name() -> None:
    rooms = site.rooms()
    entries = [entry for room in rooms for entry in site.reference(room, rooms[room]).split("\n## ")[1:]]
    assert set().union(*rooms.values()) >= {*Session().keywords, *PRIMITIVES.names()}
    assert [entry.splitlines()[0] for entry in entries if "\n`````scheme\n" not in entry] == []
    in_python = [entry for entry in entries if "in Python ``" in entry.split("\n\n")[1]]
    assert [entry.splitlines()[0] for entry in in_python if "\n`````python\n" not in entry] == []
