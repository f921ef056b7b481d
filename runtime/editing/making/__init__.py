"""The parts of a file that have changed, made anew; all others, and what was there, kept."""
