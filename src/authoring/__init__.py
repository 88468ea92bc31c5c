"""What turns a chapter into a page: read it, run its code, make its HTML."""
