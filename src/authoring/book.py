"""What the pages of one build share."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path

from authoring import links
from authoring.errors import Fault, Place, box
from authoring.figures import Renderer
from authoring.listings import Steps
from authoring.memory import Memory


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
    drawing: str = ""  # the module that draws graphs: see authoring.walk.read
    no_steps: str = "there is no table of steps; set `steps:` of the authoring plugin"
    packages: Hashable = None  # their fingerprint: see authoring.memory
    memory: Memory | None = None  # of earlier builds, under serve
    name: str = "book"  # by which a reader's device tells it from others of the same host
    seconds: float = 0.0  # that cells ran
    faults: list[Fault] = field(default_factory=list)
    ids: dict[str, set[str]] = field(default_factory=dict)  # of each page's URL
    links: list[tuple[Place, str, str]] = field(default_factory=list)  # place, page's URL, link

    def check_links(self, url: str, html: str, files: set[str]) -> str:
        """The page at `url`, with a box under each cell whose links lead nowhere.

        Can be told when every page has its ids; each such link is a fault.
        """
        for place, page, link in self.links:
            problem = links.problem_of(link, url, self.ids, files) if page == url else None
            if problem:
                fault = Fault(place, problem)
                self.faults.append(fault)
                html = html.replace(links.stub(place), box(fault) + links.stub(place))
        return links.STUB.sub("", html)
