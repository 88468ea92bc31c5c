"""What the kinds of fences need in the browser."""

STYLES = ("widgets.css",)
SCRIPTS = (
    "operations.js",
    "progress.js",
    "walked.js",
    "words.js",
    "links.js",
    "walk.js",
    "order.js",
    "question.js",
    "views.js",
    "frames.js",
)
