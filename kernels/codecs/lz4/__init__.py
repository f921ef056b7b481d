"""`lz4`: one frame of LZ4."""
