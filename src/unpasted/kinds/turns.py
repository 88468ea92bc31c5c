"""Pictures that take turns in one place become one picture: what they have in common stands once.

What differs bears in `data-at` the numbers of the pictures that show it; all of it but that of one
picture is hidden, and a script, or nothing, brings the others out.
"""

from collections.abc import Sequence
from copy import deepcopy
from itertools import zip_longest

from lxml import etree

from unpasted.kinds.svg import ROOMS, SVG, Element, rename, tell, text


def one_of(pictures: Sequence[str], name: str, stands: int) -> str:
    """SVG in which the pictures take turns.

    Arguments:
        pictures: each as one drawing, or as several of which each says for which rooms it is.
        name: an id that no other figure of the page has.
        stands: the number of the picture that shows at first.
    """
    parsed = [etree.fromstring(f"<all>{picture}</all>") for picture in pictures]
    rooms_of: dict[tuple[Element, ...], list[str]] = {}
    for room in (f"room-{room}" for room in ROOMS):
        versions = tuple(for_room(room, drawings) for drawings in parsed)
        rooms_of.setdefault(versions, []).append(room)
    made = ""
    for number, (versions, rooms) in enumerate(rooms_of.items()):
        made += text(_drawing(deepcopy(versions), f"{name}-{number}", rooms, stands))
    return made


def for_room(room: str, drawings: Sequence[Element]) -> Element:
    """Which of a picture's drawings shows in a room; the first where none names it."""
    return next((one for one in drawings if room in one.get("class", "").split()), drawings[0])


def _drawing(versions: Sequence[Element], name: str, rooms: list[str], stands: int) -> Element:
    stood = versions[stands]
    root = etree.Element(stood.tag, stood.attrib, stood.nsmap)
    others = [one for one in root.get("class", "").split() if not one.startswith("room-")]
    root.set("class", " ".join([*others, *rooms]))
    root.attrib.pop("id", None)
    _as_large_as_all(root, versions)
    tell(root, name, stood.findtext("{*}title", ""))
    defs, known = etree.Element(f"{{{SVG}}}defs"), dict[str, str]()
    for version in versions:
        etree.strip_elements(version, "{*}title")
        defs.extend(_defined(version, name, known))
    root.extend([defs] if len(defs) else [])
    root.extend(_in_turns([list(version) for version in versions], stands))
    return root


def _as_large_as_all(root: Element, versions: Sequence[Element]) -> None:
    for key in ("width", "height"):
        unit = root.get(key, "").lstrip("0123456789.")
        most = max(float(one.get(key, "0").removesuffix(unit)) for one in versions)
        root.set(key, f"{most:g}{unit}")
    boxes = [[float(n) for n in one.get("viewBox", "0 0 0 0").split()] for one in versions]
    left, top = (min(box[i] for box in boxes) for i in (0, 1))
    right, foot = (max(box[i] + box[i + 2] for box in boxes) for i in (0, 1))
    root.set("viewBox", f"{left:g} {top:g} {right - left:g} {foot - top:g}")


def _defined(version: Element, name: str, known: dict[str, str]) -> list[Element]:
    """What a picture defines and no picture before it has; from here on all its ids are its own.

    Arguments:
        known: the ids of what is defined so far, by its text and by what it was called; grows.
    """
    new = []
    for element in version.iterfind(".//{*}defs/*"):  # in their place, they are told alike
        was = element.attrib.pop("id", "")
        written = etree.tostring(element, encoding="unicode")
        if written not in known:
            known[written] = f"{name}-{len(known)}"
            element.set("id", known[written])
            new.append(element)
        known[was] = known[written]
    etree.strip_elements(version, "{*}defs")
    for element in version.iter():
        element.attrib.pop("id", None)
    for one in (version, *new):
        rename(one, lambda was: known.get(was, was))
    return new


def _in_turns(lists: list[list[Element]], stands: int) -> list[Element]:
    """The children of the pictures' versions of one element, place by place."""
    return [one for versions in zip_longest(*lists) for one in _merged(versions, stands)]


def _merged(versions: Sequence[Element | None], stands: int) -> list[Element]:
    """The pictures' versions of an element, which one of them may lack, as one or in turns."""
    there = {number: one for number, one in enumerate(versions) if one is not None}
    at: dict[bytes, list[int]] = {}
    for number, one in there.items():
        at.setdefault(etree.tostring(one), []).append(number)
    first, *others = there.values()
    if len(there) == len(versions):
        if len(at) == 1:
            return [first]
        same = all((one.tag, one.attrib) == (first.tag, first.attrib) for one in others)
        if same and first.tag.endswith("}g"):
            made = etree.Element(first.tag, first.attrib)
            made.extend(_in_turns([list(one) for one in there.values()], stands))
            return [made]
    return [_shown_at(there[numbers[0]], numbers, stands) for numbers in at.values()]


def _shown_at(element: Element, numbers: list[int], stands: int) -> Element:
    element.tail = None
    element.set("data-at", " ".join(map(str, numbers)))
    if stands in numbers:
        element.set("class", f"{element.get('class', '')} stands".strip())
    else:
        element.set("display", "none")
    return element
