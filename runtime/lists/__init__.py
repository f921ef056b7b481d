"""Lists of many records: lazy, by stride, by columns, and with damage between."""
