"""What drags: a mouse's button, or a finger on the screen."""

from __future__ import annotations

from playwright.sync_api import Page

# A finger's moves come with the frames of the screen.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Mouse:
    """Drags by a mouse's button."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def down(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def up(self) -> None:
        self.page.mouse.up()

    def tap(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


class Finger(Mouse):
    """Drags by a finger on the screen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self.send("touchMove", (x, y))
        self.page.evaluate(FRAMES)

    def up(self) -> None:
        self.send("touchEnd")

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)
