"""Micrograd: a small automatic differentiation engine, grown step by step in the micrograd book."""

from micrograd import saving as _saving  # noqa: F401  (tells pickle and copy about Values)
