"""The setting of what a plain number beside a quantity is: there from the start, as all settings are."""

from scmpy.generic.settings import SWITCH, Setting

permissive = Setting(
    "*permissive-units*",
    False,
    SWITCH,
    "Whether a plain number beside a quantity, in a sum or a comparison, counts as one of its dimension.",
    """
    >>> from scmpy.units import meter
    >>> with setting(permissive_units=True):
    ...     3 * meter + 4
    (& 7 &meter)
    """,
)
