"""The command line: run programs, check transcripts, and a plain read-eval-print loop."""
