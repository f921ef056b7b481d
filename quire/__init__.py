"""quire: declare a binary layout once, get a module that reads, writes and checks it."""

__version__ = "0.1.0"
