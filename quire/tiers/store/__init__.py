"""The tiered store (ADR-019): tensors that lose bits, and in the end their data, with disuse."""
