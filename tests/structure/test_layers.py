"""Imports inside scmpy point down only: those inside functions too."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from .modules import LAYERS, ROOT, mentions, modules, named, spelled

RANK = {name: -i for i, name in enumerate(LAYERS)}
RANK[""] = RANK["app"]  # the whole package, which only programs import

MODULES = list(modules().values())


def layer_of(path: Path) -> str:
    """The folder or module directly under scmpy."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_layers(source: str, package: str = "") -> list[tuple[int, str]]:
    """The layers that a module imports, with line numbers; relative imports stay in the layer of ``package``."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
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


def violations(source: str, layer: str) -> list[tuple[int, str]]:
    """The imports that point up, or to something that is in no layer (such as ``from scmpy import D``)."""
    return [(line, other) for line, other in imported_layers(source, layer) if RANK.get(other, 1) > RANK[layer]]


def test_every_module_is_in_a_layer():
    assert {layer_of(path) for path in MODULES} <= set(LAYERS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path):
    upward = violations(path.read_text(encoding="utf-8"), layer_of(path))
    assert not upward, f"{path.relative_to(ROOT)} imports upward: {upward}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_readable(path):
    """A docstring that explains the module, and no more lines than can be read in one sitting."""
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "no module docstring"
    assert text.count("\n") <= 600


def test_a_file_has_a_name_of_its_own():
    """A traceback, a search and the tab of an editor show it without its folder."""
    counted = Counter(path.name for path in MODULES if path.name != "__init__.py")
    assert not [name for name, n in counted.items() if n > 1]


def test_modules_are_named_by_strings_in_the_vocabulary_alone():
    """There, and within a layer or downwards: what is loaded by its name is no way up."""
    for name, path in modules().items():
        for other in spelled(ast.walk(ast.parse(path.read_text(encoding="utf-8"))), modules()):
            home = other.partition(".")[0]
            assert name == "vocabulary" or RANK[home] <= RANK[layer_of(path)], f"{name} names {other}"


def test_upward_imports_are_caught():
    """The check proves itself."""
    assert violations("from scmpy.calculus.derivative import D", "structure") == [(1, "calculus")]
    assert violations("def f():\n    import scmpy.scheme", "mechanics") == [(2, "scheme")]
    assert violations("from scmpy import D", "mechanics") == [(1, "D")]
    assert violations("import scmpy", "numerics") == [(1, "")] and not violations("import scmpy", "app")
    assert violations("from scmpy.structure import up\nfrom .rigid import T_body\nimport math", "mechanics") == []


PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))


def inside(package: str) -> dict[str, frozenset[str]]:
    """The modules of a package with those of it that they name anywhere."""
    names = {name for name in modules() if name.partition(".")[0] == package}
    return {name: mentions(name) & names for name in names}


def circle(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Modules that import each other in a circle; none if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_imports_itself_by_others(package):
    """Inside a package too imports point down only."""
    assert not circle(inside(package))


FOLDERS = sorted({path.parent for path in MODULES} - {ROOT})


def rooms(folder: Path) -> dict[str, set[str]]:
    """The modules and the folders in a folder, with those of them that are named anywhere in each."""
    home = ".".join(folder.relative_to(ROOT).parts)

    def room(name: str) -> str:
        return name.removeprefix(f"{home}.").partition(".")[0]

    names = [name for name in modules() if name.startswith(f"{home}.")]
    found: dict[str, set[str]] = {room(name): set() for name in names}
    for name in names:
        found[room(name)] |= {room(other) for other in mentions(name) & set(names)} - {room(name)}
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_folder_imports_itself_by_its_neighbours(folder):
    """A folder inside a folder counts as one module."""
    assert not circle(rooms(folder))


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
        path = modules()[name]
        assert "" not in dict(imported_layers(path.read_text(encoding="utf-8"), layer_of(path))).values(), name


def test_circles_are_caught():
    """The check proves itself."""
    text = "from scmpy.a import b\ndef f():\n    from scmpy.a.c import d\nimport os"
    assert named(ast.walk(ast.parse(text)), {"a.b", "a.c"}) == {"a.b", "a.c"}
    assert circle({"b": {"c"}, "c": {"d"}, "d": {"b"}}) and not circle({"b": {"c", "d"}, "c": {"d"}})


def reading_order(package: Path) -> list[str]:
    """The modules of a package that its documentation names, in the order in which it says that they are to be read."""
    doc = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    _, _, listed = doc.partition("Read in this order:")
    return named_in_lines(listed.partition("Beside these:")[0])


def named_in_lines(listed: str) -> list[str]:
    """What stands before the colons of a list."""
    return [name for line in re.findall(r"^- (.*?):", listed, re.MULTILINE) for name in line.split(", ")]


READ_IN_ORDER = [path for path in sorted(path.parent for path in ROOT.rglob("*/__init__.py")) if reading_order(path)]


def test_every_layer_says_how_to_read_it():
    assert {path.name for path in READ_IN_ORDER} >= {*PACKAGES}


@pytest.mark.parametrize("package", READ_IN_ORDER, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_read_first_needs_nothing_that_is_read_later(package):
    """The modules exist, and none is imported by one that is named before it, by itself or through others."""
    parts = package.relative_to(ROOT).parts
    names = [".".join((*parts, name)) for name in reading_order(package)]
    graph = inside(parts[0])
    assert set(names) <= graph.keys()
    for i, name in enumerate(names):
        needed, found = {name}, {name}
        while found:
            found = {other for one in found for other in graph[one]} - needed
            needed |= found
        assert needed.isdisjoint(names[i + 1 :]), f"{name} imports what is to be read later"


def parts_of(package: Path) -> set[str]:
    """The modules and packages in a package."""
    files = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    return files | {path.parent.name for path in package.glob("*/__init__.py")}


@pytest.mark.parametrize("path", sorted(ROOT.rglob("__init__.py")), ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_every_module_is_named_by_its_package(path):
    """Those to be read, in their order, and what stands beside these, once each."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    named = named_in_lines(doc.partition("Read in this order:")[2])
    assert sorted(named) == sorted(parts_of(path.parent))
