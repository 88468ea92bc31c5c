"""What the pages of one build share."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from authoring import links
from authoring.errors import Fault, Place
from authoring.figures import Renderer
from authoring.listings import Steps


@dataclass
class Book:
    """What the pages of one build share.

    Arguments:
        root: the project's folder; the author's paths are relative to it.
        render: see figures.find_renderer.
        steps: the table of the engine's steps.
    """

    root: Path
    render: Renderer
    steps: Steps | None = None
    faults: list[Fault] = field(default_factory=list)
    ids: dict[str, set[str]] = field(default_factory=dict)  # of each page's URL
    links: list[tuple[Place, str, str]] = field(default_factory=list)  # place, page's URL, link

    def check_links(self, files: set[str]) -> None:
        """Note a fault for each printed link that leads nowhere in the finished site."""
        for place, url, link in self.links:
            if problem := links.problem_of(link, url, self.ids, files):
                self.faults.append(Fault(place, problem))
