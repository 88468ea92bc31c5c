"""A built site as a zip: unpacked, it works by opening its index.html."""

from __future__ import annotations

import zipfile
from pathlib import Path

EARLIEST = (1980, 1, 1, 0, 0, 0)
ONLINE = ("sitemap.xml", "sitemap.xml.gz")  # for who comes by the site's address


def write(site: Path, file: Path) -> None:
    """Write a site as a zip, in a folder named like the file; the same bytes for the same site."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(site.rglob("*")):
            name = path.relative_to(site).as_posix()
            if path.is_file() and name not in ONLINE:
                info = zipfile.ZipInfo(f"{file.stem}/{name}", EARLIEST)
                archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
