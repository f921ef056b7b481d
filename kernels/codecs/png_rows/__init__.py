"""`png_rows`: the rows of an image, each filtered as PNG does it."""
