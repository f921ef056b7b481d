"""Columns as people have them: tables, Arrow's arrays, what is given for a list."""
