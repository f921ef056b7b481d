"""Benchmarks: beside the peers, and beside a memory copy of the same bytes, in the same run.

`python -m benchmarks` prints the tables; each suite is a module with a function `tables`.
"""
