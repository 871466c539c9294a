"""Which fields the documentation of a public name has to have: rules, of which none asks for judgement.

Shapes  what is given or returned by a word for components, such as State, Path or Matrix, unless it is given only and
        the call under Scheme writes its tuples; tensors, forms, connections and maps of manifolds, given or returned;
Raises  every error that the function raises itself, or in a function of its package that it calls by its name, and
        that of a limit checked there; of those for an argument of a wrong kind or for a wrong number of them, which
        every function raises, the ones raised in its own body;
Source  the functions of mechanics and of geometry, and whatever else of a SUBJECT the books' programs use;
Units   angles, tolerances, what refuses quantities of another dimension, and values with a unit.
"""

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scmpy import errors
from scmpy.generic.settings import Limit
from scmpy.registry import Entry, entries
from scmpy.units.quantity import Quantity

from ..structure.modules import ROOT
from .fields import errors_told, fields

#: Names to which a rule applies by its letter only, with the reason.
EXCEPT: dict[str, dict[str, str]] = {
    "Shapes": {},
    "Raises": {},
    "Source": {
        **dict.fromkeys(
            "Lagrangian X* bracket limit magnitude mean type".split(), "a word that the programs use for something else"
        ),
        **dict.fromkeys(
            """check-certificate check-derivation compare comparison->transcript compile-function
            ensemble equivalent-equations flip-indices literal-functions nonzero-components""".split(),
            "neither book has it: it compares, counts, shows, shortens or calculates what they have",
        ),
        "plane-near?": "the books have cylinder-near? alone",
    },
    "Units": {},
}

#: The words for values that hold components, or that take or give such; a basis and a quaternion tell theirs.
COMPONENTS = set(
    """Structure Up Down Coordinates State Matrix Vector LinearMap Path PathFunction StateFunction StateDerivative
    SystemDerivative Lagrangian Hamiltonian Routhian Potential CoordinateTransformation PhaseSpaceTransformation
    MatrixFunction CoordinateFunction StateAdvancer PlaneMap""".split()
)

#: The words for values on a manifold that take arguments or have indices, of which Shapes tells how many.
TENSORS = set(
    """Tensor Metric Connection Cartan Christoffel Curvature Nabla Form FormField MultivectorField VectorField Map
    Multilinear""".split()
)

#: What every function raises, given a wrong kind or number of arguments.
OF_THE_KIND = {"WrongTypeError", "ArityError"}

#: The packages about what the books are about; the others are the algebra and the tools under it.
SUBJECTS = ("calculus", "structure", "geometry", "mechanics", "numerics", "plot", "solving", "compat")

#: Of these every function has a source.
SOURCED = ("geometry", "mechanics")

#: The programs of the books and of the course.
PROGRAMS = ("tests/books/test_*.py", "tests/books/*.txt", "transcripts/12.620J/*", "transcripts/sicm-figures/*")

#: What parameters are called, or annotated with, that are angles or errors allowed.
MEASURED = re.compile(r"\b(angle|radians|degrees|hours|theta|phi|psi|tolerance|eps|epsilon)\b")
MEASURES = {"Angle", "Tolerance"}


def words(annotation: object) -> set[str]:
    return set(re.findall(r"\w+", annotation)) if isinstance(annotation, str) else set()


def shapes_apply(entry: Entry) -> bool:
    signature = inspect.signature(entry.value)
    taken = set().union(*(words(x.annotation) for x in signature.parameters.values()))
    if words(signature.return_annotation) & (COMPONENTS | TENSORS) or taken & TENSORS:
        return True
    return bool(taken & COMPONENTS) and not re.search(r"\((up|down) ", fields(entry.doc).get("Scheme", ""))


def units_apply(entry: Entry) -> bool:
    if not inspect.isfunction(entry.value):
        return isinstance(entry.value, Quantity)
    parameters = inspect.signature(entry.value).parameters.values()
    measured = any(MEASURED.search(x.name) or words(x.annotation) & MEASURES for x in parameters)
    return measured or "DimensionError" in fields(entry.doc).get("Raises", "")


@functools.cache
def programs() -> set[str]:
    """The words of the books' programs: those of Scheme, and those of Python."""
    files = [path for pattern in PROGRAMS for path in sorted(ROOT.parent.glob(pattern))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return {*re.findall(r"[^\s()'`,;\"\[\]{}=.]+", text), *re.findall(r"\w+", text)}


def source_applies(names: list[Entry]) -> bool:
    package = package_of(names[0])
    used = any({name.scheme, name.python} & programs() for name in names)
    return (package in SOURCED and inspect.isfunction(names[0].value)) or (package in SUBJECTS and used)


@functools.cache
def definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions of a file, by their names and the lines on which they begin."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {(x.name, min(x.lineno, *(y.lineno for y in x.decorator_list), x.lineno)): x for x in found}


def calls(function: Any) -> Iterator[ast.AST]:
    """What stands in the body of a function."""
    code = function.__code__
    node = definitions(code.co_filename).get((code.co_name, code.co_firstlineno))
    return ast.walk(node) if node else iter(())


def error_of(node: ast.AST | None, known: dict[str, Any]) -> str:
    """The name of the error that an expression makes: by its class, or by a function that says what it returns."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "refusal":
        return "LimitError"
    name = ast.unparse(node.func)
    made = known.get(name)
    if inspect.isfunction(made):
        name = made.__annotations__.get("return", "")
    if name == "ScmpyError":  # of a class that is given
        usual = "WrongTypeError" if made is errors.expected else ""
        name = next((ast.unparse(x) for x in node.args if is_error(ast.unparse(x))), usual)
    return name if is_error(name) else ""


def is_error(name: str) -> bool:
    kind = getattr(errors, name, None)
    return isinstance(kind, type) and issubclass(kind, errors.ScmpyError)


def raised_in(function: Any) -> set[str]:
    """What a function raises by a statement of its own, or by checking a number against a limit."""
    known, nodes = function.__globals__, list(calls(function))
    raised = {error_of(node.exc, known) for node in nodes if isinstance(node, ast.Raise)} - {""}
    return raised | {"LimitError" for node in nodes if is_check_of_a_limit(node, known)}


def is_check_of_a_limit(node: ast.AST, known: dict[str, Any]) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "check"):
        return False
    return isinstance(known.get(ast.unparse(node.func.value)), Limit)


@functools.cache
def public_functions() -> set[int]:
    return {id(inspect.unwrap(entry.value)) for entry in entries() if inspect.isfunction(entry.value)}


def errors_of(function: Any) -> set[str]:
    """What a public function raises, and the functions of its package that it calls by their names."""
    function = inspect.unwrap(function)
    called = {
        node.func.id for node in calls(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    helpers = [function.__globals__.get(name) for name in called]
    package = function.__module__.split(".")[:2]
    own = [
        helper
        for helper in map(inspect.unwrap, filter(inspect.isfunction, helpers))
        if helper.__module__.split(".")[:2] == package and id(helper) not in public_functions()
    ]
    return raised_in(function) | (set().union(*map(raised_in, own)) - OF_THE_KIND)


def raises_apply(entry: Entry) -> bool:
    told = "; ".join(errors_told(name) for name in entries() if name.value is entry.value)
    return not all(name in told for name in errors_of(entry.value))


def package_of(entry: Entry) -> str:
    return [*entry.module.split("."), ""][1]


@functools.cache
def lacking() -> list[tuple[str, str, str]]:
    """The package, the field and the name, where a field applies that is not there, each value once."""
    found: list[tuple[str, str, str]] = []
    named: dict[int, list[Entry]] = {}
    for entry in entries():
        named.setdefault(id(entry.value), []).append(entry)
    of_functions: dict[str, Callable[[Entry], bool]] = {"Shapes": shapes_apply, "Raises": raises_apply}
    for names in named.values():
        entry = names[0]
        told = set().union(*(fields(name.doc) for name in names))
        applies = {field: inspect.isfunction(entry.value) and rule(entry) for field, rule in of_functions.items()}
        applies |= {"Units": units_apply(entry), "Source": source_applies(names)}
        found += [
            (package_of(entry), field, entry.scheme)
            for field, does in applies.items()
            if does and (field == "Raises" or field not in told)
        ]
    return found


@pytest.mark.slow
def test_every_field_stands_where_it_applies():
    missing = [f"{package}: {field} of {name}" for package, field, name in lacking() if name not in EXCEPT[field]]
    assert not missing, "these fields apply and are not there:\n" + "\n".join(missing)


@pytest.mark.slow
def test_what_is_excepted_is_a_name_that_lacks_the_field():
    assert {(field, name) for field in EXCEPT for name in EXCEPT[field]} <= {row[1:] for row in lacking()}


def test_the_rules_find_what_lacks_a_field():
    def mass_at(state: "State", angle: "Scalar") -> "Matrix":  # noqa: F821
        """The mass.

        Scheme:  (mass-at (up t q v) angle)
        """

    entry = Entry("mass-at", "mass_at", mass_at, "scmpy.mechanics.test")
    assert shapes_apply(entry) and units_apply(entry) and source_applies([entry])
    crossing = next(entry for entry in entries() if entry.scheme == "find-next-crossing")
    assert errors_of(crossing.value) == {"LimitError"}
    bracket = next(entry for entry in entries() if entry.scheme == "Poisson-bracket")
    assert errors_of(bracket.value) == {"LimitError", "StructureError", "WrongTypeError"}
    made = ("StructureError('no')", "expected('this', 'that', StructureError)")
    assert {error_of(ast.parse(x).body[0].value, vars(errors)) for x in made} == {"StructureError"}


if __name__ == "__main__":  # what lacks a field: python -m tests.vocabulary.test_where_fields_apply PACKAGE ...
    import sys

    for package, field, name in lacking():
        if name not in EXCEPT[field] and (package in sys.argv[1:] or not sys.argv[1:]):
            print(package, field, name)
