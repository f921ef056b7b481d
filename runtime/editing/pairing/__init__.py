"""The records of a file, each with what is read in its place, and what of them has changed."""
