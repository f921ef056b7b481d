"""The opaque type `opq_hand_args(count, text, flag)` that the case `opq_mixed` names."""
from kaitaistruct import KaitaiStruct


class OpqHandArgs(KaitaiStruct):
    """Reads `count` bytes, and keeps its arguments."""

    def __init__(self, count, text, flag, _io):
        super().__init__(_io)
        self.count = count
        self.text = text
        self.flag = flag
        self.data = _io.read_bytes(count)

    def _fetch_instances(self):
        pass
