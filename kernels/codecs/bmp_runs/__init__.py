"""`bmp_runs`: indices in runs, as BMP has them (RLE4, RLE8)."""
