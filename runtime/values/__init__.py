"""What the bytes of fields mean: numbers, texts, enums, arrays, documents."""
