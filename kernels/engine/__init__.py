"""What runs codecs: the choice of a kernel, payloads of records, staging, threads."""
