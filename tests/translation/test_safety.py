"""What a Scheme program says is text in its translation: none of it becomes code that it does not write."""

import ast
import tokenize
from io import BytesIO

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme.translation import translate

from .running import same_output

HOSTILE = [
    "x\rhidden()\r",
    "x\x0chidden()",
    "x\x85hidden()",
    "x\u2028hidden()",
    "\x00hidden()",
    "\\\nhidden()",
    '")\nhidden()\n("',
    '\\")\nhidden()#',
    '"""\nhidden()\n"""',
    'a"+hidden()+"',
    "a'+hidden()+'",
    "\\N{LINE FEED}hidden()",
    "{hidden()}",
    "%s{0.__class__}",
    "-*- coding: unicode_escape -*- \\u000ahidden()",
    "-*- coding: utf-7 -*- +AAo-hidden()",
    '__import__("os").hidden()',
    "\U0001d41e\U0001d42f\U0001d41a\U0001d425",  # which Python reads as eval
    "x,hidden()",
]

PLACES = [
    "; {text}\n(display 1)",
    "(display 1) ; {text}\n(display 2)",
    "#| {text} |#\n(display 1)",
    "(display 1) #;{string} (display 2)",
    "(display {string})",
    "(display '{name})",
    "(define x '({name} {string})) x",
    "(define {name} 1) (display {name})",
    "(define ({name} {name}) {name}) ({name} 1)",
    "(define (f) ; {text}\n 3) (f)",
    "(let {name} ((i 0)) (if (< i 3) ({name} (+ i 1)) i))",
    "(do (({name} 0 (+ 1 {name}))) ((> {name} 2)) #t)",
    "(define-record-type {name} (make {name}) p ({name} q)) (make 1)",
    "(define f (literal-function '{name})) (f 't)",
    "(define-coordinates (up {name} y) R2-rect) {name}",
    "(define-syntax {name} (syntax-rules () ((_ a) a))) ({name} 3)",
    "(case '{name} (({name}) 1) (else 2))",
    "(guard ({name} (#t {name})) (raise 1))",
    "(let-values ((({name} b) (values 1 2))) {name})",
    "(error {string} '{name})",
    "({name} 1)",
]


def quoted(text: str, mark: str) -> str:
    return mark + text.replace("\\", "\\\\").replace(mark, "\\" + mark) + mark


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_a_program_do_not_become_code(place: str, text: str):
    if place.lstrip().startswith(";") or "; {text}" in place:
        text = text.replace("\n", " ")  # or the comment ends, and Scheme follows
    filled = place.format(text=text, string=quoted(text, '"'), name=quoted(text, "|"))
    try:
        program = translate(filled, "program.scm")
    except ScmpyError:
        return
    data = program.encode("utf-8")
    assert tokenize.detect_encoding(BytesIO(data).readline)[0] == "utf-8"
    for node in ast.walk(ast.parse(data)):
        named = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        assert named not in ("hidden", "eval", "__import__", "__class__"), program


def test_names_that_python_takes_for_the_same_are_told_apart():
    same_output("(define \ufb01 1) (define fi 2) (list \ufb01 fi)")


def test_a_symbol_may_hold_any_character():
    same_output("""(list '|a"b| '|a\\x7;b| (symbol->string '|"|))""")
