meta:
  id: tqtc
  title: TQTC segment of quantised frames
  application: ruvector-temporal-tensor
  file-extension: tqtc
  license: Apache-2.0
  ks-version: "0.10"
  endian: le
doc: |
  Frames of one tensor over time, quantised symmetrically in groups. The scales are those of the first frame; all frames
  share them.
doc-ref: ADR-017, Temporal Tensor Compression, segment format
seq:
  - id: magic
    contents: TQTC
  - id: version
    type: u1
    valid: 1
  - id: num_bits
    type: u1
    valid:
      min: 1
      max: 8
    doc: Width of a code. 8, 7, 5 and 3 are the widths of the tiers.
  - id: group_size
    type: u4
    valid:
      min: 1
    -default: 64
    doc: Values that share a scale; the last group of a frame may be shorter.
  - id: num_values
    type: u4
    doc: Values in a frame.
  - id: num_frames
    type: u4
  - id: num_scales
    type: u4
    valid: (num_values + group_size - 1) / group_size
  - id: scales
    size: 2 * num_scales
    -array: {dtype: f2, shape: [num_scales]}
    doc: Steps of the groups.
  - id: len_frames
    type: u4
    valid: num_frames * ((num_values * num_bits + 7) / 8)
    doc: Length of the codes in bytes. Each frame begins on a byte.
  - id: frames
    size: len_frames
    -array: {dtype: f4, shape: [num_frames, num_values]}
    -codec:
      - group_quant: {bits: num_bits, group_size: group_size, scales: scales}
    doc: |
      Codes, least significant bit first; they run on across groups. Value = (code - (2^(bits - 1) - 1)) * scale of its
      group, at 8 bits too.
  - id: end
    size: 0
    valid:
      expr: _io.eof
    doc: Nothing may follow.
