"""`short_int`: integers of fewer bytes than their dtype."""
