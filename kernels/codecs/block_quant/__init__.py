"""`block_quant`: codes of 8, 7, 5 or 3 bits in blocks, each with a scale, or with two."""
