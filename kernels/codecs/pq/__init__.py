"""`pq`: product-quantised rows, one unsigned byte for each part of a row."""
