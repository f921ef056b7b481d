"""Construct as a target: the structural plan as declarations of that library."""
