"""A page's text becomes pieces. Nothing runs here, and nothing changes afterwards."""
