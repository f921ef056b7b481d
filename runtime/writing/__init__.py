"""Writing records: fields that follow from others, positions, and what is refused."""
