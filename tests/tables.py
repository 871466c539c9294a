"""Tables of cases, as texts beside the tests that read them."""

from pathlib import Path


def sections(test: str, name: str) -> dict[str, list[str]]:
    """The rows of a text beside a test by the titles above them, which begin with #; remarks begin with a semicolon."""
    found: dict[str, list[str]] = {}
    rows: list[str] = found.setdefault("", [])
    for line in Path(test).with_name(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            rows = found.setdefault(line[2:], [])
        elif line and not line.startswith("; "):
            rows.append(line)
    return {title: rows for title, rows in found.items() if rows}


def rows(test: str, name: str) -> list[str]:
    """All rows of a text beside a test."""
    return [row for each in sections(test, name).values() for row in each]
