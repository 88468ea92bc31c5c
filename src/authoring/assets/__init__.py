"""What a page needs beside its HTML: files in the order in which it loads them."""

STYLES = (
    "scale.css",
    "colours.css",
    "prose.css",
    "cells.css",
    "figures.css",
    "controls.css",
    "slider.css",
    "steppers.css",
    "questions.css",
)
SCRIPTS = (
    "elements.js",  # makes the one name that all share: `authoring`
    "numbers.js",
    "operations.js",
    "kept.js",
    "timeline.js",
    "walked.js",
    "words.js",
    "links.js",
    "sheet.js",
    "arithmetic.js",
    "drag.js",
    "drawing.js",
    "places.js",
    "walk.js",
    "order.js",
    "question.js",
    "progress.js",
    "views.js",
    "frames.js",
    "slider.js",
)
