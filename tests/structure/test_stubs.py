"""Type checkers and editors see the names of the package: in a stub that is made from the registry."""

import os
import re
import subprocess
import sys
import tomllib
from doctest import DocTestParser
from pathlib import Path
from textwrap import indent

import jedi
import pytest

import scmpy
from scmpy.registry import entries

from .stubs import STUB, text

ROOT = Path(scmpy.__file__).parents[1]

PROGRAM = """
import scmpy
from scmpy.registry import entries
from scmpy import *
from scmpy.structure.tuples import Up

m, k, t = symbols("m k t")


def L(state: Up) -> object:
    _, q, v = state
    return m * v**2 / 2 - k * q**2 / 2


equations = Lagrange_equations(L)(literal_function("x"))
answer = scmpy.simplify(equations(t))
system = make_chart("u v")
u, v = system.coordinates()
du, dv = system.form_basis()
metric = du @ du + u**2 * (dv @ dv)
print(answer, pi / 2, Ricci_scalar(metric, system)(system.point(*symbols("u v"))), is_exp(exp(t)), D(sin)(t))
with setting(factoring=True):
    print(up(1, 2) * down(3, 4), R2_rect.dimension + 1, scmpy.parse_printed("(+ a b)"), scmpy.__version__)
"""


def test_the_stub_is_that_of_the_registry():
    assert STUB.read_text(encoding="utf-8") == text(), "names have changed: run `python tests/structure/stubs.py`"


def test_the_package_says_that_it_has_types_and_the_stub_is_part_of_it():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": ["scmpy"]}, "with all that is in the folder"
    assert (STUB.parent / "py.typed").exists()


#: What a strict checker says of programs whose functions have no annotations.
UNTYPED = ("no-untyped-def", "no-untyped-call")


def checked(program, folder):
    """What mypy says of a program of the user's."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", f"--cache-dir={folder / 'cache'}", str(path)]
    environment = {**os.environ, "MYPYPATH": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    return [line.partition("program.py:")[2] for line in done.stdout.splitlines() if "program.py:" in line]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    """What an editor's parser keeps in files, it may find half-written by another process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jedi.settings, "cache_directory", str(tmp_path_factory.mktemp("jedi")))
        yield


@pytest.mark.slow
def test_programs_pass_the_type_checker(folder):
    assert checked(PROGRAM, folder) == []


@pytest.mark.slow
def test_the_examples_of_the_documentation_pass_the_type_checker(folder):
    """Annotations that refuse what the documentation shows are wrong; names that an example lacks are not looked for."""
    lines = ["import numpy, scmpy", "from scmpy import *"]
    for i, doc in enumerate(dict.fromkeys(entry.doc for entry in entries() if entry.doc)):
        examples = [example for example in DocTestParser().get_examples(doc) if not example.exc_msg]
        sources = [example.source for example in examples if "import *" not in example.source]
        lines += [f"def example_{i}() -> None:", "    pass", *indent("".join(sources), "    ").splitlines()]
    said = checked("\n".join(lines) + "\n", folder)
    assert said or len(lines) > 2000, "the examples have been found"
    passed = ("name-defined", "import-untyped", "import-not-found", "func-returns-value", *UNTYPED)
    told = [(lines[int(line.partition(":")[0]) - 1], line) for line in said if ": error:" in line]
    # what follows *Any in a call is not counted right by the checker
    wrong = [
        line for source, line in told if not any(f"[{kind}]" in line for kind in passed) and "*symbols(" not in source
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_the_programs_of_the_readme_and_the_guide_pass_the_type_checker(folder):
    lines = ["from scmpy import *"]
    texts = [ROOT / "README.md", *(ROOT / "transcripts/guide").glob("*.md")]
    readme = "\n".join(path.read_text(encoding="utf-8") for path in texts)
    for i, block in enumerate(re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)):
        examples = DocTestParser().get_examples(block)
        source = "".join(example.source for example in examples) or block
        body = source.replace("from scmpy import *", "pass")
        lines += [f"def block_{i}() -> None:", *indent(body, "    ").splitlines()]
    said = checked("\n".join(lines) + "\n", folder)
    passed = ("import-untyped", *UNTYPED)
    told = [line for line in said if ": error:" in line and not any(f"[{kind}]" in line for kind in passed)]
    assert len(lines) > 100 and told == []


@pytest.mark.slow
def test_what_is_calculated_with_passes_the_type_checker(folder):
    right = """
from fractions import Fraction

import numpy
from scmpy import *
from scmpy.symbolic.expression import Symbol

m: Symbol = symbols("m")
for k in (1, 0.5, 2j, Fraction(1, 2), m, numpy.linspace(0, 1), 2 * m):
    L_harmonic(m, k)
    H_harmonic(k, numpy.float64(3))
Lagrange_equations(L_free_particle(1), Rayleigh_dissipation(2))(up(sin, cos))(3)
Gamma(sin), Gamma(up(sin, cos)), Gamma(lambda t: up(t, t)), Gamma(up(literal_function("x"), literal_function("y")))
F_to_C(lambda local: local[1]), F_to_C(p_to_r)
state = up(0, up(1.0, 2), up(numpy.linspace(0, 1), Fraction(1, 2)))
osculating_path(state)(3), osculating_path([0, 1, 2]), p_to_r(state), Euler_to_M((1, 2, 3)), coordinate(state)[0]
motion = trajectory(Lagrangian_to_state_derivative(L_harmonic(1, 2)), up(0, 1, 0), numpy.float64(3), names="x v")
motion.drift(lambda s: s[1] ** 2) < motion.times[-1], motion.crossings(coordinate)
definite_integral(lambda x: x**2, 0, pi / 2) + 1, find_path(L_harmonic(1.0, 2), 0, 1, 2, 0.5, 3)
minimize(lambda x: x**2, -1, Fraction(1, 2))[0] + 1, lu_solve_linear_system(matrix_by_rows([1, 2], [3, 4]), (1, 2))
series_sum(binomial_series(Fraction(1, 2)), 3) + 1, mean(numpy.linspace(0, 1)) / 2, fft([1, 2]), is_zero("text")
solve("(- (square x) a)", "x"), simplify(m + 1) ** 2, factor(m**2 - 1), substitute(m, m, 3) / 2
wedge(*R2_rect.form_basis("x y")), ga_point(PGA3, [1, 2, 3]), 3 * scalar_part(ga_point(PGA3, up(1, 2, 3)))
"""
    assert checked(right, folder) == []


@pytest.mark.slow
def test_the_type_checker_finds_what_is_wrong(folder):
    wrong = """
from scmpy import *
Lagrange_equation(L_harmonic(1, 2))
Lagrange_equations()
R2_rect.dimension + "1"
is_vector(1) + "1"
L_harmonic("m", 2)
Lagrange_equations("L")
Lagrange_equations(L_harmonic(1, 2), force=3)
Gamma(3)
T_body(1, 2, [3])
Hamilton_equations(4)
trajectory(L_harmonic(1, 2), 3, 1)
osculating_path(5)
Euler_to_M(3)
definite_integral(1, 0, 1)
mean(3)
q_conjugate(3)
"""
    said = checked(wrong, folder)
    assert [line.partition(":")[0] for line in said if "error" in line] == [str(n) for n in range(3, 19)], said
    assert 'Name "Lagrange_equation" is not defined' in said[0]


ANNOTATED = """
import math
from typing import Any
from scmpy import *
from scmpy.structure.types import Lagrangian, Path, State
from scmpy.structure.tuples import Structure, Up

def L(local: Up) -> Any: return local[2] ** 2
def L_of_structure(local: Structure) -> object: return local[2] ** 2
def L_of_state(local: State) -> float: return 1.0
def q(t: float) -> float: return t
def q_of_two(t: Any) -> Up: return up(t, t)
def v(path: Path) -> Any: return D(path)
def C(local: Up) -> Structure: return local
def text(t: float) -> str: return "q"
"""


@pytest.mark.slow
def test_functions_of_the_users_with_annotations_pass_the_type_checker(folder):
    right = f"""{ANNOTATED}
same: Lagrangian = L
for each in (L, L_of_structure, L_of_state, same, L_harmonic(1, 2), L_free_particle(1) + L_harmonic(1, 2), lambda s: s[2]):
    Lagrange_equations(each)(q), Lagrangian_to_Hamiltonian(each), Lagrangian_action(each, q_of_two, 0, 1)
for path in (q, q_of_two, math.sin, sin, literal_function("x"), up(q, q), D(sin), lambda t: t, lambda t: up(t, 1)):
    Gamma(path), Lagrange_equations(L)(path)
Poisson_bracket(L, coordinate), F_to_CT(C), trajectory(C, up(0, 1, 2), 3), Gamma_bar(v)
definite_integral(math.sin, 0, 1), find_path(L, 0, 1, 2, 3, 2)
"""
    assert checked(right, folder) == []


@pytest.mark.slow
def test_the_type_checker_tells_a_lagrangian_from_a_path(folder):
    calls = """
Gamma(L)
Lagrange_equations(q)
Lagrangian_to_Hamiltonian(q)
Hamilton_equations(q)
Gamma(text)
Lagrangian_action(L, L, 0, 1)
trajectory(L_of_state, up(0, 1, 0), 1)
definite_integral(L, 0, 1)
"""
    said = checked(ANNOTATED + calls, folder)
    first = ANNOTATED.count("\n") + 2
    assert [int(line.partition(":")[0]) for line in said if "error" in line] == [*range(first, first + 8)], said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("from scmpy import *\nLagrange_eq", {"Lagrange_equations", "Lagrange_equations_first_order"}),
        ("import scmpy\nscmpy.Lagrange_eq", {"Lagrange_equations", "Lagrange_equations_first_order"}),
        ("from scmpy import *\nR2_rect.", {"coordinates", "vector_basis", "form_basis", "point", "dimension"}),
        ("from scmpy import *\nsystem = make_chart('u v')\nsystem.form", {"form_basis"}),
        ("from scmpy import *\nrotate_x_mat", {"rotate_x_matrix"}),
    ],
)
def test_editors_complete(program, names):
    assert names <= {completion.name for completion in jedi.Script(program).complete()}


@pytest.mark.slow  # the stub is read by the first that asks
def test_editors_show_signatures_and_documentation():
    (signature,) = jedi.Script("from scmpy import *\nLagrange_equations(").get_signatures()
    assert [parameter.name for parameter in signature.params] == ["L", "dissipation", "force"]
    (name,) = jedi.Script("from scmpy import *\nLagrange_equations").help()
    assert re.search("residual of Lagrange's equations", name.docstring())


def test_editors_show_what_a_name_means_that_no_module_has():
    """Of functions that are imported they know the docstring; of these they knew the type alone."""
    stub = STUB.read_text(encoding="utf-8")
    assert 'sin: _Operation\n"""Sine."""\n' in stub and 'D: _Operator\n"""The derivative."""\n' in stub
