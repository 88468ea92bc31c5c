"""Micrograd: a small automatic differentiation engine, grown step by step in the micrograd book."""
