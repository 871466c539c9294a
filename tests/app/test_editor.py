"""The editor of the REPL: several lines, completion, colours, history."""

import sys
from pathlib import Path

import pytest
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from scmpy.app import repl as terminal
from scmpy.app.editor import SchemeCompleter, SchemeLexer, editor
from scmpy.app.repl import CONTINUATION, PROMPT
from scmpy.scheme import Session
from scmpy.scheme.documentation import completions

ENTER, TAB, UP, CTRL_C, CTRL_D, ALT_ENTER = "\r", "\t", "\x1b[A", "\x03", "\x04", "\x1b\r"


@pytest.fixture
def type_in(tmp_path):
    """Type keys into the editor; the inputs that it hands in, until it is left or interrupted."""

    def run(*keys, session=None, history=tmp_path / "deep" / "history"):
        inputs = []
        with create_pipe_input() as pipe:
            pipe.send_text("".join(keys))
            prompt = editor(session or Session(), history, CONTINUATION, input=pipe, output=DummyOutput())
            while True:
                try:
                    inputs.append(prompt.prompt(PROMPT))
                except (EOFError, KeyboardInterrupt) as left:
                    return [*inputs, type(left).__name__]

    return run


def test_enter_hands_in_what_is_complete(type_in):
    keys = "(define (f x)", ENTER, "(* x", ENTER, "2))", ENTER, "(f 3)", ENTER, CTRL_D
    assert type_in(*keys) == ["(define (f x)\n  (* x\n     2))", "(f 3)", "EOFError"]


def test_what_cannot_be_mended_is_handed_in(type_in):
    assert type_in("(car 1))", ENTER, "", ENTER, CTRL_D) == ["(car 1))", "", "EOFError"]


def test_a_line_can_be_broken_anywhere(type_in):
    assert type_in("(let ((x 1))", ALT_ENTER, "x)", ALT_ENTER, "1", ENTER, CTRL_D)[0] == "(let ((x 1))\n  x)\n1"


def test_an_interrupt_abandons_the_input(type_in):
    assert type_in("(define", CTRL_C) == ["KeyboardInterrupt"]


def test_tab_puts_a_line_where_it_belongs(type_in):
    assert type_in("(let ((x 1))", ALT_ENTER, TAB, "x", ALT_ENTER, "\b\b", TAB, "y)", ENTER, CTRL_D)[0] == (
        "(let ((x 1))\n  x\n  y)"
    )


def test_history_outlives_the_run(type_in, tmp_path):
    type_in("(define (f x)", ENTER, "x)", ENTER, CTRL_D)
    assert type_in(UP, ENTER, CTRL_D) == ["(define (f x)\n  x)", "EOFError"]
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert type_in("1", ENTER, CTRL_D, history=blocked / "history") == ["1", "EOFError"]


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "{}/scmpy/history"),
        ("linux", None, "{home}/.local/share/scmpy/history"),
        ("darwin", None, "{home}/Library/Application Support/scmpy/history"),
        ("win32", "LOCALAPPDATA", "{}/scmpy/history"),
    ],
)
def test_the_history_is_where_the_platform_wants_it(monkeypatch, tmp_path, platform, variable, folder):
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
    expected = folder.format(tmp_path, home=Path.home())
    assert terminal.history_file("history").as_posix() == expected


# -- completion and colours ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("(Lagrange-equations-o", "Lagrange-equations-operator"),
        ("(map F->", "F->C"),
        ("(vector-fie", "vector-field?"),
        ("(let", "let*"),
        ("(define-rec", "define-record-type"),
        ("(set-c", "set-car!"),
        ("'(d/d", "d/dx"),
        ("(LAGRANGE-EQUATIONS", "Lagrange-equations"),
    ],
)
def test_completion_knows_the_names_of_the_session(typed, name):
    session = Session()
    session.run("(define d/dx 1)")
    assert name in completions(session, typed)[1]


@pytest.mark.parametrize("typed", ["", "(", "(car ", '(display "ca', "; ca", "#| ca", "#\\ca", '"car"'])
def test_nothing_is_completed_where_no_name_is_typed(typed):
    assert completions(Session(), typed) == ("", [])


def test_completions_say_what_they_mean():
    [found] = SchemeCompleter(Session()).get_completions(Document("(Lagrange-equations-o"), None)
    assert found.text == "Lagrange-equations-operator" and found.start_position == -len("Lagrange-equations-o")
    assert found.display_meta_text.startswith("The residual of Lagrange's equations")


def test_colours():
    text = '(define (f mine) ; note\n  (up 1/2 "a\nb" \'sin\n #| x\n |# #\\a))'
    line = SchemeLexer(Session()).lex_document(Document(text))
    styles = {part.strip(): style for number in range(5) for style, part in line(number) if part.strip()}
    expected = {
        "open": "(",
        "close": ")",
        "prefix": "'",
        "keyword": "define",
        "known": "up sin",
        "number": "1/2",
        "character": "#\\a",
    }
    for style, words in expected.items():
        assert {styles[word] for word in words.split()} == {f"class:{style}"}
    assert styles["f"] == styles["mine"] == ""
    assert styles['"a'] == styles['b"'] == "class:string"
    assert (styles["; note"], styles["#| x"], styles["|#"]) == ("class:comment", "class:block", "class:block")
    assert "".join(part for number in range(5) for _, part in line(number)) == text.replace("\n", "")
