"""``scmpy --python``: IPython, or Python's own shell, with formulas for results."""

import os
import subprocess
import sys

import pytest

PROGRAM = "import sys; from scmpy.app.cli import main; sys.exit(main())"
WITHOUT_IPYTHON = "import sys; sys.modules['IPython'] = None; from scmpy.app.cli import main; sys.exit(main())"


def told(program, text, folder, *options):
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "IPYTHONDIR": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", program, "--python", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, encoding="utf-8")
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("program", [PROGRAM, WITHOUT_IPYTHON], ids=["IPython", "plain"])
@pytest.mark.parametrize(("display", "result"), [([], "up(½ x₁, 3)"), (["--display", "scheme"], "(up (* 1/2 x_1) 3)")])
def test_python_shell(program, display, result, tmp_path):
    text = "x = symbols('x_1')\nup(x / 2, 3)\n'a' * 3\nLagrange_equations.__name__\n"
    out, everything = told(program, text, tmp_path, *display)
    assert result in out and "'aaa'" in out and "apropos('Hamilton')" in everything


@pytest.mark.slow
def test_the_python_shell_speaks_scheme(tmp_path):
    text = "n = 3\n%scheme (define (f x) (expt x n))\nD(f)(symbols('x'))\nsin = 5\n%scheme (sin 0)\n%scheme (+ 1 (sin 0))\n"
    out, everything = told(PROGRAM, text, tmp_path, "--display", "scheme")
    assert "(* 3 (expt x 2))" in out and everything.count("sin is the course's in Scheme") == 1
