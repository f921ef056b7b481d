"""`affine_u4`: value = code * scale + min, two codes a byte."""
