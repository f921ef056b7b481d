"""`zstd`: one frame of Zstandard."""
