"""``scmpy --python``: IPython, or Python's own shell, with formulas for results."""

import os
import subprocess
import sys

import pytest

PROGRAM = "import sys; from scmpy.app.cli import main; sys.exit(main())"
WITHOUT_IPYTHON = "import sys; sys.modules['IPython'] = None; from scmpy.app.cli import main; sys.exit(main())"


@pytest.mark.slow
@pytest.mark.parametrize("program", [PROGRAM, WITHOUT_IPYTHON], ids=["IPython", "plain"])
@pytest.mark.parametrize(("display", "result"), [([], "up(½ x₁, 3)"), (["--display", "scheme"], "(up (* 1/2 x_1) 3)")])
def test_python_shell(program, display, result, tmp_path):
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "IPYTHONDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    text = "x = symbols('x_1')\nup(x / 2, 3)\n'a' * 3\nLagrange_equations.__name__\n"
    command = [sys.executable, "-c", program, "--python", *display]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, encoding="utf-8")
    assert result in done.stdout and "'aaa'" in done.stdout
    assert "apropos('Hamilton')" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
def test_the_python_shell_speaks_scheme(tmp_path):
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "IPYTHONDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    text = "n = 3\n%scheme (define (f x) (expt x n))\nD(f)(symbols('x'))\nsin = 5\n%scheme (sin 0)\n%scheme (+ 1 (sin 0))\n"
    command = [sys.executable, "-c", PROGRAM, "--python", "--display", "scheme"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, encoding="utf-8")
    assert "(* 3 (expt x 2))" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert (done.stdout + done.stderr).count("sin is the course's in Scheme") == 1
