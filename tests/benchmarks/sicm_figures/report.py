"""The report: how long each program of SICM's figures takes, and its peer with SciPy and matplotlib.

``python -m tests.benchmarks.sicm_figures.report`` measures all of them in one run, each program and its peer in turn,
compares their pictures, and writes report.md beside this file.
"""

import platform
import sys
from datetime import date
from pathlib import Path

import matplotlib
import numpy
import scipy

from .comparing import PEERS, check_sameness, ours, theirs, timed

HEAD = """\
# SICM's figures: the programs of transcripts/sicm-figures beside the same with SciPy and matplotlib

Seconds of processor time in one run of `python -m tests.benchmarks.sicm_figures.report`, {date}, on {machine}; Python
{python}, numpy {numpy}, SciPy {scipy}, matplotlib {matplotlib}. A program counts whole, with what it asserts, which its
peer does not compute; in the first run of a process, where its equations are derived and compiled (or the code is found
in the cache), and once more. The pictures are the same: comparing.py says how that is tested.

| figures | program, first | program, again | SciPy and matplotlib | theirs / ours |
| --- | ---: | ---: | ---: | ---: |
"""


def machine() -> str:
    """The processor, where Linux says it."""
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def main() -> None:
    """Measure, and write the table."""
    rows, sums = [], [0.0, 0.0, 0.0]
    for peer in PEERS:
        name = peer.__name__
        _, first = timed(ours, name)
        others, scipys = timed(theirs, peer)
        figures, again = timed(ours, name)
        check_sameness(figures, others)
        sums = [total + one for total, one in zip(sums, (first, again, scipys), strict=True)]
        words = name.removeprefix("figures_").removeprefix("figure_").replace("_", " ")
        rows.append(f"| {words} | {first:.2f} | {again:.2f} | {scipys:.2f} | {scipys / again:.2g} |\n")
        print(rows[-1], end="", file=sys.stderr, flush=True)
    total = "| all | {:.1f} | {:.1f} | {:.1f} | {:.2g} |\n".format(*sums, sums[2] / sums[1])
    versions = {package.__name__: package.__version__ for package in (numpy, scipy, matplotlib)}
    head = HEAD.format(date=date.today(), machine=machine(), python=platform.python_version(), **versions)
    Path(__file__).with_name("report.md").write_text(head + "".join(rows) + total)


if __name__ == "__main__":
    main()
