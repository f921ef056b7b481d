"""What the plan of a spec says of files: its expressions as functions, rules, good values."""
