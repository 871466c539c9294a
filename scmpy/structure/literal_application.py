"""What stands for a literal function or a symbol without being quoted: two settings."""

from __future__ import annotations

from scmpy.generic.settings import SWITCH, Setting

enable_literal_apply = Setting(
    "*enable-literal-apply*",
    False,
    SWITCH,
    "Whether a symbol that a program of Scheme applies stands for the literal function of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *enable-literal-apply* #t) ('f 'x)")
    (f x)
    """,
)
self_evaluating = Setting(
    "*self-evaluating-unbound-variables*",
    False,
    SWITCH,
    "Whether a variable of Scheme that has no value is the symbol of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *self-evaluating-unbound-variables* #t) (+ unknown 1)")
    (+ 1 unknown)
    """,
)
