/* Where the site begins: the script of the book is assets/unpasted/book.….js of it. */

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
module.exports = new URL("../..", script.src).href;

/* From a disk no page can be fetched. The theme, told to fetch them, would give up there, and
   with that its copy buttons and all that it does when a page is ready. */
const config = document.getElementById("__config");
if (location.protocol === "file:" && config) {
  const known = JSON.parse(config.textContent ?? "");
  const features = known.features.filter((/** @type {string} */ one) => !one.includes("instant"));
  config.textContent = JSON.stringify({ ...known, features });
}

/* Told of a first jump within the page, the theme would fetch the page anew, and what a reader did
   there would be lost. Until a link leads elsewhere, the browser jumps by itself. */
const here = (/** @type {string} */ url) => url.split("#")[0];
const first = here(location.href);
let stayed = true;
const stay = (/** @type {MouseEvent} */ event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (link?.href) stayed &&= here(link.href) === first;
  if (link?.hash && stayed) link.target ||= "_self";
};
addEventListener("click", stay, true);
addEventListener("popstate", (event) => stayed && event.stopImmediatePropagation(), true);
