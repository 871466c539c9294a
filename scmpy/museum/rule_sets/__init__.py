"""Named rule sets beyond those that the core uses (:mod:`scmpy.symbolic.rewriting.rule_sets`), each usable alone."""
