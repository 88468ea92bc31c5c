"""Characters that nobody sees: they turn text round, or stand in it unnoticed.

Bidirectional controls, what has no width, the C1 controls and tags. Joiners between letters that
join, and the tags in the flag of a country's part, are how such text is written.
"""

import re

SEEN = re.compile(
    "\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
    "|(?P<unseen>[\x80-\x9f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|(?<![^\x00-\u02ff])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\u02ff]))"
)
# Looked for first, since SEEN takes its time.
LIKELY = re.compile("[\x80-\x9f\u061c\u180e\u200b-\u200f\u202a-\u206f\ufeff\ufff9-\U000e007f]")


def named(character: str) -> str:
    """A character as it is shown: `U+202E`."""
    return f"U+{ord(character):04X}"


def first(text: str) -> tuple[int, str] | None:
    """Where the first such character of a text stands, and its name."""
    if not LIKELY.search(text):
        return None
    unseen = (found for found in SEEN.finditer(text) if found["unseen"])
    return next(((one.start(), named(one[0])) for one in unseen), None)
