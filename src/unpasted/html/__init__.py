"""What is done with the content of a finished page: one parsed tree, many passes over it."""
