"""The only place where authors' code runs: a process for each page, and what it came to."""
