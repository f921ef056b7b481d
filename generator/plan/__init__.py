"""What to do, decided once."""
