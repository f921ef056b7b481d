"""Real files, read by the modules of two compilers."""
