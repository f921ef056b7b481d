"""What is made of stored bytes: routines of `process`, payloads, checksums."""
