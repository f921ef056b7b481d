"""`ggml_blocks`: the blocks of quantised values that GGUF files have."""
