"""`bmp_rows`: the rows of an image, each of whole words, as BMP has them."""
