"""`affine_int`: a small integer a value, with scale and offset, as measurements are packed."""
