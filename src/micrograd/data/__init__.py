"""The data sets that the book carries, packed; `micrograd.datasets` unpacks them."""
