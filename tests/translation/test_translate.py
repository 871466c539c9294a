"""What translations look like; what a program says is text in them: none becomes code that it does not write."""

import ast
import subprocess
import sys
import textwrap
import tokenize
import warnings
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.app.cli import formatted, main
from scmpy.errors import ScmpyError
from scmpy.scheme.translation import translate

from .running import same_output


def parts(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").rstrip().split("\n\n")


def body(program: str) -> str:
    """A program without its imports and declarations."""
    lines = translate(program).split("\n")
    while lines and (not lines[0] or lines[0].startswith("from ") or "= symbols(" in lines[0]):
        lines.pop(0)
    return "\n".join(lines).rstrip()


def lines(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


@pytest.mark.parametrize("scheme, python", [part.split("\n=>\n") for part in parts("expressions.txt")])
def test_expressions(scheme, python):
    assert body(scheme) == python


def test_plain_functions_are_added_by_the_generic_procedure():
    assert "h = add(f, g)" in translate("(define (f x) x) (define (g x) x) (define h (+ f g))")
    assert "return sub(T, V)" in translate("(define (f x) x) (define (L T V) (- T V)) (L f f)")


def test_definitions_become_functions():
    assert body(
        """
        (define ((L m k) local)  ; a Lagrangian
          (let ((q (coordinate local))
                (v (velocity local)))
            ;; kinetic minus potential
            (- (* 1/2 m (square v)) (* 1/2 k (square q)))))
        """
    ) == lines(
        """
        def L(m, k):
            def at(local):
                # a Lagrangian
                q = coordinate(local)
                v = velocity(local)
                # kinetic minus potential
                return Fraction(1, 2) * m * square(v) - Fraction(1, 2) * k * square(q)

            return at
        """
    )


def test_loops():
    assert body("(define (f n) (let loop ((i 0) (sum 0)) (if (= i n) sum (loop (+ i 1) (+ sum i)))))") == lines(
        """
        def f(n):
            i, sum_ = 0, 0
            while i != n:
                i, sum_ = i + 1, sum_ + i
            return sum_
        """
    )
    assert body("(define (gcd* a b) (if (= b 0) a (gcd* b (remainder a b))))") == lines(
        """
        def gcd_star(a, b):
            while b != 0:
                a, b = b, remainder(a, b)
            return a
        """
    )


def test_assignments_of_variables_of_outer_functions():
    program = same_output(
        """
        (define total 0)
        (define (add! n) (set! total (+ total n)) total)
        (define (make-counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n)))
        (define c (make-counter)) (define d (make-counter))
        (add! 5) (c) (c) (d)
        (define (sum-up xs) (let ((s 0)) (for-each (lambda (x) (set! s (+ s x))) xs) s))
        (sum-up '(1 2 3))
        (list (c) (c) (add! 1) (add! 1))
        """
    )
    assert "global total" in program and "nonlocal n" in program and "for x in xs:" in program


def test_names_that_mean_something_in_python():
    program = same_output(
        """
        (define (f lambda list) (list lambda))
        (define (show x) (* 2 x))
        (define print 'print)
        (define (class import) (let ((def import)) (+ def 'def 'm)))
        (f (lambda (x y) (show x)) (lambda (g) (g 1 2)))
        (class 'time) print (show 'show)
        """
    )
    assert "def f(lambda_, list_):" in program and "def class_(import_):" in program and "def show_(x):" in program


def test_comments_and_order_are_kept():
    text = ";;; About it all.\n\n;; a pair\n(define x 1)  ; one\n#| two\n   lines |#\n\nx\n#|\n1\n|#\n;; end\n"
    assert translate(text) == (
        "# About it all.\n\nfrom scmpy import *\nfrom scmpy.scheme.language import show\n\n"
        "# a pair\nx = 1  # one\n# two\n# lines\n\nshow(x)\n# 1\n# end\n"
    )


def test_macros_are_written_out():
    program = same_output(
        """
        (define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
        (define tmp 1) (define other 2) (swap! tmp other) (list tmp other)
        """
    )
    assert "# (The macro swap! is written out where it is used.)" in program


@pytest.mark.parametrize(
    "text, message",
    [
        ("(define x 1)\n(eval 'x (the-environment))", "f.scm:2:2: translate: eval needs a session"),
        ("(f (undefined-thing 1))", "f.scm:1:2: translate: Unbound variable: f"),
        ("(let ((x))", "f.scm:1:1:"),
        ("(if)", "f.scm:1:1: Ill-formed syntax: (if)"),
        ('(load "x")', "load needs a session"),
        ("(pwd)", "pwd needs a session"),
    ],
)
def test_what_cannot_be_translated_is_said(text, message):
    with pytest.raises(ScmpyError) as error:
        translate(text, "f.scm")
    assert message in str(error.value)


@given(
    st.lists(
        st.sampled_from("( ) ' ` , . define let lambda if x y 1 #( #; loop set! quote => else".split()), max_size=30
    )
)
def test_any_text_is_translated_or_refused(tokens):
    with suppress(ScmpyError), warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # (1) calls a number
        compile(translate(" ".join(tokens)), "program.py", "exec")


def test_the_empty_program():
    assert translate("") == "from scmpy import *\n"
    assert translate("; only this\n").endswith("# only this\n")


class TestCommand:
    """scmpy translate"""

    @pytest.mark.parametrize("text", ["(+ 'a 1)\r\n", "1 ]=> (+ 'a 1)\r\n;Value: (+ 1 a)\r\n"])
    def test_to_the_output(self, tmp_path, capsys, text):
        path = tmp_path / "a.scm"
        path.write_text(text, newline="")
        assert main(["translate", str(path)]) == 0
        assert capsys.readouterr().out.endswith("show(a + 1)\n")

    def test_to_a_file(self, tmp_path):
        path, target = tmp_path / "a.scm", tmp_path / "a.py"
        path.write_text("(+ 'a 1)")
        assert main(["translate", str(path), "-o", str(target)]) == 0
        assert target.read_text().endswith("show(a + 1)\n")

    def test_errors(self, tmp_path, capsys):
        path = tmp_path / "a.scm"
        path.write_text("(+ 'a 1")
        assert main(["translate", str(path)]) == 1
        assert f"{path}:1:1: " in capsys.readouterr().err
        assert main(["translate", str(tmp_path / "none.scm")]) == 2
        path.write_text("1")
        assert main(["translate", str(path), "-o", str(tmp_path / "no" / "b.py")]) == 2
        assert "cannot write the file" in capsys.readouterr().err

    def test_without_ruff_the_program_stays_as_it_is(self, monkeypatch):
        monkeypatch.setattr("shutil.which", lambda *_, **__: None)
        assert formatted("f( 1 )\n") == "f( 1 )\n"


@pytest.mark.parametrize("program", parts("programs.txt"))
def test_prints_the_same(program: str):
    same_output(program)


def test_forms_that_python_has_no_way_to_write_are_named():
    with pytest.raises(ScmpyError) as raised:
        translate("(define r (rule-system ((+ (? a) (? a)) none (* 2 (: a)))))", "p.scm")
    assert str(raised.value).startswith("p.scm:1:11: translate: rule-system has no translation to Python\n")
    with pytest.raises(ScmpyError, match="data that contain themselves have no translation"):
        translate("(length '#0=(a . #0#))")


@pytest.mark.slow
def test_what_a_notebook_adds_to_the_builtins_changes_no_names():
    program = "import builtins; builtins.display = print; from scmpy.scheme.language import display; display('as ever')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "as ever"


def test_comments_stay_between_the_forms_where_they_stand():
    program = translate("; before\n(pe 1)\n\n; of f\n(define (f x)\n  (+ x 1)) ; more\n; after\n(pe 2)\n")
    assert program.endswith("# before\npe(1)\n\n\n# of f\ndef f(x):\n    return x + 1  # more\n\n\n# after\npe(2)\n")


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
