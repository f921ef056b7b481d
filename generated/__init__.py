"""The readers and writers of the formats in specs/, made by `make gen`. Do not edit."""
