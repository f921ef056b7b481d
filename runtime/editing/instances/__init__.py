"""Instances of a file that is changed: where they stand, what they show, what they depend on."""
