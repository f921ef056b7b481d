"""Signed codes of 1 to 8 bits, packed: no codec, but what quantised blocks are made of."""
