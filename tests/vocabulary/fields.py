"""The fields of a documentation: Scheme, Math, Shapes, Units, Raises, Source, in this order."""

import re

from scmpy.registry import Entry, lookup

FIELDS = ("Scheme", "Math", "Shapes", "Units", "Raises", "Source")

_FIELD = re.compile(rf"^ *({'|'.join(FIELDS)}): +(.*(?:\n {{9,}}\S.*)*)", re.MULTILINE)


def fields(doc: str) -> dict[str, str]:
    """The fields that a documentation has, in its order."""
    return {name: " ".join(text.split()) for name, text in _FIELD.findall(doc)}


def errors_told(entry: Entry) -> str:
    """What the documentation of a name says of its errors; of one that raises them "as another" what that says too."""
    told = fields(entry.doc).get("Raises", "")
    other = re.match(r"as ([^\s;]+)", told)
    found = lookup(other[1]) if other else None
    return f"{told}; {errors_told(found)}" if found else told
