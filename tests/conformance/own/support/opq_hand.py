"""The opaque type `opq_hand` that the case `opq_mixed` names."""
from kaitaistruct import KaitaiStruct


class OpqHand(KaitaiStruct):
    """Reads one byte and doubles it."""

    def __init__(self, _io):
        super().__init__(_io)
        self.doubled = 2 * _io.read_u1()

    def _fetch_instances(self):
        pass
