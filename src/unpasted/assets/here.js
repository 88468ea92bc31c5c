/* The contents of a page mark the section that is read: the last that begins above a line. */

const { all } = require("./elements.js");
const LINE = 0.4; // of the height of the screen

/** @param {HTMLElement} link */
function passed(link) {
  const { hash } = /** @type {HTMLAnchorElement} */ (link);
  const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
  const shown = heading?.checkVisibility() ? heading.getBoundingClientRect().top : Infinity;
  return shown < innerHeight * LINE;
}

function mark() {
  const links = all(".md-nav--secondary .md-nav__link[href]");
  const here = links.findLast(passed);
  for (const link of links)
    if (link === here) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
}

addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
mark();
