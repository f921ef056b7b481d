"""What other programs load: pytest, and fuzzers."""
