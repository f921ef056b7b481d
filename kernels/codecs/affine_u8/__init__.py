"""`affine_u8`: one unsigned byte a value, for values on a line of 256 steps."""
