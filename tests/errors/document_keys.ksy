# error[Q203] 14:16 /seq/0/-document/fields/sizes: `keys` needs `items` with `fields`
# error[Q401] 17:17 /seq/0/-document/fields/parts/keys: `keys` must be a list of a string, found a list of an integer
meta:
  id: document_keys
  encoding: UTF-8
seq:
  - id: header
    type: str
    size-eos: true
    -document:
      format: json
      fields:
        names: {items: str}
        sizes: {keys: names, items: int}
        numbers: {items: int}
        parts:
          keys: numbers
          items: {fields: {size: int}}
