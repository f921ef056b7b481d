"""Compressed bytes: `zstd` and `lz4`, by the libraries of these formats."""
