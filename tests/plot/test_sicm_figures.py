"""The computed figures of SICM: each program asserts what its data are, and in both languages it draws the same.

A program that is added to the folder is tested without further words: its answers (Scheme) and assertions (Python), its
length, its twin, and that it draws in windows with names. Errors planted in the programs, one for each figure and
language, are told by their assertions: ``python -m tests.benchmarks.sicm_figures.planted`` plants them all.
"""

import contextlib
import io
import re
from pathlib import Path

import numpy
import pytest
from scipy.spatial import cKDTree

from scmpy.app.programs import Output, new_session, print_form
from scmpy.plot.figure import collecting
from tests.benchmarks.sicm_figures.planted import is_told, plants

#: The computed figures of the book that there are programs for. Exercise 6.12 has no figure there: it is called 6.
FIGURES = """
1.1 1.7 2.2 2.3 2.5 2.6 2.7 2.8 2.12 2.13 2.14 2.15 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.12 3.13 3.14 3.15 3.16 3.17 3.19 3.20
3.21 3.22 3.23 3.24 3.25 3.26 3.27 3.28 4.1 4.2 4.3 4.6 4.9 4.10 4.17 4.19 4.20 4.21 4.22 4.23 5.3 5.4 5.5 5.6 5.7 6 7.1
7.2 7.3 7.5 7.6 7.7 7.8 7.9 7.10 7.11 7.13 7.14 7.15
""".split()

FOLDER = Path(__file__).parents[2] / "transcripts" / "sicm-figures"
SCHEME = sorted(FOLDER.glob("*.scm"))
COMMENT = re.compile(r"#\|(.*?)\|#", re.DOTALL)
LONGEST = 25  # lines of code
FEWEST = 20  # points that are seen in a picture
NEAR = 1e-6  # of the sides of a picture


def twin(path: Path) -> Path:
    return path.with_name(path.stem.replace("-", "_") + ".py")


def by_scheme(path: Path) -> tuple[list, str]:
    """The figures of a program of Scheme, and what it prints."""
    stream = io.StringIO()
    output = Output(stream)
    with collecting() as figures:
        session = new_session(output)
        for form in session.forms(path.read_text(encoding="utf-8"), str(path)):
            print_form(session, form, output)
    return figures, stream.getvalue()


def by_python(path: Path) -> tuple[list, str]:
    """The figures of a program of Python, and what it prints."""
    with collecting() as figures, contextlib.redirect_stdout(io.StringIO()) as stream:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "__main__"})
    return figures, stream.getvalue()


def seen(figure) -> numpy.ndarray:
    """The points of a figure that are seen, as parts of the sides of the picture."""
    parts = []
    for axes in figure.axes:
        (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
        found = [line.get_xydata() for line in axes.lines]
        found += [path.vertices for curves in axes.collections for path in curves.get_paths()]
        for points in found:
            x = (numpy.asarray(points[:, 0], dtype=float) - left) / (right - left)
            y = (numpy.asarray(points[:, 1], dtype=float) - low) / (high - low)
            inside = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
            parts.append(numpy.column_stack([x, y])[inside])
    return numpy.concatenate(parts) if parts else numpy.empty((0, 2))


def code(path: Path) -> list[str]:
    """The lines of code: no blank ones, no comments, no recorded answers."""
    lines = COMMENT.sub("", path.read_text(encoding="utf-8")).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith((";", "#"))]


def test_every_program_has_a_twin_and_no_other_is_there():
    assert sorted(map(twin, SCHEME)) == sorted(FOLDER.glob("*.py"))


def test_every_figure_has_a_program():
    """In both languages: it draws in a window that is called after the figure, which its first line names."""
    for suffix in (".scm", ".py"):
        drawn = set()
        for path in FOLDER.glob(f"*{suffix}"):
            text = path.read_text(encoding="utf-8")
            names = {*re.findall(r'"(\d(?:\.\d+)?)(?:[ab]|-upper|-lower)?"', text)}
            told = re.match(r"(?:;;;|#) SICM figures? (\d(?:\.\d+)?)(?: (?:to|and) (\d\.\d+))?", text)
            assert names >= set(filter(None, told.groups())), path.name
            drawn |= names
        assert sorted(drawn) == sorted(FIGURES)


def test_every_figure_has_an_error_planted():
    for suffix in (".scm", ".py"):
        found = [plant for plant in plants() if plant.program.suffix == suffix]
        assert [plant.figure for plant in found] == FIGURES
        assert all(plant.text != plant.program.read_text(encoding="utf-8") for plant in found)


@pytest.mark.slow
@pytest.mark.parametrize("figure", ["2.14", "4.10"])
def test_an_error_is_told(figure):
    for plant in (plant for plant in plants() if plant.figure == figure):
        assert is_told(plant) and not is_told(plant._replace(wrong=plant.right))


@pytest.mark.parametrize("path", [*SCHEME, *map(twin, SCHEME)], ids=lambda path: path.name)
def test_programs_are_short_and_say_what_they_assert(path):
    text = path.read_text(encoding="utf-8")
    head = text.split("\n\n", 1)[0]
    assert len(code(path)) <= LONGEST
    assert re.match(r"(;;;|#) SICM figures? \d", head) and "Asserted: " in head
    assert COMMENT.search(text) if path.suffix == ".scm" else "\nassert " in text or "    assert " in text


@pytest.mark.parametrize("path", SCHEME, ids=lambda path: path.stem)
@pytest.mark.slow
def test_both_languages_draw_the_same(path):
    figures, printed = by_scheme(path)
    assert printed.split() == " ".join(COMMENT.findall(path.read_text(encoding="utf-8"))).split()
    others, printed = by_python(twin(path))
    assert not printed
    names = [figure.get_label() for figure in figures]
    assert names and all(names) and len(set(names)) == len(names)
    assert sorted(names) == sorted(figure.get_label() for figure in others)
    for figure in figures:
        [other] = [one for one in others if one.get_label() == figure.get_label()]
        here, there = seen(figure), seen(other)
        assert len(here) >= FEWEST, f"{figure.get_label()} is blank"
        assert numpy.max(cKDTree(here).query(there)[0]) < NEAR, figure.get_label()
        assert numpy.max(cKDTree(there).query(here)[0]) < NEAR, figure.get_label()
