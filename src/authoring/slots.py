"""The places that a page keeps for the HTML of its fences, and how SuperFences asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from pymdownx.superfences import SuperFencesException

if TYPE_CHECKING:
    from authoring.page import Page


def slot(number: int, part: str, indent: str) -> str:
    """The fence that SuperFences finds in the place of a part of the author's fence."""
    return f'{indent}```python cell="{number}" part="{part}"\n{indent}```'


def custom_fence(page: Callable[[], Page]) -> dict[str, Any]:
    """What tells SuperFences to ask the page at work for the HTML of its slots."""

    def takes(language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
        if "cell" not in inputs:  # it would go on to markdown-exec, unchecked
            raise SuperFencesException(f"{page().file}: a python fence was not seen; set it apart")
        options.update(number=int(inputs["cell"]), part=inputs["part"])
        return True

    def render(
        source: str, language: str, name: str, options: dict[str, Any], md: Markdown, **_: Any
    ) -> str:
        try:
            return page().render(options["number"], options["part"], md)
        except Exception as error:  # SuperFences swallows every exception but its own
            raise SuperFencesException(f"{page().file}: {error!r}") from error

    return {"name": "python", "class": "python", "validator": takes, "format": render}
