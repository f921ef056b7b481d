"""What the crate `ruvector-temporal-tensor` keeps on disk: blocks, deltas and factors."""
