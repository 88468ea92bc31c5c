"""A book in other shapes: notebooks, a zip, PDF, EPUB. Each module makes one of them."""
