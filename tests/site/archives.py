"""What a PDF says, and where it leads; what is wrong with an EPUB."""

from __future__ import annotations

import ctypes
import math
import re
import subprocess
import sys
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
    """The size of its smallest letter or digit in code and drawings, in points."""
    text, turned, name = sheet.get_textpage(), raw.FS_MATRIX(), ctypes.create_string_buffer(80)
    sizes = []
    for n in range(text.count_chars()):
        raw.FPDFText_GetFontInfo(text, n, name, 80, None)
        seen = chr(raw.FPDFText_GetUnicode(text, n)).isalnum()
        if seen and b"Mono" in name.value and raw.FPDFText_GetMatrix(text, n, turned):
            sizes.append(raw.FPDFText_GetFontSize(text, n) * math.hypot(turned.c, turned.d))
    return min(sizes, default=math.inf)


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
