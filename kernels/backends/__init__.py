"""What the kernels of one backend share: options, launching, alignment."""
