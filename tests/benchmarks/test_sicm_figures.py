"""SICM's figures: each program, assertions and all, beside the same pictures with SciPy and matplotlib alone.

The peers are in sicm_figures, by chapter: equations of motion written out by hand in plain Python, with the same
tolerances and points, as somebody writes them who knows SciPy well. With ``--benchmark-only`` each draws all that the
program draws, and the pictures are compared; sicm_figures/report.md has the times of one such run.
"""

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("scipy")

from .sicm_figures.comparing import FOLDER, PEERS, check_sameness, ours, theirs, timed

BRIEF = ("figure_4_1", "figures_5_3_to_5_5", "figure_7_15")  # what is drawn among the other tests


def pytest_generate_tests(metafunc):
    if "peer" in metafunc.fixturenames:
        thorough = metafunc.config.getoption("--benchmark-only")
        peers = [peer for peer in PEERS if thorough or peer.__name__ in BRIEF]
        metafunc.parametrize("peer", peers, ids=lambda peer: peer.__name__)


def test_every_program_has_a_peer():
    assert sorted(peer.__name__ for peer in PEERS) == sorted(path.stem for path in FOLDER.glob("*.py"))


def test_a_figure(benchmark, peer):
    others, benchmark.extra_info["SciPy and matplotlib, seconds"] = timed(theirs, peer)
    figures, _ = benchmark.pedantic(timed, (ours, peer.__name__), rounds=1, warmup_rounds=1)
    check_sameness(figures, others)
