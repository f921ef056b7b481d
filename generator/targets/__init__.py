"""The languages that a plan is emitted in."""
