"""Code from expression graphs: a function is traced on symbols, its graph put in order and written for a target."""
