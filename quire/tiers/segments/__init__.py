"""Segments (ADR-017): frames of one tensor over time that share scales (`specs/tqtc.ksy`)."""
