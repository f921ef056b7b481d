"""`deflate`: one deflated stream, as gzip and zip have it."""
