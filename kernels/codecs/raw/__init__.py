"""`raw`: the elements themselves, little-endian."""
