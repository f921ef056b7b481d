"""The words of Construct that templates use."""

from __future__ import annotations

NUMBERS = {
    ("unsigned", 1): "Int8u", ("unsigned", 2): "Int16u", ("unsigned", 4): "Int32u",
    ("unsigned", 8): "Int64u", ("signed", 1): "Int8s", ("signed", 2): "Int16s",
    ("signed", 4): "Int32s", ("signed", 8): "Int64s", ("float", 2): "Float16",
    ("float", 4): "Float32", ("float", 8): "Float64",
}  # fmt: skip  # laid out as a table
"""The constructs of numbers, without the letter of their byte order."""

ORDERED = tuple(name for (_, size), name in NUMBERS.items() if size > 1)
"""Numbers whose byte order is chosen when a file is read: these are named without its letter."""

HELPERS: dict[str, tuple[str, ...]] = {
    "Here": ("Construct",),
    "Bits": ("Construct", "StreamError"),
    "at_end": ("stream_iseof",),
    "ToEnd": ("ListContainer", "RangeError", "Subconstruct", "at_end"),
    "Growing": ("ListContainer", "Subconstruct", "at_end"),
    "Matched": ("Adapter", "ListContainer"),
    "FromByte": ("Subconstruct",),
    "ReadOnly": ("ConstructError", "Subconstruct"),
    "Elsewhere": ("Subconstruct", "evaluate"),
    "Within": ("Container", "Subconstruct", "evaluate"),
    "Ended": ("NullTerminated", "io"),
    "Filled": ("FixedSized", "PaddingError", "evaluate", "io"),
    "Keys": ("Container", "ListContainer"),
    "Json": ("Adapter", "Keys", "evaluate", "json"),
    "Processed": ("Subconstruct", "io"),
    "Seen": ("Computed", "Struct"),
    "Substream": ("Transformed",),
    "length": ("FixedSized", "io"),
    **{name: ("IfThenElse", "this", f"{name}l", f"{name}b") for name in ORDERED},
}
"""What Construct lacks, and a module defines where it is used: what each needs of Construct."""

_CONSTRUCTS = (
    "Adapter", "Array", "Bytes", "Check", "Checksum", "Computed", "Const", "Construct",
    "ConstructError", "Container", "Default", "Enum", "EnumIntegerString", "Error",
    "ExprValidator", "FixedSized", "GreedyBytes", "If", "IfThenElse", "LazyBound",
    "ListContainer", "NullStripped", "NullTerminated", "PaddingError", "Pass", "Pointer",
    "ProcessRotateLeft", "ProcessXor", "RangeError", "Rebuild", "RepeatUntil", "StreamError",
    "StringEncoded", "Struct", "Subconstruct", "Switch", "Transformed", "evaluate",
    "stream_iseof", "stream_size", "this",
)  # fmt: skip  # laid out as a table

FROM_CONSTRUCT = frozenset(
    (*_CONSTRUCTS, *(f"{name}{o}" for name in NUMBERS.values() for o in "bl"))
)
"""What modules import from Construct."""

_MODULES = (
    "binascii", "blake3", "codecs", "collections", "construct", "hashlib", "importlib", "inspect",
    "io", "itertools", "json", "math", "operator", "os", "pickle", "platform", "re", "struct",
    "sys", "time", "zlib",
)  # fmt: skip  # what modules import, and Construct: a module of a spec would stand before them

TAKEN = frozenset((*HELPERS, *FROM_CONSTRUCT, *_MODULES, "_schema"))
"""Names that no type and no module has."""

OF_CONTAINERS = frozenset((*dir(dict), "search", "search_all"))
"""What containers have as methods: a field of that name is looked up as a key."""
