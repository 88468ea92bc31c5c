"""A published site lacks no rule of its theme that an element of a page has."""

from pathlib import Path

import material

THEME = Path(material.__file__).parent / "templates/assets/stylesheets"
LOST = """async (theme) => {
  const selectors = (rules) => [...rules].flatMap((rule) => [
    ...(rule.selectorText?.split(/,\\s*(?![^(]*\\))/) ?? []), ...selectors(rule.cssRules ?? [])]);
  const whole = new CSSStyleSheet();
  await whole.replace(theme);
  const kept = new Set([...document.styleSheets].flatMap((sheet) => selectors(sheet.cssRules)));
  const left = selectors(whole.cssRules).filter((one) => !kept.has(one));
  const state = /(?<!:):(?!not|is|where|first|last|nth|only)[\\w-]+(\\([^)]*\\))?/g;
  const stateless = (one) => one.replace(/::[\\w-]+/g, "").replace(state, ":is(*)") || "*";
  return [left.length, left.filter((one) => document.querySelector(stateless(one)))];
}"""


def test_no_rule_that_a_page_could_use_is_left_out(visit, book, small):
    """On pages of the book and of the small one, and yet hundreds are."""
    theme = "\n".join(file.read_text() for file in sorted(THEME.glob("*.css")))
    pages = [book.url + "index.html", book.url + "chapters/05-neuron.html"]
    for url in [*pages, small.url + "chapters/walks.html"]:
        left, lost = visit(url).evaluate(LOST, theme)
        assert left > 300 and lost == [], url
