"""`gif_rows`: rows in the four passes of an interlaced GIF."""
