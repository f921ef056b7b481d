"""`group_quant`: codes of 1 to 8 bits in frames, whose groups share scales that stand elsewhere."""
