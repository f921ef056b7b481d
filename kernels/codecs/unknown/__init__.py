"""`bf16`: bfloat16, little-endian, stored for float32."""
