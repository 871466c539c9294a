"""``python -m scmpy`` is the command ``scmpy``."""

from scmpy.app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
