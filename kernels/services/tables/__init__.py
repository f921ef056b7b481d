"""Tables of records whose sizes differ: where each begins, found by a compiled scan."""
