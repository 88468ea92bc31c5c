"""Fonts as a site has them: cut to the characters that it uses, and kept between builds."""

import hashlib
import io
from functools import lru_cache
from pathlib import Path

from unpasted import folders

# The fonts of the text, by the names that assets/fonts.css has for them, in node_modules.
PACKAGES = {
    "serif": "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal",
    "serif-italic": "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic",
    "sans": "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal",
    "mono": "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal",
}
FEATURES = ("kern", "liga", "lnum", "locl", "tnum")
UPRIGHT, WEIGHTS = "wght-normal", (400, 600)  # such fonts keep these weights, others one
# What pages, scripts and search write.
TEXT = frozenset(map(chr, range(0x20, 0x7F))) | {*"–—‘’“”…·×²−"}


def of_text(root: Path) -> dict[str, Path]:
    """The fonts of the text that a project has; all or none, and none without node_modules."""
    found = {name: root / "node_modules" / f"{file}.woff2" for name, file in PACKAGES.items()}
    return found if all(file.exists() for file in found.values()) else {}


@lru_cache(8)  # where nothing is kept, the page for a lost address and the site ask for the same
def cut(
    source: Path, needed: frozenset[str], features: tuple[str, ...], kept: Path | None = None
) -> bytes:
    """A font as woff2 with some of its characters; the same give the same bytes.

    Arguments:
        source: the font that has them all.
        needed: the characters.
        features: the layout features that stay.
        kept: a folder in which fonts are kept from one build to the next.
    """
    text, weights = "".join(sorted(needed)) + " ", WEIGHTS if UPRIGHT in source.name else 400
    parts = ("unhinted", source.name, source.stat().st_mtime_ns, text, *sorted(features), weights)
    name = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
    before = kept / f"{name}.made" if kept else None
    if before and before.exists():
        return before.read_bytes()

    from fontTools import subset  # slow to load, and most builds have the font already
    from fontTools.varLib import instancer

    options = subset.Options(flavor="woff2", layout_features=[*features], recalc_timestamp=False)
    options.notdef_outline, options.hinting = True, False
    options.name_IDs = [0, 13, 14]  # whose it is; its name is kept for the whole font
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    if "fvar" in font:
        instancer.instantiateVariableFont(font, {"wght": weights}, inplace=True)
    buffer = io.BytesIO()
    subset.save_font(font, buffer, options)
    if before:
        folders.write_whole(before, buffer.getvalue())
    return buffer.getvalue()
