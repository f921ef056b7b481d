"""What is the same as what is read in its place, and what is not."""
