"""Zips: the same bytes for the same content. A site as one, unpacked, works from its files."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

ONLINE = ("sitemap.xml", "sitemap.xml.gz")  # for who comes by the site's address
MIMETYPE = "mimetype"  # of an EPUB, whose readers look for it at a place of its own


def pack(file: Path, held: Iterable[tuple[str, bytes | str]]) -> None:
    """Write a zip of these names and contents, in this order."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in held:
            way = zipfile.ZIP_STORED if name == MIMETYPE else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, way)


def write(site: Path, file: Path) -> None:
    """Write a site as a zip, in a folder named like the file."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    wanted = [name for name, path in paths.items() if path.is_file() and name not in ONLINE]
    pack(file, ((f"{file.stem}/{name}", paths[name].read_bytes()) for name in wanted))
