"""Compressed bytes: `zstd`, `lz4` and `zlib`, by the libraries of these formats."""
