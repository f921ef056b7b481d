meta:
  id: bmp
  title: BMP image (Windows bitmap)
  application: [Windows, Pillow, GIMP]
  file-extension: [bmp, dib]
  xref: {mime: [image/bmp, image/x-ms-bmp], wikidata: Q192869, pronom: [fmt/114, fmt/115, fmt/116, fmt/117, fmt/118, fmt/119]}
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  An image of rows of pixels, as Windows has it in its memory. `bits` and masks say what a pixel is; indices go by `palette`.
doc-ref:
  - https://learn.microsoft.com/windows/win32/gdi/bitmap-storage Bitmap Storage
  - https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapv5header BITMAPV5HEADER
  - https://learn.microsoft.com/windows/win32/gdi/bitmap-compression Bitmap Compression
seq:
  - id: magic
    contents: BM
  - id: len_file
    type: u4
    -checksum: {algorithm: length, over: {}}
    doc: Many programs do not mind what stands here.
  - id: reserved
    type: u4
    -default: 0
  - id: ofs_pixels
    type: u4
  - id: len_header
    type: u4
    valid: {any-of: [12, 40, 52, 56, 64, 108, 124]}
    -default: 40
    -usual: [40, 12, 108, 124]
    doc: It tells which kind of header this is.
  - id: width
    type: {switch-on: is_core, cases: {true: u2, false: u4}}
    valid: {min: 1, max: 0x7fffffff}
    -usual: [1, 2, 3, 5, 8]
  - id: height
    type: {switch-on: is_core, cases: {true: u2, false: s4}}
    valid: {expr: '_ != 0'}
    -usual: ['1', '2', 'is_core ? 4 : -3']
    doc: Below zero, where the first row that is stored is the uppermost.
  - id: num_planes
    type: u2
    valid: 1
  - id: bits
    type: u2
    -default: 24
    -usual: [1, 4, 8, 16, 24, 32]
    doc: Of a pixel.
  - id: compression
    type: u4
    enum: compression
    if: not is_core
    -default: compression::none
  - id: len_image
    type: u4
    if: not is_core
    -default: len_row * num_rows
    doc: Of `pixels` it may be 0.
  - id: x_pixels_per_meter
    type: s4
    if: not is_core
    -default: 0
  - id: y_pixels_per_meter
    type: s4
    if: not is_core
    -default: 0
  - id: num_colors
    type: u4
    if: not is_core
    -default: 0
    doc: Entries of the palette; 0 is as many as there are indices.
  - id: num_important
    type: u4
    if: not is_core
    -default: 0
  - id: red_mask
    type: u4
    if: has_masks
    -default: 'bits == 16 ? 0x7c00 : 0xff0000'
  - id: green_mask
    type: u4
    if: has_masks
    -default: 'bits == 16 ? 0x3e0 : 0xff00'
  - id: blue_mask
    type: u4
    if: has_masks
    -default: 'bits == 16 ? 0x1f : 0xff'
  - id: alpha_mask
    type: u4
    if: has_alpha_mask
    -default: 0
  - id: os2
    size: 24
    if: len_header == 64
    -default: '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]'
    doc: Units, recording and halftoning of OS/2.
  - id: color_space
    type: color_space
    if: len_header >= 108
  - id: profile_place
    type: profile_place
    if: len_header == 124
  - id: palette
    size: num_entries * len_entry
    if: num_entries != 0
    -array: {dtype: u1, shape: [num_entries, len_entry]}
    doc: Blue, green and red of each index, and a byte that is not used (in files with a header of 12 bytes there is none).
  - id: gap
    size: ofs_pixels - (14 + len_all + num_entries * len_entry)
    -default: '[].as<bytes>'
  - id: pixels
    size: len_row * num_rows
    if: is_plain
    -array:
      dtype: {switch-on: len_sample, cases: {1: u1, 2: u2, 4: u4}}
      shape: [num_rows, width, num_channels]
    -codec:
      - bmp_rows:
          bits: bits
          red: red
          green: green
          blue: blue
          alpha: alpha
          top_down: height < 0
    doc: Rows from the top, columns, channels. An index, or red, green and blue, and what else there is.
  - id: runs
    size: len_image
    if: is_packed
    -array: {dtype: u1, shape: [num_rows, width, 1]}
    -codec:
      - bmp_runs: {bits: bits}
    doc: The same, of compressed indices.
  - id: rest
    size-eos: true
    -default: '[].as<bytes>'
    doc: Pixels that are stored in another way; a profile; nothing.
instances:
  is_core:
    value: len_header == 12
    doc: Whether it is the header of OS/2 1.x and Windows 2.
  coding:
    value: 'is_core ? compression::none : compression'
  has_bitfields:
    value: len_header != 64 and (coding == compression::bitfields or coding == compression::alpha_bitfields)
  has_masks:
    value: len_header > 64 or len_header == 52 or len_header == 56 or len_header == 40 and has_bitfields
  has_alpha_mask:
    value: len_header > 64 or len_header == 56 or len_header == 40 and coding == compression::alpha_bitfields
  len_all:
    value: 'len_header + (len_header != 40 or not has_masks ? 0 : has_alpha_mask ? 16 : 12)'
    doc: With the masks that stand after a header of 40 bytes.
  num_entries:
    value: 'not is_core and num_colors != 0 ? num_colors : bits <= 8 and bits != 0 ? 1 << bits : 0'
  len_entry:
    value: 'is_core ? 3 : 4'
  num_rows:
    value: 'height < 0 ? -height : height'
  len_row:
    value: (width * bits + 31) / 32 * 4
  is_plain:
    value: coding == compression::none and (bits == 1 or bits == 2 or bits == 4 or bits == 8 or bits == 16 or bits == 24 or bits == 32)
      or has_bitfields and (bits == 16 or bits == 32)
  is_known:
    value: 'coding == compression::none ? bits == 1 or bits == 2 or bits == 4 or bits == 8 or bits == 16 or bits == 24 or bits == 32
      : coding == compression::rle8 or coding == compression::rle4 ? is_packed
      : has_bitfields ? bits == 16 or bits == 32
      : len_header == 64 ? bits == 1 or bits == 24
      : bits == 0'
    -valid: true
    doc: Whether pixels of so many bits are stored in this way.
  is_named:
    value: is_core or bits > 8 or num_colors <= (1 << bits)
    -valid: true
    doc: Whether there is an index for each entry of the palette.
  is_packed:
    value: height > 0 and (coding == compression::rle8 and bits == 8 or coding == compression::rle4 and bits == 4)
  red:
    value: 'bits <= 8 ? 0 : has_bitfields ? red_mask : bits == 16 ? 0x7c00 : 0xff0000'
    doc: The bits of a pixel that are red.
  green:
    value: 'bits <= 8 ? 0 : has_bitfields ? green_mask : bits == 16 ? 0x3e0 : 0xff00'
  blue:
    value: 'bits <= 8 ? 0 : has_bitfields ? blue_mask : bits == 16 ? 0x1f : 0xff'
  alpha:
    value: 'bits <= 8 ? 0 : not has_bitfields ? (bits == 32 ? 0xff000000 : 0) : has_alpha_mask ? alpha_mask : 0'
    doc: Of 32 bits without masks, those that are not used; some programs have alpha there.
  num_channels:
    value: 'bits <= 8 ? 1 : alpha == 0 ? 3 : 4'
  max_red:
    value: 'red == 0 ? 0 : red / (red & -red)'
    doc: What red is at most.
  max_green:
    value: 'green == 0 ? 0 : green / (green & -green)'
  max_blue:
    value: 'blue == 0 ? 0 : blue / (blue & -blue)'
  max_alpha:
    value: 'alpha == 0 ? 0 : alpha / (alpha & -alpha)'
  max_sample:
    value: max_red | max_green | max_blue | max_alpha
  len_sample:
    value: 'max_sample > 0xffff ? 4 : max_sample > 0xff ? 2 : 1'
  has_profile:
    value: len_header == 124 and (color_space.kind == space::embedded or color_space.kind == space::linked)
  profile:
    pos: 'has_profile ? 14 + profile_place.offset : 0'
    size: 'has_profile ? profile_place.length : 0'
    doc: Of ICC, or the name of a file with it; empty where there is none.
types:
  color_space:
    seq:
      - id: kind
        type: u4
        enum: space
        -default: space::srgb
      - id: endpoints
        type: u4
        repeat: expr
        repeat-expr: 9
        -default: '[0, 0, 0, 0, 0, 0, 0, 0, 0].as<u4[]>'
        doc: X, Y and Z of red, of green, of blue, in units of 2^-30.
      - id: gamma
        type: u4
        repeat: expr
        repeat-expr: 3
        -default: '[0, 0, 0].as<u4[]>'
        doc: Of red, green, blue, in units of 1/65536.
  profile_place:
    seq:
      - id: intent
        type: u4
        enum: intent
        -default: intent::relative
      - id: offset
        type: u4
        -default: 0
        doc: Counted from where the header begins.
      - id: length
        type: u4
        -default: 0
      - id: reserved
        type: u4
        -default: 0
enums:
  compression:
    0: none
    1: rle8
    2: rle4
    3: bitfields
    4: jpeg
    5: png
    6: alpha_bitfields
  space:
    0: calibrated
    0x73524742: srgb
    0x57696e20: windows
    0x4c494e4b: linked
    0x4d424544: embedded
  intent:
    1: saturation
    2: relative
    4: perceptual
    8: absolute
