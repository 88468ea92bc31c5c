/* Terms of the glossary, which are links: what they mean shows beside them, for the mouse that
   rests on one, the key that reaches it and the finger that taps it. */

const { element, say } = require("./elements.js");
const [SHOWN, GONE] = [150, 300]; // milliseconds that a mouse rests, and that it may be away
const GAP = 6;

const tip = element("span", { class: "term-tip", id: "term-tip", popover: "manual" });
/** @type {HTMLAnchorElement | undefined} */
let term;
let kept = false; // since it was pressed
let later = 0;

/** @param {EventTarget | null} target */
const termOf = (target) =>
  /** @type {HTMLAnchorElement | null} */ (target instanceof Element && target.closest("a.term"));

/** @param {EventTarget | null} target */
const isTip = (target) => target instanceof Node && tip.contains(target);

/** @param {HTMLAnchorElement} link */
function show(link) {
  clearTimeout(later);
  if (link === term && tip.isConnected) return;
  hide();
  term = link;
  link.dataset.means ??= link.title;
  link.removeAttribute("title"); // else the browser shows it as well
  const label = say("More on {term}", { term: link.textContent });
  const more = element("a", { href: link.href, "aria-label": label }, say("More"));
  tip.replaceChildren(link.dataset.means, " ", more);
  link.after(tip);
  link.setAttribute("aria-describedby", tip.id);
  tip.showPopover();
  place();
}

function place() {
  const box = term?.getClientRects()[0];
  if (!box || !tip.isConnected) return;
  const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - GAP);
  const below = box.bottom + GAP + tip.offsetHeight <= innerHeight;
  tip.style.left = `${Math.max(GAP, left)}px`;
  tip.style.top = `${below ? box.bottom + GAP : box.top - GAP - tip.offsetHeight}px`;
}

function hide() {
  clearTimeout(later);
  term?.removeAttribute("aria-describedby");
  tip.remove();
  term = undefined;
  kept = false;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || kept) return;
  const link = termOf(event.target);
  clearTimeout(later);
  if (link) later = setTimeout(show, SHOWN, link);
  else if (term && !isTip(event.target)) later = setTimeout(hide, GONE);
});

document.addEventListener("focusin", ({ target }) => {
  const link = termOf(target);
  if (link?.matches(":focus-visible")) show(link);
  else if (term && !link && !isTip(target)) hide();
});

document.addEventListener(
  "click",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || isTip(event.target)) return;
    const link = termOf(event.target);
    if (!link) return hide();
    event.preventDefault();
    event.stopPropagation(); // the theme would follow the link
    if (kept && link === term) return hide();
    show(link);
    kept = true;
  },
  true,
);

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !term) return;
  if (isTip(document.activeElement)) term.focus();
  hide();
});

addEventListener("scroll", place, { passive: true, capture: true });
addEventListener("resize", place);
