"""The core, expressions, canonical form, printed form and D, is small enough to be read at a sitting."""

import ast
import io
import tokenize
from pathlib import Path

from .modules import ROOT
from .test_layers import reading_order

#: Lines of code: without documentation, comments and blank lines.
MOST = 3_500

NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(text: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for token in tokens if token.type not in NO_CODE for line in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def core() -> list[Path]:
    """What is to be read of symbolic, and of calculus up to D."""
    calculus = reading_order(ROOT / "calculus")
    names = {
        "symbolic": reading_order(ROOT / "symbolic"),
        "calculus": calculus[: calculus.index("derivative") + 1],
    }
    return [ROOT / package / f"{name}.py" for package, found in names.items() for name in found]


def test_lines_are_counted():
    assert (
        lines_of_code('"""Doc."""\n\n# A comment\nx = (1,\n  2)\n\n\ndef f():\n    """Doc."""\n    return x  # so\n')
        == 4
    )


def test_the_core_is_small():
    sizes = {path.stem: lines_of_code(path.read_text("utf-8")) for path in core()}
    assert {"expression", "arithmetic", "canonical", "kernels", "printed", "derivative"} <= sizes.keys()
    assert sum(sizes.values()) < MOST, sizes


def asked(name: str, question: set[str]) -> set[str]:
    """The functions of a module that ask one of these questions; ``list`` is whether something is one."""
    found = set()
    for function in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id="list")]):
                        found |= {function.name} if "list" in question else set()
                    case ast.Name(id=asks) if asks != "list" and asks in question:
                        found.add(function.name)
    return found


def test_d_asks_once_what_kind_of_value_an_argument_is():
    """Whether it is an array or a vector where it is opened; what is not it is D's function, or that one's result."""
    questions = {"list", "is_array", "is_vector_array", "ndarray"}
    modules = ("derivative", "places", "jet", "taylor", "reverse")
    assert {f"{name}.{function}" for name in modules for function in asked(f"calculus/{name}.py", questions)} == {
        "places._opened",
        "places.stack",
        "derivative.derivative",
    }


def test_polynomials_in_several_variables_are_made_in_one_place():
    """The ring makes them, and Groebner bases, which are python-flint's of integers alone."""
    makes = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8").count("mpoly_ctx.get(")
        for path in ROOT.rglob("*.py")
    }
    assert {name: count for name, count in makes.items() if count} == {"symbolic/ring.py": 1, "symbolic/bounded.py": 1}
