"""The fields of a documentation: Scheme, Math, Shapes, Units, Raises, Source, in this order."""

from __future__ import annotations

import re

FIELDS = ("Scheme", "Math", "Shapes", "Units", "Raises", "Source")

_FIELD = re.compile(rf"^ *({'|'.join(FIELDS)}): +(.*(?:\n {{9,}}\S.*)*)", re.MULTILINE)


def fields(doc: str) -> dict[str, str]:
    """The fields that a documentation has, in its order."""
    return {name: " ".join(text.split()) for name, text in _FIELD.findall(doc)}
