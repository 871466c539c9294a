"""What translations look like."""

import subprocess
import sys
import textwrap
import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.app.cli import formatted, main
from scmpy.errors import ScmpyError
from scmpy.scheme.translation import translate

from .running import same_output


def body(program: str) -> str:
    """A program without its imports and declarations."""
    lines = translate(program).split("\n")
    while lines and (not lines[0] or lines[0].startswith("from ") or "= symbols(" in lines[0]):
        lines.pop(0)
    return "\n".join(lines).rstrip()


def lines(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


@pytest.mark.parametrize(
    "scheme, python",
    [
        ("(- (* 2 'a) (+ 'b 1) (- 'c))", "show(2 * a - (b + 1) - -c)"),
        ("(+ 'a (* -1 'b 'c) (- 'e))", "show(a - b * c - e)"),
        ("(* 'a (* 'b 'c) (+ 'e 1))", "show(a * (b * c) * (e + 1))"),
        ("(expt (+ 'a 1) 2)", "show((a + 1) ** 2)"),
        ("(expt 'a -1)", "show(expt(a, -1))"),
        ("(/ 1 2)", "show(Fraction(1, 2))"),
        ("(/ 4 2)", "show(2)"),
        ("(/ 'a 2)", "show(a / 2)"),
        ("(define (half x) (/ x 2))", "def half(x):\n    return div(x, 2)"),
        ("(((expt D 2) sin) 'x)", "show((D**2)(sin)(x))"),
        ("(ref (up 'a (up 'b 'c)) 1 0)", "show(up(a, up(b, c))[1][0])"),
        ("(ref (up 'a 'b 'c) '(1 3))", "show(ref(up(a, b, c), (1, 3)))"),
        ("(if (< 1 2) 'a 'b)", "if 1 < 2:\n    show(a)\nelse:\n    show(b)"),
        ("(define (f x) (if (pair? x) (car x) x))", "def f(x):\n    return car(x) if is_pair(x) else x"),
        ("(define (f x) (if x 1 2))", "def f(x):\n    return 1 if x is not False else 2"),
        ("(define (f x) (and (> x 0) (< x 1)))", "def f(x):\n    return x > 0 and x < 1"),
        ("(define (f . xs) (apply max xs))", "def f(*xs):\n    return max_(*xs)"),
        ("(map (lambda (x) (* x x)) (list 1 2))", "show(tuple(x * x for x in (1, 2)))"),
        ("(up (literal-function 'x) (literal-function 'y))", 'show(up(*literal_functions("x y")))'),
        (
            "(literal-function 'V (-> (UP Real Real) Real))",
            'show(literal_function("V", signature(UP(Real, Real), Real)))',
        ),
        ('(display "one\\n")', 'display("one\\n")'),
        ('(string->symbol "two words")', 'show(string_to_symbol("two words"))'),
        ("(+ sin cos)", "show(sin + cos)"),
        ("(* 2 (vector 1 2))", "show(mul(2, [1, 2]))"),
    ],
)
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


def test_a_procedure_kept_by_an_iteration_keeps_its_own_variables():
    same_output(
        """
        (define kept '())
        (let loop ((i 0)) (if (< i 3) (begin (set! kept (cons (lambda () i) kept)) (loop (+ i 1)))))
        (do ((i 0 (+ i 1))) ((= i 3)) (set! kept (cons (lambda () (* 10 i)) kept)))
        (for-each (lambda (i) (set! kept (cons (lambda () i) kept))) '(7 8))
        (map (lambda (f) (f)) kept)
        (map (lambda (f) (f)) (map (lambda (i) (lambda () i)) '(1 2 3)))
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


def test_operands_have_their_effects_from_right_to_left():
    same_output(
        """
        (define x 1)
        (define (read-x) x)
        (define (bump!) (set! x (+ x 1)) x)
        (list (bump!) (bump!) (read-x) x)
        (+ (let-values (((a b) (values 0 (begin (set! x 5) x)))) (- a b)) x)
        (+ (read-x) (begin (set! x 8) 100))
        (list x (car (map (lambda (i) (set! x i) i) '(3))) x)
        """
    )


def test_blocks_do_not_leak_their_variables():
    same_output(
        "(define x 1) (let ((x 2)) (let ((x (+ x 1))) (display x)) (display x)) x (let* ((x x) (x (+ x 5))) x) x"
    )


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


def test_control():
    same_output(
        """
        (define (find-first p xs) (call/cc (lambda (return) (for-each (lambda (x) (if (p x) (return x))) xs) 'none)))
        (find-first even? '(1 3 4)) (find-first even? '(1 3))
        (dynamic-wind (lambda () (display "in ")) (lambda () (display "during ")) (lambda () (display "out ")))
        (guard (e (#t (condition/report-string e))) (error "bad thing:" 'a 2))
        (guard (e ((symbol? e) (list 'caught e))) (raise 'oops))
        (define p (make-parameter 1)) (list (p) (parameterize ((p 2)) (p)) (p))
        (define s (let loop ((n 1)) (cons-stream n (loop (* 2 n))))) (stream-head s 5)
        (define-record-type spot (make-spot x y) spot? (x spot-x set-spot-x!) (y spot-y))
        (define q (make-spot 1 2)) (set-spot-x! q 5) (list (spot-x q) (spot-y q) (spot? q) (spot? 1))
        (define-values (a b) (values 1 2)) (list a b)
        (define x 1) (define (get) x) (list (fluid-let ((x 2)) (get)) (get))
        (define (short) (simplify (square (+ 'u 'v)))) (list (fluid-let ((*factoring* #t)) (short)) (short) *factoring*)
        (set! *factoring* #t) (list *factoring* (short)) (define *factoring* #f) (list *factoring* (short))
        (define f (case-lambda ((a) (list 'one a)) ((a . more) (list 'more more)))) (list (f 1) (f 1 2 3))
        (let-coordinates (((up x y) R2-rect)) ((dx (+ (* 3 d/dx) d/dy)) ((point R2-rect) (up 1 2))))
        """
    )


def test_lists_that_are_changed_in_place():
    same_output("(define a (list 1 2 3)) (set-car! (cdr a) 'x) a (define b '(1 (2 . 3) #(4))) b (append! a (list 4)) a")


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


def test_long_expressions_are_broken():
    program = translate(
        f"(define (f x) (+ {' '.join(f'(* x alpha-{i})' for i in range(12))}))\n"
        + "".join(f"(define alpha-{i} {i})\n" for i in range(12))
    )
    assert max(map(len, program.split("\n"))) <= 120
    assert "\n        + x * alpha_3\n" in program


def test_the_empty_program():
    assert translate("") == "from scmpy import *\n"
    assert translate("; only this\n").endswith("# only this\n")


class TestCommand:
    """scmpy translate"""

    def test_to_the_output(self, tmp_path, capsys):
        path = tmp_path / "a.scm"
        path.write_text("(+ 'a 1)\r\n", newline="")
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


@pytest.mark.parametrize(
    "program",
    [
        "(define q (list 1)) (set-cdr! q '(2 3)) q (set-cdr! (cdr q) '()) (list q (xcons '() 1) (alist-cons 'a 1 '()))",
        "(define s (cons-stream 1 '())) (list (stream-null? (stream-cdr s)) (stream-null? '()) (stream->list s))",
        "(define s (cons-stream 1 '())) (list (stream->list (stream-append s s)) (stream->list (stream-map 1+ s)))",
        "(and-let* ((x 5) ((> x 3)) (y (* x 2))) (+ x y))",
        "(simplify '(+ x x))",
        "(let ((x)) (set! x 3) x)",  # variables that have no value yet
        "(define (f) (define x) (define (g) (set! x 5)) (g) x) (f)",
        "(define (f e) (pe (simplify e))) (f '(+ ((D f) t) ((D f) t)))",
        """(let ((in (open-input-string "a (b c) 1"))) (list (read in) (read in) (read in)))""",
        """(let ((in (open-input-string "abc"))) (list (read-char in) (peek-char in) (read-char in)))""",
    ],
)
def test_prints_the_same(program: str):
    same_output(program)


def test_forms_that_python_has_no_way_to_write_are_named():
    with pytest.raises(ScmpyError) as raised:
        translate("(define r (rule-system ((+ (? a) (? a)) none (* 2 (: a)))))", "p.scm")
    assert str(raised.value).startswith("p.scm:1:11: translate: rule-system has no translation to Python\n")


@pytest.mark.slow
def test_what_a_notebook_adds_to_the_builtins_changes_no_names():
    program = "import builtins; builtins.display = print; from scmpy.scheme.language import display; display('as ever')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "as ever"


def test_comments_stay_between_the_forms_where_they_stand():
    program = translate("; before\n(pe 1)\n; between\n(pe 2)\n; after\n")
    assert program.splitlines()[-5:] == ["# before", "pe(1)", "# between", "pe(2)", "# after"]
