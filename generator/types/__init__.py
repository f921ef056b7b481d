"""The type of every field and expression."""
