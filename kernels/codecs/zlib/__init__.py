"""`zlib`: one stream of zlib."""
