"""Scans that are run: by Python or as machine code, over arrays that grow."""
