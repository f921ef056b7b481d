"""The words of the language, place by place: one row for each key, and the only one.

Which keys are legal, the JSON Schema for editors, and the tables of the reference come from here.
"""

from __future__ import annotations

from typing import NamedTuple

from quire.generator.syntax import shapes as s
from quire.runtime.coding import digests


class Key(NamedTuple):
    """A key of the language.

    Attributes:
        means: What it says: a sentence, as it stands in the tables of the reference.
        shape: Its value, as a part of a JSON Schema.
        on: Which fields may have it.
        chosen: Whether the value may be a choice of such values: `switch-on` and `cases`.
    """

    means: str
    shape: s.Shape
    on: str = "all"
    chosen: bool = False


Place = dict[str, Key]

# -- Kaitai's keys -------------------------------------------------------------------------

DOCS: Place = {
    "doc": Key("[text about it](#docs), in Markdown", s.SCALAR),
    "doc-ref": Key(
        "where more is said: a link, a link with a text after it, a text; or a list of these",
        s.or_list(s.STRING),
    ),
}

TYPE: Place = {
    "meta": Key("[settings](#meta), for the type and those inside it", s.ref("meta")),
    **DOCS,
    "params": Key("[what the type is told](#params) by whoever uses it", s.list_of(s.ref("param"))),
    "seq": Key("[the fields](#fields), in the order of the stream", s.list_of(s.ref("entry"))),
    "types": Key("types inside this one, by name", s.named(s.ID, s.ref("type"))),
    "instances": Key(
        "[what is read elsewhere, or computed](#instances), by name",
        s.named(s.ID, s.ref("instance")),
    ),
    "enums": Key("[names for numbers](#enums), by name", s.named(s.ID, s.LABELS)),
    "to-string": Key("an expression: what `str` gives", s.EXPRESSION),
}

META: Place = {
    "id": Key(
        "the name of the module; the class is called after it (`my_format` makes `MyFormat`)",
        s.NAME,
    ),
    "title": Key("what the format is called; the docstring of the module", s.ANYTHING),
    "application": Key("the programs that use the format", s.ANYTHING),
    "file-extension": Key("the extensions of such files", s.ANYTHING),
    "xref": Key("what other catalogues call the format, in any shape", s.ANYTHING),
    "license": Key("the licence of the spec, as SPDX writes it", s.ANYTHING),
    "tags": Key("what the format is about", s.ANYTHING),
    "ks-version": Key(
        'the oldest language that has what the spec needs, 0.11 at most; `"0.10"` in quotes',
        s.VERSION,
    ),
    "imports": Key("[other specs](#imports): paths without `.ksy`", s.or_list(s.STRING)),
    "encoding": Key("the encoding of text that names none", s.ENCODING),
    "endian": Key(
        "the byte order of numbers that name none: `le`, `be`, or "
        "[a choice](#byte-orders-that-are-chosen)",
        s.ORDER,
        chosen=True,
    ),
    "bit-endian": Key(
        "the order of [bits](#numbers-and-bits) that name none: `be` (the default) or `le`", s.ORDER
    ),
    "ks-debug": Key(
        "`true`: an object is read when its `_read()` is called, and notes in `_debug` where its "
        "fields stand",
        s.BOOLEAN,
    ),
    "ks-opaque-types": Key(
        "`true`: types that no spec has are [classes of your own](#opaque-types)", s.BOOLEAN
    ),
    "ks-zero-copy-substream": Key(
        "without effect, as with Kaitai's compiler for Python", s.BOOLEAN
    ),
}

PARAM: Place = {
    "id": Key("its name, one of the members of the type", s.NAME),
    "type": Key(
        "an integer or float without a byte order, `bN`, `str`, `bytes` (also if left out), "
        "`bool`, a type of the spec, `struct` (any object), `io` (a stream), `any`; with `[]` "
        "behind it, a list of these",
        s.PURE_TYPE,
    ),
    "enum": Key("the enum that the integer is of", s.STRING),
    **DOCS,
}

ENUM_LABEL: Place = {"id": Key("the name of the value", s.NAME), **DOCS}

VALID: Place = {
    "eq": Key(
        "the value must be equal to this; `valid: 3` is short for `valid: {eq: 3}`", s.EXPRESSION
    ),
    "min": Key("the smallest allowed value; can be combined with `max`", s.EXPRESSION),
    "max": Key("the largest allowed value", s.EXPRESSION),
    "any-of": Key("a list of the allowed values", s.EXPRESSIONS),
    "in-enum": Key("`true`: the field's `enum` must have a name for the value", s.TRUE),
    "expr": Key("a condition that must be true; `_` is the value", s.EXPRESSION),
}

SWITCH: Place = {
    "switch-on": Key("the expression that selects a case", s.EXPRESSION),
    "cases": Key("the choice for each value; `_` is for all other values", {"type": "object"}),
}

FIELD: Place = {
    "id": Key(
        "its name; a field without one is read and written, but expressions cannot name it", s.NAME
    ),
    **DOCS,
    "type": Key("[what it is](#numbers-and-bits); without it, bytes", s.TYPE_NAME, chosen=True),
    "if": Key(
        "the field exists only if this is true; else it has no attribute (`hasattr` is false)",
        s.EXPRESSION,
    ),
    "contents": Key(
        'the bytes that must stand here: a text, or a list of bytes (`65` and `"65"` alike) and '
        "texts",
        s.CONTENTS,
        on="bytes",
    ),
    "size": Key("the number of bytes", s.EXPRESSION, on="bytes, text"),
    "size-eos": Key("`true`: the field goes to the end of the stream", s.BOOLEAN, on="bytes, text"),
    "terminator": Key("the byte that ends the field, for bytes and text", s.BYTE),
    "include": Key("`true`: the terminator is part of the value", s.BOOLEAN),
    "consume": Key(
        "`false`: the next field begins at the terminator, not after it",
        s.BOOLEAN,
    ),
    "eos-error": Key("`false`: the end of the stream may replace the terminator", s.BOOLEAN),
    "pad-right": Key(
        "the byte that fills the rest of the size behind the value", s.BYTE, on="bytes, text"
    ),
    "encoding": Key("[its encoding](#text)", s.ENCODING, on="text"),
    "enum": Key("[names of its values](#enums)", s.STRING, on="integers"),
    "valid": Key("[what the value must be](#valid)", s.ref("valid")),
    "repeat": Key(
        "makes the field a list: [`eos`, `expr` or `until`](#repeat)",
        s.word("eos", "expr", "until"),
    ),
    "repeat-expr": Key("with `repeat: expr`: the number of elements", s.EXPRESSION),
    "repeat-until": Key(
        "with `repeat: until`: the condition that is true for the last element", s.EXPRESSION
    ),
    "process": Key(
        "[what is done to the stored bytes](#process) before anything else", s.ROUTINE, on="bytes"
    ),
    "parent": Key(
        "[what `_parent` is](#types-of-the-spec) in a type of the spec", s.EXPRESSION, on="bytes"
    ),
}

INSTANCE: Place = {
    "pos": Key(
        "where it begins, in bytes from the start of its stream; without it, where the stream "
        "stands",
        s.EXPRESSION,
    ),
    "io": Key(
        "its stream, instead of that of the type: `_root._io`, `part._io`, a param of type `io`",
        s.EXPRESSION,
    ),
    "value": Key(
        "an expression; beside it `if`, `enum`, `doc` and `doc-ref` alone may stand", s.EXPRESSION
    ),
}
"""What instances may have besides."""

# -- quire's keys --------------------------------------------------------------------------

OWN: Place = {
    "-array": Key(
        "[what the value is](#-array): a numpy array of this dtype and shape; [a table](#tables)",
        s.ref("array"),
        on="a bytes field with a size; a repeat of records",
    ),
    "-codec": Key(
        "[how the value is stored](#-codec): stages of decoding, which run at `decode()`",
        s.list_of(s.ref("stage")),
        on="a bytes field with a size",
        chosen=True,
    ),
    "-document": Key(
        "[JSON inside the file](#-document), with a schema; expressions can use its values",
        s.ref("document"),
        on="a `str` field with a size",
    ),
    "-checksum": Key(
        "[digest of other fields](#-checksum): a writer computes it; `validate()` checks it",
        s.ref("checksum"),
        on="an integer field; bytes; text",
    ),
    "-fill": Key("[padding](#-fill): a writer fills it", s.BYTE, on="bytes or text with a size"),
    "-default": Key(
        "[what a writer puts in](#-default-and--derive) if you give no value",
        s.EXPRESSION,
        on="a field, a value instance",
    ),
    "-derive": Key(
        "[what a writer always puts in](#-default-and--derive)", s.EXPRESSION, on="a field"
    ),
    "-usual": Key(
        "[what it usually is](#-usual), for generated test files: a list of expressions",
        s.EXPRESSIONS,
        on="a number, bytes, text",
    ),
    "-valid": Key(
        "[what the value must be](#-valid), as `validate()` checks it; reading does not",
        s.ref("valid"),
        on="value instances",
    ),
    "-sync": Key(
        "[how reading goes on](#-sync) after an element that is wrong",
        s.ref("sync"),
        on="a `repeat` of records",
    ),
    "-align": Key(
        "[what its position is a multiple of](#-align), if a writer chooses it",
        s.EXPRESSION,
        on="instances with `pos`",
    ),
    "-limit": Key(
        "[the most](#-limit) that may be read and written", s.EXPRESSION, on="a `size`, a `repeat`"
    ),
}

TWINS: Place = {
    "-size": Key(
        "`size` for quire alone; beside `size` or `size-eos`",
        s.EXPRESSION,
        on="fields, instances that are read",
    ),
    "-repeat-expr": Key(
        "`repeat-expr` for quire alone; beside `repeat`, of any kind",
        s.EXPRESSION,
        on="fields, instances that are read",
    ),
    "-encoding": Key(
        "`encoding` and `terminator` for quire alone; beside `encoding`: "
        "[`base256`](#numbers-that-are-text)",
        s.word("base256"),
        on="`type: str` with a `size` that is a number",
    ),
    "-if": Key(
        "`if` for quire alone; beside `if`", s.EXPRESSION, on="fields, instances that are read"
    ),
    "-value": Key("`value` for quire alone; beside `value`", s.EXPRESSION, on="value instances"),
    "-type": Key(
        "`type` for quire alone; beside `type`; [not compiled](#what-is-compiled-today) yet",
        s.TYPE_NAME,
        on="fields",
        chosen=True,
    ),
}
"""Plain keys in a form for quire alone, which then goes before the plain one."""

ARRAY: Place = {
    "dtype": Key(
        "`u1 s1 u2 s2 u4 s4 u8 s8`, `f2` (float16), `f4`, `f8`, with `le` or `be` after it, or in "
        "the byte order of `meta`; `bf2` (bfloat16); [a choice](#a-dtype-that-is-chosen) of "
        "these; without `-codec` also [others](#other-dtypes)",
        s.DTYPE,
        chosen=True,
    ),
    "dtype-name": Key(
        "instead of `dtype`, an expression: [its name](#other-dtypes) in numpy or `ml_dtypes`, or "
        "as `.npy` files have it",
        s.EXPRESSION,
    ),
    "shape": Key(
        "a list of integer expressions, or one expression that is a list of integers; -1 is an "
        "axis whose length follows from the size of the field",
        s.EXPRESSIONS,
    ),
    "order": Key(
        "`C` (the default) or `F`: whether the last axis or the first varies fastest; without "
        "`-codec` also an expression that gives one of the two",
        s.EXPRESSION | s.offered("C", "F"),
    ),
}

DOCUMENT: Place = {
    "format": Key("the format of the text: `json`", s.word("json")),
    "compact": Key(
        "for writing, a boolean expression: no blanks after `,` and `:`; default false",
        s.EXPRESSION,
    ),
    "sort-keys": Key(
        "for writing, a boolean expression: keys in order; default false", s.EXPRESSION
    ),
    "fields": Key(
        "name → schema; without it any object is accepted, and expressions cannot use its values",
        s.SCHEMAS,
    ),
}

SCHEMA: Place = {
    "type": Key(
        "`int float bool str any`; or left out, with `fields` (an object) or `items` (a list)",
        s.KIND,
    ),
    "id": Key(
        "for an object: the name of its class (default: the name of the key, with `_item` after it "
        "for elements of `items`)",
        s.text(s.NAME_IN_DOCUMENT),
    ),
    "fields": Key("name → schema of the object's keys", s.SCHEMAS),
    "items": Key("schema of the list's elements", s.ref("schema")),
    "keys": Key(
        "beside `items` with `fields`: an expression that gives a list of strings. The JSON has an "
        "object with these keys, not a list; the value is the list of its values, in this order",
        s.EXPRESSION,
    ),
    "if": Key(
        "the key is there if this is true, and only then; without `if`, it is required",
        s.EXPRESSION,
    ),
    "optional": Key("`optional: true`: the key may be missing; the value is then None", s.BOOLEAN),
    "default": Key(
        "the key may be missing, and the value is then this; a writer leaves a missing key out as "
        "long as it has this value",
        s.EXPRESSION,
    ),
    "valid": Key(
        "as in [the base language](#valid): a value, or `min`, `max`, `any-of`, `expr` (with `_`)",
        s.ref("valid"),
    ),
    "doc": Key("text about it", s.SCALAR),
}

CHECKSUM: Place = {
    "algorithm": Key(
        "[one of these](#algorithms): numbers, such as `crc32` (zlib's, the default), on an "
        "integer; hashes, such as `blake3`, on bytes of a constant size: the first of the hash",
        s.word(*digests.ALGORITHMS),
    ),
    "over": Key(
        "[the bytes that it covers](#what-a-checksum-is-over): a field, a stretch of fields, an "
        "expression that gives bytes; or a list of these, one after another",
        s.ref("over"),
    ),
    "own": Key(
        "if the checksum covers its own field: the byte that each byte of this field counts as; "
        "default 0",
        s.BYTE,
    ),
    "base": Key(
        "on text of a constant size: the base of the digits that the number is written in, 2 to "
        "16; the digits fill the field",
        s.BASE,
    ),
    "init": Key("the integer that the checksum begins with, if not the usual one", s.EXPRESSION),
    "xor": Key(
        "the integer that the result is combined with by exclusive or, if not the usual one",
        s.EXPRESSION,
    ),
    "negated": Key("`true`: the number that makes the sum 0 is stored", s.BOOLEAN),
    "mask": Key("an integer: the bits of the checksum that are kept", s.EXPRESSION),
    "word": Key(
        "the type of the numbers that a sum adds up, such as `u2le`; the last one is filled up "
        "with zeros",
        s.word(*digests.WORDS),
    ),
    "inflated": Key(
        "if this is true, the digest is of the inflated bytes (deflate, without zlib's header); "
        "default false",
        s.EXPRESSION,
    ),
    "decoded": Key(
        "if this is true, the digest is that of the decoded array, not of the stored bytes; "
        "default false",
        s.EXPRESSION,
    ),
    "if": Key("the digest is checked only if this is true; it is always written", s.EXPRESSION),
}

SYNC: Place = {
    "at": Key(
        "the bytes that an element begins with, as in `contents`; without it, the `contents` that "
        "its type begins with",
        s.CONTENTS,
    ),
}

STRETCH: Place = {
    "from": Key("the field that it begins with; without it, the start of the stream", s.STRING),
    "behind": Key("the field that it begins after", s.STRING),
    "to": Key("the field that it ends with; without it, the end of the stream", s.STRING),
    "before": Key("the field that it ends before", s.STRING),
}

# -- what may stand together ---------------------------------------------------------------


def _on(kind: str) -> Place:
    """What a field of some kind may have."""
    return {name: key for name, key in FIELD.items() if key.on == "all" or kind in key.on}


BYTES, TEXT, INTEGER = _on("bytes"), _on("text"), _on("integers")
"""What fields may have: bytes, those of a type of the spec or a chosen one; text; integers."""

VALUE_INSTANCE = {
    name: key
    for name, key in (FIELD | INSTANCE).items()
    if name in ("value", "enum", "if", "doc", "doc-ref")
}

EXTENSIONS = OWN | TWINS
"""quire's own keys; every other key that begins with `-` is ignored, as in Kaitai."""

OF_SEQ = ("-document", "-derive", "-checksum", "-sync")
"""Those that stand on fields of `seq` alone."""

OF_STORED = ("-limit", "-usual")
"""Those that say something of what is stored, and so nothing of what is computed."""
