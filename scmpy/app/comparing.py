"""``scmpy compare`` and ``%%compare``: answers to a reference, from files, cells and the standard input.

Formulas in the prose of LaTeX and Markdown are those that are displayed; ``FILE#2`` means the second of them, and
``FILE#eq:motion`` the one with that label or tag.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from scmpy.app.programs import FileProblem, SourceFile, read_source, value_of_python
from scmpy.errors import ScmpyError
from scmpy.mechanics.equations.grading import Grade, Grader, Grades, graded, written
from scmpy.reading.tokens import formulas_of
from scmpy.scheme import Session

_NAMED = re.compile(r"\\(?:label|tag)\*?\{([^}]*)\}")
_COMMENT = re.compile(r"(?<!\\)%.*")


# --- files -----------------------------------------------------------------------------------------------------------


def read_system(name: str) -> Any:
    """The system that a file holds, or a part of it that stands after ``#``: a text, or what its program gives."""
    if name == "-":
        return sys.stdin.read()
    path, _, part = (name, "", "") if os.path.exists(name) else name.partition("#")
    source = read_source(path)
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".scm":
        return Session().run(source.text)
    if suffix == ".py":
        try:
            value, is_expression = value_of_python(source.text, source.name, {})
        except ScmpyError:
            raise
        except Exception as error:
            raise FileProblem(f"{source.name}: {type(error).__name__}: {error}") from None
        if not is_expression:
            raise FileProblem(f"{source.name}: the last statement is to be an expression, the system of equations")
        return value
    if suffix == ".ipynb":
        return _selected(_prose(source), part, name)
    if suffix in (".tex", ".md", ".markdown"):
        return _selected(_COMMENT.sub("", source.text) if suffix == ".tex" else source.text, part, name)
    return source.text


def _selected(text: str, part: str, name: str) -> str:
    """The displayed formulas of a text, or the one of a number or a label; all of a text that has none is a formula."""
    found = [text[start:end] for start, end in formulas_of(text)]
    if not part:
        return "\n".join(found) or text
    if part.isdigit() and 0 < int(part) <= len(found):
        return found[int(part) - 1]
    rows = [row for formula in found for row in re.split(r"\\\\", formula)]
    for formula in (*rows, *found):
        if part in _NAMED.findall(formula):
            return _NAMED.sub("", formula)
    labels = ", ".join(x for formula in found for x in _NAMED.findall(formula)) or "no labels"
    raise FileProblem(f"{name}: there is no formula {part}: the file has {len(found)} displayed formulas, and {labels}")


def _prose(source: SourceFile) -> str:
    try:
        cells = json.loads(source.text)["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError) as error:
        raise FileProblem(f"{source.name}: this is no notebook: {error}") from None
    return "\n\n".join(texts)


# --- the command -----------------------------------------------------------------------------------------------------


def compare_files(options: Namespace, colour: bool) -> int:
    """Compare files; the exit status: 0 if all are equal, 1 if one is not, 2 if one is undecided or cannot be read."""
    try:
        grader = Grader(written(read_system(options.reference), None, options.coordinates)[0], options.strict)
    except ScmpyError as error:
        print(f"scmpy: {options.reference}: {error}", file=sys.stderr)
        return 2
    grades = [_grade(grader, name) for name in options.answers]
    if options.json:
        record = {
            "reference": options.reference,
            "answers": [grade.as_dict() for grade in grades],
            "status": exit_status(grades),
        }
        print(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        for grade in grades:
            print(f"{grade.name}: {grade.report(colour)}")
    if options.report is not None:
        write_page(options.report, options.reference, grades)
    return exit_status(grades)


def _grade(grader: Grader, name: str) -> Grade:
    try:
        return graded(grader, read_system(name), name)
    except ScmpyError as error:
        return Grade("unreadable", reason=str(error), name=name)


def exit_status(grades: Iterable[Grade]) -> int:
    """0 if all are equal, 2 if one is undecided or cannot be read, else 1."""
    verdicts = {grade.verdict for grade in grades}
    return 2 if verdicts & {"undecided", "unreadable"} else 1 if verdicts - {"equal"} else 0


# --- pages -----------------------------------------------------------------------------------------------------------

_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere }
h1, h2 { font-size: 1.2em; margin: 1.5em 0 .2em }
pre { margin: .3em 0 }
small { font-family: monospace }
mark { background: #fcc; color: #000 }
</style>
"""


def write_page(path: str, reference: str, grades: Sequence[Grade]) -> None:
    """A page that shows each answer with its verdict, and the term that is wrong marked."""
    title = f"Answers to {escape(reference)}"
    body = "\n".join(f"<h2>{escape(grade.name)}</h2>\n{grade.html()}" for grade in grades)
    page = f"{_HEAD}<title>{title}</title>\n<h1>{title}</h1>\n{body}\n"
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError as error:
        raise FileProblem(f"{path}: cannot write the file: {error.strerror or error}") from None


# --- cells -----------------------------------------------------------------------------------------------------------


_BETWEEN = re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)


def compare_cell(cell: str, reference: Any = None) -> Grades:
    """A cell's answers, parted by lines of ---; without a reference the first part is that.

    >>> compare_cell("m x'' = -k x\\n---\\nx'' + (k/m) x = 0")
    equal: your equations say the same as the reference
      assumed: k m positive
    """
    parts = [x.strip("\n") for x in _BETWEEN.split(cell)]
    if reference is None:
        reference, *parts = parts
    if not parts:
        raise FileProblem("compare: a cell has the reference and the answers, with lines of --- between them")
    grader = Grader(written(reference)[0])
    names = [f"answer {n + 1}" if len(parts) > 1 else "" for n in range(len(parts))]
    return Grades(tuple(graded(grader, part, name) for part, name in zip(parts, names, strict=True)))
