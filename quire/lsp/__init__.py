"""A language server for specs: what an editor asks while one is written."""
