"""The annotations of what is public say something: the words of generic/types.py, structure/types.py and plot/figure.py."""

import ast
import inspect
import re
from collections.abc import Iterator

import pytest

from scmpy.registry import Entry, entries

from .modules import ROOT, modules

#: Parameters that take anything, with the reason.
FREE = {"style": "what is given to matplotlib, by its names"}

#: Parameters of the kind that the arguments decide: less is better.
MOST_VALUES = 86

WORDS = ("generic.types", "structure.types", "plot.figure")


def procedures() -> Iterator[tuple[Entry, inspect.Signature]]:
    """What is public and is called, each value once: functions, operations, operators, charts, rule sets, ..."""
    called = {id(entry.value): entry for entry in entries() if callable(entry.value)}
    return ((entry, inspect.signature(entry.value)) for entry in called.values())


def says_nothing(annotation: object) -> bool:
    return annotation in (inspect.Parameter.empty, "Any")


def test_parameters_and_results_say_what_they_are():
    silent = [
        f"{entry.scheme} {name}"
        for entry, signature in procedures()
        for name, annotation in (
            *((x.name, x.annotation) for x in signature.parameters.values() if x.name not in FREE),
            ("->", signature.return_annotation),
        )
        if says_nothing(annotation)
    ]
    assert not silent, "annotate with a word of structure/types.py, or with a class: " + ", ".join(silent)


def test_the_check_finds_what_says_nothing():
    def silent(a, b: int): ...

    first, second = inspect.signature(silent).parameters.values()
    assert says_nothing(first.annotation) and not says_nothing(second.annotation)


def test_few_parameters_are_of_every_kind():
    every = [
        (entry.scheme, x.name)
        for entry, signature in procedures()
        if inspect.isfunction(entry.value)  # the class of another says what all of its values take
        for x in signature.parameters.values()
        if x.annotation in ("Value", "object") and signature.return_annotation != "bool"
    ]
    assert len(every) <= MOST_VALUES, "the number in this test goes down only"


@pytest.mark.parametrize("name", WORDS)
def test_every_word_is_explained(name):
    """In a comment of Sphinx's kind, or the docstring of a class."""
    text = modules()[name].read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            assert lines[node.lineno - 2].startswith("#: "), lines[node.lineno - 1]
        if isinstance(node, ast.ClassDef):
            assert ast.get_docstring(node)


def test_a_path_is_one_of_mechanics():
    """No module calls anything else so: files have pathlib's."""
    others = {"structure.types"}
    for name, path in modules().items():
        text = path.read_text(encoding="utf-8")
        if re.search(r"^Path\b|^class Path\b|from pathlib import .*\bPath\b", text, re.MULTILINE):
            assert name in others, f"{path.relative_to(ROOT)} has another Path"
