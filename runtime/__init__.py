"""The ground floor: what every generated module is built upon."""

from quire.runtime.coding.digests import Settings
from quire.runtime.coding.payloads import payload_bytes
from quire.runtime.coding.process import deflate, encoded, inflate, rotate_left, xor
from quire.runtime.coding.raw import Raw
from quire.runtime.coding.sums import Marks, Sum
from quire.runtime.dismantling import dismantle, dismantled
from quire.runtime.errors import (
    BackendUnavailable,
    ChecksumError,
    ContradictionError,
    EncodingError,
    EndOfStreamError,
    FormatError,
    LimitError,
    NestingError,
    NoTerminatorFoundError,
    TruncatedError,
    UndecidedEndiannessError,
    ValidationExprError,
    ValidationFailedError,
    ValidationGreaterThanError,
    ValidationLessThanError,
    ValidationNotAnyOfError,
    ValidationNotEqualError,
    ValidationNotInEnumError,
)
from quire.runtime.feeding.fed import FieldsPart, ListPart, Opened, Parts, RecordPart
from quire.runtime.lists.read_once import ends_of, looked_at
from quire.runtime.lists.stride import Stride
from quire.runtime.lists.verified import Found
from quire.runtime.reading.bits import BitRun
from quire.runtime.reading.block import Block
from quire.runtime.reading.checks import (
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_few,
    expect_member,
    expect_that,
    expect_until,
    expect_within,
    undecided,
)
from quire.runtime.reading.copies import copied
from quire.runtime.reading.explaining import located
from quire.runtime.reading.finding import first_of, has_at, last_index_of
from quire.runtime.reading.fixed import Fixed
from quire.runtime.reading.instance import computed, instance, quick
from quire.runtime.reading.peeking import size_of
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes
from quire.runtime.struct import Struct
from quire.runtime.values.array import array_size, axis_of, put_array, view_array
from quire.runtime.values.assembled import assembled, put_pieces
from quire.runtime.values.document import Document
from quire.runtime.values.ended import len_deflated, len_sub_blocks, len_varint
from quire.runtime.values.keys import Keys
from quire.runtime.values.late_enum import LateEnum
from quire.runtime.values.numbers import (
    bounded,
    common_length,
    dividend,
    exponent,
    quotient,
    shift_left,
    spelled,
    with_bits,
)
from quire.runtime.values.scalars import PACK, UNPACK
from quire.runtime.values.tables import Members, Types, WithTypes
from quire.runtime.values.tagged import Tagged
from quire.runtime.values.text import decode_text, encode_text, trim, trim_view
from quire.runtime.writing.sizes import size_put, written_size
from quire.runtime.writing.writer import Writer

__all__ = [
    "PACK",
    "UNPACK",
    "BackendUnavailable",
    "BitRun",
    "Block",
    "Bytes",
    "ChecksumError",
    "ContradictionError",
    "Document",
    "EncodingError",
    "EndOfStreamError",
    "FieldsPart",
    "Fixed",
    "FormatError",
    "Found",
    "Keys",
    "LateEnum",
    "LimitError",
    "ListPart",
    "Marks",
    "Members",
    "NestingError",
    "NoTerminatorFoundError",
    "Opened",
    "Parts",
    "Raw",
    "Reader",
    "RecordPart",
    "Settings",
    "Stride",
    "Struct",
    "Sum",
    "Tagged",
    "TruncatedError",
    "Types",
    "UndecidedEndiannessError",
    "ValidationExprError",
    "ValidationFailedError",
    "ValidationGreaterThanError",
    "ValidationLessThanError",
    "ValidationNotAnyOfError",
    "ValidationNotEqualError",
    "ValidationNotInEnumError",
    "WithTypes",
    "Writer",
    "array_size",
    "assembled",
    "axis_of",
    "bounded",
    "common_length",
    "computed",
    "copied",
    "decode_text",
    "deflate",
    "dismantle",
    "dismantled",
    "dividend",
    "encode_text",
    "encoded",
    "ends_of",
    "expect_any_of",
    "expect_at_least",
    "expect_at_most",
    "expect_count",
    "expect_equal",
    "expect_few",
    "expect_member",
    "expect_that",
    "expect_until",
    "expect_within",
    "exponent",
    "first_of",
    "has_at",
    "inflate",
    "instance",
    "last_index_of",
    "len_deflated",
    "len_sub_blocks",
    "len_varint",
    "located",
    "looked_at",
    "payload_bytes",
    "put_array",
    "put_pieces",
    "quick",
    "quotient",
    "rotate_left",
    "shift_left",
    "size_of",
    "size_put",
    "spelled",
    "trim",
    "trim_view",
    "undecided",
    "view_array",
    "with_bits",
    "written_size",
    "xor",
]
