"""The bytes of a file, as they are read or made: streams, numbers, payloads."""
