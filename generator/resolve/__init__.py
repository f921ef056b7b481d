"""What every name of a spec means."""
