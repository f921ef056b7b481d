"""What moves behind a part that has grown, or shrunk, and what leads to it."""
