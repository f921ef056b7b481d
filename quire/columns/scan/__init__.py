"""A scan of a list, made from its spec: what it reads, the columns it fills, its text in Python."""
