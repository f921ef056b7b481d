"""The compiler: from a spec in YAML to a Python module. Needed at build time only."""
