"""`sub_blocks`: bytes in blocks of at most 255, as GIF has them."""
