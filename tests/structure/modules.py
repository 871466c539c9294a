"""The modules of scmpy by what they import, as their text says."""

import ast
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2] / "scmpy"

#: From the top to the bottom; a module may import from its own layer and from those below.
LAYERS = """
    compat __main__ app scheme plot mechanics geometry clifford solving numerics units reading calculus structure symbolic render
    generic registry boundary deep_stack pickling errors
""".split()


@cache
def modules() -> dict[str, Path]:
    """The files, by the names of the modules within scmpy."""
    return {_name(path): path for path in sorted(ROOT.rglob("*.py")) if path != ROOT / "__init__.py"}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _at_top(node: ast.AST) -> Iterable[ast.AST]:
    """What is executed when a module is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not _is_type_checking(child):
            yield child
            yield from _at_top(child)


def named(nodes: Iterable[ast.AST], known: Collection[str]) -> set[str]:
    """The modules among those known that import statements name: of ``from package import module`` the module."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name.removeprefix("scmpy.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "scmpy":
            home = str(node.module).removeprefix("scmpy").removeprefix(".")
            whole = (f"{home}.{alias.name}".removeprefix(".") for alias in node.names)
            found.update(name if name in known else home for name in whole)
    return found & {*known}


def spelled(nodes: Iterable[ast.AST], known: Collection[str]) -> set[str]:
    """The modules among those known whose names are strings, by which they may be loaded."""
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text.removeprefix("scmpy.") for text in texts if "." in text} & {*known}


def _tree(name: str) -> ast.AST:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


@cache
def statements(name: str) -> tuple[ast.AST, ...]:
    """All import statements and constants of a module, in functions too."""
    return tuple(node for node in ast.walk(_tree(name)) if isinstance(node, ast.Import | ast.ImportFrom | ast.Constant))


@cache
def imports(name: str) -> frozenset[str]:
    """The modules of scmpy that one imports when it is imported, the package that it is in among them."""
    package = {name.rpartition(".")[0]} & modules().keys()
    return frozenset((named(_at_top(_tree(name)), modules()) | package) - {name})


@cache
def mentions(name: str) -> frozenset[str]:
    """The modules of scmpy that one names at its head, inside of functions, for types alone, or to be imported by name; the
    registry's names are of what is loaded when it is asked for.
    """
    by_strings = spelled(statements(name), modules()) if name != "registry" else set()
    return frozenset((named(statements(name), modules()) | by_strings) - {name})


def all_imports(names: Iterable[str]) -> set[str]:
    """The modules themselves, and all that are imported with them."""
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(imports(name))
    return found
