"""Programs in documents as people write them: org, Markdown, R Markdown, MyST and notebooks."""

import json
from pathlib import Path

import pytest

from scmpy import symbols, time, up

from .conftest import document

ORG = document("sicm.org")
R_MARKDOWN = document("knitted.Rmd")
MYST = document("myst.md")
EXPORTED = document("exported.md")
TANGLED = document("tangled.scm")
DIALOGUE = document("dialogue.md")
ORIGINAL = document("original.org")


def notebook(*cells, language="scheme"):
    made = [
        {
            "cell_type": "code",
            "source": source.splitlines(keepends=True),
            "outputs": [
                {"output_type": "error", "evalue": data["error"]}
                if "error" in data
                else {"output_type": "execute_result", "data": data}
                if data
                else {"output_type": "stream", "text": ["so ", "far\n"]}
                for data in outputs
            ],
        }
        for source, outputs in cells
    ]
    return json.dumps({"cells": made, "metadata": {"kernelspec": {"language": language, "name": "x"}}, "nbformat": 4})


NOTEBOOK = notebook(
    ("%magic\n(define (f x)\n  (* x x))", ()),
    ('(display "so far")\n(f 3)', ({}, {"text/plain": ["9"]})),
    ("((D f) 'x)", ({"text/latex": [r"$$2\,x$$"], "text/plain": "<IPython.core.display.Math object>"},)),
    ("(f 4)", ({"text/plain": "17"},)),
    ("\n(missing)", ()),
    ('(display "so far")(newline)(other)', ({}, {"error": "Unbound variable: other"})),
    ("(show-expression (/ 'm 2))", ({"text/latex": r"$\frac{m}{2}$"},)),
    ("(define a 3)\n(define b a)\n(+ a b)", ({"text/plain": "a\nb\n6"},)),
)


def checked(scmpy, path):
    status, out, _ = scmpy("check", path)
    rows = [line.removeprefix(path).split() for line in out.splitlines() if line.startswith(path)]
    return status, [(place.strip(":"), verdict) for place, verdict in rows], out


def test_an_org_file(file, scmpy):
    status, rows, out = checked(scmpy, file(ORG, "notes.org"))
    assert rows[0][1] == "exact" and rows[-2:] == [("47", "error"), ("51", "exact")], out
    assert [verdict for _, verdict in rows[1:-2]] == ["equal", "equal", "different"], out
    assert "notes.org:47:2: Unbound variable: missing" in out
    assert status == 1 and "not-to-be" not in out


def test_results_in_the_comments_of_a_program_that_an_org_file_was_made_into(file, scmpy):
    path = file(TANGLED, "tangled.scm")
    rows = [("6", "exact"), ("15", "equal"), ("23", "different")]
    assert checked(scmpy, path)[1] == rows
    scmpy("check", "--update", path)
    assert checked(scmpy, path)[1] == [(place, "exact") for place, _ in rows]
    assert scmpy("run", path)[1] == scmpy("run", file(TANGLED, "before.scm"))[1]


def test_blocks_of_r_markdown_and_myst(file, scmpy):
    assert checked(scmpy, file(R_MARKDOWN, "notes.Rmd"))[:2] == (0, [("3", "exact"), ("14", "exact")])
    assert checked(scmpy, file(MYST, "notes.md"))[:2] == (0, [("8", "exact"), ("23", "exact")])


def test_a_notebook(file, scmpy):
    path = file(NOTEBOOK, "notes.ipynb")
    status, rows, out = checked(scmpy, path)
    assert rows == [
        ("[2]:2", "exact"),
        ("[3]:1", "equal"),
        ("[4]:1", "different"),
        ("[5]:2", "error"),
        ("[6]:1", "exact"),
        ("[7]:1", "equal"),
        ("[8]:3", "exact"),
    ], out
    assert f"{path}[5]:2:2: Unbound variable: missing" in out
    assert status == 1 and scmpy("run", path)[1] == "so far\n9\n(* 2 x)\n16\n"
    good = file(notebook(("(+ 1 2)", ({"text/plain": "4"},))), "good.ipynb")
    assert "its kernel" in scmpy("check", "--update", good)[2]
    of_python = file(notebook(("import x", ()), ("%%scheme\n(+ 1 2)", ()), language="python"), "python.ipynb")
    assert scmpy("run", of_python) == (0, "3\n", "")


def test_a_dialogue_with_the_prompt_of_mit_scheme(file, scmpy):
    rows = checked(scmpy, file(DIALOGUE, "notes.md"))[1]
    assert rows == [("2", "exact"), ("6", "exact"), ("9", "exact"), ("14", "different")]
    forms = "```scheme\n(define x #| 1 ]=> y |# 2)\n(* x 3)\n;Value: 6\n\n"
    after_forms = DIALOGUE.replace("```scheme\n", forms, 1)
    assert checked(scmpy, file(after_forms, "more.md"))[1] == [("3", "exact"), *((str(int(n) + 4), v) for n, v in rows)]


def test_a_string_may_be_the_formula_that_is_recorded(file, scmpy):
    block = "#+begin_src scheme\n(->tex-equation 'x)\n#+end_src\n\n#+RESULTS:\n\\begin{equation}\nx\n\\end{equation}\n"
    assert checked(scmpy, file(block, "notes.org"))[1] == [("2", "exact")]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cells": [1]}'])
def test_what_is_no_notebook(file, scmpy, text):
    status, _, err = scmpy("check", file(text, "bad.ipynb"))
    assert status == 2 and "the file is not a notebook" in err


def test_formulas_are_compared_by_what_they_say(file, scmpy):
    answers = {
        r"$m x$": "exact",
        r"\(m\,{x}\)": "equal",
        "$x m$": "equal",
        r"$x m + x$": "different",
        r"\(\frac{m x\)": "unreadable",
    }
    for answer, verdict in answers.items():
        path = file(f"#+begin_src scheme\n(* 'm 'x)\n#+end_src\n#+RESULTS:\n{answer}\n", "a.org")
        assert checked(scmpy, path)[1] == [("2", verdict)], answer


def test_tables_are_lists(file, scmpy):
    block = "#+begin_src scheme\n(list (list 1 (- 2)) (list (+ 'a 'b) .5))\n#+end_src\n\n#+RESULTS:\n"
    table = "|       1 | -2 |\n|---------+----|\n| (+ a b) | .5 |\n\n"
    assert checked(scmpy, file(block + table, "a.org"))[1] == [("2", "exact")]
    assert checked(scmpy, file(block + table.replace("(+ a b)", "(+ b a)"), "a.org"))[1] == [("2", "equal")]
    path = file(block + table.replace("-2", "-3"), "a.org")
    scmpy("check", "--update", path)
    assert Path(path).read_text() == block + ": ((1 -2) ((+ a b) .5))\n\n"


def test_lists_of_org_are_lists_and_its_strings_stand_bare(file, scmpy):
    block = "#+begin_src scheme :results {}\n{}\n#+end_src\n#+RESULTS:\n{}\n\n"
    answers = ("list", "(list 1 'a)", "- 1\n- a"), ("value", '"a b"', ": a b"), ("table", '(list "a" 2)', "| a | 2 |")
    text = "".join(block.format(*each) for each in answers)
    assert [verdict for _, verdict in checked(scmpy, file(text, "a.org"))[1]] == ["exact"] * 3
    wrong = text.replace("- a", "- b").replace(": a b", ": a c").replace("| a | 2", "| a | 3")
    assert "exact" not in [verdict for _, verdict in checked(scmpy, file(wrong, "a.org"))[1]]


def test_variables_of_a_block_of_org(file, scmpy):
    block = '#+begin_src scheme :var x=3 names=\'(a b) :results value :var text="c d"\n(list x names text)\n#+end_src\n'
    text = f'{block}#+RESULTS:\n: (3 (a b) "c d")\n\n{block}#+RESULTS:\n: 3\n'
    assert checked(scmpy, file(text, "a.org"))[1] == [("2", "exact"), ("8", "different")]


def test_results_within_a_list_of_markdown(file, scmpy):
    text = "1. The square\n\n   ```scheme\n   (* 2 3)\n   ```\n\n   ```\n   {}\n   ```\n"
    assert checked(scmpy, file(text.format(6), "a.md"))[1] == [("4", "exact")]
    path = file(text.format(7), "a.md")
    scmpy("check", "--update", path)
    assert Path(path).read_text() == text.format(6)


def test_an_answer_is_rewritten_between_its_marks(file, scmpy):
    block = "#+begin_src scheme\n(* 'm 'x)\n#+end_src\n#+RESULTS:\n\\begin{equation}\n{}\n\\end{equation}\n"
    path = file(block.replace("{}", "m\\,{x}"), "a.org")
    scmpy("check", "--update", path)
    assert Path(path).read_text() == block.replace("{}", "m x")


def test_answers_in_the_tex_of_the_original(file, scmpy):
    assert [verdict for _, verdict in checked(scmpy, file(ORIGINAL, "a.org"))[1]] == ["equal", "equal"]
    wrong = ORIGINAL.replace("m1 \\cdot", "m1 m3 \\cdot").replace("partial\\left( 0", "partial\\left( 1")
    assert [verdict for _, verdict in checked(scmpy, file(wrong, "a.org"))[1]] == ["different", "different"]


def test_several_definitions_are_recorded_by_their_names(file, scmpy):
    block = "#+begin_src scheme\n(define a 1)\n(define (f x) x)\n#+end_src\n#+RESULTS:\n: #| a |#\n:\n: #| {} |#\n"
    for name, verdict in {"f": "exact", "g": "different"}.items():
        assert checked(scmpy, file(block.format(name), "a.org"))[1] == [("3", verdict)]


@pytest.mark.parametrize("recorded", [": #| x |#\n: #| 9 |#", "#+begin_example\n#|\n9\n|#\n#+end_example", ": 9"])
def test_values_are_recorded_in_comments_and_beside_the_names_of_definitions(file, scmpy, recorded):
    block = f"#+begin_src scheme\n(define x 3)\n(square x)\n#+end_src\n#+RESULTS:\n{recorded}\n"
    assert checked(scmpy, file(block, "a.org"))[1] == [("3", "exact")]
    assert checked(scmpy, file(block.replace("9", "8"), "a.org"))[1] == [("3", "different")]


def test_rows_of_fractions_stand_apart(file, scmpy):
    block = r"""
#+begin_src scheme
(->TeX (down (/ 'a 'b) (/ 'b 'a)))
#+end_src
#+RESULTS:
\[ \begin{bmatrix} {{a}\over{b}} \cr \cr \displaystyle{ {{b}\over{a}} } \end{bmatrix} \]
"""
    assert [verdict for _, verdict in checked(scmpy, file(block, "a.org"))[1]] == ["equal"]
    wrong = block.replace(r"{{a}\over", r"{{b}\over")
    assert [verdict for _, verdict in checked(scmpy, file(wrong, "a.org"))[1]] == ["different"]


def test_blocks_of_an_org_file_that_was_exported_to_markdown(file, scmpy):
    path = file(EXPORTED, "notes.md")
    assert checked(scmpy, path)[1] == [("3", "exact"), ("11", "equal")]
    wrong = file(EXPORTED.replace("(up 1 t)", "(up 2 t)").replace("{{a}", "{{c}"), "notes.md")
    assert [verdict for _, verdict in checked(scmpy, wrong)[1]] == ["different", "different"]
    scmpy("check", "--update", wrong)
    with open(wrong) as written:
        assert "```\n\n    (up 1 t)\n\n```" in written.read()


def test_answers_after_arrows(file, scmpy):
    text = "(define x 3)\n; => x\n(+ 1 2) ; => 3\n(list 'a\n 'b)\n;; => (a\n;;     c)\n(+ 1 1)\n; => prose\n"
    path = file(text)
    status, rows, _ = checked(scmpy, path)
    assert (status, [verdict for _, verdict in rows]) == (1, ["exact", "exact", "different", "different"])
    assert scmpy("check", "--update", path)[0] == 0
    with open(path) as written:
        assert written.read() == text.replace(";; => (a\n;;     c)", "; => (a b)").replace("prose", "2")


def test_a_file_alone_is_run(file, scmpy):
    path = file("((D cube) 'theta)")
    assert scmpy(path) == (0, "(* 3 (expt theta 2))\n", "")
    assert scmpy("--display", "tex", "run", path) == scmpy("run", "--display", "tex", path)
    assert scmpy("--display", "tex", path)[1] == scmpy("run", "--display", "tex", path)[1] != scmpy(path)[1]


def test_series_are_series_in_every_display(file, scmpy):
    path = file("(((exp (* 'h D)) cube) 'x)")
    assert scmpy("--display", "unicode", path)[1].startswith("x³ + 3 h x² + 3 h² x + h³ + 0")
    assert scmpy("--display", "tex", path)[1].startswith("x^{3} + 3 h x^{2} + ")
    path = file("((exp D) (literal-function 'f)) (up (series 1 2) sin)")
    assert scmpy("--display", "unicode", path)[1].startswith("f + Df + ½ D²f + ⅙ D³f")
    assert "1 + 2 + 0 + 0 + \\cdots \\\\ \\sin" in scmpy("--display", "tex", path)[1]


@pytest.mark.parametrize(
    "word, name",
    [
        ("latex", "->TeX"),
        ("mass matrix", "Lagrangian->acceleration"),
        ("nonholonomic", "constrained-Lagrangian->acceleration"),
        ("wrench", "ad*"),
        ("interactive", "explore-map"),
        ("ode", "state-advancer"),
        ("section", "explore-section"),
        ("eigenvalue", "eigenvalues"),
        ("killing", "Killing-residual"),
        ("christoffel", "Christoffel->symbols"),
        ("units", "express-as"),
    ],
)
def test_what_people_look_for_is_found(file, scmpy, word, name):
    assert name in scmpy(file(f'(apropos "{word}")'))[1].split()


@pytest.mark.parametrize("name, hint", [("diff", "D and partial"), ("subs", "substitute"), ("doit", "to_sympy")])
def test_what_sympy_has_is_told(name, hint):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}': .*{hint}"):
        getattr(symbols("x"), name)
    assert not hasattr(symbols("x"), name)
    assert not hasattr(up(1), name)


def test_a_function_in_the_place_of_a_module_says_so():
    with pytest.raises(AttributeError, match="no attribute 'time': time is scmpy's here, no module; import time as"):
        time.time()
