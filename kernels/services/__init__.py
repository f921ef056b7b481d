"""What works on bytes and is no codec: tables, texts, bits."""
