"""Notebooks: the Scheme kernel, and Scheme within a notebook of Python, both run headless."""

import asyncio
import base64
import json
import os
import sys
from pathlib import Path

import nbformat
import pytest
from IPython.core.completer import provisionalcompleter
from nbclient import NotebookClient

import scmpy
from scmpy.app.cli import main
from scmpy.app.kernel import SchemeKernel
from scmpy.app.magics import NotebookNames, SchemeMagics
from scmpy.errors import ScmpyError

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """The Scheme kernel, installed in a folder of its own; its processes find this copy of scmpy."""
    folder = tmp_path_factory.mktemp("jupyter")
    assert main(["kernel", "install", "--prefix", str(folder)]) == 0
    profile = folder / "ipython" / "profile_default"
    profile.mkdir(parents=True)
    (profile / "ipython_config.py").write_text("c.HistoryManager.enabled = False\n")  # which waits for the disk
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder / "share" / "jupyter"))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path)]))
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        yield folder


@pytest.fixture
def run(kernels):
    """Execute a notebook of these cells; what each shows."""

    def execute(kernel, *cells, **options):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        client = NotebookClient(notebook, kernel_name=kernel, **{"timeout": 60, **options})
        asyncio.run(client.async_execute())
        return [cell.outputs for cell in notebook.cells]

    return execute


def plain(outputs):
    """The texts of what a cell shows."""
    return [output.get("text") or output.get("data", {}).get("text/plain") or output["evalue"] for output in outputs]


def test_the_specification_is_where_jupyter_looks(kernels):
    specification = json.loads((kernels / "share/jupyter/kernels/scmpy/kernel.json").read_text())
    assert specification["argv"][:3] == [sys.executable, "-m", "scmpy.app.kernel"]


@pytest.mark.slow
def test_a_notebook_in_scheme(run):
    definitions, values, printed, empty, error, after = run(
        "scmpy",
        "(define ((L m k) s) (- (* 1/2 m (square (ref s 2))) (* 1/2 k (square (ref s 1)))))",
        "(((Lagrange-equations (L 'm 'k)) (literal-function 'x)) 't) (up 1 'theta)",
        '(display "so") (newline) "text"',
        "; nothing",
        "(define x 2) x\n(+ x missing)",
        "(+ x 'a)",
        allow_errors=True,
    )
    assert definitions == [] and empty == []
    assert plain(values) == ["(+ (* k (x t)) (* m (((expt D 2) x) t)))", "(up 1 theta)"]
    assert [output.output_type for output in values] == ["display_data", "execute_result"]
    assert values[1].data["text/latex"] == r"$\displaystyle \begin{pmatrix} 1 \\ \theta \end{pmatrix}$"
    assert plain(printed) == ["so\n", '"text"']
    assert "text/latex" not in printed[1].data
    assert plain(error) == ["2", "In[5]:2:6: Unbound variable: missing (did you mean 'missing?)"]
    assert error[1].traceback == [
        "In[5]:2:6: Unbound variable: missing (did you mean 'missing?)",
        "  (+ x missing)",
        "       ^",
    ]
    assert plain(after) == ["(+ 2 a)"]


@pytest.mark.slow
def test_show_expression_typesets(run):
    cells = "(show-expression (/ 'a 2))", "(pet 'a) (with-output-to-string (lambda () (show-expression 'a)))"
    (shown,), printed = run("scmpy", *cells)
    assert shown.data == {"text/plain": r"\frac{1}{2} a", "text/latex": r"$\displaystyle \frac{1}{2} a$"}
    assert plain(printed) == ["a\n", r'"a\n"']
    cells = "from scmpy import *\nshow_expression(symbols('a') / 2)", "%load_ext scmpy\n%scheme (se (/ 'a 2))", "pet(2)"
    python, scheme, tex = run("python3", *cells)
    assert [python[0].data, scheme[0].data, plain(tex)] == [shown.data, shown.data, ["2\n"]]


@pytest.mark.slow
def test_an_interrupt_ends_the_cell_and_leaves_the_session(run):
    cells = "(define x 5) (define (f) (f))", "(f)", "x"
    *_, endless, after = run("scmpy", *cells, timeout=3, interrupt_on_timeout=True, allow_errors=True)
    assert endless[0].ename == "KeyboardInterrupt" and endless[0].traceback == [";Quit!"]
    assert plain(after) == ["5"]


@pytest.fixture
def ask():
    """The reply of a kernel, in this process, to a request."""
    kernel = SchemeKernel()
    return lambda request, *arguments: asyncio.run(getattr(kernel, f"do_{request}")(*arguments))


def test_completion(ask):
    reply = ask("complete", "(car (F->", 9)
    assert {"F->C", "F->CT"} <= set(reply["matches"])
    assert (reply["cursor_start"], reply["cursor_end"]) == (6, 9)


@pytest.mark.parametrize(("code", "position"), [("(Lagrange-equations L)", 4), ("(Lagrange-equations L", 21)])
def test_inspection_of_the_name_or_of_what_is_called(ask, code, position):
    reply = ask("inspect", code, position)
    assert reply["found"] and "Lagrange's equations" in reply["data"]["text/plain"]


def test_inspection_of_nothing_known(ask):
    assert not ask("inspect", "qwerty", 2)["found"]


def test_completeness(ask):
    assert ask("is_complete", "(car '(1))")["status"] == "complete"
    reply = ask("is_complete", "(define (f x)")
    assert (reply["status"], reply["indent"]) == ("incomplete", "  ")


@pytest.mark.slow
def test_scheme_within_python(run):
    _, scheme, python, again, line, after, course, printed, error, open_form = run(
        "python3",
        "%load_ext scmpy\nfrom scmpy import *\nimport math\nmass, G_to_K = symbols('m k')\nsin = 3",
        "%%scheme\n(define (double-it x) (* 2 x mass))\n(define count 3)\n(list 1 count) (+ G->K G_to_K)",
        "assert double_it(count) == 6 * mass\ncount = 4; mass = 5\ndouble_it(1)",
        "%%scheme\n(set! count (+ count mass))\n(double-it count)",
        "%scheme (up count 'a)",
        "count",
        "%%scheme\n(define print 7)\n(define square car)\n(sin 0) (list print (square '(8)))",
        "print('still', sin, callable(square))",
        "%%scheme\n(+ 1\n   math)",
        "%%scheme\n(+ 1",
        allow_errors=True,
    )
    assert plain(scheme) == ["(1 3)", "(* 2 k)"]
    assert plain(python) == ["10"] and plain(again) == ["90"] and plain(after) == ["9"]
    assert plain(line) == ["(up 9 a)"] and "text/latex" in line[0].data
    assert plain(course)[-2:] == ["0", "(7 8)"]  # Scheme's own sin; print means something else to Python
    assert ";Warning: sin is the course's in Scheme" in plain(course)[0]
    assert plain(printed) == ["still 3 True\n"]
    assert error[0].ename == "UnboundVariableError" and error[0].traceback[0].endswith(
        ":3:4: Unbound variable: math (did you mean 'math?)"
    )
    assert "is never closed" in open_form[0].traceback[0] and len(open_form[0].traceback) < 4


def test_notebook_names():
    names = NotebookNames({"L_free": 1, "is_x": 2, "In": 3, "_i": 4, "math": sys}, hidden={"In": 3})
    assert [names["L-free"], names["L_free"], names["x?"]] == [1, 1, 2]
    assert not {"In", "_i", "-i", "math", "nothing"} & {key for key in ("In", "_i", "-i", "math") if key in names}
    assert len(names) == 2


def test_without_the_packages(monkeypatch, capsys):
    for name in ("scmpy.app.kernel", "ipykernel.kernelbase"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "ipykernel", None)
    assert main(["kernel", "install"]) == 2
    assert "pip install 'scmpy-mechanics[notebook]'" in capsys.readouterr().err


def test_completion_in_scheme_cells(shell):
    shell.run_line_magic("load_ext", "scmpy")
    shell.Completer.use_jedi = False

    def complete(text):
        with provisionalcompleter():
            return {(found.text, found.start) for found in shell.Completer.completions(text, len(text))}

    assert ("Lagrange-equations", 17) in complete("%%scheme\n(+ 1\n  (Lagrange-eq")
    assert ("hash-table-ref", 9) in complete("%scheme (hash-table-r")
    assert ("yield", 0) in complete("yiel")
    assert not {("set", 10), ("setattr", 10)} & complete("%%scheme\n(set")  # which are Python's


def test_files_are_loaded_in_notebooks(shell, tmp_path, monkeypatch):
    """By cells of Scheme in Python and by the kernel: it is the user's own machine."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part.scm").write_text("(define loaded 42)")
    magics = SchemeMagics(shell, vars(scmpy))
    magics.scheme('(load "part")')
    assert shell.user_ns["loaded"] == 42
    kernel = SchemeKernel()
    kernel.scheme.run('(load "part")')
    assert kernel.scheme.run("loaded") == 42
    for session in (magics.session, kernel.scheme):
        with pytest.raises(ScmpyError, match="no permission for files"):
            session.run('(open-output-file "other")')


def test_a_variable_that_the_course_hides_is_told_once(shell, capsys):
    magics = SchemeMagics(shell, vars(scmpy))
    magics.shell.user_ns.update(D=3, cube=scmpy.cube, m=5)
    assert magics.scheme("'D m") == 5  # as data it is no variable
    assert "Warning" not in capsys.readouterr().out
    magics.scheme("((D cube) 2)")
    assert "D is the course's in Scheme, not the variable D of Python" in capsys.readouterr().out
    magics.scheme("((D cube) 2)")
    magics.scheme("(define D 7)")
    assert magics.scheme("D") == 7
    assert "Warning" not in capsys.readouterr().out


def pictures(outputs):
    """The PNG images that a cell shows."""
    found = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    assert all(base64.b64decode(image).startswith(b"\x89PNG") for image in found)
    return found


@pytest.mark.slow
def test_pictures_in_a_notebook_of_scheme(run):
    framed, drawn, quiet, twice, looked = run(
        "scmpy",
        "(define win (frame 0. 1. 0. 1.))",
        "(plot-point win .5 .5)",
        "(+ 1 2)",
        "(plot-line win 0. 0. 1. 1.) (define other (frame 0. 1. 0. 1.)) (plot-point other .5 .5)",
        "win",
    )
    assert [len(pictures(outputs)) for outputs in (framed, drawn, quiet, twice, looked)] == [0, 1, 0, 2, 1]
    assert pictures(twice)[0] == pictures(looked)[0] != pictures(drawn)[0]


@pytest.mark.slow
def test_pictures_in_a_notebook_of_python(run):
    drawn, nothing, looked, magic, later = run(
        "python3",
        "from scmpy import *\nwin = frame(0, 1, 0, 1)\nplot_point(win, 0.5, 0.5)\nwin",
        "plot_point(win, 0.25, 0.5)",
        "win",
        "%load_ext scmpy\n%scheme (begin (define w (frame 0. 1. 0. 1.)) (plot-point w .5 .5))",
        "%scheme (plot-point w .25 .25)",
    )
    assert [len(pictures(outputs)) for outputs in (drawn, nothing, looked, magic, later)] == [1, 0, 1, 1, 1]
