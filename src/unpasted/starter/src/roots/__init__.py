"""Finds where a function is zero."""
