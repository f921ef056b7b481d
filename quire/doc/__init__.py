"""Documentation of a spec: the layout of its types, and a diagram of them, out of its plan."""
