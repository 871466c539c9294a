"""Imports inside scmpy point down only: those inside functions too."""

import ast
import re
from collections.abc import Collection, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from .modules import LAYERS, ROOT, mentions, modules, named, spelled, statements

RANK = {name: -i for i, name in enumerate(LAYERS)}
RANK[""] = RANK["app"]  # the whole package, which only programs import

MODULES = list(modules().values())

#: What stands at the top beside files with a dot and what is made there: builds, environments, what commands print.
TOP = {"LICENSE", "README.md", "pyproject.toml", "scmpy", "tests", "transcripts"}
MADE = re.compile(r"build|dist|venv|__pycache__|.*\.(out|egg-info)")

MOST_LINES = 900
MOST_MODULES = 215


def layer_of(path: Path) -> str:
    """The folder or module directly under scmpy."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_layers(nodes: Iterable[ast.AST], package: str = "") -> list[tuple[int, str]]:
    """The layers that statements import, with line numbers; relative imports stay in the layer of ``package``."""
    found: list[tuple[int, str]] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            found.append((node.lineno, package))
            continue
        elif isinstance(node, ast.ImportFrom):
            names = [f"scmpy.{alias.name}" for alias in node.names] if node.module == "scmpy" else [node.module or ""]
        else:
            continue
        found.extend((node.lineno, name.partition(".")[2].split(".")[0]) for name in names if _is_ours(name))
    return found


def _is_ours(name: str) -> bool:
    return name == "scmpy" or name.startswith("scmpy.")


def violations(nodes: Iterable[ast.AST], layer: str) -> list[tuple[int, str]]:
    """The imports that point up, or to something that is in no layer (such as ``from scmpy import D``)."""
    return [(line, other) for line, other in imported_layers(nodes, layer) if RANK.get(other, 1) > RANK[layer]]


def test_imports_point_down():
    assert {layer_of(path) for path in MODULES} <= set(LAYERS)
    upward = {name: violations(statements(name), layer_of(path)) for name, path in modules().items()}
    assert not {name: found for name, found in upward.items() if found}


def test_nothing_else_stands_at_the_top():
    names = {path.name for path in ROOT.parent.iterdir() if not path.name.startswith(".")}
    assert {name for name in names if not MADE.fullmatch(name)} == TOP


def test_modules_are_readable():
    """A docstring that explains the module, and no more lines than can be read in one sitting."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in MODULES}
    assert not [name for name, text in texts.items() if not re.match(r'r?"""\S', text)]
    assert not [name for name, text in texts.items() if text.count("\n") > MOST_LINES]


def test_modules_do_not_split_again():
    assert len(MODULES) <= MOST_MODULES


def test_modules_are_named_by_strings_in_the_registry_alone():
    """There, and within a layer or downwards: what is loaded by its name is no way up."""
    for name, path in modules().items():
        for other in spelled(statements(name), modules()):
            home = other.partition(".")[0]
            assert name == "registry" or RANK[home] <= RANK[layer_of(path)], f"{name} names {other}"


def test_upward_imports_are_caught():
    """The check proves itself."""

    def found(source: str, layer: str) -> list[tuple[int, str]]:
        return violations(ast.walk(ast.parse(source)), layer)

    assert found("from scmpy.calculus.derivative import D", "structure") == [(1, "calculus")]
    assert found("def f():\n    import scmpy.scheme", "mechanics") == [(2, "scheme")]
    assert found("from scmpy import D", "mechanics") == [(1, "D")]
    assert found("import scmpy", "numerics") == [(1, "")] and not found("import scmpy", "app")
    assert found("from scmpy.structure import up\nfrom .rigid import T_body\nimport math", "mechanics") == []


def circle(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Modules that import each other in a circle; none if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_by_others():
    """Imports inside functions, for types alone and by strings counted; the registry names what is loaded later."""
    assert not circle({name: mentions(name) for name in modules()})


def test_the_package_names_nothing_that_imports_it():
    """Programs import the whole package: it names none of these."""
    nodes = list(ast.walk(ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))))
    left = [*named(nodes, modules()), *spelled(nodes, modules())]
    found: set[str] = set()
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            left.extend(mentions(name))
    assert found
    for name in found:
        assert "" not in dict(imported_layers(statements(name), layer_of(modules()[name]))).values(), name


def test_circles_are_caught():
    """The check proves itself."""
    text = "from scmpy.a import b\ndef f():\n    from scmpy.a.c import d\nimport os"
    assert named(ast.walk(ast.parse(text)), {"a.b", "a.c"}) == {"a.b", "a.c"}
    assert circle({"b": {"c"}, "c": {"d"}, "d": {"b"}}) and not circle({"b": {"c", "d"}, "c": {"d"}})
