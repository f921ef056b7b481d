"""A spec that has an expression in every place that takes one: `<int>` is a place for an integer.

What is filled in names values by `$`: `$n + 1`. Each place has values of its own, so that a part
of its expression is known wherever it stands in the module that is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

LONG = "a_name_that_is_as_long_as_the_names_of_specs_get_to_be_when_somebody_cares"

VALUES = {
    "n": "a", "m": "b", "b": "a == 12", "c": "a == 1", "f": "f", "s": "s", "raw": "raw",
    "list": "list", "texts": "texts", "k": "kind", "r": "words", "rs": "pairs",
    "io": "_io", LONG: "c", "unknown": "all_arguments.stranger", "item": "a", "index": "b",
}  # fmt: skip  # laid out as a table
"""What `$` stands before, and its value, which the bytes of HEAD tell."""

HEAD = """\
meta: {id: probe, endian: le, encoding: UTF-8, ks-opaque-types: true, imports: [other]}
seq:
  - {id: a, type: u1}
  - {id: b, type: s1}
  - {id: c, type: u2}
  - {id: f, type: f4}
  - {id: s, type: str, size: 3}
  - {id: raw, size: 3}
  - {id: list, type: u1, repeat: expr, repeat-expr: 3}
  - {id: texts, type: str, size: 1, repeat: expr, repeat-expr: 2}
  - {id: kind, type: u1, enum: kind}
  - {id: words, type: words}
  - {id: pairs, type: words, repeat: expr, repeat-expr: 2}
enums:
  kind: {1: one, 2: two, 3: class}
"""
DATA = (
    bytes.fromhex("0c fd 2c01 00002040") + b"7x1" + bytes.fromhex("05 01 09 03 01 02") + b"pq"
    b"\x02" + bytes.fromhex("06 07 08 06 07 08 06 07 08")
)
"""a=12, b=-3, c=300, f=2.5, s="7x1", raw=05 01 09, list=[3, 1, 2], kind=two, words=6, 7, 8."""

TYPES = """\
types:
  words:
    seq:
      - {id: class, type: u1}
      - {id: not_, type: u1}
      - {id: self, type: u1}
  plain: {seq: [{id: x, type: u2}]}
  told:
    params:
      - {id: number, type: u4}
      - {id: flag, type: bool}
      - {id: text, type: str}
      - {id: data}
      - {id: numbers, type: "u4[]"}
    seq:
      - {id: x, type: u2}
  told_more:
    params:
      - {id: ratio, type: f8}
      - {id: stream, type: io}
      - {id: kind, type: u1, enum: kind}
      - {id: record, type: words}
      - {id: anything, type: any}
    seq:
      - {id: x, type: u2}
  ordered:
    meta:
      endian:
        switch-on: <int>
        cases:
          ? <int:1>
          : le
          ? <int:2>
          : be
    seq: [{id: x, type: u2}, {id: y, type: u4}]
  chosen_by_text:
    meta:
      endian:
        switch-on: <str>
        cases:
          ? <str:1>
          : le
          _: be
    seq: [{id: x, type: u2}, {id: inner, type: in_order}]
    types:
      in_order: {seq: [{id: x, type: u2}]}
  sizes:
    to-string: <str>
    seq:
      - {id: data, size: <int>}
      - {id: more, size: <int:i>, repeat: expr, repeat-expr: <int>}
      - {id: text, type: str, size: <int>}
      - {id: lines, type: strz, repeat: until, repeat-until: <bool>}
      - {id: padded, size: <int>, pad-right: 0x20, terminator: 0}
      - {id: padded_text, type: str, size: <int>, pad-right: 0x20, terminator: 0, include: true}
      - {id: window, type: plain, size: <int>}
      - {id: padded_window, type: plain, size: <int>, pad-right: 0}
      - {id: ended_window, type: plain, terminator: 0, pad-right: 0x20}
      - {id: windows, type: plain, size: <int:i>, repeat: eos}
      - {id: filled, size: <int>, -fill: 0}
      - {id: limited, size: <int>, -limit: 100}
      - {id: rest, size-eos: true}
  to_end:
    seq: [{id: rest, size-eos: true, pad-right: 0x20, terminator: 0}]
  repeats:
    seq:
      - {id: counted, type: u1, repeat: expr, repeat-expr: <int>}
      - {id: pairs, type: plain, repeat: expr, repeat-expr: <int>}
      - {id: until, type: u2, repeat: until, repeat-until: <bool:_i>}
      - {id: until_pair, type: plain, repeat: until, repeat-until: <bool:i>}
      - {id: until_text, type: strz, repeat: until, repeat-until: <bool:i>}
      - {id: bits, type: b3, repeat: expr, repeat-expr: <int>}
  conditions:
    seq:
      - {id: number, type: u2, if: <bool>}
      - {id: flag, type: b1, if: <bool>}
      - {id: record, type: plain, if: <bool>}
      - {id: window, type: plain, size: <int>, if: <bool>}
      - {id: listed, type: plain, repeat: expr, repeat-expr: <int>, if: <bool>}
      - {id: choice, if: <bool>, type: {switch-on: <int>, cases: {1: plain, 2: words}}}
  checks:
    seq:
      - {id: same, type: u1, valid: <int>}
      - {id: range, type: u4, valid: {min: <int>, max: <int>}}
      - {id: several, type: s4, valid: {any-of: [<int>, <int>]}}
      - {id: only, type: s4, valid: {any-of: [<int>]}}
      - {id: rule, type: u1, valid: {expr: <bool:_>}}
      - {id: text, type: strz, valid: <str>}
      - {id: texts, type: strz, valid: {any-of: [<str>, <str>]}}
      - {id: data, size: 2, valid: <bytes>}
      - {id: ratio, type: f4, valid: {min: <float>, max: <float>}}
      - {id: kind, type: u1, enum: kind, valid: <enum>}
      - {id: known, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: bits, type: b4, valid: {min: <int>}}
      - {id: bit, type: b1, valid: <bool>}
      - {id: listed, type: u1, repeat: expr, repeat-expr: <int>, valid: {expr: <bool:_i>}}
      - {id: fixed, contents: [0x50, "K"]}
  processes:
    seq:
      - {id: xor, size: <int>, process: xor(<int>)}
      - {id: xor_bytes, size: <int>, process: xor(<bytes>)}
      - {id: left, size: <int>, process: rol(<int>)}
      - {id: right, size: <int>, process: ror(<int>)}
      - {id: zipped, size: <int>, process: zlib}
      - {id: by_own_alone, size: <int>, process: "my.own_fx"}
      - {id: own, size: <int>, process: "my.own_fx(<int>, <str>, <bytes>, <bool>, <list>)"}
      - {id: ended, terminator: 0, process: xor(<int>)}
      - {id: record, type: plain, size: <int>, process: xor(<int>)}
      - {id: rotated, type: plain, size: <int>, process: rol(<int>)}
      - {id: unzipped, type: plain, size: <int>, process: zlib}
      - {id: by_own, type: plain, size: <int>, process: "my.own_fx(<int>, <str>)"}
      - id: listed
        type: plain
        size: <int:i>
        process: xor(<int:i>)
        repeat: expr
        repeat-expr: <int>
      - {id: rest, size-eos: true, process: xor(<int>)}
  arguments:
    seq:
      - {id: one, type: "told(<int>, <bool>, <str>, <bytes>, <list>)"}
      - {id: more, type: "told_more(<float>, <stream>, <enum>, <record>, <int>)"}
      - id: many
        type: "told(<int:i>, <bool>, <str>, <bytes>, <list>)"
        repeat: expr
        repeat-expr: <int>
      - {id: stranger, type: "stranger(<int>, <str>)", size: <int>}
      - {id: foreign, type: other}
      - {id: adopted, type: plain, parent: <record>}
      - {id: orphan, type: plain, parent: false}
      - {id: adopted_window, type: plain, parent: <record>, size: <int>}
      - {id: in_order, type: ordered}
      - {id: in_orders, type: ordered, repeat: expr, repeat-expr: <int>}
  choices:
    seq:
      - id: by_number
        type:
          switch-on: <int>
          cases:
            ? <int:1>
            : plain
            ? <int:2>
            : words
      - id: by_text
        size: <int>
        type:
          switch-on: <str>
          cases:
            ? <str:1>
            : plain
            ? <str:2>
            : words
            _: plain
      - id: by_kind
        type:
          switch-on: <enum>
          cases:
            ? <enum:1>
            : u1
            ? <enum:2>
            : u2
            ? <enum:3>
            : u2
            _: "told(<int>, true, 'x', <bytes>, [300])"
      - id: by_flag
        type:
          switch-on: <bool>
          cases:
            ? <bool:1>
            : plain
      - id: listed
        repeat: expr
        repeat-expr: <int>
        type:
          switch-on: <int:i>
          cases:
            ? <int:1>
            : plain
            ? <int:2>
            : words
  instances:
    seq: [{id: x, type: u1}]
    instances:
      at: {pos: <int>, type: u2}
      sized: {pos: <int>, size: <int>, if: <bool>}
      elsewhere: {io: <stream>, pos: <int>, type: plain}
      there: {io: <stream>, type: plain, size: <int>}
      listed: {pos: <int>, type: u2, repeat: expr, repeat-expr: <int>}
      until: {pos: <int>, type: u2, repeat: until, repeat-until: <bool:_i>}
      records: {pos: <int>, type: plain, repeat: until, repeat-until: <bool:i>, if: <bool>}
      checked: {pos: <int>, type: u2, valid: {expr: <bool:_>}}
      chosen:
        pos: <int>
        size: <int>
        type:
          switch-on: <int>
          cases:
            ? <int:1>
            : plain
            ? <int:2>
            : words
      zipped: {pos: <int>, size: <int>, process: zlib}
      xored: {pos: <int>, size: <int>, process: xor(<int>), type: plain}
      when: {value: <int>, if: <bool>}
      labelled: {value: <int>, enum: kind}
      labelled_when: {value: <int>, enum: kind, if: <bool>}
      text: {value: <str>}
      text_when: {value: <str>, if: <bool>}
      ruled: {value: <int>, -valid: {min: <int:o>, max: <int:o>}}
      ruled_when: {value: <int>, enum: kind, if: <bool>, -valid: {in-enum: true}}
      ruled_text: {value: <str>, -valid: <str:o>}
      ruled_several: {value: <int>, -valid: {any-of: [<int:o>, <int:o>]}}
      ruled_by: {value: <int>, -valid: {expr: <bool:o_>}}
      data: {value: <bytes>}
      numbers: {value: <list>}
      ratio: {value: <float>}
      stream: {value: <stream>}
      stream_size: {value: _io.size}
      kind: {value: <enum>}
      record: {value: <record>}
      unknown: {value: <any>}
      told: {value: "x == 1 ? 8 : x == 2 ? 16 : x == 12 ? 24 : 0"}
"""

PLAIN = """\
      defaulted: {value: <int>, -default: <int:o>}
      differing: {value: a, -value: <int:o>, if: "true", -if: <bool:o>}
  twins:
    seq:
      - {id: sized, size-eos: true, -size: <int:o>}
      - {id: listed, type: u1, repeat: eos, -repeat-expr: <int:o>}
      - {id: maybe, type: u1, if: "true", -if: <bool:o>}
      - {id: derived, type: u1, -derive: <int:od>}
      - {id: derived_text, type: str, size: 2, -derive: <str:od>}
      - {id: derived_list, type: u1, repeat: expr, repeat-expr: 2, -derive: <list:od>}
      - {id: default, type: u1, -default: <int:o>}
      - {id: default_text, type: str, size: 2, -default: <str:o>}
      - {id: default_data, size: 2, -default: <bytes:o>}
      - {id: default_flag, type: b1, -default: <bool:o>}
      - {id: default_kind, type: u1, enum: kind, -default: <enum:o>}
      - {id: default_ratio, type: f4, -default: <float:o>}
  summed:
    seq:
      - {id: body, size: 3}
      - id: sum
        type: u8
        if: <bool>
        -checksum:
          algorithm: sum32
          over: [<bytes:o>, body, late]
          init: <int:o>
          xor: <int:o>
          mask: <int:o>
          inflated: <bool:o>
          if: <bool:o>
      - {id: hash, size: 4, -checksum: {algorithm: sha1, over: {behind: body}}}
    instances:
      late: {pos: <int>, size: 2}
  piece: {seq: [{id: data, size: 2}]}
  assembled:
    seq:
      - {id: pieces, type: piece, repeat: expr, repeat-expr: 2}
    instances:
      whole:
        value: pieces[0].data
        -value: 'pieces.where(<bool:o>).map(_.data).joined'
        -array: {dtype: u1, shape: [<int:o>]}
        -codec: [zlib]
  arrays:
    seq:
      - {id: plain, size: <int>, -array: {dtype: u2, shape: [<int:o>, <int:o>]}}
      - {id: whole, size: <int>, -array: {dtype: u2be, shape: <list:o>, order: F}}
      - {id: to_end, size-eos: true, -size: <int:o>, -array: {dtype: f4, shape: [<int:o>]}}
      - {id: number, type: u4, -checksum: {over: coded, decoded: <bool:o>, if: <bool:o>}}
      - id: hash
        size: 4
        if: <bool>
        -checksum: {algorithm: blake3, over: by_number, decoded: <bool:o>, if: <bool:o>}
      - id: coded
        size: <int>
        -array: {dtype: f4, shape: [<int:o>, <int:o>]}
        -codec: [affine_u8: {scale: <float:o>, min: <float:o>}]
      - id: packed
        size: <int>
        -array: {dtype: f4, shape: <list:o>}
        -codec: [zstd, xor_delta: {stored: <str:o>, width: <int:o>, planes: <bool:o>}]
      - id: by_number
        size: <int>
        -array: {dtype: u2, shape: [<int:o>]}
        -codec:
          switch-on: <int:o>
          cases:
            ? <int:o1>
            : [zlib]
            ? <int:o2>
            : []
      - id: by_text
        size: <int>
        -array: {dtype: u2, shape: [<int:o>]}
        -codec:
          switch-on: <str:o>
          cases:
            ? <str:o1>
            : [zlib]
            _: []
      - id: by_kind
        size: <int>
        -array:
          shape: [<int:o>]
          dtype:
            switch-on: <enum:o>
            cases:
              ? <enum:o1>
              : u2
              ? <enum:o2>
              : f4
        -codec: [zstd]
      - id: by_flag
        size: <int>
        -array:
          shape: [<int:o>]
          dtype:
            switch-on: <bool:o>
            cases:
              ? <bool:o1>
              : u2
              _: f4
        -codec: []
  table:
    seq:
      - id: rows
        type: row(<int>)
        repeat: expr
        repeat-expr: <int>
        if: <bool>
        -array: {}
    types:
      row:
        params: [{id: width, type: u4}]
        seq:
          - {id: name, type: strz}
          - {id: len, type: u1}
          - {id: data, size: len}
          - {id: values, size: <int>, -array: {dtype: s2, shape: [<int:ot>]}}
          - {id: text, type: str, size: <int>}
          - {id: most, type: u4, valid: {min: 0, max: 7}}
          - {id: one, type: u2, valid: {any-of: [1, 2]}}
  documents:
    seq:
      - {id: len, type: u2}
      - id: header
        type: str
        size: len
        -document:
          format: json
          compact: <bool:o>
          sort-keys: <bool:o>
          fields:
            number: {type: int, valid: {min: <int:o>, max: <int:o>}}
            same: {type: int, valid: <int:o>}
            text: {type: str, valid: {any-of: [<str:o>, <str:o>]}, doc: Said.}
            rule: {type: int, valid: {expr: <bool:o_>}, if: <bool:o>}
            unit: {type: str, default: <str:o>}
            ratio: {type: float, default: <float:o>}
            free: {type: any, optional: true}
            checked: {type: int, optional: true, valid: <int:o>}
            ready: {type: bool, default: <bool:o>}
            rows: {items: int}
            parts:
              keys: <texts:o>
              items:
                id: part
                fields:
                  size: {type: int, if: <bool:o>}
                  inner: {id: inner, fields: {x: {type: int, default: <int:o>}}}
            others: {items: {id: other, fields: {x: int}}}
"""

OWN_FIXED = """\
  told_by_arrays:
    seq:
      - {id: num_rows, type: u1}
      - {id: rows, size: num_rows * 4, -array: {dtype: u2, shape: [num_rows, 2]}}
      - {id: len_packed, type: u2}
      - {id: num_packed, type: u2}
      - id: packed
        size: len_packed
        -array: {dtype: u2, shape: [num_packed, 2]}
        -codec: [zstd]
      - {id: len_array, type: u1}
      - {id: array, size: len_array, -array: {dtype: u2, shape: [2]}}
      - {id: scheme, type: u1}
      - {id: norms, size: 8, if: scheme == 1, -array: {dtype: f4, shape: [2]}}
      - {id: codebooks, size: 48, -array: {dtype: f4, shape: [2, 3, 2]}}
      - id: vectors
        size: 4
        -array: {dtype: f4, shape: [2, 4]}
        -codec: [pq: {codebooks: codebooks, norms: norms}]
      - id: chosen
        size: 4
        -array: {dtype: f4, shape: [2]}
        -codec: {switch-on: scheme, cases: {1: [zlib], 0x10: [lz4]}}
      - id: told
        size: 4
        -array: {dtype: {switch-on: scheme, cases: {1: u2, 2: f4}}, shape: [2]}
        -codec: []
      - {id: chunks, type: chunk(num_rows), repeat: expr, repeat-expr: num_rows}
      - {id: len_chunks, type: u4, -derive: chunks.map(_._sizeof).sum}
      - {id: len_behind, type: u2, -derive: behind._sizeof}
      - {id: behind, type: measured}
      - id: last
        size-eos: true
        -array: {dtype: f4, shape: [2]}
        -codec: []
    types:
      chunk:
        params: [{id: width, type: u1}]
        seq:
          - {id: values, size: width, -array: {dtype: u1, shape: [width]}, -codec: []}
      measured: {seq: [{id: text, type: strz}]}
"""

FIXED = """\
  kept:
    doc: What has no expressions of its own.
    seq:
      - {id: a, type: u1}
      - {id: b, type: u4}
      - {id: num_rows, type: u2}
      - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
      - {id: cells, type: cell, repeat: eos}
    types:
      row: {seq: [{id: x, type: u1}, {id: y, type: u2}, {id: kind, type: u1, enum: kind}]}
      cell:
        seq:
          - {id: x, type: u1}
          - {id: len_data, type: u2}
          - {id: data, size: len_data}
          - {id: len_more, type: u1}
          - {id: more, size: len_more}
          - {id: fixed, size: 3}
          - {id: end, type: u4}
  told_by_others:
    seq:
      - {id: len_each, type: u1}
      - {id: num, type: u1}
      - {id: each, size: len_each, repeat: expr, repeat-expr: num}
      - {id: flags, type: u1}
      - {id: maybe, type: u2, if: flags == 1}
      - {id: tag, type: u1}
      - {id: len_choice, type: u1}
      - {id: choice, size: len_choice, type: {switch-on: tag, cases: {1: row, 2: cell}}}
      - {id: mostly, type: {switch-on: tag, cases: {1: u1, 2: u2, _: row}}}
      - {id: ofs_there, type: u1}
      - {id: len_halves, type: u1}
      - {id: halves, size: len_halves * 2}
      - {id: high, type: b3}
      - {id: low, type: b70}
      - {id: last, type: b7}
      - {id: len_padded, type: u1}
      - {id: padded, type: str, size: len_padded, terminator: 0, pad-right: 0}
      - {id: behind, size: len_padded, process: xor(_io.pos)}
      - {id: len_below, type: u1}
      - {id: below, type: telling}
      - {id: window, type: all_of_it, size: len_each}
      - {id: to_end, type: all_of_it, size-eos: true}
    instances:
      there: {pos: ofs_there, type: kept}
    types:
      telling: {seq: [{id: x, size: _parent.len_below}]}
      all_of_it: {seq: [{id: x, type: u1}]}
      row: {seq: [{id: x, type: u1}]}
      cell: {seq: [{id: y, type: u1}]}
"""


@dataclass(frozen=True)
class Place:
    """A place for an expression of a type.

    Among its `names`, `_` is the value that is looked at, `i` its index; `o` says that the key is
    quire's own, `t` that the value must not differ between the records of a table, and `d` that
    it may not be asked of a stream.
    """

    number: int
    type: str
    names: str

    def spelt(self, text: str) -> str:
        """An expression that names the values of this place."""
        return re.sub(r"\$(\w+)", rf"_root.\1_p{self.number}", text)


Fill = Callable[[Place], str]


@dataclass(frozen=True)
class Filled:
    """A spec in whose places expressions stand; each is also the value of an instance.

    Attributes:
        text: The spec.
        places: The places with what was put there.
        alone: The instance that each expression is, in quire's own keys or in others.
    """

    text: str
    places: tuple[tuple[Place, str], ...]
    alone: dict[tuple[str, bool], str]


def filled(fill: Fill, *, own: bool, debug: bool = False) -> Filled:
    """The spec with what `fill` gives for each place; `own` with quire's own keys."""
    places: list[tuple[Place, str]] = []

    def put(found: re.Match[str]) -> str:
        place = Place(len(places), found[1], found[2] or "")
        expression = fill(place)
        if "d" in place.names:
            expression = re.sub(r"\$io\.(size|pos)", "$n", expression).replace("$io.eof", "$b")
        places.append((place, expression))
        text = place.spelt(places[-1][1])
        text = re.sub(r"_root\.item_p\d+", "_", text) if "_" in place.names else text
        return re.sub(r"_root\.index_p\d+", "_index", text) if "i" in place.names else text

    spec = yaml.load(HEAD + TYPES + (PLAIN + OWN_FIXED if own else "") + FIXED, yaml.CSafeLoader)
    spec["meta"] |= {"ks-debug": True} if debug else {}
    types = list(spec["types"])
    spec["types"] = _filled(spec["types"], put)
    alone = {(text, "o" in place.names): f"expression_{place.number}" for place, text in places}
    spec["instances"] = {f"all_{name}": {"pos": 0, "type": name} for name in types}
    for name in ("told", "told_more", "ordered", "chosen_by_text"):
        del spec["instances"][f"all_{name}"]
    spec["instances"] |= dict(_instances(places, alone))
    text = yaml.dump(spec, Dumper=yaml.CSafeDumper, sort_keys=False, width=10**6)
    return Filled(text, tuple(places), alone)


def _filled(node: Any, put: Callable[[re.Match[str]], str]) -> Any:
    if isinstance(node, dict):
        return {_filled(key, put): _filled(value, put) for key, value in node.items()}
    if isinstance(node, list):
        return [_filled(value, put) for value in node]
    return re.sub(r"<(\w+)(?::(\w+))?>", put, node) if isinstance(node, str) else node


def _instances(
    places: list[tuple[Place, str]], alone: dict[tuple[str, bool], str]
) -> Iterator[tuple[str, Any]]:
    """The values that places name, and the expressions."""
    for place, text in places:
        for name in dict.fromkeys(re.findall(r"\$(\w+)", text)):
            yield f"{name}_p{place.number}", {"value": VALUES[name]}
    numbers = {f"expression_{place.number}": place for place, _ in places}
    for (text, own), name in alone.items():
        value = numbers[name].spelt(text)
        yield name, {"value": "a", "-value": value} if own else {"value": value}
