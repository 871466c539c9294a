"""What ``scmpy check`` says of transcripts: for people, and for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from scmpy.app.files import Source
from scmpy.app.transcript import FAILED, UNANSWERED, VERDICTS, Row

Checked = tuple[Source, list[Row]]


def text_report(source: Source, rows: list[Row], passing: set[str]) -> str:
    """A line for each answer, and what there is to say of those that do not pass."""
    width = max((len(row.place(source)) for row in rows), default=0)
    lines = ""
    for row in (row for row in rows if row.verdict != UNANSWERED):
        lines += f"{row.place(source):<{width}}  {row.verdict}{'' if row.verdict in passing else _details(row)}\n"
    return lines


def _details(row: Row) -> str:
    """What was recorded, what is printed now, and what else there is to say, on lines of their own."""
    if not row.answer or row.verdict in FAILED:
        shown = [("", row.detail)]
    else:
        places = [("differs" if i == 0 else "", str(place)) for i, place in enumerate(row.differences) if place.path]
        shown = [("recorded", row.answer.text), ("printed", row.printed), *places]
        shown += [("because", row.detail)] if row.detail else []
    lines = ""
    for label, text in shown:
        for line in text.splitlines() or ["(nothing)"]:
            lines += f"\n    {label:10}{line}"
            label = ""
    return lines


def totals(checked: Iterable[Checked]) -> Counter[str]:
    """How many answers have each verdict."""
    return Counter(row.verdict for _, rows in checked for row in rows if row.verdict != UNANSWERED)


def unanswered(checked: Iterable[Checked]) -> int:
    """How many forms print what no answer records."""
    return sum(row.verdict == UNANSWERED for _, rows in checked for row in rows)


def summary(counts: Counter[str], unanswered: int = 0) -> str:
    """The verdicts with their numbers, in one line, and how many forms print what is not recorded."""
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]) or "no answers"
    more = f"; {unanswered} form{'' if unanswered == 1 else 's'} without an answer" if unanswered else ""
    return verdicts + more


def json_report(checked: list[Checked], passing: set[str]) -> str:
    """All that is known, for programs."""
    counts = totals(checked)
    files = [
        {"file": source.name, "answers": [_record(row, passing) for row in rows if row.verdict != UNANSWERED]}
        for source, rows in checked
    ]
    return json.dumps(
        {
            "passed": passing.issuperset(counts),
            "totals": dict(counts),
            "unanswered": unanswered(checked),
            "files": files,
        },
        indent=2,
        ensure_ascii=False,
    )


def _record(row: Row, passing: set[str]) -> dict[str, Any]:
    return {
        "line": row.line,
        "verdict": row.verdict,
        "passed": row.verdict in passing,
        "recorded": row.answer.text if row.answer else None,
        "printed": row.printed,
        "detail": row.detail,
        "witness": row.witness,
        "differences": [asdict(difference) for difference in row.differences],
    }
