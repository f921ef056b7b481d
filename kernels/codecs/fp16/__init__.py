"""`fp16`: float16, little-endian, stored for float32."""
