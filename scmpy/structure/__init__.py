"""Up and down tuples, matrices, linear equations over them, and literal functions of structured arguments."""
