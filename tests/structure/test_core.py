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
