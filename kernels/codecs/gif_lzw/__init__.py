"""`gif_lzw`: indices compressed by LZW, in blocks, as GIF has them."""
