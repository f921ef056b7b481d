"""`sparse_scatter`: values with their places, everything else zero."""
