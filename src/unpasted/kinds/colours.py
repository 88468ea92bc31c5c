"""The colours that a drawing may use, by what they stand for; the page has its own for each.

A drawing is made once, and the page shows it in two schemes: so each of these colours becomes a
variable of the style sheet, `var(--data)` and so on. A drawing module may have a PALETTE of its
own with the same keys.
"""

PALETTE = {"data": "#1d4ed8", "grad": "#b45309", "faint": "#808080", "ink": "#000000"}


def of_the_page(palette: dict[str, str]) -> dict[str, str]:
    """For each colour of a drawing, what the page's style sheet calls it."""
    tables = (PALETTE, palette)  # plots have the first, whatever the second is
    known = {colour.lower(): role for table in tables for role, colour in table.items()}
    variables = {colour: f"var(--{role})" for colour, role in known.items()}
    return {
        colour: "currentColor" if known[colour] == "ink" else variable
        for colour, variable in variables.items()
    }
