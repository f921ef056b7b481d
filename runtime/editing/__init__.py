"""Files that were read and changed: what was changed is found, made anew, and read back."""
