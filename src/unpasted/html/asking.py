"""What a reader sees around a question: what it holds back, and what gives its answer away.

In sight is what stands between the section's heading and the question, and behind it what fits on
the same screen, or nothing where the question holds that back; and of a figure that is scrolled,
the state before the question, and those that begin to show with it. What is closed is not in sight.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from math import ceil, isclose
from typing import Any, NamedTuple

from unpasted.html import tree
from unpasted.words import say

ASKS = ("predict", "exercise")
HOLDING = f".//div[{tree.of('predict')}][{tree.of('holds')}]"
MOST = 3  # questions of a page that hold back what follows
SCREEN = 36  # lines of a phone
LINE = 45  # characters
PICTURE = 12  # lines
CLOSED = ("details", "template", "script", "style", "button", "book-question", "book-exercise")
SECTIONS = tree.HEADINGS[:3]
ENDS = (*tree.HEADINGS, "book-progress", "book-held")  # of what belongs to a question above
UNITS = ("p", "li", "tr", "dt", "dd", "figcaption", "summary")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)")
SENTENCE = re.compile(r"(?<=[.?!:;])\s+")
TOKEN = re.compile(r"[\w.]+")
QUOTED = re.compile(r"`([^`]*)`|\$([^$]*)\$")
MEMBERS = ("data", "grad")
MEMBER = re.compile(rf"\b({'|'.join(MEMBERS)})")
CONTENT = 4  # letters of a word that says something
EXACT = 4  # digits that somebody may write by chance, as in 10.00
TOLD = 3  # digits by which a number is known again, and words by which a choice is


class Unit(NamedTuple):
    """A line of output, a sentence, a row, a box: what is read as one.

    Arguments:
        prose: whether names in it are marked as code.
    """

    text: str
    prose: bool


def hold_back(root: tree.Element) -> Iterator[tuple[str, str]]:
    """Wrap what questions hold back; the ids of those that cannot, with the reason.

    Without a script all of it shows.
    """
    for number, box in enumerate(root.xpath(HOLDING), 1):
        behind = box.itersiblings()
        held = [*takewhile(lambda one: one.tag not in ENDS and not tree.is_of(one, ASKS), behind)]
        lines = sum(map(_lines, held))
        if number > MOST:
            says = f"this is question {number} of this page that holds back what follows"
            yield box.get("id"), f"{says}; at most {MOST} may"
        elif not held:
            yield box.get("id"), "there is nothing to hold back behind this question"
        elif lines > SCREEN:
            says = f"what this question holds back takes {lines} lines of a phone"
            yield box.get("id"), f"{says}, and {SCREEN} are a screen; begin a section within it"
        else:
            says = say("More here once you answer.")
            html = f'<p class="held-back" data-mute="true">{says}</p><div class="held"></div>'
            box.addnext(wrapper := box.makeelement("book-held", {"data-for": box.get("id")}))
            tree.insert(wrapper, 0, html)
            wrapper[1].extend(held)


def _lines(block: tree.Element) -> int:
    """How many lines of a phone a block takes, as far as it is open."""
    if block.tag == "figure" or next(block.iter("figure"), None) is not None:
        return PICTURE
    return sum(ceil(len(unit.text) / LINE) for unit in units(block)) + 1


def leaks(box: tree.Element, judged: dict[str, Any], answer: str) -> Iterator[str]:
    """What stands in sight of a question and gives its answer away.

    A number does beside its name or expression, and wherever it has three digits or more; a choice
    by three words in a row that no wrong one has.

    Arguments:
        box: the question on its page.
        judged: what the browser judges by.
        answer: the expression that answers it, or nothing.
    """
    seen = [unit for block in in_sight(box) for unit in units(block)]
    if judged["kind"] == "choice":
        choices = [_content(li.text_content()) for li in box.xpath("./ul[@class='choices']/li")]
        right = choices.pop(judged["right"])
        told = _runs(right) - {run for words in choices for run in _runs(words)}
        yield from (unit.text for unit in seen if told & _runs(_content(unit.text)))
    for one in judged.get("gradients") or [judged, *judged.get("variants", ())]:
        if "answer" in one:
            graded = {one["name"]: "grad", f"{one['name']}.grad": ""} if "name" in one else {}
            names = graded or _names(box, answer)
            tolerance = one.get("tolerance", judged.get("tolerance", 0.0))
            yield from (u.text for u in seen if _gives(u, one["answer"], tolerance, names))


def in_sight(box: tree.Element) -> Iterator[tree.Element]:
    """The blocks that a reader sees beside a question."""
    above = takewhile(lambda one: one.tag not in SECTIONS, box.itersiblings(preceding=True))
    yield from (one for one in above if not tree.is_of(one, ASKS))
    if next(box.iterancestors("scrolled-figure"), None) is not None:
        yield from box.xpath("preceding::*[@data-scrolled]")[-1:]
    lines, ended = 0, False
    for one in box.itersiblings():
        ended = ended or one.tag in (*tree.HEADINGS, "book-held")
        if one.tag == "book-held":
            continue
        lines += 0 if "data-scrolled" in one.attrib else _lines(one)  # where it stands it is hidden
        if lines > SCREEN:
            break
        if "data-scrolled" in one.attrib or not (ended or tree.is_of(one, ASKS)):
            yield one


def units(block: tree.Element) -> Iterator[Unit]:
    """What is read as one in a block, as far as it is open."""
    unseen = block.get("hidden") is not None or block.get("aria-hidden")
    if unseen or block.tag in CLOSED or block.get("data-from") == "start":  # of a walk, unknown yet
        return
    if block.tag == "svg":
        boxes = block.xpath(".//*[local-name()='g' and contains(@class, 'node')]")
        yield from (Unit(_plain(" ".join(one.itertext())), False) for one in boxes)
        titles = (_plain(text) for text in block.xpath("./title/text()"))
        yield from (Unit(one, False) for title in titles for one in SENTENCE.split(title))
    elif block.tag == "pre":
        # What is to be run says no result.
        if not block.getparent().get("class", "").endswith("highlight"):
            yield from (Unit(_plain(line), False) for line in block.text_content().split("\n"))
    elif block.tag in UNITS or not len(block):
        text = _plain(_marked(block))
        parts = [text] if block.tag == "tr" else SENTENCE.split(text)
        yield from (Unit(part, block.tag != "tr") for part in parts if part)
    else:
        for child in block:
            yield from units(child)


def _plain(text: str) -> str:
    return " ".join(text.replace("−", "-").split())


def _marked(element: tree.Element) -> str:
    """The words in an element, code between backticks and formulas between dollars."""
    if element.tag in CLOSED:
        return ""
    if element.tag == "math":
        return f"${element.get('data-tex', '')}$"
    inside = (element.text or "") + "".join(_marked(one) + (one.tail or "") for one in element)
    return f"`{inside}`" if element.tag == "code" else inside


def _content(text: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_][\w.']*", text.lower()) if len(word) >= CONTENT]


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[n : n + TOLD]) for n in range(len(words) - TOLD + 1)}


def _names(box: tree.Element, answer: str) -> dict[str, str]:
    """What an answer is called, and for each name the member of a box that holds the answer.

    Called so are its expression, what members of objects are in it, and names in what is asked.
    """
    words = SENTENCE.split(" ".join(map(_marked, box.findall("p"))))
    asked = [QUOTED.findall(one) for one in words if one.rstrip().endswith("?")]
    names = {code: "" for quoted in asked[-1:] for code, _ in quoted if code.isidentifier()}
    if answer:
        root = ast.parse(answer, mode="eval").body
        names[ast.unparse(root)] = ""
        for node in ast.walk(root):
            if isinstance(node, ast.Attribute):
                names[ast.unparse(node)] = ""
                if node.attr in MEMBERS:
                    names[ast.unparse(node.value)] = node.attr
    return names


def _gives(unit: Unit, answer: float, tolerance: float, names: Mapping[str, str]) -> bool:
    """Whether a unit tells a number: by itself, or beside its name."""
    same = partial(isclose, answer, rel_tol=1e-9, abs_tol=tolerance)
    found = [one for one in NUMBER.finditer(unit.text) if same(float(one[0]))]
    if any(_digits(one[0]) >= TOLD for one in found):
        return True
    ends = [one.start() for one in found]
    if unit.prose and not answer and (none := re.search(r"\b(?:nothing|zero)\b", unit.text)):
        ends.append(none.start())
    text = unit.text
    if unit.prose:
        text = " ".join(code or tex for code, tex in QUOTED.findall(text))
    tokens, compact = {*TOKEN.findall(text)}, text.replace(" ", "")
    last = [MEMBER.findall(unit.text[:end])[-1:] for end in ends]  # before each, whose it may be
    return any(
        (name in tokens if TOKEN.fullmatch(name) else name.replace(" ", "") in compact)
        and any(not member or one in ([], [member]) for one in last)
        for name, member in names.items()
    )


def _digits(written: str) -> int:
    """By how many digits a number is known again; zeros at its end count where there are many."""
    digits = written.partition("e")[0].lstrip("-0.").replace(".", "")
    return len(digits) if len(digits) > EXACT else len(digits.rstrip("0"))
