"""Codecs and their kernels: what payloads mean, and fast code to decode and encode them.

Light by design: numba, torch, triton and cupy are imported by the kernels that need them,
when `dispatch.select` is asked for one. README.md has the map.
"""
