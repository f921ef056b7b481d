"""A spec as it was written: YAML to nodes, nodes to syntax."""
