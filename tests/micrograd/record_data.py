"""Pack the digits and the names that the book trains on, for `micrograd.datasets`.

Run it where scikit-learn and names are installed. It writes the modules `digits` and `names` in
`src/micrograd/data`, and beside the tests what their numbers are in the originals:

    python tests/micrograd/record_data.py

digits: 600 of the 1,797 images in scikit-learn's copy of "Optical Recognition of Handwritten
Digits" (E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, 1998; CC BY 4.0), evenly
picked. Each is 8 by 8 pixels of 0 to 16.

names: the first names of the 1990 census of the United States (US Census Bureau; public domain),
as the package `names` carries them: women's and men's, each once, of 3 to 8 letters.
"""

import base64
import json
import zlib
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src" / "micrograd" / "data"
RECORDED = Path(__file__).with_name("recorded_data.json")
COUNT = 600
MODULE = '''"""{title}

Source: {source}
Licence: {licence}
Packed by tests/micrograd/record_data.py: {form};
deflated, in base 85.
"""

PACKED = (
{lines}
)
'''


def write(name, raw, **words):
    text = base64.b85encode(zlib.compress(raw, 9)).decode()
    lines = "\n".join(f'    "{text[i : i + 92]}"' for i in range(0, len(text), 92))
    (DATA / f"{name}.py").write_text(MODULE.format(lines=lines, **words), encoding="utf-8")


def digits():
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    picked = [i * len(images) // COUNT for i in range(COUNT)]
    pixels, known = images[picked].astype(int), labels[picked]
    write(
        "digits",
        bytes(x for label, row in zip(known, pixels, strict=True) for x in (label, *row)),
        title=f"{COUNT} handwritten digits, 8 by 8 pixels of 0 to 16.",
        source='"Optical Recognition of Handwritten Digits" by E. Alpaydin and C. Kaynak, UCI\n'
        "Machine Learning Repository, 1998, https://doi.org/10.24432/C50P49; scikit-learn's copy.",
        licence="CC BY 4.0, https://creativecommons.org/licenses/by/4.0/",
        form="of each a byte for the label and 64 for the rows",
    )
    return {
        "scikit-learn": version("scikit-learn"),
        "labels": known.tolist(),
        "sums of images": pixels.sum(axis=1).tolist(),
        "sums of pixels": pixels.sum(axis=0).tolist(),
        "sums of squares": (pixels**2).sum(axis=1).tolist(),
        "first": pixels[0].tolist(),
        "last": pixels[-1].tolist(),
    }


def first_names():
    import names

    folder = Path(names.__file__).parent
    lines = [
        line
        for file in ("dist.female.first", "dist.male.first")
        for line in (folder / file).read_text().splitlines()
    ]
    found = sorted({line.split()[0].lower() for line in lines})
    kept = [name for name in found if 3 <= len(name) <= 8]
    write(
        "names",
        "\n".join(kept).encode(),
        title=f"{len(kept):,} first names of 3 to 8 letters, in the order of the alphabet.",
        source="the 1990 census of the United States, US Census Bureau; the package `names`.",
        licence="public domain, as a work of the government of the United States.",
        form="one name a line",
    )
    pairs = "".join(f".{name}" for name in kept) + "."
    letters = ".abcdefghijklmnopqrstuvwxyz"
    return {
        "names": version("names"),
        "in all": len(found),
        "count": len(kept),
        "every hundredth": kept[::100],
        "pairs": [[pairs.count(a + b) for b in letters] for a in letters],
    }


if __name__ == "__main__":
    DATA.mkdir(exist_ok=True)
    recorded = {"digits": digits(), "names": first_names()}
    RECORDED.write_text(json.dumps(recorded) + "\n", encoding="utf-8")
