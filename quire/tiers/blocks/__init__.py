"""Blocks of quantised values (ADR-019): from numbers to codes with scales, and back."""
