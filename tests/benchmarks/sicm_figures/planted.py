"""Errors planted in the programs of SICM's figures: a wrong sign or parameter, which the program itself has to tell.

planted.txt has a line for each figure and language: figure | program | what stands there | what is put in its place.
``python -m tests.benchmarks.sicm_figures.planted [figure ...]`` plants each in turn and runs the program; it prints
what was not told.
"""

import contextlib
import io
import re
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

from scmpy.app.programs import Output, new_session, print_form
from scmpy.plot.figure import collecting

FOLDER = Path(__file__).parents[3] / "transcripts" / "sicm-figures"
COMMENT = re.compile(r"#\|(.*?)\|#", re.DOTALL)


class Plant(NamedTuple):
    """An error to plant."""

    figure: str
    program: Path
    right: str
    wrong: str

    @property
    def text(self) -> str:
        """The program with the error in it."""
        text = self.program.read_text(encoding="utf-8")
        assert text.count(self.right) > 0, f"{self.program.name} has no {self.right}"
        return text.replace(self.right, self.wrong, 1)


def plants() -> list[Plant]:
    """All errors that are planted."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(" | ") for line in lines)
    return [Plant(figure, FOLDER / program, right, wrong) for figure, program, right, wrong in rows]


def is_told(plant: Plant) -> bool:
    """Does the program with the error fail, or answer otherwise than it is recorded?"""
    text, stream = plant.text, io.StringIO()
    with collecting(), warnings.catch_warnings(), contextlib.redirect_stdout(stream):
        warnings.simplefilter("ignore")
        try:
            if plant.program.suffix == ".py":
                exec(compile(text, str(plant.program), "exec"), {"__name__": "__main__"})
                return False
            output = Output(stream)
            session = new_session(output)
            for form in session.forms(text, str(plant.program)):
                print_form(session, form, output)
        except Exception:
            return True
    return stream.getvalue().split() != " ".join(COMMENT.findall(text)).split()


def main(figures: list[str]) -> int:
    """Plant the errors of some figures, or of all."""
    chosen = [plant for plant in plants() if not figures or plant.figure in figures]
    silent = [plant for plant in chosen if not is_told(plant)]
    for plant in silent:
        print(f"{plant.figure}: {plant.program.name} does not tell {plant.wrong} for {plant.right}")
    print(f"{len(chosen)} errors planted, {len(silent)} not told")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
