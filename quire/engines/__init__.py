"""Adapters of datasets to engines, each imported when it is used."""
