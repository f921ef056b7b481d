"""Reading records: where the bytes come from, values, runs of fields, checks, instances."""
