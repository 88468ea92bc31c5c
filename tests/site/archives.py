"""What a PDF says, and where it leads; what is wrong with an EPUB."""

from __future__ import annotations

import ctypes
import math
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import pypdfium2.raw as raw
from pypdfium2 import PdfDocument, PdfPage

from tests.browser import chromium
from tests.built import environment

BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Java compiles for a run of seconds, not of hours: half of the processor time."""


def words(sheet: PdfPage) -> str:
    """What a sheet says."""
    return sheet.get_textpage().get_text_range()


def smallest(sheet: PdfPage) -> float:
    """The size of its smallest letter or digit in code and drawings, in points.

    Cut fonts have no names: theirs is known by its advances, which are all the same.
    """
    text, turned = sheet.get_textpage(), raw.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    sizes, advances = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
    before: tuple[int, float, complex] = (0, 0.0, 0j)
    for n in range(text.count_chars()):
        part = raw.FPDFText_GetTextObject(text, n)
        if not (part and raw.FPDFText_GetMatrix(text, n, turned)):
            continue  # a space that stands in no font
        font = ctypes.addressof(raw.FPDFTextObj_GetFont(part).contents)
        size = raw.FPDFText_GetFontSize(text, n) * math.hypot(turned.c, turned.d)
        raw.FPDFText_GetCharOrigin(text, n, x, y)
        at = complex(x.value, y.value)
        if before[:2] == (font, size) and abs(at - before[2]) < size:
            advances[font].append(abs(at - before[2]) / size)
        if chr(raw.FPDFText_GetUnicode(text, n)).isalnum():
            sizes[font].append(size)
        before = (font, size, at)
    even = [font for font, ways in advances.items() if ways[9:] and max(ways) - min(ways) < 0.01]
    return min((size for font in even for size in sizes[font]), default=math.inf)


def empty_foot(sheet: PdfPage) -> float:
    """Which share of a sheet is empty between what stands on it and its number."""
    rows = np.asarray(sheet.render(scale=0.5, grayscale=True).to_numpy()).squeeze().min(axis=1)
    inked = [n for n, row in enumerate(rows[: int(len(rows) * 0.945)]) if row < 250]
    return 0.945 - inked[-1] / len(rows)


def links(whole: PdfDocument) -> tuple[int, list[str]]:
    """How many links lead to a place in it, and the addresses of all others."""
    inside, outside = 0, []
    for sheet in whole:
        at, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(sheet, at, link):
            if raw.FPDFLink_GetDest(whole, link):
                inside += 1
                continue
            text = ctypes.create_string_buffer(2000)
            raw.FPDFAction_GetURIPath(whole, raw.FPDFLink_GetAction(link), text, 2000)
            outside.append(text.value.decode())
    return inside, outside


def epubcheck(book: Path) -> list[str]:
    """The errors and warnings that EPUBCheck finds."""
    chromium.program("java", "default-jre-headless")
    done = subprocess.run(
        [sys.executable, "-m", "epubcheck", str(book)],
        env=environment(JDK_JAVA_OPTIONS=BRIEF), capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    said = done.stdout + done.stderr
    found = re.findall(r"^(?:ERROR|WARNING|FATAL).*", said, re.M)
    return found or ([said] if done.returncode else [])
