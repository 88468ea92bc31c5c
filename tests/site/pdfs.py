"""What a PDF says, and where it leads."""

from __future__ import annotations

import ctypes

import pypdfium2.raw as raw
from pypdfium2 import PdfDocument, PdfPage


def words(sheet: PdfPage) -> str:
    """What a sheet says."""
    return sheet.get_textpage().get_text_range()


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
